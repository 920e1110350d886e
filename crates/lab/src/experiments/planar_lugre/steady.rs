//! Steady friction and limit surfaces: Figs. 10, 11, 14-16 and 18.

use core::f64::consts::FRAC_PI_2;

use crate::planar_lugre::{CELLS, SAMPLES, SIZE, twist};
use nalgebra::{Vector2, Vector3};
use stiction::patch::limit_surface::{ellipsoid, limit_curve};
use stiction::patch::{ContactPatch, Grid, LimitSurface, Surface, steady};
use stiction::plot::{Figure, Panel, Series, palette};
use stiction::prelude::*;

use super::profile::VELOCITIES;
use super::words::patch;
use crate::experiments::Provenance::{Bound, Paper, Reference, Theory};
use crate::experiments::check::worst;
use crate::experiments::table::{Table, table};
use crate::experiments::{Findings, PaperError, Thoroughness};

/// Cells along a side for limit curves (Fig. 14).
const FINE: usize = 101;
/// Deviation from the reference for sums in double precision.
const EXACT: f64 = 1e-10;

/// Returns a rotation about a point in the frame of the patch, as the twist of the centre of
/// pressure.
fn about(patch: &ContactPatch, point: Vector2<f64>) -> PlanarTwist {
    let arm = patch.center_of_pressure() - point;
    PlanarTwist { linear: Vector2::new(-arm.y, arm.x), angular: 1.0 }
}

pub(super) fn steps(_: Thoroughness) -> Result<Findings, PaperError> {
    let line = patch(Surface::Line, CELLS)?;
    let time: Vec<f64> = (0..2000).map(|k| 2.5e-3 * (f64::from(k) + 0.5)).collect();
    let columns = |wrench: &dyn Fn(&PlanarTwist) -> PlanarWrench| {
        let wrenches: Vec<_> = time.iter().map(|&time| wrench(&twist(time))).collect();
        let column = |f: fn(&PlanarWrench) -> f64| wrenches.iter().map(f).collect::<Vec<_>>();
        [column(|w| w.force.x), column(|w| w.force.y), column(|w| w.torque)]
    };
    let cells = columns(&|twist| steady::by_cells(&line, twist, |_| 1.0));
    let smooth = columns(&|twist| steady::coulomb(&line, twist));
    let table = table!("planar_lugre/fig10_line_steady.csv");
    let mut off = [const { vec![] }; 2];
    for (k, axis) in ["fx", "fy", "tau"].into_iter().enumerate() {
        for (row, expected) in table.rows().enumerate() {
            let at = 20 * row;
            let spins_only = twist(time[at]).linear == Vector2::zeros();
            if !(spins_only && axis == "fx") {
                let expected = expected.number(&format!("sp_{axis}"))?;
                off[0].push(cells[k][at] - expected);
            }
            off[1].push(smooth[k][at] - expected.number(&format!("bl_{axis}"))?);
        }
    }
    let [off, smooth_off] = off.map(worst);
    let jump = |fx: &[f64]| worst(fx.windows(2).map(|pair| pair[1] - pair[0]));
    let on_grid = |time: f64| {
        let PlanarTwist { linear, angular } = twist(time);
        linear.amax() < 0.5 * SIZE * angular
    };
    let inside = smooth[0].windows(2).zip(time.windows(2));
    let inside = inside.filter(|(_, time)| on_grid(time[0]) && on_grid(time[1]));
    let rest = worst(inside.map(|(pair, _)| pair[1] - pair[0]));
    let edge = jump(&smooth[0]);
    // 15 mm/s in 0.6 s at 1 rad/s, for 2.5 ms.
    let regular = 2.0 / SIZE * (0.015 / 0.6) * 2.5e-3;
    let leaving = (0..CELLS).map(|k| 1.0 - (0.5 / (k as f64 + 0.5)).atan().cos()).sum::<f64>();
    let leaving = leaving / CELLS as f64;
    let text = "A line of 21 cells follows the velocities of Fig. 5, Coulomb friction: summed up \
                cell by cell the force has steps, interpolated (21) it has none while the centre \
                of rotation is on the grid, and a small one where it leaves the grid and (21) \
                ends. Theory: a cell that turns round changes the force by 2/21 of the load. On \
                the grid the force grows with 2/L per way of the centre of rotation, which moves \
                at 25 mm/s where it is fastest, so by 1/160 in 2.5 ms (except for 1 %, by which the \
                nearest cells turn less than half round). Where (21) ends the cells see the \
                centre of rotation itself rather than the corners half a cell h beside it: \
                1/21 Σ (1 - cos atan(0.5 h/d)) over their distances d, and up to 1/160 as the \
                times go. \
                Compared with the independent implementation at 100 times; while the line only \
                spins the force of its middle cell is left out, which has no direction (there it \
                is 0 here, 1/21 by rounding there).";
    let mut figure = Figure::new("").share_x();
    for (k, label) in ["f_x/f_N", "f_y/f_N", "torque/f_N [mm]"].into_iter().enumerate() {
        let scaled = |y: &[f64]| -> Vec<f64> {
            y.iter().map(|y| if k == 2 { 1e3 * y } else { *y }).collect()
        };
        let name = |name: &'static str| if k == 0 { name } else { "" };
        let cells = Series::line(name("cell by cell"), &time, &scaled(&cells[k]));
        let smooth = Series::line(name("interpolated"), &time, &scaled(&smooth[k]));
        let panel = Panel::new().y(label).series(cells.color(palette::VERMILION).width(1.0));
        let panel = panel.series(smooth.color(palette::BLUE));
        figure = figure.panel(if k == 2 { panel.x("time [s]") } else { panel });
    }
    let steps = jump(&cells[0]);
    Ok(Findings::new(text)
        .assumed(format!("{VELOCITIES}."))
        .check(Theory.near("largest step of f_x/f_N, cell by cell", steps, 2.0 / 21.0, 1e-12))
        .check(Theory.relative(
            "interpolated: largest change of f_x/f_N in 2.5 ms, on the grid",
            rest,
            regular,
            0.01,
        ))
        .check(Theory.near(
            "interpolated: largest step, at the edge of the grid",
            edge,
            leaving + 0.5 * regular,
            0.5 * regular,
        ))
        .check(Reference.below("cell by cell, deviation from the reference [1, m]", off, EXACT))
        .check(Reference.below("interpolated, deviation from it [1, m]", smooth_off, EXACT))
        .figure(figure))
}

