//! The composed mechanism: access by handle.

use core::any::Any;
use std::collections::HashMap;

use crate::ode::Ode;
use stiction_core::vectors::{Lanes, Vectors};
use stiction_core::{
    Admittance, AnyAdmittance, AnyDomain, Domain, Flat, Impedance, Inputs, Motion, Seen, Stage,
    Start, short_type_name,
};

use crate::books::look::{Look, WireRef};
use crate::compose::end::Address;
use crate::compose::handle::{Handle, InputHandle, Wire};
use crate::compose::layout::Layout;
use crate::compose::port::NodePort;
use crate::compose::spans::{Directory, Span};
use crate::compose::start::{check_domain, start_of};
use crate::copies::PartCopies;
use crate::error::NetworkError;
use crate::frame::observer::Frame;
use crate::pool::{NodePool, WirePool};
use crate::stability::BristleStart;
use crate::step::state::State;

mod equation;

/// A mechanism. It never changes; what changes is its [`State`].
pub struct Network {
    pub(crate) id: u32,
    /// Pools in the order of the layout; they know their ranges of the state.
    pub(crate) nodes: Vec<Box<dyn NodePool>>,
    pub(crate) wires: Vec<Box<dyn WirePool>>,
    /// The components as the handles have them.
    pub(crate) placed_nodes: Directory,
    pub(crate) placed_wires: Directory,
    /// Shapes that bodies were given.
    pub(crate) shapes: HashMap<Address, Seen>,
    /// Starts of the bristles that do not start unbent; [`Self::initial`] has them bent.
    pub(crate) bristle_starts: HashMap<Address, BristleStart>,
    pub(crate) layout: Layout,
    pub(crate) initial: Vec<f64>,
    /// Inputs with their values at the start.
    pub(crate) inputs: Inputs,
    /// Copies that are evaluated in lanes, by part; empty if there are none.
    pub(crate) copies: Vec<Option<Box<PartCopies>>>,
    pub(crate) vectors: Option<Vectors>,
}

impl core::fmt::Debug for Network {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Network")
            .field("id", &self.id)
            .field("admittances", &self.placed_nodes.iter().count())
            .field("impedances", &self.placed_wires.iter().count())
            .field("variables", &self.initial.len())
            .finish()
    }
}

impl Network {
    /// Returns how many copies of one mechanism are evaluated side by side, if there are any, and how many laws with
    /// memory of one connected mechanism.
    #[must_use]
    pub const fn lanes(&self) -> Lanes {
        if self.vectors.is_some() { Lanes::Four } else { Lanes::One }
    }

    /// Returns the number of copies of small mechanisms that are evaluated side by side, ports and bodies
    /// included. A connected mechanism has none, even if some of its laws are evaluated side by side.
    #[must_use]
    pub fn copies(&self) -> usize {
        let copies = if self.vectors.is_some() { &self.copies[..] } else { &[] };
        copies.iter().flatten().map(|copies| copies.count()).sum()
    }

    /// Evaluates at most `most` copies of one mechanism side by side, and at most `most` laws of a
    /// connected one; the results are the same.
    pub fn set_lanes(&mut self, most: Lanes) {
        self.vectors = Vectors::find().filter(|_| most > Lanes::One);
        self.wires.iter_mut().for_each(|pool| pool.set_vectors(self.vectors));
    }

    /// Returns the state at time 0 with the initial motions.
    #[must_use]
    pub fn initial_state(&self) -> State {
        let (values, inputs) = (self.initial.clone(), self.inputs.clone());
        State { network: self.id, time: 0.0, values, inputs }
    }

    /// Returns the inputs as they are at the start: names, units, values.
    #[must_use]
    pub const fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// Returns the input of a name, to be set with [`Simulation::set_input`](crate::Simulation::set_input).
    ///
    /// # Errors
    /// [`NetworkError::UnknownInput`].
    pub fn input(&self, name: &str) -> Result<InputHandle, NetworkError> {
        let unknown = || NetworkError::UnknownInput {
            name: name.to_owned(),
            known: self.inputs.declared().iter().map(|input| input.name().clone()).collect(),
        };
        let place = self.inputs.place(name).ok_or_else(unknown)?;
        Ok(InputHandle { network: self.id, place })
    }

    /// Returns where an input stands among [`Self::inputs`].
    pub(crate) fn input_place(&self, input: InputHandle) -> Result<usize, NetworkError> {
        let InputHandle { network: found, place } = input;
        if found == self.id {
            return Ok(place);
        }
        let component = "an input".to_owned();
        Err(NetworkError::ForeignHandle { component, expected: self.id, found })
    }

