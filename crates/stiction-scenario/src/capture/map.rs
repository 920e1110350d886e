//! Couplings back to their entries in a file.

use core::any::Any;

use stiction_core::{
    Coupling, Direct, Domain, Line, PlanarFrame, Plane, Pose, Shaft, Space, SpatialFrame,
    VectorDomain,
};
use stiction_mechanics::{
    Along, ArmPoint, Between, BodyPoint, Differential, Footprint, HingeAngle, InFrame, PlanarPoint,
    PointsBetween, Reaction, RelativeFrame, SphereOnPlane, Transmission,
};

use super::{Found, domain, flat, known, numbers, unless_zero};
use crate::map::{
    AxesOf, Direction, FrameOf, Framed, Itself, Joint, Map, PointInPlane, PointInSpace, PointOfArm,
    Print, Ratio, RelativeJoint, Sphere, TwoPoints, Weights,
};

pub(super) fn of(map: &dyn Any) -> Found<Map> {
    plain(map).map(Ok).or_else(|| gears(map)).or_else(|| points(map)).or_else(|| arms(map))
}

/// Maps without parameters.
fn plain(map: &dyn Any) -> Option<Map> {
    let direct = map.is::<Direct<Line>>()
        || map.is::<Direct<Shaft>>()
        || map.is::<Direct<Plane>>()
        || map.is::<Direct<Space>>()
        || map.is::<Direct<PlanarFrame>>()
        || map.is::<Direct<SpatialFrame>>();
    let between = map.is::<Between<Line>>()
        || map.is::<Between<Shaft>>()
        || map.is::<Between<Plane>>()
        || map.is::<Between<Space>>();
    if direct { Some(Itself::default().into()) } else { between.then(|| Framed::default().into()) }
}

fn gears(map: &dyn Any) -> Found<Map> {
    ratio::<Line, Line>(map)
        .or_else(|| ratio::<Line, Shaft>(map))
        .or_else(|| ratio::<Shaft, Line>(map))
        .or_else(|| ratio::<Shaft, Shaft>(map))
        .or_else(|| weights::<Line, Line>(map))
        .or_else(|| weights::<Line, Shaft>(map))
        .or_else(|| weights::<Shaft, Line>(map))
        .or_else(|| weights::<Shaft, Shaft>(map))
}

fn ratio<A, B>(map: &dyn Any) -> Found<Map>
where
    A: VectorDomain<Vector = f64>,
    B: VectorDomain<Vector = f64>,
{
    let map = map.downcast_ref::<Transmission<A, B>>()?;
    Some(Ok(Ratio { to: domain(B::NAME), ratio: map.ratio() }.into()))
}

fn weights<A, B>(map: &dyn Any) -> Found<Map>
where
    A: VectorDomain<Vector = f64>,
    B: VectorDomain<Vector = f64>,
{
    let entry = |to, weights| Some(Ok(Weights { to: domain(to), weights }.into()));
    if let Some(map) = map.downcast_ref::<Differential<A, B, Line>>() {
        return entry(Line::NAME, map.weights());
    }
    let map = map.downcast_ref::<Differential<A, B, Shaft>>()?;
    entry(Shaft::NAME, map.weights())
}

fn points(map: &dyn Any) -> Found<Map> {
    known::<Along<Plane>, Direction, _>(map)
        .or_else(|| known::<Along<Space>, Direction, _>(map))
        .or_else(|| known::<PlanarPoint, PointInPlane, _>(map))
        .or_else(|| known::<BodyPoint, PointInSpace, _>(map))
        .or_else(|| known::<PointsBetween, TwoPoints, _>(map))
        .or_else(|| known::<SphereOnPlane, Sphere, _>(map))
        .or_else(|| known::<InFrame<Direct<Space>>, Itself, _>(map))
        .or_else(|| known::<InFrame<Between<Space>>, Framed, _>(map))
        .or_else(|| known::<InFrame<BodyPoint>, PointInSpace, _>(map))
        .or_else(|| known::<InFrame<PointsBetween>, TwoPoints, _>(map))
        .or_else(|| known::<InFrame<SphereOnPlane>, Sphere, _>(map))
        .or_else(|| known::<HingeAngle, Joint, _>(map))
        .or_else(|| known::<RelativeFrame, RelativeJoint, _>(map))
        .or_else(|| known::<Footprint, Print, _>(map))
}

