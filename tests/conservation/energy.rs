//! Energy over whole runs: conserved at the order of the scheme, or changed by the work done.

use nalgebra::{Quaternion, Vector2, Vector3};
use stiction::friction::Relaxation;
use stiction::mechanics::{FollowerForce, Link, Sinusoid, inertia};
use stiction::network::SimulationError;
use stiction::prelude::*;

use super::x3;

/// Returns the largest change of a quantity over a run, relative to `scale`.
fn drift<T>(
    make: &dyn Fn() -> (Network, T),
    step: f64,
    until: f64,
    quantity: &dyn Fn(&Frame<'_>, &T) -> f64,
) -> f64 {
    let (net, handles) = make();
    let mut sim = Simulation::new(net, Tableau::rk4(), step).unwrap();
    let (mut start, mut worst) = (None, 0.0_f64);
    sim.run_observed(until, &mut |frame: &Frame<'_>| {
        let now = quantity(frame, &handles);
        worst = worst.max((now - *start.get_or_insert(now)).abs());
        Ok::<(), SimulationError>(())
    })
    .unwrap();
    worst
}

/// Asserts fourth order: halving the step divides the error by 16 (14 with the next order). The
/// errors must lie well above rounding, and well below the quantity.
fn assert_fourth_order<T>(
    name: &str,
    make: &dyn Fn() -> (Network, T),
    step: f64,
    until: f64,
    quantity: &dyn Fn(&Frame<'_>, &T) -> f64,
) {
    let (coarse, fine) =
        (drift(make, step, until, quantity), drift(make, 0.5 * step, until, quantity));
    assert!(fine > 1e-13, "{name}: {fine:e} is rounding");
    assert!(coarse / fine >= 14.0, "{name}: {coarse:e} to {fine:e}, ratio {}", coarse / fine);
}

fn energy<T>(frame: &Frame<'_>, _: &T) -> f64 {
    frame.stored_energy().unwrap()
}

fn arm(n: usize, gravity: f64) -> (Network, Handle<PlanarArm>) {
    let link = |i: usize| {
        let (m, l) = (0.5 + 0.1 * i as f64, 0.3 + 0.05 * i as f64);
        Link::builder().mass(m).length(l).center(0.4 * l).inertia(m * l * l / 10.0).build().unwrap()
    };
    let arm = PlanarArm::builder().links((0..n).map(link)).gravity(Vector2::new(0.0, -gravity));
    let start = |i: usize| Motion::<Shaft> { pose: 0.3 + 0.4 * i as f64, flow: 2.0 - i as f64 };
    let mut net = NetworkBuilder::new();
    let arm = net.add(arm.build().unwrap(), (0..n).map(start).collect::<Vec<_>>()).unwrap();
    (net.build().unwrap(), arm)
}

#[test]
fn arms_conserve_energy_at_the_order_of_the_scheme() {
    for n in [1, 2, 3, 5] {
        assert_fourth_order(
            &format!("arm of {n} under gravity"),
            &|| arm(n, 9.81),
            1e-3,
            0.5,
            &energy,
        );
        if n > 1 {
            assert_fourth_order(&format!("free arm of {n}"), &|| arm(n, 0.0), 4e-3, 1.0, &energy);
        }
    }
    // One free link turns at a constant speed, so only the rounding of 250 steps is left.
    assert!(drift(&|| arm(1, 0.0), 4e-3, 1.0, &energy) <= 1e-13);
}

#[test]
fn a_tumbling_body_conserves_energy_and_angular_momentum() {
    let make = || {
        let mut net = NetworkBuilder::new();
        let body = RigidBody::builder().mass(2.0).inertia(inertia::cuboid(2.0, x3(0.1, 0.4, 0.9)));
        let body = body.build().unwrap();
        let flow = Twist { linear: x3(1.0, 2.0, 3.0), angular: x3(0.4, 7.0, 0.3) };
        let orientation = Quaternion::new(0.7, 0.1, -0.5, 0.3);
        let pose = Pose { position: x3(0.3, -0.2, 0.5), orientation };
        let pose = SpatialFrame::valid_pose(pose);
        let handle = net.add(body.clone(), Motion { pose, flow }).unwrap();
        (net.build().unwrap(), (handle, body))
    };
    assert_fourth_order("energy", &make, 4e-3, 2.0, &energy);
    for axis in 0..3 {
        assert_fourth_order("angular momentum", &make, 4e-3, 2.0, &|frame, (handle, body)| {
            body.angular_momentum(&frame.motion(*handle).unwrap())[axis]
        });
    }
}

/// Simulates a block on a spring under a swinging load that makes it stick and slip; returns the
/// error of `integral of (supplied - dissipated) = change of the stored energy`, over the work
/// turned over.
fn work_error(step: f64, relaxation: Relaxation) -> f64 {
    let mut net = NetworkBuilder::new();
    let mass = PointMass::<Line>::builder().mass(1.0).build().unwrap();
    let mass = net.add(mass, Motion { pose: 0.0, flow: 0.1 }).unwrap();
    let load = TimedEffort::new(|stage: &Stage| 3.0 * (4.0 * stage.time).sin());
    net.connect(load, Direct::new(), mass.port()).unwrap();
    let spring = SpringDamper::<Line>::builder().stiffness(20.0).damping(0.1).build().unwrap();
    let shaker =
        Sinusoid::<Line>::builder().amplitude(0.02).angular_frequency(9.0).build().unwrap();
    net.connect(spring, Between::new(), (Prescribed::new(shaker), mass.port())).unwrap();
    let law = GsatFriction::<Line>::builder().stiffness(5e3).damping(60.0).limit(1.0);
    let law = law.relaxation(relaxation).build().unwrap();
    net.connect(law, Direct::new(), mass.port()).unwrap();
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), step).unwrap();
    let start = sim.frame().stored_energy().unwrap();
    let (mut work, mut turnover, mut last): (f64, f64, Option<(f64, f64, f64)>) = (0.0, 0.0, None);
    sim.run_observed(4.0, &mut |frame: &Frame<'_>| {
        let balance = frame.power_balance()?;
        let net = balance.supplied - balance.dissipated;
        let size = balance.supplied.abs() + balance.dissipated.abs();
        if let Some((time, before, size_before)) = last {
            work += 0.5 * (frame.time() - time) * (net + before);
            turnover += 0.5 * (frame.time() - time) * (size + size_before);
        }
        last = Some((frame.time(), net, size));
        Ok::<(), SimulationError>(())
    })
    .unwrap();
    let change = sim.frame().stored_energy().unwrap() - start;
    assert!(turnover > 1.0, "{turnover} J turned over");
    (work - change).abs() / turnover
}

