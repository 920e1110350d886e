//! A point seen from a fixed frame.

use core::any::Any;

use nalgebra::{Matrix3, Quaternion, Vector3};
use stiction_core::coupling::Fit;
use stiction_core::{
    Coupling, Describe, LinearIn, Motion, MotionIn, Numbers, ParameterError, PortDomains, Pose,
    Real, Space, Validate,
};
use typed_builder::TypedBuilder;

use crate::rotation;

/// The point of another coupling in the coordinates of a fixed frame: `Q^T (x - o)`, `Q^T v`.
///
/// The frame is fixed in the axes in which the coupling gives its point: in the world, or, for
/// [`PointsBetween`](super::PointsBetween), on the first body.
///
/// For a contact on a tilted plane: with the frame's z axis along the normal, the third component
/// of the result is the gap.
///
/// ```
/// use nalgebra::{Quaternion, Vector3};
/// use stiction_core::{Coupling, Motion, Space};
/// use stiction_mechanics::{Direct, InFrame};
/// // A wall at x = 2: its normal -x is the z axis of the frame.
/// let half = 0.5_f64.sqrt();
/// let wall = InFrame::builder()
///     .map(Direct::<Space>::new())
///     .origin(Vector3::new(2.0, 0.0, 0.0))
///     .orientation(Quaternion::new(half, 0.0, -half, 0.0))
///     .build()?;
/// let gap = wall.motion(&Motion::at_rest(Vector3::new(1.5, 0.0, 0.0))).pose.z;
/// assert!((gap - 0.5).abs() < 1e-15);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<InFrame<M>, ParameterError>))]
#[describe(check = Self::further)]
pub struct InFrame<M: Coupling<To = Space>> {
    /// The coupling to a point; any map or pair of closures.
    #[field(part, by_ref)]
    map: M,
    /// Origin `o` of the frame, in the coordinates of that point \[m\], finite, default zero.
    #[builder(default)]
    #[field(finite)]
    origin: Vector3<f64>,
    /// Orientation of the frame: turns its coordinates into those of the point; finite, not zero,
    /// normalised here.
    #[field(finite)]
    orientation: Quaternion<f64>,
    #[builder(
        default = rotation::matrix(&rotation::normalised(*orientation)).transpose(),
        setter(skip)
    )]
    world_to_frame: Matrix3<f64>,
}

impl<M: Coupling<To = Space>> InFrame<M> {
    fn further(&self) -> Result<(), ParameterError> {
        let length = self.orientation.norm();
        let usable = length > 0.0 && length.is_finite();
        Self::require(usable, "orientation", length, "must be a quaternion of usable length")
    }

    /// Puts another map in the same frame.
    pub(super) fn with_map(self, map: M) -> Self {
        Self { map, ..self }
    }
}

/// The parameters of an [`InFrame`] in a scenario file: `frame` beside those of the map.
///
/// ```
/// use stiction_core::{Describe, Register};
/// use stiction_mechanics::{BodyPoint, Framed};
///
/// assert_eq!(Framed::<BodyPoint>::DESCRIPTION.named().tag, "body_point");
/// fn register(components: &mut impl Register) {
///     components.map::<BodyPoint>();
///     components.map::<Framed<BodyPoint>>();
/// }
/// ```
#[derive(Debug, Describe)]
#[describe(builds = InFrame<M>, entry)]
pub struct Framed<M: Coupling<To = Space> + Clone> {
    /// The map.
    #[field(flat)]
    map: M,
    /// A frame of the world (of the first body in `points_between`) in which it is seen; z is the normal of a
    /// contact. For points in space.
    #[field(default = None)]
    frame: Option<Pose>,
}

impl<M: Coupling<To = Space> + Clone> From<Framed<M>> for Result<InFrame<M>, ParameterError> {
    fn from(Framed { map, frame }: Framed<M>) -> Self {
        let Pose { position, orientation } = frame.unwrap_or_default();
        InFrame::builder().map(map).origin(position).orientation(orientation).build()
    }
}

impl<M: Coupling<To = Space> + Clone> From<&InFrame<M>> for Framed<M> {
    fn from(map: &InFrame<M>) -> Self {
        let frame = Pose { position: map.origin, orientation: map.orientation };
        Self { map: map.map.clone(), frame: Some(frame) }
    }
}

