//! A frame of a film as shapes on a page: bodies from the farthest to the nearest, contacts on top of them.
//!
//! The script of a page paints the same (`page/film.js`), on a canvas.

use stiction_core::ContactMode;

use super::camera::{Camera, Extent, plus};
use super::extent::{Part, View, parts_of, place_of};
use super::scheme::Scheme;
use super::solids::{EDGE, Layer, Place, flat, layers};
use super::{Film, FilmLaw, FilmPad};
use crate::plot::curve::{Area, Point, clip_line};
use crate::plot::scene::{Anchor, Shape};
use crate::plot::series::Color;

const BODIES: [Color; 6] = [
    Color::rgb(0x44, 0x77, 0xaa),
    Color::rgb(0xaa, 0x77, 0x44),
    Color::rgb(0x66, 0xaa, 0x88),
    Color::rgb(0x88, 0x66, 0xaa),
    Color::rgb(0xaa, 0x55, 0x77),
    Color::rgb(0x77, 0x88, 0x44),
];
const GRID: Color = Color::rgb(0xe4, 0xe4, 0xe4);
pub(super) const SOFT: Color = Color::rgb(0x78, 0x78, 0x78);
const PAPER: Color = Color::rgb(255, 255, 255);

pub(super) const fn body_color(index: usize) -> Color {
    BODIES[index % BODIES.len()]
}

/// Returns green for stick, orange for slip.
pub(super) const fn mode_color(mode: ContactMode) -> Color {
    match mode {
        ContactMode::Stick => Color::rgb(0x1a, 0x98, 0x50),
        ContactMode::Slip => Color::rgb(0xf0, 0x80, 0x30),
        ContactMode::Separated => Color::rgb(0x88, 0x88, 0x88),
        _ => Color::rgb(0xd7, 0x30, 0x27),
    }
}

pub(super) const FORCE: Color = Color::rgb(0x55, 0x66, 0xcc);

/// Returns a colour nearer to white.
pub(super) fn pale(color: Color) -> Color {
    let (red, green, blue) = color.rgb;
    let part = |part: u8| u8::MAX - (u8::MAX - part) / 4;
    Color::rgb(part(red), part(green), part(blue))
}

/// Painter of the frames of a film in a picture of a size.
pub(super) struct Painter<'a> {
    film: &'a Film,
    parts: Vec<Part<'a>>,
    scheme: Scheme<'a>,
    pub(super) view: View,
    width: f64,
    high: f64,
    /// Largest of all forces \[N\].
    largest: f64,
}

/// Bounds of the height of the picture of space \[pixels\], and its share of the width.
const HEIGHTS: (f64, f64, f64) = (240.0, 420.0, 0.6);

impl<'a> Painter<'a> {
    /// Makes the painter of one of several films, all at one scale.
    pub(super) fn new(film: &'a Film, all: &[&Film], width: f64) -> Self {
        let parts = parts_of(film);
        let high = if parts.is_empty() {
            0.0
        } else {
            let (least, most, share) = HEIGHTS;
            most.min(least.max(share * width))
        };
        let view = View::of(film, all);
        let forces = film.laws.iter().flat_map(|law| law.forces.chunks_exact(3));
        let length = |force: &[f64]| force.iter().map(|part| part * part).sum::<f64>().sqrt();
        let largest = forces.map(length).fold(0.0, f64::max);
        Self { film, parts, scheme: Scheme::of(film), view, width, high, largest }
    }

    pub(super) fn height(&self) -> f64 {
        self.high + self.scheme.height()
    }

    fn camera(&self, frame: usize) -> Camera {
        Camera::new(self.width, self.high, &self.view.at(frame))
    }

