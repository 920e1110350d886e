//! A block is pushed to a goal. The plan is quasi-static: by its closed form a block pushed at one side is a car, and
//! the shortest path of a car is two arcs and a straight line. The dynamic model then tests the plan: a pusher without
//! feedback misses, one that steers by what it sees arrives, the nearer the slower it pushes.

use std::{f64::consts::TAU, process::ExitCode};

use nalgebra::{Rotation2, Vector2, vector};
use stiction::output::{RunDirectory, TextTable};
use stiction::plot::{Color, Figure, Panel, Series, palette};
use stiction::prelude::*;
use stiction::sliding::{PlanarSlider, Push, QuasiStaticPush, SupportHull};

mod common;

/// Change these and run again: the step [s], the folder of the results.
const STEP: f64 = 1e-3;
const OUT: &str = "out/push_to_goal";

/// Goal of the centre of mass: x, y [m] and angle [rad]; it starts at 0, 0, 0.
const GOAL: [f64; 3] = [0.25, 0.2, 2.4];
/// Speed along the path of the run that is drawn and of those that are compared [m/s].
const SPEED: f64 = 0.1;
const SPEEDS: [f64; 6] = [0.01, 0.02, 0.05, 0.1, 0.2, 0.4];
const MASS: f64 = 0.5;
/// Friction coefficients of the support, and of the pusher on the block.
const FRICTION: f64 = 0.31;
const PUSHER_FRICTION: f64 = 0.6;
/// Friction torque about the vertical over the friction force [m].
const TORSION: f64 = 0.019;
/// Side of the block, and height of its centre of mass [m].
const SIDE: f64 = 0.05;
const HEIGHT: f64 = 0.025;
/// Height of the pusher above the support [m]; the plan is exact at 0.
const PUSH_HEIGHT: f64 = 0.0;
/// Shares of half the side: used by the arcs of the plan, and largest allowed.
const STEERING: f64 = 0.5;
const USED: f64 = 0.9;
/// Decay rate of the error along the path [1/m].
const DECAY: f64 = 25.0;
/// Force per speed error of the pushed point [N s/m].
const GAIN: f64 = 40.0;
/// Deceleration toward the end [m/s²] and remaining speed [m/s].
const BRAKING: f64 = 0.3;
const CREEP: f64 = 2e-3;
/// Number of outlines drawn.
const SNAPSHOTS: usize = 9;

const COLUMNS: &str =
    "t x y theta vx vy w off_path off_heading contact_planned contact fx_body fy_body";
/// The moments of a run, with these columns.
type Moments = Vec<[f64; 13]>;

fn main() -> ExitCode {
    common::report(run())
}

/// A path in three pieces: its start, and their curvatures, positive to the left [1/m], and lengths [m].
struct Way {
    start: PlanarPose,
    pieces: [(f64, f64); 3],
}

impl Way {
    /// Returns the shortest path of two arcs and a straight line (L. E. Dubins 1957; formulas of A. M. Shkel and V.
    /// Lumelsky, *Classification of the Dubins set*, 2001); three arcs, which win if the ends are near, are left out.
    fn shortest(start: PlanarPose, goal: &PlanarPose, radius: f64) -> Option<Self> {
        let apart = goal.position - start.position;
        let (d, heading) = (apart.norm() / radius, apart.y.atan2(apart.x));
        let ways = [(1.0, 1.0), (-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0)].map(|(first, last)| {
            // With left and right exchanged the formulas for a first arc to the left hold for one to the right.
            let [a, b] = [start.angle, goal.angle].map(|angle| first * (angle - heading));
            let (turn, straight, back) = if first == last {
                let (x, y) = (d + a.sin() - b.sin(), b.cos() - a.cos());
                let toward = y.atan2(x);
                (toward - a, x.hypot(y), b - toward)
            } else {
                let (x, y) = (d + a.sin() + b.sin(), -a.cos() - b.cos());
                let square = x * x + y * y - 4.0;
                // The two circles intersect.
                let straight = (square >= 0.0).then(|| square.sqrt())?;
                let toward = y.atan2(x) + 2.0_f64.atan2(straight);
                (toward - a, straight, toward - b)
            };
            let pieces = [(first, whole(turn)), (0.0, straight), (last, whole(back))];
            Some(Self { start, pieces: pieces.map(|(c, length)| (c / radius, length * radius)) })
        });
        ways.into_iter().flatten().min_by(|a, b| a.length().total_cmp(&b.length()))
    }

