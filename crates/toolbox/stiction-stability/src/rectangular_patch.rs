//! The wrench cone of a rectangular contact in closed form.
//!
//! A rectangle |x| ≤ X, |y| ≤ Y with the friction pyramid |fx|, |fy| ≤ μ fz at its corners bears the
//! wrench (f, τ) at its centre if and only if
//!
//! ```text
//! |fx| ≤ μ fz,  |fy| ≤ μ fz,  |τx| ≤ Y fz,  |τy| ≤ X fz,
//! τz ≥ −μ (X + Y) fz + |Y fx − μ τx| + |X fy − μ τy|,
//! τz ≤  μ (X + Y) fz − |Y fx + μ τx| − |X fy + μ τy|.
//! ```
//!
//! | symbol | setter | unit | range |
//! |---|---|---|---|
//! | X, Y | `half_length`, `half_width` | m | > 0 |
//! | μ | `face_coefficient` | 1 | ≥ 0 |
//!
//! μ is the apothem `μ_f` of the pyramid, not its vertex radius: that of an outer pyramid is the
//! friction coefficient, that of an inner one is smaller by √2. The pyramid has its faces along the
//! sides of the rectangle.
//!
//! Source: Caron, Pham, Nakamura, *Stability of surface contacts for humanoid robots: closed-form
//! formulae of the contact wrench cone for rectangular support areas*, ICRA 2015.

use nalgebra::Vector6;
use stiction_core::{Describe, ParameterError, Validate, Wrench};
use typed_builder::TypedBuilder;

use crate::wrench_cone::{stacked, unit_margin};

/// The sixteen faces of a rectangular contact.
///
/// ```
/// use nalgebra::Vector3;
/// use stiction_core::Wrench;
/// use stiction_stability::RectangularPatch;
///
/// let foot = RectangularPatch::builder()
///     .half_length(0.1)
///     .half_width(0.05)
///     .face_coefficient(0.5)
///     .build()?;
/// // 100 N may be turned by μ (X + Y) fz = 7.5 N m about the normal.
/// let turned = |torque| Wrench {
///     force: Vector3::new(0.0, 0.0, 100.0),
///     torque: Vector3::new(0.0, 0.0, torque),
/// };
/// assert!(foot.contains(&turned(7.49)));
/// assert!(!foot.contains(&turned(7.51)));
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<RectangularPatch, ParameterError>))]
#[describe(check = Self::further)]
pub struct RectangularPatch {
    /// Half of the extent along x, `X` \[m\], > 0.
    #[field(positive)]
    half_length: f64,
    /// Half of the extent along y, `Y` \[m\], > 0.
    #[field(positive)]
    half_width: f64,
    /// Apothem `μ_f` of the section of the friction pyramid at fz = 1 \[1\], ≥ 0.
    #[field(non_negative)]
    face_coefficient: f64,
}

impl RectangularPatch {
    fn further(&self) -> Result<(), ParameterError> {
        let largest = self.face_coefficient * (self.half_length + self.half_width);
        Self::require(
            largest.is_finite(),
            "face_coefficient",
            self.face_coefficient,
            "must leave the moments finite",
        )
    }

    /// Returns the rows a of a · (fx, fy, fz, τx, τy, τz) ≤ 0, for the wrench on the body at the
    /// centre.
    ///
    /// In the order of the formulas above, the lower sign first: two rows each for fx, fy, τx, τy,
    /// then for the signs (+,+), (+,−), (−,+), (−,−) of the two absolute values the bound on τz from
    /// below and from above.
    #[must_use]
    pub fn rows(&self) -> [Vector6<f64>; 16] {
        let (x, y, mu) = (self.half_length, self.half_width, self.face_coefficient);
        let mut rows = [Vector6::zeros(); 16];
        let pairs = [(0, mu), (1, mu), (3, y), (4, x)];
        for (k, (component, limit)) in pairs.into_iter().enumerate() {
            for (row, sign) in [(2 * k, -1.0), (2 * k + 1, 1.0)] {
                rows[row][component] = sign;
                rows[row][2] = -limit;
            }
        }
        for (k, (a, b)) in [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)].iter().enumerate() {
            for (row, sign) in [(8 + 2 * k, -1.0), (9 + 2 * k, 1.0)] {
                rows[row] =
                    Vector6::new(a * y, b * x, -mu * (x + y), sign * a * mu, sign * b * mu, sign);
            }
        }
        rows
    }

    /// Returns whether the patch can bear a wrench at its centre; the boundary included, without
    /// tolerance.
    ///
    /// False for a wrench that is not finite.
    #[must_use]
    pub fn contains(&self, wrench: &Wrench) -> bool {
        let wrench = stacked(wrench);
        let finite = wrench.iter().all(|x| x.is_finite());
        finite && self.rows().iter().all(|row| row.dot(&wrench) <= 0.0)
    }

    /// Returns the distance of a wrench at the centre from the nearest face, in the sense of
    /// [`WrenchCone::margin`](crate::WrenchCone::margin): positive inside.
    #[must_use]
    pub fn margin(&self, wrench: &Wrench) -> f64 {
        unit_margin(self.rows().iter().map(|row| row.normalize()), &stacked(wrench))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::wrench;

    fn patch(x: f64, y: f64, mu: f64) -> Result<RectangularPatch, ParameterError> {
        RectangularPatch::builder().half_length(x).half_width(y).face_coefficient(mu).build()
    }

    #[test]
    fn limits_by_hand() {
        let patch = patch(0.1, 0.05, 0.5).unwrap();
        // A load of 100 N at the middle of an edge, at a corner, and the two frictions there.
        let limits = [
            ([0.0, 0.0, 100.0, 5.0, 0.0, 0.0], 3),
            ([0.0, 0.0, 100.0, 0.0, -10.0, 0.0], 4),
            ([50.0, 0.0, 100.0, 0.0, 0.0, 0.0], 0),
            ([0.0, -50.0, 100.0, 0.0, 0.0, 0.0], 1),
            // Pushed to the limit along x, only the couple of the frictions along y can turn it.
            ([50.0, 0.0, 100.0, 0.0, 0.0, 5.0], 5),
        ];
        for (w, component) in limits {
            assert!(patch.contains(&wrench(w)), "{w:?}");
            assert!(patch.margin(&wrench(w)).abs() < 1e-14, "{w:?}");
            let mut beyond = w;
            beyond[component] *= 1.001;
            assert!(!patch.contains(&wrench(beyond)), "{beyond:?}");
            let mut within = w;
            within[component] *= 0.999;
            assert!(patch.contains(&wrench(within)), "{within:?}");
        }
        // The nearest face of a centred load is that of the roll: 100 N · Y/√(1 + Y²).
        let margin = patch.margin(&wrench([0.0, 0.0, 100.0, 0.0, 0.0, 0.0]));
        assert!((margin - 5.0 / 1.0025_f64.sqrt()).abs() < 1e-13);
    }

    #[test]
    fn what_is_not_finite_is_not_borne() {
        let patch = patch(0.1, 0.05, 0.5).unwrap();
        for bad in [f64::NAN, f64::INFINITY] {
            let w = wrench([0.0, 0.0, bad, 0.0, 0.0, 0.0]);
            assert!(!patch.contains(&w) && patch.margin(&w).is_nan());
        }
        assert!(patch.contains(&wrench([0.0; 6])));
    }

    #[test]
    fn moments_that_overflow_are_refused() {
        assert!(patch(0.1, 0.1, 0.0).is_ok());
        assert_eq!(patch(1e308, 1e308, 10.0).unwrap_err().parameter, "face_coefficient");
    }
}
