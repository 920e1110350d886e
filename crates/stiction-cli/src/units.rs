//! Units of columns, by their names.

use stiction::scenario::sweep::{Sweep, Take};

use crate::Outcome;

/// The unit of a column such as `block.vx`; empty where there is none or it is not known.
#[must_use]
pub fn unit(column: &str) -> &'static str {
    let Some((owner, scalar)) = column.rsplit_once('.') else {
        return if column == "t" { "s" } else { "" };
    };
    match scalar {
        "x" | "y" | "z" => "m",
        "angle" => "rad",
        "rate" | "wx" | "wy" | "wz" => "rad/s",
        "vx" | "vy" | "vz" => "m/s",
        "force" | "fx" | "fy" | "fz" => "N",
        "torque" | "tx" | "ty" | "tz" => "N m",
        "stored" if owner == "energy" => "J",
        _ if owner == "energy" => "W",
        _ => "",
    }
}

/// The columns of a table with their units, as comma separated values.
///
/// A file of its own: names in a table stay names, as `--columns`, plots, measures and scripts use them.
pub(crate) fn csv(columns: &[impl AsRef<str>]) -> Outcome<String> {
    table(columns.iter().map(|column| (column.as_ref(), unit(column.as_ref()).to_owned())))
}

/// The same of the measures of a sweep.
pub(crate) fn csv_of_measures(sweep: &Sweep) -> Outcome<String> {
    table(sweep.measures.iter().map(|(name, measure)| {
        let of = unit(&measure.of);
        let unit = match measure.take {
            Take::Slope if of == "s" => "1".to_owned(),
            Take::Slope if !of.is_empty() => format!("{of}/s"),
            _ => of.to_owned(),
        };
        (name.as_str(), unit.replace("/s/s", "/s²"))
    }))
}

fn table<'a>(rows: impl Iterator<Item = (&'a str, String)>) -> Outcome<String> {
    let mut writer = csv::Writer::from_writer(vec![]);
    writer.write_record(["column", "unit"])?;
    for (column, unit) in rows {
        writer.write_record([column, &unit])?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

/// The label of an axis for some columns: the name of the only one, and the unit they share.
pub(crate) fn label(columns: &[String]) -> String {
    let name = match columns {
        [only] if only == "t" => "time",
        [only] => only,
        _ => "",
    };
    let unit = common_unit(columns);
    if unit.is_empty() { name.to_owned() } else { format!("{name} [{unit}]").trim().to_owned() }
}

fn common_unit(columns: &[String]) -> &'static str {
    let first = columns.first().map_or("", |column| unit(column));
    if columns.iter().all(|column| unit(column) == first) { first } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_units() {
        let text = csv(&["t", "block.x", "a,b.force", "foot.internal[0]"]).unwrap();
        assert_eq!(text, "column,unit\nt,s\nblock.x,m\n\"a,b.force\",N\nfoot.internal[0],\n");
    }

    #[test]
    fn labels_have_the_unit_that_columns_share() {
        let names = |names: &[&str]| names.iter().map(|&n| n.to_owned()).collect::<Vec<_>>();
        assert_eq!(label(&names(&["t"])), "time [s]");
        assert_eq!(label(&names(&["block.vx"])), "block.vx [m/s]");
        assert_eq!(label(&names(&["a.fx", "b.force"])), "[N]");
        assert_eq!(label(&names(&["a.fx", "b.torque"])), "");
        assert_eq!(label(&names(&["arm[1].rate"])), "arm[1].rate [rad/s]");
        assert_eq!(label(&names(&["energy.power_residual"])), "energy.power_residual [W]");
        assert_eq!(label(&names(&["foot.internal[0]"])), "foot.internal[0]");
    }
}
