//! The C functions of FMI 2.0 and 3.0, which the shared library exports.
//!
//! All unsafe code of the crate is here, and it comes down to this: pointers from the importer are checked for
//! null, then read and written as the standard permits. The importer's handle of an instance or a state is not an
//! address but a number that is never reused, so a handle that was freed, or made by another library, is refused.
//! Nothing unwinds into the importer.

#![allow(unsafe_code, reason = "the interface is C")]

mod handles;
mod log;
mod memory;
#[cfg(test)]
mod random_calls_tests;
#[cfg(test)]
mod tests;

use crate::error::InstanceError;

/// Defines C functions, each with its arguments after the instance and its body; two names are those of one function in
/// both versions.
macro_rules! functions {
    () => {};
    (
        $(#[$doc:meta])*
        fn $second:ident, $third:ident $arguments:tt => $does:expr;
        $($rest:tt)*
    ) => {
        super::functions! {
            $(#[$doc])* fn $second $arguments => $does;
            $(#[$doc])* fn $third $arguments => $does;
            $($rest)*
        }
    };
    (
        $(#[$doc:meta])*
        unsafe fn $second:ident, $third:ident $arguments:tt => $does:expr;
        $($rest:tt)*
    ) => {
        super::functions! {
            $(#[$doc])* unsafe fn $second $arguments => $does;
            $(#[$doc])* unsafe fn $third $arguments => $does;
            $($rest)*
        }
    };
    (
        $(#[$doc:meta])*
        fn $name:ident($instance:ident $(, $argument:ident: $type:ty)*) => $does:expr;
        $($rest:tt)*
    ) => {
        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(
            $instance: *mut core::ffi::c_void
            $(, $argument: $type)*
        ) -> core::ffi::c_int {
            $does
        }
        super::functions! { $($rest)* }
    };
    (
        $(#[$doc:meta])*
        unsafe fn $name:ident($instance:ident $(, $argument:ident: $type:ty)*) => $does:expr;
        $($rest:tt)*
    ) => {
        $(#[$doc])*
        ///
        /// # Safety
        /// Pointers are as the standard describes them for this function.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            $instance: *mut core::ffi::c_void
            $(, $argument: $type)*
        ) -> core::ffi::c_int {
            // SAFETY: as the standard describes the arguments.
            unsafe { $does }
        }
        super::functions! { $($rest)* }
    };
}

/// Defines the functions for types that no variable has.
macro_rules! absent {
    ($($kind:literal: $get:ident($($value:ty),+), $set:ident($($given:ty),+);)+) => {$(
        super::absent!(@ $kind, $get, [$($value),+], (&Phase::READABLE, "reading variables"));
        super::absent!(@ $kind, $set, [$($given),+], (&Phase::SETTABLE, "setting variables"));
    )+};
    (@ $kind:literal, $name:ident, [$($value:ty),+], $when:expr) => {
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
            // SAFETY: as the standard describes the arguments.
            unsafe { super::both::absent(instance, references, count, $kind, $when) }
        }
    };
}

/// Defines the functions that the description declares unsupported; they must be exported all the same.
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
use {absent, functions, unsupported};

// After the macros that they use.
pub mod both;
pub mod fmi2;
pub mod fmi3;

/// Refuses an empty name of an instance.
const fn check_name(name: &str) -> Result<(), InstanceError> {
    let requirement = "must not be empty";
    if name.is_empty() {
        return Err(InstanceError::Argument { what: "instanceName", requirement });
    }
    Ok(())
}
