//! The Stribeck curve of steady velocities.
//!
//! ```text
//! F(s) = Fc + (Fs − Fc) exp(−(s/vs)^γ) + D s,   s = |v|
//! ```
//!
//! with the levels `Fc` and `Fs`, the viscous part `D`, the Stribeck velocity `vs` and the exponent `γ` (2 unless it is estimated). It
//! is linear in `Fc`, `Fs` and `D`.

use core::fmt::Debug;

use nalgebra::DMatrix;
use serde::Serialize;
use statrs::distribution::{ChiSquared, ContinuousCDF, StudentsT};

use super::noise::extent;
use super::separable::{Best, LINEAR, Range, Separable};
use super::swept::Factor;
use super::{CurveError, Direction, Quantity, Stretch, Stretches, Untold, require};

/// The exponent of the fall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Exponent {
    /// Fixed, from 0.2 to 5.
    Given(f64),
    /// Estimated.
    Free,
}

/// Settings of the fit to the stretches.
#[derive(Clone, Debug)]
pub struct Stribeck {
    /// The exponent, fixed (by default 2) or free.
    pub exponent: Exponent,
    /// The direction that alone is fitted; both by default.
    pub only: Option<Direction>,
}

impl Default for Stribeck {
    fn default() -> Self {
        Self { exponent: Exponent::Given(2.0), only: None }
    }
}

/// The curves of both directions.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct FrictionCurve {
    /// Curve of positive velocities, unless only the other one was requested.
    pub forward: Option<Curve>,
    /// Curve of negative velocities, unless only the other one was requested.
    pub backward: Option<Curve>,
}

impl FrictionCurve {
    /// Returns the existing curves.
    pub fn curves(&self) -> impl Iterator<Item = &Curve> {
        [&self.forward, &self.backward].into_iter().flatten()
    }
}

/// The curve of one direction.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Curve {
    /// Its direction.
    pub direction: Direction,
    /// `Fc` \[N m\].
    pub coulomb: Quantity,
    /// `Fs` \[N m\], the limit of zero velocity.
    pub breakaway: Quantity,
    /// `vs` \[rad/s\].
    pub stribeck_speed: Quantity,
    /// `γ`.
    pub exponent: Quantity,
    /// `D` \[N m s/rad\].
    pub viscous_damping: Quantity,
    /// Number of stretches.
    pub stretches: usize,
    /// `Σ ((torque − F)/standard error)²`.
    pub chi_square: f64,
    /// Number of stretches minus number of parameters.
    pub degrees_of_freedom: usize,
    /// Probability of a `χ²` this large, if the curve is right.
    pub probability: f64,
    /// Whether that is below 1 %, and the errors are therefore widened by `√(χ²/degrees of freedom)`.
    pub is_scaled: bool,
    #[serde(skip)]
    fitted: [f64; 5],
}

impl Curve {
    /// Returns the fitted friction at a speed \[N m\]; positive.
    #[must_use]
    pub fn value(&self, speed: f64) -> f64 {
        let [coulomb, breakaway, stribeck_speed, exponent, viscous] = self.fitted;
        let share = (-(speed / stribeck_speed).powf(exponent)).exp();
        coulomb + (breakaway - coulomb) * share + viscous * speed
    }
}

/// A `χ²` that is less likely than this is a wrong curve.
const UNLIKELY: f64 = 0.01;
/// A fall is seen if noise alone has such a gain in one of a hundred cases.
const FALL: f64 = 0.99;
/// Exponents are looked for in this range.
const EXPONENTS: [f64; 2] = [0.3, 4.0];

impl Stribeck {
    /// Returns the curves of stretches.
    ///
    /// # Errors
    /// Too few stretches of a direction (at least one more than the parameters), or of only one direction; an
    /// exponent out of its range.
    pub fn of(&self, stretches: &Stretches) -> Result<FrictionCurve, CurveError> {
        if let Exponent::Given(exponent) = self.exponent {
            let is_met = (0.2..=5.0).contains(&exponent);
            require("exponent", exponent, is_met, "must be from 0.2 to 5")?;
        }
        let number = |direction: Direction| {
            stretches.stretches.iter().filter(|own| own.direction() == direction).count()
        };
        let [forward, backward] = [Direction::Forward, Direction::Backward].map(number);
        if self.only.is_none() && forward.min(backward) == 0 {
            let direction = if backward == 0 { Direction::Forward } else { Direction::Backward };
            let found = forward + backward;
            let reason = format!(
                "all {found} stretches of steady velocity go {direction}: nothing is said of the other direction (ask for \
                 one of them)"
            );
            return Err(CurveError::TooLittle { reason });
        }
        let of = |direction: Direction| {
            let is_asked = self.only.is_none_or(|only| only == direction);
            is_asked.then(|| self.one(direction, stretches)).transpose()
        };
        Ok(FrictionCurve { forward: of(Direction::Forward)?, backward: of(Direction::Backward)? })
    }