#[test]
fn work_is_the_change_of_energy_over_a_whole_run() {
    // The trapezoidal rule over transitions between stick and slip, where the power bends, is of
    // first order with a small constant. Implicit adds its numerical damping, of first order too.
    let preserving = Relaxation::OrderPreserving { kappa: 0.8 };
    for (relaxation, bound) in [(Relaxation::Implicit, 2e-6), (preserving, 1e-7)] {
        let (coarse, fine) = (work_error(4e-4, relaxation), work_error(1e-4, relaxation));
        println!("work-energy {relaxation:?}: {coarse:e} {fine:e}");
        assert!(coarse <= bound, "{relaxation:?} {coarse:e}");
        assert!(fine <= 0.4 * coarse, "{relaxation:?} {coarse:e} {fine:e}");
    }
}

/// A push along the x axis of a body that spins at ω turns with it: the velocity runs round a
/// circle, `F/(m ω) (sin ω t, 1 − cos ω t)`, and the power is that of the velocity along the push.
#[test]
fn a_push_that_turns_with_the_body_drives_it_round_a_circle() {
    const FORCE: f64 = 3.0;
    const SPIN: f64 = 5.0;
    let velocity =
        |t: f64| Vector2::new((SPIN * t).sin(), 1.0 - (SPIN * t).cos()) * (FORCE / (2.0 * SPIN));
    let mut net = NetworkBuilder::new();
    let plate = PlanarBody::builder().mass(2.0).inertia(0.1).build().unwrap();
    let twist = PlanarTwist { linear: Vector2::zeros(), angular: SPIN };
    let plate = net.add(plate, Motion::new(PlanarPose::default(), twist)).unwrap();
    let push = FollowerForce::new(Vector2::zeros(), |_: &Stage| Vector2::new(FORCE, 0.0)).unwrap();
    net.connect(push, Direct::new(), plate.port()).unwrap();
    let ball = RigidBody::sphere(2.0, 0.1).unwrap();
    let twist = Twist { linear: Vector3::zeros(), angular: Vector3::z() * SPIN };
    let ball = net.add(ball, Motion::new(Pose::default(), twist)).unwrap();
    let push = FollowerForce::new(Vector3::zeros(), |_: &Stage| Vector3::x() * FORCE).unwrap();
    let push = net.connect(push, Direct::new(), ball.port()).unwrap();
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-3).unwrap();
    sim.run_observed(2.0, &mut |frame: &Frame<'_>| {
        let expected = velocity(frame.time());
        assert!((frame.motion(plate)?.flow.linear - expected).norm() < 1e-11);
        let linear = frame.motion(ball)?.flow.linear;
        assert!((linear.xy() - expected).norm() < 1e-11 && linear.z == 0.0);
        let along = Vector2::new((SPIN * frame.time()).cos(), (SPIN * frame.time()).sin());
        let supplied = frame.wire_power(push)?.supplied;
        assert!((supplied - FORCE * along.dot(&expected)).abs() < 1e-10);
        let balance = frame.power_balance()?;
        assert!(balance.residual().abs() <= 1e-14 * balance.scale.max(1.0));
        Ok::<(), SimulationError>(())
    })
    .unwrap();
    // A push off the centre turns the body too, with the moment of the lever in all positions.
    let mut net = NetworkBuilder::new();
    let plate = PlanarBody::builder().mass(2.0).inertia(0.1).build().unwrap();
    let plate = net.add(plate, Motion::default()).unwrap();
    let push = |_: &Stage| Vector2::new(FORCE, 0.0);
    let push = FollowerForce::new(Vector2::new(0.3, -0.2), push).unwrap();
    net.connect(push, Direct::new(), plate.port()).unwrap();
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-3).unwrap();
    sim.run_until(1.0).unwrap();
    assert!((sim.motion(plate).unwrap().flow.angular - 0.2 * FORCE / 0.1).abs() < 1e-12);
}

