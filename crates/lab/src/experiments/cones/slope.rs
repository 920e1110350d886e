//! A mass on a surface, at rest while the contact force is in the cone.

use core::f64::consts::{PI, TAU};

use nalgebra::Vector3;
use stiction::friction::cone::{CircularCone, ConeScale};
use stiction::plot::{Figure, Panel, Series, palette};
use stiction::prelude::*;

use super::block::{DAMPING, STEP, STIFFNESS, WEIGHT, place};
use crate::experiments::Provenance::{Bound, Paper, Theory};
use crate::experiments::check::worst;
use crate::experiments::varied::varied;
use crate::experiments::{Findings, PaperError, Thoroughness};

const FRICTION: f64 = 0.5;
/// Rate of tilting \[rad/s\], too slow for oscillations.
const RATE: f64 = 0.1;
/// The tilt is known to within a step, and the block follows it with a lag of less than another.
const TOLERANCE: f64 = 2.0 * RATE * STEP;

/// Returns the tilt \[rad\] at which a block breaks away, for a slope that falls along `heading`.
fn breaks_away<C>(contact: &C, heading: f64) -> Result<f64, PaperError>
where
    C: stiction::core::Impedance<Domain = Space> + Clone,
{
    let weight = move |time: f64| {
        let (along, down) = (RATE * time).sin_cos();
        Vector3::new(along * heading.cos(), along * heading.sin(), -down) * WEIGHT
    };
    let mut block = place(contact, weight)?;
    let steps = (1.0 / (RATE * STEP)) as u32;
    for k in 1..=steps {
        let time = f64::from(k) * STEP;
        block.sim.run_until(time)?;
        if block.sim.contact_state(block.sole)?.mode == ContactMode::Slip {
            return Ok(RATE * time);
        }
    }
    Ok(f64::NAN)
}

/// Pulls a block for 0.4 s with each of many forces, except those within 1 % of the border of the
/// cone. Returns the number of forces, of blocks at rest in the end, and of cases that agree with
/// the cone.
fn pulled(contact: &PointContact<CoulombGsat>) -> Result<[usize; 3], PaperError> {
    let cone = CircularCone::new(FRICTION)?;
    let (mut tried, mut held, mut agree) = (0, 0, 0);
    for k in 0..300 {
        let given = varied(k).component_mul(&Vector3::new(0.4, 0.4, 0.6)) - Vector3::z() * 0.4;
        let given = given * WEIGHT;
        // Force needed from the surface for equilibrium.
        let needed = -given;
        if cone.signed_distance(&needed).abs() < 0.01 * needed.norm() {
            continue;
        }
        let mut block = place(contact, move |_| given)?;
        block.sim.run_until(0.4)?;
        let rests = block.sim.contact_state(block.sole)?.mode == ContactMode::Stick;
        tried += 1;
        held += usize::from(rests);
        agree += usize::from(rests == cone.contains(&needed));
    }
    Ok([tried, held, agree])
}

/// Returns the radius, in a direction from a vertex, of a square section whose faces are at a
/// distance `face`.
fn square(face: f64, heading: f64) -> f64 {
    let off = (heading + PI / 4.0).rem_euclid(PI / 2.0) - PI / 4.0;
    face / (PI / 4.0 - off.abs()).cos()
}

fn points(headings: &[f64], radii: &[f64]) -> [Vec<f64>; 2] {
    let place = |(heading, radius): (&f64, &f64)| (radius * heading.cos(), radius * heading.sin());
    let (x, y) = headings.iter().zip(radii).map(place).unzip();
    [x, y]
}

pub(super) fn run(effort: Thoroughness) -> Result<Findings, PaperError> {
    let around = if effort == Thoroughness::Full { 72 } else { 16 };
    let headings: Vec<f64> =
        (0..around).map(|k| TAU * (f64::from(k) + 0.3) / f64::from(around)).collect();
    let round = CoulombContact::builder().stiffness(STIFFNESS).damping(DAMPING).friction(FRICTION);
    let round = round.build()?;
    let pyramid = |scale| {
        let contact = PyramidContact::builder().stiffness(STIFFNESS).damping(DAMPING);
        contact.friction(FRICTION).sides(4).scale(scale).build()
    };
    let (inner, outer) = (pyramid(ConeScale::Inner)?, pyramid(ConeScale::Outer)?);
    type Tilts = Result<Vec<f64>, PaperError>;
    let round_tilts: Tilts = headings.iter().map(|&h| breaks_away(&round, h)).collect();
    let inner_tilts: Tilts = headings.iter().map(|&h| breaks_away(&inner, h)).collect();
    let outer_tilts: Tilts = headings.iter().map(|&h| breaks_away(&outer, h)).collect();
    type Radius = fn(f64) -> f64;
    let models: [(&str, Vec<f64>, Radius); 3] = [
        ("circular", round_tilts?, |_| FRICTION),
        ("inner, n = 4", inner_tilts?, |heading| square(FRICTION / 2.0_f64.sqrt(), heading)),
        ("outer, n = 4", outer_tilts?, |heading| square(FRICTION, heading)),
    ];
    let [tried, held, agree] = pulled(&round)?;
    let mut outcome = Findings::new(
        "A mass in contact with a surface remains fixed as long as the contact force m g - f_ext lies \
         within the friction cone; as soon as it leaves it, the contact switches to sliding. Here a \
         block is simulated under constant forces in all directions, and on a plane that is tilted \
         slowly, whose tangent at the break-away is the radius of the section of the cone: mu for \
         the circular one, between mu/sqrt 2 and mu for the pyramid inside, between mu and mu sqrt 2 \
         for the one around it.",
    )
    .check(Paper.count("forces for which the block rests exactly if the cone says so", agree, tried))
    .check(Bound.at_least("of them in the cone", held as f64, 20.0))
    .check(Bound.at_least("and outside", (tried - held) as f64, 20.0));
    let mut panel =
        Panel::new().equal_aspect().x("tangent of the break-away angle (dots: simulated)");
    let fine: Vec<f64> = (0..=360).map(|k| TAU * f64::from(k) / 360.0).collect();
    let colors = [palette::BLACK, palette::BLUE, palette::VERMILION];
    for ((name, tilts, radius), color) in models.into_iter().zip(colors) {
        let off = worst(tilts.iter().zip(&headings).map(|(tilt, h)| tilt - radius(*h).atan()));
        let quantity = format!("{name}: break-away angle, off by [rad]");
        outcome = outcome.check(Theory.below(quantity, off, TOLERANCE));
        let theory: Vec<f64> = fine.iter().map(|&heading| radius(heading)).collect();
        let tangents: Vec<f64> = tilts.iter().map(|tilt| tilt.tan()).collect();
        let ([x, y], [u, v]) = (points(&fine, &theory), points(&headings, &tangents));
        panel = panel.series(Series::line(name, &x, &y).color(color).width(1.0));
        panel = panel.series(Series::points("", &u, &v).color(color).width(1.4));
    }
    Ok(outcome
        .figure(Figure::new("").size(600.0, 360.0).panel(panel))
        .not_compared("the figure of the page is a drawing"))
}
