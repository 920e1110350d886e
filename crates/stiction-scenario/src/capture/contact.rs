//! Contacts and hinges back to their entries in a file.

use core::any::Any;

use stiction_friction::cone::ConeScale;
use stiction_friction::{
    AmendedLuGre, CoulombContact, EllipticContact, PointContact, PyramidContact,
};

use super::law::{coefficient, curve, level, rate, relaxation};
use super::{Found, known};
use crate::contact::{
    CoulombContactLaw, EllipticContactLaw, LuGreContactLaw, PyramidContactLaw, Scale,
};
use crate::law::Law;

pub(super) fn of(law: &dyn Any) -> Found<Law> {
    known::<CoulombContact, CoulombContactLaw, _>(law)
        .or_else(|| known::<PyramidContact, PyramidContactLaw, _>(law))
        .or_else(|| known::<PointContact<AmendedLuGre>, LuGreContactLaw, _>(law))
        .or_else(|| known::<EllipticContact, EllipticContactLaw, _>(law))
}

impl TryFrom<&CoulombContact> for CoulombContactLaw {
    type Error = String;
    fn try_from(contact: &CoulombContact) -> Result<Self, String> {
        let contact = contact.to_point_contact();
        let law = contact.law().parameters();
        Ok(Self {
            stiffness: contact.stiffness(),
            damping: contact.damping(),
            friction: coefficient(law.friction())?,
            tangential_stiffness: unless_same(law.stiffness(), contact.stiffness()),
            tangential_damping: unless_same(law.damping(), contact.damping()),
            relaxation: relaxation(law.relaxation())?,
        })
    }
}

/// A tangential value where it is not that of the normal.
fn unless_same(tangential: f64, normal: f64) -> Option<f64> {
    (tangential.to_bits() != normal.to_bits()).then_some(tangential)
}

impl TryFrom<&PyramidContact> for PyramidContactLaw {
    type Error = String;
    fn try_from(contact: &PyramidContact) -> Result<Self, String> {
        let contact = contact.as_point_contact();
        let law = contact.law();
        let section = law.set();
        let sides = section.sides();
        let scales = [
            Scale::Inner,
            Scale::Outer,
            Scale::EqualArea,
            Scale::EqualPerimeter,
            Scale::EqualMeanRadius,
            Scale::Minimax,
        ];
        let fits = |scale: &Scale| {
            ConeScale::from(*scale).face_factor(sides).to_bits() == section.apothem().to_bits()
        };
        let scale = scales.into_iter().find(fits);
        Ok(Self {
            stiffness: contact.stiffness(),
            damping: contact.damping(),
            friction: coefficient(law.coefficient())?,
            sides,
            scale: scale.ok_or("files do not know the scale of its pyramid")?,
            phase: section.phase(),
            tangential_stiffness: unless_same(law.stiffness(), contact.stiffness()),
            tangential_damping: unless_same(law.damping(), contact.damping()),
            relaxation: relaxation(law.relaxation())?,
        })
    }
}

impl TryFrom<&PointContact<AmendedLuGre>> for LuGreContactLaw {
    type Error = String;
    fn try_from(contact: &PointContact<AmendedLuGre>) -> Result<Self, String> {
        let law = contact.law();
        Ok(Self {
            stiffness: contact.stiffness(),
            damping: contact.damping(),
            bristle_stiffness: law.stiffness(),
            bristle_damping: law.damping(),
            viscous_damping: law.viscous_damping(),
            friction: level(&law.steady_friction())?,
            bristle_rate: rate(law.bristle_rate())?,
        })
    }
}

impl TryFrom<&EllipticContact> for EllipticContactLaw {
    type Error = String;
    fn try_from(contact: &EllipticContact) -> Result<Self, String> {
        let given = contact.parameters();
        Ok(Self {
            stiffness: given.stiffness(),
            damping: given.damping(),
            friction: given.friction(),
            torsional_friction: given.torsional_friction(),
            rolling_friction: given.rolling_friction(),
            speed_dependence: given.speed_dependence().as_ref().map(curve).transpose()?,
            tangential_stiffness: given.tangential_stiffness(),
            tangential_damping: given.tangential_damping(),
            torsional_stiffness: given.torsional_stiffness(),
            torsional_damping: given.torsional_damping(),
            rolling_stiffness: given.rolling_stiffness(),
            rolling_damping: given.rolling_damping(),
            relaxation: relaxation(given.relaxation())?,
        })
    }
}
