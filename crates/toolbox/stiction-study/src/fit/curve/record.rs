//! Rows of a log in which everything was measured.

use stiction_core::Shown;

use super::CurveError;
use crate::fit::Log;

/// Names of the columns of a log.
#[derive(Clone, Copy, Debug)]
pub struct TorqueColumns<'a> {
    /// Name of the torque.
    pub torque: &'a str,
    /// Name of the velocity, if there is one.
    pub velocity: Option<&'a str>,
    /// Name of the position, if there is one.
    pub position: Option<&'a str>,
}

/// Rows in which everything was measured.
#[derive(Clone, Debug)]
pub struct TorqueRecord {
    pub(super) time: Vec<f64>,
    /// Empty if only positions were given.
    pub(super) velocity: Vec<f64>,
    pub(super) torque: Vec<f64>,
    pub(super) position: Option<Vec<f64>>,
    gaps: usize,
}

/// Units of a motion along a line.
const LINE: [&str; 3] = ["N", "m/s", "m"];
/// The least number of rows.
const FEWEST: usize = 8;

impl TorqueRecord {
    /// Makes a record of times \[s\] that increase, velocities \[rad/s\], torques \[N m\] and positions \[rad\].
    ///
    /// # Errors
    /// [`CurveError`]: columns that are empty or of other lengths, numbers that are not finite, times that do not increase, a torque
    /// that never changes.
    pub fn new(
        time: Vec<f64>,
        velocity: Option<Vec<f64>>,
        torque: Vec<f64>,
        position: Option<Vec<f64>>,
    ) -> Result<Self, CurveError> {
        let columns = [("time", Some(&time)), ("velocity", velocity.as_ref())];
        let others = [("torque", Some(&torque)), ("position", position.as_ref())];
        for (column, numbers) in columns.into_iter().chain(others) {
            numbers.map_or(Ok(()), |numbers| check(column, numbers, time.len()))?;
        }
        for (row, pair) in time.windows(2).enumerate() {
            if pair[1] <= pair[0] {
                let requirement = format!("after {}", Shown(pair[0]));
                return Err(wrong_number("time", row + 1, pair[1], &requirement));
            }
        }
        if torque.iter().all(|own| *own == torque[0]) {
            return Err(CurveError::record(format!(
                "`torque` is {} in all rows",
                Shown(torque[0])
            )));
        }
        Ok(Self { time, velocity: velocity.unwrap_or_default(), torque, position, gaps: 0 })
    }

    /// Reads columns of a log, by name; rows in which one of them was not measured are left out. Units given in the
    /// log are checked.
    ///
    /// # Errors
    /// [`CurveError`], as [`new`](Self::new), and for names and units, including those of a line mixed with those of
    /// a joint.
    pub fn of(log: &Log, columns: TorqueColumns<'_>) -> Result<Self, CurveError> {
        let time = log.time();
        let column = |name: &str, units: &[&str]| {
            let Some(numbers) = log.column(name) else {
                let found = log.names().join(", ");
                let reason = format!("no column is called `{name}`; there are {found}");
                return Err(CurveError::Record { reason });
            };
            log.check_unit_of(name, units)?;
            Ok(numbers)
        };
        let torque = column(columns.torque, &["N m", "Nm", "N·m", "N"])?;
        let velocity = columns.velocity.map(|name| column(name, &["rad/s", "m/s"])).transpose()?;
        let position = columns.position.map(|name| column(name, &["rad", "m"])).transpose()?;
        check_domain(log, columns)?;
        let all = [Some(torque), velocity, position];
        let is_whole = |row: &usize| all.iter().flatten().all(|column| !column[*row].is_nan());
        let rows: Vec<usize> = (0..time.len()).filter(is_whole).collect();
        if rows.is_empty() {
            let column = columns.torque;
            let reason = format!("`{column}` has no number in a row that has the other columns");
            return Err(CurveError::Record { reason });
        }
        let of = |numbers: &[f64]| rows.iter().map(|row| numbers[*row]).collect::<Vec<f64>>();
        if velocity.or(position).is_none() {
            return Err(CurveError::no_number("velocity"));
        }
        let record = Self::new(of(time), velocity.map(of), of(torque), position.map(of))?;
        Ok(Self { gaps: time.len() - rows.len(), ..record })
    }

    /// Returns the times \[s\].
    #[must_use]
    pub fn time(&self) -> &[f64] {
        &self.time
    }

    /// Returns the number of rows of the log that were left out because something was not measured.
    #[must_use]
    pub const fn gaps(&self) -> usize {
        self.gaps
    }
}

fn check(column: &'static str, numbers: &[f64], expected: usize) -> Result<(), CurveError> {
    if numbers.is_empty() {
        return Err(CurveError::no_number(column));
    }
    if numbers.len() != expected {
        let found = numbers.len();
        let reason = format!("`{column}` has {found} numbers, `time` has {expected}");
        return Err(CurveError::Record { reason });
    }
    if numbers.len() < FEWEST {
        let value = numbers.len() as f64;
        return Err(CurveError::Choice { name: "rows", value, requirement: "must be at least 8" });
    }
    match numbers.iter().position(|number| !number.is_finite()) {
        Some(row) => Err(wrong_number(column, row, numbers[row], "finite")),
        None => Ok(()),
    }
}

fn wrong_number(column: &str, row: usize, value: f64, requirement: &str) -> CurveError {
    let (row, value) = (row + 1, Shown(value));
    CurveError::record(format!("row {row}: `{column}` is {value}, it must be {requirement}"))
}

/// Refuses units of a line mixed with those of a joint.
fn check_domain(log: &Log, columns: TorqueColumns<'_>) -> Result<(), CurveError> {
    let names = [columns.velocity, columns.position, Some(columns.torque)].into_iter().flatten();
    let units = names.filter_map(|name| Some((name, log.unit_of(name)?)));
    let (line, turning): (Vec<_>, Vec<_>) = units.partition(|(_, unit)| LINE.contains(unit));
    let (Some((first, first_unit)), Some((second, second_unit))) = (line.first(), turning.first())
    else {
        return Ok(());
    };
    Err(CurveError::record(format!(
        "`{first}` is in {first_unit}, and `{second}` in {second_unit}: one of them moves along a line, the other one \
         turns"
    )))
}
