//! Results have the same bits in any order of insertion, in one run or in pieces, observed or not.

use nalgebra::{Quaternion, UnitQuaternion, Vector2, Vector3};
use proptest::prelude::*;
use stiction::core::Flat;
use stiction::core::signal::Square;
use stiction::mechanics::{Link, PointsBetween, Sinusoid};
use stiction::network::SimulationError;
use stiction::prelude::*;
use stiction::testing::{RandomMechanism, random_mechanism};
use stiction_lab::kikuuwe::joint_lugre;

fn bits_of(scalars: &[f64]) -> Vec<u64> {
    scalars.iter().map(|x| x.to_bits()).collect()
}

fn bits<T: Flat>(value: &T) -> Vec<u64> {
    let mut scalars = vec![0.0; T::LEN];
    value.store(&mut scalars);
    bits_of(&scalars)
}

// --- order of insertion ------------------------------------------------------------------------

/// Generates a mechanism with an order of its nodes and one of its wires.
fn shuffled() -> impl Strategy<Value = (RandomMechanism, Vec<usize>, Vec<usize>)> {
    random_mechanism().prop_flat_map(|mechanism| {
        let (nodes, wires) = mechanism.counts();
        let nodes = Just((0..nodes).collect::<Vec<_>>()).prop_shuffle();
        let wires = Just((0..wires).collect::<Vec<_>>()).prop_shuffle();
        (Just(mechanism), nodes, wires)
    })
}

/// Returns the bits of all motions, in the order of the description, after 250 steps.
fn motions_of(mechanism: &RandomMechanism, nodes: &[usize], wires: &[usize]) -> Vec<Vec<u64>> {
    let (net, handles) = mechanism.compose(nodes, wires).unwrap();
    let mut sim = Simulation::new(net, Tableau::rk4(), 1e-3).unwrap();
    sim.run_until(0.25).unwrap();
    let masses = handles.masses.iter().map(|&mass| bits(&sim.motion(mass).unwrap()));
    let bodies = handles.bodies.iter().map(|&body| bits(&sim.motion(body).unwrap()));
    let plates = handles.plates.iter().map(|&plate| bits(&sim.motion(plate).unwrap()));
    masses.chain(bodies).chain(plates).collect()
}

proptest! {
    #![proptest_config(crate::config(150, "determinism"))]

    #[test]
    fn random_mechanisms_do_not_know_their_order_of_insertion(
        (mechanism, nodes, wires) in shuffled()
    ) {
        let ordered = |count: usize| (0..count).collect::<Vec<_>>();
        let expected = motions_of(&mechanism, &ordered(nodes.len()), &ordered(wires.len()));
        prop_assert_eq!(motions_of(&mechanism, &nodes, &wires), expected);
    }
}

/// Returns identical masses at identical positions, `springs` between them, a load on the first.
fn identical(
    count: usize,
    springs: &[(usize, usize)],
    nodes: &[usize],
    wires: &[usize],
) -> Vec<Vec<u64>> {
    let mut net = NetworkBuilder::new();
    let mut handles = vec![None; count];
    for &node in nodes {
        let mass = PointMass::<Space>::builder().mass(0.1).build().unwrap();
        handles[node] = Some(net.add(mass, Motion::default()).unwrap());
    }
    let handles: Vec<_> = handles.into_iter().flatten().collect();
    let load = ConstantEffort::<Space>::builder().effort(Vector3::new(0.3, 0.7, -0.1));
    net.connect(load.build().unwrap(), Direct::new(), handles[0].port()).unwrap();
    for &wire in wires {
        let (i, j) = springs[wire];
        let spring = SpringDamper::<Space>::builder().stiffness(30.0).damping(0.1).build().unwrap();
        net.connect(spring, Between::new(), (handles[i].port(), handles[j].port())).unwrap();
    }
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-3).unwrap();
    sim.run_until(0.25).unwrap();
    handles.iter().map(|&handle| bits(&sim.motion(handle).unwrap())).collect()
}

/// Ties each mass to its next two neighbours: four forces, whose sum depends on their order.
fn braid(count: usize) -> Vec<(usize, usize)> {
    let next = (1..count).map(|i| (i - 1, i));
    next.chain((2..count).map(|i| (i - 2, i))).collect()
}

fn sheet(side: usize) -> Vec<(usize, usize)> {
    let mut springs = vec![];
    for i in 0..side {
        for j in 1..side {
            springs.push((i * side + j - 1, i * side + j));
            springs.push(((j - 1) * side + i, j * side + i));
        }
    }
    springs
}

