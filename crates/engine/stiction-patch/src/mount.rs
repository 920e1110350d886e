//! Mounts of patches: on the body that the port belongs to, or on the surface that it slides on.
//!
//! The cells of a patch have fixed places in the frame of the patch, and its bristles bend in the
//! axes of that frame. With the frame at p (world) and its axes turned by θ,
//!
//! ```text
//! twist of the patch    V = R(−θ) (v + ω × (p − x)),  ω
//! wrench on the body    F = R(θ) f,  τ + (p − x) × F
//! ```
//!
//! where x, v, ω are position and velocities of the body and f, τ the wrench at p: the second is the
//! transpose of the first, so power is conserved.

use nalgebra::{Vector2, Vector3};
use stiction_core::{
    Describe, Domain, ParameterError, PlanarFrame, PlanarPose, PlanarTwist, PlanarWrench, Pose,
    Real, Validate,
};

/// The body or the world, to which the frame of a patch is fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Describe)]
#[non_exhaustive]
pub enum MountedOn {
    /// The body of the port: its footprint, which moves with it over the ground.
    Body,
    /// The world: a finger or a stop at a fixed place, under which the body slides.
    World,
}

/// Where a patch sits; by default its frame is that of the body.
#[derive(Clone, Copy, Debug, PartialEq, Describe)]
#[describe(check = Self::further)]
pub struct Mount {
    /// The body or the world, to which the patch is fixed; the body by default.
    #[field(default = MountedOn::Body)]
    on: MountedOn,
    /// Pose of the patch frame in the frame it is fixed to, x and y \[m\] and angle \[rad\].
    #[field(by_ref, default = PlanarPose::default())]
    pose: PlanarPose,
    /// Cosine and sine of the angle of the pose.
    #[builder(default = cosine_and_sine(pose.angle), setter(skip))]
    turn: [f64; 2],
}

fn cosine_and_sine(angle: f64) -> [f64; 2] {
    let (sine, cosine) = angle.sin_cos();
    [cosine, sine]
}

impl Mount {
    /// Creates a mount on the body of the port, with the frame of the patch at `pose` in body coordinates.
    ///
    /// # Errors
    /// A pose that is not finite.
    pub fn on_body(pose: PlanarPose) -> Result<Self, ParameterError> {
        Self::new(MountedOn::Body, pose)
    }

    /// Creates a mount fixed in the world, with the frame of the patch at `pose`.
    ///
    /// # Errors
    /// A pose that is not finite.
    pub fn in_world(pose: PlanarPose) -> Result<Self, ParameterError> {
        Self::new(MountedOn::World, pose)
    }

    fn new(on: MountedOn, pose: PlanarPose) -> Result<Self, ParameterError> {
        Self { on, pose, turn: cosine_and_sine(pose.angle) }.into()
    }

    fn further(&self) -> Result<(), ParameterError> {
        Self::all_finite("position", self.pose.position.as_slice())?;
        Self::finite("angle", self.pose.angle)
    }

    /// Returns a point of the patch in the frame that the patch is fixed to \[m\].
    pub(crate) fn attached_point(&self, point: &Vector2<f64>) -> Vector2<f64> {
        self.pose.position + rotated(self.turn, *point)
    }

    /// Returns the squared distance from a point of the patch to the body \[m²\]. That of a patch mounted in the world
    /// depends on where the body is; it is given for a body at the patch.
    pub(crate) fn squared_lever(&self, point: &Vector2<f64>) -> f64 {
        match self.on {
            MountedOn::Body => self.attached_point(point).norm_squared(),
            MountedOn::World => point.norm_squared(),
        }
    }

    /// Returns where the frame of the patch is in the world for a body at the given pose, for pictures.
    pub(crate) fn seen(&self, body: &PlanarPose) -> Option<Pose> {
        let pose = match self.on {
            MountedOn::Body => {
                let (sine, cosine) = body.angle.sin_cos();
                PlanarPose {
                    position: body.position + rotated([cosine, sine], self.pose.position),
                    angle: body.angle + self.pose.angle,
                }
            }
            MountedOn::World => self.pose,
        };
        PlanarFrame::in_space(&pose)
    }

