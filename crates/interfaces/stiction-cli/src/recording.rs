//! The record of a run, as a table and as a summary.

use std::collections::HashMap;

use serde_json::{Map, Value, json};
use stiction::network::EnergyBalance;
use stiction::output::{TextTable, short};
use stiction::scenario::Scenario;
use stiction::study::run::{ColumnExtent, ScenarioRun};

use crate::Outcome;
use crate::contents;

/// Returns a key that two values share if they are equal or both NaN.
fn key(value: f64) -> u64 {
    let plain = if value == 0.0 { 0.0 } else { value };
    if plain.is_nan() { f64::NAN.to_bits() } else { plain.to_bits() }
}

/// Returns a row for every column that varies, and lines about the others.
pub(crate) fn table(run: &ScenarioRun, title: &str) -> (TextTable, String) {
    let headers = ["column", "unit", "first", "last", "least", "largest"];
    let mut table = TextTable::new(title, &headers);
    let mut constant: Vec<(f64, Vec<&str>)> = vec![];
    let mut shown: Vec<(&str, Vec<&str>)> = vec![];
    // Positions of values and columns in the following lists.
    let (mut values_at, mut columns_at) = (HashMap::new(), HashMap::new());
    for ((name, values), unit) in run.columns().zip(run.units.iter().skip(1)) {
        let extent = ColumnExtent::of(values);
        if extent.is_constant {
            let place = *values_at.entry(key(extent.first)).or_insert(constant.len());
            match constant.get_mut(place) {
                Some((_, names)) => names.push(name),
                None => constant.push((extent.first, vec![name])),
            }
            continue;
        }
        // A law that acts directly on a body has the motion of the body.
        let keys: Vec<u64> = values.iter().map(|value| key(*value)).collect();
        let place = *columns_at.entry(keys).or_insert(shown.len());
        if let Some((_, same)) = shown.get_mut(place) {
            same.push(name);
            continue;
        }
        shown.push((name, vec![]));
        let ColumnExtent { first, last, min, max, .. } = extent;
        let numbers = [first, last, min, max].map(short);
        table.row([name.clone(), unit.clone()].into_iter().chain(numbers));
    }
    let same = shown.iter().filter(|(_, same)| !same.is_empty());
    let same = same.map(|(name, same)| format!("the same as {name}: {}", same.join(", ")));
    let constant =
        constant.iter().map(|(v, names)| format!("constant {}: {}", short(*v), names.join(", ")));
    (table, same.chain(constant).collect::<Vec<_>>().join("\n"))
}

/// Returns the numbers of the table with all their digits, and the measures of the sweep.
pub(crate) fn summary(run: &ScenarioRun, scenario: &Scenario) -> Outcome<Value> {
    let columns: Map<String, Value> = run
        .columns()
        .zip(run.units.iter().skip(1))
        .map(|((name, values), unit)| {
            let ColumnExtent { first, last, min, max, mean, not_finite, .. } =
                ColumnExtent::of(values);
            let facts = json!({
                "unit": unit, "first": first, "last": last, "min": min, "max": max,
                "mean": mean, "not_finite": not_finite,
            });
            (name.clone(), facts)
        })
        .collect();
    let mut summary = json!({
        "title": scenario.title,
        "solver": contents::solver(&scenario.solver),
        "rows": run.record.time().len(),
        "warnings": run.warnings,
        "energy": energy_facts(&run.energy),
        "columns": columns,
    });
    if let Some(sweep) = &scenario.sweep {
        let recorded = |of: &str| run.record.names().iter().any(|name| name == of);
        let mut measures = Map::new();
        for (name, measure) in sweep.measures.iter().filter(|(_, m)| recorded(&m.of)) {
            let values = run.record.column(&measure.of)?;
            measures.insert(name.clone(), measure.of_rows(run.record.time(), values).into());
        }
        summary["measures"] = measures.into();
    }
    Ok(summary)
}

fn energy_facts(energy: &EnergyBalance) -> Value {
    json!({
        "unit": "J", "supplied": energy.supplied, "dissipated": energy.dissipated,
        "stored": energy.stored, "surplus": energy.surplus, "turnover": energy.turnover,
        "share": energy.share(), "uncounted": energy.uncounted,
    })
}

#[cfg(test)]
mod tests {
    use stiction::study::run::{Manner, watched};

    use super::*;

    fn slider() -> Scenario {
        Scenario::from_toml(
            r#"
            schema_version = 1
            title = "A block in free flight"
            solver = { step = 0.25, until = 1.0 }
            bodies.block = { type = "point_mass", mass = 2.0, start = { velocity = 3.0 } }
            sweep.parameters."bodies.block.mass" = { values = [1.0] }
            sweep.measures.way = { of = "block.x", take = "swing" }
            "#,
        )
        .unwrap()
    }

    #[test]
    fn a_block_in_free_flight() {
        let scenario = slider();
        let manner = Manner { progress: false, halves: false, film: false };
        let mechanism = scenario.mechanism().unwrap();
        let run = watched(&scenario, mechanism, manner, &mut |_| {}, &mut |_| Ok(())).unwrap();
        assert_eq!(run.record.time(), [0.0, 0.25, 0.5, 0.75, 1.0]);
        assert_eq!(run.record.column("block.x").unwrap(), [0.0, 0.75, 1.5, 2.25, 3.0]);
        let (table, constant) = super::table(&run, "");
        assert_eq!(table.rows[0], ["block.x", "m", "0", "3", "0", "3"]);
        assert!(constant.starts_with("constant 3: block.vx\n"), "{constant}");
        assert!(constant.contains("constant 9: energy.stored"), "{constant}");
        let summary = super::summary(&run, &scenario).unwrap();
        assert_eq!(summary["columns"]["block.x"]["mean"], 1.5);
        assert_eq!(summary["measures"]["way"], 3.0);
    }
}
