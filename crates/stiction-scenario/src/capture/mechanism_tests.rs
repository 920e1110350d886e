//! Mechanisms like those of the examples, from code to a file and back.

use nalgebra::{Matrix3, Quaternion, Vector2, Vector3};
use proptest::prelude::*;
use stiction_core::{
    Direct, Impedance, Line, Motion, PlanarFrame, PlanarPose, PlanarTwist, PlanarWrench, Plane,
    Pose, Shaft, Space, SpatialFrame, Twist, Vector, VectorDomain, Wrench,
};
use stiction_friction::cone::ConeScale;
use stiction_friction::{
    AmendedLuGre, BristleRate, ConvexPolygon, CoulombContact, CoulombGsat, DahlFriction, Diagonal,
    Disc, ElastoPlasticFriction, Ellipsoid, EllipticContact, GsatFriction, LimitSet, LimitSetGsat,
    Loaded, LoadedFriction, LuGreFriction, PointContact, PyramidContact, RateDependentGsat,
    RegularPolygon, Relaxation, SteadyState, StribeckCurve, StribeckShape, ThresholdFriction,
};
use stiction_mechanics::{
    Along, ArmPoint, AxialSpring, Between, BodyPoint, ConstantEffort, Differential, Footprint,
    HingeAngle, InFrame, Link, PenaltyHinge, PlanarArm, PlanarBody, PlanarPoint, PointMass,
    PointsBetween, Reaction, RelativeFrame, RigidBody, Sinusoid, SphereOnPlane, SpringDamper,
    Transmission, Waypoints,
};
use stiction_network::{Ground, NetworkBuilder, Ports, Prescribed};
use stiction_patch::{
    BristleParameters, ContactPatch, DistributedPatch, Grid, Mount, StickSlipPatch, Surface,
};
use stiction_sliding::EllipsoidContact;

use super::tests::{mass, same, same_in_steps};
use crate::Scenario;

fn curve(breakaway: f64, shape: StribeckShape) -> StribeckCurve {
    let curve = StribeckCurve::builder().coulomb(0.3).breakaway(breakaway).stribeck_speed(0.01);
    curve.shape(shape).build().unwrap()
}

fn spring<D: VectorDomain>(stiffness: f64) -> SpringDamper<D> {
    SpringDamper::builder().stiffness(stiffness).damping(0.2).build().unwrap()
}

fn gsat<D: VectorDomain>(limit: f64) -> GsatFriction<D> {
    GsatFriction::builder().stiffness(1e4).damping(20.0).limit(limit).build().unwrap()
}

fn turned(w: f64, x: f64, y: f64, z: f64) -> Quaternion<f64> {
    Quaternion::new(w, x, y, z)
}

fn rolling() -> Motion<SpatialFrame> {
    Motion {
        pose: Pose::at(Vector3::new(0.1, -0.2, 0.19999)),
        flow: Twist { linear: Vector3::new(2.0, 0.1, 0.0), angular: Vector3::new(0.3, 0.1, -0.2) },
    }
}

fn ball() -> RigidBody {
    let ball = RigidBody::sphere(0.3, 0.2).unwrap();
    ball.with_gravity(Vector3::new(0.0, 0.0, -9.8)).unwrap().with_renormalise(false)
}

#[test]
fn a_rolling_sphere_on_level_and_tilted_planes() {
    let law =
        || CoulombContact::builder().stiffness(1e6).damping(100.0).friction(0.1).build().unwrap();
    let mut net = NetworkBuilder::new();
    let body = net.add(ball(), rolling()).unwrap();
    let level = SphereOnPlane::builder().radius(0.2).build().unwrap();
    net.connect(law(), level, body.port()).unwrap();
    let wall = SphereOnPlane::tilted(0.2, Vector3::new(0.3, 0.0, 0.0), turned(0.9, 0.1, -0.5, 0.3));
    net.connect(law(), wall.unwrap(), body.port()).unwrap();
    same(net.build().unwrap());
}