    /// Returns a point of the patch on the surface under it, for a body at the given pose.
    #[inline]
    pub(crate) fn point_on_surface(&self, body: &PlanarPose, point: &Vector2<f64>) -> SurfacePoint {
        let frame = self.frame(body);
        let lever = Vector2::from(frame.lever) + rotated(frame.turn, *point);
        let [surface, patch] = match self.on {
            MountedOn::Body => [[1.0, 0.0], frame.turn],
            MountedOn::World => {
                let (sine, cosine) = body.angle.sin_cos();
                let [x, y] = frame.turn;
                [[cosine, sine], [cosine * x + sine * y, cosine * y - sine * x]]
            }
        };
        SurfacePoint { lever, surface, patch }
    }

    /// Returns the frame of the patch for a body at the given pose.
    #[inline]
    pub(crate) fn frame(&self, body: &PlanarPose) -> PatchFrame<f64> {
        self.frame_at(body.position.into(), body.angle)
    }

    /// Returns [`Self::frame`] for one body or several side by side.
    #[inline(always)]
    pub(crate) fn frame_at<R: Real>(&self, origin: [R; 2], angle: R) -> PatchFrame<R> {
        let place = [angle.same(self.pose.position.x), angle.same(self.pose.position.y)];
        let turn = [angle.same(self.turn[0]), angle.same(self.turn[1])];
        match self.on {
            MountedOn::Body => {
                let (cosine, sine) = (angle.map(f64::cos), angle.map(f64::sin));
                let [x, y] = turn;
                let lever = turned([cosine, sine], place);
                PatchFrame { lever, turn: [cosine * x - sine * y, cosine * y + sine * x] }
            }
            MountedOn::World => {
                PatchFrame { lever: [place[0] - origin[0], place[1] - origin[1]], turn }
            }
        }
    }
}

impl Default for Mount {
    fn default() -> Self {
        Self { on: MountedOn::Body, pose: PlanarPose::default(), turn: [1.0, 0.0] }
    }
}

/// The frame of a patch at one instant, or of several side by side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PatchFrame<R> {
    /// From the body frame to the patch frame, world axes \[m\].
    lever: [R; 2],
    /// Cosine and sine of the angle from world to patch axes.
    turn: [R; 2],
}

impl<R: Real> PatchFrame<R> {
    /// Returns the velocity of the body at the frame of the patch, in its axes.
    #[inline(always)]
    pub(crate) fn velocity(&self, linear: [R; 2], angular: R) -> [R; 2] {
        let [cosine, sine] = self.turn;
        turned([cosine, -sine], velocity_at(linear, angular, self.lever))
    }

    /// Returns force and torque at the frame of the body, in world axes.
    #[inline(always)]
    pub(crate) fn push(&self, force: [R; 2], torque: R) -> ([R; 2], R) {
        let force = turned(self.turn, force);
        (force, torque_from(force, torque, self.lever))
    }
}

impl PatchFrame<f64> {
    /// Returns the twist of the body at the frame of the patch, in its axes.
    #[inline]
    pub(crate) fn twist(&self, body: &PlanarTwist) -> PlanarTwist {
        let linear = self.velocity(body.linear.into(), body.angular).into();
        PlanarTwist { linear, angular: body.angular }
    }

    /// Returns the wrench at the frame of the body, in world axes.
    #[inline]
    pub(crate) fn wrench(&self, patch: &PlanarWrench) -> PlanarWrench {
        let (force, torque) = self.push(patch.force.into(), patch.torque);
        PlanarWrench { force: force.into(), torque }
    }
}

