//! Stepping a network.

use crate::ode::{Clock, Integrator, Ode, Tableau};
use stiction_core::{Admittance, ContactState, Domain, Effort, Impedance, Motion, Stage};

use crate::books::audit::Audit;
use crate::books::energy::EnergyBalance;
use crate::books::roster::Roster;
use crate::compose::handle::{Handle, InputHandle, Wire};
use crate::compose::port::NodePort;
use crate::error::{NetworkError, SimulationError};
use crate::frame::observer::{Frame, Unresolved};
use crate::network::Network;
use crate::stability::{Elements, StabilityWarning, StepDoubt, StepStability};
use crate::step::snapshot::Snapshot;
use crate::step::state::{Mark, State};

/// A network, its state and the scheme that steps it.
#[derive(Debug)]
pub struct Simulation {
    pub(super) network: Network,
    pub(super) state: State,
    pub(super) integrator: Integrator,
    /// Books of the energy, while it is watched.
    pub(super) audit: Option<Audit>,
    /// The stuck elements that the step is too long for, found out when first asked.
    pub(super) unresolved: Unresolved,
    /// Whether a run has started from this state.
    pub(super) has_started: bool,
}

impl Simulation {
    /// Starts at time 0 with the initial motions, in steps of `step` \[s\].
    ///
    /// # Errors
    /// [`OdeError::Step`](crate::ode::OdeError::Step) unless the step is finite and positive.
    pub fn new(network: Network, tableau: Tableau, step: f64) -> Result<Self, SimulationError> {
        let unresolved = Unresolved::new(tableau.clone(), step);
        let integrator = Integrator::new(tableau, network.dim(), step, 0.0)?;
        let state = network.initial_state();
        Ok(Self { network, state, integrator, audit: None, unresolved, has_started: false })
    }

