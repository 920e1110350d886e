//! The functions of FMI 3.0 for co-simulation and model exchange; those of scheduled execution, of clocks and of
//! directional derivatives answer that they are not supported, as the description says.
//!
//! Their names and arguments are those of `fmi3Functions.h`. A Boolean of the importer is read as a byte, because
//! any byte is valid.

#![allow(non_snake_case, reason = "the standard names them")]

use core::ffi::{CStr, c_char, c_int, c_void};
use std::path::Path;

use super::both;
use super::handles::{self, act};
use super::log::{Callback, Log};
use super::memory::{array, array_mut, put, text};
use crate::error::InstanceError;
use crate::instance::Instance;
use crate::phase::Phase;

/// A Boolean of the importer, as a byte, because any byte is valid.
type Boolean = u8;

/// The logger.
pub type Fmi3Logger = unsafe extern "C" fn(
    environment: *mut c_void,
    status: c_int,
    category: *const c_char,
    message: *const c_char,
);

/// Returns the version of the standard.
#[unsafe(no_mangle)]
pub extern "C" fn fmi3GetVersion() -> *const c_char {
    const VERSION: &CStr = c"3.0";
    VERSION.as_ptr()
}

/// Makes an instance for co-simulation.
///
/// # Safety
/// Pointers are as the standard describes them for this function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3InstantiateCoSimulation(
    name: *const c_char,
    token: *const c_char,
    resources: *const c_char,
    _visible: u8,
    is_logging: u8,
    event_mode: u8,
    _early_return_allowed: u8,
    _required: *const u32,
    required_count: usize,
    environment: *mut c_void,
    logger: Option<Fmi3Logger>,
    _intermediate_update: *const c_void,
) -> *mut c_void {
    let refuse = |function, reason| Err(InstanceError::NotSupported { function, reason });
    let for_steps = |instance| match (event_mode, required_count) {
        (0, 0) => Ok(instance),
        (0, _) => refuse("intermediate access", "providesIntermediateUpdate is false"),
        _ => refuse("event mode", "nothing has to be told about: hasEventMode is false"),
    };
    // SAFETY: as the standard describes the arguments.
    unsafe { make([name, token, resources], is_logging, (logger, environment), for_steps) }
}

/// Makes an instance for model exchange.
///
/// # Safety
/// Pointers are as the standard describes them for this function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3InstantiateModelExchange(
    name: *const c_char,
    token: *const c_char,
    resources: *const c_char,
    _visible: u8,
    is_logging: u8,
    environment: *mut c_void,
    logger: Option<Fmi3Logger>,
) -> *mut c_void {
    let texts = [name, token, resources];
    // SAFETY: as the standard describes the arguments.
    unsafe { make(texts, is_logging, (logger, environment), Instance::into_model_exchange) }
}

/// Makes an instance from the texts `instanceName`, `instantiationToken` and `resourcePath`.
///
/// # Safety
/// Unless null, the texts end with a zero.
unsafe fn make(
    [name, token, resources]: [*const c_char; 3],
    is_logging: Boolean,
    (logger, environment): (Option<Fmi3Logger>, *mut c_void),
    of_kind: impl FnOnce(Instance) -> Result<Instance, InstanceError>,
) -> *mut c_void {
    // SAFETY: as the caller promises.
    let name = unsafe { text(name, "instanceName") };
    let log =
        Log::new(logger.map(Callback::V3), environment, name.as_ref().copied().unwrap_or_default());
    handles::make(log, is_logging != 0, || {
        super::check_name(name?)?;
        // SAFETY: as the caller promises.
        let (token, path) =
            unsafe { (text(token, "instantiationToken")?, text(resources, "resourcePath")?) };
        of_kind(Instance::new(Path::new(path), token)?)
    })
}

/// Refuses: there are no clocks.
///
/// # Safety
/// Pointers are as the standard describes them for this function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3InstantiateScheduledExecution(
    name: *const c_char,
    _token: *const c_char,
    _resources: *const c_char,
    _visible: u8,
    _is_logging: u8,
    environment: *mut c_void,
    logger: Option<Fmi3Logger>,
    _clock_update: *const c_void,
    _lock_preemption: *const c_void,
    _unlock_preemption: *const c_void,
) -> *mut c_void {
    // SAFETY: as the standard describes the arguments.
    let name = unsafe { text(name, "instanceName") };
    let log = Log::new(logger.map(Callback::V3), environment, name.unwrap_or_default());
    let (function, reason) = ("scheduled execution", "it has no clocks");
    handles::make(log, false, || Err(InstanceError::NotSupported { function, reason }))
}

/// Frees an instance with its states.
#[unsafe(no_mangle)]
pub extern "C" fn fmi3FreeInstance(instance: *mut c_void) {
    handles::free(instance);
}