/// A point of a patch in the axes of the surface under it: of the world for a patch on the body, of the
/// body for one that is fixed in the world.
///
/// In these axes its velocity is, except for the sign, the rate of its place on that surface, so that the
/// integral depends on where the motion ends, and not on the way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SurfacePoint {
    /// From the body frame to the point, world axes \[m\].
    lever: Vector2<f64>,
    /// Cosine and sine of the angle from world to surface axes.
    surface: [f64; 2],
    /// Cosine and sine of the angle from surface to patch axes.
    patch: [f64; 2],
}

impl SurfacePoint {
    /// Returns the velocity of the body at the point, in surface axes.
    #[inline]
    pub(crate) fn twist(&self, body: &PlanarTwist) -> Vector3<f64> {
        let [cosine, sine] = self.surface;
        rotated([cosine, -sine], twist_at(body, &self.lever).linear).push(body.angular)
    }

    /// Turns a vector from surface axes into patch axes.
    #[inline]
    pub(crate) fn in_patch_axes(&self, v: Vector3<f64>) -> Vector3<f64> {
        let [cosine, sine] = self.patch;
        rotated([cosine, -sine], v.xy()).push(v.z)
    }

    /// Turns a vector from patch axes into surface axes.
    #[inline]
    pub(crate) fn in_surface_axes(&self, v: Vector3<f64>) -> Vector3<f64> {
        rotated(self.patch, v.xy()).push(v.z)
    }

    /// Returns the wrench at the point in surface axes, at the frame of the body in world axes: the transpose
    /// of [`Self::twist`].
    #[inline]
    pub(crate) fn wrench(&self, at_point: Vector3<f64>) -> PlanarWrench {
        let force = rotated(self.surface, at_point.xy());
        wrench_from(&PlanarWrench { force, torque: at_point.z }, &self.lever)
    }
}

#[inline(always)]
fn turned<R: Real>([cosine, sine]: [R; 2], v: [R; 2]) -> [R; 2] {
    [cosine * v[0] - sine * v[1], sine * v[0] + cosine * v[1]]
}

#[inline]
fn rotated(turn: [f64; 2], v: Vector2<f64>) -> Vector2<f64> {
    turned(turn, v.into()).into()
}

/// Returns the velocity of a point of a body.
#[inline(always)]
pub(crate) fn velocity_at<R: Real>(velocity: [R; 2], angular: R, point: [R; 2]) -> [R; 2] {
    [velocity[0] + -angular * point[1], velocity[1] + angular * point[0]]
}

/// Returns the torque at the origin of a force and a torque at a point.
#[inline(always)]
pub(crate) fn torque_from<R: Real>(force: [R; 2], torque: R, point: [R; 2]) -> R {
    torque + point[0] * force[1] - point[1] * force[0]
}

/// Returns the twist at another point, which lies at `point` \[m\] from where it is given.
#[inline]
#[must_use]
pub fn twist_at(twist: &PlanarTwist, point: &Vector2<f64>) -> PlanarTwist {
    let PlanarTwist { linear, angular } = *twist;
    PlanarTwist { linear: velocity_at(linear.into(), angular, (*point).into()).into(), angular }
}

