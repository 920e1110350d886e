//! Units of columns in base units of the SI.

/// The base units that mechanics needs; FMI counts the radian among them.
pub(crate) const BASE: [&str; 4] = ["kg", "m", "s", "rad"];

/// Exponents of [`BASE`].
type Exponents = [i32; 4];

fn times(one: Exponents, other: Exponents, power: i32) -> Exponents {
    core::array::from_fn(|i| one[i] + power * other[i])
}

/// Returns a unit such as `N s²/m`, `kg m²` or `1/(m s)` in base units; none if it is not a coherent unit of
/// the SI.
///
/// A slash divides by the symbol or the bracket after it, and by everything up to the next slash without a space
/// before it, as the documentation of this library writes units.
pub(crate) fn base_units(unit: &str) -> Option<Exponents> {
    let mut parts = unit.split('/');
    let above = product(parts.next()?)?;
    parts.try_fold(above, |so_far, part| {
        let part = part.trim();
        let inner = part.strip_prefix('(').and_then(|part| part.strip_suffix(')'));
        Some(times(so_far, product(inner.unwrap_or(part))?, -1))
    })
}

/// Returns the product of symbols separated by spaces.
fn product(text: &str) -> Option<Exponents> {
    let mut symbols = text.split([' ', '·']).filter(|symbol| !symbol.is_empty()).peekable();
    symbols.peek()?;
    symbols.try_fold([0; 4], |so_far, symbol| {
        let (name, power) = match symbol.char_indices().last()? {
            (end, '²') => (&symbol[..end], 2),
            (end, '³') => (&symbol[..end], 3),
            (end, '⁴') => (&symbol[..end], 4),
            _ => match symbol.split_once('^') {
                Some((name, power)) => (name, power.parse().ok()?),
                None => (symbol, 1),
            },
        };
        Some(times(so_far, symbol_of(name)?, power))
    })
}

fn symbol_of(name: &str) -> Option<Exponents> {
    Some(match name {
        "1" => [0; 4],
        "kg" => [1, 0, 0, 0],
        "m" => [0, 1, 0, 0],
        "s" => [0, 0, 1, 0],
        "rad" => [0, 0, 0, 1],
        "Hz" => [0, 0, -1, 0],
        "N" => [1, 1, -2, 0],
        "Pa" => [1, -1, -2, 0],
        "J" => [1, 2, -2, 0],
        "W" => [1, 2, -3, 0],
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_in_base_units() {
        let pairs = [
            ("m", [0, 1, 0, 0]),
            ("rad/s", [0, 0, -1, 1]),
            ("N", [1, 1, -2, 0]),
            ("N m", [1, 2, -2, 0]),
            ("N m/rad", [1, 2, -2, -1]),
            ("N s/m", [1, 0, -1, 0]),
            ("N s²/m²", [1, -1, 0, 0]),
            ("kg m²", [1, 2, 0, 0]),
            ("1/(m s)", [0, -1, -1, 0]),
            ("1/m/s", [0, -1, -1, 0]),
            ("m/s^2", [0, 1, -2, 0]),
            ("Pa·m", [1, 0, -2, 0]),
            ("J", [1, 2, -2, 0]),
            ("W", [1, 2, -3, 0]),
            ("1", [0; 4]),
        ];
        for (unit, exponents) in pairs {
            assert_eq!(base_units(unit), Some(exponents), "{unit}");
        }
        for unknown in ["", "N/", "mm", "degC", "effort", "N^x", "²"] {
            assert_eq!(base_units(unknown), None, "{unknown}");
        }
    }
}
