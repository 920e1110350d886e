//! Lines, fills and dots of series.

use super::Frame;
use crate::plot::{
    curve::{self, Point},
    scene::{DOT_RADIUS, Shape},
    series::{Color, Kind, Series},
    thin::thinned,
};

/// Magnifications of dots, from the smallest cells with one dot each to cells as wide as a dot; larger cells would
/// lose visible dots.
const DOTS: [f64; 5] = [2.0, 1.0, 0.5, 0.25, 0.125];
/// Number of dots above which the cells grow.
const MANY_DOTS: usize = 3_000;

impl Frame<'_> {
    /// Draws fills into `below` and lines into `above`; returns whether anything was there to draw.
    pub(super) fn draw_series(
        &self,
        series: &Series,
        color: Color,
        below: &mut Vec<Shape>,
        above: &mut Vec<Shape>,
    ) -> bool {
        let coordinates = series.x.iter().zip(&series.y);
        let places: Vec<_> = coordinates.map(|(&x, &y)| self.place([x, y])).collect();
        let lines = lines(series.kind, &places);
        self.fill(series, color, &lines, below);
        self.stroke(series, color, &lines, above);
        if series.kind.has_points() {
            self.dot(series, color, &places, above);
        }
        places.iter().any(Option::is_some)
    }

    /// Fills areas down to zero, and polygons.
    fn fill(&self, series: &Series, color: Color, lines: &[Vec<Point>], below: &mut Vec<Shape>) {
        let area = self.area();
        let fill = |points: &[Point]| Shape::Fill {
            points: curve::clip_polygon(points, &area),
            color,
            opacity: series.opacity,
        };
        match series.kind {
            Kind::Area => {
                let base = self.down(if self.panel.y_log { self.y.low } else { 0.0 });
                for line in lines {
                    if let (Some(first), Some(last)) = (line.first(), line.last()) {
                        let mut ring = line.clone();
                        ring.extend([[last[0], base], [first[0], base]]);
                        below.push(fill(&ring));
                    }
                }
            }
            Kind::Polygon => below.extend(lines.iter().map(|ring| fill(ring))),
            _ => {}
        }
    }

    fn stroke(&self, series: &Series, color: Color, lines: &[Vec<Point>], above: &mut Vec<Shape>) {
        let area = self.area();
        let thinner = if series.kind == Kind::LineAndPoints { 0.75 } else { 1.0 };
        let width = series.width * thinner;
        for points in lines.iter().flat_map(|line| curve::clip_line(line, &area)) {
            above.push(if let [center] = points[..] {
                // A point alone between two gaps would not show as a line.
                Shape::Dot { center, radius: 0.75 * width, color }
            } else {
                Shape::Line { points, color, width, is_dashed: series.kind == Kind::Dashed }
            });
        }
    }

    fn dot(&self, series: &Series, color: Color, places: &[Option<Point>], above: &mut Vec<Shape>) {
        let area = self.area();
        let shown: Vec<_> =
            places.iter().map(|place| place.filter(|p| area.contains(*p))).collect();
        let radius = DOT_RADIUS * series.width / 1.6;
        let few = thinned(&shown, Kind::Points, &DOTS, MANY_DOTS).concat();
        let centers = few.into_iter().filter_map(|k| shown[k]);
        above.extend(centers.map(|center| Shape::Dot { center, radius, color }));
    }
}

/// Returns the lines of a series, thinned to visible points.
fn lines(kind: Kind, places: &[Option<Point>]) -> Vec<Vec<Point>> {
    if kind == Kind::Points {
        return Vec::new();
    }
    let polygon: Vec<_>;
    let (places, as_line) = match kind {
        // A point without a place is not a corner; the other corners are closed.
        Kind::Polygon => {
            let corners = places.iter().filter(|place| place.is_some());
            polygon = corners.clone().chain(corners.clone().take(1)).copied().collect();
            (&polygon[..], Kind::Line)
        }
        // The dots are drawn separately.
        Kind::LineAndPoints => (places, Kind::Line),
        _ => (places, kind),
    };
    let lines = thinned(places, as_line, &[1.0], usize::MAX);
    let points =
        lines.iter().map(|line| line.iter().filter_map(|&k| places[k]).collect::<Vec<_>>());
    points.map(|line| if kind == Kind::Steps { curve::stair(&line) } else { line }).collect()
}
