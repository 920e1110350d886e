//! Questions about a network: power and energy, culprits, its components. Those about a wire go through [`look`].

pub(crate) mod audit;
pub mod culprit;
pub(crate) mod difference;
pub mod energy;
pub mod inventory;
pub(crate) mod judged;
pub(crate) mod look;
pub mod power;
pub(crate) mod roster;
