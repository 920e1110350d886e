//! Bristles that bear their load from the start.
//!
//! A bristle that starts unbent bears nothing. The load that is there sets in at once, as on a spring: its force
//! swings beyond the load, by up to the double without damping, and where that is more than the friction, a body
//! slides that would have stayed. In equilibrium the points of contact do not accelerate:
//!
//! ```text
//! Psi M^-1 Psi^T t = Psi a + c    a: accelerations without friction, t = K e: what the bristles bear,
//!                                 c: what is seen while no velocity changes (on a turntable, on a belt that starts)
//! ```
//! A load that comes through another spring which is not loaded yet, or a stiff penalty joint, is not there at the
//! start, and is not seen.
//!
//! Where several solutions are, because contacts share a load, the one of least energy `t K^-1 t` is taken: that of
//! contacts on which a rigid body was set down and then loaded.

use core::fmt;

use nalgebra::{DMatrix, DVector};
use stiction_core::Stage;
use stiction_ode::Ode;

use super::LARGEST_ISLAND;
use super::island::{Island, Probe, StuckWire};
use crate::error::NetworkError;
use crate::look::Look;
use crate::network::Network;
use crate::spans::Spans;
use crate::state::State;

/// How a bristle is bent as a run starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BristleStart {
    /// Not at all: the load sets in at once.
    #[default]
    Unbent,
    /// So that it bears its load; a load that is more than it can bear is an error.
    Loaded,
    /// As far as it holds, in the direction of a load that may be more: the body starts to slip.
    Slipping,
}

/// A load that sets in at once on a bristle, which then slips although it could bear it, or faster than it should.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SuddenLoad {
    /// The impedance.
    pub component: String,
    /// What it has to bear at rest.
    pub load: f64,
    /// How many times that its force becomes.
    pub overshoot: f64,
    /// What it can bear, where that is a little less than the load.
    pub bears: Option<f64>,
}

impl fmt::Display for SuddenLoad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { component, load, overshoot, bears } = self;
        write!(
            f,
            "{component}: the load of {load:.4} sets in at once on a bristle that is not bent, "
        )?;
        match bears {
            None => write!(
                f,
                "whose force swings up to {overshoot:.2} times as high: it slips although it would hold the load at \
                 rest; started bent (`start = \"loaded\"` of the connection), it holds"
            ),
            Some(bears) => write!(
                f,
                "and is hardly more than the {bears:.4} that it bears: it slips on with what it gains in speed until \
                 it is bent; started bent (`start = \"slipping\"` of the connection), it gains nothing"
            ),
        }
    }
}

/// Iterations of Newton, for laws that are not linear in their bristles.
const ITERATIONS: usize = 8;
/// A bristle in equilibrium leaves no larger share of the acceleration.
const LEFT: f64 = 1e-6;
/// Deflection by which a stiffness is measured that a law does not tell \[m\].
const SMALL: f64 = 1e-9;
/// A load of which it bears a larger share drives a body so slowly that the speed it gains at first counts.
const NEARLY: f64 = 0.9;
/// A difference of speeds is rounding below this share of them.
const ROUNDING: f64 = 1e-12;
/// Share of the deflection by which it is bent further in a second, to see whether it holds.
const PUSHED: f64 = 1e-6;

/// The bristles of an island.
struct Bristles<'a> {
    network: &'a Network,
    stage: Stage<'a>,
    island: Island<'a>,
    /// Rows of the island in which a bristle deflects.
    rows: Vec<usize>,
    /// By row: where its bristles are in the state, and their stiffness together.
    deflecting: Vec<Vec<usize>>,
    stiffness: DVector<f64>,
    psi: DMatrix<f64>,
    /// Velocities for flows.
    inverse: DMatrix<f64>,
    /// By row: the acceleration that is seen while no velocity changes.
    drift: DVector<f64>,
    /// By row: the largest speed that is rounding of those it is the difference of.
    rounding: DVector<f64>,
}

