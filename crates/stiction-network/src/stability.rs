//! Is the step small enough for what is stuck?
//!
//! While an element is stuck it is a spring of stiffness K with damping Z(tau) between the bodies at
//! its ends. All elements that share bodies act together, so the check takes each *island* of the
//! mechanism (bodies connected by elements that can be stuck), all stuck: velocities u and
//! deflections e with
//!
//! ```text
//! M u' = -Psi^T (Z(tau) Psi u + K e),   e' = Psi u
//! ```
//! One step of the scheme is then a matrix, and its spectral radius tells. Beyond 1 nothing
//! diverges, because friction saturates, but the island chatters and creeps. For one element of the
//! generalized RK4 with Z = B + tau K that happens at `K T^2/m` about 5.2, for the Euler form at
//! `4 - 2 B T/m`, with `1/m` the largest eigenvalue of `Psi M^-1 Psi^T`.

use core::fmt;

use nalgebra::{DMatrix, DVector};
use stiction_core::Stage;
use stiction_ode::{Ode, RungeKutta, Tableau};

use crate::attach::ResolvedEnd;
use crate::error::NetworkError;
use crate::network::Network;
use crate::spans::{Span, Spans};
use crate::state::State;

/// Elements whose stuck state the step does not resolve.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct StabilityWarning {
    /// The impedances of the island.
    pub components: Vec<String>,
    /// `K T^2 / m`, all elements together.
    pub stiffness_ratio: f64,
    /// `B T / m`, with B the damping of the continuous law.
    pub damping_ratio: f64,
    /// Spectral radius of a step; above 1 the elements chatter.
    pub spectral_radius: f64,
    /// A step size at which they hold still \[s\].
    pub stable_step: f64,
}

impl fmt::Display for StabilityWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, others @ ..] = &self.components[..] else { return Ok(()) };
        write!(f, "{first}")?;
        if !others.is_empty() {
            write!(f, " and {} more on the same bodies", others.len())?;
        }
        write!(
            f,
            ": the step is too large for the stuck state (K T²/m = {:.4}, B T/m = {:.4}): it will \
             chatter and creep instead of holding still; stable at T = {:.3e} s",
            self.stiffness_ratio, self.damping_ratio, self.stable_step
        )
    }
}

/// A radius of 1 plus rounding: what is free to move keeps its velocity.
const RADIUS_LIMIT: f64 = 1.0 + 1e-8;

/// Islands with more velocities and deflections than this are checked element by element.
const LARGEST_ISLAND: usize = 150;

impl Network {
    /// Elements that the step would let chatter while they are stuck, in the given state: one
    /// warning for each set of elements that act on the same bodies.
    ///
    /// Only elements that tell their stuck stiffness are looked at; plain springs and penalty hinges
    /// are not, and other configurations are not.
    ///
    /// Sets with more than 150 velocities and deflections are checked element by element, which can
    /// miss what only their sum does.
    ///
    /// # Errors
    /// [`NetworkError::ForeignState`].
    pub fn stability_warnings(
        &self,
        state: &State,
        tableau: &Tableau,
        step: f64,
    ) -> Result<Vec<StabilityWarning>, NetworkError> {
        self.check_state(state)?;
        let mut probe = Probe::new(self, state);
        let mut warnings = vec![];
        for wires in probe.islands() {
            let island = probe.island(&wires);
            if island.size() <= LARGEST_ISLAND {
                warnings.extend(island.warning(tableau, step));
            } else {
                for wire in wires {
                    warnings.extend(probe.island(&[wire]).warning(tableau, step));
                }
            }
        }
        Ok(warnings)
    }
}

/// An element that can be stuck, and the nodes at its ends (indices into [`Probe::nodes`]).
#[derive(Clone, Debug)]
struct StuckWire {
    span: Span,
    /// Pool and slot in the order of insertion.
    address: (usize, usize),
    nodes: Vec<usize>,
}