    /// Returns the motion of the (first) port of an admittance.
    ///
    /// # Errors
    /// [`NetworkError::ForeignHandle`], [`NetworkError::ForeignState`]; [`NetworkError::PortDomain`] if the port is of
    /// [another domain](stiction_core::UnlikePorts::domain).
    pub fn motion<A: Admittance>(
        &self,
        handle: Handle<A>,
        state: &State,
    ) -> Result<Motion<A::Domain>, NetworkError> {
        self.check_state(state)?;
        let span = self.node_span(handle)?;
        check_domain(self.node_at(span), 0, AnyDomain::get::<A::Domain>(), true)?;
        Ok(Motion::load(&state.values[span.range()]))
    }

    /// Returns the motion of a port of an admittance: of the free base of a tree, say, which is of a domain of its own.
    ///
    /// # Errors
    /// As [`Self::motion`]; [`NetworkError::NoSuchPort`].
    pub fn port_motion<D: Domain>(
        &self,
        port: NodePort<D>,
        state: &State,
    ) -> Result<Motion<D>, NetworkError> {
        let (address, number) = port.place();
        self.check_state(state)?;
        let span = self.placed_nodes.span(address);
        let span = span.ok_or_else(|| self.foreign(address, format!("{port:?}")))?;
        let node = self.node_at(span);
        let count = node.ports().count();
        if number >= count {
            return Err(NetworkError::NoSuchPort { port: format!("{port:?}"), count });
        }
        check_domain(node, number, AnyDomain::get::<D>(), false)?;
        Ok(Motion::load(&state.values[span.range()][node.ports().offset(number)..]))
    }

    /// Returns the motions of all ports of an admittance that are of its domain (of all joints of an arm; of one that
    /// slides, length and speed). The free base of a tree has its own; see [`Self::port_motion`].
    ///
    /// # Errors
    /// [`NetworkError::ForeignHandle`], [`NetworkError::ForeignState`].
    pub fn motions<A: Admittance>(
        &self,
        handle: Handle<A>,
        state: &State,
    ) -> Result<Vec<Motion<A::Domain>>, NetworkError> {
        self.check_state(state)?;
        let span = self.node_span(handle)?;
        let all = self.node_at(span).motions(&state.values[span.range()]);
        let own = AnyDomain::get::<A::Domain>();
        let is_own = |domain: &AnyDomain| {
            domain.id() == own.id() || domain.is_coordinate() && own.is_coordinate()
        };
        Ok(all.filter(|(domain, _)| is_own(domain)).map(|(_, motion)| Flat::load(motion)).collect())
    }

    /// Sets the motions of all ports of an admittance.
    ///
    /// # Errors
    /// [`NetworkError::ForeignHandle`], [`NetworkError::ForeignState`], or
    /// [`NetworkError::StartCount`] unless there is one motion per port, [`NetworkError::PortDomain`] if one is of
    /// another domain than its port. The state is then as it was.
    pub fn set_motions<A: Admittance>(
        &self,
        handle: Handle<A>,
        state: &mut State,
        motions: impl Into<Start<A::Domain>>,
    ) -> Result<(), NetworkError> {
        self.check_state(state)?;
        let span = self.node_span(handle)?;
        let motions = start_of(self.node_at(span), &motions.into())?;
        state.values[span.range()][..motions.len()].copy_from_slice(&motions);
        Ok(())
    }

