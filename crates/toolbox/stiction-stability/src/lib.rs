//! Contact stability: which wrenches a body in frictional contact can bear, and where it may rest.
//!
//! A [`Stance`] is a set of [`PlacedContact`]s, each a patch of points in its place with a friction cone.
//! From it come
//!
//! | question | answer | cones |
//! |---|---|---|
//! | which wrenches can it bear? | [`WrenchCone`]: faces, generators, margin | linearized |
//! | ... a single rectangular foot? | [`RectangularPatch`]: the faces in closed form | pyramid |
//! | can the body move like this? | [`GravitoInertial`], [`WrenchCone::stability`] | linearized |
//! | where may the centre of mass rest? | [`Stance::static_support_area`]: a [`Region`] | linearized |
//! | where may the zero-moment point be? | [`Stance::pendular_zmp_area`]: a [`Region`] | linearized |
//! | with which forces? | [`Stance::contact_forces`], [`Stance::wrench_residual`] | both |
//! | how far may the centre of mass go? | [`Stance::reach`] | both |
//!
//! **Conventions.** SI units. The contact frame has its third axis along the normal, from the
//! environment to the body; forces and wrenches are those of the environment *on the body*, moments
//! about the world origin unless said otherwise. The gravito-inertial wrench of the literature is
//! the negative. Gravity points along −z. Cones are closed and contain zero. All of this is *weak*
//! stability: some admissible forces exist.
//!
//! An inner cone is inside the circular cone, so a stance that it calls stable is stable; an outer cone
//! may promise too much. With n = 4 the inner cone gives away up to 29 % of the friction.
//!
//! Read in this order: [`contact`], [`stance`], [`wrench_cone`], [`support`], [`region`],
//! [`program`]; [`double_description`] gives the faces and vertices.
//!
//! # Example
//! ```
//! use nalgebra::Vector3;
//! use stiction_friction::cone::{CircularCone, ConeScale};
//! use stiction_stability::{PlacedContact, ContactPoints, Placement, Reach, Stance};
//!
//! // A foot on the ground and a hand on a wall in front of it.
//! let cone = CircularCone::new(0.5)?;
//! let foot = Placement::level(Vector3::zeros())?;
//! let hand = Placement::facing(Vector3::new(0.5, 0.0, 1.2), &Vector3::new(-1.0, 0.0, 0.0))?;
//! let stance = Stance::new()
//!     .with_contact(PlacedContact::new(foot, ContactPoints::rectangle(0.1, 0.05)?, cone))
//!     .with_contact(PlacedContact::new(hand, ContactPoints::point(), cone));
//!
//! // The foot alone would hold the centre of mass up to 0.1 m ahead.
//! let Reach::Bounded { distance, .. } = stance.reach([1.0, 0.0].into())? else { unreachable!() };
//! assert!(distance > 0.5);
//!
//! // Eight-sided cones within the circular ones hold a little less, and have faces.
//! let inner = stance.linearized(8, ConeScale::Inner, 0.0)?;
//! let area = inner.static_support_area()?;
//! assert!(area.support([1.0, 0.0].into()) <= distance + 1e-9);
//! assert!(area.contains([0.3, 0.0].into()));
//! # Ok::<(), stiction_stability::StabilityError>(())
//! ```

mod conic;
pub mod contact;
pub mod double_description;
pub mod error;
mod forces;
pub mod gravito_inertial;
pub mod program;
pub mod rectangular_patch;
pub mod region;
pub mod stance;
pub mod support;
#[cfg(test)]
mod testing;
pub mod wrench_cone;

pub use contact::{ContactPoints, PlacedContact, Placement};
pub use double_description::DoubleDescriptionError;
pub use error::StabilityError;
pub use forces::ForceCone;
pub use gravito_inertial::{GravitoInertial, WeakStability};
pub use program::Reach;
pub use rectangular_patch::RectangularPatch;
pub use region::{HalfPlane, Region, RegionShape};
pub use stance::Stance;
pub use wrench_cone::{ConeRows, WrenchCone};

use stiction_core::{ParameterError, Validate};

/// Component that errors of arguments name.
struct Arguments;

impl Validate for Arguments {
    const COMPONENT: &'static str = "Stance";
    fn validate(&self) -> Result<(), ParameterError> {
        Ok(())
    }
}
