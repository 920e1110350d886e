//! One number of a component set by its path, without text.
//!
//! A path goes through the values as it goes through the text of a file, so every form steps as it is written:
//!
//! ```text
//! law.curve.breakaway    the field `curve`, of a choice known by its look   ──> its variant ──> the field `breakaway`
//! law.steady_force       a key of a part that stands flat in the law         ──> the part
//! law.inertia[1][2]      a matrix by rows                                   ──> number 5 of nine
//! ```

use stiction_core::{Field, Form, Spelling, Value, Variant};

use super::carry::names;
use super::read::{unless_default, unless_defaults};
use crate::error::{Fault, absent};

/// Sets the number to which keys lead below the fields of a table.
pub(crate) fn in_table(
    fields: &'static [Field],
    values: &mut [Value],
    keys: &[&str],
    number: f64,
) -> Result<(), Fault> {
    let Some((first, rest)) = keys.split_first() else { return Err(not_a_number()) };
    for (field, value) in fields.iter().zip(values) {
        let form = (field.form)();
        match form {
            Form::Table(part) if field.is_flat => {
                if !names(part.fields).contains(first) {
                    continue;
                }
                let Value::Record(inner) = value else { return Err(nothing_there(first)) };
                return in_table(part.fields, inner, keys, number);
            }
            _ if field.name == *first => {
                in_value(form, value, rest, number)?;
            }
            _ => continue,
        }
        *value = unless_default(field, core::mem::replace(value, Value::Absent));
        return Ok(());
    }
    Err(absent(first, names(fields)))
}

/// Sets the number to which keys lead in a value of a form.
fn in_value(form: Form, value: &mut Value, keys: &[&str], number: f64) -> Result<(), Fault> {
    let Some((first, rest)) = keys.split_first() else {
        *value = of_number(form, number)?;
        return Ok(());
    };
    match (form, value) {
        (Form::Table(table), Value::Record(values)) => in_table(table.fields, values, keys, number),
        (Form::List(each) | Form::Filled(each) | Form::Several(_, each), Value::List(list)) => {
            let place = entry(list, first)?;
            in_value(each(), place, rest, number)
        }
        (Form::Matrix, Value::Numbers(numbers)) => match rest {
            [column] => {
                let mut rows: Vec<&mut [f64]> = numbers.chunks_exact_mut(3).collect();
                *entry(entry(&mut rows, first)?, column)? = number;
                Ok(())
            }
            _ => Err(not_a_number()),
        },
        (_, Value::Numbers(numbers)) => {
            let place = entry(numbers, first)?;
            if rest.is_empty() {
                *place = number;
                return Ok(());
            }
            Err(not_a_number())
        }
        (Form::Choice(choice), Value::Choice(index, inner)) => {
            let variant = &choice.variants[*index];
            match (choice.spelling, variant.fields, &mut inner[..]) {
                (Spelling::Look, [only], [one]) => in_value((only.form)(), one, keys, number),
                (_, fields, values) => in_table(fields, values, keys, number),
            }
        }
        _ => Err(nothing_there(first)),
    }
}

/// Returns the entry of a list.
fn entry<'a, T>(list: &'a mut [T], key: &str) -> Result<&'a mut T, Fault> {
    let len = list.len();
    let found = key.parse().ok().and_then(|index: usize| list.get_mut(index));
    found.ok_or_else(|| Fault::new(format!("there is no entry {key} of {len}")))
}

/// Returns a number in a form, as it would be read.
fn of_number(form: Form, number: f64) -> Result<Value, Fault> {
    match form {
        Form::Number | Form::Vector(_) => Ok(Value::Number(number)),
        Form::Count if number >= 0.0 && number.fract() == 0.0 => Ok(Value::Number(number)),
        Form::Count => {
            let message = format!("must be a whole number that is not negative, found {number:?}");
            Err(Fault::new(message))
        }
        Form::Table(table) => {
            let of_number = table.of_number.ok_or_else(not_a_number)?;
            Ok(Value::Record(unless_defaults(table.fields, of_number(number)?)))
        }
        Form::Choice(choice) if choice.spelling == Spelling::Look => {
            // Lists and tables do not look like a number here, though one number may stand for them elsewhere.
            let is_number = |form: &Form| match form {
                Form::Number => true,
                Form::Choice(choice) => choice.spelling == Spelling::Look,
                _ => false,
            };
            let carried = |(index, variant): (usize, &Variant)| {
                let form = variant.fields.first().map(|only| (only.form)()).filter(is_number)?;
                Some((index, of_number(form, number).ok()?))
            };
            let found = choice.variants.iter().enumerate().find_map(carried);
            let (index, value) = found.ok_or_else(not_a_number)?;
            Ok(Value::Choice(index, vec![value]))
        }
        _ => Err(not_a_number()),
    }
}

fn nothing_there(key: &str) -> Fault {
    Fault::new(format!("there is no `{key}`"))
}

fn not_a_number() -> Fault {
    Fault::new("is not a number")
}
