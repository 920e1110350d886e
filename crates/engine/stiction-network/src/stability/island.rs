//! Bodies connected by elements that can be stuck, all of them stuck: small matrices.
//!
//! ```text
//!   body 0 ──wire a── body 1 ──wire b── ground          u: all velocities, e: all deflections
//!
//!   Psi = | wire a sees bodies 0 and 1 |                M u' = -Psi^T (Z Psi u + K e)
//!         | wire b sees body 1         |                  e' = Psi u
//! ```
//!
//! Nothing of this is written down anywhere in the mechanism. The inverse masses and Psi are measured: a
//! unit effort on a node gives a column of the mobility, a unit velocity of it a column of Psi. The
//! equations are linear, so one step of the scheme from each unit state gives the matrix of the step.
//!
//! ```text
//!               u0  u1 | e_a  e_b
//! unit state 0   1   0 |  0    0    ── one step ──>  column 0 of the matrix of the step
//! unit state 1   0   1 |  0    0    ── one step ──>  column 1
//! ...
//! unit state 3   0   0 |  0    1    ── one step ──>  column 3
//! ```
//! The largest of its eigenvalues is by what the worst state grows from step to step.

use core::cell::{Cell, RefCell};

use crate::ode::{Ode, RungeKutta, Tableau};
use nalgebra::{DMatrix, DVector, DVectorView};
use stiction_core::Stage;

use super::warning::{OVERSHOOT_LIMIT, RADIUS_LIMIT, StabilityWarning};
use crate::books::look::Look;
use crate::compose::end::{Address, ResolvedEnd};
use crate::compose::spans::Span;
use crate::network::Network;
use crate::step::state::State;

/// An element that can be stuck, and the nodes at its ends (indices into [`Probe::nodes`]).
#[derive(Clone, Debug)]
pub(super) struct StuckWire {
    pub(super) span: Span,
    pub(super) address: Address,
    nodes: Vec<usize>,
}

impl StuckWire {
    pub(super) fn name(&self, network: &Network) -> String {
        network.wire_name(self.address)
    }
}

/// Bodies connected by elements, all of them stuck.
pub(super) struct Island<'a> {
    pub(super) network: &'a Network,
    pub(super) wires: Vec<StuckWire>,
    /// Where its velocities are in the state.
    pub(super) slots: Vec<usize>,
    /// Inverse mass of all velocities.
    pub(super) mobility: DMatrix<f64>,
    /// All `Psi` below one another.
    pub(super) psi: DMatrix<f64>,
    /// The flows that the wires see in the state, likewise.
    pub(super) flows: Vec<f64>,
    /// The wire of each row of `psi`, and the component of its flow.
    pub(super) axis_of_row: Vec<(usize, usize)>,
}

/// An island as it is stepped: the stiffness and damping of its rows, asked for only once for each
/// stage length, as a pad with many cells sums over them.
pub(super) struct Stuck<'a> {
    island: &'a Island<'a>,
    of_tau: Vec<(f64, Vec<(f64, f64)>)>,
    step: f64,
    work: RefCell<Work>,
}

/// Room for what every stage works out, taken once.
struct Work {
    flows: DVector<f64>,
    effort: DVector<f64>,
    on_bodies: DVector<f64>,
    acceleration: DVector<f64>,
}

impl Work {
    fn new(rows: usize, columns: usize) -> Self {
        let [flows, effort] = [rows; 2].map(DVector::zeros);
        let [on_bodies, acceleration] = [columns; 2].map(DVector::zeros);
        Self { flows, effort, on_bodies, acceleration }
    }
}

impl Ode for Stuck<'_> {
    fn dim(&self) -> usize {
        self.island.size()
    }
    fn rhs(&self, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        self.respond(stage, x, dx, None);
    }
}

