//! Coulomb friction with a velocity threshold: the classical approach, for comparison.
//!
//! ```text
//! f = F v/max(|v|, v_th)
//! ```
//!
//! | symbol | setter | unit | range |
//! |---|---|---|---|
//! | F | `limit` | N | > 0 |
//! | `v_th` | `threshold_speed` | m/s | > 0 |
//!
//! Source: Kikuuwe and Yamamoto, introduction to (1); Karnopp 1985 for the idea of a threshold.
//!
//! Limits: it never sticks. Below the threshold it is a viscous damper of `F/v_th`, so a load `r F`
//! makes it **creep** at `r v_th` forever; and an explicit step longer than about `2.785 m v_th/F`
//! makes it **chatter**. Use [`GsatFriction`](crate::GsatFriction).

use core::marker::PhantomData;

use stiction_core::{
    ContactLaw, ContactState, Describe, Effort, Impedance, Motion, ParameterError, Stage, Validate,
    Vector, VectorDomain, contact_state,
};
use typed_builder::TypedBuilder;

use crate::limit_set::length;

/// Coulomb friction made continuous below a speed; creeps or chatters, and has no memory.
///
/// ```
/// use stiction_core::Line;
/// use stiction_friction::ThresholdFriction;
/// let law = ThresholdFriction::<Line>::builder().limit(2.0).threshold_speed(1e-3).build()?;
/// assert_eq!(law.friction(0.5), 2.0);
/// assert_eq!(law.friction(-5e-4), -1.0);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<ThresholdFriction<D>, ParameterError>))]
#[describe(tag = "threshold", check = Self::further)]
pub struct ThresholdFriction<D: VectorDomain> {
    /// Magnitude `F` of the sliding friction \[N\], > 0.
    #[field(positive)]
    limit: f64,
    /// Speed `v_th` below which the force is in proportion to the speed \[m/s\], > 0.
    #[field(positive)]
    threshold_speed: f64,
    #[builder(default, setter(skip))]
    domain: PhantomData<fn() -> D>,
}

impl<D: VectorDomain> ThresholdFriction<D> {
    /// Returns the friction force along +v.
    #[inline(always)]
    #[must_use]
    pub fn friction(&self, velocity: D::Vector) -> D::Vector {
        velocity * (self.limit / velocity.norm().max(self.threshold_speed))
    }

    fn further(&self) -> Result<(), ParameterError> {
        let (speed, damping) = (self.threshold_speed, self.limit / self.threshold_speed);
        let requirement = "must leave a finite limit per speed";
        Self::require(damping.is_finite(), "threshold_speed", speed, requirement)
    }
}

impl<D: VectorDomain> Impedance for ThresholdFriction<D> {
    type Domain = D;
    fn contact(&self) -> Option<&dyn ContactLaw<D>> {
        Some(self)
    }
    #[inline(always)]
    fn respond(&self, _: &Stage, motion: &Motion<D>, _: &[f64], _: &mut [f64]) -> Effort<D> {
        -self.friction(motion.flow)
    }
}
impl<D: VectorDomain> ContactLaw<D> for ThresholdFriction<D> {
    /// Returns no stiffness, and the damping `F/v_th` below the threshold.
    fn resistance(&self, _: f64, _: usize) -> Option<(f64, f64)> {
        Some((0.0, self.limit / self.threshold_speed))
    }
    /// Returns the state: it sticks if it does not move at all.
    fn state(&self, _: &Stage, motion: &Motion<D>, _: &[f64]) -> Option<ContactState> {
        let margin = contact_state::margin(length(self.friction(motion.flow)), self.limit);
        Some(ContactState::touching(length(motion.flow), margin))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Vector2;
    use stiction_core::Plane;

    fn law() -> ThresholdFriction<Plane> {
        ThresholdFriction::builder().limit(2.0).threshold_speed(0.01).build().unwrap()
    }

    #[test]
    fn below_the_threshold_it_is_a_damper() {
        let law = law();
        assert_eq!([0, 1].map(|axis| law.resistance(1e-3, axis)), [Some((0.0, 200.0)); 2]);
        // The force of that damper, at any speed below.
        let motion = Motion::<Plane>::new(Vector2::zeros(), Vector2::new(0.004, 0.003));
        let force = law.respond(&Stage::at(0.0), &motion, &[], &mut []);
        assert!((force + motion.flow * 200.0).norm() < 1e-15);
    }
}
