//! The friction cone of the notes: its angle, the planar cone, and the pyramid inside it.

use core::f64::consts::{FRAC_PI_2, TAU};

use nalgebra::Vector3;
use stiction::friction::cone::{CircularCone, ConeScale, LinearizedCone};
use stiction::plot::{Figure, Panel, palette};

use super::drawing::{circle, cone, force, rim};
use crate::experiments::Provenance::{Bound, Paper, Theory};
use crate::experiments::check::worst;
use crate::experiments::varied::varied;
use crate::experiments::{Findings, PaperError, Thoroughness};

const FRICTION: f64 = 0.6;

/// Returns the edges `f_1` to `f_4` of the notes.
fn edges() -> [Vector3<f64>; 4] {
    let edge = |x: f64, y: f64| Vector3::new(x, y, 1.0);
    [edge(FRICTION, 0.0), edge(0.0, FRICTION), edge(-FRICTION, 0.0), edge(0.0, -FRICTION)]
}

/// Finds the largest angle from the normal of forces in the cone in each of `planes` planes, by bisection;
/// returns the least and the largest of these \[rad\].
fn widest(cone: &CircularCone, planes: u32) -> [f64; 2] {
    let angle = |plane: u32| {
        let (sine, cosine) = (TAU * f64::from(plane) / f64::from(planes)).sin_cos();
        let (mut low, mut high) = (0.0, FRAC_PI_2);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            let (along, up) = f64::sin_cos(middle);
            let inside = cone.contains(&Vector3::new(along * cosine, along * sine, up));
            if inside { low = middle } else { high = middle }
        }
        low
    };
    let angles: Vec<f64> = (0..planes).map(angle).collect();
    let (least, most) =
        (angles.iter().copied().reduce(f64::min), angles.into_iter().reduce(f64::max));
    [least, most].map(|angle| angle.unwrap_or(f64::NAN))
}

pub(super) fn run(effort: Thoroughness) -> Result<Findings, PaperError> {
    let round = CircularCone::new(FRICTION)?;
    let pyramid = LinearizedCone::builder().friction(FRICTION).sides(4).scale(ConeScale::Inner);
    let pyramid = pyramid.build()?;
    let off = pyramid.rays().zip(edges()).flat_map(|(ray, edge)| <[f64; 3]>::from(ray - edge));
    let off = worst(off);
    let [least, most] = widest(&round, 36);
    let count = if effort == Thoroughness::Full { 1_000_000 } else { 100_000 };
    let (mut by_angle, mut by_rows, mut outside, mut both) = (0, 0, 0, 0);
    for k in 0..count {
        let f = varied(k).component_mul(&Vector3::new(1.0, 1.0, 1.5));
        let angle = f.xy().norm().atan2(f.z);
        by_angle += usize::from(round.contains(&f) != (angle <= FRICTION.atan()));
        by_rows += usize::from(pyramid.contains(&f) != (f.x.abs() + f.y.abs() <= FRICTION * f.z));
        // Positive combinations of the edges.
        let share = varied(k).add_scalar(1.0).push(1.0 + varied(k + count).x);
        let combined: Vector3<f64> = edges().iter().zip(share.iter()).map(|(e, c)| e * *c).sum();
        outside += usize::from(!round.contains(&combined));
        let each = f.x.abs() <= FRICTION * f.z && f.y.abs() <= FRICTION * f.z;
        both += usize::from(each && !round.contains(&f));
    }
    let panel = |title: &str| Panel::new().title(title).equal_aspect().without_axes();
    let first = cone(panel("K_c, friction angle alpha"), &rim(FRICTION), palette::BLUE);
    let first = force(first, &Vector3::new(-FRICTION, 0.0, 1.0), "φf2");
    let first = force(first, &Vector3::new(FRICTION, 0.0, 1.0), "φf1");
    let mut second = circle(cone(panel("K_p"), &edges(), palette::VERMILION), FRICTION);
    for (edge, name) in edges().iter().zip(["f1", "f2", "f3", "f4"]) {
        second = force(second, edge, name);
    }
    let text = "The cone of the forces that allow no relative motion, K_c, its angle alpha = atan mu \
                in every plane through the normal, and the pyramid K_p = pos(f1, f2, f3, f4) with f1 \
                = (mu, 0, 1) and so on: an underestimator of K_c. It is turned by 45 degrees from the \
                pyramid of Caron's page, and its rows are |f_x| + |f_y| <= mu f_z. Forces with |f_x| \
                and |f_y| below mu N, as the notes have it for no slip, are not all in the cone.";
    let figure = Figure::new("").columns(2).size(900.0, 260.0).panel(first).panel(second);
    Ok(Findings::new(text)
        .check(Paper.below("edges less f1 to f4", off, 1e-16))
        .check(Paper.near("alpha in 36 planes, least [rad]", least, FRICTION.atan(), 1e-15))
        .check(Paper.near("largest [rad]", most, FRICTION.atan(), 1e-15))
        .check(Paper.count(
            "forces for which K_c and an angle of at most alpha disagree",
            by_angle,
            0,
        ))
        .check(Theory.count(
            "forces for which K_p and |f_x| + |f_y| <= mu f_z disagree",
            by_rows,
            0,
        ))
        .check(Paper.count("combinations of f1 to f4 outside K_c", outside, 0))
        .check(Bound.at_least("forces with |f_x|, |f_y| <= mu N outside K_c", both as f64, 1.0))
        .figure(figure)
        .not_compared("the figures of the notes are drawings by hand"))
}
