//! Phenomena of dry friction: sticking, breaking away, sliding to a halt, rolling, memory.

mod pressed;
mod sliding;

use std::sync::{Arc, Mutex};

use nalgebra::{Vector2, Vector3};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use stiction::core::{Bristle, VectorDomain};
use stiction::friction::StribeckShape;
use stiction::network::SimulationError;
use stiction::prelude::*;
use stiction_lab::kikuuwe::SlidingBlock;

const G: f64 = 9.8;

fn gsat<D: VectorDomain>(stiffness: f64, damping: f64, limit: f64) -> GsatFriction<D> {
    GsatFriction::builder().stiffness(stiffness).damping(damping).limit(limit).build().unwrap()
}

fn stribeck(shape: StribeckShape, viscous: f64) -> RateDependentGsat<Line> {
    let curve = StribeckCurve::builder().coulomb(1.0).breakaway(1.5).stribeck_speed(0.01);
    let law = RateDependentGsat::builder().stiffness(1e5).damping(400.0);
    law.curve(curve.shape(shape).build().unwrap()).viscous_damping(viscous).build().unwrap()
}

// --- stick-slip --------------------------------------------------------------------------------

/// Returns the times at which a block of 1 kg on a spring of 100 N/m, pulled at 0.02 m/s, breaks away.
fn break_aways(shape: StribeckShape) -> Vec<f64> {
    let mut net = NetworkBuilder::new();
    let mass = PointMass::<Line>::builder().mass(1.0).build().unwrap();
    let mass = net.add(mass, Motion::default()).unwrap();
    let pull = ConstantVelocity::<Line>::builder().velocity(0.02).build().unwrap();
    let spring = SpringDamper::<Line>::builder().stiffness(100.0).build().unwrap();
    net.connect(spring, Between::new(), (Prescribed::new(pull), mass.port())).unwrap();
    net.connect(stribeck(shape, 0.4), Direct::new(), mass.port()).unwrap();
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 2e-4).unwrap();
    let (mut times, mut slides) = (vec![], false);
    sim.run_observed(8.0, &mut |frame: &Frame<'_>| {
        let speed = frame.motion(mass)?.flow;
        // A stuck block creeps at 1e-5 m/s on its bristle, a sliding one reaches 5 cm/s.
        if !slides && speed > 1e-3 {
            times.push(frame.time());
        }
        slides = if slides { speed > 1e-4 } else { speed > 1e-3 };
        Ok::<(), SimulationError>(())
    })
    .unwrap();
    times
}

#[test]
fn stick_slip_has_the_period_of_the_reference() {
    for (shape, period) in [(StribeckShape::Rational, 0.8826), (StribeckShape::Gaussian, 0.9688)] {
        let times = break_aways(shape);
        // The time is Fs/(ks vd), and some 30 ms until a vanishing excess has accelerated the block to 1 mm/s.
        assert!((times[0] - 0.75).abs() <= 0.04, "{shape:?} {}", times[0]);
        assert!(times.len() >= 6, "{shape:?} {times:?}");
        for pair in times.windows(2).skip(1) {
            // The reference found this at all steps to within 2e-4.
            assert!((pair[1] - pair[0] - period).abs() <= 5e-4, "{shape:?} {times:?}");
        }
    }
}

// --- break-away --------------------------------------------------------------------------------

/// Returns the load of a ramp (N/s) at which the slip, the motion of the anchor p - e, exceeds a micrometre.
fn breakaway_load<I: Impedance<Domain = Line>>(law: I, ramp: f64) -> f64 {
    let mut test =
        SlidingBlock::new(law, move |stage: &Stage| ramp * stage.time, Tableau::rk4(), 1e-4)
            .unwrap();
    let (mass, friction) = (test.block, test.friction);
    let mut found = None;
    test.simulation
        .run_observed(2.5 / ramp, &mut |frame: &Frame<'_>| {
            let slip = frame.motion(mass)?.pose - frame.internal(friction)?[0];
            if slip > 1e-6 && found.is_none() {
                found = Some(ramp * frame.time());
            }
            Ok::<(), SimulationError>(())
        })
        .unwrap();
    found.expect("it breaks away")
}

