//! The lines of a legend.

use super::{
    curve::{Area, Point},
    scene::{Anchor, DOT_RADIUS, SAMPLE_GAP, SMALL, Shape, TEXT},
    series::{Color, Kind, Series},
};

/// A line of a legend.
pub(super) struct Entry<'a> {
    pub(super) series: &'a Series,
    pub(super) color: Color,
    /// Width of the sample beside the label.
    pub(super) sample: f64,
    /// Width of the label.
    pub(super) width: f64,
}

impl Entry<'_> {
    pub(super) fn total(&self) -> f64 {
        self.sample + SAMPLE_GAP + self.width
    }

    /// Draws sample and label from the left; `at` is level with the middle of the text.
    pub(super) fn draw(&self, at: Point, shapes: &mut Vec<Shape>) {
        let [x, y] = at;
        let (kind, color, width) = (self.series.kind, self.color, self.series.width);
        let line = [[x, y], [x + self.sample, y]];
        match kind {
            Kind::Line | Kind::Dashed | Kind::Steps | Kind::LineAndPoints => {
                let is_dashed = kind == Kind::Dashed;
                shapes.push(Shape::Line { points: line.to_vec(), color, width, is_dashed });
            }
            Kind::Area | Kind::Polygon => {
                let area = Area { left: x, top: y - 5.0, right: x + self.sample, bottom: y + 5.0 };
                shapes.push(Shape::rectangle(&area, color, self.series.opacity));
                let [a, b, c, d] = area.corners();
                let border = if kind == Kind::Area { vec![a, b] } else { vec![a, b, c, d, a] };
                shapes.push(Shape::line(border, color, width));
            }
            Kind::Points => {}
        }
        if kind.has_points() {
            let center = [x + 0.5 * self.sample, y];
            shapes.push(Shape::Dot { center, radius: DOT_RADIUS * width / 1.6, color });
        }
        let baseline = [x + self.sample + SAMPLE_GAP, y + 0.36 * SMALL];
        shapes.push(Shape::text(&self.series.label, baseline, SMALL, TEXT, Anchor::Start));
    }
}