#[test]
fn a_two_link_arm_with_friction_in_its_joints() {
    let rod = Link::uniform_rod(0.7, 0.3).unwrap();
    let link = Link::builder().mass(0.4).length(0.31).center(0.17).inertia(0.003).build().unwrap();
    let arm = PlanarArm::builder().links([rod, link]).gravity(Vector2::new(0.0, -9.81));
    let mut net = NetworkBuilder::new();
    let joints = [Motion::new(0.3, 0.1), Motion::new(-0.7, 0.0)];
    let arm = net.add(arm.build().unwrap(), joints).unwrap();
    net.name(arm, "arm").unwrap();
    for joint in [0, 1] {
        net.connect(gsat::<Shaft>(0.2), Direct::new(), arm.joint(joint)).unwrap();
    }
    let tip = ArmPoint::<2>::builder().lengths([0.3, 0.25]).base(Vector2::new(0.1, 0.2));
    let held = AxialSpring::<Plane>::builder().stiffness(30.0).length(0.2).build().unwrap();
    net.connect(held, tip.build().unwrap(), [arm.joint(0), arm.joint(1)]).unwrap();
    same(net.build().unwrap());
}

#[test]
fn a_chain_of_hinged_bodies() {
    let end =
        |x| Pose { position: Vector3::new(x, 0.0, 0.0), orientation: turned(0.9, 0.2, 0.3, -0.1) };
    let mut net = NetworkBuilder::new();
    let inertia = Matrix3::new(2e-3, 1e-4, 0.0, 1e-4, 3e-3, -2e-4, 0.0, -2e-4, 2.5e-3);
    let bodies: Vec<_> = (0..12)
        .map(|i| {
            let body = RigidBody::builder().mass(0.3).inertia(inertia).build().unwrap();
            let mut start = rolling();
            start.pose.position.x = 0.3 * f64::from(i);
            let handle = net.add(body, start).unwrap();
            net.name(handle, format!("link{i}")).unwrap();
            handle.port()
        })
        .collect();
    let hinge = PenaltyHinge::builder().stiffness(1e3).bending_stiffness(10.0).damping(1.0);
    let hinge = hinge.build().unwrap();
    for (i, pair) in bodies.windows(2).enumerate() {
        let reaction = if i % 2 == 0 { Reaction::AtChildPoint } else { Reaction::AtParentPoint };
        let map = RelativeFrame::builder().parent(end(0.15)).child(end(-0.15)).reaction(reaction);
        net.connect(hinge.clone(), map.build().unwrap(), (pair[0], pair[1])).unwrap();
        let angle = HingeAngle::builder().parent(end(0.1)).build().unwrap();
        net.connect(gsat::<Shaft>(0.05), angle, (pair[0], pair[1])).unwrap();
    }
    let wall = Pose { position: Vector3::zeros(), orientation: turned(0.6, 0.0, 0.8, 0.0) };
    let map = RelativeFrame::builder().parent(end(0.0)).child(end(-0.15)).build().unwrap();
    net.connect(hinge, map, (Ground::at(wall), bodies[0])).unwrap();
    same(net.build().unwrap());
}

#[test]
fn a_sheet_of_masses_without_names() {
    let side = 6;
    let mut net = NetworkBuilder::new();
    let at = |i: usize, j: usize| Vector2::new(i as f64, j as f64 * 1.01);
    let ports: Vec<_> = (0..side * side)
        .map(|n| {
            net.add(mass::<Plane>(0.1), Motion::at_rest(at(n / side, n % side))).unwrap().port()
        })
        .collect();
    let axial = || AxialSpring::<Plane>::builder().stiffness(50.0).damping(0.1).length(0.9).build();
    for n in 0..side * side {
        if n % side + 1 < side {
            net.connect(axial().unwrap(), Between::new(), (ports[n], ports[n + 1])).unwrap();
        }
        if n + side < side * side {
            net.connect(axial().unwrap(), Between::new(), (ports[n], ports[n + side])).unwrap();
        }
        net.connect(gsat::<Plane>(0.02), Direct::new(), ports[n]).unwrap();
    }
    let shaker =
        Sinusoid::<Plane>::builder().amplitude(Vector2::new(0.1, 0.0)).angular_frequency(9.0);
    let shaker = Prescribed::new(shaker.center(at(0, 0)).build().unwrap());
    net.connect(spring::<Plane>(80.0), Between::new(), (shaker, ports[0])).unwrap();
    same(net.build().unwrap());
}

