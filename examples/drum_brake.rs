//! A drum brake: an actuator presses a shoe on a drum by a lever. The friction turns the lever
//! further in, or out again, depending on the direction of the drum. The brake stops the drum,
//! holds a trembling load, and is torn loose at the end.

use std::{f64::consts::TAU, process::ExitCode};

use stiction::core::signal::SmoothStep;
use stiction::friction::{AmendedLuGre, BristleRate, Friction, NormalSpring, Pressed};
use stiction::mechanics::Differential;
use stiction::output::{RunDirectory, TextTable};
use stiction::plot::{Figure, Panel};
use stiction::prelude::*;

mod common;

/// Change these and run again: the step and the length of the run [s], the folder of the results.
const RUN: common::Run = common::Run { step: 1e-4, until: 5.0 };
const OUT: &str = "out/drum_brake";

/// Friction coefficient of the lining; from 1.2 on the brake locks itself.
const MU: f64 = 0.4;
/// Force of the actuator [N].
const FORCE: f64 = 80.0;
const RADIUS: f64 = 0.15;
/// Distances from the pivot of the lever to the actuator and to the normal through the shoe, and of
/// the pivot from the tangent [m].
const ACTUATOR: f64 = 0.3;
const SHOE: f64 = 0.12;
const OFFSET: f64 = 0.1;
/// Times from which a load pulls, and from which it grows [s].
const HELD: f64 = 1.5;
const TORN: f64 = 3.0;
/// Torque of the load [N m], its amplitude, and its rate of growth in the end [N m/s].
const LOAD: f64 = 4.0;
const TREMOR: f64 = 1.5;
const GROWTH: f64 = 8.0;

fn main() -> ExitCode {
    common::report(run())
}

/// Returns the torque that the brake should hold if the load pulls in the direction `sense`.
fn closed_form(sense: f64) -> f64 {
    MU * RADIUS * FORCE * ACTUATOR / (SHOE - sense * MU * OFFSET)
}

fn load(time: f64) -> f64 {
    let tremor = if time < TORN { TREMOR * (8.0 * TAU * (time - HELD)).sin() } else { 0.0 };
    if time < HELD { 0.0 } else { LOAD + tremor + GROWTH * (time - TORN).max(0.0) }
}

fn brake<L: Friction<Line>>(lining: L, sense: f64) -> common::Outcome<Recorder> {
    let mut net = NetworkBuilder::new();
    let drum = PointMass::<Shaft>::builder().mass(0.5).build()?;
    let drum = net.add(drum, Motion::new(0.0, 12.0 * sense))?;
    let lever = PointMass::<Shaft>::builder().mass(0.02).build()?;
    let lever = net.add(lever, Motion::at_rest(-2e-3))?;

    // The gap and the sliding between shoe and drum follow from the angles of the lever and of the
    // drum.
    let gap = Differential::<Shaft, Shaft, Line>::builder().weights([-SHOE, 0.0]).build()?;
    let sliding =
        Differential::<Shaft, Shaft, Line>::builder().weights([-OFFSET, RADIUS]).build()?;
    let shoe = NormalSpring::builder().stiffness(5e6).damping(2e3).build()?;
    let shoe = Pressed::<_, Line>::builder().law(lining).pressing(shoe).build()?;
    let shoe = net.connect(shoe, Both::new(gap, sliding), (lever.port(), drum.port()))?;

    let push = SmoothStep::builder().to(FORCE).start(0.2).duration(0.2).build()?;
    let arm = Transmission::<Shaft, Line>::builder().ratio(ACTUATOR).build()?;
    net.connect(TimedEffort::new(push), arm, lever.port())?;
    let pull = TimedEffort::<Shaft>::new(move |stage: &Stage| sense * load(stage.time));
    net.connect(pull.with_jumps([HELD, TORN])?, Direct::new(), drum.port())?;

    let sampler = RUN.sampler(1e5);
    let sampler = sampler.channels(["speed", "normal force", "torque"], move |frame| {
        let (push, rub) = frame.effort(shoe)?;
        Ok([frame.motion(drum)?.flow, push, -RADIUS * rub])
    });
    let sampler = sampler.channels(["anchor", "imbalance"], move |frame| {
        let anchor = frame.wire_motion(shoe)?.pose.1 - frame.internal(shoe)?[0];
        Ok([anchor, frame.power_balance()?.residual().abs()])
    });
    RUN.record(net, sampler)
}