    /// Returns the ground: a grid in the plane z = 0, with a scale.
    pub(super) fn ground(&self, frame: usize) -> Vec<Shape> {
        if self.parts.is_empty() {
            return vec![];
        }
        let Extent { middle, radius, is_flat } = self.view.at(frame);
        let camera = self.camera(frame);
        let step = 10_f64.powf(radius.log10().floor());
        let size = match radius / step {
            many if many > 5.0 => 2.0 * step,
            some if some > 2.0 => step,
            _ => step / 2.0,
        };
        let (cx, cy) = ((middle[0] / size).round() * size, (middle[1] / size).round() * size);
        let count = ((if is_flat { 2.6 } else { 1.3 }) * radius / size).ceil();
        let reach = count * size;
        let picture = Area { left: 0.0, top: 0.0, right: self.width, bottom: self.high };
        let mut shapes = vec![];
        for k in 0..=2 * count as usize {
            let at = (k as f64 - count) * size;
            let along = [[cx - reach, cy + at, 0.0], [cx + reach, cy + at, 0.0]];
            let across = [[cx + at, cy - reach, 0.0], [cx + at, cy + reach, 0.0]];
            for line in [along, across] {
                let inside = clip_line(&line.map(|point| flat(&camera.see(point))), &picture);
                shapes.extend(inside.into_iter().map(|line| Shape::line(line, GRID, 0.8)));
            }
        }
        let pixels = size * camera.scale;
        let scale = [[12.0, 10.0], [12.0, 14.0], [12.0 + pixels, 14.0], [12.0 + pixels, 10.0]];
        shapes.push(Shape::line(scale, SOFT, 1.0));
        let text = format!("{} m", (size * 1e9).round() / 1e9);
        shapes.push(Shape::text(&text, [18.0 + pixels, 17.0], 11.0, SOFT, Anchor::Start));
        shapes
    }

    /// Returns the moving shapes of a frame.
    pub(super) fn frame(&self, frame: usize) -> Vec<Shape> {
        let camera = &self.camera(frame);
        let mut all = self.bodies(frame, camera);
        all.extend(self.film.laws.iter().filter_map(|law| link(law, frame, camera)));
        let mut shapes = stacked(all);
        let pads = self.film.laws.iter().filter_map(|law| law.pad.as_ref());
        pads.for_each(|pad| draw_pad(pad, frame, camera, &mut shapes));
        for law in &self.film.laws {
            self.draw_contact(law, frame, camera, &mut shapes);
        }
        shapes.extend(self.scheme.draw(self.width, self.high, frame));
        shapes
    }

    fn bodies(&self, frame: usize, camera: &Camera) -> Vec<Layer> {
        let mut all = vec![];
        for part in &self.parts {
            let place = part.place(frame);
            match part.shape {
                Some(shape) => all.extend(layers(shape, &place, camera, part.paint())),
                None => all.push(mark(&place, camera, part.paint())),
            }
        }
        all
    }

    /// Returns the bodies of a frame, pale, as a background of another frame.
    pub(super) fn ghost(&self, frame: usize, seen: usize) -> Vec<Shape> {
        let mut shapes = stacked(self.bodies(frame, &self.camera(seen)));
        for shape in &mut shapes {
            let (Shape::Line { color, .. }
            | Shape::Fill { color, .. }
            | Shape::Dot { color, .. }
            | Shape::Text { color, .. }) = shape;
            *color = pale(*color);
        }
        shapes
    }

    fn draw_contact(&self, law: &FilmLaw, frame: usize, camera: &Camera, shapes: &mut Vec<Shape>) {
        let mode = law.modes.get(frame).copied();
        let color = mode.map_or(FORCE, mode_color);
        let Some(place) = place_of(law, frame, 0) else { return };
        if mode == Some(ContactMode::Separated) {
            return;
        }
        let at = flat(&camera.see(place));
        if law.forces.is_empty() && law.place_count == 1 {
            return draw_joint(at, mode, shapes);
        }
        let force = law.forces.get(3 * frame..3 * frame + 3);
        if let (Some(&[x, y, z]), true) = (force, self.largest > 0.0) {
            let tip = plus(place, [x, y, z], 0.45 * self.view.at(frame).radius / self.largest);
            arrow(at, flat(&camera.see(tip)), color, shapes);
        }
        // The points of a pad show its mode.
        if mode.is_some() && law.pad.is_none() {
            shapes.push(Shape::Dot { center: at, radius: 5.25, color: PAPER });
            shapes.push(Shape::Dot { center: at, radius: 4.0, color });
        }
    }
}

/// Returns the shapes of all layers, those of the farthest first.
fn stacked(mut layers: Vec<Layer>) -> Vec<Shape> {
    layers.sort_by(|a, b| a.depth.total_cmp(&b.depth));
    layers.into_iter().flat_map(|layer| layer.shapes).collect()
}

