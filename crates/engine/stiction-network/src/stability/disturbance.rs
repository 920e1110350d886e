//! By how much a step multiplies a small disturbance of the whole mechanism.
//!
//! One step of the scheme maps a state x to S(x). A disturbance d near x becomes S'(x) d, which a
//! difference of two steps gives, whatever the mechanism consists of. The *spectral radius* of S'(x) is
//! the factor by which the worst disturbance grows from step to step. Springs that are too stiff for the
//! step show as a factor above 1 that a finer step does not have; a mechanism that falls over by itself
//! grows by the same factor in finer steps, and is then not the fault of the step.
//!
//! ```text
//!   columns of S' by differences       up to DENSE variables: all eigenvalues
//!   d, S' d, S' S' d, ...              more: the growth of a disturbance over STEPS steps
//! ```
//! A mass on a spring, for example, has the state (x, v). Two steps from both sides of it give a column:
//!
//! ```text
//!   x + d ── step ──> a
//!   x - d ── step ──> b        S' d = (a - b)/2, exact where S is linear
//! ```
//! Flows are counted in units of pose per step, so that a disturbance of 1e-8 m goes with one of
//! 1e-8 m per step: small enough to stay within the deflection at which a stiff element breaks away. A finer step is
//! disturbed as the whole one is: by a larger speed it might reach from slip into stick, where nothing grows.

use crate::ode::{Ode, RungeKutta, Tableau};
use nalgebra::DMatrix;
use stiction_core::Stage;

use super::island::spectral_radius;
use super::stuck::StuckNetwork;
use crate::error::NetworkError;
use crate::network::Network;
use crate::step::driven::Driven;
use crate::step::state::State;

/// Treatment of the elements that can be stuck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Elements {
    /// They do what they do in the state: those that slide, slide.
    AsTheyAre,
    /// All are stuck, at rest in the same poses.
    Stuck,
}

/// Growth of small disturbances in a step.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct StepStability {
    /// Factor by which the worst disturbance grows in a step: the spectral radius of the step.
    pub spectral_radius: f64,
    /// This factor over the same time in four steps of a quarter: the growth of the mechanism by itself.
    /// Found only if it decides.
    pub own_growth: Option<f64>,
    /// Impedances that take most part in the disturbance that grows fastest, the first one most; empty if
    /// nothing grows.
    pub components: Vec<String>,
    /// Uncertainty of the factors: 1e-3, or 2e-2 for large mechanisms.
    pub tolerance: f64,
    /// Number of steps made for this; each evaluates the right-hand side once a stage.
    pub steps: usize,
}

impl StepStability {
    /// Returns whether the step resolves the mechanism: the worst disturbance grows at most by half faster than the
    /// worst one in finer steps. The two need not be the same disturbance: beside a mechanism that falls over by
    /// itself, a spring may grow as fast unnoticed.
    #[must_use]
    pub fn is_stable(&self) -> bool {
        let grown = self.spectral_radius - 1.0;
        // Rates of growth are compared, not factors: their logarithms are in proportion to time.
        let by_itself =
            |own: f64| grown <= MOST_RESOLVED && grown.ln_1p() <= 1.5 * own.ln() + self.tolerance;
        grown <= self.tolerance || self.own_growth.is_some_and(by_itself)
    }
}

/// Growth to more than the double in a step is never resolved.
const MOST_RESOLVED: f64 = 1.0;
/// Largest number of variables for which all eigenvalues are computed.
pub(super) const DENSE: usize = 60;
/// Steps over which a disturbance of a larger mechanism is followed: to two percent, because a body that moves
/// freely grows in proportion to time.
const STEPS: usize = 128;
/// Beyond this growth the verdict is certain.
const DIVERGED: f64 = 1e12;
/// Size of a disturbance, for values of 1 or less.
const DISTURBANCE: f64 = 1e-8;
/// Wires with at least this share of the largest part in a disturbance are named.
const TAKES_PART: f64 = 0.3;

impl Network {
    /// Returns by how much a step multiplies small disturbances of the whole mechanism in the given state:
    /// springs, maps, bristles, bodies. Tells how far a step is from the limit, not only that it is
    /// beyond.
    ///
    /// Costs two steps for each variable up to 60 variables, and at most 256 steps for more, then with an
    /// uncertainty of about two percent (a disturbance that hardly grows in one of thousands of parts may be
    /// missed); twice that near the limit. Looks at one state: an element that slides slowly now may be stiffer
    /// when it slides fast.
    ///
    /// # Errors
    /// [`NetworkError::Foreign`].
    pub fn step_stability(
        &self,
        state: &State,
        tableau: &Tableau,
        step: f64,
        elements: Elements,
    ) -> Result<StepStability, NetworkError> {
        self.check_state(state)?;
        let flows = self.flows();
        let whole = self.growth(state, tableau, step, elements, (&flows, step));
        let mut found = StepStability {
            spectral_radius: whole.factor,
            own_growth: None,
            components: vec![],
            tolerance: whole.tolerance,
            steps: whole.steps,
        };
        let grown = whole.factor - 1.0;
        if grown > whole.tolerance {
            found.components = self.most_moved(state, step, &whole.disturbance);
            if grown <= MOST_RESOLVED {
                let quarter = self.growth(state, tableau, step / 4.0, elements, (&flows, step));
                // Four of the finer steps take as long as the one.
                found.own_growth = Some(quarter.factor.powi(4));
                found.steps += quarter.steps;
            }
        }
        Ok(found)
    }

