//! The functions of FMI 2.0, for co-simulation and model exchange.
//!
//! Their names and arguments are those of `fmi2Functions.h`, chapters 2 to 4 of the standard.

#![allow(non_snake_case, reason = "the standard names them")]

use core::ffi::{CStr, c_char, c_int, c_void};
use std::path::PathBuf;

use super::both;
use super::handles::{self, act};
use super::log::{Callback, Log};
use super::memory::{array, array_mut, put, text};
use crate::error::InstanceError;
use crate::instance::Instance;
use crate::phase::Phase;

/// The logger, which formats its message as `printf` does.
pub type Fmi2Logger = unsafe extern "C" fn(
    environment: *mut c_void,
    instance: *const c_char,
    status: c_int,
    category: *const c_char,
    message: *const c_char,
    ...
);

/// The callbacks of the importer; its memory functions are not used.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Callbacks {
    /// The function that takes messages.
    pub logger: Option<Fmi2Logger>,
    /// Not called.
    pub allocate_memory: Option<unsafe extern "C" fn(usize, usize) -> *mut c_void>,
    /// Not called.
    pub free_memory: Option<unsafe extern "C" fn(*mut c_void)>,
    /// Not called: a step has ended when its call returns.
    pub step_finished: Option<unsafe extern "C" fn(*mut c_void, c_int)>,
    /// First argument of the logger.
    pub environment: *mut c_void,
}

type Boolean = c_int;
const MODEL_EXCHANGE: c_int = 0;
const CO_SIMULATION: c_int = 1;
/// The kind `fmi2LastSuccessfulTime` of `fmi2StatusKind`.
const LAST_SUCCESSFUL_TIME: c_int = 2;
const TERMINATED: c_int = 3;

/// Returns the platform of the C types.
#[unsafe(no_mangle)]
pub extern "C" fn fmi2GetTypesPlatform() -> *const c_char {
    const DEFAULT: &CStr = c"default";
    DEFAULT.as_ptr()
}

/// Returns the version of the standard.
#[unsafe(no_mangle)]
pub extern "C" fn fmi2GetVersion() -> *const c_char {
    const VERSION: &CStr = c"2.0";
    VERSION.as_ptr()
}

/// Makes an instance.
///
/// # Safety
/// Pointers are as the standard describes them for this function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2Instantiate(
    name: *const c_char,
    kind: c_int,
    token: *const c_char,
    resources: *const c_char,
    callbacks: *const Callbacks,
    _visible: c_int,
    is_logging: c_int,
) -> *mut c_void {
    let found = if callbacks.is_null() {
        None
    } else {
        // SAFETY: not null, and then the standard says that it leads to the callbacks.
        Some(unsafe { callbacks.read() })
    };
    // SAFETY: as the standard describes the arguments.
    let name = unsafe { text(name, "instanceName") };
    let (logger, environment) =
        found.map_or((None, core::ptr::null_mut()), |all| (all.logger, all.environment));
    let logger = logger.map(Callback::V2);
    let log = Log::new(logger, environment, name.as_ref().copied().unwrap_or_default());
    handles::make(log, is_logging != 0, || {
        super::check_name(name?)?;
        if ![MODEL_EXCHANGE, CO_SIMULATION].contains(&kind) {
            let requirement = "must be fmi2ModelExchange or fmi2CoSimulation";
            return Err(InstanceError::Argument { what: "fmuType", requirement });
        }
        // SAFETY: as above.
        let (token, uri) =
            unsafe { (text(token, "fmuGUID")?, text(resources, "fmuResourceLocation")?) };
        let instance = Instance::new(&path_of(uri)?, token)?;
        if kind == MODEL_EXCHANGE { instance.into_model_exchange() } else { Ok(instance) }
    })
}

/// Returns the path of a URI such as `file:///a%20b`; a plain path stays as it is.
fn path_of(uri: &str) -> Result<PathBuf, InstanceError> {
    let Some(rest) = uri.strip_prefix("file:") else { return Ok(uri.into()) };
    let path = match rest.strip_prefix("//") {
        None => rest,
        // The part before the next slash is the host, which is this one.
        Some(rest) => rest.find('/').map_or("", |at| &rest[at..]),
    };
    let requirement = "must be a URI of a file";
    let wrong = InstanceError::Argument { what: "fmuResourceLocation", requirement };
    let Some(path) = decoded(path) else { return Err(wrong) };
    // On Windows the path is `/C:/folder`.
    let is_drive = path.as_bytes().get(2) == Some(&b':') && cfg!(windows);
    Ok(PathBuf::from(if is_drive { &path[1..] } else { &path }))
}

/// Decodes percent escapes such as `%20`.
fn decoded(text: &str) -> Option<String> {
    let mut parts = text.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(part.get(..2)?, 16).ok()?);
        bytes.extend(&part.as_bytes()[2..]);
    }
    String::from_utf8(bytes).ok()
}

/// Frees an instance with its states.
#[unsafe(no_mangle)]
pub extern "C" fn fmi2FreeInstance(instance: *mut c_void) {
    handles::free(instance);
}

