//! Pads: friction of an area on a plane.

use std::path::PathBuf;

use nalgebra::Vector2;
use stiction_core::{PlanarFrame, PlanarPose};
use stiction_friction::NormalLoad;
use stiction_patch::{
    Arithmetic, BristleModel, BristleParameters, ContactPatch, DistributedPatch, Grid,
    LimitSurface, LimitSurfaceError, Mount, Polygon, ReducedPatch, ReducedShape, StickSlipPatch,
    Surface,
};
use stiction_sliding::EllipsoidContact;

use crate::curve::{Level, RateChoice, RelaxationChoice};
use crate::error::{Fault, Inside, nearest};
use crate::folder::Folder;
use crate::law::AnyLaw;
use crate::signal::{Signal, with_load};
use crate::tagged::parameters;

parameters! {
    /// The pressure under a pad: one of `surface`, `ring`, `polygon`, `points` and `file`.
    Pressure {
        /// Cells along a side of the grid, 21 by default; not beside `points` and `file`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub cells: Option<usize>,
        /// Side of the grid [m]; not beside `points`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub size: Option<f64>,
        /// `square`, `circle`, `circle_R`, `line`, `line_x`, `line_grad`, `line_grad_x`,
        /// `nonconvex1` or `nonconvex2`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub surface: Option<String>,
        /// Inner and outer radius [m].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub ring: Option<[f64; 2]>,
        /// Corners [m].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub polygon: Option<Vec<[f64; 2]>>,
        /// Points: x [m], y [m], share of the load.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub points: Option<Vec<[f64; 3]>>,
        /// CSV file with the pressures of the cells, relative to the scenario.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub file: Option<PathBuf>,
    }
    /// Bristles, per normal force.
    Bristles {
        /// Stiffness σ0 [1/m].
        pub stiffness: f64,
        /// Damping σ1 [s/m].
        pub damping: f64,
        /// Viscous friction σ2 [s/m].
        #[serde(default)]
        pub viscous_damping: f64,
        /// Friction coefficient, or a curve of it over the speed.
        pub friction: Level,
        /// Share of the largest deflection below which a bristle is elastic.
        #[serde(default = "breakaway_fraction")]
        pub breakaway_fraction: f64,
        /// `elasto_plastic` (holds) or `lugre` (drifts).
        #[serde(default)]
        pub model: Model,
        /// How the rate of a bristle is evaluated.
        #[serde(default)]
        pub bristle_rate: RateChoice,
    }
    /// Where a pad sits.
    Place {
        /// `body` or `world`.
        #[serde(default)]
        pub on: On,
        /// x [m], y [m], angle [rad].
        #[serde(default)]
        pub pose: [f64; 3],
    }
    /// A pad with a bristle in every cell.
    DistributedPad {
        /// The pressure under it.
        pub pressure: Pressure,
        /// Its bristles.
        pub bristles: Bristles,
        /// Normal force [N]. A number, a sample or an end of a ramp below zero is refused; where another
        /// signal falls below zero, there is no load.
        pub normal_force: Signal,
        /// Where it sits.
        #[serde(default)]
        pub mount: Place,
        /// Use fused arithmetic where the machine has it: faster, with other last bits.
        #[serde(default)]
        pub fast: bool,
    }
    /// A pad with three bristles.
    ReducedPad {
        /// The pressure under it.
        pub pressure: Pressure,
        /// Its bristles.
        pub bristles: Bristles,
        /// Samples of the limit surface per quarter turn; without it, friction on an ellipsoid.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub samples: Option<usize>,
        /// Normal force [N]. A number, a sample or an end of a ramp below zero is refused; where another
        /// signal falls below zero, there is no load.
        pub normal_force: Signal,
        /// Where it sits.
        #[serde(default)]
        pub mount: Place,
    }
    /// A pad with three springs that sticks to the bit.
    StickSlipPad {
        /// The pressure under it.
        pub pressure: Pressure,
        /// Friction coefficient, or a curve of it over the speed.
        pub friction: Level,
        /// Stiffness [N/m].
        pub stiffness: f64,
        /// Torsional stiffness [N m/rad].
        pub torsional_stiffness: f64,
        /// Damping [N s/m].
        pub damping: f64,
        /// Torsional damping [N m s/rad].
        pub torsional_damping: f64,
        /// Normal force [N]. A number, a sample or an end of a ramp below zero is refused; where another
        /// signal falls below zero, there is no load.
        pub normal_force: Signal,
        /// How the stage length enters.
        #[serde(default)]
        pub relaxation: RelaxationChoice,
        /// Where it sits.
        #[serde(default)]
        pub mount: Place,
    }
    /// Friction on an ellipsoid.
    EllipsoidPad {
        /// Stiffness along x and y [N/m] and about the vertical [N m/rad].
        pub stiffness: [f64; 3],
        /// Damping along x and y [N s/m] and about the vertical [N m s/rad].
        pub damping: [f64; 3],
        /// Friction coefficient.
        pub friction: f64,
        /// Semi-axes `e_t`, `e_o` [1] and `e_r` [m].
        pub semi_axes: [f64; 3],
        /// Height of the centre of mass above the support [m].
        #[serde(default)]
        pub height: f64,
        /// Normal force [N]. A number, a sample or an end of a ramp below zero is refused; where another
        /// signal falls below zero, there is no load.
        pub normal_force: Signal,
        /// How the stage length enters.
        #[serde(default)]
        pub relaxation: RelaxationChoice,
    }
}

