//! `stiction schema`: the JSON schema of scenario files.

use crate::Outcome;
use crate::schema::schema;
use crate::terminal::Terminal;

pub(crate) fn run(terminal: &Terminal) -> Outcome<()> {
    terminal.print(serde_json::to_string_pretty(&schema())?)
}
