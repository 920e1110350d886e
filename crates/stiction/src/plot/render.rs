//! From shapes to SVG and PNG, over the two backends of `plotters`.
//!
//! Both backends count in whole pixels. The SVG is therefore drawn ten times as large and shown in
//! the right size; the bitmap is drawn with several samples per pixel, which are averaged.

use std::{error::Error, sync::OnceLock};

use plotters::{
    backend::{BitMapBackend, DrawingBackend, SVGBackend},
    style::{
        FontDesc, FontFamily, FontStyle, FontTransform, RGBAColor, ShapeStyle, register_font,
        text_anchor::{HPos, Pos, VPos},
    },
};

use super::{
    PlotError,
    curve::Point,
    scene::{Anchor, Scene, Shape},
    series::Color,
};
use crate::printable::printable;

/// The name under which the font is registered is also what an SVG asks a browser for.
const FAMILY: FontFamily<'static> = FontFamily::Name("DejaVu Sans, sans-serif");
static FONT: &[u8] = include_bytes!("../../assets/DejaVuSans-subset.ttf");

/// Units of an SVG per pixel.
const SVG_SCALE: f64 = 10.0;
/// Pixels of a PNG per pixel of layout.
const PNG_SCALE: usize = 2;
/// Samples of a PNG per pixel, in each direction.
const SAMPLES: usize = 3;
/// Largest number of samples of a PNG; larger figures get fewer samples per pixel.
const MOST_SAMPLES: f64 = 1.5e8;

/// Ascent plus descent of the font over its em: plotters' rasteriser counts in the former.
const LINE_HEIGHT: f64 = (1901.0 + 483.0) / 2048.0;
/// Ratio by which plotters divides a size on its way into an SVG.
const SVG_SIZE: f64 = 1.24;

/// Which of the two backends draws.
#[derive(Clone, Copy, PartialEq)]
enum Target {
    Svg,
    Bitmap,
}

/// Registers the font once per process.
fn font() -> bool {
    static REGISTERED: OnceLock<bool> = OnceLock::new();
    *REGISTERED
        .get_or_init(|| register_font("DejaVu Sans, sans-serif", FontStyle::Normal, FONT).is_ok())
}

/// Width of a text in pixels, its size being that of an em.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    let text = &*printable(text);
    // plotters cuts to whole pixels: measure large.
    let large = 1000.0;
    let width = font()
        .then(|| {
            FontDesc::new(FAMILY, large * LINE_HEIGHT, FontStyle::Normal).layout_box(text).ok()
        })
        .flatten()
        .map(|(_, (right, _))| f64::from(right) / large);
    size * width.unwrap_or(0.6 * text.chars().count() as f64)
}

/// The scene as an SVG document.
pub(super) fn svg(scene: &Scene) -> Result<String, PlotError> {
    let (width, height) = (scene.width, scene.height);
    let (wide, high) = ((SVG_SCALE * width) as u32, (SVG_SCALE * height) as u32);
    let mut text = String::new();
    let mut backend = SVGBackend::with_string(&mut text, (wide, high));
    draw(&mut backend, scene, SVG_SCALE, Target::Svg)?;
    backend.present().map_err(draw_error)?;
    drop(backend);
    // Shown in pixels of layout; round joins keep sharp corners of a line from growing spikes.
    let drawn = format!("<svg width=\"{wide}\" height=\"{high}\"");
    let shown = format!(
        "<svg width=\"{width}\" height=\"{height}\" stroke-linejoin=\"round\" fill-rule=\"evenodd\""
    );
    let lean = [
        (" opacity=\"1\"", ""),
        (" stroke=\"none\" stroke-width=\"1\"", ""),
        (" stroke=\"none\"", ""),
        (" \"/>", "\"/>"),
    ];
    let text = text.replacen(&drawn, &shown, 1);
    Ok(lean.iter().fold(text, |text, (from, to)| text.replace(from, to)))
}

