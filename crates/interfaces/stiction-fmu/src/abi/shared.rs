//! Calls that both versions share; a Boolean of the importer has the type `B`.

use core::ffi::{c_char, c_int, c_void};
use std::sync::atomic::Ordering;

use super::handles::{act, tell_doubts, with};
use super::log::Status;
use super::memory::{array, array_mut, put, text};
use crate::describe::LOG_CATEGORIES;
use crate::error::InstanceError;
use crate::instance::Instance;
use crate::phase::Phase;

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

/// Ends the initialization, and logs doubts about the step.
pub(super) fn exit_initialization(instance: *mut c_void) -> c_int {
    let status = act(instance, Instance::exit_initialization);
    if status == Status::Ok as c_int {
        tell_doubts(instance);
    }
    status
}

/// Resets the instance to the state after instantiation.
pub(super) fn reset(instance: *mut c_void) -> c_int {
    act(instance, |instance| {
        instance.reset();
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
