//! What is drawn of a scenario, and the page of a run that is sent to others.

use stiction::plot::{Figure, Page, Panel, Section};
use stiction::scenario::{Plot, Scenario};

use crate::fault::PlayError;
use crate::session::Session;

/// More panels are not looked at.
const MOST_PANELS: usize = 8;
/// Points of a series in a page.
const PAGE_POINTS: usize = 4000;

/// The plots of a scenario; where it has none, a panel for every unit of every body and of every effort.
pub(crate) fn plots(scenario: &Scenario, columns: &[(&str, &str)]) -> Vec<Plot> {
    if !scenario.plots.is_empty() {
        return scenario.plots.clone();
    }
    let panel = |name: &str, unit: &str| {
        let owns = |column: &&(&str, &str)| {
            let rest = column.0.strip_prefix(name).unwrap_or_default();
            // `arm[1].angle` belongs to `arm`.
            rest.starts_with(['.', '[']) && column.1 == unit
        };
        let y: Vec<String> =
            columns.iter().filter(owns).map(|(name, _)| (*name).to_owned()).collect();
        (!y.is_empty()).then(|| Plot {
            title: name.to_owned(),
            x: "t".to_owned(),
            y,
            x_label: String::new(),
            y_label: String::new(),
            equal_aspect: false,
        })
    };
    let all = |names: Vec<&String>, units: &[&str]| {
        let pairs = names.into_iter().flat_map(|name| units.iter().map(move |unit| (name, *unit)));
        pairs.filter_map(|(name, unit)| panel(name, unit)).collect::<Vec<_>>()
    };
    let mut plots = all(scenario.bodies.keys().collect(), &["m", "rad", "m/s", "rad/s"]);
    plots.extend(all(scenario.connections.keys().collect(), &["N", "N m"]));
    plots.truncate(MOST_PANELS);
    plots
}

/// The run so far as a page: the film, the plots, and the text that it is of.
pub(crate) fn page(session: &Session, text: &str) -> Result<Page, PlayError> {
    let (scenario, recorder) = (session.scenario(), session.recorder());
    let columns = session.columns();
    let unit = |name: &str| columns.iter().find(|(known, _)| *known == name).map_or("", |c| c.1);
    let label = |name: &str| match unit(name) {
        "" => name.to_owned(),
        unit => format!("{name} [{unit}]"),
    };
    let mut figure = Figure::new("");
    for plot in plots(scenario, &columns) {
        let or = |given: &str, own: String| if given.is_empty() { own } else { given.to_owned() };
        let own = plot.y.iter().map(|name| label(name)).collect::<Vec<_>>().join(", ");
        let mut panel = Panel::new()
            .title(plot.title.as_str())
            .x(or(&plot.x_label, label(&plot.x)))
            .y(or(&plot.y_label, own));
        if plot.equal_aspect {
            panel = panel.equal_aspect();
        }
        let x = recorder.column(&plot.x)?;
        for name in &plot.y {
            let label = if plot.y.len() > 1 { name.as_str() } else { "" };
            panel = panel.line(label, x, recorder.column(name)?);
        }
        figure = figure.panel(panel);
    }
    let title = match scenario.title.as_str() {
        "" => "A mechanism with friction",
        title => title,
    };
    let section = Section::new("Result").film(session.film()).figure(figure);
    let scenario = Section::new("Scenario").text(text.replace('\n', "\n\n"));
    let page = Page::new(title).section(section).section(scenario);
    Ok(page.thinned(PAGE_POINTS).single_precision())
}
