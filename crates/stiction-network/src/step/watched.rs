//! A network whose stages are shown.

use core::cell::RefCell;

use stiction_core::Stage;

use crate::frame::observer::{Frame, Unresolved};
use crate::network::Network;
use crate::step::driven::Onlooker;
use crate::step::state::State;

/// The point of an evaluation, and who looks at it.
type Watch<'a> = (State, &'a mut dyn FnMut(&Frame<'_>));

/// Shows every evaluation of a network before it is made.
pub(crate) struct Watched<'a> {
    pub(crate) network: &'a Network,
    pub(crate) unresolved: Option<&'a Unresolved>,
    pub(crate) watch: RefCell<Watch<'a>>,
}

impl Onlooker for Watched<'_> {
    fn before(&self, stage: &Stage, x: &[f64]) {
        let (state, watch) = &mut *self.watch.borrow_mut();
        state.time = stage.time;
        state.values.clear();
        state.values.extend_from_slice(x);
        let Self { network, unresolved, .. } = *self;
        watch(&Frame { network, state, stage: *stage, unresolved });
    }
}
