//! From shapes to a PNG file: drawn with several samples per pixel, which are averaged.

use std::error::Error;

use super::{
    PlotError,
    curve::Point,
    font,
    scene::{Anchor, Scene, Shape},
    series::Color,
};
use crate::printable;

/// Pixels of a PNG per pixel of layout.
const PIXELS: usize = 2;
/// Samples of a PNG per pixel, in each direction.
const SAMPLES: usize = 3;
/// Largest number of samples of a PNG; larger figures get fewer samples per pixel.
const MOST_SAMPLES: f64 = 1.5e8;

/// The scene as a PNG file.
pub(super) fn png(scene: &Scene) -> Result<Vec<u8>, PlotError> {
    let samples = (1..=SAMPLES)
        .rev()
        .find(|s| {
            let scale = (s * PIXELS) as f64;
            scene.width * scene.height * scale * scale <= MOST_SAMPLES
        })
        .ok_or(PlotError::InvalidSize { width: scene.width, height: scene.height })?;
    let (width, height) = (scene.width as usize * PIXELS, scene.height as usize * PIXELS);
    let (wide, high) = (width * samples, height * samples);
    let mut canvas = Canvas {
        wide,
        high,
        scale: (PIXELS * samples) as f64,
        bytes: vec![u8::MAX; 3 * wide * high],
    };
    scene.shapes.iter().for_each(|shape| canvas.draw(shape));

    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(draw_error)?;
    writer.write_image_data(&averaged(&canvas.bytes, wide, samples)).map_err(draw_error)?;
    writer.finish().map_err(draw_error)?;
    Ok(file)
}

fn draw_error(error: impl Error + Send + Sync + 'static) -> PlotError {
    PlotError::Draw(Box::new(error))
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

/// Samples in rows from the top, three bytes each.
struct Canvas {
    wide: usize,
    high: usize,
    /// Samples per pixel of layout.
    scale: f64,
    bytes: Vec<u8>,
}

impl Canvas {
    fn draw(&mut self, shape: &Shape) {
        match shape {
            Shape::Line { points, color, width } => self.stroke(points, *color, *width),
            Shape::Fill { points, color, opacity } => self.fill(points, *color, *opacity),
            Shape::Dot { center, radius, color } => self.fill(&disc(*center, *radius), *color, 1.0),
            Shape::Text { text, baseline, size, color, anchor, upward } => {
                let text = printable(text);
                let back = match anchor {
                    Anchor::Start => 0.0,
                    Anchor::Middle => 0.5 * font::text_width(&text, *size),
                    Anchor::End => font::text_width(&text, *size),
                };
                let whole = |length: f64| (self.scale * length).round() as i32;
                let ([x, y], back) = (baseline.map(whole), whole(back));
                font::rasterise(&text, self.scale * size, |right, down, share| {
                    let (right, down) = (right - back, down);
                    let (x, y) =
                        if *upward { (x + down, y - right) } else { (x + right, y + down) };
                    if let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) {
                        self.blend(y, x, x + 1, *color, share);
                    }
                });
            }
        }
    }

    /// Puts a colour over the samples of a row from `first` to before `end`.
    fn blend(&mut self, row: usize, first: usize, end: usize, color: Color, opacity: f64) {
        let end = end.min(self.wide);
        if row >= self.high || first >= end {
            return;
        }
        let (red, green, blue) = color.rgb;
        for sample in self.bytes[3 * (row * self.wide + first)..3 * (row * self.wide + end)]
            .chunks_exact_mut(3)
        {
            for (byte, part) in sample.iter_mut().zip([red, green, blue]) {
                let (below, above) = (f64::from(*byte), f64::from(part));
                *byte = (below + opacity * (above - below)).round() as u8;
            }
        }
    }

    /// Draws a line with round joins.
    fn stroke(&mut self, points: &[Point], color: Color, width: f64) {
        for pair in points.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            let d = [b[0] - a[0], b[1] - a[1]];
            let length = d[0].hypot(d[1]);
            if length > 0.0 {
                let side = [-0.5 * width * d[1] / length, 0.5 * width * d[0] / length];
                let corner = |p: Point, s: f64| [p[0] + s * side[0], p[1] + s * side[1]];
                let quad = [corner(a, 1.0), corner(b, 1.0), corner(b, -1.0), corner(a, -1.0)];
                self.fill(&quad, color, 1.0);
            }
        }
        for joint in points.iter().skip(1).take(points.len().saturating_sub(2)) {
            self.fill(&disc(*joint, 0.5 * width), color, 1.0);
        }
    }

    /// Fills a polygon, row by row, where a sample's middle is inside (even-odd rule).
    fn fill(&mut self, polygon: &[Point], color: Color, opacity: f64) {
        let scaled: Vec<Point> = polygon.iter().map(|p| p.map(|x| x * self.scale)).collect();
        // The edges from top to bottom, with the rows whose middles they cross.
        let mut edges: Vec<(usize, usize, Point, Point)> = scaled
            .iter()
            .zip(scaled.iter().cycle().skip(1))
            .map(|(&a, &b)| if a[1] <= b[1] { (a, b) } else { (b, a) })
            .map(|(a, b)| {
                let first = (a[1] - 0.5).ceil().max(0.0) as usize;
                let end = (b[1] - 0.5).ceil().clamp(0.0, self.high as f64) as usize;
                (first, end, a, b)
            })
            .filter(|(first, end, ..)| first < end)
            .collect();
        edges.sort_by_key(|edge| edge.0);
        let mut waiting = edges.iter().peekable();
        let mut active: Vec<&(usize, usize, Point, Point)> = Vec::new();
        let mut crossings: Vec<f64> = Vec::new();
        let mut row = edges.first().map_or(0, |edge| edge.0);
        while waiting.peek().is_some() || !active.is_empty() {
            while let Some(edge) = waiting.next_if(|edge| edge.0 <= row) {
                active.push(edge);
            }
            active.retain(|edge| edge.1 > row);
            crossings.clear();
            crossings.extend(active.iter().map(|(_, _, a, b)| {
                let t = (row as f64 + 0.5 - a[1]) / (b[1] - a[1]);
                (a[0] + t * (b[0] - a[0])).clamp(0.0, self.wide as f64)
            }));
            crossings.sort_unstable_by(f64::total_cmp);
            for pair in crossings.chunks_exact(2) {
                // A negative number becomes zero.
                let [first, end] = [pair[0], pair[1]].map(|x| (x - 0.5).ceil() as usize);
                self.blend(row, first, end, color, opacity);
            }
            row += 1;
        }
    }
}

/// A circle as a polygon.
fn disc(center: Point, radius: f64) -> [Point; 24] {
    std::array::from_fn(|k| {
        let (sin, cos) = (k as f64 * std::f64::consts::TAU / 24.0).sin_cos();
        [center[0] + radius * cos, center[1] + radius * sin]
    })
}
