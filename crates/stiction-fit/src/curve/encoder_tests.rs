//! Break-away torques from positions of an encoder.

use super::tests::Hum;
use super::*;

const STIFFNESS: f64 = 50.0;
const LIMIT: f64 = 0.25;

/// A spring that slides at its limit.
fn spring(way: f64) -> f64 {
    (STIFFNESS * way - LIMIT).min(LIMIT)
}

/// To and fro at 0.1 rad/s, 5 s between turns, so many rows a second; the torque after a turn follows from its number and
/// the way since.
fn triangle(per_second: u32, torque: impl Fn(usize, f64) -> f64) -> Record {
    let swing = 5 * per_second;
    let rows = 0..7 * swing;
    let (mut time, mut position, mut torques) = (vec![], vec![], vec![]);
    for row in rows {
        let turn = (row / swing) as usize;
        let way = 0.1 * f64::from(row % swing) / f64::from(per_second);
        let is_back = turn % 2 == 1;
        time.push(f64::from(row) / f64::from(per_second));
        position.push(if is_back { 0.5 - way } else { way });
        torques.push(if is_back { -torque(turn, way) } else { torque(turn, way) });
    }
    Record::turning(time, position, torques).unwrap()
}

/// With noise, and positions in steps.
fn measured(mut record: Record, step: f64, deviation: f64) -> Record {
    let mut hum = Hum::new(0.0, deviation, 3);
    record.torque.iter_mut().for_each(|f| *f += hum.next());
    record.position.iter_mut().flatten().for_each(|q| *q = (*q / step).round() * step);
    record
}

fn check(record: &Record) {
    let turns = Reversals::default().of(record).unwrap();
    for side in [&turns.forward, &turns.backward] {
        let side = side.as_ref().unwrap_or_else(|| panic!("{:?}", turns.reversals[0].onset));
        let level = side.onset.breakaway();
        let value = level.value().unwrap_or_else(|| panic!("{level:?}"));
        assert_eq!(side.reversals, 3);
        assert!((value - LIMIT).abs() < 2e-3, "{level:?}");
    }
}

/// However many rows a step of the encoder has, and however many steps there are.
#[test]
fn noise_of_many_rows_is_not_held() {
    for (per_second, step) in [(100, 1e-3), (2000, 1e-3), (2000, 2e-4), (500, 1e-4)] {
        check(&measured(triangle(per_second, |_, way| spring(way)), step, 0.01));
    }
}

/// A torque that goes up and down by a fiftieth with the way.
#[test]
fn ripple_is_not_held() {
    for length in [1.5e-3, 8e-3, 0.03, 0.1] {
        let ripple = |way: f64| 5e-3 * (core::f64::consts::TAU * way / length).sin();
        check(&measured(triangle(500, |_, way| spring(way) + ripple(way)), 1e-3, 1e-3));
    }
}
