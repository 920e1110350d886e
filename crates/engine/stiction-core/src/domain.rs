//! Physical domains: conjugate pairs of flow and effort.
//!
//! | domain | pose | flow | effort |
//! |---|---|---|---|
//! | [`Line`] | position \[m\] | velocity \[m/s\] | force \[N\] |
//! | [`Shaft`] | angle \[rad\] | angular velocity \[rad/s\] | torque \[N m\] |
//! | [`Plane`] | point in a plane | its velocity | force (2) |
//! | [`Space`] | point in space | its velocity | force (3) |
//! | [`PlanarFrame`] | frame in a plane ([`PlanarPose`]) | [`PlanarTwist`] | [`PlanarWrench`] |
//! | [`SpatialFrame`] | frame in space ([`Pose`]) | [`Twist`] | [`Wrench`] |
//!
//! A motion is flat in the state: pose, then flow. Efforts are summed up where the flow is, among the rates. A pose may
//! be longer than a flow, because a quaternion has four numbers and an angular velocity three:
//!
//! ```text
//!           pose                                 flow
//! state     x  y  z  qw  qx  qy  qz              vx  vy  vz  wx  wy  wz         a frame in space
//! rates     their rates                          fx  fy  fz  tx  ty  tz         efforts, later accelerations
//! ```
//! Two of them side by side are a [`Pair`](crate::Pair), for an element that acts on two ports.
//! Joint space of an n-joint arm is n ports of the domain [`Shaft`].

use core::fmt::Debug;

use nalgebra::{Quaternion, Vector2, Vector3};

use crate::flat::flat_fields;
use crate::kernel::{PlanarPoseIn, PlanarTwistIn, PlanarWrenchIn, PoseIn, TwistIn, WrenchIn};
use crate::{Describe, Flat, Parameter, Real, Scalars, Vector};

/// A physical domain: flow times effort is a power \[W\].
pub trait Domain: Copy + Debug + Default + PartialEq + Send + Sync + 'static {
    /// Generalized position; its default is the origin.
    type Pose: Flat + Default;
    /// Generalized velocity, conjugate to [`Self::Effort`].
    type Flow: Flat + Default;
    /// Generalized force; has the length of [`Self::Flow`].
    type Effort: Flat + Default + Parameter;
    /// [`Self::Pose`] with `R` for every number: `[R; 3]`.
    type PoseIn<R: Real>: Scalars<R>;
    /// [`Self::Flow`] likewise.
    type FlowIn<R: Real>: Scalars<R>;
    /// [`Self::Effort`] likewise.
    type EffortIn<R: Real>: Scalars<R>;
    /// Name in messages, "1-D translation".
    const NAME: &'static str;
    /// Name in files, `line`.
    const TAG: &'static str = Self::NAME;
    /// Names of the scalars of a pose, in the order of [`Flat`].
    const POSE_NAMES: &'static [&'static str];
    /// Names of the scalars of a flow, in the order of [`Flat`].
    const FLOW_NAMES: &'static [&'static str];
    /// Names of the scalars of an effort, in the order of [`Flat`].
    const EFFORT_NAMES: &'static [&'static str];
    /// Place of the quaternion (w, x, y, z) among the scalars of a pose, if it has one.
    const QUATERNION: Option<usize> = None;
    /// Returns the power of the pair \[W\].
    fn power(flow: &Self::Flow, effort: &Self::Effort) -> f64;
    /// Returns the rate of the pose under a flow. A quaternion turns by `1/2 (0, w) q`, with the angular velocity
    /// `w` in world coordinates.
    fn pose_rate(pose: &Self::Pose, flow: &Self::Flow) -> Self::Pose;
    /// Returns the valid pose nearest to any scalars: a quaternion of unit length.
    fn valid_pose(pose: Self::Pose) -> Self::Pose {
        pose
    }
    /// Returns where a pose is in space, and how it is turned there: for pictures. `None` for a domain without a
    /// place, a shaft; a pose in a plane lies in that of x and y.
    #[must_use]
    fn in_space(_pose: &Self::Pose) -> Option<Pose> {
        None
    }
    /// Returns an effort as force and moment in space, in the axes of the pose's world: for pictures.
    #[must_use]
    fn effort_in_space(_effort: &Self::Effort) -> Option<Wrench> {
        None
    }
}

