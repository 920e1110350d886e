//! From the tree of a text to the values of a table: one walk for components of any type.

use core::ops::Range;

use stiction_core::{Description, Field, Form, Parameter, Spelling, Value, Variant};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::carry::names;
use crate::digits::{float, integer};
use crate::error::{Fault, listed, nearest};
use crate::node::Node;

/// Returns the values of the fields of a table, in their order; a value at its default is absent. The key that
/// chooses the domain was read before.
pub(crate) fn fields(
    fields: &'static [Field],
    chosen: &'static str,
    table: DeTable<'_>,
    span: &Range<usize>,
) -> Result<Vec<Value>, Fault> {
    // Unknown keys are reported first, because a missing field is often a misspelt one.
    let mut known = names(fields);
    if !chosen.is_empty() {
        known.insert(0, chosen);
    }
    if let Some((key, _)) = table.iter().find(|(key, _)| !known.contains(&&**key.get_ref())) {
        return Err(unknown("field", key.get_ref(), &known).at(key.span()));
    }
    let mut table = table;
    take_all(fields, &mut table, span)
}

fn take_all(
    fields: &'static [Field],
    table: &mut DeTable<'_>,
    span: &Range<usize>,
) -> Result<Vec<Value>, Fault> {
    fields.iter().map(|field| take(field, table, span)).collect()
}

fn take(field: &Field, table: &mut DeTable<'_>, span: &Range<usize>) -> Result<Value, Fault> {
    let form = (field.form)();
    if let (true, Form::Table(part)) = (field.is_flat, form) {
        return take_all(part.fields, table, span).map(Value::Record);
    }
    match table.remove(field.name) {
        Some(node) => {
            let value = value(form, node).map_err(|fault| fault.inside(field.name))?;
            Ok(unless_default(field, value))
        }
        None if field.default.is_some() => Ok(Value::Absent),
        None => Err(Fault::new(format!("missing field `{}`", field.name)).at(span.clone())),
    }
}

/// Replaces a value equal to its default, to the bit, by an absent one, and likewise the values inside it.
pub(crate) fn unless_default(field: &Field, value: Value) -> Value {
    // Text distinguishes −0 from 0.
    let is_default = |default: fn() -> Value| format!("{:?}", default()) == format!("{value:?}");
    if field.default.is_some_and(is_default) {
        return Value::Absent;
    }
    as_read((field.form)(), value)
}

/// Returns a value as it would be read: values inside it at their defaults are absent.
pub(crate) fn as_read(form: Form, value: Value) -> Value {
    match (value, form) {
        (Value::Record(values), Form::Table(table)) => {
            Value::Record(unless_defaults(table.fields, values))
        }
        (Value::Choice(index, values), Form::Choice(choice)) => {
            Value::Choice(index, unless_defaults(choice.variants[index].fields, values))
        }
        (Value::List(values), Form::List(each) | Form::Filled(each) | Form::Several(_, each)) => {
            Value::List(values.into_iter().map(|value| as_read(each(), value)).collect())
        }
        (value, _) => value,
    }
}

/// Applies [`unless_default`] to the values of several fields.
pub(crate) fn unless_defaults(fields: &[Field], values: Vec<Value>) -> Vec<Value> {
    fields.iter().zip(values).map(|(field, value)| unless_default(field, value)).collect()
}

