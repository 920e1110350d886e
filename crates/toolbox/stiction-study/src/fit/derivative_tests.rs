//! Derivatives of runs that end in sticking; the book explains them.

use super::*;
use crate::fit::experiment::InputInterpolation;
use crate::fit::testing::{LIMIT, file};
use crate::fit::{Free, Log};

/// Returns the derivative of the final position of a block of 2 kg \[m/N\] with respect to its friction limit, by
/// runs.
fn derivative(limit: f64, velocity: f64, load: f64, differences: Differences) -> f64 {
    let text = format!(
        "schema_version = 1\nsolver = {{ step = 1e-4, until = 3.0 }}\n\
         bodies.block = {{ type = \"point_mass\", mass = 2.0, start = {{ velocity = {velocity} }} }}\n\
         connections.friction = {{ ports = \"block\", \
         law = {{ type = \"gsat\", stiffness = 1e6, damping = 2e3, limit = {limit:?} }} }}\n\
         connections.load = {{ ports = \"block\", law = {{ type = \"effort\", \
         effort = {{ type = \"smooth_step\", to = {load:?}, duration = 1.0 }} }} }}\n"
    );
    let file = file(text);
    let scenario = file.scenario().unwrap();
    // Only its last row counts. The load grows within a second, so that the bristle does not swing.
    let log = Log::new(vec![0.0, 3.0], [("block.x", vec![f64::NAN, 0.0])]).unwrap();
    let paths = vec![LIMIT.to_owned()];
    let experiment =
        Experiment::new(&file, &scenario, &log, paths, InputInterpolation::Straight).unwrap();
    let axes = [Axis::new(&Free::new(LIMIT), &scenario).unwrap()];
    let problem = Problem { experiment: &experiment, axes: &axes, rows: 2, scales: vec![1.0] };
    let u = axes[0].coordinate(limit);
    let there = problem.quadratic(&[u], differences).unwrap();
    -there.jacobian[(0, 0)] / axes[0].rate(u)
}

#[test]
fn while_it_slides_it_is_that_of_the_closed_form() {
    // x = m v²/2F at rest, 0.5 m of it here.
    let closed = -2.0 * 9.0 / (2.0 * 18.0 * 18.0);
    let central = derivative(18.0, 3.0, 0.0, Differences::Central);
    assert!((central / closed - 1.0).abs() < 1e-4, "{central} {closed}");
    // The control: to one side it is off by half of the second derivative, a thousandth.
    let one_sided = derivative(18.0, 3.0, 0.0, Differences::OneSided);
    let off = one_sided / closed - 1.0;
    assert!((off + 5e-4).abs() < 1e-4, "{off}");
}

#[test]
fn once_it_sticks_a_limit_that_is_not_reached_is_nothing() {
    assert_eq!(derivative(18.0, 0.0, 10.0, Differences::Central), 0.0);
    // The control: under a larger load it slides.
    let slides = derivative(9.0, 0.0, 10.0, Differences::Central);
    assert!(slides < -0.9, "{slides}");
}

/// At the load itself the two one-sided derivatives differ, and the central one is between them.
#[test]
fn where_it_lets_go_there_are_two() {
    let above = derivative(10.0, 0.0, 10.0, Differences::OneSided);
    let both = derivative(10.0, 0.0, 10.0, Differences::Central);
    let below = 2.0 * both - above;
    // x = (f − F) t²/2m, of the two seconds after the load has grown.
    let closed = -4.0 / (2.0 * 2.0);
    assert!(above.abs() < 0.05, "{above} {below}");
    assert!((below / closed - 1.0).abs() < 0.1, "{above} {below}");
}
