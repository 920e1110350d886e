//! Simulation I of Kikuuwe and Yamamoto: a sphere is thrown over a rough plane, slips, and ends up rolling. Friction
//! must leave it exactly 5/7 of its speed, however it bounces.

use std::process::ExitCode;

use nalgebra::Vector3;
use stiction::output::{RunDirectory, TextTable};
use stiction::plot::{Figure, Panel};
use stiction::prelude::*;

mod common;

/// Change these and run again: the step and the length of the run [s], the folder of the results.
const RUN: common::Run = common::Run { step: 1e-4, until: 1.0 };
const OUT: &str = "out/rolling_sphere";

/// Initial height of the centre [m]: 2 mm above the plane, as in the paper, so that it bounces;
/// `RADIUS - MASS * GRAVITY / STIFFNESS` is at rest on it.
const HEIGHT: f64 = 1.01 * RADIUS;
/// Damping of the contact [N s/m].
const DAMPING: f64 = 10.0;
const MASS: f64 = 0.3;
const RADIUS: f64 = 0.2;
const FRICTION: f64 = 0.1;
const STIFFNESS: f64 = 1e7;
const GRAVITY: f64 = 9.8;
const SPEED: f64 = 2.0;

fn main() -> ExitCode {
    common::report(run())
}

fn run() -> common::Outcome<()> {
    let out = RunDirectory::create(OUT)?;
    // The mechanism: one sphere, one contact between its lowest point and the plane.
    let mut net = NetworkBuilder::new();
    let start = Motion {
        pose: Pose::at(Vector3::z() * HEIGHT),
        flow: Twist { linear: Vector3::x() * SPEED, ..Twist::default() },
    };
    let sphere = RigidBody::sphere(MASS, RADIUS)?.with_gravity(Vector3::z() * -GRAVITY)?;
    let sphere = net.add(sphere.with_renormalise(false), start)?;
    let law = CoulombContact::builder().stiffness(STIFFNESS).damping(DAMPING);
    let law = law.friction(FRICTION).build()?;
    let contact =
        net.connect(law, SphereOnPlane::builder().radius(RADIUS).build()?, sphere.port())?;

    let sampler = RUN
        .sampler(1e6)
        .channels(["height", "slip"], move |frame| {
            let point = frame.wire_motion(contact)?;
            Ok([point.pose.z, point.flow.x])
        })
        .channels(["vx", "momentum"], move |frame| {
            let Twist { linear, angular } = frame.motion(sphere)?.flow;
            let spin = 0.4 * MASS * RADIUS * RADIUS * angular.y;
            Ok([linear.x, MASS * RADIUS * linear.x + spin])
        });
    let record = RUN.record(net, sampler)?;

    let [time, height, slip, vx, momentum] =
        record.columns_named(["t", "height", "slip", "vx", "momentum"])?;
    let slip_end = slip.iter().position(|&slip| slip <= 0.0).map(|i| time[i]);
    let slip_theory = 2.0 * SPEED / (7.0 * FRICTION * GRAVITY);
    let (vx_end, vx_theory) = (vx[vx.len() - 1], 5.0 / 7.0 * SPEED);
    let momentum_error = momentum.iter().map(|l| (l - momentum[0]).abs()).fold(0.0, f64::max);
    let bounces = height.windows(2).filter(|pair| pair[0] >= 0.0 && pair[1] < 0.0).count();

    let mut table = TextTable::new("Rolling sphere", &["quantity", "found", "theory"]);
    let seconds = slip_end.map_or("beyond the run".into(), |time| format!("{time:.5}"));
    table.row(["slip ends [s]", &seconds, &format!("{slip_theory:.5}")]);
    table.row(["final speed [m/s]", &format!("{vx_end:.10}"), &format!("{vx_theory:.10}")]);
    table.row(["angular momentum error [kg m²/s]", &format!("{momentum_error:.1e}"), "0"]);
    table.row(["bounces", &bounces.to_string()]);

    let speeds = Panel::new().y("speed [m/s]").line("centre", time, vx);
    let speeds = speeds.line("contact point", time, slip);
    let speeds = speeds.horizontal(vx_theory, "5/7 of the start");
    let speeds = speeds.vertical(slip_theory, "slip ends, without bounces");
    let height: Vec<f64> = height.iter().map(|height| 1e3 * height).collect();
    let heights = Panel::new().x("time [s]").y("height [mm]").line("lowest point", time, &height);
    let figure =
        Figure::new("A sphere slips until it rolls").panel(speeds).panel(heights).share_x();

    out.write_recorder("trajectory.csv", &record)?;
    out.write_figure("plot.svg", &figure)?;
    println!("{table}\nresults in {OUT}");
    Ok(())
}
