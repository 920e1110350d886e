//! Values set in the tree of a text, by path: `solver.step`, `bodies.arm.links[0].mass`.
//!
//! ```text
//! text ── Text::tree ──> tree ── set ──> tree with the settings ── Scenario::read ──> scenario
//!              "value = TEXT" ───┘  one node for each setting
//! ```

use core::borrow::BorrowMut;
use std::borrow::Cow;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use crate::error::{Fault, Inside, absent};
use crate::node::{Node, check_numbers};

/// Returns the texts of settings as entries of TOML, from which [`apply`] makes nodes.
pub(crate) fn entries(settings: &[(&str, &str)]) -> Vec<String> {
    settings.iter().map(|(_, value)| format!("value = {value}")).collect()
}

/// Replaces the value at each path of a tree.
pub(crate) fn apply<'i>(
    root: &mut Node<'i>,
    settings: &[(&str, &'i str)],
    entries: &'i [String],
) -> Result<(), Fault> {
    settings.iter().zip(entries).try_for_each(|((path, value), entry)| {
        value_of(value, entry).and_then(|value| set(root, path, value)).inside(*path)
    })
}

/// Returns the value of a setting; a bare word is a string.
fn value_of<'i>(text: &'i str, entry: &'i str) -> Result<Node<'i>, Fault> {
    let is_word = |c: char| c.is_alphanumeric() || "_-./[]".contains(c);
    let wrong = || Fault::new(format!("`{text}` is not a TOML value"));
    match DeTable::parse(entry) {
        Ok(parsed) if parsed.get_ref().len() == 1 => {
            let value = parsed.into_inner().remove("value").ok_or_else(wrong)?;
            // The reader has not seen the text of the entry.
            check_numbers(&value).map_err(|fault| Fault { span: None, ..fault })?;
            Ok(value)
        }
        _ if !text.is_empty() && text.chars().all(is_word) => {
            Ok(Spanned::new(0..0, DeValue::String(Cow::Borrowed(text))))
        }
        _ => Err(wrong()),
    }
}

/// Splits `a.b[2]."c.d"` into `a`, `b`, `2`, `c.d`; a name in quotes is one key, whatever it contains.
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

/// Returns the name at the beginning of a path, and the rest.
fn first_name(path: &str) -> Result<(String, &str), Fault> {
    let quote = path.chars().next().filter(|c| matches!(c, '"' | '\''));
    let Some(quote) = quote else {
        let (name, rest) = path.split_at(path.find(['.', '[']).unwrap_or(path.len()));
        if name.is_empty() {
            return Err(Fault::new("a path has names between its dots"));
        }
        return Ok((name.to_owned(), rest));
    };
    // The first quote at which the text is a valid TOML key ends the name.
    let ends = path.char_indices().skip(1).filter(|(_, c)| *c == quote).map(|(at, _)| at + 1);
    for (quoted, rest) in ends.map(|end| path.split_at(end)) {
        if let Ok(table) = DeTable::parse(&format!("{quoted} = 0"))
            && let Some((name, _)) = table.into_inner().into_iter().next()
        {
            return Ok((name.into_inner().into_owned(), rest));
        }
    }
    Err(Fault::new(format!("`{path}` has no end of its quoted name")))
}

/// Tables in which a value can be set even if the file does not have them.
const MAY_BE_ABSENT: [&str; 3] = ["record", "start", "mount"];

/// Replaces the value at a path. All keys except the last must exist; the last may be new, so that a parameter at
/// its default can be set.
fn set<'i>(root: &mut Node<'i>, path: &str, value: Node<'i>) -> Result<(), Fault> {
    let keys = split(path)?;
    let Some((last, way)) = keys.split_last() else { return Ok(()) };
    let given: Vec<&str> = keys.iter().map(String::as_str).collect();
    let is_in = |section: &str, name: &str| {
        get(root, section).is_some_and(|table| get(table, name).is_some())
    };
    if get(root, &keys[0]).is_none()
        && !MAY_BE_ABSENT.contains(&given[0])
        && let Some(hint) = section_of(&given, is_in)
    {
        let message = format!("there is no `{}` at the top of the file", keys[0]);
        return Err(Fault::new(message).hint(Some(hint)));
    }
    let mut place = root;
    for key in way {
        if let (DeValue::Table(table), true) =
            (place.get_mut(), MAY_BE_ABSENT.contains(&key.as_str()))
            && !table.contains_key(key.as_str())
        {
            insert(table, key, Spanned::new(0..0, DeValue::Table(DeTable::new())));
        }
        place = child(place, key)?;
    }
    if let (DeValue::Table(table), false) = (place.get_mut(), last.parse::<usize>().is_ok()) {
        insert(table, last, value);
        return Ok(());
    }
    *child(place, last)? = value;
    Ok(())
}

fn insert<'i>(table: &mut DeTable<'i>, key: &str, value: Node<'i>) {
    table.insert(Spanned::new(0..0, Cow::Owned(key.to_owned())), value);
}

/// Returns the value of a key of a table.
fn get<'a, 'i>(node: &'a Node<'i>, key: &str) -> Option<&'a Node<'i>> {
    match node.get_ref() {
        DeValue::Table(table) => table.get(key),
        _ => None,
    }
}

/// Returns a hint if a path begins with the name of a body, drive or connection instead of its section.
pub(crate) fn section_of(keys: &[&str], is_in: impl Fn(&str, &str) -> bool) -> Option<String> {
    let (first, rest) = keys.split_first().filter(|(_, rest)| !rest.is_empty())?;
    let mut sections = ["bodies", "drives", "connections"].into_iter();
    let section = sections.find(|section| is_in(section, first))?;
    Some(format!("did you mean `{section}.{first}.{}`?", rest.join(".")))
}

/// Returns the entry of a table or list.
fn child<'a, 'i>(node: &'a mut Node<'i>, key: &str) -> Result<&'a mut Node<'i>, Fault> {
    match node.get_mut() {
        DeValue::Table(table) => {
            if !table.contains_key(key) {
                return Err(absent(key, table.keys().map(|name| &**name.get_ref())));
            }
            table.get_mut(key).ok_or_else(|| absent(key, []))
        }
        DeValue::Array(list) => {
            let length = list.len();
            let entry = key.parse().ok().and_then(|index: usize| element(list, index));
            entry.ok_or_else(|| Fault::new(format!("there is no entry {key} of {length}")))
        }
        other => Err(Fault::new(format!("there is nothing in a {}", other.type_str()))),
    }
}

fn element<'a, 'i>(list: &'a mut DeArray<'i>, index: usize) -> Option<&'a mut Node<'i>> {
    let nodes: &mut [Node<'i>] = list.borrow_mut();
    nodes.get_mut(index)
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
