//! An arm of seven joints, read from a URDF file, holds its pose under gravity by the friction of its joints while its
//! motors tremble. With a law that sticks, the anchors of its frictions do not move by a bit; in the control, with
//! LuGre friction of equal stiffness and limits, the arm creeps down.

use std::{f64::consts::TAU, process::ExitCode};

use stiction::output::{RunDirectory, TextTable};
use stiction::plot::{Figure, Panel};
use stiction::prelude::*;
use stiction::urdf::{Place, Robot};

mod common;

/// Change these and run again: the step and the length of the run [s], the folder of the results.
const RUN: common::Run = common::Run { step: 1e-4, until: 5.0 };
const OUT: &str = "out/robot_arm";

const ROBOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/robot_arm.urdf");
/// Amplitude of the motors relative to the friction of their joints.
const TREMOR: f64 = 0.12;
/// Yielding of a joint before it slips \[rad\].
const PRESLIDING: f64 = 3e-4;
/// Time in which a joint comes to rest \[s\].
const SETTLING: f64 = 3e-4;
/// Time from which the arm only trembles \[s\].
const AT_REST: f64 = 1.0;

fn main() -> ExitCode {
    common::report(run())
}

/// Record of the friction of the joints.
struct Held {
    time: Vec<f64>,
    /// Anchor of the friction of each joint, angle less deflection, at each sample \[rad\].
    anchors: Vec<Vec<f64>>,
}

impl Held {
    /// Returns the largest distance of the anchor of each joint from [`AT_REST`] on \[rad\].
    fn crept(&self) -> Vec<f64> {
        let from = self.time.partition_point(|&time| time < AT_REST);
        let of = |anchor: &Vec<f64>| {
            let rest = anchor.get(from..).unwrap_or_default();
            let away = rest.iter().map(|place| (place - rest[0]).abs());
            away.fold(0.0, f64::max)
        };
        self.anchors.iter().map(of).collect()
    }
}

/// Simulates friction of the given limits and stiffness in the joints.
fn hold<L: Impedance<Domain = Shaft>>(
    robot: &Robot,
    friction: impl Fn(f64, f64) -> common::Outcome<L>,
) -> common::Outcome<Held> {
    let mut net = NetworkBuilder::new();
    // Angles and deflections start at equal numbers, so that they can stay equal.
    let arm =
        net.add(robot.tree(&Place::default())?, vec![Motion::default(); robot.joints.len()])?;
    let mut wires = vec![];
    for (k, joint) in robot.joints.iter().enumerate() {
        let (port, at, limit) = (arm.joint(k), k as f64, joint.friction);
        wires.push(net.connect(friction(limit, limit / PRESLIDING)?, Direct::new(), port)?);
        let size = TREMOR * limit;
        let motor =
            move |stage: &Stage<'_>| size * (TAU * (7.0 + 1.3 * at) * stage.time + at).sin();
        net.connect(TimedEffort::<Shaft>::new(motor), Direct::new(), port)?;
        if let Some(damper) = joint.damper()? {
            net.connect(damper, Direct::new(), port)?;
        }
    }
    let mut sim = Simulation::new(net.build()?, Tableau::rk4(), RUN.step)?;
    for warning in sim.stability_warnings()?.iter().take(3) {
        eprintln!("warning: {warning}");
    }
    let mut held = Held { time: vec![], anchors: vec![vec![]; wires.len()] };
    let rows = 500.0_f64;
    let every = RUN.until / rows;
    let mut row = 0.0;
    while row <= rows {
        sim.run_until(row * every)?;
        held.time.push(sim.time());
        for ((wire, motion), anchor) in wires.iter().zip(sim.motions(arm)?).zip(&mut held.anchors) {
            anchor.push(motion.pose - sim.internal(*wire)?[0]);
        }
        row += 1.0;
    }
    Ok(held)
}

fn run() -> common::Outcome<()> {
    let out = RunDirectory::create(OUT)?;
    let robot = Robot::read(&std::fs::read_to_string(ROBOT)?)?;
    let gsat = hold(&robot, |limit, stiffness| {
        let law = GsatFriction::builder().stiffness(stiffness).damping(stiffness * SETTLING);
        Ok(law.limit(limit).build()?)
    })?;
    let lugre = hold(&robot, |limit, stiffness| {
        let steady = SteadyState::Force(StribeckCurve::constant(limit)?);
        let law = LuGreFriction::builder().stiffness(stiffness).damping(stiffness * SETTLING);
        Ok(law.steady_state(steady).build()?)
    })?;

    let headers = ["joint", "gsat: moved by [rad]", "LuGre: moved by [rad]"];
    let mut table = TextTable::new("Where the frictions of the joints hold", &headers);
    let (still, creeping) = (gsat.crept(), lugre.crept());
    for (joint, (still, creeping)) in robot.joints.iter().zip(still.iter().zip(&creeping)) {
        table.row([&*joint.name, &format!("{still:.1e}"), &format!("{creeping:.1e}")]);
    }
    let mut figure = Figure::new("An arm under gravity whose motors tremble").columns(2);
    for (title, held) in [("gsat", &gsat), ("LuGre", &lugre)] {
        let panel = Panel::new().x("time [s]").y(format!("{title}: place where it holds [rad]"));
        let joints = robot.joints.iter().zip(&held.anchors);
        figure = figure.panel(joints.fold(panel, |panel, (joint, anchor)| {
            let moved: Vec<f64> = anchor.iter().map(|place| place - anchor[0]).collect();
            panel.line(&*joint.name, &held.time, &moved)
        }));
    }
    let (mut names, mut columns) = (vec!["t".to_owned()], vec![gsat.time.clone()]);
    for (law, held) in [("gsat", &gsat), ("lugre", &lugre)] {
        for (joint, anchor) in robot.joints.iter().zip(&held.anchors) {
            names.push(format!("{law} {}", joint.name));
            columns.push(anchor.clone());
        }
    }
    out.write_table("trajectory.csv", &names, &columns)?;
    out.write_figure("plot.svg", &figure)?;
    println!("{table}\nresults in {OUT}");
    Ok(())
}
