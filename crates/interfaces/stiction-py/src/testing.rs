//! Checks of laws, including those written in Python: do they stick, are they passive.

use std::cell::Cell;
use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Once;

use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict};
use stiction::core::{Direct, Domain, Flat, Line, Motion, Plane, Shaft, Space, VectorDomain};
use stiction::mechanics::PointMass;
use stiction::network::{NetworkBuilder, Simulation};
use stiction::ode::Tableau;
use stiction::scenario::Law;
use stiction::testing::{Load, Motions, Sticking, WatchedMechanism, observe_sticking as observe};

use crate::error::{of_scenario, plain, refused};
use crate::known::registry;
use crate::law::SoloLaw;
use crate::python_law;
use crate::values::table_of;

/// Amplitude [m], angular frequency [rad/s], steps per period.
type Driven = (f64, f64, usize);

thread_local! {
    /// Whether a panic of this thread is an expected result, which need not be printed.
    static IS_ANSWER: Cell<bool> = const { Cell::new(false) };
}

/// Stops printing expected panics; all others are printed as before.
fn print_no_answers() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let others = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !IS_ANSWER.get() {
                others(panic);
            }
        }));
    });
}

/// Returns the failure in words; `None` if all is well.
fn failed(
    assert: &dyn Fn(Motions),
    (amplitude, angular_frequency, steps): Driven,
) -> PyResult<Option<String>> {
    let is_usable = |number: f64| number.is_finite() && number > 0.0;
    if !(is_usable(amplitude) && is_usable(angular_frequency) && steps > 0) {
        return Err(refused("amplitude, angular_frequency and steps must be finite and positive"));
    }
    let motions = Motions { amplitude, angular_frequency, steps };
    // The assertions of the library panic, and leave nothing half done.
    print_no_answers();
    IS_ANSWER.set(true);
    let outcome = catch_unwind(AssertUnwindSafe(|| assert(motions)));
    IS_ANSWER.set(false);
    python_law::raise()?;
    let words = |panic: Box<dyn core::any::Any + Send>| {
        let text = panic.downcast_ref::<String>().cloned();
        text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
            .unwrap_or_else(|| "the check failed".to_owned())
    };
    Ok(outcome.err().map(words))
}

/// Returns the failure if a law gives back more than it was given over random smooth motions: amplitude, angular
/// frequency [rad/s], steps per period.
#[pyfunction]
pub(crate) fn check_passive(law: &SoloLaw, motions: Driven) -> PyResult<Option<String>> {
    failed(&law.assert_passive, motions)
}

/// Returns the failure if the power that a law stores is not the time derivative of its energy.
#[pyfunction]
pub(crate) fn check_stored_power(law: &SoloLaw, motions: Driven) -> PyResult<Option<String>> {
    failed(&law.assert_stored_power, motions)
}

/// The mass [kg], the step [s], the steps of a cycle and the cycles.
type Trial = (f64, f64, u32, usize);

fn held<D: VectorDomain>(
    law: &Law,
    (mass, step, steps, cycles): Trial,
    (constant, swing): &(Vec<f64>, Vec<f64>),
) -> Result<Sticking, Box<dyn Error>> {
    let len = <D::Vector as Flat>::LEN;
    if constant.len() != len || swing.len() != len {
        return Err(format!("a load of a {} has {len} numbers", D::NAME).into());
    }
    let load = Load::<D>::constant(D::Vector::load(constant))
        .with_swing(D::Vector::load(swing), 1.0)
        .with_cycle(steps, step);
    let make = |load| {
        let mut net = NetworkBuilder::new();
        let mass = net.add(PointMass::<D>::builder().mass(mass).build()?, Motion::default())?;
        let friction =
            net.connect(law.for_domain::<D>(Path::new(""), 1.0)?, Direct::new(), mass.port())?;
        net.connect(load, Direct::new(), mass.port())?;
        let simulation = Simulation::new(net.build()?, Tableau::rk4(), step)?;
        Ok(WatchedMechanism::new(simulation, friction))
    };
    observe(make, &load, cycles)
}

/// Returns how a mass sticks that a law holds under a load: constant, and oscillating, switched on smoothly.
///
/// `law` is its table and the domain.
#[pyfunction]
pub(crate) fn observe_sticking<'py>(
    py: Python<'py>,
    law: (Bound<'py, PyAny>, String),
    numbers: Trial,
    load: (Vec<f64>, Vec<f64>),
) -> PyResult<Bound<'py, PyDict>> {
    let (table, domain) = law;
    let (table, _kept) = table_of(&table)?;
    let law = Law::from_table(&table, registry()).map_err(of_scenario)?;
    let held = match &*domain {
        Line::TAG => held::<Line>,
        Shaft::TAG => held::<Shaft>,
        Plane::TAG => held::<Plane>,
        Space::TAG => held::<Space>,
        other => return Err(refused(format!("no mass can be held in the domain `{other}`"))),
    };
    let run = held(&law, numbers, &load);
    python_law::raise()?;
    let seen = run.map_err(|error| plain("SimulationError", &error.to_string()))?;
    let facts = [
        ("anchor_change", seen.anchor_change),
        ("slipping_steps", seen.slipping_steps as f64),
        ("drift_per_cycle", seen.drift_per_cycle),
        ("largest_position", seen.largest_position),
        ("largest_trial_force", seen.largest_trial_force),
        ("steps", seen.steps as f64),
        ("holds", f64::from(u8::from(seen.holds()))),
    ];
    facts.into_py_dict(py)
}
