//! The functions of FMI 3.0 for co-simulation and model exchange; those of scheduled execution, of clocks and of
//! directional derivatives answer that they are not supported, as the description says.
//!
//! Their names and arguments are those of `fmi3Functions.h`. A Boolean of the importer is taken as a byte, of
//! which any value is one.

#![allow(non_snake_case, reason = "the standard names them")]

use core::ffi::{CStr, c_char, c_int, c_void};
use std::path::Path;
use std::sync::atomic::Ordering;

use super::handles::{self, act, with};
use super::log::{Log, Status};
use super::memory::{array, array_mut, put, text};
use crate::error::InstanceError;
use crate::instance::Instance;

/// The logger.
pub type Logger = unsafe extern "C" fn(
    environment: *mut c_void,
    status: c_int,
    category: *const c_char,
    message: *const c_char,
);

/// The version of the standard.
#[unsafe(no_mangle)]
pub extern "C" fn fmi3GetVersion() -> *const c_char {
    const VERSION: &CStr = c"3.0";
    VERSION.as_ptr()
}

/// Chooses what is logged: failures always are, doubts about the step if it is on.
///
/// # Safety
/// Pointers are as the standard describes them for this function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetDebugLogging(
    instance: *mut c_void,
    is_on: u8,
    count: usize,
    categories: *const *const c_char,
) -> c_int {
    with(instance, |_, component| {
        // SAFETY: as the standard describes the arguments.
        unsafe { super::check_categories(categories, count) }?;
        component.is_logging.store(is_on != 0, Ordering::Relaxed);
        Ok(())
    })
}

/// Makes an instance.
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
    logger: Option<Logger>,
    _intermediate_update: *const c_void,
) -> *mut c_void {
    // SAFETY: as the standard describes the arguments.
    let name = unsafe { text(name, "instanceName") };
    let log = Log::v3(logger, environment, name.as_ref().copied().unwrap_or_default());
    handles::make(log, is_logging != 0, || {
        super::check_name(name?)?;
        let refuse = |function, reason| Err(InstanceError::NotSupported { function, reason });
        if event_mode != 0 {
            return refuse("event mode", "nothing has to be told about: hasEventMode is false");
        }
        if required_count != 0 {
            return refuse("intermediate access", "providesIntermediateUpdate is false");
        }
        // SAFETY: as above.
        let (token, path) =
            unsafe { (text(token, "instantiationToken")?, text(resources, "resourcePath")?) };
        Instance::new(Path::new(path), token)
    })
}

/// Makes an instance whose importer integrates.
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
    logger: Option<Logger>,
) -> *mut c_void {
    // SAFETY: as the standard describes the arguments.
    let name = unsafe { text(name, "instanceName") };
    let log = Log::v3(logger, environment, name.as_ref().copied().unwrap_or_default());
    handles::make(log, is_logging != 0, || {
        super::check_name(name?)?;
        // SAFETY: as above.
        let (token, path) =
            unsafe { (text(token, "instantiationToken")?, text(resources, "resourcePath")?) };
        Instance::new(Path::new(path), token)?.into_model_exchange()
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
    logger: Option<Logger>,
    _clock_update: *const c_void,
    _lock_preemption: *const c_void,
    _unlock_preemption: *const c_void,
) -> *mut c_void {
    // SAFETY: as the standard describes the arguments.
    let name = unsafe { text(name, "instanceName") };
    let log = Log::v3(logger, environment, name.unwrap_or_default());
    let (function, reason) = ("scheduled execution", "it has no clocks");
    log.send(Status::Error, &InstanceError::NotSupported { function, reason }.to_string());
    core::ptr::null_mut()
}

/// Frees an instance with its states.
#[unsafe(no_mangle)]
pub extern "C" fn fmi3FreeInstance(instance: *mut c_void) {
    handles::free(instance);
}

/// Enters the initialization; a tolerance means nothing to a fixed step.
#[unsafe(no_mangle)]
pub extern "C" fn fmi3EnterInitializationMode(
    instance: *mut c_void,
    _tolerance_defined: u8,
    _tolerance: f64,
    start: f64,
    stop_defined: u8,
    stop: f64,
) -> c_int {
    act(instance, |instance| {
        instance.set_up(start, (stop_defined != 0).then_some(stop))?;
        instance.enter_initialization()
    })
}

/// Ends the initialization.
#[unsafe(no_mangle)]
pub extern "C" fn fmi3ExitInitializationMode(instance: *mut c_void) -> c_int {
    let status = act(instance, Instance::exit_initialization);
    if status == Status::Ok as c_int {
        handles::tell_doubts(instance);
    }
    status
}

/// Ends the run.
#[unsafe(no_mangle)]
pub extern "C" fn fmi3Terminate(instance: *mut c_void) -> c_int {
    act(instance, Instance::terminate)
}

/// Back to where it was when it was made.
#[unsafe(no_mangle)]
pub extern "C" fn fmi3Reset(instance: *mut c_void) -> c_int {
    act(instance, |instance| {
        instance.reset();
        Ok(())
    })
}

/// Reads numbers.
///
/// # Safety
/// Pointers are as the standard describes them for this function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetFloat64(
    instance: *mut c_void,
    references: *const u32,
    count: usize,
    values: *mut f64,
    value_count: usize,
) -> c_int {
    act(instance, |instance| {
        // SAFETY: as the standard describes the arguments.
        let (references, values) =
            unsafe { (array(references, count)?, array_mut(values, value_count)?) };
        instance.numbers(references, values)
    })
}

/// Sets numbers.
///
/// # Safety
/// Pointers are as the standard describes them for this function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetFloat64(
    instance: *mut c_void,
    references: *const u32,
    count: usize,
    values: *const f64,
    value_count: usize,
) -> c_int {
    act(instance, |instance| {
        // SAFETY: as the standard describes the arguments.
        let (references, values) =
            unsafe { (array(references, count)?, array(values, value_count)?) };
        instance.set_numbers(references, values)
    })
}

