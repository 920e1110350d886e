//! Numbers in a text: read exactly, or refused.

use toml::de::DeInteger;

use crate::error::Fault;

/// Returns the number that a text represents.
///
/// # Errors
/// A number that overflows, or so small that it would become zero.
pub(crate) fn float(text: &str) -> Result<f64, Fault> {
    let value: f64 = text.parse().map_err(|_| Fault::new(format!("`{text}` is not a number")))?;
    let digits = || text.split(['e', 'E']).next().unwrap_or_default();
    if value.is_infinite() && !text.contains("inf") {
        return Err(Fault::new(format!("{} is too large for a number", shown(text))));
    }
    if value == 0.0 && digits().contains(|digit| matches!(digit, '1'..='9')) {
        let shown = shown(text);
        return Err(Fault::new(format!("{shown} is too small for a number: it would be 0")));
    }
    Ok(value)
}

/// Returns the integer that a text represents.
///
/// # Errors
/// An integer out of range.
pub(crate) fn integer(number: &DeInteger<'_>) -> Result<i64, Fault> {
    i64::from_str_radix(number.as_str(), number.radix()).map_err(|_| {
        let shown = shown(&number.to_string());
        Fault::new(format!(
            "{shown} is too large for an integer: write it with a point or an exponent"
        ))
    })
}

/// Returns a text in quotes; only the ends of a long one.
fn shown(text: &str) -> String {
    const END: usize = 12;
    // The text is ASCII.
    match (text.get(..END), text.get(text.len().saturating_sub(END)..)) {
        (Some(begin), Some(end)) if text.len() > 3 * END => format!("`{begin}…{end}`"),
        _ => format!("`{text}`"),
    }
}
