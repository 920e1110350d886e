//! A law by itself: the effort for a motion, or for a whole array of motions in one call.

use std::path::PathBuf;

use numpy::{PyReadonlyArray1, PyReadwriteArray1};
use pyo3::prelude::*;
use stiction::core::{
    AnyLaw, Domain, Flat, Impedance, Line, Motion, PlanarFrame, Plane, Shaft, Space, SpatialFrame,
    Stage,
};
use stiction::scenario::channel::internal_variable;
use stiction::scenario::{Law, ScenarioError};
use stiction::testing::{Motions, assert_passive, assert_stored_power};

use crate::error::{of_scenario, plain};
use crate::known::registry;
use crate::motion_rows::MotionRows;
use crate::python_law::{self, Kept};
use crate::values::table_of;

/// Numbers of scalars.
#[derive(Clone, Copy)]
pub(crate) struct Widths {
    pub(crate) pose: usize,
    pub(crate) flow: usize,
    pub(crate) internal: usize,
}

/// A law of any domain, with motions and efforts as plain numbers.
pub(crate) trait AnyDomain: Send + Sync {
    fn widths(&self) -> Widths;
    fn internal_name(&self, index: usize) -> (String, String);
    /// Computes the efforts and the internal rates of a number of motions.
    fn respond(&self, stage: &Stage, rows: &MotionRows<'_>, efforts: &mut [f64], rates: &mut [f64]);
    /// Moves the pose by a flow for a duration [s].
    fn advance(&self, pose: &mut [f64], flow: &[f64], duration: f64);
    /// Returns the pose of the origin.
    fn origin(&self) -> Vec<f64>;
    fn stored_energy(&self, pose: &[f64], internal: &[f64]) -> f64;
    /// Panics if the law gives back more than it was given.
    fn assert_passive(&self, motions: Motions);
    /// Panics if the power that the law stores is not the rate of its energy.
    fn assert_stored_power(&self, motions: Motions);
}

struct InDomain<D: Domain>(AnyLaw<D>);

impl<D: Domain> AnyDomain for InDomain<D> {
    fn widths(&self) -> Widths {
        Widths { pose: D::Pose::LEN, flow: D::Flow::LEN, internal: self.0.memory().len() }
    }

    fn internal_name(&self, index: usize) -> (String, String) {
        let name = internal_variable::<D>(&self.0.memory(), index);
        (name.name.into_owned(), name.unit.into_owned())
    }

    fn respond(
        &self,
        stage: &Stage,
        rows: &MotionRows<'_>,
        efforts: &mut [f64],
        rates: &mut [f64],
    ) {
        rows.respond(&*self.0, stage, efforts, rates);
    }

    fn advance(&self, pose: &mut [f64], flow: &[f64], duration: f64) {
        let motion = Motion::<D> { pose: D::Pose::load(pose), flow: D::Flow::load(flow) };
        motion.moved(duration).pose.store(pose);
    }

    fn origin(&self) -> Vec<f64> {
        let mut pose = vec![0.0; D::Pose::LEN];
        D::Pose::default().store(&mut pose);
        pose
    }

    fn stored_energy(&self, pose: &[f64], internal: &[f64]) -> f64 {
        let motion = Motion::<D> { pose: D::Pose::load(pose), flow: D::Flow::default() };
        self.0.stored_energy(&motion, internal)
    }

    fn assert_passive(&self, motions: Motions) {
        assert_passive(&self.0, motions);
    }

