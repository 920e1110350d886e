//! The contact of an experiment: a surface of the paper, or a fingertip that grows with the load.

use std::{cell::OnceCell, str::FromStr, sync::Arc};

use core::f64::consts::FRAC_PI_2;
use nalgebra::{Matrix3, Vector3};
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
    /// Samples of a limit surface per quarter turn.
    samples: usize,
    /// One limit surface for each patch, or one for all; made when asked for.
    surfaces: OnceCell<Vec<Arc<LimitSurface>>>,
}

impl Contact {
    /// The contact under the normal forces \[N\] that follow each other every [`INTERVAL`].
    pub(crate) fn new(shape: Shape, grid: Grid, loads: &[f64]) -> Outcome<Self> {
        let exponent = match shape {
            Shape::Fixed(surface) => {
                let patch = surface.patch(grid)?;
                return Ok(Self::of(vec![patch.clone()], Some(patch)));
            }
            Shape::Fingertip(exponent) => exponent,
        };
        let fingertip = SoftFingertip::builder().exponent(exponent).build()?;
        let patches = loads.iter().map(|&load| fingertip.patch(grid, load));
        let sampled = match exponent {
            PressureExponent::Constant(_) => Some(fingertip.patch(grid, FINGERTIP_LOAD)?),
            _ => None,
        };
        Ok(Self::of(patches.collect::<Result<_, _>>()?, sampled))
    }

    const fn of(patches: Vec<ContactPatch>, sampled: Option<ContactPatch>) -> Self {
        Self { patches, sampled, samples: SAMPLES, surfaces: OnceCell::new() }
    }

    /// The same contact, its limit surface sampled so finely.
    pub(crate) fn sampled(self, samples: usize) -> Self {
        Self { samples, surfaces: OnceCell::new(), ..self }
    }

    /// The patch at the beginning.
    pub(crate) fn first(&self) -> &ContactPatch {
        &self.patches[0]
    }

    /// Whether it depends on the load.
    pub(crate) fn changes(&self) -> bool {
        self.patches.len() > 1
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
        let surfaces = self.surfaces()?.iter().cycle().cloned();
        let pairs = self.patches.iter().zip(surfaces);
        let shapes = pairs.map(|(patch, surface)| ReducedShape::limit_surface(patch, surface));
        Ok(Schedule::every(INTERVAL, shapes)?)
    }

    fn surfaces(&self) -> Outcome<&[Arc<LimitSurface>]> {
        if let Some(made) = self.surfaces.get() {
            return Ok(made);
        }
        let patches = self.sampled.as_ref().map_or(&*self.patches, core::slice::from_ref);
        let sample = |patch| LimitSurface::new(patch, self.samples).map(Arc::new);
        let made = patches.iter().map(sample).collect::<Result<_, _>>()?;
        Ok(self.surfaces.get_or_init(|| made))
    }

    /// How steep its limit surfaces are, at most.
    pub(crate) fn steepness(&self) -> Outcome<f64> {
        Ok(self.surfaces()?.iter().map(|surface| surface.steepness()).fold(1.0, f64::max))
    }

    /// Rate at which the motion of a body on this contact decays while it sticks, at most, per unit
    /// of damping and load: a limit surface with steep places is a damper stronger than its friction.
    ///
    /// `compliance` turns forces into accelerations, both in units of the rim: torque/r and r α.
    pub(crate) fn decay_rate(&self, compliance: &Matrix3<f64>) -> Outcome<f64> {
        let rates = self.surfaces()?.iter().map(|surface| decay_rate(surface, compliance));
        Ok(rates.fold(0.0, f64::max))
    }
}

/// The largest slope between neighbouring samples, in the metric of the kinetic energy.
fn decay_rate(surface: &LimitSurface, compliance: &Matrix3<f64>) -> f64 {
    let Some(metric) = compliance.cholesky() else { return f64::INFINITY };
    let samples = surface.samples();
    let step = FRAC_PI_2 / samples as f64;
    let direction = |a: usize, b: usize| {
        let ((sine, cosine), (out, up)) =
            ((a as f64 * step).sin_cos(), (b as f64 * step).sin_cos());
        Vector3::new(out * cosine, out * sine, up)
    };
    let slope = |(a, b): (usize, usize), (c, d): (usize, usize)| -> f64 {
        let ends = surface.sample_at(a, b).zip(surface.sample_at(c, d));
        let turn = direction(a, b) - direction(c, d);
        let turn = metric.l_dirty().solve_lower_triangular(&turn).map_or(0.0, |turn| turn.norm());
        let ends = ends.filter(|_| turn > 1e-9);
        ends.map_or(0.0, |(from, to)| metric.l().tr_mul(&(to - from)).norm() / turn)
    };
    let places = (0..4 * samples).flat_map(|a| (0..=samples).map(move |b| (a, b)));
    places
        .map(|(a, b)| slope((a, b), (a + 1, b)).max(slope((a, b), (a, b + 1))))
        .fold(0.0_f64, f64::max)
}
