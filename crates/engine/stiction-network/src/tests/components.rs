//! Components of the tests, small enough to check by hand.

use stiction_core::{Body, Coupling, Line, Motion, Stage};

/// A mass \[kg\].
#[derive(Debug)]
pub(crate) struct Mass(pub(crate) f64);

impl Body for Mass {
    type Domain = Line;
    fn accelerate(&self, _: &Stage, motion: &Motion<Line>, force: &f64) -> (f64, f64) {
        (motion.flow, force / self.0)
    }
    fn energy(&self, motion: &Motion<Line>) -> f64 {
        0.5 * self.0 * motion.flow.powi(2)
    }
}

/// Difference of two motions, second minus first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Relative;

impl Coupling for Relative {
    type From = (Line, Line);
    type To = Line;
    fn motion(&self, (a, b): &(Motion<Line>, Motion<Line>)) -> Motion<Line> {
        Motion { pose: b.pose - a.pose, flow: b.flow - a.flow }
    }
    fn efforts(&self, _: &(Motion<Line>, Motion<Line>), effort: &f64) -> (f64, f64) {
        (-effort, *effort)
    }
}
