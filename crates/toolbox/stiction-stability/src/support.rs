//! Support areas of the centre of mass at rest and of the zero-moment point of a pendulum.
//!
//! Both are slices of the wrench cone in a horizontal plane, so the faces of the cone become half
//! planes. Gravity points along −z; the weight cancels.
//!
//! ```text
//! static     w = (0, 0, 1, y, −x, 0)                      centre of mass above (x, y), at rest
//! pendular   w = (f, p × f),  f = ((px − x)/h, (py − y)/h, 1)   ZMP (x, y), h = pz − z
//! ```
//!
//! The static area does not depend on the height of the centre of mass. The pendular area is that
//! of the linear pendulum: no angular momentum about the centre of mass p, no vertical acceleration;
//! the force lies in the line through p and the zero-moment point in the plane of height z, which may
//! be above p too.
//!
//! Source: Caron, Pham, Nakamura, *ZMP support areas for multi-contact mobility under frictional
//! constraints*, IEEE Transactions on Robotics 33, 2017.

use nalgebra::{Vector2, Vector3, Vector6};
use stiction_core::Validate;

use crate::{Arguments, HalfPlane, Region, StabilityError, WrenchCone};

/// Length of a unit row in the slice below which it is nothing but rounding.
const NOTHING: f64 = 1e-12;

impl WrenchCone {
    /// Returns the horizontal positions of the centre of mass at which the body can be at rest.
    ///
    /// # Errors
    /// Half planes so nearly degenerate that rounding hides the vertices.
    pub fn static_support_area(&self) -> Result<Region, StabilityError> {
        self.slice(1.0, |a| (Vector2::new(-a[4], a[3]), -a[2]))
    }

    /// Returns the horizontal positions of the zero-moment point, in the plane of height
    /// `plane_height` \[m\], for the linear pendulum with the centre of mass at `center_of_mass`
    /// \[m\].
    ///
    /// # Errors
    /// A plane through the centre of mass; anything not finite; half planes so nearly
    /// degenerate that rounding hides the vertices.
    pub fn pendular_zmp_area(
        &self,
        center_of_mass: &Vector3<f64>,
        plane_height: f64,
    ) -> Result<Region, StabilityError> {
        Arguments::all_finite("center_of_mass", center_of_mass.as_slice())?;
        Arguments::finite("plane_height", plane_height)?;
        let height = center_of_mass.z - plane_height;
        let required = "must not be that of the centre of mass";
        Arguments::require(height != 0.0, "plane_height", plane_height, required)?;
        let p = center_of_mass - self.reference_point();
        self.slice(1.0 + p.norm() + height.abs(), |a| {
            // a·w = b·f, and f times |h| is ±(p − (x, y), h).
            let b = Vector3::new(a[0], a[1], a[2]) + Vector3::new(a[3], a[4], a[5]).cross(&p);
            let b = b * height.signum();
            (Vector2::new(-b.x, -b.y), -(b.x * p.x + b.y * p.y + b.z * height))
        })
    }

    /// Returns the region of all (x, y) with normal · (x, y) ≤ offset for all rows, (x, y) relative
    /// to the reference point; `size` is that of a typical normal or offset of a unit row.
    fn slice(
        &self,
        size: f64,
        half_plane: impl Fn(&Vector6<f64>) -> (Vector2<f64>, f64),
    ) -> Result<Region, StabilityError> {
        let half_planes = self.inequalities().map(|row| half_plane(&row));
        let half_planes: Vec<_> = half_planes
            .filter(|(normal, offset)| normal.norm().hypot(*offset) > NOTHING * size)
            .map(|(normal, offset)| HalfPlane { normal, offset })
            .collect();
        Ok(Region::from_half_planes(&half_planes)?.translated(self.reference_point().xy()))
    }
}

#[cfg(test)]
mod tests;
