//! No silent wrong answer: at steps of any size a run is right within its stated error, or it is refused, or it ends
//! with a warning.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use stiction::network::{SimulationError, StepWatch};
use stiction::prelude::*;
use stiction::record::{RefinedColumn, refine_from};
use stiction::scenario::ScenarioFile;
use stiction::testing::{RandomMechanism, random_mechanism};
use stiction_lab::kikuuwe::RollingSphere;

/// End of a run.
enum Outcome {
    /// The run ends with an error.
    Refused(String),
    /// There is a warning.
    Told(String),
    /// There is no warning; the recording is to be compared with the estimate of `refine`.
    Quiet(Recorder),
}

/// A larger error of the energy balance, as a share, is a warning, as in the command.
const ENERGY_DOUBT: f64 = 0.05;
/// Factor within which estimates by refinement are good if motion is not smooth.
const SAFETY: f64 = 5.0;
/// Share of the largest value of a column below which an error does not count.
const NEGLIGIBLE: f64 = 1e-6;

/// Runs with all checks.
fn run(sim: &mut Simulation, sampler: Sampler, until: f64) -> Outcome {
    let doubts = sim.step_doubts().unwrap();
    sim.watch_energy().unwrap();
    let watch = StepWatch::new();
    let mut observers = (Recorder::from(sampler), watch);
    if let Err(error) = sim.run_observed(until, &mut observers) {
        return Outcome::Refused(error.to_string());
    }
    let (mut record, watch) = observers;
    record.record(&sim.frame()).unwrap();
    let energy = sim.energy().unwrap();
    if let Some(doubt) = doubts.first() {
        Outcome::Told(doubt.to_string())
    } else if let Some(finding) = watch.findings().first() {
        Outcome::Told(finding.to_string())
    } else if let Some(doubt) = watch.unmet_demands().first() {
        Outcome::Told(doubt.to_string())
    } else if let Some(event) = watch.events().first() {
        Outcome::Told(event.to_string())
    } else if energy.share().abs() > ENERGY_DOUBT {
        Outcome::Told(energy.to_string())
    } else {
        Outcome::Quiet(record)
    }
}

/// Runs without checks.
fn plain(sim: &mut Simulation, sampler: Sampler, until: f64) -> Result<Recorder, SimulationError> {
    let mut record = Recorder::from(sampler);
    sim.run_observed(until, &mut record)?;
    record.record(&sim.frame())?;
    Ok(record)
}

/// A column whose error exceeds the estimate.
struct Beyond {
    text: String,
    /// Whether three runs agree in it except for rounding.
    is_agreed: bool,
}

/// Returns the largest error of a column as a share of its largest value, and the columns beyond their estimate.
fn wrong(base: &Recorder, truth: &Recorder, said: Option<&[RefinedColumn]>) -> (f64, Vec<Beyond>) {
    let (mut worst, mut beyond) = (0.0_f64, vec![]);
    let truth_times = truth.time();
    for (index, name) in base.names().iter().enumerate().skip(1) {
        let (found, truth) = (&base.columns()[index], truth.column(name).unwrap());
        let size = truth.iter().fold(0.0_f64, |size, value| size.max(value.abs()));
        // After a jump steps of different sizes end at different times, so the rows of the truth, one per step, are
        // interpolated linearly.
        let at = |time: f64| {
            let after = truth_times.partition_point(|&known| known < time).min(truth.len() - 1);
            let before = after.saturating_sub(1);
            let [from, to] = [before, after].map(|row| (truth_times[row], truth[row]));
            let length = to.0 - from.0;
            let share = if length > 0.0 { ((time - from.0) / length).min(1.0) } else { 1.0 };
            from.1 + share * (to.1 - from.1)
        };
        let errors = base.time().iter().zip(found).map(|(&time, value)| (value - at(time)).abs());
        // NaN in only one of the runs is beyond any estimate.
        let error = errors.fold(
            0.0,
            |most: f64, error| {
                if error.is_nan() { f64::INFINITY } else { most.max(error) }
            },
        );
        if size > 0.0 {
            worst = worst.max(error / size);
        }
        if let Some(said) = said {
            let column = said.iter().find(|column| column.name == *name).unwrap();
            // A column that does not converge is reported to have no estimate.
            let Some(estimate) = column.error else { continue };
            if error > SAFETY * estimate + NEGLIGIBLE * size {
                let text = format!("{name} is off by {error:e} of {size:e}, {column:?}");
                beyond.push(Beyond { text, is_agreed: column.difference <= 1e-12 * size });
            }
        }
    }
    (worst, beyond)
}

