//! A network whose stages are looked at.

use core::cell::RefCell;

use crate::ode::Ode;
use stiction_core::{Inputs, Stage};

use crate::frame::observer::{Frame, Unresolved};
use crate::network::Network;
use crate::step::state::State;

/// The point of an evaluation, and who looks at it.
type Watch<'a> = (State, &'a mut dyn FnMut(&Frame<'_>));

/// Shows every evaluation of a network before it is made.
pub(crate) struct Watched<'a> {
    network: &'a Network,
    /// What evaluates it: the network, or one that books its energy too.
    ode: &'a dyn Ode,
    watch: RefCell<Watch<'a>>,
    unresolved: Option<&'a Unresolved>,
}

impl<'a> Watched<'a> {
    pub(crate) fn new(
        network: &'a Network,
        ode: &'a dyn Ode,
        state: State,
        watch: &'a mut dyn FnMut(&Frame<'_>),
        unresolved: Option<&'a Unresolved>,
    ) -> Self {
        Self { network, ode, watch: RefCell::new((state, watch)), unresolved }
    }
}

impl Ode for Watched<'_> {
    fn dim(&self) -> usize {
        self.network.dim()
    }
    fn rhs(&self, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        let (state, watch) = &mut *self.watch.borrow_mut();
        state.time = stage.time;
        state.values.clear();
        state.values.extend_from_slice(x);
        let Self { network, unresolved, .. } = *self;
        watch(&Frame { network, state, stage: *stage, unresolved });
        self.ode.rhs(stage, x, dx);
    }
    fn project(&self, x: &mut [f64]) {
        self.ode.project(x);
    }
    fn inputs(&self) -> Option<&Inputs> {
        self.ode.inputs()
    }
    fn next_jump(&self, after: f64) -> Option<f64> {
        self.ode.next_jump(after)
    }
}
