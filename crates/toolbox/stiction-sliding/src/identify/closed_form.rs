//! Friction of every step from the velocities at its ends, pooled over the steps.

use nalgebra::{Matrix3, Vector3};

use super::estimate::PARAMETER_NAMES;
use super::noise::{deviation_of, first_guess, median};
use super::observed::Observed;
use super::smoothing::parabola;
use super::{FrictionEstimate, IdentificationError, KnownSlider, Recording};

/// Samples that a local parabola of [`smoothed`] is fitted to, unless the recording is shorter.
pub const SMOOTHING_WINDOW: usize = 13;

/// A body is at rest if its velocities are that many standard deviations of the noise, or less.
const REST: f64 = 5.0;

/// Estimates that a median needs at least.
const FEWEST: usize = 3;

/// Estimates the friction that single steps show, as the [module](super) says.
///
/// Exact for velocities without errors. The standard errors are those of the scatter, as if the
/// steps were independent; they do not tell the bias.
///
/// # Errors
/// [`IdentificationError::TooFewSteps`] with the parameter.
pub fn one_step(
    slider: &KnownSlider,
    recording: &Recording,
) -> Result<FrictionEstimate, IdentificationError> {
    let velocities = recording.velocities();
    let ends = velocities.windows(2).map(|ends| [ends[0], ends[1]]);
    pooled(&with_slip(slider, recording, ends), 1.0)
}

/// Estimates the friction after smoothing: the velocities of a step are those of the parabola nearest to
/// the samples around it, [`SMOOTHING_WINDOW`] of them or as many as there are.
///
/// Only the effect of friction is smoothed, because the loads are known. The standard errors allow for
/// steps that share samples; they do not tell the bias.
///
/// # Errors
/// [`IdentificationError::TooFewSteps`] with the parameter.
pub fn smoothed(
    slider: &KnownSlider,
    recording: &Recording,
) -> Result<FrictionEstimate, IdentificationError> {
    let (velocities, loads) = (recording.velocities(), recording.loads());
    let inertia = Vector3::new(slider.mass, slider.mass, slider.inertia);
    let mut given = vec![Vector3::zeros()];
    for (k, load) in loads.iter().enumerate() {
        let push = Vector3::new(load.force.x, load.force.y, load.torque.z) * recording.interval();
        given.push(given[k] + push.component_div(&inertia));
    }
    let by_friction: Vec<_> = velocities.iter().zip(&given).map(|(v, given)| v - given).collect();
    let window = SMOOTHING_WINDOW.min(velocities.len());
    let ends = (0..loads.len()).filter_map(|k| {
        // The window is around the end of the step, where its slip is.
        let first = (k + 1).saturating_sub(window / 2).min(velocities.len() - window);
        let smooth = parabola(&by_friction[first..first + window])?;
        Some([k, k + 1].map(|at| smooth((at - first) as f64) + given[at]))
    });
    pooled(&with_slip(slider, recording, ends), window as f64)
}

/// Returns the steps with slip.
fn with_slip(
    slider: &KnownSlider,
    recording: &Recording,
    ends: impl Iterator<Item = [Vector3<f64>; 2]>,
) -> Vec<Observed> {
    let noise = first_guess(recording, f64::EPSILON) * REST;
    let steps = ends.zip(recording.loads()).filter_map(|([before, after], load)| {
        let moves = after.iter().zip(&noise).any(|(velocity, rest)| velocity.abs() > *rest);
        let step = || Observed::new(slider, recording.interval(), load, [&before, &after]);
        moves.then(step).flatten()
    });
    steps.collect()
}

/// Returns the median of `μ e_i`, for which bad steps do not count much; `correlated` steps tell as much as one that is
/// independent of others.
fn pooled(steps: &[Observed], correlated: f64) -> Result<FrictionEstimate, IdentificationError> {
    // The limits of each step; none if noise gives a square that is not positive.
    let usable = |square: &f64| *square > 0.0 && square.is_finite();
    let limit = |step: &Observed, i: usize| Some(step.squares()[i]).filter(usable).map(f64::sqrt);
    let mut limits = Vector3::zeros();
    for (i, parameter) in PARAMETER_NAMES.into_iter().enumerate() {
        let mut all: Vec<f64> = steps.iter().filter_map(|step| limit(step, i)).collect();
        let found = all.len();
        let best = median(&mut all).filter(|_| found >= FEWEST);
        let few = IdentificationError::TooFewSteps { parameter, found, needed: FEWEST };
        limits[i] = best.ok_or(few)?;
    }
    let deviations =
        steps.iter().map(|step| [0, 1, 2].map(|i| limit(step, i).map(|limit| limit - limits[i])));
    let covariance = covariance_of_medians(&deviations.collect::<Vec<_>>()) * correlated;
    Ok(FrictionEstimate { limits, covariance, steps: steps.len() })
}

/// Returns the covariance of the medians of samples from normal distributions: `π/2 s_i s_j` times the mean
/// product of their signs, over the number of samples, with the robust deviations s.
fn covariance_of_medians(samples: &[[Option<f64>; 3]]) -> Matrix3<f64> {
    let deviation = |i: usize| {
        let mut sizes: Vec<_> = samples.iter().filter_map(|s| s[i].map(f64::abs)).collect();
        deviation_of(median(&mut sizes).unwrap_or(0.0))
    };
    let deviations = [0, 1, 2].map(deviation);
    let entry = |i: usize, j: usize| {
        let pairs = samples.iter().filter_map(|s| s[i].zip(s[j]));
        let signs: Vec<f64> = pairs.map(|(a, b)| sign(a) * sign(b)).collect();
        let count = signs.len().max(1) as f64;
        let mean = if i == j { 1.0 } else { signs.iter().sum::<f64>() / count };
        core::f64::consts::FRAC_PI_2 * deviations[i] * deviations[j] * mean / count
    };
    Matrix3::from_fn(entry)
}

fn sign(number: f64) -> f64 {
    if number == 0.0 { 0.0 } else { number.signum() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_has_no_sign() {
        assert_eq!([-3.0, -0.0, 0.0, 1e-300].map(sign), [-1.0, 0.0, 0.0, 1.0]);
    }
}
