//! Plots of a run: those that the scenario asks for, or every body and every effort.

use stiction::plot::Figure;
use stiction::record::figure;
use stiction::scenario::{Plot, Scenario};
use stiction::study::run::ScenarioRun;

use crate::Outcome;

/// Limit of the panels: nobody looks at more.
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

/// Returns the plots of a run, and the number of panels that are left out.
pub(crate) fn plots(scenario: &Scenario, run: &ScenarioRun) -> (Vec<Plot>, usize) {
    let columns: Vec<_> = run.columns_with_units().collect();
    figure::plots(scenario, &columns, MOST_PANELS)
}

/// Returns the figure of some plots.
pub(crate) fn figure(plots: &[Plot], title: &str, run: &ScenarioRun) -> Outcome<Figure> {
    let columns: Vec<_> = run.columns_with_units().collect();
    Ok(figure::figure(plots, title, &run.record, &columns)?)
}
