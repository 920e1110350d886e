//! Estimators of friction at a level of noise.

use core::f64::consts::TAU;

use nalgebra::Vector3;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use stiction::prelude::*;
use stiction::sliding::identify::{KnownSlider, MaximumLikelihood, Recording, one_step, smoothed};

use super::body::STEP;
use crate::PaperError;

pub(super) const TRUTH: [f64; 3] = [0.31, 0.31, 3.1e-3];
/// Recordings per level of noise.
pub(super) const RUNS: u32 = 400;
pub(super) const NAMES: [&str; 3] = ["one step", "smoothed", "likelihood"];

fn twist(v: &Vector3<f64>) -> PlanarTwist {
    PlanarTwist { linear: v.xy(), angular: v.z }
}

/// Returns a normally distributed number, by Box and Muller.
fn normal(random: &mut Pcg64) -> f64 {
    let (size, angle) = (1.0 - random.random::<f64>(), random.random::<f64>());
    (-2.0 * size.ln()).sqrt() * (TAU * angle).cos()
}

/// Relative errors at a level of noise.
pub(super) struct Level {
    /// Mean and standard deviation of each estimator.
    pub(super) found: [[Vector3<f64>; 2]; 3],
    /// The Cramér-Rao bound.
    pub(super) bound: Vector3<f64>,
    pub(super) failures: usize,
}

pub(super) fn level(
    slider: &KnownSlider,
    exact: &[Vector3<f64>],
    decibels: f64,
) -> Result<Level, PaperError> {
    let mut random = Pcg64::seed_from_u64(decibels as u64);
    let squares: Vector3<f64> = exact.iter().map(|v| v.component_mul(v)).sum();
    let size = (squares / exact.len() as f64).map(f64::sqrt) * 10.0_f64.powf(-decibels / 20.0);
    let recorded = |velocities: &[Vector3<f64>]| {
        Recording::new(STEP, &velocities.iter().map(twist).collect::<Vec<_>>(), &[])
    };
    let search = MaximumLikelihood::builder().noise(size).build()?;
    let bound = search.fit(slider, &recorded(exact)?)?.relative_errors();
    let (mut errors, mut failures) = ([const { vec![] }; 3], 0);
    for _ in 0..RUNS {
        let noisy = exact.iter().map(|v| v + size.map(|size| size * normal(&mut random)));
        let recording = recorded(&noisy.collect::<Vec<_>>())?;
        let likelihood = MaximumLikelihood::default().fit(slider, &recording);
        let estimates = [
            one_step(slider, &recording),
            smoothed(slider, &recording),
            likelihood.map(|fit| fit.friction),
        ];
        for (errors, estimate) in errors.iter_mut().zip(estimates) {
            match estimate {
                Ok(found) => errors.push(found.limits.component_div(&Vector3::from(TRUTH))),
                Err(_) => failures += 1,
            }
        }
    }
    Ok(Level { found: errors.map(|errors| moments(&errors)), bound, failures })
}

/// Returns mean and standard deviation of ratios to the truth, the mean less 1.
fn moments(ratios: &[Vector3<f64>]) -> [Vector3<f64>; 2] {
    let count = ratios.len() as f64;
    let mean = ratios.iter().sum::<Vector3<f64>>() / count;
    let squares: Vector3<f64> = ratios.iter().map(|r| (r - mean).map(|x| x * x)).sum();
    [mean.add_scalar(-1.0), (squares / (count - 1.0)).map(f64::sqrt)]
}