impl<'a> Bristles<'a> {
    /// In the state `x`, which is as it was afterwards; nothing where an inertia or a map is not finite.
    fn new(
        network: &'a Network,
        island: Island<'a>,
        stage: Stage<'a>,
        carried: &Carried,
        x: &mut [f64],
    ) -> Option<Self> {
        let (mut rows, mut deflecting, mut stiffness) = (vec![], vec![], vec![]);
        for row in 0..island.psi.nrows() {
            let slots = slots_of(network, &island, row);
            if slots.is_empty() {
                continue;
            }
            let known = island.stiffness(row, 0.0).0;
            let mut measured = || measured(network, &island, row, &stage, &slots, x);
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
        Some(Self {
            network,
            stage,
            island,
            rows,
            deflecting,
            stiffness,
            psi,
            inverse,
            drift,
            rounding,
        })
    }

    /// What the bristles bear more, so that the accelerations that they see vanish; `a` are those of the state.
    fn borne(&self, a: &[f64]) -> Option<DVector<f64>> {
        let slots = &self.island.slots;
        let accelerations = DVector::from_iterator(slots.len(), slots.iter().map(|&slot| a[slot]));
        let root = DMatrix::from_diagonal(&self.stiffness.map(f64::sqrt));
        let response = &self.psi * &self.island.mobility * self.psi.transpose() * &root;
        if !accelerations.iter().chain(&response).all(|number| number.is_finite()) {
            return None;
        }
        let svd = response.svd(true, true);
        let least = 1e-10 * svd.singular_values.max();
        let seen = &self.psi * accelerations + &self.drift;
        let solved = svd.solve(&seen, least).ok()?;
        Some(root * solved)
    }

    /// Bends the bristles further.
    fn bend(&self, x: &mut [f64], deflection: &DVector<f64>) {
        for (slots, by) in self.deflecting.iter().zip(deflection) {
            slots.iter().for_each(|&slot| x[slot] += by);
        }
    }

    /// Places of a wire among the rows.
    fn of_wire(&self, wire: usize) -> impl Iterator<Item = usize> {
        let is_own = move |&place: &usize| self.island.axis_of_row[self.rows[place]].0 == wire;
        (0..self.rows.len()).filter(is_own)
    }

    /// Whether a wire holds where all bristles are bent by this from the state `x`, which is as it was afterwards: it
    /// gives way further only as it is pushed further.
    fn holds(&self, wire: usize, x: &mut [f64], deflection: &DVector<f64>) -> bool {
        let touched = || self.deflecting.iter().flatten().chain(&self.island.slots).copied();
        let kept: Vec<f64> = touched().map(|slot| x[slot]).collect();
        self.bend(x, deflection);
        let pushed = &self.inverse * deflection * PUSHED;
        self.island.slots.iter().zip(&pushed).for_each(|(&slot, speed)| x[slot] = *speed);
        let StuckWire { span, .. } = self.island.wires[wire];
        let Look { rate, .. } = self.network.look_at(span, &self.stage, x);
        touched().zip(kept).for_each(|(slot, value)| x[slot] = value);
        // Of the bristles of a row, the last that gives way lets it slip.
        let further = self.of_wire(wire).map(|place| {
            let slots = self.deflecting[place].iter();
            let rates = slots.map(|slot| rate[slot - span.offset as usize] * deflection[place]);
            rates.fold(0.0, f64::max)
        });
        further.sum::<f64>() > 0.0
    }

    /// The size of what a wire bears.
    fn force(&self, wire: usize, borne: &DVector<f64>) -> f64 {
        self.of_wire(wire).map(|place| borne[place].powi(2)).sum::<f64>().sqrt()
    }

    /// How far the force of each wire swings, as a share of what it has to bear, where that sets in at once.
    fn overshoots(&self, borne: &DVector<f64>) -> Vec<f64> {
        let Island { psi, mobility, .. } = &self.island;
        let (stiffness, damping): (Vec<f64>, Vec<f64>) =
            (0..psi.nrows()).map(|row| self.island.stiffness(row, 0.0)).unzip();
        let mut k = DVector::from_vec(stiffness);
        let b = DVector::from_vec(damping);
        let mut missing = DVector::zeros(psi.nrows());
        for (place, &row) in self.rows.iter().enumerate() {
            k[row] = self.stiffness[place];
            missing[row] = borne[place] / self.stiffness[place];
        }
        let fastest = self.island.stiffest(|(k, _)| k).sqrt().max(self.island.stiffest(|(_, b)| b));
        let step = 0.1 / fastest;
        let count = if psi.nrows() > 40 { 200 } else { 2000 };
        // Semi-implicit in the velocities: of first order, and it does not grow.
        let (mut u, mut e) = (DVector::zeros(psi.ncols()), -missing.clone());
        let mut peaks = vec![0.0_f64; self.island.wires.len()];
        for _ in 0..count {
            let effort = (psi * &u).component_mul(&b) + e.component_mul(&k);
            u -= mobility * psi.tr_mul(&effort) * step;
            let flow = psi * &u;
            e += &flow * step;
            let force = flow.component_mul(&b) + (&e + &missing).component_mul(&k);
            let own =
                DVector::from_iterator(self.rows.len(), self.rows.iter().map(|&row| force[row]));
            for (wire, peak) in peaks.iter_mut().enumerate() {
                *peak = peak.max(self.force(wire, &own));
            }
        }
        let share = |(wire, peak): (usize, &f64)| peak / self.force(wire, borne);
        peaks.iter().enumerate().map(share).collect()
    }
}

/// The state as it goes on for a short time while no velocity changes: made once, for all islands.
struct Carried([Vec<f64>; 3]);

impl Carried {
    /// Short; of second order, and forwards only, as a drive may set in now.
    const H: f64 = 1e-5;