/// Returns a value of a form. A vector may have any length here: the required one is known when it is built.
pub(crate) fn value(form: Form, node: Node<'_>) -> Result<Value, Fault> {
    let span = node.span();
    let read = match form {
        Form::Number => number(&node, "a number").map(Value::Number),
        Form::Count => count(&node).map(|count| Value::Number(count as f64)),
        Form::Flag => match node.get_ref() {
            DeValue::Boolean(flag) => Ok(Value::Flag(*flag)),
            _ => Err(mistaken(&node, "a boolean")),
        },
        Form::Vector(_) => match node.get_ref() {
            DeValue::Array(_) => numbers(&node),
            _ => number(&node, "a number or a list of numbers").map(Value::Number),
        },
        Form::Array(len) => match node.get_ref() {
            DeValue::Array(list) if list.len() != len => Err(other_length(list.len(), len)),
            DeValue::Array(_) => numbers(&node),
            _ => Err(mistaken(&node, &format!("an array of length {len}"))),
        },
        Form::Matrix => rows(node),
        Form::List(each) | Form::Filled(each) => list(each, node),
        Form::Several(len, each) => match node.get_ref() {
            DeValue::Array(list) if list.len() != len => Err(other_length(list.len(), len)),
            _ => list(each, node),
        },
        Form::Text => match node.get_ref() {
            DeValue::String(text) => Ok(Value::Text(text.to_string())),
            _ => Err(mistaken(&node, "a string")),
        },
        Form::Opaque => Err(Fault::new("can only be given in Rust")),
        Form::Table(table) => record(table, node),
        Form::Choice(choice) => match choice.spelling {
            Spelling::Type => typed(choice.variants, node),
            Spelling::Look => looked(choice.variants, node),
        },
    };
    read.map_err(|fault| fault.at(span))
}

fn record(table: &'static Description, node: Node<'_>) -> Result<Value, Fault> {
    let span = node.span();
    match (node.into_inner(), table.of_number) {
        (DeValue::Table(entries), _) => fields(table.fields, "", entries, &span).map(Value::Record),
        (number @ (DeValue::Float(_) | DeValue::Integer(_)), Some(of_number)) => {
            let number = self::number(&Spanned::new(span, number), "f64")?;
            Ok(Value::Record(unless_defaults(table.fields, of_number(number)?)))
        }
        (other, of_number) => {
            let expected = match of_number {
                Some(_) => format!("a number, or a table with {}", needed(table)),
                None => format!("struct {}", table.name),
            };
            Err(mistaken(&Spanned::new(span, other), &expected))
        }
    }
}

/// Returns the keys that a table needs: `coulomb, breakaway and stribeck_speed`.
fn needed(table: &Description) -> String {
    listed(&needed_keys(table.fields), "and")
}

fn needed_keys(fields: &[Field]) -> Vec<&'static str> {
    fields.iter().filter(|field| field.default.is_none()).map(|field| field.name).collect()
}

fn other_length(found: usize, len: usize) -> Fault {
    Fault::new(format!("invalid length {found}, expected an array of length {len}"))
}

fn list(each: fn() -> Form, node: Node<'_>) -> Result<Value, Fault> {
    let span = node.span();
    match node.into_inner() {
        DeValue::Array(array) => {
            let one = |(i, node): (usize, _)| {
                value(each(), node).map_err(|fault| fault.inside(i.to_string()))
            };
            array.into_iter().enumerate().map(one).collect::<Result<_, _>>().map(Value::List)
        }
        other => Err(mistaken(&Spanned::new(span, other), "a sequence")),
    }
}

/// Reads a table whose key `type` determines the others; a variant without others may be its word alone.
fn typed(variants: &'static [Variant], node: Node<'_>) -> Result<Value, Fault> {
    let span = node.span();
    let (tag, table) = match node.into_inner() {
        DeValue::String(tag) => (Spanned::new(span.clone(), tag), DeTable::new()),
        DeValue::Table(mut table) => {
            let tag = table.remove("type").ok_or_else(|| without_type(variants, &table))?;
            let (span, found) = (tag.span(), tag.into_inner());
            let DeValue::String(tag) = found else {
                return Err(Fault::new("`type` must be a string").at(span));
            };
            (Spanned::new(span, tag), table)
        }
        other => {
            let is_word = |variant: &Variant| variant.fields.is_empty();
            let word = if variants.iter().any(is_word) { "a word, or " } else { "" };
            let expected = format!("{word}a table with `type`");
            return Err(mistaken(&Spanned::new(span, other), &expected));
        }
    };
    let is_meant = |(_, variant): &(usize, &Variant)| variant.name == *tag.get_ref();
    let Some((index, variant)) = variants.iter().enumerate().find(is_meant) else {
        let known: Vec<&str> = variants.iter().map(|variant| variant.name).collect();
        return Err(unknown("variant", tag.get_ref(), &known).at(tag.span()));
    };
    if table.is_empty() && tag.span() == span && !variant.fields.is_empty() {
        let message = format!("`{}` needs more than its word: {}", variant.name, spelled(variant));
        return Err(Fault::new(message));
    }
    fields(variant.fields, "", table, &span).map(|values| Value::Choice(index, values))
}

