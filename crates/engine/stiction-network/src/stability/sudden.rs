//! Loads that set in at once on bristles that are not bent.
//!
//! Such a bristle bears nothing at first. The load comes on it as on a spring: its force swings beyond the load, up
//! to the double without damping, and if that is more than the friction, a body slides that would have stayed.

use core::fmt;

use crate::ode::Ode;
use nalgebra::{DMatrix, DVector};
use stiction_core::Stage;

use super::LARGEST_ISLAND;
use super::bristles::{Bristles, Carried};
use super::island::Island;
use super::probe::{Probe, StuckWire};
use crate::network::Network;
use crate::step::state::State;

/// A load that sets in at once on a bristle, which then slips although it could bear it, or faster than it should.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SuddenLoad {
    /// The impedance.
    pub component: String,
    /// Load that it has to bear at rest.
    pub load: f64,
    /// Factor to which its force swings, relative to this load.
    pub overshoot: f64,
    /// Load that it can bear, if that is a little less than the load.
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
                 rest; started bent (`start = \"loaded\"` of the connection, `friction_start` of a robot), it holds"
            ),
            Some(bears) => write!(
                f,
                "and is hardly more than the {bears:.4} that it bears: it slips on with what it gains in speed until \
                 it is bent; started bent (`start = \"slipping\"` of the connection), it gains nothing"
            ),
        }
    }
}

/// If it bears a larger share than this, the load drives a body so slowly that the speed gained at first counts.
const NEARLY: f64 = 0.9;
/// A load that is a smaller share of the largest is rounding.
const ROUNDING: f64 = 1e-9;
/// So is a load that is a smaller share of the present force of a bristle, which leaves that much at its limit.
const REST: f64 = 1e-4;

impl Network {
    /// Returns the elements that slip as the state begins, because their loads set in at once, although they could bear
    /// them, or nearly.
    pub(super) fn sudden_loads(&self, state: &State) -> Vec<SuddenLoad> {
        let mut found = vec![];
        let mut probe = Probe::new(self, state);
        let islands = probe.islands();
        if islands.is_empty() {
            return found;
        }
        let (mut rates, stage) = (vec![0.0; self.dim()], state.stage(Stage::at(state.time)));
        Ode::rhs(self, &stage, &state.values, &mut rates);
        let carried = Carried::new(self, &state.values, &rates);
        let mut x = state.values.clone();
        for mut wires in islands {
            if probe.size(&wires) > LARGEST_ISLAND {
                continue;
            }
            let mut on =
                |wires: &[StuckWire]| Bristles::new(probe.island(wires), stage, &carried, &mut x);
            let Some(mut bristles) = on(&wires) else { continue };
            let moving: Vec<_> =
                (0..wires.len()).map(|wire| bristles.speed(wire).is_some()).collect();
            if moving.contains(&true) {
                // For elements at rest, the friction of those that slip is a load like any other.
                let mut moving = moving.into_iter();
                wires.retain(|_| moving.next() == Some(false));
                let Some(resting) = on(&wires) else { continue };
                bristles = resting;
            }
            bristles.sudden_loads(&rates, &mut x, &mut found);
        }
        found
    }
}

