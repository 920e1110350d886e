//! Figures of a recording: the plots that a scenario asks for, or every body and every effort.

use std::collections::HashMap;

use stiction_output::plot::{Figure, Panel};
use stiction_scenario::{Plot, Scenario};

use crate::record::{Recorder, UnknownColumn};

/// The plots of a run, and how many are left out: those of the scenario, or, where it has none, at most `most` panels,
/// one for every unit of the motion of each body and of the effort of each connection.
///
/// `columns` are the names of what is recorded with their units.
#[must_use]
pub fn plots(scenario: &Scenario, columns: &[(&str, &str)], most: usize) -> (Vec<Plot>, usize) {
    if !scenario.plots.is_empty() {
        return (scenario.plots.clone(), 0);
    }
    // `arm[1].angle` belongs to `arm`.
    let mut owned: HashMap<(&str, &str), Vec<&str>> = HashMap::new();
    for &(column, unit) in columns {
        let owner = column.split(['.', '[']).next().unwrap_or_default();
        if owner.len() < column.len() {
            owned.entry((owner, unit)).or_default().push(column);
        }
    }
    let panel = |name: &str, unit: &str| {
        let columns = owned.get(&(name, unit)).into_iter().flatten();
        let y: Vec<String> = columns.map(|column| (*column).to_owned()).collect();
        (!y.is_empty()).then(|| Plot {
            title: name.to_owned(),
            x: "t".to_owned(),
            y,
            x_label: String::new(),
            y_label: String::new(),
            equal_aspect: false,
        })
    };
    let of_body =
        |name| ["m", "rad", "m/s", "rad/s"].into_iter().filter_map(move |unit| panel(name, unit));
    let of_effort = |name| ["N", "N m"].into_iter().filter_map(move |unit| panel(name, unit));
    let bodies = scenario.bodies.keys().map(String::as_str).flat_map(of_body);
    let efforts = scenario.connections.keys().map(String::as_str).flat_map(of_effort);
    let mut plots: Vec<Plot> = bodies.chain(efforts).collect();
    let left_out = plots.len().saturating_sub(most);
    plots.truncate(most);
    (plots, left_out)
}

/// The figure of some plots: a panel for each, in two columns if there are more than three, over one axis of time
/// if all are over the time. `columns` are as in [`plots`].
///
/// # Errors
/// A plot of a column that is not recorded.
pub fn figure(
    plots: &[Plot],
    title: &str,
    record: &Recorder,
    columns: &[(&str, &str)],
) -> Result<Figure, UnknownColumn> {
    let units: HashMap<&str, &str> = columns.iter().copied().collect();
    let mut figure = Figure::new(title).columns(if plots.len() > 3 { 2 } else { 1 });
    if plots.iter().all(|plot| plot.x == "t") {
        figure = figure.share_x();
    }
    for plot in plots {
        figure = figure.panel(panel(plot, record, &units)?);
    }
    // A scenario that records the time only has an empty panel.
    Ok(if plots.is_empty() { figure.panel(Panel::new()) } else { figure })
}

fn panel(
    plot: &Plot,
    record: &Recorder,
    units: &HashMap<&str, &str>,
) -> Result<Panel, UnknownColumn> {
    let or = |given: &str, columns: &[String]| {
        let unit_of = |column: &str| units.get(column).copied().unwrap_or_default();
        if given.is_empty() { label(columns, unit_of) } else { given.to_owned() }
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

/// The label of an axis for some columns: the name of the only one, and the unit they share.
#[must_use]
pub fn label<'a>(columns: &[String], unit_of: impl Fn(&str) -> &'a str) -> String {
    let name = match columns {
        [only] if only == "t" => "time",
        [only] => only,
        _ => "",
    };
    let first = columns.first().map_or("", |column| unit_of(column));
    let is_shared = columns.iter().all(|column| unit_of(column) == first);
    let unit = if is_shared { first } else { "" };
    if unit.is_empty() { name.to_owned() } else { format!("{name} [{unit}]").trim().to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_have_the_unit_that_columns_share() {
        use stiction_scenario::channel::unit_of;
        let names = |names: &[&str]| names.iter().map(|&n| n.to_owned()).collect::<Vec<_>>();
        let label = |columns: &[String]| super::label(columns, unit_of);
        assert_eq!(label(&names(&["t"])), "time [s]");
        assert_eq!(label(&names(&["block.vx"])), "block.vx [m/s]");
        assert_eq!(label(&names(&["a.fx", "b.force"])), "[N]");
        assert_eq!(label(&names(&["a.fx", "b.torque"])), "");
        assert_eq!(label(&names(&["arm[1].rate"])), "arm[1].rate [rad/s]");
        assert_eq!(label(&names(&["energy.power_residual"])), "energy.power_residual [W]");
        assert_eq!(label(&names(&["foot.internal[0]"])), "foot.internal[0]");
    }

    #[test]
    fn what_has_no_plots_has_one_for_each_unit_of_what_moves() {
        let text = "schema_version = 1\nsolver = { step = 1e-3, until = 0.01 }\n\
                    [bodies.block]\ntype = \"point_mass\"\ndomain = \"line\"\nmass = 1.0\n\
                    [bodies.blocking]\ntype = \"point_mass\"\ndomain = \"line\"\nmass = 1.0\n";
        let scenario = Scenario::from_toml(text).unwrap();
        let columns = [
            ("t", "s"),
            ("block.x", "m"),
            ("block.vx", "m/s"),
            ("blocking.x", "m"),
            ("block.force", "N"),
        ];
        let titles = |most| {
            let (plots, left_out) = plots(&scenario, &columns, most);
            (plots.iter().flat_map(|plot| plot.y.clone()).collect::<Vec<_>>(), left_out)
        };
        // In the order of the bodies; a name that begins like another is not part of it.
        let all = ["block.x", "block.vx", "blocking.x"].map(str::to_owned);
        assert_eq!(titles(8), (all.to_vec(), 0));
        assert_eq!(titles(1), (all[..1].to_vec(), 2));
    }
}
