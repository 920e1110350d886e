//! Friction that is told its normal force: a load, a pressing element or a contact make a law of it.
//!
//! ```text
//! Loaded    a normal force that is given, constant or a function of time    a block on a table
//! Pressed   the effort of an element on another port                        a brake shoe, a grip
//! a contact the penalty of a point that is pressed into a surface           a foot
//!    └─────── N ≥ 0 ──────> Friction ──────> effort on the port that is rubbed
//! ```

use core::fmt::Debug;

use stiction_core::contact_state::slowest_slip;
use stiction_core::{
    BreakawayDamping, ContactState, Domain, Effort, Flat, Memory, Motion, MotionIn, Numbers, Pad,
    Real, Signal, Stage, Varying,
};

/// A friction law on a port of a domain that is told the normal force at every stage.
///
/// In a line, on a shaft, in a plane and in space these are [`CoulombGsat`](crate::CoulombGsat),
/// [`LimitSetGsat`](crate::LimitSetGsat) and [`AmendedLuGre`](crate::AmendedLuGre); pads are laws on a frame.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a friction law that is told a normal force",
    label = "a law such as `CoulombGsat`, `LimitSetGsat` or `AmendedLuGre` is needed here",
    note = "a law with a limit in N, such as `GsatFriction`, is connected by itself, without a load"
)]
pub trait Friction<D: Domain>: Debug + Send + Sync + 'static {
    /// Returns its integrated variables, which deflect along the flow of the port; see
    /// [`Impedance::memory`](stiction_core::Impedance::memory). By default one bristle for each component.
    #[inline(always)]
    fn memory(&self) -> Memory<'_> {
        Memory::bristles(D::Flow::LEN)
    }

    /// Returns the effort **on** the port under a normal force that is not negative \[N\]; 0 means no contact, and
    /// gives none. The rate of the internal state goes to `rate`.
    fn rub(
        &self,
        stage: &Stage,
        normal_force: f64,
        motion: &Motion<D>,
        internal: &[f64],
        rate: &mut [f64],
    ) -> Effort<D>;

    /// Returns [`Self::rub`] of one law or several side by side; see [`kernel`](stiction_core::kernel). Without
    /// it, or if it gives nothing, laws are evaluated one at a time.
    #[inline(always)]
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        stage: &Stage,
        normal_force: R,
        motion: &MotionIn<D, R>,
        internal: &[R],
        rate: &mut [R],
    ) -> Option<D::EffortIn<R>>
    where
        Self: Sized,
    {
        let _ = (stage, normal_force, motion, internal, rate);
        numbers.none();
        None
    }

    /// Returns the energy that the internal state would give back \[J\].
    ///
    /// `constant_load` \[N\] is the normal force if it is known never to change. A law whose
    /// bristles hold more energy under more load counts none without it: the change of the load does
    /// work on them that cannot be known from the state alone.
    fn stored_energy(&self, constant_load: Option<f64>, internal: &[f64]) -> f64 {
        let _ = (constant_load, internal);
        0.0
    }

    /// Returns the time derivative of [`Self::stored_energy`] \[W\].
    fn stored_power(&self, constant_load: Option<f64>, internal: &[f64], rate: &[f64]) -> f64 {
        let _ = (constant_load, internal, rate);
        0.0
    }

    /// Returns its coefficient, if that changes with time. Its values are finite and not negative; others end the
    /// run.
    fn varying(&self) -> Option<&Signal> {
        None
    }

    /// Returns its signals, which change with time; see [`Impedance::signals`](stiction_core::Impedance::signals).
    fn signals<'a>(&'a self, visit: &mut dyn FnMut(&'a dyn Varying)) {
        if let Some(coefficient) = self.varying() {
            visit(coefficient);
        }
    }

    /// Returns its damping at break-away under a normal force \[N\], if its friction falls with the speed.
    fn breakaway(&self, normal_force: f64) -> Option<BreakawayDamping> {
        let _ = normal_force;
        None
    }

    /// Returns stiffness \[N/m\] and damping \[N s/m\] along a component of the flow while stuck, at a stage of length
    /// `tau` \[s\]; see [`ContactLaw::resistance`](stiction_core::ContactLaw::resistance).
    fn resistance(&self, constant_load: Option<f64>, tau: f64, axis: usize) -> Option<(f64, f64)> {
        let _ = (constant_load, tau, axis);
        None
    }

    /// Returns whether it sticks at this stage, with what margin, and how fast it slips; it is asked under a normal
    /// force above zero, which the caller adds. The default reports the bristles, and no margin.
    fn state(
        &self,
        stage: &Stage,
        normal_force: f64,
        motion: &Motion<D>,
        internal: &[f64],
    ) -> ContactState {
        let (mut flow, mut rate) = (vec![0.0; D::Flow::LEN], vec![f64::NAN; internal.len()]);
        motion.flow.store(&mut flow);
        self.rub(stage, normal_force, motion, internal, &mut rate);
        let slowest = slowest_slip(&flow, &rate, |index| self.memory().deflects_along(index));
        ContactState::touching(slowest.unwrap_or(f64::NAN), f64::NAN)
    }

    /// Returns its picture; see [`ContactLaw::pad`](stiction_core::ContactLaw::pad).
    fn pad(
        &self,
        stage: &Stage,
        normal_force: f64,
        motion: &Motion<D>,
        internal: &[f64],
    ) -> Option<Pad> {
        let _ = (stage, normal_force, motion, internal);
        None
    }
}
