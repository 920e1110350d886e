//! What composing a mechanism costs: the network against code written by hand for that mechanism.
//!
//! Both run in one process, in turns, and the smallest time of many short samples counts, so that
//! the ratios mean something on a noisy machine. With valgrind installed, instructions per step are
//! counted too; they do not depend on the load of the machine.
//!
//! `cargo bench -p stiction --bench overhead`

mod hand_written;
mod spheres_and_arm;

use std::hint::black_box;
use std::process::Command;
use std::time::Instant;

use hand_written::Rk4;
use nalgebra::Vector3;
use stiction::ode::RungeKutta;
use stiction::prelude::*;

use spheres_and_arm::{Arm, Spheres};

const STEP: f64 = 1e-4;

/// One way to step a mechanism.
trait Stepper {
    fn step(&mut self, t: f64);
    fn state(&self) -> Vec<f64>;
}

struct ByHand<F> {
    rhs: F,
    rk4: Rk4,
    x: Vec<f64>,
}
impl<F: hand_written::Rhs> Stepper for ByHand<F> {
    fn step(&mut self, t: f64) {
        self.rk4.step(&self.rhs, t, STEP, &mut self.x);
    }
    fn state(&self) -> Vec<f64> {
        self.x.clone()
    }
}

struct Composed {
    network: Network,
    stepper: RungeKutta,
    x: Vec<f64>,
}
impl Composed {
    fn new(network: Network) -> Self {
        let x = network.initial_state().values().to_vec();
        Self { stepper: RungeKutta::new(Tableau::rk4(), x.len()), network, x }
    }
}
impl Stepper for Composed {
    fn step(&mut self, t: f64) {
        self.stepper.step(&self.network, t, STEP, &mut self.x).expect("finite");
    }
    fn state(&self) -> Vec<f64> {
        self.x.clone()
    }
}

const MASS: f64 = 0.3;
const RADIUS: f64 = 0.2;

fn hand_spheres(n: usize) -> Box<dyn Stepper> {
    let rhs = Spheres {
        inverse_mass: 1.0 / black_box(MASS),
        inverse_inertia: 1.0 / (0.4 * MASS * RADIUS * RADIUS),
        radius: RADIUS,
        stiffness: 1e7,
        damping: 10.0,
        friction: 0.1,
        gravity: 9.8,
    };
    let mut x = vec![0.0; 15 * n];
    for one in x.chunks_exact_mut(15) {
        one[2] = RADIUS - MASS * 9.8 / 1e7;
        one[3] = 1.0;
        one[7] = 2.0;
    }
    Box::new(ByHand { rhs, rk4: Rk4::new(15 * n), x })
}

fn composed_spheres(n: usize) -> Box<dyn Stepper> {
    let mut net = NetworkBuilder::new();
    for _ in 0..n {
        let sphere = RigidBody::sphere(black_box(MASS), RADIUS).expect("valid");
        let sphere = sphere.with_gravity(Vector3::new(0.0, 0.0, -9.8)).expect("valid");
        let start = Motion {
            pose: Pose::at(Vector3::new(0.0, 0.0, RADIUS - MASS * 9.8 / 1e7)),
            flow: Twist { linear: Vector3::new(2.0, 0.0, 0.0), angular: Vector3::zeros() },
        };
        let sphere = net.add(sphere.with_renormalise(false), start).expect("valid");
        let contact = CoulombContact::builder().stiffness(1e7).damping(10.0).friction(0.1).build();
        let map = SphereOnPlane::builder().radius(RADIUS).build().expect("valid");
        net.connect(contact.expect("valid"), map, sphere.port()).expect("connected");
    }
    Box::new(Composed::new(net.build().expect("small")))
}

fn hand_arm(_: usize) -> Box<dyn Stepper> {
    let rhs =
        Arm { a: black_box(0.075), b: 0.0225, d: 0.015, stiffness: 5e3, damping: 1.0, limit: 0.5 };
    Box::new(ByHand { rhs, rk4: Rk4::new(6), x: vec![0.0; 6] })
}

fn composed_arm(_: usize) -> Box<dyn Stepper> {
    let mut net = NetworkBuilder::new();
    let rod = Link::uniform_rod(black_box(0.5), 0.3).expect("valid");
    let arm = PlanarArm::builder().links([rod, rod]).build().expect("valid");
    let arm = net.add(arm, [Motion::default(); 2]).expect("valid");
    let law =
        GsatFriction::builder().stiffness(5e3).damping(1.0).limit(0.5).build().expect("valid");
    let early = |t: f64| (0.3 * t).min(0.52);
    let motor0 = TimedEffort::<Shaft, _>::new(move |s: &Stage| {
        if s.time < 4.0 { early(s.time) } else { 0.336 + 0.144 * (100.0 * s.time).sin() }
    });
    let motor1 = TimedEffort::<Shaft, _>::new(move |s: &Stage| {
        if s.time < 4.0 { early(s.time) } else { 0.336 + 0.144 * (100.0 * s.time).cos() }
    });
    net.connect(motor0, Direct::new(), arm.joint(0)).expect("connected");
    net.connect(motor1, Direct::new(), arm.joint(1)).expect("connected");
    for joint in 0..2 {
        net.connect(law.clone(), Direct::new(), arm.joint(joint)).expect("connected");
    }
    Box::new(Composed::new(net.build().expect("small")))
}