/// The scene as a PNG file.
pub(super) fn png(scene: &Scene) -> Result<Vec<u8>, PlotError> {
    let samples = (1..=SAMPLES)
        .rev()
        .find(|s| {
            let scale = (s * PNG_SCALE) as f64;
            scene.width * scene.height * scale * scale <= MOST_SAMPLES
        })
        .ok_or(PlotError::InvalidSize { width: scene.width, height: scene.height })?;
    let (width, height) = (scene.width as usize * PNG_SCALE, scene.height as usize * PNG_SCALE);
    let (wide, high) = (width * samples, height * samples);
    let mut large = vec![u8::MAX; 3 * wide * high];
    let mut backend = BitMapBackend::with_buffer(&mut large, (wide as u32, high as u32));
    draw(&mut backend, scene, (PNG_SCALE * samples) as f64, Target::Bitmap)?;
    backend.present().map_err(draw_error)?;
    drop(backend);

    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(draw_error)?;
    writer.write_image_data(&averaged(&large, wide, samples)).map_err(draw_error)?;
    writer.finish().map_err(draw_error)?;
    Ok(file)
}

/// Averages squares of samples of an image with three bytes per sample.
fn averaged(large: &[u8], wide: usize, samples: usize) -> Vec<u8> {
    let width = wide / samples;
    let weight = (samples * samples) as u32;
    let mut small = Vec::with_capacity(large.len() / (samples * samples));
    let mut sums = vec![0_u32; 3 * width];
    for rows in large.chunks_exact(3 * wide * samples) {
        sums.fill(0);
        for row in rows.chunks_exact(3 * wide) {
            for (sum, square) in sums.chunks_exact_mut(3).zip(row.chunks_exact(3 * samples)) {
                for sample in square.chunks_exact(3) {
                    for (s, &part) in sum.iter_mut().zip(sample) {
                        *s += u32::from(part);
                    }
                }
            }
        }
        small.extend(sums.iter().map(|sum| ((sum + weight / 2) / weight) as u8));
    }
    small
}

fn draw_error(error: impl Error + Send + Sync + 'static) -> PlotError {
    PlotError::Draw(Box::new(error))
}

fn draw<B>(backend: &mut B, scene: &Scene, scale: f64, target: Target) -> Result<(), PlotError>
where
    B: DrawingBackend,
    B::ErrorType: 'static,
{
    let whole = |p: &Point| ((p[0] * scale).round() as i32, (p[1] * scale).round() as i32);
    let page = whole(&[scene.width, scene.height]);
    backend
        .draw_rect((0, 0), page, &style(Color::rgb(255, 255, 255), 1.0, 1), true)
        .map_err(draw_error)?;
    for shape in &scene.shapes {
        match shape {
            Shape::Line { points, color, width } if target == Target::Svg => {
                let width = ((width * scale).round() as u32).max(1);
                let style = style(*color, 1.0, width);
                backend.draw_path(points.iter().map(whole), &style).map_err(draw_error)
            }
            Shape::Line { points, color, width } => stroke(backend, points, *color, *width, scale),
            Shape::Fill { points, .. } if points.len() < 3 => Ok(()),
            Shape::Fill { points, color, opacity } if target == Target::Svg => {
                let style = style(*color, *opacity, 1);
                backend.fill_polygon(points.iter().map(whole), &style).map_err(draw_error)
            }
            Shape::Fill { points, color, opacity } => {
                fill(backend, points, scale, &style(*color, *opacity, 1))
            }
            Shape::Dot { center, radius, color } if target == Target::Svg => {
                let radius = ((radius * scale).round() as u32).max(1);
                let style = style(*color, 1.0, 1);
                backend.draw_circle(whole(center), radius, &style, true).map_err(draw_error)
            }
            Shape::Dot { center, radius, color } => {
                fill(backend, &disc(*center, *radius), scale, &style(*color, 1.0, 1))
            }
            Shape::Text { text, baseline, size, color, anchor, upward } => {
                let em = size * scale;
                // plotters places the top of a text; these are its distances to the baseline.
                let (size, rise) = match target {
                    Target::Svg => (em * SVG_SIZE, 0.76 * em),
                    Target::Bitmap => (em * LINE_HEIGHT, 0.5 * em * LINE_HEIGHT),
                };
                let rise = rise / scale;
                let (top, transform) = if *upward {
                    ([baseline[0] - rise, baseline[1]], FontTransform::Rotate270)
                } else {
                    ([baseline[0], baseline[1] - rise], FontTransform::None)
                };
                let h_pos = match anchor {
                    Anchor::Start => HPos::Left,
                    Anchor::Middle => HPos::Center,
                    Anchor::End => HPos::Right,
                };
                font();
                let (red, green, blue) = color.rgb;
                let style = FontDesc::new(FAMILY, size, FontStyle::Normal)
                    .transform(transform)
                    .color(&RGBAColor(red, green, blue, 1.0))
                    .pos(Pos::new(h_pos, VPos::Top));
                backend.draw_text(&printable(text), &style, whole(&top)).map_err(draw_error)
            }
        }?;
    }
    Ok(())
}

