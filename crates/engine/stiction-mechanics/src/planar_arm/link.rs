//! One link of a planar arm.

use stiction_core::{Describe, ParameterError, Validate};
use typed_builder::TypedBuilder;

/// One link of a [`PlanarArm`](crate::PlanarArm): from its joint the next one lies at `length`, its
/// centre of mass at `center`, both along the link.
#[derive(Clone, Copy, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<Link, ParameterError>))]
#[describe(text = "A link; without centre and inertia, a uniform rod.", check = Self::further)]
pub struct Link {
    /// Mass `m` \[kg\], > 0.
    #[field(positive)]
    mass: f64,
    /// Distance `l` from its joint to the next one \[m\], ≥ 0; of a rod > 0.
    #[field(non_negative)]
    length: f64,
    /// Distance `c` from its joint to its centre of mass \[m\], finite; negative for a counterweight.
    #[builder(default, setter(strip_option(fallback_suffix = "_opt")))]
    #[field(finite, getter = own_center)]
    center: Option<f64>,
    /// Moment of inertia `J` about its centre of mass \[kg m²\], ≥ 0; zero is a point mass, which must
    /// not lie in the joint.
    #[builder(default, setter(strip_option(fallback_suffix = "_opt")))]
    #[field(non_negative, getter = own_inertia)]
    inertia: Option<f64>,
}

impl Link {
    fn further(&self) -> Result<(), ParameterError> {
        let both = "is not enough: a link needs both `center` and `inertia`, or none of them";
        match (self.center, self.inertia) {
            (Some(center), Some(inertia)) => {
                let about_joint = inertia + self.mass * center * center;
                let requirement = "must leave a positive moment of inertia about the joint";
                Self::require(about_joint > 0.0, "inertia", inertia, requirement)
            }
            (Some(center), None) => Self::require(false, "center", center, both),
            (None, Some(inertia)) => Self::require(false, "inertia", inertia, both),
            (None, None) => Self::positive("length", self.length),
        }
    }

    /// Creates a uniform thin rod: mass \[kg\], length \[m\]; centre in the middle, inertia `m l^2 / 12`.
    ///
    /// # Errors
    /// A mass or length that is not finite and positive.
    pub fn uniform_rod(mass: f64, length: f64) -> Result<Self, ParameterError> {
        Self::builder().mass(mass).length(length).build()
    }

    /// Returns the distance from its joint to its centre of mass \[m\].
    #[must_use]
    pub fn center(&self) -> f64 {
        self.center.unwrap_or(0.5 * self.length)
    }

    /// Returns the moment of inertia about its centre of mass \[kg m²\].
    #[must_use]
    pub fn inertia(&self) -> f64 {
        self.inertia.unwrap_or(self.mass * self.length * self.length / 12.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    #[test]
    fn lengths_and_inertia_are_those_of_a_body() {
        let link = |length, center, inertia| {
            Link::builder().mass(1.0).length(length).center(center).inertia(inertia).build()
        };
        assert_refused(link(1.0, 0.0, 0.0), "inertia");
        assert!(link(0.0, 0.5, 0.0).is_ok(), "a pendulum bob");
    }

    #[test]
    fn uniform_rod() {
        let link = Link::uniform_rod(12.0, 2.0).unwrap();
        assert_eq!((link.mass(), link.length()), (12.0, 2.0));
        assert_eq!((link.center(), link.inertia()), (1.0, 4.0));
    }
}