fn orders(nodes: usize, wires: usize) -> impl Strategy<Value = (Vec<usize>, Vec<usize>)> {
    let order = |count: usize| Just((0..count).collect::<Vec<_>>()).prop_shuffle();
    (order(nodes), order(wires))
}

fn assert_any_order(count: usize, springs: &[(usize, usize)], cases: u32) {
    let ordered = |count: usize| (0..count).collect::<Vec<_>>();
    let expected = identical(count, springs, &ordered(count), &ordered(springs.len()));
    assert!(expected.iter().any(|motion| motion.iter().any(|&bits| bits != 0)));
    let mut runner = proptest::test_runner::TestRunner::new(crate::config(cases, "determinism"));
    runner
        .run(&orders(count, springs.len()), |(nodes, wires)| {
            prop_assert!(identical(count, springs, &nodes, &wires) == expected);
            Ok(())
        })
        .unwrap();
}

#[test]
fn chains_of_identical_masses_do_not_know_their_order() {
    for count in [2, 3, 7, 40] {
        let chain: Vec<_> = (1..count).map(|i| (i - 1, i)).collect();
        assert_any_order(count, &chain, 8);
        assert_any_order(count, &braid(count), 8);
    }
    // There are far more links than the ordering compares directly.
    assert_any_order(300, &braid(300), 3);
}

#[test]
fn a_sheet_of_identical_masses_does_not_know_its_order() {
    assert_any_order(9, &sheet(3), 8);
    assert_any_order(144, &sheet(12), 4);
}

/// Control: the sum of three forces depends on their order, so the tests above can fail.
#[test]
fn order_of_summation_changes_bits() {
    let forces = [0.1, 0.2, 0.3];
    let forward = forces[0] + forces[1] + forces[2];
    let backward = forces[2] + forces[1] + forces[0];
    assert_ne!(f64::to_bits(forward), f64::to_bits(backward));
    // Swapping springs of different stiffness does that in a network.
    let push = |order: [usize; 3]| {
        let mut sum = 0.0;
        for i in order {
            sum += -[1.1, 2.3, 3.7][i] * 0.7;
        }
        f64::to_bits(sum)
    };
    let sums = [[0, 1, 2], [2, 1, 0], [1, 2, 0], [0, 2, 1]].map(push);
    assert!(sums.iter().any(|&sum| sum != sums[0]));
}

// --- rigid motion of everything ----------------------------------------------------------------

/// Places a mechanism of masses, bodies, springs, friction and a contact with a plane by `turn` and
/// `shift`; returns its positions after 0.1 s, transformed back.
fn placed(turn: UnitQuaternion<f64>, shift: Vector3<f64>) -> Vec<Vector3<f64>> {
    let at = |p: Vector3<f64>| turn * p + shift;
    let gravity = turn * Vector3::new(0.0, 0.0, -9.8);
    let mut net = NetworkBuilder::new();
    let mut mass = |p: Vector3<f64>, v: Vector3<f64>| {
        let mass = PointMass::<Space>::builder().mass(0.5).gravity(gravity).build().unwrap();
        net.add(mass, Motion { pose: at(p), flow: turn * v }).unwrap()
    };
    let a = mass(Vector3::new(0.0, 0.3, 1.0), Vector3::new(0.5, 0.0, 0.0));
    let b = mass(Vector3::new(0.6, 0.1, 0.8), Vector3::new(0.0, -0.4, 0.2));
    let mut body =
        |body: RigidBody, p: Vector3<f64>, linear: Vector3<f64>, angular: Vector3<f64>| {
            let body = body.with_gravity(gravity).unwrap();
            let pose = Pose { position: at(p), orientation: *turn.quaternion() };
            let flow = Twist { linear: turn * linear, angular: turn * angular };
            net.add(body, Motion { pose, flow }).unwrap()
        };
    let ball = body(
        RigidBody::sphere(0.3, 0.2).unwrap(),
        Vector3::new(0.0, 0.0, 0.2),
        Vector3::new(1.0, 0.5, 0.0),
        Vector3::zeros(),
    );
    let block = body(
        RigidBody::cuboid(0.4, Vector3::new(0.1, 0.2, 0.3)).unwrap(),
        Vector3::new(0.4, 0.4, 0.4),
        Vector3::new(0.0, 0.3, 0.0),
        Vector3::new(1.0, -2.0, 3.0),
    );
    let spring = SpringDamper::<Space>::builder().stiffness(50.0).damping(0.5).build().unwrap();
    net.connect(spring.clone(), Between::new(), (a.port(), b.port())).unwrap();
    let gsat = GsatFriction::<Space>::builder().stiffness(1e3).damping(5.0).limit(0.3);
    net.connect(gsat.build().unwrap(), Between::new(), (a.port(), b.port())).unwrap();
    let points = PointsBetween::builder().first(Vector3::new(0.0, 0.0, 0.2));
    let points = points.second(Vector3::new(0.05, -0.1, 0.1)).build().unwrap();
    net.connect(spring, points, (ball.port(), block.port())).unwrap();
    let contact = CoulombContact::builder().stiffness(1e4).damping(5.0).friction(0.3);
    let plane = SphereOnPlane::tilted(0.2, shift, *turn.quaternion()).unwrap();
    net.connect(contact.build().unwrap(), plane, ball.port()).unwrap();
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-4).unwrap();
    sim.run_until(0.1).unwrap();
    let mut found = vec![];
    for handle in [a, b] {
        found.push(sim.motion(handle).unwrap().pose);
    }
    for handle in [ball, block] {
        found.push(sim.motion(handle).unwrap().pose.position);
    }
    found.into_iter().map(|p| turn.inverse() * (p - shift)).collect()
}

