//! Plots of a run: those that the scenario asks for, or every body and every effort.

use stiction::plot::{Figure, Panel};
use stiction::record::{Recorder, UnknownColumn};
use stiction::scenario::{Plot, Scenario};

use crate::Outcome;
use crate::units::{label, unit};

/// More panels than these are not looked at.
const MOST_PANELS: usize = 12;
/// A figure has no room for more, in two columns.
const MOST_PLOTS: usize = 72;

/// Refuses more plots than fit in a figure.
pub(crate) fn check(scenario: &Scenario) -> Outcome<()> {
    let plots = scenario.plots.len();
    if plots > MOST_PLOTS {
        return Err(format!("{plots} plots do not fit in a figure, {MOST_PLOTS} do").into());
    }
    Ok(())
}

/// The plots of a run, and the number of panels that are left out.
pub(crate) fn plots(scenario: &Scenario, record: &Recorder) -> (Vec<Plot>, usize) {
    if !scenario.plots.is_empty() {
        return (scenario.plots.clone(), 0);
    }
    let mut plots = all(scenario, record);
    let left_out = plots.len().saturating_sub(MOST_PANELS);
    plots.truncate(MOST_PANELS);
    (plots, left_out)
}

/// The figure of a run.
pub(crate) fn figure(
    plots: &[Plot],
    title: &str,
    record: &Recorder,
) -> Result<Figure, UnknownColumn> {
    let mut figure = Figure::new(title).columns(if plots.len() > 3 { 2 } else { 1 });
    if plots.iter().all(|plot| plot.x == "t") {
        figure = figure.share_x();
    }
    for plot in plots {
        figure = figure.panel(panel(plot, record)?);
    }
    // A scenario that records the time only has an empty panel.
    Ok(if plots.is_empty() { figure.panel(Panel::new()) } else { figure })
}

fn panel(plot: &Plot, record: &Recorder) -> Result<Panel, UnknownColumn> {
    let or = |given: &str, columns: &[String]| {
        if given.is_empty() { label(columns) } else { given.to_owned() }
    };
    let mut panel = Panel::new()
        .title(plot.title.as_str())
        .x(or(&plot.x_label, core::slice::from_ref(&plot.x)))
        .y(or(&plot.y_label, &plot.y));
    if plot.equal_aspect {
        panel = panel.equal_aspect();
    }
    let x = record.column(&plot.x)?;
    for name in &plot.y {
        let label = if plot.y.len() > 1 { name.as_str() } else { "" };
        panel = panel.line(label, x, record.column(name)?);
    }
    Ok(panel)
}

/// A panel for the motion of every body and for the effort of every connection, one for each unit.
fn all(scenario: &Scenario, record: &Recorder) -> Vec<Plot> {
    let owned = |name: &str, units: &[&str]| {
        let mut plots = vec![];
        for unit_of_panel in units {
            // `arm[1].angle` belongs to `arm`.
            let owns = |column: &&String| {
                let rest = column.strip_prefix(name).unwrap_or_default();
                rest.starts_with(['.', '[']) && unit(column) == *unit_of_panel
            };
            let y: Vec<String> = record.names().iter().filter(owns).cloned().collect();
            if !y.is_empty() {
                plots.push(Plot {
                    title: name.to_owned(),
                    x: "t".to_owned(),
                    y,
                    x_label: String::new(),
                    y_label: String::new(),
                    equal_aspect: false,
                });
            }
        }
        plots
    };
    let bodies = scenario.bodies.keys().flat_map(|name| owned(name, &["m", "rad", "m/s", "rad/s"]));
    let efforts = scenario.connections.keys().flat_map(|name| owned(name, &["N", "N m"]));
    bodies.chain(efforts).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_plots_as_are_allowed_fit() {
        let drawn = |panels: usize| {
            let figure = Figure::new("title").columns(2);
            (0..panels).fold(figure, |figure, _| figure.panel(Panel::new())).to_svg().is_ok()
        };
        assert!(drawn(MOST_PLOTS) && !drawn(MOST_PLOTS + 1));
    }
}