impl Stuck<'_> {
    /// Evaluates the right-hand side, with a unit effort on the bodies where `loaded`, a row, sees them; returns
    /// the friction of that row.
    fn respond(&self, stage: &Stage, x: &[f64], dx: &mut [f64], loaded: Option<usize>) -> f64 {
        let Island { mobility, psi, .. } = self.island;
        let (u, e) = x.split_at(mobility.nrows());
        let Work { flows, effort, on_bodies, acceleration } = &mut *self.work.borrow_mut();
        flows.gemv(1.0, psi, &DVectorView::from_slice(u, u.len()), 0.0);
        // Both are the product of a number of the tableau and the step, so they are equal to the bit.
        let rows = self.of_tau.iter().find(|(tau, _)| *tau == stage.tau);
        let stiffness = |row: usize| rows.map_or((0.0, 0.0), |(_, rows)| rows[row]);
        for (row, effort) in effort.iter_mut().enumerate() {
            let (k, z) = stiffness(row);
            *effort = z * flows[row] + k * e[row];
        }
        // The friction is read before the load is taken off: the bodies feel both.
        let friction = loaded.map_or(0.0, |row| effort[row]);
        if let Some(row) = loaded {
            effort[row] -= 1.0;
        }
        on_bodies.gemv_tr(1.0, psi, effort, 0.0);
        acceleration.gemv(1.0, mobility, on_bodies, 0.0);
        let (du, de) = dx.split_at_mut(u.len());
        for (du, a) in du.iter_mut().zip(&*acceleration) {
            *du = -a;
        }
        de.copy_from_slice(flows.as_slice());
        friction
    }

    /// Returns the largest eigenvalue, by magnitude, of one step.
    pub(super) fn spectral_radius(&self, tableau: &Tableau) -> f64 {
        let size = self.dim();
        let mut stepper = RungeKutta::new(tableau.clone(), size);
        // The columns are the unit states before the steps, and the matrix afterwards.
        let mut matrix = DMatrix::identity(size, size);
        for mut column in matrix.column_iter_mut() {
            if stepper.step(self, 0.0, self.step, column.as_mut_slice()).is_err() {
                return f64::INFINITY;
            }
        }
        spectral_radius(matrix)
    }

    /// Returns the largest friction that a row shows at any stage of the given number of steps from rest, when a
    /// unit effort sets in at once on what it holds.
    fn peak(&self, tableau: &Tableau, row: usize, steps: usize) -> f64 {
        let loaded = Suddenly { stuck: self, row, peak: Cell::new(0.0) };
        let mut stepper = RungeKutta::new(tableau.clone(), self.dim());
        let mut x = vec![0.0; self.dim()];
        for _ in 0..steps {
            if stepper.step(&loaded, 0.0, self.step, &mut x).is_err() {
                return f64::INFINITY;
            }
        }
        loaded.peak.get()
    }
}

/// An island on which a load sets in at once.
struct Suddenly<'a> {
    stuck: &'a Stuck<'a>,
    row: usize,
    peak: Cell<f64>,
}

impl Ode for Suddenly<'_> {
    fn dim(&self) -> usize {
        self.stuck.dim()
    }
    fn rhs(&self, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        let friction = self.stuck.respond(stage, x, dx, Some(self.row));
        self.peak.set(self.peak.get().max(friction.abs()));
    }
}

