//! Bodies, springs, maps, drives and signals.

use nalgebra::{Matrix3, Quaternion, Vector2, Vector3};
use stiction::core::Admittance;
use stiction::core::coupling::from_fns;
use stiction::core::signal::{
    Chirp, Interpolation, Piecewise, Ramp, Samples, Sine, SmoothStep, Square, Sum,
};
use stiction::friction::{NormalSpring, Pressed};
use stiction::mechanics::{
    Along, ArmPoint, Articulation, AxialSpring, CrankSlider, Differential, FollowerForce,
    Footprint, Guided, HingeAngle, InFrame, Inertial, Joint, Link, LinkFrame, LinkPoint,
    PenaltyHinge, Pendulum, PlanarPoint, PointsBetween, Reaction, RelativeFrame, Sinusoid,
    TreeLink, Waypoints,
};
use stiction::prelude::*;

use super::{Census, drive, law, map};

pub(super) fn all(census: &mut Census) {
    bodies(census);
    springs(census);
    maps(census);
    maps_of_bodies(census);
    trees(census);
    drives(census);
    signals(census);
    combined_signals(census);
}

fn body<A: Admittance>(body: A) -> Network {
    let mut net = NetworkBuilder::new();
    let ports = body.port_count();
    net.add(body, vec![Motion::default(); ports]).unwrap();
    net.build().unwrap()
}

fn bodies(census: &mut Census) {
    census.parameters("PointMass", &[2.0, 0.1, 9.8], |p| {
        let mass = PointMass::<Plane>::builder().mass(p[0]).gravity(Vector2::new(p[1], p[2]));
        body(mass.build().unwrap())
    });
    census.parameters("PlanarBody", &[2.0, 0.3, 0.1, 9.8], |p| {
        let plate = PlanarBody::builder().mass(p[0]).inertia(p[1]);
        body(plate.gravity(Vector2::new(p[2], p[3])).build().unwrap())
    });
    census.parameters("Pendulum", &[2.0, 0.3, 0.1, 9.8], |p| {
        let link = Pendulum::builder().inertia(p[0]).mass(p[1]).center(p[2]).gravity(p[3]);
        body(link.build().unwrap())
    });
    census.parameters("RigidBody", &[2.0, 0.3, 0.4, 0.5, 0.01, 9.8], |p| {
        let mut inertia = Matrix3::from_diagonal(&Vector3::new(p[1], p[2], p[3]));
        (inertia[(0, 1)], inertia[(1, 0)]) = (p[4], p[4]);
        let block = RigidBody::builder().mass(p[0]).inertia(inertia);
        body(block.gravity(Vector3::new(0.0, 0.0, p[5])).build().unwrap())
    });
    census.choices(
        "RigidBody",
        [true, false]
            .map(|renormalise| {
                body(RigidBody::sphere(1.0, 0.1).unwrap().with_renormalise(renormalise))
            })
            .into(),
    );
    census.parameters("PlanarArm", &[0.5, 0.3, 0.4, 0.2, 0.1, 9.8], |p| {
        let links =
            [Link::uniform_rod(p[0], p[1]).unwrap(), Link::uniform_rod(p[2], p[3]).unwrap()];
        let arm = PlanarArm::builder().links(links).gravity(Vector2::new(p[4], p[5]));
        body(arm.build().unwrap())
    });
}

/// Two links behind a shoulder that turns and an elbow, by 20 numbers.
fn tree(p: &[f64], elbow: Joint) -> Articulation {
    let vector = |from: usize| Vector3::new(p[from], p[from + 1], p[from + 2]);
    let mut inertia = Matrix3::from_diagonal(&vector(4));
    (inertia[(0, 1)], inertia[(1, 0)]) = (p[7], p[7]);
    let upper = Inertial::new(p[0], vector(1), inertia).unwrap();
    let upper = TreeLink::builder().name("upper").parent("base").inertial(upper).armature(p[8]);
    let upper = upper.joint(Joint::Revolute(Vector3::y())).build().unwrap();
    let lower = Inertial::new(2.0, Vector3::x(), Matrix3::identity()).unwrap();
    let lower = TreeLink::builder().name("lower").parent("upper").joint(elbow).inertial(lower);
    let lower = lower.origin(Pose::at(vector(9))).build().unwrap();
    let tree = Articulation::builder().links([upper, lower]).gravity(vector(12));
    tree.mount(pose(&p[15..20])).build().unwrap()
}

const TREE: [f64; 20] = [
    2.0, 0.1, 0.2, 0.3, 0.3, 0.4, 0.5, 0.01, 0.02, 0.4, 0.5, 0.6, 0.1, 0.2, 9.8, 1.0, 2.0, 3.0,
    0.9, 0.4,
];

