//! From the tree of a text to Rust values, with the place of whatever does not fit.
//!
//! Stricter than the parser's own way, which takes the first elements of a list that is too long, and
//! a list where a table belongs: a list of fixed length has that length, every element and every entry
//! is read or refused, and a number is the one that is written.

use std::collections::VecDeque;

use serde::de::value::CowStrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, Expected, IntoDeserializer, MapAccess,
    SeqAccess, Unexpected, VariantAccess, Visitor,
};
use toml::Spanned;
use toml::de::{DeArray, DeInteger, DeString, DeTable, DeValue};

use crate::error::{Fault, nearest};
use crate::text::Node;

/// What is expected, in words: serde calls numbers by their types in Rust.
fn in_words(expected: &dyn Expected) -> String {
    let expected = expected.to_string();
    match &*expected {
        "f64" | "f32" => "a number".to_owned(),
        "usize" | "u64" | "u32" | "u16" | "u8" => "a whole number that is not negative".to_owned(),
        "i64" | "i32" => "a whole number".to_owned(),
        _ => expected,
    }
}

impl Error for Fault {
    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::custom(format_args!("invalid type: {found}, expected {}", in_words(expected)))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::custom(format_args!("invalid value: {found}, expected {}", in_words(expected)))
    }

    fn custom<T: core::fmt::Display>(message: T) -> Self {
        let message = message.to_string();
        let mut names = message.split('`').skip(1).step_by(2);
        let hint = if message.starts_with("unknown") {
            names.next().and_then(|unknown| nearest(unknown, names))
        } else {
            None
        };
        Self::new(message.trim_end()).hint(hint)
    }
}

/// A value of the text that is read.
pub(crate) struct Reader<'i>(pub(crate) Node<'i>);

impl<'de> Reader<'de> {
    fn read_with<V: Visitor<'de>>(value: DeValue<'de>, visitor: V) -> Result<V::Value, Fault> {
        match value {
            DeValue::String(DeString::Owned(text)) => visitor.visit_string(text),
            DeValue::String(DeString::Borrowed(text)) => visitor.visit_borrowed_str(text),
            DeValue::Integer(number) => visitor.visit_i64(integer(&number)?),
            DeValue::Float(number) => visitor.visit_f64(float(number.as_str())?),
            DeValue::Boolean(value) => visitor.visit_bool(value),
            DeValue::Datetime(_) => Err(Error::invalid_type(Unexpected::Other("date"), &visitor)),
            DeValue::Array(list) => elements(list, visitor),
            DeValue::Table(table) => visitor.visit_map(Entries::of(table)),
        }
    }
}

/// The value that a text of a number stands for.
///
/// # Errors
/// One that is larger than every number, or so small that zero would be in its place.
pub(crate) fn float(text: &str) -> Result<f64, Fault> {
    let value: f64 = text.parse().map_err(|_| Fault::new(format!("`{text}` is not a number")))?;
    let digits = || text.split(['e', 'E']).next().unwrap_or_default();
    if value.is_infinite() && !text.contains("inf") {
        return Err(Fault::new(format!("{} is too large for a number", shown(text))));
    }
    if value == 0.0 && digits().contains(|digit| matches!(digit, '1'..='9')) {
        let shown = shown(text);
        return Err(Fault::new(format!("{shown} is too small for a number: it would be 0")));
    }
    Ok(value)
}

/// The integer that a text stands for.
///
/// # Errors
/// One that is too long.
pub(crate) fn integer(number: &DeInteger<'_>) -> Result<i64, Fault> {
    i64::from_str_radix(number.as_str(), number.radix()).map_err(|_| too_long(&number.to_string()))
}

fn too_long(number: &str) -> Fault {
    let shown = shown(number);
    Fault::new(format!("{shown} is too large for an integer: write it with a point or an exponent"))
}

/// The ends of a text in quotes, however long it is.
fn shown(text: &str) -> String {
    const END: usize = 12;
    // It has ASCII letters only.
    match (text.get(..END), text.get(text.len().saturating_sub(END)..)) {
        (Some(begin), Some(end)) if text.len() > 3 * END => format!("`{begin}…{end}`"),
        _ => format!("`{text}`"),
    }
}

