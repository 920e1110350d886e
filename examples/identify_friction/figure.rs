//! The fit, its residuals, and the coefficients with their errors.

use nalgebra::Vector3;
use stiction::plot::{Figure, Panel, Series, palette};
use stiction::sliding::identify::{FrictionEstimate, Recording, TrajectoryFit};

use crate::estimators::{COLORS, Level, NAMES};

pub(crate) fn figure(
    recording: &Recording,
    fit: &TrajectoryFit,
    reference: (&str, Vector3<f64>),
    estimates: &[Option<FrictionEstimate>; 3],
    levels: &[Level],
) -> Figure {
    let measured = recording.velocities();
    let time: Vec<f64> = (0..measured.len()).map(|k| k as f64 * recording.interval()).collect();
    let column = |i: usize| measured.iter().map(|v| v[i]).collect::<Vec<_>>();
    let fitted = |i: usize| {
        measured.iter().zip(&fit.residuals).map(|(v, r)| v[i] - r[i]).collect::<Vec<_>>()
    };
    let [blue, red, green] = [palette::BLUE, palette::VERMILION, palette::GREEN];
    let both = |panel: Panel, name: &str, i: usize, color| {
        panel
            .series(Series::points(name, &time, &column(i)).color(color))
            .series(Series::line("", &time, &fitted(i)).color(color).width(1.2))
    };
    let panel = |y: &str| Panel::new().x("time [s]").y(y);
    let velocity = panel("velocity [m/s] (lines: fit)");
    let velocity = both(both(velocity, "v_x", 0, blue), "v_y", 1, red);
    let spin = both(panel("angular velocity [rad/s]"), "w", 2, green);
    let scaled = |i: usize| {
        fit.residuals.iter().map(|residual| residual[i] / fit.noise[i]).collect::<Vec<_>>()
    };
    let residuals = [("v_x", blue), ("v_y", red), ("w", green)].into_iter().enumerate().fold(
        panel("residuals, in standard deviations"),
        |panel, (i, (name, color))| {
            panel.series(Series::points(name, &time, &scaled(i)).color(color))
        },
    );
    let figure = Figure::new("Friction from measured velocities").columns(2).size(1000.0, 250.0);
    let figure = figure.panel(velocity).panel(spin).panel(residuals);
    let figure = figure.panel(bars(reference, estimates));
    if levels.is_empty() {
        return figure;
    }
    figure.panel(errors(levels, 0, "mu e_t")).panel(errors(levels, 2, "mu e_r"))
}

/// The coefficients against the reference, with standard errors.
fn bars(
    (name, reference): (&str, Vector3<f64>),
    estimates: &[Option<FrictionEstimate>; 3],
) -> Panel {
    let mut panel = Panel::new()
        .x("1: mu e_t,  2: mu e_o,  3: mu e_r")
        .y(format!("deviation from {name} [%]"))
        .x_range(0.5, 3.5)
        .horizontal(0.0, "");
    for (k, estimate) in estimates.iter().enumerate() {
        let Some(estimate) = estimate else { continue };
        let percent = |value: Vector3<f64>| value.component_div(&reference) * 100.0;
        let (off, error) =
            (percent(estimate.limits - reference), percent(estimate.standard_errors()));
        for i in 0..3 {
            let x = (i + 1) as f64 + 0.15 * (k as f64 - 1.0);
            let label = if i == 0 { NAMES[k] } else { "" };
            let ends = [off[i] - error[i], off[i] + error[i]];
            panel = panel
                .series(Series::line("", &[x, x], &ends).color(COLORS[k]).width(1.2))
                .series(Series::points(label, &[x], &[off[i]]).color(COLORS[k]).width(2.0));
        }
    }
    panel
}

/// Root mean square of the relative errors against noise.
fn errors(levels: &[Level], i: usize, name: &str) -> Panel {
    let decibels: Vec<f64> = levels.iter().map(|level| level.decibels).collect();
    let panel = Panel::new().x("signal to noise [dB]").y(format!("error of {name} [%]")).y_log();
    let panel = (0..NAMES.len()).fold(panel, |panel, k| {
        let size = |level: &Level| {
            let (mean, deviation) = level.found[k];
            100.0 * mean[i].hypot(deviation[i])
        };
        let sizes: Vec<f64> = levels.iter().map(size).collect();
        panel.series(Series::line_and_points(NAMES[k], &decibels, &sizes).color(COLORS[k]))
    });
    let bound: Vec<f64> = levels.iter().map(|level| 100.0 * level.bound[i]).collect();
    let bound = Series::dashed("Cramér-Rao bound", &decibels, &bound);
    panel.series(bound.color(palette::BLACK).width(1.0))
}
