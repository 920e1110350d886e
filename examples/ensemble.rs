//! An ensemble: a mass on a belt, held back by a spring, over the speed of the belt and the static friction. At low
//! speed it sticks and slips; above a speed that grows with the static friction it comes to rest and the belt slides
//! below it. Between the line of the map and the edge of the coloured area both can last: sliding is stable, but a mass
//! that starts on the belt never reaches it.

use std::process::ExitCode;

use stiction::friction::StribeckShape;
use stiction::output::{RunDirectory, TextTable};
use stiction::plot::{Color, Figure, Panel, Series, palette};
use stiction::prelude::*;
use stiction::study::{Axis, Design, Ensemble, Member, MemberError, Results};

mod common;

/// Change these and run again: the step and the end of a member [s], and the folder of the results; a stopped run goes
/// on from the results in it.
const RUN: common::Run = common::Run { step: 5e-4, until: 30.0 };
const OUT: &str = "out/ensemble";

/// Members along each of the two parameters.
const SIDE: usize = 30;
const STIFFNESS: f64 = 100.0;
const MASS: f64 = 1.0;
const COULOMB: f64 = 1.0;
const BRISTLE: f64 = 1e5;
/// Damping of the mass beside the friction \[N s/m\].
const DAMPING: f64 = 1.0;
const STRIBECK_SPEED: f64 = 0.02;
/// Time after which transients are over \[s\]; the amplitude is measured from then on.
const SETTLED: f64 = 20.0;

const SPEED: &str = "speed [m/s]";
const BREAKAWAY: &str = "static friction [N]";
const FIRST: &str = "first break-away [s]";
const SWING: &str = "swing of the spring force [N]";
const STUCK: &str = "share of time stuck";

fn main() -> ExitCode {
    common::report(run())
}

fn run() -> common::Outcome<()> {
    let out = RunDirectory::create(OUT)?;
    let speeds = Axis::log(SPEED, 5e-3, 0.2, SIDE);
    let design = Design::grid([speeds, Axis::linear(BREAKAWAY, COULOMB, 2.0, SIDE)])?;
    let results = Ensemble::new(design, [FIRST, SWING, STUCK])
        .keep_in(out.path("members.partial.csv"))
        .version("1")
        .run(belt)?;
    results.write_csv(out.path("members.csv"))?;
    results.write_statistics(out.path("statistics.csv"))?;

    let mut table = TextTable::new("A mass on a belt", &["quantity", "found"]);
    table.row(["members", &results.len().to_string()]);
    table.row(["of an earlier run", &results.resumed().to_string()]);
    let stuck = results.column(STUCK)?;
    let slips = stuck.iter().filter(|share| **share > 0.0).count();
    table.row(["that stick and slip", &slips.to_string()]);
    for parameter in [SPEED, BREAKAWAY] {
        let correlation = results.rank_correlation(parameter, SWING)?;
        table.row([
            &format!("rank correlation of {parameter} and swing"),
            &format!("{correlation:.2}"),
        ]);
    }
    let (speed, breakaway) = (results.column(SPEED)?, results.column(BREAKAWAY)?);
    let exact = speed.iter().zip(&breakaway).map(|(v, f)| exact_first(*v, *f));
    let errors = results.column(FIRST)?.into_iter().zip(exact).map(|(found, exact)| found - exact);
    let error = errors.map(f64::abs).fold(0.0, f64::max);
    table.row(["first break-away, largest error [ms]", &format!("{:.2}", 1e3 * error)]);
    for failure in results.failures().take(3) {
        eprintln!("warning: {failure}");
    }
    out.write_figure("plot.svg", &figure(&results)?)?;
    println!("{table}\nresults in {OUT}");
    Ok(())
}

