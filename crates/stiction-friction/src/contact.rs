//! Contacts: a normal force from a penalty, and friction that it limits.
//!
//! | contact | port | friction cone | internal state |
//! |---|---|---|---|
//! | [`CoulombContact`] | point | circular | 2 |
//! | [`PyramidContact`] | point | linearized, n sides | 2 |
//! | [`EllipticContact`] | frame | elliptic, with torsion and rolling | 2, 3 or 5 |
//! | [`PyramidalContact`] | frame | pyramidal, with torsion and rolling | 2, 3 or 5 |
//! | [`PointContact`] | point | that of any [`Friction`](crate::Friction) law | the law's |
//!
//! All but the last stick without drift, and tell what they do
//! ([`ContactState`](stiction_core::ContactState)): stick, slip or separated, and by what margin.

mod axes;
mod coulomb;
mod elliptic;
mod lugre;
mod point;
mod pyramid;
mod pyramidal;

pub use coulomb::{CoulombContact, CoulombContactParameters};
pub use elliptic::{EllipticContact, EllipticContactParameters};
pub(crate) use lugre::LuGreContact;
pub use point::{PointContact, normal_penalty};
pub use pyramid::{PyramidContact, PyramidContactParameters};
pub use pyramidal::PyramidalContact;

/// Implements [`Impedance`](stiction_core::Impedance) for a wrapper of a contact.
macro_rules! contact_by_delegation {
    ($type:ty, $domain:ty, $effort:ty) => {
        impl Impedance for $type {
            type Domain = $domain;
            fn memory(&self) -> ::stiction_core::Memory<'_> {
                self.0.memory()
            }
            #[inline(always)]
            fn respond(
                &self,
                stage: &Stage,
                motion: &Motion<$domain>,
                internal: &[f64],
                rate: &mut [f64],
            ) -> $effort {
                self.0.respond(stage, motion, internal, rate)
            }
            #[inline(always)]
            fn kernel<R: ::stiction_core::Real>(
                &self,
                numbers: &mut impl ::stiction_core::Numbers<R>,
                stage: &Stage,
                motion: &::stiction_core::MotionIn<$domain, R>,
                internal: &[R],
                rate: &mut [R],
            ) -> Option<<$domain as ::stiction_core::Domain>::EffortIn<R>> {
                self.0.kernel(numbers, stage, motion, internal, rate)
            }
            fn stored_energy(&self, motion: &Motion<$domain>, internal: &[f64]) -> f64 {
                self.0.stored_energy(motion, internal)
            }
            fn stored_power(
                &self,
                motion: &Motion<$domain>,
                internal: &[f64],
                rate: &[f64],
            ) -> f64 {
                self.0.stored_power(motion, internal, rate)
            }
            fn signals<'a>(&'a self, visit: &mut dyn FnMut(&'a dyn ::stiction_core::Varying)) {
                self.0.signals(visit);
            }
            fn contact(&self) -> Option<&dyn ::stiction_core::ContactLaw<$domain>> {
                self.0.contact()
            }
        }
    };
}
use contact_by_delegation;
