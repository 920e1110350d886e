//! Hunting: a slider is brought to a place by a digital PID controller, through friction.
//!
//! The controller runs beside the mechanism: every millisecond it reads the position and sets the force, an
//! input. Where friction at rest is larger than in motion, the slider overshoots, sticks, is pulled
//! until it breaks away, overshoots back, for ever. Where both are the same it comes to the place.

use std::process::ExitCode;

use clap::Parser;
use serde_json::json;
use stiction::output::{RunDirectory, TextTable};
use stiction::plot::{Figure, Panel};
use stiction::prelude::*;

mod common;

/// A slider under a digital PID controller hunts, or comes to rest.
#[derive(Parser)]
struct Options {
    /// Friction at rest [N]; in motion it is 1 N
    #[arg(long, default_value_t = 2.0)]
    breakaway: f64,
    /// Period of the controller [s]
    #[arg(long, default_value_t = 1e-3)]
    period: f64,
    #[command(flatten)]
    run: common::RunOptions<40>,
}

const KINETIC: f64 = 1.0;
const TARGET: f64 = 0.05;

fn main() -> ExitCode {
    common::report(run(&Options::parse()))
}

/// Force from the error, its sum and the velocity, as a computer does it.
struct Controller {
    period: f64,
    last: f64,
    sum: f64,
}

impl Controller {
    const PROPORTIONAL: f64 = 100.0; // N/m
    const INTEGRAL: f64 = 200.0; // N/(m s)
    const DERIVATIVE: f64 = 8.0; // N s/m

    fn force(&mut self, position: f64) -> f64 {
        let error = TARGET - position;
        self.sum += error * self.period;
        let velocity = (position - self.last) / self.period;
        self.last = position;
        Self::PROPORTIONAL * error + Self::INTEGRAL * self.sum - Self::DERIVATIVE * velocity
    }
}

/// Moves the slider under the controller.
fn control(curve: StribeckCurve, options: &Options) -> common::Outcome<Recorder> {
    let law = RateDependentGsat::builder().stiffness(1e5).damping(400.0).curve(curve);
    let law = law.viscous_damping(0.4).build()?;
    let mut net = NetworkBuilder::new();
    let slider = PointMass::<Line>::builder().mass(1.0).build()?;
    let slider = net.add(slider, Motion::default())?;
    let friction = net.connect(law, Direct::new(), slider.port())?;
    let force = Input::builder().name("force").unit("N").build()?;
    let motor = net.connect(TimedEffort::new(force), Direct::new(), slider.port())?;
    let mut sim = Simulation::new(net.build()?, Tableau::rk4(), options.run.step)?;
    let force = sim.input("force")?;

    let sampler = options
        .run
        .sampler(2e4)
        .channel("position", move |frame| Ok(frame.motion(slider)?.pose))
        .channel("force", move |frame| frame.effort(motor))
        // Where the bristle stands: it moves only while the slider slides.
        .channel("anchor", move |frame| {
            Ok(frame.wire_motion(friction)?.pose - frame.internal(friction)?[0])
        });
    let mut recorder = Recorder::from(sampler);
    let mut controller = Controller { period: options.period, last: 0.0, sum: 0.0 };
    let periods = (options.run.until / options.period).round() as u64;
    for k in 1..=periods {
        sim.set_input(force, controller.force(sim.motion(slider)?.pose))?;
        sim.run_observed(k as f64 * options.period, &mut recorder)?;
    }
    Ok(recorder)
}

/// What is left of the motion in the last third of the run.
struct Rest {
    /// Between the outermost positions \[m\].
    swing: f64,
    /// Time between two starts of sliding: half a cycle \[s\].
    period: f64,
    /// Part of the time in which nothing slides.
    stuck: f64,
}

impl Rest {
    fn of(record: &Recorder) -> common::Outcome<Self> {
        let [time, position, anchor] = record.columns_named(["t", "position", "anchor"])?;
        let first = 2 * time.len() / 3;
        let (time, position, anchor) = (&time[first..], &position[first..], &anchor[first..]);
        let high = position.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let low = position.iter().copied().fold(f64::INFINITY, f64::min);
        let slides: Vec<bool> =
            anchor.windows(2).map(|pair| (pair[1] - pair[0]).abs() > 1e-9).collect();
        let starts: Vec<f64> =
            (1..slides.len()).filter(|&k| slides[k] && !slides[k - 1]).map(|k| time[k]).collect();
        let [first, last] = [starts.first(), starts.last()].map(|t| t.copied().unwrap_or(f64::NAN));
        let stuck = slides.iter().filter(|slides| !**slides).count() as f64;
        Ok(Self {
            swing: high - low,
            period: (last - first) / (starts.len() as f64 - 1.0),
            stuck: stuck / slides.len() as f64,
        })
    }
}

fn run(options: &Options) -> common::Outcome<()> {
    let out = RunDirectory::create(&options.run.out)?;
    let falling = StribeckCurve::builder().coulomb(KINETIC).breakaway(options.breakaway);
    let falling = falling.stribeck_speed(0.01).build()?;
    let hunting = control(falling, options)?;
    let settling = control(StribeckCurve::constant(KINETIC)?, options)?;

    let rests = [Rest::of(&hunting)?, Rest::of(&settling)?];
    let header = [
        "friction at rest",
        "swing at the end [mm]",
        "between break-aways [s]",
        "time at rest [%]",
    ];
    let mut table = TextTable::new("A slider under a PID controller", &header);
    for (name, rest) in ["larger than in motion", "as in motion"].into_iter().zip(&rests) {
        let period =
            if rest.period.is_finite() { format!("{:.3}", rest.period) } else { "none".to_owned() };
        let swing = format!("{:.3}", 1e3 * rest.swing);
        table.row([name, &swing, &period, &format!("{:.1}", 100.0 * rest.stuck)]);
    }

    let milli = |values: &[f64]| values.iter().map(|x| 1e3 * x).collect::<Vec<_>>();
    let panel = |record: &Recorder, title: &str| -> common::Outcome<[Panel; 2]> {
        let [time, position, force] = record.columns_named(["t", "position", "force"])?;
        let axes = |y: &str| Panel::new().x("time [s]").y(y);
        let place = axes("position [mm]").title(title).line("", time, &milli(position));
        let force = axes("force [N]").line("", time, force);
        Ok([
            place.horizontal(1e3 * TARGET, "target"),
            force.horizontal(KINETIC, "sliding friction"),
        ])
    };
    let [place, force] = panel(&hunting, "friction falls with the speed: it hunts")?;
    let [other_place, other_force] = panel(&settling, "friction as large at rest: it settles")?;
    let figure = Figure::new("A slider under a digital PID controller")
        .columns(2)
        .panel(place)
        .panel(other_place)
        .panel(force)
        .panel(other_force);
    out.write_recorder("trajectory.csv", &hunting)?;
    out.write_figure("plot.svg", &figure)?;
    let [hunts, settles] = &rests;
    let summary = json!({
        "swing_m": hunts.swing, "time_between_breakaways_s": hunts.period, "share_at_rest": hunts.stuck,
        "swing_without_a_fall_m": settles.swing,
    });
    out.write_json("summary.json", &summary)?;
    println!("{table}\nresults in {}", options.run.out.display());
    Ok(())
}
