//! Composition of a network: ports and ends, the order of the components, the layout of the state.

pub mod builder;
mod connect;
pub(crate) mod end;
pub(crate) mod fit;
pub mod handle;
pub(crate) mod layout;
pub(crate) mod order;
pub(crate) mod partition;
pub mod port;
pub mod ports;
pub(crate) mod spans;
pub(crate) mod start;
pub(crate) mod untyped;
