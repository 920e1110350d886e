//! Looking at a simulation while it runs.

use std::sync::OnceLock;

use stiction_core::{
    Admittance, AnyDomain, ContactState, Domain, Effort, Flat, Impedance, Motion, Stage,
};

use crate::ode::Tableau;

use crate::books::look::Look;
use crate::compose::end::Address;
use crate::compose::handle::{Handle, Wire};
use crate::compose::port::NodePort;
use crate::compose::spans::Span;
use crate::compose::start::check_domain;
use crate::error::{NetworkError, SimulationError};
use crate::network::Network;
use crate::step::state::State;

/// A moment of a simulation: the network, its state, and the first stage of the next step.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    pub(crate) network: &'a Network,
    pub(crate) state: &'a State,
    pub(crate) stage: Stage<'a>,
    /// Elements that the step cannot hold, if the frame comes from a simulation.
    pub(crate) unresolved: Option<&'a Unresolved>,
}

/// The elements that the steps of a simulation cannot hold while they are stuck, found out when first
/// asked, in the state of that moment.
#[derive(Debug)]
pub(crate) struct Unresolved {
    pub(crate) tableau: Tableau,
    pub(crate) step: f64,
    found: OnceLock<Vec<Address>>,
}

impl Unresolved {
    pub(crate) const fn new(tableau: Tableau, step: f64) -> Self {
        Self { tableau, step, found: OnceLock::new() }
    }
    /// Forgets the result; it is found again when next asked.
    pub(crate) fn forget(&mut self) {
        self.found = OnceLock::new();
    }
    fn contains(&self, network: &Network, state: &State, address: Address) -> bool {
        let found = self.found.get_or_init(|| {
            let mut found = network.unresolved(state, &self.tableau, self.step);
            found.sort_unstable();
            found
        });
        found.binary_search(&address).is_ok()
    }
}

