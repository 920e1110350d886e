//! A value with its place in a text.

use toml::Spanned;
use toml::de::DeValue;

use crate::digits::float;
use crate::error::Fault;

/// A value with its place in the text.
pub(crate) type Node<'i> = Spanned<DeValue<'i>>;

/// Refuses numbers at any depth that cannot be read exactly.
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
