//! What a run recorded, as arrays of NumPy.

use numpy::IntoPyArray;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use stiction::record::Recorder;

/// A `stiction.Record` of the columns, which become arrays as they are; `unit_of` knows the unit of each.
pub(crate) fn of_recorder<'py, 'a>(
    py: Python<'py>,
    recorder: Recorder,
    title: &str,
    unit_of: impl Fn(&str) -> &'a str,
) -> PyResult<Bound<'py, PyAny>> {
    let (names, columns) = recorder.into_columns();
    let units = PyDict::new(py);
    for name in &names {
        units.set_item(name, unit_of(name))?;
    }
    let arrays: Vec<_> = columns.into_iter().map(|column| column.into_pyarray(py)).collect();
    py.import("stiction._record")?.getattr("Record")?.call1((names, arrays, title, units))
}
