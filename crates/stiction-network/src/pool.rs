//! One contiguous vector per component type: the only hot loops of the network.
//!
//! A pool is called once per stage and part through its trait object, whatever the number of its
//! items. The words of this module:
//!
//! | word | what it is |
//! |---|---|
//! | *slot* | an item's number in the order of insertion: what handles know |
//! | *place* | its number in the vector, after the network was built |
//! | *part* | what a step takes as a whole, see [`crate::partition`] |
//! | *segment* | the items of a pool in one part |
//! | *span* | a stretch of the state: of an item, or of a pool in a part |
//! | *copy* | one of many equal small mechanisms in a part, see [`crate::copies`] |
//! | *lane* | one of the four or eight numbers of a vector |
//! | *set* | eight copies, whose variables are blocks of eight numbers |

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
