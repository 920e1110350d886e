//! Requests of a page.

use std::collections::BTreeMap;

use serde::Deserialize;

/// A request. The method of `desk` that answers it describes the answer.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Request {
    /// Opens a text, and begins a run of it.
    Open {
        text: String,
        /// Files that it names.
        #[serde(default)]
        files: BTreeMap<String, String>,
    },
    /// Continues for a number of steps at most.
    Advance {
        steps: u32,
        /// Time at which to stop \[s\]; by default the end of the scenario.
        until: Option<f64>,
    },
    /// Takes an input to a value within a time \[s\].
    Set {
        input: String,
        value: f64,
        #[serde(default)]
        over: f64,
    },
    /// The film so far.
    Film,
    /// The largest steps that hold and resolve the mechanism in its present state.
    Limits,
    /// The run so far as a self-contained page.
    Page,
    /// The text with another law in place of every friction that can be exchanged.
    Swap { text: String, law: String },
}
