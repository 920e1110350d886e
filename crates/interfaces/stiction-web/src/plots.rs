//! The plots of a scenario, and the page of a run that is sent to others.

use stiction::plot::{Page, Section};
use stiction::record::figure;
use stiction::scenario::{Plot, Scenario};

use crate::fault::PlayError;
use crate::session::Session;

/// Limit of the panels: nobody looks at more.
const MOST_PANELS: usize = 8;
/// Points of a series in a page.
const PAGE_POINTS: usize = 4000;

/// Returns the plots of a scenario; by default a panel for every unit of every body and of every effort.
pub(crate) fn plots(scenario: &Scenario, columns: &[(&str, &str)]) -> Vec<Plot> {
    figure::plots(scenario, columns, MOST_PANELS).0
}

/// Returns the run so far as a page: the film, the plots, and the text.
pub(crate) fn page(session: &Session, text: &str) -> Result<Page, PlayError> {
    let scenario = &session.scenario;
    let columns = session.columns();
    let plots = plots(scenario, &columns);
    let figure = figure::figure(&plots, "", &session.recorder, &columns)?;
    let title = match scenario.title.as_str() {
        "" => "A mechanism with friction",
        title => title,
    };
    let section = Section::new("Result").film(session.film()).figure(figure);
    let scenario = Section::new("Scenario").source(text);
    let page = Page::new(title).section(section).section(scenario);
    Ok(page.thinned(PAGE_POINTS).single_precision())
}