/// Returns the fault of a table without `type`; its only key may be the word that belongs there.
fn without_type(variants: &[Variant], table: &DeTable<'_>) -> Fault {
    let is_key = |variant: &&Variant| table.len() == 1 && table.contains_key(variant.name);
    let meant =
        variants.iter().find(is_key).map(|variant| format!("did you mean {}?", spelled(variant)));
    Fault::new("missing field `type`").hint(meant)
}

/// Returns a variant as a file has it: `{ type = "order_preserving", kappa = … }`, or its word alone.
fn spelled(variant: &Variant) -> String {
    let needed = needed_keys(variant.fields).into_iter().map(|key| format!(", {key} = …"));
    match variant.fields {
        [] => format!("\"{}\"", variant.name),
        _ => format!("{{ type = \"{}\"{} }}", variant.name, needed.collect::<String>()),
    }
}

/// Reads the first variant whose value looks like this.
fn looked(variants: &'static [Variant], node: Node<'_>) -> Result<Value, Fault> {
    let is_typed = matches!(node.get_ref(), DeValue::Table(table) if table.contains_key("type"));
    let all = || {
        let like = |(_, variant): &(usize, &Variant)| {
            carries(variant).is_some_and(|form| looks_like(form, &node))
        };
        variants.iter().enumerate().filter(like)
    };
    // `type` decides between two tables; a single table reports its missing keys.
    let says_its_type = |(_, variant): &(usize, &Variant)| {
        carries(variant).is_some_and(|form| !matches!(form, Form::Table(_))) == is_typed
    };
    let found = all().find(says_its_type).or_else(|| all().next());
    match found {
        Some((index, variant)) => carried(index, variant, node),
        None => Err(mistaken(&node, &looks(variants).join(", or "))),
    }
}

fn carries(variant: &Variant) -> Option<Form> {
    variant.fields.first().map(|field| (field.form)())
}

fn looks_like(form: Form, node: &Node<'_>) -> bool {
    if let Form::Choice(choice) = form
        && choice.spelling == Spelling::Look
    {
        return choice.variants.iter().filter_map(carries).any(|form| looks_like(form, node));
    }
    match node.get_ref() {
        DeValue::Integer(_) | DeValue::Float(_) => matches!(form, Form::Number),
        DeValue::Table(_) => {
            matches!(form, Form::Table(_))
                || matches!(form, Form::Choice(choice) if choice.spelling == Spelling::Type)
        }
        DeValue::Array(_) => matches!(form, Form::List(_) | Form::Filled(_) | Form::Array(_)),
        _ => false,
    }
}

/// Returns the forms of a value that is known by its look: a number, or a table with certain keys.
fn looks(variants: &'static [Variant]) -> Vec<String> {
    let look = |form| match form {
        Form::Number => vec!["a number".to_owned()],
        Form::Table(table) => vec![format!("a table with {}", needed(table))],
        Form::Choice(choice) if choice.spelling == Spelling::Look => looks(choice.variants),
        Form::Choice(choice) => {
            let text = choice.text.split([':', '[', '.']).next().unwrap_or_default().trim();
            vec![format!("a table with the `type` of {}", text.replacen('A', "a", 1))]
        }
        Form::List(_) | Form::Filled(_) => vec!["a list of these".to_owned()],
        _ => vec![],
    };
    variants.iter().filter_map(carries).flat_map(look).collect()
}

