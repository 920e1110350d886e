//! A step allocates nothing.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use nalgebra::Vector3;
use stiction::friction::{
    BristleRate, ConvexPolygon, ElastoPlasticFriction, EllipticContact, LimitSetGsat, PointContact,
    ThresholdFriction,
};
use stiction::mechanics::Link;
use stiction::ode::RungeKutta;
use stiction::patch::{
    BristleParameters, DistributedPatch, Grid, LimitSurface, Mount, PressureExponent, ReducedPatch,
    ReducedShape, Schedule, SoftFingertip, Surface,
};
use stiction::prelude::*;

/// Returns bodies, an arm of seven links, every law, contacts, springs, sources and a moving belt.
fn everything() -> Network {
    let mut net = NetworkBuilder::new();
    let body = RigidBody::cuboid(1.0, Vector3::new(0.1, 0.2, 0.3)).unwrap();
    let body = net.add(body, Motion::default()).unwrap();
    let contact = CoulombContact::builder().stiffness(1e4).damping(10.0).friction(0.3);
    let corner = BodyPoint::builder().point(Vector3::new(0.05, 0.1, -0.15)).build().unwrap();
    net.connect(contact.build().unwrap(), corner, body.port()).unwrap();

    slider(&mut net);

    let link = Link::uniform_rod(1.0, 0.3).unwrap();
    let arm = PlanarArm::builder().links(vec![link; 7]).build().unwrap();
    let arm = net.add(arm, [Motion::default(); 7]).unwrap();
    let curve = StribeckCurve::builder().coulomb(0.4).breakaway(0.5).stribeck_speed(0.1);
    let curve = curve.build().unwrap();
    let stribeck = RateDependentGsat::builder().stiffness(100.0).damping(2.0).curve(curve);
    net.connect(stribeck.build().unwrap(), Direct::new(), arm.joint(0)).unwrap();
    let lugre = LuGreFriction::builder().stiffness(100.0).damping(1.0);
    let lugre = lugre.steady_state(SteadyState::Force(curve)).build().unwrap();
    net.connect(lugre, Direct::new(), arm.joint(1)).unwrap();
    let dahl = DahlFriction::builder().stiffness(100.0).limit(0.5).build().unwrap();
    net.connect(dahl, Direct::new(), arm.joint(2)).unwrap();
    let elasto_plastic = ElastoPlasticFriction::builder().stiffness(100.0).damping(1.0).limit(0.5);
    let elasto_plastic = elasto_plastic.breakaway_fraction(0.8).build().unwrap();
    net.connect(elasto_plastic, Direct::new(), arm.joint(3)).unwrap();
    let threshold = ThresholdFriction::builder().limit(0.5).threshold_speed(0.1).build().unwrap();
    net.connect(threshold, Direct::new(), arm.joint(4)).unwrap();
    let motor = TimedEffort::new(|stage: &Stage| (10.0 * stage.time).sin());
    net.connect(motor, Direct::new(), arm.joint(5)).unwrap();
    let boxed: Box<dyn Impedance<Domain = Shaft>> =
        Box::new(GsatFriction::builder().stiffness(100.0).damping(1.0).limit(0.5).build().unwrap());
    net.connect(boxed, Direct::new(), arm.joint(6)).unwrap();

    let mass = PointMass::<Line>::builder().mass(1.0).build().unwrap();
    let mass = net.add(mass, Motion::default()).unwrap();
    let belt = ConstantVelocity::<Line>::builder().velocity(0.1).build().unwrap();
    let friction = GsatFriction::builder().stiffness(1e3).damping(1.0).limit(1.0).build().unwrap();
    net.connect(friction, Between::new(), (Prescribed::new(belt), mass.port())).unwrap();
    net.build().unwrap()
}

