//! From shapes to an SVG document, in tenths of a pixel.

use std::fmt::{self, Write};

use super::{
    curve::Point,
    font::FAMILY,
    markup::escape,
    scene::{Anchor, Scene, Shape},
};
use crate::printable;

/// Returns a length in pixels rounded to a tenth.
fn tenths(length: f64) -> f64 {
    // The sum turns minus zero into zero.
    (10.0 * length).round() / 10.0 + 0.0
}

/// Returns a width or a radius, large enough to be seen.
fn thick(length: f64) -> f64 {
    tenths(length.max(0.1))
}

fn list(points: &[Point]) -> String {
    let pairs: Vec<_> =
        points.iter().map(|&[x, y]| format!("{},{}", tenths(x), tenths(y))).collect();
    pairs.join(" ")
}

/// Returns the scene as an SVG document, one shape a line.
pub(super) fn document(scene: &Scene) -> String {
    let (width, height) = (scene.width, scene.height);
    // Round joins avoid spikes at sharp corners of a line.
    let mut text = format!(
        "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         xmlns=\"http://www.w3.org/2000/svg\" font-family=\"{FAMILY}\" stroke-linejoin=\"round\" \
         fill-rule=\"evenodd\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#FFFFFF\"/>\n"
    );
    for shape in &scene.shapes {
        push(&mut text, shape);
    }
    text + "</svg>\n"
}

/// Writes a shape as an element, on a separate line.
pub(super) fn push(text: &mut String, shape: &Shape) {
    // Writing to a string cannot fail.
    let _ = write_shape(text, shape);
}

fn write_shape(text: &mut String, shape: &Shape) -> fmt::Result {
    match shape {
        Shape::Line { points, color, width, is_dashed } => writeln!(
            text,
            "<polyline fill=\"none\" stroke=\"{color}\" stroke-width=\"{}\"{} points=\"{}\"/>",
            thick(*width),
            if *is_dashed { " stroke-dasharray=\"7 4\"" } else { "" },
            list(points)
        ),
        Shape::Fill { points, .. } if points.len() < 3 => Ok(()),
        Shape::Fill { points, color, opacity } => {
            let points = list(points);
            if *opacity < 1.0 {
                write!(text, "<polygon opacity=\"{opacity}\"")?;
            } else {
                write!(text, "<polygon")?;
            }
            writeln!(text, " fill=\"{color}\" points=\"{points}\"/>")
        }
        Shape::Dot { center: [x, y], radius, color } => {
            let (x, y, radius) = (tenths(*x), tenths(*y), thick(*radius));
            writeln!(text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{color}\"/>")
        }
        Shape::Text { text: words, baseline: [x, y], size, color, anchor, upward } => {
            let (x, y) = (tenths(*x), tenths(*y));
            write!(text, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{color}\"")?;
            match anchor {
                Anchor::Start => {}
                Anchor::Middle => write!(text, " text-anchor=\"middle\"")?,
                Anchor::End => write!(text, " text-anchor=\"end\"")?,
            }
            if *upward {
                write!(text, " transform=\"rotate(270, {x}, {y})\"")?;
            }
            writeln!(text, ">{}</text>", escape(&printable(words)))
        }
    }
}