pub(super) fn cell_of_rotation(_: Thoroughness) -> Result<Findings, PaperError> {
    let line = patch(Surface::Line, CELLS)?;
    let places: Vec<f64> = (-1000..=1000).map(|k| 4e-6 * f64::from(k)).collect();
    let spin = |y: &f64| about(&line, Vector2::new(0.0, *y));
    let cells: Vec<f64> =
        places.iter().map(|y| steady::by_cells(&line, &spin(y), |_| 1.0).force.x).collect();
    let smooth: Vec<f64> =
        places.iter().map(|y| steady::coulomb(&line, &spin(y)).force.x).collect();
    let exact: Vec<f64> = places.iter().map(|y| -2.0 * y / SIZE).collect();
    let off = |found: &[f64]| worst(found.iter().zip(&exact).map(|(a, b)| a - b));
    let jump = worst(cells.windows(2).map(|pair| pair[1] - pair[0]));
    let milli: Vec<f64> = places.iter().map(|y| 1e3 * y).collect();
    let panel = Panel::new().x("centre of rotation along the line [mm]").y("f_x/f_N");
    let panel = panel.line("cell by cell", &milli, &cells).line("interpolated", &milli, &smooth);
    let text = "The drawing shows a centre of rotation in a cell of a line. Here it moves along \
                the line: the friction of its cells steps where it passes the centre of one, \
                between rotations about the corners of its cell (21) it is interpolated. Theory \
                for a line of length L: f_x = -2 y/L; the steps are half a cell off at most. That the \
                interpolation has none is read as: off by a tenth of that.";
    Ok(Findings::new(text)
        .check(Theory.below("cell by cell: largest error of f_x/f_N", off(&cells), 1.001 / 21.0))
        .check(Theory.at_least("cell by cell: largest step of f_x/f_N", jump, 1.0 / 21.0))
        .check(Bound.below("interpolated: largest error of f_x/f_N", off(&smooth), 0.1 / 21.0))
        .figure(Figure::new("").panel(panel.dashed("theory", &milli, &exact))))
}

