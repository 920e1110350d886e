//! Ranges and ticks of one axis.
//!
//! Positions on an axis are the plain value, or its decimal logarithm on a logarithmic axis.

/// Largest magnitude that is drawn, so that differences stay finite.
const LARGEST: f64 = 1e300;
/// Below this magnitude numbers count as zero, so that no axis shows 1e-320.
const SMALLEST: f64 = 1e-280;
/// A span below this part of the values is rounding noise: the data count as constant.
const CONSTANT: f64 = 1e-9;

/// Returns the position of a value on the axis, if it has one.
pub(super) fn position(value: f64, log: bool) -> Option<f64> {
    let is_drawable = value.abs() < LARGEST && (!log || value > SMALLEST);
    is_drawable.then(|| if log { value.log10() } else { value })
}

/// The two ends of an axis, as positions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Span {
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Span {
    /// Returns the range that a user asked for, if it can be drawn.
    pub(super) fn exact(low: f64, high: f64, log: bool) -> Option<Self> {
        let span = Self { low: position(low, log)?, high: position(high, log)? };
        let scale = if log { 1.0 } else { span.low.abs().max(span.high.abs()) };
        (span.length() > (CONSTANT * scale).max(SMALLEST)).then_some(span)
    }

    /// Returns the smallest range with all positions.
    pub(super) fn of(positions: impl IntoIterator<Item = f64>) -> Option<Self> {
        positions.into_iter().fold(None, |span: Option<Self>, p| match span {
            None => Some(Self { low: p, high: p }),
            Some(s) => Some(Self { low: s.low.min(p), high: s.high.max(p) }),
        })
    }

    /// Returns the range of data that may be missing or constant, with a margin relative to its length.
    pub(super) fn around(data: Option<Self>, margin: f64, log: bool) -> Self {
        let Some(data) = data else { return Self { low: 0.0, high: 1.0 } };
        let scale = data.low.abs().max(data.high.abs());
        let half = if log {
            if data.length() > CONSTANT { margin * data.length() } else { 0.5 }
        } else if scale < SMALLEST {
            1.0
        } else if data.length() > CONSTANT * scale {
            margin * data.length()
        } else {
            0.1 * scale
        };
        Self { low: data.low - half, high: data.high + half }
    }

    /// Returns the range with its ends moved out to nearby round numbers: 0.9995 becomes 1.
    pub(super) fn snapped(self) -> Self {
        let unit = power((self.length().log10().floor() as i32).saturating_sub(1));
        let near = |end: f64, round: f64| {
            let moved = (round - end).abs() <= 0.015 * self.length();
            if moved { round } else { end }
        };
        Self {
            low: near(self.low, (self.low / unit).floor() * unit),
            high: near(self.high, (self.high / unit).ceil() * unit),
        }
    }

    pub(super) fn length(self) -> f64 {
        self.high - self.low
    }

    pub(super) fn contains(self, position: f64) -> bool {
        (self.low..=self.high).contains(&position)
    }

    /// Returns an interval with the same middle and this length.
    pub(super) fn with_length(self, length: f64) -> Self {
        let middle = self.low + 0.5 * self.length();
        Self { low: middle - 0.5 * length, high: middle + 0.5 * length }
    }
}

/// A labelled tick.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Tick {
    pub(super) position: f64,
    pub(super) label: String,
}

/// The ticks of an axis.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Ticks {
    pub(super) major: Vec<Tick>,
    /// Positions of ticks without label.
    pub(super) minor: Vec<f64>,
    /// Common part of all labels: `×10⁻⁶`, or `+ 9.81` if the values differ in late digits only.
    pub(super) common: String,
}

impl Ticks {
    /// Chooses about `count` ticks at round numbers.
    pub(super) fn new(span: Span, log: bool, count: f64) -> Self {
        if log { Self::logarithmic(span, count) } else { Self::linear(span, count) }
    }

