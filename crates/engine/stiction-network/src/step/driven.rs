//! A network and its inputs as one equation, with onlookers.

use crate::ode::{Ode, Parts};
use stiction_core::{Inputs, Stage, earlier};

use crate::network::Network;

/// Looks on while a network is stepped: shows its stages, books its energy, finds culprits. It changes nothing.
pub(crate) trait Onlooker {
    /// Sees the point of an evaluation.
    fn before(&self, stage: &Stage, x: &[f64]) {
        let _ = (stage, x);
    }
    /// Evaluates the rates in place of the network, with the same bits, to see all that passes through it; returns
    /// whether it did.
    fn evaluate(&self, stage: &Stage, x: &[f64], dx: &mut [f64]) -> bool {
        let _ = (stage, x, dx);
        false
    }
    /// Sees the point and its rates.
    fn after(&self, stage: &Stage, x: &[f64], dx: &[f64]) {
        let _ = (stage, x, dx);
    }
    /// Sees the new state, back on its constraints, and whether it was finite before.
    fn projected(&self, was_finite: bool, x: &[f64]) {
        let _ = (was_finite, x);
    }
}

/// A network with values of its inputs, as it is stepped. (The network itself, as an equation, has them at
/// their starts.) It is one piece while it has onlookers.
#[derive(Clone, Copy)]
pub(crate) struct Driven<'a> {
    pub(crate) network: &'a Network,
    pub(crate) inputs: &'a Inputs,
    onlookers: &'a [&'a dyn Onlooker],
}

impl<'a> Driven<'a> {
    pub(crate) const fn new(network: &'a Network, inputs: &'a Inputs) -> Self {
        Self { network, inputs, onlookers: &[] }
    }

    pub(crate) const fn seen_by(self, onlookers: &'a [&'a dyn Onlooker]) -> Self {
        Self { onlookers, ..self }
    }
}

impl Ode for Driven<'_> {
    fn dim(&self) -> usize {
        self.network.dim()
    }
    #[inline]
    fn rhs(&self, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        self.onlookers.iter().for_each(|onlooker| onlooker.before(stage, x));
        if !self.onlookers.iter().any(|onlooker| onlooker.evaluate(stage, x, dx)) {
            self.network.rhs(stage, x, dx);
        }
        self.onlookers.iter().for_each(|onlooker| onlooker.after(stage, x, dx));
    }
    #[inline]
    fn parts(&self) -> Option<&dyn Parts> {
        if self.onlookers.is_empty() { self.network.parts() } else { None }
    }
    #[inline]
    fn project(&self, x: &mut [f64]) {
        let was_finite = self.onlookers.is_empty() || x.iter().all(|value| value.is_finite());
        Ode::project(self.network, x);
        self.onlookers.iter().for_each(|onlooker| onlooker.projected(was_finite, x));
    }
    #[inline]
    fn inputs(&self) -> Option<&Inputs> {
        Some(self.inputs)
    }
    fn next_jump(&self, after: f64) -> Option<f64> {
        earlier(self.network.next_jump(after), self.inputs.next_jump(after))
    }
}