fn trees(census: &mut Census) {
    let elbow = |x: f64, y: f64| Joint::Revolute(Vector3::new(x, y, 1.0));
    census.parameters("Articulation", &TREE, |p| body(tree(p, elbow(0.1, 0.2))));
    census.parameters("Articulation", &[0.1, 0.2], |p| body(tree(&TREE, elbow(p[0], p[1]))));
    let axis = Vector3::new(0.1, 0.2, 1.0);
    let kinds = [Joint::Revolute(axis), Joint::Prismatic(axis)];
    census.choices("Articulation", kinds.map(|kind| body(tree(&TREE, kind))).into());
    // A map carries what it has read of its tree: places and axes, not masses.
    let joints = || [ground::<Shaft>(), ground::<Shaft>()];
    census.parameters("LinkFrame", &[0.4, 0.5, 0.6, 1.0, 2.0, 3.0, 0.9, 0.4], |p| {
        let numbers = [&TREE[..9], &p[..3], &TREE[12..15], &p[3..]].concat();
        map(LinkFrame::<2>::of(&tree(&numbers, elbow(0.1, 0.2)), "lower").unwrap(), joints())
    });
    census.parameters("LinkFrame", &[0.1, 0.2], |p| {
        map(LinkFrame::<2>::of(&tree(&TREE, elbow(p[0], p[1])), "lower").unwrap(), joints())
    });
    census.parameters("LinkPoint", &[0.1, 0.2, 0.3, 0.4], |p| {
        let tree = tree(&TREE, elbow(p[3], 0.2));
        let point = Vector3::new(p[0], p[1], p[2]);
        map(LinkPoint::<2>::of(&tree, "lower", point).unwrap(), joints())
    });
}

fn springs(census: &mut Census) {
    census.parameters("SpringDamper", &[1e3, 2.0, 0.1, 0.2], |p| {
        let spring = SpringDamper::<Plane>::builder().stiffness(p[0]).damping(p[1]);
        law(spring.rest(Vector2::new(p[2], p[3])).build().unwrap())
    });
    census.parameters("EndStop", &[-0.5, 1.0, 1e3, 2.0], |p| {
        let stops = EndStop::<Line>::builder().lower(p[0]).upper(p[1]);
        law(stops.stiffness(p[2]).damping(p[3]).build().unwrap())
    });
    census.parameters("AxialSpring", &[1e3, 2.0, 0.1], |p| {
        let spring = AxialSpring::<Plane>::builder().stiffness(p[0]).damping(p[1]).length(p[2]);
        law(spring.build().unwrap())
    });
    census.parameters("PenaltyHinge", &[1e3, 2.0, 3.0, 4.0], |p| {
        let hinge = PenaltyHinge::builder().stiffness(p[0]).damping(p[1]);
        law(hinge.bending_stiffness(p[2]).bending_damping(p[3]).build().unwrap())
    });
    census.parameters("NormalSpring", &[1e6, 3.0], |p| {
        law(NormalSpring::builder().stiffness(p[0]).damping(p[1]).build().unwrap())
    });
    census.parameters("Pressed", &[1e6, 3.0, 1e5, 2.0, 0.3], |p| {
        let pressing = NormalSpring::builder().stiffness(p[0]).damping(p[1]).build().unwrap();
        let rubbed = CoulombGsat::builder().stiffness(p[2]).damping(p[3]).friction(p[4]);
        let rubbed = rubbed.build().unwrap();
        law(Pressed::<_, Line>::builder().law(rubbed).pressing(pressing).build().unwrap())
    });
    census.parameters("FollowerForce", &[0.1, 0.2, 3.0, 4.0], |p| {
        let ramp = |to| Signal::from(Ramp::builder().to(to).duration(1.0).build().unwrap());
        let force = [ramp(p[2]), ramp(p[3])];
        law(FollowerForce::<PlanarFrame>::new(Vector2::new(p[0], p[1]), force).unwrap())
    });
    census.parameters("ConstantEffort", &[1.0, 2.0], |p| {
        let effort = Vector2::new(p[0], p[1]);
        law(ConstantEffort::<Plane>::builder().effort(effort).build().unwrap())
    });
}

fn ground<D: Domain>() -> Ground<D> {
    Ground::default()
}

