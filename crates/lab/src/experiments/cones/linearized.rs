//! Pyramids around and inside the circular cone.

use core::f64::consts::{FRAC_PI_4, PI, TAU};

use nalgebra::Vector3;
use stiction::friction::cone::{CircularCone, ConeScale, LinearizedCone};
use stiction::plot::{Figure, Panel, palette};
use stiction::prelude::*;

use super::drawing::{circle, cone, rim};
use crate::experiments::Provenance::{Paper, Reference, Theory};
use crate::experiments::check::worst;
use crate::experiments::varied::varied;
use crate::experiments::{Findings, PaperError, Thoroughness};

const FRICTION: f64 = 0.6;

fn pyramid(scale: ConeScale) -> Result<LinearizedCone, ParameterError> {
    let cone = LinearizedCone::builder().friction(FRICTION).sides(4).scale(scale);
    cone.phase(FRAC_PI_4).build()
}

/// Returns whether a force satisfies the inequalities of the page: `|f·t| ≤ c f·n`, and likewise for b.
fn rows(coefficient: f64, force: &Vector3<f64>) -> bool {
    force.z >= 0.0
        && force.x.abs() <= coefficient * force.z
        && force.y.abs() <= coefficient * force.z
}

/// Takes `count` forces and counts those in the circular but not in the outer cone, and in the inner but not in the
/// circular one; also returns the share of the circular cone outside the inner one, and the number of cases in which
/// the inequalities disagree with the cones.
fn members(count: u32) -> Result<([usize; 2], f64, usize), PaperError> {
    let round = CircularCone::new(FRICTION)?;
    let (outer, inner) = (pyramid(ConeScale::Outer)?, pyramid(ConeScale::Inner)?);
    let (mut wrong, mut held, mut lost, mut disagree) = ([0; 2], 0, 0, 0);
    for k in 0..count {
        // All at one normal force, so that shares are shares of area.
        let force = varied(k).component_mul(&Vector3::new(1.0, 1.0, 0.0)) + Vector3::z();
        let (round, outer, inner) =
            (round.contains(&force), outer.contains(&force), inner.contains(&force));
        wrong[0] += usize::from(round && !outer);
        wrong[1] += usize::from(inner && !round);
        held += usize::from(round);
        lost += usize::from(round && !inner);
        disagree += usize::from(outer != rows(FRICTION, &force));
        disagree += usize::from(inner != rows(FRICTION / 2.0_f64.sqrt(), &force));
    }
    Ok((wrong, lost as f64 / held as f64, disagree))
}

/// Returns the largest share, over all directions, by which the section of the inscribed polygon is too small.
fn error(sides: usize) -> Result<f64, ParameterError> {
    let cone = LinearizedCone::builder().friction(FRICTION).sides(sides).scale(ConeScale::Inner);
    let cone = cone.build()?;
    let directions = 16 * sides;
    let angle = |k: usize| TAU * k as f64 / directions as f64;
    let short = (0..directions).map(|k| 1.0 - cone.section_radius(angle(k)) / FRICTION);
    Ok(worst(short))
}

/// Draws the three cones and the error of the inscribed polygon.
fn figure(
    outer: &LinearizedCone,
    inner: &LinearizedCone,
    sides: &[usize],
    errors: &[f64],
) -> Figure {
    let mut figure = Figure::new("").columns(2).size(1000.0, 260.0);
    let bare = |title: &str| Panel::new().title(title).equal_aspect().without_axes();
    figure = figure.panel(cone(bare("circular"), &rim(FRICTION), palette::BLUE));
    for (title, pyramid) in [("outer", outer), ("inner", inner)] {
        let rays: Vec<_> = pyramid.rays().collect();
        let panel = cone(bare(title), &rays, palette::BLUE);
        figure = figure.panel(circle(panel, FRICTION));
    }
    let edges: Vec<f64> = sides.iter().map(|&n| n as f64).collect();
    let panel = Panel::new().x("number of edges").y("largest error of the section").log_log();
    figure.panel(panel.line_and_points("inscribed", &edges, errors))
}

pub(super) fn run(effort: Thoroughness) -> Result<Findings, PaperError> {
    let (outer, inner) = (pyramid(ConeScale::Outer)?, pyramid(ConeScale::Inner)?);
    let count = if effort == Thoroughness::Full { 1_000_000 } else { 100_000 };
    let ([not_outer, not_round], lost, disagree) = members(count)?;
    let sides: Vec<usize> = (3..=100).collect();
    let errors = sides.iter().map(|&n| error(n)).collect::<Result<Vec<_>, _>>()?;
    let off = |(n, error): (&usize, &f64)| error - (1.0 - (PI / *n as f64).cos());
    let off = worst(sides.iter().zip(&errors).map(off));
    let text = "The circular cone, and its linear approximations with n = 4: outer for mu~ = mu, inner \
                for mu~ = mu/sqrt 2, with the rows |f.t|, |f.b| <= mu~ f.n. The page defines mu~ as \
                the radius of the vertices of an inscribed polygon, but its rows have that of the \
                faces: both are right in their place, because the faces of the inner one are at mu/sqrt \
                2 if its vertices are at mu. The approximation becomes as close as desired; the \
                least numbers of edges are those of an independent implementation.";
    let figure = figure(&outer, &inner, &sides, &errors);
    let mut outcome = Findings::new(text)
        .check(Paper.near(
            "outer: faces at, over mu",
            outer.face_coefficient() / FRICTION,
            1.0,
            1e-15,
        ))
        .check(Paper.near(
            "inner: faces at",
            inner.face_coefficient() / FRICTION,
            0.5_f64.sqrt(),
            1e-15,
        ))
        .check(Theory.near("inner: vertices at", inner.vertex_coefficient() / FRICTION, 1.0, 1e-15))
        .check(Paper.count("forces in the circular cone, not in the outer", not_outer, 0))
        .check(Paper.count("in the inner cone, not in the circular", not_round, 0))
        .check(Theory.near(
            "share of the circular cone not in the inner",
            lost,
            1.0 - 2.0 / PI,
            2e-3,
        ))
        .check(Paper.count("forces for which the rows disagree with the cones", disagree, 0))
        .check(Theory.near(
            "area of the outer section",
            ConeScale::Outer.area_ratio(4),
            4.0 / PI,
            1e-15,
        ))
        .check(Theory.near("of the inner", ConeScale::Inner.area_ratio(4), 2.0 / PI, 1e-15))
        .check(Theory.below("error less 1 - cos(pi/n), n from 3 to 100", off, 1e-14));
    for (share, known) in [(0.1, 7), (0.05, 10), (0.01, 23), (0.001, 71)] {
        let found = sides.iter().zip(&errors).find(|(_, error)| **error <= share);
        let found = found.map_or(0, |(n, _)| *n);
        let quantity = format!("edges for an error of {} %", 100.0 * share);
        outcome = outcome.check(Reference.count(quantity, found, known));
    }
    Ok(outcome
        .figure(figure)
        .not_compared("the figure of the page is a drawing; ours has its parts"))
}
