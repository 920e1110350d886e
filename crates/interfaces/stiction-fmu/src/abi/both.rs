//! The functions that have equal arguments in both versions, under both names; and the bodies of those that differ in
//! the type `B` of a Boolean of the importer.

#![allow(non_snake_case, reason = "the standard names them")]

use core::ffi::{c_char, c_int, c_void};
use std::sync::atomic::Ordering;

use super::handles::{act, pointer, tell_doubts, with};
use super::log::Status;
use super::memory::{array, array_mut, put, text};
use crate::describe::LOG_CATEGORIES;
use crate::error::InstanceError;
use crate::instance::Instance;
use crate::phase::Phase;
use crate::saved::Saved;

const NULL: InstanceError =
    InstanceError::Argument { what: "the place of a state", requirement: "must not be null" };

super::functions! {
    /// Ends the initialization, and logs doubts about the step.
    fn fmi2ExitInitializationMode, fmi3ExitInitializationMode(instance) => {
        let status = act(instance, Instance::exit_initialization);
        if status == Status::Ok as c_int {
            tell_doubts(instance);
        }
        status
    };
    /// Ends the run.
    fn fmi2Terminate, fmi3Terminate(instance) => act(instance, Instance::terminate);
    /// Resets the instance to the state after instantiation.
    fn fmi2Reset, fmi3Reset(instance) => act(instance, |instance| {
        instance.reset();
        Ok(())
    });
    /// Keeps the state; replaces the one of `state` unless that is null.
    unsafe fn fmi2GetFMUstate, fmi3GetFMUState(instance, state: *mut *mut c_void) => with(instance, |held, _| {
        if state.is_null() {
            return Err(NULL);
        }
        let before = state.read().addr();
        let saved = held.instance.save()?;
        put(state, pointer(held.keep(before, saved)))
    });
    /// Goes on from a state.
    fn fmi2SetFMUstate, fmi3SetFMUState(instance, state: *mut c_void) =>
        with(instance, |held, _| held.restore(state.addr()));
    /// Frees a state and makes the pointer null.
    unsafe fn fmi2FreeFMUstate, fmi3FreeFMUState(instance, state: *mut *mut c_void) => with(instance, |held, _| {
        if state.is_null() {
            return Ok(());
        }
        let handle = state.read();
        if !handle.is_null() {
            held.forget(handle.addr())?;
        }
        put(state, core::ptr::null_mut())
    });
    /// Writes the number of bytes of a state.
    unsafe fn fmi2SerializedFMUstateSize, fmi3SerializedFMUStateSize(
        instance, state: *mut c_void, size: *mut usize
    ) => with(instance, |held, _| put(size, held.state(state.addr())?.to_bytes()?.len()));
    /// Writes a state as bytes.
    unsafe fn fmi2SerializeFMUstate, fmi3SerializeFMUState(
        instance, state: *mut c_void, bytes: *mut u8, size: usize
    ) => with(instance, |held, _| {
        let own = held.state(state.addr())?.to_bytes()?;
        if own.len() > size {
            let requirement = "must be at least the size of the state";
            return Err(InstanceError::Argument { what: "size", requirement });
        }
        array_mut(bytes, own.len())?.copy_from_slice(&own);
        Ok(())
    });
    /// Reads a state from bytes.
    unsafe fn fmi2DeSerializeFMUstate, fmi3DeserializeFMUState(
        instance, bytes: *const u8, size: usize, state: *mut *mut c_void
    ) => with(instance, |held, _| {
        let saved = Saved::from_bytes(array(bytes, size)?)?;
        if saved.token != held.instance.model().token {
            return Err(InstanceError::State("it is of another FMU"));
        }
        if state.is_null() {
            return Err(NULL);
        }
        put(state, pointer(held.keep(0, saved)))
    });
    /// Enters the event mode.
    fn fmi2EnterEventMode, fmi3EnterEventMode(instance) => act(instance, Instance::enter_event_mode);
    /// Goes on in continuous time.
    fn fmi2EnterContinuousTimeMode, fmi3EnterContinuousTimeMode(instance) =>
        act(instance, Instance::enter_continuous_time);
    /// Sets the time.
    fn fmi2SetTime, fmi3SetTime(instance, time: f64) => act(instance, |instance| instance.set_time(time));
    /// Sets the continuous states.
    unsafe fn fmi2SetContinuousStates, fmi3SetContinuousStates(instance, values: *const f64, count: usize) =>
        act(instance, |instance| instance.set_states(array(values, count)?));
    /// Writes the continuous states.
    unsafe fn fmi2GetContinuousStates, fmi3GetContinuousStates(instance, values: *mut f64, count: usize) =>
        act(instance, |instance| instance.states(array_mut(values, count)?));
    /// Writes their rates.
    unsafe fn fmi2GetDerivatives, fmi3GetContinuousStateDerivatives(instance, values: *mut f64, count: usize) =>
        act(instance, |instance| instance.derivatives(array_mut(values, count)?));
    /// Writes their nominal values.
    unsafe fn fmi2GetNominalsOfContinuousStates, fmi3GetNominalsOfContinuousStates(
        instance, values: *mut f64, count: usize
    ) => act(instance, |instance| instance.nominals(array_mut(values, count)?));
    /// Writes no event indicators: this FMU has none.
    unsafe fn fmi2GetEventIndicators, fmi3GetEventIndicators(instance, values: *mut f64, count: usize) =>
        act(instance, |instance| instance.event_indicators(array(values.cast_const(), count)?));
}

