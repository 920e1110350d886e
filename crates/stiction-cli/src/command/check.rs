//! `stiction check`: what is in a scenario, and whether its step is small enough.

use clap::Args;
use stiction::network::{Network, NetworkError};
use stiction::ode::{Ode, Tableau};
use stiction::scenario::Mechanism;

use crate::Outcome;
use crate::command::sweep;
use crate::kind::type_of;
use crate::numbers::{count, short};
use crate::source::{Loaded, Source};
use crate::terminal::Terminal;
use crate::{figure, unconnected};

/// Checks a scenario without running it: what it contains, whether the step is small enough for
/// what can stick, and whether something is left unconnected.
#[derive(Args)]
#[command(after_help = "\
Examples:
  stiction check slider.toml
  stiction check slider.toml --set solver.step=1e-3 --strict

Exit codes: 1 if the scenario has an error, or a warning with --strict.")]
pub(crate) struct Options {
    #[command(flatten)]
    source: Source,
    /// Fail on warnings
    #[arg(long)]
    strict: bool,
}

pub(crate) fn run(options: &Options, terminal: &Terminal) -> Outcome<()> {
    let loaded = options.source.load(vec![])?;
    let scenario = &loaded.scenario;
    // What a run would refuse.
    figure::check(scenario)?;
    let Mechanism { network, .. } = scenario.mechanism()?;
    let tableau = Tableau::from(scenario.solver.method);
    let step = scenario.solver.step;
    terminal.say(description(&loaded, &network))?;
    if let Some(sweep) = &scenario.sweep {
        let design = sweep::design::design(sweep, None, None)?;
        sweep::design::check(&loaded, &design)?;
        let parameters = count(design.names().len(), "parameter", "parameters");
        terminal.say(format!("sweep: {} over {parameters}", members(design.len())))?;
    }

    let state = network.initial_state();
    let mut warnings: Vec<String> = unconnected::warnings(scenario);
    // A run may be cut short, a sweep may not.
    let windows = scenario.sweep.iter().try_for_each(|s| s.check_windows(scenario.solver.until));
    warnings.extend(windows.err().map(|error| format!("a sweep would be refused: {error}")));
    let unstable = network.stability_warnings(&state, &tableau, step)?;
    warnings.extend(unstable.iter().map(ToString::to_string));
    terminal.say(match largest_stable_step(&network, &tableau, step)? {
        Some(largest) => {
            format!("largest step at which all that can stick holds: {} s", short(largest))
        }
        None => "nothing that can stick limits the step".to_owned(),
    })?;
    warnings.iter().for_each(|warning| terminal.warn(warning));
    if options.strict && !warnings.is_empty() {
        return Err(count(warnings.len(), "warning", "warnings").into());
    }
    Ok(())
}

fn members(number: usize) -> String {
    count(number, "member", "members")
}

fn description(loaded: &Loaded, network: &Network) -> String {
    let scenario = &loaded.scenario;
    let mut lines = vec![format!("{}: {}", loaded.file.path().display(), loaded.title())];
    lines.push(format!(
        "{}, {}, {}; {}",
        count(scenario.bodies.len(), "body", "bodies"),
        count(scenario.drives.len(), "drive", "drives"),
        count(scenario.connections.len(), "connection", "connections"),
        count(network.dim(), "state variable", "state variables"),
    ));
    let mut parts: Vec<[String; 2]> = vec![];
    for (name, body) in &scenario.bodies {
        parts.push([name.clone(), type_of(body)]);
    }
    for (name, drive) in &scenario.drives {
        parts.push([name.clone(), type_of(drive)]);
    }
    for (name, connection) in &scenario.connections {
        let map = type_of(&connection.map);
        let through = if map == "direct" { String::new() } else { format!(" through {map}") };
        let ports = connection.ports.as_slice().join(" and ");
        parts.push([name.clone(), format!("{} on {ports}{through}", type_of(&connection.law))]);
    }
    let width = parts.iter().map(|[name, _]| name.chars().count()).max().unwrap_or(0);
    lines.extend(parts.iter().map(|[name, what]| format!("  {name:width$}  {what}")));
    let solver = &scenario.solver;
    lines.push(format!(
        "{} steps of {} s ({}), a row every {} s",
        // All digits: it is a count.
        (solver.until / solver.step).ceil(),
        short(solver.step),
        // A unit variant is written as its name.
        serde_json::to_value(solver.method)
            .ok()
            .and_then(|v| v.as_str().map(str::to_owned))
            .unwrap_or_default(),
        short(scenario.sampling()),
    ));
    lines.join("\n")
}

/// The largest step at which nothing chatters that can be stuck, to half a percent from below; none
/// if there is no limit up to a thousand times the present step.
fn largest_stable_step(
    network: &Network,
    tableau: &Tableau,
    step: f64,
) -> Result<Option<f64>, NetworkError> {
    let state = network.initial_state();
    let holds = |step: f64| Ok(network.stability_warnings(&state, tableau, step)?.is_empty());
    let (mut good, mut bad) = (step, step);
    if holds(step)? {
        while holds(bad)? {
            good = bad;
            bad *= 2.0;
            if bad > 1000.0 * step {
                return Ok(None);
            }
        }
    } else {
        while !holds(good)? {
            bad = good;
            good /= 2.0;
            if good < 1e-9 * step {
                return Ok(Some(0.0));
            }
        }
    }
    while bad / good > 1.005 {
        let middle = (good * bad).sqrt();
        if holds(middle)? {
            good = middle;
        } else {
            bad = middle;
        }
    }
    Ok(Some(good))
}

#[cfg(test)]
mod tests {
    use stiction::prelude::*;

    use super::*;

    #[test]
    fn the_largest_step_of_a_stuck_block() {
        // Rk4 with Z = B + tau K holds an undamped element to K T²/m = 5.2 or so.
        let mut net = NetworkBuilder::new();
        let mass = PointMass::<Line>::builder().mass(1.0).build().unwrap();
        let block = net.add(mass, Motion::default()).unwrap();
        let law = GsatFriction::builder().stiffness(1e4).damping(0.0).limit(1.0).build().unwrap();
        net.connect(law, Direct::new(), block.port()).unwrap();
        let network = net.build().unwrap();
        for start in [1e-4, 1e-1] {
            let largest = largest_stable_step(&network, &Tableau::rk4(), start).unwrap().unwrap();
            let ratio = 1e4 * largest * largest;
            assert!((5.0..5.4).contains(&ratio), "{ratio} from {start}");
        }
    }

    #[test]
    fn a_free_body_has_no_largest_step() {
        let mut net = NetworkBuilder::new();
        let mass = PointMass::<Line>::builder().mass(1.0).build().unwrap();
        net.add(mass, Motion::default()).unwrap();
        let network = net.build().unwrap();
        assert_eq!(largest_stable_step(&network, &Tableau::rk4(), 1e-3).unwrap(), None);
    }
}
