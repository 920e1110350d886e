//! Ranges: one walk over a table and its values, for components of any type.

use super::{Describe, Field, Form, Value};
use crate::ParameterError;

/// Accepted values of a number, of every number of a vector, or accepted lengths of a list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Range {
    /// Anything; further checks may require more.
    Any,
    /// Finite.
    Finite,
    /// Finite and above zero.
    Positive,
    /// Finite and not below zero.
    NonNegative,
    /// From one number to another, with the words for a number outside.
    Within(f64, f64, &'static str),
    /// Least and largest number of elements of a list, and of every list in it, with the words for another number.
    Length(usize, usize, &'static str),
}

impl Range {
    /// Returns the requirement that a number does not meet.
    fn refusal(self, number: f64) -> Option<&'static str> {
        let (holds, words) = match self {
            Self::Any | Self::Length(..) => return None,
            Self::Finite => (true, "must be finite"),
            Self::Positive => (number > 0.0, "must be finite and positive"),
            Self::NonNegative => (number >= 0.0, "must be finite and not negative"),
            Self::Within(least, most, words) => ((least..=most).contains(&number), words),
        };
        (!holds || !number.is_finite()).then_some(words)
    }

    /// Refuses a number that does not meet the requirement, in the name of a component and its parameter.
    pub(crate) fn check(
        self,
        component: &'static str,
        parameter: &'static str,
        number: f64,
    ) -> Result<(), ParameterError> {
        let refused = |words| Err(ParameterError::new(component, parameter, number, words));
        self.refusal(number).map_or(Ok(()), refused)
    }
}

/// Checks the numbers of a component against the ranges of their fields, in the order of the fields.
///
/// # Errors
/// The first number that is refused. A number in a part that has no table of its own is refused in the name
/// of the component.
pub fn check_ranges<T: Describe>(component: &T) -> Result<(), ParameterError> {
    let table = T::DESCRIPTION;
    check_fields(table.name, table.fields, &component.values())
}

/// Checks some of the fields of a component, given their values.
///
/// # Errors
/// As [`check_ranges`].
#[doc(hidden)]
pub fn check_fields(
    component: &'static str,
    fields: &[Field],
    values: &[Value],
) -> Result<(), ParameterError> {
    fields
        .iter()
        .zip(values)
        .try_for_each(|(field, value)| one(component, field.name, field, value))
}

fn one(
    component: &'static str,
    name: &'static str,
    field: &Field,
    value: &Value,
) -> Result<(), ParameterError> {
    let number = |number: &f64| field.range.check(component, name, *number);
    match (value, (field.form)()) {
        (Value::Number(value), _) => number(value),
        (Value::Numbers(values), _) => values.iter().try_for_each(number),
        (Value::List(values), Form::List(each) | Form::Filled(each) | Form::Several(_, each)) => {
            let mut field = Field { form: each, ..*field };
            if let Range::Length(least, most, words) = field.range {
                if !(least..=most).contains(&values.len()) {
                    return Err(ParameterError::new(component, name, values.len() as f64, words));
                }
                if !matches!(each(), Form::List(_)) {
                    field.range = Range::Any;
                }
            }
            values.iter().try_for_each(|value| one(component, name, &field, value))
        }
        // A range over all numbers of a record is reported under the name of the field that holds it.
        (Value::Record(values), _) if field.range != Range::Any => {
            values.iter().try_for_each(|value| one(component, name, field, value))
        }
        (Value::Record(values), Form::Table(table)) => {
            check_fields(if field.is_flat { component } else { table.name }, table.fields, values)
        }
        (Value::Choice(index, values), Form::Choice(choice)) => {
            let variant = &choice.variants[*index];
            // A field without a name is reported under the name of the field that holds it.
            variant.fields.iter().zip(values).try_for_each(|(inner, value)| {
                one(component, if inner.name.is_empty() { name } else { inner.name }, inner, value)
            })
        }
        _ => Ok(()),
    }
}
