//! A contact of a stance: where it is, over which points it reaches, which forces it can bear.
//!
//! The contact frame has its origin at the placement and its third axis along the normal, from the
//! environment to the body. A patch is a planar set of contact points, all with that normal and
//! the same friction cone. Friction spread over the convex hull of the points gives the same
//! wrenches as forces at its vertices, so a rectangle is its four corners.

use nalgebra::{Vector2, Vector3};
use stiction_core::{Describe, ParameterError, Validate};
use stiction_friction::cone::ContactBasis;

/// Position and axes of a contact in the world.
///
/// ```
/// use nalgebra::Vector3;
/// use stiction_stability::Placement;
///
/// let wall = Placement::facing(Vector3::new(0.6, 0.0, 1.2), &Vector3::new(-1.0, 0.0, 0.0))?;
/// assert_eq!(wall.basis().normal(), Vector3::new(-1.0, 0.0, 0.0));
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Describe)]
pub struct Placement {
    /// Origin of the contact frame \[m\], finite.
    #[field(finite)]
    position: Vector3<f64>,
    /// Axes of the contact frame in world coordinates.
    #[field(opaque, by_ref)]
    basis: ContactBasis,
}

impl Placement {
    /// Creates a placement at a position \[m\], with the given axes (from a rotation, or a normal and a direction).
    ///
    /// # Errors
    /// A position that is not finite.
    pub fn new(position: Vector3<f64>, basis: ContactBasis) -> Result<Self, ParameterError> {
        Self { position, basis }.into()
    }

    /// Creates a placement on level ground, with the axes of the world.
    ///
    /// # Errors
    /// A position that is not finite.
    pub fn level(position: Vector3<f64>) -> Result<Self, ParameterError> {
        Self::new(position, ContactBasis::default())
    }

    /// Creates a placement with the given normal, of any length, from the environment to the body; the tangents are
    /// those of [`ContactBasis::from_normal`].
    ///
    /// # Errors
    /// A position that is not finite; a normal that is zero or not finite.
    pub fn facing(position: Vector3<f64>, normal: &Vector3<f64>) -> Result<Self, ParameterError> {
        Self::new(position, ContactBasis::from_normal(normal)?)
    }

    /// Returns the world position of a point of the contact plane \[m\].
    #[must_use]
    pub fn point(&self, local: &Vector2<f64>) -> Vector3<f64> {
        self.position + self.basis.to_world(&Vector3::new(local.x, local.y, 0.0))
    }
}

/// The points of a contact, in its own plane.
#[derive(Clone, Debug, PartialEq, Describe)]
#[describe(check = Self::further)]
pub struct ContactPoints {
    /// The points \[m\], as they were given, finite.
    #[field(finite, by_ref)]
    points: Vec<Vector2<f64>>,
}

impl ContactPoints {
    /// Creates a single point, at the origin of the contact frame.
    #[must_use]
    pub fn point() -> Self {
        Self { points: vec![Vector2::zeros()] }
    }

    /// Creates the rectangle |x| ≤ `half_length`, |y| ≤ `half_width` \[m\], counter-clockwise.
    ///
    /// # Errors
    /// Half sizes that are not finite and positive.
    pub fn rectangle(half_length: f64, half_width: f64) -> Result<Self, ParameterError> {
        Self::positive("half_length", half_length)?;
        Self::positive("half_width", half_width)?;
        let corner = |x, y| Vector2::new(x * half_length, y * half_width);
        let points = [corner(1.0, 1.0), corner(-1.0, 1.0), corner(-1.0, -1.0), corner(1.0, -1.0)];
        Ok(Self { points: points.to_vec() })
    }

    /// Creates the convex hull of any points of the contact plane \[m\].
    ///
    /// # Errors
    /// No points, or a coordinate that is not finite.
    pub fn polygon(points: impl IntoIterator<Item = Vector2<f64>>) -> Result<Self, ParameterError> {
        Self { points: points.into_iter().collect() }.into()
    }

    fn further(&self) -> Result<(), ParameterError> {
        Self::require(!self.points.is_empty(), "points", 0.0, "must be one or more")
    }
}

/// Contact points in their place, with the friction cone `F` of each of its points.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedContact<F> {
    placement: Placement,
    patch: ContactPoints,
    cone: F,
}

impl<F> PlacedContact<F> {
    /// Puts a patch in its place.
    #[must_use]
    pub const fn new(placement: Placement, patch: ContactPoints, cone: F) -> Self {
        Self { placement, patch, cone }
    }

    /// Returns the placement of the contact.
    #[must_use]
    pub const fn placement(&self) -> &Placement {
        &self.placement
    }

    /// Returns the points in the contact plane.
    #[must_use]
    pub const fn patch(&self) -> &ContactPoints {
        &self.patch
    }

    /// Returns the friction cone of each point, in contact coordinates.
    #[must_use]
    pub const fn cone(&self) -> &F {
        &self.cone
    }

    /// Returns the world positions of the points \[m\], in the order of the patch.
    pub fn points(&self) -> impl ExactSizeIterator<Item = Vector3<f64>> + '_ {
        self.patch.points.iter().map(|point| self.placement.point(point))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{Matrix3, Rotation3, vector};

    #[test]
    fn corners_on_a_ramp() {
        let turn = Matrix3::new(12.0, 0.0, -5.0, 0.0, 13.0, 0.0, 5.0, 0.0, 12.0) / 13.0;
        let basis = ContactBasis::from_rotation(Rotation3::from_matrix_unchecked(turn)).unwrap();
        let placement = Placement::new(vector![0.4, -0.1, 0.2], basis).unwrap();
        let contact =
            PlacedContact::new(placement, ContactPoints::rectangle(0.13, 0.05).unwrap(), ());
        let corners: Vec<_> = contact.points().collect();
        assert!((corners[0] - vector![0.52, -0.05, 0.25]).norm() < 1e-16);
        assert!((corners[2] - vector![0.28, -0.15, 0.15]).norm() < 1e-16);
    }

    #[test]
    fn bad_input_is_named() {
        let at = |x| Placement::level(vector![0.0, x, 0.0]);
        assert!(at(1.0).is_ok());
        assert_eq!(at(f64::NAN).unwrap_err().parameter, "position");
        let facing = |normal| Placement::facing(Vector3::zeros(), &normal);
        assert_eq!(facing(Vector3::zeros()).unwrap_err().parameter, "normal");
        assert!(facing(vector![0.0, 0.0, f64::INFINITY]).is_err());
        let skew = Matrix3::new(1.0, 0.1, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0);
        assert!(ContactBasis::from_rotation(Rotation3::from_matrix_unchecked(skew)).is_err());
        for bad in [0.0, -0.1, f64::NAN, f64::INFINITY] {
            assert_eq!(ContactPoints::rectangle(bad, 0.1).unwrap_err().parameter, "half_length");
            assert_eq!(ContactPoints::rectangle(0.1, bad).unwrap_err().parameter, "half_width");
        }
        assert_eq!(ContactPoints::polygon([]).unwrap_err().parameter, "points");
        assert!(ContactPoints::polygon([vector![f64::NAN, 0.0]]).is_err());
    }
}
