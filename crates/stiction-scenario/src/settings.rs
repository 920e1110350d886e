//! Values of a scenario text replaced by path.

use toml::{Table, Value};

use crate::error::{Fault, nearest};

/// The text with the value at each path replaced: `solver.step`, `bodies.arm.links[0].mass`.
pub(crate) fn apply(text: &str, settings: &[(&str, &str)]) -> Result<String, Fault> {
    let root: Table = text.parse().map_err(|error: toml::de::Error| Fault::new(error.message()))?;
    let mut root = Value::Table(root);
    for (path, value) in settings {
        let replaced = parse_value(value).and_then(|value| set(&mut root, path, value));
        replaced.map_err(|fault| fault.inside(*path))?;
    }
    toml::to_string(&root).map_err(|error| Fault::new(error.to_string()))
}

/// A TOML value; a bare word is taken as a string.
fn parse_value(text: &str) -> Result<Value, Fault> {
    let word = |c: char| c.is_alphanumeric() || "_-./[]".contains(c);
    let entry = format!("value = {text}");
    match entry.parse::<Table>() {
        Ok(mut table) if table.len() == 1 => {
            table.remove("value").ok_or_else(|| Fault::new(format!("`{text}` is not a TOML value")))
        }
        _ if !text.is_empty() && text.chars().all(word) => Ok(Value::String(text.to_owned())),
        _ => Err(Fault::new(format!("`{text}` is not a TOML value"))),
    }
}

/// `a.b[2].c` as `a`, `b`, `2`, `c`.
pub(crate) fn split(path: &str) -> Result<Vec<String>, Fault> {
    let mut keys = vec![];
    for part in path.split('.') {
        let (name, mut rest) = part.split_at(part.find('[').unwrap_or(part.len()));
        if name.is_empty() {
            return Err(Fault::new("a path has names between its dots"));
        }
        keys.push(name.to_owned());
        while let Some(inner) = rest.strip_prefix('[') {
            let index = inner.split_once(']');
            let Some((index, after)) = index.filter(|(index, _)| index.parse::<usize>().is_ok())
            else {
                return Err(Fault::new(format!("`{rest}` is not an index such as [0]")));
            };
            keys.push(index.to_owned());
            rest = after;
        }
        if !rest.is_empty() {
            return Err(Fault::new(format!("`{rest}` after an index")));
        }
    }
    Ok(keys)
}

/// Tables that a file need not have for a value in them to be set.
const MAY_BE_ABSENT: [&str; 3] = ["record", "start", "mount"];

/// Replaces the value at a path. What is on the way must be there; the last key may be new, so that
/// a parameter that has a default can be set.
fn set(root: &mut Value, path: &str, value: Value) -> Result<(), Fault> {
    let keys = split(path)?;
    let Some((last, way)) = keys.split_last() else { return Ok(()) };
    let mut place = root;
    for key in way {
        if let (Value::Table(table), true) = (&mut *place, MAY_BE_ABSENT.contains(&key.as_str())) {
            table.entry(key.clone()).or_insert_with(|| Value::Table(Table::new()));
        }
        place = child(place, key)?;
    }
    if let (Value::Table(table), false) = (&mut *place, last.parse::<usize>().is_ok()) {
        table.insert(last.clone(), value);
        return Ok(());
    }
    *child(place, last)? = value;
    Ok(())
}

/// The entry of a table or list.
fn child<'a>(value: &'a mut Value, key: &str) -> Result<&'a mut Value, Fault> {
    match value {
        Value::Table(table) => {
            let known: Vec<String> = table.keys().cloned().collect();
            table.get_mut(key).ok_or_else(|| {
                let message = format!("there is no `{key}`, only {}", known.join(", "));
                Fault::new(message).hint(nearest(key, known.iter().map(String::as_str)))
            })
        }
        Value::Array(list) => {
            let length = list.len();
            let index = key.parse::<usize>().ok();
            let entry = index.and_then(|index| list.get_mut(index));
            entry.ok_or_else(|| Fault::new(format!("there is no entry {key} of {length}")))
        }
        other => Err(Fault::new(format!("there is nothing in a {}", other.type_str()))),
    }
}
