//! Sampled signals from CSV tables.

use std::path::Path;

use crate::channel::name_and_unit;
use crate::digits;
use crate::error::{Fault, nearest};

/// Returns the times and values of a table, from the columns with the given names; without a name, the values are
/// the only column beside the times. Lines that are empty or begin with `#` are skipped.
///
/// # Errors
/// A table that cannot be read, with the file and the line.
pub(crate) fn points(
    path: &Path,
    text: &str,
    time: &str,
    column: Option<&str>,
) -> Result<Vec<(f64, f64)>, Fault> {
    let table = Table::read(path, text)?;
    let (time, value) = (table.place(time)?, table.value_place(time, column)?);
    let mut points: Vec<(f64, f64)> = vec![];
    for row in &table.rows {
        let point = (table.number(row, time)?, table.number(row, value)?);
        if points.last().is_some_and(|before| before.0 >= point.0) {
            let message = format!("the time {} must be later than the one before", point.0);
            return Err(table.fault(row.0, &message));
        }
        points.push(point);
    }
    Ok(points)
}

/// The cells of a table.
struct Table<'a> {
    path: &'a Path,
    headers: csv::StringRecord,
    /// Rows, each with its line in the file, from 1.
    rows: Vec<(usize, csv::StringRecord)>,
}

impl<'a> Table<'a> {
    fn read(path: &'a Path, text: &str) -> Result<Self, Fault> {
        let lines = text.trim_start_matches('\u{feff}').lines().zip(1..);
        let filled = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
        let (lines, numbers): (Vec<&str>, Vec<usize>) =
            lines.filter(|(line, _)| filled(line)).unzip();
        let joined = lines.join("\n");
        let mut reader = csv::ReaderBuilder::new();
        let reader = reader.has_headers(false).flexible(true).trim(csv::Trim::All);
        let mut rows = vec![];
        for record in reader.from_reader(joined.as_bytes()).into_records() {
            let record = record.map_err(|e| Fault::new(format!("{}: {e}", path.display())))?;
            let place = record.position().map_or(0, |place| place.line() as usize);
            let line = numbers.get(place.saturating_sub(1)).copied().unwrap_or(place);
            rows.push((line, record));
        }
        if rows.is_empty() {
            return Err(Fault::new(format!("{}: has no header line", path.display())));
        }
        let (line, headers) = rows.remove(0);
        // Columns are found by their names without units.
        let headers = headers.iter().map(|header| name_and_unit(header).0).collect();
        let table = Self { path, headers, rows };
        for (i, name) in table.headers.iter().enumerate() {
            if table.headers.iter().take(i).any(|before| before == name) {
                return Err(table.fault(line, &format!("there are two columns `{name}`")));
            }
        }
        Ok(table)
    }

    fn fault(&self, line: usize, message: &str) -> Fault {
        Fault::new(format!("{}:{line}: {message}", self.path.display()))
    }

    fn place(&self, name: &str) -> Result<usize, Fault> {
        let missing = || {
            let known = self.headers.iter().collect::<Vec<_>>().join(", ");
            let message = format!("{}: no column `{name}`, it has {known}", self.path.display());
            Fault::new(message).hint(nearest(name, self.headers.iter()))
        };
        self.headers.iter().position(|header| header == name).ok_or_else(missing)
    }

    fn value_place(&self, time: &str, column: Option<&str>) -> Result<usize, Fault> {
        if let Some(name) = column {
            return self.place(name);
        }
        let others: Vec<&str> = self.headers.iter().filter(|name| *name != time).collect();
        match others[..] {
            [only] => self.place(only),
            [] => {
                let path = self.path.display();
                Err(Fault::new(format!("{path}: has no column beside the times `{time}`")))
            }
            _ => {
                let (path, known) = (self.path.display(), others.join(", "));
                let message = format!("{path}: which `column`? beside the times it has {known}");
                Err(Fault::new(message))
            }
        }
    }

    fn number(&self, (line, row): &(usize, csv::StringRecord), index: usize) -> Result<f64, Fault> {
        let Some(cell) = row.get(index) else {
            let name = self.headers.get(index).unwrap_or_default();
            return Err(self.fault(*line, &format!("there is no `{name}`")));
        };
        match digits::float(cell) {
            Ok(value) if value.is_finite() => Ok(value),
            Ok(_) => Err(self.fault(*line, &format!("`{cell}` is not finite"))),
            Err(fault) => Err(self.fault(*line, &fault.message)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, column: Option<&str>) -> Result<Vec<(f64, f64)>, String> {
        points(Path::new("a.csv"), text, "t", column).map_err(|fault| fault.message)
    }

    #[test]
    fn the_only_other_column_has_the_values() {
        let expected = Ok(vec![(0.0, 3.0), (1.0, -4.5)]);
        assert_eq!(read("t,x\n0,3\n1,-4.5\n", None), expected);
        assert_eq!(read("x, t\n3, 0\n-4.5, 1", None), expected);
        assert_eq!(read("\u{feff}# N\n\nt,x\n 0 , 3\n# later\n1,-4.5", None), expected);
        assert_eq!(read("x,t,y\n7,0,3\n8,1,-4.5\n", Some("y")), expected);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        for (text, column, said) in [
            ("x,t,y\n7,0,3\n", None, "a.csv: which `column`? beside the times it has x, y"),
            ("t\n0\n", None, "a.csv: has no column beside the times `t`"),
            ("time,x\n0,1\n", None, "a.csv: no column `t`, it has time, x"),
            ("t,x\n0,1\n", Some("y"), "a.csv: no column `y`, it has t, x"),
            ("# why\nt,x,x\n0,1,2\n", None, "a.csv:2: there are two columns `x`"),
            ("t,x\n\n# a\n\n0,1\n\n1,much\n", None, "a.csv:7: `much` is not a number"),
            ("t,x\n0,1\n\n1,nan\n", None, "a.csv:4: `nan` is not finite"),
            ("t,x\ninf,1\n", None, "a.csv:2: `inf` is not finite"),
            (
                "t,x\n0,1\n1,1e-400\n",
                None,
                "a.csv:3: `1e-400` is too small for a number: it would be 0",
            ),
            ("t,x\n0,1e400\n", None, "a.csv:2: `1e400` is too large for a number"),
            ("t,x\n0,1\n1\n", None, "a.csv:3: there is no `x`"),
            ("t,x\n1,1\n\n1,2\n", None, "a.csv:4: the time 1 must be later than the one before"),
            ("# nothing\n\n", None, "a.csv: has no header line"),
        ] {
            assert_eq!(read(text, column), Err(said.to_owned()), "{text}");
        }
        assert_eq!(read("t,x\n", None), Ok(vec![]));
    }
}
