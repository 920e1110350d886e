//! Figures of columns, for notebooks and for pages.

use std::path::PathBuf;

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use stiction::output::{OutputError, write_file};
use stiction::plot::{Figure, Page, Panel, PlotError, Section};

use crate::error::plain;

type Column<'py> = PyReadonlyArray1<'py, f64>;

/// The label of the vertical axis, and the curves by their names.
type Curves<'py> = (String, Vec<(String, Column<'py>)>);

/// Returns a figure with a panel for each of `panels`, over the times `t` [s].
fn figure(title: &str, t: &Column<'_>, panels: &[Curves<'_>]) -> PyResult<Figure> {
    let mut figure = Figure::new(title).share_x();
    for (label, curves) in panels {
        let mut panel = Panel::new().x("time [s]").y(label.as_str());
        for (name, column) in curves {
            panel = panel.line(name.as_str(), t.as_slice()?, column.as_slice()?);
        }
        figure = figure.panel(panel);
    }
    Ok(figure)
}

fn refused(error: PlotError) -> PyErr {
    plain("ShapeError", &error.to_string())
}

/// Returns columns over the time `t` [s] as an SVG document, `size` its width and the height of a panel in pixels.
#[pyfunction]
pub(crate) fn svg(
    title: &str,
    t: Column<'_>,
    panels: Vec<Curves<'_>>,
    size: (f64, f64),
) -> PyResult<String> {
    figure(title, &t, &panels)?.size(size.0, size.1).to_svg().map_err(refused)
}

/// Writes columns over the time `t` [s] as a page to explore in a browser.
#[pyfunction]
pub(crate) fn page(
    path: PathBuf,
    title: &str,
    t: Column<'_>,
    panels: Vec<Curves<'_>>,
) -> PyResult<()> {
    let section = Section::new("Record").figure(figure("", &t, &panels)?);
    let html = Page::new(title).section(section).thinned(20_000).to_html().map_err(refused)?;
    write_file(path, html.as_bytes()).map_err(|error| match error {
        OutputError::File { source, .. } => source.into(),
        other => plain("ShapeError", &other.to_string()),
    })
}
