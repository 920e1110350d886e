//! Titles and legends.

use super::{Frame, ROW, WHITE};
use crate::plot::{
    font::text_width,
    legend::{Crowd, Entry, wrapped},
    scene::{Anchor, ENTRY_GAP, Shape, TEXT},
};

const PANEL_TITLE: f64 = 13.5;

impl Frame<'_> {
    /// Draws the legend into `shapes` when a corner is free, else with the title into `head`.
    /// Returns the room the head takes above the axes.
    pub(super) fn legend(
        &self,
        entries: &[Entry<'_>],
        crowd: &mut Crowd,
        shapes: &mut Vec<Shape>,
        head: &mut Vec<Shape>,
    ) -> f64 {
        let title = &self.panel.title;
        let title_height = if title.is_empty() { 0.0 } else { PANEL_TITLE + 9.0 };
        let widest = entries.iter().map(Entry::total).fold(0.0, f64::max);
        let (width, height) = (widest + 14.0, ROW * entries.len() as f64 + 6.0);
        let corner = if entries.is_empty() { None } else { crowd.free_corner(width, height) };
        if let Some(area) = corner {
            shapes.push(Shape::rectangle(&area, WHITE, 0.8));
            for (k, entry) in entries.iter().enumerate() {
                let middle = area.top + 3.0 + ROW * (k as f64 + 0.5);
                entry.draw([area.left + 7.0, middle], shapes);
            }
            crowd.taken.push(area);
        }
        let mut header = title_height;
        if corner.is_none() && !entries.is_empty() {
            let total: f64 = entries.iter().map(|e| e.total() + ENTRY_GAP).sum();
            let title_width =
                if title.is_empty() { 0.0 } else { text_width(title, PANEL_TITLE) + 30.0 };
            if title_width + total <= self.width {
                // One row beside the title.
                header = header.max(ROW + 6.0);
                let mut x = if title.is_empty() { 0.0 } else { self.width - total + ENTRY_GAP };
                for entry in entries {
                    entry.draw([x, -13.0], head);
                    x += entry.total() + ENTRY_GAP;
                }
            } else {
                let rows = wrapped(entries, self.width);
                header += ROW * rows.len() as f64 + 6.0;
                let mut y = -header + title_height + 0.5 * ROW;
                for row in rows {
                    let mut x = 0.0;
                    for entry in row {
                        entry.draw([x, y], head);
                        x += entry.total() + ENTRY_GAP;
                    }
                    y += ROW;
                }
            }
        }
        if !title.is_empty() {
            let baseline = [0.0, -header + PANEL_TITLE + 1.0];
            head.push(Shape::text(title, baseline, PANEL_TITLE, TEXT, Anchor::Start));
        }
        header
    }
}
