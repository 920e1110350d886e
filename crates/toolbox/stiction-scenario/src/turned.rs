//! Conversion of units on a line to units on a shaft.

use stiction_core::{Field, Shaft};

use crate::domain::DomainId;

/// Returns whether a component for these domains, all different, stands on shafts and elsewhere. One for shafts only has
/// their units already.
pub(crate) fn stands_on_both(domains: &[DomainId]) -> bool {
    domains.len() > 1 && domains.contains(&DomainId::of::<Shaft>())
}

/// Returns whether a quantity belongs to the port: not a normal force, which is a force on a shaft too, and not a
/// quantity of the world.
pub(crate) fn does_turn(field: &Field) -> bool {
    field.name != "normal_force" && !field.text.contains("world axes")
}

/// Returns the unit of rotation for one of translation.
pub(crate) fn turned(unit: &str) -> String {
    // Per normal force, which remains a force.
    match unit {
        "1/m" => return "m/rad".to_owned(),
        "s/m" => return "m s/rad".to_owned(),
        _ => {}
    }
    let symbol = |symbol: &str| match symbol {
        "N" => "N m".to_owned(),
        "kg" => "kg m²".to_owned(),
        // Powers remain.
        other => match other.strip_prefix('m') {
            Some(power) if !power.starts_with(char::is_alphabetic) => format!("rad{power}"),
            _ => other.to_owned(),
        },
    };
    let product = |part: &str| part.split(' ').map(symbol).collect::<Vec<_>>().join(" ");
    unit.split('/').map(product).collect::<Vec<_>>().join("/")
}

/// Returns the text of a field; `[N/m]` becomes `[N/m] or [N m/rad]` if it may turn too, unless the text says so
/// already.
pub(crate) fn text_on_both(field: &Field, turns: bool) -> String {
    let (text, given, turned) = (field.text, format!("[{}]", field.unit), turned(field.unit));
    if !turns || !does_turn(field) || turned == field.unit || text.contains(&format!("{given} or "))
    {
        return text.to_owned();
    }
    text.replacen(&given, &format!("{given} or [{turned}]"), 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_of_rotation() {
        let units = ["N", "N/m", "N s/m", "m/s", "kg", "N s²/m²", "1", "", "m", "1/m"].map(turned);
        let expected = [
            "N m",
            "N m/rad",
            "N m s/rad",
            "rad/s",
            "kg m²",
            "N m s²/rad²",
            "1",
            "",
            "rad",
            "m/rad",
        ];
        assert_eq!(units, expected);
    }
}