/// Draws the friction of a joint as a ring.
fn draw_joint([x, y]: Point, mode: Option<ContactMode>, shapes: &mut Vec<Shape>) {
    let ring = (0..=16).map(|k| {
        let (sine, cosine) = (std::f64::consts::TAU * f64::from(k) / 16.0).sin_cos();
        [x + 8.5 * cosine, y + 8.5 * sine]
    });
    let ring: Vec<Point> = ring.collect();
    shapes.extend(mode.map(|mode| Shape::line(ring, mode_color(mode), 3.5)));
}

fn mark(place: &Place<'_>, camera: &Camera, paint: Color) -> Layer {
    let at = camera.see(place.position());
    Layer { depth: at[2], shapes: disc(flat(&at), 7.0, paint.lit(0.9)).to_vec() }
}

/// Returns a disc with an edge.
pub(super) fn disc(center: Point, radius: f64, color: Color) -> [Shape; 2] {
    [(radius + 0.6, EDGE), (radius - 0.6, color)].map(|(radius, color)| Shape::Dot {
        center,
        radius,
        color,
    })
}

/// Returns the line of a law between two bodies.
fn link(law: &FilmLaw, frame: usize, camera: &Camera) -> Option<Layer> {
    if law.place_count != 2 {
        return None;
    }
    let ends = [0, 1].map(|k| place_of(law, frame, k).map(|place| camera.see(place)));
    let (a, b) = (ends[0]?, ends[1]?);
    let color = law.modes.get(frame).map_or(SOFT, |mode| mode_color(*mode));
    let spring = Shape::line(zigzag(flat(&a), flat(&b)), color, 1.4);
    Some(Layer { depth: f64::midpoint(a[2], b[2]), shapes: vec![spring] })
}

/// Radius of the smallest and the largest point of a pad [pixels].
const POINTS: (f64, f64) = (0.8, 9.0);

/// Draws the points of a pad: those under the largest pressure touch their neighbours, and the area of the others
/// is proportional to their pressure.
fn draw_pad(pad: &FilmPad, frame: usize, camera: &Camera, shapes: &mut Vec<Shape>) {
    let Some((print, scale)) = pad.print(frame) else { return };
    let place = Place(pad.pose(frame));
    let full = 0.5 * print.spacing * scale * camera.scale;
    for (i, (&[x, y], share)) in print.points.iter().zip(&print.shares).enumerate() {
        let Some(mode) = pad.mode(frame, i) else { return };
        let center = flat(&camera.see(place.world([scale * x, scale * y, 0.0])));
        let radius = (full * share.sqrt()).clamp(POINTS.0, POINTS.1);
        shapes.push(Shape::Dot { center, radius, color: mode_color(mode) });
    }
}

/// Returns a spring.
pub(super) fn zigzag([ax, ay]: Point, [bx, by]: Point) -> Vec<Point> {
    const TEETH: usize = 9;
    let (dx, dy) = (bx - ax, by - ay);
    let length = dx.hypot(dy);
    let (nx, ny) = if length > 0.0 { (-6.0 * dy / length, 6.0 * dx / length) } else { (0.0, 0.0) };
    let along = |share: f64| [ax + share * dx, ay + share * dy];
    let tooth = |k: usize| {
        let [x, y] = along(0.2 + 0.6 * (k as f64 + 0.5) / TEETH as f64);
        let side = if k.is_multiple_of(2) { 1.0 } else { -1.0 };
        [x + side * nx, y + side * ny]
    };
    let ends = [[ax, ay], along(0.2)];
    ends.into_iter().chain((0..TEETH).map(tooth)).chain([along(0.8), [bx, by]]).collect()
}

pub(super) fn arrow(from: Point, to: Point, color: Color, shapes: &mut Vec<Shape>) {
    let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
    let length = dx.hypot(dy);
    if length < 2.0 {
        return;
    }
    let (ux, uy) = (dx / length, dy / length);
    let head = length.min(8.0);
    let neck = [to[0] - head * ux, to[1] - head * uy];
    shapes.push(Shape::line([from, neck], color, 2.2));
    let (wx, wy) = (-0.5 * head * uy, 0.5 * head * ux);
    let points = vec![to, [neck[0] + wx, neck[1] + wy], [neck[0] - wx, neck[1] - wy]];
    shapes.push(Shape::Fill { points, color, opacity: 1.0 });
}
