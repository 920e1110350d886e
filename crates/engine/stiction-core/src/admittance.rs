//! Admittance components: effort in, motion out.

use core::any::Any;
use core::fmt::Debug;

use crate::kernel::RateIn;
use crate::numeric::derivative_along;
use crate::{
    AnyDomain, Domain, Effort, Flat, Input, Motion, MotionIn, Numbers, Real, Scalars, Seen, Stage,
    VariableName,
};

/// Effort in, motion out: masses, rigid bodies, arms (Kikuuwe and Yamamoto, eq. 6).
///
/// The general form, for components with several ports (an arm has one per joint) or with internal
/// state. A component with one port and no more than a motion is easier to write as a [`Body`].
///
/// The state of an admittance is the motion of port 0, of port 1, ..., then its internal state.
pub trait Admittance: Any + Debug + Send + Sync {
    /// Domain of its ports, but for those of which [`Self::port_domain`] says otherwise.
    type Domain: Domain;

    /// Number of ports; constant during the life of the component.
    fn port_count(&self) -> usize {
        1
    }

    /// Whether its ports are told apart by numbers, `arm[0]`, and not by its name alone.
    fn numbers_ports(&self) -> bool {
        self.port_count() > 1
    }

    /// Name of a port, `port` < [`Self::port_count`], where it has one of its own: `arm.shoulder`. None by default.
    fn port_name(&self, port: usize) -> Option<&str> {
        let _ = port;
        None
    }

    /// Returns the domain of a port, `port` < [`Self::port_count`]; constant. [`Self::Domain`] by default: a tree of
    /// links has shafts and lines for its joints, and a frame in space for a base that is free.
    #[inline(always)]
    fn port_domain(&self, port: usize) -> &'static AnyDomain {
        let _ = port;
        AnyDomain::get::<Self::Domain>()
    }

    /// Number of integrated variables beyond the motions of the ports; constant.
    fn internal_len(&self) -> usize {
        0
    }

    /// Sets the internal variables to what they are unless a start is given. They come as zeros, and stay so by
    /// default.
    fn rest_internal(&self, internal: &mut [f64]) {
        let _ = internal;
    }

    /// Name and unit of an internal variable, `index` < [`Self::internal_len`]: what messages and the
    /// columns of a recording call it.
    fn internal_name(&self, index: usize) -> VariableName {
        VariableName::numbered(index)
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

    /// Turns efforts into rates.
    ///
    /// On entry the flow slots of `rate` hold the sum of the efforts on each port and the other
    /// slots hold anything; on exit `rate` is the time derivative of `state`. Both have the length
    /// of the component's state.
    fn rate(&self, stage: &Stage, state: &[f64], rate: &mut [f64]);

    /// [`Self::rate`] of one component or several side by side; see [`kernel`](crate::kernel). Without it,
    /// or where it gives nothing, components are evaluated one at a time.
    #[inline(always)]
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        stage: &Stage,
        state: &[R],
        rate: &mut [R],
    ) -> Option<()>
    where
        Self: Sized,
    {
        let _ = (stage, state, rate);
        numbers.none();
        None
    }

    /// [`Self::project`] of one component or several side by side; false, the default, asks for the plain
    /// form.
    #[inline(always)]
    fn project_kernel<R: Real>(&self, state: &mut [R]) -> bool
    where
        Self: Sized,
    {
        let _ = state;
        false
    }

    /// Kinetic and potential energy \[J\].
    fn stored_energy(&self, state: &[f64]) -> f64;

    /// Time derivative of [`Self::stored_energy`] along `rate` \[W\].
    ///
    /// The default takes a central difference, exact for energies that are quadratic in the state.
    fn stored_power(&self, state: &[f64], rate: &[f64]) -> f64 {
        derivative_along(state, rate, |state| self.stored_energy(state))
    }

    /// Power that the component takes in from outside at this state, beyond what its ports deliver
    /// \[W\]: the pump of a hydraulic cylinder, the current of a motor. The power balance books it.
    fn supplied_power(&self, stage: &Stage, state: &[f64]) -> f64 {
        let _ = (stage, state);
        0.0
    }

    /// Power that the component turns into heat at this state \[W\]: a throttle, a winding.
    ///
    /// What the ports deliver, plus [`Self::supplied_power`], less this, is [`Self::stored_power`].
    fn dissipated_power(&self, stage: &Stage, state: &[f64]) -> f64 {
        let _ = (stage, state);
        0.0
    }

    /// The [inputs](crate::Signal::inputs) that its signals have: what may be set from outside while it is
    /// stepped. An input that is not named here is not a number.
    fn inputs(&self) -> Vec<&Input> {
        vec![]
    }

    /// A port that has nothing to move in this state, so that an effort on it has no finite rate: a joint of an
    /// arm in a position in which its inertia matrix is singular. None by default. A run asks once, as it starts.
    fn without_inertia(&self, state: &[f64]) -> Option<WithoutInertia> {
        let _ = state;
        None
    }

    /// What can be seen of it in a state, in its place; see [`view`](crate::view). Nothing by default.
    fn view(&self, state: &[f64]) -> Vec<Seen> {
        let _ = state;
        vec![]
    }

    /// Where a port is in space \[m\] whose domain has no place there, the joint of an arm: for pictures. Nowhere by
    /// default.
    fn joint_at(&self, state: &[f64], port: usize) -> Option<[f64; 3]> {
        let _ = (state, port);
        None
    }

    /// Pulls the state back onto its constraint after a step (renormalises a quaternion).
    fn project(&self, state: &mut [f64]) {
        let _ = state;
    }
}