/// Samples the positions of all nodes.
fn positions(
    mechanism: &RandomMechanism,
    step: f64,
    mut sampler: Sampler,
) -> (Simulation, Sampler) {
    let (network, nodes) = mechanism.compose_in_order().unwrap();
    let sim = Simulation::new(network, Tableau::rk4(), step).unwrap();
    for (k, mass) in nodes.masses.into_iter().enumerate() {
        let names = ["x", "y", "z"].map(|axis| format!("mass {k} {axis}"));
        sampler = sampler.group(names, move |frame, row| {
            row.extend(frame.motion(mass)?.pose.iter());
            Ok(())
        });
    }
    for (k, body) in nodes.bodies.into_iter().enumerate() {
        let names = ["x", "y", "z"].map(|axis| format!("body {k} {axis}"));
        sampler = sampler.group(names, move |frame, row| {
            row.extend(frame.motion(body)?.pose.position.iter());
            Ok(())
        });
    }
    (sim, sampler)
}

const UNTIL: f64 = 2.0;

/// Returns mechanisms that are the same in every run, at steps from fine to absurd.
fn cases(count: u32) -> Vec<(RandomMechanism, f64)> {
    let config = Config { failure_persistence: None, ..Config::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    // Steps divide the time between rows, so that the rows of all runs have the same times. They are not so large that
    // a load comes and goes between the stages of all three runs of a refinement, where no run could see it.
    let strategy = (random_mechanism(), 2..8_i32);
    let case = |_| {
        let (mechanism, halvings) = strategy.new_tree(&mut runner).unwrap().current();
        (mechanism, UNTIL / 4.0 / 2.0_f64.powi(halvings))
    };
    (0..count).map(case).collect()
}

/// Outcomes of random mechanisms at steps of 4 ms to an eighth of a second.
#[derive(Debug, Default)]
struct Census {
    refused: u32,
    told: u32,
    quiet: u32,
    /// Runs wrong by more than a tenth, with or without a warning.
    wrong: u32,
    /// Three runs agree except for rounding because an event falls within a stage of each of them: a friction that
    /// starts unloaded on a moving mass slides at once. Finer runs show it.
    unseen: Vec<String>,
    silently: Vec<String>,
    /// Columns of the quiet runs, and how many of them refinement gives no estimate for.
    columns: usize,
    unknown: usize,
}

/// Returns whether an event is too short to be seen: three runs agree except for rounding, finer ones show the error.
fn is_too_short_to_be_seen(
    said: &[RefinedColumn],
    step: f64,
    truth: &Recorder,
    mut run: impl FnMut(f64) -> Result<Recorder, SimulationError>,
) -> bool {
    // The effect is below half a percent.
    const SMALL: f64 = 5e-3;
    let base = run(step).unwrap();
    let (worst, beyond) = wrong(&base, truth, Some(said));
    if worst > SMALL || !beyond.iter().all(|column| column.is_agreed) {
        return false;
    }
    let finer = step / 32.0;
    let base = run(finer).unwrap();
    let said = refine_from(&base, finer, run).unwrap();
    wrong(&base, truth, Some(&said)).1.is_empty()
}

#[test]
fn no_random_mechanism_is_silently_wrong_at_any_step() {
    let mut census = Census::default();
    let count = crate::cases(300);
    for (number, (mechanism, step)) in cases(count).into_iter().enumerate() {
        let bare = |step: f64| {
            let (mut sim, sampler) = positions(&mechanism, step, Sampler::every_steps(1));
            plain(&mut sim, sampler, UNTIL)
        };
        let truth = bare(UNTIL / 4096.0).unwrap();
        let rows = Sampler::every_seconds(UNTIL / 4.0);
        let (mut sim, sampler) = positions(&mechanism, step, rows);
        let outcome = run(&mut sim, sampler, UNTIL);
        // Control: the outcome without checks.
        census.wrong += match bare(step) {
            Ok(record) => u32::from(wrong(&record, &truth, None).0 >= 0.1),
            Err(_) => 0,
        };
        match outcome {
            Outcome::Refused(_) => census.refused += 1,
            Outcome::Told(_) => census.told += 1,
            Outcome::Quiet(record) => {
                census.quiet += 1;
                let said = refine_from(&record, step, bare).unwrap();
                census.columns += said.len();
                census.unknown += said.iter().filter(|one| one.error.is_none()).count();
                let (worst, beyond) = wrong(&record, &truth, Some(&said));
                if let Some(first) = beyond.first() {
                    let text = format!("{number} at {step} s, off by {worst:.1e}: {}", first.text);
                    if is_too_short_to_be_seen(&said, step, &truth, bare) {
                        census.unseen.push(text);
                    } else {
                        census.silently.push(text);
                    }
                }
            }
        }
    }
    println!("{census:#?}");
    assert!(census.silently.is_empty(), "{:#?}", census.silently);
    assert!(census.unseen.len() <= 3, "{:#?}", census.unseen);
    // The population has all kinds, and without the checks many wrong answers.
    assert!(5 * census.quiet >= count && 5 * (census.refused + census.told) >= count, "{census:?}");
    // Most columns have an estimate.
    assert!(census.unknown * 4 < census.columns, "{} of {}", census.unknown, census.columns);
    assert!(10 * census.wrong >= count, "without nets only {} are wrong", census.wrong);
}

/// Runs the scenarios of the book at multiples of their step, for a share of their time.
fn scenarios(factors: &[f64], share: f64) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/scenarios");
    let (mut table, mut silently) = (String::new(), vec![]);
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        files.filter(|path| path.extension() == Some("toml".as_ref())).collect();
    files.sort();
    assert!(files.len() >= 10);
    for path in files {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let scenario = ScenarioFile::load(&path).unwrap().scenario().unwrap();
        let until = share * scenario.solver.until;
        let (nominal, rows) = (scenario.solver.step, 16.0 * scenario.solver.step);
        let every = (scenario.sampling().max(until / 200.0) / rows).ceil() * rows;
        let with_step = |step: f64, mut sampler: Sampler| {
            let mut scenario = scenario.clone();
            scenario.solver.step = step;
            let (sim, channels) = scenario.simulation().unwrap();
            for group in channels {
                let names = group.names().to_vec();
                sampler = sampler.group(names, move |frame, row| group.read(frame, row));
            }
            (sim, sampler)
        };
        let bare = |step: f64| {
            let (mut sim, sampler) = with_step(step, Sampler::every_steps(1));
            plain(&mut sim, sampler, until)
        };
        let truth = bare(nominal / 4.0).unwrap();
        for &factor in factors {
            let step = factor * nominal;
            let (mut sim, sampler) = with_step(step, Sampler::every_seconds(every));
            let ended = match run(&mut sim, sampler, until) {
                Outcome::Refused(why) => format!("refused: {why}"),
                Outcome::Told(why) => format!("warned: {why}"),
                Outcome::Quiet(record) => {
                    let said = refine_from(&record, step, bare).unwrap();
                    let (_, beyond) = wrong(&record, &truth, Some(&said));
                    let text = |beyond: &Beyond| format!("{name} x {factor}: {}", beyond.text);
                    silently.extend(beyond.iter().map(text));
                    let all = said.len();
                    let known = said.iter().filter(|column| column.error.is_some()).count();
                    format!(
                        "within its stated error in {known} columns, told that {} do not converge",
                        all - known
                    )
                }
            };
            table += &format!("{name} x {factor}: {ended}\n");
        }
    }
    println!("{table}");
    assert!(silently.is_empty(), "{silently:#?}\n{table}");
    assert!(factors.iter().all(|&factor| factor < 16.0) || table.contains("warned"), "{table}");
}

