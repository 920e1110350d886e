//! Outlines of a sliding body, with the paths of its centre of mass and its contact point.

use core::f64::consts::TAU;

use nalgebra::{Rotation2, Vector2};
use stiction::plot::{Panel, Series, palette};
use stiction::prelude::PlanarPose;
use stiction::sliding::SupportHull;

use super::run::{Run, Step};

/// Draws every `every`-th outline of the first `count` steps, from the first on.
pub(super) fn snapshots(run: &Run, count: usize, every: usize, hole: Option<f64>) -> Panel {
    let steps = &run.steps[..count.min(run.steps.len())];
    let mut panel = Panel::new().equal_aspect().x("x [m]").y("y [m]");
    for step in steps.iter().step_by(every) {
        for border in borders(run.slider.support(), hole) {
            panel = panel.series(outline(&border, &step.before.pose));
        }
    }
    let [x, y] = columns(steps.iter().map(|step| step.after.pose.position));
    let center = Series::line_and_points("centre of mass", &x, &y).color(palette::BLACK);
    let [x, y] = columns(steps.iter().filter_map(contact_point));
    let contact = Series::line_and_points("contact point", &x, &y).color(palette::VERMILION);
    panel.series(center.width(1.0)).series(contact.width(1.0))
}

/// Draws the path of the contact point through the support, in body axes \[mm\].
pub(super) fn on_the_body(run: &Run, steps: &[Step], hole: Option<f64>) -> Panel {
    let mut panel = Panel::new().equal_aspect().x("x on the body [mm]").y("y on the body [mm]");
    for border in borders(run.slider.support(), hole) {
        let [x, y] = columns(border.iter().map(|point| point * 1e3));
        panel = panel.series(Series::line("", &x, &y).color(palette::GREY).width(1.0));
    }
    let local = |step: &Step| {
        let offset = step.report.contact_point?.offset;
        Some(Rotation2::new(-step.after.pose.angle) * offset * 1e3)
    };
    let [x, y] = columns(steps.iter().filter_map(local));
    let way = Series::line_and_points("contact point", &x, &y).color(palette::VERMILION);
    let center = Series::points("centre of mass", &[0.0], &[0.0]).color(palette::BLACK);
    panel.series(way.width(1.0)).series(center)
}

pub(super) fn outline(border: &[Vector2<f64>], pose: &PlanarPose) -> Series {
    let turn = Rotation2::new(pose.angle);
    let [x, y] = columns(border.iter().map(|point| turn * point + pose.position));
    Series::line("", &x, &y).color(palette::GREY).width(0.8)
}

/// Returns the closed borders of the support and of its hole.
pub(super) fn borders(support: Option<&SupportHull>, hole: Option<f64>) -> Vec<Vec<Vector2<f64>>> {
    let outer = support.map(|hull| match hull.radius() {
        Some(radius) => circle(radius),
        None => hull.corners().chain(hull.corners().take(1)).collect(),
    });
    outer.into_iter().chain(hole.map(circle)).collect()
}

fn circle(radius: f64) -> Vec<Vector2<f64>> {
    let angle = |k| TAU * f64::from(k) / 72.0;
    (0..=72).map(|k| Vector2::new(angle(k).cos(), angle(k).sin()) * radius).collect()
}

fn contact_point(step: &Step) -> Option<Vector2<f64>> {
    step.report.contact_point.map(|point| point.position)
}

pub(super) fn columns(points: impl Iterator<Item = Vector2<f64>>) -> [Vec<f64>; 2] {
    let (x, y) = points.map(|point| (point.x, point.y)).unzip();
    [x, y]
}