/// Reads Booleans.
///
/// # Safety
/// Pointers are as the standard describes them for this function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetBoolean(
    instance: *mut c_void,
    references: *const u32,
    count: usize,
    values: *mut u8,
    value_count: usize,
) -> c_int {
    act(instance, |instance| {
        // SAFETY: as the standard describes the arguments.
        let (references, values) =
            unsafe { (array(references, count)?, array_mut(values, value_count)?) };
        let mut found = vec![false; value_count];
        instance.booleans(references, &mut found)?;
        values.iter_mut().zip(found).for_each(|(value, found)| *value = u8::from(found));
        Ok(())
    })
}

/// Refuses to set Booleans: all are computed.
///
/// # Safety
/// Pointers are as the standard describes them for this function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetBoolean(
    instance: *mut c_void,
    references: *const u32,
    count: usize,
    _values: *const u8,
    _value_count: usize,
) -> c_int {
    // SAFETY: as the standard describes the arguments.
    act(instance, |instance| instance.set_booleans(unsafe { array(references, count) }?))
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

/// Keeps the state, in place of the one of `state` if that is one.
///
/// # Safety
/// Pointers are as the standard describes them for this function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetFMUState(instance: *mut c_void, state: *mut *mut c_void) -> c_int {
    // SAFETY: as the standard describes the arguments.
    unsafe { super::states::keep(instance, state) }
}

/// Goes on from a state.
#[unsafe(no_mangle)]
pub extern "C" fn fmi3SetFMUState(instance: *mut c_void, state: *mut c_void) -> c_int {
    with(instance, |held, _| held.restore(state.addr()))
}

/// Frees a state and makes the pointer null.
///
/// # Safety
/// Pointers are as the standard describes them for this function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3FreeFMUState(instance: *mut c_void, state: *mut *mut c_void) -> c_int {
    // SAFETY: as the standard describes the arguments.
    unsafe { super::states::free(instance, state) }
}

/// The number of bytes of a state.
///
/// # Safety
/// Pointers are as the standard describes them for this function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SerializedFMUStateSize(
    instance: *mut c_void,
    state: *mut c_void,
    size: *mut usize,
) -> c_int {
    // SAFETY: as the standard describes the arguments.
    unsafe { super::states::size(instance, state, size) }
}

/// A state as bytes.
///
/// # Safety
/// Pointers are as the standard describes them for this function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SerializeFMUState(
    instance: *mut c_void,
    state: *mut c_void,
    bytes: *mut u8,
    size: usize,
) -> c_int {
    // SAFETY: as the standard describes the arguments.
    unsafe { super::states::to_bytes(instance, state, bytes, size) }
}

/// A state from bytes.
///
/// # Safety
/// Pointers are as the standard describes them for this function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3DeserializeFMUState(
    instance: *mut c_void,
    bytes: *const u8,
    size: usize,
    state: *mut *mut c_void,
) -> c_int {
    // SAFETY: as the standard describes the arguments.
    unsafe { super::states::from_bytes(instance, bytes, size, state) }
}

