//! What the user of a sweep should know about its members.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use stiction::ensemble::Results;

use super::design;
use crate::Outcome;
use crate::numbers::count;
use crate::recording::step_warnings;
use crate::source::Loaded;

/// So many members that failed are named on the terminal.
pub(super) const MOST_FAILURES: usize = 5;

/// The first warning about the step of each member that was run.
#[derive(Debug, Default)]
pub(crate) struct Steps(Mutex<BTreeMap<usize, Option<String>>>);

impl Steps {
    pub(crate) fn add(&self, member: usize, warnings: &[String]) {
        // An entry is whole, whatever happens to another thread.
        let mut members = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        members.insert(member, warnings.first().cloned());
    }

    /// The warning of a member that was run, if there was one.
    pub(crate) fn take(&self, member: usize) -> Option<String> {
        let mut members = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        members.remove(&member).flatten()
    }
}

/// The warnings of a sweep.
#[derive(Debug)]
pub(crate) struct Warnings {
    /// What is said.
    pub(crate) lines: Vec<String>,
    /// Members whose step is too large for something that can stick.
    pub(super) step_too_large: Vec<usize>,
}

impl Warnings {
    pub(crate) fn of(loaded: &Loaded, results: &Results, steps: Steps) -> Outcome<Self> {
        let mut lines: Vec<String> =
            results.failures().take(MOST_FAILURES).map(|failure| failure.to_string()).collect();
        let more = results.failures().count().saturating_sub(MOST_FAILURES);
        if more > 0 {
            lines.push(format!("{more} more failed"));
        }
        let members = count(results.len(), "member", "members");
        let unstable = unstable(loaded, results, steps)?;
        if let Some((member, warning)) = unstable.first() {
            let number = unstable.len();
            lines.push(format!(
                "the step is too large in {number} of {members}; in member {member}: {warning}"
            ));
        }
        for name in results.output_names() {
            let number = results.statistics(name)?.not_finite();
            if number > 0 {
                lines.push(format!("`{name}` is not finite in {number} of {members}"));
            }
        }
        let step_too_large = unstable.into_iter().map(|(member, _)| member).collect();
        Ok(Self { lines, step_too_large })
    }
}

/// Members that finished although their step is too large, each with the first warning.
fn unstable(loaded: &Loaded, results: &Results, steps: Steps) -> Outcome<Vec<(usize, String)>> {
    let mut known = steps.0.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut unstable = vec![];
    for (index, _) in results.members().filter(|(_, outcome)| outcome.outputs().is_some()) {
        let warning = match (known.remove(&index), results.design().member(index)) {
            (Some(warning), _) => warning,
            // It was run by a sweep that was stopped.
            (None, Some(member)) => {
                let (sim, _) = design::member(loaded, &member)?.simulation()?;
                step_warnings(&sim)?.into_iter().next()
            }
            (None, None) => None,
        };
        unstable.extend(warning.map(|warning| (index, warning)));
    }
    Ok(unstable)
}
