//! Numbers, counts and errors as text, and text that is valid in a picture, a page and a terminal.

use std::error::Error;

/// Returns the shortest text that reads back as the same number; NaN, inf or -inf if it is not finite.
#[must_use]
pub fn shortest(value: f64) -> String {
    // `Debug` uses powers of ten, whereas `Display` writes hundreds of zeros.
    let mut text = format!("{value:?}");
    if text.ends_with(".0") {
        text.truncate(text.len() - 2);
    }
    text
}

/// Returns a number with up to five significant digits, for a table.
#[must_use]
pub fn short(value: f64) -> String {
    rounded(value, 5, 1e-3)
}

/// Returns a number with up to `digits` significant digits, as a power of ten below `least`.
pub(crate) fn rounded(value: f64, digits: usize, least: f64) -> String {
    let rounded: f64 = format!("{value:.*e}", digits - 1).parse().unwrap_or(value);
    let plain = rounded == 0.0 || (least..1e6).contains(&rounded.abs()) || !rounded.is_finite();
    if plain { format!("{}", rounded + 0.0) } else { format!("{rounded:e}") }
}

/// Returns a count with its noun.
#[must_use]
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Returns an error and its causes in one line, `error: cause: cause`. Some errors print their cause themselves;
/// it is not repeated.
#[must_use]
pub fn with_causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.contains(&more) {
            text += &format!(": {more}");
        }
        cause = error.source();
    }
    text
}

/// Returns a text in one line, with spaces for line breaks and tabs, and with U+FFFD for all other control
/// characters: XML cannot represent them, and a terminal obeys them.
#[must_use]
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if matches!(c, '\n' | '\r' | '\t') { ' ' } else { allowed(c) }).collect()
}

/// Returns U+FFFD for a character that XML does not allow.
pub(crate) fn allowed(c: char) -> char {
    // The two are not characters.
    let is_refused = c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}');
    if is_refused { char::REPLACEMENT_CHARACTER } else { c }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_replaced_and_others_kept() {
        assert_eq!(printable("μ = 0.3, „v²“ 🙂"), "μ = 0.3, „v²“ 🙂");
        assert_eq!(
            printable("a\u{1b}[31mb\r\n\tc\0\u{9b}d\u{ffff}"),
            "a\u{fffd}[31mb   c\u{fffd}\u{fffd}d\u{fffd}"
        );
    }

    #[test]
    fn numbers_read_back_to_the_same_bits() {
        for value in [0.1, -0.0, 1e-320, f64::MAX, 2.0 / 3.0, 1e21, f64::INFINITY, -7.0] {
            let back: f64 = shortest(value).parse().unwrap();
            assert_eq!(back.to_bits(), value.to_bits(), "{value}");
        }
        assert_eq!(["3", "-0", "NaN"], [3.0, -0.0, f64::NAN].map(shortest));
    }

    #[test]
    fn short_numbers_have_five_digits() {
        let numbers = [0.0, -0.0, 1.0 / 3.0, -1234567.0, 2.5e-7, 99999.96, f64::NAN].map(short);
        assert_eq!(numbers, ["0", "0", "0.33333", "-1.2346e6", "2.5e-7", "100000", "NaN"]);
    }
}
