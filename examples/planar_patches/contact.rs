//! The contact of an experiment: a surface of the paper, or a fingertip that grows with the load.

use std::{str::FromStr, sync::Arc};

use stiction::patch::{
    ContactPatch, Grid, LimitSurface, PressureExponent, ReducedShape, Schedule, SoftFingertip,
    Surface,
};

use crate::common::Outcome;

/// Loads are constant for this long \[s\].
pub(crate) const INTERVAL: f64 = 0.01;
/// Cells along a side of the grid.
pub(crate) const CELLS: usize = 21;
/// Samples of the limit surface per quarter turn.
pub(crate) const SAMPLES: usize = 20;
/// Load for which the limit surface of a fingertip is sampled \[N\].
const FINGERTIP_LOAD: f64 = 10.0;

/// The name of a surface; `k2` and `k2fn` are the fingertips with the exponents 2 and 2 per newton.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Shape {
    Fixed(Surface),
    Fingertip(PressureExponent),
}

impl FromStr for Shape {
    type Err = String;
    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "k2" => Ok(Self::Fingertip(PressureExponent::Constant(2.0))),
            "k2fn" => Ok(Self::Fingertip(PressureExponent::PerLoad(2.0))),
            _ => match name.parse() {
                Ok(surface) => Ok(Self::Fixed(surface)),
                Err(error) => Err(format!("{error}; or k2, k2fn")),
            },
        }
    }
}

/// Where the contact bears which share of the load.
#[derive(Clone, Debug)]
pub(crate) struct Contact {
    /// One patch for each interval, or one for all.
    patches: Vec<ContactPatch>,
    /// The patch whose limit surface is that of all, but for the size.
    sampled: Option<ContactPatch>,
}

impl Contact {
    /// The contact under the normal forces \[N\] that follow each other every [`INTERVAL`].
    pub(crate) fn new(shape: Shape, grid: Grid, loads: &[f64]) -> Outcome<Self> {
        let exponent = match shape {
            Shape::Fixed(surface) => {
                let patch = surface.patch(grid)?;
                return Ok(Self { patches: vec![patch.clone()], sampled: Some(patch) });
            }
            Shape::Fingertip(exponent) => exponent,
        };
        let fingertip = SoftFingertip::builder().exponent(exponent).build()?;
        let patches = loads.iter().map(|&load| fingertip.patch(grid, load));
        let sampled = match exponent {
            PressureExponent::Constant(_) => Some(fingertip.patch(grid, FINGERTIP_LOAD)?),
            _ => None,
        };
        Ok(Self { patches: patches.collect::<Result<_, _>>()?, sampled })
    }

    /// The patch at the beginning.
    pub(crate) fn first(&self) -> &ContactPatch {
        &self.patches[0]
    }

    /// What the distributed model needs.
    pub(crate) fn patches(&self) -> Outcome<Schedule<ContactPatch>> {
        Ok(Schedule::every(INTERVAL, self.patches.iter().cloned())?)
    }

    /// What the reduced model with the ellipsoid needs.
    pub(crate) fn ellipsoids(&self) -> Outcome<Schedule<ReducedShape>> {
        Ok(Schedule::every(INTERVAL, self.patches.iter().map(ReducedShape::ellipsoid))?)
    }

    /// What the reduced model with the limit surface needs.
    pub(crate) fn limit_surfaces(&self) -> Outcome<Schedule<ReducedShape>> {
        let sample = |patch| LimitSurface::new(patch, SAMPLES).map(Arc::new);
        let same = self.sampled.as_ref().map(sample).transpose()?;
        let shape = |patch| {
            let surface = same.clone().map_or_else(|| sample(patch), Ok)?;
            Ok(ReducedShape::limit_surface(patch, surface))
        };
        let shapes: Outcome<Vec<_>> = self.patches.iter().map(shape).collect();
        Ok(Schedule::every(INTERVAL, shapes?)?)
    }
}
