//! Tests that need the inside of a network.

mod balance;
pub(crate) mod components;
mod continuous;
mod culprit;
mod energy;
mod inputs;
pub(crate) mod lanes;
mod large;
mod network;
mod reading;
