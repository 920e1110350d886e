//! Plateaus with long ramps between them are fitted as plateaus.

use stiction_friction::StribeckShape;

use super::tests::{Hum, VISCOUS, both, friction, law, speeds, stairs};
use super::*;

/// Each velocity for 1 s after a ramp, at 100 Hz. The torque accelerates an inertia of 0.1 kg m², and
/// for 0.5 s after a ramp it is 0.3 N m too large.
fn staircase(velocities: &[f64], ramp: f64, seed: u64) -> TorqueRecord {
    let (law, mut hum) = (law(StribeckShape::Gaussian), Hum::new(0.3, 0.001, seed));
    let rows = (100.0 * ramp) as usize;
    stairs(velocities, [rows, 100], |now, change, k| {
        let accelerating = if k < rows { 0.1 * change / ramp } else { 0.0 };
        let settling = if (rows..rows + 50).contains(&k) { 0.3 * now.signum() } else { 0.0 };
        friction(&law, now) + accelerating + settling + hum.next()
    })
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
    let both = both(&speeds(0.02, 2.0, 5));
    for (ramp, seed, is_settled, steady) in [
        (0.8, 1, true, Steady { settle: 0.6, ..Steady::default() }),
        (1.5, 2, false, Steady { shortest: Some(0.3), ..Steady::default() }),
        (1.5, 2, false, Steady { tolerance: 0.02, ..Steady::default() }),
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
