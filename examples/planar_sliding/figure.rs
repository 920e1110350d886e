//! The figures of the paper in one: snapshots, velocities, impulses.

use core::f64::consts::TAU;

use nalgebra::{Rotation2, Vector2};
use stiction::plot::{Figure, Panel, Series, palette};
use stiction::sliding::SupportHull;

use crate::body::Body;
use crate::run::Run;

/// Outlines that are drawn.
const SNAPSHOTS: usize = 8;

/// What can be seen of a run.
pub(crate) fn figure(body: &Body, run: &Run) -> Figure {
    let time = run.column("t");
    let end = time.last().copied().unwrap_or(1.0);
    let panel = |y: &str| Panel::new().x("time [s]").y(y).x_range(0.0, end);
    let two = |panel: Panel, names: [(&str, &str); 2], scale: f64| {
        names.iter().fold(panel, |panel, (label, name)| {
            let values: Vec<f64> = run.column(name).iter().map(|value| scale * value).collect();
            panel.line(*label, time, &values)
        })
    };
    let velocity = two(panel("velocity [m/s]"), [("v_x", "vx"), ("v_y", "vy")], 1.0);
    let spin = panel("angular velocity [rad/s]").line("", time, run.column("w"));
    let impulse = two(panel("friction impulse [mN s]"), [("p_t", "pt"), ("p_o", "po")], 1e3);
    let scaled: Vec<f64> = run.column("pr").iter().map(|p| 1e5 * p).collect();
    let impulse = impulse.line("p_r, per 1 cm", time, &scaled);
    let millimetres: Vec<f64> = run.column("hull_margin").iter().map(|m| 1e3 * m).collect();
    let margin = panel("inside the support by [mm]").line("", time, &millimetres);
    let margin = margin.horizontal(0.0, "topples");
    let figure = Figure::new(body.title).columns(2).size(1000.0, 270.0);
    let figure = figure.panel(snapshots(body, run)).panel(velocity).panel(spin);
    if body.is_pushed() {
        let shown = time.partition_point(|&t| t <= body.shown);
        let starts: Vec<f64> = [0.0].iter().chain(&time[..shown]).copied().collect();
        let force: Vec<f64> = starts.iter().map(|&t| body.push_force(t)).collect();
        let push =
            Panel::new().x("time [s]").y("push [N], its first 0.6 s").steps("", &starts, &force);
        return figure.panel(push).panel(impulse).panel(margin);
    }
    figure.panel(on_the_body(body, run)).panel(impulse).panel(margin)
}

/// The support at equal distances, with the ways of the centre of mass and of the contact point.
fn snapshots(body: &Body, run: &Run) -> Panel {
    let shown = run.column("t").partition_point(|&t| t <= body.shown).max(1);
    let column = |name: &str| &run.column(name)[..shown];
    let (x, y, angle) = (column("x"), column("y"), column("theta"));
    let mut panel = Panel::new().equal_aspect().x("x [m]").y("y [m]");
    let mut way = vec![0.0];
    for k in 1..shown {
        way.push(way[k - 1] + (x[k] - x[k - 1]).hypot(y[k] - y[k - 1]));
    }
    for k in 0..SNAPSHOTS {
        let reached = way[shown - 1] * k as f64 / (SNAPSHOTS - 1) as f64;
        let row = way.partition_point(|&way| way < reached).min(shown - 1);
        let place = |point: &Vector2<f64>| {
            Rotation2::new(angle[row]) * point + Vector2::new(x[row], y[row])
        };
        for outline in outlines(body) {
            let corners: Vec<_> = outline.iter().map(place).collect();
            let [xs, ys] = columns(&corners);
            if body.hole.is_none() {
                let ground = Series::polygon("", &xs, &ys).color(palette::GREY).opacity(0.1);
                panel = panel.series(ground);
            }
            panel = panel.series(Series::line("", &xs, &ys).color(palette::GREY).width(1.0));
        }
    }
    let center = Series::line_and_points("centre of mass", x, y).color(palette::BLACK).width(1.0);
    let contact = (column("ax"), column("ay"));
    let contact = Series::line_and_points("contact point", contact.0, contact.1);
    panel.series(center).series(contact.color(palette::VERMILION).width(1.0))
}

/// The way of the contact point through the support.
fn on_the_body(body: &Body, run: &Run) -> Panel {
    let [x, y] = ["arel_x", "arel_y"].map(|name| run.column(name));
    let points: Vec<_> = (0..x.len())
        .map(|k| Rotation2::new(-run.column("theta")[k]) * Vector2::new(x[k], y[k]) * 1e3)
        .collect();
    let panel = Panel::new().equal_aspect().x("x on the body [mm]").y("y on the body [mm]");
    let panel = outlines(body).into_iter().fold(panel, |panel, outline| {
        let scaled: Vec<_> = outline.iter().map(|point| point * 1e3).collect();
        let [xs, ys] = columns(&scaled);
        panel.series(Series::line("", &xs, &ys).color(palette::GREY).width(1.0))
    });
    let [xs, ys] = columns(&points);
    let way = Series::line_and_points("contact point", &xs, &ys).color(palette::VERMILION);
    panel.series(way.width(1.0)).points("centre of mass", &[0.0], &[0.0])
}

/// The border of the support, and of its hole, closed.
fn outlines(body: &Body) -> Vec<Vec<Vector2<f64>>> {
    let circle = |radius: f64| -> Vec<_> {
        let point = |k| Rotation2::new(TAU * f64::from(k) / 72.0) * Vector2::new(radius, 0.0);
        (0..=72).map(point).collect()
    };
    let border = |hull: &SupportHull| match hull.radius() {
        Some(radius) => circle(radius),
        None => hull.corners().chain(hull.corners().take(1)).collect(),
    };
    let border = body.slider.support().map(border);
    border.into_iter().chain(body.hole.map(circle)).collect()
}

fn columns(points: &[Vector2<f64>]) -> [Vec<f64>; 2] {
    [points.iter().map(|p| p.x).collect(), points.iter().map(|p| p.y).collect()]
}
