//! Units that look wrong: not an error, because a log may be unusual, but worth a warning.
//!
//! Every rule compares two things in the log that must agree, so that an unusual machine raises no alarm: an angle
//! with the integral of its rate, times with those of the scenario, an angle with its own jumps.

use stiction_core::Shown;

use crate::fit::Log;
use crate::fit::experiment::Compared;

/// Ratios of the change of a position to the integral of its velocity, and their reasons.
const FACTORS: [(f64, &str); 7] = [
    (57.295_779_5, "degrees"),
    (1.0 / 57.295_779_5, "a velocity in degrees per second"),
    (1.0 / 9.549_296_6, "a velocity in revolutions per minute"),
    (6.0, "degrees and revolutions per minute"),
    (1e3, "millimetres"),
    (1e-3, "times in milliseconds"),
    (1e-6, "times in microseconds"),
];
/// A ratio matches a factor within this share,
const MET: f64 = 0.02;
/// and only if position and velocity are correlated this closely.
const CORRELATED: f64 = 0.98;
/// Endings of the names of a position and of its velocity.
const PAIRS: [(&str, &str); 4] = [(".angle", ".rate"), (".x", ".vx"), (".y", ".vy"), (".z", ".vz")];

/// Returns all doubts about a log whose scenario ends at a time.
pub(crate) fn doubts(log: &Log, compared: &[Compared], until: f64) -> Vec<String> {
    let angles = compared.iter().filter(|column| column.unit == "rad");
    let turns = angles.filter_map(|column| turn(log, column));
    turns.chain(rates(log)).chain(times(log, until)).collect()
}

/// Finds a jump by a full turn in a column that otherwise changes slowly and stays within a turn.
fn turn(log: &Log, column: &Compared) -> Option<String> {
    let rows = (0..column.measured.len()).filter(|row| !column.measured[*row].is_nan());
    let rows: Vec<usize> = rows.collect();
    let of = |row: usize| column.measured[row];
    if rows.iter().any(|row| of(*row).abs() > 360.5) {
        return None;
    }
    let mut steps: Vec<f64> =
        rows.windows(2).map(|pair| (of(pair[1]) - of(pair[0])).abs()).collect();
    let at = steps.iter().position(|step| (345.0..=360.5).contains(step))?;
    steps.sort_by(f64::total_cmp);
    let is_slow = steps[steps.len() / 2] < 10.0;
    is_slow.then(|| {
        let (column, line) = (&column.name, log.line(rows[at + 1]));
        let (from, to) = (Shown(of(rows[at])), Shown(of(rows[at + 1])));
        format!(
            "`{column}` jumps from {from} to {to} at line {line}: a turn of 360 degrees? it must be in rad, and go on \
             without jumps"
        )
    })
}

/// Compares positions with the integrals of their velocities.
fn rates(log: &Log) -> impl Iterator<Item = String> + '_ {
    log.names().iter().filter_map(|position| {
        let own = |(of, its): &(&str, &str)| {
            let velocity = format!("{}{its}", position.strip_suffix(of)?);
            Some((log.column(position)?, log.column(&velocity)?, velocity))
        };
        let (positions, velocities, velocity) = PAIRS.iter().find_map(own)?;
        let factor = faster(log.time(), positions, velocities)?;
        let (_, likely) = FACTORS.iter().find(|(known, _)| (factor / known - 1.0).abs() < MET)?;
        Some(format!(
            "`{position}` changes {factor:.4} times as fast as `{velocity}` says: {likely}? it must be once, in SI units"
        ))
    })
}

/// Returns the slope of the positions over the integral of the velocities, if they form a line.
fn faster(time: &[f64], positions: &[f64], velocities: &[f64]) -> Option<f64> {
    let rows: Vec<usize> =
        (0..time.len()).filter(|k| !positions[*k].is_nan() && !velocities[*k].is_nan()).collect();
    let mut way = 0.0;
    let mut ways = vec![0.0];
    for pair in rows.windows(2) {
        let mean = 0.5 * (velocities[pair[0]] + velocities[pair[1]]);
        way += mean * (time[pair[1]] - time[pair[0]]);
        ways.push(way);
    }
    let n = rows.len() as f64;
    if n < 10.0 {
        return None;
    }
    let measured: Vec<f64> = rows.iter().map(|k| positions[*k]).collect();
    let (x, y) = (ways.iter().sum::<f64>() / n, measured.iter().sum::<f64>() / n);
    let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
        ways.iter().zip(&measured).map(|(a, b)| of(a - x, b - y)).sum()
    };
    let (xx, yy, xy) = (sum(&|a, _| a * a), sum(&|_, b| b * b), sum(&|a, b| a * b));
    let is_line = xy > CORRELATED * (xx * yy).sqrt() && xx > 0.0;
    is_line.then(|| xy / xx)
}

/// Finds times in whole numbers that end a thousand or a million times later than the scenario, to a factor of five.
fn times(log: &Log, until: f64) -> Option<String> {
    let (first, last) = (*log.time().first()?, *log.time().last()?);
    let is_whole = log.time().iter().all(|time| time.fract() == 0.0);
    let ratio = (last - first) / until;
    let known = [(1e3, "milliseconds"), (1e6, "microseconds")];
    let (_, likely) =
        known.into_iter().find(|(factor, _)| (0.2..5.0).contains(&(ratio / factor)))?;
    (is_whole && log.time().len() > 10).then(|| {
        let (last, until) = (Shown(last), Shown(until));
        format!(
            "`t` goes to {last} in whole numbers, the scenario to {until} s: {likely}? it must be in s"
        )
    })
}
