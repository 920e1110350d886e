//! Maps: the motion that they show and the efforts that they pass back.

use nalgebra::{Quaternion, Vector2, Vector3};
use stiction_core::{
    Coupling, Direct, Domain, Effort, Line, PlanarFrame, Plane, PortDomains, Pose, Shaft, Space,
    SpatialFrame,
};
use stiction_mechanics::{
    Along, ArmPoint, Between, BodyPoint, Differential, Footprint, HingeAngle, InFrame, PlanarPoint,
    PointsBetween, Reaction, RelativeFrame, SphereOnPlane, Transmission,
};
use stiction_network::{AnyPort, Ground, UntypedPort};

use super::{bits, random, read};
use crate::map::Map;

/// What a coupling answers: the scalars of its motion and of the efforts on its ports.
fn answers<M: Coupling>(map: &M) -> Vec<u64> {
    let from = random::<<M::From as PortDomains>::Motions>(4, 0.8);
    let from = M::From::valid_motions(from);
    let effort = random::<Effort<M::To>>(5, 3.0);
    let mut all = bits(&map.motion(&from));
    all.extend(bits(&map.efforts(&from, &effort)));
    all
}

fn port<D: Domain>() -> UntypedPort {
    AnyPort::from(Ground::<D>::default()).into()
}

/// Compares the map of a TOML table with the library's own; returns the name of its type.
fn same<M: Coupling>(table: &str, ports: &[UntypedPort], own: M) -> &'static str {
    let map: Map = read(table);
    let (_, found) = map.build(ports, None).unwrap();
    assert_eq!(answers(found.inside().downcast_ref::<M>().unwrap()), answers(&own), "{table}");
    map.tag()
}

const FRAME: &str = "{ position = [0.1, 0.2, -0.3], orientation = [0.5, -0.5, 0.5, 0.5] }";

fn turned() -> Quaternion<f64> {
    Quaternion::new(0.5, -0.5, 0.5, 0.5)
}

fn in_frame<M: Coupling<To = Space>>(map: M) -> InFrame<M> {
    let frame = InFrame::builder().map(map).origin(Vector3::new(0.1, 0.2, -0.3));
    frame.orientation(turned()).build().unwrap()
}

fn of_one_port() -> Vec<&'static str> {
    let rigid = [port::<SpatialFrame>()];
    let ratio = Transmission::<Shaft, Line>::builder().ratio(0.3).build().unwrap();
    let flat = Along::<Plane>::builder().direction(Vector2::new(3.0, 4.0));
    let deep = Along::<Space>::builder().direction(Vector3::new(1.0, 2.0, 2.0));
    let deep = deep.origin(Vector3::new(0.1, 0.2, 0.3)).build().unwrap();
    let planar = PlanarPoint::builder().point(Vector2::new(0.1, 0.2)).build().unwrap();
    let point = || BodyPoint::builder().point(Vector3::new(0.1, 0.2, 0.3)).build().unwrap();
    let sphere = SphereOnPlane::builder().radius(0.2).normal(Vector3::new(0.0, 0.6, 0.8));
    vec![
        same("{ type = \"direct\" }", &[port::<PlanarFrame>()], Direct::<PlanarFrame>::new()),
        same("{ type = \"transmission\", to = \"line\", ratio = 0.3 }", &[port::<Shaft>()], ratio),
        same(
            "{ type = \"along\", direction = [3, 4] }",
            &[port::<Plane>()],
            flat.origin(Vector2::zeros()).build().unwrap(),
        ),
        same(
            "{ type = \"along\", direction = [1, 2, 2], origin = [0.1, 0.2, 0.3] }",
            &[port::<Space>()],
            deep,
        ),
        same("{ type = \"planar_point\", point = [0.1, 0.2] }", &[port::<PlanarFrame>()], planar),
        same("{ type = \"body_point\", point = [0.1, 0.2, 0.3] }", &rigid, point()),
        same(
            &format!("{{ type = \"body_point\", point = [0.1, 0.2, 0.3], frame = {FRAME} }}"),
            &rigid,
            in_frame(point()),
        ),
        same(
            "{ type = \"sphere_on_plane\", radius = 0.2, normal = [0, 0.6, 0.8] }",
            &rigid,
            sphere.build().unwrap(),
        ),
        same(
            "{ type = \"footprint\", support_height = 0.1 }",
            &rigid,
            Footprint::builder().support_height(0.1).build().unwrap(),
        ),
    ]
}

