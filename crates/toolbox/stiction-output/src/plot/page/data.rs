//! The data of a figure in a page, as JSON.

use serde_json::{Value, json};

use super::super::{
    Figure,
    axis::{Span, position},
    layout,
    panel::{Mark, MarkKind, Panel},
    ranges,
    series::{Color, Kind, Series},
    thin,
};
use crate::printable;

/// Magnifications at which the omitted points must not show, from the largest to the smallest.
const SCALES: [f64; 9] = [64.0, 32.0, 16.0, 8.0, 4.0, 2.0, 1.0, 0.5, 0.25];

/// Columns of more numbers are not written as lists.
const LONGEST_LIST: usize = 10_000;

/// Precision of the numbers of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Precision {
    Double,
    Single,
}

/// Returns the figure as JSON that is safe inside a script element.
pub(super) fn json(figure: &Figure, most: Option<usize>, precision: Precision) -> String {
    let mut data = Vec::new();
    let columns = layout::columns(figure);
    let size = (figure.width / columns as f64, figure.panel_height);
    let panels = figure
        .panels
        .iter()
        .zip(ranges::spans(figure))
        .map(|(panel, spans)| {
            let mut add = |values: &[f64], log: bool| {
                let column = column(values, log, precision);
                // Series of a panel often have the same abscissas.
                data.iter().position(|known| *known == column).unwrap_or_else(|| {
                    data.push(column);
                    data.len() - 1
                })
            };
            let series = panel.colored().map(|(series, color)| {
                let most = most.filter(|most| series.x.len() > *most);
                let few = most.map(|most| thinned(series, panel, spans, size, most));
                let (x, y) = few.as_ref().map_or((&series.x, &series.y), |(x, y)| (x, y));
                let numbers = [add(x, panel.x_log), add(y, panel.y_log)];
                series_data(series, color, numbers)
            });
            let series = series.collect();
            panel_data(panel, spans, series)
        })
        .collect::<Vec<_>>();
    safe(&json!({
        "columns": columns,
        "height": figure.panel_height,
        "share": figure.share_x,
        "data": data,
        "panels": panels,
    }))
}

/// Returns JSON that is safe inside a script element, which a `<` could end.
pub(super) fn safe(data: &Value) -> String {
    data.to_string().replace('<', "\\u003c")
}

/// Returns the coordinates of at most about `most` points of a series; consecutive points without a place on the
/// axes become one gap, a pair of NaN.
fn thinned(
    series: &Series,
    panel: &Panel,
    (x, y): (Span, Span),
    (width, height): (f64, f64),
    most: usize,
) -> (Vec<f64>, Vec<f64>) {
    let place = |(&px, &py): (&f64, &f64)| {
        let (px, py) = (position(px, panel.x_log)?, position(py, panel.y_log)?);
        Some([(px - x.low) / x.length() * width, (py - y.low) / y.length() * height])
    };
    let points: Vec<_> = series.x.iter().zip(&series.y).map(place).collect();
    let lines = thin::thinned(&points, series.kind, &SCALES, most);
    let few = lines.iter().map(|line| line.iter().map(|&k| (series.x[k], series.y[k])).collect());
    few.collect::<Vec<Vec<_>>>().join(&(f64::NAN, f64::NAN)).into_iter().unzip()
}

fn panel_data(panel: &Panel, (x, y): (Span, Span), series: Vec<Value>) -> Value {
    // Texts must be valid in a picture that a reader saves; ends are positions, so logarithms on a logarithmic axis.
    let axis = |label: &str, log: bool, span: Span| json!({ "label": printable(label), "log": log, "low": span.low, "high": span.high });
    json!({
        "title": printable(&panel.title),
        "x": axis(&panel.x_label, panel.x_log, x),
        "y": axis(&panel.y_label, panel.y_log, y),
        "equal": panel.equal,
        "axes": !panel.bare,
        "series": series,
        "marks": panel.marks.iter().map(mark_data).collect::<Vec<_>>(),
    })
}

