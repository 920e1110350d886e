//! Looking, now and then during a run, whether the step still resolves the mechanism.

use core::fmt;

use stiction_ode::Tableau;

use super::disturbance::DENSE;
use super::{Elements, StepStability};
use crate::error::{NetworkError, SimulationError};
use crate::network::Network;
use crate::observer::{Frame, Observer};
use crate::state::State;

/// A step that does not resolve the mechanism.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Finding {
    /// When it was seen \[s\].
    pub time: f64,
    /// Step size \[s\].
    pub step: f64,
    /// With the elements as they were, or all stuck that can be.
    pub elements: Elements,
    /// What was seen.
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
        match elements {
            Elements::AsTheyAre => write!(f, "(at t = {time} s)"),
            Elements::Stuck => write!(f, "while all is stuck that can be (at t = {time} s)"),
        }
    }
}

impl Network {
    /// Whether a step resolves the mechanism in a state, with its elements as they are and stuck: what it
    /// does not, with the components that are to blame. See [`Network::step_stability`] for the cost.
    ///
    /// # Errors
    /// [`NetworkError::ForeignState`].
    pub fn findings(
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

/// An [`Observer`] that looks at the step a few times during a run, for what is stiffer in motion than at
/// the start: bristles at speed, contacts that close, arms in another pose.
///
/// It makes at most a tenth as many steps as the run, and looks at least once, at the end.
#[derive(Clone, Debug)]
pub struct StepWatch {
    tableau: Tableau,
    step: f64,
    /// Start and length of the run, and how often it looks.
    start: f64,
    length: f64,
    looks: u64,
    looked: u64,
    findings: Vec<Finding>,
}

/// It looks at most so often.
const LOOKS: u64 = 16;

impl StepWatch {
    /// For steps of `step` \[s\] by a scheme.
    #[must_use]
    pub const fn new(tableau: Tableau, step: f64) -> Self {
        let (start, length) = (0.0, 0.0);
        Self { tableau, step, start, length, looks: 0, looked: 0, findings: vec![] }
    }

    /// The worst that was seen with the elements as they were, and with all stuck; empty if all is well.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    fn look(&mut self, frame: &Frame<'_>) -> Result<(), NetworkError> {
        for finding in frame.network().findings(frame.state(), &self.tableau, self.step)? {
            match self.findings.iter_mut().find(|known| known.elements == finding.elements) {
                Some(known) => {
                    let radius = finding.stability.spectral_radius;
                    if radius > known.stability.spectral_radius {
                        *known = finding;
                    }
                }
                None => self.findings.push(finding),
            }
        }
        Ok(())
    }
}

impl Observer for StepWatch {
    fn start(&mut self, frame: &Frame<'_>, until: f64) -> Result<(), SimulationError> {
        (self.start, self.length, self.looked) = (frame.time(), until - frame.time(), 0);
        // Twice, as they are and stuck, in two directions.
        let variables = frame.state().values().len();
        let cost = if variables <= DENSE { 4 * variables as u64 } else { 512 };
        self.looks = ((self.length / self.step) as u64 / (10 * cost.max(1))).clamp(1, LOOKS);
        Ok(())
    }
    fn observe(&mut self, frame: &Frame<'_>) -> Result<(), SimulationError> {
        let next = self.start + self.length * (self.looked + 1) as f64 / self.looks as f64;
        if self.looked < self.looks && frame.time() >= next {
            self.looked += 1;
            self.look(frame)?;
        }
        Ok(())
    }
}
