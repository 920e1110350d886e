//! Finds the component that made a step fail.
//!
//! A step whose result is not finite is made again from the state that was kept, stage after stage as
//! the stepper does it, and each component is looked at before it is used: the motion of every drive,
//! the motion behind every map, the effort and the internal rate of every law, the rate of every
//! admittance. The first of these that is not finite is named. If all of them are finite until the state
//! itself has run away, the step is likely to be too large.

use core::cell::RefCell;

use crate::ode::{Integrator, OdeError};
use stiction_core::Stage;

use crate::books::judged::{Outcome, first, is_beyond, judge};
use crate::books::look::Look;
pub use crate::error::{Culprit, CulpritKind};
use crate::network::Network;
use crate::step::driven::{Driven, Onlooker};
use crate::step::state::State;

/// Finds the component to blame for the failure of the step that the integrator would make next, on the way to
/// `until`; `None` if the state ran away.
pub(crate) fn culprit_of(
    network: &Network,
    (integrator, state): (&Integrator, &State),
    until: f64,
) -> Option<Culprit> {
    let start = (integrator.stage(), Outcome::Open);
    let driven = Driven::new(network, &state.inputs);
    let trial = Trial { network, seen: RefCell::new(start) };
    let onlookers: [&dyn Onlooker; 1] = [&trial];
    let (mut integrator, mut state) = (integrator.clone(), state.values.clone());
    // It fails again, in the same step: one at a time and in lanes, the bits are the same. If it does
    // not, a closure returned another value the second time, and nobody is to blame.
    let once = |_: &Integrator, _: &[f64]| Err(OdeError::Stalled { step: 0.0, now: until });
    let _ = integrator.run_observed(&driven.seen_by(&onlookers), &mut state, until, once);
    trial.seen.into_inner().1.culprit()
}

impl Outcome {
    /// Returns the component to blame; `None` if the state ran away.
    pub(crate) fn culprit(self) -> Option<Culprit> {
        if let Self::Found(culprit) = self { Some(culprit) } else { None }
    }
}

/// A network whose components are looked at, stage after stage.
struct Trial<'a> {
    network: &'a Network,
    /// The stage that was looked at last, and the outcome.
    seen: RefCell<(Stage<'static>, Outcome)>,
}

impl Onlooker for Trial<'_> {
    fn before(&self, stage: &Stage, x: &[f64]) {
        let (last, outcome) = &mut *self.seen.borrow_mut();
        if matches!(outcome, Outcome::Open) {
            (*last, *outcome) = (stage.with_inputs(None), self.network.examine(stage, x));
        }
    }
    fn projected(&self, was_finite: bool, x: &[f64]) {
        let (last, outcome) = &mut *self.seen.borrow_mut();
        if !was_finite || !matches!(outcome, Outcome::Open) {
            return;
        }
        *outcome = self.network.off_constraint(x, last);
    }
}

impl Network {
    /// Looks at all components at a stage, in the order of the evaluation: wires, then admittances.
    pub(crate) fn examine(&self, stage: &Stage, x: &[f64]) -> Outcome {
        if x.iter().any(|value| !value.is_finite()) {
            return Outcome::RanAway;
        }
        let wires = self.examine_wires(stage, x);
        if matches!(wires, Outcome::Open) { self.examine_admittances(stage, x) } else { wires }
    }

    fn examine_wires(&self, stage: &Stage, x: &[f64]) -> Outcome {
        let (mut outcome, mut look) = (Outcome::Open, Look::default());
        for (address, span) in self.placed_wires.iter() {
            let (wire, z) = (self.wire_at(span), &x[span.range()]);
            wire.look(stage, x, z, &mut look);
            match judge(&wire, stage, z, &look) {
                Outcome::Open => {}
                Outcome::RanAway => outcome = Outcome::RanAway,
                Outcome::Found(found) => {
                    return Outcome::Found(Culprit { name: self.wire_name(address), ..found });
                }
            }
        }
        outcome
    }

    fn examine_admittances(&self, stage: &Stage, x: &[f64]) -> Outcome {
        let mut efforts = vec![0.0; x.len()];
        self.respond(stage, x, &mut efforts);
        let mut outcome = Outcome::Open;
        for (address, span) in self.placed_nodes.iter() {
            let node = self.node_at(span);
            let (state, mut rate) = (&x[span.range()], efforts[span.range()].to_vec());
            // The sum of efforts may overflow; no component is to blame for that either.
            let given = is_beyond(state) || is_beyond(&rate);
            node.rate(stage, state, &mut rate);
            let variable = |index| format!("rate of {}", node.variable(index));
            let Some(found) = first(&rate, CulpritKind::Rate, stage, variable) else { continue };
            if given {
                outcome = Outcome::RanAway;
                continue;
            }
            let (name, component) = (self.node_name(address), node.name());
            return Outcome::Found(Culprit { name, component, ..found });
        }
        outcome
    }

    /// Finds the admittance of an entry of the state that it made not finite.
    fn off_constraint(&self, x: &[f64], stage: &Stage) -> Outcome {
        let Some(index) = x.iter().position(|value| !value.is_finite()) else {
            return Outcome::Open;
        };
        let (name, variable) = self.describe_variable(index);
        let node = self.placed_nodes.with_variable(index);
        let component = node.map(|(_, span)| self.node_at(span).name()).unwrap_or_default();
        let found = first(&x[index..], CulpritKind::Constraint, stage, |_| variable);
        found.map_or(Outcome::Open, |found| Outcome::Found(Culprit { name, component, ..found }))
    }
}
