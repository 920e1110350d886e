//! An object pivots and slips in a parallel gripper. The grip loosens until the object pivots, tightens when its centre
//! of mass is below the pads, loosens until it slips, and catches it. Each of the two pads is a friction patch with a
//! limit surface; both hold one body.

use std::process::ExitCode;

use nalgebra::{Vector2, vector};
use stiction::core::signal::{Interpolation, Samples, Signal};
use stiction::friction::{BristleRate, StribeckShape};
use stiction::output::{RunDirectory, TextTable};
use stiction::patch::{
    BristleParameters, ContactPatch, Grid, LimitSurface, Mount, ReducedPatch, ReducedShape, Surface,
};
use stiction::plot::{Color, Figure, Panel, Series, palette};
use stiction::prelude::*;

mod common;

/// Change these and run again: the step and the length of the run [s], the folder of the results.
const RUN: common::Run = common::Run { step: 5e-5, until: 2.4 };
const OUT: &str = "out/gripper";

/// Grip force of one pad: times [s] and forces [N], linear in between.
const GRIP: [(f64, f64); 10] = [
    (0.0, 9.0),
    (0.3, 9.0),
    (0.5, 3.2),
    (0.8, 3.2),
    (0.9, 9.0),
    (1.4, 9.0),
    (1.6, 1.05),
    (1.75, 1.05),
    (1.85, 9.0),
    (2.4, 9.0),
];
/// Shape of a pad, a circle of cells; `Square`, `Line`, `GradientLine` and `Nonconvex1` are others.
const SURFACE: Surface = Surface::RasterCircle;
/// Side of the square on which a pad lies [m].
const PAD: f64 = 0.02;
/// Friction coefficients of the pads: sliding, and at break-away.
const MU: [f64; 2] = [0.8, 0.9];
const MASS: f64 = 0.2;
/// Length and height of the object [m].
const SIZE: [f64; 2] = [0.15, 0.08];
/// Distance of the centre of mass from the pads, along the object [m].
const OFFSET: f64 = 0.025;
const GRAVITY: f64 = 9.81;
/// Number of outlines of the object in the picture.
const SNAPSHOTS: usize = 9;

fn main() -> ExitCode {
    common::report(run())
}

/// Returns a pad whose centre of pressure is at the origin of the world.
fn pad(patch: &ContactPatch, grip: Signal) -> common::Outcome<Loaded<ReducedPatch, PlanarFrame>> {
    let friction = StribeckCurve::builder().coulomb(MU[0]).breakaway(MU[1]);
    let friction = friction.stribeck_speed(1e-2).shape(StribeckShape::Gaussian).build()?;
    // A rubber pad yields by 4 µm before it slips.
    let rubber = BristleParameters::builder().stiffness(2e5).damping(100.0);
    let rubber = rubber.viscous_damping(0.2).friction(friction).build()?;
    let shape = ReducedShape::limit_surface(patch, LimitSurface::new(patch, 20)?);
    let at = PlanarPose { position: -patch.center_of_pressure(), angle: 0.0 };
    let pad = ReducedPatch::builder().shape(shape).bristles(rubber).mount(Mount::in_world(at)?);
    Ok(Loaded::new(pad.bristle_rate(BristleRate::OrderPreserving).build()?, grip)?)
}

/// Returns the pose of the object, the grip force, and the share of the friction that is used.
fn hold(patch: &ContactPatch) -> common::Outcome<Recorder> {
    let grip: Signal = Samples::new(GRIP, Interpolation::Lines)?.into();
    let inertia = MASS * Vector2::from(SIZE).norm_squared() / 12.0;
    let object = PlanarBody::builder().mass(MASS).inertia(inertia);
    let object = object.gravity(vector![0.0, -GRAVITY]).build()?;
    let start = PlanarPose { position: vector![OFFSET, 0.0], angle: 0.0 };

    let mut net = NetworkBuilder::new();
    let object = net.add(object, Motion::at_rest(start))?;
    let left = net.connect(pad(patch, grip.clone())?, Direct::new(), object.port())?;
    let right = net.connect(pad(patch, grip.clone())?, Direct::new(), object.port())?;

    let radius = patch.radius();
    let sampler = Sampler::every_seconds(5e-3)
        .channels(["x", "y", "theta"], move |frame| {
            let PlanarPose { position, angle } = frame.motion(object)?.pose;
            Ok([position.x, position.y, angle])
        })
        .channels(["grip", "used"], move |frame| {
            let (a, b) = (frame.effort(left)?, frame.effort(right)?);
            let force = a.force + b.force;
            let at = frame.motion(object)?.pose.position;
            // Efforts are at the centre of mass; the torque of friction is about the pads.
            let torque = a.torque + b.torque + at.x * force.y - at.y * force.x;
            let grip = grip.at(&Stage::at(frame.time()));
            // The share refers to the ellipsoid through the largest force and the largest torque.
            Ok([grip, force.norm().hypot(torque / radius) / (2.0 * MU[0] * grip)])
        });
    RUN.record(net, sampler)
}