/// Returns the wrench given at `point` \[m\], at the origin: the transpose of [`twist_at`].
#[inline]
#[must_use]
pub fn wrench_from(wrench: &PlanarWrench, point: &Vector2<f64>) -> PlanarWrench {
    let PlanarWrench { force, torque } = *wrench;
    PlanarWrench { force, torque: torque_from(force.into(), torque, (*point).into()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::pose;
    use proptest::prelude::*;
    use stiction_core::{Domain, PlanarFrame};

    #[test]
    fn hand_computed() {
        let quarter = core::f64::consts::FRAC_PI_2;
        let turning = PlanarTwist { linear: Vector2::new(0.0, 1.0), angular: 2.0 };
        let pull = PlanarWrench { force: Vector2::new(1.0, 0.0), torque: 0.5 };

        // A pad at a fixed place: the body at (3, 0) turns under it.
        let finger = Mount::in_world(pose(0.0, 0.0, 0.0)).unwrap();
        let frame = finger.frame(&pose(3.0, 0.0, 0.7));
        assert_eq!(frame.twist(&turning).linear, Vector2::new(0.0, 1.0 - 6.0));
        assert_eq!(frame.wrench(&pull), pull);

        // A foot at (1, 0) of a body that has turned by a quarter: it is above the body.
        let foot = Mount::on_body(pose(1.0, 0.0, 0.0)).unwrap();
        let frame = foot.frame(&pose(3.0, 0.0, quarter));
        assert!((frame.twist(&turning).linear - Vector2::new(1.0, 2.0)).norm() < 1e-15);
        let on_body = frame.wrench(&pull);
        assert!((on_body.force - Vector2::new(0.0, 1.0)).norm() < 1e-15);
        assert!((on_body.torque - 0.5).abs() < 1e-15);
    }

    proptest! {
        #[test]
        fn conserves_power(
            p in prop::array::uniform3(-2.0..2.0_f64), body in prop::array::uniform3(-9.0..9.0_f64),
            v in prop::array::uniform3(-2.0..2.0_f64), f in prop::array::uniform3(-2.0..2.0_f64),
        ) {
            let twist = PlanarTwist { linear: Vector2::new(v[0], v[1]), angular: v[2] };
            let wrench = PlanarWrench { force: Vector2::new(f[0], f[1]), torque: f[2] };
            let at = pose(p[0], p[1], p[2]);
            for mount in [Mount::on_body(at).unwrap(), Mount::in_world(at).unwrap()] {
                let frame = mount.frame(&pose(body[0], body[1], body[2]));
                let patch = PlanarFrame::power(&frame.twist(&twist), &wrench);
                let port = PlanarFrame::power(&twist, &frame.wrench(&wrench));
                prop_assert!((patch - port).abs() < 1e-13);
            }
        }

        #[test]
        fn a_point_on_the_surface_conserves_power_and_knows_its_place(
            p in prop::array::uniform3(-2.0..2.0_f64), body in prop::array::uniform3(-9.0..9.0_f64),
            v in prop::array::uniform3(-2.0..2.0_f64), f in prop::array::uniform3(-2.0..2.0_f64),
            x in -1.0..1.0_f64, y in -1.0..1.0_f64,
        ) {
            let twist = PlanarTwist { linear: Vector2::new(v[0], v[1]), angular: v[2] };
            let (at, point) = (pose(p[0], p[1], p[2]), Vector2::new(x, y));
            for mount in [Mount::on_body(at).unwrap(), Mount::in_world(at).unwrap()] {
                // Where it is on the surface under it: on the ground, or on the body.
                let place = |time: f64| {
                    let angle = body[2] + time * v[2];
                    let (position, attached) = (
                        Vector2::new(body[0] + time * v[0], body[1] + time * v[1]),
                        mount.attached_point(&point),
                    );
                    let (sine, cosine) = angle.sin_cos();
                    match mount.on {
                        MountedOn::Body => position + rotated([cosine, sine], attached),
                        MountedOn::World => -rotated([cosine, -sine], attached - position),
                    }
                };
                let seen = mount.point_on_surface(&pose(body[0], body[1], body[2]), &point);
                let (moving, force) = (seen.twist(&twist), Vector3::from(f));
                let rate = (place(1e-5) - place(-1e-5)) / 2e-5;
                prop_assert!((moving.xy() - rate).norm() < 1e-7, "{moving} {rate}");
                let port = PlanarFrame::power(&twist, &seen.wrench(force));
                prop_assert!((moving.dot(&force) - port).abs() < 1e-12);
                prop_assert!((seen.in_surface_axes(seen.in_patch_axes(moving)) - moving).norm() < 1e-13);
                // The same axes of the patch as those of its frame.
                let frame = mount.frame(&pose(body[0], body[1], body[2]));
                let at_point = twist_at(&frame.twist(&twist), &point);
                prop_assert!((seen.in_patch_axes(moving).xy() - at_point.linear).norm() < 1e-13);
            }
        }
    }
}
