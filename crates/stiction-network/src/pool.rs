//! One contiguous vector per component type: the only hot loops of the network.
//!
//! A pool is called once per stage and part through its trait object, whatever the number of its
//! items.

mod copied;
mod nodes;
mod segments;
mod wires;

pub(crate) use copied::{Alike, CAPACITY, LanesOf, load};
pub(crate) use nodes::{NodePool, Nodes};
pub(crate) use segments::Segments;
pub(crate) use wires::{WirePool, Wires, full_name};
