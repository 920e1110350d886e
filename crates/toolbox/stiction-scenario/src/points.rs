//! Samples in another file: its numbers replace its name.

use std::path::Path;

use stiction_core::{Field, Form, Value};

use crate::error::{Fault, Inside};
use crate::folder::Folder;
use crate::table;

/// Returns a value in which file names are replaced by samples.
fn with_points(form: Form, value: Value, folder: Folder<'_>) -> Result<Value, Fault> {
    Ok(match (form, value) {
        (Form::Table(table), Value::Record(values)) => {
            Value::Record(all_with_points(table.fields, values, folder)?)
        }
        (Form::Choice(choice), Value::Choice(index, values)) => {
            let fields = choice.variants[index].fields;
            let values = all_with_points(fields, values, folder)?;
            Value::Choice(index, sampled(fields, values, folder)?)
        }
        (Form::List(each) | Form::Filled(each) | Form::Several(_, each), Value::List(values)) => {
            let one =
                |(i, value): (usize, _)| with_points(each(), value, folder).inside(i.to_string());
            Value::List(values.into_iter().enumerate().map(one).collect::<Result<_, _>>()?)
        }
        (_, value) => value,
    })
}

/// Applies [`with_points`] to the values of several fields.
pub(crate) fn all_with_points(
    fields: &[Field],
    values: Vec<Value>,
    folder: Folder<'_>,
) -> Result<Vec<Value>, Fault> {
    let one = |(field, value): (&Field, _)| {
        let value = with_points((field.form)(), value, folder);
        // A part without a name adds no key to the path.
        if field.name.is_empty() || field.is_flat { value } else { value.inside(field.name) }
    };
    fields.iter().zip(values).map(one).collect()
}

/// Returns samples, whose `points` may be in a `file`.
fn sampled(
    fields: &[Field],
    mut values: Vec<Value>,
    folder: Folder<'_>,
) -> Result<Vec<Value>, Fault> {
    let place = |name| fields.iter().position(|field| field.name == name);
    let places = ["points", "file", "time", "column"].map(place);
    let [Some(points), Some(file), Some(time), Some(column)] = places else { return Ok(values) };
    let mut text = |place: usize| match core::mem::replace(&mut values[place], Value::Absent) {
        Value::Text(text) => Ok(text),
        other => {
            values[place] = other;
            Err(())
        }
    };
    let Ok(name) = text(file) else { return Ok(values) };
    let (time, column) = (text(time).ok(), text(column).ok());
    if values[points] != Value::Absent {
        return Err(Fault::new("needs one of `points` and `file`, not both"));
    }
    let (name, time) = (Path::new(&name), time.as_deref().unwrap_or("t"));
    let table = folder.text(name).inside("file")?;
    let rows = table::points(&folder.path.join(name), &table, time, column.as_deref());
    let rows = rows.inside("file")?;
    if !rows.is_empty() {
        let row = |(time, value)| Value::Numbers(vec![time, value]);
        values[points] = Value::List(rows.into_iter().map(row).collect());
    }
    Ok(values)
}
