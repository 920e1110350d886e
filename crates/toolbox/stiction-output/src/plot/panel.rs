//! A pair of axes with series and marks.

use super::{
    PlotError,
    series::{Color, Series, palette},
};

/// A line or a word that helps the reader of a panel, drawn in grey.
#[derive(Debug, Clone)]
pub(super) struct Mark {
    pub(super) kind: MarkKind,
    pub(super) label: String,
    /// Where the label is; NaN on the axis that a reference line spans.
    pub(super) at: [f64; 2],
    /// The tip of an arrow; otherwise as `at`.
    pub(super) to: [f64; 2],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MarkKind {
    Horizontal,
    Vertical,
    Arrow,
    Note,
}

/// A pair of axes with series and marks.
///
/// Axes span the data unless they are given a range. Labels carry the unit: `time [s]`.
#[derive(Debug, Clone, Default)]
pub struct Panel {
    pub(super) title: String,
    pub(super) x_label: String,
    pub(super) y_label: String,
    pub(super) series: Vec<Series>,
    pub(super) marks: Vec<Mark>,
    pub(super) x_range: Option<(f64, f64)>,
    pub(super) y_range: Option<(f64, f64)>,
    pub(super) x_log: bool,
    pub(super) y_log: bool,
    pub(super) equal: bool,
    pub(super) bare: bool,
}

impl Panel {
    /// Makes an empty panel.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the title, above the axes at the left.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// Sets the label of the horizontal axis.
    #[must_use]
    pub fn x(mut self, label: impl Into<String>) -> Self {
        self.x_label = label.into();
        self
    }

    /// Sets the label of the vertical axis.
    #[must_use]
    pub fn y(mut self, label: impl Into<String>) -> Self {
        self.y_label = label.into();
        self
    }

    /// Adds a line from point to point.
    #[must_use]
    pub fn line(self, label: impl Into<String>, x: &[f64], y: &[f64]) -> Self {
        self.series(Series::line(label, x, y))
    }

    /// Adds a dashed line from point to point.
    #[must_use]
    pub fn dashed(self, label: impl Into<String>, x: &[f64], y: &[f64]) -> Self {
        self.series(Series::dashed(label, x, y))
    }

    /// Adds a dot at every point.
    #[must_use]
    pub fn points(self, label: impl Into<String>, x: &[f64], y: &[f64]) -> Self {
        self.series(Series::points(label, x, y))
    }

    /// Adds a thin line with a dot at every point.
    #[must_use]
    pub fn line_and_points(self, label: impl Into<String>, x: &[f64], y: &[f64]) -> Self {
        self.series(Series::line_and_points(label, x, y))
    }

    /// Adds a stair: yᵢ holds from xᵢ to xᵢ₊₁.
    #[must_use]
    pub fn steps(self, label: impl Into<String>, x: &[f64], y: &[f64]) -> Self {
        self.series(Series::steps(label, x, y))
    }

    /// Adds a line with the area between it and zero filled.
    #[must_use]
    pub fn area(self, label: impl Into<String>, x: &[f64], y: &[f64]) -> Self {
        self.series(Series::area(label, x, y))
    }

    /// Adds points, the darker the larger their values: a field, like the pressures of a pad. Values
    /// from 0 to the largest one have one of eight shades; points whose value is not above 0 are left
    /// out. The `width` is that of [`Series::width`] in pixels, 0.2 to 20; dots grow with it. Lists of
    /// different lengths are refused when the figure is drawn.
    ///
    /// ```
    /// use stiction_output::plot::{Figure, Panel};
    /// let panel = Panel::new().equal_aspect().shades(&[0.0, 1.0], &[0.0, 0.0], &[1.0, 2.0], 4.0);
    /// assert!(Figure::new("two cells").panel(panel).to_svg().is_ok());
    /// ```
    #[must_use]
    pub fn shades(mut self, x: &[f64], y: &[f64], values: &[f64], width: f64) -> Self {
        const SHADES: usize = 8;
        if let Some(other) = [y, values].into_iter().find(|other| other.len() != x.len()) {
            // The figure is refused when it is drawn, as for every series.
            return self.series(Series::points("shades", x, other));
        }
        let most = values.iter().copied().fold(0.0, f64::max);
        let shade = |value: f64| (value / most * SHADES as f64).ceil() as usize;
        for k in 1..=SHADES {
            let points = x.iter().zip(y).zip(values).filter(|(_, value)| shade(**value) == k);
            let (x, y): (Vec<f64>, Vec<f64>) = points.map(|((x, y), _)| (*x, *y)).unzip();
            let light = 0.8 * (1.0 - k as f64 / SHADES as f64);
            let mix = |dark: f64| (dark + light * (255.0 - dark)) as u8;
            let color = Color::rgb(mix(0.0), mix(80.0), mix(150.0));
            self = self.series(Series::points("", &x, &y).color(color).width(width));
        }
        self
    }