    fn assert_stored_power(&self, motions: Motions) {
        assert_stored_power(&self.0, motions);
    }
}

/// Returns the law for a domain by its tag; `None` for an unknown one.
fn in_domain(
    law: &Law,
    tag: &str,
    folder: &std::path::Path,
    until: f64,
) -> Option<Result<Box<dyn AnyDomain>, ScenarioError>> {
    fn built<D: Domain>(
        law: &Law,
        folder: &std::path::Path,
        until: f64,
    ) -> Result<Box<dyn AnyDomain>, ScenarioError> {
        Ok(Box::new(InDomain(law.for_domain::<D>(folder, until)?)))
    }
    let build = [
        (Line::TAG, built::<Line> as fn(_, _, _) -> _),
        (Shaft::TAG, built::<Shaft>),
        (Plane::TAG, built::<Plane>),
        (Space::TAG, built::<Space>),
        (PlanarFrame::TAG, built::<PlanarFrame>),
        (SpatialFrame::TAG, built::<SpatialFrame>),
    ];
    let build = build.into_iter().find(|(known, _)| *known == tag)?.1;
    Some(build(law, folder, until))
}

/// Arrays that are read while other threads of Python run.
type Given<'py> = PyReadonlyArray1<'py, f64>;
type Filled<'py> = PyReadwriteArray1<'py, f64>;

/// A law in one domain, without a mechanism.
#[pyclass(frozen, module = "stiction._stiction")]
pub(crate) struct SoloLaw {
    pub(crate) law: Box<dyn AnyDomain>,
    _kept: Vec<Kept>,
}

#[pymethods]
impl SoloLaw {
    #[new]
    #[pyo3(signature = (table, domain, folder = PathBuf::new(), until = 1.0))]
    fn new(table: &Bound<'_, PyAny>, domain: &str, folder: PathBuf, until: f64) -> PyResult<Self> {
        let (table, kept) = table_of(table)?;
        let law = Law::from_table(&table, registry()).map_err(of_scenario)?;
        let unknown = || plain("ParameterError", &format!("there is no domain `{domain}`"));
        let law = in_domain(&law, domain, &folder, until).ok_or_else(unknown)?;
        Ok(Self { law: law.map_err(of_scenario)?, _kept: kept })
    }

    /// Numbers of scalars of a pose, a flow, and of internal variables.
    #[getter]
    fn widths(&self) -> (usize, usize, usize) {
        let Widths { pose, flow, internal } = self.law.widths();
        (pose, flow, internal)
    }

    /// Name and unit of every internal variable.
    #[getter]
    fn internal(&self) -> Vec<(String, String)> {
        (0..self.law.widths().internal).map(|index| self.law.internal_name(index)).collect()
    }

    /// The pose of the origin.
    #[getter]
    fn origin(&self) -> Vec<f64> {
        self.law.origin()
    }

    /// Fills efforts and internal rates, one row for each motion; the motions are contiguous arrays of one row, or
    /// of a row for each.
    ///
    /// NumPy has allocated the arrays of the answers: it asks for large pages, and skips filling them with zeros.
    fn respond<'py>(
        &self,
        py: Python<'py>,
        motions: (Given<'py>, Given<'py>, Given<'py>),
        answers: (Filled<'py>, Filled<'py>),
        time: f64,
        tau: f64,
    ) -> PyResult<()> {
        let (poses, flows, internals) = &motions;
        let rows = MotionRows {
            poses: poses.as_slice()?,
            flows: flows.as_slice()?,
            internals: internals.as_slice()?,
        };
        let (mut efforts, mut rates) = answers;
        let (efforts, rates) = (efforts.as_slice_mut()?, rates.as_slice_mut()?);
        let Widths { pose, flow, internal } = self.law.widths();
        let count = efforts.len() / flow;
        let fills = |numbers: &[f64], width: usize| Some(numbers.len()) == width.checked_mul(count);
        let fits = |numbers: &[f64], width: usize| numbers.len() == width || fills(numbers, width);
        let given_fit =
            fits(rows.poses, pose) && fits(rows.flows, flow) && fits(rows.internals, internal);
        if !(given_fit && fills(efforts, flow) && fills(rates, internal)) {
            return Err(plain(
                "ShapeError",
                "the lengths of the arrays do not fit the same number of motions",
            ));
        }
        let stage = Stage::first(time, tau);
        py.detach(|| self.law.respond(&stage, &rows, efforts, rates));
        python_law::take_raised().map_or(Ok(()), Err)
    }

    /// Returns the energy stored in the law [J].
    fn stored_energy(&self, pose: Vec<f64>, internal: Vec<f64>) -> PyResult<f64> {
        let widths = self.law.widths();
        if pose.len() != widths.pose || internal.len() != widths.internal {
            return Err(plain(
                "ShapeError",
                "the pose or the internal variables have another length",
            ));
        }
        let energy = self.law.stored_energy(&pose, &internal);
        python_law::take_raised().map_or(Ok(energy), Err)
    }
}
