//! Units of columns, by their names.

pub(crate) use stiction::record::figure::label;
pub(crate) use stiction::scenario::channel::unit_of as unit;
use stiction::scenario::sweep::{Measure, Sweep, Take};

use crate::Outcome;

/// The columns of a table with their units, as comma separated values.
///
/// A file of its own: names in a table stay names, as `--columns`, plots, measures and scripts use them.
pub(crate) fn csv<'a>(columns: impl IntoIterator<Item = (&'a str, &'a str)>) -> Outcome<String> {
    table(columns.into_iter().map(|(column, unit)| (column, unit.to_owned())))
}

/// The same of what was measured in a sweep; what is not in its description has no unit that is known.
pub(crate) fn csv_of_measures(sweep: &Sweep, names: &[String]) -> Outcome<String> {
    table(names.iter().map(|name| {
        let unit = sweep.measures.get(name).map(unit_of_measure);
        (name.as_str(), unit.unwrap_or_default())
    }))
}

/// The unit of a measure; empty where there is none or it is not known.
pub(crate) fn unit_of_measure(measure: &Measure) -> String {
    let of = unit(&measure.of);
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
