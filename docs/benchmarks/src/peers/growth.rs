//! Many bodies: time per body and step (task B5).

use crate::library::{Composed, Model};
use crate::race::race_all;
use crate::record::{Figure, quick};
use crate::task::{Body, Simulator, World, sphere};
use stiction::prelude::Tableau;

const STEP: f64 = 1e-3;
const TABLE: &str = "Peer tasks, time";

/// Returns the number of steps: too few for a body to stop, and fewer for many bodies.
fn steps(count: usize) -> u32 {
    (20_000 / count as u32).clamp(40, 400)
}

struct Entry {
    name: String,
    world: Box<dyn World>,
}

impl Entry {
    fn own(name: &str, model: Model, count: usize) -> Self {
        let tableau = Tableau::rk4();
        let world = Composed { model, count, step: STEP, tableau, thrown: None };
        Self { name: name.to_owned(), world: Box::new(world) }
    }
}

/// Returns the least time per body and step \[µs\] of every entry, measured in turns.
fn microseconds(count: usize, entries: &mut [Entry]) -> Vec<f64> {
    let steps = steps(count);
    let mut runners: Vec<_> = entries
        .iter_mut()
        .map(|entry| {
            move |runs: u32| -> f64 {
                (0..runs).map(|_| entry.world.run(sphere::SPEEDS[0], steps)).sum()
            }
        })
        .collect();
    let mut runners: Vec<&mut dyn FnMut(u32) -> f64> =
        runners.iter_mut().map(|run| run as &mut dyn FnMut(u32) -> f64).collect();
    let timings = race_all(if quick() { 0.3 } else { 3.0 }, &mut runners);
    timings.iter().map(|t| 1e-3 * t.least / (f64::from(steps) * count as f64)).collect()
}

fn record(case: &str, what: &str, against: &str, value: f64) {
    Figure { case, table: TABLE, what, against, value }.record();
}

/// Compares our bodies of one kind with those of the peers.
fn compare(body: Body, own: &[(&str, &str, Model)], peers: &mut [Box<dyn Simulator>]) {
    let plural = if body == Body::Sphere { "spheres" } else { "sliders" };
    let counts: &[usize] = if quick() { &[10, 1000] } else { &[10, 100, 1000, 10_000] };
    for &count in counts {
        let mut entries: Vec<Entry> =
            own.iter().map(|(_, name, model)| Entry::own(name, *model, count)).collect();
        for peer in peers.iter_mut() {
            let world = peer.world(body, count, 0, STEP);
            entries.extend(world.map(|world| Entry { name: peer.name().to_owned(), world }));
        }
        let times = microseconds(count, &mut entries);
        print!("B5, {count} {plural}, microseconds per body and step:");
        for (entry, time) in entries.iter().zip(&times) {
            print!("  {} {time:.3}", entry.name);
        }
        println!();
        let peers = entries.iter().zip(&times).skip(own.len());
        for ((key, name, _), time) in own.iter().zip(&times) {
            if count == 1000 {
                let what = format!("B5, {name}: time of 1000, per body and step");
                record(&format!("b5_{key}"), &what, "microseconds", *time);
            }
            for (peer, theirs) in peers.clone() {
                let case =
                    format!("b5_{key}_{count}_{}", peer.name.to_lowercase().replace(' ', "_"));
                let what = format!("B5, {count} {name}: time");
                record(&case, &what, &format!("{}, default", peer.name), time / theirs);
            }
        }
    }
    for (key, name, model) in own {
        flatness(key, name, *model);
    }
}

/// Measures the time per body of 1000 and of 10 000 against that of 10, in turns.
fn flatness(key: &str, name: &str, model: Model) {
    let counts: &[usize] = if quick() { &[10, 1000] } else { &[10, 1000, 10_000] };
    let mut entries: Vec<_> =
        counts.iter().map(|&count| (count, Entry::own(name, model, count))).collect();
    // A unit is the same amount of work for any number of bodies.
    let mut runners: Vec<_> = entries
        .iter_mut()
        .map(|(count, entry)| {
            let steps = steps(*count);
            let repeats = (100_000 / (steps * *count as u32)).max(1);
            let work = f64::from(repeats * steps) * *count as f64;
            move |units: u32| -> f64 {
                let runs = units * repeats;
                let time: f64 = (0..runs).map(|_| entry.world.run(sphere::SPEEDS[0], steps)).sum();
                time / work
            }
        })
        .collect();
    let mut runners: Vec<&mut dyn FnMut(u32) -> f64> =
        runners.iter_mut().map(|run| run as &mut dyn FnMut(u32) -> f64).collect();
    let least = fixed_race(&mut runners);
    for (k, count) in counts.iter().enumerate().skip(1) {
        let what = format!("B5, {name}: time per body of {count}");
        record(&format!("b5_{key}_flat_{count}"), &what, "of 10", least[k] / least[0]);
        println!("{what}: {:.2} times that of 10", least[k] / least[0]);
    }
}

/// Returns the least time of a unit of each, measured in turns.
fn fixed_race(runners: &mut [&mut dyn FnMut(u32) -> f64]) -> Vec<f64> {
    let rounds = if quick() { 12 } else { 40 };
    let mut least = vec![f64::INFINITY; runners.len()];
    for _ in 0..rounds {
        for (run, least) in runners.iter_mut().zip(&mut least) {
            *least = least.min(run(1));
        }
    }
    least
}

pub(crate) fn run(peers: &mut [Box<dyn Simulator>]) {
    compare(Body::Sphere, &[("spheres", "spheres", Model::Sphere)], peers);
    compare(
        Body::Box,
        &[
            ("boxes", "boxes on four corners", Model::Corners),
            ("ellipsoids", "sliders on a friction ellipsoid", Model::Ellipsoid),
            ("limit_surfaces", "sliders on a limit surface", Model::LimitSurface),
        ],
        peers,
    );
}