/// Returns a series with the numbers of its columns.
fn series_data(series: &Series, color: Color, [x, y]: [usize; 2]) -> Value {
    let kind = match series.kind {
        Kind::Line => "line",
        Kind::Dashed => "dashed",
        Kind::Points => "points",
        Kind::LineAndPoints => "line_and_points",
        Kind::Steps => "steps",
        Kind::Area => "area",
        Kind::Polygon => "polygon",
    };
    json!({
        "label": printable(&series.label), "kind": kind, "color": color.to_string(),
        "width": series.width, "opacity": series.opacity, "x": x, "y": y,
    })
}

fn mark_data(mark: &Mark) -> Value {
    let (kind, to) = match mark.kind {
        MarkKind::Horizontal => ("horizontal", None),
        MarkKind::Vertical => ("vertical", None),
        MarkKind::Arrow => ("arrow", Some(mark.to)),
        MarkKind::Note => ("note", None),
    };
    // JSON has no NaN: a mark without a place on one axis has null there.
    json!({ "kind": kind, "label": printable(&mark.label), "at": mark.at, "to": to })
}

/// Returns numbers as a list if that is shorter, else as little-endian floats in base 64.
pub(super) fn column(values: &[f64], log: bool, precision: Precision) -> Value {
    let single = precision == Precision::Single && survives_rounding(values, log);
    let length = values.len() * if single { 16 } else { 32 } / 3;
    if values.len() <= LONGEST_LIST {
        let list = json!(values);
        if list.to_string().len() <= length + 12 {
            return list;
        }
    }
    if single {
        let bytes: Vec<u8> = values.iter().flat_map(|&v| (v as f32).to_le_bytes()).collect();
        json!({ "f32": base64(&bytes) })
    } else {
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        json!({ "f64": base64(&bytes) })
    }
}

/// Returns whether a relative error of 6e-8 is small compared with the differences that a panel shows.
fn survives_rounding(values: &[f64], log: bool) -> bool {
    let finite = || values.iter().copied().filter(|v| v.is_finite());
    let Some(span) = Span::of(finite()) else { return true };
    let largest = span.low.abs().max(span.high.abs());
    let in_range = finite().all(|v| v == 0.0 || (1e-37..1e38).contains(&v.abs()));
    in_range && (log || span.length() >= 1e-3 * largest)
}

/// Returns bytes in base 64 (RFC 4648, section 4).
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |k: usize| u32::from(group.get(k).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for k in 0..4 {
            if k <= group.len() {
                text.push(char::from(DIGITS[(bits >> (18 - 6 * k)) as usize & 63]));
            } else {
                text.push('=');
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_of_the_standard() {
        let words = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map(|w| base64(w.as_bytes()));
        let expected = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
        assert_eq!(words, expected);
        assert_eq!(base64(&[0xfb, 0xff, 0xbf]), "+/+/");
    }

    #[test]
    fn the_shorter_form_is_taken() {
        let text = |values: &[f64], precision| column(values, false, precision).to_string();
        assert_eq!(text(&[0.5, f64::NAN, 2.0], Precision::Double), "[0.5,null,2.0]");
        let third: Vec<f64> = (1..=60).map(|k| f64::from(k) / 3.0).collect();
        assert!(text(&third, Precision::Double).starts_with("{\"f64\":\"VVVVVVVV1T9V"));
        assert!(text(&third, Precision::Single).starts_with("{\"f32\":\"q6qqPquq"));
    }

    #[test]
    fn small_differences_keep_their_digits() {
        assert!(survives_rounding(&[0.0, 1e-30, f64::NAN], false));
        assert!(!survives_rounding(&[9.81, 9.81 + 1e-6], false));
        assert!(survives_rounding(&[9.81, 9.81 + 1e-6], true));
        assert!(!survives_rounding(&[0.0, 1e-60], false));
        assert!(survives_rounding(&[], false));
    }
}