#[test]
fn a_gear_train() {
    let mut net = NetworkBuilder::new();
    let [motor, wheel, carrier] = [0.01, 0.2, 0.4]
        .map(|inertia| net.add(mass::<Shaft>(inertia), Motion::new(0.1, inertia)).unwrap().port());
    let rack = net.add(mass::<Line>(2.0), Motion::default()).unwrap().port();
    let weights = |weights| Differential::<Shaft, Shaft, Shaft>::builder().weights(weights).build();
    net.connect(spring::<Shaft>(40.0), weights([3.7, -1.0]).unwrap(), (motor, wheel)).unwrap();
    net.connect(spring::<Shaft>(40.0), weights([1.0, 1.0]).unwrap(), (wheel, carrier)).unwrap();
    let pinion =
        Differential::<Shaft, Line, Line>::builder().weights([0.03, -1.0]).build().unwrap();
    net.connect(spring::<Line>(400.0), pinion, (carrier, rack)).unwrap();
    // Ground in the domain of neither of the first ports.
    let held = Differential::<Line, Shaft, Line>::builder().weights([1.0, 0.1]).build().unwrap();
    net.connect(spring::<Line>(5.0), held, (rack, Ground::<Shaft>::default())).unwrap();
    let lever = Transmission::<Shaft, Line>::builder().ratio(0.05).build().unwrap();
    net.connect(gsat::<Line>(0.1), lever, motor).unwrap();
    let torque = ConstantEffort::<Shaft>::builder().effort(0.3).build().unwrap();
    net.connect(torque, Direct::new(), motor).unwrap();
    let hand = Waypoints::<Line>::new([(0.0, 0.0), (0.05, 0.1), (0.1, 0.0)]).unwrap();
    net.connect(spring::<Line>(7.0), Between::new(), (Prescribed::new(hand), rack)).unwrap();
    same(net.build().unwrap());
}

fn slider(
    connect: impl FnOnce(&mut NetworkBuilder, stiction_network::NodePort<PlanarFrame>),
) -> NetworkBuilder {
    let body = PlanarBody::builder().mass(0.2).inertia(3e-4).gravity(Vector2::new(0.0, -9.81));
    let start = Motion::new(
        PlanarPose { position: Vector2::new(0.01, 0.02), angle: 0.3 },
        PlanarTwist { linear: Vector2::new(0.02, 0.0), angular: 0.4 },
    );
    let mut net = NetworkBuilder::new();
    let body = net.add(body.build().unwrap(), start).unwrap();
    connect(&mut net, body.port());
    net
}

#[test]
fn an_object_in_the_hand() {
    let bristles = BristleParameters::table_one_stribeck().unwrap();
    let grid = Grid::new(7, 0.02).unwrap();
    let points =
        ContactPatch::from_points([(Vector2::new(0.01, 0.0), 3.0), (Vector2::zeros(), 1.0)]);
    let patches = [
        Surface::Circle.patch(grid).unwrap(),
        ContactPatch::ring(grid, 0.004, 0.009).unwrap(),
        points.unwrap(),
    ];
    for patch in patches {
        let net = slider(|net, port| {
            let place = PlanarPose { position: Vector2::new(0.01, 0.0), angle: 0.2 };
            let finger = DistributedPatch::builder().patch(patch.clone()).bristles(bristles);
            let finger = finger.normal_force(2.0).mount(Mount::in_world(place).unwrap());
            net.connect(finger.build().unwrap(), Direct::new(), port).unwrap();
            let thumb = StickSlipPatch::builder().patch(patch).friction(0.4).normal_force(1.0);
            let thumb = thumb.stiffness(1e3).torsional_stiffness(0.1).damping(2.0);
            net.connect(thumb.torsional_damping(1e-3).build().unwrap(), Direct::new(), port)
                .unwrap();
            let table =
                EllipsoidContact::builder().stiffness([1e3, 1e3, 0.1]).damping([2.0, 2.0, 1e-3]);
            let table = table.friction(0.3).semi_axes([1.0, 0.9, 0.01]).load(1.5).build().unwrap();
            net.connect(table, Direct::new(), port).unwrap();
            let corner = PlanarPoint::builder().point(Vector2::new(0.05, 0.0)).build().unwrap();
            net.connect(spring::<Plane>(3.0), corner, port).unwrap();
            let wrench = PlanarWrench { force: Vector2::new(0.1, 1.9), torque: 0.01 };
            let wrench = ConstantEffort::<PlanarFrame>::builder().effort(wrench).build().unwrap();
            net.connect(wrench, Direct::new(), port).unwrap();
        });
        same_in_steps(net.build().unwrap(), 1e-6);
    }
}

