//! The component of a point's motion along a direction.

use stiction_core::{
    Describe, KinematicMap, Line, Linear, Motion, ParameterError, Validate, Vector, VectorDomain,
};
use typed_builder::TypedBuilder;

/// Component along a direction n of the motion of a point in the plane or in space:
/// `n.(p - p_0)`, `n.v`. The force acts along n.
///
/// ```
/// use nalgebra::Vector2;
/// use stiction_core::{Coupling, Motion, Plane};
/// use stiction_mechanics::Along;
/// let incline = Along::<Plane>::builder().direction(Vector2::new(3.0, 4.0)).build()?;
/// let point = Motion { pose: Vector2::new(5.0, 0.0), flow: Vector2::new(0.0, 5.0) };
/// let along = incline.motion(&point);
/// assert!((along.pose - 3.0).abs() < 1e-14 && (along.flow - 4.0).abs() < 1e-14);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<Along<D>, ParameterError>))]
#[describe(
    tag = "along",
    text = "Along a direction.",
    check = Self::further
)]
pub struct Along<D: VectorDomain> {
    /// Direction `n`; finite, not zero, of any length.
    #[field(finite)]
    direction: D::Vector,
    /// Point `p_0` from which the component is measured \[m\], finite, default the origin.
    #[builder(default)]
    #[field(finite)]
    origin: D::Vector,
    #[builder(default = *direction * (1.0 / direction.norm()), setter(skip))]
    unit: D::Vector,
}

/// `Psi` of [`Along`]: the component along a unit vector.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisProjection<D: VectorDomain>(D::Vector);

impl<D: VectorDomain> Linear<D, Line> for AxisProjection<D> {
    #[inline(always)]
    fn apply(&self, flow: &D::Vector) -> f64 {
        self.0.dot(flow)
    }
    #[inline(always)]
    fn transpose(&self, force: &f64) -> D::Vector {
        self.0 * *force
    }
}

impl<D: VectorDomain> KinematicMap for Along<D> {
    type From = D;
    type To = Line;
    type Psi = AxisProjection<D>;
    #[inline(always)]
    fn at(&self, point: &Motion<D>) -> (f64, AxisProjection<D>) {
        (self.unit.dot(&(point.pose - self.origin)), AxisProjection(self.unit))
    }
}

impl<D: VectorDomain> Along<D> {
    fn further(&self) -> Result<(), ParameterError> {
        let (length, unit) = (self.direction.norm(), self.unit.norm());
        let usable = length > 0.0 && (unit - 1.0).abs() < 1e-9;
        Self::require(usable, "direction", length, "must not be zero")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;
    use nalgebra::Vector2;
    use stiction_core::Plane;

    /// A direction whose unit vector comes out wrong (its length overflows or vanishes) is refused.
    #[test]
    fn a_direction_of_no_usable_length_is_refused() {
        for bad in [1e-200, 1e200] {
            assert_refused(
                Along::<Plane>::builder().direction(Vector2::new(bad, bad)).build(),
                "direction",
            );
        }
        assert!(Along::<Plane>::builder().direction(Vector2::new(1e-100, 1e-100)).build().is_ok());
    }
}
