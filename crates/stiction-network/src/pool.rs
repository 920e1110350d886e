//! One contiguous vector per component type: the only hot loops of the network.
//!
//! A pool is called once per stage and part through its trait object, whatever the number of its
//! items.

pub(crate) mod lanes;
mod nodes;
mod segments;
mod wires;

pub(crate) use nodes::{NodePool, Nodes};
pub(crate) use segments::Segments;
pub(crate) use wires::{WirePool, Wires};