    fn one(&self, direction: Direction, stretches: &Stretches) -> Result<Curve, CurveError> {
        let places: Vec<usize> = (0..stretches.stretches.len())
            .filter(|k| stretches.stretches[*k].direction() == direction)
            .collect();
        let own: Vec<&Stretch> = places.iter().map(|k| &stretches.stretches[*k]).collect();
        let parameters = LINEAR + if self.exponent == Exponent::Free { 2 } else { 1 };
        if own.len() <= parameters {
            let numbers = (own.len(), parameters + 1);
            return Err(CurveError::too_few(numbers, direction, stretches.left_out));
        }
        let speeds: Vec<f64> = own.iter().map(|own| own.velocity.abs()).collect();
        let levels: Vec<f64> = own.iter().map(|own| direction.sign() * own.torque).collect();
        let factor = stretches.sweep.as_ref().and_then(|sweep| {
            let all = &sweep.covariance;
            Factor::new(&DMatrix::from_fn(own.len(), own.len(), |i, j| all[(places[i], places[j])]))
        });
        let largest = levels.iter().fold(f64::MIN_POSITIVE, |most, level| most.max(level.abs()));
        let sigma = match factor {
            Some(_) => vec![1.0; own.len()],
            // A log without noise has the errors of its rounding.
            None => own.iter().map(|own| own.standard_error.max(1e-9 * largest)).collect(),
        };
        // The curve is averaged over the speeds of each stretch.
        let within: Vec<Vec<f64>> = match &stretches.sweep {
            Some(sweep) => {
                let of = |k: &usize| sweep.pieces[*k].velocities.iter().map(|v| v.abs()).collect();
                places.iter().map(of).collect()
            }
            None => speeds.iter().map(|speed| vec![*speed]).collect(),
        };
        let [slowest, fastest] = extent(&speeds);
        let mut ranges =
            vec![Range { low: (0.1 * slowest).ln(), high: (3.0 * fastest).ln(), points: 24 }];
        if self.exponent == Exponent::Free {
            let [low, high] = EXPONENTS.map(f64::ln);
            ranges.push(Range { low, high, points: 8 });
        }
        let exponent = self.exponent;
        let basis = |theta: &[f64], k: usize, row: &mut [f64; LINEAR]| {
            let exponent = match exponent {
                Exponent::Given(exponent) => exponent,
                Exponent::Free => theta[1].exp(),
            };
            let share = |speed: &f64| (-(exponent * (speed.ln() - theta[0])).exp()).exp();
            let share = within[k].iter().map(share).sum::<f64>() / within[k].len() as f64;
            *row = [1.0 - share, share, speeds[k]];
        };
        let (y, sigma, factor) = (&levels[..], &sigma[..], factor.as_ref());
        let ranges = &ranges[..];
        let problem = Separable { y, sigma, linear: LINEAR, ranges, factor, basis: &basis };
        let straight = |_: &[f64], k: usize, row: &mut [f64; LINEAR]| *row = [1.0, speeds[k], 0.0];
        let line = Separable { linear: 2, ranges: &[], basis: &straight, ..problem };
        let (best, flat) = (problem.least(None), line.least(None));
        let gain = flat.chi_square - best.chi_square;
        let needed = ChiSquared::new((parameters - 2) as f64)
            .map_or(f64::INFINITY, |law| law.inverse_cdf(FALL));
        // If both miss the data, a gain in units of the noise does not prove a fall.
        let misfit = (best.chi_square / (own.len() - parameters) as f64).max(1.0);
        let is_flat = gain / misfit < needed || best.values[1] <= best.values[0];
        let fitted = if is_flat { &flat } else { &best };
        let degrees_of_freedom = own.len() - fitted.values.len();
        let freedom = degrees_of_freedom as f64;
        let chi_square = fitted.chi_square;
        let probability = ChiSquared::new(freedom).map_or(1.0, |law| law.sf(chi_square));
        let is_scaled = probability < UNLIKELY;
        let factor = if is_scaled { (chi_square / freedom).sqrt() } else { 1.0 };
        let known = if is_scaled { freedom } else { stretches.noise_degrees_of_freedom };
        let quantile =
            StudentsT::new(0.0, 1.0, known).map_or(f64::INFINITY, |t| t.inverse_cdf(0.975));
        let (parts, fitted) = if is_flat {
            let reason = Untold::NoFall { gain: gain / misfit, needed };
            self.of_line(&line, &flat, (factor, quantile), &reason)
        } else {
            self.of_fall(&problem, &best, (factor, quantile), slowest)
        };
        let [coulomb, breakaway, stribeck_speed, exponent, viscous_damping] = parts;
        Ok(Curve {
            direction,
            coulomb,
            breakaway,
            stribeck_speed,
            exponent,
            viscous_damping,
            stretches: own.len(),
            chi_square,
            degrees_of_freedom,
            probability,
            is_scaled: factor > 1.0,
            fitted,
        })
    }

