//! A law written in Python: any object with a method `respond`.
//!
//! Its table in a scenario is `{ type = "python", object = KEY }`. The key leads to the object while the scenario
//! that names it, or a simulation of that, keeps it. The law inside the engine does not.

use core::fmt;
use core::marker::PhantomData;
use std::cell::RefCell;
use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyTuple};
use stiction::core::{
    AnyLaw, ContactLaw, Description, Domain, Field, Flat, Given, Impedance, InternalVariables,
    LawTable, Memory, Motion, Parameter, Range, Stage as EngineStage, ValueError, VariableName,
};

mod kept;

use kept::{Facts, facts};
pub(crate) use kept::{Kept, keep};

/// The evaluation of a law.
///
/// Args:
///     time: Time of the evaluation [s].
///     tau: Length over which the answer is used next [s]; 0 asks for the law in continuous time. It makes stiff
///         friction stable.
///     step_start: Time at which the step started [s].
#[pyclass(frozen, module = "stiction")]
pub(crate) struct Stage {
    /// Time of the evaluation [s].
    #[pyo3(get)]
    time: f64,
    /// Length over which the answer is used next [s].
    #[pyo3(get)]
    tau: f64,
    /// Time at which the step started [s].
    #[pyo3(get)]
    step_start: f64,
}

impl From<&EngineStage<'_>> for Stage {
    fn from(stage: &EngineStage<'_>) -> Self {
        let EngineStage { time, tau, step_start, .. } = *stage;
        Self { time, tau, step_start }
    }
}

#[pymethods]
impl Stage {
    #[new]
    #[pyo3(signature = (time = 0.0, tau = 0.0, step_start = None))]
    fn new(time: f64, tau: f64, step_start: Option<f64>) -> Self {
        Self { time, tau, step_start: step_start.unwrap_or(time) }
    }
    fn __repr__(&self) -> String {
        let Self { time, tau, step_start } = self;
        format!("Stage(time={time:?}, tau={tau:?}, step_start={step_start:?})")
    }
}

thread_local! {
    /// The exception that a law raised on this thread, in an evaluation, which cannot fail.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Returns the first exception since the last call.
pub(crate) fn take_raised() -> Option<PyErr> {
    RAISED.with(|raised| raised.borrow_mut().take())
}

/// Raises the first exception since the last call.
pub(crate) fn raise() -> PyResult<()> {
    take_raised().map_or(Ok(()), Err)
}

/// The description of laws in Python for a domain.
pub(crate) struct PythonLaws<D>(PhantomData<D>);

/// The key is its only parameter.
static TABLE: Description = Description {
    name: "PythonLaw",
    tag: "python",
    chosen: "",
    text: "A law that is written in Python.",
    fields: &[Field {
        name: "object",
        symbol: "",
        unit: "",
        range: Range::Any,
        text: "What leads to the object.",
        form: String::form,
        default: None,
        is_flat: false,
    }],
    of_number: None,
};

impl<D: Domain> LawTable for PythonLaws<D> {
    type Domain = D;
    const TABLE: &'static Description = &TABLE;
    fn law(given: &mut Given) -> Result<AnyLaw<D>, ValueError> {
        let object: String = given.take("object")?;
        let gone = || ValueError::new("the object is gone").inside("object");
        let facts = facts(&object).ok_or_else(gone)?;
        if facts.domain != D::TAG {
            let domain = &facts.domain;
            let message = format!(
                "is a law of the domain `{domain}`, but the connection is one of a `{}`",
                D::TAG
            );
            return Err(ValueError::new(message).inside("domain"));
        }
        Ok(Box::new(PythonLaw::<D> { facts, domain: PhantomData }))
    }
}

/// A Python object as a law.
pub(crate) struct PythonLaw<D> {
    facts: Arc<Facts>,
    domain: PhantomData<fn() -> D>,
}

impl<D> fmt::Debug for PythonLaw<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PythonLaw").field("object", &self.facts.key).finish()
    }
}

/// Returns one number, or a tuple of several.
fn scalars<'py>(py: Python<'py>, numbers: &[f64]) -> PyResult<Bound<'py, PyAny>> {
    if let [one] = numbers {
        return Ok(PyFloat::new(py, *one).into_any());
    }
    Ok(PyTuple::new(py, numbers)?.into_any())
}

/// Reads one number, or a sequence of them, into a slice of the right length.
fn read(found: &Bound<'_, PyAny>, what: &str, into: &mut [f64]) -> PyResult<()> {
    if let ([one], Ok(number)) = (&mut *into, found.extract::<f64>()) {
        *one = number;
        return Ok(());
    }
    let numbers = found.extract::<Vec<f64>>()?;
    if numbers.len() != into.len() {
        let (wanted, found) = (into.len(), numbers.len());
        return Err(PyTypeError::new_err(format!(
            "respond: {wanted} numbers of the {what} are needed, found {found}"
        )));
    }
    into.copy_from_slice(&numbers);
    Ok(())
}

/// Returns the numbers of a value of a domain.
fn stored<T: Flat>(value: &T) -> Vec<f64> {
    let mut numbers = vec![0.0; T::LEN];
    value.store(&mut numbers);
    numbers
}

