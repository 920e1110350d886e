//! Scheme of bodies without a place in space: every body on a line or a shaft has a row, and moves in it to the
//! scale of the whole film.
//!
//! The script of a page draws the same (`page/film_scheme.js`).

use super::painter::{FORCE, SOFT, arrow, disc, mode_color, zigzag};
use super::solids::EDGE;
use super::{Film, FilmBody, FilmLaw};
use crate::plot::axis::Span;
use crate::plot::curve::{Area, Point};
use crate::plot::font;
use crate::plot::scene::{Anchor, Shape, TEXT};
use crate::plot::series::Color;

/// Height of a row, and of all rows if there are many \[pixels\].
const ROW: f64 = 62.0;
const MOST: f64 = 900.0;
/// Number of links side by side that go round other rows.
const DETOURS: u8 = 5;
/// Size of names \[pixels\].
const NAME: f64 = 11.0;
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

/// Place of a row in a frame.
#[derive(Clone, Copy)]
struct At {
    row: Row,
    /// Number of the row, from above.
    place: usize,
    x: f64,
    y: f64,
}

impl<'a> Scheme<'a> {
    pub(super) fn of(film: &'a Film) -> Self {
        let rows = film.rows().into_iter().flat_map(|body| {
            let ports = film.bodies[body].firsts.len() / film.times.len().max(1);
            (0..ports).map(move |port| Row { body, port, ports })
        });
        let lines = film.bodies.iter().filter(|body| !body.turns).flat_map(|body| &body.firsts);
        let all = Span::of(lines.copied()).unwrap_or(Span { low: 0.0, high: 0.0 });
        Self { film, rows: rows.collect(), low: all.low, span: all.length() }
    }

    fn row_height(&self) -> f64 {
        ROW.min(MOST / self.rows.len() as f64)
    }

    pub(super) fn height(&self) -> f64 {
        if self.rows.is_empty() { 0.0 } else { self.rows.len() as f64 * self.row_height() + 26.0 }
    }

    /// Returns the scheme in a frame, from `top` downwards.
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
            At { row, place: k, x, y: top + k as f64 * self.row_height() + 34.0 * size }
        });
        let rows: Vec<At> = rows.collect();
        let (mut shapes, mut detours) = (vec![], 0);
        for law in &self.film.laws {
            let around = right + 27.0 + f64::from(detours % DETOURS) * 6.0;
            let span = (left, around, size);
            detours += u8::from(draw_law(law, frame, &rows, span, self.film, &mut shapes));
        }
        for at in &rows {
            self.draw_body(at, frame, (left, right, size), &mut shapes);
        }
        shapes
    }

    fn draw_body(
        &self,
        &At { row, x, y, .. }: &At,
        frame: usize,
        (left, right, size): (f64, f64, f64),
        shapes: &mut Vec<Shape>,
    ) {
        let body = &self.film.bodies[row.body];
        // Names that would overlap are left out.
        if self.row_height() > 12.0 {
            let name = if row.ports > 1 {
                format!("{}[{}]", body.name, row.port)
            } else {
                body.name.clone()
            };
            // A long name is written smaller.
            let (room, width) = (left - 38.0, font::text_width(&name, NAME));
            let size = NAME * (room / width).min(1.0);
            shapes.push(Shape::text(&name, [left - 34.0, y + 4.0], size, TEXT, Anchor::End));
        }
        let color = if body.is_prescribed { GIVEN } else { super::painter::body_color(row.body) };
        if body.turns {
            let radius = 19.0 * size;
            shapes.extend(disc([x, y], radius, color.lit(0.95)));
            let (sine, cosine) = value(body, row, frame).sin_cos();
            let end = [x + radius * cosine, y - radius * sine];
            shapes.push(Shape::line([[x, y], end], EDGE, 2.4 * size));
            return;
        }
        let (half, high) = (17.0 * size, 15.0 * size);
        let area = Area { left: x - half, top: y - high, right: x + half, bottom: y + high };
        shapes.push(Shape::rectangle(&area, color.lit(0.95), 1.0));
        let [a, b, c, d] = area.corners();
        shapes.push(Shape::line([a, b, c, d, a], EDGE, 1.2));
        let foot = y + 19.0 * size;
        shapes.push(Shape::line([[left - 22.0, foot], [right + 22.0, foot]], SOFT, 0.7));
    }
}

fn value(body: &FilmBody, row: Row, frame: usize) -> f64 {
    body.firsts.get(frame * row.ports + row.port).copied().unwrap_or_default()
}