fn maps(census: &mut Census) {
    // They have no parameters.
    census.known.extend(["Direct", "Between"].map(str::to_owned));
    // They show the maps that they consist of.
    census.known.extend(["Both", "Each", "Beside"].map(str::to_owned));
    // Closures have no identity: nothing tells two of a type apart.
    let closures = |factor: f64| {
        let map = from_fns::<Line, Line, _, _>(
            move |m| Motion { pose: factor * m.pose, flow: factor * m.flow },
            move |_, f| factor * f,
        );
        super::map(map, ground::<Line>())
    };
    assert_eq!(closures(2.0).difference(&closures(3.0)), None);
    census.known.insert("FromFns".to_owned());
    census.parameters("Transmission", &[3.0], |p| {
        let belt = Transmission::<Shaft, Line>::builder().ratio(p[0]).build().unwrap();
        map(belt, ground::<Shaft>())
    });
    census.parameters("CrankSlider", &[0.03, 0.1, 0.01], |p| {
        let slider = CrankSlider::builder().crank(p[0]).rod(p[1]).offset(p[2]);
        map(slider.build().unwrap(), ground::<Shaft>())
    });
    census.parameters("Differential", &[3.0, 2.0], |p| {
        let gear = Differential::<Shaft, Shaft, Shaft>::builder().weights([p[0], p[1]]);
        map(gear.build().unwrap(), (ground::<Shaft>(), ground::<Shaft>()))
    });
    census.parameters("Along", &[3.0, 2.0, 0.1, 0.2], |p| {
        let along = Along::<Plane>::builder().direction(Vector2::new(p[0], p[1]));
        map(along.origin(Vector2::new(p[2], p[3])).build().unwrap(), ground::<Plane>())
    });
    census.parameters("ArmPoint", &[0.3, 0.4, 0.1, 0.2], |p| {
        let point = ArmPoint::<2>::builder().lengths([p[0], p[1]]).base(Vector2::new(p[2], p[3]));
        map(point.build().unwrap(), [ground::<Shaft>(), ground::<Shaft>()])
    });
}

fn pose(p: &[f64]) -> Pose {
    let orientation = Quaternion::new(p[3], p[4], 0.1, 0.2);
    Pose { position: Vector3::new(p[0], p[1], p[2]), orientation }
}

fn maps_of_bodies(census: &mut Census) {
    let vector = |p: &[f64]| Vector3::new(p[0], p[1], p[2]);
    census.parameters("BodyPoint", &[0.1, 0.2, 0.3], |p| {
        map(BodyPoint::builder().point(vector(p)).build().unwrap(), ground::<SpatialFrame>())
    });
    census.parameters("PlanarPoint", &[0.1, 0.2], |p| {
        let point = PlanarPoint::builder().point(Vector2::new(p[0], p[1])).build().unwrap();
        map(point, ground::<PlanarFrame>())
    });
    census.parameters("Footprint", &[0.1], |p| {
        let print = Footprint::builder().support_height(p[0]).build().unwrap();
        map(print, ground::<SpatialFrame>())
    });
    census.parameters("PointsBetween", &[0.1, 0.2, 0.3, 0.4, 0.5, 0.6], |p| {
        let points = PointsBetween::builder().first(vector(p)).second(vector(&p[3..]));
        map(points.build().unwrap(), (ground::<SpatialFrame>(), ground()))
    });
    let both = || (ground::<SpatialFrame>(), ground::<SpatialFrame>());
    // Of a hinge's axes only the directions count.
    census.parameters("HingeAngle", &[0.9, 0.3, 0.8, 0.2], |p| {
        let axes = |p: &[f64]| pose(&[0.0, 0.0, 0.0, p[0], p[1]]);
        let hinge = HingeAngle::builder().parent(axes(p)).child(axes(&p[2..]));
        map(hinge.build().unwrap(), both())
    });
    census.parameters("RelativeFrame", &[0.1, 0.2, 0.3, 0.9, 0.1, 0.4, 0.5, 0.6, 0.8, 0.1], |p| {
        let joint = RelativeFrame::builder().parent(pose(p)).child(pose(&p[5..]));
        map(joint.build().unwrap(), both())
    });
    census.choices(
        "RelativeFrame",
        [Reaction::AtParentPoint, Reaction::AtChildPoint]
            .map(|reaction| {
                // The only law that both can have.
                let hinge = PenaltyHinge::builder().stiffness(1.0).bending_stiffness(1.0);
                let frame = RelativeFrame::builder().reaction(reaction).build().unwrap();
                let mut net = NetworkBuilder::new();
                net.connect(hinge.build().unwrap(), frame, both()).unwrap();
                net.build().unwrap()
            })
            .into(),
    );
    census.parameters("SphereOnPlane", &[0.2, 0.1, 0.3, 1.0], |p| {
        let sphere = SphereOnPlane::builder().radius(p[0]).normal(vector(&p[1..]));
        map(sphere.build().unwrap(), ground::<SpatialFrame>())
    });
    census.parameters("InFrame", &[0.1, 0.2, 0.3, 0.9, 0.1, 0.4, 0.5, 0.6], |p| {
        let Pose { position, orientation } = pose(p);
        let point = BodyPoint::builder().point(vector(&p[5..])).build().unwrap();
        let map = InFrame::builder().map(point).origin(position).orientation(orientation);
        super::map(map.build().unwrap(), ground::<SpatialFrame>())
    });
}