    fn length(&self) -> f64 {
        self.pieces.iter().map(|(_, length)| length).sum()
    }

    /// Returns pose and curvature after a distance [m] along the path.
    fn at(&self, mut distance: f64) -> (PlanarPose, f64) {
        let mut pose = self.start;
        for (curvature, length) in self.pieces {
            let gone = distance.min(length);
            let angle = curvature * gone;
            let local = match curvature {
                0.0 => vector![gone, 0.0],
                _ => vector![angle.sin(), 1.0 - angle.cos()] / curvature,
            };
            let position = pose.position + Rotation2::new(pose.angle) * local;
            pose = PlanarPose { position, angle: pose.angle + angle };
            if distance < length {
                return (pose, curvature);
            }
            distance -= length;
        }
        (pose, 0.0)
    }
}

/// Returns an angle in 0 ≤ angle < 2π; rounding does not turn 0 into a whole turn.
fn whole(angle: f64) -> f64 {
    let turn = angle.rem_euclid(TAU);
    if turn > TAU - 1e-9 { 0.0 } else { turn }
}

/// Returns `c² + x²` [m²]: a point of contact (x, y) in body axes that moves along the body's x lets the middle of the
/// pushed side, (x, 0), move along the body's x too, and the body turns with the curvature `−y/(c² + x²)`. The middle of
/// the side is the rear axle of a car, y its steering wheel.
fn lever() -> f64 {
    TORSION * TORSION + 0.25 * SIDE * SIDE
}

/// Returns the middle of the pushed side.
fn axle(pose: &PlanarPose) -> PlanarPose {
    let position = pose.position + Rotation2::new(pose.angle) * vector![-0.5 * SIDE, 0.0];
    PlanarPose { position, angle: pose.angle }
}

/// Pushes the block along the path, lets go at its end and waits for the block to rest. A pusher that `looks` corrects
/// its contact.
fn push(slider: &PlanarSlider, way: &Way, speed: f64, looks: bool) -> common::Outcome<Moments> {
    let mut motion = Motion::<PlanarFrame>::default();
    let (mut moments, mut distance) = (vec![], 0.0_f64);
    for k in 0..((4.0 * way.length() / speed + 5.0) / STEP) as u64 {
        let (at, curvature) = way.at(distance.min(way.length() * (1.0 - 1e-9)));
        let rear = axle(&motion.pose);
        let local = Rotation2::new(-at.angle) * (rear.position - at.position);
        let heading = rear.angle - at.angle;
        let correction = DECAY * (DECAY * local.y + 2.0 * heading.sin());
        let wanted = if looks { curvature - correction } else { curvature };
        let reach = 0.5 * SIDE * USED;
        let [planned, used] = [curvature, wanted].map(|c| (-c * lever()).clamp(-reach, reach));
        let left = way.length() - distance;
        let pace = speed.min((2.0 * BRAKING * left.max(0.0)).sqrt() + CREEP);
        let force = if left > 0.0 { force(slider, &motion, used, pace)? } else { Vector2::zeros() };
        let load = Push::in_body_axes(force.push(0.0), vector![-0.5 * SIDE, used], PUSH_HEIGHT)?;
        slider.step(&mut motion, STEP, &load)?;
        let gone = Rotation2::new(-at.angle) * (axle(&motion.pose).position - rear.position);
        distance += gone.x / (1.0 - curvature * local.y).max(0.5);
        let Motion { pose: PlanarPose { position: p, angle }, flow } = motion;
        let v = flow.linear;
        let time = (k + 1) as f64 * STEP;
        moments.push([
            time,
            p.x,
            p.y,
            angle,
            v.x,
            v.y,
            flow.angular,
            local.y,
            heading,
            planned,
            used,
            force.x,
            force.y,
        ]);
        if left <= 0.0 && flow == PlanarTwist::default() {
            return Ok(moments);
        }
    }
    Err("the block does not arrive: push faster, or with less friction".into())
}

