//! A recording from a table of text.

use std::io::Read;

use nalgebra::Vector3;
use stiction_core::Wrench;

use super::recording::twist;
use super::{Recording, RecordingError};

const NEEDED: [&str; 4] = ["t", "vx", "vy", "w"];
const OPTIONAL: [&str; 6] = ["fx", "fy", "fz", "tau_x", "tau_y", "tau_z"];

/// By how much of an interval a time may be off: rounding of decimals, not jitter.
const TIME_TOLERANCE: f64 = 1e-3;

impl Recording {
    /// Reads a table with a header.
    ///
    /// | column | unit | |
    /// |---|---|---|
    /// | `t` | s | equal intervals, to 1/1000 of one |
    /// | `vx`, `vy`, `w` | m/s, m/s, rad/s | measured then |
    /// | `fx`, `fy`, `fz`, `tau_x`, `tau_y`, `tau_z` | N, N m | optional, each 0 if missing: at the centre of mass in world axes, from the time of the row to that of the next |
    ///
    /// Other columns are not read, nor are the loads of the last row.
    ///
    /// # Errors
    /// [`RecordingError`] with the row and the column.
    pub fn from_csv(source: impl Read) -> Result<Self, RecordingError> {
        let mut table = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(source);
        let header = table.headers()?.clone();
        let mut places = [None; NEEDED.len() + OPTIONAL.len()];
        for (place, name) in places.iter_mut().zip(NEEDED.iter().chain(&OPTIONAL)) {
            *place = column(&header, name)?;
        }
        let (mut times, mut velocities, mut loads) = (vec![], vec![], vec![]);
        for (row, record) in table.records().enumerate() {
            let [t, vx, vy, w, fx, fy, fz, tx, ty, tz] = numbers(row + 1, &record?, &places)?;
            times.push(t);
            velocities.push(twist(&Vector3::new(vx, vy, w)));
            loads
                .push(Wrench { force: Vector3::new(fx, fy, fz), torque: Vector3::new(tx, ty, tz) });
        }
        loads.pop();
        Self::new(interval(&times)?, &velocities, &loads)
    }
}

fn column(header: &csv::StringRecord, name: &str) -> Result<Option<usize>, RecordingError> {
    let fail = |requirement| RecordingError::Column { column: name.to_owned(), requirement };
    let mut found = header.iter().enumerate().filter(|(_, title)| *title == name);
    match (found.next(), found.next()) {
        (_, Some(_)) => Err(fail("must be there once")),
        (None, None) if NEEDED.contains(&name) => Err(fail("is missing")),
        (first, None) => Ok(first.map(|(place, _)| place)),
    }
}

/// Returns the cells at the given places of a row, 0 if there is no such column.
fn numbers<const N: usize>(
    row: usize,
    record: &csv::StringRecord,
    places: &[Option<usize>; N],
) -> Result<[f64; N], RecordingError> {
    let mut numbers = [0.0; N];
    let names = NEEDED.into_iter().chain(OPTIONAL);
    for ((number, place), column) in numbers.iter_mut().zip(places).zip(names) {
        let Some(text) = place.map(|place| record.get(place).unwrap_or_default()) else { continue };
        let parsed = text.parse().ok().filter(|number: &f64| number.is_finite());
        *number = parsed.ok_or_else(|| RecordingError::NotANumber {
            row,
            column,
            text: text.to_owned(),
        })?;
    }
    Ok(numbers)
}

/// Returns the interval between equally spaced times; NaN for less than two of them.
fn interval(times: &[f64]) -> Result<f64, RecordingError> {
    let (Some(first), Some(last)) = (times.first(), times.last()) else { return Ok(f64::NAN) };
    let interval = (last - first) / (times.len() - 1) as f64;
    for (k, &time) in times.iter().enumerate() {
        let expected = first + interval * k as f64;
        if (time - expected).abs() > TIME_TOLERANCE * interval.abs() {
            return Err(RecordingError::UnevenTime { row: k + 1, time, expected });
        }
    }
    Ok(interval)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        Recording::from_csv(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn columns_are_found_by_name() {
        let text = "w, note, vy, vx, t, tau_z, fy\n3,a,2,1,0.5,7,8\n6,b,5,4,0.6,nothing,9\n";
        let broken = "row 2, column tau_z: \"nothing\" must be a finite number";
        assert_eq!(message(text), broken);
        let recording = Recording::from_csv(text.replace("nothing", "0").as_bytes()).unwrap();
        assert!((recording.interval() - 0.1).abs() < 1e-15);
        let expected = [Vector3::new(1.0, 2.0, 3.0), Vector3::new(4.0, 5.0, 6.0)];
        assert_eq!(recording.velocities(), expected);
        let [load] = recording.loads() else { unreachable!() };
        assert_eq!(load.force, Vector3::new(0.0, 8.0, 0.0));
        assert_eq!(load.torque, Vector3::new(0.0, 0.0, 7.0));
    }

    #[test]
    fn bad_tables_are_named() {
        assert_eq!(message("t,vx,vy\n"), "column w is missing");
        assert_eq!(message("t,vx,vx,vy,w\n"), "column vx must be there once");
        let header = "t,vx,vy,w\n";
        let with = |rows: &str| message(&format!("{header}{rows}"));
        assert_eq!(with("0,1,2,NaN\n"), "row 1, column w: \"NaN\" must be a finite number");
        assert_eq!(with("0,1,,3\n"), "row 1, column vy: \"\" must be a finite number");
        let uneven = "row 2, column t: 0.2 s must be 0.15 s, for equal intervals";
        assert_eq!(with("0,1,2,3\n0.2,1,2,3\n0.3,1,2,3\n"), uneven);
        assert!(with("0,1,2\n").contains("line: 2"), "{}", with("0,1,2\n"));
        let none = "Recording: interval = NaN must be finite and positive";
        assert_eq!(with(""), none);
        assert_eq!(with("0,1,2,3\n"), none);
        let backwards = "Recording: interval = -0.1 must be finite and positive";
        assert_eq!(with("0.1,1,2,3\n0,1,2,3\n"), backwards);
    }
}
