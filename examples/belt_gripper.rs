//! A gripper whose jaws are driven by a belt. A tensioner presses the belt on the pulley of the motor,
//! the belt pulls the jaws together, the jaws press on an object: every friction here has its normal
//! force from another part of the mechanism. Then the tensioner gives way, and comes back.

use std::{collections::BTreeMap, f64::consts::PI, process::ExitCode};

use clap::Parser;
use nalgebra::vector;
use serde_json::json;
use stiction::core::signal::{Ramp, Sum};
use stiction::friction::{Friction, NormalSpring, Pressed};
use stiction::mechanics::{Differential, Each};
use stiction::output::{RunDirectory, TextTable};
use stiction::patch::{
    BristleModel, BristleParameters, Grid, Mount, ReducedPatch, ReducedShape, StickSlipPatch,
    Surface,
};
use stiction::plot::{Figure, Panel};
use stiction::prelude::*;

mod common;

/// A gripper holds an object by the tension of a belt.
#[derive(Parser)]
struct Options {
    #[command(flatten)]
    run: Run,
}
type Run = common::RunOptions<3>;

/// Of the belt on the pulley, over half a turn; of the pads on the object.
const BELT_FRICTION: f64 = 0.3;
const WRAP: f64 = PI;
const PAD_FRICTION: f64 = 0.5;
const PULLEY: f64 = 0.02;
const MOTOR_TORQUE: f64 = 0.4;
const WEIGHT: f64 = 0.2 * 9.81;
/// Tension of the belt [N], and what is left of it.
const TENSION: f64 = 60.0;
const LOOSE: f64 = 1.0;
/// The tensioner gives way, comes back, and is back [s].
const GIVES_WAY: f64 = 1.0;
const RETURNS: f64 = 2.0;
const BACK: f64 = 2.1;

fn main() -> ExitCode {
    common::report(run(&Options::parse()))
}

/// The largest force of a belt per mean tension of its two sides: T₁ = T₂ e^{μφ} gives
/// (T₁ − T₂)/(½ (T₁ + T₂)) = 2 tanh(½ μφ).
fn belt_coefficient() -> f64 {
    2.0 * (0.5 * BELT_FRICTION * WRAP).tanh()
}

