//! `stiction schema`: the JSON schema of scenario files.

use stiction::scenario::{Registry, Scenario};

use crate::Outcome;
use crate::terminal::Terminal;

pub(crate) fn run(registry: &Registry, terminal: &Terminal) -> Outcome<()> {
    terminal.print(serde_json::to_string_pretty(&Scenario::json_schema_with(registry))?)
}

#[cfg(test)]
mod tests {
    use serde::Serialize;
    use serde_json::ser::{PrettyFormatter, Serializer};

    use serde_json::Value;

    use super::*;

    /// What files may say is a promise: a change of it is to be seen as a change of this file.
    const KEPT: &str = include_str!("../../assets/scenario.schema.json");

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
        assert!(KEPT == text, "the schema has changed; write it anew: {hint}");
    }
}