#[test]
fn a_ramp_breaks_away_at_the_limit() {
    // The inertia lags a ramp of r N/s by r m/(K/B) and less; a micrometre of slip under the excess
    // r t/m takes (6e-6 m/r)^(1/3) s: 18 ms at 1 N/s, that is 18 mN above the limit.
    for (name, load, limit) in [
        ("gsat", breakaway_load(gsat(1e5, 400.0, 1.0), 1.0), 1.0),
        ("rational", breakaway_load(stribeck(StribeckShape::Rational, 0.0), 1.0), 1.5),
        ("Gaussian", breakaway_load(stribeck(StribeckShape::Gaussian, 0.0), 1.0), 1.5),
    ] {
        assert!(load >= limit && load <= limit + 0.025, "{name}: {load}");
    }
}

#[test]
fn just_below_the_limit_it_holds_and_just_above_it_runs() {
    let run = |share: f64| {
        // The load is reached in a second without a corner: the inertia m/K of its curvature adds less than 1e-4 of the
        // limit.
        let load = move |stage: &Stage| {
            let s = stage.time.min(1.0);
            share * s * s * s * (10.0 - 15.0 * s + 6.0 * s * s)
        };
        let mut test =
            SlidingBlock::new(gsat(1e5, 400.0, 1.0), load, Tableau::rk4(), 1e-4).unwrap();
        test.simulation.run_until(4.0).unwrap();
        let before = test.simulation.motion(test.block).unwrap().flow;
        test.simulation.run_until(5.0).unwrap();
        let mass = test.simulation.motion(test.block).unwrap();
        (mass.pose - test.simulation.internal(test.friction).unwrap()[0], mass.flow - before)
    };
    for share in [0.5, 0.9, 0.999, 0.9999] {
        assert_eq!(run(share).0, 0.0, "share {share}: the anchor moves");
        assert!(run(share).1.abs() < 1e-12);
    }
    for share in [1.0001, 1.001, 1.1] {
        // The gain is that of a second of (share - 1) F/m.
        let (slip, gain) = run(share);
        assert!(slip > 0.0 && (gain / (share - 1.0) - 1.0).abs() < 1e-6, "{share}: {gain}");
    }
}

// --- presliding --------------------------------------------------------------------------------

/// Returns the force on the surface at the end of each straight piece of a slow prescribed path (m).
fn forces_along<I: Impedance<Domain = Line>>(law: I, path: &[f64]) -> Vec<f64> {
    let speed = 1e-4;
    let mut corners = vec![(0.0, path[0])];
    for pair in path.windows(2) {
        let (time, _) = corners[corners.len() - 1];
        corners.push((time + (pair[1] - pair[0]).abs() / speed, pair[1]));
    }
    let times: Vec<f64> = corners.iter().map(|corner| corner.0).collect();
    let drive = move |stage: &Stage| {
        let k = corners
            .partition_point(|corner| corner.0 <= stage.step_start + 1e-9)
            .clamp(1, corners.len() - 1);
        let ((t0, x0), (t1, x1)) = (corners[k - 1], corners[k]);
        let flow = (x1 - x0) / (t1 - t0);
        Motion::<Line> { pose: x0 + flow * (stage.time - t0), flow }
    };
    let mut net = NetworkBuilder::new();
    let wire = net.connect(law, Direct::new(), Prescribed::new(drive)).unwrap();
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-3).unwrap();
    let mut forces = vec![];
    for time in &times[1..] {
        sim.run_until(*time).unwrap();
        // This is the force of the spring alone; B v is a rate effect of 4e-5 N here.
        forces.push(1e3 * sim.internal(wire).unwrap()[0]);
    }
    forces
}

#[test]
fn presliding_is_a_spring_of_stiffness_k() {
    let law = || gsat::<Line>(1e3, 0.4, 1.0);
    let forces = forces_along(law(), &[0.0, 2e-4, 5e-4, 9e-4, -9e-4, 0.0]);
    for (force, expected) in forces.iter().zip([0.2, 0.5, 0.9, -0.9, 0.0]) {
        assert!((force - expected).abs() <= 1e-12, "{forces:?}");
    }
    // Beyond F/K it stays at F (less the force held back by the numerical damping: Z v = 1.4e-4 N).
    let force = forces_along(law(), &[0.0, 3e-3])[0];
    assert!((force - 1.0).abs() <= 2e-4, "{force}");
}

