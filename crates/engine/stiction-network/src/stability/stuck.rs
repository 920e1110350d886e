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

use crate::ode::{Ode, Parts};
use stiction_core::{Inputs, Stage};

use crate::books::look::Look;
use crate::network::Network;

/// A network in which every element is stuck that can be. Its state is that of the network, with one deflection
/// more for each axis of each such element; the internal states of these stand still.
pub(super) struct StuckNetwork<'a> {
    network: &'a Network,
    inputs: &'a Inputs,
    /// By pool and place: where the deflections of a wire begin, if it can be stuck.
    first: Vec<Vec<Option<usize>>>,
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
        let (mut first, mut stiffness, mut axes) = (vec![], vec![], vec![]);
        let mut len = network.dim();
        for (index, pool) in network.wires.iter().enumerate() {
            let rows = (0..pool.len()).map(|place| {
                let law = pool.law(place);
                let count = law.domain().flow_len;
                let own: Vec<_> =
                    (0..count).map(|axis| law.resistance(0.0, axis).map(|(k, _)| k)).collect();
                let start = own.iter().any(Option::is_some).then_some(len)?;
                axes.extend((0..count).map(|axis| (index, place, axis)));
                stiffness.extend(own);
                len += count;
                Some(start)
            });
            first.push(rows.collect());
        }
        let damping_at = |tau: f64| {
            let z = |&(pool, place, axis): &(usize, usize, usize)| {
                network.wires[pool].law(place).resistance(tau, axis).map_or(0.0, |(_, z)| z)
            };
            axes.iter().map(z).collect()
        };
        let damping = taus.map(|tau| (tau, damping_at(tau))).collect();
        (len > network.dim()).then_some(Self { network, inputs, first, stiffness, damping, len })
    }

    /// Returns the state at rest in the same poses.
    pub(super) fn at_rest(&self, mut x: Vec<f64>, flows: &[bool]) -> Vec<f64> {
        x.iter_mut().zip(flows).filter(|(_, flow)| **flow).for_each(|(x, _)| *x = 0.0);
        x.resize(self.len, 0.0);
        x
    }

    fn enter(&self, part: usize, on: &On<'_>, dx: &mut [f64]) {
        let dim = self.network.dim();
        let (x, e) = on.x.split_at(dim);
        let (dx, de) = dx.split_at_mut(dim);
        let mut look = Look::default();
        for (pool, first) in self.network.wires.iter().zip(&self.first) {
            for (place, wire, own) in pool.wires_of(part) {
                wire.look(on.stage, x, &x[own.clone()], &mut look);
                if let Some(start) = first[place] {
                    look.rate.fill(0.0);
                    for axis in 0..look.effort.len() {
                        let (row, flow) = (start - dim + axis, wire.flow(&look)[axis]);
                        de[row] = flow;
                        if let Some(k) = self.stiffness[row] {
                            look.effort[axis] = -(on.damping[row] * flow + k * e[row]);
                        }
                    }
                    wire.push(&mut look);
                }
                dx[own].copy_from_slice(&look.rate);
                wire.ends.push_row(wire.map.domains(), &look.efforts, &mut dx[wire.base..]);
            }
        }
    }
}

/// Arguments of an evaluation.
struct On<'a> {
    stage: &'a Stage<'a>,
    x: &'a [f64],
    damping: &'a [f64],
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
        dx.fill(0.0);
        let on = On { stage, x, damping };
        let layout = &self.network.layout;
        let count = layout.moving.len();
        // The last part is that of the wires between parts.
        (0..=count).for_each(|part| self.enter(part, &on, dx));
        let parts = layout.bounds.windows(2).take(count).map(|pair| pair[0]..pair[1]);
        for (part, own) in parts.enumerate() {
            self.network.leave(part, stage, &x[own.clone()], &mut dx[own]);
        }
    }
    fn inputs(&self) -> Option<&Inputs> {
        Some(self.inputs)
    }
    fn project(&self, x: &mut [f64]) {
        Ode::project(self.network, &mut x[..self.network.dim()]);
    }
}
