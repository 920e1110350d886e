//! Events between two looks at the step: a touch, a reversal, a blow.
//!
//! Such an event shows in the velocities, whose change from one step to the next is suddenly another. From two steps
//! before it on, the same stretch of the run is made once more in finer steps, and the velocities at its end are
//! compared; if they are off, once more later, because a ringing that dies away does no harm:
//!
//! ```text
//! steps of the run    |     |     | ' '   |     |     |     |     |     compared here
//!                     kept        event                           v
//! the same, finer     | | | | | | | | | | | | | | | | | | | | | | |
//! ```

use crate::ode::{Integrator, Ode, Tableau};

use crate::frame::observer::{Frame, Unresolved};
use crate::network::Network;
use crate::step::driven::Driven;
use crate::step::state::State;

/// Steps of the run that are compared.
const WINDOW: u32 = 16;
/// Steps of the run after which velocities that were off are compared once more: a ringing that dies away does no
/// harm.
const LASTING: u32 = 48;
/// Number of finer steps for each step of the run.
const FINER: u32 = 4;
/// Share of the largest value of a velocity below which a change of its change does not count.
const SUDDEN: f64 = 0.02;
/// An event is looked at if it exceeds those before it by this factor.
const LARGER: f64 = 1.5;
/// Velocities that never exceed this share of the largest of all do not count.
const COUNTS: f64 = 1e-3;
/// Finer steps of a short run.
const LEAST_BUDGET: u64 = 10 * (WINDOW * FINER) as u64;
/// Velocities that are off by a larger share of their largest value are not resolved.
const RESOLVED: f64 = 0.1;

/// Something that the step does not resolve although it does not grow: a touch, a reversal, a blow.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error(
    "{component}: the step of {step:e} s does not resolve what happens before t = {time:.4} s: in steps of a quarter \
     {variable} is another by {off:.2e}, {:.0} % of its largest value",
    100.0 * .share
)]
#[non_exhaustive]
pub struct UnresolvedEvent {
    /// Time at its end \[s\].
    pub time: f64,
    /// Step size \[s\].
    pub step: f64,
    /// The component whose velocity is off most.
    pub component: String,
    /// The velocity.
    pub variable: String,
    /// Its difference from the velocity in finer steps.
    pub off: f64,
    /// This difference as a share of its largest value in the run, and in the finer steps.
    pub share: f64,
}

/// A stretch that is to be compared.
#[derive(Clone, Debug)]
struct Stretch {
    /// State after the finer steps so far.
    finer: State,
    /// Steps of the run until they are compared.
    left: u32,
    /// Whether they were off already.
    was_off: bool,
}

/// Looks out for events during a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Events {
    /// Where the velocities are in the state.
    flows: Vec<usize>,
    /// The state a step ago, and two.
    last: [Option<State>; 2],
    /// By velocity: its largest value, and the largest event that was looked at.
    largest: Vec<[f64; 2]>,
    stretch: Option<Stretch>,
    /// The velocities that were off most at the ends of stretches, by their places among all.
    found: Vec<(usize, UnresolvedEvent)>,
    /// Finer steps: those made, and those allowed.
    spent: u64,
    budget: u64,
}

impl Events {
    /// Starts a run of this number of steps.
    pub(super) fn start(&mut self, frame: &Frame<'_>, steps: f64) {
        let flows = frame.network().flows();
        self.flows = (0..flows.len()).filter(|&slot| flows[slot]).collect();
        self.last = [Some(frame.state().clone()), None];
        self.largest = vec![[0.0; 2]; self.flows.len()];
        (self.stretch, self.spent, self.found) = (None, 0, vec![]);
        self.budget = ((steps / 10.0) as u64).max(LEAST_BUDGET);
    }

    /// Takes a step of the run; `now` asks for a comparison even if nothing happens.
    pub(super) fn take(&mut self, frame: &Frame<'_>, now: bool) {
        let Some(Unresolved { tableau, step, .. }) = frame.unresolved else { return };
        let happens = self.happens(&frame.state().values);
        if let Some(stretch) = &mut self.stretch {
            stretch.left -= 1;
            if stretch.left == 0 {
                self.close(frame.network(), frame.state(), (tableau, *step));
            }
        } else if (happens || now) && self.spent < self.budget {
            let start = self.last.iter().rev().flatten().next().cloned();
            self.stretch = start.map(|finer| Stretch { finer, left: WINDOW, was_off: false });
        }
        self.keep(frame.state());
    }

