//! Plateaus with long ramps between them are fitted as plateaus.

use stiction_friction::StribeckShape;

use super::tests::{Hum, VISCOUS, friction, law, speeds};
use super::*;

/// Each velocity for 1 s after a ramp, at 100 Hz. The torque accelerates an inertia of 0.1 kg m², and
/// for 0.5 s after a ramp it is 0.3 N m too large.
fn staircase(velocities: &[f64], ramp: f64, seed: u64) -> TorqueRecord {
    let (law, mut hum) = (law(StribeckShape::Gaussian), Hum::new(0.3, 0.001, seed));
    let (mut velocity, mut torque) = (vec![], vec![]);
    let rows = (100.0 * ramp) as usize;
    let mut before = 0.0;
    for &own in velocities {
        for k in 0..rows + 100 {
            let share = (k as f64 / rows as f64).min(1.0);
            let now = before + share * (own - before);
            let accelerating = if k < rows { 0.1 * (own - before) / ramp } else { 0.0 };
            let settling = if (rows..rows + 50).contains(&k) { 0.3 * own.signum() } else { 0.0 };
            velocity.push(now);
            torque.push(friction(&law, now) + accelerating + settling + hum.next());
        }
        before = own;
    }
    let time = (0..velocity.len()).map(|k| 0.01 * k as f64).collect();
    TorqueRecord::new(time, velocity, torque).unwrap()
}

fn check(curve: &Curve) {
    for (quantity, truth) in [(&curve.coulomb, 1.0), (&curve.viscous_damping, VISCOUS)] {
        let [Some(low), Some(high)] = quantity.interval() else { panic!("{curve:?}") };
        assert!((low..=high).contains(&truth) && high - low < 0.1, "{truth}: {quantity:?}");
    }
}

/// Rows to be left out are left out, however few remain: those that settle, that change more than was asked for, or
/// that are steady for too short a time.
#[test]
fn choices_of_stretches_make_no_sweep() {
    let up = speeds(0.02, 2.0, 5);
    let both: Vec<f64> = up.iter().copied().chain(up.iter().map(|speed| -speed)).collect();
    let steady = Steady::default;
    for (ramp, seed, is_settled, steady) in [
        (0.8, 1, true, steady().settle(0.6)),
        (1.5, 2, false, steady().shortest(0.3)),
        (1.5, 2, false, steady().tolerance(0.02)),
    ] {
        let stretches = steady.stretches(&staircase(&both, ramp, seed)).unwrap();
        assert_eq!((stretches.is_swept, stretches.stretches.len()), (false, 10));
        if is_settled {
            Stribeck::default().of(&stretches).unwrap().curves().for_each(check);
        }
    }
}

/// A direction in which nothing moves says nothing about the other one.
#[test]
fn plateaus_of_one_direction_are_no_sweep() {
    let up = speeds(0.02, 2.0, 12);
    // The last one goes back to the start within the ramp of 2 s.
    let and_back: Vec<f64> = up.iter().copied().chain([-0.5]).collect();
    for velocities in [&up, &and_back] {
        let record = staircase(velocities, 2.0, 3);
        let stretches = Steady::default().stretches(&record).unwrap();
        assert!(!stretches.is_swept, "{:?}", stretches.left_out);
        let forward = stretches.stretches.iter().filter(|own| own.velocity > 0.0);
        assert_eq!(forward.count(), 12);
    }
}
