//! Stages of a step, shown to a user.

use core::cell::RefCell;

use stiction_core::Stage;

use crate::frame::observer::{Frame, Unresolved};
use crate::network::Network;
use crate::step::driven::Onlooker;
use crate::step::state::State;

/// The point of an evaluation, and its viewer.
type Viewed<'a> = (State, &'a mut dyn FnMut(&Frame<'_>));

/// Shows every evaluation of a network before it is made.
pub(crate) struct StageViewer<'a> {
    pub(crate) network: &'a Network,
    pub(crate) unresolved: Option<&'a Unresolved>,
    pub(crate) view: RefCell<Viewed<'a>>,
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
