//! Bodies and drives to which nothing is connected.

use std::collections::HashSet;

use stiction_core::Value;
use stiction_scenario::Scenario;

/// Returns a warning for each body and drive to which nothing is connected, or only for those with a `start`, which
/// were meant to matter.
#[must_use]
pub fn unconnected(scenario: &Scenario, only_with_start: bool) -> Vec<String> {
    let ports = scenario.connections.values().flat_map(|c| c.ports.as_slice());
    let used: HashSet<&str> =
        ports.map(|port| port.split(['[', '.']).next().unwrap_or_default()).collect();
    let bodies = scenario.bodies.iter().map(|(name, body)| ("body", name, !body.start.is_rest()));
    let drives = scenario.drives.iter().map(|(name, drive)| {
        let has_start = drive.value("start").is_some_and(|start| *start != Value::Absent);
        ("drive", name, has_start)
    });
    let warning = |(kind, name, has_start): (&str, &String, bool)| {
        let start = if has_start { ", which has a `start`" } else { "" };
        let is_told = !used.contains(name.as_str()) && (has_start || !only_with_start);
        is_told.then(|| format!("nothing is connected to the {kind} `{name}`{start}"))
    };
    bodies.chain(drives).filter_map(warning).collect()
}
