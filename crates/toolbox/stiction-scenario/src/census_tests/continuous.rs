//! The components are ordinary differential equations, with the exceptions that the page about FMUs lists.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use stiction_core::Stage;
use stiction_network::Simulation;

use super::{EVERYTHING, everything};
use crate::body::MakeBody;
use crate::law::MakeLaw;
use crate::library;

/// Simulates the scenario of everything for a few steps: bristles are bent, contacts pressed.
fn moved() -> Simulation {
    let (_folder, scenario) = everything();
    let mut sim = scenario.simulation().unwrap().0;
    sim.run_until(3e-4).unwrap();
    sim
}

/// Returns the types of the components that are not ordinary differential equations.
fn hindering(sim: &Simulation) -> BTreeSet<String> {
    let table: toml::Value = toml::from_str(EVERYTHING).unwrap();
    let obstacles = sim.network().obstacles(sim.state()).unwrap();
    let of = |obstacle: &stiction_network::Obstacle| match obstacle {
        stiction_network::Obstacle::Projected { component, .. } => {
            table["bodies"][component]["type"].as_str().unwrap().to_owned()
        }
        other => panic!("{other}"),
    };
    obstacles.iter().map(of).collect()
}

#[test]
fn the_page_about_fmus_lists_what_hinders_model_exchange() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/src/fmu.md");
    let page = fs::read_to_string(page).unwrap();
    let section = page.split("\n## ").find(|section| section.starts_with("Model exchange\n"));
    let rows = section.unwrap().lines().filter(|line| line.starts_with("| `"));
    let [mut always, mut sometimes] = [BTreeSet::new(), BTreeSet::new()];
    for row in rows {
        let cells: Vec<&str> = row.split('|').collect();
        let listed = if cells[2].trim().starts_with("yes") { &mut always } else { &mut sometimes };
        listed.extend(cells[1].split('`').skip(1).step_by(2).map(str::to_owned));
    }
    let sim = moved();
    assert_eq!(sometimes, hindering(&sim));
    let registry = library();
    let tags = [registry.known::<MakeLaw>().tags(), registry.known::<MakeBody>().tags()].concat();
    let tags: BTreeSet<String> = tags.into_iter().map(str::to_owned).collect();
    assert_eq!(always.union(&sometimes).cloned().collect::<BTreeSet<_>>(), tags);
    assert!(tags.len() > 25, "{tags:?}");
    // The stone, a body of the same type, is an equation because it is not set back.
    let obstacles = sim.network().obstacles(sim.state()).unwrap();
    assert!(!obstacles.iter().any(|obstacle| obstacle.to_string().contains("`stone`")));
}

/// Returns the largest change of a rate with the length of a stage, relative to the rate.
fn change(sim: &Simulation, tau: f64) -> f64 {
    let rates = |tau: f64| {
        let frame = sim.frame_since(sim.time());
        let stage = Stage::first(sim.time(), tau).with_inputs(Some(sim.state().inputs()));
        let mut rates = vec![f64::NAN; sim.state().values().len()];
        frame.at_stage(stage).rates(&mut rates).unwrap();
        rates
    };
    let pairs = rates(0.0).into_iter().zip(rates(tau));
    pairs.map(|(zero, tau)| (tau - zero).abs() / (1.0 + zero.abs())).fold(0.0, f64::max)
}

#[test]
fn without_the_length_of_a_stage_every_law_is_the_limit_of_short_ones() {
    let sim = moved();
    assert!(change(&sim, 1e-13) < 1e-6, "{}", change(&sim, 1e-13));
    // The control: long stages change the rates.
    assert!(change(&sim, 1e-3) > 1e-2, "{}", change(&sim, 1e-3));
}
