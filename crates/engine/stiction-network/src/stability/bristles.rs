//! The bristles of an island, and the loads that they bear if the bodies do not accelerate.
//!
//! In equilibrium the points of contact do not accelerate:
//!
//! ```text
//! Psi M^-1 Psi^T t = Psi a + c    a: accelerations without friction, t = K e: loads on the bristles,
//!                                 c: accelerations while no velocity changes (on a turntable, on a belt that starts)
//! ```
//! If there are several solutions, because contacts share a load, the one of least energy `t K^-1 t` is taken: that of
//! contacts on which a rigid body was set down and then loaded.

use nalgebra::{DMatrix, DVector};
use stiction_core::Stage;

use super::island::Island;
use super::probe::StuckWire;
use crate::books::look::Look;
use crate::network::Network;

/// Deflection for measuring a stiffness that a law does not tell \[m\].
pub(super) const SMALL: f64 = 1e-9;
/// Share of the deflection by which it is bent further in a second, to see whether it holds.
pub(super) const PUSHED: f64 = 1e-6;
/// A difference of speeds is rounding below this share of them.
const ROUNDING: f64 = 1e-12;

/// The bristles of an island.
pub(super) struct Bristles<'a> {
    pub(super) stage: Stage<'a>,
    pub(super) island: Island<'a>,
    /// Rows of the island in which a bristle deflects.
    pub(super) rows: Vec<usize>,
    /// By row: where its bristles are in the state, and their stiffness together.
    deflecting: Vec<Vec<usize>>,
    pub(super) stiffness: DVector<f64>,
    psi: DMatrix<f64>,
    /// Velocities for flows.
    inverse: DMatrix<f64>,
    /// By row: the acceleration seen while no velocity changes.
    drift: DVector<f64>,
    /// By row: the largest speed that is only rounding of the speeds of which it is the difference.
    rounding: DVector<f64>,
}

impl<'a> Bristles<'a> {
    /// Finds the bristles in the state `x`, which is restored afterwards; `None` if an inertia or a map is not finite.
    pub(super) fn new(
        island: Island<'a>,
        stage: Stage<'a>,
        carried: &Carried,
        x: &mut [f64],
    ) -> Option<Self> {
        let (mut rows, mut deflecting, mut stiffness) = (vec![], vec![], vec![]);
        for row in 0..island.psi.nrows() {
            let slots = slots_of(&island, row);
            if slots.is_empty() {
                continue;
            }
            let known = island.stiffness(row, 0.0).0;
            let mut measured = || measured(&island, row, &stage, &slots, x);
            let own = if known > 0.0 { known } else { measured() };
            if own > 0.0 && own.is_finite() {
                rows.push(row);
                deflecting.push(slots);
                stiffness.push(own);
            }
        }
        if rows.is_empty() {
            return None;
        }
        let psi = island.psi.select_rows(&rows);
        let finite = psi.iter().chain(&island.mobility).all(|number| number.is_finite());
        let inverse = finite.then(|| psi.clone().pseudo_inverse(1e-12).ok()).flatten()?;
        let stiffness = DVector::from_vec(stiffness);
        let drift = carried.seen(&island, &stage, &rows);
        let speeds = DVector::from_iterator(psi.ncols(), island.slots.iter().map(|&slot| x[slot]));
        let rounding = (psi.abs() * speeds.abs()) * ROUNDING;
        Some(Self { stage, island, rows, deflecting, stiffness, psi, inverse, drift, rounding })
    }

    /// Returns the accelerations that the bristles see in a state that changes at these rates.
    pub(super) fn accelerations(&self, rates: &[f64]) -> DVector<f64> {
        let slots = &self.island.slots;
        let own = DVector::from_iterator(slots.len(), slots.iter().map(|&slot| rates[slot]));
        &self.psi * own + &self.drift
    }

    /// Returns the additional forces on the bristles of the `free` rows with which these accelerations vanish, as far
    /// as possible; `None` if a number is not finite.
    pub(super) fn borne(&self, seen: &DVector<f64>, free: &[usize]) -> Option<DVector<f64>> {
        let root =
            DVector::from_iterator(free.len(), free.iter().map(|&row| self.stiffness[row].sqrt()));
        let columns = self.psi.select_rows(free).transpose() * DMatrix::from_diagonal(&root);
        let response = &self.psi * &self.island.mobility * columns;
        if !seen.iter().chain(&response).all(|number| number.is_finite()) {
            return None;
        }
        let svd = response.svd(true, true);
        let least = 1e-10 * svd.singular_values.max();
        let solved = svd.solve(seen, least).ok()?.component_mul(&root);
        let mut borne = DVector::zeros(self.rows.len());
        free.iter().zip(&solved).for_each(|(&row, force)| borne[row] = *force);
        Some(borne)
    }

    /// Returns all rows.
    pub(super) fn all(&self) -> Vec<usize> {
        (0..self.rows.len()).collect()
    }

    /// Bends the bristles further.
    pub(super) fn bend(&self, x: &mut [f64], deflection: &DVector<f64>) {
        for (slots, by) in self.deflecting.iter().zip(deflection) {
            slots.iter().for_each(|&slot| x[slot] += by);
        }
    }

    /// Returns the forces on the bristles in the state `x`, by row.
    pub(super) fn present(&self, x: &[f64]) -> DVector<f64> {
        let mean = |slots: &Vec<usize>| {
            slots.iter().map(|&slot| x[slot]).sum::<f64>() / slots.len() as f64
        };
        let bent = self.deflecting.iter().zip(&self.stiffness);
        DVector::from_iterator(self.rows.len(), bent.map(|(slots, k)| k * mean(slots)))
    }

