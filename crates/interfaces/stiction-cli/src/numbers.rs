//! Numbers as text.

use stiction::output::{short, shortest};

/// Returns a number as TOML text: to the bit, and whole numbers without a point, so that they fit where a count is
/// expected too.
pub(crate) fn toml(value: f64) -> String {
    match shortest(value) {
        text if text == "-0" => "-0.0".to_owned(),
        text => text.replace("NaN", "nan"),
    }
}

/// Returns an interval of confidence as text; `None` if neither end is known.
pub(crate) fn interval(ends: [Option<f64>; 2]) -> Option<String> {
    let [low, high] = ends.map(|end| end.map_or("open".to_owned(), short));
    ends.iter().any(Option::is_some).then(|| format!("{low} to {high}"))
}

/// Pads a text with blanks to a width. (The width of a format argument is limited to 65 535.)
pub(crate) fn padded(text: &str, width: usize) -> String {
    let gap = width.saturating_sub(text.chars().count());
    text.to_owned() + &" ".repeat(gap)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn toml_numbers_keep_their_bits() {
        assert_eq!([3.0, 0.1, 1e-9, 1e300, -7.0].map(toml), ["3", "0.1", "1e-9", "1e300", "-7"]);
        for value in [1.0 / 3.0, 5e-324, -0.0, f64::MAX, 8.0] {
            let back: f64 = toml(value).parse().unwrap();
            assert_eq!(back.to_bits(), value.to_bits(), "{value}");
        }
    }
}
