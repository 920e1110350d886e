//! A law with its memory, step by step: for control loops and observers.

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyTuple};
use stiction::core::Stage;

use crate::error::{number, numbers, plain, refused};
use crate::law::SoloLaw;
use crate::python_law;

/// One element of a law with its memory.
#[pyclass(module = "stiction._stiction", subclass)]
pub(crate) struct Element {
    law: Py<SoloLaw>,
    time: f64,
    /// Pose, then flow.
    motion: Vec<f64>,
    internal: Vec<f64>,
    effort: Vec<f64>,
    rate: Vec<f64>,
}

impl Element {
    /// Makes one step by eq. (20) of Kikuuwe and Yamamoto: the law is evaluated once, with tau = dt.
    fn advance(&mut self, law: &SoloLaw, flow: &[f64], dt: f64) {
        let domain = law.law.domain();
        self.motion[domain.pose_len..].copy_from_slice(flow);
        let stage = Stage::first(self.time, dt);
        law.law.respond(&stage, &self.motion, &self.internal, &mut self.effort, &mut self.rate);
        for (internal, rate) in self.internal.iter_mut().zip(&self.rate) {
            *internal += dt * rate;
        }
        domain.advance(&mut self.motion, dt);
        self.time += dt;
    }

    fn place(&self) -> &[f64] {
        &self.motion[..self.motion.len() - self.effort.len()]
    }

    fn set_place(&mut self, pose: &[f64]) -> PyResult<()> {
        check_count("pose", self.place().len(), pose.len())?;
        self.motion[..pose.len()].copy_from_slice(pose);
        Ok(())
    }
}

fn check_step(dt: f64) -> PyResult<()> {
    if dt.is_finite() && dt > 0.0 {
        return Ok(());
    }
    Err(refused(format!("dt must be finite and positive, found {dt}")))
}

fn check_count(what: &str, wanted: usize, found: usize) -> PyResult<()> {
    if wanted == found {
        return Ok(());
    }
    Err(plain("ShapeError", &format!("{what}: {wanted} numbers are needed, found {found}")))
}

#[pymethods]
impl Element {
    #[new]
    fn new(law: Py<SoloLaw>) -> Self {
        let solo = law.get();
        let (motion, internal) = (solo.rest(), vec![0.0; solo.law.memory().len()]);
        let effort = vec![0.0; solo.law.domain().flow_len];
        Self { law, time: 0.0, motion, rate: internal.clone(), internal, effort }
    }

    /// Returns the effort on the port over the next `dt` [s], in which the flow is constant, and advances the memory.
    ///
    /// Args:
    ///     flow: Velocity [m/s] or [rad/s]; a sequence if the domain has several scalars.
    ///     dt: Time since the last call [s].
    ///
    /// Returns:
    ///     The effort that the element exerts: it opposes the motion.
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        flow: &Bound<'py, PyAny>,
        dt: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let dt = number("dt", dt)?;
        check_step(dt)?;
        let law = self.law.clone_ref(py);
        if let (1, Ok(number)) = (self.effort.len(), flow.extract::<f64>()) {
            self.advance(law.get(), &[number], dt);
        } else {
            let flow = numbers("flow", flow)?;
            check_count("flow", self.effort.len(), flow.len())?;
            self.advance(law.get(), &flow, dt);
        }
        python_law::raise()?;
        if let [one] = self.effort[..] {
            return Ok(PyFloat::new(py, one).into_any());
        }
        Ok(PyArray1::from_slice(py, &self.effort).into_any())
    }

    /// Returns the efforts over a series of flows, row after row, each for `dt` [s].
    fn steps<'py>(
        &mut self,
        py: Python<'py>,
        flows: PyReadonlyArray1<'py, f64>,
        dt: f64,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        check_step(dt)?;
        let flows = flows.as_slice()?;
        let width = self.effort.len();
        if flows.len() % width != 0 {
            return Err(plain("ShapeError", "the flows are no whole number of rows"));
        }
        let law = self.law.clone_ref(py);
        let efforts = py.detach(|| {
            let mut efforts = Vec::with_capacity(flows.len());
            for flow in flows.chunks_exact(width) {
                self.advance(law.get(), flow, dt);
                efforts.extend_from_slice(&self.effort);
            }
            efforts
        });
        python_law::raise()?;
        Ok(efforts.into_pyarray(py))
    }

    /// Elapsed time [s].
    #[getter]
    fn time(&self) -> f64 {
        self.time
    }

    /// The pose to which the flows have led.
    #[getter]
    fn pose<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, self.place())
    }

    #[setter]
    fn set_pose(&mut self, pose: &Bound<'_, PyAny>) -> PyResult<()> {
        self.set_place(&numbers("pose", pose)?)
    }

    /// The memory: deflections of bristles and the like.
    #[getter]
    fn internal<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.internal)
    }

    #[setter]
    fn set_internal(&mut self, internal: &Bound<'_, PyAny>) -> PyResult<()> {
        let internal = numbers("internal", internal)?;
        check_count("internal", self.internal.len(), internal.len())?;
        self.internal = internal;
        Ok(())
    }

    /// Resets the element: at the origin, without deflection, at time zero.
    fn reset(&mut self, py: Python<'_>) {
        self.time = 0.0;
        self.motion = self.law.bind(py).get().rest();
        self.internal.fill(0.0);
    }

    /// Time, pose and memory.
    #[getter]
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (self.time, self.place().to_vec(), self.internal.clone()).into_pyobject(py)
    }

    #[setter]
    fn set_state(&mut self, state: (f64, Vec<f64>, Vec<f64>)) -> PyResult<()> {
        let (time, pose, internal) = state;
        check_count("pose", self.place().len(), pose.len())?;
        check_count("internal", self.internal.len(), internal.len())?;
        (self.time, self.internal) = (time, internal);
        self.set_place(&pose)?;
        Ok(())
    }
}
