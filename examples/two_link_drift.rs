//! Simulation II of Kikuuwe and Yamamoto: an arm with friction in its joints is pushed, stops, and
//! from then on only trembles. With a law that sticks it stays; with others it creeps. Simulation
//! III is that arm as two rigid bodies held together by stiff springs. Both mechanisms are those of
//! `stiction_lab::kikuuwe`; read them there.

use std::process::ExitCode;

use stiction::friction::ElastoPlasticFriction;
use stiction::output::{RunDirectory, TextTable};
use stiction::plot::{Figure, Panel};
use stiction::prelude::*;
use stiction_lab::kikuuwe::{
    Jump, PenaltyArm, TwoLink, joint_dahl, joint_gsat, joint_lugre, joints, slope,
};

mod common;

/// Change these and run again: the step and the length of the run [s], the folder of the results.
const RUN: common::Run = common::Run { step: 1e-4, until: 10.0 };
const OUT: &str = "out/two_link_drift";

/// Whether the arm is also run as two rigid bodies held together by stiff springs.
const PENALTY: bool = true;
/// Time from which the arm is at rest \[s\].
const REST: f64 = 6.0;
const ANGLES: [&str; 2] = ["angle 0", "angle 1"];

fn main() -> ExitCode {
    common::report(run())
}

/// Simulates simulation II with the given friction in both joints.
fn joint_space<I>(law: &I) -> common::Outcome<Recorder>
where
    I: Impedance<Domain = Shaft> + Clone,
{
    let arm = TwoLink::new(law, Tableau::rk4(), RUN.step, Jump::ByStage)?;
    common::record(arm.simulation, RUN.until, joints(arm.friction, RUN.every(1e6)))
}

fn run() -> common::Outcome<()> {
    let out = RunDirectory::create(OUT)?;
    let mut runs = vec![("gsat", joint_space(&joint_gsat()?)?)];
    runs.push(("lugre", joint_space(&joint_lugre()?)?));
    runs.push(("dahl", joint_space(&joint_dahl()?)?));
    let plastic = ElastoPlasticFriction::builder().stiffness(5000.0).damping(1.0);
    let plastic = plastic.limit(0.5).breakaway_fraction(0.97);
    runs.push(("elasto_plastic", joint_space(&plastic.build()?)?));
    if PENALTY {
        let arm = PenaltyArm::new(1e6, RUN.step)?;
        runs.push((
            "penalty",
            common::record(arm.simulation, RUN.until, joints(arm.friction, RUN.every(1e6)))?,
        ));
    }

    let time = runs[0].1.time();
    let rest = time.partition_point(|&time| time < REST);
    let headers = ["model", "stops at [s]", "angles at the end [rad]", "drift [rad/s]"];
    let mut table = TextTable::new("An arm with two joints", &headers);
    // Every tenth step is enough for the table.
    let thin = |column: &[f64]| column.iter().step_by(10).copied().collect::<Vec<_>>();
    let (mut names, mut columns) = (vec!["t".to_owned()], vec![thin(time)]);
    let mut angles = vec![];
    for &(model, ref record) in &runs {
        let joints = record.columns_named(ANGLES)?;
        angles.push((model, joints));
        names.extend(ANGLES.map(|name| format!("{model} {name}")));
        columns.extend(joints.map(thin));
        if model == "penalty" {
            let exact = angles[0].1;
            let gap = [0, 1].map(|joint| {
                let pairs = joints[joint].iter().zip(exact[joint]);
                pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
            });
            table.row([model, "", &format!("{:.1e} and {:.1e} from gsat", gap[0], gap[1])]);
            continue;
        }
        let speeds = record.columns_named(["speed 0", "speed 1"])?;
        let moves = |k: &usize| speeds.iter().any(|speed| speed[*k].abs() > 1e-2);
        let stop = (0..time.len()).rev().find(moves).map_or(f64::NAN, |k| time[k]);
        let ends = joints.map(|angle| angle[angle.len() - 1]);
        let drift = joints.map(|angle| slope(&time[rest..], &angle[rest..], REST));
        let moves_on = stop > time[time.len() - 1] - 0.1;
        let stop = if moves_on { "moves on".into() } else { format!("{stop:.4}") };
        let drift = match drift {
            [Some(a), Some(b)] => format!("{a:.1e}, {b:.1e}"),
            _ => "run too short".into(),
        };
        table.row([model, &stop, &format!("{ends:.4?}"), &drift]);
    }

    let panel = |joint: usize, from: usize, label: &str| {
        let axes = Panel::new().x("time [s]").y(format!("{label} {joint} [rad]"));
        angles.iter().fold(axes, |panel, &(model, joints)| {
            let angle = &joints[joint][from..];
            let turned: Vec<f64> = angle.iter().map(|end| end - angle[0]).collect();
            let overlaid = ["elasto_plastic", "penalty"].contains(&model);
            let draw = if overlaid { Panel::dashed } else { Panel::line };
            draw(panel, model, &time[from..], &turned)
        })
    };
    let mut figure = Figure::new("An arm is pushed, stops, and from then on trembles").columns(2);
    figure = figure.panel(panel(0, 0, "angle")).panel(panel(1, 0, "angle"));
    if rest < time.len() {
        figure = figure.panel(panel(0, rest, "drift")).panel(panel(1, rest, "drift"));
    }
    out.write_table("trajectory.csv", &names, &columns)?;
    out.write_figure("plot.svg", &figure)?;
    println!("{table}\nresults in {OUT}");
    Ok(())
}
