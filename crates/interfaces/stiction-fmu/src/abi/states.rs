//! Stored states, for both versions.

use core::ffi::{c_int, c_void};

use super::handles::{pointer, with};
use super::memory::{array, array_mut, put};
use crate::error::InstanceError;
use crate::saved::Saved;

const NULL: InstanceError =
    InstanceError::Argument { what: "the place of a state", requirement: "must not be null" };

/// # Safety
/// Unless null, `state` leads to a pointer: null, or a state of this instance, which is overwritten.
pub(super) unsafe fn keep(instance: *mut c_void, state: *mut *mut c_void) -> c_int {
    with(instance, |held, _| {
        if state.is_null() {
            return Err(NULL);
        }
        // SAFETY: not null, and as the caller promises.
        let before = unsafe { state.read() }.addr();
        let saved = held.instance.save()?;
        // SAFETY: as above.
        unsafe { put(state, pointer(held.keep(before, saved))) }
    })
}

/// # Safety
/// Unless null, `state` leads to a pointer: null, or a state of this instance.
pub(super) unsafe fn free(instance: *mut c_void, state: *mut *mut c_void) -> c_int {
    with(instance, |held, _| {
        if state.is_null() {
            return Ok(());
        }
        // SAFETY: not null, and as the caller promises.
        let handle = unsafe { state.read() };
        if !handle.is_null() {
            held.forget(handle.addr())?;
        }
        // SAFETY: as above.
        unsafe { put(state, core::ptr::null_mut()) }
    })
}

/// # Safety
/// Unless null, `size` leads to memory for a number.
pub(super) unsafe fn size(instance: *mut c_void, state: *mut c_void, size: *mut usize) -> c_int {
    with(instance, |held, _| {
        let bytes = held.state(state.addr())?.to_bytes()?;
        // SAFETY: as the caller promises.
        unsafe { put(size, bytes.len()) }
    })
}

/// # Safety
/// Unless null, `into` leads to memory for `size` bytes.
pub(super) unsafe fn to_bytes(
    instance: *mut c_void,
    state: *mut c_void,
    into: *mut u8,
    size: usize,
) -> c_int {
    with(instance, |held, _| {
        let bytes = held.state(state.addr())?.to_bytes()?;
        if bytes.len() > size {
            let requirement = "must be at least the size of the state";
            return Err(InstanceError::Argument { what: "size", requirement });
        }
        // SAFETY: as the caller promises, and no more than `size` bytes are written.
        unsafe { array_mut(into, bytes.len()) }?.copy_from_slice(&bytes);
        Ok(())
    })
}

/// # Safety
/// Unless null, `bytes` leads to `size` bytes, and `state` to memory for a pointer.
pub(super) unsafe fn from_bytes(
    instance: *mut c_void,
    bytes: *const u8,
    size: usize,
    state: *mut *mut c_void,
) -> c_int {
    with(instance, |held, _| {
        // SAFETY: as the caller promises.
        let saved = Saved::from_bytes(unsafe { array(bytes, size) }?)?;
        if saved.token != held.instance.model().token {
            return Err(InstanceError::State("it is of another FMU"));
        }
        if state.is_null() {
            return Err(NULL);
        }
        let handle = held.keep(0, saved);
        // SAFETY: as the caller promises.
        unsafe { put(state, pointer(handle)) }
    })
}
