//! What a JSON schema allows: the part of JSON Schema that ours uses.

use serde_json::Value;

/// Returns why a schema does not allow a value.
pub(super) fn allows(root: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    let keywords = match schema {
        Value::Object(keywords) => keywords,
        Value::Bool(true) => return Ok(()),
        _ => return Err("is not known".to_owned()),
    };
    for (keyword, rule) in keywords {
        let all = || rule.as_array().into_iter().flatten();
        let holds = match keyword.as_str() {
            "$ref" => {
                allows(root, referred(root, schema), value)?;
                true
            }
            "type" => is_a(value, rule.as_str().unwrap()),
            "const" => value == rule,
            "enum" => all().any(|one| one == value),
            "oneOf" => all().filter(|one| allows(root, one, value).is_ok()).count() == 1,
            "anyOf" => all().any(|one| allows(root, one, value).is_ok()),
            "required" => all().all(|key| value.get(key.as_str().unwrap()).is_some()),
            "properties" => {
                for (key, own) in rule.as_object().unwrap() {
                    if let Some(value) = value.get(key) {
                        allows(root, own, value).map_err(|reason| format!("{key}: {reason}"))?;
                    }
                }
                true
            }
            "additionalProperties" | "unevaluatedProperties" => {
                let is_own = keyword == "additionalProperties";
                let known = if is_own { own(schema) } else { described(root, schema, value) };
                for (key, value) in value.as_object().into_iter().flatten() {
                    if !known.contains(&key.as_str()) {
                        allows(root, rule, value).map_err(|reason| format!("{key}: {reason}"))?;
                    }
                }
                true
            }
            "items" => value
                .as_array()
                .is_none_or(|items| items.iter().all(|item| allows(root, rule, item).is_ok())),
            "minItems" => value.as_array().is_none_or(|v| v.len() as u64 >= rule.as_u64().unwrap()),
            "maxItems" => value.as_array().is_none_or(|v| v.len() as u64 <= rule.as_u64().unwrap()),
            "minimum" => value.as_f64().is_none_or(|v| v >= rule.as_f64().unwrap()),
            "exclusiveMinimum" => value.as_f64().is_none_or(|v| v > rule.as_f64().unwrap()),
            "maximum" => value.as_f64().is_none_or(|v| v <= rule.as_f64().unwrap()),
            "$schema" | "$defs" | "title" | "description" | "default" | "format" => true,
            other => return Err(format!("the keyword `{other}` is not understood")),
        };
        if !holds {
            return Err(format!("{value} breaks {keyword} {rule}"));
        }
    }
    Ok(())
}

/// Returns the definition that a schema refers to.
fn referred<'a>(root: &'a Value, schema: &Value) -> &'a Value {
    let name = schema["$ref"].as_str().and_then(|name| name.strip_prefix("#/$defs/"));
    &root["$defs"][name.unwrap_or_default()]
}

/// Returns the keys of an object that a schema itself describes.
fn own(schema: &Value) -> Vec<&str> {
    schema["properties"].as_object().into_iter().flatten().map(|(key, _)| key.as_str()).collect()
}

/// Returns the keys of an object that a schema describes, itself or by the alternative that allows it.
fn described<'a>(root: &'a Value, schema: &'a Value, value: &Value) -> Vec<&'a str> {
    let alternatives = schema["oneOf"].as_array().into_iter().flatten();
    let allowing = alternatives.filter(|one| allows(root, one, value).is_ok());
    own(schema).into_iter().chain(allowing.flat_map(|one| own(one))).collect()
}

fn is_a(value: &Value, kind: &str) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        other => panic!("{other}"),
    }
}
