//! Impedance components: motion in, effort out.
//!
//! ```text
//!             pose, flow ───┐          ┌──> effort on the port, added to those of the others
//!                           respond ───┤
//! internal state z ─────────┘          └──> rate of z, which the stepper integrates
//! ```
//! A spring in series with a damper, for example, keeps the deflection z of its spring. With the stiffness k and the
//! damping c it gives the effort `-k z` and the rate `v - k z/c`. The law itself does not change, so that a stepper may
//! ask it several times a step, at states that it then drops.

use core::any::Any;
use core::fmt::Debug;
use core::marker::PhantomData;

use crate::any::Erase;
use crate::numeric::{derivative_along, with_scratch};
use crate::{
    ContactLaw, Domain, Effort, Flat, Memory, Motion, MotionIn, Numbers, Real, Stage, Varying,
    earlier,
};

/// Motion in, effort out: springs, contacts, every friction law (Kikuuwe and Yamamoto, eqs. 9, 22).
///
/// A law with memory keeps it in `internal`, a slice of the one flat state vector, and writes its
/// time derivative to `rate`; it starts at zero unless set. The law itself never changes while
/// stepping.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an impedance: it gives no effort for a motion",
    label = "a law for a connection is needed here",
    note = "a friction law with a coefficient (`CoulombGsat`, `LimitSetGsat`, `AmendedLuGre`) must be told \
            its normal force: `Loaded::<_, Line>::builder().law(law).normal_force(10.0).build()?`, or \
            a `PointContact`, whose penalty spring presses",
    note = "what `build()` gives is a `Result`: end it with `?`"
)]
pub trait Impedance: Erase + Any + Debug + Send + Sync {
    /// Domain of its port.
    type Domain: Domain;

    /// Returns its integrated variables; none by default.
    #[inline(always)]
    fn memory(&self) -> Memory<'_> {
        Memory::NONE
    }

    /// Returns the name of the component in messages and pictures.
    fn name(&self) -> String {
        crate::short_type_name::<Self>()
    }

    /// Returns the effort that the element exerts **on** the port (a spring returns `-k x`), and the rate
    /// of its internal state.
    ///
    /// `internal` and `rate` have the length of [`Self::memory`]; every entry of `rate` must be
    /// written. No allocation, no panic: this runs several times a step.
    fn respond(
        &self,
        stage: &Stage,
        motion: &Motion<Self::Domain>,
        internal: &[f64],
        rate: &mut [f64],
    ) -> Effort<Self::Domain>;

    /// Returns the equations for one element or several side by side; see [`kernel`](crate::kernel). Without it,
    /// elements are evaluated one at a time.
    ///
    /// `None` if the kernel does not apply to an element: all are then evaluated by
    /// [`Self::respond`].
    #[inline(always)]
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        stage: &Stage,
        motion: &MotionIn<Self::Domain, R>,
        internal: &[R],
        rate: &mut [R],
    ) -> Option<<Self::Domain as Domain>::EffortIn<R>>
    where
        Self: Sized,
    {
        let _ = (stage, motion, internal, rate);
        numbers.none();
        None
    }

    /// Returns the energy that the element would give back \[J\].
    fn stored_energy(&self, motion: &Motion<Self::Domain>, internal: &[f64]) -> f64 {
        let _ = (motion, internal);
        0.0
    }

    /// Returns the time derivative of [`Self::stored_energy`] \[W\], with `rate` as [`Self::respond`] wrote it,
    /// while the pose changes as the flow says ([`Domain::pose_rate`]) and the flow stays.
    ///
    /// The default takes a central difference, exact for energies that are quadratic in pose and
    /// internal state.
    fn stored_power(&self, motion: &Motion<Self::Domain>, internal: &[f64], rate: &[f64]) -> f64 {
        // One row of numbers, pose and then internal state, and another with their rates. The energy is taken at two
        // points of the line through them.
        let pose = <Self::Domain as Domain>::Pose::LEN;
        let len = pose + internal.len();
        with_scratch(2 * len, |scratch| {
            let (state, change) = scratch.split_at_mut(len);
            motion.pose.store(state);
            state[pose..].copy_from_slice(internal);
            Self::Domain::pose_rate(&motion.pose, &motion.flow).store(change);
            change[pose..].copy_from_slice(rate);
            derivative_along(state, change, |state| {
                let (pose, internal) = state.split_at(pose);
                self.stored_energy(&Motion { pose: Flat::load(pose), flow: motion.flow }, internal)
            })
        })
    }

    /// Returns whether the element feeds power in from outside (a motor, an applied load). The power
    /// balance books the power that it delivers as supplied instead of as dissipated.
    fn is_source(&self) -> bool {
        false
    }

    /// Shows its functions of the time, the signals; none by default. A step ends where one of them
    /// [jumps](Varying::next_jump), and their [inputs](Varying::inputs) are those of the element.
    #[inline(always)]
    fn signals<'a>(&'a self, visit: &mut dyn FnMut(&'a dyn Varying)) {
        let _ = visit;
    }

    /// Returns the element as one that can stick, which tells more of itself; by default it is known by its
    /// [bristles](Memory::bristles) alone.
    #[inline(always)]
    fn contact(&self) -> Option<&dyn ContactLaw<Self::Domain>> {
        None
    }
}