/// Adds a body that slides and spins on contacts with every kind of friction cone.
fn slider(net: &mut NetworkBuilder) {
    let body = RigidBody::cuboid(1.0, Vector3::new(0.1, 0.2, 0.3)).unwrap();
    let twist = Twist { linear: Vector3::new(0.3, 0.1, 0.0), angular: Vector3::new(0.0, 0.0, 2.0) };
    let body = net.add(body, Motion::new(Pose::at(Vector3::new(0.0, 0.0, -1e-3)), twist)).unwrap();
    let corner = |x| BodyPoint::builder().point(Vector3::new(x, 0.1, 0.0)).build().unwrap();
    let pyramid = PyramidContact::builder().stiffness(1e4).damping(10.0).friction(0.3).sides(12);
    net.connect(pyramid.build().unwrap(), corner(0.05), body.port()).unwrap();
    let curve = StribeckCurve::builder().coulomb(1.0).breakaway(1.3).stribeck_speed(0.01);
    let pad = EllipticContact::builder().stiffness(1e4).damping(10.0).friction([0.3, 0.4]);
    let pad = pad.torsional_friction(0.01).rolling_friction([0.01; 2]);
    let pad = pad.speed_dependence(curve.build().unwrap()).build().unwrap();
    net.connect(pad, Direct::new(), body.port()).unwrap();
    let wedge = [[0.2, -0.5], [0.2, 0.5], [-0.9, 0.0]].map(nalgebra::Vector2::from);
    let wedge = LimitSetGsat::builder().set(ConvexPolygon::new(&wedge).unwrap());
    let wedge = wedge.stiffness(1e4).damping(10.0).build().unwrap();
    let wedge = PointContact::builder().stiffness(1e4).damping(10.0).law(wedge).build().unwrap();
    net.connect(wedge, corner(-0.05), body.port()).unwrap();
}

#[test]
fn a_step_allocates_nothing() {
    let network = everything();
    for tableau in Tableau::all() {
        let mut state = network.initial_state().values().to_vec();
        let mut stepper = RungeKutta::new(tableau.clone(), state.len());
        let count = allocation_counter::measure(|| {
            for k in 0..100 {
                stepper.step(&network, f64::from(k) * 1e-4, 1e-4, &mut state).unwrap();
            }
        });
        assert_eq!(count.count_total, 0, "{}", tableau.name());
    }
}

#[test]
fn a_run_allocates_nothing_however_long() {
    let mut sim = Simulation::new(everything(), Tableau::rk4(), 1e-4).unwrap();
    let count = allocation_counter::measure(|| sim.run_until(0.1).unwrap());
    assert_eq!(count.count_total, 0);
}

/// Returns pads whose pressure and load change every 10 ms, distributed and reduced, and one whose
/// load is a closure.
fn gripper() -> Network {
    let mut net = NetworkBuilder::new();
    let body = PlanarBody::builder().mass(0.2).inertia(5e-4).build().unwrap();
    let flow = PlanarTwist { linear: nalgebra::Vector2::new(0.8, 0.4), angular: 5.0 };
    let body = net.add(body, Motion { pose: PlanarPose::default(), flow }).unwrap();
    let grid = Grid::new(11, 0.02).unwrap();
    let fingertip = SoftFingertip::builder().exponent(PressureExponent::PerLoad(2.0));
    let fingertip = fingertip.build().unwrap();
    let loads = [1.0, 0.2, 2.0];
    let pads = Schedule::every(0.01, loads.map(|load| fingertip.patch(grid, load).unwrap()));
    let pads = pads.unwrap();
    let loads = Signal::every(0.01, loads).unwrap();
    let bristles = BristleParameters::table_one_stribeck().unwrap();

    let finger = PlanarPose { position: nalgebra::Vector2::new(0.01, 0.0), angle: 0.3 };
    let distributed = DistributedPatch::builder().patch(pads.clone()).bristles(bristles);
    let distributed = distributed.bristle_rate(BristleRate::OrderPreserving);
    let distributed = distributed.mount(Mount::in_world(finger).unwrap());
    let distributed = Loaded::new(distributed.build().unwrap(), loads.clone()).unwrap();
    net.connect(distributed, Direct::new(), body.port()).unwrap();

    let shape =
        pads.map(|pad| ReducedShape::limit_surface(pad, LimitSurface::new(pad, 10).unwrap()));
    let reduced = ReducedPatch::builder().shape(shape).bristles(bristles);
    let reduced = reduced.bristle_rate(BristleRate::OrderPreserving);
    net.connect(Loaded::new(reduced.build().unwrap(), loads).unwrap(), Direct::new(), body.port())
        .unwrap();

    let ellipsoid = ReducedShape::ellipsoid(&pads.values()[0]);
    let reduced = ReducedPatch::builder().shape(ellipsoid).bristles(bristles);
    let reduced = reduced.bristle_rate(BristleRate::Implicit);
    let reduced =
        Loaded::new(reduced.build().unwrap(), |time: f64| 1.0 + (90.0 * time).sin()).unwrap();
    net.connect(reduced, Direct::new(), body.port()).unwrap();
    net.build().unwrap()
}

