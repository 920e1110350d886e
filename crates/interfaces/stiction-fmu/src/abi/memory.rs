//! Memory of the importer, as the standard describes it.

use core::ffi::{CStr, c_char};

use crate::error::InstanceError;

fn is_null(what: &'static str) -> InstanceError {
    InstanceError::Argument { what, requirement: "must not be null" }
}

/// Returns an array to be read; it may be null if it is empty.
///
/// # Safety
/// Unless null, `pointer` leads to `length` initialised values, which do not change while the slice is used.
pub(super) unsafe fn array<'a, T: Copy>(
    pointer: *const T,
    length: usize,
) -> Result<&'a [T], InstanceError> {
    match (pointer.is_null(), length) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(is_null("an array")),
        // SAFETY: not null, and as the caller promises.
        (false, _) => Ok(unsafe { core::slice::from_raw_parts(pointer, length) }),
    }
}

/// Returns an array to be written; it may be null if it is empty.
///
/// # Safety
/// Unless null, `pointer` leads to `length` values, which nothing else uses while the slice is used; any bits are
/// valid for their type.
pub(super) unsafe fn array_mut<'a, T: Copy>(
    pointer: *mut T,
    length: usize,
) -> Result<&'a mut [T], InstanceError> {
    match (pointer.is_null(), length) {
        (_, 0) => Ok(&mut []),
        (true, _) => Err(is_null("an array")),
        // SAFETY: not null, and as the caller promises.
        (false, _) => Ok(unsafe { core::slice::from_raw_parts_mut(pointer, length) }),
    }
}

/// Writes one value.
///
/// # Safety
/// Unless null, `pointer` leads to memory for a value.
pub(super) unsafe fn put<T>(pointer: *mut T, value: T) -> Result<(), InstanceError> {
    if pointer.is_null() {
        return Err(is_null("an argument for a result"));
    }
    // SAFETY: not null, and as the caller promises.
    unsafe { pointer.write(value) };
    Ok(())
}

/// Returns a text; it must be UTF-8.
///
/// # Safety
/// Unless null, `pointer` leads to a text that ends with a zero and does not change while it is used.
pub(super) unsafe fn text<'a>(
    pointer: *const c_char,
    what: &'static str,
) -> Result<&'a str, InstanceError> {
    if pointer.is_null() {
        return Err(is_null(what));
    }
    // SAFETY: not null, and as the caller promises.
    let text = unsafe { CStr::from_ptr(pointer) };
    let requirement = "must be UTF-8";
    text.to_str().map_err(|_| InstanceError::Argument { what, requirement })
}