fn arms(map: &dyn Any) -> Found<Map> {
    known::<ArmPoint<1>, PointOfArm, _>(map)
        .or_else(|| known::<ArmPoint<2>, PointOfArm, _>(map))
        .or_else(|| known::<ArmPoint<3>, PointOfArm, _>(map))
        .or_else(|| known::<ArmPoint<4>, PointOfArm, _>(map))
        .or_else(|| known::<ArmPoint<5>, PointOfArm, _>(map))
        .or_else(|| known::<ArmPoint<6>, PointOfArm, _>(map))
}

/// Entries that never fail.
macro_rules! entries {
    ($($map:ty => $entry:ident, $from:ident: $value:expr;)+) => {$(
        impl TryFrom<&$map> for $entry {
            type Error = String;
            fn try_from($from: &$map) -> Result<Self, String> {
                Ok($value)
            }
        }
    )+};
}
entries! {
    PlanarPoint => PointInPlane, map: Self { point: map.point().into() };
    BodyPoint => PointInSpace, map: Self { point: map.point().into(), frame: None };
    PointsBetween => TwoPoints, map: Self {
        first: map.first().into(),
        second: map.second().into(),
        frame: None,
    };
    SphereOnPlane => Sphere, map: Self {
        radius: map.radius(),
        normal: map.normal().into(),
        frame: None,
    };
    InFrame<Direct<Space>> => Itself, map: Self { frame: Some(frame(map)) };
    InFrame<Between<Space>> => Framed, map: Self { frame: Some(frame(map)) };
    InFrame<BodyPoint> => PointInSpace, map: Self {
        frame: Some(frame(map)),
        ..Self::try_from(map.map())?
    };
    InFrame<PointsBetween> => TwoPoints, map: Self {
        frame: Some(frame(map)),
        ..Self::try_from(map.map())?
    };
    InFrame<SphereOnPlane> => Sphere, map: Self {
        frame: Some(frame(map)),
        ..Self::try_from(map.map())?
    };
    HingeAngle => Joint, map: Self { parent: axes_of(&map.parent()), child: axes_of(&map.child()) };
    RelativeFrame => RelativeJoint, map: Self {
        parent: of_pose(&map.parent()),
        child: of_pose(&map.child()),
        reaction_at_child: map.reaction() == Reaction::AtChildPoint,
    };
    Footprint => Print, map: Self { support_height: map.support_height() };
}

impl<D: VectorDomain> TryFrom<&Along<D>> for Direction {
    type Error = String;
    fn try_from(map: &Along<D>) -> Result<Self, String> {
        let direction = numbers(&flat(&map.direction()));
        Ok(Self { direction, origin: unless_zero(&flat(&map.origin())) })
    }
}

impl<const K: usize> TryFrom<&ArmPoint<K>> for PointOfArm {
    type Error = String;
    fn try_from(map: &ArmPoint<K>) -> Result<Self, String> {
        Ok(Self { lengths: map.lengths().to_vec(), base: map.base().into() })
    }
}

fn frame<M: Coupling<To = Space>>(map: &InFrame<M>) -> FrameOf {
    of_pose(&Pose { position: map.origin(), orientation: map.orientation() })
}

fn axes_of(pose: &Pose) -> AxesOf {
    AxesOf { orientation: of_pose(pose).orientation }
}

fn of_pose(pose: &Pose) -> FrameOf {
    let q = pose.orientation;
    FrameOf { position: pose.position.into(), orientation: [q.w, q.i, q.j, q.k] }
}