    fn linear(span: Span, count: f64) -> Self {
        let raw = span.length() / count.max(1.0);
        let mut exponent = raw.log10().floor() as i32;
        let mantissa = match raw / power(exponent) {
            m if m <= 1.4 => 1,
            m if m <= 3.2 => 2,
            m if m <= 7.0 => 5,
            _ => {
                exponent += 1;
                1
            }
        };
        let value = |k: i64| (k * mantissa) as f64 * power(exponent);
        let step = value(1);
        let first = (span.low / step - 1e-6).ceil() as i64;
        let last = ((span.high / step + 1e-6).floor() as i64).min(first.saturating_add(100));
        if last < first {
            return Self::default();
        }

        let mut common = String::new();
        let mut base = 0;
        if first.abs().max(last.abs()) >= 1_000_000 {
            base = roundest(first, last);
            let sign = if base < 0 { '−' } else { '+' };
            common = format!("{sign} {}", trimmed(value(base).abs(), exponent));
        }
        let largest = value((first - base).abs().max((last - base).abs()));
        let scale = (largest.log10() + 1e-9).floor() as i32;
        let scale = if largest > 0.0 && !(-3..5).contains(&scale) { scale } else { 0 };
        if scale != 0 {
            let separator = if common.is_empty() { "" } else { " " };
            common = format!("×10{}{separator}{common}", superscript(scale));
        }
        let decimals = usize::try_from(scale - exponent).unwrap_or(0);
        let label =
            |k: i64| plain(((k - base) * mantissa) as f64 * power(exponent - scale), decimals);
        let major = (first..=last).map(|k| Tick { position: value(k), label: label(k) }).collect();
        Self { major, minor: Vec::new(), common }
    }

    fn logarithmic(span: Span, count: f64) -> Self {
        let tolerance = 1e-6 * span.length();
        let span = Span { low: span.low - tolerance, high: span.high + tolerance };
        let (first, last) = (span.low.floor() as i32, span.high.ceil() as i32);
        let decades: Vec<i32> = (first..=last).filter(|&k| span.contains(k.into())).collect();
        let within = |multiples: &[u8]| -> Vec<(u8, i32)> {
            (first..=last)
                .flat_map(|k| multiples.iter().map(move |&m| (m, k)))
                .filter(|&(m, k)| span.contains(f64::from(k) + f64::from(m).log10()))
                .collect()
        };
        let place = |(m, k): (u8, i32)| f64::from(k) + f64::from(m).log10();

        if decades.len() >= 3 || (decades.len() == 2 && span.length() > 1.5) {
            let least = decades.len() as f64 / count.max(2.0);
            let strides = [1, 2, 3, 5, 10, 20, 50, 100, 200];
            let stride = strides.into_iter().find(|&s| f64::from(s) >= least).unwrap_or(500);
            let (major, minor): (Vec<i32>, Vec<i32>) =
                decades.into_iter().partition(|k| k.rem_euclid(stride) == 0);
            let minor = if stride == 1 {
                within(&[2, 3, 4, 5, 6, 7, 8, 9]).into_iter().map(place).collect()
            } else {
                minor.into_iter().map(f64::from).collect()
            };
            let tick = |k| Tick { position: f64::from(k), label: format!("10{}", superscript(k)) };
            let major = major.into_iter().map(tick).collect();
            return Self { major, minor, common: String::new() };
        }
        let few = within(&[1, 2, 5]);
        if few.len() >= 3 {
            let tick = |(m, k)| Tick { position: place((m, k)), label: multiple(m, k) };
            let minor = within(&[3, 4, 6, 7, 8, 9]).into_iter().map(place).collect();
            let major = few.into_iter().map(tick).collect();
            return Self { major, minor, common: String::new() };
        }
        let values = Span { low: 10_f64.powf(span.low), high: 10_f64.powf(span.high) };
        let mut ticks = Self::linear(values, count);
        for tick in &mut ticks.major {
            tick.position = tick.position.log10();
        }
        ticks.major.retain(|tick| tick.position.is_finite());
        ticks
    }
}

/// Returns 10ᵏ; the reciprocal of a positive power is correctly rounded more often than a negative power.
fn power(exponent: i32) -> f64 {
    if exponent < 0 { 1.0 / 10_f64.powi(-exponent) } else { 10_f64.powi(exponent) }
}

/// Returns the number with most trailing zeros from `first` to `last`.
fn roundest(first: i64, last: i64) -> i64 {
    let mut found = first;
    let mut unit = 1;
    while let Some(k) = first.checked_add(unit - 1).map(|k| k.div_euclid(unit) * unit)
        && k <= last
    {
        found = k;
        match unit.checked_mul(10) {
            Some(next) => unit = next,
            None => break,
        }
    }
    found
}

