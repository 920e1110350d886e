//! Contacts: a normal force from a penalty, and friction that it limits.
//!
//! | contact | port | friction cone | internal state |
//! |---|---|---|---|
//! | [`CoulombContact`] | point | circular | 2 |
//! | [`PyramidContact`] | point | linearized, n sides | 2 |
//! | [`EllipticContact`] | frame | elliptic, with torsion and rolling | 2, 3 or 5 |
//! | [`FrameContact::pyramidal`] | frame | pyramidal, with torsion and rolling | 2, 3 or 5 |
//! | [`PointContact`] | point | that of any [`Friction`](crate::Friction) law | the law's |
//!
//! The first three are presets: a [`CoulombContact`] and a [`PyramidContact`] build a [`PointContact`],
//! an [`EllipticContact`] builds a [`FrameContact`].
//!
//! All but the last stick without drift, and tell what they do
//! ([`ContactState`](stiction_core::ContactState)): stick, slip or separated, and by what margin.

mod coulomb;
mod elliptic;
mod frame;
mod lugre;
mod point;
mod pyramid;

pub use coulomb::CoulombContact;
pub use elliptic::EllipticContact;
pub use frame::FrameContact;
pub(crate) use lugre::LuGreContact;
pub use point::{PointContact, normal_penalty};
pub use pyramid::PyramidContact;
