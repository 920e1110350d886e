//! Warnings about the members of a sweep.

use std::collections::BTreeMap;
use std::sync::Mutex;

use stiction_output::count;
use stiction_scenario::Scenario;

use super::{StudyError, design};
use crate::Results;
use crate::gathering::lock;
use crate::run::Doubts;

/// The largest number of failed members that are named on the terminal.
pub(super) const MOST_FAILURES: usize = 5;

/// Warnings about each member that was run.
pub(super) type Known = Mutex<BTreeMap<usize, Doubts>>;

/// Returns the warnings of a sweep, and the members whose step is too large for something that can stick.
pub(super) fn warnings(
    scenario: &Scenario,
    results: &Results,
    known: &Known,
) -> Result<(Vec<String>, Vec<usize>), StudyError> {
    let mut lines: Vec<String> =
        results.failures().take(MOST_FAILURES).map(|failure| failure.to_string()).collect();
    let more = results.failures().count().saturating_sub(MOST_FAILURES);
    if more > 0 {
        lines.push(format!("{more} more failed"));
    }
    let (of_step, of_parameters) = doubts(scenario, results, known)?;
    let members = count(results.len(), "member", "members");
    for (what, doubted) in
        [("the step is too large", &of_step), ("parameters are doubtful", &of_parameters)]
    {
        if let Some((member, warning)) = doubted.first() {
            let number = doubted.len();
            lines.push(format!("{what} in {number} of {members}; in member {member}: {warning}"));
        }
    }
    for (k, name) in results.output_names().iter().enumerate() {
        let number = results.statistics_of(k).not_finite();
        if number > 0 {
            lines.push(format!("`{name}` is not finite in {number} of {members}"));
        }
    }
    Ok((lines, of_step.into_iter().map(|(member, _)| member).collect()))
}

/// Members that finished, each with a warning.
type Doubted = Vec<(usize, String)>;

/// Returns the members whose step is too large, and those whose parameters are doubtful.
fn doubts(
    scenario: &Scenario,
    results: &Results,
    known: &Known,
) -> Result<(Doubted, Doubted), StudyError> {
    let (mut steps, mut parameters) = (vec![], vec![]);
    for (index, _) in results.members().filter(|(_, outcome)| outcome.outputs().is_some()) {
        let Doubts { of_step, of_parameters } =
            match (lock(known).remove(&index), results.design().member(index)) {
                (Some(doubts), _) => doubts,
                // An earlier sweep that was stopped ran it.
                (None, Some(member)) => {
                    Doubts::of_start(&design::member(scenario, &member)?.simulation()?.0)?
                }
                (None, None) => Doubts::default(),
            };
        steps.extend(of_step.map(|doubt| (index, doubt)));
        parameters.extend(of_parameters.map(|doubt| (index, doubt)));
    }
    Ok((steps, parameters))
}
