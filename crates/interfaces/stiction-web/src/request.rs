//! What a page may ask for.

use std::collections::BTreeMap;

use serde::Deserialize;

/// A request. The answer to each is described at what meets it, in `desk`.
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
    /// Goes on for a number of steps at most.
    Advance {
        steps: u32,
        /// Where to stop \[s\]; by default the end of the scenario.
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
    /// The largest steps that hold and that resolve the mechanism as it is.
    Limits,
    /// The run so far as a page that stands by itself.
    Page,
    /// The text with another law in place of every friction that can be exchanged.
    Swap { text: String, law: String },
}
