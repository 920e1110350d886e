//! Shape of a reduced pad: pressures, or rims if the pressures are not known.

use std::sync::Arc;

use nalgebra::Vector2;
use stiction_core::description::Inside;
use stiction_core::{Describe, Filled, NormalLoad, ValueError};

use super::pressure::Pressures;
use super::{PartSource, Pressure};
use crate::limit_surface::LimitSurface;
use crate::patch::ContactPatch;
use crate::reduced::ReducedShape;
use crate::schedule::Schedule;

/// The shape of a reduced pad: the `pressure` under it, or its `shapes`.
#[derive(Clone, Debug, Default, PartialEq, Describe)]
pub struct Shapes {
    /// The pressure under it.
    #[field(default = None)]
    pub pressure: Option<Pressure>,
    /// Its shape where the pressure is not known: one, or several that hold one after another.
    #[field(default = None)]
    pub shapes: Option<Filled<Rim>>,
    /// Samples of the limit surface per quarter turn; without it, friction on an ellipsoid.
    #[field(default = None, within(2.0, 1000.0, "must be 2 to 1000 per right angle"))]
    pub samples: Option<usize>,
    /// JSON file with the limit surface of this pressure at some size, relative to the scenario.
    #[field(default = None)]
    pub limit_surface_file: Option<String>,
}

/// The rim that a reduced pad stands for.
#[derive(Clone, Debug, PartialEq, Describe)]
pub struct Rim {
    /// Time from which it holds \[s\]; the first one also holds before it.
    #[field(default = 0.0)]
    pub from: f64,
    /// Centre of pressure \[m\].
    #[field(default = [0.0; 2])]
    pub center_of_pressure: [f64; 2],
    /// Radius r with the torque of the pad in pure rotation \[m\]; 2/3 of that of a uniform disc.
    pub radius: f64,
    /// Mean square distance from the centre of pressure \[m²\]; only viscous friction needs it.
    #[field(default = 0.0)]
    pub viscous_factor: f64,
    /// Pressure of the same shape at some size, whose limit surface is sampled; without it, friction on
    /// an ellipsoid.
    #[field(default = None)]
    pub limit_surface: Option<SampledSurface>,
}

/// A limit surface by the pressure that it is sampled from.
#[derive(Clone, Debug, PartialEq, Describe)]
pub struct SampledSurface {
    /// The pressure, which does not change.
    pub pressure: Pressure,
    /// Samples per quarter turn.
    #[field(within(2.0, 1000.0, "must be 2 to 1000 per right angle"))]
    pub samples: usize,
}

impl Rim {
    fn shape(&self, source: &dyn PartSource) -> Result<(f64, ReducedShape), ValueError> {
        let center = Vector2::from(self.center_of_pressure);
        let rim = ReducedShape::rim(center, self.radius, self.viscous_factor)?;
        let Some(SampledSurface { pressure, samples }) = &self.limit_surface else {
            return Ok((self.from, rim));
        };
        let patch = pressure.part(source).inside("pressure");
        let surface = patch.and_then(|patch| Ok(source.sampled(&patch, *samples)?));
        Ok((self.from, rim.with_limit_surface(surface.inside("limit_surface")?)))
    }
}

impl Shapes {
    /// Returns the shapes of the pad under a normal force, if one is known.
    pub(super) fn schedule(
        &self,
        force: Option<&NormalLoad>,
        source: &dyn PartSource,
    ) -> Result<Schedule<ReducedShape>, ValueError> {
        let shapes = match (&self.pressure, &self.shapes) {
            (Some(pressure), None) => {
                let pressures = pressure.pressures(force, source).inside("pressure")?;
                return Ok(Schedule::new(self.shapes_of(&pressures, source)?)?);
            }
            (None, Some(Filled(shapes))) => shapes,
            _ => return Err(ValueError::new("needs one of `pressure` and `shapes`")),
        };
        let given = [
            ("samples", self.samples.is_some()),
            ("limit_surface_file", self.limit_surface_file.is_some()),
        ];
        if let Some((key, _)) = given.into_iter().find(|(_, given)| *given) {
            let message = format!("`{key}` has no meaning beside `shapes`");
            return Err(ValueError::new(message).inside(key));
        }
        let shape = |(i, rim): (usize, &Rim)| rim.shape(source).inside(i.to_string());
        let shapes = shapes.iter().enumerate().map(shape).collect::<Result<Vec<_>, _>>();
        shapes.and_then(|shapes| Ok(Schedule::new(shapes)?)).inside("shapes")
    }