#[test]
fn no_scenario_is_silently_wrong_at_larger_steps() {
    scenarios(&[1.0, 16.0], 0.05);
}

/// Runs all of them: `cargo test --release -p stiction-tests -- --ignored at_all_steps --nocapture`.
#[test]
#[ignore = "takes minutes"]
fn no_scenario_is_silently_wrong_at_all_steps() {
    scenarios(&[1.0, 2.0, 4.0, 8.0, 16.0], 1.0);
}

/// Measures the cost of the checks: `cargo test --release -p stiction-tests -- --ignored cost_of_the_nets --nocapture`.
#[test]
#[ignore = "prints times, which prove nothing on a busy machine"]
fn cost_of_the_nets() {
    let seconds = |f: &mut dyn FnMut()| {
        let started = std::time::Instant::now();
        f();
        started.elapsed().as_secs_f64()
    };
    let chain = |count: usize| {
        let mut net = NetworkBuilder::new();
        let mass = || PointMass::<Line>::builder().mass(1.0).build().unwrap();
        let mut last = net.add(mass(), Motion::new(0.1, 0.0)).unwrap();
        for _ in 0..count {
            let next = net.add(mass(), Motion::default()).unwrap();
            let spring = SpringDamper::builder().stiffness(1.0).damping(0.01).build().unwrap();
            net.connect(spring, Between::new(), (last.port(), next.port())).unwrap();
            last = next;
        }
        Simulation::new(net.build().unwrap(), Tableau::rk4(), 0.1).unwrap()
    };
    let sphere = || {
        let damping = 0.4 * 1e7_f64.sqrt();
        let flat = RollingSphere::FLAT;
        RollingSphere::new(flat, damping, Tableau::rk4(), 1e-5).unwrap().simulation
    };
    let cases: [(&str, &dyn Fn() -> Simulation, f64); 3] = [
        ("rolling sphere, 1e5 steps", &sphere, 1.0),
        ("1000 springs, 1000 steps", &|| chain(1000), 100.0),
        ("1e5 springs, 100 steps", &|| chain(100_000), 10.0),
    ];
    for (name, make, until) in cases {
        let (mut plain, mut watched) = (make(), make());
        let before = seconds(&mut || drop(watched.step_doubts().unwrap()));
        let bare = seconds(&mut || plain.run_until(until).unwrap());
        watched.watch_energy().unwrap();
        let during = seconds(&mut || watched.run_until(until).unwrap());
        let mut looked = make();
        let mut watch = StepWatch::new();
        let looks = seconds(&mut || looked.run_observed(until, &mut watch).unwrap());
        println!(
            "{name}: run {bare:.3} s; step_doubts {before:.3} s; with energy {:.2} times, with a \
             StepWatch {:.2} times as long; {}",
            during / bare,
            looks / bare,
            watched.energy().unwrap()
        );
    }
}
