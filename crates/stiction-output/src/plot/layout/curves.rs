//! Lines, fills and dots of series.

use super::Frame;
use crate::plot::{
    curve::{self, Point},
    legend::Crowd,
    scene::{DOT_RADIUS, Shape},
    series::{Color, Kind, Series},
};

const DASH: (f64, f64) = (7.0, 4.0);
/// Dashes would no longer be told apart: such lines are drawn solid.
const LONGEST_DASHED: f64 = 20_000.0;

impl Frame<'_> {
    /// Draws fills into `below` and lines into `above`; returns whether anything was there to draw.
    pub(super) fn draw_series(
        &self,
        series: &Series,
        color: Color,
        below: &mut Vec<Shape>,
        above: &mut Vec<Shape>,
        crowd: &mut Crowd,
    ) -> bool {
        if self.points(series).flatten().next().is_none() {
            return false;
        }
        let lines = self.lines(series);
        self.fill(series, color, &lines, below);
        self.stroke(series, color, &lines, above, crowd);
        if series.kind.has_points() {
            self.dot(series, color, above, crowd);
        }
        true
    }

    /// The places of the points; none for one that has no place.
    fn points<'a>(&'a self, series: &'a Series) -> impl Iterator<Item = Option<Point>> + 'a {
        series.x.iter().zip(&series.y).map(|(&x, &y)| self.place(x, y))
    }

    /// What is drawn as lines, thinned to what can be seen.
    fn lines(&self, series: &Series) -> Vec<Vec<Point>> {
        let points = || self.points(series);
        match series.kind {
            Kind::Points => Vec::new(),
            Kind::Line | Kind::Dashed | Kind::LineAndPoints | Kind::Area => curve::thin(points()),
            Kind::Steps => curve::thin(curve::steps(points())),
            Kind::Polygon => {
                let mut ring: Vec<Point> = points().flatten().collect();
                ring.extend(ring.first().copied());
                vec![ring]
            }
        }
    }

    /// Areas down to zero, and polygons.
    fn fill(&self, series: &Series, color: Color, lines: &[Vec<Point>], below: &mut Vec<Shape>) {
        let area = self.area();
        let fill = |points: &[Point]| Shape::Fill {
            points: curve::clip_polygon(points, &area),
            color,
            opacity: series.opacity,
        };
        match series.kind {
            Kind::Area => {
                let zero = if self.panel.y_log { self.y.low } else { 0.0 };
                let base = self.down(zero);
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

    fn stroke(
        &self,
        series: &Series,
        color: Color,
        lines: &[Vec<Point>],
        above: &mut Vec<Shape>,
        crowd: &mut Crowd,
    ) {
        let area = self.area();
        let thinner = if series.kind == Kind::LineAndPoints { 0.75 } else { 1.0 };
        let width = series.width * thinner;
        let clipped: Vec<Vec<Point>> =
            lines.iter().flat_map(|line| curve::clip_line(line, &area)).collect();
        for line in curve::without_retracing(clipped) {
            crowd.samples.extend(curve::sampled(&line, 3.0));
            if let [center] = line[..] {
                // Alone between two gaps: a line would not show.
                above.push(Shape::Dot { center, radius: 0.75 * width, color });
            } else if series.kind == Kind::Dashed && curve::length(&line) < LONGEST_DASHED {
                let dashes = curve::dashes(&line, DASH.0, DASH.1);
                above.extend(dashes.into_iter().map(|dash| Shape::line(dash, color, width)));
            } else {
                above.push(Shape::line(line, color, width));
            }
        }
    }

    fn dot(&self, series: &Series, color: Color, above: &mut Vec<Shape>, crowd: &mut Crowd) {
        let area = self.area();
        let shown: Vec<Point> =
            self.points(series).flatten().filter(|p| area.contains(*p)).collect();
        let radius = DOT_RADIUS * series.width / 1.6;
        for center in curve::thin_dots(shown.iter().copied()) {
            crowd.samples.push(center);
            above.push(Shape::Dot { center, radius, color });
        }
    }
}
