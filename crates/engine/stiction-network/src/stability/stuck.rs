//! The whole mechanism with every element stuck that can be: each one a spring and a damper that never
//! yields.
//!
//! ```text
//! state    | all variables of the network | deflection of element 0 | of element 1 | ...
//! rates    | those of the network, but    | flow that its law sees  |
//!          | with effort -(Z flow + K e)  |
//! ```
//!
//! The wires are looked at one by one, and the efforts of the stuck ones are replaced on their way.

use crate::ode::Ode;
use stiction_core::{AnyImpedance, Inputs, Stage};

use crate::books::look::WireRef;
use crate::books::roster::{Entry, Roster};
use crate::network::Network;

/// A network in which every element is stuck that can be. Its state is that of the network, with one deflection
/// more for each axis of each such element; the internal states of these stand still.
pub(super) struct StuckNetwork<'a> {
    network: &'a Network,
    roster: Roster<'a>,
    inputs: &'a Inputs,
    /// By wire: where its deflections begin, if it can be stuck.
    first: Vec<Option<usize>>,
    /// By deflection: stiffness K where the element resists, and the damping Z by stage length.
    stiffness: Vec<Option<f64>>,
    damping: Vec<(f64, Vec<f64>)>,
    /// Network variables, then deflections.
    len: usize,
}

impl<'a> StuckNetwork<'a> {
    /// Creates the stuck network for steps whose stages have the given lengths; `None` if nothing can be stuck.
    pub(super) fn new(
        network: &'a Network,
        inputs: &'a Inputs,
        taus: impl Iterator<Item = f64>,
    ) -> Option<Self> {
        let roster = Roster::new(network);
        let (mut stiffness, mut axes) = (vec![], vec![]);
        let mut len = network.dim();
        let first =
            roster.wires.iter().map(|Entry { component: WireRef { law, seen, .. }, .. }| {
                let own = (0..seen.flow_len).map(|axis| law.resistance(0.0, axis).map(|(k, _)| k));
                let own: Vec<_> = own.collect();
                let start = own.iter().any(Option::is_some).then_some(len)?;
                axes.extend((0..seen.flow_len).map(|axis| (*law, axis)));
                stiffness.extend(own);
                len += seen.flow_len;
                Some(start)
            });
        let first = first.collect();
        let damping_at = |tau: f64| {
            let z = |(law, axis): &(&dyn AnyImpedance, usize)| {
                law.resistance(tau, *axis).map_or(0.0, |(_, z)| z)
            };
            axes.iter().map(z).collect()
        };
        let damping = taus.map(|tau| (tau, damping_at(tau))).collect();
        let stuck = Self { network, roster, inputs, first, stiffness, damping, len };
        (len > network.dim()).then_some(stuck)
    }

    /// Returns the state at rest in the same poses.
    pub(super) fn at_rest(&self, mut x: Vec<f64>, flows: &[bool]) -> Vec<f64> {
        x.iter_mut().zip(flows).filter(|(_, flow)| **flow).for_each(|(x, _)| *x = 0.0);
        x.resize(self.len, 0.0);
        x
    }
}

impl Ode for StuckNetwork<'_> {
    fn dim(&self) -> usize {
        self.len
    }
    fn rhs(&self, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        let Some((_, damping)) = self.damping.iter().find(|(tau, _)| *tau == stage.tau) else {
            dx.fill(f64::NAN);
            return;
        };
        let dim = self.network.dim();
        let (x, e) = x.split_at(dim);
        let (dx, de) = dx.split_at_mut(dim);
        self.roster.rhs(stage, x, dx, |index, entry, dx| {
            let WireRef { law, seen, .. } = entry.component;
            let (z, own) = (&x[entry.own.clone()], entry.in_part());
            entry.component.pass(stage, x, dx, &mut |motion, effort, dx| {
                let rate = &mut dx[own.clone()];
                law.respond(stage, motion, z, effort, rate);
                let Some(start) = self.first[index] else { return };
                rate.fill(0.0);
                let first = start - dim;
                for (axis, (flow, effort)) in motion[seen.pose_len..].iter().zip(effort).enumerate()
                {
                    let row = first + axis;
                    de[row] = *flow;
                    if let Some(k) = self.stiffness[row] {
                        *effort = -(damping[row] * flow + k * e[row]);
                    }
                }
            });
        });
    }
    fn inputs(&self) -> Option<&Inputs> {
        Some(self.inputs)
    }
    fn project(&self, x: &mut [f64]) {
        Ode::project(self.network, &mut x[..self.network.dim()]);
    }
}
