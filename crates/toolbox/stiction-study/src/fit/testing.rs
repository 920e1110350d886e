//! Helpers of tests: scenarios, and logs that they make.

use core::f64::consts::TAU;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Dxsm;
use stiction_scenario::ScenarioFile;

use crate::fit::experiment::{Experiment, InputInterpolation};
use crate::fit::{Fit, Free, Log};

/// Returns a normal number of mean 0 and variance 1.
pub(crate) fn normal(rng: &mut Pcg64Dxsm) -> f64 {
    let (u, v): (f64, f64) = (rng.random(), rng.random());
    (-2.0 * (1.0 - u).ln()).sqrt() * (TAU * v).cos()
}

pub(crate) fn file(text: impl Into<String>) -> ScenarioFile {
    ScenarioFile::from_bytes("test.toml", text.into().into_bytes()).unwrap()
}

/// Returns a scenario with other numbers.
pub(crate) fn with(scenario: &ScenarioFile, numbers: &[(&str, f64)]) -> ScenarioFile {
    file(scenario.text_with_numbers(numbers).unwrap())
}

/// Returns an estimation of parameters that starts from the values of the scenario only.
pub(crate) fn local(paths: &[&str]) -> Fit {
    Fit { members: Some(0), ..Fit::new(paths.iter().copied().map(Free::new)) }
}

pub(crate) const GSAT: &str = "{ type = \"gsat\", stiffness = 50.0, damping = 0.5, limit = 0.25 }";
/// A part of laws with a Stribeck curve.
pub(crate) const CURVE: &str = "curve = { coulomb = 0.25, breakaway = 0.4, stribeck_speed = 0.3 }";
pub(crate) const LIMIT: &str = "connections.friction.law.limit";
pub(crate) const OIL: &str = "connections.oil.law.damping";
pub(crate) const INERTIA: &str = "bodies.joint.inertia";

/// A joint that a torque drives back and forth, with a law of friction; the torque is an input.
pub(crate) fn joint(law: &str) -> ScenarioFile {
    file(format!(
        "schema_version = 1\nsolver = {{ step = 2e-3, until = 4.0 }}\n\
         [bodies.joint] # of the bench\ntype = \"rotor\"\ninertia = 0.05\n\
         [connections.motor]\nports = \"joint\"\n\
         law = {{ type = \"effort\", effort = {{ type = \"input\", name = \"torque\", unit = \"N m\" }} }}\n\
         [connections.friction]\nports = \"joint\"\nlaw = {law}\n\
         [connections.oil]\nports = \"joint\"\nlaw = {{ type = \"spring_damper\", stiffness = 0.0, damping = 0.08 }}\n"
    ))
}

/// Returns the rates that a joint has under a torque that rises and falls, with noise of a deviation \[rad/s\].
pub(crate) fn recorded(file: &ScenarioFile, deviation: f64, seed: u64) -> Log {
    sampled(file, (400, 0.01), |rng| deviation * normal(rng), seed)
}

/// As [`recorded`], with a number of rows, the time between them, and any noise.
pub(crate) fn sampled(
    file: &ScenarioFile,
    (rows, every): (u32, f64),
    noise: impl FnMut(&mut Pcg64Dxsm) -> f64,
    seed: u64,
) -> Log {
    let longest = every * f64::from(rows);
    let torque = |t: f64| (0.4 + 1.2 * t / longest) * (TAU * t).sin();
    simulated(file, ("joint.rate", &[("input.torque", &torque)]), (rows, every), noise, seed)
}

/// Functions of time that drive inputs.
type Inputs<'a> = &'a [(&'a str, &'a dyn Fn(f64) -> f64)];

/// Returns a column of a scenario with noise, and the inputs that drive it.
pub(crate) fn simulated(
    file: &ScenarioFile,
    (column, inputs): (&str, Inputs<'_>),
    (rows, every): (u32, f64),
    mut noise: impl FnMut(&mut Pcg64Dxsm) -> f64,
    seed: u64,
) -> Log {
    let time: Vec<f64> = (0..rows).map(|k| every * f64::from(k)).collect();
    let of = |(name, of): &(_, &dyn Fn(f64) -> f64)| (*name, time.iter().map(|t| of(*t)).collect());
    let log = |values: Vec<f64>| {
        Log::new(time.clone(), std::iter::once((column, values)).chain(inputs.iter().map(of)))
    };
    let still = log(vec![0.0; time.len()]).unwrap();
    let scenario = file.scenario().unwrap();
    let between = InputInterpolation::Straight;
    let experiment = Experiment::new(file, &scenario, &still, vec![], between).unwrap();
    let mut values = experiment.run(&[], time.len(), None).unwrap().remove(0);
    let mut rng = Pcg64Dxsm::seed_from_u64(seed);
    values.iter_mut().for_each(|value| *value += noise(&mut rng));
    log(values).unwrap()
}