super::functions! {
    /// Switches the log: failures are always logged, doubts about the step if it is on.
    unsafe fn fmi3SetDebugLogging(
        instance, is_on: Boolean, count: usize, categories: *const *const c_char
    ) => both::set_logging(instance, is_on != 0, count, categories);
    /// Enters the initialization; a tolerance means nothing to a fixed step.
    fn fmi3EnterInitializationMode(
        instance, _tolerance_defined: Boolean, _tolerance: f64, start: f64, stop_defined: Boolean, stop: f64
    ) => act(instance, |instance| {
        instance.set_up(start, (stop_defined != 0).then_some(stop))?;
        instance.enter_initialization()
    });
    /// Reads numbers.
    unsafe fn fmi3GetFloat64(
        instance, references: *const u32, count: usize, values: *mut f64, value_count: usize
    ) => act(instance, |instance| instance.numbers(array(references, count)?, array_mut(values, value_count)?));
    /// Sets numbers.
    unsafe fn fmi3SetFloat64(
        instance, references: *const u32, count: usize, values: *const f64, value_count: usize
    ) => act(instance, |instance| instance.set_numbers(array(references, count)?, array(values, value_count)?));
    /// Reads Booleans.
    unsafe fn fmi3GetBoolean(
        instance, references: *const u32, count: usize, values: *mut Boolean, value_count: usize
    ) => both::booleans(instance, (references, count), (values, value_count));
    /// Refuses to set Booleans: all are computed.
    unsafe fn fmi3SetBoolean(
        instance, references: *const u32, count: usize, _values: *const Boolean, _value_count: usize
    ) => act(instance, |instance| instance.set_booleans(array(references, count)?));
    /// Makes a step. It never needs an event, never asks to end and never returns early.
    unsafe fn fmi3DoStep(
        instance, at: f64, length: f64, _no_set_state_before: Boolean, event_needed: *mut Boolean,
        terminate: *mut Boolean, early_return: *mut Boolean, last_successful_time: *mut f64
    ) => act(instance, |instance| {
        let stepped = instance.step(at, length);
        for answer in [event_needed, terminate, early_return] {
            put(answer, 0)?;
        }
        put(last_successful_time, instance.last_successful_time())?;
        stepped
    });
    /// Handles an event: it never continues, the FMU never asks to end, and no state jumps.
    unsafe fn fmi3UpdateDiscreteStates(
        instance, update_needed: *mut Boolean, terminate: *mut Boolean, nominals_changed: *mut Boolean,
        values_changed: *mut Boolean, next_event_time_defined: *mut Boolean, next_event_time: *mut f64
    ) => act(instance, |instance| {
        let next = instance.update_discrete_states()?;
        for answer in [update_needed, terminate, nominals_changed, values_changed] {
            put(answer, 0)?;
        }
        put(next_event_time_defined, next.is_some().into())?;
        put(next_event_time, next.unwrap_or_default())
    });
    /// Writes the number of continuous states.
    unsafe fn fmi3GetNumberOfContinuousStates(instance, count: *mut usize) =>
        act(instance, |instance| put(count, instance.state_count()?));
    /// Writes the number of event indicators, which is zero.
    unsafe fn fmi3GetNumberOfEventIndicators(instance, count: *mut usize) => act(instance, |instance| {
        instance.event_indicators(&[])?;
        put(count, 0)
    });
    /// Takes note of a completed step of the solver.
    unsafe fn fmi3CompletedIntegratorStep(
        instance, _no_set_state_before: Boolean, enter_event_mode: *mut Boolean, terminate: *mut Boolean
    ) => both::completed_step(instance, enter_event_mode, terminate);
}

super::absent! {
    "Float32": fmi3GetFloat32(*mut f32, usize), fmi3SetFloat32(*const f32, usize);
    "Int8": fmi3GetInt8(*mut i8, usize), fmi3SetInt8(*const i8, usize);
    "UInt8": fmi3GetUInt8(*mut u8, usize), fmi3SetUInt8(*const u8, usize);
    "Int16": fmi3GetInt16(*mut i16, usize), fmi3SetInt16(*const i16, usize);
    "UInt16": fmi3GetUInt16(*mut u16, usize), fmi3SetUInt16(*const u16, usize);
    "Int32": fmi3GetInt32(*mut i32, usize), fmi3SetInt32(*const i32, usize);
    "UInt32": fmi3GetUInt32(*mut u32, usize), fmi3SetUInt32(*const u32, usize);
    "Int64": fmi3GetInt64(*mut i64, usize), fmi3SetInt64(*const i64, usize);
    "UInt64": fmi3GetUInt64(*mut u64, usize), fmi3SetUInt64(*const u64, usize);
    "String": fmi3GetString(*mut *const c_char, usize), fmi3SetString(*const *const c_char, usize);
    "Binary": fmi3GetBinary(*mut usize, *mut *const u8, usize), fmi3SetBinary(*const usize, *const *const u8, usize);
    "Clock": fmi3GetClock(*mut u8), fmi3SetClock(*const u8);
}

super::unsupported! {
    "it has no structural parameters":
    fmi3EnterConfigurationMode(), fmi3ExitConfigurationMode();
    "co-simulation has no events: hasEventMode is false":
    fmi3EnterStepMode();
    "providesEvaluateDiscreteStates is false":
    fmi3EvaluateDiscreteStates();
    "it has no clocks":
    fmi3GetIntervalDecimal(*const u32, usize, *mut f64, *mut c_int),
    fmi3GetIntervalFraction(*const u32, usize, *mut u64, *mut u64, *mut c_int),
    fmi3GetShiftDecimal(*const u32, usize, *mut f64),
    fmi3GetShiftFraction(*const u32, usize, *mut u64, *mut u64),
    fmi3SetIntervalDecimal(*const u32, usize, *const f64),
    fmi3SetIntervalFraction(*const u32, usize, *const u64, *const u64),
    fmi3SetShiftDecimal(*const u32, usize, *const f64),
    fmi3SetShiftFraction(*const u32, usize, *const u64, *const u64),
    fmi3ActivateModelPartition(u32, f64);
    "the description says that there are no derivatives and no dependencies of elements":
    fmi3GetNumberOfVariableDependencies(u32, *mut usize),
    fmi3GetVariableDependencies(u32, *mut usize, *mut u32, *mut usize, *mut c_int, usize),
    fmi3GetDirectionalDerivative(*const u32, usize, *const u32, usize, *const f64, usize, *mut f64, usize),
    fmi3GetAdjointDerivative(*const u32, usize, *const u32, usize, *const f64, usize, *mut f64, usize),
    fmi3GetOutputDerivatives(*const u32, usize, *const i32, *mut f64, usize);
}
