//! The record of a run, as NumPy arrays.

use numpy::IntoPyArray;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use stiction::record::Recorder;

/// Returns a `stiction.Record` of the columns with their units; the columns become arrays without a copy.
pub(crate) fn of_recorder<'py>(
    py: Python<'py>,
    recorder: Recorder,
    title: &str,
    units_of_columns: &[String],
) -> PyResult<Bound<'py, PyAny>> {
    let (names, columns) = recorder.into_columns();
    let units = PyDict::new(py);
    for (name, unit) in names.iter().zip(units_of_columns) {
        units.set_item(name, unit)?;
    }
    let arrays: Vec<_> = columns.into_iter().map(|column| column.into_pyarray(py)).collect();
    py.import("stiction._record")?.getattr("Record")?.call1((names, arrays, title, units))
}
