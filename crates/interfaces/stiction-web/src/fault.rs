//! Errors as a page shows them.

use serde_json::{Value, json};
use stiction::scenario::ScenarioError;

/// A request that could not be answered.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PlayError {
    /// The text is not a scenario.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// The motion cannot go on.
    #[error(transparent)]
    Simulation(#[from] stiction::network::SimulationError),
    /// The network reported an error.
    #[error(transparent)]
    Network(#[from] stiction::network::NetworkError),
    /// The page of a run cannot be made.
    #[error(transparent)]
    Plot(#[from] stiction::plot::PlotError),
    /// A plot names a column that was not recorded.
    #[error(transparent)]
    Column(#[from] stiction::record::UnknownColumn),
    /// The request is unknown.
    #[error("this is no request: {0}")]
    Request(#[from] serde_json::Error),
    /// The text is too long for a page.
    #[error(
        "the text has {length} bytes, a page takes at most {most}: use `stiction run` for a mechanism of this size"
    )]
    TooLong { length: usize, most: usize },
    /// Files that the scenario names are not on the page.
    #[error("the scenario names {}, not on this page yet: choose the {}", listed(names), if names.len() == 1 { "file" } else { "files" })]
    Missing { names: Vec<String> },
    /// There is nothing to run.
    #[error("no scenario is open: the text has an error")]
    NothingOpen,
    /// No law of the scenario is one of those that can be exchanged.
    #[error(
        "no connection has a law that could be exchanged: gsat, rate_dependent_gsat, lugre, dahl, elasto_plastic or threshold"
    )]
    NoSuchLaw,
}

fn listed(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// Returns an error as a page shows it: with a suggestion, its line and its column in characters, both from 1 and null
/// if it has none, and the path of keys to it; files that the page lacks are `missing`.
pub(crate) fn fault(error: &PlayError) -> Value {
    let plain = |path: &str, message: &str| json!({ "message": message, "hint": null, "line": null, "column": null, "path": path });
    match error {
        PlayError::Scenario(ScenarioError::Text(text)) => json!({
            "message": text.message, "hint": text.hint, "line": text.line, "column": text.column,
            "path": text.path,
        }),
        PlayError::Scenario(ScenarioError::Value { path, message }) => plain(path, message),
        other => {
            let mut fault = plain("", &other.to_string());
            if let PlayError::Missing { names } = other {
                fault["missing"] = names.clone().into();
            }
            fault
        }
    }
}
