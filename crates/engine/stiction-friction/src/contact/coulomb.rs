//! A point of a body on a rough flat surface: the circular Coulomb cone.

use stiction_core::{Describe, ParameterError, Validate};
use typed_builder::TypedBuilder;

use super::PointContact;
use crate::{Coefficient, CoulombGsat, Relaxation};

/// Point contact with Coulomb friction `μ N` that sticks without drift (Kikuuwe and Yamamoto,
/// eqs. 23, 24): builds a [`PointContact`] with the law [`CoulombGsat`]. They use the same `K` and `B` for
/// both directions, as is the default here.
///
/// Internal state: the tangential deflection `e` \[m\], two numbers.
///
/// ```
/// use nalgebra::Vector3;
/// use stiction_core::{Impedance, Motion, Space, Stage};
/// use stiction_friction::CoulombContact;
///
/// let sole = CoulombContact::builder().stiffness(1e4).damping(0.0).friction(0.5).build()?;
/// let motion = Motion::<Space>::new(Vector3::new(0.0, 0.0, -1e-3), Vector3::new(2.0, 0.0, 0.0));
/// let force = sole.respond(&Stage::first(0.0, 1e-3), &motion, &[0.0; 2], &mut [0.0; 2]);
/// assert_eq!(force, Vector3::new(-5.0, 0.0, 10.0)); // on the body: backward and up
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<PointContact<CoulombGsat>, ParameterError>))]
#[describe(
    tag = "coulomb_contact",
    entry,
    text = "A contact of a point with a plane with Coulomb friction.",
    check = Self::further
)]
pub struct CoulombContact {
    /// Normal stiffness `K` \[N/m\], > 0.
    #[field(positive)]
    stiffness: f64,
    /// Normal damping `B` \[N s/m\], ≥ 0.
    #[field(non_negative)]
    damping: f64,
    /// Friction coefficient `μ` \[1\], ≥ 0; or a curve, from static to kinetic; or a function of the time.
    #[builder(setter(into))]
    friction: Coefficient,
    /// Tangential stiffness \[N/m\], > 0; that of the normal by default, as in the paper.
    #[builder(default, setter(strip_option(fallback_suffix = "_opt")))]
    #[field(positive)]
    tangential_stiffness: Option<f64>,
    /// Tangential damping \[N s/m\], ≥ 0; that of the normal by default, as in the paper.
    #[builder(default, setter(strip_option(fallback_suffix = "_opt")))]
    #[field(non_negative)]
    tangential_damping: Option<f64>,
    /// How the stage length enters the friction; the paper's form by default.
    #[builder(default)]
    relaxation: Relaxation,
}

impl CoulombContact {
    fn further(&self) -> Result<(), ParameterError> {
        self.friction.check::<Self>("friction", "tangential_damping", self.tangential().1)
    }

    fn tangential(&self) -> (f64, f64) {
        let stiffness = self.tangential_stiffness.unwrap_or(self.stiffness);
        (stiffness, self.tangential_damping.unwrap_or(self.damping))
    }
}

/// Returns the tangential value if it differs from that of the normal.
pub(super) fn unless_same(tangential: f64, normal: f64) -> Option<f64> {
    (tangential.to_bits() != normal.to_bits()).then_some(tangential)
}

impl From<&PointContact<CoulombGsat>> for CoulombContact {
    fn from(contact: &PointContact<CoulombGsat>) -> Self {
        let PointContact { stiffness, damping, law } = contact;
        let tangential = law.parameters();
        Self {
            stiffness: *stiffness,
            damping: *damping,
            friction: tangential.friction().clone(),
            tangential_stiffness: unless_same(tangential.stiffness(), *stiffness),
            tangential_damping: unless_same(tangential.damping(), *damping),
            relaxation: tangential.relaxation(),
        }
    }
}

impl From<CoulombContact> for Result<PointContact<CoulombGsat>, ParameterError> {
    fn from(given: CoulombContact) -> Self {
        given.validate()?;
        let (tangential, viscous) = given.tangential();
        let CoulombContact { stiffness, damping, friction, relaxation, .. } = given;
        let law = CoulombGsat::unchecked(tangential, viscous, friction, relaxation);
        Ok(PointContact { stiffness, damping, law })
    }
}

#[cfg(test)]
#[path = "coulomb_tests.rs"]
mod tests;
