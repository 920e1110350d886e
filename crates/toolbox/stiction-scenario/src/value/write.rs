//! From values to the entries of a file; values at their defaults are absent, and left out.

use serde::ser::{Error, SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use stiction_core::{Description, Field, Form, Parameter, Spelling, Value};

use super::read::{as_read, unless_defaults};

/// Writes a parameter; values at their defaults are left out.
pub(crate) fn parameter<T: Parameter, S: Serializer>(of: &T, to: S) -> Result<S::Ok, S::Error> {
    let form = T::form();
    Written(form, &as_read(form, of.value())).serialize(to)
}

/// Implements `Serialize` for types by their tables.
macro_rules! serialize_as_described {
    ($($type:ty),+ $(,)?) => {$(
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                crate::value::write_parameter(self, to)
            }
        }
    )+};
}
pub(crate) use serialize_as_described;

/// Writes a table: words such as its `type`, then its parameters, then those lists of numbers that are given.
pub(crate) fn table<'a, S: Serializer>(
    words: impl IntoIterator<Item = (&'a str, &'a str)>,
    (fields, values): (&'static [Field], &[Value]),
    lists: &[(&str, Option<Vec<f64>>)],
    to: S,
) -> Result<S::Ok, S::Error> {
    let mut map = to.serialize_map(None)?;
    for (key, word) in words {
        map.serialize_entry(key, word)?;
    }
    entries(fields, values, &mut map)?;
    for (key, list) in lists.iter().filter(|(_, list)| list.is_some()) {
        map.serialize_entry(key, list)?;
    }
    map.end()
}

fn entries<M: SerializeMap>(
    fields: &'static [Field],
    values: &[Value],
    map: &mut M,
) -> Result<(), M::Error> {
    for (field, value) in fields.iter().zip(values) {
        match (value, (field.form)()) {
            (Value::Absent, _) => {}
            (Value::Record(values), Form::Table(part)) if field.is_flat => {
                entries(part.fields, values, map)?;
            }
            (value, form) => map.serialize_entry(field.name, &Written(form, value))?,
        }
    }
    Ok(())
}

/// A value of a form.
struct Written<'a>(Form, &'a Value);

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match (self.1, self.0) {
            (Value::Opaque(what), _) => {
                Err(S::Error::custom(format!("{what} cannot stand in a file")))
            }
            (Value::Number(number), Form::Count) => to.serialize_u64(*number as u64),
            (Value::Number(number), _) => to.serialize_f64(*number),
            (Value::Flag(flag), _) => to.serialize_bool(*flag),
            (Value::Numbers(entries), Form::Matrix) => {
                entries.chunks(3).collect::<Vec<_>>().serialize(to)
            }
            (Value::Numbers(numbers), _) => numbers.serialize(to),
            (Value::Text(text), _) => to.serialize_str(text),
            (
                Value::List(values),
                Form::List(each) | Form::Filled(each) | Form::Several(_, each),
            ) => {
                let mut list = to.serialize_seq(Some(values.len()))?;
                for value in values {
                    list.serialize_element(&Written(each(), value))?;
                }
                list.end()
            }
            (Value::Record(values), Form::Table(of)) => match short(of, values) {
                Some(number) => to.serialize_f64(number),
                None => table([], (of.fields, values), &[], to),
            },
            (Value::Choice(index, values), Form::Choice(choice)) => {
                let variant = &choice.variants[*index];
                match (choice.spelling, variant.fields, &values[..]) {
                    (Spelling::Look, [only], [value]) => {
                        Written((only.form)(), value).serialize(to)
                    }
                    (Spelling::Look, fields, values) => table([], (fields, values), &[], to),
                    (Spelling::Type, _, []) => to.serialize_str(variant.name),
                    (Spelling::Type, fields, values) => {
                        table([("type", variant.name)], (fields, values), &[], to)
                    }
                }
            }
            (value, form) => {
                Err(S::Error::custom(format!("{value:?} is not of the form {form:?}")))
            }
        }
    }
}

/// Returns the number that stands for all values of a table, if there is one.
pub(crate) fn short(of: &Description, values: &[Value]) -> Option<f64> {
    let (of_number, number) = (of.of_number?, values.first()?);
    let Value::Number(number) = number else { return None };
    let same = unless_defaults(of.fields, of_number(*number).ok()?) == values;
    same.then_some(*number)
}
