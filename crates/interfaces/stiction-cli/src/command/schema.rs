//! `stiction schema`: the JSON schema of scenario files.

use stiction::scenario::{Registry, Scenario};

use crate::Outcome;
use crate::terminal::Terminal;

pub(crate) fn run(registry: &Registry, terminal: &Terminal) -> Outcome<()> {
    terminal.print(serde_json::to_string_pretty(&Scenario::json_schema_with(registry))?)
}
