//! One contiguous vector per component type: the only hot loops of the network.
//!
//! A pool is called once per stage and part through its trait object, whatever the number of its
//! items. Its words are those of the [crate]: *slot*, *place*, *part* (see [`crate::compose::partition`]), *segment*, *span*,
//! *copy* (see [`crate::copies`]), *lane* and *set*.

mod boxed;
mod boxed_lanes;
mod connections;
mod copied_wires;
mod ends;
mod items;
mod linked;
mod nodes;
mod segments;
mod side_by_side;
mod wire;
mod wires;

pub(crate) use boxed::{BoxedWire, BoxedWires};
pub(crate) use ends::Ends;
pub(crate) use nodes::{NodePool, Nodes};
pub(crate) use segments::Segments;
pub(crate) use side_by_side::{LanesOf, PoolCopies};
pub(crate) use wires::{WirePool, Wires};