/// Maps a twist to a wrench.
type Law<'a> = Box<dyn Fn(&PlanarTwist) -> PlanarWrench + 'a>;

pub(super) fn limit_curves(_: Thoroughness) -> Result<Findings, PaperError> {
    let [circle, square, line] = [Surface::RasterCircle, Surface::Square, Surface::Line];
    let (circle, square) = (patch(circle, FINE)?, patch(square, FINE)?);
    let line = patch(line, FINE)?;
    let radius = circle.radius();
    fn of(patch: &ContactPatch) -> Law<'_> {
        Box::new(|twist| steady::coulomb(patch, twist))
    }
    let laws: [(&str, f64, Law<'_>); 5] = [
        ("ellipse", 0.0, Box::new(move |twist| ellipsoid(radius, twist))),
        ("circle", 0.0, of(&circle)),
        ("square", 0.0, of(&square)),
        ("line_vx", 0.0, of(&line)),
        ("line_vy", FRAC_PI_2, of(&line)),
    ];
    let table = table!("planar_lugre/fig14_limit_curves.csv");
    let mut panel = Panel::new().x("force/largest").y("torque/largest").equal_aspect();
    let mut outcome = Findings::new(
        "Force and torque that a pad bears together, from straight sliding to pure rotation; the \
         dots of all curves, counted from the axis of the force, belong to the same velocities. The \
         paper: the shape of the curves is near to an ellipse, but the place of a velocity on them \
         can differ significantly (read as: more than twice as far as the curves are apart).",
    );
    let mut curves = vec![];
    for ((name, direction, law), color) in laws.iter().zip(palette::SEQUENCE) {
        let points = limit_curve(*direction, 0.011, 300, law);
        let (force, torque): (Vec<f64>, Vec<f64>) =
            points.map(|point| (point.wrench.force.norm(), -point.wrench.torque)).unzip();
        let (mut off, column) = (0.0, |part: &str| table.column(&format!("{name}_{part}")));
        for (found, part) in [(&force, "ft"), (&torque, "tau")] {
            let pairs = table.column("i")?.into_iter().zip(column(part)?);
            off = worst(pairs.map(|(i, expected)| found[i as usize] - expected).chain([off]));
        }
        let quantity = format!("{name}: deviation from the reference [1, m]");
        outcome = outcome.check(Reference.below(quantity, off, EXACT));
        let normal = |column: &[f64]| -> Vec<f64> {
            let most = worst(column.iter().copied());
            column.iter().map(|value| value / most).collect()
        };
        let (x, y) = (normal(&force), normal(&torque));
        let marks = |column: &[f64]| column.iter().copied().step_by(23).collect::<Vec<_>>();
        panel = panel.series(Series::line(*name, &x, &y).color(color));
        panel = panel.series(Series::points("", &marks(&x), &marks(&y)).color(color));
        curves.push(x.into_iter().zip(y).map(|(x, y)| Vector2::new(x, y)).collect::<Vec<_>>());
    }
    let (ellipse, circle) = (&curves[0], &curves[1]);
    let same = worst(circle.iter().zip(ellipse).map(|(a, b)| (a - b).norm()));
    let nearest = |a: &Vector2<f64>| ellipse.iter().map(|b| (a - b).norm()).fold(2.0, f64::min);
    let closest = worst(circle.iter().map(nearest));
    let quantity = "circle to ellipse: largest distance at equal velocity, over the closest one";
    Ok(outcome
        .check(Bound.at_least(
            format!("{quantity} ({same:.3} over {closest:.3})"),
            same / closest,
            2.0,
        ))
        .figure(Figure::new("").size(620.0, 420.0).panel(panel)))
}

