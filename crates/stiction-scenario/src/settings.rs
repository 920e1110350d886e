//! Values of a scenario text replaced by path.

use toml::{Table, Value};

use crate::error::{Fault, nearest};
use crate::text::Text;

/// The text with the value at each path replaced: `solver.step`, `bodies.arm.links[0].mass`.
pub(crate) fn apply(text: &str, settings: &[(&str, &str)]) -> Result<String, Fault> {
    let mut root = Value::Table(table(text)?);
    for (path, value) in settings {
        let replaced = parse_value(value).and_then(|value| set(&mut root, path, value));
        replaced.map_err(|fault| fault.inside(*path))?;
    }
    toml::to_string(&root).map_err(|error| Fault::new(error.to_string()))
}

/// The table of a text.
fn table(text: &str) -> Result<Table, Fault> {
    // Refuses a number that would become another one while its digits are still there.
    Text { file: None, text }.parse()?;
    text.parse().map_err(|error: toml::de::Error| Fault::new(error.message()))
}

/// A TOML value; a bare word is taken as a string.
fn parse_value(text: &str) -> Result<Value, Fault> {
    let word = |c: char| c.is_alphanumeric() || "_-./[]".contains(c);
    let entry = format!("value = {text}");
    match entry.parse::<Table>() {
        Ok(parsed) if parsed.len() == 1 => {
            let value =
                table(&entry).map_err(|fault| Fault { span: None, ..fault })?.remove("value");
            value.ok_or_else(|| Fault::new(format!("`{text}` is not a TOML value")))
        }
        _ if !text.is_empty() && text.chars().all(word) => Ok(Value::String(text.to_owned())),
        _ => Err(Fault::new(format!("`{text}` is not a TOML value"))),
    }
}

/// `a.b[2]."c.d"` as `a`, `b`, `2`, `c.d`; a name in quotes is one, whatever is in it.
pub(crate) fn split(path: &str) -> Result<Vec<String>, Fault> {
    let mut keys = vec![];
    let mut rest = path;
    loop {
        let (name, after) = first_name(rest)?;
        keys.push(name);
        rest = after;
        while let Some(inner) = rest.strip_prefix('[') {
            let index = inner.split_once(']');
            let Some((index, after)) = index.filter(|(index, _)| index.parse::<usize>().is_ok())
            else {
                return Err(Fault::new(format!("`{rest}` is not an index such as [0]")));
            };
            keys.push(index.to_owned());
            rest = after;
        }
        if rest.is_empty() {
            return Ok(keys);
        }
        let next = rest.strip_prefix('.');
        rest = next.ok_or_else(|| Fault::new(format!("`{rest}` where a dot is expected")))?;
    }
}

/// The name at the begin of a path, and what follows it.
fn first_name(path: &str) -> Result<(String, &str), Fault> {
    let quote = path.chars().next().filter(|c| matches!(c, '"' | '\''));
    let Some(quote) = quote else {
        let (name, rest) = path.split_at(path.find(['.', '[']).unwrap_or(path.len()));
        if name.is_empty() {
            return Err(Fault::new("a path has names between its dots"));
        }
        return Ok((name.to_owned(), rest));
    };
    // The first quote that ends a key of TOML.
    let ends = path.char_indices().skip(1).filter(|(_, c)| *c == quote).map(|(at, _)| at + 1);
    for (quoted, rest) in ends.map(|end| path.split_at(end)) {
        if let Ok(table) = format!("{quoted} = 0").parse::<Table>()
            && let Some((name, _)) = table.into_iter().next()
        {
            return Ok((name, rest));
        }
    }
    Err(Fault::new(format!("`{path}` has no end of its quoted name")))
}

/// Tables that a file need not have for a value in them to be set.
const MAY_BE_ABSENT: [&str; 3] = ["record", "start", "mount"];

/// Replaces the value at a path. What is on the way must be there; the last key may be new, so that
/// a parameter that has a default can be set.
fn set(root: &mut Value, path: &str, value: Value) -> Result<(), Fault> {
    let keys = split(path)?;
    let Some((last, way)) = keys.split_last() else { return Ok(()) };
    if let Some(hint) = section_of(root, &keys) {
        let message = format!("there is no `{}` at the top of the file", keys[0]);
        return Err(Fault::new(message).hint(Some(hint)));
    }
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

/// A hint where a path begins with the name of a body, drive or connection, and not with where these stand.
fn section_of(root: &Value, keys: &[String]) -> Option<String> {
    let (first, rest) = keys.split_first().filter(|(_, rest)| !rest.is_empty())?;
    let is_there =
        |section: &&str| root.get(section).is_some_and(|table| table.get(first).is_some());
    if root.get(first).is_some() || MAY_BE_ABSENT.contains(&first.as_str()) {
        return None;
    }
    let section = ["bodies", "drives", "connections"].into_iter().find(is_there)?;
    Some(format!("did you mean `{section}.{first}.{}`?", rest.join(".")))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_split_at_dots_outside_quotes() {
        let keys = |path: &str| split(path).unwrap();
        assert_eq!(keys("a.b[2].c"), ["a", "b", "2", "c"]);
        assert_eq!(keys("a[0][1]"), ["a", "0", "1"]);
        assert_eq!(
            keys(r#"sweep.parameters."a.b[0].c".to"#),
            ["sweep", "parameters", "a.b[0].c", "to"]
        );
        assert_eq!(keys("'a.b'.c"), ["a.b", "c"]);
        assert_eq!(keys(r#""a \"b\" c""#), [r#"a "b" c"#]);
        for wrong in ["", "a..b", ".a", "a.", "a[x]", "a[0", "a[0]b", r#""a.b"#, r#""a"b"#] {
            assert!(split(wrong).is_err(), "{wrong}");
        }
    }
}
