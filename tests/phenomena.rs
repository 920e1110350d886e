//! Phenomena of dry friction: sticking, breaking away, sliding to a halt.

mod pressed;
mod sliding;

use nalgebra::Vector3;
use stiction::friction::StribeckShape;
use stiction::network::SimulationError;
use stiction::prelude::*;
use stiction_lab::kikuuwe::SlidingBlock;

const G: f64 = 9.8;

fn gsat() -> GsatFriction<Line> {
    GsatFriction::builder().stiffness(1e5).damping(400.0).limit(1.0).build().unwrap()
}

fn stribeck(shape: StribeckShape) -> RateDependentGsat<Line> {
    let curve = StribeckCurve::builder().coulomb(1.0).breakaway(1.5).stribeck_speed(0.01);
    let law = RateDependentGsat::builder().stiffness(1e5).damping(400.0);
    law.curve(curve.shape(shape).build().unwrap()).build().unwrap()
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
        ("gsat", breakaway_load(gsat(), 1.0), 1.0),
        ("rational", breakaway_load(stribeck(StribeckShape::Rational), 1.0), 1.5),
        ("Gaussian", breakaway_load(stribeck(StribeckShape::Gaussian), 1.0), 1.5),
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
        let mut test = SlidingBlock::new(gsat(), load, Tableau::rk4(), 1e-4).unwrap();
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
