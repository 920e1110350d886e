//! Messages to the importer.

use core::ffi::{c_int, c_void};
use std::ffi::CString;

use super::{fmi2, fmi3};

/// Severity, with the numbers that both versions use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub(super) enum Status {
    Ok = 0,
    Warning = 1,
    Discard = 2,
    Error = 3,
}

/// The logger of the importer.
#[derive(Clone, Copy, Debug)]
pub(super) enum Callback {
    V2(fmi2::Fmi2Logger),
    V3(fmi3::Fmi3Logger),
}

/// The logger of an instance.
#[derive(Debug)]
pub(super) struct Log {
    callback: Option<Callback>,
    /// A pointer of the importer, never followed here.
    environment: usize,
    name: CString,
}

impl Log {
    pub(super) fn new(callback: Option<Callback>, environment: *mut c_void, name: &str) -> Self {
        Self { callback, environment: environment.expose_provenance(), name: c_text(name) }
    }

    /// Sends a message. In FMI 3.0 the logger is not given the name of the instance, so the message contains it.
    pub(super) fn send(&self, status: Status, message: &str) {
        let category = match status {
            Status::Error => c"logStatusError",
            _ => c"logStatusWarning",
        };
        let environment = core::ptr::with_exposed_provenance_mut(self.environment);
        match self.callback {
            None => {}
            Some(Callback::V2(log)) => {
                // The message is a format string, so its per cent signs are doubled.
                let message = c_text(&message.replace('%', "%%"));
                // SAFETY: the importer promises that the function can be called with its environment while
                // the instance lives; the texts live until it returns, and the format asks for no argument.
                unsafe {
                    log(
                        environment,
                        self.name.as_ptr(),
                        status as c_int,
                        category.as_ptr(),
                        message.as_ptr(),
                    );
                }
            }
            Some(Callback::V3(log)) => {
                let message = c_text(&format!("{}: {message}", self.name.to_string_lossy()));
                // SAFETY: as above.
                unsafe { log(environment, status as c_int, category.as_ptr(), message.as_ptr()) };
            }
        }
    }
}

/// Returns the text up to its first zero.
fn c_text(text: &str) -> CString {
    let whole = text.split('\0').next().unwrap_or_default();
    CString::new(whole).unwrap_or_default()
}
