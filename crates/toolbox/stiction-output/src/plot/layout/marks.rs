//! Reference lines, arrows and notes.

use super::{Frame, SOFT_TEXT, WHITE};
use crate::plot::{
    curve::{self, Area, Point},
    font::text_width,
    panel::{Mark, MarkKind},
    scene::{Anchor, SMALL, Shape},
    series::Color,
};

const MARK: Color = Color::rgb(120, 120, 120);

impl Frame<'_> {
    /// Draws reference lines and arrows, without their labels.
    pub(super) fn draw_marks(&self, shapes: &mut Vec<Shape>) {
        let area = self.area();
        for mark in &self.panel.marks {
            let ends = match mark.kind {
                MarkKind::Horizontal => {
                    self.y_place(mark.at[1]).map(|y| ([0.0, y], [self.width, y]))
                }
                MarkKind::Vertical => {
                    self.x_place(mark.at[0]).map(|x| ([x, self.height], [x, 0.0]))
                }
                MarkKind::Arrow => self.place(mark.at).zip(self.place(mark.to)),
                MarkKind::Note => None,
            };
            let Some((a, b)) = ends else { continue };
            for line in curve::clip_line(&[a, b], &area) {
                shapes.push(Shape::line(line, MARK, 1.1));
            }
            if mark.kind == MarkKind::Arrow && area.contains(b) {
                shapes.extend(arrow_head(a, b));
            }
        }
    }

    /// Writes the label of each mark beside it, below the labels already drawn.
    pub(super) fn mark_labels(&self, shapes: &mut Vec<Shape>) {
        let mut words: Vec<Area> = Vec::new();
        let (w, h, high) = (self.width, self.height, SMALL + 3.0);
        for mark in &self.panel.marks {
            let Mark { kind, label, at, .. } = mark;
            // A reference line spans one axis, so its label stands at 0 there.
            let x = if *kind == MarkKind::Horizontal { Some(0.0) } else { self.x_place(at[0]) };
            let y = if *kind == MarkKind::Vertical { Some(0.0) } else { self.y_place(at[1]) };
            let (Some(x), Some(y)) = (x, y) else { continue };
            if label.is_empty() || !self.area().contains([x, y]) {
                continue;
            }
            let wide = text_width(label, SMALL);
            let within = |value: f64, most: f64| value.min(most).max(2.0);
            let side = if x + 6.0 + wide > w { x - wide - 6.0 } else { x + 6.0 };
            let (left, top) = match kind {
                MarkKind::Horizontal => (w - wide - 4.0, y - high - 2.0),
                MarkKind::Vertical => (side, 3.0),
                _ => (side, y - 0.5 * high),
            };
            let (left, mut top) = (within(left, w - wide), within(top, h - high));
            let right = left + wide;
            let meets = |top: f64, word: &Area| {
                (word.top - top).abs() + 0.5 < high && word.left < right && left < word.right
            };
            while words.iter().any(|word| meets(top, word)) && top + 2.0 * high < h {
                top += high;
            }
            let area = Area { left, top, right, bottom: top + high };
            shapes.push(Shape::rectangle(&area.grown(1.5), WHITE, 0.75));
            let baseline = [left, top + 0.9 * SMALL];
            shapes.push(Shape::text(label, baseline, SMALL, SOFT_TEXT, Anchor::Start));
            words.push(area);
        }
    }
}

fn arrow_head(tail: Point, tip: Point) -> Option<Shape> {
    let d = [tip[0] - tail[0], tip[1] - tail[1]];
    let length = d[0].hypot(d[1]);
    let along = [d[0] / length, d[1] / length];
    let corner = |side: f64| {
        [tip[0] - 9.0 * along[0] - side * along[1], tip[1] - 9.0 * along[1] + side * along[0]]
    };
    let points = vec![tip, corner(3.6), corner(-3.6)];
    (length > 1e-3).then_some(Shape::Fill { points, color: MARK, opacity: 1.0 })
}