/// Bodies connected by elements, all of them stuck.
struct Island<'a> {
    network: &'a Network,
    wires: Vec<StuckWire>,
    /// Inverse mass of all velocities.
    mobility: DMatrix<f64>,
    /// All `Psi` below one another.
    psi: DMatrix<f64>,
    /// The wire of each row of `psi`, and the component of its flow.
    axis_of_row: Vec<(usize, usize)>,
}

impl Ode for Island<'_> {
    fn dim(&self) -> usize {
        self.size()
    }
    fn rhs(&self, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        let (u, e) = x.split_at(self.mobility.nrows());
        let flows = &self.psi * DVector::from_column_slice(u);
        let effort = DVector::from_fn(e.len(), |row, _| {
            let (k, z) = self.stiffness(row, stage.tau);
            z * flows[row] + k * e[row]
        });
        let acceleration = &self.mobility * self.psi.tr_mul(&effort);
        let (du, de) = dx.split_at_mut(u.len());
        for (du, a) in du.iter_mut().zip(&acceleration) {
            *du = -a;
        }
        de.copy_from_slice(flows.as_slice());
    }
}

impl Island<'_> {
    fn size(&self) -> usize {
        self.psi.nrows() + self.psi.ncols()
    }

    fn stiffness(&self, row: usize, tau: f64) -> (f64, f64) {
        let (wire, axis) = self.axis_of_row[row];
        let span = self.wires[wire].span;
        let pool = &self.network.wires[span.pool as usize];
        pool.stuck_stiffness(span.place as usize, tau, axis).unwrap_or_default()
    }

    /// Largest eigenvalue, by magnitude, of one step.
    fn spectral_radius(&self, tableau: &Tableau, step: f64) -> f64 {
        let size = self.size();
        let mut stepper = RungeKutta::new(tableau.clone(), size);
        let mut matrix = DMatrix::identity(size, size);
        for mut column in matrix.column_iter_mut() {
            if stepper.step(self, 0.0, step, column.as_mut_slice()).is_err() {
                return f64::INFINITY;
            }
        }
        spectral_radius(matrix)
    }

    /// Largest eigenvalue of `M^-1 Psi^T diag(weight) Psi`.
    fn stiffest(&self, weight: impl Fn((f64, f64)) -> f64) -> f64 {
        let mut weighted = self.psi.clone();
        for row in 0..weighted.nrows() {
            weighted.row_mut(row).scale_mut(weight(self.stiffness(row, 0.0)));
        }
        spectral_radius(&self.mobility * self.psi.tr_mul(&weighted))
    }

    fn warning(&self, tableau: &Tableau, step: f64) -> Option<StabilityWarning> {
        let spectral_radius = self.spectral_radius(tableau, step);
        if spectral_radius <= RADIUS_LIMIT {
            return None;
        }
        let mut stable_step = step;
        // Down to 1e-6 of the step; counted, as the smallest number times 0.8 is itself.
        for _ in 0..62 {
            if self.spectral_radius(tableau, stable_step) <= RADIUS_LIMIT {
                break;
            }
            stable_step *= 0.8;
        }
        let name = |wire: &StuckWire| self.network.wire_name(wire.address.0, wire.address.1);
        Some(StabilityWarning {
            components: self.wires.iter().map(name).collect(),
            stiffness_ratio: self.stiffest(|(k, _)| k) * step * step,
            damping_ratio: self.stiffest(|(_, b)| b) * step,
            spectral_radius,
            stable_step,
        })
    }
}

/// Largest magnitude of an eigenvalue, as the growth of `|M^k|` for k = 2^36, by repeated squaring:
/// to 1e-9 even where eigenvalues coincide, where iterations for single eigenvalues get stuck.
fn spectral_radius(mut matrix: DMatrix<f64>) -> f64 {
    const SQUARINGS: i32 = 36;
    let mut growth = 0.0; // ln |M^k| so far
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
        matrix = &matrix * &matrix;
    }
    ((growth + matrix.norm().ln()) / 2.0_f64.powi(SQUARINGS)).exp()
}

/// Measures mobilities and couplings of a network in a given state.
struct Probe<'a> {
    network: &'a Network,
    stage: Stage,
    x: Vec<f64>,
    /// By offset.
    nodes: Vec<Span>,
    wires: Vec<StuckWire>,
}

