//! How a parameter is written, and the types that can be one.

use std::sync::Arc;

use nalgebra::{Matrix3, Quaternion, SVector};

use super::{Describe, Description, Field, Given, Value, ValueError};
use crate::{Flat, PlanarPose, PlanarWrench, Signal, Wrench};

/// How a value is written.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// A number.
    Number,
    /// A number without a fraction.
    Count,
    /// `true` or `false`.
    Flag,
    /// A vector of this length along the axes of the domain: a single number is a vector of one axis.
    Vector(usize),
    /// A list of numbers, of this length.
    Array(usize),
    /// Three rows of three numbers.
    Matrix,
    /// A list of any length, whose elements have the form that the function returns.
    List(fn() -> Self),
    /// A list like [`Form::List`], but not empty.
    Filled(fn() -> Self),
    /// A list of this length, whose elements have the form that the function returns.
    Several(usize, fn() -> Self),
    /// Words: the name of a file, of a column.
    Text,
    /// A table of its own.
    Table(&'static Description),
    /// Not written in files: only Rust can give it.
    Opaque,
    /// One of several.
    Choice(&'static Choice),
}

impl Form {
    /// Returns the form for vectors that have this length in every domain: [`Self::Array`].
    #[must_use]
    pub const fn of_one_length(self) -> Self {
        match self {
            Self::Vector(len) if len > 1 => Self::Array(len),
            other => other,
        }
    }
}

/// How a file says which variant is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// `{ type = "sine", amplitude = 1.0 }`; a variant without parameters is its word alone, `"implicit"`.
    Type,
    /// By the form of the value: a number, a list or a table.
    Look,
}

/// A parameter of several kinds.
#[derive(Debug)]
pub struct Choice {
    /// Name of its type: `Relaxation`.
    pub name: &'static str,
    /// One sentence.
    pub text: &'static str,
    /// How a file says which one is meant.
    pub spelling: Spelling,
    /// The kinds.
    pub variants: &'static [Variant],
}

/// One of several kinds of a parameter.
#[derive(Debug)]
pub struct Variant {
    /// Its name in files.
    pub name: &'static str,
    /// Description in words.
    pub text: &'static str,
    /// Its fields; the name of the variant stands for a field without a name.
    pub fields: &'static [Field],
}

/// A type that a field of a component can have: numbers, vectors, and what derives
/// [`Describe`](macro@crate::Describe).
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter",
    label = "neither a number nor a vector, nor something that derives `Describe`",
    note = "a field that is no parameter has `#[builder(default, setter(skip))]`"
)]
pub trait Parameter: Sized {
    /// Returns how the parameter is written.
    fn form() -> Form;
    /// Returns the parameter as a value.
    fn value(&self) -> Value;
    /// Builds the parameter from a value of the form.
    ///
    /// # Errors
    /// A value of another form, or one that the type itself refuses. Ranges are checked by the owner of the field.
    fn of(value: Value) -> Result<Self, ValueError>;
}

/// Returns the error for a value of another form. (A reader of files reports such a value itself, with its text.)
fn other(form: Form, found: &Value) -> ValueError {
    let wanted = match form {
        Form::Number | Form::Vector(1) => "one number".to_owned(),
        Form::Count => "a whole number, at least 0".to_owned(),
        Form::Flag => "true or false".to_owned(),
        Form::Vector(len) | Form::Array(len) => format!("a list of {len} numbers"),
        Form::Matrix => "three rows of three numbers".to_owned(),
        Form::List(_) | Form::Filled(_) => "a list".to_owned(),
        Form::Several(len, _) => format!("a list of {len}"),
        Form::Text => "a text".to_owned(),
        Form::Opaque => "nothing".to_owned(),
        Form::Table(table) => format!("the parameters of a {}", table.name),
        Form::Choice(choice) => {
            let names: Vec<_> = choice.variants.iter().map(|variant| variant.name).collect();
            format!("one of {}", names.join(", "))
        }
    };
    match found {
        Value::Absent => ValueError::new(format!("is missing: {wanted} is needed")),
        Value::Number(_) => ValueError::new(format!("must be {wanted}, found 1")),
        Value::Numbers(numbers) => {
            ValueError::new(format!("must be {wanted}, found {}", numbers.len()))
        }
        found => ValueError::new(format!("must be {wanted}, found {found:?}")),
    }
}

