//! Bodies connected by elements that can be stuck, all of them stuck: small matrices.
//!
//! ```text
//!   body 0 ──wire a── body 1 ──wire b── ground          u: all velocities, e: all deflections
//!
//!   Psi = | wire a sees bodies 0 and 1 |                M u' = -Psi^T (Z Psi u + K e)
//!         | wire b sees body 1         |                  e' = Psi u
//! ```
//!
//! The inverse masses and Psi are measured ([`super::probe`]). The equations are linear, so one step of the scheme from
//! each unit state gives the matrix of the step.
//!
//! ```text
//!               u0  u1 | e_a  e_b
//! unit state 0   1   0 |  0    0    ── one step ──>  column 0 of the matrix of the step
//! unit state 1   0   1 |  0    0    ── one step ──>  column 1
//! ...
//! unit state 3   0   0 |  0    1    ── one step ──>  column 3
//! ```
//! The largest of its eigenvalues is the factor by which the worst state grows from step to step.

use core::cell::{Cell, RefCell};

use crate::ode::{Ode, RungeKutta, Tableau};
use nalgebra::{DMatrix, DVector, DVectorView};
use stiction_core::Stage;

use super::probe::StuckWire;
use super::warning::{OVERSHOOT_LIMIT, RADIUS_LIMIT, StabilityWarning};
use crate::network::Network;

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
/// stage length, because a pad with many cells sums over them.
pub(super) struct Stuck<'a> {
    island: &'a Island<'a>,
    of_tau: Vec<(f64, Vec<(f64, f64)>)>,
    step: f64,
    work: RefCell<Work>,
}

/// Memory of a stage, allocated once.
struct Work {
    flows: DVector<f64>,
    effort: DVector<f64>,
    on_bodies: DVector<f64>,
    acceleration: DVector<f64>,
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

    /// Returns the largest friction of a row at any stage of the given number of steps from rest, when a unit effort
    /// sets in at once on the bodies that it holds.
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
        let [flows, effort] = [self.psi.nrows(); 2].map(DVector::zeros);
        let [on_bodies, acceleration] = [self.psi.ncols(); 2].map(DVector::zeros);
        let work = RefCell::new(Work { flows, effort, on_bodies, acceleration });
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

    /// Returns the ratio of the largest friction at a stage to that of the law in continuous time, when a load sets
    /// in at once; 1 or less if it is never larger. Above 1 the step lets elements slip that would hold.
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
        // The rounds are counted, so that this ends whatever a law answers.
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
            // If nothing was bad, `good` and `bad` are one number, and the loop has ended above.
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
    const FEW: usize = 16;
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
        if matrix.nrows() < FEW {
            // Such a product is done before the blocks of a larger one are packed.
            for (mut column, of) in squared.column_iter_mut().zip(matrix.column_iter()) {
                column.gemv(1.0, &matrix, &of, 0.0);
            }
        } else {
            squared.gemm(1.0, &matrix, &matrix, 0.0);
        }
        core::mem::swap(&mut matrix, &mut squared);
    }
    ((growth + matrix.norm().ln()) / 2.0_f64.powi(SQUARINGS)).exp()
}