/// Draws a limit surface as wires, seen from a corner.
fn wires(surface: &LimitSurface) -> Panel {
    let seen = |h: Vector3<f64>| [0.8 * (h.x - h.y), h.z + 0.35 * (h.x + h.y)];
    let mut panel = Panel::new().equal_aspect().without_axes();
    let samples = surface.samples();
    for (sign, color) in [(1.0, palette::VERMILION), (-1.0, palette::BLUE)] {
        let wire = |places: Vec<(usize, usize)>| {
            let points = places.into_iter().filter_map(|(a, b)| surface.sample_at(a, b));
            let (x, y): (Vec<f64>, Vec<f64>) = points.map(|h| seen(h * sign).into()).unzip();
            Series::line("", &x, &y).width(0.8).color(color)
        };
        for a in (0..=4 * samples).step_by(4) {
            panel = panel.series(wire((0..=samples).map(|b| (a, b)).collect()));
        }
        for b in (0..=samples).step_by(4) {
            panel = panel.series(wire((0..=4 * samples).map(|a| (a, b)).collect()));
        }
    }
    for (name, axis) in [("f_x", Vector3::x()), ("f_y", Vector3::y()), ("torque", Vector3::z())] {
        panel = panel.arrow([0.0, 0.0], seen(axis * 1.4), "").note(seen(axis * 1.45), name);
    }
    panel
}

pub(super) fn limit_surface(_: Thoroughness) -> Result<Findings, PaperError> {
    let surface = LimitSurface::new(&patch(Surface::GradientLine, CELLS)?, SAMPLES)?;
    let samples = (0..=4 * SAMPLES).flat_map(|a| (0..=SAMPLES).map(move |b| (a, b)));
    let samples: Vec<_> = samples.filter_map(|(a, b)| surface.sample_at(a, b)).collect();
    let most = Vector3::from_fn(|i, _| worst(samples.iter().map(|h| h[i])));
    let spin = surface.sample_at(0, 0).map_or(f64::NAN, |h| h.x.abs());
    let text = "The normalised limit surface of a line with a gradient; blue is spinning the other \
                way. The paper says that -1 <= h <= 1. A pure rotation has a force along x, 1/9 on a \
                continuous line.";
    let because = "the torque is normalised with that of an interpolated pure rotation about the \
                   centre of pressure, as in the authors' program, which is not quite the largest: \
                   a rotation about a point nearby has 1.0013 of it, by the independent \
                   implementation as well.";
    Ok(Findings::new(text)
        .check(Paper.at_most("largest |h| along x", most.x, 1.0 + 1e-12))
        .check(Paper.at_most("largest |h| along y", most.y, 1.0 + 1e-12))
        .check(Paper.at_most("largest |h| of the torque", most.z, 1.0).or_explained(because))
        .check(Reference.near("largest |h| of the torque", most.z, 1.0013, 5e-5))
        .check(Theory.near("force in a pure rotation", spin, 1.0 / 9.0, 0.005))
        .figure(Figure::new("").size(620.0, 420.0).panel(wires(&surface))))
}

/// Returns the coordinate on the y axis about which a rotation has no tangential force \[m\].
fn without_force(patch: &ContactPatch) -> f64 {
    let force = |y: f64| steady::coulomb(patch, &about(patch, Vector2::new(0.0, y))).force.x;
    let (mut low, mut high) = (-0.499 * SIZE, 0.499 * SIZE);
    let sign = force(high).signum();
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if force(middle) * sign > 0.0 { high = middle } else { low = middle }
    }
    0.5 * (low + high)
}

