//! Friction whose normal force comes from another part of the mechanism: a brake shoe, a belt, a grip.
//!
//! Two ports: the first is pressed, the second rubbed. An element on the first one, a stiff
//! [`NormalSpring`] or any impedance on a line, gives the normal force; a friction law on the second
//! one is told it, at every stage:
//!
//! ```text
//! f_1 = effort of the pressing element (x_1, v_1)          on the pressed port
//! N   = max(0, f_1)
//! f_2 = −friction(N, v_2)                                  on the rubbed port
//! ```
//!
//! ```text
//! pressed port   x_1, v_1 ──> pressing element ──> f_1 ─────────────────────────> effort on the pressed port
//!                                                  └─ N = max(0, f_1) ─┐
//! rubbed port    v_2 ────────────────────────────────> friction law <──┘ ──> f_2   effort on the rubbed port
//!
//! internal       | variables of the pressing element | bristles of the law |
//! flow           | v_1 | v_2 .. |               axis 0 is the pressed port, axis i + 1 is axis i of the law
//! ```
//!
//! | setter | | |
//! |---|---|---|
//! | `law` | a [`Friction`]: a law or a pad | |
//! | `pressing` | an impedance on a [`Line`] that is no source | [`NormalSpring`] |
//!
//! **Sign.** `f_1 > 0` presses: with a [`NormalSpring`] the pose of the first port is the gap, negative
//! where the parts are pressed together. A pull (a negative effort) is no normal force; it acts on
//! the first port as it is.
//!
//! **Power.** Both efforts act on moving ports, so both are booked: the element delivers `f_1 v_1 +
//! f_2·v_2`, and stores what its two parts store. The friction does no work on the first port and the
//! pressing none on the second; if a mechanism feeds friction back into the pressing (a
//! self-energising brake), its map says so. A pressing element that is a source would feed in and
//! dissipate at once: it is refused. Give a force that is known in advance to [`Loaded`](crate::Loaded),
//! and press with a source on the body of the first port.
//!
//! **On a shaft** the coefficient is μ r: a torque per normal force \[m\].
//!
//! Source: Kikuuwe and Yamamoto, eqs. 23, 24, where both ports are those of one point.
//!
//! Internal state: that of the pressing element, then that of the law.
//!
//! Limits: the law is told the force of the pressing element alone. A step must resolve it
//! as a spring and a damper: `K T²/m < 8` and `B T/m < 2.78` for RK4, each alone, with the mass m that is
//! pressed (`Simulation::step_stability` looks at both together). A mechanism with such an element is evaluated one
//! copy after the other, not in lanes.

use core::fmt::Debug;
use core::marker::PhantomData;

use stiction_core::{
    BreakawayDamping, ContactLaw, ContactState, Describe, Domain, Effort, Impedance,
    InternalVariables, Line, Memory, Motion, Pad, Pair, ParameterError, Stage, Validate,
    VariableName, Varying,
};
use typed_builder::TypedBuilder;

use crate::load::{state_of_contact, varying_fault};
use crate::{Friction, NormalSpring};

/// Friction under the force of a pressing element; see the [module](self).
///
/// ```
/// use stiction_core::{Impedance, Line, Motion, Stage};
/// use stiction_friction::{CoulombGsat, NormalSpring, Pressed};
///
/// let lining = CoulombGsat::builder().stiffness(1e6).damping(100.0).friction(0.4).build()?;
/// let shoe = NormalSpring::builder().stiffness(1e7).damping(1e3).build()?;
/// let brake = Pressed::<_, Line>::builder().law(lining).pressing(shoe).build()?;
///
/// // Pressed in by 10 µm, and dragged along.
/// let motion = Motion::new((-1e-5, 0.0), (0.0, 1.0));
/// let (push, drag) = brake.respond(&Stage::first(0.0, 1e-4), &motion, &[0.0], &mut [0.0]);
/// assert!((push - 100.0).abs() < 1e-10 && (drag + 40.0).abs() < 1e-10);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<Pressed<L, D, P>, ParameterError>))]
#[describe(check = Self::further)]
pub struct Pressed<L, D, P = NormalSpring>
where
    D: Domain,
    L: Friction<D>,
    P: Impedance<Domain = Line>,
{
    /// The friction law on the rubbed port.
    #[field(part, by_ref)]
    law: L,
    /// The law that gives the normal force: its effort on the pressed port.
    #[field(part, by_ref)]
    pressing: P,
    #[builder(default, setter(skip))]
    domain: PhantomData<fn() -> D>,
}

impl<L, D, P> Pressed<L, D, P>
where
    D: Domain,
    L: Friction<D>,
    P: Impedance<Domain = Line>,
{
    fn further(&self) -> Result<(), ParameterError> {
        let requirement =
            "must be no source: give its force to `Loaded`, and press the body with it";
        Self::require(!self.pressing.is_source(), "pressing", f64::NAN, requirement)
    }

    /// Returns the normal force \[N\] at a stage, ≥ 0.
    pub fn normal_force(
        &self,
        stage: &Stage,
        motion: &Motion<Pair<Line, D>>,
        internal: &[f64],
    ) -> f64 {
        let own = &internal[..self.pressing.memory().len()];
        // An impedance always writes its rates; here they are discarded.
        let mut rate = vec![0.0; own.len()];
        normal_force_of(self.pressing.respond(stage, &ports(motion).0, own, &mut rate))
    }
}

/// Returns the pressing part of an effort. Not `max`, which would turn NaN into no load.
#[inline(always)]
fn normal_force_of(effort: f64) -> f64 {
    if effort < 0.0 { 0.0 } else { effort }
}

