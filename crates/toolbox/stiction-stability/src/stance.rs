//! A body in contact with its surroundings at several places.

use nalgebra::Vector3;
use stiction_core::ParameterError;
use stiction_friction::cone::{CircularCone, ConeScale, LinearizedCone};

use crate::{PlacedContact, Region, StabilityError, WrenchCone};

/// A body in contact with its surroundings; all contacts have friction cones of one kind `F`.
///
/// With [`LinearizedCone`]s a stance has a polyhedral wrench cone and polygonal support areas. With
/// [`CircularCone`]s the questions that a conic program answers remain: [`Self::contact_forces`],
/// [`Self::wrench_residual`], [`Self::reach`].
///
/// Everything here is *weak* stability: some admissible contact forces exist. Whether these are the
/// forces that arise is another question. The [crate page](crate) has an example.
#[derive(Clone, Debug, PartialEq)]
pub struct Stance<F> {
    contacts: Vec<PlacedContact<F>>,
}

impl<F> Default for Stance<F> {
    fn default() -> Self {
        Self { contacts: vec![] }
    }
}

impl<F> Stance<F> {
    /// Creates a stance without contacts; every query needs at least one.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a contact.
    #[must_use]
    pub fn with_contact(mut self, contact: PlacedContact<F>) -> Self {
        self.contacts.push(contact);
        self
    }

    /// Returns the contacts in the order in which they were added.
    #[must_use]
    pub fn contacts(&self) -> &[PlacedContact<F>] {
        &self.contacts
    }

    /// Returns the contacts with other friction cones, made of the present ones.
    ///
    /// # Errors
    /// Those of `cone`.
    pub fn with_cones<G, E>(
        &self,
        mut cone: impl FnMut(&F) -> Result<G, E>,
    ) -> Result<Stance<G>, E> {
        let contacts = self.contacts.iter().map(|contact| {
            let (placement, patch) = (*contact.placement(), contact.patch().clone());
            Ok(PlacedContact::new(placement, patch, cone(contact.cone())?))
        });
        Ok(Stance { contacts: contacts.collect::<Result<_, E>>()? })
    }

    /// Returns the world positions of all contact points \[m\].
    pub fn points(&self) -> impl Iterator<Item = Vector3<f64>> + '_ {
        self.contacts.iter().flat_map(PlacedContact::points)
    }

    /// Returns the mean of the contact points \[m\] and their largest distance from it (1 if that is
    /// zero): the origin and the length in which the numbers of all computations are of like size.
    pub(crate) fn frame(&self) -> Result<(Vector3<f64>, f64), StabilityError> {
        let count = self.points().count();
        if count == 0 {
            return Err(StabilityError::NoContacts);
        }
        // Each point is divided first, because the sum could overflow.
        let center: Vector3<f64> = self.points().map(|point| point / count as f64).sum();
        let length = self.points().map(|point| (point - center).norm()).fold(0.0, f64::max);
        Ok((center, if length > 0.0 { length } else { 1.0 }))
    }
}

impl Stance<CircularCone> {
    /// Returns the stance with n-sided cones, the first vertex of each at the angle `phase` \[rad\] in
    /// its contact frame.
    ///
    /// # Errors
    /// Fewer than three sides; a phase that is not finite.
    pub fn linearized(
        &self,
        sides: usize,
        scale: ConeScale,
        phase: f64,
    ) -> Result<Stance<LinearizedCone>, ParameterError> {
        self.with_cones(|cone| {
            let builder = LinearizedCone::builder().friction(cone.friction());
            builder.sides(sides).scale(scale).phase(phase).build()
        })
    }
}

impl Stance<LinearizedCone> {
    /// Returns the wrenches that the stance can bear, moments about the world origin;
    /// [`WrenchCone::about`] moves them.
    ///
    /// Worth keeping: all questions of stability but those of [`Self::reach`] and
    /// [`Self::contact_forces`] are asked of it.
    ///
    /// # Errors
    /// No contacts; contacts so nearly degenerate that rounding hides the faces.
    pub fn wrench_cone(&self) -> Result<WrenchCone, StabilityError> {
        Ok(self.central_wrench_cone()?.about(Vector3::zeros())?)
    }

    /// Returns the wrench cone about the mean of the contact points, where it is most accurate.
    fn central_wrench_cone(&self) -> Result<WrenchCone, StabilityError> {
        let (center, length) = self.frame()?;
        let mut forces = vec![];
        for contact in &self.contacts {
            let rays = contact.cone().rays_in(contact.placement().basis());
            forces.extend(contact.points().flat_map(|p| rays.clone().map(move |f| (p, f))));
        }
        Ok(WrenchCone::of_forces(&forces, center, length)?)
    }

    /// Returns where the centre of mass may rest ([`WrenchCone::static_support_area`]).
    ///
    /// # Errors
    /// Those of [`Self::wrench_cone`].
    pub fn static_support_area(&self) -> Result<Region, StabilityError> {
        self.central_wrench_cone()?.static_support_area()
    }

    /// Returns where the zero-moment point of a linear pendulum may be ([`WrenchCone::pendular_zmp_area`]).
    ///
    /// # Errors
    /// Those of [`Self::wrench_cone`], and a plane through the centre of mass.
    pub fn pendular_zmp_area(
        &self,
        center_of_mass: &Vector3<f64>,
        plane_height: f64,
    ) -> Result<Region, StabilityError> {
        self.central_wrench_cone()?.pendular_zmp_area(center_of_mass, plane_height)
    }
}
