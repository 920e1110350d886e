use super::*;
use crate::testing::*;
use crate::{Articulation, Inertial, Joint, TreeLink};
use approx::assert_relative_eq;
use nalgebra::{Matrix3, Vector3};
use proptest::prelude::*;
use stiction_core::Pose;

/// Returns links that differ in everything.
fn arm(n: usize, gravity: Vector2<f64>) -> PlanarArm {
    let links = (0..n).map(|i| {
        let i = i as f64;
        Link::builder()
            .mass(0.5 + 0.1 * i)
            .length(0.3 - 0.008 * i)
            .center(0.12 + 0.01 * i)
            .inertia(0.004 + 0.0003 * i * i)
            .build()
            .unwrap()
    });
    PlanarArm::builder().links(links).gravity(gravity).build().unwrap()
}

fn interleave(angles: &[f64], speeds: &[f64]) -> Vec<f64> {
    angles.iter().zip(speeds).flat_map(|(&angle, &speed)| [angle, speed]).collect()
}

/// Returns the joint angles, speeds and torques of `n` joints.
fn motion(n: usize) -> impl Strategy<Value = (Vec<f64>, Vec<f64>, Vec<f64>)> {
    let numbers = move |bound| proptest::collection::vec(number(bound), n);
    (numbers(3.0), numbers(4.0), numbers(2.0))
}

/// Returns the kinetic energy and gravity potential from the positions of the centres, nothing else.
fn energy_by_hand(arm: &PlanarArm, angles: &[f64], speeds: &[f64]) -> f64 {
    let (mut joint, mut joint_velocity) = (Vector2::zeros(), Vector2::zeros());
    let (mut angle, mut speed, mut energy) = (0.0, 0.0, 0.0);
    for (i, link) in arm.links().iter().enumerate() {
        angle += angles[i];
        speed += speeds[i];
        let along = Vector2::new(f64::cos(angle), f64::sin(angle));
        let across = Vector2::new(-along.y, along.x) * speed;
        let velocity: Vector2<f64> = joint_velocity + across * link.center();
        let center: Vector2<f64> = joint + along * link.center();
        energy += link.mass() * (0.5 * velocity.norm_squared() - arm.gravity.dot(&center))
            + 0.5 * link.inertia() * speed * speed;
        joint += along * link.length();
        joint_velocity += across * link.length();
    }
    energy
}

/// Returns the arm as a tree of links in space.
fn tree(arm: &PlanarArm) -> Articulation {
    let mut place = 0.0;
    let links = arm.links().iter().enumerate().map(|(k, link)| {
        let (center, moments) =
            (Vector3::x() * link.center(), Matrix3::identity() * link.inertia());
        let parent = if k == 0 { "base".to_owned() } else { format!("{}", k - 1) };
        let tree = TreeLink::builder().name(format!("{k}")).parent(parent);
        let tree = tree.joint(Joint::Revolute(Vector3::z())).origin(Pose::at(Vector3::x() * place));
        place = link.length();
        tree.inertial(Inertial::new(link.mass(), center, moments).unwrap()).build().unwrap()
    });
    Articulation::builder().links(links).gravity(arm.gravity.push(0.0)).build().unwrap()
}

proptest! {
    #[test]
    fn inertia_matrix_is_symmetric_and_positive_definite(n in 1_usize..=32, seed in number(3.0)) {
        let angles: Vec<f64> = (0..n).map(|i| seed * (1.0 + 0.7 * i as f64)).collect();
        let h = arm(n, Vector2::zeros()).inertia_matrix(&angles).unwrap();
        prop_assert!(h == h.transpose());
        prop_assert!(h.cholesky().is_some());
    }

    #[test]
    fn every_kernel_solves_the_equation_of_motion(
        n in 1_usize..=32, (angles, speeds, torques) in motion(32), g in vector2(9.8),
    ) {
        let (angles, speeds, torques) = (&angles[..n], &speeds[..n], &torques[..n]);
        for gravity in [g, Vector2::zeros()] {
            let arm = arm(n, gravity);
            let rate = rate_under(&arm, &interleave(angles, speeds), torques);
            let acceleration = DVector::from_fn(n, |i, _| rate[2 * i + 1]);
            let h = arm.inertia_matrix(angles).unwrap();
            let bias = arm.bias(angles, speeds).unwrap();
            let size = torques.iter().fold(bias.amax(), |a, t| a.max(t.abs()));
            let residual = (h * acceleration + bias - DVector::from_column_slice(torques)).amax();
            prop_assert!(residual < 1e-11 * size, "n = {}: {} of {}", n, residual, size);
        }
    }

    /// The tree is compared with an independent library.
    #[test]
    fn it_moves_as_the_tree_of_its_links(
        n in 1_usize..=9, (angles, speeds, torques) in motion(9), g in vector2(9.8),
    ) {
        let arm = arm(n, g);
        let (state, torques) = (interleave(&angles[..n], &speeds[..n]), &torques[..n]);
        let found = DVector::from_vec(rate_under(&arm, &state, torques));
        let expected = DVector::from_vec(rate_under(&tree(&arm), &state, torques));
        let off = (&found - &expected).amax();
        prop_assert!(off < 1e-9 * (1.0 + expected.amax()), "n = {}: {}", n, off);
    }

    #[test]
    fn stores_what_it_is_given(
        n in 1_usize..=20, (angles, speeds, torques) in motion(20), g in vector2(9.8),
    ) {
        let (angles, speeds, torques) = (&angles[..n], &speeds[..n], &torques[..n]);
        let (arm, state) = (arm(n, g), interleave(angles, speeds));
        let by_hand = energy_by_hand(&arm, angles, speeds);
        assert_relative_eq!(arm.stored_energy(&state), by_hand, epsilon = 1e-11, max_relative = 1e-11);
        assert_power_balance(&arm, &state, torques, 1e-8);
        // Along a rate that no motion has, the power is still the derivative of the energy.
        let rate = interleave(torques, angles);
        let moved = |h: f64| -> Vec<f64> { state.iter().zip(&rate).map(|(x, r)| x + h * r).collect() };
        let numeric = (arm.stored_energy(&moved(1e-5)) - arm.stored_energy(&moved(-1e-5))) / 2e-5;
        let power = arm.powers(&Stage::at(0.0), &state, &rate).stored.unwrap();
        assert_relative_eq!(power, numeric, epsilon = 1e-4, max_relative = 1e-5);
    }
}

/// Every link begins where the one before ends, and the last ends at the tip.
#[test]
fn its_links_are_seen_where_they_are() {
    let arm = arm(3, Vector2::zeros());
    let state = [0.4, 9.0, -1.1, 9.0, 2.0, 9.0];
    let seen = Admittance::view(&arm, &state);
    assert_eq!(seen.len(), 3);
    let (mut at, mut angle) = (Vector3::zeros(), 0.0);
    for ((link, seen), joint) in arm.links().iter().zip(&seen).zip([0.4, -1.1, 2.0]) {
        assert!((seen.pose.position - at).norm() < 1e-15);
        angle += joint;
        at += Vector3::new(link.length() * f64::cos(angle), link.length() * f64::sin(angle), 0.0);
        let Shape::Line { points } = &seen.shape else { panic!("{seen:?}") };
        let end = nalgebra_glm::quat_rotate_vec3(&seen.pose.orientation, &points[1].into());
        assert!((seen.pose.position + end - at).norm() < 1e-15);
    }
}
