//! Prescribed motions for the network's ground: a belt, a shaker.
//!
//! | drive | pose | flow |
//! |---|---|---|
//! | [`ConstantVelocity`] | `start + velocity t` | `velocity` |
//! | [`Sinusoid`] | `center + amplitude sin(omega t + phase)` | `amplitude omega cos(omega t + phase)` |
//!
//! A closure `Fn(&Stage) -> Motion<D>` is a drive too.

mod constant_velocity;
mod sinusoid;

pub use constant_velocity::ConstantVelocity;
pub use sinusoid::Sinusoid;
