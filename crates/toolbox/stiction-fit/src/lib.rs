//! Parameters of a scenario from a measured log.
//!
//! A [`Log`] has columns that were measured, with their times. A [`Fit`] runs a scenario with other values of some of
//! its numbers ([`Free`]) until its record meets the log best, in the sense of least squares. The [`Estimate`] has
//! the values, their errors, what cannot be told apart, and what is left.
//!
//! Read in this order: `log`, `space` (which coordinates are searched), `experiment` (the model beside the log),
//! `problem` (the sum of squares), `marquardt`, `global`, `weak`, `statistics`, `residuals`, `profile`, `judge`, `doubts`,
//! `fit`. Without
//! a simulation, from logs of steady velocities and of slow reversals: [`curve`].
//!
//! **What the errors assume.** That the model is right, and that the residuals are noise: normal, independent, of one
//! variance for each column. If neighbouring residuals are correlated the errors are widened (Newey and West), and
//! [`Estimate::is_scaled`] says so; that the model is right can only be seen in rows that were
//! [held out](Fit::hold).

pub mod curve;
mod doubts;
mod error;
mod estimate;
mod experiment;
mod fit;
mod global;
mod judge;
mod log;
mod marquardt;
mod problem;
mod profile;
mod residuals;
mod space;
mod statistics;
#[cfg(test)]
mod testing;
mod weak;

pub use doubts::LogDoubt;
pub use error::{FitError, LogError};
pub use estimate::{Column, Estimate, EstimateDoubt, FarRow, Parameter, Undetermined};
pub use experiment::Between;
pub use fit::Fit;
pub use log::Log;
pub use space::Free;
