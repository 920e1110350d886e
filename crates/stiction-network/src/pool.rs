//! One contiguous vector per component type: the only hot loops of the network.
//!
//! A pool is called once per stage and part through its trait object, whatever the number of its
//! items.

mod copied_wires;
mod ends;
mod items;
mod judged;
mod linked;
mod nodes;
mod powers;
mod segments;
mod side_by_side;
mod wire;
mod wires;

pub(crate) use judged::{Doubt, Judged, is_beyond};
pub(crate) use nodes::{NodePool, Nodes};
pub(crate) use powers::Booked;
pub use powers::WirePower;
pub(crate) use segments::Segments;
pub(crate) use side_by_side::{CAPACITY, LanesOf, PoolCopies};
pub(crate) use wires::{WirePool, Wires};
