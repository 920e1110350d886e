//! Impedance components: motion in, effort out.

use core::any::Any;
use core::fmt::Debug;
use core::marker::PhantomData;

use crate::boxed::Erase;
use crate::numeric::{derivative_along, with_scratch};
use crate::{
    ContactState, Demands, Domain, Effort, Flat, Input, Motion, MotionIn, Numbers, Pad,
    ParameterError, Real, Stage, VariableName,
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

    /// Number of integrated variables; constant during the life of the component.
    fn internal_len(&self) -> usize {
        0
    }

    /// Name and unit of an internal variable, `index` < [`Self::internal_len`]: what messages and the
    /// columns of a recording call it.
    fn internal_name(&self, index: usize) -> VariableName {
        VariableName::numbered(index)
    }

    /// Component of the flow along which an internal variable deflects, if it is a deflection: while
    /// its element sticks, the variable's rate is that component of the flow, to the bit.
    ///
    /// The default is a law of one element, whose deflections come first, one for each component. A
    /// law of several elements names those of each, in any order: the first variable along every
    /// component belongs to the first element, the second to the second. A variable that is not a
    /// deflection (a temperature, a bristle in axes of its own) has `None`. The checks of sticking use it.
    fn deflects_along(&self, index: usize) -> Option<usize> {
        (index < <<Self::Domain as Domain>::Flow as Flat>::LEN).then_some(index)
    }

    /// Name of the component in messages and pictures.
    fn name(&self) -> String {
        crate::short_type_name::<Self>()
    }

    /// Full name of the type of the component, of what is inside where it is boxed: what the order of
    /// a network goes by, so that a mechanism of boxes moves with the same bits as one of types.
    fn type_name(&self) -> &'static str {
        core::any::type_name::<Self>()
    }

    /// The effort that the element exerts **on** the port (a spring returns `-k x`), and the rate
    /// of its internal state.
    ///
    /// `internal` and `rate` have the length [`Self::internal_len`]; every entry of `rate` must be
    /// written. No allocation, no panic: this runs several times a step.
    fn respond(
        &self,
        stage: &Stage,
        motion: &Motion<Self::Domain>,
        internal: &[f64],
        rate: &mut [f64],
    ) -> Effort<Self::Domain>;

    /// The equations for one element or several side by side; see [`kernel`](crate::kernel). Without it,
    /// elements are evaluated one at a time.
    ///
    /// Nothing, if an element is where the kernel does not apply: all are then evaluated by
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

    /// Energy that the element would give back \[J\].
    fn stored_energy(&self, motion: &Motion<Self::Domain>, internal: &[f64]) -> f64 {
        let _ = (motion, internal);
        0.0
    }

    /// Time derivative of [`Self::stored_energy`] \[W\], with `rate` as [`Self::respond`] wrote it,
    /// while the pose changes as the flow says ([`Domain::pose_rate`]) and the flow stays.
    ///
    /// The default takes a central difference, exact for energies that are quadratic in pose and
    /// internal state.
    fn stored_power(&self, motion: &Motion<Self::Domain>, internal: &[f64], rate: &[f64]) -> f64 {
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

    /// Whether the element feeds power in from outside (a motor, an applied load). The power
    /// balance books what it delivers as supplied instead of as dissipated.
    fn is_source(&self) -> bool {
        false
    }

    /// The first time after `after` at which the element changes abruptly \[s\]; a step ends there.
    fn next_jump(&self, after: f64) -> Option<f64> {
        let _ = after;
        None
    }

    /// The [inputs](crate::Signal::inputs) that its signals have: what may be set from outside while it is
    /// stepped. An input that is not named here is not a number.
    fn inputs(&self) -> Vec<&Input> {
        vec![]
    }

    /// What it demands of a step and of its own parameters in this motion; nothing by default. The
    /// `step_doubts` of a network ask for it.
    fn demands(&self, stage: &Stage, motion: &Motion<Self::Domain>) -> Demands {
        let _ = (stage, motion);
        Demands::default()
    }

    /// Stiffness \[effort per pose\] and damping \[effort per flow\] with which component `axis` of the
    /// flow is resisted at a stage of length `tau` while the element is stuck, if it has such a
    /// state: `K` and `B + tau K` for the friction of Kikuuwe and Yamamoto. The stability check of a
    /// network uses them.
    fn stuck_stiffness(&self, tau: f64, axis: usize) -> Option<(f64, f64)> {
        let _ = (tau, axis);
        None
    }

    /// Whether it is friction, which knows its [`contact_state`](Self::contact_state): by default, whether it has
    /// bristles.
    fn is_friction(&self) -> bool {
        (0..self.internal_len()).any(|index| self.deflects_along(index).is_some())
    }

    /// Returns whether the friction of the element sticks at this stage, with what margin, and how fast it slips;
    /// `None` if the element [is not friction](Self::is_friction).
    ///
    /// The default reports the state of the bristles, without a margin: [`ContactState::of_bristles`].
    fn contact_state(
        &self,
        stage: &Stage,
        motion: &Motion<Self::Domain>,
        internal: &[f64],
    ) -> Option<ContactState> {
        ContactState::of_bristles(self, stage, motion, internal)
    }

    /// What is seen of an element that rubs over an area: its points and what each of them does, in the coordinates
    /// of the pose that it sees; nothing by default. Asked for pictures only.
    fn pad(&self, stage: &Stage, motion: &Motion<Self::Domain>, internal: &[f64]) -> Option<Pad> {
        let _ = (stage, motion, internal);
        None
    }

    /// What is wrong with what the element is given from outside at `stage`, if anything is: a normal
    /// force from a closure that is negative or not a number.
    ///
    /// Asked for when a run ends because the effort is not finite, which it must be in that case: an
    /// element that swallows such an input holds or frees a body without a word.
    fn fault(&self, stage: &Stage, motion: &Motion<Self::Domain>) -> Option<ParameterError> {
        let _ = (stage, motion);
        None
    }
}