/// A law of any type.
pub type AnyLaw<D> = Box<dyn Impedance<Domain = D>>;

// A box has no kernel, because a generic method cannot be called on a trait object. `Erase::erased` reaches that of
// the law inside.
impl<D: Domain> Impedance for Box<dyn Impedance<Domain = D>> {
    type Domain = D;
    #[inline(always)]
    fn memory(&self) -> Memory<'_> {
        (**self).memory()
    }
    fn name(&self) -> String {
        (**self).name()
    }
    fn respond(
        &self,
        stage: &Stage,
        motion: &Motion<D>,
        internal: &[f64],
        rate: &mut [f64],
    ) -> D::Effort {
        (**self).respond(stage, motion, internal, rate)
    }
    fn stored_energy(&self, motion: &Motion<D>, internal: &[f64]) -> f64 {
        (**self).stored_energy(motion, internal)
    }
    fn stored_power(&self, motion: &Motion<D>, internal: &[f64], rate: &[f64]) -> f64 {
        (**self).stored_power(motion, internal, rate)
    }
    fn is_source(&self) -> bool {
        (**self).is_source()
    }
    fn signals<'a>(&'a self, visit: &mut dyn FnMut(&'a dyn Varying)) {
        (**self).signals(visit);
    }
    fn contact(&self) -> Option<&dyn ContactLaw<D>> {
        (**self).contact()
    }
}

/// Returns the first time after `after` at which a signal of the law jumps \[s\].
#[inline(always)]
pub fn next_jump_of<I: Impedance + ?Sized>(law: &I, after: f64) -> Option<f64> {
    let mut next = None;
    law.signals(&mut |signal| next = earlier(next, signal.next_jump(after)));
    next
}

/// Creates a law without memory, written as a closure: `effort = f(stage, motion)`.
///
/// ```
/// use stiction_core::{impedance::from_fn, Impedance, Line, Motion, Stage};
/// let cubic = from_fn::<Line, _>(|_, motion| -2.0 * motion.pose.powi(3));
/// let motion = Motion { pose: 3.0, flow: 0.0 };
/// assert_eq!(cubic.respond(&Stage::at(0.0), &motion, &[], &mut []), -54.0);
/// ```
pub fn from_fn<D, F>(law: F) -> FromFn<D, F>
where
    D: Domain,
    F: Fn(&Stage, &Motion<D>) -> D::Effort + Send + Sync + 'static,
{
    FromFn { law, source: false, domain: PhantomData }
}

/// See [`from_fn`].
#[derive(Clone, Copy)]
pub struct FromFn<D, F> {
    law: F,
    source: bool,
    domain: PhantomData<fn() -> D>,
}

impl<D, F> FromFn<D, F> {
    /// Declares the law a source (a hand, a motor): the power balance books the power that it delivers as
    /// supplied, not as dissipated.
    #[must_use]
    pub fn as_source(self) -> Self {
        Self { source: true, ..self }
    }
}

impl<D, F> Debug for FromFn<D, F> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("FromFn").field("source", &self.source).finish_non_exhaustive()
    }
}

impl<D, F> Impedance for FromFn<D, F>
where
    D: Domain,
    F: Fn(&Stage, &Motion<D>) -> D::Effort + Send + Sync + 'static,
{
    type Domain = D;
    #[inline(always)]
    fn respond(&self, stage: &Stage, motion: &Motion<D>, _: &[f64], _: &mut [f64]) -> D::Effort {
        (self.law)(stage, motion)
    }
    fn is_source(&self) -> bool {
        self.source
    }
}
