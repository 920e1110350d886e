//! Loads that push a slider: a wrench at its centre of mass, or forces on points of it.

use nalgebra::{Vector2, Vector3};
use stiction_core::{Describe, ParameterError, PlanarPose, Wrench};

/// A load on a slider, given as a constant over a step.
pub trait AppliedLoad {
    /// Returns the force \[N\] and moment \[N m\] at the centre of mass, in world axes, for a body at
    /// `pose` whose centre of mass is at `height` above the support \[m\].
    fn wrench(&self, pose: &PlanarPose, height: f64) -> Wrench;
}

impl AppliedLoad for Wrench {
    #[inline(always)]
    fn wrench(&self, _: &PlanarPose, _: f64) -> Wrench {
        *self
    }
}

/// Any number of loads together; none of them is no load.
impl<L: AppliedLoad> AppliedLoad for [L] {
    fn wrench(&self, pose: &PlanarPose, height: f64) -> Wrench {
        self.iter().map(|load| load.wrench(pose, height)).fold(Wrench::default(), sum)
    }
}

impl<L: AppliedLoad, const N: usize> AppliedLoad for [L; N] {
    fn wrench(&self, pose: &PlanarPose, height: f64) -> Wrench {
        self[..].wrench(pose, height)
    }
}

/// Two loads together.
impl<A: AppliedLoad, B: AppliedLoad> AppliedLoad for (A, B) {
    fn wrench(&self, pose: &PlanarPose, height: f64) -> Wrench {
        sum(self.0.wrench(pose, height), self.1.wrench(pose, height))
    }
}

fn sum(a: Wrench, b: Wrench) -> Wrench {
    Wrench { force: a.force + b.force, torque: a.torque + b.torque }
}

/// A force on a point of the body.
///
/// ```
/// use nalgebra::vector;
/// use stiction_core::PlanarPose;
/// use stiction_sliding::{AppliedLoad, Push};
/// // 2 N along the body's x, on its left face, 3 cm to the left of the middle and 5 cm up.
/// let push = Push::in_body_axes(vector![2.0, 0.0, 0.0], vector![-0.1, 0.03], 0.05)?;
/// let wrench = push.wrench(&PlanarPose::default(), 0.08);
/// assert!((wrench.torque - vector![0.0, -0.06, -0.06]).norm() < 1e-15);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Describe)]
pub struct Push {
    /// Force \[N\], finite.
    #[field(finite)]
    force: Vector3<f64>,
    /// Where it acts, from the centre of mass, in body axes \[m\], finite.
    #[field(finite)]
    point: Vector2<f64>,
    /// Height of that point above the support \[m\], finite.
    #[field(finite)]
    height: f64,
    /// Whether the force turns with the body.
    turns: bool,
}

impl Push {
    /// Creates a force \[N\] that turns with the body, on `point` (body axes, from the centre of mass)
    /// at `height` above the support \[m\].
    ///
    /// # Errors
    /// A number that is not finite.
    pub fn in_body_axes(
        force: Vector3<f64>,
        point: Vector2<f64>,
        height: f64,
    ) -> Result<Self, ParameterError> {
        Self::new(force, point, height, true)
    }

    /// Creates a force \[N\] with a direction fixed in the world, on a point as in
    /// [`Self::in_body_axes`].
    ///
    /// # Errors
    /// A number that is not finite.
    pub fn in_world_axes(
        force: Vector3<f64>,
        point: Vector2<f64>,
        height: f64,
    ) -> Result<Self, ParameterError> {
        Self::new(force, point, height, false)
    }

    fn new(
        force: Vector3<f64>,
        point: Vector2<f64>,
        height: f64,
        turns: bool,
    ) -> Result<Self, ParameterError> {
        Self { force, point, height, turns }.into()
    }
}

impl AppliedLoad for Push {
    #[inline]
    fn wrench(&self, pose: &PlanarPose, height: f64) -> Wrench {
        let (sine, cosine) = pose.angle.sin_cos();
        let turned = |x: f64, y: f64| (cosine * x - sine * y, sine * x + cosine * y);
        let (x, y) = turned(self.point.x, self.point.y);
        let (fx, fy) = (self.force.x, self.force.y);
        let (fx, fy) = if self.turns { turned(fx, fy) } else { (fx, fy) };
        let force = Vector3::new(fx, fy, self.force.z);
        let arm = Vector3::new(x, y, self.height - height);
        Wrench { force, torque: arm.cross(&force) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::vector;

    #[test]
    fn a_push_turns_with_the_body_or_not() {
        let quarter =
            PlanarPose { position: vector![5.0, 7.0], angle: core::f64::consts::FRAC_PI_2 };
        let force = vector![1.0, 0.0, -2.0];
        let push = Push::in_body_axes(force, vector![0.0, 0.5], 0.1).unwrap();
        let wrench = push.wrench(&quarter, 0.3);
        assert!((wrench.force - vector![0.0, 1.0, -2.0]).norm() < 1e-15);
        // (-0.5, 0, -0.2) x (0, 1, -2)
        assert!((wrench.torque - vector![0.2, -1.0, -0.5]).norm() < 1e-15);
        let push = Push::in_world_axes(force, vector![0.0, 0.5], 0.1).unwrap();
        let wrench = push.wrench(&quarter, 0.3);
        assert_eq!(wrench.force, force);
        // (-0.5, 0, -0.2) x (1, 0, -2)
        assert!((wrench.torque - vector![0.0, -1.2, 0.0]).norm() < 1e-15);
    }

    #[test]
    fn forces_and_moments_add_up() {
        let one = Wrench { force: vector![1.0, 2.0, 4.0], torque: vector![0.1, 0.2, 0.4] };
        let other = Wrench { force: vector![8.0, -16.0, 32.0], torque: vector![0.8, 1.6, -3.2] };
        let together =
            Wrench { force: vector![9.0, -14.0, 36.0], torque: other.torque + one.torque };
        let pose = PlanarPose::default();
        assert_eq!((one, other).wrench(&pose, 0.1), together);
        assert_eq!([one, other].wrench(&pose, 0.1), together);
        assert_eq!([one].wrench(&pose, 0.1), one);
        assert_eq!([one; 0].wrench(&pose, 0.1), Wrench::default());
    }
}