proptest! {
    #![proptest_config(crate::config(24, "determinism"))]

    #[test]
    fn a_mechanism_moves_alike_wherever_it_is_put(
        q in proptest::array::uniform4(-1.0..1.0_f64),
        shift in proptest::array::uniform3(-2.0..2.0_f64)
    ) {
        let q = Quaternion::from(nalgebra::Vector4::from(q));
        prop_assume!(q.norm() > 0.1);
        let here = placed(UnitQuaternion::identity(), Vector3::zeros());
        let there = placed(UnitQuaternion::from_quaternion(q), Vector3::from(shift));
        // Positions of up to 4 m are rounded to 4e-16 m; a contact of 1e4 N/m turns that into a
        // force, and 1000 steps add up to 1e-12 m. Without bounces nothing amplifies it.
        for (a, b) in here.iter().zip(&there) {
            prop_assert!((a - b).norm() <= 1e-11, "{:e}", (a - b).norm());
        }
    }
}

#[test]
fn gravity_that_does_not_turn_along_is_noticed() {
    // Control: the same rotation without turning gravity moves the mass elsewhere.
    let fall = |gravity: Vector3<f64>| {
        let mut net = NetworkBuilder::new();
        let mass = PointMass::<Space>::builder().mass(0.5).gravity(gravity).build().unwrap();
        let mass = net.add(mass, Motion::default()).unwrap();
        let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-3).unwrap();
        sim.run_until(0.1).unwrap();
        sim.motion(mass).unwrap().pose
    };
    let turn = UnitQuaternion::from_euler_angles(0.5, 0.2, 0.1);
    let down = Vector3::new(0.0, 0.0, -9.8);
    assert!((turn * fall(down) - fall(turn * down)).norm() < 1e-15);
    assert!((turn * fall(down) - fall(down)).norm() > 1e-3);
}

// --- stored, continued, watched ----------------------------------------------------------------

/// Returns a sphere, an arm with LuGre friction, springs, gsat under a square wave and a sinusoidal
/// shaker.
fn scene() -> Simulation {
    let mut net = NetworkBuilder::new();
    let body = RigidBody::sphere(0.3, 0.2).unwrap();
    let body = body.with_gravity(Vector3::new(0.0, 0.0, -9.8)).unwrap();
    let flow = Twist { linear: Vector3::new(2.0, 0.5, 0.0), angular: Vector3::zeros() };
    let start = Motion { pose: Pose::at(Vector3::new(0.0, 0.0, 0.2)), flow };
    let body = net.add(body, start).unwrap();
    let law = CoulombContact::builder().stiffness(1e5).damping(100.0).friction(0.1).build();
    let plane = SphereOnPlane::builder().radius(0.2).build().unwrap();
    net.connect(law.unwrap(), plane, body.port()).unwrap();

    let rod = Link::uniform_rod(0.5, 0.3).unwrap();
    let arm = PlanarArm::builder().links([rod, rod, rod]).gravity(Vector2::new(0.0, -9.8));
    let arm = net.add(arm.build().unwrap(), [Motion::default(); 3]).unwrap();
    for joint in 0..3 {
        net.connect(joint_lugre().unwrap(), Direct::new(), arm.joint(joint)).unwrap();
    }
    let square = Square::builder().amplitude(0.8).period(0.0237).build().unwrap();
    net.connect(TimedEffort::new(square), Direct::new(), arm.joint(1)).unwrap();

    let block = PointMass::<Space>::builder().mass(0.7).build().unwrap();
    let block = net.add(block, Motion::default()).unwrap();
    let gsat = GsatFriction::<Space>::builder().stiffness(1e4).damping(30.0).limit(0.5);
    net.connect(gsat.build().unwrap(), Direct::new(), block.port()).unwrap();
    let spring = SpringDamper::<Space>::builder().stiffness(80.0).damping(0.2).build().unwrap();
    let shaker = Sinusoid::<Space>::builder().amplitude(Vector3::new(0.02, 0.0, 0.01));
    let shaker = Prescribed::new(shaker.angular_frequency(30.0).build().unwrap());
    net.connect(spring.clone(), Between::new(), (shaker, block.port())).unwrap();
    let centre = BodyPoint::builder().point(Vector3::new(0.0, 0.1, 0.1)).build().unwrap();
    net.connect(spring, centre, body.port()).unwrap();
    Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-4).unwrap()
}

