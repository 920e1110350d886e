//! Stick-slip: a block on a moving belt, held back by a spring. The belt carries it along until the
//! spring tears it off; friction that falls with the speed lets it slip far, until it sticks again.

use std::process::ExitCode;

use stiction::friction::StribeckShape;
use stiction::output::{RunDirectory, TextTable};
use stiction::plot::{Figure, Panel};
use stiction::prelude::*;

mod common;

/// Change these and run again: the step and the length of the run [s], the folder of the results.
const RUN: common::Run = common::Run { step: 1e-4, until: 10.0 };
const OUT: &str = "out/stick_slip";

/// Shape of the fall of friction with the sliding speed; `Gaussian` is another one.
const SHAPE: StribeckShape = StribeckShape::Rational;
/// Speed of the belt [m/s].
const SPEED: f64 = 0.02;
const SPRING: f64 = 100.0;
const BREAKAWAY: f64 = 1.5;
const VISCOUS: f64 = 0.4;

fn main() -> ExitCode {
    common::report(run())
}

fn run() -> common::Outcome<()> {
    let out = RunDirectory::create(OUT)?;
    let curve = StribeckCurve::builder().coulomb(1.0).breakaway(BREAKAWAY).stribeck_speed(0.01);
    let curve = curve.shape(SHAPE).build()?;
    let law = RateDependentGsat::builder().stiffness(1e5).damping(400.0).curve(curve);
    let law = law.viscous_damping(VISCOUS).build()?;

    // The block starts at rest on the belt, the spring relaxed.
    let mut net = NetworkBuilder::new();
    let mass = PointMass::<Line>::builder().mass(1.0).build()?;
    let block = net.add(mass, Motion::new(0.0, SPEED))?;
    let belt = Prescribed::new(ConstantVelocity::<Line>::builder().velocity(SPEED).build()?);
    let spring = SpringDamper::builder().stiffness(SPRING).build()?;
    let spring = net.connect(spring, Direct::new(), block.port())?;
    let friction = net.connect(law, Between::new(), (belt, block.port()))?;

    let sampler = RUN
        .sampler(1e6)
        .channel("velocity", move |frame| Ok(frame.motion(block)?.flow))
        .channel("spring force", move |frame| Ok(-frame.effort(spring)?))
        .channel("friction", move |frame| frame.effort(friction))
        // The anchor of the bristle on the belt moves only while the block slides.
        .channel("anchor", move |frame| {
            Ok(frame.wire_motion(friction)?.pose - frame.internal(friction)?[0])
        });
    let record = RUN.record(net, sampler)?;
    let [time, velocity, force, rub, anchor] =
        record.columns_named(["t", "velocity", "spring force", "friction", "anchor"])?;

    // The block slides while its anchor moves, and breaks away at the first step in which it does.
    let slide: Vec<f64> =
        (1..time.len()).map(|k| (anchor[k - 1] - anchor[k]) / (time[k] - time[k - 1])).collect();
    let slides = |k: usize| slide[k].abs() > 1e-6 * SPEED.abs();
    let starts: Vec<f64> =
        (1..slide.len()).filter(|&k| slides(k) && !slides(k - 1)).map(|k| time[k]).collect();
    let [first, last] = [starts.first(), starts.last()].map(|t| t.copied().unwrap_or(f64::NAN));
    let period = (last - first) / (starts.len() as f64 - 1.0);
    let cycles = &force[time.partition_point(|&time| time < first)..];
    let low = cycles.iter().copied().fold(f64::INFINITY, f64::min);
    let high = cycles.iter().copied().fold(f64::NEG_INFINITY, f64::max);

    let mut table = TextTable::new("Stick-slip on a belt", &["quantity", "found"]);
    table.row(["first break-away [s]", &format!("{first:.4}")]);
    table.row(["period [s]", &format!("{period:.4}")]);
    table.row(["spring force [N]", &format!("{low:.4} to {high:.4}")]);

    let milli = |speed: &[f64]| speed.iter().map(|v| 1e3 * v).collect::<Vec<_>>();
    let (velocity, slide) = (milli(velocity), milli(&slide));
    let speeds: Vec<f64> = (0..=100).map(|k| 1e-3 * f64::from(k)).collect();
    let level: Vec<f64> = speeds.iter().map(|&s| curve.value(s) + VISCOUS * s).collect();
    let axes = |x: &str, y: &str| Panel::new().x(x).y(y);
    let forces = axes("time [s]", "spring force [N]").line("", time, force);
    let speed = axes("time [s]", "velocity [mm/s]").line("", time, &velocity);
    let phase = axes("spring force [N]", "velocity [mm/s]").line("", force, &velocity);
    let law = axes("sliding speed [mm/s]", "friction [N]").line("in the run", &slide, &rub[1..]);
    let figure = Figure::new("A block on a belt sticks and slips")
        .columns(2)
        .panel(forces.horizontal(BREAKAWAY, "break-away"))
        .panel(speed.horizontal(1e3 * SPEED, ""))
        .panel(phase.horizontal(1e3 * SPEED, "belt"))
        .panel(law.dashed("steady", &milli(&speeds), &level));
    out.write_recorder("trajectory.csv", &record)?;
    out.write_figure("plot.svg", &figure)?;
    println!("{table}\nresults in {OUT}");
    Ok(())
}
