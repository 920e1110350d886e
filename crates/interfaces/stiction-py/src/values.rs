//! Conversion between Python's values and those of a scenario.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyMapping, PyString, PyTuple};
use toml::{Table, Value};

use crate::error::{wrong_argument, wrong_value};
use crate::python_law::{self, Kept};

/// No sensible value is nested this deeply; one that contains itself is.
const DEEPEST: usize = 64;

/// Returns a table of a scenario, and the laws in Python that it names, which live as long as they are kept.
pub(crate) fn table_of(value: &Bound<'_, PyAny>) -> PyResult<(Table, Vec<Kept>)> {
    let mut reading = Reading { path: vec![], kept: vec![] };
    match reading.value(value)? {
        Some(Value::Table(table)) => Ok((table, reading.kept)),
        _ => Err(wrong_argument("table", "a mapping", value)),
    }
}

/// Returns one value of a scenario.
pub(crate) fn value_of(path: &str, value: &Bound<'_, PyAny>) -> PyResult<(Value, Vec<Kept>)> {
    let mut reading = Reading { path: vec![path.to_owned()], kept: vec![] };
    let read = reading.value(value)?;
    read.map(|value| (value, reading.kept)).ok_or_else(|| wrong_value(path, "None is no value"))
}

/// The state of a walk through values.
struct Reading {
    path: Vec<String>,
    kept: Vec<Kept>,
}

impl Reading {
    /// Converts a value; `None` of Python, an absent parameter, gives `None`.
    fn value(&mut self, value: &Bound<'_, PyAny>) -> PyResult<Option<Value>> {
        if self.path.len() > DEEPEST {
            return Err(self.wrong("contains itself, or too much"));
        }
        if value.is_none() {
            return Ok(None);
        }
        // A Python bool is an integer too.
        if let Ok(flag) = value.cast::<PyBool>() {
            return Ok(Some(Value::Boolean(flag.is_true())));
        }
        if let Ok(number) = value.cast::<PyFloat>() {
            return Ok(Some(Value::Float(number.value())));
        }
        if let Ok(text) = value.cast::<PyString>() {
            return Ok(Some(Value::String(text.to_cow()?.into_owned())));
        }
        if value.is_instance_of::<PyInt>() {
            let number = value.extract::<i64>();
            return Ok(Some(Value::Integer(
                number.map_err(|_| self.wrong("is too large an integer"))?,
            )));
        }
        if let Ok(table) = value.cast::<PyDict>() {
            return self.entries(table.items().iter());
        }
        if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
            return self.list(value);
        }
        self.other(value)
    }

    /// Converts a component, an array, a path, another mapping, or a number of another library.
    fn other(&mut self, value: &Bound<'_, PyAny>) -> PyResult<Option<Value>> {
        for method in ["to_dict", "tolist", "__fspath__"] {
            if value.hasattr(method)? && !value.is_instance_of::<pyo3::types::PyType>() {
                let plain = value.call_method0(method)?;
                if !plain.is(value) {
                    return self.deeper("", |reading| reading.value(&plain));
                }
            }
        }
        if value.hasattr("respond")? {
            let wrong = |error: PyErr| self.wrong(&error.value(value.py()).to_string());
            let kept = python_law::keep(value).map_err(wrong)?;
            let table = kept.table();
            self.kept.push(kept);
            return Ok(Some(Value::Table(table)));
        }
        if let Ok(mapping) = value.cast::<PyMapping>() {
            return self.entries(mapping.items()?.iter());
        }
        Err(self.wrong(&format!("cannot be a {}", kind_of(value))))
    }

    fn entries<'py>(
        &mut self,
        items: impl Iterator<Item = Bound<'py, PyAny>>,
    ) -> PyResult<Option<Value>> {
        let mut table = Table::new();
        for item in items {
            let (key, value) = item.extract::<(Bound<'py, PyAny>, Bound<'py, PyAny>)>()?;
            let Ok(key) = key.extract::<String>() else {
                return Err(self.wrong(&format!("has a key that is no text: {}", key.repr()?)));
            };
            if let Some(value) = self.deeper(&key, |reading| reading.value(&value))? {
                table.insert(key, value);
            }
        }
        Ok(Some(Value::Table(table)))
    }

    fn list(&mut self, values: &Bound<'_, PyAny>) -> PyResult<Option<Value>> {
        let mut list = vec![];
        for (place, value) in values.try_iter()?.enumerate() {
            let value = value?;
            let read = self.deeper(&place.to_string(), |reading| {
                reading.value(&value)?.ok_or_else(|| reading.wrong("None is no value"))
            });
            list.push(read?);
        }
        let is_row = |row: &Value| matches!(row, Value::Array(row) if row.len() == 3);
        if self.is_at_inertia() && list.len() == 3 && list.iter().all(is_row) {
            // A file lists the nine entries in a row; `numpy.eye(3)` has them by rows.
            let rows = list.iter().filter_map(Value::as_array);
            list = rows.flatten().cloned().collect();
        }
        Ok(Some(Value::Array(list)))
    }

    fn deeper<T>(&mut self, key: &str, read: impl FnOnce(&mut Self) -> PyResult<T>) -> PyResult<T> {
        self.path.push(key.to_owned());
        let read = read(self)?;
        self.path.pop();
        Ok(read)
    }

    fn is_at_inertia(&self) -> bool {
        let key = self.path.iter().rfind(|key| !key.is_empty());
        key.is_some_and(|key| key.rsplit('.').next() == Some("inertia"))
    }

    fn place(&self) -> String {
        let keys: Vec<_> =
            self.path.iter().filter(|key| !key.is_empty()).map(String::as_str).collect();
        let short = &keys[..keys.len().min(8)];
        if short.is_empty() { "scenario".to_owned() } else { short.join(".") }
    }

    fn wrong(&self, message: &str) -> PyErr {
        wrong_value(&self.place(), message)
    }
}

