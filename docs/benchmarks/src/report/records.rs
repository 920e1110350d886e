//! Records of the benchmarks.

use std::collections::BTreeMap;
use std::error::Error;

use serde::{Deserialize, Serialize};

use crate::goals::Verdict;

/// A line of the file: a figure, or why it is missing.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Record {
    pub(crate) case: String,
    #[serde(default)]
    pub(crate) table: String,
    #[serde(default)]
    pub(crate) what: String,
    #[serde(default)]
    pub(crate) against: String,
    /// `None` if a benchmark gave no value.
    pub(crate) value: Option<f64>,
    /// Reason why there is no figure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) missing: Option<String>,
    /// Bound set by the benchmark itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) below: Option<f64>,
}

/// All records, in the order of measurement.
pub(crate) struct Records(pub(crate) Vec<Record>);

/// Part of the summary of the example `peer_tasks` that is used here.
#[derive(Deserialize)]
struct Task {
    goals: Vec<TaskGoal>,
}

#[derive(Deserialize)]
struct TaskGoal {
    quantity: String,
    found: Option<f64>,
    below: f64,
}

impl Records {
    pub(crate) fn parse(text: &str) -> Result<Self, Box<dyn Error>> {
        let records: Result<Vec<Record>, _> = text.lines().map(serde_json::from_str).collect();
        Ok(Self(records?))
    }

    /// Adds the accuracy goals of the peer tasks.
    pub(crate) fn add_peer_tasks(&mut self, summary: &str) -> Result<(), Box<dyn Error>> {
        let tasks: BTreeMap<String, Task> = serde_json::from_str(summary)?;
        for (task, Task { goals }) in tasks {
            for TaskGoal { quantity, found, below } in goals {
                self.0.push(Record {
                    case: format!("{task}_{quantity}"),
                    table: "Peer tasks, accuracy".to_owned(),
                    what: format!("{}, {}", task.to_uppercase(), quantity.replace('_', " ")),
                    against: "exact".to_owned(),
                    value: found.map(f64::abs),
                    missing: None,
                    below: Some(below),
                });
            }
        }
        Ok(())
    }

    pub(crate) fn find(&self, case: &str) -> Option<&Record> {
        self.0.iter().find(|record| record.case == case)
    }

    pub(crate) fn json(&self, verdicts: &[Verdict]) -> Result<String, serde_json::Error> {
        let all = serde_json::json!({ "figures": self.0, "goals": verdicts });
        serde_json::to_string_pretty(&all).map(|text| text + "\n")
    }
}
