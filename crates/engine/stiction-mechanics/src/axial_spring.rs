//! A spring and a damper along the line between two points.
//!
//! With the second point at `x` from the first, `d = |x|` and `n = x / d`, the effort on the port is
//! `-(k (d - l) + b n.v) n` and the energy `k (d - l)^2 / 2`. Attach it through
//! [`Between`](crate::Between) or [`PointsBetween`](crate::PointsBetween).
//!
//! | parameter | symbol | unit | range |
//! |---|---|---|---|
//! | stiffness | k | N/m | >= 0 |
//! | damping | b | N s/m | >= 0, default 0 |
//! | length | l | m | >= 0 |
//!
//! # Limits
//! At `x = 0` there is no direction and the effort is zero, an unstable equilibrium if `l > 0`; a
//! step that runs through it sees a jump of `2 k l`.

use core::marker::PhantomData;

use stiction_core::{Describe, Impedance, Motion, ParameterError, Stage, Vector, VectorDomain};
use typed_builder::TypedBuilder;

/// A spring and damper with a free length, acting along the line between two points.
///
/// ```
/// use nalgebra::Vector2;
/// use stiction_core::{Impedance, Motion, Plane, Stage};
/// use stiction_mechanics::AxialSpring;
/// let spring = AxialSpring::<Plane>::builder().stiffness(10.0).length(4.0).build()?;
/// let force = spring.respond(
///     &Stage::at(0.0),
///     &Motion::at_rest(Vector2::new(3.0, 4.0)),
///     &[],
///     &mut [],
/// );
/// assert!((force - Vector2::new(-6.0, -8.0)).norm() < 1e-14);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<AxialSpring<D>, ParameterError>))]
#[describe(tag = "axial_spring")]
pub struct AxialSpring<D: VectorDomain> {
    /// Stiffness `k` \[N/m\], ≥ 0.
    #[field(non_negative)]
    stiffness: f64,
    /// Damping `b` \[N s/m\], ≥ 0, default zero.
    #[builder(default)]
    #[field(non_negative)]
    damping: f64,
    /// Length `l` at which the spring is relaxed \[m\], ≥ 0.
    #[field(non_negative)]
    length: f64,
    #[builder(default, setter(skip))]
    domain: PhantomData<fn() -> D>,
}

impl<D: VectorDomain> AxialSpring<D> {
    /// Returns the distance and direction, if there is one.
    #[inline(always)]
    fn axis(offset: &D::Vector) -> (f64, D::Vector) {
        let distance = offset.norm();
        let scale = if distance > 0.0 { 1.0 / distance } else { 0.0 };
        // The reciprocal of a denormal distance overflows.
        (distance, *offset * if scale.is_finite() { scale } else { 0.0 })
    }
}

impl<D: VectorDomain> Impedance for AxialSpring<D> {
    type Domain = D;
    #[inline(always)]
    fn respond(&self, _: &Stage, motion: &Motion<D>, _: &[f64], _: &mut [f64]) -> D::Vector {
        let (distance, axis) = Self::axis(&motion.pose);
        let pull =
            self.stiffness * (distance - self.length) + self.damping * axis.dot(&motion.flow);
        axis * -pull
    }
    fn stored_energy(&self, motion: &Motion<D>, _: &[f64]) -> f64 {
        let stretch = motion.pose.norm() - self.length;
        0.5 * self.stiffness * stretch * stretch
    }
    fn stored_power(&self, motion: &Motion<D>, _: &[f64], _: &[f64]) -> f64 {
        let (distance, axis) = Self::axis(&motion.pose);
        self.stiffness * (distance - self.length) * axis.dot(&motion.flow)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;
    use approx::assert_relative_eq;
    use nalgebra::Vector3;
    use proptest::prelude::*;
    use stiction_core::Space;

    fn spring() -> AxialSpring<Space> {
        AxialSpring::builder().stiffness(20.0).damping(0.5).length(1.0).build().unwrap()
    }

    #[test]
    fn no_direction_no_force_no_nan() {
        for tiny in [0.0, 1e-320, 1e-200, 1e-160] {
            let motion = Motion { pose: Vector3::repeat(tiny), flow: Vector3::repeat(1.0) };
            let force = spring().respond(&Stage::at(0.0), &motion, &[], &mut []);
            assert!(force.iter().all(|f| f.is_finite()) && force.norm() < 21.0, "{tiny} {force}");
            assert!(spring().stored_power(&motion, &[], &[]).is_finite());
        }
    }

    proptest! {
        #[test]
        fn dissipates_only_along_its_axis(motion in space_motion()) {
            prop_assume!(motion.pose.norm() > 0.1);
            let force = spring().respond(&Stage::at(0.0), &motion, &[], &mut []);
            assert_relative_eq!(force.cross(&motion.pose), Vector3::zeros(), epsilon = 1e-12);
            let dissipated = -force.dot(&motion.flow) - spring().stored_power(&motion, &[], &[]);
            let along = motion.flow.dot(&motion.pose.normalize());
            assert_relative_eq!(dissipated, 0.5 * along * along, epsilon = 1e-10);
        }
    }
}
