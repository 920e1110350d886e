//! The contact wrench that a motion asks for.
//!
//! ```text
//! f = m (a − g),  τ = p × f + L̇
//! ```
//!
//! with the centre of mass p, its acceleration a and the rate L̇ of the angular momentum about it.
//! The gravito-inertial wrench of the literature is the negative of this contact wrench.
//!
//! | symbol | setter | unit | range |
//! |---|---|---|---|
//! | m | `mass` | kg | > 0 |
//! | p | `center_of_mass` | m | |
//! | a | `acceleration` | m/s² | 0 |
//! | L̇ | `angular_momentum_rate` | N m | 0 |
//! | g | `gravity` | m/s² | (0, 0, −9.81) |
//!
//! Source: Newton and Euler; Caron, Pham, Nakamura, *Leveraging cone double description for
//! multi-contact stability of humanoids with applications to statics and dynamics*, RSS 2015.

use nalgebra::Vector3;
use stiction_core::{Describe, ParameterError, Wrench};
use typed_builder::TypedBuilder;

use crate::WrenchCone;

/// Standard gravity as a vector, rounded as engineers do \[m/s²\].
const GRAVITY: Vector3<f64> = Vector3::new(0.0, 0.0, -9.81);

/// The motion of a whole body at an instant.
///
/// ```
/// use nalgebra::Vector3;
/// use stiction_stability::GravitoInertial;
///
/// let motion = GravitoInertial::builder()
///     .mass(40.0)
///     .center_of_mass(Vector3::new(0.1, 0.0, 0.8))
///     .acceleration(Vector3::new(0.0, 0.0, 0.19))
///     .build()?;
/// let wrench = motion.contact_wrench();
/// assert!((wrench.force.z - 400.0).abs() < 1e-12);
/// assert!((wrench.torque.y + 40.0).abs() < 1e-12);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<GravitoInertial, ParameterError>))]
pub struct GravitoInertial {
    /// Mass of the body \[kg\], > 0.
    #[field(positive)]
    mass: f64,
    /// Centre of mass in the world \[m\], finite.
    #[field(finite)]
    center_of_mass: Vector3<f64>,
    /// Acceleration of the centre of mass \[m/s²\], finite; at rest by default.
    #[builder(default)]
    #[field(finite)]
    acceleration: Vector3<f64>,
    /// Rate of the angular momentum about the centre of mass \[N m\], finite; zero by default.
    #[builder(default)]
    #[field(finite)]
    angular_momentum_rate: Vector3<f64>,
    /// Gravity \[m/s²\], finite; 9.81 down the z axis by default.
    #[builder(default = GRAVITY)]
    #[field(finite)]
    gravity: Vector3<f64>,
}

impl GravitoInertial {
    /// Returns the contact wrench that the motion needs, its moment about the world origin.
    #[must_use]
    pub fn contact_wrench(&self) -> Wrench {
        self.contact_wrench_about(Vector3::zeros())
    }

    /// Returns the contact wrench that the motion needs, its moment about any point \[m\].
    #[must_use]
    pub fn contact_wrench_about(&self, point: Vector3<f64>) -> Wrench {
        let force = self.mass * (self.acceleration - self.gravity);
        let lever = self.center_of_mass - point;
        Wrench { force, torque: lever.cross(&force) + self.angular_momentum_rate }
    }
}

/// How safely a motion keeps its contacts: weak stability, some admissible contact forces exist.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct WeakStability {
    /// Whether the contacts can bear the wrench that the motion needs.
    pub holds: bool,
    /// Distance of that wrench from the nearest face of the wrench cone, positive inside, in the
    /// space of (f, τ) in N and N m ([`WrenchCone::margin`]).
    pub margin: f64,
    /// The margin as a share of the length of the wrench, −1 to 1; NaN for the zero wrench.
    pub relative_margin: f64,
}

impl WrenchCone {
    /// Returns whether the contacts can bear the wrench that a motion needs, and with which margin.
    #[must_use]
    pub fn stability(&self, motion: &GravitoInertial) -> WeakStability {
        let wrench = motion.contact_wrench_about(self.reference_point());
        let margin = self.margin(&wrench);
        let length = wrench.force.norm().hypot(wrench.torque.norm());
        WeakStability { holds: self.contains(&wrench), margin, relative_margin: margin / length }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::vector;

    #[test]
    fn newton_and_euler_by_hand() {
        let motion = GravitoInertial::builder()
            .mass(3.0)
            .center_of_mass(vector![0.5, 1.0, 2.0])
            .acceleration(vector![2.0, 0.0, 0.0])
            .angular_momentum_rate(vector![0.0, 1.0, 0.0])
            .gravity(vector![0.0, 0.0, -10.0])
            .build()
            .unwrap();
        let wrench = motion.contact_wrench();
        assert_eq!(wrench.force, vector![6.0, 0.0, 30.0]);
        // (0.5, 1, 2) × (6, 0, 30) = (30, −3, −6).
        assert_eq!(wrench.torque, vector![30.0, -2.0, -6.0]);
        let about = motion.contact_wrench_about(vector![0.5, 1.0, 2.0]);
        assert_eq!(about.torque, vector![0.0, 1.0, 0.0]);
    }
}
