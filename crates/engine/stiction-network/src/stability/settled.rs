//! Bristles that start bent, so that they bear their loads.
//!
//! A load that comes through another spring which is not loaded yet, or a stiff penalty joint, is not there at the
//! start, and is not seen.

use crate::ode::Ode;
use nalgebra::{DMatrix, DVector};
use stiction_core::Stage;

use super::LARGEST_ISLAND;
use super::bristles::{Bristles, Carried, PUSHED, SMALL};
use super::probe::Probe;
use crate::error::NetworkError;
use crate::network::Network;

/// Iterations of Newton, for laws that are not linear in their bristles.
const ITERATIONS: usize = 8;
/// A bristle in equilibrium leaves no larger share of the acceleration.
const LEFT: f64 = 1e-6;

/// Deflection of bristles at the start of a run.
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

impl Network {
    /// Bends the bristles that do not start unbent so that they bear their loads in the initial state.
    pub(crate) fn bend_bristles(&mut self) -> Result<(), NetworkError> {
        if self.bristle_starts.is_empty() {
            return Ok(());
        }
        self.check_inertia(&self.initial_state())?;
        let start_of = |address| self.bristle_starts.get(&address).copied();
        let before = self.initial_state();
        let mut bent = before.values.clone();
        let stage = before.stage(Stage::at(before.time));
        let mut rates = vec![0.0; self.dim()];
        Ode::rhs(self, &stage, &before.values, &mut rates);
        let carried = Carried::new(self, &before.values, &rates);
        let mut probe = Probe::of(self, &before, |address, _| start_of(address).is_some());
        for mut wires in probe.islands() {
            // The last bits do not depend on the order in which they were added.
            wires.sort_unstable_by_key(|wire| (wire.span.pool, wire.span.place));
            let island = probe.island(&wires);
            let mut x = before.values.clone();
            let Some(bristles) = Bristles::new(island, stage, &carried, &mut x) else {
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
}

impl Bristles<'_> {
    /// Refuses elements without a bristle whose deflection is known, and those that move.
    fn check_rest(&self) -> Result<(), NetworkError> {
        for wire in 0..self.island.wires.len() {
            if self.of_wire(wire).next().is_none() {
                return Err(NetworkError::NoBristle { component: self.name(wire) });
            }
            if let Some(speed) = self.speed(wire) {
                return Err(NetworkError::NotAtRest { component: self.name(wire), speed });
            }
        }
        Ok(())
    }

    /// Returns the deflections that bear the loads of the state `x`, or as much of them as the bristles hold.
    fn settle(&self, x: &mut [f64], starts: &[BristleStart]) -> Result<DVector<f64>, NetworkError> {
        let (mut rates, unbent, all) = (vec![0.0; x.len()], x.to_vec(), self.all());
        let mut seen = |deflection: &DVector<f64>| {
            let mut x = unbent.clone();
            self.bend(&mut x, deflection);
            Ode::rhs(self.island.network, &self.stage, &x, &mut rates);
            self.accelerations(&rates)
        };
        let full = self.full(&mut |deflection| {
            let borne = self.borne(&seen(deflection), &all);
            borne.unwrap_or_else(|| DVector::repeat(self.rows.len(), f64::NAN))
        });
        let is_over = |wire: usize, x: &mut [f64]| {
            self.force(wire, &full.component_mul(&self.stiffness)) > 0.0
                && !self.holds(wire, x, &full)
        };
        let over: Vec<usize> = (0..starts.len()).filter(|wire| is_over(*wire, x)).collect();
        if over.is_empty() {
            return Ok(full);
        }
        if let Some(relieved) = self.relieved(x, &full, &mut seen) {
            return Ok(relieved);
        }
        let mut bent = full.clone();
        for wire in over {
            let share = self.bearable(wire, x, &full);
            if starts[wire] != BristleStart::Slipping {
                let load = self.force(wire, &full.component_mul(&self.stiffness));
                let component = self.name(wire);
                return Err(NetworkError::Overloaded { component, load, bears: share * load });
            }
            self.of_wire(wire).for_each(|place| bent[place] = share * full[place]);
        }
        Ok(bent)
    }

    /// Returns the deflections with which the bristles bear the load, shared by their stiffness. `left_at` gives the
    /// part of it that is left to bear.
    fn full(&self, left_at: &mut impl FnMut(&DVector<f64>) -> DVector<f64>) -> DVector<f64> {
        let mut deflection = DVector::zeros(self.rows.len());
        let first = left_at(&deflection);
        let (size, mut left) = (first.norm(), first.clone());
        for _ in 0..ITERATIONS {
            if left.norm() <= 1e-12 * size {
                break;
            }
            deflection += left.component_div(&self.stiffness);
            left = left_at(&deflection);
            if left.norm() > 0.5 * size {
                break;
            }
        }
        if left.norm() > LEFT * size && self.rows.len() <= LARGEST_ISLAND {
            (deflection, left) = self.yielding(left_at);
        }
        // A law at its limit leaves a rest. The deflections are then those of the first, linear step.
        if left.norm() <= LEFT * size { deflection } else { first.component_div(&self.stiffness) }
    }

    /// Returns the deflections with which elements that cannot bear their shares bear as much as they can, and the
    /// others the rest; `None` if all together cannot bear the load.
    fn relieved(
        &self,
        x: &mut [f64],
        full: &DVector<f64>,
        seen: &mut impl FnMut(&DVector<f64>) -> DVector<f64>,
    ) -> Option<DVector<f64>> {
        let size = seen(&DVector::zeros(self.rows.len())).norm();
        let (mut bent, mut free) = (full.clone(), self.all());
        loop {
            let mut wires: Vec<usize> =
                free.iter().map(|&row| self.island.axis_of_row[self.rows[row]].0).collect();
            wires.dedup();
            wires.retain(|wire| {
                let own: f64 = self.of_wire(*wire).map(|row| bent[row].abs()).sum();
                own > 0.0 && !self.holds(*wire, x, &bent)
            });
            if wires.is_empty() {
                return Some(bent);
            }
            for wire in wires {
                let share = self.bearable(wire, x, &bent);
                self.of_wire(wire).for_each(|row| bent[row] *= share);
                free.retain(|row| self.of_wire(wire).all(|own| own != *row));
            }
            let mut left = seen(&bent);
            for _ in 0..ITERATIONS {
                if free.is_empty() || left.norm() <= 1e-12 * size {
                    break;
                }
                bent += self.borne(&left, &free)?.component_div(&self.stiffness);
                left = seen(&bent);
            }
            if left.norm().is_nan() || left.norm() > LEFT * size {
                return None;
            }
        }
    }

    /// Returns the deflections of elements that give way one after the other, and the load that is left: Newton, with
    /// the slope measured in each iteration.
    fn yielding(
        &self,
        left_at: &mut impl FnMut(&DVector<f64>) -> DVector<f64>,
    ) -> (DVector<f64>, DVector<f64>) {
        let mut deflection = DVector::zeros(self.rows.len());
        let mut left = left_at(&deflection);
        for _ in 0..ITERATIONS {
            let columns: Vec<_> = (0..self.rows.len())
                .map(|row| {
                    let by = SMALL.max(PUSHED * deflection[row].abs());
                    let mut moved = deflection.clone();
                    moved[row] += by;
                    (left_at(&moved) - &left) / by
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
            left = left_at(&deflection);
        }
        (deflection, left)
    }
}
