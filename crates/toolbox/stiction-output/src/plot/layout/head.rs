//! Titles and legends, above the axes.

use super::{Frame, ROW};
use crate::plot::{
    curve::{Area, Point},
    font::text_width,
    scene::{Anchor, DOT_RADIUS, ENTRY_GAP, SAMPLE_GAP, SMALL, Shape, TEXT},
    series::{Color, Kind, Series},
};

const PANEL_TITLE: f64 = 13.5;

impl Frame<'_> {
    /// Draws the title and after it the legend, in as many rows as they need. Returns their height above the axes, in
    /// pixels.
    pub(super) fn head(&self, entries: &[Entry<'_>], shapes: &mut Vec<Shape>) -> f64 {
        let title = &self.panel.title;
        if title.is_empty() && entries.is_empty() {
            return 0.0;
        }
        let mut head = Vec::new();
        let (mut x, mut middle) = (0.0, 0.5 * ROW);
        if !title.is_empty() {
            let baseline = [0.0, middle + 0.36 * PANEL_TITLE];
            head.push(Shape::text(title, baseline, PANEL_TITLE, TEXT, Anchor::Start));
            x = text_width(title, PANEL_TITLE) + ENTRY_GAP;
        }
        for entry in entries {
            if x > 0.0 && x + entry.total() > self.width {
                (x, middle) = (0.0, middle + ROW);
            }
            entry.draw([x, middle], &mut head);
            x += entry.total() + ENTRY_GAP;
        }
        let height = middle + 0.5 * ROW + 6.0;
        shapes.extend(head.into_iter().map(|shape| shape.moved([0.0, -height])));
        height
    }
}

/// A line of a legend.
pub(super) struct Entry<'a> {
    pub(super) series: &'a Series,
    pub(super) color: Color,
    /// Width of the sample beside the label.
    pub(super) sample: f64,
}

impl Entry<'_> {
    fn total(&self) -> f64 {
        self.sample + SAMPLE_GAP + text_width(&self.series.label, SMALL)
    }

    /// Draws sample and label from the left; `at` is level with the middle of the text.
    fn draw(&self, at: Point, shapes: &mut Vec<Shape>) {
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
