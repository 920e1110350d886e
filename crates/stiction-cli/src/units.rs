//! Units of columns, by their names.

/// The unit of a column such as `block.vx`; empty where there is none or it is not known.
pub(crate) fn unit(column: &str) -> &'static str {
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
