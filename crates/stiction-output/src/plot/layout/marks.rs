//! Reference lines, segments, arrows and notes.

use super::{Frame, SOFT_TEXT, WHITE};
use crate::plot::{
    axis::{drawable, position},
    curve::{self, Point},
    font::text_width,
    legend::Crowd,
    panel::Mark,
    scene::{Anchor, SMALL, Shape},
    series::Color,
};

const MARK: Color = Color::rgb(120, 120, 120);

impl Frame<'_> {
    /// Reference lines, segments and arrows, without their labels.
    pub(super) fn draw_marks(&self, shapes: &mut Vec<Shape>, crowd: &mut Crowd) {
        let area = self.area();
        for mark in &self.panel.marks {
            let (a, b) = match mark {
                Mark::Horizontal { y, .. } if drawable(*y, self.panel.y_log) => {
                    let y = self.down(position(*y, self.panel.y_log).unwrap_or_default());
                    ([0.0, y], [self.width, y])
                }
                Mark::Vertical { x, .. } if drawable(*x, self.panel.x_log) => {
                    let x = self.across(position(*x, self.panel.x_log).unwrap_or_default());
                    ([x, self.height], [x, 0.0])
                }
                Mark::Segment { from, to, .. } => {
                    let ends = (self.place(from[0], from[1]), self.place(to[0], to[1]));
                    let (Some(a), Some(b)) = ends else { continue };
                    (a, b)
                }
                _ => continue,
            };
            for line in curve::clip_line(&[a, b], &area) {
                crowd.faint.extend(curve::sampled(&line, 3.0));
                shapes.push(Shape::line(line, MARK, 1.1));
            }
            if matches!(mark, Mark::Segment { arrow: true, .. }) && area.contains(b) {
                shapes.extend(arrow_head(a, b));
            }
        }
    }

    pub(super) fn mark_labels(&self, crowd: &mut Crowd, shapes: &mut Vec<Shape>) {
        let (w, h) = (self.width, self.height);
        let height = SMALL + 3.0;
        for mark in &self.panel.marks {
            let (label, candidates) = match mark {
                Mark::Horizontal { label, y } => {
                    let width = text_width(label, SMALL);
                    let Some(y) = position(*y, self.panel.y_log) else { continue };
                    let y = self.down(y);
                    let across = [w - width - 4.0, 6.0, 0.5 * (w - width), 0.25 * w, 0.75 * w];
                    let places = across.map(|x| [[x, y - height - 2.0], [x, y + 2.0]]);
                    (label, places.concat())
                }
                Mark::Vertical { label, x } => {
                    let width = text_width(label, SMALL);
                    let Some(x) = position(*x, self.panel.x_log) else { continue };
                    let x = self.across(x);
                    let down = [3.0, h - height - 3.0, 0.25 * h, 0.5 * h, 0.75 * h];
                    let places = down.map(|y| [[x + 5.0, y], [x - width - 5.0, y]]);
                    (label, places.concat())
                }
                Mark::Segment { label, from: at, .. } | Mark::Note { label, at } => {
                    let width = text_width(label, SMALL);
                    let Some([x, y]) = self.place(at[0], at[1]) else { continue };
                    let middle = y - 0.5 * height;
                    let (above, below) = (y - height - 4.0, y + 4.0);
                    let places = vec![
                        [x + 7.0, middle],
                        [x - width - 7.0, middle],
                        [x - 0.5 * width, above],
                        [x - 0.5 * width, below],
                        [x + 5.0, above],
                        [x + 5.0, below],
                        [x - width - 5.0, above],
                        [x - width - 5.0, below],
                    ];
                    (label, places)
                }
            };
            if label.is_empty() {
                continue;
            }
            let Some(area) = crowd.emptiest(&candidates, text_width(label, SMALL), height) else {
                continue;
            };
            if crowd.samples.iter().chain(&crowd.faint).any(|p| area.contains(*p)) {
                shapes.push(Shape::rectangle(&area.grown(1.5), WHITE, 0.75));
            }
            let baseline = [area.left, area.top + 0.9 * SMALL];
            shapes.push(Shape::text(label, baseline, SMALL, SOFT_TEXT, Anchor::Start));
            crowd.taken.push(area);
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
