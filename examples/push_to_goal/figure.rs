//! The way, the plan, and what became of it.

use nalgebra::{Rotation2, Vector2, vector};
use stiction::core::PlanarPose;
use stiction::plot::{Color, Figure, Panel, Series, palette};
use stiction::sliding::PlanarSlider;

use crate::dubins::Way;
use crate::pusher::{Moment, Pusher};

pub(crate) const COLUMNS: [&str; 13] = [
    "t",
    "x",
    "y",
    "theta",
    "vx",
    "vy",
    "w",
    "off_path",
    "off_heading",
    "contact_planned",
    "contact",
    "fx_body",
    "fy_body",
];

pub(crate) fn columns(moments: &[Moment]) -> [Vec<f64>; COLUMNS.len()] {
    let mut columns: [Vec<f64>; COLUMNS.len()] = Default::default();
    for moment in moments {
        let (pose, flow) = (moment.motion.pose, moment.motion.flow);
        let row = [
            moment.time,
            pose.position.x,
            pose.position.y,
            pose.angle,
            flow.linear.x,
            flow.linear.y,
            flow.angular,
            moment.errors[0],
            moment.errors[1],
            moment.contact[0],
            moment.contact[1],
            moment.force.x,
            moment.force.y,
        ];
        columns.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
    }
    columns
}

/// What was to be done.
pub(crate) struct Plan<'a> {
    pub(crate) slider: &'a PlanarSlider,
    pub(crate) pusher: &'a Pusher,
    pub(crate) way: &'a Way,
    pub(crate) goal: &'a PlanarPose,
}

/// `ends` are speeds with the distance from the goal \[m\] and the angle off it \[rad\].
pub(crate) fn figure(
    plan: &Plan<'_>,
    steered: &[Moment],
    blind: &[Moment],
    ends: &[(f64, [f64; 2])],
) -> Figure {
    let columns = columns(steered);
    let column = |name: &str, scale: f64| -> Vec<f64> {
        let place = COLUMNS.iter().position(|column| *column == name);
        place.map_or(vec![], |k| columns[k].iter().map(|value| scale * value).collect())
    };
    let time = column("t", 1.0);
    let panel = |y: &str| Panel::new().x("time [s]").y(y);
    let contact =
        panel("place of the contact [mm]").line("used", &time, &column("contact", 1e3)).series(
            Series::dashed("planned", &time, &column("contact_planned", 1e3))
                .color(palette::BLACK)
                .width(1.0),
        );
    let force = panel("push [N], body axes")
        .line("along the body", &time, &column("fx_body", 1.0))
        .line("across", &time, &column("fy_body", 1.0));
    let off = panel("off the plan").line("sideways [mm]", &time, &column("off_path", 1e3)).line(
        "heading [0.1 rad]",
        &time,
        &column("off_heading", 10.0),
    );
    let speed: Vec<f64> = steered.iter().map(|moment| axle_speed(plan.pusher, moment)).collect();
    let speed = panel("speed of the pushed side [m/s]").line("", &time, &speed);
    let speeds: Vec<f64> = ends.iter().map(|(speed, _)| *speed).collect();
    let [apart, turned] = [(0, 1e3), (1, 1e3)]
        .map(|(k, scale)| ends.iter().map(|(_, end)| (scale * end[k]).abs()).collect::<Vec<_>>());
    let ends = Panel::new().x("speed of the pusher [m/s]").y("misses the goal by").log_log();
    let ends = ends.line_and_points("[mm]", &speeds, &apart);
    let ends = ends.line_and_points("[mrad]", &speeds, &turned);
    let figure = Figure::new("A quasi-static plan, pushed by the dynamic model");
    let figure = figure.columns(2).size(1000.0, 270.0).panel(snapshots(plan, steered, blind));
    figure.panel(contact).panel(off).panel(force).panel(speed).panel(ends)
}

fn axle_speed(pusher: &Pusher, moment: &Moment) -> f64 {
    let (pose, flow) = (moment.motion.pose, moment.motion.flow);
    let arm = pusher.axle(&pose).position - pose.position;
    (flow.linear + vector![-arm.y, arm.x] * flow.angular).norm()
}

/// Outlines that are drawn.
const SNAPSHOTS: usize = 9;

fn snapshots(plan: &Plan<'_>, steered: &[Moment], blind: &[Moment]) -> Panel {
    let mut panel = Panel::new().equal_aspect().x("x [m]").y("y [m]");
    let length = plan.way.length();
    let planned = (0..=200).map(|k| plan.way.at(length * f64::from(k) / 200.0).0.position);
    let [x, y] = columns_of(&planned.collect::<Vec<_>>());
    for k in 0..SNAPSHOTS {
        let row = (steered.len() - 1) * k / (SNAPSHOTS - 1);
        let moment = &steered[row];
        panel = outline(panel, plan.slider, &moment.motion.pose, palette::GREY);
        let point = Rotation2::new(moment.motion.pose.angle)
            * vector![-0.5 * plan.pusher.side, moment.contact[1]];
        let [px, py] = columns_of(&[moment.motion.pose.position + point]);
        let label = if k == 0 { "pusher" } else { "" };
        panel = panel.series(Series::points(label, &px, &py).color(palette::GREEN).width(3.0));
    }
    panel = outline(panel, plan.slider, plan.goal, palette::VERMILION);
    let axles = |moments: &[Moment]| -> Vec<Vector2<f64>> {
        moments.iter().map(|moment| plan.pusher.axle(&moment.motion.pose).position).collect()
    };
    let lost = axles(blind);
    // As far as it is near the others.
    let near = lost.iter().take_while(|at| at.norm() < 1.5 * plan.goal.position.norm());
    let [bx, by] = columns_of(&near.copied().collect::<Vec<_>>());
    let [sx, sy] = columns_of(&axles(steered));
    panel
        .series(Series::line("steered", &sx, &sy).color(palette::BLUE))
        .series(Series::line("without looking", &bx, &by).color(palette::ORANGE))
        .series(Series::dashed("plan", &x, &y).color(palette::BLACK).width(1.0))
}

/// The border of the block.
fn outline(panel: Panel, slider: &PlanarSlider, pose: &PlanarPose, color: Color) -> Panel {
    let Some(hull) = slider.support() else { return panel };
    let corners = hull.corners().chain(hull.corners().take(1));
    let place = |corner: Vector2<f64>| pose.position + Rotation2::new(pose.angle) * corner;
    let [x, y] = columns_of(&corners.map(place).collect::<Vec<_>>());
    panel
        .series(Series::polygon("", &x, &y).color(color).opacity(0.1))
        .series(Series::line("", &x, &y).color(color).width(1.0))
}

fn columns_of(points: &[Vector2<f64>]) -> [Vec<f64>; 2] {
    [points.iter().map(|p| p.x).collect(), points.iter().map(|p| p.y).collect()]
}