/// Cells along a side of a grid where nothing else is said.
const CELLS: usize = 21;

const fn breakaway_fraction() -> f64 {
    0.9
}

/// How bristles yield.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Model {
    /// Only beyond the break-away deflection: no drift.
    #[default]
    ElastoPlastic,
    /// At any load: drifts.
    #[serde(rename = "lugre")]
    LuGre,
}

/// What a pad is fixed to.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum On {
    /// It moves with the body.
    #[default]
    Body,
    /// It stays where it is, and the body slides under it.
    World,
}

impl Default for Place {
    fn default() -> Self {
        Self { on: On::Body, pose: [0.0; 3] }
    }
}

impl Place {
    fn build(&self) -> Result<Mount, Fault> {
        let [x, y, angle] = self.pose;
        let pose = PlanarPose { position: Vector2::new(x, y), angle };
        Ok(match self.on {
            On::Body => Mount::on_body(pose)?,
            On::World => Mount::in_world(pose)?,
        })
    }
}

impl Pressure {
    fn build(&self, folder: Folder<'_>) -> Result<ContactPatch, Fault> {
        let given = [
            self.surface.is_some(),
            self.ring.is_some(),
            self.polygon.is_some(),
            self.points.is_some(),
            self.file.is_some(),
        ];
        if given.iter().filter(|given| **given).count() != 1 {
            let message = "needs one of `surface`, `ring`, `polygon`, `points` and `file`";
            return Err(Fault::new(message));
        }
        if let Some(points) = &self.points {
            without("size", self.size.is_some(), "points")?;
            without("cells", self.cells.is_some(), "points")?;
            let points = points.iter().map(|[x, y, share]| (Vector2::new(*x, *y), *share));
            return ContactPatch::from_points(points).inside("points");
        }
        let size = self.size.ok_or_else(|| Fault::new("needs the side of the grid, `size` [m]"))?;
        if let Some(file) = &self.file {
            without("cells", self.cells.is_some(), "file")?;
            let text = folder.read(file).inside("file")?;
            let shown = folder.path.join(file);
            return ContactPatch::from_csv(size, text.as_bytes()).map_err(|error| {
                Fault::new(format!("{}: {error}", shown.display())).inside("file")
            });
        }
        let grid = Grid::new(self.cells.unwrap_or(CELLS), size)?;
        if let Some([inner, outer]) = self.ring {
            return ContactPatch::ring(grid, inner, outer).inside("ring");
        }
        if let Some(corners) = &self.polygon {
            let corners: Vec<_> = corners.iter().map(|[x, y]| Vector2::new(*x, *y)).collect();
            let polygon = Polygon::new(&corners).inside("polygon")?;
            return polygon.patch(grid).inside("polygon");
        }
        let name = self.surface.as_deref().unwrap_or_default();
        let names = Surface::ALL.map(Surface::name);
        let surface = Surface::ALL.into_iter().find(|surface| surface.name() == name);
        let unknown = || {
            let message = format!("there is no surface `{name}`; known are {}", names.join(", "));
            Fault::new(message).hint(nearest(name, names)).inside("surface")
        };
        surface.ok_or_else(unknown)?.patch(grid).inside("surface")
    }
}

/// Refuses a key beside another that makes it mean nothing.
fn without(key: &str, given: bool, beside: &str) -> Result<(), Fault> {
    if given {
        return Err(Fault::new(format!("`{key}` has no meaning beside `{beside}`")).inside(key));
    }
    Ok(())
}

