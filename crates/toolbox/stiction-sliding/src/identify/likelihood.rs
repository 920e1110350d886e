//! The most likely trajectory.

use nalgebra::{Matrix6, Vector3, Vector6};
use stiction_core::{Describe, ParameterError, PlanarTwist, Validate};
use typed_builder::TypedBuilder;

use super::estimate::PARAMETER_NAMES;
use super::marquardt::{Quadratic, minimum};
use super::noise::first_guess;
use super::observed::Observed;
use super::recording::twist;
use super::trajectory::{Unknowns, follow, limits};
use super::{FrictionEstimate, IdentificationError, KnownSlider, Recording, one_step, smoothed};

/// The friction whose trajectory is nearest to the measured velocities.
///
/// The unknowns are `ln μ e_i` and the first velocity, the residuals those of all velocities in units
/// of their noise: with white, normally distributed noise the maximum of the likelihood, found by the
/// method of Levenberg and Marquardt from the [`smoothed`] estimate. Derivatives are exact (of the
/// implicit equation of a step), standard errors those of the Fisher information.
///
/// | setter | | default |
/// |---|---|---|
/// | `noise` | standard deviations of `v_x`, `v_y` \[m/s\] and ω \[rad/s\], > 0 | found from the residuals of at least 9 steps |
/// | `start` | `μ e_t`, `μ e_o`, `μ e_r` to start from, > 0; one that is far off may lead nowhere, which is an error | [`smoothed`], else [`one_step`] |
/// | `most_iterations` | > 0 | 100 |
#[derive(Clone, Copy, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<MaximumLikelihood, ParameterError>))]
#[describe(check = Self::further)]
pub struct MaximumLikelihood {
    /// Standard deviations of the measured velocities, > 0.
    #[builder(default, setter(strip_option))]
    #[field(positive)]
    noise: Option<Vector3<f64>>,
    /// Limits to start from, > 0.
    #[builder(default, setter(strip_option))]
    #[field(positive)]
    start: Option<Vector3<f64>>,
    /// Iterations at most, > 0.
    #[builder(default = MOST_ITERATIONS)]
    most_iterations: u32,
}

const MOST_ITERATIONS: u32 = 100;

/// Noise below which velocities count as exact, in units of their root mean square.
const LEAST_NOISE: f64 = 1e-8;

/// Noise to begin with, in these units: if the weights of the velocities differ too much the way is narrow.
const FIRST_NOISE: f64 = 1e-3;

/// Steps for noise to be found: six unknowns can fit one of the velocities exactly if there are fewer.
const FEWEST_FOR_NOISE: usize = 9;

/// Rounds in which noise is found from residuals, and the relative change that ends them.
const NOISE_ROUNDS: u32 = 20;
const NOISE_TOLERANCE: f64 = 1e-6;

/// Standard error of `ln μ e_i` above which nothing is known of it.
const UNKNOWN: f64 = 10.0;

impl MaximumLikelihood {
    fn further(&self) -> Result<(), ParameterError> {
        let most = f64::from(self.most_iterations);
        Self::require(most > 0.0, "most_iterations", most, "must be positive")
    }
}

impl Default for MaximumLikelihood {
    fn default() -> Self {
        Self { noise: None, start: None, most_iterations: MOST_ITERATIONS }
    }
}

/// A trajectory and its information.
#[derive(Clone, Debug, PartialEq)]
pub struct TrajectoryFit {
    /// The friction.
    pub friction: FrictionEstimate,
    /// Velocity at the beginning.
    pub initial: PlanarTwist,
    /// Covariance of the errors of `ln μ e_t`, `ln μ e_o`, `ln μ e_r`, `v_x`, `v_y` and ω at the
    /// beginning.
    pub covariance: Matrix6<f64>,
    /// Standard deviations of the measured velocities, given or found.
    pub noise: Vector3<f64>,
    /// Measured less fitted velocities \[m/s, rad/s\].
    pub residuals: Vec<Vector3<f64>>,
    /// Sum of their squares in units of the noise, per degree of freedom: near 1 if the model
    /// and the given noise are right. It is 1 by construction if the noise was found.
    pub reduced_chi_square: f64,
    /// Iterations, of all rounds.
    pub iterations: u32,
}

impl TrajectoryFit {
    /// Returns the relative standard errors of the limits: those of their logarithms.
    #[must_use]
    pub fn relative_errors(&self) -> Vector3<f64> {
        self.covariance.diagonal().fixed_rows::<3>(0).map(f64::sqrt)
    }
}

impl MaximumLikelihood {
    /// Finds the friction.
    ///
    /// # Errors
    /// [`IdentificationError`]: too few steps with slip, a parameter that this motion does not tell, a
    /// search that does not settle.
    pub fn fit(
        &self,
        slider: &KnownSlider,
        recording: &Recording,
    ) -> Result<TrajectoryFit, IdentificationError> {
        let steps = recording.loads().len();
        if self.noise.is_none() && steps < FEWEST_FOR_NOISE {
            let (found, needed) = (steps, FEWEST_FOR_NOISE);
            return Err(IdentificationError::TooFewSteps { parameter: "noise", found, needed });
        }
        let mut noise = self.noise.unwrap_or_else(|| first_guess(recording, FIRST_NOISE));
        let mut unknowns = self.first(slider, recording)?;
        let (mut spent, mut round) = (0, 0);
        loop {
            round += 1;
            let sum = |unknowns: &Unknowns| squares(slider, recording, unknowns, &noise);
            let (at, there, iterations) = minimum(unknowns, self.most_iterations, sum)?;
            (unknowns, spent) = (at, spent + iterations);
            let residuals = residuals(slider, recording, &unknowns)?;
            let found = scatter(recording, &residuals);
            let change = (found - noise).component_div(&noise).amax();
            if self.noise.is_some() || change <= NOISE_TOLERANCE || round >= NOISE_ROUNDS {
                let steps = slipping(slider, recording, &unknowns)?;
                return finish(&at, &there, noise, residuals, steps, spent);
            }
            noise = found;
        }
    }

