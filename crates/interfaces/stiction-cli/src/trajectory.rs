//! Trajectories in files: columns of numbers below their names.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use stiction::output::RunDirectory;
use stiction::scenario::channel::{name_and_unit, unit_of};
use stiction::scenario::read_file;

use crate::Outcome;

/// The format of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Comma separated values
    Csv,
    /// Apache Parquet
    Parquet,
}

impl Format {
    /// Refuses a format that this program was built without.
    pub(crate) fn check(self) -> Outcome<()> {
        match self {
            Self::Parquet if cfg!(not(feature = "parquet")) => Err(WITHOUT_PARQUET.into()),
            _ => Ok(()),
        }
    }
}

const WITHOUT_PARQUET: &str =
    "this program was built without Parquet: build it with `--features parquet`";

/// Columns with their names; the first is the time.
#[derive(Debug, PartialEq)]
pub(crate) struct Trajectory {
    pub(crate) names: Vec<String>,
    /// Their units; empty if a column has none or it is not known.
    pub(crate) units: Vec<String>,
    pub(crate) columns: Vec<Vec<f64>>,
}

/// Writes `trajectory.parquet`.
pub(crate) fn write_parquet(
    files: &RunDirectory,
    names: &[String],
    columns: &[Vec<f64>],
) -> Outcome<()> {
    #[cfg(feature = "parquet")]
    crate::parquet_file::write(&files.path("trajectory.parquet"), names, columns)?;
    #[cfg(not(feature = "parquet"))]
    let _ = (files, names, columns);
    Format::Parquet.check()
}

impl Trajectory {
    /// Creates columns below their headers; a header without a unit has that of its name.
    pub(crate) fn new<'a>(
        headers: impl IntoIterator<Item = &'a str>,
        columns: Vec<Vec<f64>>,
    ) -> Self {
        let named = headers.into_iter().map(|header| {
            let (name, unit) = name_and_unit(header);
            (name.to_owned(), unit.unwrap_or_else(|| unit_of(name)).to_owned())
        });
        let (names, units) = named.unzip();
        Self { names, units, columns }
    }

    /// Reads the trajectory of a run: a folder, or a file.
    pub(crate) fn load(path: &Path) -> Outcome<Self> {
        let file = if path.is_dir() { in_folder(path)? } else { path.to_owned() };
        let read = match file.extension().and_then(|extension| extension.to_str()) {
            Some("csv") => read_csv(&file),
            #[cfg(feature = "parquet")]
            Some("parquet") => crate::parquet_file::read(&file),
            #[cfg(not(feature = "parquet"))]
            Some("parquet") => Err(WITHOUT_PARQUET.into()),
            _ => Err("a trajectory is a folder of a run, or a file .csv or .parquet".into()),
        };
        let shown = file.display();
        let trajectory = read.map_err(|error| format!("cannot read `{shown}`: {error}"))?;
        if trajectory.names.first().is_none_or(|name| name != "t") {
            return Err(format!("`{shown}` is no trajectory: its first column must be `t`").into());
        }
        let times = &trajectory.columns[0];
        let is_rising = times.is_sorted_by(|earlier, later| earlier < later);
        if times.is_empty() || !times.iter().all(|t| t.is_finite()) || !is_rising {
            return Err(format!("`{shown}`: the times must be finite and rise").into());
        }
        Ok(trajectory)
    }
}

fn in_folder(folder: &Path) -> Outcome<PathBuf> {
    let [csv, parquet] = ["trajectory.csv", "trajectory.parquet"].map(|name| folder.join(name));
    let shown = folder.display();
    match (csv.is_file(), parquet.is_file()) {
        (true, false) => Ok(csv),
        (false, true) => Ok(parquet),
        (false, false) => {
            Err(format!("there is no trajectory.csv or .parquet in `{shown}`").into())
        }
        // One of them is from an earlier run.
        (true, true) => {
            Err(format!("`{shown}` has trajectory.csv and .parquet: name one of them").into())
        }
    }
}

fn read_csv(path: &Path) -> Outcome<Trajectory> {
    let bytes = read_file(path)?;
    let mut reader = csv::Reader::from_reader(&*bytes);
    let headers = reader.headers()?.clone();
    let mut columns = vec![vec![]; headers.len()];
    for (k, record) in reader.records().enumerate() {
        for ((cell, column), header) in record?.iter().zip(&mut columns).zip(&headers) {
            let number = cell.trim().parse::<f64>();
            let (name, _) = name_and_unit(header);
            let wrong = |_| format!("row {}: `{cell}` in column `{name}` is not a number", k + 1);
            column.push(number.map_err(wrong)?);
        }
    }
    Ok(Trajectory::new(&headers, columns))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back_to_the_same_bits() {
        let folder = tempfile::tempdir().unwrap();
        let names = ["t", "a,b", "c"].map(str::to_owned).to_vec();
        let columns = vec![vec![0.0, 0.1], vec![-0.0, 1e-310], vec![f64::INFINITY, 2.0 / 3.0]];
        for format in Format::value_variants().iter().filter(|format| format.check().is_ok()) {
            let out = RunDirectory::create(folder.path().join(format!("{format:?}"))).unwrap();
            match format {
                Format::Csv => {
                    let headers = ["t [s]", "a,b [N m]", "c"];
                    out.write_table("trajectory.csv", &headers, &columns).unwrap();
                }
                Format::Parquet => write_parquet(&out, &names, &columns).unwrap(),
            }
            let back = Trajectory::load(&out.path("")).unwrap();
            assert_eq!(back.names, names);
            let bits = |columns: &[Vec<f64>]| -> Vec<u64> {
                columns.iter().flatten().map(|value| value.to_bits()).collect()
            };
            assert_eq!(bits(&back.columns), bits(&columns), "{format:?}");
        }
    }

    #[test]
    fn wrong_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let refused = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            Trajectory::load(&path).unwrap_err().to_string()
        };
        assert!(refused("a.csv", "t,x\n0,1\n1,one\n").contains("row 2: `one` in column `x`"));
        assert!(refused("a.csv", "t,x\n0,1\n1\n").contains("cannot read"));
        assert!(refused("a.csv", "x,t\n0,1\n").contains("its first column must be `t`"));
        assert!(refused("a.csv", "t,x\n1,1\n0,1\n").contains("finite and rise"));
        assert!(refused("a.csv", "t,x\n0,1\n1,1\n1,2\n").contains("finite and rise"));
        assert!(refused("a.csv", "t,x\n").contains("finite and rise"));
        assert!(refused("a.csv", "").contains("must be `t`"));
        assert!(refused("a.txt", "t\n0\n").contains(".csv or .parquet"));
        assert!(refused("a.parquet", "PAR1").contains("cannot read"));
        let empty = Trajectory::load(folder.path()).unwrap_err().to_string();
        assert!(empty.contains("there is no trajectory.csv"), "{empty}");
        for format in ["csv", "parquet"] {
            std::fs::write(folder.path().join(format!("trajectory.{format}")), "t\n0\n").unwrap();
        }
        let both = Trajectory::load(folder.path()).unwrap_err().to_string();
        assert!(both.contains("name one of them"), "{both}");
    }
}
