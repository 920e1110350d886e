//! The text of a scenario: its tree with places, and faults turned into lines.

use core::ops::Range;
use std::collections::BTreeMap;
use std::path::Path;

use stiction_core::Parameter;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::described::read_parameter;
use crate::digits::float;
use crate::error::{Fault, Inside, ScenarioError, TextError, nearest};
use crate::work;

/// A value with its place in the text.
pub(crate) type Node<'i> = Spanned<DeValue<'i>>;

/// A text and the name of its file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text<'a> {
    pub(crate) file: Option<&'a Path>,
    pub(crate) text: &'a str,
}

impl<'a> Text<'a> {
    /// The tree of the text; all its numbers can be read.
    pub(crate) fn parse(self) -> Result<Spanned<DeTable<'a>>, Fault> {
        let root = DeTable::parse(self.text).map_err(|error| {
            let fault = Fault::new(error.message().trim_end());
            match error.span() {
                Some(span) => fault.at(span),
                None => fault,
            }
        })?;
        root.get_ref().values().try_for_each(check_numbers)?;
        Ok(root)
    }

    /// Returns the tree as one node.
    pub(crate) fn tree(self) -> Result<Node<'a>, Fault> {
        work::count(|done| done.parses += 1);
        let root = self.parse()?;
        Ok(Node::new(root.span(), DeValue::Table(root.into_inner())))
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
            path: fault.keys.join("."),
            message: fault.message,
            hint: fault.hint,
            source_line: source_line.to_owned(),
        }))
    }

    pub(crate) fn span_of(self, keys: &[String]) -> Option<Range<usize>> {
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

/// The bytes as a text (UTF-8).
///
/// # Errors
/// The text with a mark for every byte that is not UTF-8, and the place of the first such byte.
pub(crate) fn text_of(bytes: Vec<u8>) -> Result<String, (String, Fault)> {
    String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        let byte = error.as_bytes().get(place).copied().unwrap_or_default();
        let message = format!("the byte 0x{byte:02X} is no text: a file is written in UTF-8");
        let shown = String::from_utf8_lossy(error.as_bytes()).into_owned();
        (shown, Fault::new(message).at(place..place + 1))
    })
}

/// Refuses numbers that would become others, wherever they are.
pub(crate) fn check_numbers(node: &Node<'_>) -> Result<(), Fault> {
    match node.get_ref() {
        DeValue::Float(number) => {
            float(number.as_str()).map(|_| ()).map_err(|fault| fault.at(node.span()))
        }
        DeValue::Array(list) => list.iter().try_for_each(check_numbers),
        DeValue::Table(table) => table.values().try_for_each(check_numbers),
        _ => Ok(()),
    }
}

fn floor_char(text: &str, mut index: usize) -> usize {
    while !text.is_char_boundary(index) {
        index -= 1;
    }
    index
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

    /// The value of a key that stays there, if it is a text.
    pub(crate) fn word(&self, key: &str) -> Option<&str> {
        match self.table.get(key)?.get_ref() {
            DeValue::String(word) => Some(word),
            _ => None,
        }
    }

    /// The value of a key that must be there.
    pub(crate) fn require(&mut self, key: &'static str) -> Result<Node<'i>, Fault> {
        let missing = || Fault::new(format!("{} needs `{key}`", self.what)).at(self.span.clone());
        self.asked.push(key);
        self.table.remove(key).ok_or_else(missing)
    }

    /// Returns the value of a key as what it is in Rust, if it is there.
    pub(crate) fn read<T: Parameter>(&mut self, key: &'static str) -> Result<Option<T>, Fault> {
        self.take(key).map(read_parameter).transpose().inside(key)
    }

    /// Returns the values of a table in which each has a name, by their names.
    pub(crate) fn read_named<T: Parameter>(
        &mut self,
        key: &'static str,
    ) -> Result<BTreeMap<String, T>, Fault> {
        let each = |(name, node): (Spanned<String>, _)| {
            let name = name.into_inner();
            let read = read_parameter(node).inside(name.clone());
            read.map(|value| (name, value))
        };
        let table = Self::of(key, self.require(key)?).inside(key)?;
        table.entries().map(each).collect::<Result<_, _>>().inside(key)
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
