//! What is asked about a network: power and energy, who is to blame, what it consists of. All of it goes through [`look`].

pub(crate) mod audit;
pub mod culprit;
pub(crate) mod difference;
pub mod energy;
pub mod inventory;
pub(crate) mod judged;
pub(crate) mod look;
pub mod power;
