//! The C functions of FMI 2.0 and 3.0: what an importer finds in the shared library.
//!
//! All unsafe code of the crate is here, and it comes down to this: pointers that the importer gives are
//! read and written as the standard says they can be, after a look whether they are null. What an importer
//! holds as an instance or as a state is no address but a number that is never given twice, so one that was
//! freed, or that another library made, is refused. Nothing unwinds into the importer.

#![allow(unsafe_code, reason = "the interface is C")]

mod handles;
mod log;
mod memory;
#[cfg(test)]
mod random_calls_tests;
mod states;
#[cfg(test)]
mod tests;

use core::ffi::c_char;

use crate::describe::LOG_CATEGORIES;
use crate::error::InstanceError;

/// Functions for a type that no variable has: right for none, and for no other value reference.
macro_rules! absent {
    ($($kind:literal: $get:ident($($value:ty),+), $set:ident($($given:ty),+);)+) => {$(
        super::absent!(@ $kind, $get, [$($value),+], &$crate::phase::Phase::READABLE, "reading variables");
        super::absent!(@ $kind, $set, [$($given),+], &$crate::phase::Phase::SETTABLE, "setting variables");
    )+};
    (@ $kind:literal, $name:ident, [$($value:ty),+], $allowed:expr, $what:literal) => {
        /// No variable has this type.
        ///
        /// # Safety
        /// Pointers are as the standard describes them for this function.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            instance: *mut core::ffi::c_void,
            references: *const u32,
            count: usize,
            $(_: $value),+
        ) -> core::ffi::c_int {
            $crate::abi::handles::act(instance, |instance| {
                instance.phase().require($allowed, $what)?;
                // SAFETY: as the standard describes the arguments.
                match unsafe { $crate::abi::memory::array(references, count) }?.first() {
                    None => Ok(()),
                    Some(&reference) => {
                        Err($crate::error::InstanceError::Reference { kind: $kind, reference })
                    }
                }
            })
        }
    };
}

/// Functions that the description says are not there; they must be exported all the same.
macro_rules! unsupported {
    ($($reason:literal: $($name:ident($($argument:ty),*)),+;)+) => {$($(
        /// Not supported.
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(
            instance: *mut core::ffi::c_void,
            $(_: $argument),*
        ) -> core::ffi::c_int {
            $crate::abi::handles::act(instance, |_| {
                let (function, reason) = (stringify!($name), $reason);
                Err($crate::error::InstanceError::NotSupported { function, reason })
            })
        }
    )+)+};
}
/// Functions that write an array of numbers.
macro_rules! reading {
    ($($name:ident: $method:ident, $text:literal;)+) => {$(
        #[doc = $text]
        ///
        /// # Safety
        /// Pointers are as the standard describes them for this function.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            instance: *mut core::ffi::c_void,
            values: *mut f64,
            count: usize,
        ) -> core::ffi::c_int {
            $crate::abi::handles::act(instance, |instance| {
                // SAFETY: as the standard describes the arguments.
                instance.$method(unsafe { $crate::abi::memory::array_mut(values, count) }?)
            })
        }
    )+};
}
use {absent, reading, unsupported};

// After the macros that they use.
pub mod fmi2;
pub mod fmi3;

/// An instance has a name.
const fn check_name(name: &str) -> Result<(), InstanceError> {
    let requirement = "must not be empty";
    if name.is_empty() {
        return Err(InstanceError::Argument { what: "instanceName", requirement });
    }
    Ok(())
}

/// Refuses a category of messages that the description has not.
///
/// # Safety
/// `categories` points to `count` texts, as the standard describes.
unsafe fn check_categories(
    categories: *const *const c_char,
    count: usize,
) -> Result<(), InstanceError> {
    // SAFETY: as the caller promises.
    for &category in unsafe { memory::array(categories, count) }? {
        // SAFETY: as the caller promises.
        let name = unsafe { memory::text(category, "a category") }?;
        if !LOG_CATEGORIES.iter().any(|(known, _)| *known == name) {
            let requirement = "must be logStatusError or logStatusWarning";
            return Err(InstanceError::Argument { what: "a category", requirement });
        }
    }
    Ok(())
}
