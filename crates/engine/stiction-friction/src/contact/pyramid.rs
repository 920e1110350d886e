//! A point of a body on a flat surface with a linearized friction cone.

use stiction_core::{Describe, ParameterError, Validate};
use typed_builder::TypedBuilder;

use super::PointContact;
use super::coulomb::unless_same;
use crate::cone::ConeScale;
use crate::{Coefficient, LimitSetGsat, RegularPolygon, Relaxation};

/// Point contact with a linearized friction cone that sticks without drift: builds a [`PointContact`]
/// with the law [`LimitSetGsat`] of a [`RegularPolygon`].
///
/// Friction is limited by a regular polygon with n sides instead of a disc: the model of solvers that
/// need linear constraints, here with the same stiction as the circular one, so that the two can be
/// compared. Between the directions of its vertices it is too weak (inner), too strong (outer) or
/// both, and it deflects a sliding body towards a vertex, by up to π/n.
///
/// The polygon is that of the force of the body on the surface, along +v. The force on the body is its
/// opposite; for an odd number of sides it lies in the [`LinearizedCone`](crate::cone::LinearizedCone)
/// of the phase plus π.
///
/// Source: S. Caron, *Friction model* (the linearized cone).
///
/// Internal state: the tangential deflection `e` \[m\], two numbers.
///
/// ```
/// use nalgebra::Vector3;
/// use stiction_core::{Impedance, Motion, Space, Stage};
/// use stiction_friction::PyramidContact;
///
/// // Vertices along x and y: it slides at 30 degrees, and friction points along x.
/// let foot = PyramidContact::builder()
///     .stiffness(1e4).damping(0.0).friction(0.5).sides(4).build()?;
/// let v = Vector3::new(8.66, 5.0, 0.0);
/// let motion = Motion::<Space>::new(Vector3::new(0.0, 0.0, -1e-3), v);
/// let force = foot.respond(&Stage::first(0.0, 1e-3), &motion, &[0.0; 2], &mut [0.0; 2]);
/// assert!((force - Vector3::new(-5.0, 0.0, 10.0)).norm() < 1e-12);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<OnPolygon, ParameterError>))]
#[describe(
    tag = "pyramid_contact",
    entry,
    text = "A contact of a point with a plane with a friction pyramid.",
    check = Self::further
)]
pub struct PyramidContact {
    /// Normal stiffness `K` \[N/m\], > 0.
    #[field(positive)]
    stiffness: f64,
    /// Normal damping `B` \[N s/m\], ≥ 0.
    #[field(non_negative)]
    damping: f64,
    /// Friction coefficient `μ` \[1\] of the circular cone that is linearized, ≥ 0; or a curve, from
    /// static to kinetic; or a function of the time.
    #[builder(setter(into))]
    friction: Coefficient,
    /// Number of sides n, 3 to 1 048 576.
    #[field(within(3.0, RegularPolygon::MAX_SIDES as f64, "must be from 3 to 1048576"))]
    sides: usize,
    /// Size of the polygon; inside the circle by default.
    #[builder(default)]
    scale: ConeScale,
    /// Direction of vertex 0 \[rad\], of the force of the body on the surface; finite.
    #[builder(default)]
    #[field(finite)]
    phase: f64,
    /// Tangential stiffness \[N/m\], > 0; that of the normal by default.
    #[builder(default, setter(strip_option(fallback_suffix = "_opt")))]
    #[field(positive)]
    tangential_stiffness: Option<f64>,
    /// Tangential damping \[N s/m\], ≥ 0; that of the normal by default.
    #[builder(default, setter(strip_option(fallback_suffix = "_opt")))]
    #[field(non_negative)]
    tangential_damping: Option<f64>,
    /// How the stage length enters the friction; the paper's form by default.
    #[builder(default)]
    relaxation: Relaxation,
}

impl PyramidContact {
    fn further(&self) -> Result<(), ParameterError> {
        self.friction.check::<Self>("friction", "tangential_damping", self.tangential().1)
    }

    fn tangential(&self) -> (f64, f64) {
        let stiffness = self.tangential_stiffness.unwrap_or(self.stiffness);
        (stiffness, self.tangential_damping.unwrap_or(self.damping))
    }
}

/// The contact that it builds.
type OnPolygon = PointContact<LimitSetGsat<RegularPolygon, f64>>;

impl From<&OnPolygon> for PyramidContact {
    fn from(contact: &OnPolygon) -> Self {
        let PointContact { stiffness, damping, law } = contact;
        let (section, sides) = (law.set(), law.set().sides());
        // If two scales give the same polygon, either will do.
        let gives = |scale: &ConeScale| scale.face_factor(sides) == section.apothem();
        Self {
            stiffness: *stiffness,
            damping: *damping,
            friction: law.coefficient().clone(),
            sides,
            scale: ConeScale::ALL.into_iter().find(gives).unwrap_or_default(),
            phase: section.phase(),
            tangential_stiffness: unless_same(law.stiffness(), *stiffness),
            tangential_damping: unless_same(law.damping(), *damping),
            relaxation: law.relaxation(),
        }
    }
}

impl From<PyramidContact> for Result<OnPolygon, ParameterError> {
    fn from(given: PyramidContact) -> Self {
        given.validate()?;
        let (stiffness, damping) = given.tangential();
        let PyramidContact { sides, scale, phase, relaxation, friction: coefficient, .. } = given;
        let set = RegularPolygon::new(sides, scale.face_factor(sides), phase)?;
        let law = LimitSetGsat { set, coefficient, stiffness, damping, relaxation };
        Ok(PointContact { stiffness: given.stiffness, damping: given.damping, law })
    }
}

#[cfg(test)]
#[path = "pyramid_tests.rs"]
mod tests;