/// Several elements in parallel follow Masing's rules. A reversal follows twice the first loading, and a closed small
/// loop returns to the point, and to the slope, where it left.
#[test]
fn hysteresis_remembers_the_point_of_return() {
    let elements: Vec<f64> = (1..=5).map(|i| 0.2 * f64::from(i)).collect();
    let total = |path: &[f64]| -> f64 {
        elements
            .iter()
            .map(|&limit| forces_along(gsat(1e3, 0.0, limit), path)[path.len() - 2])
            .sum()
    };
    let virgin = |x: f64| elements.iter().map(|&limit| (1e3 * x).min(limit)).sum::<f64>();
    // RK4 lags by a part of a step at each yield (v T K/3 = 3e-5 N per element).
    let lag = 4e-4;
    let there = total(&[0.0, 7e-4]);
    assert!((there - virgin(7e-4)).abs() <= lag, "{there}");
    let back = total(&[0.0, 7e-4, 1e-4]);
    assert!((back - (virgin(7e-4) - 2.0 * virgin(3e-4))).abs() <= lag, "{back}");
    // An inner loop goes down to 3e-4 and up again to the point where it left.
    let closed = total(&[0.0, 7e-4, 3e-4, 7e-4]);
    assert!((closed - there).abs() <= lag, "{closed} {there}");
    let beyond = total(&[0.0, 7e-4, 3e-4, 9e-4]);
    assert!((beyond - virgin(9e-4)).abs() <= lag, "the loop is forgotten: {beyond}");
    // Control: LuGre has no such memory; its loops do not close.
    let lugre = || {
        let steady = SteadyState::Force(StribeckCurve::constant(1.0).unwrap());
        LuGreFriction::<Line>::builder().stiffness(1e3).damping(0.0).steady_state(steady).build()
    };
    let forces = forces_along(lugre().unwrap(), &[0.0, 7e-4, 3e-4, 7e-4]);
    assert!((forces[0] - forces[2]).abs() > 0.01, "{forces:?}");
}

// --- sliding -----------------------------------------------------------------------------------

/// Adds a mass that rests with its weight on a contact at the origin and slides along x.
fn slider(
    mu: f64,
    v0: f64,
    gravity: Vector3<f64>,
) -> (Simulation, Handle<PointMass<Space>>, Wire<PointContact<CoulombGsat>>) {
    let (mass, stiffness) = (0.5, 1e6);
    let mut net = NetworkBuilder::new();
    let block = PointMass::<Space>::builder().mass(mass).gravity(gravity).build().unwrap();
    let pose = Vector3::new(0.0, 0.0, mass * gravity.z / stiffness);
    let block = net.add(block, Motion { pose, flow: Vector3::new(v0, 0.0, 0.0) }).unwrap();
    let contact = CoulombContact::builder().stiffness(stiffness).damping(200.0).friction(mu);
    let contact = net.connect(contact.build().unwrap(), Direct::new(), block.port()).unwrap();
    (Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-4).unwrap(), block, contact)
}

#[test]
fn a_sliding_block_decelerates_and_stops_where_it_should() {
    for (mu, v0) in [(0.1, 0.5), (0.3, 1.0), (0.8, 2.0), (1.5, 0.3)] {
        let (mut sim, block, _) = slider(mu, v0, Vector3::new(0.0, 0.0, -G));
        let stop = v0 / (mu * G);
        sim.run_until(0.5 * stop).unwrap();
        let half = sim.motion(block).unwrap();
        // Until the bristle is taut (mu m g/K = 7 um at most), the friction is less than mu m g.
        assert!((half.flow.x / (0.5 * v0) - 1.0).abs() <= 1e-3, "{mu} {v0}: {}", half.flow.x);
        sim.run_until(2.0 * stop + 0.1).unwrap();
        let rest = sim.motion(block).unwrap();
        let distance = v0 * v0 / (2.0 * mu * G);
        assert!(
            (rest.pose.x - distance).abs() <= 2e-5 + 1e-4 * distance,
            "{mu} {v0}: {}",
            rest.pose.x
        );
        assert!(rest.flow.norm() <= 1e-6, "{mu} {v0}: {}", rest.flow);
        // It stays at rest.
        let time = sim.time();
        sim.run_until(time + 1.0).unwrap();
        assert!((sim.motion(block).unwrap().pose.x - rest.pose.x).abs() <= 1e-8);
    }
}

