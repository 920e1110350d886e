//! How a parameter is written, and the types that can be one.

use nalgebra::{Matrix3, SVector};

use super::{Describe, Description, Field, Value};

/// How a value is written.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// A number.
    Number,
    /// A number without a fraction.
    Count,
    /// `true` or `false`.
    Flag,
    /// A list of so many numbers.
    Vector(usize),
    /// Three rows of three numbers.
    Matrix,
    /// A table of its own.
    Table(&'static Description),
    /// One of several.
    Choice(Spelling, &'static [Variant]),
}

/// How a file says which variant is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// `"implicit"`, `{ order_preserving = 0.8 }`.
    Name,
    /// `{ type = "sine", amplitude = 1.0 }`.
    Type,
    /// By a key in the place of the field: `steady_force = …` or `steady_deflection = …`.
    Key,
    /// By what it looks like: a number, or a table.
    Look,
}

/// One of several kinds of a parameter.
#[derive(Debug)]
pub struct Variant {
    /// Its name in files.
    pub name: &'static str,
    /// What it is, in words.
    pub text: &'static str,
    /// What it carries; a field without a name is said by the variant.
    pub fields: &'static [Field],
}

/// A type that a field of a component can have: numbers, vectors, and what derives
/// [`Describe`](macro@crate::Describe).
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter",
    label = "neither a number nor a vector, nor something that derives `Describe`",
    note = "a field that is no parameter has `#[builder(default, setter(skip))]`"
)]
pub trait Parameter {
    /// How it is written.
    fn form() -> Form;
    /// As a value.
    fn value(&self) -> Value;
}

impl Parameter for f64 {
    fn form() -> Form {
        Form::Number
    }
    fn value(&self) -> Value {
        Value::Number(*self)
    }
}

impl Parameter for usize {
    fn form() -> Form {
        Form::Count
    }
    fn value(&self) -> Value {
        Value::Number(*self as f64)
    }
}

impl Parameter for bool {
    fn form() -> Form {
        Form::Flag
    }
    fn value(&self) -> Value {
        Value::Flag(*self)
    }
}

impl<const N: usize> Parameter for SVector<f64, N> {
    fn form() -> Form {
        Form::Vector(N)
    }
    fn value(&self) -> Value {
        Value::Numbers(self.as_slice().to_vec())
    }
}

impl<const N: usize> Parameter for [f64; N] {
    fn form() -> Form {
        Form::Vector(N)
    }
    fn value(&self) -> Value {
        Value::Numbers(self.to_vec())
    }
}

impl Parameter for Matrix3<f64> {
    fn form() -> Form {
        Form::Matrix
    }
    fn value(&self) -> Value {
        Value::Numbers(self.transpose().as_slice().to_vec())
    }
}

impl<T: Describe> Parameter for T {
    fn form() -> Form {
        Form::Table(T::DESCRIPTION)
    }
    fn value(&self) -> Value {
        Value::Record(self.values())
    }
}
