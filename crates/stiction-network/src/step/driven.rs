//! A network and what is set from outside, as one equation.

use crate::ode::{Ode, Parts};
use stiction_core::{Inputs, Stage, earlier};

use crate::network::Network;

/// A network whose inputs have values: what is stepped. (The network itself, as an equation, has them at
/// their starts.)
#[derive(Clone, Copy)]
pub(crate) struct Driven<'a> {
    pub(crate) network: &'a Network,
    pub(crate) inputs: &'a Inputs,
}

impl Ode for Driven<'_> {
    fn dim(&self) -> usize {
        self.network.dim()
    }
    #[inline]
    fn rhs(&self, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        self.network.rhs(stage, x, dx);
    }
    #[inline]
    fn parts(&self) -> Option<&dyn Parts> {
        self.network.parts()
    }
    #[inline]
    fn project(&self, x: &mut [f64]) {
        Ode::project(self.network, x);
    }
    #[inline]
    fn inputs(&self) -> Option<&Inputs> {
        Some(self.inputs)
    }
    fn next_jump(&self, after: f64) -> Option<f64> {
        earlier(self.network.next_jump(after), self.inputs.next_jump(after))
    }
}
