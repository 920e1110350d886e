//! The tip of a planar arm.

use nalgebra::{SMatrix, SVector, Vector2};
use stiction_core::{Describe, KinematicMap, Motion, ParameterError, Plane, Shaft, Validate};
use typed_builder::TypedBuilder;

use crate::PlanarArm;

/// A point on link K-1 of a planar arm, from its first K joints: `sum l_i u(theta_0 + ... + theta_i)`
/// with `u` the unit vector at an angle. `Psi` is the Jacobian; a force on the tip comes back as
/// joint torques.
///
/// ```
/// use nalgebra::Vector2;
/// use stiction_core::{Coupling, Motion};
/// use stiction_mechanics::ArmPoint;
/// let tip = ArmPoint::<2>::builder().lengths([0.3, 0.3]).build()?;
/// let stretched = [Motion::at_rest(0.0), Motion::at_rest(0.0)];
/// assert_eq!(tip.motion(&stretched).pose, Vector2::new(0.6, 0.0));
/// assert_eq!(tip.efforts(&stretched, &Vector2::new(7.0, 1.0)), [0.6, 0.3]);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<ArmPoint<K>, ParameterError>))]
#[describe(
    tag = "arm_point",
    text = "A point of an arm: the end of the last of the links that it is connected to."
)]
pub struct ArmPoint<const K: usize> {
    /// Lengths of the links \[m\], finite; the last is the distance of the point along its link.
    #[builder(setter(into))]
    #[field(finite)]
    lengths: SVector<f64, K>,
    /// Position of the first joint \[m\], finite, default the origin.
    #[builder(default)]
    #[field(finite)]
    base: Vector2<f64>,
}

impl<const K: usize> ArmPoint<K> {
    /// Creates a map to the end of link K-1 of `arm`, whose first joint is at the origin.
    ///
    /// # Errors
    /// An arm with fewer than K links.
    pub fn tip_of(arm: &PlanarArm) -> Result<Self, ParameterError> {
        let links = arm.links();
        let enough = "must be enough: one for each joint that the map reads";
        Self::require(links.len() >= K, "links", links.len() as f64, enough)?;
        let mut lengths = [0.0; K];
        for (length, link) in lengths.iter_mut().zip(links) {
            *length = link.length();
        }
        Self::builder().lengths(lengths).build()
    }
}

impl<const K: usize> KinematicMap for ArmPoint<K> {
    type From = [Shaft; K];
    type To = Plane;
    type Psi = SMatrix<f64, 2, K>;
    #[inline(always)]
    fn at(&self, joints: &[Motion<Shaft>; K]) -> (Vector2<f64>, SMatrix<f64, 2, K>) {
        let mut links = [Vector2::zeros(); K];
        let mut angle = 0.0;
        for ((link, joint), length) in links.iter_mut().zip(joints).zip(&self.lengths) {
            angle += joint.pose;
            let (sine, cosine) = angle.sin_cos();
            *link = Vector2::new(cosine, sine) * *length;
        }
        // From the tip inwards: the arm of joint i is the sum of the links from i on.
        let mut jacobian = SMatrix::<f64, 2, K>::zeros();
        let mut arm = Vector2::zeros();
        for (i, link) in links.iter().enumerate().rev() {
            arm += link;
            jacobian.set_column(i, &Vector2::new(-arm.y, arm.x));
        }
        (self.base + arm, jacobian)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Link;
    use crate::testing::*;

    #[test]
    fn the_tip_of_an_arm() {
        let links = [0.3, 0.2, 0.1].map(|length| Link::uniform_rod(1.0, length).unwrap());
        let arm = PlanarArm::builder().links(links).build().unwrap();
        assert_eq!(ArmPoint::<2>::tip_of(&arm).unwrap().lengths.as_slice(), [0.3, 0.2]);
        assert_refused(ArmPoint::<4>::tip_of(&arm), "links");
    }
}
