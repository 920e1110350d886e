//! Units of columns in base units of the SI.

/// Exponents of the base units that mechanics needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BaseUnits {
    /// Exponent of the kilogram.
    pub kg: i32,
    /// Exponent of the metre.
    pub m: i32,
    /// Exponent of the second.
    pub s: i32,
    /// Exponent of the radian, which FMI counts as a base unit.
    pub rad: i32,
}

impl BaseUnits {
    /// Returns name and exponent of each base unit that occurs.
    pub(crate) fn exponents(&self) -> impl Iterator<Item = (&'static str, i32)> {
        let all = [("kg", self.kg), ("m", self.m), ("s", self.s), ("rad", self.rad)];
        all.into_iter().filter(|(_, exponent)| *exponent != 0)
    }

    const fn new(kg: i32, m: i32, s: i32, rad: i32) -> Self {
        Self { kg, m, s, rad }
    }

    const fn times(self, other: Self, power: i32) -> Self {
        Self::new(
            self.kg + power * other.kg,
            self.m + power * other.m,
            self.s + power * other.s,
            self.rad + power * other.rad,
        )
    }
}

/// Returns a unit such as `N s²/m`, `kg m²` or `1/(m s)` in base units; none if it is not a coherent unit of
/// the SI.
///
/// A slash divides by the symbol or the bracket after it, and by everything up to the next slash without a space
/// before it, as the documentation of this library writes units.
#[must_use]
pub fn base_units(unit: &str) -> Option<BaseUnits> {
    let mut parts = unit.split('/');
    let above = product(parts.next()?)?;
    parts.try_fold(above, |so_far, part| {
        let part = part.trim();
        let inner = part.strip_prefix('(').and_then(|part| part.strip_suffix(')'));
        Some(so_far.times(product(inner.unwrap_or(part))?, -1))
    })
}

/// Returns the product of symbols separated by spaces.
fn product(text: &str) -> Option<BaseUnits> {
    let mut symbols = text.split([' ', '·']).filter(|symbol| !symbol.is_empty()).peekable();
    symbols.peek()?;
    symbols.try_fold(BaseUnits::default(), |so_far, symbol| {
        let (name, power) = match symbol.char_indices().last()? {
            (end, '²') => (&symbol[..end], 2),
            (end, '³') => (&symbol[..end], 3),
            (end, '⁴') => (&symbol[..end], 4),
            _ => match symbol.split_once('^') {
                Some((name, power)) => (name, power.parse().ok()?),
                None => (symbol, 1),
            },
        };
        Some(so_far.times(symbol_of(name)?, power))
    })
}

fn symbol_of(name: &str) -> Option<BaseUnits> {
    Some(match name {
        "1" => BaseUnits::default(),
        "kg" => BaseUnits::new(1, 0, 0, 0),
        "m" => BaseUnits::new(0, 1, 0, 0),
        "s" => BaseUnits::new(0, 0, 1, 0),
        "rad" => BaseUnits::new(0, 0, 0, 1),
        "Hz" => BaseUnits::new(0, 0, -1, 0),
        "N" => BaseUnits::new(1, 1, -2, 0),
        "Pa" => BaseUnits::new(1, -1, -2, 0),
        "J" => BaseUnits::new(1, 2, -2, 0),
        "W" => BaseUnits::new(1, 2, -3, 0),
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
        for (unit, [kg, m, s, rad]) in pairs {
            assert_eq!(base_units(unit), Some(BaseUnits { kg, m, s, rad }), "{unit}");
        }
        for unknown in ["", "N/", "mm", "degC", "effort", "N^x", "²"] {
            assert_eq!(base_units(unknown), None, "{unknown}");
        }
        let newton: Vec<_> = base_units("N/m").unwrap().exponents().collect();
        assert_eq!(newton, [("kg", 1), ("s", -2)]);
    }
}
