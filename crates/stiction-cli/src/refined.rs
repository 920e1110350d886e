//! What `run --refine` prints.

use serde_json::{Value, json};
use stiction::output::TextTable;
use stiction::record::Refinement;

use crate::numbers::short;
use crate::units::unit;

/// A row for every column that finer steps change.
pub(crate) fn table(refinement: &Refinement) -> TextTable {
    let title = "Half the step and a quarter: what changes (abrupt events lower the order)";
    let headers = ["column", "unit", "difference", "order", "estimated error"];
    let mut table = TextTable::new(title, &headers);
    for column in refinement.columns.iter().filter(|column| column.error != Some(0.0)) {
        let order = column.order.map_or_else(|| "rounding".into(), |order| format!("{order:.1}"));
        let error = column.error.map_or_else(|| "unknown: does not converge".into(), short);
        let unit = unit(&column.name).to_owned();
        table.row([column.name.clone(), unit, short(column.difference), order, error]);
    }
    table
}

pub(crate) fn facts(refinement: &Refinement) -> Value {
    let columns = refinement.columns.iter().map(|column| {
        let facts = json!({
            "unit": unit(&column.name), "difference": column.difference,
            "finer_difference": column.finer_difference, "order": column.order,
            "error": column.error,
        });
        (column.name.clone(), facts)
    });
    Value::Object(columns.collect())
}