/// Reads a variant with its contents: one value, or a table of several.
fn carried(index: usize, variant: &'static Variant, node: Node<'_>) -> Result<Value, Fault> {
    let span = node.span();
    match variant.fields {
        [only] => value((only.form)(), node).map(|value| Value::Choice(index, vec![value])),
        several => match node.into_inner() {
            DeValue::Table(table) => {
                fields(several, "", table, &span).map(|values| Value::Choice(index, values))
            }
            other => Err(mistaken(&Spanned::new(span, other), "a table")),
        },
    }
}

pub(crate) fn unknown(what: &str, name: &str, known: &[&str]) -> Fault {
    let quoted: Vec<_> = known.iter().map(|name| format!("`{name}`")).collect();
    let expected = match &quoted[..] {
        [] => format!("there are no {what}s"),
        [only] => format!("expected {only}"),
        [one, other] => format!("expected {one} or {other}"),
        several => format!("expected one of {}", several.join(", ")),
    };
    let hint = nearest(name, known.iter().copied());
    Fault::new(format!("unknown {what} `{name}`, {expected}")).hint(hint)
}

/// Returns the fault of a value that is not of the expected kind.
pub(crate) fn mistaken(node: &Node<'_>, expected: &str) -> Fault {
    let found = match node.get_ref() {
        DeValue::String(text) => format!("string {text:?}"),
        DeValue::Integer(number) => format!("integer `{number}`"),
        DeValue::Float(number) => format!("floating point `{number}`"),
        DeValue::Boolean(flag) => format!("boolean `{flag}`"),
        DeValue::Datetime(_) => "date".to_owned(),
        DeValue::Array(_) => "sequence".to_owned(),
        DeValue::Table(_) => "map".to_owned(),
    };
    Fault::new(format!("invalid type: {found}, expected {expected}"))
}

fn number(node: &Node<'_>, expected: &str) -> Result<f64, Fault> {
    match node.get_ref() {
        DeValue::Float(text) => float(text.as_str()),
        DeValue::Integer(number) => integer(number).map(|number| number as f64),
        _ => Err(mistaken(node, expected)),
    }
}

/// Name of a count in messages.
const COUNT: &str = "a whole number that is not negative";

fn count(node: &Node<'_>) -> Result<u64, Fault> {
    let DeValue::Integer(number) = node.get_ref() else { return Err(mistaken(node, COUNT)) };
    let number = integer(number)?;
    let negative = |_| Fault::new(format!("invalid value: integer `{number}`, expected {COUNT}"));
    u64::try_from(number).map_err(negative)
}

/// Returns a whole number that is not negative, with all its digits.
pub(crate) fn whole(node: &Node<'_>) -> Result<u64, Fault> {
    count(node).map_err(|fault| fault.at(node.span()))
}

/// Reads a node as a parameter of a type.
pub(crate) fn parameter<T: Parameter>(node: Node<'_>) -> Result<T, Fault> {
    let span = node.span();
    let refused = |error| match Fault::from(error) {
        own if own.keys.is_empty() => own.at(span),
        inner => inner,
    };
    T::of(value(T::form(), node)?).map_err(refused)
}

/// Reads a list of numbers.
fn numbers(node: &Node<'_>) -> Result<Value, Fault> {
    let DeValue::Array(list) = node.get_ref() else {
        return Err(mistaken(node, "a list of numbers"));
    };
    let each = |node| number(node, "a number").map_err(|fault| fault.at(node.span()));
    list.iter().map(each).collect::<Result<_, _>>().map(Value::Numbers)
}

/// Reads three rows of three numbers.
fn rows(node: Node<'_>) -> Result<Value, Fault> {
    let span = node.span();
    let DeValue::Array(list) = node.into_inner() else {
        return Err(Fault::new("invalid type: expected three rows of three numbers").at(span));
    };
    let mut all = vec![];
    let count = list.len();
    for row in list {
        match value(Form::Array(3), row)? {
            Value::Numbers(row) => all.extend(row),
            _ => return Err(Fault::new("must be three rows of three numbers").at(span)),
        }
    }
    if count == 3 { Ok(Value::Numbers(all)) } else { Err(other_length(count, 3).at(span)) }
}
