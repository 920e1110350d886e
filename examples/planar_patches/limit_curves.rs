//! Limit curves of several surfaces, and the limit surface of a gradient line: Figs. 14, 15.

use std::{collections::BTreeMap, path::PathBuf};

use clap::Args;
use core::f64::consts::FRAC_PI_2;
use nalgebra::Vector3;
use stiction::output::RunDirectory;
use stiction::patch::limit_surface::{ellipsoid, limit_curve};
use stiction::patch::{Grid, LimitSurface, Surface, steady};
use stiction::plot::{Figure, Panel, Series, palette};
use stiction::prelude::*;

use crate::common::Outcome;
use crate::contact::{CELLS, SAMPLES};

/// Limit curves, and the limit surface of a gradient line (Figs. 14, 15)
#[derive(Args)]
pub(crate) struct Options {
    /// Cells along a side of the grid, for the curves
    #[arg(long, default_value_t = 101)]
    cells: usize,
    /// The surface that is drawn in space
    #[arg(long, default_value = "line_grad")]
    surface: Surface,
    /// Directory for the results
    #[arg(long, default_value = "out/planar_patches/limit_curves")]
    out: PathBuf,
}

const POINTS: usize = 300;
/// Every how many points there is a marker.
const MARKS: usize = 23;
/// Arm that spreads the twists \[m\].
const REACH: f64 = 0.011;

/// Size of force and torque along a curve.
fn curve(direction: f64, wrench: impl Fn(&PlanarTwist) -> PlanarWrench) -> [Vec<f64>; 2] {
    limit_curve(direction, REACH, POINTS, wrench)
        .map(|point| (point.wrench.force.norm(), point.wrench.torque.abs()))
        .collect::<(Vec<_>, Vec<_>)>()
        .into()
}

/// The limit surface as wires, seen from a corner.
fn wires(surface: &LimitSurface) -> Panel {
    let seen = |h: Vector3<f64>| [0.8 * (h.x - h.y), h.z + 0.35 * (h.x + h.y)];
    let mut panel = Panel::new().equal_aspect().without_axes().title("normalized limit surface");
    let samples = surface.samples();
    let wire = |sign: f64, places: Vec<(usize, usize)>| {
        let points = places.into_iter().filter_map(|(a, b)| surface.sample_at(a, b));
        let (x, y): (Vec<f64>, Vec<f64>) = points.map(|h| seen(h * sign).into()).unzip();
        Series::line("", &x, &y).width(0.8)
    };
    for (sign, color) in [(1.0, palette::VERMILION), (-1.0, palette::BLUE)] {
        for a in (0..=4 * samples).step_by(4) {
            let meridian = (0..=samples).map(|b| (a, b)).collect();
            panel = panel.series(wire(sign, meridian).color(color));
        }
        for b in (0..=samples).step_by(4) {
            let parallel = (0..=4 * samples).map(|a| (a, b)).collect();
            panel = panel.series(wire(sign, parallel).color(color));
        }
    }
    for (name, axis) in [("f_x", Vector3::x()), ("f_y", Vector3::y()), ("torque", Vector3::z())] {
        panel = panel.arrow([0.0, 0.0], seen(axis * 1.4), "").note(seen(axis * 1.45), name);
    }
    panel
}

pub(crate) fn run(options: &Options) -> Outcome<()> {
    let out = RunDirectory::create(&options.out)?;
    let grid = Grid::new(options.cells, 0.02)?;
    let [circle, square, line] =
        [Surface::RasterCircle, Surface::Square, Surface::Line].map(|surface| surface.patch(grid));
    let (circle, square, line) = (circle?, square?, line?);
    let radius = circle.radius();
    let curves = [
        ("ellipse", curve(0.0, |twist| ellipsoid(radius, twist))),
        ("circle", curve(0.0, |twist| steady::coulomb(&circle, twist))),
        ("square", curve(0.0, |twist| steady::coulomb(&square, twist))),
        ("line_vx", curve(0.0, |twist| steady::coulomb(&line, twist))),
        ("line_vy", curve(FRAC_PI_2, |twist| steady::coulomb(&line, twist))),
    ];
    let mut panel = Panel::new().x("force/largest").y("torque/largest").equal_aspect();
    let (mut headers, mut columns, mut summary) = (vec![], vec![], BTreeMap::new());
    let colors =
        [palette::GREY, palette::BLUE, palette::VERMILION, palette::GREEN, palette::PURPLE];
    for ((name, [force, torque]), color) in curves.iter().zip(colors) {
        let largest = |column: &[f64]| column.iter().copied().fold(0.0, f64::max);
        let (most_force, most_torque) = (largest(force), largest(torque));
        let x: Vec<f64> = force.iter().map(|f| f / most_force).collect();
        let y: Vec<f64> = torque.iter().map(|f| f / most_torque).collect();
        panel = panel.series(Series::line(*name, &x, &y).color(color));
        let marks = |column: &[f64]| column.iter().copied().step_by(MARKS).collect::<Vec<_>>();
        panel = panel.series(Series::points("", &marks(&x), &marks(&y)).color(color));
        headers.extend([format!("{name}_ft"), format!("{name}_tau")]);
        columns.extend([force, torque]);
        summary.insert(*name, [most_force, most_torque]);
    }
    let patch = options.surface.patch(Grid::new(CELLS, 0.02)?)?;
    let figure = Figure::new("Limit curves (dots: equal velocities) and a limit surface");
    let figure = figure.columns(2).size(950.0, 420.0).panel(panel);
    out.write_figure("plot.svg", &figure.panel(wires(&LimitSurface::new(&patch, SAMPLES)?)))?;
    out.write_table("limit_curves.csv", &headers, &columns)?;
    out.write_json("summary.json", &summary)?;
    println!("results in {}", options.out.display());
    Ok(())
}