super::functions! {
    /// Switches the log: failures are always logged, doubts about the step if it is on.
    unsafe fn fmi2SetDebugLogging(
        instance, is_on: Boolean, count: usize, categories: *const *const c_char
    ) => both::set_logging(instance, is_on != 0, count, categories);
    /// Sets the start and stop time of the importer; a tolerance means nothing to a fixed step.
    fn fmi2SetupExperiment(
        instance, _tolerance_defined: Boolean, _tolerance: f64, start: f64, stop_defined: Boolean, stop: f64
    ) => act(instance, |instance| instance.set_up(start, (stop_defined != 0).then_some(stop)));
    /// Enters the initialization.
    fn fmi2EnterInitializationMode(instance) => act(instance, Instance::enter_initialization);
    /// Reads numbers.
    unsafe fn fmi2GetReal(instance, references: *const u32, count: usize, values: *mut f64) =>
        act(instance, |instance| instance.numbers(array(references, count)?, array_mut(values, count)?));
    /// Sets numbers.
    unsafe fn fmi2SetReal(instance, references: *const u32, count: usize, values: *const f64) =>
        act(instance, |instance| instance.set_numbers(array(references, count)?, array(values, count)?));
    /// Reads Booleans.
    unsafe fn fmi2GetBoolean(instance, references: *const u32, count: usize, values: *mut Boolean) =>
        both::booleans(instance, (references, count), (values, count));
    /// Refuses to set Booleans: all are computed.
    unsafe fn fmi2SetBoolean(instance, references: *const u32, count: usize, _values: *const Boolean) =>
        act(instance, |instance| instance.set_booleans(array(references, count)?));
    /// Makes a step.
    fn fmi2DoStep(instance, at: f64, length: f64, _no_set_state_before: Boolean) =>
        act(instance, |instance| instance.step(at, length));
    /// Writes the time up to which the motion is known. The other statuses are those of steps that go on in the
    /// background, which this FMU does not make.
    unsafe fn fmi2GetRealStatus(instance, kind: c_int, value: *mut f64) => act(instance, |instance| {
        if kind != LAST_SUCCESSFUL_TIME {
            return Err(no_background("fmi2GetRealStatus"));
        }
        instance.phase().require(&Phase::READABLE, "asking for the last successful time")?;
        put(value, instance.last_successful_time())
    });
    /// Writes whether the FMU itself asks to end, which it never does.
    unsafe fn fmi2GetBooleanStatus(instance, kind: c_int, value: *mut Boolean) => act(instance, |_| {
        if kind != TERMINATED {
            return Err(no_background("fmi2GetBooleanStatus"));
        }
        put(value, 0)
    });
    /// Handles an event.
    unsafe fn fmi2NewDiscreteStates(instance, info: *mut EventInfo) => act(instance, |instance| {
        let next = instance.update_discrete_states()?;
        let told = EventInfo {
            next_event_time_defined: next.is_some().into(),
            next_event_time: next.unwrap_or_default(),
            ..EventInfo::default()
        };
        put(info, told)
    });
    /// Takes note of a completed step of the solver.
    unsafe fn fmi2CompletedIntegratorStep(
        instance, _no_set_state_before: Boolean, enter_event_mode: *mut Boolean, terminate: *mut Boolean
    ) => both::completed_step(instance, enter_event_mode, terminate);
}

super::absent! {
    "Integer": fmi2GetInteger(*mut c_int), fmi2SetInteger(*const c_int);
    "String": fmi2GetString(*mut *const c_char), fmi2SetString(*const *const c_char);
}

const fn no_background(function: &'static str) -> InstanceError {
    InstanceError::NotSupported { function, reason: "a step has ended when its call returns" }
}

super::unsupported! {
    "no step goes on in the background":
    fmi2CancelStep(), fmi2GetStatus(c_int, *mut c_int), fmi2GetIntegerStatus(c_int, *mut c_int),
    fmi2GetStringStatus(c_int, *mut *const c_char);
    "the description says that there are no derivatives":
    fmi2GetDirectionalDerivative(*const u32, usize, *const u32, usize, *const f64, *mut f64),
    fmi2GetRealOutputDerivatives(*const u32, usize, *const c_int, *mut f64);
    "an input has one value during a step: choose shorter steps":
    fmi2SetRealInputDerivatives(*const u32, usize, *const c_int, *const f64);
}

/// Answer of the FMU at an event.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct EventInfo {
    /// Whether the event continues: never.
    pub new_discrete_states_needed: c_int,
    /// Whether the FMU itself asks to end: never.
    pub terminate_simulation: c_int,
    /// Never.
    pub nominals_of_continuous_states_changed: c_int,
    /// Never.
    pub values_of_continuous_states_changed: c_int,
    /// Whether the time of the next event is known.
    pub next_event_time_defined: c_int,
    /// Time of the next event \[s\].
    pub next_event_time: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resources_are_given_as_a_uri() {
        let path = |uri: &str| path_of(uri).unwrap();
        assert_eq!(path("file:///tmp/a%20b/resources"), PathBuf::from("/tmp/a b/resources"));
        assert_eq!(path("file:/tmp/r"), PathBuf::from("/tmp/r"));
        assert_eq!(path("file://localhost/tmp/r"), PathBuf::from("/tmp/r"));
        assert_eq!(path("file:///tmp/%C3%A4"), PathBuf::from("/tmp/\u{e4}"));
        assert_eq!(path("/tmp/100%"), PathBuf::from("/tmp/100%"));
        for wrong in ["file:///%", "file:///%4", "file:///%zz", "file:///%ff"] {
            assert!(path_of(wrong).is_err(), "{wrong}");
        }
    }
}
