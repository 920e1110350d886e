//! Parameters that are checked where they are built.
//!
//! A component derives `TypedBuilder` on itself with `build_method(into = Result<Self, _>)`,
//! implements [`Validate`], and writes [`checked_build!`](crate::checked_build): a missing field
//! then does not compile, and a bad value is a [`ParameterError`].

use crate::shown::Shown;

/// A parameter that was refused: which one, its value and what is required.
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
    /// What is required of it, as the end of a sentence: "must be finite and positive".
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

    /// Checks all parameters.
    ///
    /// # Errors
    /// The first parameter that does not meet its requirement.
    fn validate(&self) -> Result<(), ParameterError>;

    /// Accepts a finite number greater than zero.
    ///
    /// # Errors
    /// Anything else.
    fn positive(parameter: &'static str, value: f64) -> Result<(), ParameterError> {
        Self::require(
            value.is_finite() && value > 0.0,
            parameter,
            value,
            "must be finite and positive",
        )
    }

    /// Accepts a finite number of at least zero.
    ///
    /// # Errors
    /// Anything else.
    fn non_negative(parameter: &'static str, value: f64) -> Result<(), ParameterError> {
        Self::require(
            value.is_finite() && value >= 0.0,
            parameter,
            value,
            "must be finite and not negative",
        )
    }

    /// Accepts a finite number.
    ///
    /// # Errors
    /// NaN and infinities.
    fn finite(parameter: &'static str, value: f64) -> Result<(), ParameterError> {
        Self::require(value.is_finite(), parameter, value, "must be finite")
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

/// Lets `TypedBuilder` end in a checked `build()`: implements `From<Self>` for
/// `Result<Self, ParameterError>` by [`Validate`].
///
/// ```
/// use stiction_core::{checked_build, ParameterError, Validate};
/// use typed_builder::TypedBuilder;
///
/// #[derive(Debug, PartialEq, TypedBuilder)]
/// #[builder(build_method(into = Result<Damper, ParameterError>))]
/// struct Damper { damping: f64 }
///
/// impl Validate for Damper {
///     const COMPONENT: &'static str = "Damper";
///     fn validate(&self) -> Result<(), ParameterError> {
///         Self::positive("damping", self.damping)
///     }
/// }
/// checked_build!(Damper);
///
/// assert!(Damper::builder().damping(2.0).build().is_ok());
/// let refused = Damper::builder().damping(-2.0).build().unwrap_err();
/// assert_eq!(refused.to_string(), "Damper: damping = -2 must be finite and positive");
/// ```
/// A missing parameter does not compile:
/// ```compile_fail
/// # use stiction_core::{checked_build, ParameterError, Validate};
/// # use typed_builder::TypedBuilder;
/// # #[derive(Debug, PartialEq, TypedBuilder)]
/// # #[builder(build_method(into = Result<Damper, ParameterError>))]
/// # struct Damper { damping: f64 }
/// # impl Validate for Damper {
/// #     const COMPONENT: &'static str = "Damper";
/// #     fn validate(&self) -> Result<(), ParameterError> { Ok(()) }
/// # }
/// # checked_build!(Damper);
/// Damper::builder().build();
/// ```
#[macro_export]
macro_rules! checked_build {
    ($type:ty) => {
        $crate::checked_build!($type,);
    };
    ($type:ty, $($generics:tt)*) => {
        impl<$($generics)*> ::core::convert::From<$type>
            for ::core::result::Result<$type, $crate::ParameterError>
        {
            fn from(value: $type) -> Self {
                $crate::Validate::validate(&value).map(|()| value)
            }
        }
    };
}

/// Writes the getters of parameters: what a component was built with, by value.
///
/// ```
/// use stiction_core::parameter_getters;
///
/// struct Damper { damping: f64 }
/// parameter_getters!(Damper {
///     /// Damping \[N s/m\], ≥ 0.
///     damping: f64,
/// });
/// assert_eq!(Damper { damping: 2.0 }.damping(), 2.0);
/// ```
#[macro_export]
macro_rules! parameter_getters {
    ($type:ty { $($(#[$doc:meta])* $name:ident: $value:ty),+ $(,)? } $(, $($generics:tt)*)?) => {
        impl$(<$($generics)*>)? $type {
            $(
                $(#[$doc])*
                #[must_use]
                pub const fn $name(&self) -> $value {
                    self.$name
                }
            )+
        }
    };
}
