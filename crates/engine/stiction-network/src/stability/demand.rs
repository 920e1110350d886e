//! Demands of elements on a step and on their own parameters that are not met.

use core::fmt;

use stiction_core::{BreakawayDamping, Stage, earlier};

use super::doubt::StepDoubt;
use crate::books::look::Look;
use crate::compose::end::{Address, End};
use crate::error::NetworkError;
use crate::network::Network;
use crate::step::state::State;

/// With fewer steps in a period, friction that follows an oscillation is off by some percent: a law that sticks
/// and slips is of first order in the step at every change between the two.
const STEPS_IN_A_PERIOD: f64 = 50.0;

/// A load, a coefficient or a drive that oscillates faster than the step resolves.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TooFast {
    /// The impedances with the load or coefficient, or on which the drive acts.
    pub components: Vec<String>,
    /// Shortest period \[s\].
    pub period: f64,
    /// Step size \[s\].
    pub step: f64,
}

impl fmt::Display for TooFast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { components, period, step } = self;
        let components = named(components);
        write!(
            f,
            "{components}: the step of {step:e} s does not resolve an oscillation that is given, whose \
             period is {period:.3e} s; "
        )?;
        // With less than two steps in a period nothing shows it.
        if *period < 2.0 * step {
            f.write_str("the steps see another one in its place, and refinement may not notice; ")?;
        }
        let resolving = period / STEPS_IN_A_PERIOD;
        write!(f, "{STEPS_IN_A_PERIOD} steps in a period are at T = {resolving:.3e} s")
    }
}

/// Friction that falls faster with the sliding speed than the damping grows.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error(
    "{}: the damping of {:.4} is less than {:.4}, the steepest fall of the friction with the sliding speed: the speed jumps \
     where it breaks away, and the result depends on the step",
    named(.components),
    .breakaway.damping,
    .breakaway.least
)]
#[non_exhaustive]
pub struct JumpsAtBreakaway {
    /// The impedances with such friction.
    pub components: Vec<String>,
    /// The damping, and the least that it should be, of the impedance that lacks most.
    pub breakaway: BreakawayDamping,
}

/// Returns the first of some names, and the number of the others.
pub(super) fn named(components: &[String]) -> String {
    /// Number of names that are written.
    const TOLD: usize = 3;
    let told = components[..components.len().min(TOLD)].join(", ");
    match components.len().saturating_sub(TOLD) {
        0 => told,
        others => format!("{told} and {others} more"),
    }
}

impl Network {
    /// Returns the largest step \[s\] that resolves the oscillations in time of the elements and drives; `None` if no
    /// period is known.
    ///
    /// # Errors
    /// [`NetworkError::Foreign`].
    pub fn largest_sampling_step(&self, state: &State) -> Result<Option<f64>, NetworkError> {
        self.check_state(state)?;
        let mut shortest = None;
        self.each_demand(state, |_, period, _| shortest = earlier(shortest, period));
        Ok(shortest.map(|period| period / STEPS_IN_A_PERIOD))
    }

    /// Returns the demands of elements that are not met: one doubt of each kind, with all its elements.
    pub(super) fn unmet_demands(&self, state: &State, step: f64) -> Vec<StepDoubt> {
        let (mut fast, mut jumping) = (None::<TooFast>, None::<JumpsAtBreakaway>);
        self.each_demand(state, |address, shortest_period, breakaway| {
            if let Some(period) = shortest_period.filter(|p| *p < STEPS_IN_A_PERIOD * step) {
                let found = fast.get_or_insert(TooFast { components: vec![], period, step });
                found.components.push(self.wire_name(address));
                found.period = found.period.min(period);
            }
            if let Some(breakaway) = breakaway.filter(|damping| !damping.is_enough()) {
                let components = vec![];
                let found = jumping.get_or_insert(JumpsAtBreakaway { components, breakaway });
                found.components.push(self.wire_name(address));
                found.breakaway = found.breakaway.worse(breakaway);
            }
        });
        let fast = fast.map(StepDoubt::TooFast);
        fast.into_iter().chain(jumping.map(StepDoubt::JumpsAtBreakaway)).collect()
    }

    /// Shows the demands of every element, with its address: the shortest period of its signals and of the drives at
    /// its ends, and its damping at break-away.
    fn each_demand(
        &self,
        state: &State,
        mut look: impl FnMut(Address, Option<f64>, Option<BreakawayDamping>),
    ) {
        let (stage, mut seen) = (state.stage(Stage::at(state.time)), Look::default());
        for (address, span) in self.placed_wires.iter() {
            let wire = self.wire_at(span);
            wire.see(&stage, &state.values, &mut seen);
            let of_ends = self.wires[span.pool as usize].outside(span.place as usize).flatten();
            let of_ends = of_ends.filter_map(End::shortest_period).min_by(f64::total_cmp);
            let shortest = earlier(wire.law.shortest_period(), of_ends);
            look(address, shortest, wire.law.breakaway(&stage, &seen.motion));
        }
    }
}
