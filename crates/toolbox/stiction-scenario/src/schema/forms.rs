//! From tables to the JSON schema of their entries.

use serde_json::{Map, Value as Json, json};
use stiction_core::{Field, Form, Parameter, Range, Shape, Spelling, Value, Variant};

use crate::appearance::{self, KEY};
use crate::body::MakeBody;
use crate::component::{default_domain, general, text_of_choice};
use crate::domain::distinct;
use crate::entry::{Entry, Kind, Known};
use crate::turned::{stands_on_both, text_on_both};

/// Adds the definition of a kind of component, with all entries of a registry.
pub(crate) fn add_entries<K: Kind>(known: Known<'_, K>, definitions: &mut Map<String, Json>) {
    let tags = known.tags();
    let entry = |tag: &&str| entry(&known.of_tag(tag), definitions);
    let entries: Vec<Json> = tags.iter().filter_map(entry).collect();
    let kind = json!({ "description": K::TEXT, "oneOf": entries });
    definitions.insert(K::NAME.to_owned(), kind);
}

/// Adds the shape of a body to the entries of bodies that are in space and have no parameter of this name.
pub(crate) fn add_shapes(known: Known<'_, MakeBody>, definitions: &mut Map<String, Json>) {
    let mut property = of_form(Shape::form(), definitions);
    property["description"] = json!(appearance::TEXT);
    let kinds = definitions.get_mut(Shape::NAME).and_then(|shape| shape["oneOf"].as_array_mut());
    for kind in kinds.into_iter().flatten() {
        for (key, len, text) in appearance::PLACE {
            kind["properties"][key] = described(of_form(Form::Array(len), &mut Map::new()), text);
        }
    }
    let bodies = definitions.get_mut(MakeBody::NAME).and_then(|body| body["oneOf"].as_array_mut());
    for body in bodies.into_iter().flatten() {
        let tag = body["properties"]["type"]["const"].as_str().unwrap_or_default();
        let is_seen = known.of_tag(tag).iter().any(|entry| entry.make.is_in_space());
        if is_seen && body["properties"].get(KEY).is_none() {
            body["properties"][KEY] = property.clone();
        }
    }
}

/// Returns the entry of a tag, from the table that a file is read by, and adds the definitions that it refers to;
/// with the units of rotation too if it may stand on a shaft or elsewhere.
fn entry<K: Kind>(entries: &[Entry<K>], definitions: &mut Map<String, Json>) -> Option<Json> {
    let table = general(entries)?;
    let mut schema = object(table.fields, definitions);
    let domains = distinct(entries.iter().map(|entry| entry.domain));
    let turns = stands_on_both(&domains);
    for field in table.fields.iter().filter(|field| turns && !field.is_flat) {
        schema["properties"][field.name]["description"] = json!(text_on_both(field, turns));
    }
    let named = table.named();
    if !named.chosen.is_empty() {
        let words: Vec<_> = domains.iter().map(|domain| domain.tag).collect();
        let text = text_of_choice::<K>(&domains);
        let mut choice = json!({ "type": "string", "enum": words, "description": text });
        if let Some(default) = default_domain(&domains) {
            choice["default"] = json!(default.tag);
        }
        schema["properties"][named.chosen] = choice;
    }
    Some(described(of_type(named.tag, schema), named.text))
}

fn object(fields: &'static [Field], definitions: &mut Map<String, Json>) -> Json {
    let (mut properties, mut required) = (Map::new(), vec![]);
    add(fields, &mut properties, &mut required, definitions);
    json!({ "type": "object", "properties": properties, "required": required,
        "additionalProperties": false })
}

fn add(
    fields: &'static [Field],
    properties: &mut Map<String, Json>,
    required: &mut Vec<Json>,
    definitions: &mut Map<String, Json>,
) {
    for field in fields {
        if let (true, Form::Table(part)) = (field.is_flat, (field.form)()) {
            add(part.fields, properties, required, definitions);
        } else {
            properties.insert(field.name.to_owned(), property(field, definitions));
            if field.default.is_none() {
                required.push(json!(field.name));
            }
        }
    }
}

pub(crate) fn described(mut schema: Json, text: &str) -> Json {
    schema["description"] = json!(text);
    schema
}

fn property(field: &Field, definitions: &mut Map<String, Json>) -> Json {
    let form = (field.form)();
    let mut schema = described(of_form(form, definitions), field.text);
    match (form, field.range) {
        (Form::Number, Range::Positive) => schema["exclusiveMinimum"] = json!(0),
        (Form::Number, Range::NonNegative) => schema["minimum"] = json!(0),
        (Form::Number, Range::Within(least, most, _)) => {
            (schema["minimum"], schema["maximum"]) = (json!(least), json!(most));
        }
        (Form::Count, Range::Within(least, most, _)) => {
            (schema["minimum"], schema["maximum"]) = (json!(least as u64), json!(most as u64));
        }
        (Form::List(each), Range::Length(least, most, _)) => {
            bounded(&mut schema, least, most);
            if let Form::List(_) = each() {
                bounded(&mut schema["items"], least, most);
            }
        }
        _ => {}
    }
    if let Some(default) = field.default.and_then(|default| plain(form, &default())) {
        schema["default"] = default;
    }
    schema
}

