//! Units of measures.

use std::collections::HashMap;

use stiction_scenario::Scenario;
use stiction_scenario::channel::unit_of;
use stiction_scenario::sweep::{Measure, Take};

/// Returns the unit of each measure of a sweep; empty if it has none or it is not known.
pub(super) fn of_measures(scenario: &Scenario) -> HashMap<String, String> {
    // A scenario that cannot be built may have members that can; its column names give the units.
    let mechanism = scenario.mechanism().ok();
    let columns: HashMap<_, _> = mechanism.iter().flat_map(|own| own.outputs.names()).collect();
    let unit = |column: &str| columns.get(column).copied().unwrap_or_else(|| unit_of(column));
    let measures = scenario.sweep.iter().flat_map(|sweep| &sweep.measures);
    measures
        .map(|(name, measure)| (name.clone(), unit_of_measure(measure, unit(&measure.of))))
        .collect()
}

/// Returns the unit of a measure of a column that has a unit.
fn unit_of_measure(measure: &Measure, of: &str) -> String {
    let unit = match measure.take {
        Take::First => "s".to_owned(),
        Take::Slope if of == "s" => "1".to_owned(),
        Take::Slope if !of.is_empty() => format!("{of}/s"),
        _ => of.to_owned(),
    };
    unit.replace("/s/s", "/s²")
}
