//! The names of files among the values of a table.

use stiction_core::{Field, Form, Spelling, Value};

/// Returns whether the value of a key, if it is a text, is the path of a file.
fn names_a_file(key: &str) -> bool {
    key == "file" || key.ends_with("_file")
}

/// Shows each name of a file below the fields of a table, which may be changed.
pub(crate) fn each_file(
    fields: &'static [Field],
    values: &mut [Value],
    see: &mut dyn FnMut(&mut String),
) {
    for (field, value) in fields.iter().zip(values) {
        in_value(field.name, (field.form)(), value, see);
    }
}

fn in_value(key: &str, form: Form, value: &mut Value, see: &mut dyn FnMut(&mut String)) {
    match (form, value) {
        (Form::Text, Value::Text(name)) if names_a_file(key) => see(name),
        (Form::Table(table), Value::Record(values)) => each_file(table.fields, values, see),
        (Form::List(each) | Form::Filled(each) | Form::Several(_, each), Value::List(values)) => {
            values.iter_mut().for_each(|value| in_value(key, each(), value, see));
        }
        (Form::Choice(choice), Value::Choice(index, values)) => {
            let variant = &choice.variants[*index];
            let is_key = matches!(choice.spelling, Spelling::Key | Spelling::Name);
            let key_of_variant = if is_key { variant.name } else { key };
            for (field, value) in variant.fields.iter().zip(values) {
                let key = if field.name.is_empty() { key_of_variant } else { field.name };
                in_value(key, (field.form)(), value, see);
            }
        }
        _ => {}
    }
}