#[test]
fn limit_sets_of_every_kind() {
    fn pair<V: Vector, S: LimitSet<V> + Clone>(
        set: S,
        entries: V,
    ) -> (LimitSetGsat<S, f64>, LimitSetGsat<S, Diagonal<V>>) {
        let curve = curve(0.5, StribeckShape::Gaussian);
        let one = LimitSetGsat::builder().set(set.clone()).coefficient(curve);
        let gain = Diagonal::new(entries).unwrap();
        let each = LimitSetGsat::builder().set(set).stiffness(gain).damping(gain);
        let each = each.relaxation(Relaxation::OrderPreserving { kappa: 0.9 }).build().unwrap();
        (one.stiffness(1e4).damping(3.0).build().unwrap(), each)
    }
    fn under_load<D: VectorDomain, L: LoadedFriction<D::Vector>>(law: L) -> Loaded<L, D> {
        Loaded::builder().law(law).normal_force(2.0).build().unwrap()
    }
    fn at_point<L: LoadedFriction<Vector2<f64>>>(law: L) -> PointContact<L> {
        PointContact::builder().stiffness(1e5).damping(10.0).law(law).build().unwrap()
    }
    let corners = [(0.4, 0.0), (0.0, 0.3), (-0.4, 0.0), (0.0, -0.3)];
    let corners = corners.map(|(x, y)| Vector2::new(x, y));
    let (each, axes) = (Vector2::new(1e4, 2e4), Vector2::new(0.3, 0.2));
    let disc = Disc::new(0.3).unwrap();
    let polygon = RegularPolygon::new(7, 0.3, 0.1).unwrap();
    let convex = ConvexPolygon::new(&corners).unwrap();

    let mut net = NetworkBuilder::new();
    let block = net.add(mass::<Line>(1.0), Motion::new(0.0, 0.3)).unwrap().port();
    let (one, single) = pair(disc, 1e4);
    net.connect(under_load::<Line, _>(one), Direct::new(), block).unwrap();
    net.connect(under_load::<Line, _>(single), Direct::new(), block).unwrap();
    let start = Motion::new(Vector2::zeros(), Vector2::new(0.3, -0.2));
    let puck = net.add(mass::<Plane>(1.0), start).unwrap().port();
    let ball = net.add(ball(), rolling()).unwrap().port();
    let plane = SphereOnPlane::builder().radius(0.2).build().unwrap();
    macro_rules! connect {
        ($($set:expr),+) => {$(
            let (one, diagonal) = pair($set, each);
            net.connect(under_load::<Plane, _>(one.clone()), Direct::new(), puck).unwrap();
            net.connect(under_load::<Plane, _>(diagonal.clone()), Direct::new(), puck).unwrap();
            net.connect(at_point(one), plane.clone(), ball).unwrap();
            net.connect(at_point(diagonal), plane.clone(), ball).unwrap();
        )+};
    }
    connect!(disc, Ellipsoid::new(axes).unwrap(), polygon.clone(), convex.clone());
    let stone = net.add(mass::<Space>(1.0), Motion::default()).unwrap().port();
    let set = Ellipsoid::new(Vector3::new(0.3, 0.2, 0.1)).unwrap();
    let (_, diagonal) = pair(set, Vector3::new(1e4, 2e4, 3e4));
    net.connect(under_load::<Space, _>(diagonal), Direct::new(), stone).unwrap();
    same_in_steps(net.build().unwrap(), 1e-5);
}

