//! The torque after the position turns: stiffness before sliding, and the torque at which it breaks away.
//!
//! After a turning point the torque `f` along the motion rises with the distance `x` since, from the level of the
//! previous direction to that of the new one:
//!
//! ```text
//! f(x) = L − A y(x/λ),   dy/ds = −yⁿ,   y(0) = 1
//! y(s) = (1 − (1 − n) s)^(1/(1 − n)), 0 where that is over;   exp(−s) for n = 1
//! ```
//!
//! `L` is the break-away torque, `K = A/λ` the initial stiffness. The roundness `n` tells laws apart: 0 is a spring
//! that slides at its limit (gsat, Coulomb friction with a spring), 1 is a bristle that yields gradually (Dahl 1968,
//! LuGre; the exponent is free in Dahl's paper too). Many elements that slip one after the other (Maxwell-slip) are
//! between: ½ if their limits are spread evenly.
//!
//! **Meaning of `K`.** For a spring that slides at its limit, and for Maxwell-slip elements together, `K` is the
//! stiffness. A bristle of Dahl or LuGre that comes from sliding the other way starts with **twice** its stiffness.

use core::ops::Range;

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};

use super::noise::{Noise, mean};
use super::separable::{self, Best, LINEAR, Separable};
use super::{Quantity, Untold, encoder};

/// How the torque rises to its level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OnsetKind {
    /// Linearly, until it slides: gsat, Coulomb friction with a spring.
    Sharp,
    /// It bends: Dahl, LuGre, Maxwell-slip.
    Gradual,
    /// The log does not determine which.
    Undecided,
}

impl core::fmt::Display for OnsetKind {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Sharp => "sharp",
            Self::Gradual => "gradual",
            Self::Undecided => "undecided",
        })
    }
}

/// The rise of the torque to its level.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Onset {
    /// Its kind.
    pub kind: OnsetKind,
    /// Initial slope \[N m/rad\]; for Dahl and LuGre twice their stiffness.
    pub stiffness: Quantity,
    /// The torque at which it breaks away: the level \[N m\].
    pub breakaway: Quantity,
    /// `n`: 1 for Dahl and LuGre; `None` if it is sharp.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roundness: Option<Quantity>,
}

/// The rows after a turning point.
#[derive(Clone, Debug, Default)]
pub(super) struct Swing {
    pub(super) way: Vec<f64>,
    pub(super) torque: Vec<f64>,
    pub(super) encoder: Option<Steps>,
    /// Rows within the encoder step that held most.
    pub(super) holding: Range<usize>,
}

/// The steps of an encoder in swings, and the torque within them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps {
    /// Its step \[rad\].
    size: f64,
    /// Rows over which a torque must last to count as held.
    window: usize,
    /// The largest mean torque of that many rows within a step \[N m\].
    held: f64,
}

impl Steps {
    pub(super) fn and(self, other: Self) -> Self {
        let held = self.held.max(other.held);
        Self { size: self.size, window: self.window.min(other.window), held }
    }
}

/// A roundness below this is sharp, one above it is gradual: half that of elements that slip one after the other.
const BETWEEN: f64 = 0.25;
/// Largest roundness that is tried.
const ROUNDEST: f64 = 1.5;
/// The torque has levelled off if less than this share of its rise is left.
const LEVEL: f64 = 0.05;
/// If there are more rows after a turning point, they are averaged.
const MOST_ROWS: usize = 1000;
/// The torque bends if a straight line has a `χ²` that is larger by this; noise does so in one of ten thousand cases.
const BENT: f64 = 18.0;
/// Rows that are needed on the rise.
const RISING: usize = 4;
/// Rows that are needed altogether.
pub(super) const FEWEST: usize = 12;
/// Steps of an encoder that are needed on the rise.
const STEPS: usize = 4;
/// A torque is held within a step if its mean over this share of the step's rows is.
const HELD: usize = 8;
/// A mean beyond this multiple of its deviation is not noise.
const NOISE: f64 = 4.0;

impl Swing {
    /// Returns how much the torque rises from its first tenth to its last.
    pub(super) fn rise(&self) -> f64 {
        let tenth = (self.torque.len() / 10).max(1);
        mean(&self.torque[self.torque.len() - tenth..]) - mean(&self.torque[..tenth])
    }

