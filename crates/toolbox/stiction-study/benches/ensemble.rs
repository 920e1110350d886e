//! Speedup by a second core: 1000 runs of an arm with two joints and friction in both, alternately on one and on two
//! threads; compares the smallest time of each.
//!
//! Two threads can be twice as fast only while both cores are free. On a busy machine, compare processor times: the
//! excess of two threads over one is the whole loss.
//!
//! `cargo bench -p stiction-study --bench ensemble`

#[path = "../../../../docs/benchmarks/shared/record.rs"]
mod record;

use std::time::Instant;

use stiction_core::{Direct, Motion, Stage};
use stiction_friction::GsatFriction;
use stiction_mechanics::{Link, PlanarArm, TimedEffort};
use stiction_network::ode::Tableau;
use stiction_network::{NetworkBuilder, Simulation};
use stiction_study::{Design, Ensemble, Member, MemberError, RandomVariable, Results};

const MEMBERS: usize = 1000;
const STEP: f64 = 1e-3;
const UNTIL: f64 = 2.0;
const GOAL: f64 = 1.9;

/// The arm of simulation II of Kikuuwe and Yamamoto, pushed until a joint gives way.
fn arm(member: &Member<'_>) -> Result<[f64; 2], MemberError> {
    let (limit, push) = (member.value("limit")?, member.value("push")?);
    let law = GsatFriction::builder().stiffness(5000.0).damping(1.0).limit(limit).build()?;
    let rod = Link::uniform_rod(0.5, 0.3)?;
    let mut net = NetworkBuilder::new();
    let arm = net.add(PlanarArm::builder().links([rod, rod]).build()?, [Motion::default(); 2])?;
    let joints = [arm.joint(0), arm.joint(1)];
    for joint in joints {
        let motor = move |stage: &Stage| push * stage.time;
        net.connect(TimedEffort::new(motor), Direct::new(), joint)?;
        net.connect(law.clone(), Direct::new(), joint)?;
    }
    let mut sim = Simulation::new(net.build()?, Tableau::rk4(), STEP)?;
    sim.run_until(UNTIL)?;
    let angles = sim.motions(arm)?;
    Ok([angles[0].pose, angles[1].pose])
}

/// Processor time of all threads of this process so far \[s\], if the system provides it (Linux).
fn processor_time() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = text.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace();
    // User and system time, in ticks of 10 ms.
    let ticks = fields.skip(11).take(2).map(|field| field.parse().unwrap_or(f64::NAN));
    if text.is_empty() { f64::NAN } else { 0.01 * ticks.sum::<f64>() }
}

/// Returns the clock and processor time of the ensemble \[s\], and its results.
fn timed(design: &Design, threads: usize) -> ([f64; 2], Results) {
    let ensemble = Ensemble::new(design.clone(), ["angle 0", "angle 1"]).threads(threads).quiet();
    let (start, spent) = (Instant::now(), processor_time());
    let results = ensemble.run(arm).expect("the ensemble runs");
    ([start.elapsed().as_secs_f64(), processor_time() - spent], results)
}

fn main() {
    let rounds = if record::quick() { 3 } else { 25 };
    let variables =
        [RandomVariable::uniform("limit", 0.3, 0.6), RandomVariable::uniform("push", 0.2, 0.4)];
    let design = Design::latin_hypercube(MEMBERS, 1, variables).expect("a design");
    let (mut best, mut spent) = ([f64::INFINITY; 2], [0.0; 2]);
    for _ in 0..rounds {
        let [one, two] = [1, 2].map(|threads| timed(&design, threads));
        assert_eq!(one.1.failures().count(), 0);
        for angle in ["angle 0", "angle 1"] {
            assert_eq!(one.1.column(angle).ok(), two.1.column(angle).ok());
        }
        for (k, [clock, processor]) in [one.0, two.0].into_iter().enumerate() {
            best[k] = f64::min(best[k], clock);
            spent[k] += processor / f64::from(rounds);
        }
    }
    let steps = UNTIL / STEP;
    println!("{MEMBERS} two-link runs of {steps} steps, {rounds} rounds");
    println!("            by the clock, least   of the processor, mean");
    println!("1 thread    {:14.3} s   {:19.3} s", best[0], spent[0]);
    println!("2 threads   {:14.3} s   {:19.3} s", best[1], spent[1]);
    let (ratio, free) = (best[0] / best[1], 2.0 * spent[0] / spent[1]);
    println!(
        "ratio       {ratio:14.2} (goal {GOAL}) {free:9.2} (twice the quotient: on free cores)"
    );
    record::Figure {
        case: "ensemble",
        table: "Scale",
        what: "ensemble of 1000 two-link runs: one thread",
        against: "two threads",
        value: ratio,
    }
    .record();
    record::Figure {
        case: "ensemble_on_free_cores",
        table: "Scale",
        what: "the same, by processor time: what two free cores would give",
        against: "two threads",
        value: free,
    }
    .record();
}