#[test]
fn bodies_that_touch_bounce_and_slide() {
    let mut net = NetworkBuilder::new();
    let first = net.add(RigidBody::cuboid(0.5, Vector3::new(0.1, 0.2, 0.3)).unwrap(), rolling());
    let second = net.add(ball(), rolling()).unwrap().port();
    let first = first.unwrap().port();
    let at = |x| BodyPoint::builder().point(Vector3::new(x, 0.1, -0.15)).build().unwrap();
    let frame = |map| {
        let frame = InFrame::builder().map(map).origin(Vector3::new(0.0, 0.1, 0.05));
        frame.orientation(turned(0.7, 0.1, 0.0, 0.2)).build().unwrap()
    };
    let pyramid = PyramidContact::builder().stiffness(1e4).damping(3.0).friction(0.4).sides(6);
    let pyramid = pyramid.scale(ConeScale::Minimax).phase(0.1).tangential_stiffness(9e3);
    net.connect(pyramid.build().unwrap(), frame(at(0.05)), first).unwrap();
    let bristle = AmendedLuGre::builder().stiffness(1e3).damping(3.0).viscous_damping(0.01);
    let bristle = bristle.friction(curve(0.5, StribeckShape::Gaussian)).build().unwrap();
    let contact = PointContact::builder().stiffness(1e4).damping(3.0).law(bristle).build().unwrap();
    net.connect(contact, at(-0.05), first).unwrap();
    let patch = EllipticContact::builder().stiffness(1e4).damping(3.0).friction([0.4, 0.3]);
    let patch = patch.torsional_friction(0.01).rolling_friction([1e-3, 2e-3]);
    let patch = patch.speed_dependence(curve(0.4, StribeckShape::Rational)).build().unwrap();
    net.connect(patch, Direct::new(), second).unwrap();
    let points = PointsBetween::builder().first(Vector3::new(0.1, 0.0, 0.0)).build().unwrap();
    net.connect(spring::<Space>(20.0), points, (first, second)).unwrap();
    let print = Footprint::builder().support_height(0.01).build().unwrap();
    let wrench = PlanarWrench { force: Vector2::new(0.1, 0.2), torque: 0.01 };
    let push = ConstantEffort::<PlanarFrame>::builder().effort(wrench).build().unwrap();
    net.connect(push, print, second).unwrap();
    let wrench = Wrench { force: Vector3::new(0.0, 0.1, 3.0), torque: Vector3::new(0.1, 0.0, 0.0) };
    let lift = ConstantEffort::<SpatialFrame>::builder().effort(wrench).build().unwrap();
    net.connect(lift, Direct::new(), first).unwrap();
    same(net.build().unwrap());
}

/// A mass with one law, pushed.
fn with_law<D, L>(law: L)
where
    D: VectorDomain,
    L: Impedance<Domain = D>,
    stiction_network::NodePort<D>: Ports<Domains = D>,
{
    let mut net = NetworkBuilder::new();
    let start = D::Vector::default();
    let body = net.add(mass::<D>(0.7), Motion::<D>::at_rest(start)).unwrap();
    let push = <D::Vector as stiction_core::Vector>::from_axes(|axis| 0.7 + axis as f64);
    let push = ConstantEffort::<D>::builder().effort(push).build().unwrap();
    net.connect(push, Direct::<D>::new(), body.port()).unwrap();
    net.connect(law, Direct::<D>::new(), body.port()).unwrap();
    // The rate of a bristle as printed needs short steps under a low limit.
    same_in_steps(net.build().unwrap(), 1e-5);
}