impl<'a> Probe<'a> {
    fn new(network: &'a Network, state: &State) -> Self {
        let mut nodes: Vec<Span> = network.node_spans.iter().flat_map(Spans::iter).collect();
        nodes.sort_unstable_by_key(|span| span.offset);
        let mut wires = vec![];
        for (added, spans) in network.wire_spans.iter().enumerate() {
            for (slot, span) in spans.iter().enumerate() {
                let pool = &network.wires[span.pool as usize];
                let mut axes = 0..pool.port_len().1;
                if axes.all(|axis| pool.stuck_stiffness(span.place as usize, 0.0, axis).is_none()) {
                    continue;
                }
                let ends = pool.resolved_ends(span.place as usize);
                let node_at = |end: ResolvedEnd| match end {
                    ResolvedEnd::Node(offset) => {
                        nodes.partition_point(|node| node.offset <= offset).checked_sub(1)
                    }
                    _ => None,
                };
                let mut ends: Vec<usize> = ends.into_iter().filter_map(node_at).collect();
                ends.sort_unstable();
                ends.dedup();
                if !ends.is_empty() {
                    wires.push(StuckWire { span, address: (added, slot), nodes: ends });
                }
            }
        }
        let (stage, x) = (Stage::at(state.time), state.values.clone());
        Self { network, stage, x, nodes, wires }
    }

    /// The elements, grouped by the bodies that they share.
    fn islands(&self) -> Vec<Vec<StuckWire>> {
        fn root(parents: &mut [usize], mut node: usize) -> usize {
            while parents[node] != node {
                parents[node] = parents[parents[node]];
                node = parents[node];
            }
            node
        }
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

    fn island(&mut self, wires: &[StuckWire]) -> Island<'a> {
        let mut nodes: Vec<usize> = wires.iter().flat_map(|wire| wire.nodes.clone()).collect();
        nodes.sort_unstable();
        nodes.dedup();
        // The flow slots of the nodes, and the first column of each node.
        let (mut slots, mut first) = (vec![], vec![]);
        for &node in &nodes {
            first.push(slots.len());
            let span = self.nodes[node];
            let pool = &self.network.nodes[span.pool as usize];
            let own = pool.flow_slots(span.place as usize);
            slots.extend(own.into_iter().map(|slot| span.offset as usize + slot));
        }
        let size = slots.len();
        let mut mobility = DMatrix::zeros(size, size);
        for (i, &node) in nodes.iter().enumerate() {
            let columns = first[i]..first.get(i + 1).copied().unwrap_or(size);
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
        let mut axis_of_row = vec![];
        for (index, wire) in wires.iter().enumerate() {
            let top = axis_of_row.len();
            let saved: Vec<f64> = slots.iter().map(|&slot| self.x[slot]).collect();
            slots.iter().for_each(|&slot| self.x[slot] = 0.0);
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
        Island { network: self.network, wires: wires.to_vec(), mobility, psi, axis_of_row }
    }

    /// Rates of one node under a unit effort in one slot of the state (or none).
    fn accelerations(&self, node: usize, pushed: Option<usize>) -> Vec<f64> {
        let span = self.nodes[node];
        let mut rate = vec![0.0; span.len as usize];
        if let Some(slot) = pushed {
            rate[slot - span.offset as usize] = 1.0;
        }
        let pool = &self.network.nodes[span.pool as usize];
        pool.rate(span.place as usize, &self.stage, &self.x[span.range()], &mut rate);
        rate
    }

    fn flows(&self, wire: &StuckWire) -> usize {
        self.network.wires[wire.span.pool as usize].port_len().1
    }

    /// The flow that an element sees of the velocities in `x`.
    fn flow_at(&self, wire: &StuckWire) -> Vec<f64> {
        let pool = &self.network.wires[wire.span.pool as usize];
        let (poses, flows) = pool.port_len();
        let mut motion = vec![0.0; poses + flows];
        pool.motion(wire.span.place as usize, &self.stage, &self.x, &mut motion);
        motion.split_off(poses)
    }
}