fn state(sim: &Simulation) -> Vec<u64> {
    bits_of(sim.state().values())
}

fn run_to(until: &[f64]) -> Vec<u64> {
    let mut sim = scene();
    until.iter().for_each(|&until| sim.run_until(until).unwrap());
    state(&sim)
}

#[test]
fn two_runs_and_runs_in_pieces_have_the_same_bits() {
    let expected = run_to(&[0.2]);
    assert_eq!(run_to(&[0.2]), expected);
    // The run stops at times of steps, which after an edge of the square wave count from the edge.
    let mut times = vec![];
    let mut sim = scene();
    sim.run_observed(0.2, &mut |frame: &Frame<'_>| {
        times.push(frame.time());
        Ok::<(), SimulationError>(())
    })
    .unwrap();
    for every in [1, 7, 300] {
        let pieces: Vec<f64> = times.iter().copied().step_by(every).chain([0.2]).collect();
        assert_eq!(run_to(&pieces), expected);
    }
    // Control: a stop between two steps cuts one of them, which changes the last bits.
    assert_ne!(run_to(&[0.05003, 0.2]), expected);
}

#[test]
fn observers_do_not_change_the_bits() {
    let expected = run_to(&[0.05]);
    let mut sim = scene();
    let sampler = Sampler::every_steps(3).channel("E", |frame| frame.stored_energy());
    let watch = |frame: &Frame<'_>| {
        let balance = frame.power_balance()?;
        assert!(balance.residual().abs() <= 1e-10 * balance.scale.max(1.0));
        frame.network().stability_warnings(frame.state(), &Tableau::rk4(), 1e-4)?;
        Ok(())
    };
    let mut both = (Recorder::from(sampler), watch);
    sim.run_observed(0.05, &mut both).unwrap();
    assert!(both.0.time().len() > 160);
    assert_eq!(state(&sim), expected);
}

#[test]
fn a_snapshot_continues_with_the_same_bits() {
    // 0.07123 lies between two steps and between two edges of the square wave.
    for stop in [0.05, 0.07123] {
        let expected = run_to(&[stop, 0.2]);
        let mut sim = scene();
        sim.run_until(stop).unwrap();
        let snapshot = sim.snapshot();
        let mut other = scene();
        // The snapshot is restored into a simulation in another state.
        other.run_until(0.013).unwrap();
        other.restore(&snapshot).unwrap();
        assert_eq!(other.time(), stop);
        assert_eq!(state(&other), state(&sim));
        other.run_until(0.2).unwrap();
        assert_eq!(state(&other), expected);
    }
}

/// FNV-1a over the bits of a state.
fn digest(values: &[f64]) -> u64 {
    values
        .iter()
        .flat_map(|x| x.to_bits().to_le_bytes())
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
}

/// The scene after 1000 steps. The number says nothing about physics: it changes whenever a
/// formula, an order of summation or the layout of the state changes, and such a change should be
/// intended. If it is, put the new number here and a line into the change log.
///
/// The last bit of sin and cos depends on the C library: the digest is that of 64-bit Linux with
/// glibc.
#[test]
#[cfg_attr(not(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu")), ignore)]
fn golden_digest() {
    let mut sim = scene();
    sim.run_until(0.1).unwrap();
    assert_eq!(format!("{:016x}", digest(sim.state().values())), GOLDEN);
}

const GOLDEN: &str = "a054b0b6be1afa41";