impl Island<'_> {
    pub(super) fn size(&self) -> usize {
        self.psi.nrows() + self.psi.ncols()
    }

    pub(super) fn stiffness(&self, row: usize, tau: f64) -> (f64, f64) {
        let (wire, axis) = self.axis_of_row[row];
        let law = self.network.wire_at(self.wires[wire].span).law;
        law.resistance(tau, axis).unwrap_or_default()
    }

    pub(super) fn stepped(&self, tableau: &Tableau, step: f64) -> Stuck<'_> {
        let mut taus: Vec<f64> = tableau.taus().iter().map(|tau| tau * step).collect();
        taus.sort_by(f64::total_cmp);
        taus.dedup();
        let rows = |tau| (0..self.psi.nrows()).map(|row| self.stiffness(row, tau)).collect();
        let of_tau = taus.into_iter().map(|tau| (tau, rows(tau))).collect();
        let work = RefCell::new(Work::new(self.psi.nrows(), self.psi.ncols()));
        Stuck { island: self, of_tau, step, work }
    }

    /// Returns the largest eigenvalue of `M^-1 Psi^T diag(weight) Psi`.
    pub(super) fn stiffest(&self, weight: impl Fn((f64, f64)) -> f64) -> f64 {
        let mut weighted = self.psi.clone();
        for row in 0..weighted.nrows() {
            weighted.row_mut(row).scale_mut(weight(self.stiffness(row, 0.0)));
        }
        spectral_radius(&self.mobility * self.psi.tr_mul(&weighted))
    }

    pub(super) fn is_stable(&self, tableau: &Tableau, step: f64) -> bool {
        self.stepped(tableau, step).spectral_radius(tableau) <= RADIUS_LIMIT
    }

    /// Returns how much larger the friction at some stage becomes than that of the law in continuous time, when a
    /// load sets in at once; 1 or less if it never does. A step above that lets slip what would hold.
    pub(super) fn overshoot(&self, tableau: &Tableau, step: f64) -> f64 {
        /// Half a period of the slowest rows that are looked at.
        const STEPS: usize = 12;
        const FINER: usize = 8;
        /// The number of stiffest rows that are looked at.
        const ROWS: usize = 12;
        /// Rows with less than this for `K T^2/m + B T/m` are resolved well enough.
        const RESOLVED: f64 = 0.1;
        let stuck = self.stepped(tableau, step);
        let fine = self.stepped(tableau, step / FINER as f64);
        // Its diagonal has the inverse of the mass that each row sees.
        let seen = &self.psi * &self.mobility * self.psi.transpose();
        let ratio = |row: usize| {
            let (k, b) = self.stiffness(row, 0.0);
            (k * step + b) * step * seen[(row, row)]
        };
        let rows = (0..self.psi.nrows()).map(|row| (ratio(row), row));
        let mut rows: Vec<_> = rows.filter(|(ratio, _)| *ratio > RESOLVED).collect();
        rows.sort_by(|a, b| b.0.total_cmp(&a.0));
        let exceeds = rows.into_iter().take(ROWS).map(|(_, row)| {
            // The load itself has to be borne in the end.
            let expected = fine.peak(tableau, row, FINER * STEPS).max(1.0);
            stuck.peak(tableau, row, STEPS) / expected
        });
        exceeds.fold(0.0, f64::max)
    }

    pub(super) fn holds_at_onset(&self, tableau: &Tableau, step: f64) -> bool {
        self.overshoot(tableau, step) <= OVERSHOOT_LIMIT
    }

    fn holds(&self, tableau: &Tableau, step: f64) -> bool {
        self.is_stable(tableau, step) && self.holds_at_onset(tableau, step)
    }

    /// Returns the largest step at which everything holds that the law would hold in continuous time, to half a
    /// percent from below; `most` if that holds.
    pub(super) fn largest_step(&self, tableau: &Tableau, most: Option<f64>) -> Option<f64> {
        if most.is_some_and(|most| self.holds(tableau, most)) {
            return most;
        }
        let most = most.unwrap_or(f64::INFINITY);
        // The step on the scale of its own fastest motion.
        let (by_spring, by_damper) = (self.stiffest(|(k, _)| k), self.stiffest(|(_, b)| b));
        let step = by_spring.sqrt().max(by_damper).recip();
        if !(step.is_finite() && step > 0.0) {
            return most.is_finite().then_some(most);
        }
        let step = step.min(most);
        let (mut good, mut bad) = (step, step);
        // Counted: whatever a law answers, this ends.
        if self.holds(tableau, step) {
            for _ in 0..12 {
                bad = (2.0 * good).min(most);
                if !self.holds(tableau, bad) {
                    break;
                }
                good = bad;
            }
        } else {
            // Down to a 1e12th; then no step holds.
            let least = step / 1e12;
            while !self.holds(tableau, good) {
                (bad, good) = (good, good / 2.0);
                if good < least {
                    return Some(0.0);
                }
            }
        }
        for _ in 0..16 {
            let middle = (good * bad).sqrt();
            if bad / good < 1.005 {
                break;
            }
            // Where nothing was bad, `good` and `bad` are one number, and the loop has ended above.
            let end = if self.holds(tableau, middle) { &mut good } else { &mut bad };
            *end = middle;
        }
        Some(good)
    }

    pub(super) fn warning(&self, tableau: &Tableau, step: f64) -> Option<StabilityWarning> {
        let spectral_radius = self.stepped(tableau, step).spectral_radius(tableau);
        if spectral_radius <= RADIUS_LIMIT {
            return None;
        }
        Some(StabilityWarning {
            components: self.wires.iter().map(|wire| wire.name(self.network)).collect(),
            stiffness_ratio: self.stiffest(|(k, _)| k) * step * step,
            damping_ratio: self.stiffest(|(_, b)| b) * step,
            spectral_radius,
            stable_step: self.largest_step(tableau, None).unwrap_or(0.0),
        })
    }
}

