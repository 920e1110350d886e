//! A hinge as a stiff spring and damper that punish separation of the joint and tilt of its axis.
//!
//! Kikuuwe and Yamamoto 2010, eq. 29 (l, m). Attached
//! through [`RelativeFrame`](crate::RelativeFrame), it sees the child's joint frame from the
//! parent's: position r, velocity v, orientation, angular velocity w. On the child it exerts
//!
//! ```text
//! force  = -kt r - ct v                           moment = kr (z_c x z_p) - cr (w - (w.z_p) z_p)
//! ```
//! with `z_p`, `z_c` the axes of the parent's and of the child's joint frame. Nothing about the axis:
//! friction, motor and spring are wires of their own through [`HingeAngle`](crate::HingeAngle).
//! The paper's wiring applies the opposite force at the parent's joint point; whoever wants that asks for
//! [`Reaction::AtParentPoint`](crate::Reaction::AtParentPoint).
//! Stored energy `kt |r|^2 / 2 + kr (1 - z_c.z_p)`.
//!
//! | parameter | symbol | unit | range |
//! |---|---|---|---|
//! | stiffness | kt | N/m | >= 0 |
//! | damping | ct | N s/m | >= 0, default 0 |
//! | bending stiffness | kr | N m/rad | >= 0 |
//! | bending damping | cr | N m s/rad | >= 0, default 0 |
//!
//! # Limits
//! The restoring moment is `kr sin(tilt)`: it falls again beyond 90 degrees and vanishes at 180.
//! The error of a mechanism is about 1/kt, its largest stable step about `sqrt(8 m / kt)`; two links
//! of 0.5 kg at T = 1e-4 s are stable up to kt = 5e7 (damping ratio 0.1), 6.6e6 (1.0).

use nalgebra::Vector3;
use stiction_core::{Describe, Impedance, Motion, ParameterError, SpatialFrame, Stage, Wrench};
use typed_builder::TypedBuilder;

/// A hinge about the z axis of the parent's joint frame, by penalty (eq. 29).
///
/// ```
/// use nalgebra::Vector3;
/// use stiction_core::{Impedance, Motion, Pose, Stage};
/// use stiction_mechanics::PenaltyHinge;
/// let hinge = PenaltyHinge::builder().stiffness(1e6).bending_stiffness(100.0).build()?;
/// let gap = Motion::at_rest(Pose::at(Vector3::new(1e-6, 0.0, 0.0)));
/// let wrench = hinge.respond(&Stage::at(0.0), &gap, &[], &mut []);
/// assert_eq!(wrench.force, Vector3::new(-1.0, 0.0, 0.0));
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<PenaltyHinge, ParameterError>))]
#[describe(tag = "penalty_hinge")]
pub struct PenaltyHinge {
    /// Stiffness `kt` against separation \[N/m\], ≥ 0.
    #[field(non_negative)]
    stiffness: f64,
    /// Damping `ct` of separation \[N s/m\], ≥ 0, default zero.
    #[builder(default)]
    #[field(non_negative)]
    damping: f64,
    /// Stiffness `kr` against tilt of the axis \[N m/rad\], ≥ 0; zero makes a ball joint.
    #[field(non_negative)]
    bending_stiffness: f64,
    /// Damping `cr` of tilt \[N m s/rad\], ≥ 0, default zero.
    #[builder(default)]
    #[field(non_negative)]
    bending_damping: f64,
}

/// Returns the child's axis in parent coordinates: the third column of the rotation matrix.
#[inline(always)]
fn child_axis(motion: &Motion<SpatialFrame>) -> Vector3<f64> {
    let q = &motion.pose.orientation;
    Vector3::new(
        2.0 * (q.i * q.k + q.w * q.j),
        2.0 * (q.j * q.k - q.w * q.i),
        1.0 - 2.0 * (q.i * q.i + q.j * q.j),
    )
}

impl Impedance for PenaltyHinge {
    type Domain = SpatialFrame;

    #[inline(always)]
    fn respond(
        &self,
        _: &Stage,
        motion: &Motion<SpatialFrame>,
        _: &[f64],
        _: &mut [f64],
    ) -> Wrench {
        let (axis, spin) = (child_axis(motion), motion.flow.angular);
        let (kr, cr) = (self.bending_stiffness, self.bending_damping);
        Wrench {
            force: -motion.pose.position * self.stiffness - motion.flow.linear * self.damping,
            // z_c x (0, 0, 1) = (y, -x, 0)
            torque: Vector3::new(kr * axis.y - cr * spin.x, -kr * axis.x - cr * spin.y, 0.0),
        }
    }

    fn stored_energy(&self, motion: &Motion<SpatialFrame>, _: &[f64]) -> f64 {
        let q = &motion.pose.orientation;
        let tilt = 2.0 * (q.i * q.i + q.j * q.j); // 1 - z_c.z_p without cancellation
        0.5 * self.stiffness * motion.pose.position.norm_squared() + self.bending_stiffness * tilt
    }

    fn stored_power(&self, motion: &Motion<SpatialFrame>, _: &[f64], _: &[f64]) -> f64 {
        let (axis, spin) = (child_axis(motion), motion.flow.angular);
        self.stiffness * motion.pose.position.dot(&motion.flow.linear)
            - self.bending_stiffness * (axis.y * spin.x - axis.x * spin.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;
    use approx::assert_relative_eq;
    use nalgebra::{Quaternion, UnitQuaternion};
    use proptest::prelude::*;
    use stiction_core::Pose;

    fn hinge() -> PenaltyHinge {
        PenaltyHinge::builder()
            .stiffness(50.0)
            .damping(3.0)
            .bending_stiffness(7.0)
            .bending_damping(0.4)
            .build()
            .unwrap()
    }

    fn wrench(motion: &Motion<SpatialFrame>) -> Wrench {
        hinge().respond(&Stage::at(0.0), motion, &[], &mut [])
    }

    #[test]
    fn a_tilted_child_is_turned_back() {
        // Tilted by 0.1 rad about x: the moment is -kr sin(0.1) about x.
        let orientation = Quaternion::new(f64::cos(0.05), f64::sin(0.05), 0.0, 0.0);
        let pose = Pose { position: Vector3::zeros(), orientation };
        let torque = wrench(&Motion::at_rest(pose)).torque;
        assert_relative_eq!(torque, Vector3::new(-7.0 * f64::sin(0.1), 0.0, 0.0), epsilon = 1e-14);
        let energy = hinge().stored_energy(&Motion::at_rest(pose), &[]);
        assert_relative_eq!(energy, 7.0 * (1.0 - f64::cos(0.1)), max_relative = 1e-12);
    }

    proptest! {
        #[test]
        fn the_axis_is_free(angle in number(3.0), rate in number(5.0)) {
            let mut motion = Motion::<SpatialFrame>::default();
            let turn = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), angle);
            motion.pose.orientation = turn.into_inner();
            motion.flow.angular.z = rate;
            let wrench = wrench(&motion);
            prop_assert_eq!((wrench.force.norm(), wrench.torque.norm()), (0.0, 0.0));
        }
    }
}
