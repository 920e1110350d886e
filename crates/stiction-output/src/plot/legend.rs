//! Legends: their lines, and where on a panel there is room for them.

use super::{
    curve::{self, Area, Point},
    scene::{Anchor, DOT_RADIUS, ENTRY_GAP, SAMPLE_GAP, SMALL, Shape, TEXT},
    series::{Color, Kind, Series},
};

/// Splits legend entries into rows no wider than the panel.
pub(super) fn wrapped<'a, 'b>(entries: &'a [Entry<'b>], width: f64) -> Vec<Vec<&'a Entry<'b>>> {
    let mut rows: Vec<Vec<&Entry<'_>>> = Vec::new();
    let mut used = f64::INFINITY;
    for entry in entries {
        used += ENTRY_GAP + entry.total();
        match rows.last_mut() {
            Some(row) if used <= width => row.push(entry),
            _ => {
                rows.push(vec![entry]);
                used = entry.total();
            }
        }
    }
    rows
}

/// A line of a legend.
pub(super) struct Entry<'a> {
    pub(super) series: &'a Series,
    pub(super) color: Color,
    /// Width of what is drawn beside the label.
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
            Kind::Line | Kind::Steps | Kind::LineAndPoints => {
                shapes.push(Shape::line(line, color, width));
            }
            Kind::Dashed => {
                let dashes = curve::dashes(&line, 7.0, 3.0);
                shapes.extend(dashes.into_iter().map(|dash| Shape::line(dash, color, width)));
            }
            Kind::Area | Kind::Polygon => {
                let area = Area { left: x, top: y - 5.0, right: x + self.sample, bottom: y + 5.0 };
                shapes.push(Shape::rectangle(&area, color, self.series.opacity));
                let Area { left, top, right, bottom } = area;
                let upper = [[left, top], [right, top]];
                let ring = [upper[0], upper[1], [right, bottom], [left, bottom], upper[0]];
                let border = if kind == Kind::Area { upper.to_vec() } else { ring.to_vec() };
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

/// Knows where something is drawn, to find where nothing is.
pub(super) struct Crowd {
    pub(super) area: Area,
    /// Points along the curves.
    pub(super) samples: Vec<Point>,
    /// Points along reference lines, which words may cover in need.
    pub(super) faint: Vec<Point>,
    /// Places of words.
    pub(super) taken: Vec<Area>,
}

impl Crowd {
    pub(super) fn covered(&self, place: &Area) -> usize {
        self.samples.iter().filter(|p| place.contains(**p)).count()
    }

    /// The corner without curves and marks for a box of that size, the right upper one first.
    pub(super) fn free_corner(&self, width: f64, height: f64) -> Option<Area> {
        let inset = 6.0;
        if width > 0.7 * self.area.right || height + 2.0 * inset > self.area.bottom {
            return None;
        }
        let (right, bottom) = (self.area.right - width - inset, self.area.bottom - height - inset);
        [[right, inset], [inset, inset], [right, bottom], [inset, bottom]]
            .into_iter()
            .map(|[left, top]| Area { left, top, right: left + width, bottom: top + height })
            .find(|place| {
                let crossed = self.faint.iter().any(|p| place.contains(*p));
                self.covered(&place.grown(3.0)) == 0 && !crossed
            })
    }

    /// The place that covers least, of those whose upper left corners are given.
    pub(super) fn emptiest(&self, corners: &[Point], width: f64, height: f64) -> Option<Area> {
        let cost = |place: &Area| {
            let words = self.taken.iter().filter(|t| t.overlaps(&place.grown(2.0))).count();
            let faint = self.faint.iter().filter(|p| place.contains(**p)).count();
            let outside = place.left < 0.0
                || place.top < 0.0
                || place.right > self.area.right
                || place.bottom > self.area.bottom;
            let crossed = self.covered(&place.grown(3.0));
            (usize::from(outside), words, 3 * crossed + faint)
        };
        corners
            .iter()
            .map(|&[left, top]| Area { left, top, right: left + width, bottom: top + height })
            .filter(|place| place.overlaps(&self.area))
            .min_by_key(cost)
    }
}
