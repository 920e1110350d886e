//! Numbers whose squares and quotients neither overflow nor vanish.

use stiction_core::{ParameterError, Validate};

const LEAST: f64 = 1e-100;
const LARGEST: f64 = 1e100;
const REQUIREMENT: &str = "must lie between 1e-100 and 1e100";

/// Checks that parameters are in the range of the kernel, on top of the checks of [`Validate`].
pub trait Usable: Validate {
    /// Accepts positive numbers in the range.
    ///
    /// # Errors
    /// Any other number.
    fn usable(parameter: &'static str, value: f64) -> Result<(), ParameterError> {
        Self::positive(parameter, value)?;
        Self::require((LEAST..=LARGEST).contains(&value), parameter, value, REQUIREMENT)
    }

    /// Accepts positive numbers in the range, and zero.
    ///
    /// # Errors
    /// Any other number.
    fn usable_or_zero(parameter: &'static str, value: f64) -> Result<(), ParameterError> {
        if value == 0.0 {
            return Ok(());
        }
        Self::non_negative(parameter, value)?;
        Self::require((LEAST..=LARGEST).contains(&value), parameter, value, REQUIREMENT)
    }
}

impl<V: Validate> Usable for V {}