impl<'a> Frame<'a> {
    /// Returns the time \[s\].
    #[must_use]
    pub const fn time(&self) -> f64 {
        self.state.time
    }
    /// Returns the network.
    #[must_use]
    pub const fn network(&self) -> &'a Network {
        self.network
    }
    /// Returns the state.
    #[must_use]
    pub const fn state(&self) -> &'a State {
        self.state
    }
    /// Returns the first stage of the next step, at which efforts and powers are evaluated.
    #[must_use]
    pub const fn stage(&self) -> Stage<'a> {
        self.stage
    }
    /// Returns the frame at the same moment and another stage, for instance that of the step that ended here.
    #[must_use]
    pub const fn at_stage(&self, stage: Stage<'a>) -> Self {
        Frame { stage: self.state.stage(stage), ..*self }
    }
    /// Returns the motion of the (first) port of an admittance.
    ///
    /// # Errors
    /// [`NetworkError::Foreign`]; [`NetworkError::PortDomain`] if the port is of
    /// [another domain](stiction_core::UnlikePorts::domain).
    pub fn motion<A: Admittance>(
        &self,
        handle: Handle<A>,
    ) -> Result<Motion<A::Domain>, NetworkError> {
        let span = self.network.node_span(handle)?;
        check_domain(self.network.node_at(span), 0, AnyDomain::get::<A::Domain>(), true)?;
        Ok(Motion::load(&self.state.values[span.range()]))
    }
    /// Returns the motion of a port of an admittance: of the free base of a tree, say, which is of a domain of its own.
    ///
    /// # Errors
    /// As [`Self::motion`]; [`NetworkError::NoSuchPort`].
    pub fn port_motion<D: Domain>(&self, port: NodePort<D>) -> Result<Motion<D>, NetworkError> {
        let (network, (address, number)) = (self.network, port.place());
        let span = network.placed_nodes.span(address);
        let foreign = || network.foreign(address.network, format!("{port:?}"));
        let span = span.ok_or_else(foreign)?;
        let node = network.node_at(span);
        let count = node.ports().count();
        if number >= count {
            return Err(NetworkError::NoSuchPort { port: format!("{port:?}"), count });
        }
        check_domain(node, number, AnyDomain::get::<D>(), false)?;
        Ok(Motion::load(&self.state.values[span.range()][node.ports().offset(number)..]))
    }
    /// Returns the motions of all ports of an admittance that are of its domain (of all joints of an arm; of one that
    /// slides, length and speed). The free base of a tree has its own; see [`Self::port_motion`].
    ///
    /// # Errors
    /// [`NetworkError::Foreign`].
    pub fn motions<A: Admittance>(
        &self,
        handle: Handle<A>,
    ) -> Result<Vec<Motion<A::Domain>>, NetworkError> {
        let span = self.network.node_span(handle)?;
        let all = self.network.node_at(span).motions(&self.state.values[span.range()]);
        let own = AnyDomain::get::<A::Domain>();
        let is_own = |domain: &AnyDomain| {
            domain.id() == own.id() || domain.is_coordinate() && own.is_coordinate()
        };
        Ok(all.filter(|(domain, _)| is_own(domain)).map(|(_, motion)| Flat::load(motion)).collect())
    }
    /// Returns the motion that an impedance sees through its coupling.
    ///
    /// # Errors
    /// [`NetworkError::Foreign`].
    pub fn wire_motion<I: Impedance + ?Sized>(
        &self,
        wire: Wire<I>,
    ) -> Result<Motion<I::Domain>, NetworkError> {
        Ok(Motion::load(&self.seen(self.network.wire_span(wire)?).motion))
    }
    /// Returns the effort that an impedance exerts on its port.
    ///
    /// # Errors
    /// [`NetworkError::Foreign`].
    pub fn effort<I: Impedance + ?Sized>(
        &self,
        wire: Wire<I>,
    ) -> Result<Effort<I::Domain>, NetworkError> {
        Ok(Flat::load(&self.look(self.network.wire_span(wire)?).effort))
    }
    /// Returns the rate of the internal state of an impedance.
    ///
    /// # Errors
    /// [`NetworkError::Foreign`].
    pub fn internal_rate<I: Impedance + ?Sized>(
        &self,
        wire: Wire<I>,
    ) -> Result<Vec<f64>, NetworkError> {
        Ok(self.look(self.network.wire_span(wire)?).rate)
    }
    /// Returns whether friction sticks, with what margin, and how fast it slips;
    /// [`ContactMode::Unresolved`](stiction_core::ContactMode::Unresolved) where the friction would stick and the
    /// step cannot hold it (found out when a simulation is first asked).
    ///
    /// # Errors
    /// [`NetworkError::NoContactState`] if the element is no friction; [`NetworkError::Foreign`].
    pub fn contact_state<I: Impedance + ?Sized>(
        &self,
        wire: Wire<I>,
    ) -> Result<ContactState, NetworkError> {
        let span = self.network.wire_span(wire)?;
        let (law, internal) = (self.network.wire_at(span).law, &self.state.values[span.range()]);
        let found = law.contact_state(&self.stage, &self.seen(span).motion, internal);
        let none = || NetworkError::NoContactState { component: law.name() };
        Ok(self.resolved(found.ok_or_else(none)?, wire.address))
    }
    /// Returns the motions that the wire at a span sees.
    fn seen(&self, span: Span) -> Look {
        let mut look = Look::default();
        self.network.wire_at(span).see(&self.stage, &self.state.values, &mut look);
        look
    }
    /// Returns the numbers that pass through the wire at a span.
    pub(crate) fn look(&self, span: Span) -> Look {
        self.network.look_at(span, &self.stage, &self.state.values)
    }
    /// Returns the state that a law reports, unless the step cannot hold it.
    pub(crate) fn resolved(&self, found: ContactState, address: Address) -> ContactState {
        let lost = |steps: &Unresolved| steps.contains(self.network, self.state, address);
        let is_lost = found.sticks() && self.unresolved.is_some_and(lost);
        if is_lost { found.unresolved() } else { found }
    }
}

/// Something that looks at a simulation: a recorder, a file, a progress bar.
///
/// `observe` is called at the start of a run and after every step. A closure
/// `FnMut(&Frame) -> Result<(), SimulationError>` is an observer, and so is a pair of observers.
pub trait Observer {
    /// Observes the start of a run, which will last until the given time \[s\].
    ///
    /// # Errors
    /// Errors of the observer; the run does not start.
    fn start(&mut self, frame: &Frame<'_>, until: f64) -> Result<(), SimulationError> {
        let _ = until;
        self.observe(frame)
    }
    /// Observes the state after a step.
    ///
    /// # Errors
    /// Errors of the observer; the run ends there.
    fn observe(&mut self, frame: &Frame<'_>) -> Result<(), SimulationError>;
    /// Observes that the run has ended, successfully or not.
    ///
    /// # Errors
    /// Errors of the observer as it finishes.
    fn finish(&mut self) -> Result<(), SimulationError> {
        Ok(())
    }
}

impl<F: FnMut(&Frame<'_>) -> Result<(), SimulationError>> Observer for F {
    fn observe(&mut self, frame: &Frame<'_>) -> Result<(), SimulationError> {
        self(frame)
    }
}

impl<A: Observer, B: Observer> Observer for (A, B) {
    fn start(&mut self, frame: &Frame<'_>, until: f64) -> Result<(), SimulationError> {
        self.0.start(frame, until)?;
        self.1.start(frame, until)
    }
    fn observe(&mut self, frame: &Frame<'_>) -> Result<(), SimulationError> {
        self.0.observe(frame)?;
        self.1.observe(frame)
    }
    fn finish(&mut self) -> Result<(), SimulationError> {
        // Both get to finish, whatever the first one says.
        let first = self.0.finish();
        self.1.finish()?;
        first
    }
}
