//! Simulation II of Kikuuwe and Yamamoto: an arm with friction in its joints is pushed, stops, and
//! from then on only trembles. With a law that sticks it stays where it is; with others it creeps.
//! Simulation III is the same arm as two rigid bodies that stiff springs hold together. Both mechanisms
//! are those of `stiction_papers::kikuuwe`, where they can be read.

use std::{collections::BTreeMap, process::ExitCode};

use clap::{Parser, ValueEnum};
use serde_json::json;
use stiction::output::{RunDirectory, TextTable};
use stiction::plot::{Figure, Panel};
use stiction::prelude::*;
use stiction_papers::kikuuwe::{
    Jump, PenaltyArm, TwoLink, joint_dahl, joint_gsat, joint_lugre, joints, slope,
};

mod common;

/// Which friction laws let an arm creep while it only trembles?
#[derive(Parser)]
struct Options {
    /// Four laws in joint space, bodies held together by penalty, or both
    #[arg(long, value_enum, default_value = "joint")]
    formulation: Formulation,
    #[command(flatten)]
    run: common::RunOptions<10>,
}

/// From here on the arm is at rest \[s\].
const REST: f64 = 6.0;
const ANGLES: [&str; 2] = ["angle 0", "angle 1"];

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Formulation {
    Joint,
    Penalty,
    Both,
}

fn main() -> ExitCode {
    common::report(run(&Options::parse()))
}

/// Simulation II with the given friction in both joints.
fn joint_space<I>(run: &common::RunOptions<10>, law: &I) -> common::Outcome<Recorder>
where
    I: Impedance<Domain = Shaft> + Clone,
{
    let arm = TwoLink::new(law, Tableau::rk4(), run.step, Jump::ByStage)?;
    common::record(arm.simulation, run.until, joints(arm.friction, run.every(1e6)))
}

fn run(options: &Options) -> common::Outcome<()> {
    let out = RunDirectory::create(&options.run.out)?;
    let run = &options.run;
    let mut runs = vec![("gsat", joint_space(run, &joint_gsat()?)?)];
    if options.formulation != Formulation::Penalty {
        runs.push(("lugre", joint_space(run, &joint_lugre()?)?));
        runs.push(("dahl", joint_space(run, &joint_dahl()?)?));
        let plastic = ElastoPlasticFriction::builder().stiffness(5000.0).damping(1.0);
        let plastic = plastic.limit(0.5).breakaway_fraction(0.97);
        runs.push(("elasto_plastic", joint_space(run, &plastic.build()?)?));
    }
    if options.formulation != Formulation::Joint {
        let arm = PenaltyArm::new(1e6, run.step)?;
        runs.push((
            "penalty",
            common::record(arm.simulation, run.until, joints(arm.friction, run.every(1e6)))?,
        ));
    }

    let time = runs[0].1.time();
    let rest = time.partition_point(|&time| time < REST);
    let headers = ["model", "stops at [s]", "angles at the end [rad]", "drift [rad/s]"];
    let mut table = TextTable::new("An arm with two joints", &headers);
    // Every tenth step is enough for the table.
    let thin = |column: &[f64]| column.iter().step_by(10).copied().collect::<Vec<_>>();
    let (mut names, mut columns) = (vec!["t".to_owned()], vec![thin(time)]);
    let (mut summary, mut angles) = (BTreeMap::new(), vec![]);
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
            summary.insert(model, json!({ "max_angle_difference_rad": gap }));
            table.row([model, "", &format!("{:.1e} and {:.1e} from gsat", gap[0], gap[1])]);
            continue;
        }
        let speeds = record.columns_named(["speed 0", "speed 1"])?;
        let moves = |k: &usize| speeds.iter().any(|speed| speed[*k].abs() > 1e-2);
        let stop = (0..time.len()).rev().find(moves).map_or(f64::NAN, |k| time[k]);
        let ends = joints.map(|angle| angle[angle.len() - 1]);
        let drift = joints.map(|angle| slope(&time[rest..], &angle[rest..], REST));
        let facts = json!({ "stop_time_s": stop, "theta_end_rad": ends, "drift_rad_per_s": drift });
        summary.insert(model, facts);
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
    out.write_json("summary.json", &summary)?;
    out.write_figure("plot.svg", &figure)?;
    println!("{table}\nresults in {}", options.run.out.display());
    Ok(())
}
