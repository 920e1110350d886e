//! What the forward dynamics of an arm cost: its links alone, and with a friction in every joint.
//!
//! ```text
//! cargo run --release -p stiction-urdf --example forward_dynamics -- examples/scenarios/robot_arm.urdf
//! ```
//! `docs/benchmarks/robot_arm_speed.py` runs it beside the algorithm of Pinocchio and the step of `MuJoCo`.

use std::hint::black_box;
use std::time::Instant;

use stiction_core::{Admittance, Direct, Motion, Shaft, Stage};
use stiction_friction::GsatFriction;
use stiction_network::{NetworkBuilder, Simulation};
use stiction_ode::Tableau;
use stiction_urdf::{Place, Robot};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// The least time of one of several calls of `work`, through the number of things that it does \[ns\].
fn least(count: u32, mut work: impl FnMut()) -> f64 {
    let once = |_| {
        let start = Instant::now();
        work();
        start.elapsed().as_nanos() as f64 / f64::from(count)
    };
    (0..15).map(once).fold(f64::INFINITY, f64::min)
}

fn main() -> Outcome<()> {
    let path = std::env::args().nth(1).ok_or("give the URDF file of a robot")?;
    let robot = Robot::read(&std::fs::read_to_string(path)?)?;
    let tree = robot.tree(&Place::default())?;
    let count = robot.joints().len();

    let mut state: Vec<f64> = (0..2 * count).map(|k| 0.1 + 0.05 * k as f64).collect();
    let mut rate = vec![0.0; state.len()];
    let calls = 20_000;
    let links = least(calls, || {
        for _ in 0..calls {
            // No answer is that of the question before.
            state[0] += 1e-9;
            rate.fill(0.0);
            tree.rate(&Stage::at(0.0), black_box(&state), &mut rate);
            black_box(&rate);
        }
    });
    println!("forward dynamics of {count} joints {links:.0} ns");

    for (name, tableau, stages) in [("euler", Tableau::euler(), 1.0), ("rk4", Tableau::rk4(), 4.0)]
    {
        let mut net = NetworkBuilder::new();
        let arm = net.add(tree.clone(), vec![Motion::default(); count])?;
        for (k, joint) in robot.joints().iter().enumerate() {
            let limit = joint.friction();
            let friction = GsatFriction::<Shaft>::builder().stiffness(limit / 3e-4).limit(limit);
            net.connect(friction.damping(limit).build()?, Direct::new(), arm.joint(k))?;
        }
        let mut sim = Simulation::new(net.build()?, tableau, 1e-5)?;
        let steps = 5_000;
        let mut until = 0.0;
        let mut failed = None;
        let step = least(steps, || {
            until += 1e-5 * f64::from(steps);
            failed = sim.run_until(until).err();
        });
        if let Some(error) = failed {
            return Err(error.into());
        }
        println!(
            "{name} step with {count} frictions {step:.0} ns, {:.0} ns an evaluation",
            step / stages
        );
    }
    Ok(())
}