    /// Returns the parts of the curve, and its numbers, if no fall is seen; `factor` is that of the standard errors, and
    /// `quantile` half of an interval in such errors.
    fn of_line(
        &self,
        line: &Separable<'_>,
        flat: &Best,
        (factor, quantile): (f64, f64),
        reason: &Untold,
    ) -> ([Quantity; 5], [f64; 5]) {
        let covariance = line.covariance(flat, &[true; 2]);
        let told = |place: usize| match &covariance {
            Some(covariance) => {
                let error = factor * covariance[(place, place)].sqrt();
                Quantity::known(flat.values[place], error, quantile)
            }
            None => Quantity::unknown(Untold::Open),
        };
        let untold = || Quantity::unknown(reason.clone());
        let exponent = match self.exponent {
            Exponent::Given(value) => Quantity::Given { value },
            Exponent::Free => untold(),
        };
        let parts = [told(0), untold(), untold(), exponent, told(1)];
        (parts, [flat.values[0], flat.values[0], 1.0, 2.0, flat.values[1]])
    }

    fn of_fall(
        &self,
        problem: &Separable<'_>,
        best: &Best,
        (factor, quantile): (f64, f64),
        slowest: f64,
    ) -> ([Quantity; 5], [f64; 5]) {
        let rise = (factor * quantile).powi(2);
        let covariance = problem.covariance(best, &[true; LINEAR + 2][..best.values.len()]);
        let stribeck_speed = best.values[LINEAR].exp();
        let no_slow =
            (slowest > stribeck_speed).then_some(Untold::NoSlowStretch { slowest, stribeck_speed });
        let told = |place: usize, of: fn(f64) -> f64, doubt: Option<&Untold>| {
            let error = covariance.as_ref().map(|all| factor * all[(place, place)].sqrt());
            let own = best.values[place];
            let step = error.filter(|error| error.is_finite()).unwrap_or(0.1 * own.abs().max(0.1));
            let ends = problem.interval(best, place, rise, step).map(|end| end.map(of));
            match (doubt, ends, error) {
                (None, [Some(low), Some(high)], Some(error)) => {
                    let value = of(own);
                    // The error of a logarithm is relative.
                    let slope = if place < LINEAR { 1.0 } else { value };
                    let standard_error = slope * error;
                    Quantity::Known { value, standard_error, interval: [low, high] }
                }
                (Some(doubt), ..) => Quantity::Unknown { reason: doubt.clone(), interval: ends },
                _ => Quantity::Unknown { reason: Untold::Open, interval: ends },
            }
        };
        let same = |value: f64| value;
        let (exponent, value) = match self.exponent {
            Exponent::Given(value) => (Quantity::Given { value }, value),
            Exponent::Free => {
                let place = LINEAR + 1;
                (told(place, f64::exp, no_slow.as_ref()), best.values[place].exp())
            }
        };
        let parts = [
            told(0, same, None),
            told(1, same, no_slow.as_ref()),
            told(LINEAR, f64::exp, no_slow.as_ref()),
            exponent,
            told(2, same, None),
        ];
        (parts, [best.values[0], best.values[1], stribeck_speed, value, best.values[2]])
    }
}
