//! Results of a task, and which of them meet its goals.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use stiction::output::TextTable;

/// Numbers by name, and the goals among them.
#[derive(Default)]
pub(crate) struct Findings {
    measures: BTreeMap<String, f64>,
    goals: Vec<Goal>,
}

struct Goal {
    what: String,
    found: f64,
    below: f64,
}

impl Goal {
    fn is_met(&self) -> bool {
        self.found.abs() < self.below
    }
}

impl Findings {
    /// Records a number.
    pub(crate) fn measure(&mut self, name: impl Into<String>, value: f64) {
        self.measures.insert(name.into(), value);
    }

    /// Records a number whose magnitude should be below a bound.
    pub(crate) fn goal(&mut self, name: &str, found: f64, below: f64) {
        self.measure(name, found);
        self.goals.push(Goal { what: name.to_owned(), found, below });
    }

    /// Lists the goals, met and missed.
    pub(crate) fn table(&self, task: &str) -> TextTable {
        let headers = ["goal", "found", "below", "met?"];
        let mut table = TextTable::new(format!("{task}: goals"), &headers);
        for goal in &self.goals {
            let verdict = if goal.is_met() { "met" } else { "MISSED" };
            let numbers = [format!("{:.2e}", goal.found.abs()), format!("{:.1e}", goal.below)];
            table.row([&goal.what, &numbers[0], &numbers[1], verdict]);
        }
        table
    }

    /// Returns all numbers and goals.
    pub(crate) fn json(&self) -> Value {
        let goals = self.goals.iter().map(|goal| {
            json!({
                "quantity": goal.what, "found": goal.found, "below": goal.below,
                "met": goal.is_met(),
            })
        });
        json!({ "measures": self.measures, "goals": goals.collect::<Vec<_>>() })
    }
}

/// Returns a row of a table: a name, then numbers with two digits.
pub(crate) fn row(name: &str, numbers: &[f64]) -> Vec<String> {
    let text = numbers.iter().map(|&x| match x {
        _ if x.is_nan() => "-".to_owned(),
        _ if x == 0.0 => "0".to_owned(),
        _ => format!("{x:.1e}"),
    });
    [name.to_owned()].into_iter().chain(text).collect()
}
