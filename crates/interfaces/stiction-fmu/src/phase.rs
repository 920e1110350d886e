//! The state machine of the standard, for an FMU without event indicators.
//!
//! ```text
//! instantiated ── enter ──> initialization ── exit ──> stepping ── terminate ──> terminated
//!      ^                                                  │ a step fails
//!      └───────────────── reset (from anywhere) ───────── failed
//!
//! model exchange
//! initialization ── exit ──> event mode <──────> continuous time ── terminate ──> terminated
//! ```
//! FMI 2.0.5, sections 3.2.3 and 4.2.4; FMI 3.0.2, sections 3.2.1 and 4.2.1. Both have the same rules; FMI 2.0
//! calls `stepping` `stepComplete`.

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::error::InstanceError;

/// Phase of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Phase {
    /// After instantiation or a reset.
    Instantiated,
    /// Between the calls that enter and exit the initialization.
    Initialization,
    /// Between two steps.
    Stepping,
    /// Model exchange: at an event.
    Event,
    /// Model exchange: between two events.
    Continuous,
    /// After the end.
    Terminated,
    /// After a step that failed: the instance can be read, reset, and go on from a stored state.
    Failed,
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Instantiated => "before the initialization",
            Self::Initialization => "in the initialization",
            Self::Stepping => "between two steps",
            Self::Event => "in the event mode",
            Self::Continuous => "in the continuous-time mode",
            Self::Terminated => "after the end",
            Self::Failed => "after a step that failed",
        })
    }
}

impl Phase {
    /// Phases in which variables can be read.
    pub(crate) const READABLE: [Self; 6] = [
        Self::Initialization,
        Self::Stepping,
        Self::Event,
        Self::Continuous,
        Self::Terminated,
        Self::Failed,
    ];
    /// Phases in which inputs can be set.
    pub(crate) const SETTABLE: [Self; 5] =
        [Self::Instantiated, Self::Initialization, Self::Stepping, Self::Event, Self::Continuous];
    /// Phases in which parameters can be set.
    pub(crate) const OPEN: [Self; 2] = [Self::Instantiated, Self::Initialization];

    /// Refuses a call that is not allowed in this phase.
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