/// Draws a law between two rows, between a row and the ground, or pushing at a row. Returns whether it goes round
/// other rows, at `around`.
fn draw_law(
    law: &FilmLaw,
    frame: usize,
    rows: &[At],
    (left, around, size): (f64, f64, f64),
    film: &Film,
    shapes: &mut Vec<Shape>,
) -> bool {
    let find = |end: &Option<(usize, usize)>| {
        let (body, port) = (*end)?;
        rows.iter().find(|at| (at.row.body, at.row.port) == (body, port))
    };
    let mut ends = law.ends.iter().filter_map(find);
    let Some(first) = ends.next() else { return false };
    let turns = film.bodies[first.row.body].turns;
    let at = |row: &At| -> Point { [row.x, row.y] };
    match (ends.next(), law.modes.get(frame)) {
        (Some(second), mode) if first.place.abs_diff(second.place) > 1 => {
            let way = [at(first), [around, first.y], [around, second.y], at(second)];
            let color = mode.map_or(SOFT, |mode| mode_color(*mode));
            shapes.push(Shape::line(way, color, if mode.is_some() { 2.0 } else { 1.4 }));
            return true;
        }
        (second, Some(mode)) => {
            let ground = At { y: first.y + 19.0 * size, ..*first };
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
            let wall = left - 26.0;
            let spring = zigzag([wall, first.y], [first.x - 17.0 * size, first.y]);
            shapes.push(Shape::line(spring, SOFT, 1.4));
            let [top, bottom] = [-13.0, 13.0].map(|off| first.y + off * size);
            shapes.push(Shape::line([[wall, top], [wall, bottom]], EDGE, 1.6));
            for k in 0..4 {
                let y = top + (f64::from(k) + 0.5) * 6.5 * size;
                shapes.push(Shape::line([[wall, y], [wall - 5.0, y + 5.0 * size]], SOFT, 1.0));
            }
        }
        (None, None) => {
            let largest = law.firsts.iter().fold(0.0, |most: f64, force| most.max(force.abs()));
            let force = law.firsts.get(frame).copied().unwrap_or_default();
            if largest > 0.0 && !turns {
                let length = 46.0 * force / largest;
                let from = first.x + length.signum() * 17.0 * size;
                arrow([from, first.y], [from + length, first.y], FORCE, shapes);
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use stiction_core::ContactMode;

    /// Returns a film of bodies at places \[m\], the last prescribed, with laws between pairs of them.
    fn film(places: &[f64], pairs: &[(usize, Option<usize>, &str)]) -> Film {
        let body = |(k, place): (usize, &f64)| FilmBody {
            name: format!("b{k}"),
            firsts: vec![*place],
            is_prescribed: k + 1 == places.len(),
            ..FilmBody::default()
        };
        let law = |&(one, other, kind): &(usize, Option<usize>, &str)| FilmLaw {
            kind: kind.to_owned(),
            ends: vec![Some((one, 0)), other.map(|other| (other, 0))],
            firsts: vec![0.0],
            modes: if kind == "rubs" { vec![ContactMode::Stick] } else { vec![] },
            ..FilmLaw::default()
        };
        let bodies = places.iter().enumerate().map(body).collect();
        Film { times: vec![0.0], bodies, laws: pairs.iter().map(law).collect() }
    }

    /// Returns the number of lines through the box of a body in whose row they do not end.
    fn passing(shapes: &[Shape], rows: usize) -> usize {
        let middle = |row: usize| row as f64 * ROW + 34.0;
        let crosses = |ends: &[Point]| {
            let (low, high) = (ends[0][1].min(ends[1][1]), ends[0][1].max(ends[1][1]));
            let is_beside = ends.iter().all(|[x, _]| *x > 500.0 - 60.0 + 22.0);
            (0..rows).any(|row| low < middle(row) - 16.0 && middle(row) + 16.0 < high) && !is_beside
        };
        let lines = shapes.iter().filter_map(|shape| match shape {
            Shape::Line { points, .. } => Some(points),
            _ => None,
        });
        lines.filter(|points| points.windows(2).any(crosses)).count()
    }

    fn drawn(film: &Film) -> Vec<Shape> {
        Scheme::of(film).draw(500.0, 0.0, 0)
    }

    #[test]
    fn links_do_not_go_through_rows() {
        let rubs = |one, other| (one, Some(other), "rubs");
        // A block on a block on a belt; two blocks on one belt; four; springs across.
        let films = [
            film(&[0.0, 1.0, 0.5], &[rubs(2, 0), rubs(0, 1)]),
            film(&[0.0, 1.0, 0.5], &[rubs(2, 0), rubs(2, 1)]),
            film(&[0.0, 0.2, 0.4, 1.0, 0.5], &[rubs(4, 0), rubs(4, 1), rubs(4, 2), rubs(4, 3)]),
            film(&[0.0, 1.0, 0.2, 0.5], &[(0, Some(1), "a"), (1, Some(2), "a"), (0, Some(2), "a")]),
        ];
        for film in &films {
            assert_eq!(passing(&drawn(film), film.bodies.len()), 0);
        }
        // The control: a line straight from the first row to the third.
        let across = Shape::line([[100.0, 34.0], [110.0, 34.0 + 2.0 * ROW]], SOFT, 1.0);
        assert_eq!(passing(&[across], 3), 1);
    }

    #[test]
    fn a_spring_to_the_ground_hangs_on_a_wall() {
        let count = |kind: &str| drawn(&film(&[0.0, 1.0], &[(0, None, kind)])).len();
        // A line with four hatches.
        assert_eq!(count("SpringDamper") - count("nothing"), 1 + 5);
    }
}