fn kind_of(value: &Bound<'_, PyAny>) -> String {
    value.get_type().name().map_or_else(|_| "thing".to_owned(), |name| format!("`{name}`"))
}

/// Returns a value of a scenario as one of Python.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Integer(number) => number.into_pyobject(py)?.into_any(),
        Value::Float(number) => PyFloat::new(py, *number).into_any(),
        Value::Boolean(flag) => PyBool::new(py, *flag).to_owned().into_any(),
        Value::Datetime(date) => PyString::new(py, &date.to_string()).into_any(),
        Value::Array(list) => {
            let list =
                list.iter().map(|value| to_python(py, value)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, list)?.into_any()
        }
        Value::Table(table) => {
            let dict = PyDict::new(py);
            for (key, value) in table {
                dict.set_item(key, to_python(py, value)?)?;
            }
            dict.into_any()
        }
    })
}

/// Returns the numbers of a table by their paths, `bodies.block.mass`, as in `--set` of the command.
pub(crate) fn numbers_in(table: &Table) -> Vec<(String, Value)> {
    fn walk(path: String, value: &Value, found: &mut Vec<(String, Value)>) {
        match value {
            Value::Integer(_) | Value::Float(_) => found.push((path, value.clone())),
            Value::Array(list) => {
                for (place, value) in list.iter().enumerate() {
                    walk(format!("{path}[{place}]"), value, found);
                }
            }
            Value::Table(table) => {
                for (key, value) in table {
                    let plain = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
                    let key = if key.chars().all(plain) {
                        key.clone()
                    } else {
                        Value::from(&**key).to_string()
                    };
                    let path = if path.is_empty() { key } else { format!("{path}.{key}") };
                    walk(path, value, found);
                }
            }
            _ => {}
        }
    }
    let mut found = vec![];
    for (key, value) in table.iter().filter(|(key, _)| *key != "schema_version") {
        walk(key.clone(), value, &mut found);
    }
    found
}