    /// From the state `x`, which changes at these rates.
    fn new(network: &Network, x: &[f64], rates: &[f64]) -> Self {
        let mut moving = vec![false; x.len()];
        for span in network.node_spans.iter().flat_map(Spans::iter) {
            moving[span.range()].fill(true);
        }
        network.flows().iter().zip(&mut moving).for_each(|(flow, moving)| *moving &= !flow);
        let after = |h: f64| {
            let changing = x.iter().zip(rates).zip(&moving);
            changing.map(|((x, rate), moves)| if *moves { x + h * rate } else { *x }).collect()
        };
        Self([0.0, Self::H, 2.0 * Self::H].map(after))
    }

    /// The accelerations that rows of an island see meanwhile: of what goes round with a frame, and of drives that
    /// set in.
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

/// Where the bristles that deflect in a row of an island are in the state.
fn slots_of(network: &Network, island: &Island<'_>, row: usize) -> Vec<usize> {
    let (wire, axis) = island.axis_of_row[row];
    let StuckWire { span, .. } = island.wires[wire];
    let law = network.wire_at(span).law;
    let own = (0..span.len as usize).filter(|&index| law.deflects_along(index) == Some(axis));
    own.map(|index| span.offset as usize + index).collect()
}

/// The stiffness of a row, by a small deflection of its bristles.
fn measured(
    network: &Network,
    island: &Island<'_>,
    row: usize,
    stage: &Stage<'_>,
    slots: &[usize],
    x: &mut [f64],
) -> f64 {
    let (wire, axis) = island.axis_of_row[row];
    let StuckWire { span, .. } = island.wires[wire];
    let effort = |x: &[f64]| network.look_at(span, stage, x).effort[axis];
    let before = effort(x);
    let kept: Vec<f64> = slots.iter().map(|&slot| x[slot]).collect();
    slots.iter().for_each(|&slot| x[slot] += SMALL);
    let after = effort(x);
    slots.iter().zip(kept).for_each(|(&slot, value)| x[slot] = value);
    (before - after) / SMALL
}

impl Network {
    /// Bends the bristles that do not start unbent so that they bear their loads in the initial state.
    pub(crate) fn bend_bristles(&mut self) -> Result<(), NetworkError> {
        if self.bristle_starts.is_empty() {
            return Ok(());
        }
        self.check_inertia(&self.initial_state())?;
        let start_of = |(pool, slot)| self.bristle_starts.get(&self.place_of(pool, slot)).copied();
        let before = self.initial_state();
        let mut bent = before.values.clone();
        let stage = before.stage(Stage::at(before.time));
        let mut rates = vec![0.0; self.dim()];
        Ode::rhs(self, &stage, &before.values, &mut rates);
        let carried = Carried::new(self, &before.values, &rates);
        let mut probe = Probe::of(self, &before, |address, _| start_of(address).is_some());
        for wires in probe.islands() {
            let island = probe.island(&wires);
            let mut x = before.values.clone();
            let Some(bristles) = Bristles::new(self, island, stage, &carried, &mut x) else {
                return Err(NetworkError::NoBristle { component: wires[0].name(self) });
            };
            bristles.check_rest()?;
            let starts: Vec<_> =
                wires.iter().map(|wire| start_of(wire.address).unwrap_or_default()).collect();
            let deflection = bristles.settle(&mut x, &starts)?;
            bristles.bend(&mut bent, &deflection);
        }
        self.initial = bent;
        Ok(())
    }