fn drives(census: &mut Census) {
    census.parameters("ConstantVelocity", &[0.1, 0.2], |p| {
        let belt = ConstantVelocity::<Line>::builder().velocity(p[0]).start(p[1]);
        drive::<Line>(belt.build().unwrap())
    });
    census.parameters("Sinusoid", &[0.1, 5.0, 0.2, 0.3], |p| {
        let shaker = Sinusoid::<Line>::builder().amplitude(p[0]).angular_frequency(p[1]);
        drive::<Line>(shaker.phase(p[2]).center(p[3]).build().unwrap())
    });
    census.parameters("Guided", &[0.1, 0.2, 3.0], |p| {
        let sine = Sine::builder().mean(p[0]).amplitude(p[1]).angular_frequency(p[2]);
        drive::<Line>(Guided::<Line>::new([sine.build().unwrap()]).unwrap())
    });
    census.parameters("Input", &[0.7], |p| {
        let input = Input::builder().name("push").start(p[0]).build().unwrap();
        drive::<Line>(Guided::<Line>::new([input]).unwrap())
    });
    census.parameters("Waypoints", &[0.1, 0.2, 1.0, 0.3], |p| {
        drive::<Line>(Waypoints::<Line>::new([(p[0], p[1]), (p[2], p[3])]).unwrap())
    });
}

fn signal(signal: impl Into<Signal>) -> Network {
    law(TimedEffort::<Line>::new(signal.into()))
}

fn signals(census: &mut Census) {
    census.parameters("TimedEffort", &[1.0, 2.0], |p| {
        let sine = Sine::builder().amplitude(1.0).angular_frequency(1.0).build().unwrap();
        law(TimedEffort::<Line>::new(sine).with_jumps([p[0], p[1]]).unwrap())
    });
    census.parameters("Sine", &[0.1, 0.2, 5.0, 0.3], |p| {
        let sine = Sine::builder().mean(p[0]).amplitude(p[1]).angular_frequency(p[2]);
        signal(sine.phase(p[3]).build().unwrap())
    });
    census.parameters("Ramp", &[0.1, 0.2, 0.3, 2.0], |p| {
        let ramp = Ramp::builder().from(p[0]).to(p[1]).start(p[2]);
        signal(ramp.duration(p[3]).build().unwrap())
    });
    census.parameters("SmoothStep", &[0.1, 0.2, 0.3, 2.0], |p| {
        let step = SmoothStep::builder().from(p[0]).to(p[1]).start(p[2]);
        signal(step.duration(p[3]).build().unwrap())
    });
    census.parameters("Square", &[0.1, 0.2, 2.0, 0.3], |p| {
        let square = Square::builder().mean(p[0]).amplitude(p[1]).period(p[2]);
        signal(square.start(p[3]).build().unwrap())
    });
    census.parameters("Chirp", &[0.1, 0.2, 1.0, 3.0, 0.3, 2.0], |p| {
        let chirp = Chirp::builder().mean(p[0]).amplitude(p[1]).from(p[2]);
        signal(chirp.to(p[3]).start(p[4]).duration(p[5]).build().unwrap())
    });
    census.parameters("Samples", &[0.1, 0.2, 1.0, 0.3], |p| {
        let points = [(p[0], p[1]), (p[2], p[3])];
        signal(Samples::new(points, Interpolation::Lines).unwrap())
    });
    census.choices(
        "Samples",
        [Interpolation::Lines, Interpolation::Steps]
            .map(|between| signal(Samples::new([(0.0, 1.0)], between).unwrap()))
            .into(),
    );
}

fn sine(p: &[f64]) -> Sine {
    Sine::builder().amplitude(p[0]).angular_frequency(p[1]).build().unwrap()
}

fn combined_signals(census: &mut Census) {
    census.parameters("Sum", &[0.1, 0.2, 1.0, 0.3], |p| signal(Sum::new([sine(p), sine(&p[2..])])));
    census.parameters("Piecewise", &[0.1, 0.2, 1.0, 0.3, 2.0], |p| {
        signal(Piecewise::new(sine(p), [(p[4], sine(&p[2..]))]).unwrap())
    });
}