/// Free bodies and pendulums turn over no energy: their small numerical drift does not count as a
/// surplus.
#[test]
fn free_motion_is_not_refused_for_its_drift() {
    let tumbling = || {
        let mut net = NetworkBuilder::new();
        let inertia = Vector3::new(1.0, 2.0, 2.5);
        let body =
            RigidBody::builder().mass(2.0).inertia(nalgebra::Matrix3::from_diagonal(&inertia));
        let mut start = Motion::<SpatialFrame>::default();
        start.flow.angular = Vector3::new(0.3, 9.0, 0.2);
        net.add(body.build().unwrap(), start).unwrap();
        net.build().unwrap()
    };
    let make: [(&str, &dyn Fn() -> Network); 2] =
        [("a tumbling body", &tumbling), ("a swinging arm", &|| arm(3, 9.81).0)];
    for (name, make) in make {
        for step in [1e-3, 1e-2] {
            let mut sim = Simulation::new(make(), Tableau::rk4(), step).unwrap();
            sim.watch_energy().unwrap();
            sim.run_until(5.0).unwrap();
            let energy = sim.energy().unwrap();
            // The drift exists, and is small beside the motion.
            assert!(energy.surplus.abs() > energy.rounding, "{name} at {step}: {energy:?}");
            assert!(energy.share().abs() < 1e-2, "{name} at {step}: {energy:?}");
        }
    }
}