    fn first(
        &self,
        slider: &KnownSlider,
        recording: &Recording,
    ) -> Result<Unknowns, IdentificationError> {
        // Without some steps that inform about friction the search cannot begin.
        let closed = || smoothed(slider, recording).or_else(|_| one_step(slider, recording));
        let limits = self.start.map_or_else(|| closed().map(|found| found.limits), Ok)?;
        let mut unknowns = Unknowns::zeros();
        unknowns.fixed_rows_mut::<3>(0).copy_from(&limits.map(f64::ln));
        unknowns.fixed_rows_mut::<3>(3).copy_from(&recording.velocities()[0]);
        Ok(unknowns)
    }
}

/// Returns the sum of squares of the residuals in units of the noise.
fn squares(
    slider: &KnownSlider,
    recording: &Recording,
    unknowns: &Unknowns,
    noise: &Vector3<f64>,
) -> Result<Quadratic, IdentificationError> {
    let mut sum = Quadratic { value: 0.0, gradient: Vector6::zeros(), curvature: Matrix6::zeros() };
    follow(slider, recording, unknowns, |k, velocity, derivatives| {
        for i in 0..3 {
            let residual = (velocity[i] - recording.velocities()[k][i]) / noise[i];
            let slope = derivatives.row(i).transpose() / noise[i];
            sum.value += residual * residual;
            sum.gradient += slope * residual;
            sum.curvature += slope * slope.transpose();
        }
    })?;
    Ok(sum)
}

fn residuals(
    slider: &KnownSlider,
    recording: &Recording,
    unknowns: &Unknowns,
) -> Result<Vec<Vector3<f64>>, IdentificationError> {
    let mut residuals = vec![];
    follow(slider, recording, unknowns, |k, velocity, _| {
        residuals.push(recording.velocities()[k] - velocity);
    })?;
    Ok(residuals)
}

/// Returns the noise by the residuals: each velocity has two of the six unknowns.
fn scatter(recording: &Recording, residuals: &[Vector3<f64>]) -> Vector3<f64> {
    let least = recording.sizes() * LEAST_NOISE;
    let squares: Vector3<f64> = residuals.iter().map(|r| r.component_mul(r)).sum();
    let freedom = residuals.len().saturating_sub(2).max(1) as f64;
    (squares / freedom).map(f64::sqrt).zip_map(&least, f64::max)
}

/// Returns the steps of the trajectory with slip.
fn slipping(
    slider: &KnownSlider,
    recording: &Recording,
    unknowns: &Unknowns,
) -> Result<usize, IdentificationError> {
    let mut before = None;
    let mut count = 0;
    follow(slider, recording, unknowns, |k, &velocity, _| {
        let load = k.checked_sub(1).and_then(|k| recording.loads().get(k));
        let contact = before.zip(load).and_then(|(before, load)| {
            Observed::new(slider, recording.interval(), load, [&before, &velocity])
        });
        count += usize::from(contact.is_some() && velocity != Vector3::zeros());
        before = Some(velocity);
    })?;
    Ok(count)
}

fn finish(
    at: &Unknowns,
    there: &Quadratic,
    noise: Vector3<f64>,
    residuals: Vec<Vector3<f64>>,
    steps: usize,
    iterations: u32,
) -> Result<TrajectoryFit, IdentificationError> {
    let covariance = covariance(&there.curvature)?;
    let limits = limits(at);
    let scale = nalgebra::Matrix3::from_diagonal(&limits);
    let relative = covariance.fixed_view::<3, 3>(0, 0);
    let freedom = (3 * residuals.len()).saturating_sub(6).max(1) as f64;
    Ok(TrajectoryFit {
        friction: FrictionEstimate { limits, covariance: scale * relative * scale, steps },
        initial: twist(&at.fixed_rows::<3>(3).into()),
        covariance,
        noise,
        residuals,
        reduced_chi_square: there.value / freedom,
        iterations,
    })
}

/// Returns the inverse of the Fisher information.
fn covariance(information: &Matrix6<f64>) -> Result<Matrix6<f64>, IdentificationError> {
    let unknown = |i: usize| IdentificationError::NotIdentifiable { parameter: PARAMETER_NAMES[i] };
    // The units make its diagonal 1, which separates dependence from units.
    let scale = information.diagonal().map(f64::sqrt);
    if let Some(i) = (0..3).find(|&i| scale[i] * UNKNOWN <= 1.0) {
        return Err(unknown(i));
    }
    let unit = Matrix6::from_fn(|i, j| information[(i, j)] / (scale[i] * scale[j]));
    let inverse = unit.try_inverse().filter(|inverse| inverse.iter().all(|x| x.is_finite()));
    let inverse = inverse.ok_or_else(|| unknown(weakest(&unit)))?;
    let covariance = Matrix6::from_fn(|i, j| inverse[(i, j)] / (scale[i] * scale[j]));
    let certain = |i: usize| (0.0..UNKNOWN * UNKNOWN).contains(&covariance[(i, i)]);
    (0..3).find(|&i| !certain(i)).map_or(Ok(covariance), |i| Err(unknown(i)))
}

/// Returns the friction parameter with the largest part in the direction that is least certain.
fn weakest(unit: &Matrix6<f64>) -> usize {
    let eigen = unit.symmetric_eigen();
    let direction = eigen.eigenvectors.column(eigen.eigenvalues.imin());
    direction.fixed_rows::<3>(0).iamax()
}