/// Returns the motions of two ports, one by one.
#[inline(always)]
pub(crate) fn ports<A: Domain, B: Domain>(motion: &Motion<Pair<A, B>>) -> (Motion<A>, Motion<B>) {
    let (pose, flow) = (motion.pose, motion.flow);
    (Motion::new(pose.0, flow.0), Motion::new(pose.1, flow.1))
}

impl<L, D, P> Impedance for Pressed<L, D, P>
where
    D: Domain,
    L: Friction<D>,
    P: Impedance<Domain = Line>,
{
    type Domain = Pair<Line, D>;
    fn memory(&self) -> Memory<'_> {
        Memory::others(self.pressing.memory().len() + self.law.memory().len()).told_by(self)
    }
    fn signals<'a>(&'a self, visit: &mut dyn FnMut(&'a dyn Varying)) {
        self.pressing.signals(visit);
        self.law.signals(visit);
    }
    fn contact(&self) -> Option<&dyn ContactLaw<Pair<Line, D>>> {
        Some(self)
    }
    #[inline(always)]
    fn respond(
        &self,
        stage: &Stage,
        motion: &Motion<Pair<Line, D>>,
        internal: &[f64],
        rate: &mut [f64],
    ) -> (f64, Effort<D>) {
        let (pressed, rubbed) = ports(motion);
        let (own, bristles) = internal.split_at(self.pressing.memory().len());
        let (own_rate, bristle_rate) = rate.split_at_mut(own.len());
        let push = self.pressing.respond(stage, &pressed, own, own_rate);
        let normal_force = normal_force_of(push);
        (push, self.law.rub(stage, normal_force, &rubbed, bristles, bristle_rate))
    }
    fn stored_energy(&self, motion: &Motion<Pair<Line, D>>, internal: &[f64]) -> f64 {
        let (pressed, _) = ports(motion);
        let (own, bristles) = internal.split_at(self.pressing.memory().len());
        // `None`: the normal force is not constant, so energy that bristles store in proportion to it is not counted.
        self.pressing.stored_energy(&pressed, own) + self.law.stored_energy(None, bristles)
    }
    fn stored_power(&self, motion: &Motion<Pair<Line, D>>, internal: &[f64], rate: &[f64]) -> f64 {
        let (pressed, _) = ports(motion);
        let (own, bristles) = internal.split_at(self.pressing.memory().len());
        let (own_rate, bristle_rate) = rate.split_at(own.len());
        self.pressing.stored_power(&pressed, own, own_rate)
            + self.law.stored_power(None, bristles, bristle_rate)
    }
}
impl<L, D, P> ContactLaw<Pair<Line, D>> for Pressed<L, D, P>
where
    D: Domain,
    L: Friction<D>,
    P: Impedance<Domain = Line>,
{
    fn fault(&self, stage: &Stage, motion: &Motion<Pair<Line, D>>) -> Option<ParameterError> {
        let of_pressing =
            self.pressing.contact().and_then(|law| law.fault(stage, &ports(motion).0));
        of_pressing.or_else(|| varying_fault::<Self>(self.law.varying(), stage))
    }
    fn resistance(&self, tau: f64, axis: usize) -> Option<(f64, f64)> {
        // The pressed port is a line, with one axis; those of the law follow it.
        match axis.checked_sub(1) {
            None => self.pressing.contact()?.resistance(tau, 0),
            Some(axis) => self.law.resistance(None, tau, axis),
        }
    }
    fn pad(&self, stage: &Stage, motion: &Motion<Pair<Line, D>>, internal: &[f64]) -> Option<Pad> {
        let normal_force = self.normal_force(stage, motion, internal);
        let bristles = &internal[self.pressing.memory().len()..];
        self.law.pad(stage, normal_force, &ports(motion).1, bristles)
    }
    /// Returns the breakaway under a normal force that the pressing law gives without a memory.
    fn breakaway(&self, stage: &Stage, motion: &Motion<Pair<Line, D>>) -> Option<BreakawayDamping> {
        let memory = vec![0.0; self.pressing.memory().len()];
        self.law.breakaway(self.normal_force(stage, motion, &memory))
    }
    /// Returns the state of the friction; the gap is the pose of the pressed port.
    fn state(
        &self,
        stage: &Stage,
        motion: &Motion<Pair<Line, D>>,
        internal: &[f64],
    ) -> Option<ContactState> {
        let (pressed, rubbed) = ports(motion);
        let normal_force = self.normal_force(stage, motion, internal);
        let bristles = &internal[self.pressing.memory().len()..];
        Some(state_of_contact(pressed.pose, normal_force, || {
            self.law.state(stage, normal_force, &rubbed, bristles)
        }))
    }
}
impl<L, D, P> InternalVariables for Pressed<L, D, P>
where
    D: Domain,
    L: Friction<D>,
    P: Impedance<Domain = Line>,
{
    fn internal_name(&self, index: usize) -> VariableName {
        let pressing = self.pressing.memory();
        match index.checked_sub(pressing.len()) {
            None => pressing.name(index),
            Some(index) => self.law.memory().name(index),
        }
    }
    /// Returns the axis of the flow: first that of the pressed port, then those of the rubbed one.
    fn deflects_along(&self, index: usize, _: Option<usize>) -> Option<usize> {
        let pressing = self.pressing.memory();
        match index.checked_sub(pressing.len()) {
            None => pressing.deflects_along(index),
            Some(index) => self.law.memory().deflects_along(index).map(|axis| axis + 1),
        }
    }
}

#[cfg(test)]
#[path = "pressed_tests.rs"]
mod tests;
