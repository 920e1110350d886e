//! Estimates from synthetic logs with known parameters.

use rand::SeedableRng;
use rand_pcg::Pcg64Dxsm;

use super::*;
use crate::fit::testing::normal;

/// A joint that a torque drives back and forth, with a law of friction; the torque is an input.
pub(super) fn joint(law: &str) -> ScenarioFile {
    let text = format!(
        "schema_version = 1\nsolver = {{ step = 2e-3, until = 4.0 }}\n\
         [bodies.joint] # of the bench\ntype = \"rotor\"\ninertia = 0.05\n\
         [connections.motor]\nports = \"joint\"\n\
         law = {{ type = \"effort\", effort = {{ type = \"input\", name = \"torque\", unit = \"N m\" }} }}\n\
         [connections.friction]\nports = \"joint\"\nlaw = {law}\n\
         [connections.oil]\nports = \"joint\"\nlaw = {{ type = \"spring_damper\", stiffness = 0.0, damping = 0.08 }}\n"
    );
    ScenarioFile::from_bytes("joint.toml", text.into_bytes()).unwrap()
}

/// Returns the rates that a joint has under a torque that rises and falls, with noise of a deviation [rad/s].
pub(super) fn recorded(file: &ScenarioFile, deviation: f64, seed: u64) -> Log {
    sampled(file, (400, 0.01), |rng| deviation * normal(rng), seed)
}

/// As [`recorded`], with a number of rows, the time between them, and any noise.
pub(super) fn sampled(
    file: &ScenarioFile,
    (rows, every): (u32, f64),
    mut noise: impl FnMut(&mut Pcg64Dxsm) -> f64,
    seed: u64,
) -> Log {
    let time: Vec<f64> = (0..rows).map(|k| every * f64::from(k)).collect();
    let longest = every * f64::from(rows);
    let torque = |t: f64| (0.4 + 1.2 * t / longest) * (core::f64::consts::TAU * t).sin();
    let torque: Vec<f64> = time.iter().map(|t| torque(*t)).collect();
    let still = vec![0.0; time.len()];
    let named = [("joint.rate", still), ("input.torque", torque.clone())];
    let log = Log::new(time.clone(), named).unwrap();
    let scenario = file.scenario().unwrap();
    let experiment =
        Experiment::new(file, &scenario, &log, vec![], InputInterpolation::Straight).unwrap();
    let mut rates = experiment.run(&[], time.len()).unwrap().remove(0);
    let mut rng = Pcg64Dxsm::seed_from_u64(seed);
    rates.iter_mut().for_each(|rate| *rate += noise(&mut rng));
    Log::new(time, [("joint.rate", rates), ("input.torque", torque)]).unwrap()
}

const GSAT: &str = "{ type = \"gsat\", stiffness = 50.0, damping = 0.5, limit = 0.25 }";
const COULOMB: &str = "connections.friction.law.limit";
const DAMPING: &str = "connections.oil.law.damping";
const INERTIA: &str = "bodies.joint.inertia";

#[test]
fn what_was_simulated_is_found() {
    let file = joint(GSAT);
    let log = recorded(&file, 1e-3, 1);
    // From elsewhere.
    let away = file.text().replace("limit = 0.25", "limit = 0.6").replace("0.08", "0.02");
    let away = ScenarioFile::from_bytes("away.toml", away.into_bytes()).unwrap();
    let estimate =
        Fit::new([COULOMB, DAMPING, INERTIA].map(Free::new)).hold(0.25).run(&away, &log).unwrap();
    assert!(estimate.has_converged && estimate.undetermined.is_empty(), "{estimate:?}");
    for (parameter, exact) in estimate.parameters.iter().zip([0.25, 0.08, 0.05]) {
        let error = parameter.standard_error.unwrap();
        assert!((parameter.value - exact).abs() < 4.0 * error, "{parameter:?}");
        assert!(error < 0.05 * exact, "{parameter:?}");
    }
    let column = &estimate.columns[0];
    assert!((0.85e-3..1.15e-3).contains(&column.rms), "{}", column.rms);
    assert!(column.held_rms.unwrap() < 2e-3, "{:?}", column.held_rms);
    assert!((1.6..2.4).contains(&column.durbin_watson), "{}", column.durbin_watson);
    assert!(estimate.scenario.contains("# of the bench"));
    let found = ScenarioFile::from_bytes("found.toml", estimate.scenario.into_bytes()).unwrap();
    let inertia = found.scenario().unwrap().number(INERTIA).unwrap().value;
    assert_eq!(inertia, Some(estimate.parameters[2].value));
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let file = joint(GSAT);
    let log = recorded(&file, 1e-2, 2);
    let fit = Fit::new([COULOMB, DAMPING].map(Free::new));
    let [one, two] = [1, 2].map(|threads| fit.clone().threads(threads).run(&file, &log).unwrap());
    for (a, b) in one.parameters.iter().zip(&two.parameters) {
        assert_eq!(a.value.to_bits(), b.value.to_bits());
    }
}

