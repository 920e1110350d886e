//! The n-sided friction cone: rays, faces and the shape of its section.
//!
//! ```text
//! K = {Σ c_k r_k : c ≥ 0},  r_k = (μ_v cos θ_k, μ_v sin θ_k, 1),  θ_k = φ + 2πk/n
//!   = {f : a_k·f ≤ 0},      a_k = (cos ψ_k, sin ψ_k, −μ_f),       ψ_k = φ + (2k + 1)π/n
//! ```
//!
//! | symbol | setter | unit | range |
//! |---|---|---|---|
//! | μ | `friction` | 1 | ≥ 0 |
//! | n | `sides` | 1 | 3 to 2³² − 1 |
//! | `μ_v/μ`, `μ_f/μ` | `scale` | | [`ConeScale::Inner`] |
//! | φ | `phase` | rad | any, 0 |
//!
//! With n = 4 the phase 0 is a diamond with its vertices on the axes (the cone of four edges in
//! lecture notes and in `MuJoCo`'s pyramid); φ = π/4 is the square `|f_x|, |f_y| ≤ μ_f f_z`.
//!
//! Source: Caron, *Friction model*, "linearized Coulomb friction cone"; the inequalities there are
//! n = 4, φ = π/4 with its μ̃ = `μ_f`.
//!
//! Limits: an odd n is legal, but its section is not symmetric: a force and its reverse are then
//! limited differently. The slip direction and the force of most dissipation are up to π/n apart.

mod encoding;
mod projection;

use core::f64::consts::TAU;

use nalgebra::Vector3;
use stiction_core::{Describe, ParameterError, Validate};
use typed_builder::TypedBuilder;

use super::{ConeScale, ContactBasis, sector};
use crate::RegularPolygon;

/// Most sides: the section is then off the circle by less than 3e-19.
const MAX_SIDES: usize = u32::MAX as usize;

/// A friction cone with a regular polygon as its section.
///
/// ```
/// use stiction_friction::cone::{ConeScale, LinearizedCone};
///
/// let cone = LinearizedCone::builder().friction(0.5).sides(4).scale(ConeScale::Outer).build()?;
/// assert_eq!(cone.face_coefficient(), 0.5);
/// let rays: Vec<_> = cone.rays().collect();
/// assert_eq!(rays.len(), 4);
/// assert!(cone.faces().all(|row| row.dot(&(rays[0] + rays[1])) < 1e-15));
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<LinearizedCone, ParameterError>))]
#[describe(check = Self::further)]
pub struct LinearizedCone {
    /// Friction coefficient `μ` of the circular cone \[1\], ≥ 0.
    #[field(non_negative)]
    friction: f64,
    /// Number of sides `n`, 3 to 2³² − 1.
    sides: usize,
    /// Which circle the section matches; inscribed by default.
    #[builder(default)]
    scale: ConeScale,
    /// Angle `φ` of the first vertex \[rad\], finite; 0 by default.
    #[builder(default)]
    #[field(finite)]
    phase: f64,
}

impl LinearizedCone {
    fn further(&self) -> Result<(), ParameterError> {
        Self::require(
            (3..=MAX_SIDES).contains(&self.sides),
            "sides",
            self.sides as f64,
            "must be from 3 to 4294967295",
        )?;
        Self::require(
            self.vertex_coefficient().is_finite(),
            "friction",
            self.friction,
            "must leave the vertex coefficient finite",
        )
    }

    /// Returns the circumradius `μ_v` of the section at the normal force 1.
    #[must_use]
    pub fn vertex_coefficient(&self) -> f64 {
        self.friction * self.scale.vertex_factor(self.sides)
    }

    /// Returns the apothem `μ_f` of the section at the normal force 1.
    #[must_use]
    pub fn face_coefficient(&self) -> f64 {
        self.friction * self.scale.face_factor(self.sides)
    }

    /// Returns the friction that it admits, as a limit set.
    ///
    /// # Errors
    /// More sides than [`RegularPolygon::MAX_SIDES`].
    pub fn section(&self) -> Result<RegularPolygon, ParameterError> {
        RegularPolygon::new(self.sides, self.face_coefficient(), self.phase)
    }

    /// Returns the n edges `(μ_v cos θ, μ_v sin θ, 1)`, counter-clockwise from the phase.
    pub fn rays(&self) -> impl ExactSizeIterator<Item = Vector3<f64>> + Clone + use<> {
        let (cone, radius) = (*self, self.vertex_coefficient());
        (0..self.sides).map(move |k| {
            let (cosine, sine) = cone.direction(2 * k as u64);
            Vector3::new(radius * cosine, radius * sine, 1.0)
        })
    }