    pub(super) fn travel(&self) -> f64 {
        self.way.iter().copied().fold(0.0, f64::max)
    }

    /// Returns the torques minus those of the best curve.
    fn residuals(&self, best: &Best) -> Vec<f64> {
        let [level, height, length, roundness] = best.values[..] else { return vec![] };
        let value = |way: f64| level - height * left(way / length.exp(), roundness);
        self.way.iter().zip(&self.torque).map(|(x, f)| f - value(*x)).collect()
    }

    /// Returns the means of groups of `every` neighbours.
    fn thinned(&self, every: usize) -> Self {
        let of = |rows: &[f64]| rows.chunks(every).map(mean).collect();
        Self { way: of(&self.way), torque: of(&self.torque), ..Self::default() }
    }

    /// Returns the rows whose distances are known from the steps of an encoder.
    pub(super) fn between_steps(&self, step: f64) -> Self {
        let (from, way) = encoder::ways(&self.way, step);
        let torque = self.torque[from..from + way.len()].to_vec();
        let steps = (self.travel() / step).max(1.0);
        let window = (self.way.len() as f64 / (HELD as f64 * steps)).max(1.0) as usize;
        let (mut held, mut holding) = (f64::NEG_INFINITY, 0..0);
        let mut row = 0;
        for shown in self.way.chunk_by(|a, b| a == b) {
            let rows = row..row + shown.len();
            row = rows.end;
            let most = self.torque[rows.clone()].rchunks_exact(window).map(mean);
            let most = most.fold(f64::NEG_INFINITY, f64::max);
            if most > held {
                (held, holding) = (most, rows);
            }
        }
        let [start, end] =
            [holding.start, holding.end].map(|row| row.saturating_sub(from).min(way.len()));
        let encoder = Some(Steps { size: step, window, held });
        Self { way, torque, encoder, holding: start..end }
    }
}

/// Returns `y(s)`, the share of the rise that remains.
pub(super) fn left(s: f64, roundness: f64) -> f64 {
    let s = s.max(0.0);
    if (roundness - 1.0).abs() < 1e-6 {
        return (-s).exp();
    }
    let base = 1.0 - (1.0 - roundness) * s;
    if base <= 0.0 { 0.0 } else { base.powf(1.0 / (1.0 - roundness)) }
}

