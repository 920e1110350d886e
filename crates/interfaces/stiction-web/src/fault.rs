//! Errors as a page shows them.

use serde::Serialize;
use stiction::scenario::ScenarioError;

/// A request that could not be answered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
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
    TooLong {
        /// Length of the text \[bytes\].
        length: usize,
        /// The longest that is read \[bytes\].
        most: usize,
    },
    /// Files that the scenario names are not on the page.
    #[error("the scenario names {}, not on this page yet: choose the {}", listed(names), if names.len() == 1 { "file" } else { "files" })]
    Missing {
        /// The names in the scenario.
        names: Vec<String>,
    },
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

/// An error with its place, for JSON.
#[derive(Debug, Serialize)]
pub(crate) struct Fault {
    message: String,
    /// A suggestion.
    hint: Option<String>,
    /// Line, from 1; absent if the error has none.
    line: Option<usize>,
    /// Column in characters, from 1.
    column: Option<usize>,
    /// The path of keys to it.
    path: String,
    /// Files that the scenario needs and the page lacks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missing: Vec<String>,
}

impl From<&PlayError> for Fault {
    fn from(error: &PlayError) -> Self {
        let plain = |path: &str, message: String| Self {
            message,
            hint: None,
            line: None,
            column: None,
            path: path.to_owned(),
            missing: vec![],
        };
        match error {
            PlayError::Scenario(ScenarioError::Text(text)) => Self {
                message: text.message.clone(),
                hint: text.hint.clone(),
                line: Some(text.line),
                column: Some(text.column),
                path: text.path.clone(),
                missing: vec![],
            },
            PlayError::Scenario(ScenarioError::Value { path, message }) => {
                plain(path, message.clone())
            }
            PlayError::Missing { names } => {
                Self { missing: names.clone(), ..plain("", error.to_string()) }
            }
            other => plain("", other.to_string()),
        }
    }
}
