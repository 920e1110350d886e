//! How a network grows: chains of springs and sliders, up to a million components.
//!
//! Against an edge list written by hand, in the order of the chain and shuffled: the network puts
//! neighbours next to each other whatever the order, the list stays as it was written. Both run in
//! turns in one process; the smallest time counts. Then the time per component against the size, one
//! thread against all, how long it takes to build, and how much memory it takes.
//!
//! `cargo bench -p stiction --bench scale`

mod hand_written;

use std::hint::black_box;
use std::time::Instant;

use hand_written::{Rhs, Rk4};
use stiction::ode::RungeKutta;
use stiction::prelude::*;

const STEP: f64 = 1e-3;
const STIFFNESS: f64 = 40.0;
const DAMPING: f64 = 0.3;
const BRISTLE: f64 = 1e4;
const VISCOUS: f64 = 20.0;
const LIMIT: f64 = 0.5;

/// A chain, its masses inserted in steps of `stride`.
fn name(place: usize, count: usize, stride: usize) -> usize {
    place * stride % count
}

fn start(place: usize) -> (f64, f64) {
    (0.02 * (place as f64 * 0.7).sin(), 0.1 * (place as f64 * 0.3).cos())
}

/// Masses with springs between neighbours, and a gsat slider under each if there is friction.
struct EdgeList {
    edges: Vec<[usize; 2]>,
    friction: bool,
    count: usize,
}

impl EdgeList {
    fn new(count: usize, stride: usize, friction: bool) -> (Self, Vec<f64>) {
        let edges = (0..count - 1).map(|i| i * stride % (count - 1));
        let edges = edges.map(|i| [name(i, count, stride), name(i + 1, count, stride)]).collect();
        let mut x = vec![0.0; count * if friction { 3 } else { 2 }];
        for place in 0..count {
            let mass = name(place, count, stride);
            (x[2 * mass], x[2 * mass + 1]) = start(place);
        }
        (Self { edges, friction, count }, x)
    }
}

impl Rhs for EdgeList {
    fn rhs(&self, _: f64, tau: f64, x: &[f64], dx: &mut [f64]) {
        let (moving, bristles) = x.split_at(2 * self.count);
        let (rates, bristle_rates) = dx.split_at_mut(2 * self.count);
        rates.fill(0.0);
        for &[i, j] in &self.edges {
            let stretch = moving[2 * j] - moving[2 * i];
            let force = STIFFNESS * stretch + DAMPING * (moving[2 * j + 1] - moving[2 * i + 1]);
            rates[2 * i + 1] += force;
            rates[2 * j + 1] -= force;
        }
        if self.friction {
            let z = VISCOUS + tau * BRISTLE;
            for (i, (e, e_rate)) in bristles.iter().zip(bristle_rates).enumerate() {
                let trial = z * moving[2 * i + 1] + BRISTLE * e;
                let f = trial.clamp(-LIMIT, LIMIT);
                *e_rate = if f == trial { moving[2 * i + 1] } else { (f - BRISTLE * e) / z };
                rates[2 * i + 1] -= f;
            }
        }
        for (x, dx) in moving.chunks_exact(2).zip(rates.chunks_exact_mut(2)) {
            dx[0] = x[1];
        }
    }
}

fn network(count: usize, stride: usize, friction: bool) -> Network {
    let mut net = NetworkBuilder::new();
    let mut masses = vec![None; count];
    let mut place_of = vec![0; count];
    (0..count).for_each(|place| place_of[name(place, count, stride)] = place);
    for place in place_of {
        let mass = PointMass::<Line>::builder().mass(black_box(1.0)).build().expect("valid");
        let (pose, flow) = start(place);
        masses[place] = Some(net.add(mass, Motion::new(pose, flow)).expect("finite").port());
    }
    let ports: Vec<_> = masses.into_iter().flatten().collect();
    for i in (0..count - 1).map(|i| i * stride % (count - 1)) {
        let spring = SpringDamper::<Line>::builder().stiffness(STIFFNESS).damping(DAMPING);
        let spring = spring.build().expect("valid");
        net.connect(spring, Between::new(), (ports[i], ports[i + 1])).expect("connected");
    }
    for port in ports.into_iter().filter(|_| friction) {
        let slider = GsatFriction::<Line>::builder().stiffness(BRISTLE).damping(VISCOUS);
        let slider = slider.limit(LIMIT).build().expect("valid");
        net.connect(slider, Direct::new(), port).expect("connected");
    }
    net.build().expect("small")
}

