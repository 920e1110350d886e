//! What a run recorded, as arrays of NumPy.

use std::collections::HashMap;

use numpy::IntoPyArray;
use pyo3::prelude::*;
use stiction::record::Recorder;

/// A `stiction.Record` of the columns, which become arrays as they are; `unit_of` knows the unit of each.
pub(crate) fn of_recorder<'py>(
    py: Python<'py>,
    recorder: Recorder,
    title: &str,
    unit_of: impl Fn(&str) -> Option<String>,
) -> PyResult<Bound<'py, PyAny>> {
    let (names, columns) = recorder.into_columns();
    let units: HashMap<_, _> =
        names.iter().filter_map(|name| Some((name.clone(), unit_of(name)?))).collect();
    let arrays: Vec<_> = columns.into_iter().map(|column| column.into_pyarray(py)).collect();
    py.import("stiction._record")?.getattr("Record")?.call1((names, arrays, title, units))
}
