//! The stops at the ends of a joint's or a slider's travel.
//!
//! With the depth `d = max(x - x_max, 0) + min(x - x_min, 0)` by which a stop is pressed in, the effort on
//! the port is
//!
//! ```text
//! -(k d + b v),  but never one that pulls the port back onto the stop, and 0 between the stops
//! ```
//! | parameter | symbol | unit (on a [`Shaft`](stiction_core::Shaft)) | range |
//! |---|---|---|---|
//! | lower, upper | `x_min`, `x_max` | m (rad) | finite, lower < upper |
//! | stiffness | k | N/m (N m/rad) | > 0 |
//! | damping | b | N s/m (N m s/rad) | >= 0, default 0 |
//!
//! The usual unilateral spring and damper (as the normal part of a contact, Kikuuwe and Yamamoto 2010, eq.
//! 23a), on both sides of a travel.

use stiction_core::{
    Describe, Domain, Impedance, Motion, MotionIn, Numbers, ParameterError, Real, Scalars, Stage,
    Validate, VectorDomain,
};
use typed_builder::TypedBuilder;

/// A stop at each end of a travel.
///
/// ```
/// use stiction_core::{Impedance, Motion, Shaft, Stage};
/// use stiction_mechanics::EndStop;
/// let elbow = EndStop::<Shaft>::builder().lower(0.0).upper(2.5).stiffness(500.0).damping(2.0);
/// let elbow = elbow.build()?;
/// let torque = |angle, rate| {
///     elbow.respond(&Stage::at(0.0), &Motion { pose: angle, flow: rate }, &[], &mut [])
/// };
/// assert_eq!(torque(1.0, -3.0), 0.0);
/// assert_eq!(torque(-0.1, -3.0), 56.0);
/// assert_eq!(torque(-0.1, 50.0), 0.0); // it leaves faster than the stop follows
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<EndStop<D>, ParameterError>))]
#[describe(tag = "end_stop", check = Self::further)]
pub struct EndStop<D: VectorDomain<Vector = f64>> {
    /// Where the travel begins, `x_min` \[m\] or \[rad\], finite.
    #[field(finite)]
    lower: f64,
    /// Where it ends, `x_max` \[m\] or \[rad\], finite, above `lower`.
    #[field(finite)]
    upper: f64,
    /// Stiffness `k` of the stops \[N/m\] or \[N m/rad\], > 0.
    #[field(positive)]
    stiffness: f64,
    /// Damping `b` of the stops \[N s/m\] or \[N m s/rad\], ≥ 0, default zero.
    #[builder(default)]
    #[field(non_negative)]
    damping: f64,
    #[builder(default, setter(skip))]
    domain: core::marker::PhantomData<fn() -> D>,
}

impl<D: VectorDomain<Vector = f64>> EndStop<D> {
    fn further(&self) -> Result<(), ParameterError> {
        Self::require(self.lower < self.upper, "upper", self.upper, "must be above `lower`")
    }

    /// Returns by how much a stop is pressed in: above zero at the upper end, below at the lower.
    fn depth(&self, pose: f64) -> f64 {
        (pose - self.upper).max(0.0) + (pose - self.lower).min(0.0)
    }
}

impl<D: VectorDomain<Vector = f64>> Impedance for EndStop<D> {
    type Domain = D;
    #[inline(always)]
    fn respond(&self, stage: &Stage, motion: &Motion<D>, _: &[f64], _: &mut [f64]) -> f64 {
        let found = stiction_core::kernel::respond(self, stage, motion, &[], &mut []);
        found.unwrap_or(f64::NAN)
    }
    #[inline(always)]
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        _: &Stage,
        motion: &MotionIn<D, R>,
        _: &[R],
        _: &mut [R],
    ) -> Option<<D as Domain>::EffortIn<R>> {
        let [lower, upper, stiffness, damping] =
            numbers.read([self.lower, self.upper, self.stiffness, self.damping]);
        let (pose, flow) = (motion.pose.first(), motion.flow.first());
        let zero = pose.same(0.0);
        let (above, below) = (pose - upper, pose - lower);
        // At the upper end it pushes down, at the lower one up, or not at all.
        let down = (above * stiffness + flow * damping).no_less_than(0.0);
        let up = (below * stiffness + flow * damping).no_more_than(0.0);
        let held = R::select(zero.below(above), down, zero);
        let effort = R::select(below.below(zero), up, held);
        Some(Scalars::from_fn(
            #[inline(always)]
            |_| -effort,
        ))
    }
    #[inline(always)]
    fn stored_energy(&self, motion: &Motion<D>, _: &[f64]) -> f64 {
        let depth = self.depth(motion.pose);
        0.5 * self.stiffness * depth * depth
    }
    #[inline(always)]
    fn stored_power(&self, motion: &Motion<D>, _: &[f64], _: &[f64]) -> f64 {
        self.stiffness * self.depth(motion.pose) * motion.flow
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;
    use stiction_core::Line;

    fn stops(damping: f64) -> EndStop<Line> {
        let stops = EndStop::builder().lower(-0.5).upper(1.0).stiffness(100.0);
        stops.damping(damping).build().unwrap()
    }

    fn effort(stops: &EndStop<Line>, motion: &Motion<Line>) -> f64 {
        stops.respond(&Stage::at(0.0), motion, &[], &mut [])
    }

    #[test]
    fn by_hand() {
        let at = |pose, flow| effort(&stops(2.0), &Motion { pose, flow });
        assert_eq!([at(1.5, 0.0), at(1.5, 3.0), at(1.5, -3.0)], [-50.0, -56.0, -44.0]);
        assert_eq!([at(-1.0, 0.0), at(-1.0, -3.0)], [50.0, 56.0]);
        // Neither stop pulls.
        assert_eq!([at(1.5, -30.0), at(-1.0, 30.0)], [0.0, 0.0]);
        assert_eq!([at(0.3, 7.0), at(1.0, 7.0), at(-0.5, -7.0)], [0.0; 3]);
    }

    #[test]
    fn the_ends_are_in_order() {
        let stops = EndStop::<Line>::builder().lower(1.0).upper(1.0).stiffness(1.0);
        assert_refused(stops.build(), "upper");
    }
}