/// Pose type of a domain.
pub type PoseOf<D> = <D as Domain>::Pose;
/// Flow type of a domain.
pub type Flow<D> = <D as Domain>::Flow;
/// Effort type of a domain.
pub type Effort<D> = <D as Domain>::Effort;

/// A domain whose flow and effort are vectors of one Euclidean space (not a twist, whose parts
/// have different units), so that a direction-independent friction law makes sense in it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no single unit of length: its motion is both a shift and a turn",
    label = "a domain of vectors is needed here: `Line`, `Shaft`, `Plane` or `Space`",
    note = "friction of a frame is that of points or of areas: connect the law through a `PlanarPoint`, a \
            `BodyPoint` or a `SphereOnPlane`, or use an `EllipsoidContact`, an `EllipticContact` or a pad \
            such as `StickSlipPatch`"
)]
pub trait VectorDomain:
    Domain<Pose = Self::Vector, Flow = Self::Vector, Effort = Self::Vector>
{
    /// The vector type.
    type Vector: Vector + Default;
}

/// Pose and flow of a port.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Motion<D: Domain> {
    /// Generalized position.
    pub pose: D::Pose,
    /// Generalized velocity.
    pub flow: D::Flow,
}

impl<D: Domain> Motion<D> {
    /// Creates a motion with the given pose and flow.
    #[must_use]
    pub const fn new(pose: D::Pose, flow: D::Flow) -> Self {
        Self { pose, flow }
    }
    /// Creates a motion at rest in the given pose.
    #[must_use]
    pub fn at_rest(pose: D::Pose) -> Self {
        Self { pose, flow: D::Flow::default() }
    }
    /// Returns the motion with the same flow and the pose that it reaches after the short time `h` \[s\]:
    /// `pose + h rate`, made [valid](Domain::valid_pose).
    #[must_use]
    pub fn moved(&self, h: f64) -> Self {
        // A pose has no sum of its own, so its numbers are added in a slice.
        let len = <D::Pose as Flat>::LEN;
        let pose = crate::numeric::with_scratch(2 * len, |scratch| {
            let (pose, rate) = scratch.split_at_mut(len);
            self.pose.store(pose);
            D::pose_rate(&self.pose, &self.flow).store(rate);
            for (pose, rate) in pose.iter_mut().zip(rate) {
                *pose += h * *rate;
            }
            D::valid_pose(D::Pose::load(pose))
        });
        Self { pose, flow: self.flow }
    }
}

impl<D: Domain> Flat for Motion<D> {
    const LEN: usize = {
        assert!(D::Flow::LEN == D::Effort::LEN, "flow and effort are conjugate");
        D::Pose::LEN + D::Flow::LEN
    };
    #[inline(always)]
    fn load(slice: &[f64]) -> Self {
        let (pose, flow) = slice[..Self::LEN].split_at(D::Pose::LEN);
        Self { pose: D::Pose::load(pose), flow: D::Flow::load(flow) }
    }
    #[inline(always)]
    fn store(&self, slice: &mut [f64]) {
        let (pose, flow) = slice[..Self::LEN].split_at_mut(D::Pose::LEN);
        self.pose.store(pose);
        self.flow.store(flow);
    }
    #[inline(always)]
    fn accumulate(&self, slice: &mut [f64]) {
        let (pose, flow) = slice[..Self::LEN].split_at_mut(D::Pose::LEN);
        self.pose.accumulate(pose);
        self.flow.accumulate(flow);
    }
}

