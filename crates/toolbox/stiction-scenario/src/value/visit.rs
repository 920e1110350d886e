//! Every value of a table, with its path.

use stiction_core::{Field, Form, Value};

/// Visitor of a value with its path and its form; returns whether the values inside it are visited too.
pub(crate) type See<'a> = dyn FnMut(&str, Form, &mut Value) -> bool + 'a;

/// Visits the values below the fields of a table, which may be changed.
pub(crate) fn visit(path: &str, fields: &'static [Field], values: &mut [Value], see: &mut See<'_>) {
    for (field, value) in fields.iter().zip(values) {
        // A flat part, or one without a name, is at the place of the whole.
        let path = match field.name {
            "" => path.to_owned(),
            _ if field.is_flat => path.to_owned(),
            name => format!("{path}.{name}"),
        };
        one(&path, (field.form)(), value, see);
    }
}

fn one(path: &str, form: Form, value: &mut Value, see: &mut See<'_>) {
    if !see(path, form, value) {
        return;
    }
    match (form, value) {
        (Form::Table(table), Value::Record(values)) => visit(path, table.fields, values, see),
        (Form::Choice(choice), Value::Choice(index, values)) => {
            visit(path, choice.variants[*index].fields, values, see);
        }
        (Form::List(each) | Form::Filled(each) | Form::Several(_, each), Value::List(values)) => {
            for (place, value) in values.iter_mut().enumerate() {
                one(&format!("{path}[{place}]"), each(), value, see);
            }
        }
        _ => {}
    }
}
