//! Bodies and drives to which nothing is connected.

use std::collections::HashSet;

use stiction::core::Value;
use stiction::scenario::Scenario;

/// A body or drive to which nothing is connected.
pub(crate) struct Unconnected<'a> {
    kind: &'static str,
    name: &'a str,
    has_start: bool,
}

impl Unconnected<'_> {
    /// What is said about it.
    fn warning(&self) -> String {
        let Self { kind, name, has_start } = self;
        let start = if *has_start { ", which has a `start`" } else { "" };
        format!("nothing is connected to the {kind} `{name}`{start}")
    }
}

fn all(scenario: &Scenario) -> impl Iterator<Item = Unconnected<'_>> {
    let ports = scenario.connections.values().flat_map(|c| c.ports.as_slice());
    let used: HashSet<&str> =
        ports.map(|port| port.split(['[', '.']).next().unwrap_or_default()).collect();
    let bodies = scenario.bodies.iter().map(|(name, body)| {
        let has_start = !body.start.is_rest();
        Unconnected { kind: "body", name, has_start }
    });
    let drives = scenario.drives.iter().map(|(name, drive)| {
        let has_start = drive.value("start").is_some_and(|start| *start != Value::Absent);
        Unconnected { kind: "drive", name, has_start }
    });
    bodies.chain(drives).filter(move |part| !used.contains(part.name))
}

/// A warning for each of them.
pub(crate) fn warnings(scenario: &Scenario) -> Vec<String> {
    all(scenario).map(|part| part.warning()).collect()
}

/// A warning for each of them that has a `start`: somebody meant it to matter.
pub(crate) fn start_warnings(scenario: &Scenario) -> Vec<String> {
    all(scenario).filter(|part| part.has_start).map(|part| part.warning()).collect()
}