/// Bounds the number of elements of a list.
fn bounded(list: &mut Json, least: usize, most: usize) {
    list["minItems"] = json!(least);
    if most < usize::MAX {
        list["maxItems"] = json!(most);
    }
}

/// Returns a default as JSON, if it is simple.
fn plain(form: Form, value: &Value) -> Option<Json> {
    match (form, value) {
        (Form::Count, Value::Number(number)) => Some(json!(*number as u64)),
        (_, Value::Number(number)) => Some(json!(number)),
        (_, Value::Flag(flag)) => Some(json!(flag)),
        (Form::Array(_), Value::Numbers(numbers)) => Some(json!(numbers)),
        (Form::Choice(choice), Value::Choice(index, values)) => {
            let is_word = choice.spelling == Spelling::Type && values.is_empty();
            is_word.then(|| json!(choice.variants[*index].name))
        }
        _ => None,
    }
}

fn carried(fields: &'static [Field], definitions: &mut Map<String, Json>) -> Json {
    match fields {
        [field] => of_form((field.form)(), definitions),
        several => object(several, definitions),
    }
}

pub(crate) fn of_form(form: Form, definitions: &mut Map<String, Json>) -> Json {
    let number = || json!({ "type": "number", "format": "double" });
    match form {
        Form::Number => number(),
        Form::Count => json!({ "type": "integer", "format": "uint", "minimum": 0 }),
        Form::Flag => json!({ "type": "boolean" }),
        // The domain determines the length.
        Form::Vector(_) => json!({ "anyOf": [
            number(),
            { "type": "array", "items": number(), "minItems": 1 },
        ] }),
        Form::Array(len) => list_of(number(), len),
        Form::Matrix => list_of(list_of(number(), 3), 3),
        // A file cannot express such a value.
        Form::Opaque => json!(false),
        Form::Text => json!({ "type": "string" }),
        Form::List(each) => json!({ "type": "array", "items": of_form(each(), definitions) }),
        Form::Several(len, each) => list_of(of_form(each(), definitions), len),
        Form::Filled(each) => {
            json!({ "type": "array", "items": of_form(each(), definitions), "minItems": 1 })
        }
        Form::Table(table) => {
            let reference = define(table.name, definitions, |definitions| {
                described(object(table.fields, definitions), table.text)
            });
            match table.of_number {
                Some(_) => json!({ "anyOf": [number(), reference] }),
                None => reference,
            }
        }
        Form::Choice(choice) => define(choice.name, definitions, |definitions| {
            // A variant that only code can give is left out.
            let is_opaque = |field: &Field| matches!((field.form)(), Form::Opaque);
            let kinds = choice.variants.iter().filter(|kind| !kind.fields.iter().any(is_opaque));
            let kinds: Vec<Json> =
                kinds.map(|variant| one_of(choice.spelling, variant, definitions)).collect();
            let among = if choice.spelling == Spelling::Look { "anyOf" } else { "oneOf" };
            json!({ "description": choice.text, among: kinds })
        }),
    }
}

/// Returns the schema of a variant.
fn one_of(
    spelling: Spelling,
    variant: &'static Variant,
    definitions: &mut Map<String, Json>,
) -> Json {
    let schema = match (spelling, variant.fields) {
        (Spelling::Look, fields) => carried(fields, definitions),
        (Spelling::Type, []) => json!({ "type": "string", "const": variant.name }),
        (Spelling::Type, fields) => of_type(variant.name, object(fields, definitions)),
    };
    described(schema, variant.text)
}

/// Returns an entry with the key `type`, which tells it from others.
fn of_type(name: &str, mut entry: Json) -> Json {
    entry["properties"]["type"] = json!({ "type": "string", "const": name });
    if let Some(required) = entry["required"].as_array_mut() {
        required.insert(0, json!("type"));
    }
    entry
}

fn list_of(items: Json, len: usize) -> Json {
    json!({ "type": "array", "items": items, "minItems": len, "maxItems": len })
}

/// Adds a definition, which may refer to itself, and returns the reference to it.
fn define(
    name: &str,
    definitions: &mut Map<String, Json>,
    write: impl FnOnce(&mut Map<String, Json>) -> Json,
) -> Json {
    if !definitions.contains_key(name) {
        definitions.insert(name.to_owned(), Json::Null);
        let definition = write(definitions);
        definitions.insert(name.to_owned(), definition);
    }
    json!({ "$ref": format!("#/$defs/{name}") })
}