    /// Looks at the last stretch, as far as the run went.
    pub(super) fn finish(&mut self, frame: &Frame<'_>) {
        let Some(Unresolved { tableau, step, .. }) = frame.unresolved else { return };
        // Off at its end: the run is over, so it cannot be compared once more.
        if let Some(stretch) = &mut self.stretch {
            stretch.was_off = true;
        }
        self.close(frame.network(), frame.state(), (tableau, *step));
    }

    /// Returns whether velocities change in another way than in the step before, and more so than ever looked at.
    fn happens(&mut self, values: &[f64]) -> bool {
        let most = self.count(values);
        let [Some(last), Some(before)] = &self.last else { return false };
        let is_closed = self.stretch.is_none();
        let mut happens = false;
        for (&slot, [largest, looked_at]) in self.flows.iter().zip(&mut self.largest) {
            let sudden = (values[slot] - 2.0 * last.values[slot] + before.values[slot]).abs();
            let counts = sudden > SUDDEN * largest.max(COUNTS * most);
            if counts && sudden > LARGER * *looked_at {
                happens = true;
                // One that falls into an open stretch is looked at with it.
                *looked_at = sudden;
            }
        }
        happens && is_closed
    }

    /// Counts the velocities of a state among those of the run, and returns the largest of all.
    fn count(&mut self, values: &[f64]) -> f64 {
        let each = self.flows.iter().zip(&mut self.largest);
        each.fold(0.0, |most, (&slot, [largest, _])| {
            *largest = largest.max(values[slot].abs());
            most.max(*largest)
        })
    }

    fn keep(&mut self, state: &State) {
        self.last.swap(0, 1);
        match &mut self.last[0] {
            Some(kept) => {
                kept.time = state.time;
                kept.values.copy_from_slice(&state.values);
                kept.inputs.clone_from(&state.inputs);
            }
            empty => *empty = Some(state.clone()),
        }
    }

    /// Makes the stretch in finer steps and compares it with the state that the run came to.
    fn close(&mut self, network: &Network, state: &State, (tableau, step): (&Tableau, f64)) {
        let Some(Stretch { mut finer, was_off, .. }) = self.stretch.take() else { return };
        let size = step / f64::from(FINER);
        let integrator = Integrator::new(tableau.clone(), network.dim(), size, finer.time);
        let driven = Driven::new(network, &state.inputs);
        self.spent += ((state.time - finer.time) / size).ceil() as u64;
        let Ok(mut integrator) = integrator else { return };
        if integrator.run_until(&driven, &mut finer.values, state.time).is_err() {
            // Errors of finer steps will show in the steps of the run too.
            return;
        }
        finer.time = state.time;
        self.count(&finer.values);
        let Some((share, place, by)) = self.most_off(&state.values, &finer.values) else { return };
        if share <= RESOLVED {
            return;
        }
        if was_off {
            let (component, variable) = network.describe_variable(self.flows[place]);
            let (time, off) = (state.time, by);
            let event = UnresolvedEvent { time, step, component, variable, off, share };
            self.found.push((place, event));
        } else {
            self.stretch = Some(Stretch { finer, left: LASTING, was_off: true });
        }
    }

    /// Returns the values by which differences of the velocities are measured.
    fn scales(&self) -> impl Iterator<Item = f64> {
        let largest = self.largest.iter().fold(0.0_f64, |most, [own, _]| most.max(*own));
        self.largest.iter().map(move |[own, _]| own.max(COUNTS * largest).max(f64::MIN_POSITIVE))
    }

    /// Returns the velocity that differs most, as a share of its largest value in either: the share, its place, and by
    /// how much.
    fn most_off(&self, found: &[f64], finer: &[f64]) -> Option<(f64, usize, f64)> {
        let off = self.flows.iter().zip(self.scales()).enumerate();
        let off = off.map(|(place, (&slot, scale))| {
            let by = (found[slot] - finer[slot]).abs();
            (by / scale, place, by)
        });
        off.max_by(|a, b| a.0.total_cmp(&b.0))
    }

    /// Returns the events that were not resolved, the worst of each component, measured by the largest velocities of
    /// the run so far.
    pub(super) fn unresolved(&self) -> Vec<UnresolvedEvent> {
        let scales: Vec<_> = self.scales().collect();
        let mut events: Vec<UnresolvedEvent> = vec![];
        for (place, found) in &self.found {
            let share = found.off / scales[*place];
            if share <= RESOLVED {
                continue;
            }
            let event = UnresolvedEvent { share, ..found.clone() };
            match events.iter_mut().find(|known| known.component == event.component) {
                Some(known) if known.share < share => *known = event,
                Some(_) => {}
                None => events.push(event),
            }
        }
        events
    }
}