    /// Returns the n + 1 rows a of `a·f ≤ 0`: the sides `(cos ψ, sin ψ, −μ_f)` from the vertex at
    /// the phase on, and last `(0, 0, −1)`, which the sides imply unless μ = 0.
    ///
    /// `a·f` is a distance after division by `√(1 + μ_f²)` (sides).
    pub fn faces(&self) -> impl Iterator<Item = Vector3<f64>> + Clone + use<> {
        let (cone, apothem) = (*self, self.face_coefficient());
        let sides = (0..self.sides).map(move |k| {
            let (cosine, sine) = cone.direction(2 * k as u64 + 1);
            Vector3::new(cosine, sine, -apothem)
        });
        sides.chain(core::iter::once(Vector3::new(0.0, 0.0, -1.0)))
    }

    /// Returns [`Self::rays`] of a contact with these axes, in world coordinates.
    pub fn rays_in(
        &self,
        basis: &ContactBasis,
    ) -> impl ExactSizeIterator<Item = Vector3<f64>> + Clone + use<> {
        let basis = *basis;
        self.rays().map(move |ray| basis.to_world(&ray))
    }

    /// Returns the radius of the section at the normal force 1 in a direction \[rad from x\].
    #[must_use]
    pub fn section_radius(&self, angle: f64) -> f64 {
        let sector = TAU / self.sides as f64;
        // From the nearest normal of a face.
        let turned = (angle - self.phase) / sector - 0.5;
        let offset = (turned - turned.round()) * sector;
        self.face_coefficient() / offset.cos()
    }

    /// Returns the cosine and sine of `phase + π index/n`.
    fn direction(&self, index: u64) -> (f64, f64) {
        let (cosine, sine) = sector::direction(index, self.sides as u64);
        let (c, s) = (self.phase.cos(), self.phase.sin());
        (c * cosine - s * sine, s * cosine + c * sine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_refused_but_zero, assert_refuses};
    use core::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_4};

    fn square(scale: ConeScale, phase: f64) -> LinearizedCone {
        let cone = LinearizedCone::builder().friction(0.5).sides(4).scale(scale).phase(phase);
        cone.build().unwrap()
    }

    #[test]
    fn inner_by_default() {
        let cone = LinearizedCone::builder().friction(0.5).sides(5).build().unwrap();
        assert_eq!((cone.scale(), cone.phase()), (ConeScale::Inner, 0.0));
        assert_eq!((cone.friction(), cone.sides()), (0.5, 5));
        assert_eq!(cone.vertex_coefficient(), 0.5);
    }

    #[test]
    fn radius_of_the_section() {
        let cone = square(ConeScale::Inner, 0.0);
        let inner = 0.5 * FRAC_1_SQRT_2;
        assert!((cone.section_radius(0.0) - 0.5).abs() < 1e-15);
        assert!((cone.section_radius(FRAC_PI_4) - inner).abs() < 1e-15);
        assert!((cone.section_radius(-5.0 * FRAC_PI_4) - inner).abs() < 1e-15);
        assert!(cone.section_radius(f64::NAN).is_nan());
    }

    #[test]
    fn rays_in_the_world() {
        let cone = LinearizedCone::builder().friction(0.7).sides(5).phase(0.4).build().unwrap();
        let wall = ContactBasis::from_normal(&Vector3::new(0.0, -2.0, 0.0)).unwrap();
        for (ray, world) in cone.rays().zip(cone.rays_in(&wall)) {
            assert!((world.y + 1.0).abs() < 1e-15);
            assert!((wall.rotation().inverse() * world - ray).amax() < 1e-15);
        }
    }

    #[test]
    fn bad_parameters_are_named() {
        let build = |friction, sides, phase| {
            LinearizedCone::builder().friction(friction).sides(sides).phase(phase).build()
        };
        assert_refused_but_zero("friction", |x| build(x, 4, 0.0));
        for sides in [0, 1, 2, MAX_SIDES.wrapping_add(1), usize::MAX] {
            let error = build(0.5, sides, 0.0).unwrap_err();
            assert_eq!((error.parameter, error.value), ("sides", sides as f64));
        }
        for phase in [f64::NAN, f64::INFINITY] {
            assert_refuses("phase", phase, |x| build(0.5, 4, x));
        }
        let outer = LinearizedCone::builder().sides(3).scale(ConeScale::Outer);
        assert_refuses("friction", f64::MAX, |x| outer.clone().friction(x).build());
    }
}