    /// Returns the largest step \[s\] that resolves the mechanism in the given state, with its elements as they are
    /// and stuck, to `precision` (a ratio such as 1.05) from below; `None` if there is no limit up to `most`
    /// times the given one, and zero if no step down to a 1e6th of it resolves the mechanism.
    ///
    /// # Errors
    /// [`NetworkError::Foreign`].
    pub fn largest_resolved_step(
        &self,
        state: &State,
        tableau: &Tableau,
        near: f64,
        most: f64,
        precision: f64,
    ) -> Result<Option<f64>, NetworkError> {
        let resolves = |step: f64| {
            let is_stable =
                |elements| Ok(self.step_stability(state, tableau, step, elements)?.is_stable());
            Ok(is_stable(Elements::AsTheyAre)? && is_stable(Elements::Stuck)?)
        };
        // Find a step that is good and one that is bad, then halve the ratio of the two on a logarithmic scale.
        let (mut good, mut bad) = (near, near);
        if resolves(near)? {
            let last = most * near;
            loop {
                if good >= last {
                    return Ok(None);
                }
                bad = (4.0 * good).min(last);
                if !resolves(bad)? {
                    break;
                }
                good = bad;
            }
        } else {
            while !resolves(good)? {
                (bad, good) = (good, good / 4.0);
                if good < near / 1e6 {
                    return Ok(Some(0.0));
                }
            }
        }
        for _ in 0..12 {
            if bad / good <= precision {
                break;
            }
            let middle = good * (bad / good).sqrt();
            let end = if resolves(middle)? { &mut good } else { &mut bad };
            *end = middle;
        }
        Ok(Some(good))
    }

    /// Returns the growth in a step; `flows` are variables that are disturbed by their poses in the time unit.
    fn growth(
        &self,
        state: &State,
        tableau: &Tableau,
        step: f64,
        elements: Elements,
        (flows, time_unit): (&[bool], f64),
    ) -> Growth {
        let (x, driven) = (state.values.clone(), Driven::new(self, &state.inputs));
        let stuck = match elements {
            Elements::AsTheyAre => None,
            Elements::Stuck => {
                let taus = tableau.taus().iter().map(|tau| tau * step);
                let Some(stuck) = StuckNetwork::new(self, &state.inputs, taus) else {
                    // Nothing in the mechanism can be stuck.
                    return Growth { factor: 0.0, tolerance: 0.0, steps: 0, disturbance: vec![] };
                };
                Some(stuck)
            }
        };
        let (ode, x): (&dyn Ode, _) = match &stuck {
            Some(stuck) => (stuck, stuck.at_rest(x, flows)),
            None => (&driven, x),
        };
        let mut map = StepMap::new(ode, tableau, step, (state.time, x), (flows, time_unit));
        if map.x.len() <= DENSE { map.all_eigenvalues() } else { map.followed() }
    }

    /// Returns which variables are flows.
    pub(crate) fn flows(&self) -> Vec<bool> {
        let mut flows = vec![false; self.dim()];
        for (_, span) in self.placed_nodes.iter() {
            for slot in self.node_at(span).flow_slots() {
                flows[span.offset as usize + slot] = true;
            }
        }
        flows
    }

    /// Returns the impedances between which a disturbance moves most power.
    fn most_moved(&self, state: &State, step: f64, disturbance: &[f64]) -> Vec<String> {
        let (stage, mut powers) = (state.stage(Stage::first(state.time, step)), vec![]);
        let moved = |sign: f64| -> Vec<f64> {
            state.values.iter().zip(disturbance).map(|(x, d)| x + sign * d).collect()
        };
        let ends = [moved(1.0), moved(-1.0)];
        for (address, span) in self.placed_wires.iter() {
            // The power of the disturbance alone: flows and efforts common to both states drop out.
            let [(v, f), (u, g)] = ends.each_ref().map(|x| {
                let look = self.look_at(span, &stage, x);
                (self.wire_at(span).flow(&look).to_vec(), look.effort)
            });
            let power: f64 = (0..v.len()).map(|i| ((v[i] - u[i]) * (f[i] - g[i])).abs()).sum();
            powers.push((power, address));
        }
        powers.sort_by(|a, b| b.0.total_cmp(&a.0));
        let least = powers.first().map_or(0.0, |(power, _)| TAKES_PART * power);
        let named = powers.iter().take(3).filter(|(power, _)| *power > 0.0 && *power >= least);
        named.map(|(_, address)| self.wire_name(*address)).collect()
    }
}

/// How the worst disturbance grows.
struct Growth {
    factor: f64,
    tolerance: f64,
    steps: usize,
    /// The disturbance, in the units of the state.
    disturbance: Vec<f64>,
}

