//! Simulation I of Kikuuwe and Yamamoto: a sphere is thrown over a rough plane, slips, and ends up
//! rolling. Friction must take exactly 2/7 of its speed, whatever the contact does meanwhile.

use clap::{Parser, ValueEnum};
use nalgebra::Vector3;
use serde::Serialize;
use stiction::output::{RunDirectory, TextTable};
use stiction::plot::{Figure, Panel};
use stiction::prelude::*;

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Start {
    /// From 2 mm above the plane, as in the paper: it bounces
    Drop,
    /// Resting on the plane
    Flat,
}

/// A sphere slips over a plane until it rolls.
#[derive(Parser)]
struct Options {
    /// How the sphere starts
    #[arg(long, value_enum, default_value = "drop")]
    start: Start,
    /// Damping of the contact, N s/m
    #[arg(long, default_value_t = 10.0)]
    damping: f64,
    /// Step size, s
    #[arg(long, default_value_t = 1e-4)]
    step: f64,
    /// End of the run, s
    #[arg(long, default_value_t = 1.0)]
    until: f64,
    /// Directory for the results
    #[arg(long, default_value = "out/rolling_sphere")]
    out: String,
}

#[derive(Serialize)]
struct Summary {
    slip_end_s: Option<f64>,
    analytic_slip_end_s: f64,
    final_vx: f64,
    analytic_final_vx: f64,
    angular_momentum_error: f64,
    bounces: usize,
}

const MASS: f64 = 0.3;
const RADIUS: f64 = 0.2;
const FRICTION: f64 = 0.1;
const STIFFNESS: f64 = 1e7;
const GRAVITY: f64 = 9.8;
const SPEED: f64 = 2.0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::parse();
    let height = match options.start {
        Start::Drop => 1.01 * RADIUS,
        Start::Flat => RADIUS - MASS * GRAVITY / STIFFNESS,
    };
    let start = Motion {
        pose: Pose::at(Vector3::new(0.0, 0.0, height)),
        flow: Twist { linear: Vector3::new(SPEED, 0.0, 0.0), angular: Vector3::zeros() },
    };

    // The mechanism: one sphere, one contact between its lowest point and the plane.
    let mut net = NetworkBuilder::new();
    let sphere = RigidBody::sphere(MASS, RADIUS)?.with_gravity(Vector3::new(0.0, 0.0, -GRAVITY))?;
    let sphere = net.add(sphere.with_renormalise(false), start)?;
    let law = CoulombContact::builder().stiffness(STIFFNESS).damping(options.damping);
    let law = law.friction(FRICTION).build()?;
    let contact = net.connect(law, SphereOnPlane::new(RADIUS)?, sphere.port())?;

    let mut sim = Simulation::new(net.build()?, Tableau::rk4(), options.step)?;
    for warning in sim.stability_warnings()? {
        eprintln!("warning: {warning}");
    }
    let out = RunDirectory::create(&options.out)?;
    let inertia = 0.4 * MASS * RADIUS * RADIUS;
    let sampler = Sampler::every_steps(1)
        .channels(["vx", "vz", "height", "momentum"], move |frame| {
            let Motion { pose, flow } = frame.motion(sphere)?;
            let momentum = MASS * RADIUS * flow.linear.x + inertia * flow.angular.y;
            Ok([flow.linear.x, flow.linear.z, pose.position.z - RADIUS, momentum])
        })
        .channel("slip", move |frame| Ok(frame.wire_motion(contact)?.flow.x));
    let mut seen = (Recorder::from(sampler), Progress::new());
    sim.run_observed(options.until, &mut seen)?;

    let (t, column) = (seen.0.time(), |name| seen.0.column(name));
    let (vx, height, slip) = (column("vx"), column("height"), column("slip"));
    let rolls = slip.iter().position(|&slip| slip <= 0.0);
    let above = |h: f64| h > 0.0;
    let landings = height.windows(2).filter(|h| above(h[0]) && !above(h[1])).count();
    let rolling_speed = 5.0 / 7.0 * SPEED;
    let drift = column("momentum").iter().map(|l| (l - MASS * RADIUS * SPEED).abs());
    let summary = Summary {
        slip_end_s: rolls.map(|i| t[i]),
        analytic_slip_end_s: 2.0 * SPEED / (7.0 * FRICTION * GRAVITY),
        final_vx: sim.motion(sphere)?.flow.linear.x,
        analytic_final_vx: rolling_speed,
        angular_momentum_error: drift.fold(0.0, f64::max),
        bounces: landings,
    };

    let names: Vec<&str> = seen.0.names().iter().map(String::as_str).collect();
    let columns: Vec<&[f64]> = seen.0.columns().iter().map(Vec::as_slice).collect();
    out.write_table("trajectory.csv", &names, &columns)?;
    out.write_json("summary.json", &summary)?;
    let millimetres: Vec<f64> = height.iter().map(|h| 1e3 * h).collect();
    let mut speeds = Panel::new().x("time [s]").y("speed [m/s]").line("centre of the sphere", t, vx);
    speeds = speeds.line("contact point", t, slip).horizontal(rolling_speed, "5/7 of the start");
    if let Some(at) = summary.slip_end_s {
        speeds = speeds.vertical(at, "rolls");
    }
    let heights = Panel::new().x("time [s]").y("height [mm]").line("", t, &millimetres);
    let figure = Figure::new("A sphere slips until it rolls").panel(speeds).panel(heights);
    out.write_figure("plot.svg", &figure)?;

    let row = |what: &str, found: String, theory: String| vec![what.to_owned(), found, theory];
    let slip_end = summary.slip_end_s.map_or("still slipping".into(), |s| format!("{s:.4}"));
    let table = TextTable::new("Rolling sphere", &["quantity", "found", "theory"])
        .row(row("slip ends [s]", slip_end, format!("{:.4}", summary.analytic_slip_end_s)))
        .row(row("final speed [m/s]", format!("{:.12}", summary.final_vx), format!("{rolling_speed:.12}")))
        .row(row("angular momentum error [kg m2/s]", format!("{:.1e}", summary.angular_momentum_error), "0".into()))
        .row(row("bounces", summary.bounces.to_string(), String::new()));
    println!("{table}\nwrote {}", out.path("plot.svg").display());
    Ok(())
}