fn style(color: Color, opacity: f64, stroke_width: u32) -> ShapeStyle {
    let (red, green, blue) = color.rgb;
    ShapeStyle { color: RGBAColor(red, green, blue, opacity), filled: true, stroke_width }
}

/// Draws a line with round joins: the backend's own strokes leave holes where a line crosses itself.
fn stroke<B>(
    backend: &mut B,
    points: &[Point],
    color: Color,
    width: f64,
    scale: f64,
) -> Result<(), PlotError>
where
    B: DrawingBackend,
    B::ErrorType: 'static,
{
    let style = style(color, 1.0, 1);
    for pair in points.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        let d = [b[0] - a[0], b[1] - a[1]];
        let length = d[0].hypot(d[1]);
        if length > 0.0 {
            let side = [-0.5 * width * d[1] / length, 0.5 * width * d[0] / length];
            let corner = |p: Point, s: f64| [p[0] + s * side[0], p[1] + s * side[1]];
            let quad = [corner(a, 1.0), corner(b, 1.0), corner(b, -1.0), corner(a, -1.0)];
            fill(backend, &quad, scale, &style)?;
        }
    }
    for joint in points.iter().skip(1).take(points.len().saturating_sub(2)) {
        fill(backend, &disc(*joint, 0.5 * width), scale, &style)?;
    }
    Ok(())
}

/// A circle as a polygon.
fn disc(center: Point, radius: f64) -> [Point; 24] {
    std::array::from_fn(|k| {
        let (sin, cos) = (k as f64 * std::f64::consts::TAU / 24.0).sin_cos();
        [center[0] + radius * cos, center[1] + radius * sin]
    })
}

/// Fills a polygon, row by row, where a sample's middle is inside (even-odd rule).
fn fill<B>(
    backend: &mut B,
    polygon: &[Point],
    scale: f64,
    style: &ShapeStyle,
) -> Result<(), PlotError>
where
    B: DrawingBackend,
    B::ErrorType: 'static,
{
    let (wide, high) = backend.get_size();
    let scaled: Vec<Point> = polygon.iter().map(|p| [p[0] * scale, p[1] * scale]).collect();
    // The edges from top to bottom, with the rows whose middles they cross.
    let mut edges: Vec<(i32, i32, Point, Point)> = scaled
        .iter()
        .zip(scaled.iter().cycle().skip(1))
        .map(|(&a, &b)| if a[1] <= b[1] { (a, b) } else { (b, a) })
        .map(|(a, b)| {
            let first = (a[1] - 0.5).ceil().max(0.0) as i32;
            let end = (b[1] - 0.5).ceil().min(f64::from(high)) as i32;
            (first, end, a, b)
        })
        .filter(|(first, end, ..)| first < end)
        .collect();
    edges.sort_by_key(|edge| edge.0);
    let mut waiting = edges.iter().peekable();
    let mut active: Vec<&(i32, i32, Point, Point)> = Vec::new();
    let mut crossings: Vec<f64> = Vec::new();
    let mut row = edges.first().map_or(0, |edge| edge.0);
    while waiting.peek().is_some() || !active.is_empty() {
        while let Some(edge) = waiting.next_if(|edge| edge.0 <= row) {
            active.push(edge);
        }
        active.retain(|edge| edge.1 > row);
        crossings.clear();
        crossings.extend(active.iter().map(|(_, _, a, b)| {
            let t = (f64::from(row) + 0.5 - a[1]) / (b[1] - a[1]);
            (a[0] + t * (b[0] - a[0])).clamp(0.0, f64::from(wide))
        }));
        crossings.sort_unstable_by(f64::total_cmp);
        for pair in crossings.chunks_exact(2) {
            let (first, end) = ((pair[0] - 0.5).ceil() as i32, (pair[1] - 0.5).ceil() as i32);
            if first < end {
                backend.draw_rect((first, row), (end, row + 1), style, true).map_err(draw_error)?;
            }
        }
        row += 1;
    }
    Ok(())
}