impl Bristles {
    fn build(&self) -> Result<BristleParameters, Fault> {
        let bristles = BristleParameters::builder()
            .stiffness(self.stiffness)
            .damping(self.damping)
            .viscous_damping(self.viscous_damping)
            .friction(self.friction.curve().inside("friction")?)
            .breakaway_fraction(self.breakaway_fraction);
        Ok(bristles.build()?)
    }
    const fn model(&self) -> BristleModel {
        match self.model {
            Model::ElastoPlastic => BristleModel::ElastoPlastic,
            Model::LuGre => BristleModel::LuGre,
        }
    }
}

impl DistributedPad {
    pub(crate) fn build(&self, folder: Folder<'_>) -> Result<AnyLaw<PlanarFrame>, Fault> {
        with_load!(&self.normal_force, folder, load => self.build_under(load, folder))
    }

    fn build_under<N: NormalLoad>(
        &self,
        load: N,
        folder: Folder<'_>,
    ) -> Result<AnyLaw<PlanarFrame>, Fault> {
        let pad = DistributedPatch::<N>::builder()
            .patch(self.pressure.build(folder).inside("pressure")?)
            .bristles(self.bristles.build().inside("bristles")?)
            .model(self.bristles.model())
            .bristle_rate(self.bristles.bristle_rate.into())
            .arithmetic(if self.fast { Arithmetic::Fast } else { Arithmetic::Exact })
            .mount(self.mount.build().inside("mount")?);
        Ok(Box::new(pad.normal_force(load).build()?))
    }
}

impl ReducedPad {
    pub(crate) fn build(&self, folder: Folder<'_>) -> Result<AnyLaw<PlanarFrame>, Fault> {
        with_load!(&self.normal_force, folder, load => self.build_under(load, folder))
    }

    fn build_under<N: NormalLoad>(
        &self,
        load: N,
        folder: Folder<'_>,
    ) -> Result<AnyLaw<PlanarFrame>, Fault> {
        let patch = self.pressure.build(folder).inside("pressure")?;
        let shape = match self.samples {
            None => ReducedShape::ellipsoid(&patch),
            Some(samples) => {
                let sample = || {
                    LimitSurface::new(&patch, samples).map_err(|error| match error {
                        LimitSurfaceError::Parameter(error) => error.into(),
                        other => Fault::new(other.to_string()).inside("samples"),
                    })
                };
                let surface = folder.surface(&self.pressure, samples, sample)?;
                ReducedShape::limit_surface(&patch, surface)
            }
        };
        let pad = ReducedPatch::<N>::builder()
            .shape(shape)
            .bristles(self.bristles.build().inside("bristles")?)
            .model(self.bristles.model())
            .bristle_rate(self.bristles.bristle_rate.into())
            .mount(self.mount.build().inside("mount")?);
        Ok(Box::new(pad.normal_force(load).build()?))
    }
}

impl StickSlipPad {
    pub(crate) fn build(&self, folder: Folder<'_>) -> Result<AnyLaw<PlanarFrame>, Fault> {
        with_load!(&self.normal_force, folder, load => self.build_under(load, folder))
    }

    fn build_under<N: NormalLoad>(
        &self,
        load: N,
        folder: Folder<'_>,
    ) -> Result<AnyLaw<PlanarFrame>, Fault> {
        let pad = StickSlipPatch::<N>::builder()
            .patch(self.pressure.build(folder).inside("pressure")?)
            .friction(self.friction.coefficient().inside("friction")?)
            .stiffness(self.stiffness)
            .torsional_stiffness(self.torsional_stiffness)
            .damping(self.damping)
            .torsional_damping(self.torsional_damping)
            .relaxation(self.relaxation.into())
            .mount(self.mount.build().inside("mount")?);
        Ok(Box::new(pad.normal_force(load).build()?))
    }
}

impl EllipsoidPad {
    pub(crate) fn build(&self, folder: Folder<'_>) -> Result<AnyLaw<PlanarFrame>, Fault> {
        with_load!(&self.normal_force, folder, load => self.build_under(load))
    }

    fn build_under<N: NormalLoad>(&self, load: N) -> Result<AnyLaw<PlanarFrame>, Fault> {
        let pad = EllipsoidContact::<N>::builder()
            .stiffness(self.stiffness)
            .damping(self.damping)
            .friction(self.friction)
            .semi_axes(self.semi_axes)
            .height(self.height)
            .relaxation(self.relaxation.into());
        Ok(Box::new(pad.load(load).build()?))
    }
}
