//! A spring and a damper in parallel, the same in every direction.
//!
//! Effort on the port `-k (x - x0) - b v` (Kikuuwe and Yamamoto 2010, eq. 10, whose `K p + B v` is
//! what the port exerts on the element), energy `k |x - x0|^2 / 2`.
//!
//! | parameter | symbol | unit (on a [`Shaft`](stiction_core::Shaft)) | range |
//! |---|---|---|---|
//! | stiffness | k | N/m (N m/rad) | >= 0, default 0 |
//! | damping | b | N s/m (N m s/rad) | >= 0, default 0 |
//! | rest | x0 | m (rad) | finite, default 0 |

use stiction_core::{
    Describe, Domain, Impedance, Motion, MotionIn, Numbers, ParameterError, Real, Scalars, Stage,
    Vector, VectorDomain, kernel,
};
use typed_builder::TypedBuilder;

/// A linear spring and damper in parallel (eq. 10).
///
/// ```
/// use stiction_core::{Impedance, Line, Motion, Stage};
/// use stiction_mechanics::SpringDamper;
/// let spring = SpringDamper::<Line>::builder().stiffness(100.0).damping(2.0).rest(0.5).build()?;
/// let motion = Motion { pose: 0.6, flow: -3.0 };
/// let force = spring.respond(&Stage::at(0.0), &motion, &[], &mut []);
/// assert!((force - (-10.0 + 6.0)).abs() < 1e-12);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<SpringDamper<D>, ParameterError>))]
#[describe(tag = "spring_damper")]
pub struct SpringDamper<D: VectorDomain> {
    /// Stiffness `k` \[N/m\] or \[N m/rad\], ≥ 0, default zero.
    #[builder(default)]
    #[field(non_negative)]
    stiffness: f64,
    /// Damping `b` \[N s/m\] or \[N m s/rad\], ≥ 0, default zero.
    #[builder(default)]
    #[field(non_negative)]
    damping: f64,
    /// Pose at which the spring is relaxed \[m\] or \[rad\], finite, default zero.
    #[builder(default)]
    #[field(finite)]
    rest: D::Vector,
}

impl<D: VectorDomain> Impedance for SpringDamper<D> {
    type Domain = D;
    #[inline(always)]
    fn respond(&self, stage: &Stage, motion: &Motion<D>, z: &[f64], rate: &mut [f64]) -> D::Vector {
        kernel::respond(self, stage, motion, z, rate).unwrap_or_default()
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
        let [stiffness, damping] = numbers.read([self.stiffness, self.damping]);
        let rest: D::PoseIn<R> = numbers.value(&self.rest)?;
        let MotionIn { pose, flow } = *motion;
        Some(Scalars::from_fn(
            #[inline(always)]
            |axis| (rest.at(axis) - pose.at(axis)) * stiffness - flow.at(axis) * damping,
        ))
    }
    #[inline(always)]
    fn stored_energy(&self, motion: &Motion<D>, _: &[f64]) -> f64 {
        let stretch = motion.pose - self.rest;
        0.5 * self.stiffness * stretch.dot(&stretch)
    }
    #[inline(always)]
    fn stored_power(&self, motion: &Motion<D>, _: &[f64], _: &[f64]) -> f64 {
        self.stiffness * (motion.pose - self.rest).dot(&motion.flow)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Vector2;
    use stiction_core::Plane;

    #[test]
    fn pulls_back_and_resists() {
        let spring = SpringDamper::<Plane>::builder().stiffness(10.0).damping(2.0);
        let spring = spring.rest(Vector2::new(1.0, 0.0)).build().unwrap();
        let motion = Motion { pose: Vector2::new(2.0, 1.0), flow: Vector2::new(0.0, 3.0) };
        let force = spring.respond(&Stage::at(0.0), &motion, &[], &mut []);
        assert_eq!(force, Vector2::new(-10.0, -16.0));
        assert_eq!(spring.stored_energy(&motion, &[]), 10.0);
        assert_eq!(spring.stored_power(&motion, &[], &[]), 30.0);
    }
}
