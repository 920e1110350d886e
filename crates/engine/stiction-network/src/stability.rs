//! Is the step small enough?
//!
//! | question | answered by | when |
//! |---|---|---|
//! | do stuck elements hold, and up to which step | [`Network::stability_warnings`], [`Network::largest_stuck_step`] | in one state |
//! | does a step multiply disturbances | [`Network::step_stability`] | in one state |
//! | does a load set in at once on unbent bristles, or are these thrown into a motion | [`SuddenLoad`], [`ThrownBristles`] | in one state |
//! | are signals and drives slower than the step, and dampings above the fall of the friction | [`TooFast`], [`JumpsAtBreakaway`] | in one state |
//! | all of the above, in words | [`Network::step_doubts`] | in one state |
//! | the first two again as the mechanism moves on, and touches and reversals between two steps | [`StepWatch`] | during a run |
//! | where did energy come from | [`energy`](crate::energy) | in every step of a run |
//! | whose numbers are not finite | [`culprit`](crate::culprit) | after a step that failed |
//!
//! The first two are about the scheme, the sharper one first:
//!
//! - **Do stuck elements hold?** ([`Network::stability_warnings`], [`Network::largest_stuck_step`]). While
//!   an element is stuck it is a spring of stiffness K with damping Z(tau) between the bodies at its ends.
//!   All elements that share bodies act together, so the check takes each *island* of the mechanism
//!   (bodies connected by elements that can be stuck), all stuck: velocities u and deflections e with
//!
//!   ```text
//!   M u' = -Psi^T (Z(tau) Psi u + K e),   e' = Psi u
//!   ```
//!   One step of the scheme is then a matrix, and its spectral radius tells. Beyond 1 nothing
//!   diverges, because friction saturates, but the island chatters and creeps. For one element of the
//!   generalized RK4 with Z = B + tau K that happens at `K T^2/m` about 5.2, for the Euler form at
//!   `4 - 2 B T/m`, with `1/m` the largest eigenvalue of `Psi M^-1 Psi^T`. Somewhat below, the stages of a
//!   step already see more friction than there will be: a load that sets in at once then makes an
//!   element slip for a moment that the law would hold.
//! - **Does the step multiply disturbances?** ([`Network::step_stability`]). The spectral radius of the *whole*
//!   mechanism, springs, maps, bristles and bodies, as it is and with all stuck that can be, by
//!   differences through the stepper itself.

mod bristles;
mod demand;
mod disturbance;
mod doubt;
mod event;
mod island;
mod probe;
mod settled;
mod stuck;
mod sudden;
#[cfg(test)]
mod tests;
mod thrown;
mod warning;
mod watch;

use crate::ode::Tableau;

use crate::compose::end::Address;
use crate::error::NetworkError;
use crate::network::Network;
use crate::step::state::State;
pub use demand::{JumpsAtBreakaway, TooFast};
pub use disturbance::{Elements, StepStability};
pub use doubt::StepDoubt;
pub use event::UnresolvedEvent;
use island::Island;
use probe::Probe;
pub use settled::BristleStart;
pub use sudden::SuddenLoad;
pub use thrown::ThrownBristles;
pub use warning::StabilityWarning;
pub use watch::{Finding, StepWatch};

/// Islands with more velocities and deflections than this are checked element by element.
const LARGEST_ISLAND: usize = 150;

impl Network {
    /// Returns the elements that the step would let chatter while they are stuck, in the given state: one
    /// warning for each set of elements that act on the same bodies.
    ///
    /// Only elements that tell their stuck stiffness are looked at, in this configuration; for all the
    /// rest there is [`Network::step_stability`]. Sets with more than 150 velocities and deflections are
    /// checked element by element here, and together there.
    ///
    /// # Errors
    /// [`NetworkError::Foreign`].
    pub fn stability_warnings(
        &self,
        state: &State,
        tableau: &Tableau,
        step: f64,
    ) -> Result<Vec<StabilityWarning>, NetworkError> {
        self.check_state(state)?;
        let mut warnings = vec![];
        self.each_island(state, |island| warnings.extend(island.warning(tableau, step)));
        Ok(warnings)
    }

    /// Returns the largest step \[s\], to half a percent from below, at which everything that can be stuck holds
    /// whatever it would hold in continuous time, also when a load sets in at once; `None` if nothing that
    /// can be stuck limits the step, 0 if no step holds it.
    ///
    /// If more elements share their bodies than make a matrix of 150 rows, each is judged alone, and the
    /// step may be too large by the root of the number of elements on one body.
    ///
    /// Larger steps, up to the onset of [`Network::stability_warnings`], hold loads that come gently.
    ///
    /// # Errors
    /// [`NetworkError::Foreign`].
    pub fn largest_stuck_step(
        &self,
        state: &State,
        tableau: &Tableau,
    ) -> Result<Option<f64>, NetworkError> {
        self.check_state(state)?;
        let mut largest = None;
        self.each_island(state, |island| largest = island.largest_step(tableau, largest));
        Ok(largest)
    }

    /// Returns whether everything that is stuck at this step, and does not chatter, also holds when a load sets in at
    /// once.
    fn holds_at_onset(&self, state: &State, tableau: &Tableau, step: f64) -> bool {
        let mut holds = true;
        self.each_island(state, |island| holds = holds && island.holds_at_onset(tableau, step));
        holds
    }

    /// Returns the addresses of the elements that the step would let chatter, see
    /// [`Network::stability_warnings`].
    pub(crate) fn unresolved(&self, state: &State, tableau: &Tableau, step: f64) -> Vec<Address> {
        let mut unresolved = vec![];
        self.each_island(state, |island| {
            if !island.is_stable(tableau, step) {
                unresolved.extend(island.wires.iter().map(|wire| wire.address));
            }
        });
        unresolved
    }

    fn each_island(&self, state: &State, mut look: impl FnMut(&Island<'_>)) {
        let mut probe = Probe::new(self, state);
        for wires in probe.islands() {
            if probe.size(&wires) <= LARGEST_ISLAND {
                look(&probe.island(&wires));
            } else {
                wires.into_iter().for_each(|wire| look(&probe.island(&[wire])));
            }
        }
    }
}
