//! Prescribed motion: a belt, a shaker, a hand that moves whatever the force.

use core::any::Any;

use crate::{Domain, Input, Motion, Stage};

/// A motion that is a function of time alone; whatever effort it takes, it gets.
///
/// Its flow must be the time derivative of its pose. A closure `Fn(&Stage) -> Motion<D>` is one.
pub trait Drive<D: Domain>: Any + Send + Sync {
    /// Returns the motion at `stage.time`.
    fn motion(&self, stage: &Stage) -> Motion<D>;

    /// Returns the first time after `after` at which the motion changes abruptly \[s\]; a step ends there.
    fn next_jump(&self, after: f64) -> Option<f64> {
        let _ = after;
        None
    }

    /// Returns the [inputs](crate::Signal::inputs) that its signals have: what may be set from outside while it is
    /// stepped. An input that is not named here is not a number.
    fn inputs(&self) -> Vec<&Input> {
        vec![]
    }

    /// Returns the shortest period of its oscillations \[s\], if one is known.
    fn shortest_period(&self) -> Option<f64> {
        None
    }

    /// Returns its parameters as text, by which a network tells two drives of one type apart when it orders its
    /// connections. A closure has none.
    fn describe(&self) -> String {
        String::new()
    }
}

impl<D, F> Drive<D> for F
where
    D: Domain,
    F: Fn(&Stage) -> Motion<D> + Send + Sync + 'static,
{
    fn motion(&self, stage: &Stage) -> Motion<D> {
        self(stage)
    }
}
