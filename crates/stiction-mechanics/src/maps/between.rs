//! One port relative to another.

use core::marker::PhantomData;

use stiction_core::{
    Describe, Flat, KinematicMap, LaneParameters, LaneValues, Linear, Motion, Real, VectorDomain,
};

/// The second port relative to the first: `x_2 - x_1`. The effort acts on the second, its opposite
/// on the first.
///
/// ```
/// use stiction_core::{Coupling, Line, Motion};
/// use stiction_mechanics::Between;
/// let carts = [(1.0, 0.5), (4.0, 0.0)].map(|(pose, flow)| Motion::<Line> { pose, flow });
/// let gap = Between::new().motion(&(carts[0], carts[1]));
/// assert_eq!((gap.pose, gap.flow), (3.0, -0.5));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Describe)]
#[describe(
    tag = "between",
    text = "The second port relative to the first, for points and shafts: the effort acts on the \
            second, its opposite on the first."
)]
pub struct Between<D> {
    #[builder(default, setter(skip))]
    domain: PhantomData<fn() -> D>,
}

impl<D: VectorDomain> Between<D> {
    /// The second port relative to the first.
    #[must_use]
    pub const fn new() -> Self {
        Self { domain: PhantomData }
    }
}

/// `Psi` of [`Between`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Difference;

impl<D: VectorDomain> Linear<(D, D), D> for Difference {
    #[inline(always)]
    fn apply(&self, flows: &(D::Vector, D::Vector)) -> D::Vector {
        flows.1 - flows.0
    }
    #[inline(always)]
    fn transpose(&self, effort: &D::Vector) -> (D::Vector, D::Vector) {
        (-*effort, *effort)
    }
}

impl<D: VectorDomain> KinematicMap for Between<D> {
    type From = (D, D);
    type To = D;
    type Psi = Difference;
    #[inline(always)]
    fn at(&self, (first, second): &(Motion<D>, Motion<D>)) -> (D::Vector, Difference) {
        (second.pose - first.pose, Difference)
    }
    fn lane_parameters(&self) -> Option<LaneParameters> {
        Some(LaneParameters::default())
    }
    #[inline(always)]
    fn motion_lanes<R: Real>(&self, _: &LaneValues<'_, R>, from: &[R], motion: &mut [R]) -> bool {
        let (first, second) = from.split_at(Motion::<D>::LEN);
        for (motion, (first, second)) in motion.iter_mut().zip(first.iter().zip(second)) {
            *motion = *second - *first;
        }
        true
    }
    #[inline(always)]
    fn efforts_lanes<R: Real>(
        &self,
        _: &LaneValues<'_, R>,
        _: &[R],
        effort: &[R],
        efforts: &mut [R],
    ) -> bool {
        let (first, second) = efforts.split_at_mut(effort.len());
        for (axis, effort) in effort.iter().enumerate() {
            first[axis] = -*effort;
            second[axis] = *effort;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;
    use proptest::prelude::*;
    use stiction_core::{Shaft, Space};

    proptest! {
        #[test]
        fn laws(from in (space_motion(), space_motion()), force in vector3(9.0)) {
            assert_adjoint(&Between::<Space>::new(), &from, &force);
            assert_derivative(&Between::<Space>::new(), &from);
        }

        #[test]
        fn laws_of_shafts(
            from in (scalar_motion::<Shaft>(), scalar_motion::<Shaft>()), torque in number(9.0),
        ) {
            assert_adjoint(&Between::<Shaft>::new(), &from, &torque);
            assert_derivative(&Between::<Shaft>::new(), &from);
        }
    }
}