    /// Returns the moment of a state, at which efforts and powers are evaluated at `stage`: between steps, friction is
    /// asked at the first stage of the next step ([`Simulation::stage`](crate::Simulation::stage)).
    ///
    /// # Errors
    /// [`NetworkError::ForeignState`].
    pub fn frame<'a>(
        &'a self,
        state: &'a State,
        stage: Stage<'a>,
    ) -> Result<Frame<'a>, NetworkError> {
        self.check_state(state)?;
        Ok(Frame { network: self, state, stage: state.stage(stage), unresolved: None })
    }

    /// Returns the admittance behind a handle.
    ///
    /// # Errors
    /// [`NetworkError::ForeignHandle`].
    pub fn component<A: Admittance>(&self, handle: Handle<A>) -> Result<&A, NetworkError> {
        let span = self.placed_nodes.span(handle.address);
        let found = span.and_then(|span| (self.node_at(span) as &dyn Any).downcast_ref());
        found.ok_or_else(|| self.foreign(handle.address, short_type_name::<A>()))
    }

    /// Returns the impedance behind a wire.
    ///
    /// # Errors
    /// [`NetworkError::ForeignHandle`].
    pub fn law<I: Impedance>(&self, wire: Wire<I>) -> Result<&I, NetworkError> {
        let span = self.placed_wires.span(wire.address);
        let found = span.and_then(|span| (self.wire_at(span).law as &dyn Any).downcast_ref());
        found.ok_or_else(|| self.foreign(wire.address, short_type_name::<I>()))
    }

    /// Returns the names of the component and of the variable at an index of the state vector.
    #[must_use]
    pub fn describe_variable(&self, index: usize) -> (String, String) {
        let own = |span: Span| index - span.offset as usize;
        if let Some((address, span)) = self.placed_nodes.with_variable(index) {
            return (self.node_name(address), self.node_at(span).variable(own(span)));
        }
        match self.placed_wires.with_variable(index) {
            Some((address, span)) => {
                let variable = self.wire_at(span).law.memory().name(own(span));
                (self.wire_name(address), variable.name.into())
            }
            None => ("the network".into(), format!("variable {index}")),
        }
    }

    /// Returns the name that an admittance was given, or type and order of insertion.
    pub(crate) fn node_name(&self, address: Address) -> String {
        self.placed_nodes.name_or(address, |span| self.node_at(span).name())
    }

    /// Returns the name that an impedance was given, or type and order of insertion.
    pub(crate) fn wire_name(&self, address: Address) -> String {
        self.placed_wires.name_or(address, |span| self.wire_at(span).law.name())
    }

    /// Refuses a state in which a port has nothing to move, so that its inertia matrix is singular.
    ///
    /// # Errors
    /// [`NetworkError::Singular`]; [`NetworkError::ForeignState`].
    pub fn check_inertia(&self, state: &State) -> Result<(), NetworkError> {
        self.check_state(state)?;
        for (pool, nodes) in self.nodes.iter().enumerate() {
            for (place, (node, own)) in nodes.states().enumerate() {
                if let Some(port) = node.ports().without_inertia(&state.values[own]) {
                    let component = self.node_name_at([pool, place]);
                    return Err(NetworkError::Singular { component, port });
                }
            }
        }
        Ok(())
    }

    /// Returns the name of the admittance at a place of a pool of the layout.
    pub(crate) fn node_name_at(&self, [pool, place]: [usize; 2]) -> String {
        self.placed_nodes
            .at(pool, place)
            .map_or_else(String::new, |address| self.node_name(address))
    }

    /// Returns the name of the impedance at a place of a pool of the layout.
    pub(crate) fn wire_name_at(&self, [pool, place]: [usize; 2]) -> String {
        self.placed_wires
            .at(pool, place)
            .map_or_else(String::new, |address| self.wire_name(address))
    }

    pub(crate) fn check_state(&self, state: &State) -> Result<(), NetworkError> {
        if state.network == self.id && state.values.len() == self.dim() {
            return Ok(());
        }
        Err(NetworkError::ForeignState { expected: self.id, found: state.network })
    }

    fn foreign(&self, address: Address, component: String) -> NetworkError {
        NetworkError::ForeignHandle { component, expected: self.id, found: address.network }
    }

    pub(crate) fn node_span<A: Admittance>(&self, handle: Handle<A>) -> Result<Span, NetworkError> {
        let span = self.placed_nodes.span(handle.address);
        span.ok_or_else(|| self.foreign(handle.address, short_type_name::<A>()))
    }

    pub(crate) fn wire_span<I: Impedance + ?Sized>(
        &self,
        wire: Wire<I>,
    ) -> Result<Span, NetworkError> {
        let span = self.placed_wires.span(wire.address);
        span.ok_or_else(|| self.foreign(wire.address, short_type_name::<I>()))
    }

    /// Returns the admittance at a span, its type forgotten.
    pub(crate) fn node_at(&self, span: Span) -> &dyn AnyAdmittance {
        self.nodes[span.pool as usize].item(span.place as usize)
    }

    /// Returns the wire at a span, its types forgotten.
    pub(crate) fn wire_at(&self, span: Span) -> WireRef<'_> {
        self.wires[span.pool as usize].wire(span.place as usize)
    }

    /// Returns the numbers that pass through the wire at a span in a state.
    pub(crate) fn look_at(&self, span: Span, stage: &Stage, x: &[f64]) -> Look {
        let mut look = Look::default();
        self.wire_at(span).look(stage, x, &x[span.range()], &mut look);
        look
    }
}
