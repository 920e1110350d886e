//! The figure of the plate in the gripper.

use nalgebra::Vector2;
use stiction::plot::{Color, Figure, Panel, Series, palette};
use stiction::prelude::*;
use stiction_lab::planar_lugre::{INTERVAL, PLATE};

use crate::common::Outcome;
use crate::model::Model;

/// The plate whenever it has turned by another quarter of its way, held at the origin (Fig. 26).
fn snapshots(record: &Recorder) -> Outcome<Panel> {
    let columns = record.columns_named(["t", "x", "y", "theta"])?;
    let mut panel = Panel::new().equal_aspect().x("x [m]").y("y [m]").title("snapshots");
    // Darker with time.
    let shade = |k: u8| Color::rgb(180 - 45 * k, 205 - 31 * k, 225 - 18 * k);
    let turned = columns[3].last().map_or(0.0, |angle| angle.abs());
    for (k, color) in (0..5).map(|k| (k, shade(k))) {
        let reached = |angle: &f64| angle.abs() >= 0.25 * f64::from(k) * turned;
        let row = columns[3].iter().position(reached).unwrap_or_default();
        let [time, x, y, angle] = columns.map(|column| column[row]);
        let (sine, cosine) = f64::sin_cos(angle);
        let place = |side: f64, up: f64| {
            let (a, b) = (0.5 * PLATE[0] * side, 0.5 * PLATE[1] * up);
            Vector2::new(x + cosine * a - sine * b, y + sine * a + cosine * b)
        };
        let outline = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0)];
        let corners = outline.map(|(side, up)| place(side, up));
        let [xs, ys] = [corners.map(|c| c.x), corners.map(|c| c.y)];
        panel = panel.series(Series::polygon("", &xs, &ys).color(color).opacity(0.1));
        let label = format!("{time:.2} s");
        panel = panel.series(Series::line(label, &xs, &ys).color(color));
        panel = panel.series(Series::points("", &[x], &[y]).color(color));
    }
    Ok(panel.series(Series::points("gripper", &[0.0], &[0.0]).color(palette::BLACK).width(4.0)))
}

/// The motion of the plate and its friction under the given grip \[N\], by two models.
pub(crate) fn figure(grip: &[f64], models: [Model; 2], records: &[Recorder; 2]) -> Outcome<Figure> {
    let mut position = Panel::new().x("time [s]").y("centre of mass [mm]");
    let mut turn = Panel::new().x("time [s]").y("theta [rad]");
    let mut force = Panel::new().x("time [s]").y("friction of one finger [N]");
    let mut torque = Panel::new().x("time [s]").y("torque at the gripper [mNm]");
    for (k, record) in records.iter().enumerate() {
        let names = ["t", "x", "y", "theta", "fx", "fy", "tau"];
        let [t, x, y, theta, fx, fy, tau] = record.columns_named(names)?;
        let series = |name: &str, y: Vec<f64>| match k {
            0 => Series::line(name, t, &y),
            _ => Series::dashed("", t, &y).color(palette::BLACK).width(1.0),
        };
        let scaled = |column: &[f64], by: f64| column.iter().map(|v| by * v).collect::<Vec<_>>();
        position = position.series(series("x", scaled(x, 1e3))).series(series("y", scaled(y, 1e3)));
        turn = turn.series(series("", theta.to_vec()));
        force = force.series(series("f_x", scaled(fx, 0.5)));
        force = force.series(series("f_y", scaled(fy, 0.5)));
        let rows = 0..t.len();
        let at_gripper = rows.map(|i| 500.0 * (tau[i] + x[i] * fy[i] - y[i] * fx[i])).collect();
        torque = torque.series(series("", at_gripper));
    }
    let starts: Vec<f64> = (0..grip.len()).map(|i| i as f64 * INTERVAL).collect();
    let grip = Panel::new().x("time [s]").y("grip force [N]").steps("", &starts, grip);
    let [solid, dashed] = models.map(Model::label);
    let title = format!("A plate in a parallel gripper (solid: {solid}; dashed: {dashed})");
    let figure = Figure::new(title).columns(2).size(1000.0, 260.0);
    let figure = figure.panel(snapshots(&records[0])?).panel(position).panel(grip);
    Ok(figure.panel(turn).panel(force).panel(torque))
}