/// A free oscillation determines only the ratio of stiffness and mass.
#[test]
fn a_quotient_is_said_to_be_one() {
    let text = "schema_version = 1\nsolver = { step = 2e-3, until = 2.0 }\n\
        bodies.mass = { type = \"point_mass\", mass = 2.0, start = { position = 0.1 } }\n\
        connections.spring = { ports = \"mass\", law = { type = \"spring_damper\", stiffness = 200.0 } }";
    let file = ScenarioFile::from_bytes("spring.toml", text.into()).unwrap();
    let time: Vec<f64> = (0..100).map(|k| 0.02 * f64::from(k)).collect();
    let mut rng = Pcg64Dxsm::seed_from_u64(3);
    let x = time.iter().map(|t| 0.1 * (10.0 * t).cos() + 1e-4 * normal(&mut rng)).collect();
    let log = Log::new(time, [("mass.x", x)]).unwrap();
    let free = ["bodies.mass.mass", "connections.spring.law.stiffness"].map(Free::new);
    let estimate = Fit::new(free.clone()).run(&file, &log).unwrap();
    let [one] = &estimate.undetermined[..] else { panic!("{estimate:?}") };
    assert_eq!(one.paths.len(), 2, "{one}");
    assert!(one.is_factor && one.exponents.iter().all(|e| (e - 1.0).abs() < 0.01), "{one}");
    assert!(estimate.parameters.iter().all(|p| p.standard_error.is_none()));
    let quotient = estimate.parameters[1].value / estimate.parameters[0].value;
    assert!((quotient - 100.0).abs() < 0.1, "{quotient}");
    // Either of them alone is well known.
    let alone = Fit::new([free[1].clone()]).run(&file, &log).unwrap();
    assert!(alone.undetermined.is_empty() && alone.parameters[0].standard_error.is_some());
}

#[test]
fn an_estimate_at_the_end_of_its_range_says_so() {
    let file = joint(GSAT);
    let log = recorded(&file, 1e-3, 4);
    let estimate = Fit::new([Free::between(COULOMB, 0.3, 1.0), Free::new(DAMPING)]);
    let estimate = estimate.run(&file, &log).unwrap();
    let coulomb = &estimate.parameters[0];
    assert!((coulomb.value - 0.3).abs() < 1e-9 && coulomb.is_at_bound, "{coulomb:?}");
    assert!(coulomb.standard_error.is_none());
    // A law that does not fit leaves residuals that are not noise.
    assert!(estimate.is_scaled && estimate.columns[0].durbin_watson < 1.0);
    let damping = &estimate.parameters[1];
    assert!(damping.standard_error > damping.standard_error_of_noise);
}

#[test]
fn choices_that_make_no_sense_are_refused() {
    let file = joint(GSAT);
    let log = recorded(&file, 1e-3, 5);
    let refused = |fit: Fit| fit.run(&file, &log).unwrap_err().to_string();
    assert!(refused(Fit::new([])).contains("name a parameter"));
    assert!(refused(Fit::new([COULOMB, COULOMB].map(Free::new))).contains("is free twice"));
    assert!(refused(Fit::new([Free::new(COULOMB)]).hold(1.0)).contains("held-out share = 1"));
    let message = refused(Fit::new([Free::new("bodies.join.inertia")]));
    assert!(message.contains("bodies.join.inertia"), "{message}");
    let message = refused(Fit::new([Free::between(COULOMB, 2.0, 1.0)]));
    assert!(message.contains("from 2 to 1 must be finite and increase"), "{message}");
    let message = refused(Fit::new([Free::between(INERTIA, -1.0, 1.0)]));
    assert!(message.contains("must be within what is positive"), "{message}");
    let message = refused(Fit::new([Free::new("bodies.joint.start.angular_velocity")]));
    assert!(message.contains("its range must be given"), "{message}");
}

