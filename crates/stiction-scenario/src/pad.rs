//! Pads: friction of an area on a plane.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use nalgebra::Vector2;
use stiction_core::{PlanarFrame, PlanarPose};
use stiction_friction::NormalLoad;
use stiction_patch::{
    Arithmetic, BristleModel, BristleParameters, DistributedPatch, LimitSurface, LimitSurfaceError,
    Mount, ReducedPatch, ReducedShape, Schedule, StickSlipPatch,
};
use stiction_sliding::{EllipsoidContact, SupportLoad};

use crate::curve::{Level, RateChoice, RelaxationChoice};
use crate::error::{Fault, Inside};
use crate::law::AnyLaw;
use crate::pressure::{Pressure, Pressures};
use crate::signal::{Load, Signal};
use crate::surroundings::Surroundings;
use crate::tagged::parameters;
use crate::tilting::{Axes, Tilting};

parameters! {
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
        /// Normal force [N].
        pub normal_force: Signal,
        /// Where it sits.
        #[serde(default)]
        pub mount: Place,
        /// How the sums over the cells are computed.
        #[serde(default)]
        pub arithmetic: Sums,
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
        /// JSON file with the limit surface of this pressure at some size, relative to the scenario.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub limit_surface_file: Option<PathBuf>,
        /// Normal force [N].
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
        /// Normal force [N].
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
        /// Normal force [N].
        pub normal_force: Signal,
        /// Moments of the applied load about x and y at the centre of mass [N m]: a push above or
        /// below it. They move the contact point.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub tilting_moment: Option<[Signal; 2]>,
        /// Axes of the tilting moment: `world` or `body`.
        #[serde(default, skip_serializing_if = "Axes::is_world")]
        pub moment_axes: Axes,
        /// How the stage length enters.
        #[serde(default)]
        pub relaxation: RelaxationChoice,
    }
}

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

/// How sums over the cells of a pad are computed.
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
pub enum Sums {
    /// One cell after another: slow, to compare with.
    Plain,
    /// Several cells at a time, with the same bits on every machine.
    #[default]
    Exact,
    /// With fused operations where the machine has them: the fastest, with other last bits.
    Fast,
}

impl From<Sums> for Arithmetic {
    fn from(sums: Sums) -> Self {
        match sums {
            Sums::Plain => Self::Plain,
            Sums::Exact => Self::Exact,
            Sums::Fast => Self::Fast,
        }
    }
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
    pub(crate) fn build(&self, around: Surroundings<'_>) -> Result<AnyLaw<PlanarFrame>, Fault> {
        let load = Load::of(&self.normal_force, around.folder).inside("normal_force")?;
        let pressures = self.pressure.build(&self.normal_force, around).inside("pressure")?;
        let pad = DistributedPatch::<Load>::builder()
            .patch(pressures.schedule()?)
            .bristles(self.bristles.build().inside("bristles")?)
            .model(self.bristles.model())
            .bristle_rate(self.bristles.bristle_rate.into())
            .arithmetic(self.arithmetic.into())
            .mount(self.mount.build().inside("mount")?);
        Ok(Box::new(pad.normal_force(load).build()?))
    }
}

impl ReducedPad {
    /// What the model knows of each pressure.
    fn shapes(
        &self,
        pressures: &Pressures,
        folder: &Path,
    ) -> Result<Vec<(f64, ReducedShape)>, Fault> {
        let patches = pressures.pieces.iter();
        let Some(surfaces) = self.surfaces(pressures, folder)? else {
            let ellipsoid = |(time, patch): &(f64, _)| (*time, ReducedShape::ellipsoid(patch));
            return Ok(patches.map(ellipsoid).collect());
        };
        let pairs = patches.zip(surfaces.iter().cycle());
        let shape = |((time, patch), surface): (&(f64, _), &Arc<LimitSurface>)| {
            (*time, ReducedShape::limit_surface(patch, surface.clone()))
        };
        Ok(pairs.map(shape).collect())
    }

