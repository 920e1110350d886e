//! Pads: friction of an area on a plane.

use std::path::PathBuf;
use std::sync::Arc;

use nalgebra::Vector2;
use stiction_core::{PlanarFrame, PlanarPose};
use stiction_patch::{
    Arithmetic, BristleModel, BristleParameters, ContactPatch, DistributedPatch, LimitSurface,
    LimitSurfaceError, Mount, ReducedPatch, ReducedShape, Schedule, StickSlipPatch,
};

use crate::curve::{Level, RateChoice, RelaxationChoice};
use crate::error::{Fault, Inside};
use crate::folder::Folder;
use crate::pressure::{Pressure, Pressures};
use crate::signal::Signal;
use crate::surroundings::Surroundings;
use crate::tagged::parameters;
use stiction_core::AnyLaw;

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
        /// Normal force [N]. A number, a sample or an end of a ramp below zero is refused; where another
        /// signal falls below zero, there is no load.
        pub normal_force: Signal,
        /// Where it sits.
        #[serde(default)]
        pub mount: Place,
        /// How the sums over the cells are computed.
        #[serde(default)]
        pub arithmetic: Sums,
    }
    /// A pad with three bristles. Give the `pressure` under it, or its `shapes`.
    ReducedPad {
        /// The pressure under it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub pressure: Option<Pressure>,
        /// Its shape where the pressure is not known: one, or several that hold one after another.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(length(min = 1))]
        pub shapes: Option<Vec<Rim>>,
        /// Its bristles.
        pub bristles: Bristles,
        /// Samples of the limit surface per quarter turn; without it, friction on an ellipsoid.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 2, max = 1000))]
        pub samples: Option<usize>,
        /// JSON file with the limit surface of this pressure at some size, relative to the scenario.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub limit_surface_file: Option<PathBuf>,
        /// Normal force [N]. A number, a sample or an end of a ramp below zero is refused; where another
        /// signal falls below zero, there is no load.
        pub normal_force: Signal,
        /// Where it sits.
        #[serde(default)]
        pub mount: Place,
    }
    /// The rim that a reduced pad stands for.
    Rim {
        /// Time from which it holds [s]; the first one also holds before it.
        #[serde(default)]
        pub from: f64,
        /// Centre of pressure [m].
        #[serde(default)]
        pub center_of_pressure: [f64; 2],
        /// Radius r with the torque of the pad in pure rotation [m]; 2/3 of that of a uniform disc.
        pub radius: f64,
        /// Mean square distance from the centre of pressure [m²]; only viscous friction needs it.
        #[serde(default)]
        pub viscous_factor: f64,
        /// Pressure of the same shape at some size, whose limit surface is sampled; without it, friction
        /// on an ellipsoid.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub limit_surface: Option<SampledSurface>,
    }
    /// A limit surface by the pressure that it is sampled from.
    SampledSurface {
        /// The pressure, which does not change.
        pub pressure: Pressure,
        /// Samples per quarter turn.
        #[schemars(range(min = 2, max = 1000))]
        pub samples: usize,
    }
    /// A pad with three springs that sticks to the bit.
    StickSlipPad {
        /// The pressure under it, in at most 100 000 cells that carry: each is compared with every other,
        /// once, which takes ten seconds for so many.
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
        let load = self.normal_force.load(around.folder).inside("normal_force")?;
        let pressures = self.pressure.build(&self.normal_force, around).inside("pressure")?;
        let pad = DistributedPatch::builder()
            .patch(pressures.schedule()?)
            .bristles(self.bristles.build().inside("bristles")?)
            .model(self.bristles.model())
            .bristle_rate(self.bristles.bristle_rate.into())
            .arithmetic(self.arithmetic.into())
            .mount(self.mount.build().inside("mount")?);
        Ok(Box::new(pad.normal_force(load).build()?))
    }
}

impl Rim {
    fn shape(&self, folder: Folder<'_>) -> Result<(f64, ReducedShape), Fault> {
        let center = Vector2::from(self.center_of_pressure);
        let rim = ReducedShape::rim(center, self.radius, self.viscous_factor)?;
        let Some(SampledSurface { pressure, samples }) = &self.limit_surface else {
            return Ok((self.from, rim));
        };
        let patch = pressure.part(folder).inside("pressure");
        let surface = patch.and_then(|patch| limit_surface(&patch, *samples, folder));
        Ok((self.from, rim.with_limit_surface(surface.inside("limit_surface")?)))
    }
}

