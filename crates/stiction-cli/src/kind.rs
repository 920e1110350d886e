//! What the parts of a scenario are.

use serde::Serialize;

/// The `type` of a part, as a file has it.
pub(crate) fn type_of(part: &impl Serialize) -> String {
    let value = serde_json::to_value(part).unwrap_or_default();
    value.get("type").and_then(|name| name.as_str()).unwrap_or_default().to_owned()
}
