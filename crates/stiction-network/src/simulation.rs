//! Stepping a network.

use stiction_core::{Admittance, Contact, ContactState, Effort, Impedance, Motion, Stage};
use stiction_ode::{Clock, Integrator, Ode, OdeError, Tableau};

use crate::culprit::culprit_of;
use crate::error::{NetworkError, SimulationError};
use crate::handle::{Handle, Wire};
use crate::network::Network;
use crate::observer::{Frame, Observer};
use crate::snapshot::Snapshot;
use crate::stability::StabilityWarning;
use crate::state::State;
use crate::watched::Watched;

/// A network, its state and the scheme that steps it.
#[derive(Debug)]
pub struct Simulation {
    network: Network,
    state: State,
    integrator: Integrator,
}

impl Simulation {
    /// Starts at time 0 with the initial motions, in steps of `step` \[s\].
    ///
    /// # Errors
    /// [`OdeError::Step`] unless the step is finite and positive.
    pub fn new(network: Network, tableau: Tableau, step: f64) -> Result<Self, SimulationError> {
        let integrator = Integrator::new(tableau, network.dim(), step, 0.0)?;
        let state = network.initial_state();
        Ok(Self { network, state, integrator })
    }

    /// Time \[s\].
    #[must_use]
    pub const fn time(&self) -> f64 {
        self.integrator.time()
    }
    /// Step size \[s\].
    #[must_use]
    pub const fn step_size(&self) -> f64 {
        self.integrator.step_size()
    }
    /// The network.
    #[must_use]
    pub const fn network(&self) -> &Network {
        &self.network
    }
    /// The state.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }
    /// The first stage of the next step.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.integrator.stage()
    }
    /// The present moment.
    #[must_use]
    pub fn frame(&self) -> Frame<'_> {
        Frame { network: &self.network, state: &self.state, stage: self.stage() }
    }

    /// Replaces the state, for instance by one made with [`Network::set_internal`]; the clock
    /// starts anew at its time.
    ///
    /// # Errors
    /// [`NetworkError::ForeignState`]; [`NetworkError::Start`] if a value is not finite.
    pub fn set_state(&mut self, state: State) -> Result<(), SimulationError> {
        self.adopt(Clock::starting_at(state.time), state)
    }

    /// Motion of the (first) port of an admittance.
    ///
    /// # Errors
    /// [`NetworkError::ForeignHandle`].
    pub fn motion<A: Admittance>(
        &self,
        handle: Handle<A>,
    ) -> Result<Motion<A::Domain>, NetworkError> {
        self.network.motion(handle, &self.state)
    }
    /// Motions of all ports of an admittance.
    ///
    /// # Errors
    /// [`NetworkError::ForeignHandle`].
    pub fn motions<A: Admittance>(
        &self,
        handle: Handle<A>,
    ) -> Result<Vec<Motion<A::Domain>>, NetworkError> {
        self.network.motions(handle, &self.state)
    }
    /// Effort that an impedance exerts on its port at the first stage of the next step.
    ///
    /// # Errors
    /// [`NetworkError::ForeignHandle`].
    pub fn effort<I: Impedance>(&self, wire: Wire<I>) -> Result<Effort<I::Domain>, NetworkError> {
        self.frame().effort(wire)
    }
    /// Internal state of an impedance.
    ///
    /// # Errors
    /// [`NetworkError::ForeignHandle`].
    pub fn internal<I: Impedance>(&self, wire: Wire<I>) -> Result<&[f64], NetworkError> {
        self.network.internal(wire, &self.state)
    }

    /// What a contact does, and by what margin, at the first stage of the next step.
    ///
    /// # Errors
    /// [`NetworkError::ForeignHandle`].
    pub fn contact_state<I: Contact>(&self, wire: Wire<I>) -> Result<ContactState, NetworkError> {
        self.frame().contact_state(wire)
    }

    /// What the present step size does to the elements that can be stuck; empty if all is well.
    ///
    /// # Errors
    /// None for a network and state that belong together, as they do here.
    pub fn stability_warnings(&self) -> Result<Vec<StabilityWarning>, NetworkError> {
        let (tableau, step) = (self.integrator.tableau(), self.step_size());
        self.network.stability_warnings(&self.state, tableau, step)
    }

    /// Runs until `until` \[s\], exactly.
    ///
    /// # Errors
    /// [`SimulationError::Culprit`] if what a component gives is not finite,
    /// [`SimulationError::NotFinite`] if the motion blows up, [`OdeError`] for a bad time. The
    /// simulation then stands after the last good step.
    pub fn run_until(&mut self, until: f64) -> Result<(), SimulationError> {
        let Self { network, state, integrator } = self;
        let result = integrator.run_until(network, &mut state.values, until);
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
        let started = observer.start(&self.frame(), until);
        let run = started.and_then(|()| self.run_steps(until, observer, None));
        let finished = observer.finish();
        run.and(finished)
    }

    /// As [`Simulation::run_observed`], with the same bits, and shows `stages` every stage of every
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
        let started = observer.start(&self.frame(), until);
        let run = started.and_then(|()| self.run_steps(until, observer, Some(stages)));
        let finished = observer.finish();
        run.and(finished)
    }

    fn run_steps(
        &mut self,
        until: f64,
        observer: &mut dyn Observer,
        stages: Option<&mut dyn FnMut(&Frame<'_>)>,
    ) -> Result<(), SimulationError> {
        let Self { network, state, integrator } = self;
        let mut seen = state.clone();
        let observe = |at: &Integrator, values: &[f64]| {
            seen.time = at.time();
            seen.values.copy_from_slice(values);
            observer.observe(&Frame { network, state: &seen, stage: at.stage() })
        };
        let result = match stages {
            None => integrator.run_observed(network, &mut state.values, until, observe),
            Some(stages) => {
                let watched = Watched::new(network, state.clone(), stages);
                integrator.run_observed(&watched, &mut state.values, until, observe)
            }
        };
        state.time = integrator.time();
        result.map_err(|error| match error {
            SimulationError::Ode(error) => self.explain(error, until),
            other => other,
        })
    }

    /// The state and the clock, to be stored.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot::take(&self.network, self.integrator.clock(), &self.state.values)
    }

    /// Continues from a snapshot of the same mechanism, with the same bits.
    ///
    /// # Errors
    /// [`NetworkError::Snapshot`] if it is of another mechanism or damaged; nothing changes then.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), SimulationError> {
        let (clock, values) = snapshot.read(&self.network)?;
        let state = State { network: self.state.network, time: clock.time, values };
        self.adopt(clock, state)
    }

    fn adopt(&mut self, clock: Clock, state: State) -> Result<(), SimulationError> {
        self.network.check_state(&state)?;
        if let Some(index) = state.values.iter().position(|value| !value.is_finite()) {
            let (component, variable) = self.network.describe_variable(index);
            let value = state.values[index];
            return Err(NetworkError::Start { component, variable, value }.into());
        }
        self.integrator.set_clock(clock)?;
        self.state = state;
        Ok(())
    }

    /// Names the component whose doing a failed step on the way to `until` was, or the component and
    /// the variable of a blow-up.
    fn explain(&self, error: OdeError, until: f64) -> SimulationError {
        match error {
            OdeError::NotFinite { index, time } => {
                let kept = (&self.integrator, &self.state.values[..]);
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
