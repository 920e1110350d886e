//! A component as data: the table that `#[derive(Describe)]` writes from its struct.
//!
//! ```text
//! struct + documentation ── derive ──> Description { fields: [Field { name, symbol, unit, range, form, .. }] }
//!                                      values(): [Value, ..], one for each field
//! ```
//! Code that asks something about components of any type walks a table and its values, instead of
//! being compiled again for every type: the check of the ranges is one walk, a page of documentation
//! another. [`Describe::from_values`] goes the other way, from values to a component.
//!
//! ```
//! use stiction_core::{Describe, ParameterError, Range};
//! use typed_builder::TypedBuilder;
//!
//! /// Friction in proportion to the square of the speed.
//! #[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
//! #[builder(build_method(into = Result<Drag, ParameterError>))]
//! #[describe(tag = "drag")]
//! pub struct Drag {
//!     /// Force `c` per square of the speed \[N s²/m²\], ≥ 0.
//!     #[field(non_negative)]
//!     coefficient: f64,
//!     /// Velocity of the medium \[m/s\], finite; at rest by default.
//!     #[builder(default)]
//!     #[field(finite)]
//!     wind: f64,
//! }
//!
//! let drag = Drag::builder().coefficient(2.0).build()?;
//! assert_eq!((drag.coefficient(), drag.wind()), (2.0, 0.0));
//! let refused = Drag::builder().coefficient(-2.0).build().unwrap_err();
//! assert_eq!(refused.to_string(), "Drag: coefficient = -2 must be finite and not negative");
//!
//! let [coefficient, wind] = Drag::DESCRIPTION.fields else { panic!() };
//! assert_eq!((coefficient.symbol, coefficient.unit), ("c", "N s²/m²"));
//! assert_eq!((coefficient.range, coefficient.default.is_some()), (Range::NonNegative, false));
//! assert_eq!((wind.name, wind.default.is_some()), ("wind", true));
//! # Ok::<(), ParameterError>(())
//! ```
//! Documentation that does not say the range does not compile:
//! ```compile_fail
//! # use stiction_core::{Describe, ParameterError};
//! /// A damper.
//! #[derive(Describe)]
//! struct Damper {
//!     /// Damping `b` \[N s/m\], > 0.
//!     #[field(non_negative)]
//!     damping: f64,
//! }
//! ```
//! Neither does a parameter of a type that has no value:
//! ```compile_fail
//! # use stiction_core::{Describe, ParameterError};
//! /// A clock.
//! #[derive(Describe)]
//! struct Clock {
//!     /// Since when.
//!     since: std::time::Instant,
//! }
//! ```
//! This does compile, so it is the range and the type that are refused above:
//! ```
//! # use stiction_core::{Describe, ParameterError};
//! /// A damper.
//! #[derive(Describe)]
//! struct Damper {
//!     /// Damping `b` \[N s/m\], ≥ 0.
//!     #[field(non_negative)]
//!     damping: f64,
//! }
//! ```

mod form;
mod given;
mod range;
mod value;

pub use form::{
    Choice, Filled, Form, Parameter, Spelling, Variant, built_of, no_variant, only_key,
};
pub use given::{Given, Inside, ValueError};
pub use range::{Range, check_fields, check_ranges};
pub use value::{Made, Value};

/// A component, or a part of one, as data.
#[derive(Debug)]
pub struct Description {
    /// Name of its type, as messages have it: `GsatFriction`.
    pub name: &'static str,
    /// Its name in files: `gsat`; empty for a part.
    pub tag: &'static str,
    /// Key by which a file chooses the domain; empty if there is no choice.
    pub chosen: &'static str,
    /// One sentence.
    pub text: &'static str,
    /// Its parameters in the order of the struct.
    pub fields: &'static [Field],
    /// Function that turns one number into the values of all fields, if a number may stand for them.
    pub of_number: Option<OfNumber>,
}

impl Description {
    /// Returns the description that a file names: itself or, without a tag, that of the part that stands flat in it.
    #[must_use]
    pub fn named(&'static self) -> &'static Self {
        let flat = self.fields.iter().find(|field| field.is_flat).map(|field| (field.form)());
        match flat {
            Some(Form::Table(part)) if self.tag.is_empty() => part.named(),
            _ => self,
        }
    }
}

/// The values of all fields that one number stands for.
pub type OfNumber = fn(f64) -> Result<Vec<Value>, ValueError>;

/// A parameter.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name in Rust and in files.
    pub name: &'static str,
    /// Symbol of the source; empty if it has none.
    pub symbol: &'static str,
    /// SI unit where bodies are translated (N stands for N m where they turn); empty if it has none.
    pub unit: &'static str,
    /// Accepted values.
    pub range: Range,
    /// Description in words.
    pub text: &'static str,
    /// How it is written: a function, because a parameter may contain parameters of its own type.
    pub form: fn() -> Form,
    /// Default value; `None` if it must be given.
    pub default: Option<fn() -> Value>,
    /// Whether its own parameters stand among those of the component that has it.
    pub is_flat: bool,
}

/// Something with a table; [`derive(Describe)`](macro@crate::Describe) writes it.
pub trait Describe: Sized {
    /// The type that its `build()` returns: mostly `Self`.
    type Built;
    /// The table.
    const DESCRIPTION: &'static Description;
    /// Returns the values of its fields, in their order.
    fn values(&self) -> Vec<Value>;
    /// Returns the values of the fields of a built component.
    fn values_of(built: &Self::Built) -> Vec<Value>;
    /// Builds the component from the values of its fields, in their order.
    ///
    /// # Errors
    /// A value whose form is not that of its field; any value that `build()` refuses.
    fn from_values(given: &mut Given) -> Result<Self::Built, ValueError>;
}

#[cfg(test)]
mod tests;