/// Returns the force against friction and for the speed error of the pushed point [N], within the friction cone of the
/// pusher, which can only push.
fn force(
    slider: &PlanarSlider,
    motion: &Motion<PlanarFrame>,
    contact: f64,
    speed: f64,
) -> common::Outcome<Vector2<f64>> {
    let point = vector![-0.5 * SIDE, contact];
    let wanted = vector![speed * (lever() + contact * contact) / lever(), 0.0];
    let law = QuasiStaticPush::builder().friction(FRICTION).semi_axes(slider.semi_axes());
    let law = law.point(point).height(PUSH_HEIGHT).build()?;
    let weight = slider.mass() * slider.gravity();
    let needed = law.motion(&wanted).map_or(Vector2::zeros(), |motion| motion.push * weight);
    let velocity = Rotation2::new(-motion.pose.angle) * motion.flow.linear;
    let velocity = velocity + vector![-point.y, point.x] * motion.flow.angular;
    let force = needed + (wanted - velocity) * GAIN;
    let normal = force.x.max(0.0);
    Ok(vector![normal, force.y.clamp(-PUSHER_FRICTION * normal, PUSHER_FRICTION * normal)])
}

fn pose(moment: &[f64; 13]) -> PlanarPose {
    PlanarPose { position: vector![moment[1], moment[2]], angle: moment[3] }
}

fn columns_of(points: impl Iterator<Item = Vector2<f64>>) -> [Vec<f64>; 2] {
    let (x, y) = points.map(|point| (point.x, point.y)).unzip();
    [x, y]
}

/// Draws the border of the block.
fn outline(panel: Panel, pose: &PlanarPose, color: Color) -> Panel {
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0)];
    let place = |(x, y)| pose.position + Rotation2::new(pose.angle) * (vector![x, y] * 0.5 * SIDE);
    let [x, y] = columns_of(corners.into_iter().map(place));
    let face = Series::polygon("", &x, &y).color(color).opacity(0.1);
    panel.series(face).series(Series::line("", &x, &y).color(color).width(1.0))
}

/// Draws the plan, the block on its path, and the path of the pushed side.
fn snapshots(way: &Way, goal: &PlanarPose, steered: &Moments, blind: &Moments) -> Panel {
    let mut panel = Panel::new().equal_aspect().x("x [m]").y("y [m]");
    for k in 0..SNAPSHOTS {
        let moment = &steered[(steered.len() - 1) * k / (SNAPSHOTS - 1)];
        let pose = pose(moment);
        panel = outline(panel, &pose, palette::GREY);
        let contact = Rotation2::new(pose.angle) * vector![-0.5 * SIDE, moment[10]];
        let contact = pose.position + contact;
        let label = if k == 0 { "pusher" } else { "" };
        let contact = Series::points(label, &[contact.x], &[contact.y]);
        panel = panel.series(contact.color(palette::GREEN).width(3.0));
    }
    let panel = outline(panel, goal, palette::VERMILION);
    let axles = |moments: &Moments| {
        // The path is drawn as far as it is near the others.
        let places = moments.iter().map(|moment| axle(&pose(moment)).position);
        columns_of(places.take_while(|at| at.norm() < 1.5 * goal.position.norm()))
    };
    let planned = (0..=200).map(|k| way.at(way.length() * f64::from(k) / 200.0).0.position);
    let ([bx, by], [sx, sy], [x, y]) = (axles(blind), axles(steered), columns_of(planned));
    panel
        .series(Series::line("steered", &sx, &sy).color(palette::BLUE))
        .series(Series::line("without looking", &bx, &by).color(palette::ORANGE))
        .series(Series::dashed("plan", &x, &y).color(palette::BLACK).width(1.0))
}

