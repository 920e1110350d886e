//! Steady friction: hand-computed wrenches, symmetries, limits.

use nalgebra::{Rotation2, vector};
use proptest::prelude::*;

use super::*;
use crate::patch::Surface;
use crate::patch::properties_tests::patches;
use crate::testing::{self, difference};

fn twist(x: f64, y: f64, angular: f64) -> PlanarTwist {
    PlanarTwist { linear: vector![x, y], angular }
}

/// Returns a twist about a point of the frame of the patch, given relative to the centre of pressure.
fn about(x: f64, y: f64, rate: f64) -> PlanarTwist {
    twist(rate * y, -rate * x, rate)
}

fn square(side: usize) -> ContactPatch {
    Surface::Square.patch(Grid::new(side, 0.02).unwrap()).unwrap()
}

#[test]
fn three_points_turn_about_a_fourth() {
    let places = [vector![0.3, 0.0], vector![-0.3, 0.0], vector![0.0, 0.0]];
    let patch = ContactPatch::from_points(places.into_iter().zip([1.0, 1.0, 2.0])).unwrap();
    // About (0, −0.4): the outer points are 0.5 m from it, the inner one 0.4 m.
    let wrench = by_cells(&patch, &about(0.0, -0.4, 2.0), |_| 1.0);
    assert!((wrench.force - vector![0.25 * 0.8 * 2.0 + 0.5, 0.0]).amax() < 1e-15);
    // The outer points move at (−0.8, ±0.6) of their speed.
    assert!((wrench.torque + 2.0 * 0.25 * 0.3 * 0.6).abs() < 1e-15);
    // With friction in proportion to the speed: 1 m/s, 1 m/s and 0.8 m/s.
    let viscous = by_cells(&patch, &about(0.0, -0.4, 2.0), |speed| 3.0 * speed);
    assert!((viscous.force - vector![3.0 * 0.8, 0.0]).amax() < 1e-15);
    assert!((viscous.torque + 3.0 * 2.0 * patch.viscous_factor()).abs() < 1e-15);
}

#[test]
fn four_cells_turn_about_a_point_between_corners() {
    // Cells at (±5, ±5) mm, corners every 10 mm; a quarter of the way from (0, 0) to (10, 0).
    let patch = square(2);
    let wrench = coulomb(&patch, &about(2.5e-3, 0.0, 1.0));
    // From (10, 0) the left cells are at (−15, ±5), the right ones at (−5, ±5).
    let (left, right) = ((15_f64 * 15.0 + 25.0).sqrt(), 50_f64.sqrt());
    // They move down: friction points up. About (0, 0) the forces cancel.
    let force = 0.5 * (15.0 / left + 5.0 / right);
    assert!((wrench.force - vector![0.0, 0.25 * force]).amax() < 1e-15);
    // The arms of the friction, ρ·d/|d| for cells at ρ = (±5, ±5) and d from the corner.
    let about_right = 0.5 * ((75.0 + 25.0) / left + (-25.0 + 25.0) / right);
    let about_middle = 50_f64.sqrt();
    let torque = 0.75 * about_middle + 0.25 * about_right;
    assert!((1e3 * wrench.torque + torque).abs() < 1e-14);
}

#[test]
fn a_patch_at_rest_has_no_friction() {
    let patch = square(3);
    for friction in
        [by_cells(&patch, &twist(0.0, 0.0, 0.0), |_| 1.0), coulomb(&patch, &twist(0.0, 0.0, 0.0))]
    {
        assert_eq!(friction, PlanarWrench::default());
    }
    // A cell that is the centre of rotation does not move.
    let spin = by_cells(&patch, &twist(0.0, 0.0, 1.0), |_| 1.0);
    assert!(spin.force.amax() < 1e-15, "{spin:?}");
    let beside = by_cells(&patch, &about(1e-9, 0.0, 1.0), |_| 1.0);
    assert!((beside.force - vector![0.0, 1.0 / 9.0]).amax() < 1e-6, "{beside:?}");
}

#[test]
fn not_a_number_does_not_vanish() {
    let patch = square(3);
    for bad in [twist(f64::NAN, 0.0, 0.0), twist(0.0, f64::NAN, 1.0), twist(0.1, 0.0, f64::NAN)] {
        assert!(coulomb(&patch, &bad).torque.is_nan());
        assert!(by_cells(&patch, &bad, |_| 1.0).torque.is_nan());
    }
}

#[test]
fn friction_does_not_depend_on_the_magnitude_of_the_twist() {
    let patch = testing::of_paper(Surface::Nonconvex2);
    for direction in [about(3e-3, -4e-3, 1.0), about(0.5, 0.2, 1.0), twist(0.3, 0.4, 0.0)] {
        let expected = coulomb(&patch, &direction);
        for scale in [1e-300, 1e-20, 1e-11, 1e10, 1e300] {
            let scaled = twist(
                scale * direction.linear.x,
                scale * direction.linear.y,
                scale * direction.angular,
            );
            assert!(difference(&coulomb(&patch, &scaled), &expected) < 1e-11, "{scale}");
        }
    }
}

