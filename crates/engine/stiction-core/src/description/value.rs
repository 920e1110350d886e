//! One small type for the value of any parameter.

use core::any::Any;
use core::fmt;
use std::sync::Arc;

/// The value of a parameter, whatever its type in Rust.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Not given, for an optional parameter.
    Absent,
    /// Something that numbers and words cannot express, a closure or a type without a table; with a word for it.
    Opaque(&'static str),
    /// A number.
    Number(f64),
    /// Yes or no.
    Flag(bool),
    /// Numbers side by side: a vector, a matrix by rows.
    Numbers(Vec<f64>),
    /// Words.
    Text(String),
    /// Several values of one form.
    List(Vec<Self>),
    /// The fields of a part, in their order.
    Record(Vec<Self>),
    /// A variant by its place, with its fields.
    Choice(usize, Vec<Self>),
    /// The parameter itself, made by a caller who has read what its values only name: the contents of a file.
    Made(Made),
}

impl Value {
    /// Creates a value of a parameter that was made.
    pub fn made<T: Any + Send + Sync>(parameter: T) -> Self {
        Self::Made(Made(Arc::new(parameter)))
    }
}

/// A parameter of any type.
#[derive(Clone)]
pub struct Made(Arc<dyn Any + Send + Sync>);

impl Made {
    /// Returns the parameter, if it is of this type.
    #[must_use]
    pub fn of_type<T: Any + Send + Sync + Clone>(self) -> Option<T> {
        self.0.downcast().ok().map(Arc::unwrap_or_clone)
    }
}

impl fmt::Debug for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("made")
    }
}

/// Equal only to itself: nothing is known about its contents.
impl PartialEq for Made {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