    /// Elements that slip as the state begins, because their loads set in at once, although they could bear them, or
    /// nearly.
    pub(super) fn sudden_loads(&self, state: &State) -> Vec<SuddenLoad> {
        let mut accelerations = vec![0.0; self.dim()];
        let mut found = vec![];
        let mut probe = Probe::new(self, state);
        let islands = probe.islands();
        if islands.is_empty() {
            return found;
        }
        let stage = state.stage(Stage::at(state.time));
        Ode::rhs(self, &stage, &state.values, &mut accelerations);
        let carried = Carried::new(self, &state.values, &accelerations);
        let mut x = state.values.clone();
        for wires in islands {
            if probe.size(&wires) > LARGEST_ISLAND {
                continue;
            }
            let island = probe.island(&wires);
            let Some(bristles) = Bristles::new(self, island, stage, &carried, &mut x) else {
                continue;
            };
            if bristles.check_rest().is_err() {
                continue;
            }
            let Some(borne) = bristles.borne(&accelerations) else { continue };
            let deflection = borne.component_div(&bristles.stiffness);
            for (wire, stuck) in wires.iter().enumerate() {
                let load = bristles.force(wire, &borne);
                if load == 0.0 || bristles.holds(wire, &mut x, &deflection) {
                    continue;
                }
                let share = bristles.bearable(wire, &mut x, &deflection);
                if share > NEARLY {
                    let (component, bears) = (stuck.name(self), Some(share * load));
                    found.push(SuddenLoad { component, load, overshoot: 1.0, bears });
                }
            }
            let mut slips = |wire: usize, times: f64| {
                bristles.force(wire, &borne) > 0.0
                    && bristles.holds(wire, &mut x, &deflection)
                    && !bristles.holds(wire, &mut x, &(&deflection * times))
            };
            // Twice is the most that there is without the motion of others.
            if !(0..wires.len()).any(|wire| slips(wire, 2.0)) {
                continue;
            }
            for (wire, overshoot) in bristles.overshoots(&borne).into_iter().enumerate() {
                if overshoot > 1.0 && slips(wire, overshoot) {
                    let component = wires[wire].name(self);
                    let load = bristles.force(wire, &borne);
                    found.push(SuddenLoad { component, load, overshoot, bears: None });
                }
            }
        }
        found
    }
}

impl Bristles<'_> {
    fn name(&self, wire: usize) -> String {
        self.island.wires[wire].name(self.network)
    }

