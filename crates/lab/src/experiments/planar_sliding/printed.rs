//! The quadratic equations as printed: where they hold, and where they mislead.

use stiction::plot::{Figure, Panel};
use stiction::prelude::*;

use super::body::{Body, HEIGHT, INERTIA_PER_MASS, STEP};
use super::quadratics::{Quadratics, Spin};
use super::run::Run;
use crate::experiments::Provenance::{Reference, Theory};
use crate::experiments::check::worst;
use crate::experiments::{Findings, PaperError, Thoroughness};

/// Returns the largest difference of the velocities \[m/s, rad/s\] between our slipping steps and
/// the root of the four quadratics found from the step before; `None` if a root is not found.
fn apart(run: &Run) -> Option<f64> {
    let (mut off, mut last) = (vec![], None);
    for step in run.moving() {
        let problem = Quadratics::new(&run.slider, &step.before.flow, &step.load, Spin::Corrected);
        let root = problem.solve(last.unwrap_or_else(|| problem.guess()))?;
        let linear = root.flow.linear - step.after.flow.linear;
        off.extend([linear.x, linear.y, root.flow.angular - step.after.flow.angular]);
        last = Some(root.unknowns);
    }
    Some(worst(off))
}

/// Returns the angular velocities of example 3 with the push 5 cm up, by the quadratics with both
/// forms of (24).
fn pushed_low(spin: Spin) -> Result<[Vec<f64>; 2], PaperError> {
    let body = Body::pushed(0.05)?;
    let mut state = Motion::<PlanarFrame>::new(PlanarPose::default(), body.start);
    let (mut last, mut found) = (None, [vec![], vec![]]);
    for k in 0..60 {
        let load = body.load(f64::from(k) * STEP, &state.pose)?;
        let problem = Quadratics::new(&body.slider, &state.flow, &load, spin);
        let root = problem.solve(last.unwrap_or_else(|| problem.guess()));
        let root = root.ok_or_else(|| "the quadratics have no root".to_owned())?;
        state.flow = root.flow;
        state.pose.position += state.flow.linear * STEP;
        state.pose.angle += state.flow.angular * STEP;
        last = Some(root.unknowns);
        found[0].push(f64::from(k + 1) * STEP);
        found[1].push(state.flow.angular);
    }
    Ok(found)
}

pub(super) fn run(_: Thoroughness) -> Result<Findings, PaperError> {
    let bodies = [
        ("example 1", Body::square()?, 60),
        ("example 2", Body::ring(INERTIA_PER_MASS)?, 70),
        ("example 3", Body::pushed(HEIGHT)?, 300),
        ("example 3, pushed at 5 cm", Body::pushed(0.05)?, 60),
    ];
    let mut outcome = Findings::new(
        "The paper says that sigma is positive and that four quadratics give the friction. While the \
         body slides they give what our one equation gives. In the step in which it stops there is \
         another root: from the step before one finds sigma < 0 and the velocity reversed, where the \
         body has to stick, by the complementarity (7). And if the load tilts the body, (24) as \
         printed lacks a moment, (p_t p_xtau + p_o p_ytau)/p_n: with the push of example 3 at a \
         height of 5 cm its angular velocity is off by 11 rad/s within 0.6 s (numbers of an \
         independent implementation).",
    );
    for (name, body, count) in bodies {
        let off = apart(&Run::new(&body, count)?).unwrap_or(f64::NAN);
        let quantity = format!("{name}: largest difference [m/s, rad/s]");
        outcome = outcome.check(Theory.below(quantity, off, 1e-10));
    }
    let stops = Run::new(&Body::square()?, 60)?;
    let moving = stops.moving();
    let (last, halt) = (&moving[moving.len() - 1], &stops.steps[moving.len()]);
    let problem = |step: &super::run::Step| {
        Quadratics::new(&stops.slider, &step.before.flow, &step.load, Spin::Printed)
    };
    let limit = stops.slider.friction() * last.report.normal_impulse;
    let axes = nalgebra::Vector3::from(stops.slider.semi_axes());
    let guess = last.report.impulse.component_div(&axes) / limit;
    let root = problem(halt).solve(guess.push(last.report.multiplier));
    let root = root.ok_or_else(|| "the step of the halt has no root".to_owned())?;
    let wrong = root.flow;
    let digits = 5e-6;
    let outcome = outcome
        .check(Reference.near("halt of example 1: sigma [m/s]", root.unknowns.w, -0.00155, digits))
        .check(Reference.near("v_x with it [m/s]", wrong.linear.x, 0.000_199, 5e-7))
        .check(Reference.near("v_y [m/s]", wrong.linear.y, -0.001_07, digits))
        .check(Reference.near("w_z [rad/s]", wrong.angular, -0.149, 5e-4))
        .check(Theory.below("v_x with the stick test [m/s]", halt.after.flow.linear.x, 0.0));
    let [time, corrected] = pushed_low(Spin::Corrected)?;
    let [_, printed] = pushed_low(Spin::Printed)?;
    let off = worst(corrected.iter().zip(&printed).map(|(a, b)| a - b));
    let panel = Panel::new().x("time [s]").y("angular velocity [rad/s]");
    let panel = panel.line("(24) with the missing moment", &time, &corrected);
    let panel = panel.line("(24) as printed", &time, &printed);
    let outcome =
        outcome.check(Reference.near("pushed at 5 cm: (24) off by [rad/s]", off, 11.1, 0.05));
    Ok(outcome.figure(Figure::new("").panel(panel)))
}
