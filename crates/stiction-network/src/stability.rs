//! Is the step small enough for what is stuck?
//!
//! While an element is stuck it is a spring of stiffness K with damping Z(tau), on the effective
//! mass m that the mechanism shows at its port (1/m is the largest eigenvalue of `Psi M^-1 Psi^T`).
//! One step of the scheme then is a 2 x 2 matrix in velocity and deflection; beyond a spectral
//! radius of 1 the element does not diverge, because friction saturates, but chatters and creeps.
//! For the generalized RK4 with Z = B + tau K that happens at `K T^2/m` about 5.2, for the Euler
//! form at `4 - 2 B T/m`.

use core::fmt;

use nalgebra::{DMatrix, Matrix2};
use stiction_core::Stage;
use stiction_ode::{Ode, RungeKutta, Tableau};

use crate::attach::ResolvedEnd;
use crate::error::NetworkError;
use crate::network::Network;
use crate::pool::WirePool;
use crate::state::State;

/// An element whose stuck state the step does not resolve.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct StabilityWarning {
    /// The impedance.
    pub component: String,
    /// `K T^2 / m`.
    pub stiffness_ratio: f64,
    /// `B T / m`, with B the damping of the continuous law.
    pub damping_ratio: f64,
    /// Spectral radius of a step; above 1 the element chatters.
    pub spectral_radius: f64,
    /// A step size at which it holds still \[s\].
    pub stable_step: f64,
}

impl fmt::Display for StabilityWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: the step is too large for its stuck state (K T²/m = {:.4}, B T/m = {:.4}): it will \
             chatter and creep instead of holding still; stable at T = {:.3e} s",
            self.component, self.stiffness_ratio, self.damping_ratio, self.stable_step
        )
    }
}

/// A unit mass on a stuck element: v' = -m^-1 (Z(tau) v + K e), e' = v.
struct Stuck<'a> {
    pool: &'a dyn WirePool,
    place: usize,
    mobility: f64,
}

impl Ode for Stuck<'_> {
    fn dim(&self) -> usize {
        2
    }
    fn rhs(&self, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        let (k, z) = self.pool.stuck_stiffness(self.place, stage.tau).unwrap_or_default();
        dx[0] = -self.mobility * (z * x[0] + k * x[1]);
        dx[1] = x[0];
    }
}

impl Stuck<'_> {
    /// Largest eigenvalue, by magnitude, of one step.
    fn spectral_radius(&self, tableau: &Tableau, step: f64) -> f64 {
        let mut stepper = RungeKutta::new(tableau.clone(), 2);
        let mut column = |start: [f64; 2]| {
            let mut x = start;
            // A step of a linear system from a unit vector is finite, or not stable.
            stepper.step(self, 0.0, step, &mut x).map_or([f64::INFINITY; 2], |()| x)
        };
        let (a, b) = (column([1.0, 0.0]), column([0.0, 1.0]));
        let matrix = Matrix2::new(a[0], b[0], a[1], b[1]);
        if matrix.iter().any(|entry| !entry.is_finite()) {
            return f64::INFINITY;
        }
        let (half_trace, determinant) = (0.5 * matrix.trace(), matrix.determinant());
        let discriminant = half_trace * half_trace - determinant;
        if discriminant < 0.0 { determinant.sqrt() } else { half_trace.abs() + discriminant.sqrt() }
    }
}

/// A radius of 1 plus rounding: an undamped element keeps its amplitude.
const RADIUS_LIMIT: f64 = 1.0 + 1e-9;