/// Returns the onset of swings that form one curve, and its numbers: `L`, `A`, `λ`, `n`.
pub(super) fn fit(swings: &[&Swing], encoder: Option<Steps>) -> (Onset, [f64; 4]) {
    let fewest = swings.iter().map(|swing| swing.way.len()).min().unwrap_or(0);
    if let Some(Steps { size, .. }) = encoder
        && let Some(steps) = swings.iter().map(|swing| (swing.travel() / size) as usize).min()
        && (steps < STEPS || fewest < FEWEST)
    {
        return too_coarse(steps);
    }
    let longest = swings.iter().map(|swing| swing.way.len()).max().unwrap_or(1);
    let every = longest.div_ceil(MOST_ROWS);
    let thin: Vec<Swing> = swings.iter().map(|swing| swing.thinned(every)).collect();
    let way: Vec<f64> = thin.iter().flat_map(|swing| swing.way.iter().copied()).collect();
    let torque: Vec<f64> = thin.iter().flat_map(|swing| swing.torque.iter().copied()).collect();
    let travel = way.iter().copied().fold(0.0, f64::max);
    let nearest = 0.5 * travel / (longest / every) as f64;
    let ranges = [
        separable::Range { low: (0.2 * nearest).ln(), high: (3.0 * travel).ln(), points: 20 },
        separable::Range { low: 0.0, high: ROUNDEST, points: 7 },
    ];
    let basis = |theta: &[f64], k: usize, row: &mut [f64; LINEAR]| {
        *row = [1.0, -left(way[k] / theta[0].exp(), theta[1]), 0.0];
    };
    let ones = vec![1.0; way.len()];
    let (y, ranges, factor) = (&torque[..], &ranges[..], None);
    let whole = Separable { y, sigma: &ones, linear: 2, ranges, factor, basis: &basis };
    let first = whole.least(None);
    let (sigma, known) = spread(&thin, &first, &torque);
    let sigma = vec![sigma; way.len()];
    let whole = Separable { sigma: &sigma, ..whole };
    let best = Best { chi_square: first.chi_square / sigma[0].powi(2), ..first };
    let quantile = StudentsT::new(0.0, 1.0, known).map_or(2.0, |t| t.inverse_cdf(0.975));
    let straight = |_: &[f64], k: usize, row: &mut [f64; LINEAR]| *row = [1.0, way[k], 0.0];
    let line = Separable { ranges: &[], basis: &straight, ..whole };
    let flat = line.least(None);
    if flat.chi_square - best.chi_square < BENT {
        return rising_only(&flat, line.covariance(&flat, &[true; 2]).as_ref(), quantile);
    }
    // The others follow from this one.
    let near = best.values[2];
    let nearby = [separable::Range { low: near - 1.0, high: near + 1.0, points: 6 }, ranges[1]];
    let [low, high] =
        Separable { ranges: &nearby, ..whole }.interval(&best, 3, quantile * quantile, 0.05);
    let interval = [low.unwrap_or(0.0), high.unwrap_or(ROUNDEST)];
    let rising = way.iter().filter(|x| **x < best.values[2].exp()).count() / swings.len();
    let step = encoder.map_or(0.0, |own| own.size);
    let held = encoder.map_or(f64::NEG_INFINITY, |own| own.held);
    let above = encoder.map_or(0.0, |own| above(swings, &best, own.window));
    let seen = Seen { travel, rising, step, held, above, swings: swings.len() };
    let parts = |best: &Best, is_free: [bool; 4]| {
        told(best, whole.covariance(best, &is_free).as_ref(), quantile, seen)
    };
    let numbers =
        |best: &Best| [best.values[0], best.values[1], best.values[2].exp(), best.values[3]];
    if interval[1] < BETWEEN {
        let sharp = whole.least(Some((3, 0.0)));
        let [stiffness, breakaway] = parts(&sharp, [true, true, true, false]);
        let onset = Onset { kind: OnsetKind::Sharp, stiffness, breakaway, roundness: None };
        return (onset, numbers(&sharp));
    }
    let [stiffness, breakaway] = parts(&best, [true; 4]);
    let half = 0.5 * (interval[1] - interval[0]) / quantile;
    let roundness = match (low, high) {
        (Some(_), Some(_)) => {
            Quantity::Known { value: best.values[3], standard_error: half, interval }
        }
        _ => Quantity::Unknown { reason: Untold::Open, interval: [low, high] },
    };
    let is_gradual = interval[0] > BETWEEN;
    let kind = if is_gradual { OnsetKind::Gradual } else { OnsetKind::Undecided };
    (Onset { kind, stiffness, breakaway, roundness: Some(roundness) }, numbers(&best))
}

/// Returns the result of a straight line: the stiffness, and no break-away.
fn rising_only(
    flat: &Best,
    covariance: Option<&nalgebra::DMatrix<f64>>,
    quantile: f64,
) -> (Onset, [f64; 4]) {
    let (start, slope) = (flat.values[0], flat.values[1]);
    let stiffness = match covariance {
        Some(covariance) => Quantity::known(slope, covariance[(1, 1)].sqrt(), quantile),
        None => Quantity::unknown(Untold::Open),
    };
    // A curve that levels off far away.
    (undecided(stiffness, Untold::Straight), [start + 1e9 * slope, 1e9 * slope, 1e9, 0.0])
}

/// Returns the deviation of a row of white noise that is as informative as this noise, and its degrees of freedom.
fn spread(swings: &[Swing], best: &Best, torque: &[f64]) -> (f64, f64) {
    let residuals: Vec<Vec<f64>> = swings.iter().map(|swing| swing.residuals(best)).collect();
    let noise = Noise::new(&residuals.iter().map(Vec::as_slice).collect::<Vec<_>>(), 1);
    let largest = torque.iter().fold(f64::MIN_POSITIVE, |most, f| most.max(f.abs()));
    (noise.of_row().max(1e-9 * largest), noise.degrees_of_freedom)
}