/// Returns the largest magnitude of an eigenvalue, as the growth of `|M^k|` for k = 2^36, by repeated squaring:
/// to 1e-9 even where eigenvalues coincide, where iterations for single eigenvalues get stuck.
pub(super) fn spectral_radius(mut matrix: DMatrix<f64>) -> f64 {
    const SQUARINGS: i32 = 36;
    // With k = 2^i after i rounds, M^k = e^growth times the matrix. Its norm is taken out in every round, so that it
    // neither overflows nor vanishes.
    let mut growth = 0.0;
    let mut squared = matrix.clone();
    for _ in 0..SQUARINGS {
        let size = matrix.norm();
        if size == 0.0 {
            return 0.0;
        }
        if !size.is_finite() {
            return f64::INFINITY;
        }
        matrix /= size;
        growth = 2.0 * (growth + size.ln());
        squared.gemm(1.0, &matrix, &matrix, 0.0);
        core::mem::swap(&mut matrix, &mut squared);
    }
    ((growth + matrix.norm().ln()) / 2.0_f64.powi(SQUARINGS)).exp()
}

fn nodes_of(wires: &[StuckWire]) -> Vec<usize> {
    let mut nodes: Vec<usize> = wires.iter().flat_map(|wire| wire.nodes.clone()).collect();
    nodes.sort_unstable();
    nodes.dedup();
    nodes
}

/// Measures mobilities and couplings of a network in a given state.
pub(super) struct Probe<'a> {
    network: &'a Network,
    stage: Stage<'a>,
    x: Vec<f64>,
    /// All nodes, sorted by offset.
    nodes: Vec<Span>,
    wires: Vec<StuckWire>,
}

impl<'a> Probe<'a> {
    pub(super) fn new(network: &'a Network, state: &'a State) -> Self {
        Self::of(network, state, |_, span| {
            let law = network.wire_at(span).law;
            (0..law.domain().flow_len).any(|axis| law.resistance(0.0, axis).is_some())
        })
    }

    /// Creates a probe of the wires that `is_meant`.
    pub(super) fn of(
        network: &'a Network,
        state: &'a State,
        is_meant: impl Fn(Address, Span) -> bool,
    ) -> Self {
        let mut nodes: Vec<Span> = network.placed_nodes.iter().map(|(_, span)| span).collect();
        nodes.sort_unstable_by_key(|span| span.offset);
        let mut wires = vec![];
        for (address, span) in network.placed_wires.iter() {
            if !is_meant(address, span) {
                continue;
            }
            let ends = network.wires[span.pool as usize].resolved_ends(span.place as usize);
            let node_at = |end: ResolvedEnd| match end {
                ResolvedEnd::Node(offset) => {
                    // The last node that begins at the offset or before; it may have several ports.
                    nodes.partition_point(|node| node.offset <= offset).checked_sub(1)
                }
                _ => None,
            };
            let mut ends: Vec<usize> = ends.into_iter().filter_map(node_at).collect();
            ends.sort_unstable();
            ends.dedup();
            if !ends.is_empty() {
                wires.push(StuckWire { span, address, nodes: ends });
            }
        }
        let (stage, x) = (state.stage(Stage::at(state.time)), state.values.clone());
        Self { network, stage, x, nodes, wires }
    }

    /// Returns the elements, grouped by the bodies that they share.
    pub(super) fn islands(&self) -> Vec<Vec<StuckWire>> {
        fn root(parents: &mut [usize], mut node: usize) -> usize {
            while parents[node] != node {
                parents[node] = parents[parents[node]];
                node = parents[node];
            }
            node
        }
        // Sets of nodes as trees: each node points towards the root of its set, and a wire joins two roots.
        let mut parents: Vec<usize> = (0..self.nodes.len()).collect();
        for wire in &self.wires {
            for pair in wire.nodes.windows(2) {
                let (a, b) = (root(&mut parents, pair[0]), root(&mut parents, pair[1]));
                parents[b] = a;
            }
        }
        let mut island_of_root = vec![None; self.nodes.len()];
        let mut islands: Vec<Vec<StuckWire>> = vec![];
        for wire in &self.wires {
            let root = root(&mut parents, wire.nodes[0]);
            let island = *island_of_root[root].get_or_insert_with(|| {
                islands.push(vec![]);
                islands.len() - 1
            });
            islands[island].push(wire.clone());
        }
        islands
    }