impl Bristles<'_> {
    /// Adds the sudden loads of its elements to those found; the state `x` is restored afterwards.
    fn sudden_loads(&self, rates: &[f64], x: &mut [f64], found: &mut Vec<SuddenLoad>) {
        let Some(borne) = self.borne(&self.accelerations(rates), &self.all()) else { return };
        let deflection = borne.component_div(&self.stiffness);
        let loads: Vec<f64> =
            (0..self.island.wires.len()).map(|wire| self.force(wire, &borne)).collect();
        let (least, present) =
            (ROUNDING * loads.iter().copied().fold(0.0, f64::max), self.present(x));
        let counts = |wire: usize, load: f64| load > least.max(REST * self.force(wire, &present));
        let (mut holding, mut shaken) = (vec![], false);
        for (wire, &load) in loads.iter().enumerate().filter(|(wire, load)| counts(*wire, **load)) {
            if self.holds(wire, x, &deflection) {
                holding.push(wire);
                // Without the motion of others, the force swings to twice the load at most.
                shaken |= !self.holds(wire, x, &(&deflection * 2.0));
                continue;
            }
            let share = self.bearable(wire, x, &deflection);
            if share > NEARLY {
                let (component, bears) = (self.name(wire), Some(share * load));
                found.push(SuddenLoad { component, load, overshoot: 1.0, bears });
            }
        }
        if !shaken {
            return;
        }
        let overshoots = self.overshoots(&borne);
        for wire in holding {
            let (overshoot, load) = (overshoots[wire], loads[wire]);
            if overshoot > 1.0 && !self.holds(wire, x, &(&deflection * overshoot)) {
                found.push(SuddenLoad { component: self.name(wire), load, overshoot, bears: None });
            }
        }
    }

    /// Returns the swing of the force of each wire, as a share of its load, when the load sets in at once.
    ///
    /// All are springs and dampers that never yield, so the motion is a product of one matrix, whose square is that
    /// of the double time: first in steps for the fastest motion, then in longer and longer ones for slow bodies.
    fn overshoots(&self, borne: &DVector<f64>) -> Vec<f64> {
        /// Steps of each length: one is a tenth of a radian of the motion it is for, whose swing is over after 32.
        const STEPS: usize = 64;
        /// Lengths, each twice that before.
        const LENGTHS: usize = 24;
        let Island { psi, mobility, .. } = &self.island;
        let (stiffness, damping): (Vec<f64>, Vec<f64>) =
            (0..psi.nrows()).map(|row| self.island.stiffness(row, 0.0)).unzip();
        let (mut k, b) = (DVector::from_vec(stiffness), DVector::from_vec(damping));
        let (rows, flows) = psi.shape();
        // Velocities, then how far the deflections are from those that bear the loads.
        let mut y = DVector::zeros(flows + rows);
        for (place, &row) in self.rows.iter().enumerate() {
            k[row] = self.stiffness[place];
            y[flows + row] = -borne[place] / self.stiffness[place];
        }
        let fastest = self.island.stiffest(|(k, _)| k).sqrt().max(self.island.stiffest(|(_, b)| b));
        let push = mobility * psi.transpose();
        let mut rates = DMatrix::zeros(flows + rows, flows + rows);
        let damped = &push * DMatrix::from_diagonal(&b) * psi;
        rates.view_mut((0, 0), (flows, flows)).copy_from(&-damped);
        rates.view_mut((0, flows), (flows, rows)).copy_from(&-(push * DMatrix::from_diagonal(&k)));
        rates.view_mut((flows, 0), (rows, flows)).copy_from(psi);
        let mut passed = (rates * (0.1 / fastest)).exp();
        let mut peaks = vec![0.0_f64; self.island.wires.len()];
        let (mut next, mut flow, mut own) =
            (y.clone(), DVector::zeros(rows), DVector::zeros(self.rows.len()));
        for _ in 0..LENGTHS {
            for _ in 0..STEPS {
                next.gemv(1.0, &passed, &y, 0.0);
                core::mem::swap(&mut y, &mut next);
                flow.gemv(1.0, psi, &y.rows(0, flows), 0.0);
                for ((own, &row), borne) in own.iter_mut().zip(&self.rows).zip(borne) {
                    *own = borne + b[row] * flow[row] + k[row] * y[flows + row];
                }
                for (wire, peak) in peaks.iter_mut().enumerate() {
                    *peak = peak.max(self.force(wire, &own));
                }
            }
            passed = &passed * &passed;
        }
        let share = |(wire, peak): (usize, &f64)| peak / self.force(wire, borne);
        peaks.iter().enumerate().map(share).collect()
    }
}
