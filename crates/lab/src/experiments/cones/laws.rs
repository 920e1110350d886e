//! The two Coulomb models of the notes: one coefficient, or a static and a dynamic one.

use nalgebra::Vector3;
use stiction::plot::{Figure, Panel};
use stiction::prelude::*;

use super::block::{DAMPING, MASS, STEP, STIFFNESS, WEIGHT, place};
use crate::experiments::Provenance::{Paper, Theory};
use crate::experiments::check::worst;
use crate::experiments::{Findings, PaperError, Thoroughness};

/// Rate of the pull \[N/s\] and end of the run \[s\].
const GROWTH: f64 = 5.0;
const UNTIL: f64 = 1.6;
const STATIC: f64 = 0.6;
const DYNAMIC: f64 = 0.4;

/// Results for a block under a growing pull.
struct Pulled {
    pull: Vec<f64>,
    friction: Vec<f64>,
    /// Pull at which it breaks away \[N\].
    breakaway: f64,
    /// Friction at the end \[N\].
    sliding: f64,
    /// Largest difference between pull and friction before breakaway \[N\].
    apart: f64,
}

fn pulled(contact: &PointContact<CoulombGsat>) -> Result<Pulled, PaperError> {
    let mut block = place(contact, |time| Vector3::new(GROWTH * time, 0.0, -WEIGHT))?;
    let mut found = Pulled {
        pull: vec![],
        friction: vec![],
        breakaway: f64::NAN,
        sliding: f64::NAN,
        apart: 0.0,
    };
    let (mut before, mut apart) = (0.0, vec![]);
    for k in 1..=(UNTIL / STEP).round() as u32 {
        let time = f64::from(k) * STEP;
        block.sim.run_until(time)?;
        let speed = block.sim.motion(block.mass)?.flow.x;
        // Mean pull and friction over the step.
        let pull = GROWTH * (time - 0.5 * STEP);
        let friction = pull - MASS * (speed - before) / STEP;
        before = speed;
        let slips = block.sim.contact_state(block.sole)?.mode == ContactMode::Slip;
        if slips && found.breakaway.is_nan() {
            found.breakaway = GROWTH * time;
        }
        if found.breakaway.is_nan() {
            apart.push(pull - friction);
        }
        found.pull.push(pull);
        found.friction.push(friction);
        found.sliding = friction;
    }
    found.apart = worst(apart);
    Ok(found)
}

pub(super) fn run(_: Thoroughness) -> Result<Findings, PaperError> {
    let contact = CoulombContact::builder().stiffness(STIFFNESS).damping(DAMPING);
    let one = pulled(&contact.friction(STATIC).build()?)?;
    let curve = StribeckCurve::builder().coulomb(DYNAMIC).breakaway(STATIC).stribeck_speed(0.02);
    let contact = CoulombContact::builder().stiffness(STIFFNESS).damping(DAMPING);
    let two = pulled(&contact.friction(curve.build()?).build()?)?;
    let panel = Panel::new().x("pull [N]").y("friction [N]");
    let panel = panel.line("model 1, mu = 0.6", &one.pull, &one.friction);
    let panel = panel.line("model 2, mu_s = 0.6, mu_d = 0.4", &two.pull, &two.friction);
    let text = "A block is pulled ever harder. Model 1: friction is at most mu N at rest, and mu N in \
                motion. Model 2: up to mu_s N at rest, mu_d N in motion. At rest friction equals the \
                pull, except for the inertia of the elastic contact while the pull grows. The coefficients are \
                chosen here: the notes have none.";
    // Force of inertia when a block that swings at 100 rad/s meets the sudden growth.
    let inertia = GROWTH * (MASS / STIFFNESS).sqrt();
    // Growth of the pull in two steps, within which the contact follows it.
    let step = 2.0 * GROWTH * STEP;
    Ok(Findings::new(text)
        .check(Paper.near("model 1: breaks away at [N]", one.breakaway, STATIC * WEIGHT, step))
        .check(Paper.near("friction in motion [N]", one.sliding, STATIC * WEIGHT, 1e-9))
        .check(Paper.near(
            "model 2: breaks away at [N]",
            two.breakaway,
            STATIC * WEIGHT,
            2.0 * step,
        ))
        .check(Paper.near("friction in motion [N]", two.sliding, DYNAMIC * WEIGHT, 1e-9))
        .check(Theory.below("pull less friction at rest [N]", one.apart, inertia))
        .figure(Figure::new("").panel(panel)))
}
