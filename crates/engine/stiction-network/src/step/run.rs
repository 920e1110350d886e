//! Steps and runs of a simulation, and the reasons why they end.

use core::cell::RefCell;

use crate::ode::{Integrator, OdeError};
use stiction_core::Stage;

use crate::books::audit::{Audited, Gain};
use crate::books::culprit::culprit_of;
use crate::books::roster::Roster;
use crate::error::{NetworkError, SimulationError};
use crate::frame::observer::{Frame, Observer, Unresolved};
use crate::network::Network;
use crate::simulation::Simulation;
use crate::stability::Elements;
use crate::step::driven::{Driven, Onlooker};
use crate::step::state::State;

impl Simulation {
    /// Makes one step: of the step size, or a shorter one that ends at a jump. Steps one after the other have the
    /// bits of a run.
    ///
    /// # Errors
    /// As [`Simulation::run_until`].
    pub fn step(&mut self) -> Result<(), SimulationError> {
        let (now, next) = (self.time(), self.next_time());
        // To run until now would be no step, and no error either.
        if next <= now {
            return Err(OdeError::Stalled { step: self.step_size(), now }.into());
        }
        self.run_until(next)
    }

    /// Returns the time at which the next [`Simulation::step`] ends \[s\].
    #[must_use]
    pub fn next_time(&self) -> f64 {
        // Where an input arrives a step ends too.
        let driven = Driven::new(&self.network, &self.state.inputs);
        self.integrator.next_time(&driven)
    }

    /// Runs until `until` \[s\], exactly.
    ///
    /// # Errors
    /// [`NetworkError::Singular`] if the run would start where a port has nothing to move.
    /// [`SimulationError::Culprit`] if a component gives a number that is not finite,
    /// [`SimulationError::NotFinite`] if the motion blows up, [`OdeError`] for a bad time. The
    /// simulation then stands after the last good step. [`SimulationError::EnergyFromNowhere`] if energy is
    /// watched.
    pub fn run_until(&mut self, until: f64) -> Result<(), SimulationError> {
        self.start()?;
        if self.audit.is_some() {
            return self.run_steps(until, None, None);
        }
        let Self { network, state, integrator, .. } = self;
        let driven = Driven::new(network, &state.inputs);
        let result = integrator.run_until(&driven, &mut state.values, until);
        state.time = integrator.time();
        result.map_err(|error| self.explain(error, until))
    }

    /// Runs until `until` \[s\], exactly, and shows `observer` the start and every step.
    ///
    /// # Errors
    /// As [`Simulation::run_until`], and those of the observer.
    pub fn run_observed(
        &mut self,
        until: f64,
        observer: &mut dyn Observer,
    ) -> Result<(), SimulationError> {
        self.run_with(until, observer, None)
    }

