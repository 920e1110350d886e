//! Looking, now and then during a run, whether the step still resolves the mechanism.

use core::fmt;

use stiction_core::ShownTime;

use crate::ode::Tableau;

use super::disturbance::{DENSE, Elements, StepStability};
use super::doubt::StepDoubt;
use super::event::{Events, UnresolvedEvent};
use crate::error::{NetworkError, SimulationError};
use crate::frame::observer::{Frame, Observer, Unresolved};
use crate::network::Network;
use crate::step::state::State;

/// A step that does not resolve the mechanism.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Finding {
    /// Time of the check \[s\].
    pub time: f64,
    /// Step size \[s\].
    pub step: f64,
    /// Whether the elements were as in the state, or all stuck that can be.
    pub elements: Elements,
    /// The result of the check.
    pub stability: StepStability,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { time, step, elements, stability } = self;
        match &stability.components[..] {
            [] => f.write_str("the mechanism")?,
            names => f.write_str(&names.join(", "))?,
        }
        write!(f, ": the step of {step:e} s is too large, ")?;
        if stability.spectral_radius.is_finite() {
            let radius = stability.spectral_radius;
            write!(f, "each multiplies a small disturbance by {radius:.4} ")?;
        } else {
            f.write_str("a small disturbance does not stay finite ")?;
        }
        if *elements == Elements::Stuck {
            f.write_str("while all is stuck that can be ")?;
        }
        write!(f, "(at t = {} s)", ShownTime(*time))
    }
}

impl Network {
    /// Checks whether a step resolves the mechanism in a state, with its elements as they are and stuck. Returns the
    /// failures, with the components that are to blame. See [`Network::step_stability`] for the cost.
    ///
    /// # Errors
    /// [`NetworkError::Foreign`].
    pub(crate) fn findings(
        &self,
        state: &State,
        tableau: &Tableau,
        step: f64,
    ) -> Result<Vec<Finding>, NetworkError> {
        let mut findings = vec![];
        for elements in [Elements::AsTheyAre, Elements::Stuck] {
            let stability = self.step_stability(state, tableau, step, elements)?;
            if !stability.is_stable() {
                findings.push(Finding { time: state.time, step, elements, stability });
            }
        }
        Ok(findings)
    }
}

/// An [`Observer`] that looks at the step a few times during a run, for elements that are stiffer in motion than at
/// the start: bristles at speed, contacts that close, arms in another pose. When velocities change abruptly, it
/// makes that stretch of the run again in steps of a quarter.
///
/// It makes about a fifth as many steps as the run, a few hundred of a short one, and looks at least once, at the end;
/// a run of less than four steps is too short for it.
#[derive(Clone, Debug, Default)]
pub struct StepWatch {
    step: f64,
    /// Start and length of the run, and the number of looks.
    start: f64,
    length: f64,
    looks: u64,
    looked: u64,
    /// Findings of the last steps, to be confirmed by those that follow.
    suspects: Vec<Finding>,
    seen: u32,
    findings: Vec<Finding>,
    events: Events,
    /// Demands of elements that are not met.
    unmet: Vec<StepDoubt>,
}

/// Number of steps in a row that must show a finding: for one step, motion that turns or sets in abruptly
/// can look like growth.
const IN_A_ROW: u32 = 4;

/// Largest number of looks in a run.
const LOOKS: u64 = 16;

impl StepWatch {
    /// Creates a watch for any simulation, whose steps it learns when a run starts.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the worst finding with the elements as they were, and with all stuck; empty if all is well.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Returns the touches, reversals and blows that the step does not resolve, the worst of each component; empty if
    /// all is well.
    #[must_use]
    pub fn events(&self) -> Vec<UnresolvedEvent> {
        self.events.unresolved()
    }

    /// Returns the demands of elements on the step and on their parameters that were not met during the run.
    #[must_use]
    pub fn unmet_demands(&self) -> &[StepDoubt] {
        &self.unmet
    }

    fn look(&mut self, frame: &Frame<'_>) -> Result<(), NetworkError> {
        // Frames that are shown to an observer know the steps.
        let Some(Unresolved { tableau, step, .. }) = frame.unresolved else { return Ok(()) };
        let found = frame.network().findings(frame.state(), tableau, *step)?;
        for doubt in frame.network().unmet_demands(frame.state(), *step) {
            if !self.unmet.iter().any(|known| known.is_of_the_same(&doubt)) {
                self.unmet.push(doubt);
            }
        }
        if self.seen == 0 {
            self.suspects = found;
        } else {
            // The mildest of the steps in a row: each of them grew at least as much.
            self.suspects.retain_mut(|suspect| {
                let again = found.iter().find(|finding| finding.elements == suspect.elements);
                let Some(again) = again else { return false };
                if again.stability.spectral_radius < suspect.stability.spectral_radius {
                    suspect.clone_from(again);
                }
                true
            });
        }
        self.seen += 1;
        if self.suspects.is_empty() {
            self.seen = 0;
        } else if self.seen == IN_A_ROW {
            self.seen = 0;
            core::mem::take(&mut self.suspects).into_iter().for_each(|finding| self.keep(finding));
        }
        Ok(())
    }

    /// Keeps the worst of each kind.
    fn keep(&mut self, finding: Finding) {
        match self.findings.iter_mut().find(|known| known.elements == finding.elements) {
            Some(known) => {
                if finding.stability.spectral_radius > known.stability.spectral_radius {
                    *known = finding;
                }
            }
            None => self.findings.push(finding),
        }
    }
}

impl Observer for StepWatch {
    fn start(&mut self, frame: &Frame<'_>, until: f64) -> Result<(), SimulationError> {
        (self.start, self.length, self.looked) = (frame.time(), until - frame.time(), 0);
        (self.seen, self.suspects) = (0, vec![]);
        // Twice, as they are and stuck, in two directions.
        let variables = frame.state().values().len();
        let cost = if variables <= DENSE { 4 * variables as u64 } else { 512 };
        self.step = frame.unresolved.map_or(0.0, |steps| steps.step);
        self.events.start(frame, self.length / self.step);
        self.unmet = vec![];
        self.looks = ((self.length / self.step) as u64 / (10 * cost.max(1))).clamp(1, LOOKS);
        Ok(())
    }
    fn observe(&mut self, frame: &Frame<'_>) -> Result<(), SimulationError> {
        // The last look leaves room for the steps that confirm it.
        let length = self.length - f64::from(IN_A_ROW) * self.step;
        let next = self.start + length * (self.looked + 1) as f64 / self.looks as f64;
        let is_due = self.looked < self.looks && frame.time() >= next;
        self.events.take(frame, is_due);
        if frame.time() >= self.start + self.length {
            self.events.finish(frame);
        }
        if is_due || self.seen > 0 {
            self.looked += u64::from(is_due);
            self.look(frame)?;
        }
        Ok(())
    }
}