    /// Returns the number of velocities and deflections of an island.
    pub(super) fn size(&self, wires: &[StuckWire]) -> usize {
        let slots: usize =
            nodes_of(wires).into_iter().map(|node| self.flow_slots(node).len()).sum();
        slots + wires.iter().map(|wire| self.flows(wire)).sum::<usize>()
    }

    /// Returns where the flows of a node lie in the state.
    fn flow_slots(&self, node: usize) -> Vec<usize> {
        let span = self.nodes[node];
        let own = self.network.node_at(span).flow_slots();
        own.into_iter().map(|slot| span.offset as usize + slot).collect()
    }

    pub(super) fn island(&mut self, wires: &[StuckWire]) -> Island<'a> {
        let nodes = nodes_of(wires);
        // The flow slots of the nodes, and the first column of each node.
        let (mut slots, mut first) = (vec![], vec![]);
        for &node in &nodes {
            first.push(slots.len());
            slots.extend(self.flow_slots(node));
        }
        let size = slots.len();
        // A block for each node: an effort accelerates only the component that it acts on.
        let mut mobility = DMatrix::zeros(size, size);
        for (i, &node) in nodes.iter().enumerate() {
            let columns = first[i]..first.get(i + 1).copied().unwrap_or(size);
            // Gravity and what else accelerates without an effort does not count.
            let at_rest = self.accelerations(node, None);
            for column in columns.clone() {
                let pushed = self.accelerations(node, Some(slots[column]));
                for row in columns.clone() {
                    let local = slots[row] - self.nodes[node].offset as usize;
                    mobility[(row, column)] = pushed[local] - at_rest[local];
                }
            }
        }
        let rows: usize = wires.iter().map(|wire| self.flows(wire)).sum();
        let mut psi = DMatrix::zeros(rows, size);
        let flows = wires.iter().flat_map(|wire| self.flow_at(wire)).collect();
        let mut axis_of_row = vec![];
        for (index, wire) in wires.iter().enumerate() {
            let top = axis_of_row.len();
            let saved: Vec<f64> = slots.iter().map(|&slot| self.x[slot]).collect();
            slots.iter().for_each(|&slot| self.x[slot] = 0.0);
            // What it sees when nothing moves is the motion of a belt.
            let at_rest = self.flow_at(wire);
            for (column, &slot) in slots.iter().enumerate() {
                self.x[slot] = 1.0;
                for (row, flow) in self.flow_at(wire).into_iter().enumerate() {
                    psi[(top + row, column)] = flow - at_rest[row];
                }
                self.x[slot] = 0.0;
            }
            slots.iter().zip(saved).for_each(|(&slot, value)| self.x[slot] = value);
            axis_of_row.extend((0..at_rest.len()).map(|axis| (index, axis)));
        }
        let (network, wires) = (self.network, wires.to_vec());
        Island { network, wires, slots, mobility, psi, flows, axis_of_row }
    }

    /// Returns the rates of one node under a unit effort in one slot of the state (or none).
    fn accelerations(&self, node: usize, pushed: Option<usize>) -> Vec<f64> {
        let span = self.nodes[node];
        let mut rate = vec![0.0; span.len as usize];
        if let Some(slot) = pushed {
            rate[slot - span.offset as usize] = 1.0;
        }
        self.network.node_at(span).rate(&self.stage, &self.x[span.range()], &mut rate);
        rate
    }

    fn flows(&self, wire: &StuckWire) -> usize {
        self.network.wire_at(wire.span).law.domain().flow_len
    }

    /// Returns the flow that an element sees of the velocities in `x`.
    fn flow_at(&self, wire: &StuckWire) -> Vec<f64> {
        let (wire, mut look) = (self.network.wire_at(wire.span), Look::default());
        wire.see(&self.stage, &self.x, &mut look);
        wire.flow(&look).to_vec()
    }
}