    /// Returns the time \[s\].
    #[must_use]
    pub const fn time(&self) -> f64 {
        self.integrator.time()
    }
    /// Returns the step size \[s\].
    #[must_use]
    pub const fn step_size(&self) -> f64 {
        self.integrator.step_size()
    }
    /// Returns the scheme.
    #[must_use]
    pub const fn tableau(&self) -> &Tableau {
        self.integrator.tableau()
    }
    /// Returns the network.
    #[must_use]
    pub const fn network(&self) -> &Network {
        &self.network
    }
    /// Returns the state.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }
    /// Returns the first stage of the next step.
    #[must_use]
    pub fn stage(&self) -> Stage<'_> {
        self.state.stage(self.integrator.stage())
    }
    /// Returns the present moment.
    #[must_use]
    pub fn frame(&self) -> Frame<'_> {
        Frame {
            network: &self.network,
            state: &self.state,
            stage: self.stage(),
            unresolved: Some(&self.unresolved),
        }
    }

    /// Replaces the state, for instance by one made with [`Network::set_internal`]; the clock
    /// starts anew at its time.
    ///
    /// # Errors
    /// [`NetworkError::Foreign`]; [`NetworkError::Start`] if a value is not finite.
    pub fn set_state(&mut self, state: State) -> Result<(), SimulationError> {
        self.adopt(Clock::starting_at(state.time), state)
    }

    /// Returns the input of a name.
    ///
    /// # Errors
    /// [`NetworkError::UnknownInput`].
    pub fn input(&self, name: &str) -> Result<InputHandle, NetworkError> {
        self.network.input(name)
    }

    /// Returns the present value of an input.
    ///
    /// # Errors
    /// [`NetworkError::Foreign`].
    pub fn input_value(&self, input: InputHandle) -> Result<f64, NetworkError> {
        let place = self.network.input_place(input)?;
        Ok(self.state.inputs.value_at(place, self.time()).unwrap_or_default())
    }

    /// Sets an input. It jumps: the next step sees the new value from its start on, and it stays until it is
    /// set again.
    ///
    /// # Errors
    /// [`NetworkError::Input`] if the value is not finite; [`NetworkError::Foreign`]. Nothing changes
    /// then.
    pub fn set_input(&mut self, input: InputHandle, value: f64) -> Result<(), NetworkError> {
        self.move_input(input, value, 0.0)
    }

    /// Takes an input from where it is to a value, where it stays, at a constant rate that lasts `over` \[s\]: a
    /// drive that follows it then has a velocity.
    ///
    /// # Errors
    /// As [`Self::set_input`]; a duration that is negative or not finite.
    pub fn move_input(
        &mut self,
        input: InputHandle,
        value: f64,
        over: f64,
    ) -> Result<(), NetworkError> {
        let place = self.network.input_place(input)?;
        let mut inputs = self.state.inputs.clone();
        inputs.move_to(place, value, self.time(), over).map_err(|refused| {
            let name = self.network.inputs.declared()[place].name().clone();
            NetworkError::Input { name, refused }
        })?;
        if let Some(audit) = &mut self.audit {
            let now = Stage::at(self.integrator.time());
            let sides = [&self.state.inputs, &inputs].map(|inputs| now.with_inputs(Some(inputs)));
            audit.jump(&Roster::new(&self.network), sides, &self.state.values);
        }
        self.state.inputs = inputs;
        Ok(())
    }

    /// Returns the motion of the (first) port of an admittance.
    ///
    /// # Errors
    /// [`NetworkError::Foreign`].
    pub fn motion<A: Admittance>(
        &self,
        handle: Handle<A>,
    ) -> Result<Motion<A::Domain>, NetworkError> {
        self.frame().motion(handle)
    }
    /// Returns what [`Frame::port_motion`] returns.
    ///
    /// # Errors
    /// As there.
    pub fn port_motion<D: Domain>(&self, port: NodePort<D>) -> Result<Motion<D>, NetworkError> {
        self.frame().port_motion(port)
    }
    /// Returns the motions of all ports of an admittance; see [`Frame::motions`].
    ///
    /// # Errors
    /// [`NetworkError::Foreign`].
    pub fn motions<A: Admittance>(
        &self,
        handle: Handle<A>,
    ) -> Result<Vec<Motion<A::Domain>>, NetworkError> {
        self.frame().motions(handle)
    }
    /// Returns the effort that an impedance exerts on its port at the first stage of the next step.
    ///
    /// # Errors
    /// [`NetworkError::Foreign`].
    pub fn effort<I: Impedance + ?Sized>(
        &self,
        wire: Wire<I>,
    ) -> Result<Effort<I::Domain>, NetworkError> {
        self.frame().effort(wire)
    }
    /// Returns whether friction sticks, with what margin, and how fast it slips, at the first stage of the next step.
    ///
    /// # Errors
    /// [`NetworkError::NoContactState`] if the element is no friction; [`NetworkError::Foreign`].
    pub fn contact_state<I: Impedance + ?Sized>(
        &self,
        wire: Wire<I>,
    ) -> Result<ContactState, NetworkError> {
        self.frame().contact_state(wire)
    }

    /// Returns warnings about elements that the present step size does not hold stuck; empty if all is well.
    ///
    /// # Errors
    /// None for a network and state that belong together, as they do here.
    pub fn stability_warnings(&self) -> Result<Vec<StabilityWarning>, NetworkError> {
        let (tableau, step) = (self.integrator.tableau(), self.step_size());
        self.network.stability_warnings(&self.state, tableau, step)
    }

    /// Returns by how much a step multiplies small disturbances, with the elements as they are or with all stuck
    /// that can be: how far the step is from its limit.
    ///
    /// # Errors
    /// None for a network and state that belong together, as they do here.
    pub fn step_stability(&self, elements: Elements) -> Result<StepStability, NetworkError> {
        let (tableau, step) = (self.integrator.tableau(), self.step_size());
        self.network.step_stability(&self.state, tableau, step, elements)
    }

    /// Returns all objections to the step now: stuck elements that chatter, springs that are too stiff,
    /// bristles that are too fast; empty if all is well. A [`StepWatch`](crate::StepWatch) looks during a
    /// run, and [`Simulation::watch_energy`] sees what neither foresaw.
    ///
    /// # Errors
    /// [`NetworkError::Singular`] if a port has nothing to move.
    pub fn step_doubts(&self) -> Result<Vec<StepDoubt>, NetworkError> {
        self.network.step_doubts(&self.state, self.tableau(), self.step_size())
    }

    /// Books the energy of every component beside the state from now on, as an estimate of the error:
    /// [`Simulation::energy`] tells it, and a run whose mechanism has energy from nowhere, more than half
    /// of the turnover, ends with [`SimulationError::EnergyFromNowhere`].
    ///
    /// Motions keep their bits. The network is then taken as one piece, on one thread, one wire after the other.
    ///
    /// # Errors
    /// None for a network and state that belong together, as they do here.
    pub fn watch_energy(&mut self) -> Result<(), NetworkError> {
        self.network.check_state(&self.state)?;
        let tableau = self.integrator.tableau();
        self.audit = Some(Audit::new(&self.network, tableau, &self.state));
        Ok(())
    }

    /// Returns where the energy came from and went since [`Simulation::watch_energy`] or since the state was set;
    /// `None` if it is not watched.
    #[must_use]
    pub fn energy(&self) -> Option<EnergyBalance> {
        let mut audit = self.audit.clone()?;
        let now = self.state.stage(Stage::at(self.time()));
        let roster = Roster::new(&self.network);
        audit.look(&roster, &now, &self.state.values);
        Some(audit.balance(&roster, &now, &self.state.values))
    }

    /// Returns the state and the clock, to be stored.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot::take(&self.network, self.integrator.clock(), &self.state)
    }

    /// Continues from a snapshot of the same mechanism, with the same bits.
    ///
    /// # Errors
    /// [`NetworkError::Snapshot`] if it is of another mechanism or damaged; nothing changes then.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), SimulationError> {
        let (clock, values, inputs) = snapshot.read(&self.network)?;
        let state = State { network: self.state.network, time: clock.time, values, inputs };
        self.adopt(clock, state)
    }

    /// Returns a mark of the present moment, to come back to after a look ahead.
    #[must_use]
    pub fn mark(&self) -> Mark {
        Mark { clock: self.integrator.clock(), state: self.state.clone() }
    }

    /// Goes back to where it was, with the same bits: from there it moves as if it had never gone on.
    ///
    /// # Errors
    /// [`NetworkError::Foreign`] if the mark is of another simulation; nothing changes then.
    pub fn return_to(&mut self, mark: &Mark) -> Result<(), SimulationError> {
        self.adopt(mark.clock, mark.state.clone())
    }

    fn adopt(&mut self, clock: Clock, state: State) -> Result<(), SimulationError> {
        self.network.check_state(&state)?;
        self.network.check_finite(&state.values)?;
        self.integrator.set_clock(clock)?;
        self.state = state;
        self.look_anew()
    }

    /// Goes on with another clock.
    pub(crate) fn start_anew(&mut self, clock: Clock) -> Result<(), SimulationError> {
        self.integrator.set_clock(clock)?;
        self.state.time = clock.time;
        self.look_anew()
    }

    /// Forgets findings about another state.
    fn look_anew(&mut self) -> Result<(), SimulationError> {
        self.unresolved.forget();
        self.has_started = false;
        if self.audit.is_some() {
            self.watch_energy()?;
        }
        Ok(())
    }
}