impl<'de> Deserializer<'de> for Reader<'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let span = self.0.span();
        Self::read_with(self.0.into_inner(), visitor).map_err(|fault| fault.at(span))
    }

    /// A list of fixed length.
    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Fault> {
        match self.0.get_ref() {
            DeValue::Array(list) if list.len() != len => {
                Err(Fault::invalid_length(list.len(), &visitor).at(self.0.span()))
            }
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.deserialize_tuple(len, visitor)
    }

    /// A table: not the list of its values.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.deserialize_map(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0.get_ref() {
            DeValue::Array(_) => {
                Err(Fault::invalid_type(Unexpected::Seq, &visitor).at(self.0.span()))
            }
            _ => self.deserialize_any(visitor),
        }
    }

    /// What is not given is not in the text.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_some(self)
    }

    /// A word, or a table with one entry that has the word as its key.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let span = self.0.span();
        let read = match self.0.into_inner() {
            DeValue::String(word) => visitor.visit_enum(CowStrDeserializer::new(word)),
            DeValue::Table(table) if table.len() == 1 => visitor.visit_enum(Entries::of(table)),
            DeValue::Table(table) => {
                let message = format!("wanted exactly 1 element, found {}", table.len());
                Err(Fault::new(message))
            }
            other => {
                let found = other.type_str();
                Err(Fault::new(format!("wanted string or table, found {found}")))
            }
        };
        read.map_err(|fault| fault.at(span))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct newtype_struct seq identifier ignored_any
    }
}

/// Reads a list to its end.
fn elements<'de, V: Visitor<'de>>(list: DeArray<'de>, visitor: V) -> Result<V::Value, Fault> {
    let count = list.len();
    let mut left = Elements(list.into_iter());
    let value = visitor.visit_seq(&mut left)?;
    match left.0.len() {
        0 => Ok(value),
        surplus => {
            let message = format!("invalid length {count}, expected {}", count - surplus);
            Err(Fault::new(message))
        }
    }
}

/// Reads a value; what is found wrong afterwards has its place too.
fn read_with<'de, T: DeserializeSeed<'de>>(
    seed: T,
    reader: Reader<'de>,
) -> Result<T::Value, Fault> {
    let span = reader.0.span();
    seed.deserialize(reader).map_err(|fault| fault.at(span))
}

struct Elements<I>(I);

impl<'de, I: Iterator<Item = Node<'de>>> SeqAccess<'de> for Elements<I> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Fault> {
        self.0.next().map(|node| read_with(seed, Reader(node))).transpose()
    }
}

/// An entry of a table.
type Entry<'i> = (Spanned<DeString<'i>>, Node<'i>);

/// The entries of a table; `type` comes first, so that it is known what the others are.
struct Entries<'i> {
    left: VecDeque<Entry<'i>>,
    value: Option<Node<'i>>,
}

impl<'i> Entries<'i> {
    fn of(table: DeTable<'i>) -> Self {
        let mut left = VecDeque::with_capacity(table.len());
        for (key, value) in table {
            if key.get_ref() == "type" {
                left.push_front((key, value));
            } else {
                left.push_back((key, value));
            }
        }
        Self { left, value: None }
    }

    /// Reads the next key; its value is then the next one to be read.
    fn key<T: DeserializeSeed<'i>>(&mut self, seed: T) -> Result<Option<T::Value>, Fault> {
        let Some((key, value)) = self.left.pop_front() else { return Ok(None) };
        self.value = Some(value);
        let span = key.span();
        let key: CowStrDeserializer<'_, Fault> = key.into_inner().into_deserializer();
        seed.deserialize(key).map(Some).map_err(|fault| fault.at(span))
    }

    fn value(&mut self) -> Result<Reader<'i>, Fault> {
        self.value.take().map(Reader).ok_or_else(|| Fault::new("a value without a key"))
    }
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = Fault;

    fn next_key_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Fault> {
        self.key(seed)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Fault> {
        read_with(seed, self.value()?)
    }
}

impl<'de> EnumAccess<'de> for Entries<'de> {
    type Error = Fault;
    type Variant = Reader<'de>;

    fn variant_seed<T: DeserializeSeed<'de>>(
        mut self,
        seed: T,
    ) -> Result<(T::Value, Reader<'de>), Fault> {
        let variant = self.key(seed)?.ok_or_else(|| Fault::new("an empty table"))?;
        Ok((variant, self.value()?))
    }
}

/// What belongs to the word of an enum.
impl<'de> VariantAccess<'de> for Reader<'de> {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        Err(Fault::new("the word stands alone: nothing belongs to it").at(self.0.span()))
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Fault> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_tuple(len, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.deserialize_struct("", fields, visitor)
    }
}
