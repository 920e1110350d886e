//! What has no place in space, drawn as a scheme: every body on a line or a shaft has a row of its own, and moves in
//! it to the scale of the whole film.
//!
//! The script of a page draws the same (`page/film_scheme.js`).

use super::painter::{arrow, force_color, mode_color, zigzag};
use super::solids::{EDGE, Paint};
use super::{Film, FilmBody, FilmLaw};
use crate::plot::curve::Point;
use crate::plot::font;
use crate::plot::scene::{Anchor, Shape, TEXT};
use crate::plot::series::Color;

/// Height of a row, and of all rows if there are many \[pixels\].
const ROW: f64 = 62.0;
const MOST: f64 = 900.0;
/// Size of names \[pixels\].
const NAME: f64 = 11.0;
const SOFT: Color = Color::rgb(0x78, 0x78, 0x78);
pub(super) const GIVEN: Color = Color::rgb(0x90, 0x90, 0x90);

/// A row: a port of a body.
#[derive(Clone, Copy)]
struct Row {
    body: usize,
    port: usize,
    ports: usize,
}

pub(super) struct Scheme<'a> {
    film: &'a Film,
    rows: Vec<Row>,
    low: f64,
    span: f64,
}

/// Where a row is drawn in a frame.
struct At {
    row: Row,
    x: f64,
    y: f64,
}

impl<'a> Scheme<'a> {
    pub(super) fn of(film: &'a Film) -> Self {
        let rows = film.bodies.iter().enumerate().flat_map(|(body, of)| {
            let ports = of.firsts.len() / film.times.len().max(1);
            (0..ports).map(move |port| Row { body, port, ports })
        });
        let lines = film.bodies.iter().filter(|body| !body.turns).flat_map(|body| &body.firsts);
        let (low, high) = lines.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &value| {
            (low.min(value), high.max(value))
        });
        let (low, high) = if low <= high { (low, high) } else { (0.0, 0.0) };
        Self { film, rows: rows.collect(), low, span: high - low }
    }

    fn row_height(&self) -> f64 {
        ROW.min(MOST / self.rows.len() as f64)
    }

    pub(super) fn height(&self) -> f64 {
        if self.rows.is_empty() { 0.0 } else { self.rows.len() as f64 * self.row_height() + 26.0 }
    }

    /// The scheme in a frame, from `top` on.
    pub(super) fn draw(&self, width: f64, top: f64, frame: usize) -> Vec<Shape> {
        if self.rows.is_empty() {
            return vec![];
        }
        let (left, right) = (86.0, width - 60.0);
        let size = self.row_height() / ROW;
        let across = |value: f64| {
            let share = if self.span > 0.0 { (value - self.low) / self.span } else { 0.5 };
            left + share * (right - left)
        };
        let rows = self.rows.iter().enumerate().map(|(k, &row)| {
            let body = &self.film.bodies[row.body];
            let value = value(body, row, frame);
            let x = if body.turns { left + 40.0 } else { across(value) };
            At { row, x, y: top + k as f64 * self.row_height() + 34.0 * size }
        });
        let rows: Vec<At> = rows.collect();
        let mut shapes = vec![];
        for law in &self.film.laws {
            draw_law(law, frame, &rows, (left, size), self.film, &mut shapes);
        }
        for at in &rows {
            self.draw_body(at, frame, (left, right, size), &mut shapes);
        }
        shapes
    }

    fn draw_body(
        &self,
        &At { row, x, y }: &At,
        frame: usize,
        (left, right, size): (f64, f64, f64),
        shapes: &mut Vec<Shape>,
    ) {
        let body = &self.film.bodies[row.body];
        // Names that would lie on one another are left out.
        if self.row_height() > 12.0 {
            let name = if row.ports > 1 {
                format!("{}[{}]", body.name, row.port)
            } else {
                body.name.clone()
            };
            // A long one is written smaller.
            let (room, width) = (left - 38.0, font::text_width(&name, NAME));
            let size = NAME * (room / width).min(1.0);
            shapes.push(Shape::text(&name, [left - 34.0, y + 4.0], size, TEXT, Anchor::End));
        }
        let color =
            Paint(if body.is_prescribed { GIVEN } else { super::painter::body_color(row.body) });
        if body.turns {
            let radius = 19.0 * size;
            shapes.push(Shape::Dot { center: [x, y], radius: radius + 0.6, color: EDGE });
            shapes.push(Shape::Dot {
                center: [x, y],
                radius: radius - 0.6,
                color: color.lit(0.95),
            });
            let (sine, cosine) = value(body, row, frame).sin_cos();
            let end = [x + radius * cosine, y - radius * sine];
            shapes.push(Shape::line([[x, y], end], EDGE, 2.4 * size));
            return;
        }
        let (half, high) = (17.0 * size, 15.0 * size);
        let mut points = vec![
            [x - half, y - high],
            [x + half, y - high],
            [x + half, y + high],
            [x - half, y + high],
        ];
        shapes.push(Shape::Fill { points: points.clone(), color: color.lit(0.95), opacity: 1.0 });
        points.push(points[0]);
        shapes.push(Shape::line(points, EDGE, 1.2));
        let foot = y + 19.0 * size;
        shapes.push(Shape::line([[left - 22.0, foot], [right + 22.0, foot]], SOFT, 0.7));
    }
}

fn value(body: &FilmBody, row: Row, frame: usize) -> f64 {
    body.firsts.get(frame * row.ports + row.port).copied().unwrap_or_default()
}

/// Between two rows, between a row and the ground, or pushing at a row.
fn draw_law(
    law: &FilmLaw,
    frame: usize,
    rows: &[At],
    (left, size): (f64, f64),
    film: &Film,
    shapes: &mut Vec<Shape>,
) {
    let find = |end: &Option<(usize, usize)>| {
        let (body, port) = (*end)?;
        rows.iter().find(|at| (at.row.body, at.row.port) == (body, port))
    };
    let mut ends = law.ends.iter().filter_map(find);
    let Some(first) = ends.next() else { return };
    let turns = film.bodies[first.row.body].turns;
    let at = |row: &At| -> Point { [row.x, row.y] };
    match (ends.next(), law.modes.get(frame)) {
        (second, Some(mode)) => {
            let ground = At { row: first.row, x: first.x, y: first.y + 19.0 * size };
            let other = second.unwrap_or(&ground);
            let (low, high) = if first.y < other.y { (first, other) } else { (other, first) };
            let foot = if second.is_some() { high.y - 15.0 * size } else { high.y };
            for shift in [-9.0, 0.0, 9.0].map(|shift| shift * size) {
                let x = low.x + shift;
                let bristle = [[x, low.y + 15.0 * size], [x, foot]];
                shapes.push(Shape::line(bristle, mode_color(*mode), 2.0));
            }
        }
        (Some(second), None) => shapes.push(Shape::line(zigzag(at(first), at(second)), SOFT, 1.4)),
        (None, None) if law.kind.contains("Spring") && !turns => {
            let spring = zigzag([left - 26.0, first.y], [first.x - 17.0 * size, first.y]);
            shapes.push(Shape::line(spring, SOFT, 1.4));
        }
        (None, None) => {
            let largest = law.firsts.iter().fold(0.0, |most: f64, force| most.max(force.abs()));
            let force = law.firsts.get(frame).copied().unwrap_or_default();
            if largest > 0.0 && !turns {
                let length = 46.0 * force / largest;
                let from = first.x + length.signum() * 17.0 * size;
                arrow([from, first.y], [from + length, first.y], force_color(), shapes);
            }
        }
    }
}