pub(super) fn center_without_force(_: Thoroughness) -> Result<Findings, PaperError> {
    let line = patch(Surface::GradientLine, FINE)?;
    let sheet = ContactPatch::from_pressure(Grid::new(FINE, SIZE)?, |_, y| 0.5 * SIZE + y)?;
    let at = 1e3 * without_force(&line);
    let force = |patch: &ContactPatch, y: f64| {
        steady::coulomb(patch, &about(patch, Vector2::new(0.0, y))).force.x
    };
    let places: Vec<f64> = (-99..=99).map(|k| 1e-4 * f64::from(k)).collect();
    let milli: Vec<f64> = places.iter().map(|y| 1e3 * y).collect();
    let mut panel = Panel::new().x("centre of rotation y [mm]").y("f_x/f_N").horizontal(0.0, "");
    for (name, patch) in [("line", &line), ("square", &sheet)] {
        let forces: Vec<f64> = places.iter().map(|&y| force(patch, y)).collect();
        panel = panel.line(name, &milli, &forces);
    }
    let sheet_gap = 1e3 * (without_force(&sheet) - sheet.center_of_pressure().y);
    let pressure = 1e3 * line.center_of_pressure().y;
    let text = "The point about which a rotation has no tangential force. On a line whose pressure grows from one \
                end to the other half of the load is on either side of it, at L (1/sqrt 2 - 1/2) \
                from the middle; the centre of pressure is at L/6, and a rotation about it has a \
                force of 1/9 of the load. On a square with such a pressure the two are apart as \
                well. 101 cells along a side; tolerance half a cell.";
    let panel = panel.vertical(at, "p_s").vertical(pressure, "CoP");
    let theory = 1e3 * SIZE * (0.5_f64.sqrt() - 0.5);
    let spin = force(&line, 1e-3 * pressure).abs();
    Ok(Findings::new(text)
        .check(Theory.near("line: without force at y [mm]", at, theory, 0.1))
        .check(Theory.near("line: centre of pressure y [mm]", pressure, SIZE / 6e-3, 0.1))
        .check(Theory.near("line: |f_x|/f_N about the centre of pressure", spin, 1.0 / 9.0, 0.005))
        .check(Bound.at_least("square: from the centre of pressure to p_s [mm]", sheet_gap, 0.1))
        .figure(Figure::new("").panel(panel)))
}

/// Returns the largest deviation of a table of the limit surface.
fn table_deviation(surface: &LimitSurface, table: &Table) -> Result<f64, PaperError> {
    let mut off = vec![];
    for row in table.rows() {
        let (a, b) = (row.number("i_theta")?, row.number("i_phi")?);
        let h =
            surface.sample_at(a as usize, b as usize).unwrap_or_else(|| Vector3::repeat(f64::NAN));
        let expected = Vector3::from(row.numbers(["hx", "hy", "htau"])?);
        off.extend((h - expected).iter());
    }
    Ok(worst(off))
}

pub(super) fn samples(_: Thoroughness) -> Result<Findings, PaperError> {
    let circle = patch(Surface::RasterCircle, CELLS)?;
    let surface = LimitSurface::new(&circle, SAMPLES)?;
    let square = LimitSurface::new(&patch(Surface::Square, CELLS)?, SAMPLES)?;
    let angle = |index: usize| FRAC_PI_2 * index as f64 / SAMPLES as f64;
    let mut off = vec![];
    let (mut x, mut y) = (vec![], vec![]);
    for (a, b) in (0..=4 * SAMPLES).flat_map(|a| (0..=SAMPLES).map(move |b| (a, b))) {
        let Some(h) = surface.sample_at(a, b) else { continue };
        let ((sin_a, cos_a), (sin_b, cos_b)) = (angle(a).sin_cos(), angle(b).sin_cos());
        let along = Vector2::new(cos_a, sin_a) * (sin_b * circle.radius());
        let twist = PlanarTwist { linear: along, angular: cos_b };
        off.extend((surface.normalized(circle.radius(), &twist) - h).iter());
        x.push(0.8 * sin_b * (cos_a - sin_a));
        y.push(cos_b + 0.35 * sin_b * (cos_a + sin_a));
    }
    let text = "The directions of twists at which a limit surface is sampled (33), 20 per right \
                angle: half a sphere, 4 N_ls² cells. Looked up at a sample (35)-(41), it gives the \
                sample: that needs atan2(|v_t|, r |ω|) for (36), which is printed the other way \
                round. Tables are compared with the independent implementation at 66 places.";
    let deviation = [
        ("circle", table_deviation(&surface, &table!("planar_lugre/limit_table_circle.csv"))?),
        ("square", table_deviation(&square, &table!("planar_lugre/limit_table_square.csv"))?),
    ];
    let mut outcome = Findings::new(text).check(Theory.below(
        "looked up at a sample, less the sample",
        worst(off),
        1e-12,
    ));
    for (name, off) in deviation {
        let quantity = format!("{name}: deviation of the table from the reference");
        outcome = outcome.check(Reference.below(quantity, off, EXACT));
    }
    let dots = Series::points("", &x, &y).width(0.8);
    let panel = Panel::new().equal_aspect().without_axes().series(dots);
    Ok(outcome.figure(Figure::new("").size(620.0, 420.0).panel(panel)))
}
