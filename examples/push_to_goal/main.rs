//! A block is pushed to a goal. The plan is quasi-static: by its closed form a block that is pushed at
//! one side is a car, and the shortest way of a car is two arcs and a straight line. The dynamic model
//! then tells what becomes of the plan: a pusher that does not look misses, one that steers by what it
//! sees arrives, the nearer the slower it pushes.

use std::{path::PathBuf, process::ExitCode};

use clap::Parser;
use nalgebra::vector;
use serde_json::json;
use stiction::core::PlanarPose;
use stiction::output::{RunDirectory, TextTable};
use stiction::sliding::{PlanarSlider, SupportHull};

#[path = "../common/mod.rs"]
mod common;
mod dubins;
mod figure;
mod pusher;
#[path = "../common/triple.rs"]
mod triple;

use dubins::Way;
use figure::Plan;
use pusher::{Moment, Pusher};
use triple::Triple;

/// Push a block to a goal
#[derive(Parser)]
#[command(allow_negative_numbers = true)]
struct Options {
    /// Goal of the centre of mass: x [m], y [m], angle [rad]; it starts at 0,0,0
    #[arg(long, value_name = "X,Y,ANGLE", default_value_t = Triple([0.25, 0.2, 2.4]))]
    goal: Triple,
    /// Speed along the way [m/s]
    #[arg(long, default_value_t = 0.1)]
    speed: f64,
    /// Mass [kg]
    #[arg(long, default_value_t = 0.5)]
    mass: f64,
    /// Friction coefficient of the support
    #[arg(long, default_value_t = 0.31)]
    mu: f64,
    /// Friction torque about the vertical, in units of mu [m]
    #[arg(long, default_value_t = 0.019)]
    er: f64,
    /// Side of the block [m]
    #[arg(long, default_value_t = 0.05)]
    side: f64,
    /// Height of the centre of mass [m]
    #[arg(long, default_value_t = 0.025)]
    height: f64,
    /// Height of the pusher above the support [m]; the plan is exact at 0
    #[arg(long, default_value_t = 0.0)]
    push_height: f64,
    /// Friction coefficient between pusher and block
    #[arg(long, default_value_t = 0.6)]
    pusher_friction: f64,
    /// Part of half the side that the arcs of the plan use
    #[arg(long, default_value_t = 0.5)]
    steering: f64,
    /// Step size [s]
    #[arg(long, default_value_t = 1e-3)]
    step: f64,
    /// Directory for the results
    #[arg(long, default_value = "out/push_to_goal")]
    out: PathBuf,
}

/// Speeds that are compared \[m/s\].
const SPEEDS: [f64; 6] = [0.01, 0.02, 0.05, 0.1, 0.2, 0.4];

fn main() -> ExitCode {
    common::report(run(&Options::parse()))
}

impl Options {
    fn check(&self) -> common::Outcome<()> {
        let positive = [("speed", self.speed), ("step", self.step), ("steering", self.steering)];
        for (name, value) in positive {
            if !(value > 0.0 && value.is_finite()) {
                return Err(format!("--{name} {value} must be finite and positive").into());
            }
        }
        if self.steering > 0.9 {
            return Err("--steering: at most 0.9, to leave something for corrections".into());
        }
        Ok(())
    }

    fn slider(&self) -> common::Outcome<PlanarSlider> {
        let slider = PlanarSlider::builder()
            .mass(self.mass)
            .inertia(self.mass * self.side * self.side / 6.0)
            .friction(self.mu)
            .semi_axes([1.0, 1.0, self.er])
            .height(self.height)
            .support(SupportHull::square(self.side)?);
        Ok(slider.build()?)
    }

    fn pusher(&self) -> Pusher {
        Pusher {
            side: self.side,
            friction: self.pusher_friction,
            height: self.push_height,
            speed: self.speed,
            corrects: true,
        }
    }
}

/// Distance from the goal \[m\] and angle off it \[rad\].
fn misses(goal: &PlanarPose, moments: &[Moment]) -> Option<[f64; 2]> {
    let end = moments.last()?.motion.pose;
    let angle = (end.angle - goal.angle).sin().atan2((end.angle - goal.angle).cos());
    Some([(end.position - goal.position).norm(), angle])
}

fn run(options: &Options) -> common::Outcome<()> {
    options.check()?;
    let Triple([x, y, angle]) = options.goal;
    let goal = PlanarPose { position: vector![x, y], angle };
    let (slider, pusher) = (options.slider()?, options.pusher());
    let [from, to] = [PlanarPose::default(), goal].map(|pose| pusher.axle(&pose));
    let radius = pusher.radius(&slider, options.steering);
    let way = Way::shortest(from, &to, radius).ok_or("there is no way")?;
    let steered = pusher.push(&slider, &way, options.step)?;
    let blind = Pusher { corrects: false, ..pusher }.push(&slider, &way, options.step)?;
    let mut ends = vec![];
    for speed in SPEEDS {
        let moments = Pusher { speed, ..pusher }.push(&slider, &way, options.step)?;
        ends.push((speed, misses(&goal, &moments).ok_or("nothing was pushed")?));
    }

    let out = RunDirectory::create(&options.out)?;
    out.write_table("trajectory.csv", &figure::COLUMNS, &figure::columns(&steered))?;
    let [apart, turned] = misses(&goal, &steered).ok_or("nothing was pushed")?;
    let lost = misses(&goal, &blind).ok_or("nothing was pushed")?;
    let margin = steered.iter().filter_map(|moment| moment.report.hull_margin());
    let margin = margin.fold(f64::INFINITY, f64::min);
    let by_speed: Vec<_> = ends
        .iter()
        .map(|(speed, [apart, turned])| {
            json!({ "speed_m_s": speed, "error_m": apart, "error_rad": turned })
        })
        .collect();
    let duration = steered.last().map(|moment| moment.time);
    out.write_json(
        "summary.json",
        &json!({
            "goal": { "x_m": x, "y_m": y, "theta_rad": angle },
            "error_m": apart, "error_rad": turned, "duration_s": duration,
            "blind_error_m": lost[0], "blind_error_rad": lost[1],
            "plan_length_m": way.length(), "plan_radius_m": radius,
            "min_hull_margin_m": margin, "by_speed": by_speed,
        }),
    )?;
    let plan = Plan { slider: &slider, pusher: &pusher, way: &way, goal: &goal };
    out.write_figure("plot.svg", &figure::figure(&plan, &steered, &blind, &ends))?;
    let columns = ["pusher", "misses by [mm]", "and by [rad]"];
    let mut table = TextTable::new("A block is pushed to a goal", &columns);
    let row = |name: String, [apart, turned]: [f64; 2]| {
        [name, format!("{:.3}", 1e3 * apart), format!("{turned:.4}")]
    };
    table.row(row("does not look".to_owned(), lost));
    for (speed, end) in ends {
        table.row(row(format!("steers, {speed} m/s"), end));
    }
    println!("{table}\nresults in {}", options.out.display());
    Ok(())
}