    /// Runs as [`Simulation::run_observed`] does, with the same bits, and shows `stages` every stage of every
    /// step before its rates are evaluated: a frame with the point and the stage of the evaluation.
    ///
    /// The network is taken as one piece, on one thread.
    ///
    /// # Errors
    /// As [`Simulation::run_observed`].
    pub fn run_observed_in_stages(
        &mut self,
        until: f64,
        observer: &mut dyn Observer,
        stages: &mut dyn FnMut(&Frame<'_>),
    ) -> Result<(), SimulationError> {
        self.run_with(until, observer, Some(stages))
    }

    fn run_with(
        &mut self,
        until: f64,
        observer: &mut dyn Observer,
        stages: Option<&mut dyn FnMut(&Frame<'_>)>,
    ) -> Result<(), SimulationError> {
        self.start()?;
        let started = observer.start(&self.frame(), until);
        let run = started.and_then(|()| self.run_steps(until, Some(observer), stages));
        let finished = observer.finish();
        run.and(finished)
    }

    /// Refuses to start a run if a port has nothing to move.
    fn start(&mut self) -> Result<(), NetworkError> {
        if !self.has_started {
            self.network.check_inertia(&self.state)?;
            self.has_started = true;
        }
        Ok(())
    }

    fn run_steps(
        &mut self,
        until: f64,
        mut observer: Option<&mut dyn Observer>,
        stages: Option<&mut dyn FnMut(&Frame<'_>)>,
    ) -> Result<(), SimulationError> {
        let Self { network, state, integrator, audit, unresolved, .. } = self;
        let unresolved = Some(&*unresolved);
        let mut seen = state.clone();
        // The inputs do not change within a run.
        let inputs = state.inputs.clone();
        let driven = Driven::new(network, &inputs);
        let audited = audit.as_mut().map(|audit| Audited::new(driven, audit));
        let energy = |gain: Option<Gain>| gain.map_or(Ok(()), |gain| Err(Stop::Energy(gain)));
        let observe = |at: &Integrator, values: &[f64]| {
            let times = [seen.time, at.time()];
            seen.time = at.time();
            seen.values.copy_from_slice(values);
            // Booked before the observer looks, which may end the run: it can go on later.
            let gain = audited.as_ref().and_then(|audited| audited.close(times, values));
            if let Some(observer) = &mut observer {
                let stage = at.stage().with_inputs(Some(&inputs));
                observer.observe(&Frame { network, state: &seen, stage, unresolved })?;
            }
            energy(gain)
        };
        let viewer = stages.map(|stages| StageViewer {
            network,
            unresolved,
            view: RefCell::new((state.clone(), stages)),
        });
        let viewer = viewer.iter().map(|viewer| viewer as &dyn Onlooker);
        let booking = audited.iter().map(|audited| audited as &dyn Onlooker);
        let onlookers: Vec<&dyn Onlooker> = viewer.chain(booking).collect();
        let driven = driven.seen_by(&onlookers);
        let result = integrator.run_observed(&driven, &mut state.values, until, observe);
        state.time = integrator.time();
        let result = result.and_then(|()| {
            energy(audited.as_ref().and_then(|audited| audited.end(state.time, &state.values)))
        });
        result.map_err(|stop| match stop {
            Stop::Error(SimulationError::Ode(error)) => self.explain(error, until),
            Stop::Error(other) => other,
            Stop::Energy(gain) => self.explain_gain(gain),
        })
    }

    /// Names the component that has energy from nowhere, and the connections for which the step is too large.
    fn explain_gain(&self, gain: Gain) -> SimulationError {
        let of_coupling = || "a coupling whose efforts are not the transpose of its motion".into();
        let name = |index| Roster::new(&self.network).name(index);
        let component = gain.component.map_or_else(of_coupling, name);
        let stability = self.step_stability(Elements::AsTheyAre);
        SimulationError::EnergyFromNowhere {
            component,
            gained: gain.gained,
            turnover: gain.turnover,
            fastest: stability.map(|stability| stability.components).unwrap_or_default(),
            time: self.time(),
            step: self.step_size(),
        }
    }

    /// Names the component to blame for a failed step on the way to `until`, or the component and the variable of
    /// a blow-up.
    fn explain(&self, error: OdeError, until: f64) -> SimulationError {
        match error {
            OdeError::NotFinite { index, time } => {
                let kept = (&self.integrator, &self.state);
                if let Some(culprit) = culprit_of(&self.network, kept, until) {
                    return Box::new(culprit).into();
                }
                let (component, variable) = self.network.describe_variable(index);
                SimulationError::NotFinite { component, variable, time, step: self.step_size() }
            }
            other => other.into(),
        }
    }
}

/// Why a run stopped before its end.
enum Stop {
    Error(SimulationError),
    /// The energy does not add up.
    Energy(Gain),
}

impl<E: Into<SimulationError>> From<E> for Stop {
    fn from(error: E) -> Self {
        Self::Error(error.into())
    }
}

/// The point of an evaluation, and its viewer.
type Viewed<'a> = (State, &'a mut dyn FnMut(&Frame<'_>));

/// Shows every evaluation of a network before it is made.
struct StageViewer<'a> {
    network: &'a Network,
    unresolved: Option<&'a Unresolved>,
    view: RefCell<Viewed<'a>>,
}

impl Onlooker for StageViewer<'_> {
    fn before(&self, stage: &Stage, x: &[f64]) {
        let (state, view) = &mut *self.view.borrow_mut();
        state.time = stage.time;
        state.values.clear();
        state.values.extend_from_slice(x);
        let Self { network, unresolved, .. } = *self;
        view(&Frame { network, state, stage: *stage, unresolved });
    }
}
