//! The composed mechanism: access by handle.

use core::any::Any;
use std::collections::HashMap;

use crate::ode::Ode;
use stiction_core::vectors::{Lanes, Vectors};
use stiction_core::{
    Admittance, AnyAdmittance, Impedance, Inputs, Seen, Stage, Start, short_type_name,
};

use crate::books::look::{Look, WireRef};
use crate::compose::end::Address;
use crate::compose::handle::{Handle, InputHandle, Wire};
use crate::compose::layout::Layout;
use crate::compose::spans::{Directory, Span};
use crate::compose::start::start_of;
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
        let InputHandle { network, place } = input;
        if network == self.id { Ok(place) } else { Err(self.foreign(network, "an input".into())) }
    }

    /// Sets the motions of all ports of an admittance.
    ///
    /// # Errors
    /// [`NetworkError::Foreign`]; [`NetworkError::StartCount`] unless there is one motion per port,
    /// [`NetworkError::PortDomain`] if one is of another domain than its port. The state is then as it was.
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
    /// [`NetworkError::Foreign`].
    pub fn frame<'a>(
        &'a self,
        state: &'a State,
        stage: Stage<'a>,
    ) -> Result<Frame<'a>, NetworkError> {
        self.check_state(state)?;
        Ok(Frame { network: self, state, stage: state.stage(stage), unresolved: None })
    }

    /// Returns the impedance behind a wire.
    ///
    /// # Errors
    /// [`NetworkError::Foreign`].
    pub fn law<I: Impedance>(&self, wire: Wire<I>) -> Result<&I, NetworkError> {
        let span = self.placed_wires.span(wire.address);
        let found = span.and_then(|span| (self.wire_at(span).law as &dyn Any).downcast_ref());
        found.ok_or_else(|| self.foreign(wire.address.network, short_type_name::<I>()))
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
    /// [`NetworkError::Singular`]; [`NetworkError::Foreign`].
    pub fn check_inertia(&self, state: &State) -> Result<(), NetworkError> {
        self.check_state(state)?;
        for (address, span) in self.placed_nodes.iter() {
            let ports = self.node_at(span).ports();
            if let Some(port) = ports.without_inertia(&state.values[span.range()]) {
                return Err(NetworkError::Singular { component: self.node_name(address), port });
            }
        }
        Ok(())
    }

    /// Checks that there is a number for every variable.
    pub(crate) fn check_count(&self, found: usize) -> Result<(), NetworkError> {
        let expected = self.dim();
        if found == expected {
            return Ok(());
        }
        Err(NetworkError::VariableCount { state: "state".to_owned(), expected, found })
    }

    /// Checks that the variables of a state are finite.
    pub(crate) fn check_finite(&self, values: &[f64]) -> Result<(), NetworkError> {
        let Some(index) = values.iter().position(|value| !value.is_finite()) else { return Ok(()) };
        let ((component, variable), value) = (self.describe_variable(index), values[index]);
        Err(NetworkError::Start { component, variable, value })
    }

    pub(crate) fn check_state(&self, state: &State) -> Result<(), NetworkError> {
        if state.network == self.id && state.values.len() == self.dim() {
            return Ok(());
        }
        let (what, expected) = ("the state".to_owned(), self.id);
        Err(NetworkError::Foreign { what, expected, found: state.network })
    }

    /// Returns the error of a handle of a component in another network.
    pub(crate) fn foreign(&self, found: u32, component: String) -> NetworkError {
        let what = format!("the handle of {component}");
        NetworkError::Foreign { what, expected: self.id, found }
    }

    pub(crate) fn node_span<A: Admittance>(&self, handle: Handle<A>) -> Result<Span, NetworkError> {
        let span = self.placed_nodes.span(handle.address);
        span.ok_or_else(|| self.foreign(handle.address.network, short_type_name::<A>()))
    }

    pub(crate) fn wire_span<I: Impedance + ?Sized>(
        &self,
        wire: Wire<I>,
    ) -> Result<Span, NetworkError> {
        let span = self.placed_wires.span(wire.address);
        span.ok_or_else(|| self.foreign(wire.address.network, short_type_name::<I>()))
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