impl<M: Coupling<To = Space>> Coupling for InFrame<M> {
    type From = M::From;
    type To = Space;
    #[inline(always)]
    fn motion(&self, from: &<M::From as PortDomains>::Motions) -> Motion<Space> {
        let Motion { pose, flow } = self.map.motion(from);
        Motion {
            pose: self.world_to_frame * (pose - self.origin),
            flow: self.world_to_frame * flow,
        }
    }
    #[inline(always)]
    fn efforts(
        &self,
        from: &<M::From as PortDomains>::Motions,
        force: &Vector3<f64>,
    ) -> <M::From as PortDomains>::Efforts {
        self.map.efforts(from, &self.world_to_frame.tr_mul(force))
    }
    /// Returns where the map inside acts, with the axes of the frame.
    fn acts_at(&self, from: &<M::From as PortDomains>::Motions) -> Vec<Pose> {
        let turn = self.orientation.normalize();
        let turned = |place: Pose| Pose { orientation: place.orientation * turn, ..place };
        self.map.acts_at(from).into_iter().map(turned).collect()
    }
    /// Asks the map inside.
    fn flow_is_pose_rate(&self) -> bool {
        self.map.flow_is_pose_rate()
    }
    fn fit(&self, law: &dyn Any) -> Fit {
        self.map.fit(law)
    }
    #[inline(always)]
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        from: &<M::From as PortDomains>::MotionsIn<R>,
    ) -> Option<(MotionIn<Space, R>, impl LinearIn<R, M::From, Space>)> {
        let origin = numbers.read(self.origin.into());
        let [x, y, z] = self.world_to_frame.transpose().into();
        let rows = [numbers.read(x), numbers.read(y), numbers.read(z)];
        let (point, psi) = self.map.kernel(numbers, from)?;
        let [x, y, z] = point.pose;
        let seen = [x - origin[0], y - origin[1], z - origin[2]];
        let (pose, flow) = (rotation::product(rows, seen), rotation::product(rows, point.flow));
        Some((MotionIn { pose, flow }, Turned { rows, psi }))
    }
}

/// `Psi` of a map, seen in a frame.
struct Turned<R, P> {
    /// From the world to the frame.
    rows: [[R; 3]; 3],
    psi: P,
}

impl<R: Real, F: PortDomains, P: LinearIn<R, F, Space>> LinearIn<R, F, Space> for Turned<R, P> {
    #[inline(always)]
    fn apply(&self, flows: F::FlowsIn<R>) -> [R; 3] {
        rotation::product(self.rows, self.psi.apply(flows))
    }
    #[inline(always)]
    fn transpose(&self, force: [R; 3]) -> F::EffortsIn<R> {
        self.psi.transpose(rotation::product(rotation::transposed(self.rows), force))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maps::{Between, Direct};
    use crate::testing::*;

    /// Where the point is, with the axes of the frame: x of the frame is y of the world.
    #[test]
    fn it_acts_at_the_point_in_the_axes_of_the_frame() {
        let quarter = Quaternion::new(1.0, 0.0, 0.0, 1.0);
        let map = InFrame::builder().map(Direct::<Space>::new());
        let map = map.origin(Vector3::new(9.0, 9.0, 9.0)).orientation(quarter).build().unwrap();
        let places = map.acts_at(&Motion::at_rest(Vector3::new(1.0, 2.0, 3.0)));
        assert_eq!(places.len(), 1);
        assert_eq!(places[0].position, Vector3::new(1.0, 2.0, 3.0));
        let x = nalgebra_glm::quat_rotate_vec3(&places[0].orientation, &Vector3::x());
        assert!((x - Vector3::y()).norm() < 1e-15);
        // A law between two points acts at both.
        let ends = (Motion::at_rest(Vector3::x()), Motion::at_rest(Vector3::z()));
        let places = Between::<Space>::new().acts_at(&ends);
        let positions: Vec<_> = places.iter().map(|place| place.position).collect();
        assert_eq!(positions, [Vector3::x(), Vector3::z()]);
    }

    #[test]
    fn an_orientation_has_a_length() {
        let map = InFrame::builder().map(Direct::<Space>::new());
        assert_refused(map.orientation(Quaternion::new(0.0, 0.0, 0.0, 0.0)).build(), "orientation");
    }
}
