//! All objections to a step, in words.

use crate::ode::Tableau;

use super::demand::{JumpsAtBreakaway, TooFast};
use super::disturbance::Elements;
use super::sudden::SuddenLoad;
use super::thrown::ThrownBristles;
use super::warning::StabilityWarning;
use super::watch::Finding;
use crate::error::NetworkError;
use crate::network::Network;
use crate::step::state::State;

/// An objection to a step.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StepDoubt {
    /// Elements chatter instead of sticking.
    #[error("{0}")]
    Chatters(StabilityWarning),
    /// The step multiplies small disturbances.
    #[error("{0}")]
    Unresolved(Finding),
    /// Stuck elements can slip for a moment when a load sets in at once.
    #[error(
        "the step of {step:e} s is larger than {largest:.3e} s: a load that sets in at once can make slip for a moment \
         what should stick"
    )]
    SlipsAtOnset {
        /// Step size \[s\].
        step: f64,
        /// The largest step without \[s\], see [`Network::largest_stuck_step`].
        largest: f64,
    },
    /// A load sets in at once on a bristle that is not bent, and makes it slip.
    #[error("{0}")]
    SuddenLoad(SuddenLoad),
    /// Bristles start unbent at speed, and the step does not resolve how they bend.
    #[error("{0}")]
    ThrownBristles(ThrownBristles),
    /// A function of the time in an element oscillates faster than the step resolves.
    #[error("{0}")]
    TooFast(TooFast),
    /// An element's friction falls faster with the sliding speed than its damping grows.
    #[error("{0}")]
    JumpsAtBreakaway(JumpsAtBreakaway),
}

impl StepDoubt {
    /// Returns whether it is the same doubt about the same components, though at another time.
    #[must_use]
    pub fn is_of_the_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::TooFast(own), Self::TooFast(other)) => own.components == other.components,
            (Self::JumpsAtBreakaway(own), Self::JumpsAtBreakaway(other)) => {
                own.components == other.components
            }
            _ => self == other,
        }
    }
}

impl Network {
    /// Returns all objections to a step in a state; empty if all is well.
    ///
    /// # Errors
    /// [`NetworkError::Foreign`]; [`NetworkError::Singular`] if a port has nothing to move.
    pub fn step_doubts(
        &self,
        state: &State,
        tableau: &Tableau,
        step: f64,
    ) -> Result<Vec<StepDoubt>, NetworkError> {
        self.check_inertia(state)?;
        let stuck = self.stability_warnings(state, tableau, step)?;
        // A warning about stuck elements is not repeated for the whole.
        let mut findings = self.findings(state, tableau, step)?;
        findings.retain(|finding| finding.elements == Elements::AsTheyAre || stuck.is_empty());
        let mut doubts: Vec<_> = stuck.into_iter().map(StepDoubt::Chatters).collect();
        doubts.extend(findings.into_iter().map(StepDoubt::Unresolved));
        // Finding the largest step takes twenty times as long as checking this one.
        if doubts.is_empty() && !self.holds_at_onset(state, tableau, step) {
            let largest = self.largest_stuck_step(state, tableau)?.unwrap_or_default();
            doubts.push(StepDoubt::SlipsAtOnset { step, largest: largest.min(step) });
        }
        doubts.extend(self.sudden_loads(state).into_iter().map(StepDoubt::SuddenLoad));
        doubts.extend(self.thrown_bristles(state, tableau, step).map(StepDoubt::ThrownBristles));
        doubts.extend(self.unmet_demands(state, step));
        Ok(doubts)
    }
}