    /// The limit surfaces, one for all pressures or one for each; none for an ellipsoid.
    fn surfaces(
        &self,
        pressures: &Pressures,
        folder: &Path,
    ) -> Result<Option<Vec<Arc<LimitSurface>>>, Fault> {
        let fault = |key: &str, error: LimitSurfaceError| match error {
            LimitSurfaceError::Parameter(error) => Fault::from(error),
            other => Fault::new(other.to_string()).inside(key),
        };
        match (self.samples, &self.limit_surface_file) {
            (None, None) => Ok(None),
            (Some(_), Some(_)) => {
                Err(Fault::new("needs one of `samples` and `limit_surface_file`, not both"))
            }
            (None, Some(file)) => {
                let path = folder.join(file);
                let surface = LimitSurface::load(&path).map_err(|error| {
                    let message = format!("{}: {error}", path.display());
                    Fault::new(message).inside("limit_surface_file")
                })?;
                Ok(Some(vec![Arc::new(surface)]))
            }
            (Some(samples), None) => {
                let all = || pressures.pieces.iter().map(|(_, patch)| patch);
                let sampled: Vec<_> = match &pressures.sampled {
                    Some(patch) => vec![patch],
                    None => all().collect(),
                };
                let surfaces = sampled.into_iter().map(|patch| {
                    LimitSurface::new(patch, samples)
                        .map(Arc::new)
                        .map_err(|error| fault("samples", error))
                });
                Ok(Some(surfaces.collect::<Result<_, _>>()?))
            }
        }
    }

    pub(crate) fn build(&self, around: Surroundings<'_>) -> Result<AnyLaw<PlanarFrame>, Fault> {
        let load = Load::of(&self.normal_force, around.folder).inside("normal_force")?;
        let pressures = self.pressure.build(&self.normal_force, around).inside("pressure")?;
        let shapes = Schedule::new(self.shapes(&pressures, around.folder)?)?;
        let pad = ReducedPatch::<Load>::builder()
            .shape(shapes)
            .bristles(self.bristles.build().inside("bristles")?)
            .model(self.bristles.model())
            .bristle_rate(self.bristles.bristle_rate.into())
            .mount(self.mount.build().inside("mount")?);
        Ok(Box::new(pad.normal_force(load).build()?))
    }
}

impl StickSlipPad {
    pub(crate) fn build(&self, around: Surroundings<'_>) -> Result<AnyLaw<PlanarFrame>, Fault> {
        let load = Load::of(&self.normal_force, around.folder).inside("normal_force")?;
        let pressures = self.pressure.build(&self.normal_force, around).inside("pressure")?;
        let pad = StickSlipPatch::<Load>::builder()
            .patch(pressures.schedule()?)
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
    pub(crate) fn build(&self, around: Surroundings<'_>) -> Result<AnyLaw<PlanarFrame>, Fault> {
        let load = Load::of(&self.normal_force, around.folder).inside("normal_force")?;
        let Some([x, y]) = &self.tilting_moment else { return self.pad(load) };
        // Moments do not make a load of a force that is none.
        if let Some(force) = load.refused() {
            let message = format!("must be finite and not negative, found {force}");
            return Err(Fault::new(message).inside("normal_force"));
        }
        let moment = |signal: &Signal, index: &str| {
            Load::of(signal, around.folder).inside(index).inside("tilting_moment")
        };
        let moment = [moment(x, "0")?, moment(y, "1")?];
        self.pad(Tilting { load, moment, axes: self.moment_axes })
    }

    fn pad(&self, load: impl SupportLoad) -> Result<AnyLaw<PlanarFrame>, Fault> {
        let pad = EllipsoidContact::builder()
            .stiffness(self.stiffness)
            .damping(self.damping)
            .friction(self.friction)
            .semi_axes(self.semi_axes)
            .height(self.height)
            .relaxation(self.relaxation.into());
        Ok(Box::new(pad.load(load).build()?))
    }
}