    /// Adds a series; later ones are drawn over earlier ones.
    #[must_use]
    pub fn series(mut self, series: Series) -> Self {
        self.series.push(series);
        self
    }

    /// Adds a reference line across the panel at height `y`; the axis is extended to show it.
    #[must_use]
    pub fn horizontal(self, y: f64, label: impl Into<String>) -> Self {
        self.mark(MarkKind::Horizontal, label, [[f64::NAN, y]; 2])
    }

    /// Adds a reference line up the panel at `x`; the axis is extended to show it.
    #[must_use]
    pub fn vertical(self, x: f64, label: impl Into<String>) -> Self {
        self.mark(MarkKind::Vertical, label, [[x, f64::NAN]; 2])
    }

    /// Adds an arrow that points at `to`, with a label at its tail.
    #[must_use]
    pub fn arrow(self, from: [f64; 2], to: [f64; 2], label: impl Into<String>) -> Self {
        self.mark(MarkKind::Arrow, label, [from, to])
    }

    /// Adds a word or two beside the point `at`.
    #[must_use]
    pub fn note(self, at: [f64; 2], label: impl Into<String>) -> Self {
        self.mark(MarkKind::Note, label, [at, at])
    }

    fn mark(mut self, kind: MarkKind, label: impl Into<String>, [at, to]: [[f64; 2]; 2]) -> Self {
        self.marks.push(Mark { kind, label: label.into(), at, to });
        self
    }

    /// Fixes the ends of the horizontal axis; points outside are cut off.
    #[must_use]
    pub fn x_range(mut self, low: f64, high: f64) -> Self {
        self.x_range = Some((low, high));
        self
    }

    /// Fixes the ends of the vertical axis; points outside are cut off.
    #[must_use]
    pub fn y_range(mut self, low: f64, high: f64) -> Self {
        self.y_range = Some((low, high));
        self
    }

    /// Makes the horizontal axis logarithmic.
    #[must_use]
    pub fn x_log(mut self) -> Self {
        self.x_log = true;
        self
    }

    /// Makes the vertical axis logarithmic.
    #[must_use]
    pub fn y_log(mut self) -> Self {
        self.y_log = true;
        self
    }

    /// Makes both axes logarithmic, as for errors over step sizes.
    #[must_use]
    pub fn log_log(self) -> Self {
        self.x_log().y_log()
    }

    /// Gives a unit the same length on both axes, by extending one of them.
    #[must_use]
    pub fn equal_aspect(mut self) -> Self {
        self.equal = true;
        self
    }

    /// Leaves out axes and grid, for a drawing.
    #[must_use]
    pub fn without_axes(mut self) -> Self {
        self.bare = true;
        self
    }

    /// Returns the series with their colours.
    pub(super) fn colored(&self) -> impl Iterator<Item = (&Series, Color)> {
        let mut colors = palette::SEQUENCE.into_iter().cycle();
        self.series.iter().map(move |series| {
            let next = if series.color.is_none() { colors.next() } else { None };
            (series, series.color.or(next).unwrap_or(palette::BLUE))
        })
    }

    /// Checks the requirements that types cannot express; `number` counts panels from one.
    pub(super) fn check(&self, number: usize) -> Result<(), PlotError> {
        for (k, series) in self.series.iter().enumerate() {
            let (x, y) = (series.x.len(), series.y.len());
            if x != y {
                let series = if series.label.is_empty() {
                    format!("number {} of panel {number}", k + 1)
                } else {
                    series.label.clone()
                };
                return Err(PlotError::LengthMismatch { series, x, y });
            }
        }
        let axes = [('x', self.x_range, self.x_log), ('y', self.y_range, self.y_log)];
        for (axis, range, log) in axes {
            let Some((low, high)) = range else { continue };
            if super::axis::Span::exact(low, high, log).is_none() {
                return Err(PlotError::InvalidRange { axis, low, high });
            }
        }
        Ok(())
    }
}