    /// Returns the places of a wire among the rows.
    pub(super) fn of_wire(&self, wire: usize) -> impl Iterator<Item = usize> {
        let is_own = move |&place: &usize| self.island.axis_of_row[self.rows[place]].0 == wire;
        (0..self.rows.len()).filter(is_own)
    }

    pub(super) fn name(&self, wire: usize) -> String {
        self.island.wires[wire].name(self.island.network)
    }

    /// Returns the speed of a wire, if it is more than rounding.
    pub(super) fn speed(&self, wire: usize) -> Option<f64> {
        let speeds = self.of_wire(wire).filter_map(|place| {
            let speed = self.island.flows[self.rows[place]].abs();
            (speed > self.rounding[place]).then_some(speed)
        });
        speeds.reduce(f64::max)
    }

    /// Returns whether a wire holds if all bristles are bent by this deflection from the state `x`, which is restored
    /// afterwards: it gives way further only as it is pushed further.
    pub(super) fn holds(&self, wire: usize, x: &mut [f64], deflection: &DVector<f64>) -> bool {
        let touched = || self.deflecting.iter().flatten().chain(&self.island.slots).copied();
        let kept: Vec<f64> = touched().map(|slot| x[slot]).collect();
        self.bend(x, deflection);
        let pushed = &self.inverse * deflection * PUSHED;
        self.island.slots.iter().zip(&pushed).for_each(|(&slot, speed)| x[slot] = *speed);
        let StuckWire { span, .. } = self.island.wires[wire];
        let Look { rate, .. } = self.island.network.look_at(span, &self.stage, x);
        touched().zip(kept).for_each(|(slot, value)| x[slot] = value);
        // A row of bristles slips when the last of them gives way.
        let further = self.of_wire(wire).map(|place| {
            let slots = self.deflecting[place].iter();
            let rates = slots.map(|slot| rate[slot - span.offset as usize] * deflection[place]);
            rates.fold(0.0, f64::max)
        });
        further.sum::<f64>() > 0.0
    }

    /// Returns the magnitude of the force on a wire.
    pub(super) fn force(&self, wire: usize, borne: &DVector<f64>) -> f64 {
        self.of_wire(wire).map(|place| borne[place].powi(2)).sum::<f64>().sqrt()
    }

    /// Returns the largest share of a deflection at which a wire holds.
    pub(super) fn bearable(&self, wire: usize, x: &mut [f64], full: &DVector<f64>) -> f64 {
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..50 {
            let middle = 0.5 * (low + high);
            let end = if self.holds(wire, x, &(full * middle)) { &mut low } else { &mut high };
            *end = middle;
        }
        low
    }
}

/// The state as it goes on for a short time while no velocity changes: made once, for all islands.
pub(super) struct Carried([Vec<f64>; 3]);

impl Carried {
    /// Short time for differences of second order \[s\]; forwards only, because a drive may set in now.
    const H: f64 = 1e-5;

    /// Moves the state `x` on, which changes at these rates.
    pub(super) fn new(network: &Network, x: &[f64], rates: &[f64]) -> Self {
        let mut moving = vec![false; x.len()];
        for (_, span) in network.placed_nodes.iter() {
            moving[span.range()].fill(true);
        }
        network.flows().iter().zip(&mut moving).for_each(|(flow, moving)| *moving &= !flow);
        let after = |h: f64| {
            let changing = x.iter().zip(rates).zip(&moving);
            changing.map(|((x, rate), moves)| if *moves { x + h * rate } else { *x }).collect()
        };
        Self([0.0, Self::H, 2.0 * Self::H].map(after))
    }

    /// Returns the accelerations that rows of an island see meanwhile: those of points that go round with a frame, and
    /// of drives that set in.
    fn seen(&self, island: &Island<'_>, stage: &Stage<'_>, rows: &[usize]) -> DVector<f64> {
        let (network, mut look, mut time) = (island.network, Look::default(), stage.time);
        let [now, soon, later] = self.0.each_ref().map(|x| {
            let mut stage = *stage;
            stage.time = time;
            time += Self::H;
            let flow = |row: &usize| {
                let (wire, axis) = island.axis_of_row[*row];
                let wire = network.wire_at(island.wires[wire].span);
                wire.see(&stage, x, &mut look);
                wire.flow(&look)[axis]
            };
            DVector::from_iterator(rows.len(), rows.iter().map(flow))
        });
        (soon * 4.0 - now * 3.0 - later) / (2.0 * Self::H)
    }
}

/// Returns where the bristles that deflect in a row of an island are in the state.
fn slots_of(island: &Island<'_>, row: usize) -> Vec<usize> {
    let (wire, axis) = island.axis_of_row[row];
    let StuckWire { span, .. } = island.wires[wire];
    let law = island.network.wire_at(span).law;
    let own =
        (0..span.len as usize).filter(|&index| law.memory().deflects_along(index) == Some(axis));
    own.map(|index| span.offset as usize + index).collect()
}

/// Measures the stiffness of a row, by a small deflection of its bristles.
fn measured(
    island: &Island<'_>,
    row: usize,
    stage: &Stage<'_>,
    slots: &[usize],
    x: &mut [f64],
) -> f64 {
    let (wire, axis) = island.axis_of_row[row];
    let StuckWire { span, .. } = island.wires[wire];
    let effort = |x: &[f64]| island.network.look_at(span, stage, x).effort[axis];
    let before = effort(x);
    let kept: Vec<f64> = slots.iter().map(|&slot| x[slot]).collect();
    slots.iter().for_each(|&slot| x[slot] += SMALL);
    let after = effort(x);
    slots.iter().zip(kept).for_each(|(&slot, value)| x[slot] = value);
    (before - after) / SMALL
}
