//! `stiction schema`: the JSON schema of scenario files.

use stiction::scenario::Registry;

use crate::Outcome;
use crate::schema::schema;
use crate::terminal::Terminal;

pub(crate) fn run(registry: &Registry, terminal: &Terminal) -> Outcome<()> {
    terminal.print(serde_json::to_string_pretty(&schema(registry))?)
}
