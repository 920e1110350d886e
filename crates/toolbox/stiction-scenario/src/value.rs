//! Values of parameters: read from a text, written to one, set by a path, carried from table to table.
//!
//! ```text
//! text ── read ──> [Value], one for each field of a table ── write ──> text
//!                     │   ^
//!                     └───┴── set (one number by its path), carry (to another table), visit (each by its path)
//! ```

mod carry;
mod coordinates;
mod read;
mod set;
mod visit;
mod write;

pub(crate) use carry::{carry, find, in_its_part, names};
pub use coordinates::Coordinates;
pub(crate) use read::{
    fields as read_fields, mistaken, parameter as read_parameter, unknown, unless_defaults,
    value as read_value, whole,
};
pub(crate) use set::in_table as set_in_table;
pub(crate) use visit::{See, visit};
pub(crate) use write::{
    parameter as write_parameter, serialize_as_described, short, table as write_table,
};