/// Smallest time of a step \[ns\] of each, in turns.
fn race<const N: usize>(rounds: usize, steps: &mut [&mut dyn FnMut(f64); N]) -> [f64; N] {
    let mut best = [f64::INFINITY; N];
    for k in 0..rounds {
        for (step, best) in steps.iter_mut().zip(&mut best) {
            let start = Instant::now();
            step(k as f64 * STEP);
            *best = best.min(start.elapsed().as_nanos() as f64);
        }
    }
    best
}

fn against_an_edge_list() {
    println!("10^5 masses in a chain, network / edge list, one thread, ns per mass and step");
    println!("{:28} {:>8} {:>8} {:>7}", "", "list", "network", "ratio");
    for (what, stride, friction) in [
        ("springs, in order", 1, false),
        ("springs, shuffled", 61_803, false),
        ("springs, sliders, in order", 1, true),
        ("springs, sliders, shuffled", 61_803, true),
    ] {
        let count = 100_000;
        let (list, mut x) = EdgeList::new(count, stride, friction);
        let mut rk4 = Rk4::new(x.len());
        let network = network(count, stride, friction);
        let mut y = network.initial_state().values().to_vec();
        let mut stepper = RungeKutta::new(Tableau::rk4(), y.len());
        let mut by_hand = |t| rk4.step(&list, t, STEP, &mut x);
        let mut composed = |t| stepper.step(&network, t, STEP, &mut y).expect("finite");
        let [hand, net] = race(30, &mut [&mut by_hand, &mut composed]);
        let per = count as f64;
        println!("{what:28} {:8.1} {:8.1} {:7.2}", hand / per, net / per, net / hand);
        let [mut x, mut y] = [x, y];
        x.sort_by(f64::total_cmp);
        y.sort_by(f64::total_cmp);
        let off = x.iter().zip(&y).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(off < 1e-9, "the two do not compute the same: {off:e}");
    }
}

/// Resident memory \[bytes\], where the system tells.
fn resident() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse::<f64>().ok().map(|kilobytes| 1024.0 * kilobytes)
}

fn growth(threads: usize) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    pool.install(|| {
        for exponent in 3..=6 {
            let masses = 10_usize.pow(exponent) / 3;
            let components = (3 * masses - 1) as f64;
            let before = resident();
            let started = Instant::now();
            let network = network(masses, 1, true);
            let build = started.elapsed().as_secs_f64();
            let mut x = network.initial_state().values().to_vec();
            let mut stepper = RungeKutta::new(Tableau::rk4(), x.len());
            let mut step = |t| stepper.step(&network, t, STEP, &mut x).expect("finite");
            let rounds = (30_000_000 / masses).clamp(20, 3000);
            let [best] = race(rounds, &mut [&mut step]);
            let memory = resident().zip(before).map_or(f64::NAN, |(after, before)| after - before);
            println!(
                "10^{exponent} {threads:8} {:12.2} {:10.2} {:14.0}",
                best / components,
                build,
                memory / components
            );
        }
    });
}

fn main() {
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    one.install(against_an_edge_list);
    println!("\nchains of masses, springs and sliders: time per component and step");
    println!("size  threads  ns/component  build [s]  bytes/component");
    for threads in [1, std::thread::available_parallelism().map_or(1, usize::from)] {
        growth(threads);
    }
}