fn gripper<L: Friction<PlanarFrame> + Clone>(pad: L, run: &Run) -> common::Outcome<Recorder> {
    let mut net = NetworkBuilder::new();
    let line = |mass| PointMass::<Line>::builder().mass(mass).build();
    let motor = PointMass::<Shaft>::builder().mass(2e-4).build()?;
    let motor = net.add(motor, Motion::default())?;
    let (idler, jaws) =
        (net.add(line(0.1)?, Motion::default())?, net.add(line(0.4)?, Motion::default())?);
    // The object, from side to side and in the plane of the pads.
    let lateral = net.add(line(0.2)?, Motion::default())?;
    let object = PlanarBody::builder().mass(0.2).inertia(1e-4).build()?;
    let object = net.add(object, Motion::default())?;

    // The belt is longer by twice the way of the idler; its friction works between rim and jaws.
    let belt = NormalSpring::builder().stiffness(2e4).damping(20.0).build()?;
    let rim = CoulombGsat::builder().stiffness(2e5).damping(50.0).friction(belt_coefficient());
    let belt = Pressed::<_, Line>::builder().law(rim.build()?).pressing(belt).build()?;
    let longer = Transmission::<Line, Line>::builder().ratio(-2.0).build()?;
    let creeping = Differential::<Shaft, Line, Line>::builder().weights([PULLEY, -1.0]).build()?;
    let ports = (idler.port(), motor.port(), jaws.port());
    let belt = net.connect(belt, Each::new(longer, creeping), ports)?;

    // Two jaws close on the object: the gaps are x − s and −x − s.
    let grip = [1.0, -1.0].map(|side| -> common::Outcome<_> {
        let gap = Differential::<Line, Line, Line>::builder().weights([-1.0, side]).build()?;
        let rubber = NormalSpring::builder().stiffness(2e5).damping(100.0).build()?;
        let pad = Pressed::builder().law(pad.clone()).pressing(rubber).build()?;
        let ports = (jaws.port(), lateral.port(), object.port());
        Ok(net.connect(pad, Each::new(gap, Direct::new()), ports)?)
    });
    let [left, right] = grip;
    let (left, _) = (left?, right?);

    // The motor, with a torque that falls with its speed, and trembles; the tensioner; the load.
    net.connect(
        SpringDamper::<Shaft>::builder().stiffness(0.0).damping(0.02).build()?,
        Direct::new(),
        motor.port(),
    )?;
    let torque = TimedEffort::<Shaft>::new(|stage: &Stage| {
        let onset = (stage.time / 0.1).min(1.0);
        MOTOR_TORQUE * onset * (1.0 + 0.1 * (150.0 * stage.time).sin())
    });
    net.connect(torque, Direct::new(), motor.port())?;
    let looser = Ramp::builder().from(2.0 * TENSION).to(2.0 * LOOSE).start(GIVES_WAY);
    let tighter = Ramp::builder().to(2.0 * (TENSION - LOOSE)).start(RETURNS);
    let looser = looser.duration(RETURNS - GIVES_WAY).build()?;
    let tensioner = Sum::new([looser, tighter.duration(BACK - RETURNS).build()?]);
    net.connect(TimedEffort::new(tensioner), Direct::new(), idler.port())?;
    net.connect(
        SpringDamper::<Line>::builder().stiffness(0.0).damping(20.0).build()?,
        Direct::new(),
        idler.port(),
    )?;
    let hand = TimedEffort::<PlanarFrame>::new(|stage: &Stage| {
        let onset = (stage.time / 0.2 - 1.0).clamp(0.0, 1.0);
        let shaken = 0.8 * (100.0 * stage.time).sin();
        let steady = if stage.time < GIVES_WAY { shaken } else { 0.0 };
        PlanarWrench { force: vector![0.0, -WEIGHT + steady] * onset, torque: 0.0 }
    });
    net.connect(hand, Direct::new(), object.port())?;

    let sampler = run.sampler(1e5);
    let sampler = sampler.channels(["tension", "belt force", "grip"], move |frame| {
        let ((tension, pull), (grip, _)) = (frame.effort(belt)?, frame.effort(left)?);
        Ok([tension, -pull, grip])
    });
    let sampler =
        sampler.channels(["motor speed", "height", "belt slip", "anchor"], move |frame| {
            let height = frame.motion(object)?.pose.position.y;
            let slip = frame.wire_motion(belt)?.pose.1 - frame.internal(belt)?[0];
            Ok([frame.motion(motor)?.flow, height, slip, height - frame.internal(left)?[1]])
        });
    let imbalance = |frame: &Frame<'_>| Ok(frame.power_balance()?.residual().abs());
    run.record(net, sampler.channel("imbalance", imbalance))
}

/// The stretch of a column between two times.
fn between(record: &Recorder, name: &str, [from, to]: [f64; 2]) -> common::Outcome<Vec<f64>> {
    let [time, column] = record.columns_named(["t", name])?;
    let place = |t: f64| time.partition_point(|&time| time < t);
    Ok(column[place(from)..place(to)].to_vec())
}

/// The value of a column when another one, that of an anchor, has left its place by so much.
fn when_it_slips(
    record: &Recorder,
    name: &str,
    (anchor, least): (&str, f64),
) -> common::Outcome<f64> {
    let span = [GIVES_WAY, RETURNS];
    let (value, anchor) = (between(record, name, span)?, between(record, anchor, span)?);
    let start = anchor.first().copied().unwrap_or(f64::NAN);
    let slips = anchor.iter().position(|place| (place - start).abs() > least);
    Ok(slips.map_or(f64::NAN, |place| value[place]))
}

/// How far the mean place of an anchor walks in 0.4 s of trembling [m/s].
fn creep(record: &Recorder, anchor: &str) -> common::Outcome<f64> {
    // Whole periods of what trembles.
    let mean = |from: f64| -> common::Outcome<f64> {
        let part = between(record, anchor, [from, from + 2.0 * PI / 50.0])?;
        Ok(part.iter().sum::<f64>() / part.len() as f64)
    };
    Ok((mean(0.85)? - mean(0.45)?).abs() / 0.4)
}