/// Returns the numbers of a value; one alone is a list of one.
fn one_or_several(value: &Value) -> Option<&[f64]> {
    match value {
        Value::Number(number) => Some(core::slice::from_ref(number)),
        Value::Numbers(numbers) => Some(numbers),
        _ => None,
    }
}

/// Returns `N` numbers.
fn numbers<const N: usize>(form: Form, value: Value) -> Result<[f64; N], ValueError> {
    let found = one_or_several(&value).and_then(|found| found.try_into().ok());
    found.ok_or_else(|| other(form, &value))
}

impl Parameter for f64 {
    fn form() -> Form {
        Form::Number
    }
    fn value(&self) -> Value {
        Value::Number(*self)
    }
    fn of(value: Value) -> Result<Self, ValueError> {
        numbers::<1>(Form::Number, value).map(|[number]| number)
    }
}

/// A number without a fraction, up to the largest of the type and of those that are exact.
macro_rules! counts {
    ($($count:ty),+) => {$(
        impl Parameter for $count {
            fn form() -> Form {
                Form::Count
            }
            fn value(&self) -> Value {
                Value::Number(*self as f64)
            }
            fn of(value: Value) -> Result<Self, ValueError> {
                let [number] = numbers::<1>(Form::Count, value)?;
                // Above this not every whole number is an `f64`.
                let most = 2.0_f64.powi(53).min(Self::MAX as f64);
                let is_whole = number.fract() == 0.0 && (0.0..=most).contains(&number);
                let refused = || {
                    ValueError::new(format!("must be a whole number, at least 0, found {number:?}"))
                };
                if is_whole { Ok(number as Self) } else { Err(refused()) }
            }
        }
    )+};
}
counts!(usize, u32);

/// Parameters that a value holds as they are.
macro_rules! held {
    ($($own:ty: $form:ident),+) => {$(
        impl Parameter for $own {
            fn form() -> Form {
                Form::$form
            }
            fn value(&self) -> Value {
                Value::$form(self.to_owned())
            }
            fn of(value: Value) -> Result<Self, ValueError> {
                if let Value::$form(own) = value { Ok(own) } else { Err(other(Form::$form, &value)) }
            }
        }
    )+};
}
held!(bool: Flag, String: Text);

impl<const N: usize> Parameter for [f64; N] {
    fn form() -> Form {
        Form::Array(N)
    }
    fn value(&self) -> Value {
        Value::Numbers(self.to_vec())
    }
    fn of(value: Value) -> Result<Self, ValueError> {
        numbers(Form::Array(N), value)
    }
}

/// One for every axis.
impl<const N: usize> Parameter for [Signal; N] {
    fn form() -> Form {
        Form::Several(N, Signal::form)
    }
    fn value(&self) -> Value {
        Value::List(self.iter().map(Signal::value).collect())
    }
    fn of(value: Value) -> Result<Self, ValueError> {
        let refused = other(Self::form(), &value);
        Self::try_from(Vec::of(value)?).map_err(|_| refused)
    }
}

/// Vectors, poses and efforts that files write as lists, in the order of [`Flat`]: (w, x, y, z), force before torque.
macro_rules! lists {
    ($($list:ty $(, [$($generics:tt)+])?;)+) => {$(
        impl $(<$($generics)+>)? Parameter for $list {
            fn form() -> Form {
                Form::Vector(<Self as Flat>::LEN)
            }
            fn value(&self) -> Value {
                let mut numbers = vec![0.0; <Self as Flat>::LEN];
                self.store(&mut numbers);
                Value::Numbers(numbers)
            }
            fn of(value: Value) -> Result<Self, ValueError> {
                let found = one_or_several(&value).filter(|found| found.len() == <Self as Flat>::LEN);
                found.map(Self::load).ok_or_else(|| other(Self::form(), &value))
            }
        }
    )+};
}
lists! {
    SVector<f64, N>, [const N: usize];
    Quaternion<f64>;
    PlanarPose;
    PlanarWrench;
    Wrench;
    (A, B), [A: Flat, B: Flat];
}