/// Returns rows at equal distances along the motion; a turn counts as the path of a corner.
fn along_the_motion([x, y, theta]: [&[f64]; 3]) -> Vec<usize> {
    let arm = 0.5 * Vector2::from(SIZE).norm();
    let mut way = vec![0.0];
    for k in 1..x.len() {
        let moved = (x[k] - x[k - 1]).hypot(y[k] - y[k - 1]);
        way.push(way[k - 1] + moved + arm * (theta[k] - theta[k - 1]).abs());
    }
    let share = |k: usize| way[way.len() - 1] * k as f64 / (SNAPSHOTS - 1) as f64;
    let row = |k: usize| way.partition_point(|&way| way < share(k)).min(way.len() - 1);
    (0..SNAPSHOTS).map(row).collect()
}

/// Returns a shade from white at 0 to blue at 1.
fn shade(part: f64) -> Color {
    let mix = |dark: f64| (dark + (1.0 - part) * 0.72 * (255.0 - dark)) as u8;
    Color::rgb(mix(0.0), mix(80.0), mix(150.0))
}

/// Draws outlines of the object that darken with time, its centre of mass, and the pad.
fn snapshots(patch: &ContactPatch, record: &Recorder) -> common::Outcome<Panel> {
    let [time, x, y, theta] = record.columns_named(["t", "x", "y", "theta"])?;
    let mut panel = Panel::new().equal_aspect().x("x [m]").y("y [m]").title("dots: pad");
    for (k, row) in along_the_motion([x, y, theta]).into_iter().enumerate() {
        let part = k as f64 / (SNAPSHOTS - 1) as f64;
        let (sine, cosine) = theta[row].sin_cos();
        let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5)];
        let corner = |(along, up): (f64, f64)| {
            let (a, b) = (SIZE[0] * along, SIZE[1] * up);
            [x[row] + cosine * a - sine * b, y[row] + sine * a + cosine * b]
        };
        let [xs, ys] = [0, 1].map(|axis| corners.map(|place| corner(place)[axis]));
        let fill = Series::polygon("", &xs, &ys).color(shade(part)).opacity(0.03 + 0.09 * part);
        let labelled = [0, SNAPSHOTS / 2, SNAPSHOTS - 1].contains(&k);
        let label = if labelled { format!("{:.2} s", time[row]) } else { String::new() };
        let outline = Series::line(label, &xs, &ys).color(shade(part)).width(1.0 + part);
        let center = Series::points("", &[x[row]], &[y[row]]).color(shade(part));
        panel = panel.series(fill.width(0.2)).series(outline).series(center);
    }
    let center = patch.center_of_pressure();
    let xs: Vec<f64> = patch.x().iter().map(|x| x - center.x).collect();
    let ys: Vec<f64> = patch.y().iter().map(|y| y - center.y).collect();
    let path = Series::line("centre of mass", x, y).color(palette::VERMILION).width(1.2);
    Ok(panel.series(path).series(Series::points("", &xs, &ys).color(palette::BLACK).width(0.5)))
}

fn run() -> common::Outcome<()> {
    let out = RunDirectory::create(OUT)?;
    let patch = SURFACE.patch(Grid::new(21, PAD)?)?;
    let record = hold(&patch)?;
    let [t, x, y, theta] = record.columns_named(["t", "x", "y", "theta"])?;
    let mut table =
        TextTable::new("An object in a gripper", &["t [s]", "x [mm]", "y [mm]", "theta [rad]"]);
    for row in (0..t.len()).step_by(t.len().div_ceil(10)).chain([t.len() - 1]) {
        let cells = [t[row], 1e3 * x[row], 1e3 * y[row], theta[row]];
        table.row(cells.map(|value| format!("{value:.3}")));
    }

    let milli = |column: &[f64]| column.iter().map(|v| 1e3 * v).collect::<Vec<_>>();
    let degrees: Vec<f64> = theta.iter().map(|angle| angle.to_degrees()).collect();
    let [grip, used] = record.columns_named(["grip", "used"])?;
    let pose = Panel::new().x("time [s]").y("centre of mass [mm], angle [°]");
    let pose = pose.line("x", t, &milli(x)).line("y", t, &milli(y)).line("angle", t, &degrees);
    let grip = Panel::new().x("time [s]").y("grip force of a pad [N]").area("", t, grip);
    let share = Panel::new().x("time [s]").y("share of the friction in use").line("", t, used);
    let share = share.horizontal(1.0, "slips").y_range(0.0, 1.3);
    let figure = Figure::new("An object in a parallel gripper").columns(2).size(1000.0, 300.0);
    let figure = figure.panel(snapshots(&patch, &record)?).panel(pose).panel(grip).panel(share);
    out.write_recorder("trajectory.csv", &record)?;
    out.write_figure("plot.svg", &figure)?;
    println!("{table}\nresults in {OUT}");
    Ok(())
}
