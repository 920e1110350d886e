//! The entries of a table in a text, taken one after another.

use core::ops::Range;
use std::collections::BTreeMap;

use stiction_core::Parameter;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::error::{Fault, Inside, nearest};
use crate::node::Node;
use crate::value::read_parameter;

/// The entries of a table, taken one after another; the remaining ones are unknown.
pub(crate) struct Fields<'i> {
    what: &'static str,
    span: Range<usize>,
    table: DeTable<'i>,
    asked: Vec<&'static str>,
}

impl<'i> Fields<'i> {
    /// Returns the entries of a node that must be a table; `what` names it in messages.
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

    /// Takes the value of a key, if it is there.
    pub(crate) fn take(&mut self, key: &'static str) -> Option<Node<'i>> {
        self.asked.push(key);
        self.table.remove(key)
    }

    /// Returns the value of a key without taking it, if it is a text.
    pub(crate) fn word(&self, key: &str) -> Option<&str> {
        match self.table.get(key)?.get_ref() {
            DeValue::String(word) => Some(word),
            _ => None,
        }
    }

    /// Takes the value of a key that must be there.
    pub(crate) fn require(&mut self, key: &'static str) -> Result<Node<'i>, Fault> {
        let missing = || Fault::new(format!("{} needs `{key}`", self.what)).at(self.span.clone());
        self.asked.push(key);
        self.table.remove(key).ok_or_else(missing)
    }

    /// Takes the value of a key as a Rust value, if it is there.
    pub(crate) fn read<T: Parameter>(&mut self, key: &'static str) -> Result<Option<T>, Fault> {
        self.take(key).map(read_parameter).transpose().inside(key)
    }

    /// Takes a table of named values, by their names.
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

    /// Takes the remaining entries as a table.
    pub(crate) fn rest(&mut self) -> Node<'i> {
        Spanned::new(self.span.clone(), DeValue::Table(core::mem::take(&mut self.table)))
    }

    /// Returns all entries by name.
    pub(crate) fn entries(self) -> impl Iterator<Item = (Spanned<String>, Node<'i>)> {
        let owned = |key: Spanned<std::borrow::Cow<'i, str>>| {
            Spanned::new(key.span(), key.into_inner().into_owned())
        };
        self.table.into_iter().map(move |(key, node)| (owned(key), node))
    }

    /// Refuses remaining entries.
    pub(crate) fn finish(self) -> Result<(), Fault> {
        let Some((key, _)) = self.table.iter().next() else { return Ok(()) };
        let known = self.asked.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>();
        let message = format!(
            "unknown field `{}` in {}, expected {}",
            key.get_ref(),
            self.what,
            known.join(", ")
        );
        let hint = nearest(key.get_ref(), self.asked.iter().copied());
        Err(Fault::new(message).hint(hint).at(key.span()))
    }
}