/// Runs one member and returns the time of the first break-away, and measures of the motion after transients.
fn belt(member: &Member<'_>) -> Result<[f64; 3], MemberError> {
    let (speed, breakaway) = (member.value(SPEED)?, member.value(BREAKAWAY)?);
    let curve = StribeckCurve::builder().coulomb(COULOMB).breakaway(breakaway);
    let curve = curve.stribeck_speed(STRIBECK_SPEED).shape(StribeckShape::Rational).build()?;
    let law =
        RateDependentGsat::builder().stiffness(BRISTLE).damping(400.0).curve(curve).build()?;
    let mut net = NetworkBuilder::new();
    let mass = PointMass::<Line>::builder().mass(MASS).build()?;
    let block = net.add(mass, Motion::new(0.0, speed))?;
    let belt = Prescribed::new(ConstantVelocity::<Line>::builder().velocity(speed).build()?);
    let spring = SpringDamper::builder().stiffness(STIFFNESS).damping(DAMPING).build()?;
    net.connect(spring, Direct::new(), block.port())?;
    let friction = net.connect(law, Between::new(), (belt, block.port()))?;

    let sampler = Sampler::every_steps(1)
        .channel("x", move |frame| Ok(frame.motion(block)?.pose))
        // The anchor of the bristle on the belt moves only while the block slides.
        .channel("anchor", move |frame| {
            Ok(frame.wire_motion(friction)?.pose - frame.internal(friction)?[0])
        });
    let mut record = Recorder::from(sampler);
    Simulation::new(net.build()?, Tableau::rk4(), RUN.step)?
        .run_observed(RUN.until, &mut record)?;

    let [time, x, anchor] = record.columns_named(["t", "x", "anchor"])?;
    let slides = |k: usize| (anchor[k] - anchor[k - 1]).abs() > 1e-6 * speed * RUN.step;
    let first = (1..time.len()).find(|&k| slides(k)).map_or(f64::NAN, |k| time[k - 1]);
    let settled = time.partition_point(|time| *time < SETTLED);
    let low = x[settled..].iter().copied().fold(f64::INFINITY, f64::min);
    let high = x[settled..].iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let stuck = (settled..time.len()).filter(|&k| !slides(k)).count();
    Ok([first, STIFFNESS * (high - low), stuck as f64 / (time.len() - settled) as f64])
}

/// Returns the time at which the spring reaches the static friction: the mass moves with the belt, except for the
/// bristle.
fn exact_first(speed: f64, breakaway: f64) -> f64 {
    ((breakaway - DAMPING * speed) / STIFFNESS + breakaway / BRISTLE) / speed
}

/// Draws the amplitude over both parameters, and the first break-away against speed.
fn figure(results: &Results) -> common::Outcome<Figure> {
    let (speed, breakaway) = (results.column(SPEED)?, results.column(BREAKAWAY)?);
    let swing = results.column(SWING)?;
    let largest = results.statistics(SWING)?.max();
    let title = format!("swing of the spring force, white 0 to dark {largest:.2} N");
    let mut map = Panel::new().title(title).x("speed of the belt [m/s]").y(BREAKAWAY).x_log();
    // A cell reaches half way to its neighbours.
    let (wide, high) = (half_way(&speed, SIDE, true), half_way(&breakaway, 1, false));
    for (k, swing) in swing.iter().enumerate().filter(|(_, swing)| swing.is_finite()) {
        let (left, right) = (speed[k] / wide, speed[k] * wide);
        let (below, above) = (breakaway[k] - high, breakaway[k] + high);
        let x = [left, right, right, left];
        let cell = Series::polygon("", &x, &[below, below, above, above]);
        map = map.series(cell.color(shade(swing / largest)).opacity(1.0).width(0.2));
    }
    // Sliding at rest is stable if the damping outweighs the fall of friction with speed.
    let border =
        |speed: f64| COULOMB + DAMPING * STRIBECK_SPEED * (1.0 + speed / STRIBECK_SPEED).powi(2);
    let line: Vec<f64> =
        speed.iter().copied().step_by(SIDE).filter(|s| border(*s) <= 2.0).collect();
    let stable: Vec<f64> = line.iter().map(|speed| border(*speed)).collect();
    let line = Series::dashed("sliding is stable below", &line, &stable).color(palette::VERMILION);
    map = map.series(line);

    let mut first =
        Panel::new().title("first break-away").x("speed of the belt [m/s]").y("time [s]");
    first = first.log_log();
    let times = results.column(FIRST)?;
    for row in [0, SIDE / 2, SIDE - 1] {
        let pick =
            |values: &[f64]| values.iter().copied().skip(row).step_by(SIDE).collect::<Vec<_>>();
        let label = format!("static friction {:.2} N", breakaway[row]);
        first = first.line(label, &pick(&speed), &pick(&times));
    }
    let figure = Figure::new("A mass on a belt: stick-slip below, steady sliding above a speed");
    Ok(figure.columns(2).size(1000.0, 360.0).panel(map).panel(first))
}

/// Returns half the distance (or ratio) between neighbouring values `stride` apart.
fn half_way(values: &[f64], stride: usize, ratio: bool) -> f64 {
    let (Some(one), Some(next)) = (values.first(), values.get(stride)) else {
        return if ratio { 1.1 } else { 0.1 };
    };
    if ratio { (next / one).sqrt() } else { 0.5 * (next - one) }
}

/// Returns a shade from white to dark blue.
fn shade(share: f64) -> Color {
    let part = |dark: f64| (255.0 + share * (dark - 255.0)) as u8;
    Color::rgb(part(0.0), part(60.0), part(120.0))
}