#[test]
fn patches_that_change_allocate_nothing() {
    let mut sim = Simulation::new(gripper(), Tableau::rk4(), 1e-4).unwrap();
    // The run covers both changes.
    let count = allocation_counter::measure(|| sim.run_until(0.03).unwrap());
    assert_eq!(count.count_total, 0);
    let place = sim.state().values()[0];
    assert!(place > 5e-3, "it does not slide: {place}");
}

/// Control: a patch that is made anew for every load is noticed.
#[test]
fn a_patch_made_anew_is_counted() {
    let grid = Grid::new(11, 0.02).unwrap();
    let bristles = BristleParameters::table_one_stribeck().unwrap();
    let count = allocation_counter::measure(|| {
        let pad = Surface::Square.patch(grid).unwrap();
        let pad = DistributedPatch::builder().patch(pad).bristles(bristles);
        drop(std::hint::black_box(Loaded::new(pad.build().unwrap(), 1.0).unwrap()));
    });
    assert!(count.count_total > 0);
}

/// Returns springs between masses and a slider under each, `count` of each kind except for one
/// spring.
fn chain(count: usize) -> Network {
    let mut net = NetworkBuilder::new();
    let mut last = None;
    for place in 0..count {
        let mass = PointMass::<Line>::builder().mass(1.0).build().unwrap();
        let start = Motion::new(0.02 * (0.7 * place as f64).sin(), 0.0);
        let mass = net.add(mass, start).unwrap().port();
        let slider = GsatFriction::<Line>::builder().stiffness(1e4).damping(20.0).limit(0.5);
        net.connect(slider.build().unwrap(), Direct::new(), mass).unwrap();
        if let Some(last) = last.replace(mass) {
            let spring = SpringDamper::<Line>::builder().stiffness(40.0).damping(0.3);
            net.connect(spring.build().unwrap(), Between::new(), (last, mass)).unwrap();
        }
    }
    net.build().unwrap()
}

/// A network, its state and its stepper hold little besides the state, its four stages, the
/// parameters, the initial state, and the place of each component.
#[test]
fn a_large_network_is_little_more_than_its_numbers() {
    let count = 100_000;
    let mut simulation = None;
    let memory = allocation_counter::measure(|| {
        simulation = Some(Simulation::new(chain(count), Tableau::rk4(), 1e-3).unwrap());
        simulation.as_mut().unwrap().run_until(2e-3).unwrap();
    });
    let simulation = simulation.unwrap();
    let state = 8 * simulation.state().values().len();
    let parameters = size_of::<PointMass<Line>>()
        + size_of::<SpringDamper<Line>>()
        + size_of::<GsatFriction<Line>>();
    let numbers = 5 * state + count * parameters;
    let ratio = memory.bytes_current as f64 / numbers as f64;
    assert!(ratio > 0.5 && ratio < 1.2, "{ratio} times the numbers");
}

/// The first step, which allocates for the parts, is not counted. There is one thread because the
/// queue that hands work to others allocates a little now and then.
#[test]
fn a_step_of_a_large_network_allocates_nothing() {
    let network = chain(5000);
    let mut state = network.initial_state().values().to_vec();
    let mut stepper = RungeKutta::new(Tableau::rk4(), state.len());
    let mut step = |k: u32| stepper.step(&network, f64::from(k) * 1e-3, 1e-3, &mut state).unwrap();
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let count = one.install(|| {
        step(0);
        allocation_counter::measure(|| (1..100).for_each(&mut step))
    });
    assert_eq!(count.count_total, 0);
}
