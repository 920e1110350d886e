//! Titles and legends, above the axes.

use super::{Frame, ROW};
use crate::plot::{
    font::text_width,
    legend::Entry,
    scene::{Anchor, ENTRY_GAP, Shape, TEXT},
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
