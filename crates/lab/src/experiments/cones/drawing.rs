//! Cones in parallel projection.

use core::f64::consts::TAU;

use nalgebra::Vector3;
use stiction::plot::{Color, Panel, Series, palette};

/// Projects a point onto the paper.
fn seen(point: &Vector3<f64>) -> [f64; 2] {
    let (turn, tilt) = (0.35_f64, 0.4_f64);
    let right = turn.cos() * point.x - turn.sin() * point.y;
    let back = turn.sin() * point.x + turn.cos() * point.y;
    [right, tilt.cos() * point.z + tilt.sin() * back]
}

fn columns(points: &[Vector3<f64>]) -> [Vec<f64>; 2] {
    let (x, y) = points.iter().map(seen).map(|[x, y]| (x, y)).unzip();
    [x, y]
}

/// Returns rays along a circular cone.
pub(super) fn rim(coefficient: f64) -> Vec<Vector3<f64>> {
    let angle = |k| TAU * f64::from(k) / 72.0;
    let ray = |k| Vector3::new(angle(k).cos() * coefficient, angle(k).sin() * coefficient, 1.0);
    (0..72).map(ray).collect()
}

/// Draws the cone of ordered rays from the origin up to the height of their ends.
pub(super) fn cone(panel: Panel, rays: &[Vector3<f64>], color: Color) -> Panel {
    let closed: Vec<_> = rays.iter().chain(rays.first()).copied().collect();
    let edges = rays.len() <= 16;
    let faces = closed.windows(2).fold(panel, |panel, pair| {
        let [x, y] = columns(&[Vector3::zeros(), pair[0], pair[1]]);
        let panel = panel.series(Series::polygon("", &x, &y).color(color).opacity(0.12).width(0.0));
        if !edges {
            return panel;
        }
        let [x, y] = columns(&[Vector3::zeros(), pair[0]]);
        panel.series(Series::line("", &x, &y).color(color).width(1.2))
    });
    let [x, y] = columns(&closed);
    faces.series(Series::line("", &x, &y).color(color).width(1.2))
}

/// Draws the rim of the circular cone as a thin line.
pub(super) fn circle(panel: Panel, coefficient: f64) -> Panel {
    let mut points = rim(coefficient);
    points.push(points[0]);
    let [x, y] = columns(&points);
    panel.series(Series::line("", &x, &y).color(palette::GREY).width(0.8))
}

/// Draws a force from the origin, with its name.
pub(super) fn force(panel: Panel, force: &Vector3<f64>, name: &str) -> Panel {
    let tip = seen(force);
    panel.arrow([0.0, 0.0], tip, "").note(tip, name)
}
