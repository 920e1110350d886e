//! Bristles that start unbent at speed, such as those of a body thrown on a surface.
//!
//! With its bristle unbent the body is braked by `B v`, whatever the load, for the time `F/(K v)` in which the bristle
//! bends: a small blow, which a longer step counts as if it lasted a part of the step.

use crate::ode::{Ode, RungeKutta, Tableau};

use super::LARGEST_ISLAND;
use super::demand::named;
use super::probe::{Probe, StuckWire};
use crate::network::Network;
use crate::step::driven::Driven;
use crate::step::state::State;

/// Number of finer steps in place of one.
const FINER: u32 = 4;
/// A first step that differs from finer ones by a smaller share of the speed is resolved.
const RESOLVED: f64 = 2e-3;
/// A velocity that is a smaller share of the largest is rounding.
const LEAST_SPEED: f64 = 1e-9;

/// The blow of bristles that start unbent at speed, which the first step does not resolve.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error(
    "{}: bristles that start unbent at speed brake by their damping, whatever the load, for less than the step of \
     {step:e} s: in steps of a quarter the first velocity is another by {:.1} %; a smaller step or less damping of the \
     bristles makes that less",
    named(.components),
    100.0 * .share
)]
#[non_exhaustive]
pub struct ThrownBristles {
    /// The impedances.
    pub components: Vec<String>,
    /// Step size \[s\].
    pub step: f64,
    /// Difference of a velocity after the first step from that after four steps of a quarter, as a share of it.
    pub share: f64,
}

impl Network {
    /// Returns the bristles that start unbent at speed, if the step does not resolve how they bend.
    pub(super) fn thrown_bristles(
        &self,
        state: &State,
        tableau: &Tableau,
        step: f64,
    ) -> Option<ThrownBristles> {
        let (components, slots) = self.unbent_at_speed(state);
        if components.is_empty() {
            return None;
        }
        // A step ends at a jump.
        let jump = self.next_jump(state.time);
        let step = jump.map_or(step, |jump| step.min(jump - state.time));
        let driven = Driven::new(self, &state.inputs);
        let after = |count: u32| {
            let (mut values, size) = (state.values.clone(), step / f64::from(count));
            let mut stepper = RungeKutta::new(tableau.clone(), self.dim());
            // A state that does not stay finite is reported by the run.
            (0..count)
                .try_for_each(|k| {
                    stepper.step(&driven, state.time + f64::from(k) * size, size, &mut values)
                })
                .is_ok()
                .then_some(values)
        };
        let (Some(coarse), Some(fine)) = (after(1), after(FINER)) else { return None };
        // A share of a negligible velocity means nothing.
        let speed = |slot: &usize| state.values[*slot].abs();
        let least = LEAST_SPEED * slots.iter().map(speed).fold(0.0, f64::max);
        let own = |slot: &usize| (coarse[*slot] - fine[*slot]).abs() / speed(slot);
        let moving = slots.iter().filter(|slot| speed(slot) > least);
        let share = moving.map(own).fold(0.0, f64::max);
        (share > RESOLVED).then_some(ThrownBristles { components, step, share })
    }

    /// Returns the names of the damped elements whose bristles are unbent while they move, and the slots of the
    /// velocities that they act on.
    fn unbent_at_speed(&self, state: &State) -> (Vec<String>, Vec<usize>) {
        let (mut found, mut slots) = (vec![], vec![]);
        let mut probe = Probe::new(self, state);
        let is_unbent = |wire: &StuckWire| {
            let bristles = &state.values[wire.span.range()];
            !bristles.is_empty() && bristles.iter().all(|deflection| *deflection == 0.0)
        };
        for wires in probe.islands() {
            if probe.size(&wires) > LARGEST_ISLAND || !wires.iter().any(is_unbent) {
                continue;
            }
            let island = probe.island(&wires);
            let known = found.len();
            let moves = |row: usize| island.flows[row] != 0.0 && island.stiffness(row, 0.0).1 > 0.0;
            for (index, wire) in wires.iter().enumerate().filter(|(_, wire)| is_unbent(wire)) {
                if (0..island.flows.len())
                    .any(|row| island.axis_of_row[row].0 == index && moves(row))
                {
                    found.push(wire.name(self));
                }
            }
            if found.len() > known {
                slots.extend_from_slice(&island.slots);
            }
        }
        (found, slots)
    }
}
