//! Series of points and their colours.

use std::fmt;

/// A colour, as red, green and blue from 0 to 255.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Color {
    pub(super) rgb: (u8, u8, u8),
}

impl Color {
    /// Makes the colour of these parts.
    pub const fn rgb(red: u8, green: u8, blue: u8) -> Self {
        Self { rgb: (red, green, blue) }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (red, green, blue) = self.rgb;
        write!(f, "#{red:02X}{green:02X}{blue:02X}")
    }
}

/// Colours that people with any colour vision can distinguish.
///
/// M. Okabe, K. Ito, *Color Universal Design*, 2008, without the yellow, which is too faint for
/// lines on white.
pub mod palette {
    use super::Color;

    /// Blue, the first colour.
    pub const BLUE: Color = Color::rgb(0, 114, 178);
    /// Vermilion, the second colour.
    pub const VERMILION: Color = Color::rgb(213, 94, 0);
    /// Bluish green, the third colour.
    pub const GREEN: Color = Color::rgb(0, 158, 115);
    /// Reddish purple, the fourth colour.
    pub const PURPLE: Color = Color::rgb(204, 121, 167);
    /// Orange, the fifth colour.
    pub const ORANGE: Color = Color::rgb(230, 159, 0);
    /// Sky blue, the sixth colour.
    pub const SKY: Color = Color::rgb(86, 180, 233);
    /// Near black, the seventh colour.
    pub const BLACK: Color = Color::rgb(40, 40, 40);
    /// Grey, for series in the background. No series gets it by default.
    pub const GREY: Color = Color::rgb(140, 140, 140);

    /// The colours in the order in which the series of a panel get them.
    pub const SEQUENCE: [Color; 7] = [BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY, BLACK];
}

/// How the points of a series appear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Line,
    Dashed,
    Points,
    LineAndPoints,
    Steps,
    Area,
    Polygon,
}

impl Kind {
    pub(super) fn has_points(self) -> bool {
        matches!(self, Self::Points | Self::LineAndPoints)
    }
}

/// Points (xᵢ, yᵢ) with a label and a way to draw them.
///
/// [`Panel::line`](super::Panel::line) and the like make one and add it; make it yourself to choose colour or
/// width, and add it with [`Panel::series`](super::Panel::series). A series without a label has no entry in the
/// legend, and a series without points is not drawn.
#[derive(Debug, Clone)]
pub struct Series {
    pub(super) label: String,
    pub(super) x: Vec<f64>,
    pub(super) y: Vec<f64>,
    pub(super) kind: Kind,
    pub(super) color: Option<Color>,
    pub(super) width: f64,
    pub(super) opacity: f64,
}

impl Series {
    fn new(kind: Kind, label: impl Into<String>, x: &[f64], y: &[f64]) -> Self {
        Self {
            label: label.into(),
            x: x.to_vec(),
            y: y.to_vec(),
            kind,
            color: None,
            width: 1.6,
            opacity: 0.18,
        }
    }

    /// Makes a line from point to point.
    pub fn line(label: impl Into<String>, x: &[f64], y: &[f64]) -> Self {
        Self::new(Kind::Line, label, x, y)
    }

    /// Makes a dashed line from point to point.
    pub fn dashed(label: impl Into<String>, x: &[f64], y: &[f64]) -> Self {
        Self::new(Kind::Dashed, label, x, y)
    }

    /// Makes a dot at every point.
    pub fn points(label: impl Into<String>, x: &[f64], y: &[f64]) -> Self {
        Self::new(Kind::Points, label, x, y)
    }

    /// Makes a thin line with a dot at every point.
    pub fn line_and_points(label: impl Into<String>, x: &[f64], y: &[f64]) -> Self {
        Self::new(Kind::LineAndPoints, label, x, y)
    }

    /// Makes a stair: yᵢ holds from xᵢ to xᵢ₊₁.
    pub fn steps(label: impl Into<String>, x: &[f64], y: &[f64]) -> Self {
        Self::new(Kind::Steps, label, x, y)
    }

    /// Makes a line with the area between it and zero filled (on a logarithmic axis: the area below).
    pub fn area(label: impl Into<String>, x: &[f64], y: &[f64]) -> Self {
        Self::new(Kind::Area, label, x, y)
    }

    /// Makes a closed and filled polygon; its last point is joined to its first.
    pub fn polygon(label: impl Into<String>, x: &[f64], y: &[f64]) -> Self {
        Self::new(Kind::Polygon, label, x, y)
    }

    /// Sets the colour (default: the next of [`palette::SEQUENCE`]).
    #[must_use]
    pub fn color(mut self, color: Color) -> Self {
        self.color = Some(color);
        self
    }

    /// Sets the width of the line in pixels, from 0.2 to 20 (default 1.6); dots grow with it.
    #[must_use]
    pub fn width(mut self, width: f64) -> Self {
        if width.is_finite() {
            self.width = width.clamp(0.2, 20.0);
        }
        self
    }

    /// Sets how far an area or polygon hides what is below it, from 0 to 1 (default 0.18).
    #[must_use]
    pub fn opacity(mut self, opacity: f64) -> Self {
        if opacity.is_finite() {
            self.opacity = opacity.clamp(0.0, 1.0);
        }
        self
    }
}