/// A law of any type.
pub type AnyLaw<D> = Box<dyn Impedance<Domain = D>>;

impl<D: Domain> Impedance for Box<dyn Impedance<Domain = D>> {
    type Domain = D;
    fn internal_len(&self) -> usize {
        (**self).internal_len()
    }
    fn internal_name(&self, index: usize) -> VariableName {
        (**self).internal_name(index)
    }
    fn deflects_along(&self, index: usize) -> Option<usize> {
        (**self).deflects_along(index)
    }
    fn name(&self) -> String {
        (**self).name()
    }
    fn type_name(&self) -> &'static str {
        (**self).type_name()
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
    fn next_jump(&self, after: f64) -> Option<f64> {
        (**self).next_jump(after)
    }
    fn inputs(&self) -> Vec<&Input> {
        (**self).inputs()
    }
    fn demands(&self, stage: &Stage, motion: &Motion<D>) -> Demands {
        (**self).demands(stage, motion)
    }
    fn stuck_stiffness(&self, tau: f64, axis: usize) -> Option<(f64, f64)> {
        (**self).stuck_stiffness(tau, axis)
    }
    fn is_friction(&self) -> bool {
        (**self).is_friction()
    }
    fn contact_state(
        &self,
        stage: &Stage,
        motion: &Motion<D>,
        internal: &[f64],
    ) -> Option<ContactState> {
        (**self).contact_state(stage, motion, internal)
    }
    fn pad(&self, stage: &Stage, motion: &Motion<D>, internal: &[f64]) -> Option<Pad> {
        (**self).pad(stage, motion, internal)
    }
    fn fault(&self, stage: &Stage, motion: &Motion<D>) -> Option<ParameterError> {
        (**self).fault(stage, motion)
    }
}

/// A law without memory, written as a closure: `effort = f(stage, motion)`.
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
    /// Declares the law a source (a hand, a motor): the power balance books what it delivers as supplied,
    /// not as dissipated.
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