fn run() -> common::Outcome<()> {
    let out = RunDirectory::create(OUT)?;
    let slider = PlanarSlider::builder().mass(MASS).inertia(MASS * SIDE * SIDE / 6.0);
    let slider = slider.friction(FRICTION).semi_axes([1.0, 1.0, TORSION]).height(HEIGHT);
    let slider = slider.support(SupportHull::square(SIDE)?).build()?;
    let goal = PlanarPose { position: vector![GOAL[0], GOAL[1]], angle: GOAL[2] };
    let radius = lever() / (0.5 * SIDE * STEERING);
    let way = Way::shortest(axle(&PlanarPose::default()), &axle(&goal), radius);
    let way = way.ok_or("there is no way")?;
    let steered = push(&slider, &way, SPEED, true)?;
    let blind = push(&slider, &way, SPEED, false)?;

    // Distance from the goal [mm] and angle off it [rad] at the end.
    let misses = |moments: &Moments| -> common::Outcome<[f64; 2]> {
        let end = pose(moments.last().ok_or("nothing was pushed")?);
        let turned = end.angle - goal.angle;
        Ok([1e3 * (end.position - goal.position).norm(), turned.sin().atan2(turned.cos())])
    };
    let columns = ["pusher", "misses by [mm]", "and by [rad]"];
    let mut table = TextTable::new("A block is pushed to a goal", &columns);
    let [apart, turned] = misses(&blind)?;
    table.row(["does not look", &format!("{apart:.3}"), &format!("{turned:.4}")]);
    let mut ends: [Vec<f64>; 2] = Default::default();
    for speed in SPEEDS {
        let [apart, turned] = misses(&push(&slider, &way, speed, true)?)?;
        let name = format!("steers, {speed} m/s");
        table.row([name, format!("{apart:.3}"), format!("{turned:.4}")]);
        ends[0].push(apart);
        ends[1].push(1e3 * turned.abs());
    }

    let column =
        |k: usize, scale: f64| steered.iter().map(|row| scale * row[k]).collect::<Vec<_>>();
    let time = column(0, 1.0);
    let panel = |y: &str| Panel::new().x("time [s]").y(y);
    let planned = Series::dashed("planned", &time, &column(9, 1e3)).color(palette::BLACK);
    let contact = panel("place of the contact [mm]").line("used", &time, &column(10, 1e3));
    let off = panel("off the plan").line("sideways [mm]", &time, &column(7, 1e3));
    let off = off.line("heading [0.1 rad]", &time, &column(8, 10.0));
    let ends_panel = Panel::new().x("speed of the pusher [m/s]").y("misses the goal by").log_log();
    let ends_panel = ends_panel.line_and_points("[mm]", &SPEEDS, &ends[0]);
    let ends_panel = ends_panel.line_and_points("[mrad]", &SPEEDS, &ends[1]);
    let figure = Figure::new("A quasi-static plan, pushed by the dynamic model");
    let figure = figure.columns(2).size(1000.0, 270.0);
    let figure = figure.panel(snapshots(&way, &goal, &steered, &blind));
    let figure = figure.panel(contact.series(planned.width(1.0))).panel(off).panel(ends_panel);
    let names: Vec<&str> = COLUMNS.split(' ').collect();
    let columns: Vec<Vec<f64>> = (0..names.len()).map(|k| column(k, 1.0)).collect();
    out.write_table("trajectory.csv", &names, &columns)?;
    out.write_figure("plot.svg", &figure)?;
    println!("{table}\nresults in {OUT}");
    Ok(())
}
