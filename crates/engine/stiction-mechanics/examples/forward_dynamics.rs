//! Cost of the forward dynamics of an arm: its links alone, and with friction in every joint.
//!
//! ```text
//! cargo run --release -p stiction-mechanics --example forward_dynamics -- examples/scenarios/robot_arm.urdf
//! ```
//! `docs/benchmarks/robot_arm_speed.py` runs it beside the algorithm of Pinocchio and the step of `MuJoCo`.

use std::hint::black_box;
use std::time::Instant;

use nalgebra::{Matrix3, Vector3};
use stiction_core::{Admittance, Direct, Motion, Pose, Shaft, Stage};
use stiction_friction::GsatFriction;
use stiction_mechanics::urdf::{Place, Robot};
use stiction_mechanics::{Articulation, Inertial, Joint, TreeLink};
use stiction_network::ode::Tableau;
use stiction_network::{NetworkBuilder, Simulation};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// Returns the least time of several calls of `work`, over the number of things that it does \[ns\].
fn least(count: u32, mut work: impl FnMut()) -> f64 {
    let once = |_| {
        let start = Instant::now();
        work();
        start.elapsed().as_nanos() as f64 / f64::from(count)
    };
    (0..15).map(once).fold(f64::INFINITY, f64::min)
}

/// Length of a step \[s\].
const STEP: f64 = 1e-4;

/// Speed of each joint at the start \[rad/s\].
const SPEED: f64 = 3.0;

/// Returns the time of the forward dynamics of a tree in one position or another \[ns\].
fn forward(tree: &Articulation, calls: u32) -> f64 {
    let count = tree.ports().count();
    let mut state: Vec<f64> = (0..2 * count).map(|k| 0.1 + 0.05 * k as f64).collect();
    let mut rate = vec![0.0; state.len()];
    least(calls, || {
        for _ in 0..calls {
            // The state changes, so that no result can be reused.
            state[0] += 1e-9;
            rate.fill(0.0);
            tree.rate(&Stage::at(0.0), black_box(&state), &mut rate);
            black_box(&rate);
        }
    })
}

/// Returns a chain of links that turn about x and y in turn.
fn chain(count: usize) -> Outcome<Articulation> {
    let rod = Inertial::new(0.1, Vector3::z() * -0.025, Matrix3::identity() * 1e-4)?;
    let link = |k: usize| {
        let parent = if k == 0 { "base".to_owned() } else { format!("{}", k - 1) };
        let axis = if k.is_multiple_of(2) { Vector3::x() } else { Vector3::y() };
        let link = TreeLink::builder().name(format!("{k}")).parent(parent);
        let link = link.joint(Joint::Revolute(axis)).origin(Pose::at(Vector3::z() * -0.05));
        link.inertial(rod).build()
    };
    let links = (0..count).map(link).collect::<Result<Vec<_>, _>>()?;
    Ok(Articulation::builder().links(links).gravity(Vector3::z() * -9.81).build()?)
}

fn main() -> Outcome<()> {
    let path = std::env::args().nth(1).ok_or("give the URDF file of a robot")?;
    let robot = Robot::read(&std::fs::read_to_string(path)?)?;
    let tree = robot.tree(&Place::default())?;
    let count = robot.joints.len();

    println!("forward dynamics: {:.0} ns of {count} joints", forward(&tree, 20_000));
    for links in [10, 100, 1000] {
        let all = forward(&chain(links)?, 200_000 / links as u32);
        println!("a link of {links}: {:.1} ns", all / links as f64);
    }

    for (name, tableau, stages) in [("euler", Tableau::euler(), 1.0), ("rk4", Tableau::rk4(), 4.0)]
    {
        let mut net = NetworkBuilder::new();
        // Bent and moving, so that the frictions slip before they hold.
        let fallen = |k| Motion::<Shaft> { pose: 0.3 + 0.1 * k as f64, flow: SPEED };
        let start: Vec<_> = (0..count).map(fallen).collect();
        let arm = net.add(tree.clone(), start)?;
        for (k, joint) in robot.joints.iter().enumerate() {
            let limit = joint.friction;
            let friction = GsatFriction::<Shaft>::builder().stiffness(limit / 3e-4).limit(limit);
            net.connect(friction.damping(limit).build()?, Direct::new(), arm.joint(k))?;
        }
        let mut sim = Simulation::new(net.build()?, tableau, STEP)?;
        let start = sim.snapshot();
        let (steps, mut failed) = (2_000, None);
        let step = least(steps, || {
            // Each try starts from the same state.
            failed = sim.restore(&start).err().map(|error| error.to_string());
            let until = sim.time() + STEP * f64::from(steps);
            failed = failed.take().or(sim.run_until(until).err().map(|error| error.to_string()));
        });
        if let Some(error) = failed {
            return Err(error.into());
        }
        println!("{name} step: {step:.0} ns, {:.0} ns an evaluation", step / stages);
    }
    Ok(())
}