impl Parameter for Matrix3<f64> {
    fn form() -> Form {
        Form::Matrix
    }
    fn value(&self) -> Value {
        Value::Numbers(self.transpose().as_slice().to_vec())
    }
    fn of(value: Value) -> Result<Self, ValueError> {
        numbers::<9>(Form::Matrix, value).map(|rows| Self::from_row_slice(&rows))
    }
}

/// An optional parameter.
impl<T: Parameter> Parameter for Option<T> {
    fn form() -> Form {
        T::form()
    }
    fn value(&self) -> Value {
        self.as_ref().map_or(Value::Absent, T::value)
    }
    fn of(value: Value) -> Result<Self, ValueError> {
        if value == Value::Absent { Ok(None) } else { T::of(value).map(Some) }
    }
}

/// A list that must not be empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Filled<T>(pub Vec<T>);

impl<T: Parameter> Parameter for Filled<T> {
    fn form() -> Form {
        Form::Filled(T::form)
    }
    fn value(&self) -> Value {
        self.0.value()
    }
    fn of(value: Value) -> Result<Self, ValueError> {
        let values = Vec::of(value)?;
        if values.is_empty() { Err(ValueError::new("must not be empty")) } else { Ok(Self(values)) }
    }
}

/// A shared parameter is written like the parameter itself.
impl<T: Parameter> Parameter for Arc<T> {
    fn form() -> Form {
        T::form()
    }
    fn value(&self) -> Value {
        T::value(self)
    }
    fn of(value: Value) -> Result<Self, ValueError> {
        T::of(value).map(Self::new)
    }
}

impl<T: Parameter> Parameter for Vec<T> {
    fn form() -> Form {
        Form::List(T::form)
    }
    fn value(&self) -> Value {
        Value::List(self.iter().map(T::value).collect())
    }
    fn of(value: Value) -> Result<Self, ValueError> {
        let Value::List(values) = value else { return Err(other(Self::form(), &value)) };
        let each = |(i, value)| T::of(value).map_err(|error| error.inside(format!("{i}")));
        values.into_iter().enumerate().map(each).collect()
    }
}

/// A component with a table can be a part of another component.
impl<T: Describe<Built = T>> Parameter for T {
    fn form() -> Form {
        Form::Table(T::DESCRIPTION)
    }
    fn value(&self) -> Value {
        Value::Record(self.values())
    }
    fn of(value: Value) -> Result<Self, ValueError> {
        built_of::<T>(value)
    }
}

/// Builds the component that the values of a table describe.
///
/// # Errors
/// A value that is not a record; any error of [`Describe::from_values`].
#[doc(hidden)]
pub fn built_of<T: Describe>(value: Value) -> Result<T::Built, ValueError> {
    match value {
        Value::Record(values) => T::from_values(&mut Given::new(values)),
        value => Err(other(Form::Table(T::DESCRIPTION), &value)),
    }
}

/// Refuses a value of another form than that of a choice, or a variant that it does not have.
///
/// # Errors
/// Always.
#[doc(hidden)]
pub fn no_variant<T: Parameter>(value: &Value) -> Result<T, ValueError> {
    Err(other(T::form(), value))
}

/// Returns the variant of the one key that is given of several.
///
/// # Errors
/// None of the keys is given, or several.
#[doc(hidden)]
pub fn only_key<T: Parameter, const N: usize>(given: [Option<T>; N]) -> Result<T, ValueError> {
    let mut given = given.into_iter().flatten();
    if let (Some(only), None) = (given.next(), given.next()) {
        return Ok(only);
    }
    let Form::Table(keys) = T::form() else { return no_variant(&Value::Absent) };
    // A number may have another unit by another key.
    let key = |Field { name, unit, form, .. }: &Field| match form() {
        Form::Number if !unit.is_empty() => format!("`{name}` [{unit}]"),
        _ => format!("`{name}`"),
    };
    let keys: Vec<_> = keys.fields.iter().map(key).collect();
    Err(ValueError::new(format!("needs one of {}", keys.join(" and "))))
}
