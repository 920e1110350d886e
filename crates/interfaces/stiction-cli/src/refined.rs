//! Changes of the results with finer steps, and the output of `run --refine`.

use serde_json::{Value, json};
use stiction::network::Frame;
use stiction::output::{TextTable, short};
use stiction::record::{RefinedColumn, refine_from};
use stiction::scenario::Scenario;
use stiction::study::run::{ROUNDING, RunError, ScenarioRun, finer};

/// Compares a run with those at half and a quarter of the step; without an estimate of errors if even these do not
/// resolve the motion.
pub(crate) fn refine(
    scenario: &Scenario,
    base: &ScenarioRun,
    progress: bool,
) -> Result<Vec<RefinedColumn>, RunError> {
    let mut aside = |_: &Frame<'_>| Ok(());
    let finer = finer(scenario, base, progress, &mut aside);
    let mut refinement = refine_from(&base.record, scenario.solver.step, finer)?;
    if base.is_too_fast {
        refinement.iter_mut().for_each(|column| column.error = None);
    }
    Ok(refinement)
}

/// Returns a row for every column that finer steps change; equal columns share a row.
pub(crate) fn table(refinement: &[RefinedColumn], recording: &ScenarioRun) -> TextTable {
    let record = &recording.record;
    let unknown = if recording.is_too_fast {
        "unknown: finer steps do not resolve the oscillation either"
    } else {
        "unknown: does not converge"
    };
    let title = "Half the step and a quarter: what changes (abrupt events lower the order)";
    let headers = ["column", "unit", "difference", "order", "estimated error"];
    let mut table = TextTable::new(title, &headers);
    let columns = || recording.units.iter().zip(record.columns()).skip(1);
    // A power that is zero except for rounding is judged by the other powers.
    let size_in = |wanted: &str| {
        let alike = columns().filter(|(unit, _)| *unit == wanted);
        let sizes = alike.flat_map(|(_, values)| values).map(|value| value.abs());
        sizes.filter(|size| size.is_finite()).fold(0.0, f64::max)
    };
    let mut shown: Vec<(&str, &[f64], [u64; 2])> = vec![];
    for (column, (unit, values)) in refinement.iter().zip(columns()) {
        let rounding = ROUNDING * size_in(unit);
        let is_rounding = column.difference <= rounding && column.finer_difference <= rounding;
        let changes = [column.difference, column.finer_difference].map(f64::to_bits);
        let alike = (unit.as_str(), values.as_slice(), changes);
        if is_rounding || shown.contains(&alike) {
            continue;
        }
        shown.push(alike);
        let order = column.order.map_or_else(|| "rounding".into(), |order| format!("{order:.1}"));
        let error = column.error.map_or_else(|| unknown.into(), short);
        table.row([column.name.clone(), unit.clone(), short(column.difference), order, error]);
    }
    table
}

pub(crate) fn facts(refinement: &[RefinedColumn], recording: &ScenarioRun) -> Value {
    let units = recording.units.iter().skip(1);
    let columns = refinement.iter().zip(units).map(|(column, unit)| {
        let facts = json!({
            "unit": unit, "difference": column.difference,
            "finer_difference": column.finer_difference, "order": column.order,
            "error": column.error,
        });
        (column.name.clone(), facts)
    });
    Value::Object(columns.collect())
}
