//! Measures over parameters.

use stiction_output::plot::{Figure, Panel};
use stiction_output::short;
use stiction_scenario::sweep::{DesignKind, Sweep};

use crate::Results;

/// The largest number of curves in a panel.
const MOST_CURVES: usize = 7;
/// Limit of the panels in a figure, and of its columns: nobody looks at more.
const MOST_PANELS: usize = 24;
const MOST_COLUMNS: usize = 12;

/// Returns a figure with a panel for every measure (below each other) over every parameter (beside each other), and
/// the number of panels that are left out. `label` makes the label of an axis of a name.
pub(super) fn figure(
    sweep: &Sweep,
    results: &Results,
    title: &str,
    label: impl Fn(&str) -> String,
) -> (Figure, usize) {
    let (parameters, measures) = (results.design().names(), results.output_names());
    let columns = parameters.len().min(MOST_COLUMNS);
    let rows = measures.len().min(MOST_PANELS / columns.max(1));
    let width = if columns > 1 { 500.0 * columns as f64 } else { 900.0 };
    let mut figure = Figure::new(title).columns(columns).size(width, 220.0);
    for (y, measure) in measures[..rows].iter().enumerate() {
        for (x, parameter) in parameters[..columns].iter().enumerate() {
            let mut panel = Panel::new().x(label(parameter)).y(label(measure));
            if sweep.parameters.get(parameter).is_some_and(|range| range.log) {
                panel = panel.x_log();
            }
            figure = figure.panel(add(panel, sweep, results, (x, parameters.len() + y)));
        }
    }
    (figure, measures.len() * parameters.len() - rows * columns)
}

/// Draws curves for a grid, one for each combination of the other parameters; dots if there are too many, and for
/// random designs.
fn add(panel: Panel, sweep: &Sweep, results: &Results, (of_x, of_y): (usize, usize)) -> Panel {
    let (x, y) = (results.column_at(of_x), results.column_at(of_y));
    let names = results.design().names().iter().enumerate();
    let (others, values): (Vec<&String>, Vec<Vec<f64>>) =
        names.filter(|(k, _)| *k != of_x).map(|(k, name)| (name, results.column_at(k))).unzip();
    // Members with the same values of the other parameters.
    let mut groups: Vec<(Vec<f64>, Vec<usize>)> = vec![];
    for member in 0..x.len() {
        let key: Vec<f64> = values.iter().map(|column| column[member]).collect();
        let known = groups.iter().position(|(known, _)| *known == key);
        match known {
            Some(group) => groups[group].1.push(member),
            None if groups.len() <= MOST_CURVES => groups.push((key, vec![member])),
            None => {}
        }
    }
    if sweep.design != DesignKind::Grid || groups.len() > MOST_CURVES {
        return panel.points("", &x, &y);
    }
    let mut panel = panel;
    for (key, mut members) in groups {
        members.sort_by(|a, b| x[*a].total_cmp(&x[*b]));
        let pick = |column: &[f64]| members.iter().map(|k| column[*k]).collect::<Vec<_>>();
        // The last key of a path identifies parameters well enough in a legend.
        let last = |path: &str| path.rsplit('.').next().unwrap_or_default().to_owned();
        let named =
            others.iter().zip(&key).map(|(name, v)| format!("{} {}", last(name), short(*v)));
        let label = named.collect::<Vec<_>>().join(", ");
        panel = panel.line_and_points(label, &pick(&x), &pick(&y));
    }
    panel
}