#[test]
fn the_authors_rounding_towards_zero_would_extrapolate() {
    // Just below the grid the friction is that of the cells, not a continuation of the first row.
    let patch = square(21);
    let below = about(0.0, -0.01 - 1e-4, 1.0);
    assert_eq!(coulomb(&patch, &below), by_cells(&patch, &below, |_| 1.0));
    let within = about(0.0, -0.01 + 1e-4, 1.0);
    assert!(difference(&coulomb(&patch, &within), &by_cells(&patch, &within, |_| 1.0)) > 1e-5);
}

proptest! {
    #[test]
    fn the_opposite_twist_has_the_opposite_friction(patch in patches(), motion in testing::twist(0.02)) {
        let back = twist(-motion.linear.x, -motion.linear.y, -motion.angular);
        let (there, back) = (coulomb(&patch, &motion), coulomb(&patch, &back));
        let negative = PlanarWrench { force: -back.force, torque: -back.torque };
        prop_assert!(difference(&there, &negative) < 1e-13);
    }

    #[test]
    fn friction_does_not_depend_on_the_axes(
        patch in patches(),
        motion in testing::twist(0.02),
        angle in -3.0..3.0_f64,
        (x, y) in (-0.1..0.1_f64, -0.1..0.1_f64),
    ) {
        let turn = Rotation2::new(angle);
        let places = patch.x().iter().zip(patch.y()).zip(patch.weight());
        let moved = ContactPatch::from_points(places.map(|((px, py), weight)| {
            (turn * vector![*px, *py] + vector![x, y], *weight)
        })).unwrap();
        let turned_motion = PlanarTwist { linear: turn * motion.linear, ..motion };
        // Friction that is smooth at rest: a cell near the centre of rotation does not decide.
        let friction = |speed: f64| (1e3 * speed).tanh() + 0.1 * speed;
        let wrench = by_cells(&patch, &motion, friction);
        let expected = PlanarWrench { force: turn * wrench.force, ..wrench };
        prop_assert!(difference(&by_cells(&moved, &turned_motion, friction), &expected) < 1e-10);
    }

    #[test]
    fn friction_takes_the_power_of_every_cell(patch in patches(), motion in testing::twist(0.02)) {
        let wrench = by_cells(&patch, &motion, |_| 1.0);
        let power = wrench.force.dot(&motion.linear) + wrench.torque * motion.angular;
        let center = patch.center_of_pressure();
        let cells = patch.x().iter().zip(patch.y()).zip(patch.weight());
        let speeds = cells.map(|((x, y), weight)| {
            let (x, y) = (x - center.x, y - center.y);
            let w = motion.angular;
            weight * (motion.linear + vector![-w * y, w * x]).norm()
        });
        prop_assert!((power + speeds.sum::<f64>()).abs() < 1e-15);
    }

    #[test]
    fn no_other_friction_takes_more_power(
        patch in patches(), motion in testing::twist(0.02), other in testing::twist(0.02),
    ) {
        let power = |wrench: PlanarWrench| {
            wrench.force.dot(&motion.linear) + wrench.torque * motion.angular
        };
        let [own, others] = [motion, other].map(|m| power(by_cells(&patch, &m, |_| 1.0)));
        prop_assert!(own <= others + 1e-15);
    }

    #[test]
    fn viscous_friction_needs_no_interpolation(patch in patches(), motion in testing::twist(0.02)) {
        let wrench = interpolated(&patch, &motion, |speed| 0.2 * speed);
        let torque = -0.2 * patch.viscous_factor() * motion.angular;
        let expected = PlanarWrench { force: -0.2 * motion.linear, torque };
        prop_assert!(difference(&wrench, &expected) < 1e-15);
    }

    #[test]
    fn friction_is_continuous_on_the_grid(
        patch in patches(),
        (x, y) in (0.01..0.99_f64, 0.01..0.99_f64),
        angle in 0.0..6.0_f64,
    ) {
        let half = 0.01;
        let center = patch.center_of_pressure();
        let place = vector![half * (2.0 * x - 1.0), half * (2.0 * y - 1.0)] - center;
        let near = place + Rotation2::new(angle) * vector![1e-9, 0.0];
        let [here, there] = [place, near].map(|p| coulomb(&patch, &about(p.x, p.y, 1.0)));
        // Forces change by 2 from corner to corner at most, over a spacing of more than 2 mm.
        prop_assert!(difference(&here, &there) < 2.0 * 2.0 * 1e-9 / 2e-3);
    }
}