/// S'(x) by differences.
struct StepMap<'a> {
    ode: &'a dyn Ode,
    stepper: RungeKutta,
    time: f64,
    step: f64,
    x: Vec<f64>,
    /// A disturbance of 1 in the units of each variable.
    units: Vec<f64>,
    ahead: Vec<f64>,
    behind: Vec<f64>,
    steps: usize,
}

impl<'a> StepMap<'a> {
    fn new(
        ode: &'a dyn Ode,
        tableau: &Tableau,
        step: f64,
        (time, x): (f64, Vec<f64>),
        (flows, time_unit): (&[bool], f64),
    ) -> Self {
        // Each in its own size: a pressure of 1e6 Pa must not move a mass by a centimetre.
        let unit = |(index, x): (usize, &f64)| {
            let is_flow = flows.get(index).copied().unwrap_or(false);
            DISTURBANCE * x.abs().max(if is_flow { time_unit.recip() } else { 1.0 })
        };
        let units = x.iter().enumerate().map(unit).collect();
        let len = x.len();
        let stepper = RungeKutta::new(tableau.clone(), len);
        let (ahead, behind) = (x.clone(), x.clone());
        Self { ode, stepper, time, step, x, units, ahead, behind, steps: 0 }
    }

    /// Applies S'(x) to d, in units; false if a step is not finite.
    fn apply(&mut self, d: &mut [f64]) -> bool {
        // Steps from both sides of x: terms quadratic in d cancel.
        for (index, d) in d.iter().enumerate() {
            self.ahead[index] = self.x[index] + self.units[index] * d;
            self.behind[index] = self.x[index] - self.units[index] * d;
        }
        self.steps += 2;
        for end in [&mut self.ahead, &mut self.behind] {
            if self.stepper.step(self.ode, self.time, self.step, end).is_err() {
                return false;
            }
        }
        for (index, d) in d.iter_mut().enumerate() {
            *d = (self.ahead[index] - self.behind[index]) / (2.0 * self.units[index]);
        }
        true
    }

    fn beyond(&self) -> Growth {
        self.grown(f64::INFINITY, 0.0, &vec![0.0; self.x.len()])
    }

    /// Returns a disturbance of length 1 in all variables, the same in every run.
    fn start(&self) -> Vec<f64> {
        // Multiples of the golden ratio are spread evenly and repeat nowhere.
        let spread = |index: usize| (0.618_033_988_749_895 * (index + 1) as f64).fract() - 0.5;
        normalised((0..self.x.len()).map(spread).collect()).0
    }

    /// Returns the growth of a disturbance, which is given in units.
    fn grown(&self, factor: f64, tolerance: f64, d: &[f64]) -> Growth {
        let disturbance = d.iter().zip(&self.units).map(|(d, unit)| d * unit).collect();
        Growth { factor, tolerance, steps: self.steps, disturbance }
    }

    fn all_eigenvalues(&mut self) -> Growth {
        const TOLERANCE: f64 = 1e-3;
        let len = self.x.len();
        let mut matrix = DMatrix::identity(len, len);
        for mut column in matrix.column_iter_mut() {
            if !self.apply(column.as_mut_slice()) {
                return self.beyond();
            }
        }
        let factor = spectral_radius(matrix.clone());
        // Towards the disturbance that grows fastest: the eigenvalue is known, but the names need the vector.
        let mut d = nalgebra::DVector::from_vec(self.start());
        let (mut next, grows) = (d.clone(), factor > 1.0 + TOLERANCE);
        for _ in 0..if grows { STEPS } else { 0 } {
            next.gemv(1.0, &matrix, &d, 0.0);
            core::mem::swap(&mut d, &mut next);
            let size = d.norm();
            if size > 0.0 {
                d /= size;
            }
        }
        self.grown(factor, TOLERANCE, d.as_slice())
    }

    fn followed(&mut self) -> Growth {
        const TOLERANCE: f64 = 2e-2;
        let mut d = self.start();
        // Growth over the first half, and over both. Only the second half counts: in the first one the fastest
        // disturbance has yet to outgrow the rest.
        let (mut logarithm, mut half) = (0.0, 0.0);
        for step in 0..STEPS {
            if step == STEPS / 2 {
                half = logarithm;
            }
            if !self.apply(&mut d) {
                return self.beyond();
            }
            let size;
            (d, size) = normalised(d);
            logarithm += size.ln();
            // It grows fast enough to say so at once.
            if step < STEPS / 2 && logarithm > DIVERGED.ln() {
                let factor = (logarithm / (step + 1) as f64).exp();
                return self.grown(factor, TOLERANCE, &d);
            }
        }
        let factor = ((logarithm - half) / (STEPS / 2) as f64).exp();
        self.grown(factor, TOLERANCE, &d)
    }
}

fn normalised(mut d: Vec<f64>) -> (Vec<f64>, f64) {
    let size = d.iter().map(|d| d * d).sum::<f64>().sqrt();
    if size > 0.0 {
        d.iter_mut().for_each(|d| *d /= size);
    }
    (d, size)
}
