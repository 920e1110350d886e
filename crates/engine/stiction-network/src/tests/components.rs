//! Components of the tests, small enough to check by hand.

use stiction_core::{Body, ContactLaw, Coupling, Direct, Impedance, Line, Memory, Motion, Stage};

use crate::ode::Tableau;
use crate::{Network, NetworkBuilder, StabilityWarning};

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

/// A spring with a damper, which tells the checks of stability nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Elastic {
    pub(crate) stiffness: f64,
    pub(crate) damping: f64,
}

impl Impedance for Elastic {
    type Domain = Line;
    fn respond(&self, _: &Stage, motion: &Motion<Line>, _: &[f64], _: &mut [f64]) -> f64 {
        -self.stiffness * motion.pose - self.damping * motion.flow
    }
    fn stored_energy(&self, motion: &Motion<Line>, _: &[f64]) -> f64 {
        0.5 * self.stiffness * motion.pose.powi(2)
    }
    fn stored_power(&self, motion: &Motion<Line>, _: &[f64], _: &[f64]) -> f64 {
        self.stiffness * motion.pose * motion.flow
    }
}

/// Friction of one bristle: Z = B + tau K, with a limit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bristle {
    pub(crate) stiffness: f64,
    pub(crate) damping: f64,
    pub(crate) limit: f64,
}

impl Impedance for Bristle {
    type Domain = Line;
    fn memory(&self) -> Memory<'_> {
        Memory::bristles(1)
    }
    fn contact(&self) -> Option<&dyn ContactLaw<Line>> {
        Some(self)
    }
    fn respond(&self, stage: &Stage, motion: &Motion<Line>, e: &[f64], rate: &mut [f64]) -> f64 {
        let z = self.damping + stage.tau * self.stiffness;
        let trial = z * motion.flow + self.stiffness * e[0];
        let force = trial.clamp(-self.limit, self.limit);
        rate[0] = if force == trial { motion.flow } else { (force - self.stiffness * e[0]) / z };
        -force
    }
    fn stored_energy(&self, _: &Motion<Line>, e: &[f64]) -> f64 {
        0.5 * self.stiffness * e[0] * e[0]
    }
    fn stored_power(&self, _: &Motion<Line>, e: &[f64], rate: &[f64]) -> f64 {
        self.stiffness * e[0] * rate[0]
    }
}
impl ContactLaw<Line> for Bristle {
    fn resistance(&self, tau: f64, axis: usize) -> Option<(f64, f64)> {
        (axis == 0).then_some((self.stiffness, self.damping + tau * self.stiffness))
    }
}

/// A force that pushes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Push(pub(crate) f64);
impl Impedance for Push {
    type Domain = Line;
    fn respond(&self, _: &Stage, _: &Motion<Line>, _: &[f64], _: &mut [f64]) -> f64 {
        self.0
    }
    fn is_source(&self) -> bool {
        true
    }
}

/// Builds a mass of 1 kg with the given elements to the ground.
pub(crate) fn on_ground<I: Impedance<Domain = Line> + Clone>(
    laws: &[I],
    start: Motion<Line>,
) -> Network {
    let mut net = NetworkBuilder::new();
    let mass = net.add(Mass(1.0), start).unwrap();
    for law in laws {
        net.connect(law.clone(), Direct::new(), mass.port()).unwrap();
    }
    net.build().unwrap()
}

/// Returns the warnings about stuck elements at the start.
pub(crate) fn warnings(network: &Network, step: f64) -> Vec<StabilityWarning> {
    network.stability_warnings(&network.initial_state(), &Tableau::rk4(), step).unwrap()
}
