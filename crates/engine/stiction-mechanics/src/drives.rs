//! Prescribed motions for the network's ground: a belt, a shaker.
//!
//! | drive | pose | flow |
//! |---|---|---|
//! | [`ConstantVelocity`] | `start + velocity t` | `velocity` |
//! | [`Sinusoid`] | `center + amplitude sin(omega t + phase)` | `amplitude omega cos(omega t + phase)` |
//! | [`Waypoints`] | straight from place to place | constant on the way |
//! | [`Guided`] | that of signals, one for every coordinate | their rates |
//!
//! A closure `Fn(&Stage) -> Motion<D>` is a drive too.

mod constant_velocity;
mod guided;
mod sinusoid;
mod waypoints;

pub use constant_velocity::ConstantVelocity;
pub use guided::Guided;
pub(crate) use guided::GuidedMotion;
pub use sinusoid::Sinusoid;
pub use waypoints::Waypoints;