macro_rules! vector_domain {
    ($(#[$doc:meta])* $name:ident, $vector:ty, $text:literal, $tag:literal, $pose:expr, $flow:expr, $effort:expr
        $(, $in_space:expr)?) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name;
        impl Domain for $name {
            type Pose = $vector;
            type Flow = $vector;
            type Effort = $vector;
            type PoseIn<R: Real> = [R; <$vector as Flat>::LEN];
            type FlowIn<R: Real> = [R; <$vector as Flat>::LEN];
            type EffortIn<R: Real> = [R; <$vector as Flat>::LEN];
            const NAME: &'static str = $text;
            const TAG: &'static str = $tag;
            const POSE_NAMES: &'static [&'static str] = $pose;
            const FLOW_NAMES: &'static [&'static str] = $flow;
            const EFFORT_NAMES: &'static [&'static str] = $effort;
            #[inline(always)]
            fn power(flow: &$vector, effort: &$vector) -> f64 {
                Vector::dot(flow, effort)
            }
            #[inline(always)]
            fn pose_rate(_: &$vector, flow: &$vector) -> $vector {
                *flow
            }
            $(
                fn in_space(pose: &$vector) -> Option<Pose> {
                    Some(Pose::at($in_space(pose)))
                }
                fn effort_in_space(effort: &$vector) -> Option<Wrench> {
                    Some(Wrench { force: $in_space(effort), torque: Vector3::zeros() })
                }
            )?
        }
        impl VectorDomain for $name {
            type Vector = $vector;
        }
    };
}

vector_domain!(
    /// 1-D translation: m, m/s, N.
    Line, f64, "1-D translation", "line", &["x"], &["vx"], &["force"]
);
vector_domain!(
    /// 1-D rotation: rad, rad/s, N m.
    Shaft, f64, "1-D rotation", "shaft", &["angle"], &["rate"], &["torque"]
);
vector_domain!(
    /// A point in a plane: m, m/s, N.
    Plane, Vector2<f64>, "point in a plane", "plane", &["x", "y"], &["vx", "vy"], &["fx", "fy"],
    |point: &Vector2<f64>| Vector3::new(point.x, point.y, 0.0)
);
vector_domain!(
    /// A point in space: m, m/s, N.
    Space, Vector3<f64>, "point in space", "space", &["x", "y", "z"], &["vx", "vy", "vz"],
    &["fx", "fy", "fz"], |point: &Vector3<f64>| *point
);

/// Position \[m\] and heading \[rad\] of a frame in a plane.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlanarPose {
    /// Position of the origin \[m\].
    pub position: Vector2<f64>,
    /// Heading \[rad\], not wrapped.
    pub angle: f64,
}
/// Velocity of a frame in a plane.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlanarTwist {
    /// Velocity of the origin \[m/s\].
    pub linear: Vector2<f64>,
    /// Angular velocity \[rad/s\].
    pub angular: f64,
}
/// Force and moment at the origin of a frame in a plane.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlanarWrench {
    /// Force \[N\].
    pub force: Vector2<f64>,
    /// Moment about the origin \[N m\].
    pub torque: f64,
}
flat_fields!(PlanarPose { position: Vector2<f64>, angle: f64 });
flat_fields!(PlanarTwist { linear: Vector2<f64>, angular: f64 });
flat_fields!(PlanarWrench { force: Vector2<f64>, torque: f64 });

/// A frame that moves in a plane: [`PlanarPose`], [`PlanarTwist`], [`PlanarWrench`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlanarFrame;
impl Domain for PlanarFrame {
    type Pose = PlanarPose;
    type Flow = PlanarTwist;
    type Effort = PlanarWrench;
    type PoseIn<R: Real> = PlanarPoseIn<R>;
    type FlowIn<R: Real> = PlanarTwistIn<R>;
    type EffortIn<R: Real> = PlanarWrenchIn<R>;
    const NAME: &'static str = "frame in a plane";
    const TAG: &'static str = "planar_frame";
    const POSE_NAMES: &'static [&'static str] = &["x", "y", "angle"];
    const FLOW_NAMES: &'static [&'static str] = &["vx", "vy", "rate"];
    const EFFORT_NAMES: &'static [&'static str] = &["fx", "fy", "torque"];
    #[inline(always)]
    fn power(flow: &PlanarTwist, effort: &PlanarWrench) -> f64 {
        flow.linear.dot(&effort.force) + flow.angular * effort.torque
    }
    #[inline(always)]
    fn pose_rate(_: &PlanarPose, flow: &PlanarTwist) -> PlanarPose {
        PlanarPose { position: flow.linear, angle: flow.angular }
    }
    fn in_space(pose: &PlanarPose) -> Option<Pose> {
        // The quaternion of a turn about z has half the angle.
        let (sine, cosine) = (0.5 * pose.angle).sin_cos();
        let orientation = Quaternion::new(cosine, 0.0, 0.0, sine);
        Some(Pose { position: pose.position.push(0.0), orientation })
    }
    fn effort_in_space(effort: &PlanarWrench) -> Option<Wrench> {
        let torque = Vector3::new(0.0, 0.0, effort.torque);
        Some(Wrench { force: effort.force.push(0.0), torque })
    }
}