/// Returns the creep of the shoe while it holds [m], from one tremor to one a second later.
fn creep(record: &Recorder) -> common::Outcome<f64> {
    let [time, anchor] = record.columns_named(["t", "anchor"])?;
    let place = |t: f64| time.partition_point(|&time| time < t);
    let at = |t: f64| anchor.get(place(t)).copied().unwrap_or(f64::NAN);
    Ok((at(TORN - 0.25) - at(TORN - 1.25)).abs())
}

/// Returns the load at which the shoe begins to slide [N m].
fn torn_at(record: &Recorder) -> common::Outcome<f64> {
    let [time, anchor] = record.columns_named(["t", "anchor"])?;
    let start = time.partition_point(|&time| time < TORN).min(time.len() - 1);
    let slides = |&k: &usize| (anchor[k] - anchor[start]).abs() > 1e-9;
    Ok((start..time.len()).find(slides).map_or(f64::NAN, |k| load(time[k])))
}

fn run() -> common::Outcome<()> {
    let out = RunDirectory::create(OUT)?;
    let lining = CoulombGsat::builder().stiffness(1e6).damping(1e3).friction(MU).build()?;
    let lugre = AmendedLuGre::builder().stiffness(1e4).damping(10.0);
    let lugre = lugre.bristle_rate(BristleRate::Implicit);
    let lugre = lugre.friction(StribeckCurve::constant(MU)?).build()?;
    let runs = [
        ("into the shoe", 1.0, brake(lining.clone(), 1.0)?),
        ("out of the shoe", -1.0, brake(lining, -1.0)?),
        ("into it, LuGre", 1.0, brake(lugre, 1.0)?),
    ];

    let columns =
        ["the drum turns", "torn at [N m]", "closed form", "creeps [m/s]", "imbalance [W]"];
    let mut table = TextTable::new("A drum brake", &columns);
    let panel = |y: &str| Panel::new().x("time [s]").y(y);
    let [mut speed, mut normal] = ["speed of the drum [rad/s]", "normal force [N]"].map(panel);
    let [mut torque, mut creeping] = ["torque of the brake [N m]", "creeps by [µm]"].map(panel);
    for (name, sense, record) in &runs {
        // A creeping shoe is not torn loose at a definite load.
        let creeps = name.contains("LuGre");
        let expected = closed_form(*sense);
        let imbalance = record.column("imbalance")?.iter().copied().fold(0.0, f64::max);
        let torn_at = if creeps { "-".to_owned() } else { format!("{:.3}", torn_at(record)?) };
        let figures = [torn_at, format!("{expected:.3}")];
        let small = [creep(record)?, imbalance].map(|small| format!("{small:.1e}"));
        table.row([(*name).to_owned()].into_iter().chain(figures).chain(small));
        let [time, rate, push] = record.columns_named(["t", "speed", "normal force"])?;
        let [turned, anchor] = record.columns_named(["torque", "anchor"])?;
        let turned: Vec<f64> = turned.iter().map(|torque| sense * torque).collect();
        let held = time.partition_point(|&time| time < HELD + 0.25).min(time.len() - 1);
        let end = time.partition_point(|&time| time < TORN);
        let walk: Vec<f64> = anchor[held..end.max(held)]
            .iter()
            .map(|place| 1e6 * sense * (place - anchor[held]))
            .collect();
        creeping = creeping.line(*name, &time[held..end.max(held)], &walk);
        if !creeps {
            speed = speed.line(*name, time, rate);
            normal = normal.line(*name, time, push);
            torque = torque.line(*name, time, &turned).horizontal(expected, "");
        }
    }
    let figure = Figure::new("A drum brake: stops, holds, is torn loose").columns(2);
    let figure = figure.panel(speed).panel(normal);
    let figure = figure.panel(torque.vertical(HELD, "load").vertical(TORN, "grows"));
    out.write_figure("plot.svg", &figure.panel(creeping))?;
    out.write_recorder("trajectory.csv", &runs[0].2)?;
    println!("{table}\nresults in {OUT}");
    Ok(())
}
