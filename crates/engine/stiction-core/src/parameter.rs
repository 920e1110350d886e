//! Parameters that are checked where they are built.
//!
//! A component derives `TypedBuilder` on itself with `build_method(into = Result<Self, _>)`, and
//! [`Describe`](macro@crate::Describe), which implements [`Validate`]: a missing field then does not
//! compile, and a bad value is a [`ParameterError`].
//!
//! ```compile_fail
//! use stiction_core::{Describe, ParameterError};
//! use typed_builder::TypedBuilder;
//!
//! /// A damper.
//! #[derive(TypedBuilder, Describe)]
//! #[builder(build_method(into = Result<Damper, ParameterError>))]
//! struct Damper {
//!     /// Damping `b` \[N s/m\], ≥ 0.
//!     #[field(non_negative)]
//!     damping: f64,
//! }
//! Damper::builder().build();
//! ```
//! With its parameter the damper does compile:
//! ```
//! # use stiction_core::{Describe, ParameterError};
//! # use typed_builder::TypedBuilder;
//! # /// A damper.
//! # #[derive(TypedBuilder, Describe)]
//! # #[builder(build_method(into = Result<Damper, ParameterError>))]
//! # struct Damper {
//! #     /// Damping `b` \[N s/m\], ≥ 0.
//! #     #[field(non_negative)]
//! #     damping: f64,
//! # }
//! assert!(Damper::builder().damping(2.0).build().is_ok());
//! ```

use crate::Range;
use crate::shown::Shown;

/// A parameter that was refused: its name, its value and the requirement.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{component}: {parameter} = {} {requirement}", Shown(*.value))]
#[non_exhaustive]
pub struct ParameterError {
    /// Component that was being built.
    pub component: &'static str,
    /// Parameter as its setter is called.
    pub parameter: &'static str,
    /// Value given (a count is given as a number too).
    pub value: f64,
    /// Requirement, as the end of a sentence: "must be finite and positive".
    pub requirement: &'static str,
}

impl ParameterError {
    /// Names the component, the parameter, the value given and the requirement.
    #[must_use]
    pub const fn new(
        component: &'static str,
        parameter: &'static str,
        value: f64,
        requirement: &'static str,
    ) -> Self {
        Self { component, parameter, value, requirement }
    }
}

/// Something whose parameters have requirements.
pub trait Validate {
    /// Name used in messages.
    const COMPONENT: &'static str;

    /// Checks all parameters. By default there is nothing to check, as in a type that is checked while it is built.
    ///
    /// # Errors
    /// The first parameter that does not meet its requirement.
    fn validate(&self) -> Result<(), ParameterError> {
        Ok(())
    }

    /// Accepts a finite number greater than zero.
    ///
    /// # Errors
    /// Anything else.
    fn positive(parameter: &'static str, value: f64) -> Result<(), ParameterError> {
        Range::Positive.check(Self::COMPONENT, parameter, value)
    }

    /// Accepts a finite number of at least zero.
    ///
    /// # Errors
    /// Anything else.
    fn non_negative(parameter: &'static str, value: f64) -> Result<(), ParameterError> {
        Range::NonNegative.check(Self::COMPONENT, parameter, value)
    }

    /// Accepts a finite number.
    ///
    /// # Errors
    /// NaN and infinities.
    fn finite(parameter: &'static str, value: f64) -> Result<(), ParameterError> {
        Range::Finite.check(Self::COMPONENT, parameter, value)
    }

    /// Accepts finite numbers only (the components of a vector).
    ///
    /// # Errors
    /// The first of them that is NaN or infinite.
    fn all_finite(parameter: &'static str, values: &[f64]) -> Result<(), ParameterError> {
        values.iter().try_for_each(|&value| Self::finite(parameter, value))
    }

    /// Accepts what `holds`.
    ///
    /// # Errors
    /// A [`ParameterError`] with the given words if it does not hold.
    fn require(
        holds: bool,
        parameter: &'static str,
        value: f64,
        requirement: &'static str,
    ) -> Result<(), ParameterError> {
        if holds {
            Ok(())
        } else {
            Err(ParameterError::new(Self::COMPONENT, parameter, value, requirement))
        }
    }
}