    /// Returns the shape of each pressure.
    fn shapes_of(
        &self,
        pressures: &Pressures,
        source: &dyn PartSource,
    ) -> Result<Vec<(f64, ReducedShape)>, ValueError> {
        let patches = pressures.pieces.iter();
        let Some(surfaces) = self.surfaces(pressures, source)? else {
            let ellipsoid = |(time, patch): &(f64, _)| (*time, ReducedShape::ellipsoid(patch));
            return Ok(patches.map(ellipsoid).collect());
        };
        let pairs = patches.zip(surfaces.iter().cycle());
        let shape = |((time, patch), surface): (&(f64, _), &Arc<LimitSurface>)| {
            (*time, ReducedShape::limit_surface(patch, surface.clone()))
        };
        Ok(pairs.map(shape).collect())
    }

    /// Returns the limit surfaces, one for all pressures or one for each; none for an ellipsoid.
    fn surfaces(
        &self,
        pressures: &Pressures,
        source: &dyn PartSource,
    ) -> Result<Option<Vec<Arc<LimitSurface>>>, ValueError> {
        match (self.samples, &self.limit_surface_file) {
            (None, None) => Ok(None),
            (Some(_), Some(_)) => {
                let message = "needs one of `samples` and `limit_surface_file`, not both";
                Err(ValueError::new(message))
            }
            (None, Some(file)) => {
                let surface = source.limit_surface(file).inside("limit_surface_file")?;
                Ok(Some(vec![surface]))
            }
            (Some(samples), None) => {
                let sample = |patch| source.sampled(patch, samples);
                let sampled: Vec<_> = match &pressures.sampled {
                    Some(patch) => vec![patch],
                    None => pressures.pieces.iter().map(|(_, patch)| patch).collect(),
                };
                Ok(Some(sampled.into_iter().map(sample).collect::<Result<_, _>>()?))
            }
        }
    }

    /// Describes shapes that are equal to the bit; `None` if a limit surface was read from a file, without
    /// the pressure.
    pub(super) fn of_schedule(shapes: &Schedule<ReducedShape>) -> Option<Self> {
        if let Some((patches, samples)) = sampled(shapes) {
            let pressure = Some(Pressure::of_schedule(&patches));
            return Some(Self { pressure, samples: Some(samples), ..Self::default() });
        }
        let rim = |(from, shape): (f64, &ReducedShape)| {
            let limit_surface = match shape.surface() {
                None => None,
                Some(surface) => Some(SampledSurface {
                    pressure: Pressure::of_patch(surface.sampled_patch()?),
                    samples: surface.samples(),
                }),
            };
            Some(Rim {
                from,
                center_of_pressure: shape.center_of_pressure().into(),
                radius: shape.radius(),
                viscous_factor: shape.viscous_factor(),
                limit_surface,
            })
        };
        let shapes = Some(Filled(shapes.pieces().map(rim).collect::<Option<_>>()?));
        Some(Self { shapes, ..Self::default() })
    }
}

/// Returns the pressures and the number of samples that all limit surfaces and shapes come from.
fn sampled(shapes: &Schedule<ReducedShape>) -> Option<(Schedule<ContactPatch>, usize)> {
    let samples = shapes.values().first()?.surface()?.samples();
    let of = |shape: &ReducedShape| {
        let surface = shape.surface()?;
        let patch = surface.sampled_patch()?;
        let same = ReducedShape::limit_surface(patch, surface.clone()) == *shape;
        (same && surface.samples() == samples).then(|| patch.clone())
    };
    let patches = shapes.try_map(|shape| of(shape).ok_or(())).ok()?;
    Some((patches, samples))
}
