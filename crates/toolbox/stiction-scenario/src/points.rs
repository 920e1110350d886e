//! Samples in another file: its numbers replace its name.

use std::path::Path;

use stiction_core::{Field, Form, Value};

use crate::error::{Fault, Inside};
use crate::folder::Folder;
use crate::settings::split;
use crate::table;
use crate::value::visit;

/// Replaces the names of files by their samples.
pub(crate) fn read_points(
    fields: &'static [Field],
    values: &mut [Value],
    folder: Folder<'_>,
) -> Result<(), Fault> {
    let mut read = Ok(());
    visit("", fields, values, &mut |path, form, value| {
        if let (Form::Choice(choice), Value::Choice(index, values)) = (form, value) {
            let keys = split(path.trim_start_matches('.')).unwrap_or_default();
            let sampled = sampled(choice.variants[*index].fields, values, folder)
                .map_err(|fault| keys.into_iter().rev().fold(fault, Fault::inside));
            read = core::mem::replace(&mut read, Ok(())).and(sampled);
        }
        true
    });
    read
}

/// Reads samples, whose `points` may be in a `file`.
fn sampled(fields: &[Field], values: &mut [Value], folder: Folder<'_>) -> Result<(), Fault> {
    let place = |name| fields.iter().position(|field| field.name == name);
    let places = ["points", "file", "time", "column"].map(place);
    let [Some(points), Some(file), Some(time), Some(column)] = places else { return Ok(()) };
    let mut text = |place: usize| match core::mem::replace(&mut values[place], Value::Absent) {
        Value::Text(text) => Ok(text),
        other => {
            values[place] = other;
            Err(())
        }
    };
    let Ok(name) = text(file) else { return Ok(()) };
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
    Ok(())
}