/// Switches the log; refuses a category of messages that is not in the description.
///
/// # Safety
/// Unless null, `categories` leads to `count` texts.
pub(super) unsafe fn set_logging(
    instance: *mut c_void,
    is_on: bool,
    count: usize,
    categories: *const *const c_char,
) -> c_int {
    with(instance, |_, component| {
        // SAFETY: as the caller promises.
        for &category in unsafe { array(categories, count) }? {
            // SAFETY: as the caller promises.
            let name = unsafe { text(category, "a category") }?;
            if !LOG_CATEGORIES.iter().any(|(known, _)| *known == name) {
                let requirement = "must be logStatusError or logStatusWarning";
                return Err(InstanceError::Argument { what: "a category", requirement });
            }
        }
        component.is_logging.store(is_on, Ordering::Relaxed);
        Ok(())
    })
}

/// Reads Booleans.
///
/// # Safety
/// Unless null, the pointers lead to arrays of these lengths.
pub(super) unsafe fn booleans<B: From<bool> + Copy>(
    instance: *mut c_void,
    references: (*const u32, usize),
    values: (*mut B, usize),
) -> c_int {
    act(instance, |instance| {
        // SAFETY: as the caller promises.
        let (references, values) =
            unsafe { (array(references.0, references.1)?, array_mut(values.0, values.1)?) };
        let mut found = vec![false; values.len()];
        instance.booleans(references, &mut found)?;
        values.iter_mut().zip(found).for_each(|(value, found)| *value = found.into());
        Ok(())
    })
}

/// Answers for a type that no variable has: only an empty list of value references is accepted.
///
/// # Safety
/// Unless null, `references` leads to `count` value references.
pub(super) unsafe fn absent(
    instance: *mut c_void,
    references: *const u32,
    count: usize,
    kind: &'static str,
    (allowed, what): (&[Phase], &'static str),
) -> c_int {
    act(instance, |instance| {
        instance.phase().require(allowed, what)?;
        // SAFETY: as the caller promises.
        match unsafe { array(references, count) }?.first() {
            None => Ok(()),
            Some(&reference) => Err(InstanceError::Reference { kind, reference }),
        }
    })
}

/// Takes note of a completed step of the solver; the FMU itself never asks to end.
///
/// # Safety
/// Unless null, the pointers lead to memory for a Boolean each.
pub(super) unsafe fn completed_step<B: From<bool>>(
    instance: *mut c_void,
    enter_event_mode: *mut B,
    terminate: *mut B,
) -> c_int {
    act(instance, |instance| {
        let is_event = instance.completed_step()?;
        // SAFETY: as the caller promises.
        unsafe {
            put(enter_event_mode, is_event.into())?;
            put(terminate, false.into())
        }
    })
}