/// Each error names the file, the line and, if there is one, the column.
#[test]
fn broken_logs_are_refused() {
    let file = joint(GSAT);
    let refused = |bytes: &[u8]| {
        let fit = Fit::new([Free::new(COULOMB)]);
        let error = Log::from_bytes("log.csv", bytes)
            .map_err(FitError::from)
            .and_then(|log| fit.run(&file, &log).map(|_| ()))
            .unwrap_err();
        assert!(matches!(error, FitError::Log(_)), "{error}");
        error.to_string()
    };
    let head = "t,joint.rate,torque\n";
    let cases: [(&[u8], &str); 20] = [
        (b"", "log.csv:1: the file is empty"),
        (b"\xef\xbb\xbf", "log.csv:1: the file is empty"),
        (b"t,joint.rate\n0,\xff\n1,2\n", "log.csv:2: is not a line of a table"),
        (b"x,joint.rate\n0,1\n1,2\n", "no column is called `t`"),
        (
            b"t;joint.rate;torque\n0;1;0\n1;2;0\n",
            "there are t;joint.rate;torque; separated by semicolons?",
        ),
        (
            b"t,joint.rate,joint.rate\n0,1,1\n1,2,2\n",
            "column 3: the name `joint.rate` stands there twice",
        ),
        (b"t,,torque\n0,1,1\n1,2,2\n", "column 2: the name `` must not be empty"),
        (b"t,joint.rate,torque\n", "has 0 rows of numbers"),
        (b"t,joint.rate,torque\n0,1,2\n", "has 1 rows of numbers, at least 2 are needed"),
        (b"t,joint.rate,torque\n0,1,0\n1,2\n", "log.csv:3: has 2 cells, the first line has 3"),
        (b"t,joint.rate,torque\n0,1,0\n1,fast,0\n", "log.csv:3: `joint.rate` is \"fast\""),
        (b"t,joint.rate,torque\n0,NaN,0\n1,NaN,0\n", "log.csv:2: `joint.rate` is \"NaN\""),
        (b"t,joint.rate,torque\n0,1,0\n1,inf,0\n", "log.csv:3: `joint.rate` is \"inf\""),
        (b"t,joint.rate,torque\n0,,0\n1,,0\n", "log.csv: `joint.rate` has no number"),
        (
            b"t,joint.rate,torque\n0,1,0\n1,1,0\n0.5,1,0\n",
            "log.csv:4: `t` is 0.5, it must be after 1.0",
        ),
        (b"t,joint.rate,torque\n0,1,0\n,1,0\n", "log.csv:3: `t` is NaN, every row needs its time"),
        (
            b"t,joint.rate\n0,1\n1,1\n",
            "log.csv:1: no column drives the input `torque` of the scenario; there are joint.rate",
        ),
        (
            b"t,joint.speed,torque\n0,1,0\n1,1,0\n",
            "log.csv:1: the scenario has no column and no input `joint.speed`",
        ),
        (
            b"t,joint.rate [deg/s],torque\n0,1,0\n1,1,0\n",
            "`joint.rate` is in deg/s, it must be in rad/s",
        ),
        (
            b"t,joint.rate,torque\n0,1,\n1,1,0\n",
            "log.csv:2: `torque` drives an input and needs a number in the first row",
        ),
    ];
    for (bytes, expected) in cases {
        let message = refused(bytes);
        assert!(message.contains(expected), "{message}\nexpected {expected}");
    }
    assert!(refused(b"t,torque\n0,1\n1,1\n").contains("no column is compared"));
    assert!(refused(b"t [ms],joint.rate\n0,1\n1,1\n").contains("`t` is in ms, it must be in s"));
    let clock = format!("{head}0,1,0\n1.7e9,1,0\n");
    assert!(refused(clock.as_bytes()).contains("more than 1e9 steps"), "{clock}");
    assert!(matches!(Log::read("no such file"), Err(LogError::File { .. })));
}

#[test]
fn degrees_are_seen_by_their_size() {
    let text = "schema_version = 1\nsolver = { step = 2e-3, until = 2.0 }\n\
        bodies.link = { type = \"rotor\", inertia = 0.1, start = { angle = 0.5 } }\n\
        connections.spring = { ports = \"link\", law = { type = \"spring_damper\", stiffness = 1.0 } }";
    let file = ScenarioFile::from_bytes("link.toml", text.into()).unwrap();
    let time: Vec<f64> = (0..100).map(|k| 0.02 * f64::from(k)).collect();
    let angle = |factor: f64| {
        let angles = time.iter().map(|t| factor * 0.5 * (10f64.sqrt() * t).cos()).collect();
        Log::new(time.clone(), [("link.angle", angles)]).unwrap()
    };
    let fit = Fit::new([Free::new("bodies.link.inertia")]);
    let error = fit.run(&file, &angle(57.295_779_5)).unwrap_err();
    assert!(
        matches!(
            error,
            FitError::Log(LogError::Refused { line: Some(2), fault: LogFault::Degrees { .. }, .. })
        ),
        "{error}"
    );
    fit.run(&file, &angle(1.0)).unwrap();
}

/// Encoder steps, missing values and irregular times.
#[test]
fn what_an_encoder_gives_will_do() {
    let file = joint(GSAT);
    let log = recorded(&file, 0.0, 6);
    let mut text = "t,joint.rate,torque\n".to_owned();
    for (k, t) in log.time().iter().enumerate().filter(|(k, _)| k % 7 != 3) {
        let steps = (log.column("joint.rate").unwrap()[k] / 0.02).round() * 0.02;
        let rate = if k % 5 == 0 { String::new() } else { steps.to_string() };
        text += &format!("{t},{rate},{}\n", log.column("input.torque").unwrap()[k]);
    }
    let log = Log::from_bytes("encoder.csv", text.as_bytes()).unwrap();
    let estimate = Fit::new([COULOMB, DAMPING].map(Free::new)).run(&file, &log).unwrap();
    for (parameter, exact) in estimate.parameters.iter().zip([0.25, 0.08]) {
        assert!((parameter.value / exact - 1.0).abs() < 0.05, "{parameter:?}");
    }
    // A step is spread evenly: its deviation is its size by √12.
    assert!((0.7..1.3).contains(&(estimate.columns[0].rms / (0.02 / 12f64.sqrt()))));
}
