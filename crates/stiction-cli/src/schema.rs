//! The JSON schema of scenario files, as the library has it.

use serde_json::Value;

use crate::Outcome;

/// Made by the library and kept as text: the code that makes it is five times as large. A test sees to
/// it that they are equal.
const SCHEMA: &str = include_str!("../assets/scenario.schema.json");

/// The schema.
pub(crate) fn schema() -> Outcome<Value> {
    Ok(serde_json::from_str(SCHEMA)?)
}

#[cfg(test)]
mod tests {
    use serde::Serialize;
    use serde_json::ser::{PrettyFormatter, Serializer};
    use stiction::scenario::Scenario;

    use super::*;

    /// One value a line, without indentation.
    fn lines(schema: &Value) -> String {
        let mut lines = vec![];
        let formatter = PrettyFormatter::with_indent(b"");
        schema.serialize(&mut Serializer::with_formatter(&mut lines, formatter)).unwrap();
        String::from_utf8(lines).unwrap() + "\n"
    }

    #[test]
    fn the_kept_schema_is_that_of_the_library() {
        let text = lines(&Scenario::json_schema());
        if std::env::var_os("STICTION_WRITE_SCHEMA").is_some() {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/scenario.schema.json");
            std::fs::write(path, text).unwrap();
            return;
        }
        let hint = "STICTION_WRITE_SCHEMA=1 cargo test -p stiction-cli the_kept_schema";
        assert!(SCHEMA == text, "the schema has changed; write it anew: {hint}");
    }
}
