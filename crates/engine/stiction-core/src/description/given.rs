//! From values, handed over by a reader of files or another language, to a component.

use core::fmt;

use super::{Parameter, Value};
use crate::ParameterError;

/// A value that a parameter cannot have, and where it stands: an error inside a part is found in the part, so it
/// carries the names of the fields on the way there.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueError {
    /// Names of the fields from the outside inwards; a place in a list is its number from 0.
    pub path: Vec<String>,
    /// The mistake and the requirement, in words.
    pub message: String,
}

impl ValueError {
    /// Creates an error about the value itself.
    pub fn new(message: impl Into<String>) -> Self {
        Self { path: vec![], message: message.into() }
    }

    /// Prepends to the path the name under which the value stands; an empty name adds nothing.
    #[must_use]
    pub fn inside(mut self, name: impl Into<String>) -> Self {
        let name = name.into();
        if !name.is_empty() {
            self.path.insert(0, name);
        }
        self
    }
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path.join("."))?;
        }
        f.write_str(&self.message)
    }
}

impl core::error::Error for ValueError {}

/// Adds the name under which a value was refused.
pub trait Inside<T> {
    /// Adds to an error the name under which the value stands; see [`ValueError::inside`].
    ///
    /// # Errors
    /// The error of the result.
    fn inside(self, name: impl Into<String>) -> Result<T, ValueError>;
}

impl<T, E: Into<ValueError>> Inside<T> for Result<T, E> {
    fn inside(self, name: impl Into<String>) -> Result<T, ValueError> {
        self.map_err(|error| error.into().inside(name))
    }
}

impl From<ParameterError> for ValueError {
    fn from(error: ParameterError) -> Self {
        Self::new(error.to_string()).inside(error.parameter)
    }
}

/// The values of a component or a part on their way into it, in the order of its fields.
#[derive(Debug)]
pub struct Given(std::vec::IntoIter<Value>);

impl Given {
    /// Takes all values; those missing at the end are absent.
    #[must_use]
    pub fn new(values: Vec<Value>) -> Self {
        Self(values.into_iter())
    }

    /// Takes the next value as its Rust type, for the field of this name.
    ///
    /// # Errors
    /// The type of the field refuses the value.
    pub fn take<T: Parameter>(&mut self, name: &'static str) -> Result<T, ValueError> {
        T::of(self.0.next().unwrap_or(Value::Absent)).map_err(|error| error.inside(name))
    }

    /// Takes the next values as they are.
    pub fn next_values<const N: usize>(&mut self) -> [Value; N] {
        core::array::from_fn(|_| self.0.next().unwrap_or(Value::Absent))
    }

    /// Takes the next value for an opaque field: it must be absent, and the field gets its default.
    ///
    /// # Errors
    /// Any value that is given.
    #[doc(hidden)]
    pub fn opaque<T>(
        &mut self,
        name: &'static str,
        default: Option<impl FnOnce() -> T>,
    ) -> Result<T, ValueError> {
        match (self.0.next().unwrap_or(Value::Absent), default) {
            (Value::Absent, Some(default)) => Ok(default()),
            _ => Err(ValueError::new("can only be given in Rust").inside(name)),
        }
    }

    /// Takes the next value for the field of this name, or the default if the value is absent.
    ///
    /// # Errors
    /// As [`Self::take`].
    pub fn take_or<T: Parameter>(
        &mut self,
        name: &'static str,
        default: impl FnOnce() -> T,
    ) -> Result<T, ValueError> {
        match self.0.next().unwrap_or(Value::Absent) {
            Value::Absent => Ok(default()),
            value => T::of(value).map_err(|error| error.inside(name)),
        }
    }
}