fn run(options: &Options) -> common::Outcome<()> {
    let out = RunDirectory::create(&options.run.out)?;
    let rubber = Surface::Square.patch(Grid::new(11, 0.02)?)?;
    // Where the jaw is, not the object.
    let mount = Mount::in_world(PlanarPose::default())?;
    let pad = StickSlipPatch::builder().patch(rubber.clone()).friction(PAD_FRICTION).mount(mount);
    let pad = pad.stiffness(2e4).torsional_stiffness(2.0).damping(20.0).torsional_damping(2e-3);
    let pad = pad.build()?;
    let bristles = BristleParameters::builder().stiffness(2000.0).damping(2.0);
    let bristles = bristles.friction(StribeckCurve::constant(PAD_FRICTION)?).build()?;
    let lugre = ReducedPatch::builder().shape(ReducedShape::ellipsoid(&rubber)).mount(mount);
    let lugre = lugre.bristles(bristles).model(BristleModel::LuGre).build()?;
    let runs = [("sticks", gripper(pad, &options.run)?), ("LuGre", gripper(lugre, &options.run)?)];

    let held = &runs[0].1;
    let belt = when_it_slips(held, "belt force", ("belt slip", 1e-6))?;
    let belt_tension = when_it_slips(held, "tension", ("belt slip", 1e-6))?;
    let grip = when_it_slips(held, "grip", ("anchor", 1e-9))?;
    let expected = [belt_coefficient() * belt_tension, WEIGHT / (2.0 * PAD_FRICTION)];
    let mut table =
        TextTable::new("A gripper driven by a belt", &["quantity", "found", "closed form"]);
    let mut summary = BTreeMap::new();
    let found = [
        ("belt force at which it slips on the pulley [N]", belt, expected[0]),
        ("grip at which the object slips [N]", grip, expected[1]),
    ];
    for (what, found, expected) in found {
        table.row([what, &format!("{found:.4}"), &format!("{expected:.4}")]);
        summary.insert(what.to_owned(), json!({ "found": found, "closed_form": expected }));
    }
    let mut creeping = Panel::new().x("time [s]").y("the object creeps by [µm]");
    for (name, record) in &runs {
        let creep = creep(record, "anchor")?;
        let imbalance = record.column("imbalance")?.iter().copied().fold(0.0, f64::max);
        table.row([&format!("{name}: creeps [m/s]"), &format!("{creep:.1e}"), ""]);
        table.row([&format!("{name}: power imbalance [W]"), &format!("{imbalance:.1e}"), ""]);
        let entry = json!({ "creep_m_per_s": creep, "power_imbalance_W": imbalance });
        summary.insert((*name).to_owned(), entry);
        let span = [0.45, GIVES_WAY];
        let (time, anchor) = (between(record, "t", span)?, between(record, "anchor", span)?);
        let start = anchor.first().copied().unwrap_or(0.0);
        let walk: Vec<f64> = anchor.iter().map(|place| 1e6 * (place - start)).collect();
        creeping = creeping.line(*name, &time, &walk);
    }
    let [time, tension, pull] = held.columns_named(["t", "tension", "belt force"])?;
    let [grip, speed, height] = held.columns_named(["grip", "motor speed", "height"])?;
    let most: Vec<f64> = tension.iter().map(|tension| belt_coefficient() * tension).collect();
    let height: Vec<f64> = height.iter().map(|height| 1e3 * height).collect();
    let panel = |y: &str| {
        Panel::new()
            .x("time [s]")
            .y(y)
            .vertical(GIVES_WAY, "gives way")
            .vertical(RETURNS, "returns")
    };
    let forces = panel("force [N]").line("belt", time, pull).line("one jaw", time, grip);
    let forces = forces.dashed("most of the belt", time, &most).horizontal(expected[1], "needed");
    let figure = Figure::new("A gripper driven by a belt whose tensioner gives way").columns(2);
    let figure =
        figure.panel(forces).panel(panel("speed of the motor [rad/s]").line("", time, speed));
    let figure = figure.panel(panel("height of the object [mm]").line("", time, &height));
    out.write_figure("plot.svg", &figure.panel(creeping))?;
    out.write_recorder("trajectory.csv", held)?;
    out.write_json("summary.json", &summary)?;
    println!("{table}\nresults in {}", options.run.out.display());
    Ok(())
}