/// The limit surface of a pressure.
fn limit_surface(
    patch: &ContactPatch,
    samples: usize,
    folder: Folder<'_>,
) -> Result<Arc<LimitSurface>, Fault> {
    let surface = || {
        LimitSurface::new(patch, samples).map_err(|error| match error {
            LimitSurfaceError::Parameter(error) => Fault::from(error),
            other => Fault::new(other.to_string()).inside("samples"),
        })
    };
    folder.surface(patch, samples, surface)
}

impl ReducedPad {
    /// What the model knows of the pad.
    fn schedule(&self, around: Surroundings<'_>) -> Result<Schedule<ReducedShape>, Fault> {
        let shapes = match (&self.pressure, &self.shapes) {
            (Some(pressure), None) => {
                let pressures = pressure.build(&self.normal_force, around).inside("pressure")?;
                return Ok(Schedule::new(self.shapes_of(&pressures, around.folder)?)?);
            }
            (None, Some(shapes)) => shapes,
            _ => return Err(Fault::new("needs one of `pressure` and `shapes`")),
        };
        let given = [
            ("samples", self.samples.is_some()),
            ("limit_surface_file", self.limit_surface_file.is_some()),
        ];
        if let Some((key, _)) = given.into_iter().find(|(_, given)| *given) {
            let message = format!("`{key}` has no meaning beside `shapes`");
            return Err(Fault::new(message).inside(key));
        }
        let shape = |(i, rim): (usize, &Rim)| rim.shape(around.folder).inside(i.to_string());
        let shapes = shapes.iter().enumerate().map(shape).collect::<Result<Vec<_>, _>>();
        shapes.and_then(|shapes| Ok(Schedule::new(shapes)?)).inside("shapes")
    }

    /// What the model knows of each pressure.
    fn shapes_of(
        &self,
        pressures: &Pressures,
        folder: Folder<'_>,
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
        folder: Folder<'_>,
    ) -> Result<Option<Vec<Arc<LimitSurface>>>, Fault> {
        match (self.samples, &self.limit_surface_file) {
            (None, None) => Ok(None),
            (Some(_), Some(_)) => {
                Err(Fault::new("needs one of `samples` and `limit_surface_file`, not both"))
            }
            (None, Some(file)) => {
                let text = folder.text(file).inside("limit_surface_file")?;
                let surface = LimitSurface::from_json(&text).map_err(|error| {
                    let message = format!("{}: {error}", folder.path.join(file).display());
                    Fault::new(message).inside("limit_surface_file")
                })?;
                Ok(Some(vec![Arc::new(surface)]))
            }
            (Some(samples), None) => {
                let sample = |patch| limit_surface(patch, samples, folder);
                let sampled: Vec<_> = match &pressures.sampled {
                    Some(patch) => vec![patch],
                    None => pressures.pieces.iter().map(|(_, patch)| patch).collect(),
                };
                Ok(Some(sampled.into_iter().map(sample).collect::<Result<_, _>>()?))
            }
        }
    }

    pub(crate) fn build(&self, around: Surroundings<'_>) -> Result<AnyLaw<PlanarFrame>, Fault> {
        let load = self.normal_force.load(around.folder).inside("normal_force")?;
        let pad = ReducedPatch::builder()
            .shape(self.schedule(around)?)
            .bristles(self.bristles.build().inside("bristles")?)
            .model(self.bristles.model())
            .bristle_rate(self.bristles.bristle_rate.into())
            .mount(self.mount.build().inside("mount")?);
        Ok(Box::new(pad.normal_force(load).build()?))
    }
}

impl StickSlipPad {
    pub(crate) fn build(&self, around: Surroundings<'_>) -> Result<AnyLaw<PlanarFrame>, Fault> {
        let load = self.normal_force.load(around.folder).inside("normal_force")?;
        let pressures = self.pressure.build(&self.normal_force, around).inside("pressure")?;
        let pad = StickSlipPatch::builder()
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