fn vector_laws<D: VectorDomain>(a: f64, b: f64, c: f64, shape: StribeckShape, rate: BristleRate)
where
    stiction_network::NodePort<D>: Ports<Domains = D>,
{
    let steady = curve(0.3 + a, shape);
    let relaxation = Relaxation::Constant { stage_damping: b };
    let gsat = GsatFriction::<D>::builder().stiffness(c).damping(b).limit(a);
    with_law::<D, _>(gsat.relaxation(relaxation).build().unwrap());
    let gsat = RateDependentGsat::<D>::builder().stiffness(c).damping(b).curve(steady);
    with_law::<D, _>(gsat.viscous_damping(a).build().unwrap());
    for steady in [SteadyState::Force(steady), SteadyState::Deflection(steady)] {
        let lugre = LuGreFriction::<D>::builder().stiffness(c).damping(b).steady_state(steady);
        with_law::<D, _>(lugre.viscous_damping(a).bristle_rate(rate).build().unwrap());
    }
    let dahl = DahlFriction::<D>::builder().stiffness(c).limit(a).bristle_rate(rate);
    with_law::<D, _>(dahl.build().unwrap());
    let threshold = ThresholdFriction::<D>::builder().limit(a).threshold_speed(b);
    with_law::<D, _>(threshold.build().unwrap());
    let coulomb = CoulombGsat::builder().stiffness(c).damping(b).friction(steady).build().unwrap();
    with_law::<D, _>(Loaded::<_, D>::builder().law(coulomb).normal_force(a).build().unwrap());
    let bristle = ElastoPlasticFriction::<D>::builder().stiffness(c).damping(b).limit(a);
    let bristle = bristle.breakaway_fraction(0.7).bristle_rate(rate).viscous_damping(b);
    with_law::<D, _>(bristle.build().unwrap());
    let constant = StribeckCurve::constant(a).unwrap();
    let lugre = AmendedLuGre::builder().stiffness(c).damping(b).friction(constant);
    let lugre = lugre.bristle_rate(rate).build().unwrap();
    with_law::<D, _>(Loaded::<_, D>::builder().law(lugre).normal_force(a).build().unwrap());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]
    #[test]
    fn every_law_in_every_domain(
        a in 1e-3..2.0_f64, b in 1.0..9.0_f64, c in 100.0..2e3_f64, exponent in 0.6..2.0_f64,
        choice in 0..3_usize,
    ) {
        let shape = [
            StribeckShape::Rational,
            StribeckShape::Gaussian,
            StribeckShape::Exponential { exponent },
        ][choice];
        let rate = [BristleRate::Explicit, BristleRate::Implicit, BristleRate::OrderPreserving][choice];
        vector_laws::<Line>(a, b, c, shape, rate);
        vector_laws::<Shaft>(a, b, c, shape, rate);
        vector_laws::<Plane>(a, b, c, shape, rate);
        vector_laws::<Space>(a, b, c, shape, rate);
    }

    #[test]
    fn frames_and_directions_come_back_to_the_bit(
        n in prop::array::uniform3(-2.0..2.0_f64), q in prop::array::uniform4(0.1..2.0_f64),
        x in prop::array::uniform3(-1.0..1.0_f64),
    ) {
        let (n, x, q) = (Vector3::from(n), Vector3::from(x), turned(q[0], q[1], q[2], q[3]));
        prop_assume!(n.norm() > 0.1);
        let frame = Pose { position: x, orientation: q };
        let mut net = NetworkBuilder::new();
        let start = Motion { pose: Pose { position: x, orientation: q / q.norm() }, ..rolling() };
        let body = net.add(ball(), start).unwrap().port();
        let other = net.add(ball(), rolling()).unwrap().port();
        let stone = PointMass::<Space>::builder().mass(0.3).gravity(n).build().unwrap();
        let stone = net.add(stone, Motion::new(x, n)).unwrap().port();
        let along = Along::<Space>::builder().direction(n).origin(x).build().unwrap();
        net.connect(spring::<Line>(30.0), along, stone).unwrap();
        let between = InFrame::builder().map(Between::<Space>::new()).orientation(q).origin(x);
        net.connect(spring::<Space>(30.0), between.build().unwrap(), (Ground::at(x), stone)).unwrap();
        let plane = SphereOnPlane::builder().radius(0.2).normal(n).build().unwrap();
        net.connect(gsat::<Space>(0.1), plane, body).unwrap();
        let map = RelativeFrame::builder().parent(frame).child(frame).build().unwrap();
        let hinge = PenaltyHinge::builder().stiffness(10.0).bending_stiffness(1.0).build().unwrap();
        net.connect(hinge, map, (body, other)).unwrap();
        let angle = HingeAngle::builder().parent(frame).child(frame).build().unwrap();
        net.connect(gsat::<Shaft>(0.1), angle, (body, other)).unwrap();
        same(net.build().unwrap());
    }
}

#[test]
fn the_scenarios_of_the_examples() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/scenarios");
    let mut captured = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            let scenario = Scenario::load(&path).unwrap();
            same_in_steps(scenario.mechanism().unwrap().network, scenario.solver.step);
            captured += 1;
        }
    }
    assert!(captured >= 13, "{captured}");
}