#[test]
fn an_incline_holds_up_to_the_angle_of_friction() {
    for mu in [0.2_f64, 0.5, 1.0] {
        for (degrees, slides) in [(-0.5, false), (0.5, true), (5.0, true)] {
            let angle = mu.atan() + f64::to_radians(degrees);
            let gravity = Vector3::new(G * angle.sin(), 0.0, -G * angle.cos());
            let (mut sim, block, contact) = slider(mu, 0.0, gravity);
            sim.run_until(1.0).unwrap();
            let before = sim.motion(block).unwrap();
            sim.run_until(2.0).unwrap();
            let after = sim.motion(block).unwrap();
            let slip = after.pose.x - sim.internal(contact).unwrap()[0];
            if slides {
                let expected = G * (angle.sin() - mu * angle.cos());
                let found = after.flow.x - before.flow.x; // per second
                assert!(
                    (found / expected - 1.0).abs() <= 1e-6,
                    "{mu} {degrees}: {found} {expected}"
                );
            } else {
                // The sudden load oscillates on the bristle; the rest of its energy, f^2/(2 K), is dissipated by a
                // margin of 1 % of f: f/(2 K) * 100.
                assert!(
                    slip.abs() <= 2e-4 && after.flow.norm() <= 1e-10,
                    "{mu}: {slip:e} {}",
                    after.flow
                );
                assert!((after.pose.x - before.pose.x).abs() <= 1e-10);
            }
        }
    }
}

#[test]
fn a_sphere_rolls_after_two_sevenths_of_its_speed() {
    let (mass, radius, stiffness) = (0.3, 0.2, 1e6);
    for (mu, v0) in [(0.05, 1.0), (0.1, 2.0), (0.3, 2.0), (0.5, 5.0)] {
        let mut net = NetworkBuilder::new();
        let body = RigidBody::sphere(mass, radius).unwrap();
        let body = body.with_gravity(Vector3::new(0.0, 0.0, -G)).unwrap();
        let pose = Pose::at(Vector3::new(0.0, 0.0, radius - mass * G / stiffness));
        let flow = Twist { linear: Vector3::new(v0, 0.0, 0.0), angular: Vector3::zeros() };
        let body = net.add(body, Motion { pose, flow }).unwrap();
        let law = CoulombContact::builder().stiffness(stiffness).damping(100.0).friction(mu);
        let map = SphereOnPlane::builder().radius(radius).build().unwrap();
        let contact = net.connect(law.build().unwrap(), map, body.port()).unwrap();
        let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-4).unwrap();
        let onset = 2.0 * v0 / (7.0 * mu * G);
        let mut rolls = None;
        sim.run_observed(onset + 0.3, &mut |frame: &Frame<'_>| {
            if rolls.is_none() && frame.wire_motion(contact)?.flow.x <= 0.0 {
                rolls = Some(frame.time());
            }
            Ok::<(), SimulationError>(())
        })
        .unwrap();
        // A step is allowed, and the time in which the bristle of mu N/K is stretched and released.
        let found = rolls.unwrap();
        assert!((found - onset).abs() <= 3e-4, "{mu} {v0}: {found} {onset}");
        let end = sim.motion(body).unwrap().flow;
        assert!((end.linear.x - 5.0 / 7.0 * v0).abs() <= 1e-6 * v0, "{}", end.linear);
        assert!((end.angular.y * radius - end.linear.x).abs() <= 1e-6 * v0);
    }
}

// --- contact -----------------------------------------------------------------------------------

