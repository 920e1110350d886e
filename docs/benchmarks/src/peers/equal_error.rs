//! The rolling sphere: time for a simulated second at equal error of the time at which slip ends.

use crate::race::race;
use crate::record::{Figure, quick};
use crate::task::{Body, Simulator, World, sphere};

/// Bounds on the error \[s\].
const LEVELS: [f64; 5] = [1e-2, 1e-3, 1e-4, 1e-5, 1e-6];

/// A simulator with a setting and a step.
struct Candidate {
    label: String,
    world: Box<dyn World>,
    step: f64,
    /// Largest error over the speeds \[s\].
    error: f64,
    /// Rough time for a simulated second \[s\].
    cost: f64,
}

impl Candidate {
    fn steps(&self) -> u32 {
        (sphere::SECONDS / self.step).round() as u32
    }
}

fn steps() -> &'static [f64] {
    let all = &[2e-2, 1e-2, 5e-3, 2e-3, 1e-3, 5e-4, 2e-4];
    if quick() { &all[..5] } else { all }
}

/// Time for a simulated second \[s\] beyond which a setting is not tried with smaller steps.
const PATIENCE: f64 = 0.02;

/// Returns all settings and steps of a simulator.
fn sweep(simulator: &mut dyn Simulator) -> Vec<Candidate> {
    let mut candidates = vec![];
    for setting in 0..simulator.settings().len() {
        for &step in steps() {
            let Some(mut world) = simulator.world(Body::Sphere, 1, setting, step) else { continue };
            let count = (sphere::SECONDS / step).round() as u32;
            let error = sphere::SPEEDS.iter().map(|&speed| {
                let slips = world.slips(speed, count);
                (sphere::found_time(speed, step, &slips) - sphere::exact_time(speed)).abs()
            });
            let error = error.fold(0.0, f64::max);
            let run = |_| world.run(sphere::SPEEDS[0], count);
            let cost = (0..2).map(run).fold(f64::INFINITY, f64::min) / sphere::SECONDS;
            let label = format!("{}, dt = {step:.0e} s", simulator.settings()[setting]);
            candidates.push(Candidate { label, world, step, error, cost });
            if cost > PATIENCE {
                break;
            }
        }
    }
    candidates
}

/// Settings and steps of a simulator for a rolling sphere.
pub(crate) struct Candidates(Vec<Candidate>);

impl Candidates {
    pub(crate) fn of(simulator: &mut dyn Simulator) -> Self {
        let candidates = sweep(simulator);
        list(simulator.name(), &candidates);
        Self(candidates)
    }
}

/// Returns the cheapest candidate within an error.
fn cheapest(candidates: &mut [Candidate], error: f64) -> Option<&mut Candidate> {
    let exact = candidates.iter_mut().filter(|candidate| candidate.error <= error);
    exact.min_by(|a, b| a.cost.total_cmp(&b.cost))
}

fn list(name: &str, candidates: &[Candidate]) {
    println!("{name}: error of the end of slip [s], microseconds per simulated second");
    for Candidate { label, error, cost, .. } in candidates {
        println!("  {label:60} {error:9.1e} {:10.1}", 1e6 * cost);
    }
}

/// Races the cheapest of both at all levels that the peer reaches, and at its best.
pub(crate) fn compare(key: &str, own: &mut Candidates, peer: &mut dyn Simulator) {
    let name = peer.name();
    let (own, mut peers) = (&mut own.0, sweep(peer));
    list(name, &peers);
    let best = peers.iter().map(|candidate| candidate.error).fold(f64::INFINITY, f64::min);
    let reached = LEVELS.into_iter().filter(|&level| level >= best);
    let mut least = f64::INFINITY;
    for (level, of) in reached.map(|level| (level, "at most")).chain([(best, "its best")]) {
        let (Some(a), Some(b)) = (cheapest(own, level), cheapest(&mut peers, level)) else {
            println!("{name}: no comparison at {level:.1e} s");
            continue;
        };
        let (mine, theirs) = (a.steps(), b.steps());
        let [mine, theirs] = race(
            if quick() { 0.2 } else { 2.0 },
            &mut [
                &mut |runs| (0..runs).map(|_| a.world.run(sphere::SPEEDS[0], mine)).sum(),
                &mut |runs| (0..runs).map(|_| b.world.run(sphere::SPEEDS[0], theirs)).sum(),
            ],
        );
        let ratio = theirs.least / mine.least;
        least = least.min(ratio);
        let level = format!("{level:.1e}");
        println!(
            "error {of} {level} s: {name} ({}) / stiction ({}) = {ratio:.1}",
            b.label, a.label
        );
        Figure {
            case: &format!("equal_error_{key}_{}_{level}", of.replace(' ', "_")),
            table: "Rolling sphere at equal error of the end of slip",
            what: &format!("error {of} {level} s: time of {name} ({})", b.label),
            against: &format!("stiction ({})", a.label),
            value: ratio,
        }
        .record();
    }
    Figure {
        case: &format!("equal_error_{key}"),
        table: "Rolling sphere at equal error of the end of slip",
        what: &format!("time of {name}, least advantage of all levels of error that it reaches"),
        against: "stiction",
        value: least,
    }
    .record();
}

/// Measures the time of a step of 1 ms with the defaults of both.
pub(crate) fn step_time(key: &str, own: &mut dyn Simulator, peer: &mut dyn Simulator) {
    const STEP: f64 = 1e-3;
    let name = peer.name();
    let world = |simulator: &mut dyn Simulator| simulator.world(Body::Sphere, 1, 0, STEP);
    let (Some(mut a), Some(mut b)) = (world(own), world(peer)) else { return };
    let steps = (sphere::SECONDS / STEP).round() as u32;
    let [mine, theirs] = race(
        if quick() { 0.2 } else { 2.0 },
        &mut [&mut |runs| (0..runs).map(|_| a.run(sphere::SPEEDS[0], steps)).sum(), &mut |runs| {
            (0..runs).map(|_| b.run(sphere::SPEEDS[0], steps)).sum()
        }],
    );
    let ratio = mine.least / theirs.least;
    println!(
        "B1, a step of 1 ms: stiction {:.0} ns, {name} {:.0} ns, ratio {ratio:.3}",
        mine.least / f64::from(steps),
        theirs.least / f64::from(steps)
    );
    Figure {
        case: &format!("b1_step_{key}"),
        table: "Peer tasks, time",
        what: "B1, rolling sphere, step of 1 ms: time",
        against: &format!("{name}, default"),
        value: ratio,
    }
    .record();
}