fn of_several_ports() -> Vec<&'static str> {
    let bodies = [port::<SpatialFrame>(), port::<SpatialFrame>()];
    let points = || {
        let points = PointsBetween::builder().first(Vector3::new(0.1, 0.2, 0.3));
        points.second(Vector3::new(-0.3, 0.1, 0.0)).build().unwrap()
    };
    let parent = Pose { position: Vector3::new(0.1, 0.2, -0.3), orientation: turned() };
    let child = Pose { position: Vector3::new(0.3, 0.0, 0.1), orientation: turned() };
    let child = Pose { orientation: child.orientation.conjugate(), ..child };
    let hinge = HingeAngle::builder().parent(parent).child(child).build().unwrap();
    let joint = RelativeFrame::builder().parent(parent).child(child);
    let lever = Differential::<Line, Shaft, Line>::builder().weights([0.3, -0.7]).build().unwrap();
    let arm = ArmPoint::<2>::builder().lengths([0.3, 0.2]).base(Vector2::new(0.1, -0.1));
    let axes = "{ orientation = [0.5, -0.5, 0.5, 0.5] }";
    let turned = "orientation = [0.5, 0.5, -0.5, -0.5]";
    vec![
        same(
            "{ type = \"between\" }",
            &[port::<Plane>(), port::<Plane>()],
            Between::<Plane>::new(),
        ),
        same(
            &format!("{{ type = \"between\", frame = {FRAME} }}"),
            &[port::<Space>(), port::<Space>()],
            in_frame(Between::<Space>::new()),
        ),
        same(
            "{ type = \"differential\", to = \"line\", weights = [0.3, -0.7] }",
            &[port::<Line>(), port::<Shaft>()],
            lever,
        ),
        same(
            "{ type = \"points_between\", first = [0.1, 0.2, 0.3], second = [-0.3, 0.1, 0] }",
            &bodies,
            points(),
        ),
        same(
            &format!(
                "{{ type = \"points_between\", first = [0.1, 0.2, 0.3], second = [-0.3, 0.1, 0], frame = {FRAME} }}"
            ),
            &bodies,
            in_frame(points()),
        ),
        same(
            &format!("{{ type = \"hinge_angle\", parent = {axes}, child = {{ {turned} }} }}"),
            &bodies,
            hinge,
        ),
        same(
            &format!(
                "{{ type = \"relative_frame\", parent = {FRAME}, child = {{ position = [0.3, 0, 0.1], {turned} }}, \
                 reaction_at_child = true }}"
            ),
            &bodies,
            joint.reaction(Reaction::AtChildPoint).build().unwrap(),
        ),
        same(
            "{ type = \"arm_point\", lengths = [0.3, 0.2], base = [0.1, -0.1] }",
            &[port::<Shaft>(), port::<Shaft>()],
            arm.build().unwrap(),
        ),
    ]
}

#[test]
fn maps_are_the_library_s_own() {
    assert!(!of_one_port().is_empty() && !of_several_ports().is_empty());
}

/// The comparison sees which port is the first.
#[test]
#[should_panic(expected = "type = \"differential\"")]
fn another_map_is_seen() {
    let own = Differential::<Line, Line, Line>::builder().weights([1.0, -1.0]).build().unwrap();
    let table = "{ type = \"differential\", weights = [-1, 1] }";
    same(table, &[port::<Line>(), port::<Line>()], own);
}
