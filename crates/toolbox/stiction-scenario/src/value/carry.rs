//! Transfer of values between tables, and the places of names in them.

use stiction_core::{Description, Field, Form, Value, ValueError};

/// Returns the table of a flat part, whose keys stand among those of the whole.
fn flat(field: &Field) -> Option<&'static Description> {
    match (field.form)() {
        Form::Table(part) if field.is_flat => Some(part),
        _ => None,
    }
}

/// Returns the names of all parameters, including those of flat parts.
pub(crate) fn names(fields: &[Field]) -> Vec<&'static str> {
    let names = |field: &Field| match flat(field) {
        Some(part) => names(part.fields),
        None => vec![field.name],
    };
    fields.iter().flat_map(names).collect()
}

/// Returns a parameter and its value.
pub(crate) fn find<'a>(
    fields: &'a [Field],
    values: &'a [Value],
    name: &str,
) -> Option<(&'a Field, &'a Value)> {
    fields.iter().zip(values).find_map(|(field, value)| match (flat(field), value) {
        (Some(part), Value::Record(values)) => find(part.fields, values, name),
        _ => (field.name == name).then_some((field, value)),
    })
}

/// Returns the values of a table in the order of another one, by their names.
///
/// # Errors
/// The name of a given value that the other table does not have.
pub(crate) fn carry(
    from: &[Field],
    values: &[Value],
    to: &[Field],
) -> Result<Vec<Value>, &'static str> {
    if core::ptr::eq(from, to) {
        return Ok(values.to_vec());
    }
    let known = names(to);
    let is_lost = |name: &&str| {
        let value = find(from, values, name);
        !known.contains(name) && value.is_some_and(|(_, value)| *value != Value::Absent)
    };
    if let Some(lost) = names(from).into_iter().find(is_lost) {
        return Err(lost);
    }
    Ok(place(from, values, to))
}

fn place(from: &[Field], values: &[Value], to: &[Field]) -> Vec<Value> {
    let value = |field: &Field| match flat(field) {
        Some(part) => Value::Record(place(from, values, part.fields)),
        None => find(from, values, field.name).map_or(Value::Absent, |(_, value)| value.clone()),
    };
    to.iter().map(value).collect()
}

/// Returns an error in a part as seen from the whole.
pub(crate) fn in_its_part(
    fields: &'static [Field],
    values: &[Value],
    error: ValueError,
) -> ValueError {
    let Some(name) = error.path.first() else { return error };
    if names(fields).contains(&name.as_str()) {
        return error;
    }
    let way = way_to(fields, values, name).unwrap_or_default();
    way.into_iter().rev().fold(error, ValueError::inside)
}

/// Returns the keys of the parts in which a name stands.
fn way_to(fields: &'static [Field], values: &[Value], name: &str) -> Option<Vec<&'static str>> {
    fields.iter().zip(values).find_map(|(field, value)| {
        if field.name == name {
            return Some(vec![]);
        }
        let (key, mut way) = match (value, (field.form)()) {
            (Value::Record(values), Form::Table(part)) => {
                let key = if field.is_flat { "" } else { field.name };
                (key, way_to(part.fields, values, name)?)
            }
            (Value::Choice(index, values), Form::Choice(choice)) => {
                (field.name, way_to(choice.variants[*index].fields, values, name)?)
            }
            _ => return None,
        };
        // A part without a name adds no key.
        if !key.is_empty() {
            way.insert(0, key);
        }
        Some(way)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn field(name: &'static str, form: fn() -> Form) -> Field {
        let (range, is_flat) = (stiction_core::Range::Any, false);
        Field { name, symbol: "", unit: "", range, text: "", form, default: None, is_flat }
    }

    static INNER: Description = Description {
        name: "Inner",
        tag: "inner",
        chosen: "",
        text: "",
        fields: &[field("a", || Form::Number), field("b", || Form::Number)],
        of_number: None,
    };
    static WHOLE: [Field; 1] = [field("beside", || Form::Table(&INNER))];

    /// How names are found and values carried is tried with every component by the tests of the registry.
    #[test]
    fn a_name_in_a_part_is_found_there() {
        let inside = Value::Record(vec![Value::Number(1.0), Value::Absent]);
        let error = ValueError::new("wrong").inside("b");
        let placed = in_its_part(&WHOLE, core::slice::from_ref(&inside), error);
        assert_eq!(placed.path, ["beside", "b"]);
        let unknown = ValueError::new("wrong").inside("z");
        assert_eq!(in_its_part(&WHOLE, &[inside], unknown).path, ["z"]);
    }
}
