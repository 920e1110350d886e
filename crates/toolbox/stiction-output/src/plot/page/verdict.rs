//! Comparisons of a number with an expected one.

use std::fmt::Write;

use super::html::class;
use crate::plot::markup::escape;
use crate::text::rounded;

/// A row that compares the value found with the published one, in green or red.
///
/// Cells are empty unless they are set.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Verdict {
    /// The quantity, with its unit.
    pub quantity: String,
    /// The value found.
    pub found: String,
    /// The published value.
    pub published: String,
    /// The difference of the two.
    pub deviation: String,
    /// The tolerance of the difference.
    pub tolerance: String,
    /// The source of the expected value: the paper, theory, another program. A table with a source has a column for
    /// it, and calls the other value "expected".
    pub source: String,
    /// Whether the comparison passes.
    pub passed: bool,
    /// A word in place of pass or fail: the comparison is left open, and not counted.
    pub open: Option<String>,
}

impl Verdict {
    /// Passes when |found − published| ≤ tolerance, all in the unit of the quantity; a number that is
    /// not finite fails.
    pub fn absolute(
        quantity: impl Into<String>,
        found: f64,
        published: f64,
        tolerance: f64,
    ) -> Self {
        let shown = [difference(found - published), number(tolerance)];
        Self::new(quantity.into(), [found, published], tolerance, shown)
    }

    /// Passes when |found − published| ≤ tolerance · |published|; a number that is not finite fails.
    pub fn relative(
        quantity: impl Into<String>,
        found: f64,
        published: f64,
        tolerance: f64,
    ) -> Self {
        let percent = |ratio: f64| format!("{} %", difference(100.0 * ratio));
        let shown = [percent((found - published) / published.abs()), percent(tolerance)];
        Self::new(quantity.into(), [found, published], tolerance * published.abs(), shown)
    }

    /// Compares two numbers; deviation and tolerance are shown as these texts.
    fn new(
        quantity: String,
        both: [f64; 2],
        most: f64,
        [deviation, tolerance]: [String; 2],
    ) -> Self {
        let apart = both[0] - both[1];
        let passed = apart.is_finite() && apart.abs() <= most;
        let [found, published] = both.map(number);
        Self { quantity, found, published, deviation, tolerance, passed, ..Self::default() }
    }
}

pub(super) fn push_table(page: &mut String, verdicts: &[Verdict]) {
    let sourced = verdicts.iter().any(|verdict| !verdict.source.is_empty());
    let (beside, source) =
        if sourced { ("expected", "<th>source</th>") } else { ("published", "") };
    let _ = writeln!(
        page,
        "<div class=\"wide\"><table class=\"verdicts\">\n<thead><tr><th>quantity</th>\
         <th class=\"number\">here</th><th class=\"number\">{beside}</th>\
         <th class=\"number\">deviation</th><th class=\"number\">tolerance</th>{source}<th></th>\
         </tr></thead>\n<tbody>"
    );
    for verdict in verdicts {
        let _ = write!(page, "<tr><td>{}</td>", escape(&verdict.quantity));
        for cell in [&verdict.found, &verdict.published, &verdict.deviation, &verdict.tolerance] {
            let _ = write!(page, "<td class=\"number\">{}</td>", escape(cell));
        }
        if sourced {
            let _ = write!(page, "<td>{}</td>", escape(&verdict.source));
        }
        let class = class(verdict.passed);
        let _ = match &verdict.open {
            Some(word) => writeln!(page, "<td class=\"soft\">{}</td></tr>", escape(word)),
            None => writeln!(page, "<td class=\"{class}\">{class}</td></tr>"),
        };
    }
    page.push_str("</tbody>\n</table></div>\n");
}

/// Returns a number with six significant digits.
fn number(value: f64) -> String {
    significant(value, 6)
}

/// Returns a difference with three significant digits.
fn difference(value: f64) -> String {
    significant(value, 3)
}

/// Returns a number with `digits` significant digits and a true minus sign.
fn significant(value: f64, digits: usize) -> String {
    rounded(value, digits, 1e-4).replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_six_digits() {
        let numbers = [0.0, -1.0 / 3.0, 1234567.0, 2.5e-7, 99999.96, f64::NAN, -1e300].map(number);
        let expected = ["0", "−0.333333", "1.23457e6", "2.5e−7", "100000", "NaN", "−1e300"];
        assert_eq!(numbers, expected);
    }

    #[test]
    fn tolerances_include_their_ends_and_exclude_what_is_not_a_number() {
        assert!(Verdict::absolute("", 1.5, 1.0, 0.5).passed);
        assert!(!Verdict::absolute("", 1.5, 1.0, 0.25).passed);
        assert!(Verdict::relative("", -1.5, -2.0, 0.25).passed);
        assert!(!Verdict::relative("", -1.5, -2.0, 0.125).passed);
        for odd in [f64::NAN, f64::INFINITY] {
            assert!(!Verdict::absolute("", odd, 1.0, f64::INFINITY).passed);
            assert!(!Verdict::relative("", 1.0, odd, 1.0).passed, "{odd}");
            assert!(!Verdict::relative("", 1.0, 2.0, f64::NAN).passed);
        }
    }

    #[test]
    fn an_open_comparison_is_shown_and_not_counted() {
        let open = Verdict {
            source: "paper".to_owned(),
            open: Some("not met".to_owned()),
            ..Verdict::default()
        };
        let passed = Verdict { passed: true, ..Verdict::default() };
        let mut page = String::new();
        push_table(&mut page, &[open, passed.clone()]);
        assert!(page.contains("<th>source</th>") && page.contains("<td>paper</td>"));
        assert!(page.contains("<td class=\"soft\">not met</td>") && !page.contains("\"fail\""));
        let mut plain = String::new();
        push_table(&mut plain, &[passed]);
        assert!(!plain.contains("source") && plain.contains("published"));
    }

    #[test]
    fn deviations_have_signs() {
        let verdict = Verdict::relative("speed", 0.99, 1.0, 0.02);
        assert_eq!((verdict.deviation.as_str(), verdict.tolerance.as_str()), ("−1 %", "2 %"));
        let verdict = Verdict::absolute("speed", 2.0, 4.0 / 3.0, 0.25);
        assert_eq!((verdict.deviation.as_str(), verdict.tolerance.as_str()), ("0.667", "0.25"));
    }
}
