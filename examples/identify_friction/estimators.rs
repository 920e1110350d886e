//! The estimators side by side, and how they do at many levels of noise.

use nalgebra::Vector3;
use stiction::plot::{Color, palette};
use stiction::sliding::identify::{
    FrictionEstimate, IdentificationError, KnownSlider, MaximumLikelihood, Pooling, Recording,
    one_step, smoothed,
};

use crate::common::Outcome;
use crate::experiment::{deviations, measured};
use crate::noise::Noise;

pub(crate) const NAMES: [&str; 3] = ["one step", "smoothed", "likelihood"];
pub(crate) const COLORS: [Color; 3] = [palette::GREY, palette::ORANGE, palette::BLUE];

type Estimate = Result<FrictionEstimate, IdentificationError>;

/// What each of them finds.
pub(crate) fn all(slider: &KnownSlider, recording: &Recording) -> [Estimate; 3] {
    let likelihood = MaximumLikelihood::default().fit(slider, recording);
    [
        one_step(slider, recording, Pooling::Median),
        smoothed(slider, recording, Pooling::Median),
        likelihood.map(|fit| fit.friction),
    ]
}

/// Relative errors at a level of noise.
pub(crate) struct Level {
    pub(crate) decibels: f64,
    /// Mean and standard deviation for each of [`NAMES`].
    pub(crate) found: [(Vector3<f64>, Vector3<f64>); 3],
    /// The smallest standard deviation that is possible without a bias.
    pub(crate) bound: Vector3<f64>,
    /// Recordings in which an estimator found nothing.
    pub(crate) failures: usize,
}

/// Signal to noise \[dB\].
const LEVELS: [f64; 5] = [60.0, 50.0, 40.0, 30.0, 20.0];

/// Returns the errors in `runs` recordings of a motion at every level.
pub(crate) fn study(
    slider: &KnownSlider,
    exact: &Recording,
    truth: &Vector3<f64>,
    runs: u32,
    noise: &mut Noise,
) -> Outcome<Vec<Level>> {
    LEVELS.iter().map(|&decibels| level(slider, exact, truth, decibels, runs, noise)).collect()
}

fn level(
    slider: &KnownSlider,
    exact: &Recording,
    truth: &Vector3<f64>,
    decibels: f64,
    runs: u32,
    noise: &mut Noise,
) -> Outcome<Level> {
    let size = deviations(exact, decibels)?;
    let search = MaximumLikelihood::builder().noise(size).build()?;
    let bound = search.fit(slider, exact)?.relative_errors();
    let mut errors: [Vec<Vector3<f64>>; 3] = Default::default();
    let mut failures = 0;
    for _ in 0..runs {
        let recording = measured(exact, &size, noise)?;
        for (errors, estimate) in errors.iter_mut().zip(all(slider, &recording)) {
            match estimate {
                Ok(found) => errors.push((found.limits - truth).component_div(truth)),
                Err(_) => failures += 1,
            }
        }
    }
    Ok(Level { decibels, found: errors.map(|errors| moments(&errors)), bound, failures })
}

/// Mean and standard deviation.
fn moments(errors: &[Vector3<f64>]) -> (Vector3<f64>, Vector3<f64>) {
    let count = errors.len() as f64;
    let mean = errors.iter().sum::<Vector3<f64>>() / count;
    let squares: Vector3<f64> =
        errors.iter().map(|error| (error - mean).map(|difference| difference.powi(2))).sum();
    (mean, (squares / (count - 1.0)).map(f64::sqrt))
}