/// Position and orientation of a frame in space.
#[derive(Clone, Copy, Debug, PartialEq, Describe)]
#[describe(crate = crate)]
pub struct Pose {
    /// Position of the origin \[m\].
    #[field(default = Vector3::zeros())]
    pub position: Vector3<f64>,
    /// Orientation (w, x, y, z): turns body coordinates into world coordinates.
    ///
    /// It has unit length up to the integration error; see
    /// [`Admittance::constraint`](crate::Admittance::constraint).
    #[field(default = Quaternion::identity())]
    pub orientation: Quaternion<f64>,
}
impl Pose {
    /// Creates a pose at `position`, aligned with the world.
    #[must_use]
    pub fn at(position: Vector3<f64>) -> Self {
        Self { position, orientation: Quaternion::identity() }
    }
}
impl Default for Pose {
    fn default() -> Self {
        Self::at(Vector3::zeros())
    }
}
/// Velocity of a frame in space, in world coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Twist {
    /// Velocity of the origin \[m/s\].
    pub linear: Vector3<f64>,
    /// Angular velocity, world frame \[rad/s\].
    pub angular: Vector3<f64>,
}
/// Force and moment at the origin of a frame in space, in world coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wrench {
    /// Force \[N\].
    pub force: Vector3<f64>,
    /// Moment about the origin \[N m\].
    pub torque: Vector3<f64>,
}
flat_fields!(Pose { position: Vector3<f64>, orientation: Quaternion<f64> });
flat_fields!(Twist { linear: Vector3<f64>, angular: Vector3<f64> });
flat_fields!(Wrench { force: Vector3<f64>, torque: Vector3<f64> });

/// A frame that moves in space: [`Pose`], [`Twist`], [`Wrench`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SpatialFrame;
impl Domain for SpatialFrame {
    type Pose = Pose;
    type Flow = Twist;
    type Effort = Wrench;
    type PoseIn<R: Real> = PoseIn<R>;
    type FlowIn<R: Real> = TwistIn<R>;
    type EffortIn<R: Real> = WrenchIn<R>;
    const NAME: &'static str = "frame in space";
    const TAG: &'static str = "spatial_frame";
    const POSE_NAMES: &'static [&'static str] = &["x", "y", "z", "qw", "qx", "qy", "qz"];
    const FLOW_NAMES: &'static [&'static str] = &["vx", "vy", "vz", "wx", "wy", "wz"];
    const EFFORT_NAMES: &'static [&'static str] = &["fx", "fy", "fz", "tx", "ty", "tz"];
    const QUATERNION: Option<usize> = Some(3);
    #[inline(always)]
    fn power(flow: &Twist, effort: &Wrench) -> f64 {
        flow.linear.dot(&effort.force) + flow.angular.dot(&effort.torque)
    }
    #[inline(always)]
    fn pose_rate(pose: &Pose, flow: &Twist) -> Pose {
        let turn = Quaternion::from_imag(flow.angular * 0.5);
        Pose { position: flow.linear, orientation: turn * pose.orientation }
    }
    fn in_space(pose: &Pose) -> Option<Pose> {
        Some(*pose)
    }
    fn effort_in_space(effort: &Wrench) -> Option<Wrench> {
        Some(*effort)
    }
    fn valid_pose(pose: Pose) -> Pose {
        let length = pose.orientation.norm();
        // A quaternion without a direction becomes the identity. A network refuses such a start, see `QUATERNION`.
        let usable = length.is_finite() && length > 0.0;
        let orientation = if usable { pose.orientation / length } else { Quaternion::identity() };
        Pose { orientation, ..pose }
    }
}
