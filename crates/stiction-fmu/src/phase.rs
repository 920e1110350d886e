//! The state machine of the standard, as far as co-simulation without events has it.
//!
//! ```text
//! instantiated ── enter ──> initialization ── exit ──> stepping ── terminate ──> terminated
//!      ^                                                  │ a step fails
//!      └───────────────── reset (from anywhere) ───────── failed
//! ```
//! FMI 2.0.5, section 4.2.4; FMI 3.0.2, section 4.2.1. What both demand of a call is the same: FMI 2.0 calls
//! `stepComplete` what is `stepping` here.

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::error::InstanceError;

/// Where an instance is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// After it was made or reset.
    Instantiated,
    /// Between the calls that enter and exit the initialization.
    Initialization,
    /// Between two steps.
    Stepping,
    /// After the end.
    Terminated,
    /// After a step that failed: it can be read, reset, and go on from a stored state.
    Failed,
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Instantiated => "before the initialization",
            Self::Initialization => "in the initialization",
            Self::Stepping => "between two steps",
            Self::Terminated => "after the end",
            Self::Failed => "after a step that failed",
        })
    }
}

impl Phase {
    /// Where variables can be read.
    pub(crate) const READABLE: [Self; 4] =
        [Self::Initialization, Self::Stepping, Self::Terminated, Self::Failed];
    /// Where inputs can be set.
    pub(crate) const SETTABLE: [Self; 3] =
        [Self::Instantiated, Self::Initialization, Self::Stepping];

    /// Refuses a call that is not allowed here.
    pub(crate) fn require(
        self,
        allowed: &[Self],
        function: &'static str,
    ) -> Result<(), InstanceError> {
        if allowed.contains(&self) {
            Ok(())
        } else {
            Err(InstanceError::Order { function, phase: self })
        }
    }
}
