//! Admittances with one port.

use core::fmt::Debug;

use crate::kernel::RateIn;
use crate::{
    Admittance, Constraint, Domain, Effort, Flat, Input, Motion, MotionIn, Numbers, Powers, Real,
    Scalars, Seen, Stage,
};

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

    /// Returns the rate of the pose and the acceleration (rate of the flow) under `effort`.
    fn accelerate(
        &self,
        stage: &Stage,
        motion: &Motion<Self::Domain>,
        effort: &Effort<Self::Domain>,
    ) -> (<Self::Domain as Domain>::Pose, <Self::Domain as Domain>::Flow);

    /// Returns what [`Self::accelerate`] does, for one body or several side by side; see [`kernel`](crate::kernel).
    /// Without it, or if it returns `None`, bodies are evaluated one at a time.
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

    /// Returns its kinetic and potential energy \[J\].
    fn energy(&self, motion: &Motion<Self::Domain>) -> f64;

    /// Returns its powers while its pose changes at `rate.pose` and its flow at `rate.flow`; see
    /// [`Admittance::powers`].
    fn powers(
        &self,
        stage: &Stage,
        motion: &Motion<Self::Domain>,
        rate: &Motion<Self::Domain>,
    ) -> Powers {
        let _ = (stage, motion, rate);
        Powers::default()
    }

    /// Returns the inputs of its signals; see [`Admittance::inputs`].
    fn inputs(&self) -> Vec<&Input> {
        vec![]
    }

    /// Returns its shapes, in the axes of its pose; see [`view`](crate::view). None by default.
    fn view(&self) -> Vec<Seen> {
        vec![]
    }

    /// Returns the constraint onto which its motion is projected after a step; none by default.
    #[inline(always)]
    fn constraint(&self) -> Constraint<'_> {
        Constraint::None
    }
}

impl<B: Body> Admittance for B {
    type Domain = B::Domain;

    #[inline(always)]
    fn rate(&self, stage: &Stage, state: &[f64], rate: &mut [f64]) {
        let motion = Motion::load(state);
        let (pose_rate, effort) =
            rate[..Motion::<B::Domain>::LEN].split_at_mut(<B::Domain as Domain>::Pose::LEN);
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
        let (pose_rate, effort) = rate.split_at_mut(<B::Domain as Domain>::Pose::LEN);
        let motion = MotionIn::load(state);
        let (velocity, acceleration) =
            Body::kernel(self, numbers, stage, &motion, Scalars::load(effort))?;
        velocity.store(pose_rate);
        acceleration.store(effort);
        Some(())
    }

    #[inline(always)]
    fn constraint(&self) -> Constraint<'_> {
        Body::constraint(self)
    }

    fn stored_energy(&self, state: &[f64]) -> f64 {
        self.energy(&Motion::load(state))
    }

    fn powers(&self, stage: &Stage, state: &[f64], rate: &[f64]) -> Powers {
        Body::powers(self, stage, &Motion::load(state), &Motion::load(rate))
    }

    fn inputs(&self) -> Vec<&Input> {
        Body::inputs(self)
    }

    fn view(&self, state: &[f64]) -> Vec<Seen> {
        let pose = B::Domain::in_space(&Motion::<B::Domain>::load(state).pose).unwrap_or_default();
        Body::view(self).into_iter().map(|seen| seen.seen_from(&pose)).collect()
    }
}
