//! The text of a scenario: its tree with places, and faults turned into lines.

use core::ops::Range;
use std::path::Path;

use serde::de::{DeserializeOwned, IntoDeserializer};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::error::{Fault, ScenarioError, TextError, nearest};

/// A value with its place in the text.
pub(crate) type Node<'i> = Spanned<DeValue<'i>>;

/// A text and the name of its file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text<'a> {
    pub(crate) file: Option<&'a Path>,
    pub(crate) text: &'a str,
}

impl<'a> Text<'a> {
    /// The tree of the text.
    pub(crate) fn parse(self) -> Result<Spanned<DeTable<'a>>, Fault> {
        DeTable::parse(self.text).map_err(|error| fault_of(&error))
    }

    /// The fault with its line. Without a place of its own, it is at the deepest of its keys that the
    /// text has.
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
            message: fault.message,
            hint: fault.hint,
            source_line: source_line.to_owned(),
        }))
    }

    fn span_of(self, keys: &[String]) -> Option<Range<usize>> {
        let root = DeTable::parse(self.text).ok()?;
        let mut span = None;
        let mut value = DeValue::Table(root.into_inner());
        for key in keys {
            let next = match value {
                DeValue::Table(table) => {
                    let found = table.into_iter().find(|(name, _)| name.get_ref() == key);
                    found.map(|(name, node)| (name.span(), node))
                }
                DeValue::Array(array) => {
                    let index = key.parse::<usize>().ok();
                    let node = index.and_then(|index| array.into_iter().nth(index));
                    node.map(|node| (node.span(), node))
                }
                _ => None,
            };
            let Some((place, node)) = next else { break };
            span = Some(place);
            value = node.into_inner();
        }
        span
    }
}

fn floor_char(text: &str, mut index: usize) -> usize {
    while !text.is_char_boundary(index) {
        index -= 1;
    }
    index
}

/// The fault of a message of the parser, with a hint where it names what it knows.
fn fault_of(error: &toml::de::Error) -> Fault {
    let message = error.message().to_owned();
    let mut names = message.split('`').skip(1).step_by(2);
    let hint = if message.starts_with("unknown") {
        names.next().and_then(|unknown| nearest(unknown, names))
    } else {
        None
    };
    let fault = Fault::new(message.trim_end()).hint(hint);
    match error.span() {
        Some(span) => fault.at(span),
        None => fault,
    }
}

/// A value of the text as a plain Rust value.
pub(crate) fn read<T: DeserializeOwned>(node: Node<'_>) -> Result<T, Fault> {
    let (span, tree) = (node.span(), node.clone());
    T::deserialize(node.into_deserializer()).map_err(|error| explained(&error, &tree, span))
}

/// Apart: reading is compiled for many types.
#[inline(never)]
fn explained(error: &toml::de::Error, tree: &Node<'_>, span: Range<usize>) -> Fault {
    let mut fault = fault_of(error);
    if let Some(place) = place_of(&fault.message, tree) {
        fault.span = Some(place);
    }
    fault.at(span)
}

/// The place of what a message calls unknown, if the tree has it once. (Below a table that is told
/// apart by its `type` the parser forgets the places.)
fn place_of(message: &str, tree: &Node<'_>) -> Option<Range<usize>> {
    let name = message.strip_prefix("unknown")?.split('`').nth(1)?;
    let mut places = vec![];
    add_places(name, tree, &mut places);
    let [place] = &places[..] else { return None };
    Some(place.clone())
}

fn add_places(name: &str, node: &Node<'_>, places: &mut Vec<Range<usize>>) {
    match node.get_ref() {
        DeValue::Table(table) => {
            for (key, value) in table {
                if key.get_ref() == name {
                    places.push(key.span());
                }
                add_places(name, value, places);
            }
        }
        DeValue::Array(array) => array.iter().for_each(|value| add_places(name, value, places)),
        DeValue::String(text) if text == name => places.push(node.span()),
        _ => {}
    }
}

/// The entries of a table, taken one after another; what is left over was not known.
pub(crate) struct Fields<'i> {
    what: &'static str,
    span: Range<usize>,
    table: DeTable<'i>,
    asked: Vec<&'static str>,
}

impl<'i> Fields<'i> {
    /// The entries of a node that must be a table: `what` names it in messages.
    pub(crate) fn of(what: &'static str, node: Node<'i>) -> Result<Self, Fault> {
        let span = node.span();
        match node.into_inner() {
            DeValue::Table(table) => Ok(Self { what, span, table, asked: vec![] }),
            other => {
                let found = other.type_str();
                Err(Fault::new(format!("{what} must be a table, found {found}")).at(span))
            }
        }
    }

    /// The value of a key, if it is there.
    pub(crate) fn take(&mut self, key: &'static str) -> Option<Node<'i>> {
        self.asked.push(key);
        self.table.remove(key)
    }

    /// The value of a key that must be there.
    pub(crate) fn require(&mut self, key: &'static str) -> Result<Node<'i>, Fault> {
        let missing = || Fault::new(format!("{} needs `{key}`", self.what)).at(self.span.clone());
        self.asked.push(key);
        self.table.remove(key).ok_or_else(missing)
    }

    /// The value of a key as a plain Rust value, if it is there.
    pub(crate) fn read<T: DeserializeOwned>(
        &mut self,
        key: &'static str,
    ) -> Result<Option<T>, Fault> {
        self.take(key).map(read).transpose().map_err(|fault| fault.inside(key))
    }

    /// The entries that nobody has asked for, as a table of their own.
    pub(crate) fn rest(&mut self) -> Node<'i> {
        Spanned::new(self.span.clone(), DeValue::Table(core::mem::take(&mut self.table)))
    }

    /// All entries by name.
    pub(crate) fn entries(self) -> impl Iterator<Item = (Spanned<String>, Node<'i>)> {
        let owned = |key: Spanned<std::borrow::Cow<'i, str>>| {
            Spanned::new(key.span(), key.into_inner().into_owned())
        };
        self.table.into_iter().map(move |(key, node)| (owned(key), node))
    }

    /// Refuses what is left over.
    pub(crate) fn finish(self) -> Result<(), Fault> {
        let Some((key, _)) = self.table.iter().next() else { return Ok(()) };
        let known = self.asked.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>();
        let message = format!(
            "unknown key `{}` in {}, expected {}",
            key.get_ref(),
            self.what,
            known.join(", ")
        );
        let hint = nearest(key.get_ref(), self.asked.iter().copied());
        Err(Fault::new(message).hint(hint).at(key.span()))
    }
}
