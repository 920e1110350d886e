//! A law by itself: the effort for a motion, or for a whole array of motions in one call.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use numpy::{PyReadonlyArray1, PyReadwriteArray1};
use pyo3::prelude::*;
use stiction::core::{
    AnyImpedance, AnyLaw, Domain, Flat, Line, Motion, PlanarFrame, Plane, Shaft, Space,
    SpatialFrame, Stage,
};
use stiction::scenario::channel::internal_variable;
use stiction::scenario::{Law, ScenarioError};
use stiction::testing::{Motions, assert_passive, assert_stored_power};

use crate::error::{of_scenario, plain, refused};
use crate::known::registry;
use crate::python_law::{self, Kept};
use crate::values::table_of;

/// Poses, flows and internal variables, row after row, in the order of [`Flat`]; a single row applies to all motions.
type Rows<'a> = [&'a [f64]; 3];
/// Writes the efforts and the internal rates of a law in many motions, row after row.
type Evaluation = Box<dyn Fn(&Stage, Rows<'_>, &mut [f64], &mut [f64]) + Send + Sync>;
/// Panics if a law fails a check.
type Check = Box<dyn Fn(Motions) + Send + Sync>;

/// Evaluates a law in as many motions as `efforts` has rows. The other arrays have as many, or one.
fn respond<D: Domain>(
    law: &AnyLaw<D>,
    stage: &Stage,
    [poses, flows, internals]: Rows<'_>,
    efforts: &mut [f64],
    rates: &mut [f64],
) {
    let law = &**law;
    let (pose, flow, internal) = (D::Pose::LEN, D::Flow::LEN, law.memory().len());
    for (i, effort) in efforts.chunks_exact_mut(flow).enumerate() {
        let motion =
            Motion { pose: Flat::load(row(poses, pose, i)), flow: Flat::load(row(flows, flow, i)) };
        let rate = &mut rates[i * internal..(i + 1) * internal];
        law.respond(stage, &motion, row(internals, internal, i), rate).store(effort);
    }
}

/// Returns row `i` of rows of this width, or the only row.
fn row(numbers: &[f64], width: usize, i: usize) -> &[f64] {
    let start = if numbers.len() == width { 0 } else { i * width };
    &numbers[start..start + width]
}

/// Arrays that are read while other threads of Python run.
type Given<'py> = PyReadonlyArray1<'py, f64>;
type Filled<'py> = PyReadwriteArray1<'py, f64>;

/// A law in one domain, without a mechanism.
#[pyclass(frozen, module = "stiction._stiction")]
pub(crate) struct SoloLaw {
    pub(crate) law: Arc<dyn AnyImpedance>,
    respond: Evaluation,
    /// Does it give back more than it was given?
    pub(crate) assert_passive: Check,
    /// Is the power that it stores the rate of its energy?
    pub(crate) assert_stored_power: Check,
    /// Name and unit of every internal variable.
    #[pyo3(get)]
    internal: Vec<(String, String)>,
    _kept: Vec<Kept>,
}

impl SoloLaw {
    fn built<D: Domain>(law: &Law, folder: &Path, until: f64) -> Result<Self, ScenarioError> {
        let law = Arc::new(law.for_domain::<D>(folder, until)?);
        let memory = law.memory();
        let internal = (0..memory.len()).map(|index| {
            let name = internal_variable::<D>(&memory, index);
            (name.name.into_owned(), name.unit.into_owned())
        });
        let internal = internal.collect();
        let [asked, driven, measured] = [(); 3].map(|()| Arc::clone(&law));
        Ok(Self {
            respond: Box::new(move |stage, rows, efforts, rates| {
                respond(&asked, stage, rows, efforts, rates);
            }),
            assert_passive: Box::new(move |motions| assert_passive(&*driven, motions)),
            assert_stored_power: Box::new(move |motions| assert_stored_power(&*measured, motions)),
            law,
            internal,
            _kept: vec![],
        })
    }

    /// Returns the motion at rest at the origin: pose, then flow.
    pub(crate) fn rest(&self) -> Vec<f64> {
        let domain = self.law.domain();
        let mut motion = vec![0.0; domain.motion_len()];
        domain.make_valid(&mut motion);
        motion
    }
}

#[pymethods]
impl SoloLaw {
    #[new]
    #[pyo3(signature = (table, domain, folder = PathBuf::new(), until = 1.0))]
    fn new(table: &Bound<'_, PyAny>, domain: &str, folder: PathBuf, until: f64) -> PyResult<Self> {
        let (table, kept) = table_of(table)?;
        let law = Law::from_table(&table, registry()).map_err(of_scenario)?;
        let build = match domain {
            Line::TAG => Self::built::<Line>,
            Shaft::TAG => Self::built::<Shaft>,
            Plane::TAG => Self::built::<Plane>,
            Space::TAG => Self::built::<Space>,
            PlanarFrame::TAG => Self::built::<PlanarFrame>,
            SpatialFrame::TAG => Self::built::<SpatialFrame>,
            _ => return Err(refused(format!("there is no domain `{domain}`"))),
        };
        let built = build(&law, &folder, until).map_err(of_scenario)?;
        Ok(Self { _kept: kept, ..built })
    }

    /// Numbers of scalars of a pose, a flow, and of internal variables.
    #[getter]
    fn widths(&self) -> (usize, usize, usize) {
        let domain = self.law.domain();
        (domain.pose_len, domain.flow_len, self.internal.len())
    }

    /// The pose of the origin.
    #[getter]
    fn origin(&self) -> Vec<f64> {
        self.rest()[..self.law.domain().pose_len].to_vec()
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
        let rows = [poses.as_slice()?, flows.as_slice()?, internals.as_slice()?];
        let (mut efforts, mut rates) = answers;
        let (efforts, rates) = (efforts.as_slice_mut()?, rates.as_slice_mut()?);
        let (pose, flow, internal) = self.widths();
        let count = efforts.len() / flow;
        let fills = |numbers: &[f64], width: usize| Some(numbers.len()) == width.checked_mul(count);
        let fits =
            |(numbers, width): (&[f64], usize)| numbers.len() == width || fills(numbers, width);
        let given_fit = rows.into_iter().zip([pose, flow, internal]).all(fits);
        if !(given_fit && fills(efforts, flow) && fills(rates, internal)) {
            return Err(plain(
                "ShapeError",
                "the lengths of the arrays do not fit the same number of motions",
            ));
        }
        let stage = Stage::first(time, tau);
        py.detach(|| (self.respond)(&stage, rows, efforts, rates));
        python_law::raise()
    }

    /// Returns the energy stored in the law [J].
    fn stored_energy(&self, pose: Vec<f64>, internal: Vec<f64>) -> PyResult<f64> {
        let mut motion = self.rest();
        let origin = &mut motion[..self.law.domain().pose_len];
        if pose.len() != origin.len() || internal.len() != self.internal.len() {
            return Err(plain(
                "ShapeError",
                "the pose or the internal variables have another length",
            ));
        }
        origin.copy_from_slice(&pose);
        let energy = self.law.stored_energy(&motion, &internal);
        python_law::raise()?;
        Ok(energy)
    }
}
