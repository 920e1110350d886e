//! Friction of a body from a recorded slide.

use nalgebra::Vector3;
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use stiction::core::{Flat, PlanarTwist, Wrench};
use stiction::sliding::identify::{
    FrictionEstimate, IdentificationError, KnownSlider, MaximumLikelihood, Recording, one_step,
    smoothed,
};

use crate::error::{plain, refused};

fn failed(error: IdentificationError) -> PyErr {
    match error {
        IdentificationError::Parameter(error) => refused(error),
        error => plain("IdentificationError", &error.to_string()),
    }
}

/// Returns limits, covariance by columns, and steps.
fn told<'py>(py: Python<'py>, found: &FrictionEstimate) -> PyResult<Bound<'py, PyDict>> {
    let facts = PyDict::new(py);
    facts.set_item("limits", array(py, found.limits.as_slice()))?;
    facts.set_item("covariance", array(py, found.covariance.as_slice()))?;
    facts.set_item("steps", found.steps)?;
    Ok(facts)
}

fn array<'py>(py: Python<'py>, numbers: &[f64]) -> Bound<'py, PyArray1<f64>> {
    numbers.to_vec().into_pyarray(py)
}

/// Estimates friction; `known` has mass, inertia, height, gravity. Velocities are rows of three numbers, loads of
/// six.
#[pyfunction]
pub(crate) fn identify<'py>(
    py: Python<'py>,
    known: (f64, f64, f64, f64),
    interval: f64,
    recording: (PyReadonlyArray1<'py, f64>, PyReadonlyArray1<'py, f64>),
    method: &str,
    noise: Option<[f64; 3]>,
    start: Option<[f64; 3]>,
) -> PyResult<Bound<'py, PyDict>> {
    let ((mass, inertia, height, gravity), (velocities, loads)) = (known, recording);
    let body = KnownSlider::builder().mass(mass).inertia(inertia).height(height).gravity(gravity);
    let body = body.build().map_err(refused)?;
    let velocities: Vec<_> =
        velocities.as_slice()?.chunks_exact(3).map(PlanarTwist::load).collect();
    let loads: Vec<_> = loads.as_slice()?.chunks_exact(6).map(Wrench::load).collect();
    let recording = Recording::new(interval, &velocities, &loads).map_err(refused)?;
    match method {
        "one_step" => told(py, &one_step(&body, &recording).map_err(failed)?),
        "smoothed" => told(py, &smoothed(&body, &recording).map_err(failed)?),
        "likelihood" => likelihood(py, &body, &recording, (noise, start)),
        other => {
            let known = "likelihood, smoothed, one_step";
            Err(refused(format!("method must be one of {known}, found `{other}`")))
        }
    }
}

fn likelihood<'py>(
    py: Python<'py>,
    body: &KnownSlider,
    recording: &Recording,
    (noise, start): (Option<[f64; 3]>, Option<[f64; 3]>),
) -> PyResult<Bound<'py, PyDict>> {
    let search = MaximumLikelihood::builder();
    let search = match (noise.map(Vector3::from), start.map(Vector3::from)) {
        (None, None) => search.build(),
        (Some(noise), None) => search.noise(noise).build(),
        (None, Some(start)) => search.start(start).build(),
        (Some(noise), Some(start)) => search.noise(noise).start(start).build(),
    };
    let search = search.map_err(refused)?;
    let fit = py.detach(|| search.fit(body, recording)).map_err(failed)?;
    let facts = told(py, &fit.friction)?;
    let PlanarTwist { linear, angular } = fit.initial;
    facts.set_item("initial", array(py, &[linear.x, linear.y, angular]))?;
    facts.set_item("noise", array(py, fit.noise.as_slice()))?;
    let residuals: Vec<f64> = fit.residuals.iter().flatten().copied().collect();
    facts.set_item("residuals", residuals.into_pyarray(py))?;
    facts.set_item("reduced_chi_square", fit.reduced_chi_square)?;
    facts.set_item("iterations", fit.iterations)?;
    Ok(facts)
}
