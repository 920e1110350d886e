//! Figures for papers, pages and tests: declared in a few lines, written as SVG.
//!
//! A [`Figure`] is a stack of [`Panel`]s, a panel is a pair of axes with [`Series`] and reference
//! marks in it. There is one look, and little to choose: white ground, light grid, the colours of
//! [`palette`], ticks at round numbers, and a legend above the axes.
//!
//! ```no_run
//! use stiction_output::RunDirectory;
//! use stiction_output::plot::{Figure, Panel};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let time: Vec<f64> = (0..1000).map(|k| 1e-3 * f64::from(k)).collect();
//! let velocity: Vec<f64> = time.iter().map(|t| (1.0 - 2.0 * t).max(5.0 / 7.0)).collect();
//! let panel = Panel::new()
//!     .x("time [s]")
//!     .y("velocity [m/s]")
//!     .line("simulated", &time, &velocity)
//!     .dashed("rolling, 5/7 v₀", &[0.0, 1.0], &[5.0 / 7.0, 5.0 / 7.0])
//!     .vertical(1.0 / 7.0, "slip ends");
//! let figure = Figure::new("Rolling sphere").panel(panel);
//! RunDirectory::create("out")?.write_figure("rolling_sphere.svg", &figure)?;
//! # Ok(())
//! # }
//! ```
//!
//! **What happens to the data.** A point that is not finite, or not positive on a logarithmic axis,
//! leaves a gap. Lines are thinned to what can be seen, extrema included, so that a million samples
//! look like a million samples and take the room of a few thousand. (Only a long line that wanders
//! at random over the plane, or turns a thousand times, cannot be thinned so far.)
//! Equal figures give equal bytes on every machine whose `f64` functions agree.
//!
//! **To explore** a figure, put it on a `Page` (feature `page`): one HTML file in which panels are zoomed and
//! moved, points read and series hidden, with text, tables and comparisons around them.
//!
//! **Text** is set in the font `DejaVu Sans`, or in the reader's sans-serif font if that is missing. The layout
//! knows the widths of its characters. A browser or `rsvg-convert` makes a picture of pixels.

use std::path::PathBuf;

use thiserror::Error;

mod axis;
mod curve;
mod film;
mod font;
mod layout;
mod markup;
#[cfg(feature = "page")]
mod page;
mod panel;
mod ranges;
mod scene;
mod series;
mod svg;
mod thin;

pub use film::{Camera, Film, FilmBody, FilmLaw, FilmPad, Reel};
#[cfg(feature = "page")]
pub use page::{Page, Section, Verdict};
pub use panel::Panel;
pub use series::{Color, Series, palette};

/// Why a figure could not be drawn or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PlotError {
    /// The two coordinates of a series differ in number.
    #[error("series `{series}` has {x} abscissas but {y} ordinates")]
    LengthMismatch {
        /// Label of the series, or its number and that of its panel when it has no label.
        series: String,
        /// Number of abscissas.
        x: usize,
        /// Number of ordinates.
        y: usize,
    },
    /// A range that was asked for is empty, reversed, not finite or not positive on a logarithmic
    /// axis.
    #[error("the {axis} axis cannot run from {low} to {high}")]
    InvalidRange {
        /// `x` or `y`.
        axis: char,
        /// Lower end.
        low: f64,
        /// Upper end.
        high: f64,
    },
    /// The size of the figure is not one that can be drawn.
    #[error("a figure of {width} by {height} pixels cannot be drawn")]
    InvalidSize {
        /// Width of the figure in pixels.
        width: f64,
        /// Height of the figure in pixels.
        height: f64,
    },
    /// The figure has no panels.
    #[error("the figure has no panels")]
    NoPanels,
    /// Panels are to share their abscissas, but some are logarithmic and others are not.
    #[error("panels that share their abscissas must be logarithmic all or none")]
    MixedScales,
    /// The extension of the file is not `svg`.
    #[error("`{}` names no known format: its extension must be svg", path.display())]
    UnknownFormat {
        /// The path as given.
        path: PathBuf,
    },
}

/// A titled stack of panels, written as SVG.
#[derive(Debug, Clone)]
pub struct Figure {
    title: String,
    panels: Vec<Panel>,
    columns: usize,
    width: f64,
    panel_height: f64,
    share_x: bool,
}

impl Figure {
    /// Starts a figure; an empty title takes no space.
    pub fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            panels: Vec::new(),
            columns: 1,
            width: 900.0,
            panel_height: 220.0,
            share_x: false,
        }
    }

    /// Adds a panel below the last one, or to the right of it while the row is not full.
    #[must_use]
    pub fn panel(mut self, panel: Panel) -> Self {
        self.panels.push(panel);
        self
    }

    /// Places the panels in rows of `columns` (default 1, at least 1).
    #[must_use]
    pub fn columns(mut self, columns: usize) -> Self {
        self.columns = columns.max(1);
        self
    }

    /// Sets the width of the figure and the height between the axes of every panel, in pixels
    /// (default 900 and 220).
    #[must_use]
    pub fn size(mut self, width: f64, panel_height: f64) -> Self {
        self.width = width;
        self.panel_height = panel_height;
        self
    }

    /// Gives all panels the same abscissas, and tick labels only to the lowest of each column. The
    /// horizontal axes must be logarithmic all or none.
    #[must_use]
    pub fn share_x(mut self) -> Self {
        self.share_x = true;
        self
    }

    /// Returns the figure as an SVG document.
    pub fn to_svg(&self) -> Result<String, PlotError> {
        Ok(svg::document(&layout::scene(self)?))
    }
}

#[cfg(test)]
mod tests;
