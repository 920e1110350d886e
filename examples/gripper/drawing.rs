//! The figure of an object in a gripper.

use nalgebra::Vector2;
use stiction::patch::ContactPatch;
use stiction::plot::{Color, Figure, Panel, Series, palette};
use stiction::prelude::*;

use crate::Options;
use crate::common::Outcome;

const SNAPSHOTS: usize = 9;

/// Rows at equal distances along the motion, the first and the last among them; a turn counts as
/// the way of a corner that is `arm` \[m\] away.
fn along_the_motion([x, y, theta]: [&[f64]; 3], arm: f64) -> Vec<usize> {
    let mut way = vec![0.0];
    for k in 1..x.len() {
        let moved =
            (x[k] - x[k - 1]).hypot(y[k] - y[k - 1]) + arm * (theta[k] - theta[k - 1]).abs();
        way.push(way[k - 1] + moved);
    }
    let whole = way[way.len() - 1];
    let share = |k: usize| whole * k as f64 / (SNAPSHOTS - 1) as f64;
    let row = |k: usize| way.partition_point(|&way| way < share(k)).min(way.len() - 1);
    (0..SNAPSHOTS).map(row).collect()
}

/// White at 0, blue at 1.
fn shade(part: f64) -> Color {
    let mix = |dark: f64| (dark + (1.0 - part) * 0.72 * (255.0 - dark)) as u8;
    Color::rgb(mix(0.0), mix(80.0), mix(150.0))
}

/// Outlines of the object that darken with time, its centre of mass, and the pad.
fn snapshots(options: &Options, patch: &ContactPatch, record: &Recorder) -> Outcome<Panel> {
    let [time, x, y, theta] = record.columns_named(["t", "x", "y", "theta"])?;
    let half = Vector2::new(0.5 * options.size[0], 0.5 * options.size[1]);
    let mut panel = Panel::new().equal_aspect().x("x [m]").y("y [m]").title("dots: pad");
    for (k, row) in along_the_motion([x, y, theta], half.norm()).into_iter().enumerate() {
        let part = k as f64 / (SNAPSHOTS - 1) as f64;
        let (sine, cosine) = theta[row].sin_cos();
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0)];
        let place = |(side, up): (f64, f64)| {
            let (a, b) = (half.x * side, half.y * up);
            [x[row] + cosine * a - sine * b, y[row] + sine * a + cosine * b]
        };
        let [xs, ys] = [0, 1].map(|axis| corners.map(|corner| place(corner)[axis]));
        let fill = Series::polygon("", &xs, &ys).color(shade(part)).opacity(0.03 + 0.09 * part);
        let label = if [0, SNAPSHOTS / 2, SNAPSHOTS - 1].contains(&k) {
            format!("{:.2} s", time[row])
        } else {
            String::new()
        };
        let outline = Series::line(label, &xs, &ys).color(shade(part)).width(1.0 + part);
        let center = Series::points("", &[x[row]], &[y[row]]).color(shade(part));
        panel = panel.series(fill.width(0.2)).series(outline).series(center);
    }
    let center = patch.center_of_pressure();
    let (sine, cosine) = options.tilt.sin_cos();
    let cells = patch.x().iter().zip(patch.y()).map(|(x, y)| (x - center.x, y - center.y));
    let turned = cells.map(|(x, y)| (cosine * x - sine * y, sine * x + cosine * y));
    let (xs, ys): (Vec<f64>, Vec<f64>) = turned.unzip();
    let path = Series::line("centre of mass", x, y).color(palette::VERMILION).width(1.2);
    let pad = Series::points("", &xs, &ys).color(palette::BLACK).width(0.5);
    Ok(panel.series(path).series(pad))
}

/// Snapshots, pose, grip force and the share of the friction that is used.
pub(crate) fn figure(
    options: &Options,
    patch: &ContactPatch,
    record: &Recorder,
) -> Outcome<Figure> {
    let [t, x, y, theta, grip, used] =
        record.columns_named(["t", "x", "y", "theta", "grip", "used"])?;
    let milli = |column: &[f64]| column.iter().map(|v| 1e3 * v).collect::<Vec<_>>();
    let degrees: Vec<f64> = theta.iter().map(|angle| angle.to_degrees()).collect();
    let pose = Panel::new().x("time [s]").y("centre of mass [mm], angle [°]");
    let pose = pose.line("x", t, &milli(x)).line("y", t, &milli(y)).line("angle", t, &degrees);
    let grip = Panel::new().x("time [s]").y("grip force of a pad [N]").area("", t, grip);
    let share = Panel::new().x("time [s]").y("share of the friction in use").line("", t, used);
    let share = share.horizontal(1.0, "slips").y_range(0.0, 1.3);
    let figure = Figure::new("An object in a parallel gripper").columns(2).size(1000.0, 300.0);
    let snapshots = snapshots(options, patch, record)?;
    Ok(figure.panel(snapshots).panel(pose).panel(grip).panel(share))
}