/// Returns how far noise alone may put the largest of `n` means over a window above the level: `z` of their
/// deviations with `z² = 4² + 2 ln n`, because a normal number exceeds `z` in fewer than `exp(−z²/2)` of all cases.
fn above(swings: &[&Swing], best: &Best, window: usize) -> f64 {
    let of = |swing: &&Swing| -> Vec<f64> {
        let residuals = swing.residuals(best).into_iter().enumerate();
        // A torque that was held is not noise.
        let noise = residuals.filter(|(row, _)| !swing.holding.contains(row));
        let noise: Vec<f64> = noise.map(|(_, own)| own).collect();
        noise.chunks_exact(window).map(mean).collect()
    };
    let means: Vec<f64> = swings.iter().flat_map(of).collect();
    let number = means.len().max(1) as f64;
    let variance = means.iter().map(|own| own * own).sum::<f64>() / number;
    (variance * (NOISE * NOISE + 2.0 * number.ln())).sqrt().max(1e-9 * best.values[0].abs())
}

/// Returns the result for an encoder with too few steps.
fn too_coarse(steps: usize) -> (Onset, [f64; 4]) {
    let reason = Untold::Coarse { steps, needed: STEPS };
    (undecided(Quantity::unknown(reason.clone()), reason), [f64::NAN; 4])
}

/// Returns an onset of which at most the stiffness is known.
fn undecided(stiffness: Quantity, reason: Untold) -> Onset {
    let unseen = Quantity::unknown(reason);
    let roundness = Some(unseen.clone());
    Onset { kind: OnsetKind::Undecided, stiffness, breakaway: unseen, roundness }
}

/// The observed part of the rise.
#[derive(Clone, Copy, Debug)]
struct Seen {
    travel: f64,
    /// Rows on the rise.
    rising: usize,
    /// The step of the encoder, or 0.
    step: f64,
    /// The largest torque held within a step, and how far noise may put that above the level.
    held: f64,
    above: f64,
    swings: usize,
}

/// Returns stiffness and break-away torque.
fn told(
    best: &Best,
    covariance: Option<&nalgebra::DMatrix<f64>>,
    quantile: f64,
    Seen { travel, rising, step, held, above, swings }: Seen,
) -> [Quantity; 2] {
    let (level, height, length) = (best.values[0], best.values[1], best.values[2].exp());
    let Some(covariance) = covariance else {
        return [(); 2].map(|()| Quantity::unknown(Untold::Open));
    };
    let stiffness = height / length;
    // ln K = ln A − ln λ.
    let variance = covariance[(1, 1)] / (height * height) + covariance[(2, 2)]
        - 2.0 * covariance[(1, 2)] / height;
    // The distance over which it rises is known only to a step of the encoder.
    let shift = step / (12.0 * swings as f64).sqrt() / length;
    let variance = variance + shift * shift;
    let steps = if step > 0.0 { (length / step) as usize } else { STEPS };
    let error = variance.max(0.0).sqrt();
    let half = (quantile * error).exp();
    let of_stiffness = match () {
        () if rising < RISING => {
            Quantity::unknown(Untold::FewRows { rows: rising, needed: RISING })
        }
        () if steps < STEPS => Quantity::unknown(Untold::Coarse { steps, needed: STEPS }),
        () if error > 0.5 => Quantity::unknown(Untold::Open),
        () => Quantity::Known {
            value: stiffness,
            standard_error: stiffness * error,
            interval: [stiffness / half, stiffness * half],
        },
    };
    // The level must be seen over more than a step of the encoder.
    let rest = left((travel - step) / length, best.values[3]);
    let breakaway = if rest > LEVEL {
        let reason = Untold::NotLevel { reached: 100.0 * (1.0 - rest) };
        let at_least = Some(held).filter(|held| held.is_finite());
        Quantity::Unknown { reason, interval: [at_least, None] }
    } else if held > level + above {
        Quantity::Unknown { reason: Untold::Held { held }, interval: [Some(held), None] }
    } else {
        Quantity::known(level, covariance[(0, 0)].sqrt(), quantile)
    };
    [of_stiffness, breakaway]
}
