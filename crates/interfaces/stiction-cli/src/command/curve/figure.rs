//! The figure: friction against velocity, and torque against the distance since a turning point.

use stiction::plot::{Color, Figure, Panel, Series, palette};
use stiction::study::fit::curve::{Direction, FrictionCurve, Stretches, Turns};

use super::Units;

/// Points of a curve.
const POINTS: usize = 200;
/// Length of an error bar to each side, in standard errors.
const BAR: f64 = 1.96;

pub(super) fn figure(
    steady: Option<&(Stretches, FrictionCurve)>,
    turns: Option<&Turns>,
    units: Units,
    title: &str,
) -> Figure {
    let mut figure = Figure::new(title).columns(2).size(1100.0, 340.0);
    if let Some((stretches, curve)) = steady {
        figure = figure.panel(against_velocity(stretches, curve, units));
        figure = figure.panel(residuals(stretches, curve, units));
    }
    for direction in [Direction::Forward, Direction::Backward] {
        if let Some(turns) = turns
            && turns.reversals.iter().any(|own| own.direction == direction)
        {
            figure = figure.panel(after_turning(turns, direction, units));
        }
    }
    figure
}

fn color(direction: Direction) -> Color {
    match direction {
        Direction::Forward => palette::BLUE,
        Direction::Backward => palette::VERMILION,
    }
}

/// Draws both directions over the speed, as friction against the motion.
fn against_velocity(stretches: &Stretches, curve: &FrictionCurve, units: Units) -> Panel {
    let mut panel = Panel::new()
        .x(format!("speed [{}]", units.speed))
        .y(format!("friction [{}]", units.torque))
        .x_log();
    for own in curve.curves() {
        let (x, y, error) = points(stretches, own.direction);
        let (low, high) =
            x.iter().fold((f64::INFINITY, 0.0_f64), |(low, high), x| (low.min(*x), high.max(*x)));
        let ratio = (high / low).powf(1.0 / (POINTS - 1) as f64);
        let along: Vec<f64> = (0..POINTS).map(|k| low * ratio.powi(k as i32)).collect();
        let fitted: Vec<f64> = along.iter().map(|speed| own.value(*speed)).collect();
        let color = color(own.direction);
        panel = panel
            .series(
                Series::line(format!("{}, fitted", own.direction), &along, &fitted).color(color),
            )
            .series(Series::points(own.direction.to_string(), &x, &y).color(color));
        panel = bars(panel, &x, &y, &error, color);
    }
    panel
}

/// Returns a panel of the residuals, in standard errors.
fn residuals(stretches: &Stretches, curve: &FrictionCurve, units: Units) -> Panel {
    let mut panel =
        Panel::new().x(format!("speed [{}]", units.speed)).y("left, in standard errors").x_log();
    for own in curve.curves() {
        let (x, y, error) = points(stretches, own.direction);
        let left = |k: usize| (y[k] - own.value(x[k])) / error[k].max(f64::MIN_POSITIVE);
        let left: Vec<f64> = (0..x.len()).map(left).collect();
        let series = Series::points(own.direction.to_string(), &x, &left);
        panel = panel.series(series.color(color(own.direction)));
    }
    panel.horizontal(0.0, "").horizontal(-BAR, "").horizontal(BAR, "95 %")
}

/// Returns speeds, friction against the motion, and its errors.
fn points(stretches: &Stretches, direction: Direction) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
    let own = || stretches.stretches.iter().filter(|own| own.direction() == direction);
    (
        own().map(|own| own.velocity.abs()).collect(),
        own().map(|own| direction.sign() * own.torque).collect(),
        own().map(|own| own.standard_error).collect(),
    )
}

fn bars(mut panel: Panel, x: &[f64], y: &[f64], error: &[f64], color: Color) -> Panel {
    for ((x, y), error) in x.iter().zip(y).zip(error) {
        let ends = [y - BAR * error, y + BAR * error];
        panel = panel.series(Series::line("", &[*x, *x], &ends).color(color));
    }
    panel
}

/// Draws all swings of a direction, and the curve fitted to them together.
fn after_turning(turns: &Turns, direction: Direction, units: Units) -> Panel {
    let mut panel = Panel::new()
        .x(format!("way since it turned, {direction} [{}]", units.way))
        .y(format!("torque along it [{}]", units.torque));
    let mut longest = 0.0_f64;
    for (k, own) in turns.reversals.iter().filter(|own| own.direction == direction).enumerate() {
        let (way, torque) = own.rows();
        longest = longest.max(own.travel);
        let label = if k == 0 { "measured" } else { "" };
        panel = panel.series(Series::points(label, way, torque).color(palette::GREY));
    }
    let side = match direction {
        Direction::Forward => &turns.forward,
        Direction::Backward => &turns.backward,
    };
    let Some(side) = side else { return panel };
    let along: Vec<f64> = (0..POINTS).map(|k| longest * k as f64 / (POINTS - 1) as f64).collect();
    let fitted: Vec<f64> = along.iter().map(|way| side.value(*way)).collect();
    let series = Series::line(format!("fitted, {}", side.onset.kind), &along, &fitted);
    panel.series(series.color(color(direction)).width(2.0))
}
