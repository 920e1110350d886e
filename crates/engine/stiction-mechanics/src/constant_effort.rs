//! A constant force or torque: a load, a weight, a motor at its limit.
//!
//! It supplies power from outside ([`Impedance::is_source`]); gravity that should be part of the
//! stored energy is better given to the body.

use stiction_core::{
    Describe, Domain, Effort, Impedance, Motion, MotionIn, Numbers, ParameterError, Real, Stage,
};
use typed_builder::TypedBuilder;

/// A constant effort on its port, whatever the motion.
///
/// ```
/// use stiction_core::{Impedance, Motion, Shaft, Stage};
/// use stiction_mechanics::ConstantEffort;
/// let motor = ConstantEffort::<Shaft>::builder().effort(0.52).build()?;
/// assert_eq!(motor.respond(&Stage::at(0.0), &Motion::default(), &[], &mut []), 0.52);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<ConstantEffort<D>, ParameterError>))]
#[describe(tag = "effort")]
pub struct ConstantEffort<D: Domain> {
    /// Force \[N\] and torque \[N m\] on the port, finite.
    #[field(finite)]
    effort: D::Effort,
}

impl<D: Domain> Impedance for ConstantEffort<D> {
    type Domain = D;
    #[inline(always)]
    fn respond(&self, _: &Stage, _: &Motion<D>, _: &[f64], _: &mut [f64]) -> Effort<D> {
        self.effort
    }
    #[inline(always)]
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        _: &Stage,
        _: &MotionIn<D, R>,
        _: &[R],
        _: &mut [R],
    ) -> Option<<D as Domain>::EffortIn<R>> {
        numbers.value(&self.effort)
    }
    fn stored_power(&self, _: &Motion<D>, _: &[f64], _: &[f64]) -> f64 {
        0.0
    }
    fn is_source(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Vector3;
    use stiction_core::{SpatialFrame, Wrench};

    #[test]
    fn is_the_same_in_every_motion_and_a_source() {
        let wrench = Wrench { force: Vector3::x(), torque: Vector3::z() };
        let load = ConstantEffort::<SpatialFrame>::builder().effort(wrench).build().unwrap();
        assert_eq!(load.respond(&Stage::at(3.0), &Motion::default(), &[], &mut []), wrench);
        assert!(load.is_source());
        assert_eq!(load.stored_energy(&Motion::default(), &[]), 0.0);
    }
}
