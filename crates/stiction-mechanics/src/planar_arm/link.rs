//! One link of a planar arm.

use stiction_core::{Describe, ParameterError, Validate};
use typed_builder::TypedBuilder;

/// One link of a [`PlanarArm`](crate::PlanarArm): from its joint the next one lies at `length`, its
/// centre of mass at `center`, both along the link.
#[derive(Clone, Copy, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<Link, ParameterError>))]
#[describe(check = Self::further)]
pub struct Link {
    /// Mass `m` \[kg\], > 0.
    #[field(positive)]
    mass: f64,
    /// Distance `l` from its joint to the next one \[m\], ≥ 0.
    #[field(non_negative)]
    length: f64,
    /// Distance `c` from its joint to its centre of mass \[m\], finite; negative for a counterweight.
    #[field(finite)]
    center: f64,
    /// Moment of inertia `J` about its centre of mass \[kg m^2\], ≥ 0; zero is a point mass, which must
    /// not lie in the joint.
    #[field(non_negative)]
    inertia: f64,
}

impl Link {
    /// Uniform thin rod: mass \[kg\], length \[m\]; centre in the middle, inertia `m l^2 / 12`.
    ///
    /// # Errors
    /// A mass or length that is not finite and positive.
    pub fn uniform_rod(mass: f64, length: f64) -> Result<Self, ParameterError> {
        Self::positive("mass", mass)?;
        Self::positive("length", length)?;
        let inertia = mass * length * length / 12.0;
        Self::builder().mass(mass).length(length).center(0.5 * length).inertia(inertia).build()
    }

    fn further(&self) -> Result<(), ParameterError> {
        let about_joint = self.inertia + self.mass * self.center * self.center;
        let requirement = "must leave a positive moment of inertia about the joint";
        Self::require(about_joint > 0.0, "inertia", self.inertia, requirement)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    #[test]
    fn parameters_are_checked() {
        let link = |mass, length, center, inertia| {
            Link::builder().mass(mass).length(length).center(center).inertia(inertia).build()
        };
        for bad in NOT_POSITIVE {
            assert_refused(link(bad, 1.0, 0.5, 0.1), "mass");
            assert_refused(Link::uniform_rod(bad, 1.0), "mass");
            assert_refused(Link::uniform_rod(1.0, bad), "length");
        }
        for bad in NEGATIVE {
            assert_refused(link(1.0, bad, 0.5, 0.1), "length");
            assert_refused(link(1.0, 1.0, 0.5, bad), "inertia");
        }
        for bad in NOT_FINITE {
            assert_refused(link(1.0, 1.0, bad, 0.1), "center");
        }
        assert_refused(link(1.0, 1.0, 0.0, 0.0), "inertia");
        assert!(link(1.0, 0.0, 0.5, 0.0).is_ok(), "a pendulum bob");
    }

    #[test]
    fn uniform_rod() {
        let link = Link::uniform_rod(12.0, 2.0).unwrap();
        assert_eq!((link.mass(), link.length()), (12.0, 2.0));
        assert_eq!((link.center(), link.inertia()), (1.0, 4.0));
    }
}
