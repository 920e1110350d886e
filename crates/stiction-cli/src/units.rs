//! Units of columns and of measures.

use std::collections::HashMap;

pub(crate) use stiction::record::figure::label;
use stiction::scenario::Scenario;
pub(crate) use stiction::scenario::channel::unit_of as unit;
use stiction::scenario::sweep::{Measure, Take};

use crate::Outcome;

/// Returns the columns of a table with their units, as comma separated values.
///
/// A file of its own: names in a table stay names, as `--columns`, plots, measures and scripts use them.
pub(crate) fn csv<'a>(columns: impl IntoIterator<Item = (&'a str, &'a str)>) -> Outcome<String> {
    table(columns.into_iter().map(|(column, unit)| (column, unit.to_owned())))
}

/// As [`csv()`], for what was measured in a sweep; the unit of a measure that its description does not have is unknown.
pub(crate) fn csv_of_measures(scenario: &Scenario, names: &[String]) -> Outcome<String> {
    let units = of_measures(scenario);
    table(names.iter().map(|name| (name.as_str(), units.get(name).cloned().unwrap_or_default())))
}

/// Returns the unit of each measure of a sweep; empty where a measure has no unit or its unit is not known.
pub(crate) fn of_measures(scenario: &Scenario) -> HashMap<String, String> {
    // A scenario that cannot be built as it stands has members that can; the names of its columns tell their units.
    let columns: HashMap<_, _> = scenario.columns().unwrap_or_default().into_iter().collect();
    let unit_of = |column: &str| columns.get(column).map_or_else(|| unit(column), String::as_str);
    let measures = scenario.sweep.iter().flat_map(|sweep| &sweep.measures);
    measures
        .map(|(name, measure)| (name.clone(), unit_of_measure(measure, unit_of(&measure.of))))
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

fn table<'a>(rows: impl Iterator<Item = (&'a str, String)>) -> Outcome<String> {
    let mut writer = csv::Writer::from_writer(vec![]);
    writer.write_record(["column", "unit"])?;
    for (column, unit) in rows {
        writer.write_record([column, &unit])?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_units() {
        let text =
            csv(["t", "block.x", "a,b.force", "foot.internal[0]"].map(|name| (name, unit(name))));
        let text = text.unwrap();
        assert_eq!(text, "column,unit\nt,s\nblock.x,m\n\"a,b.force\",N\nfoot.internal[0],\n");
    }
}