impl Network {
    /// Elements that the step would let chatter while they are stuck, in the given state.
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
        let mut warnings = vec![];
        let mut probe = Probe::new(self, state);
        for spans in &self.wire_spans {
            for (slot, span) in spans.iter().enumerate() {
                let (wires, place) = (&*self.wires[span.pool as usize], span.place as usize);
                let Some((k, b)) = wires.stuck_stiffness(place, 0.0) else { continue };
                let mobility = probe.mobility(wires, place);
                let stuck = Stuck { pool: wires, place, mobility };
                let spectral_radius = stuck.spectral_radius(tableau, step);
                if spectral_radius <= RADIUS_LIMIT {
                    continue;
                }
                let mut stable_step = step;
                while stable_step > f64::MIN_POSITIVE
                    && stuck.spectral_radius(tableau, stable_step) > RADIUS_LIMIT
                {
                    stable_step *= 0.9;
                }
                warnings.push(StabilityWarning {
                    component: format!("{} #{slot}", wires.name(place)),
                    stiffness_ratio: k * step * step * mobility,
                    damping_ratio: b * step * mobility,
                    spectral_radius,
                    stable_step,
                });
            }
        }
        Ok(warnings)
    }
}

/// Finds how far a unit effort at a wire accelerates that wire's own port.
struct Probe<'a> {
    network: &'a Network,
    stage: Stage,
    x: Vec<f64>,
    efforts: Vec<f64>,
    /// Offset, length, pool and place of every node, by offset.
    nodes: Vec<(usize, usize, usize, usize)>,
}

impl<'a> Probe<'a> {
    fn new(network: &'a Network, state: &State) -> Self {
        let mut nodes: Vec<_> = network
            .node_spans
            .iter()
            .flatten()
            .map(|span| {
                (span.offset as usize, span.len as usize, span.pool as usize, span.place as usize)
            })
            .collect();
        nodes.sort_unstable();
        let x = network.motions_of(state).to_vec();
        let efforts = vec![0.0; x.len()];
        Self { network, stage: Stage::at(state.time), x, efforts, nodes }
    }

    /// Largest eigenvalue of `Psi M^-1 Psi^T` at the wire.
    fn mobility(&mut self, wires: &dyn WirePool, place: usize) -> f64 {
        let mut touched: Vec<usize> = wires
            .resolved_ends(place)
            .into_iter()
            .filter_map(|end| match end {
                ResolvedEnd::Node(offset) => {
                    self.nodes.partition_point(|node| node.0 <= offset as usize).checked_sub(1)
                }
                _ => None,
            })
            .collect();
        touched.sort_unstable();
        touched.dedup();
        let (_, flows) = wires.port_len();
        let at_rest = self.response(wires, place, &touched, None);
        let mut matrix = DMatrix::zeros(flows, flows);
        for column in 0..flows {
            let response = self.response(wires, place, &touched, Some(column));
            for row in 0..flows {
                matrix[(row, column)] = response[row] - at_rest[row];
            }
        }
        let symmetric = (&matrix + matrix.transpose()) * 0.5;
        symmetric.symmetric_eigenvalues().iter().fold(0.0, |largest, value| value.max(largest))
    }

    /// `Psi` of the accelerations under a unit effort in one direction (or none).
    fn response(
        &mut self,
        wires: &dyn WirePool,
        place: usize,
        touched: &[usize],
        direction: Option<usize>,
    ) -> Vec<f64> {
        let (poses, flows) = wires.port_len();
        let mut effort = vec![0.0; flows];
        if let Some(direction) = direction {
            effort[direction] = 1.0;
        }
        for &node in touched {
            let (offset, len, ..) = self.nodes[node];
            self.efforts[offset..offset + len].fill(0.0);
        }
        wires.push(place, &self.stage, &self.x, &effort, &mut self.efforts);
        // The accelerations take the place of the flows, and Psi of them is read off the motion.
        let mut saved = vec![];
        for &node in touched {
            let (offset, len, pool, item) = self.nodes[node];
            let nodes = &self.network.nodes[pool];
            let (state, rate) =
                (&mut self.x[offset..offset + len], &mut self.efforts[offset..offset + len]);
            saved.push(state.to_vec());
            nodes.rate(item, &self.stage, state, rate);
            nodes.copy_flows(item, rate, state);
        }
        let mut motion = vec![0.0; poses + flows];
        wires.motion(place, &self.stage, &self.x, &mut motion);
        for (&node, saved) in touched.iter().zip(&saved) {
            let (offset, len, ..) = self.nodes[node];
            self.x[offset..offset + len].copy_from_slice(saved);
        }
        motion.split_off(poses)
    }
}
