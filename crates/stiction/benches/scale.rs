//! Growth of a network: chains and sheets of springs and sliders, up to a million components.
//!
//! The competitor is a hand-written edge list, in order and shuffled: the network puts neighbours
//! next to each other in any order, the list stays as it was written. Then the time per component
//! against the size, one thread against two, and the time to build. Competitors run in turns in one
//! process; the smallest time counts.
//!
//! `cargo bench -p stiction --bench scale`

#[allow(dead_code, reason = "used in part")]
mod door;
mod hand_written;
mod mesh;
#[path = "../../../docs/benchmarks/shared/race.rs"]
mod race;
#[path = "../../../docs/benchmarks/shared/record.rs"]
mod record;

use std::time::Instant;

use hand_written::Rk4;
use mesh::Mesh;
use race::{race, timed};
use rayon::ThreadPool;
use stiction::ode::RungeKutta;
use stiction::prelude::*;

const STEP: f64 = 1e-3;
/// Largest relative difference between network and edge list.
const AGREEMENT: f64 = 1e-9;

fn seconds() -> f64 {
    if record::quick() { 0.5 } else { 5.0 }
}

fn threads(count: usize) -> ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(count).build().expect("threads")
}

fn record(case: &str, what: &str, against: &str, value: f64) {
    record::Figure { case, table: "Scale", what, against, value }.record();
}

/// A network with its state and stepper.
struct Running {
    network: Network,
    stepper: RungeKutta,
    x: Vec<f64>,
    done: u64,
}

impl Running {
    fn new(network: Network) -> Self {
        let x = network.initial_state().values().to_vec();
        Self { stepper: RungeKutta::new(Tableau::rk4(), x.len()), network, x, done: 0 }
    }

    fn run(&mut self, steps: u32) {
        for _ in 0..steps {
            let time = self.done as f64 * STEP;
            self.stepper.step(&self.network, time, STEP, &mut self.x).expect("finite");
            self.done += 1;
        }
    }
}

fn against_an_edge_list() {
    const MASSES: usize = 100_000;
    println!("10^5 masses, network / edge list, one thread, ns per mass and step");
    println!("{:40} {:>8} {:>8} {:>7}", "", "list", "network", "ratio");
    let sheet = |friction| Mesh::sheet(250, 400, friction);
    for (case, what, mesh) in [
        ("chain_ordered", "chain, in order", Mesh::chain(MASSES, false)),
        ("chain_shuffled", "chain, random order", Mesh::chain(MASSES, false).shuffled()),
        ("chain_sliders_ordered", "chain with sliders, in order", Mesh::chain(MASSES, true)),
        (
            "chain_sliders_shuffled",
            "chain with sliders, random order",
            Mesh::chain(MASSES, true).shuffled(),
        ),
        ("sheet_ordered", "sheet with sliders, in order", sheet(true)),
        ("sheet_shuffled", "sheet with sliders, random order", sheet(true).shuffled()),
    ] {
        let (list, mut x) = mesh.edge_list();
        let (mut rk4, mut done) = (Rk4::new(x.len()), 0_u64);
        let mut by_hand = |steps: u32| {
            for _ in 0..steps {
                rk4.step(&list, done as f64 * STEP, STEP, &mut x);
                done += 1;
            }
        };
        let mut composed = Running::new(mesh.network(door::Door::Typed));
        let [hand, own] = race(
            seconds(),
            &mut [&mut |steps| timed(|| by_hand(steps)), &mut |steps| {
                timed(|| composed.run(steps))
            }],
        );
        let mut y = composed.x;
        x.sort_by(f64::total_cmp);
        y.sort_by(f64::total_cmp);
        let same = x.len() == y.len() && x.iter().zip(&y).all(|(a, b)| (a - b).abs() < AGREEMENT);
        assert!(same, "{what}: the two do not compute the same");
        let (per, ratio) = (MASSES as f64, own.least / hand.least);
        println!("{what:40} {:8.1} {:8.1} {ratio:7.2}", hand.least / per, own.least / per);
        record(case, &format!("10^5 masses, {what}: time"), "edge list", ratio);
    }
}

/// Measures the time per component and step \[ns\] of chains from 10^3 to 10^6 components, in
/// turns.
fn growth() {
    println!("\nchains of masses, springs and sliders, one thread");
    println!("components  ns/component and step  build [s]");
    let mut build = [0.0; 4];
    let mut chains: [(f64, Running); 4] = std::array::from_fn(|k| {
        let mesh = Mesh::chain(10_usize.pow(k as u32 + 3) / 3, true);
        let start = Instant::now();
        let running = Running::new(mesh.network(door::Door::Typed));
        build[k] = start.elapsed().as_secs_f64();
        (mesh.components() as f64, running)
    });
    // A unit is the work of a step of a million components, in chains of any size.
    let units = [1000, 100, 10, 1];
    let [a, b, c, d] = &mut chains;
    let times = race(
        2.0 * seconds(),
        &mut [
            &mut |n| timed(|| a.1.run(n * units[0])),
            &mut |n| timed(|| b.1.run(n * units[1])),
            &mut |n| timed(|| c.1.run(n * units[2])),
            &mut |n| timed(|| d.1.run(n * units[3])),
        ],
    );
    let mut each = [0.0; 4];
    for k in 0..4 {
        each[k] = times[k].least / f64::from(units[k]) / chains[k].0;
        println!("10^{} {:27.2} {:10.2}", k + 3, each[k], build[k]);
    }
    for (k, name) in [(1, "10000"), (2, "100000"), (3, "1000000")] {
        let what = format!("slider chain of 10^{} components: time of one", k + 3);
        record(&format!("growth_{name}"), &what, "10^3 components", each[k] / each[0]);
    }
}

/// Races one thread against two on a million components.
fn two_threads() {
    let mesh = Mesh::chain(1_000_000 / 3, true);
    let pools = [threads(1), threads(2)];
    let mut chains = [
        Running::new(mesh.network(door::Door::Typed)),
        Running::new(mesh.network(door::Door::Typed)),
    ];
    let [first, second] = &mut chains;
    let [one, two] = race(
        2.0 * seconds(),
        &mut [&mut |n| timed(|| pools[0].install(|| first.run(n))), &mut |n| {
            timed(|| pools[1].install(|| second.run(n)))
        }],
    );
    let ratio = one.least / two.least;
    println!("\n10^6 components: two threads are {ratio:.2} times as fast as one");
    record("two_threads", "10^6 components: one thread", "two threads", ratio);
    assert!(first.x == second.x, "threads change the bits");
}

fn main() {
    threads(1).install(|| {
        against_an_edge_list();
        growth();
    });
    two_threads();
}