/// Makes a step. It never needs an event, never wants to end and never returns early.
///
/// # Safety
/// Pointers are as the standard describes them for this function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3DoStep(
    instance: *mut c_void,
    at: f64,
    length: f64,
    _no_set_state_before: u8,
    event_needed: *mut u8,
    terminate: *mut u8,
    early_return: *mut u8,
    last_successful_time: *mut f64,
) -> c_int {
    act(instance, |instance| {
        let stepped = instance.step(at, length);
        for answer in [event_needed, terminate, early_return] {
            // SAFETY: as the standard describes the arguments.
            unsafe { put(answer, 0) }?;
        }
        // SAFETY: as above.
        unsafe { put(last_successful_time, instance.last_successful_time()) }?;
        stepped
    })
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

/// Handles an event: it never goes on, never wants to end, and no state jumps.
///
/// # Safety
/// Pointers are as the standard describes them for this function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3UpdateDiscreteStates(
    instance: *mut c_void,
    update_needed: *mut u8,
    terminate: *mut u8,
    nominals_changed: *mut u8,
    values_changed: *mut u8,
    next_event_time_defined: *mut u8,
    next_event_time: *mut f64,
) -> c_int {
    act(instance, |instance| {
        let next = instance.update_discrete_states()?;
        for answer in [update_needed, terminate, nominals_changed, values_changed] {
            // SAFETY: as the standard describes the arguments.
            unsafe { put(answer, 0) }?;
        }
        // SAFETY: as above.
        unsafe {
            put(next_event_time_defined, u8::from(next.is_some()))?;
            put(next_event_time, next.unwrap_or_default())
        }
    })
}

/// Enters the event mode.
#[unsafe(no_mangle)]
pub extern "C" fn fmi3EnterEventMode(instance: *mut c_void) -> c_int {
    act(instance, Instance::enter_event_mode)
}

/// Goes on in continuous time.
#[unsafe(no_mangle)]
pub extern "C" fn fmi3EnterContinuousTimeMode(instance: *mut c_void) -> c_int {
    act(instance, Instance::enter_continuous_time)
}

/// Says that a step of the solver was completed.
///
/// # Safety
/// Pointers are as the standard describes them for this function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3CompletedIntegratorStep(
    instance: *mut c_void,
    _no_set_state_before: u8,
    enter_event_mode: *mut u8,
    terminate: *mut u8,
) -> c_int {
    act(instance, |instance| {
        let is_event = instance.completed_step()?;
        // SAFETY: as the standard describes the arguments.
        unsafe {
            put(enter_event_mode, u8::from(is_event))?;
            put(terminate, 0)
        }
    })
}

/// Moves the time.
#[unsafe(no_mangle)]
pub extern "C" fn fmi3SetTime(instance: *mut c_void, time: f64) -> c_int {
    act(instance, |instance| instance.set_time(time))
}

/// Moves the continuous states.
///
/// # Safety
/// Pointers are as the standard describes them for this function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetContinuousStates(
    instance: *mut c_void,
    values: *const f64,
    count: usize,
) -> c_int {
    // SAFETY: as the standard describes the arguments.
    act(instance, |instance| instance.set_states(unsafe { array(values, count) }?))
}

/// The number of continuous states.
///
/// # Safety
/// Pointers are as the standard describes them for this function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetNumberOfContinuousStates(
    instance: *mut c_void,
    count: *mut usize,
) -> c_int {
    // SAFETY: as the standard describes the arguments.
    act(instance, |instance| unsafe { put(count, instance.state_count()?) })
}

/// The number of event indicators: none.
///
/// # Safety
/// Pointers are as the standard describes them for this function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3GetNumberOfEventIndicators(
    instance: *mut c_void,
    count: *mut usize,
) -> c_int {
    act(instance, |instance| {
        instance.event_indicators(&[])?;
        // SAFETY: as the standard describes the arguments.
        unsafe { put(count, 0) }
    })
}

super::reading! {
    fmi3GetContinuousStates: states, "The continuous states.";
    fmi3GetContinuousStateDerivatives: derivatives, "Their rates.";
    fmi3GetNominalsOfContinuousStates: nominals, "Their sizes.";
    fmi3GetEventIndicators: event_indicators, "Event indicators: this FMU has none.";
}