impl<D: Domain> PythonLaw<D> {
    fn ask(
        &self,
        py: Python<'_>,
        stage: &EngineStage,
        motion: &Motion<D>,
        internal: &[f64],
        rate: &mut [f64],
    ) -> PyResult<D::Effort> {
        let arguments = (
            Stage::from(stage),
            scalars(py, &stored(&motion.pose))?,
            scalars(py, &stored(&motion.flow))?,
            scalars(py, internal)?,
        );
        let answer = self.facts.methods()?.respond.bind(py).call1(arguments)?;
        let mut effort = vec![0.0; D::Effort::LEN];
        if rate.is_empty() {
            read(&answer, "effort", &mut effort)?;
        } else {
            let (found, rates) =
                answer.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>().map_err(|_| {
                    PyTypeError::new_err(
                        "respond: a law with internal variables returns the effort and their rate",
                    )
                })?;
            read(&found, "effort", &mut effort)?;
            read(&rates, "rate", rate)?;
        }
        Ok(D::Effort::load(&effort))
    }

    /// Returns `None` for an exception; the law then answers NaN, which ends the run. The exception is kept for the
    /// caller that started the run.
    fn or_nan<T>(answer: PyResult<T>) -> Option<T> {
        answer
            .map_err(|error| {
                RAISED.with(|raised| {
                    raised.borrow_mut().get_or_insert(error);
                });
            })
            .ok()
    }
}

impl<D: Domain> Impedance for PythonLaw<D> {
    type Domain = D;
    fn memory(&self) -> Memory<'_> {
        // Deflections come first, one along every component.
        let count = self.facts.internal.len();
        let bristles = count.min(D::Flow::LEN);
        Memory::bristles(bristles).and(count - bristles).told_by(self)
    }
    fn contact(&self) -> Option<&dyn ContactLaw<D>> {
        Some(self)
    }

    fn name(&self) -> String {
        let name = Python::attach(|py| {
            let object = &self.facts.methods()?.object;
            object.bind(py).get_type().name().map(|name| name.to_string())
        });
        name.unwrap_or_else(|_| "law in Python".to_owned())
    }

    fn respond(
        &self,
        stage: &EngineStage,
        motion: &Motion<D>,
        internal: &[f64],
        rate: &mut [f64],
    ) -> D::Effort {
        let answer = Python::attach(|py| self.ask(py, stage, motion, internal, rate));
        Self::or_nan(answer).unwrap_or_else(|| {
            rate.fill(f64::NAN);
            D::Effort::load(&vec![f64::NAN; D::Effort::LEN])
        })
    }

    fn stored_energy(&self, motion: &Motion<D>, internal: &[f64]) -> f64 {
        let Ok(methods) = self.facts.methods() else { return f64::NAN };
        let Some(method) = &methods.stored_energy else { return 0.0 };
        let answer = Python::attach(|py| {
            let arguments = (scalars(py, &stored(&motion.pose))?, scalars(py, internal)?);
            method.bind(py).call1(arguments)?.extract()
        });
        Self::or_nan(answer).unwrap_or(f64::NAN)
    }

    fn stored_power(&self, motion: &Motion<D>, internal: &[f64], rate: &[f64]) -> f64 {
        let Ok(methods) = self.facts.methods() else { return f64::NAN };
        let Some(method) = &methods.stored_power else {
            let law = Self { facts: Arc::clone(&self.facts), domain: PhantomData };
            return EnergyOnly(law).stored_power(motion, internal, rate);
        };
        let answer = Python::attach(|py| {
            let arguments = (
                scalars(py, &stored(&motion.pose))?,
                scalars(py, &stored(&motion.flow))?,
                scalars(py, internal)?,
                scalars(py, rate)?,
            );
            method.bind(py).call1(arguments)?.extract()
        });
        Self::or_nan(answer).unwrap_or(f64::NAN)
    }

    fn is_source(&self) -> bool {
        self.facts.is_source
    }
}

impl<D: Domain> ContactLaw<D> for PythonLaw<D> {
    fn resistance(&self, tau: f64, axis: usize) -> Option<(f64, f64)> {
        let methods = self.facts.methods().ok()?;
        let method = methods.stuck_stiffness.as_ref()?;
        let answer = Python::attach(|py| method.bind(py).call1((tau, axis))?.extract());
        Self::or_nan(answer)?
    }
    fn is_friction(&self) -> bool {
        !self.facts.internal.is_empty()
    }
}

impl<D: Domain> InternalVariables for PythonLaw<D> {
    fn internal_name(&self, index: usize) -> VariableName {
        let known = self.facts.internal.get(index);
        known.map_or_else(
            || VariableName::numbered(index),
            |(name, unit)| VariableName::new(name.clone(), unit.clone()),
        )
    }
}

/// A law that defines only its energy: its power is computed as for any law without `stored_power`.
#[derive(Debug)]
struct EnergyOnly<D>(PythonLaw<D>);

impl<D: Domain> Impedance for EnergyOnly<D> {
    type Domain = D;
    fn memory(&self) -> Memory<'_> {
        self.0.memory()
    }
    fn respond(
        &self,
        stage: &EngineStage,
        motion: &Motion<D>,
        internal: &[f64],
        rate: &mut [f64],
    ) -> D::Effort {
        self.0.respond(stage, motion, internal, rate)
    }
    fn stored_energy(&self, motion: &Motion<D>, internal: &[f64]) -> f64 {
        self.0.stored_energy(motion, internal)
    }
}
