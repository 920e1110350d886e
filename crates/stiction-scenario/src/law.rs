//! Laws: what a connection does to what it connects.

use core::any::{Any, TypeId};

use stiction_core::{
    AnyLaw, Domain, Line, PlanarFrame, Plane, Shaft, Space, SpatialFrame, VectorDomain,
};

use crate::described::Component;
use crate::error::Fault;
use crate::folder::Folder;
use crate::limit_set::{LimitSetContactLaw, LimitSetLaw};
use crate::surroundings::Surroundings;
use crate::tagged::tagged;

tagged! {
    /// What a connection does: a spring, a load, a friction law, a contact, a pad.
    Law, "law" {
        /// Friction with a limit set of one's own, under a given normal force, without drift.
        "limit_set" => LimitSet(LimitSetLaw),
        /// A contact of a point with a plane with a limit set of one's own.
        "limit_set_contact" => LimitSetContact(LimitSetContactLaw);
        /// One that is known by its table.
        Component
    }
}

/// The law refuses the domain.
fn refuse<T>(law: &Law, domain: &str, fits: &str) -> Result<T, Fault> {
    let name = law.tag();
    Err(Fault::new(format!("`{name}` is a law of {fits}, but the connection is one of a {domain}"))
        .inside("type"))
}

impl Law {
    /// The law for a domain; refused where there is none for it.
    pub(crate) fn build<D: Domain>(&self, around: Surroundings<'_>) -> Result<AnyLaw<D>, Fault> {
        if let Self::Component(component) = self {
            return component.build(around);
        }
        let law = of::<D, Line>(self, around)
            .or_else(|| of::<D, Shaft>(self, around))
            .or_else(|| of::<D, Plane>(self, around))
            .or_else(|| of::<D, Space>(self, around))
            .or_else(|| of::<D, PlanarFrame>(self, around))
            .or_else(|| of::<D, SpatialFrame>(self, around));
        law.unwrap_or_else(|| refuse(self, D::NAME, fits(self)))
    }
}

/// The law for the domain `E`, if that is what `D` is.
fn of<D: Domain, E: LawDomain>(
    law: &Law,
    around: Surroundings<'_>,
) -> Option<Result<AnyLaw<D>, Fault>> {
    if TypeId::of::<D>() != TypeId::of::<E>() {
        return None;
    }
    match E::law(law, around) {
        Ok(law) => (Box::new(law) as Box<dyn Any>).downcast().ok().map(|law| Ok(*law)),
        Err(fault) => Some(Err(fault)),
    }
}

/// A domain with the laws that fit it.
pub(crate) trait LawDomain: Domain {
    fn law(law: &Law, around: Surroundings<'_>) -> Result<AnyLaw<Self>, Fault>;
}

impl LawDomain for Line {
    fn law(law: &Law, around: Surroundings<'_>) -> Result<AnyLaw<Self>, Fault> {
        vector_law(law, around.folder)
    }
}
impl LawDomain for Shaft {
    fn law(law: &Law, around: Surroundings<'_>) -> Result<AnyLaw<Self>, Fault> {
        vector_law(law, around.folder)
    }
}
impl LawDomain for Plane {
    fn law(law: &Law, around: Surroundings<'_>) -> Result<AnyLaw<Self>, Fault> {
        match law {
            Law::LimitSet(friction) => friction.build_planar(around.folder),
            other => vector_law(other, around.folder),
        }
    }
}
impl LawDomain for Space {
    fn law(law: &Law, around: Surroundings<'_>) -> Result<AnyLaw<Self>, Fault> {
        match law {
            Law::LimitSetContact(contact) => contact.build(),
            other => vector_law(other, around.folder),
        }
    }
}
impl LawDomain for PlanarFrame {
    fn law(law: &Law, _: Surroundings<'_>) -> Result<AnyLaw<Self>, Fault> {
        refuse(law, Self::NAME, fits(law))
    }
}
impl LawDomain for SpatialFrame {
    fn law(law: &Law, _: Surroundings<'_>) -> Result<AnyLaw<Self>, Fault> {
        refuse(law, Self::NAME, fits(law))
    }
}

/// The domains of a law, in messages.
const fn fits(law: &Law) -> &'static str {
    match law {
        Law::LimitSetContact(_) => "a point in space",
        _ => "a line, a shaft, or a point in a plane or in space",
    }
}

fn vector_law<D: VectorDomain>(law: &Law, folder: Folder<'_>) -> Result<AnyLaw<D>, Fault> {
    match law {
        Law::LimitSet(friction) => friction.build(folder),
        other => refuse(other, D::NAME, fits(other)),
    }
}