    /// Refuses elements that have no bristle of which it is known how it deflects, and those that move.
    fn check_rest(&self) -> Result<(), NetworkError> {
        for wire in 0..self.island.wires.len() {
            let own: Vec<usize> = self.of_wire(wire).collect();
            if own.is_empty() {
                return Err(NetworkError::NoBristle { component: self.name(wire) });
            }
            let moves = |place: &usize| {
                let speed = self.island.flows[self.rows[*place]].abs();
                (speed > self.rounding[*place]).then_some(speed)
            };
            if let Some(speed) = own.iter().filter_map(moves).reduce(f64::max) {
                return Err(NetworkError::NotAtRest { component: self.name(wire), speed });
            }
        }
        Ok(())
    }

    /// The deflections that bear the loads of the state `x`, or as much of them as holds.
    fn settle(&self, x: &mut [f64], starts: &[BristleStart]) -> Result<DVector<f64>, NetworkError> {
        let mut deflection = DVector::zeros(self.rows.len());
        let mut rates = vec![0.0; x.len()];
        let unbent = x.to_vec();
        let mut seen = |deflection: &DVector<f64>| {
            let mut x = unbent.clone();
            self.bend(&mut x, deflection);
            Ode::rhs(self.network, &self.stage, &x, &mut rates);
            self.borne(&rates).unwrap_or_else(|| DVector::repeat(self.rows.len(), f64::NAN))
        };
        let first = seen(&deflection);
        let (size, mut left) = (first.norm(), first.clone());
        for _ in 0..ITERATIONS {
            if left.norm() <= 1e-12 * size {
                break;
            }
            deflection += left.component_div(&self.stiffness);
            left = seen(&deflection);
            if left.norm() > 0.5 * size {
                break;
            }
        }
        if left.norm() > LEFT * size && self.rows.len() <= LARGEST_ISLAND {
            (deflection, left) = self.yielding(&mut seen);
        }
        // A law that is at its limit leaves a rest: what would be borne is what is borne at first.
        let full = if left.norm() <= LEFT * size {
            deflection
        } else {
            first.component_div(&self.stiffness)
        };
        let mut bent = full.clone();
        for (wire, start) in starts.iter().enumerate() {
            let load = self.force(wire, &full.component_mul(&self.stiffness));
            if load == 0.0 || self.holds(wire, x, &full) {
                continue;
            }
            let share = self.bearable(wire, x, &full);
            if *start != BristleStart::Slipping {
                let component = self.name(wire);
                return Err(NetworkError::Overloaded { component, load, bears: share * load });
            }
            for place in self.of_wire(wire) {
                bent[place] = share * full[place];
            }
        }
        Ok(bent)
    }

    /// The deflections of elements that give way one after the other, and what is left to bear: Newton, with the
    /// slope measured where it is.
    fn yielding(
        &self,
        seen: &mut impl FnMut(&DVector<f64>) -> DVector<f64>,
    ) -> (DVector<f64>, DVector<f64>) {
        let mut deflection = DVector::zeros(self.rows.len());
        let mut left = seen(&deflection);
        for _ in 0..ITERATIONS {
            let columns: Vec<_> = (0..self.rows.len())
                .map(|row| {
                    let by = SMALL.max(PUSHED * deflection[row].abs());
                    let mut moved = deflection.clone();
                    moved[row] += by;
                    (seen(&moved) - &left) / by
                })
                .collect();
            let slope = DMatrix::from_columns(&columns);
            if !slope.iter().chain(&left).all(|number| number.is_finite()) {
                break;
            }
            let svd = slope.svd(true, true);
            let least = 1e-9 * svd.singular_values.max();
            let Ok(step) = svd.solve(&left, least) else { break };
            deflection -= step;
            left = seen(&deflection);
        }
        (deflection, left)
    }

    /// The largest share of a deflection at which a wire holds.
    fn bearable(&self, wire: usize, x: &mut [f64], full: &DVector<f64>) -> f64 {
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..50 {
            let middle = 0.5 * (low + high);
            let end = if self.holds(wire, x, &(full * middle)) { &mut low } else { &mut high };
            *end = middle;
        }
        low
    }
}