type Make = fn(usize) -> Box<dyn Stepper>;

/// Name, copies, by hand, composed.
const CASES: [(&str, usize, Make, Make); 5] = [
    ("rolling sphere", 1, hand_spheres, composed_spheres),
    ("10 spheres", 10, hand_spheres, composed_spheres),
    ("1000 spheres", 1000, hand_spheres, composed_spheres),
    ("100000 spheres", 100_000, hand_spheres, composed_spheres),
    ("two-link arm, friction in both joints", 1, hand_arm, composed_arm),
];

/// Smallest and median time per step \[ns\] of each stepper, measured in turns.
fn race(copies: usize, steppers: &mut [Box<dyn Stepper>; 2]) -> [(f64, f64); 2] {
    let inner = (20_000 / copies).max(1);
    let rounds = (4_000_000 / (inner * copies)).clamp(9, 400);
    let mut samples = [vec![], vec![]];
    let mut k = 0_u32;
    for _ in 0..rounds {
        for (stepper, samples) in steppers.iter_mut().zip(&mut samples) {
            let start = Instant::now();
            for i in 0..inner {
                stepper.step(f64::from(k + i as u32) * STEP);
            }
            samples.push(start.elapsed().as_nanos() as f64 / inner as f64);
        }
        k += inner as u32;
    }
    samples.map(|mut samples| {
        samples.sort_by(f64::total_cmp);
        (samples[0], samples[samples.len() / 2])
    })
}

/// Instructions per step by valgrind, which runs this program with `COUNT` set.
fn instructions(case: usize, which: usize) -> Option<f64> {
    let total = |steps: u32| -> Option<f64> {
        let out = std::env::temp_dir().join(format!("stiction-callgrind-{}", std::process::id()));
        let run = Command::new("valgrind")
            .args(["--tool=callgrind", &format!("--callgrind-out-file={}", out.display())])
            .arg(std::env::current_exe().ok()?)
            .env("COUNT", format!("{case} {which} {steps}"))
            .output()
            .ok()?;
        let _ = std::fs::remove_file(out);
        let text = String::from_utf8_lossy(&run.stderr).into_owned();
        let line = text.lines().find(|line| line.contains("Collected :"))?;
        line.split_whitespace().last()?.parse().ok()
    };
    Some((total(3000)? - total(1000)?) / 2000.0)
}

fn main() {
    if let Ok(count) = std::env::var("COUNT") {
        let numbers: Vec<usize> = count.split(' ').filter_map(|n| n.parse().ok()).collect();
        let (_, copies, by_hand, composed) = CASES[numbers[0]];
        let mut stepper = if numbers[1] == 0 { by_hand(copies) } else { composed(copies) };
        for k in 0..numbers[2] {
            stepper.step(k as f64 * STEP);
        }
        black_box(stepper.state());
        return;
    }
    println!(
        "{:38} {:>10} {:>10} {:>7} {:>7} {:>9} {:>9} {:>7}",
        "ns per step and copy",
        "by hand",
        "composed",
        "ratio",
        "median",
        "by hand",
        "composed",
        "ratio"
    );
    for (case, (name, copies, by_hand, composed)) in CASES.into_iter().enumerate() {
        let mut steppers = [by_hand(copies), composed(copies)];
        let [(hand, hand_median), (network, network_median)] = race(copies, &mut steppers);
        let per = copies as f64;
        print!(
            "{name:38} {:>10.1} {:>10.1} {:>7.3} {:>7.3}",
            hand / per,
            network / per,
            network / hand,
            network_median / hand_median
        );
        let counted = (copies == 1).then(|| instructions(case, 0).zip(instructions(case, 1)));
        match counted.flatten() {
            Some((hand, network)) => {
                println!(" {hand:>9.0} {network:>9.0} {:>7.3}", network / hand);
            }
            None => println!(" {:>9} {:>9} {:>7}", "-", "-", "-"),
        }
        let [hand, network] = steppers.map(|stepper| {
            let mut state = stepper.state();
            // The two lay the variables out differently.
            state.sort_by(f64::total_cmp);
            state
        });
        let off = hand.iter().zip(&network).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(off < 1e-6, "{name}: the two do not compute the same ({off:e})");
    }
}
