//! Shapes on a page, in pixels.

use super::{
    curve::{Area, Point},
    series::Color,
};

pub(super) const DOT_RADIUS: f64 = 2.4;
pub(super) const ENTRY_GAP: f64 = 18.0;
pub(super) const SAMPLE_GAP: f64 = 7.0;
pub(super) const SMALL: f64 = 11.5;
pub(super) const TEXT: Color = Color::rgb(34, 34, 34);

/// Point of a text that is given.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A shape of a [`Scene`].
#[derive(Debug, Clone)]
pub(super) enum Shape {
    Line { points: Vec<Point>, color: Color, width: f64, is_dashed: bool },
    Fill { points: Vec<Point>, color: Color, opacity: f64 },
    Dot { center: Point, radius: f64, color: Color },
    Text { text: String, baseline: Point, size: f64, color: Color, anchor: Anchor, upward: bool },
}

impl Shape {
    pub(super) fn line(points: impl Into<Vec<Point>>, color: Color, width: f64) -> Self {
        Self::Line { points: points.into(), color, width, is_dashed: false }
    }

    pub(super) fn rectangle(area: &Area, color: Color, opacity: f64) -> Self {
        Self::Fill { points: area.corners().to_vec(), color, opacity }
    }

    pub(super) fn text(
        text: &str,
        baseline: Point,
        size: f64,
        color: Color,
        anchor: Anchor,
    ) -> Self {
        Self::Text { text: text.to_owned(), baseline, size, color, anchor, upward: false }
    }

    pub(super) fn moved(mut self, by: Point) -> Self {
        let shift = |p: &mut Point| *p = [p[0] + by[0], p[1] + by[1]];
        match &mut self {
            Self::Line { points, .. } | Self::Fill { points, .. } => {
                points.iter_mut().for_each(shift);
            }
            Self::Dot { center, .. } => shift(center),
            Self::Text { baseline, .. } => shift(baseline),
        }
        self
    }
}

/// A page of shapes; later ones cover earlier ones.
#[derive(Debug)]
pub(super) struct Scene {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) shapes: Vec<Shape>,
}
