//! LuGre friction in the contact of a point, as a file names it.

use stiction_core::{Describe, ParameterError};

use crate::{AmendedLuGre, BristleRate, PointContact, StribeckCurve};

/// A contact of a point with a plane with LuGre friction.
///
/// The keys of the law and of the contact would be the same: those of the law are called by its bristles.
#[derive(Describe)]
#[describe(tag = "lugre_contact", builds = PointContact<AmendedLuGre>, entry)]
pub(crate) struct LuGreContact {
    /// Normal stiffness `K` \[N/m\], > 0.
    #[field(positive)]
    stiffness: f64,
    /// Normal damping `B` \[N s/m\], ≥ 0.
    #[field(non_negative)]
    damping: f64,
    /// Stiffness `σ₀` of a bristle per normal force \[1/m\], > 0.
    #[field(positive)]
    bristle_stiffness: f64,
    /// Damping `σ₁` of a bristle per normal force \[s/m\], ≥ 0.
    #[field(non_negative)]
    bristle_damping: f64,
    /// Viscous friction `σ₂` per normal force \[s/m\], ≥ 0.
    #[field(non_negative, default = 0.0)]
    viscous_damping: f64,
    /// Friction coefficient \[1\], > 0, or a curve of it over the speed.
    friction: StribeckCurve,
    /// How the rate of the bristle is evaluated.
    #[field(default = BristleRate::default())]
    bristle_rate: BristleRate,
}

impl From<LuGreContact> for Result<PointContact<AmendedLuGre>, ParameterError> {
    fn from(given: LuGreContact) -> Self {
        stiction_core::check_ranges(&given)?;
        let law = AmendedLuGre::builder()
            .stiffness(given.bristle_stiffness)
            .damping(given.bristle_damping)
            .viscous_damping(given.viscous_damping)
            .friction(given.friction)
            .bristle_rate(given.bristle_rate);
        let contact = PointContact::builder().stiffness(given.stiffness).damping(given.damping);
        contact.law(law.build()?).build()
    }
}

impl From<&PointContact<AmendedLuGre>> for LuGreContact {
    fn from(contact: &PointContact<AmendedLuGre>) -> Self {
        let PointContact { stiffness, damping, law } = contact;
        Self {
            stiffness: *stiffness,
            damping: *damping,
            bristle_stiffness: law.stiffness(),
            bristle_damping: law.damping(),
            viscous_damping: law.viscous_damping(),
            friction: law.steady_friction(),
            bristle_rate: law.bristle_rate(),
        }
    }
}
