//! `stiction check`: the contents of a scenario, and whether its step is small enough.

use clap::Args;
use serde_json::json;
use stiction::network::{Elements, Network, Simulation};
use stiction::ode::Ode;
use stiction::output::{count, short};
use stiction::scenario::Registry;
use stiction::study::Case;
use stiction::study::run::{step_warnings, unconnected};
use stiction::study::sweep::judged_design;

use crate::Outcome;
use crate::contents::contents;
use crate::figure;
use crate::numbers::padded;
use crate::source::{self, Source};
use crate::terminal::Terminal;

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
    /// Print one JSON object instead of text, also if the check fails
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(options: &Options, registry: &Registry, terminal: &Terminal) -> Outcome<()> {
    let (loaded, mechanism) = options.source.build(vec![], registry)?;
    let scenario = &loaded.scenario;
    // A run would refuse these plots.
    figure::check(scenario)?;
    let (sim, _) = mechanism.simulation(&scenario.solver)?;
    terminal.fact("scenario", source::facts(&loaded));
    terminal.fact("contents", contents(scenario, sim.network()));
    terminal.say(description(&loaded, sim.network()))?;
    if scenario.sweep.is_some() {
        let design = judged_design(&loaded)?;
        terminal.fact("sweep", json!({ "members": design.len(), "parameters": design.names() }));
        let parameters = count(design.names().len(), "parameter", "parameters");
        let members = count(design.len(), "member", "members");
        terminal.say(format!("sweep: {members} over {parameters}"))?;
    }

    let mut warnings: Vec<String> = unconnected(scenario, false);
    warnings.extend(sim.network().map_doubts());
    warnings.extend(scenario.notes()?);
    // A run may be cut short, a sweep may not.
    let windows = scenario.sweep.iter().try_for_each(|s| s.check_windows(scenario.solver.until));
    warnings.extend(windows.err().map(|error| format!("a sweep would be refused: {error}")));
    warnings.extend(step_warnings(&sim)?);
    terminal.say(stability(&sim, terminal)?)?;
    warnings.iter().for_each(|warning| terminal.warn(warning));
    if options.strict && !warnings.is_empty() {
        return Err(count(warnings.len(), "warning", "warnings").into());
    }
    Ok(())
}

fn description(loaded: &Case, network: &Network) -> String {
    let scenario = &loaded.scenario;
    let mut lines = vec![format!("{}: {}", loaded.file.path().display(), loaded.title())];
    lines.push(format!(
        "{}, {}, {}; {}",
        count(scenario.bodies.len(), "body", "bodies"),
        count(scenario.drives.len(), "drive", "drives"),
        count(scenario.connections.len(), "connection", "connections"),
        count(network.dim(), "state variable", "state variables"),
    ));
    let bodies = scenario.bodies.iter().map(|(name, body)| (name, body.kind.tag().to_owned()));
    let drives = scenario.drives.iter().map(|(name, drive)| (name, drive.tag().to_owned()));
    let connections = scenario.connections.iter().map(|(name, connection)| {
        let map = connection.map.tag();
        let through = if map == "direct" { String::new() } else { format!(" through {map}") };
        let ports = connection.ports.as_slice().join(" and ");
        (name, format!("{} on {ports}{through}", connection.law.tag()))
    });
    let parts: Vec<_> = bodies.chain(drives).chain(connections).collect();
    let width = parts.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    lines.extend(parts.iter().map(|(name, what)| format!("  {}  {what}", padded(name, width))));
    let solver = &scenario.solver;
    lines.push(format!(
        "{} steps of {} s ({}), a row every {} s",
        // All digits: it is a count.
        (solver.until / solver.step).ceil(),
        short(solver.step),
        // A unit variant is written as its name.
        json!(solver.method).as_str().unwrap_or_default(),
        short(scenario.sampling()),
    ));
    lines.join("\n")
}

/// Returns how far the step is from its limits.
fn stability(sim: &Simulation, terminal: &Terminal) -> Outcome<String> {
    /// The factor within which the limit of springs and dampers is found.
    const PRECISION: f64 = 1.02;
    /// The largest step tried, as a multiple of the step.
    const MOST: f64 = 1e3;
    let (network, state) = (sim.network(), sim.state());
    let (tableau, step) = (sim.tableau(), sim.step_size());
    let holds = network.largest_stuck_step(state, tableau)?;
    let resolves = network.largest_resolved_step(state, tableau, step, MOST, PRECISION)?;
    // Loads that oscillate must be sampled finely enough too.
    let sampled = network.largest_sampling_step(state)?;
    let resolves = resolves.into_iter().chain(sampled).min_by(f64::total_cmp);
    let radius = sim.step_stability(Elements::AsTheyAre)?.spectral_radius;
    terminal.fact(
        "stability",
        json!({
            "largest_step": holds, "largest_resolved_step": resolves, "unit": "s",
            "spectral_radius": radius,
        }),
    );
    let holds = match holds {
        Some(0.0) => "no step holds all that can stick".to_owned(),
        Some(largest) => {
            format!("largest step at which all that can stick holds: {} s", short(largest))
        }
        None => "nothing that can stick limits the step".to_owned(),
    };
    let resolves = match resolves {
        Some(0.0) => "no step resolves the mechanism at the start".to_owned(),
        Some(largest) => {
            format!("largest step that resolves the mechanism at the start: {} s", short(largest))
        }
        None => format!("nothing else limits the step up to {MOST} times its size"),
    };
    Ok(format!("{holds}\n{resolves}"))
}
