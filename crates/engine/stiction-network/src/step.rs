//! A network in time: its state, and what steps it.

pub mod continuous;
pub(crate) mod driven;
mod run;
pub mod simulation;
pub mod snapshot;
pub mod state;