/// A port of a component that has nothing to move in some state.
#[derive(Clone, Debug, PartialEq)]
pub struct WithoutInertia {
    /// Name of the port.
    pub port: String,
    /// The inertia that it moves while the ports that it carries are free and those that carry it are locked
    /// \[effort per acceleration\]: nothing but rounding.
    pub inertia: f64,
    /// The inertia that it would move if the other ports were locked.
    pub locked: f64,
}

/// An admittance with one port whose state is the motion of that port.
///
/// ```
/// use stiction_core::{Admittance, Body, Line, Motion, Stage};
///
/// /// A cart on a rail.
/// #[derive(Debug)]
/// struct Cart { mass: f64 }
///
/// impl Body for Cart {
///     type Domain = Line;
///     fn accelerate(&self, _: &Stage, motion: &Motion<Line>, force: &f64) -> (f64, f64) {
///         (motion.flow, force / self.mass)
///     }
///     fn energy(&self, motion: &Motion<Line>) -> f64 {
///         0.5 * self.mass * motion.flow * motion.flow
///     }
/// }
///
/// let mut rate = [0.0, 6.0]; // the effort lies in the flow slot
/// Cart { mass: 2.0 }.rate(&Stage::at(0.0), &[0.0, 1.0], &mut rate);
/// assert_eq!(rate, [1.0, 3.0]);
/// ```
pub trait Body: Debug + Send + Sync + 'static {
    /// Domain of its port.
    type Domain: Domain;

    /// Rate of the pose and acceleration (rate of the flow) under `effort`.
    fn accelerate(
        &self,
        stage: &Stage,
        motion: &Motion<Self::Domain>,
        effort: &Effort<Self::Domain>,
    ) -> (<Self::Domain as Domain>::Pose, <Self::Domain as Domain>::Flow);

    /// [`Self::accelerate`] of one body or several side by side; see [`kernel`](crate::kernel). Without it,
    /// or where it gives nothing, bodies are evaluated one at a time.
    #[inline(always)]
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        stage: &Stage,
        motion: &MotionIn<Self::Domain, R>,
        effort: <Self::Domain as Domain>::EffortIn<R>,
    ) -> Option<RateIn<Self::Domain, R>>
    where
        Self: Sized,
    {
        let _ = (stage, motion, effort);
        numbers.none();
        None
    }

    /// [`Self::project`] of one body or several side by side; nothing, the default, asks for the plain
    /// form. (A body with a kernel that is not projected gives the motion back.)
    #[inline(always)]
    fn project_kernel<R: Real>(
        &self,
        motion: MotionIn<Self::Domain, R>,
    ) -> Option<MotionIn<Self::Domain, R>>
    where
        Self: Sized,
    {
        let _ = motion;
        None
    }

    /// Kinetic and potential energy \[J\].
    fn energy(&self, motion: &Motion<Self::Domain>) -> f64;

    /// Time derivative of [`Self::energy`] \[W\] while the pose changes at `rate.pose` and the flow
    /// at `rate.flow`.
    ///
    /// The default takes a central difference, exact for energies that are quadratic in the motion.
    fn power(&self, motion: &Motion<Self::Domain>, rate: &Motion<Self::Domain>) -> f64 {
        let mut state = vec![0.0; Motion::<Self::Domain>::LEN];
        let mut change = state.clone();
        motion.store(&mut state);
        rate.store(&mut change);
        derivative_along(&state, &change, |state| self.energy(&Motion::load(state)))
    }

    /// Power that the body takes in from outside; see [`Admittance::supplied_power`].
    fn supplied(&self, stage: &Stage, motion: &Motion<Self::Domain>) -> f64 {
        let _ = (stage, motion);
        0.0
    }

    /// Power that the body turns into heat; see [`Admittance::dissipated_power`].
    fn dissipated(&self, stage: &Stage, motion: &Motion<Self::Domain>) -> f64 {
        let _ = (stage, motion);
        0.0
    }

    /// The [inputs](crate::Signal::inputs) that its signals have: what may be set from outside while it is
    /// stepped. An input that is not named here is not a number.
    fn inputs(&self) -> Vec<&Input> {
        vec![]
    }

    /// What it looks like, in the axes of its pose; see [`view`](crate::view). Nothing by default.
    fn view(&self) -> Vec<Seen> {
        vec![]
    }

    /// Pulls the motion back onto its constraint after a step (renormalises a quaternion).
    fn project(&self, motion: Motion<Self::Domain>) -> Motion<Self::Domain> {
        motion
    }
}