/// Returns a multiple of 10ᵏ without needless zeros.
fn trimmed(value: f64, k: i32) -> String {
    let text = plain(value, usize::try_from(-k).unwrap_or(0));
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

/// Returns a number with a true minus sign and no negative zero.
fn plain(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(digits) if digits.chars().all(|c| matches!(c, '0' | '.')) => digits.to_owned(),
        Some(digits) => format!("−{digits}"),
        None => text,
    }
}

/// Returns m·10ᵏ as a person writes it.
fn multiple(m: u8, k: i32) -> String {
    match k {
        -3..=4 => plain(f64::from(m) * power(k), usize::try_from(-k).unwrap_or(0)),
        _ if m == 1 => format!("10{}", superscript(k)),
        _ => format!("{m}×10{}", superscript(k)),
    }
}

fn superscript(number: i32) -> String {
    let raised = |c: char| {
        let digit = c.to_digit(10).and_then(|digit| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(digit as usize));
        digit.unwrap_or('⁻')
    };
    number.to_string().chars().map(raised).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(low: f64, high: f64, log: bool) -> (String, String) {
        let ticks = Ticks::new(Span { low, high }, log, 6.0);
        let labels: Vec<_> = ticks.major.iter().map(|t| t.label.as_str()).collect();
        (labels.join(" "), ticks.common)
    }

    #[test]
    fn round_numbers() {
        assert_eq!(labels(0.0, 1.0, false).0, "0.0 0.2 0.4 0.6 0.8 1.0");
        assert_eq!(labels(-0.31, 0.3, false).0, "−0.3 −0.2 −0.1 0.0 0.1 0.2 0.3");
        assert_eq!(labels(0.0, 12000.0, false).0, "0 2000 4000 6000 8000 10000 12000");
    }

    #[test]
    fn tiny_and_huge_values_share_a_power_of_ten() {
        assert_eq!(labels(0.0, 5e-7, false), ("0 1 2 3 4 5".into(), "×10⁻⁷".into()));
        assert_eq!(labels(-2e9, 3e9, false), ("−2 −1 0 1 2 3".into(), "×10⁹".into()));
        assert_eq!(labels(-1e299, 1e299, false).1, "×10²⁹⁹");
    }

    #[test]
    fn late_differences_share_an_offset() {
        let (labels, common) = labels(9.81, 9.81 + 6e-7, false);
        assert_eq!((labels.as_str(), common.as_str()), ("0 1 2 3 4 5 6", "×10⁻⁷ + 9.81"));
    }

    #[test]
    fn decades() {
        assert_eq!(labels(-9.2, -4.9, true).0, "10⁻⁹ 10⁻⁸ 10⁻⁷ 10⁻⁶ 10⁻⁵");
        assert_eq!(labels(-20.0, 4.0, true).0, "10⁻²⁰ 10⁻¹⁵ 10⁻¹⁰ 10⁻⁵ 10⁰");
        assert_eq!(labels(-1.1, 0.1, true).0, "0.1 0.2 0.5 1");
        assert_eq!(labels(0.01, 0.05, true).0, "1.04 1.06 1.08 1.10 1.12");
    }

    #[test]
    fn missing_constant_and_subnormal_data_get_a_range() {
        let span = |low, high| Span::around(Some(Span { low, high }), 0.05, false);
        assert_eq!(Span::around(None, 0.05, true), Span { low: 0.0, high: 1.0 });
        assert_eq!(span(0.0, 1e-320), Span { low: -1.0, high: 1.0 });
        assert_eq!(span(10.0, 10.0), Span { low: 9.0, high: 11.0 });
        assert_eq!(span(10.0, 10.0 + 1e-14).length().round(), 2.0);
        assert_eq!(span(0.0, 10.0), Span { low: -0.5, high: 10.5 });
    }

    #[test]
    fn ranges_that_cannot_be_drawn() {
        for (low, high) in [(1.0, 1.0), (2.0, 1.0), (f64::NAN, 1.0), (0.0, f64::INFINITY)] {
            assert_eq!(Span::exact(low, high, false), None);
        }
        assert_eq!(Span::exact(0.0, 1.0, true), None);
        assert_eq!(Span::exact(0.1, 10.0, true), Some(Span { low: -1.0, high: 1.0 }));
    }
}
