//! Numbers as text.

/// A number with up to five significant digits, for a table.
pub(crate) fn short(value: f64) -> String {
    let rounded: f64 = format!("{value:.4e}").parse().unwrap_or(value);
    let plain = rounded == 0.0 || (1e-3..1e6).contains(&rounded.abs()) || !rounded.is_finite();
    if plain { format!("{}", rounded + 0.0) } else { format!("{rounded:e}") }
}

/// A number as TOML has it: the same bits, whole numbers without a point, so that they fit where a
/// count is expected too.
pub(crate) fn toml(value: f64) -> String {
    let text = format!("{value:?}");
    match text.strip_suffix(".0") {
        Some(whole) if whole != "-0" => whole.to_owned(),
        _ => text.replace("NaN", "nan"),
    }
}

/// A count with its noun.
pub(crate) fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// A text with blanks behind it, as many as make it as wide as told. (A width in a format would end at 65 535.)
pub(crate) fn padded(text: &str, width: usize) -> String {
    let gap = width.saturating_sub(text.chars().count());
    text.to_owned() + &" ".repeat(gap)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_numbers_have_five_digits() {
        let numbers = [0.0, -0.0, 1.0 / 3.0, -1234567.0, 2.5e-7, 99999.96, f64::NAN].map(short);
        assert_eq!(numbers, ["0", "0", "0.33333", "-1.2346e6", "2.5e-7", "100000", "NaN"]);
    }

    #[test]
    fn toml_numbers_keep_their_bits() {
        assert_eq!([3.0, 0.1, 1e-9, 1e300, -7.0].map(toml), ["3", "0.1", "1e-9", "1e300", "-7"]);
        for value in [1.0 / 3.0, 5e-324, -0.0, f64::MAX, 8.0] {
            let back: f64 = toml(value).parse().unwrap();
            assert_eq!(back.to_bits(), value.to_bits(), "{value}");
        }
    }
}
