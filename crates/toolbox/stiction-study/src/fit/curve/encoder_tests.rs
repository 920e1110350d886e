//! Break-away torques from positions of an encoder.

use super::tests::{Hum, LIMIT, STIFFNESS, shown, turns};
use super::*;

/// A spring that slides at its limit.
fn spring(way: f64) -> f64 {
    (STIFFNESS * way - LIMIT).min(LIMIT)
}

/// To and fro at 0.1 rad/s, 5 s between turns, with a number of rows per second; the torque depends on the distance
/// since the last turn.
fn triangle(per_second: u32, torque: impl Fn(f64) -> f64) -> TorqueRecord {
    let swing = 5 * per_second;
    let rows = 0..7 * swing;
    let (mut time, mut position, mut torques) = (vec![], vec![], vec![]);
    for row in rows {
        let way = 0.1 * f64::from(row % swing) / f64::from(per_second);
        let is_back = (row / swing) % 2 == 1;
        time.push(f64::from(row) / f64::from(per_second));
        position.push(if is_back { 0.5 - way } else { way });
        torques.push(if is_back { -torque(way) } else { torque(way) });
    }
    TorqueRecord::new(time, None, torques, Some(position)).unwrap()
}

/// Adds noise, and quantises positions.
fn measured(record: TorqueRecord, step: f64, deviation: f64) -> TorqueRecord {
    shown(Hum::new(0.0, deviation, 3).on(record), step)
}

fn check(record: &TorqueRecord) {
    let turns = turns(record);
    for side in [&turns.forward, &turns.backward] {
        let side = side.as_ref().unwrap_or_else(|| panic!("{:?}", turns.reversals[0].onset));
        let level = &side.onset.breakaway;
        let value = level.value().unwrap_or_else(|| panic!("{level:?}"));
        assert_eq!(side.reversals, 3);
        assert!((value - LIMIT).abs() < 2e-3, "{level:?}");
    }
}

/// However many rows a step of the encoder has, and however many steps there are.
#[test]
fn noise_of_many_rows_is_not_held() {
    for (per_second, step) in [(100, 1e-3), (2000, 1e-3), (2000, 2e-4), (500, 1e-4)] {
        for deviation in [0.0, 0.01] {
            check(&measured(triangle(per_second, spring), step, deviation));
        }
    }
}

/// A torque that varies by a fiftieth with the distance.
#[test]
fn ripple_is_not_held() {
    for length in [1.5e-3, 8e-3, 0.03, 0.1] {
        let ripple = |way: f64| 5e-3 * (core::f64::consts::TAU * way / length).sin();
        check(&measured(triangle(500, |way| spring(way) + ripple(way)), 1e-3, 1e-3));
    }
}

/// Positions written with few digits, and as sums of counts.
#[test]
fn an_encoder_is_known_however_it_is_written() {
    let step = core::f64::consts::TAU / 4096.0;
    let exact = measured(triangle(1000, spring), step, 1e-3);
    let mut short = exact.clone();
    short.position.iter_mut().flatten().for_each(|q| *q = (*q * 1e4).round() / 1e4);
    let mut summed = exact.clone();
    let (mut sum, mut before) = (0.0, 0.0);
    for q in summed.position.iter_mut().flatten() {
        let counts = ((*q - before) / step).round() as i64;
        before = *q;
        (0..counts.abs()).for_each(|_| sum += step * counts.signum() as f64);
        *q = sum;
    }
    let [exact, short, summed] = [exact, short, summed].map(|record| {
        let found = encoder::step(record.position.as_deref().unwrap()).unwrap();
        assert!((found / step - 1.0).abs() < 1e-3, "{found}");
        turns(&record).forward.unwrap().onset
    });
    for other in [short, summed] {
        let level = |onset: &Onset| onset.breakaway.value().unwrap();
        assert!((level(&other) - level(&exact)).abs() < 1e-4, "{other:?}");
        let slope = |onset: &Onset| onset.stiffness.value().unwrap();
        assert!((slope(&other) / slope(&exact) - 1.0).abs() < 0.02, "{other:?}");
    }
}

/// Wherever the steps of an encoder lie, and though it steps between most rows.
#[test]
fn intervals_of_a_fast_encoder_cover_the_stiffness() {
    for k in 0..10 {
        let mut record = triangle(100, spring);
        record.position.iter_mut().flatten().for_each(|q| *q += 1.4e-4 * f64::from(k));
        let turns = turns(&measured(record, 1.4e-3, 1e-3));
        let stiffness = &turns.forward.as_ref().unwrap().onset.stiffness;
        let [Some(low), Some(high)] = stiffness.interval() else { panic!("{stiffness:?}") };
        assert!((low..=high).contains(&STIFFNESS), "{k}: {stiffness:?}");
    }
}