impl<B: Body> Admittance for B {
    type Domain = B::Domain;

    #[inline(always)]
    fn rate(&self, stage: &Stage, state: &[f64], rate: &mut [f64]) {
        let motion = Motion::load(state);
        let (pose_rate, effort) = rate[..Motion::<B::Domain>::LEN].split_at_mut(PoseLen::<B>::POSE);
        let (velocity, acceleration) =
            self.accelerate(stage, &motion, &Effort::<B::Domain>::load(effort));
        velocity.store(pose_rate);
        acceleration.store(effort);
    }

    #[inline(always)]
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        stage: &Stage,
        state: &[R],
        rate: &mut [R],
    ) -> Option<()> {
        let (pose_rate, effort) = rate.split_at_mut(PoseLen::<B>::POSE);
        let motion = MotionIn::load(state);
        let (velocity, acceleration) =
            Body::kernel(self, numbers, stage, &motion, Scalars::load(effort))?;
        velocity.store(pose_rate);
        acceleration.store(effort);
        Some(())
    }

    #[inline(always)]
    fn project_kernel<R: Real>(&self, state: &mut [R]) -> bool {
        let projected = Body::project_kernel(self, MotionIn::load(state));
        projected.map(|motion| motion.store(state)).is_some()
    }

    fn stored_energy(&self, state: &[f64]) -> f64 {
        self.energy(&Motion::load(state))
    }

    fn stored_power(&self, state: &[f64], rate: &[f64]) -> f64 {
        self.power(&Motion::load(state), &Motion::load(rate))
    }

    fn supplied_power(&self, stage: &Stage, state: &[f64]) -> f64 {
        self.supplied(stage, &Motion::load(state))
    }

    fn dissipated_power(&self, stage: &Stage, state: &[f64]) -> f64 {
        self.dissipated(stage, &Motion::load(state))
    }

    fn inputs(&self) -> Vec<&Input> {
        Body::inputs(self)
    }

    fn view(&self, state: &[f64]) -> Vec<Seen> {
        let pose = B::Domain::in_space(&Motion::<B::Domain>::load(state).pose).unwrap_or_default();
        Body::view(self).into_iter().map(|seen| seen.seen_from(&pose)).collect()
    }
    fn project(&self, state: &mut [f64]) {
        Body::project(self, Motion::load(state)).store(state);
    }
}

struct PoseLen<B>(core::marker::PhantomData<B>);
impl<B: Body> PoseLen<B> {
    const POSE: usize = <<B::Domain as Domain>::Pose as Flat>::LEN;
}

impl<D: Domain> Admittance for Box<dyn Admittance<Domain = D>> {
    type Domain = D;
    fn port_count(&self) -> usize {
        (**self).port_count()
    }
    fn numbers_ports(&self) -> bool {
        (**self).numbers_ports()
    }
    fn port_name(&self, port: usize) -> Option<&str> {
        (**self).port_name(port)
    }
    fn port_domain(&self, port: usize) -> &'static AnyDomain {
        (**self).port_domain(port)
    }
    fn internal_len(&self) -> usize {
        (**self).internal_len()
    }
    fn rest_internal(&self, internal: &mut [f64]) {
        (**self).rest_internal(internal);
    }
    fn internal_name(&self, index: usize) -> VariableName {
        (**self).internal_name(index)
    }
    fn name(&self) -> String {
        (**self).name()
    }
    fn type_name(&self) -> &'static str {
        (**self).type_name()
    }
    fn rate(&self, stage: &Stage, state: &[f64], rate: &mut [f64]) {
        (**self).rate(stage, state, rate);
    }
    fn stored_energy(&self, state: &[f64]) -> f64 {
        (**self).stored_energy(state)
    }
    fn stored_power(&self, state: &[f64], rate: &[f64]) -> f64 {
        (**self).stored_power(state, rate)
    }
    fn supplied_power(&self, stage: &Stage, state: &[f64]) -> f64 {
        (**self).supplied_power(stage, state)
    }
    fn dissipated_power(&self, stage: &Stage, state: &[f64]) -> f64 {
        (**self).dissipated_power(stage, state)
    }
    fn inputs(&self) -> Vec<&Input> {
        (**self).inputs()
    }
    fn view(&self, state: &[f64]) -> Vec<Seen> {
        (**self).view(state)
    }
    fn without_inertia(&self, state: &[f64]) -> Option<WithoutInertia> {
        (**self).without_inertia(state)
    }
    fn joint_at(&self, state: &[f64], port: usize) -> Option<[f64; 3]> {
        (**self).joint_at(state, port)
    }
    fn project(&self, state: &mut [f64]) {
        (**self).project(state);
    }
}
