//! One small type for the value of any parameter.

/// The value of a parameter, whatever its type in Rust.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Not given, where nothing need be.
    Absent,
    /// What numbers and words cannot say: a closure, or a type without a table; with what it is.
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
}
