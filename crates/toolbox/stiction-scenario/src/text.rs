//! The text of a scenario: its tree with places, and faults turned into lines.

use core::ops::Range;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::error::{Fault, ScenarioError, TextError};
use crate::node::{Node, check_numbers};
use crate::work;

/// A text and the name of its file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text<'a> {
    pub(crate) file: Option<&'a Path>,
    pub(crate) text: &'a str,
}

impl<'a> Text<'a> {
    /// Returns the tree of the text as one node; all its numbers can be read.
    pub(crate) fn tree(self) -> Result<Node<'a>, Fault> {
        work::count(|done| done.parses += 1);
        let root = DeTable::parse(self.text).map_err(|error| {
            let fault = Fault::new(error.message().trim_end());
            match error.span() {
                Some(span) => fault.at(span),
                None => fault,
            }
        })?;
        root.get_ref().values().try_for_each(check_numbers)?;
        Ok(Node::new(root.span(), DeValue::Table(root.into_inner())))
    }

    /// Returns the fault with its line. A fault without a place is at the deepest of its keys that the text has.
    pub(crate) fn locate(self, fault: Fault) -> ScenarioError {
        let span = fault.span.clone().or_else(|| self.span_of(&fault.keys)).unwrap_or(0..0);
        let start = span.start.min(self.text.len());
        let before = &self.text[..floor_char(self.text, start)];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        let line = before.matches('\n').count() + 1;
        let column = before[line_start..].chars().count() + 1;
        let source_line = self.text[line_start..].lines().next().unwrap_or_default();
        ScenarioError::Text(Box::new(TextError {
            file: self.file.map(Path::to_owned),
            line,
            column,
            path: fault.keys.join("."),
            message: fault.message,
            hint: fault.hint,
            source_line: source_line.to_owned(),
        }))
    }

    /// Returns the place of the deepest of some keys that the text has.
    pub(crate) fn span_of(self, keys: &[String]) -> Option<Range<usize>> {
        let root = DeTable::parse(self.text).ok()?;
        way(&root, keys).last().map(|(place, _)| place)
    }
}

/// Returns the keys along a path, each with its place and its value, as far as the tree has them.
pub(crate) fn way<'t, 'a>(
    root: &'t Spanned<DeTable<'a>>,
    keys: &'t [String],
) -> impl Iterator<Item = (Range<usize>, &'t Node<'a>)> {
    let mut node: Option<&Node<'a>> = None;
    keys.iter().map_while(move |key| {
        let table = node.map_or(Some(root.get_ref()), |node| node.get_ref().as_table());
        let (place, next) = match (table, node.map(Node::get_ref)) {
            (Some(table), _) => {
                let (name, next) = table.get_key_value(key.as_str())?;
                (name.span(), next)
            }
            (None, Some(DeValue::Array(list))) => {
                let next = list.get(key.parse::<usize>().ok()?)?;
                (next.span(), next)
            }
            _ => return None,
        };
        node = Some(next);
        Some((place, next))
    })
}

/// Returns the bytes as a text (UTF-8).
///
/// # Errors
/// Bytes that are not UTF-8: the text with a mark for each, and the place of the first.
pub(crate) fn text_of(bytes: Vec<u8>) -> Result<String, (String, Fault)> {
    String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        let byte = error.as_bytes().get(place).copied().unwrap_or_default();
        let message = format!("the byte 0x{byte:02X} is no text: a file is written in UTF-8");
        let shown = String::from_utf8_lossy(error.as_bytes()).into_owned();
        (shown, Fault::new(message).at(place..place + 1))
    })
}

fn floor_char(text: &str, mut index: usize) -> usize {
    while !text.is_char_boundary(index) {
        index -= 1;
    }
    index
}
