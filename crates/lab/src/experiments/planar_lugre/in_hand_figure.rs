//! The figures of the plate in the gripper.

use crate::planar_lugre::{INTERVAL, PLATE};
use nalgebra::Vector2;
use stiction::plot::{Color, Figure, Panel, Series, palette};
use stiction::prelude::*;

use super::in_hand::{Runs, finger};
use crate::PaperError;

/// Draws the plate, held at the origin, at every quarter of its rotation.
fn plate(record: &Recorder) -> Result<Panel, PaperError> {
    let columns = record.columns_named(["t", "x", "y", "theta"])?;
    let mut panel = Panel::new().equal_aspect().x("x [mm]").y("y [mm]");
    // Later outlines are darker.
    let shade = |k: u8| Color::rgb(180 - 45 * k, 205 - 31 * k, 225 - 18 * k);
    let turned = columns[3].last().map_or(0.0, |angle| angle.abs());
    for (k, color) in (0..5).map(|k| (k, shade(k))) {
        let reached = |angle: &f64| angle.abs() >= 0.25 * f64::from(k) * turned;
        let row = columns[3].iter().position(reached).unwrap_or_default();
        let [time, x, y, angle] = columns.map(|column| column[row]);
        let (sine, cosine) = f64::sin_cos(angle);
        let place = |(side, up): (f64, f64)| {
            let (a, b) = (0.5 * PLATE[0] * side, 0.5 * PLATE[1] * up);
            Vector2::new(x + cosine * a - sine * b, y + sine * a + cosine * b) * 1e3
        };
        let outline = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0)].map(place);
        let [xs, ys] = [outline.map(|corner| corner.x), outline.map(|corner| corner.y)];
        let label = format!("{time:.2} s");
        panel = panel.series(Series::line(label, &xs, &ys).color(color));
        panel = panel.series(Series::points("", &[1e3 * x], &[1e3 * y]).color(color));
    }
    Ok(panel.series(Series::points("gripper", &[0.0], &[0.0]).color(palette::BLACK).width(4.0)))
}

/// Draws both cases side by side.
pub(super) fn snapshots(records: &[Recorder; 2]) -> Result<Figure, PaperError> {
    let [first, second] = [plate(&records[0])?, plate(&records[1])?];
    let figure = Figure::new("").columns(2).size(900.0, 360.0);
    Ok(figure.panel(first.title("case 1")).panel(second.title("case 2")))
}

/// Draws grip, pose and friction of one finger; the distributed model solid, the reduced one
/// dashed.
pub(super) fn figure(runs: &Runs, names: [&str; 2]) -> Result<Figure, PaperError> {
    let labels =
        ["grip force [N]", "x [mm]", "y [mm]", "θ [rad]", "f_x [N]", "f_y [N]", "torque [mNm]"];
    let mut panels = labels.map(|label| Panel::new().x("time [s]").y(label));
    for (k, (trial, records)) in runs.trials.iter().zip(&runs.records).enumerate() {
        let color = palette::SEQUENCE[k];
        let grip = trial.grip();
        let starts: Vec<f64> = (0..grip.len()).map(|row| row as f64 * INTERVAL).collect();
        let name = format!("{}, distributed", names[k]);
        let [mut first, mut rest @ ..] = panels;
        first = first.series(Series::steps(names[k], &starts, &grip).color(color));
        for (model, record) in records.iter().enumerate() {
            let [t, x, y, theta] = record.columns_named(["t", "x", "y", "theta"])?;
            let [fx, fy, tau] = finger(record)?;
            let milli = |column: &[f64]| column.iter().map(|v| 1e3 * v).collect::<Vec<_>>();
            let columns = [milli(x), milli(y), theta.to_vec(), fx, fy, milli(&tau)];
            for (place, column) in columns.into_iter().enumerate() {
                let label = |text: &str| if place == 0 { text.to_owned() } else { String::new() };
                let series = if model == 0 {
                    Series::line(label(&name), t, &column).color(color)
                } else {
                    Series::dashed(label(&format!("{}, reduced", names[k])), t, &column)
                        .color(palette::SEQUENCE[k + 2])
                };
                rest[place] = core::mem::take(&mut rest[place]).series(series);
            }
        }
        let [x, y, theta, fx, fy, tau] = rest;
        panels = [first, x, y, theta, fx, fy, tau];
    }
    let figure = Figure::new("").columns(2).size(950.0, 240.0);
    Ok(panels.into_iter().fold(figure, Figure::panel))
}