proptest! {
    #![proptest_config(crate::config(2000, "phenomena"))]

    #[test]
    fn a_contact_never_pulls(
        p in -1e-3..1e-3_f64, v in proptest::array::uniform3(-10.0..10.0_f64),
        e in proptest::array::uniform2(-1e-3..1e-3_f64), tau in 0.0..1e-3_f64, mu in 0.0..2.0_f64
    ) {
        let law = CoulombContact::builder().stiffness(1e5).damping(300.0).friction(mu);
        let motion = Motion::<Space> { pose: Vector3::new(0.0, 0.0, p), flow: Vector3::from(v) };
        let mut rate = [0.0; 2];
        let law = law.build().unwrap();
        let force = law.respond(&Stage::first(0.0, tau), &motion, &e, &mut rate);
        prop_assert!(force.z >= 0.0);
        // The force is inside the cone, up to the rounding of a square root.
        prop_assert!(force.xy().norm() <= mu * force.z * (1.0 + 1e-15));
        if force.z == 0.0 {
            // A bristle without load relaxes towards zero.
            let (e, rate) = (Vector2::from(e), Vector2::from(rate));
            prop_assert_eq!(force, Vector3::zeros());
            prop_assert!(e.dot(&rate) <= 0.0);
        } else if force.xy().norm() < mu * force.z * (1.0 - 1e-12) {
            prop_assert_eq!(rate, [v[0], v[1]]);
        }
    }

    /// Once the bristle is taut, the force points exactly against the slip, for every heading.
    #[test]
    fn sliding_friction_points_against_the_slip(heading in 0.0..std::f64::consts::TAU, speed in 0.05..3.0_f64) {
        let velocity = Vector2::new(heading.cos(), heading.sin()) * speed;
        let law = gsat::<Plane>(1e4, 10.0, 2.0);
        // It starts at rest, stretched in another direction: the bristle turns into the slip.
        let mut e = Vector2::new(1e-4, -1e-4);
        let mut force = Vector2::zeros();
        for _ in 0..20_000 {
            let (f, rate) = law.friction(1e-4, velocity, e);
            (force, e) = (f, e + rate * 1e-4);
        }
        prop_assert!((force - velocity * (2.0 / speed)).norm() <= 1e-9, "{}", force);
    }
}

#[test]
fn the_bristle_decays_out_of_contact() {
    let law =
        CoulombContact::builder().stiffness(1e5).damping(300.0).friction(0.5).build().unwrap();
    let up = Motion::<Space>::at_rest(Vector3::new(0.0, 0.0, 1e-3));
    let mut net = NetworkBuilder::new();
    let wire = net.connect(law, Direct::new(), Prescribed::new(move |_: &Stage| up)).unwrap();
    let net = net.build().unwrap();
    let mut state = net.initial_state();
    net.set_internal(wire, &mut state, &[1e-4, -2e-4]).unwrap();
    let mut sim = Simulation::new(net, Tableau::rk4(), 1e-4).unwrap();
    sim.set_state(state).unwrap();
    let mut last = 3e-4;
    for k in 1..=10 {
        sim.run_until(1e-3 * f64::from(k)).unwrap();
        let size = Vector2::from_row_slice(sim.internal(wire).unwrap()).norm();
        // The deflection decays at K/(B + tau K), 1/3.05 to 1/3.1 ms; it is never reset at once.
        assert!((0.69..0.76).contains(&(size / last)) || k == 1, "{size:e} after {last:e}");
        assert_eq!(sim.effort(wire).unwrap(), Vector3::zeros());
        last = size;
    }
}

/// A mass on a plane with friction, pulled around: while it slides, friction does negative work, and its direction
/// turns with the slip.
#[test]
fn friction_never_does_positive_work_on_a_sliding_mass() {
    let mut runner = TestRunner::new(crate::config(20, "phenomena"));
    let inputs = proptest::array::uniform4(-3.0..3.0_f64);
    runner
        .run(&inputs, |[a, b, c, d]| {
            let mut net = NetworkBuilder::new();
            let mass = PointMass::<Plane>::builder().mass(1.0).build().unwrap();
            let mass =
                net.add(mass, Motion { pose: Vector2::zeros(), flow: Vector2::new(a, b) }).unwrap();
            let push = move |stage: &Stage| Vector2::new(c, d) * (5.0 * stage.time).sin();
            net.connect(TimedEffort::new(push), Direct::new(), mass.port()).unwrap();
            let friction =
                net.connect(gsat::<Plane>(1e5, 300.0, 1.5), Direct::new(), mass.port()).unwrap();
            let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-4).unwrap();
            let worst = Arc::new(Mutex::new(f64::INFINITY));
            let seen = Arc::clone(&worst);
            sim.run_observed(0.5, &mut move |frame: &Frame<'_>| {
                let power = frame.wire_power(friction)?;
                let mut least = seen.lock().unwrap();
                *least = least.min(power.dissipated);
                Ok::<(), SimulationError>(())
            })
            .unwrap();
            // Rounding of powers of up to 1.5 N times 5 m/s is allowed.
            let least = *worst.lock().unwrap();
            prop_assert!(least >= -1e-14, "{:e}", least);
            Ok(())
        })
        .unwrap();
}
