//! What a run recorded, as arrays of NumPy.

use numpy::IntoPyArray;
use pyo3::prelude::*;
use stiction::record::Recorder;

/// A `stiction.Record` of the columns, which become arrays as they are.
pub(crate) fn of_recorder<'py>(
    py: Python<'py>,
    recorder: Recorder,
    title: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let (names, columns) = recorder.into_columns();
    let arrays: Vec<_> = columns.into_iter().map(|column| column.into_pyarray(py)).collect();
    py.import("stiction._record")?.getattr("Record")?.call1((names, arrays, title))
}
