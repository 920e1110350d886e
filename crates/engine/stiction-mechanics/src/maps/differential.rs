//! A weighted sum of two 1-D motions.

use core::marker::PhantomData;

use nalgebra::Matrix1x2;
use stiction_core::{Describe, KinematicMap, Motion, ParameterError, Validate, VectorDomain};
use typed_builder::TypedBuilder;

/// Weighted sum of two 1-D ports: a differential (weights 1/2, 1/2), a meshing pair of gears
/// (their radii: the point of contact), two pulleys on one cable.
///
/// ```
/// use stiction_core::{Coupling, Motion, Shaft};
/// use stiction_mechanics::Differential;
/// let axle = Differential::<Shaft, Shaft, Shaft>::builder().weights([0.5, 0.5]).build()?;
/// let wheels = (Motion { pose: 0.0, flow: 9.0 }, Motion { pose: 0.0, flow: 11.0 });
/// assert_eq!(axle.motion(&wheels).flow, 10.0);
/// assert_eq!(axle.efforts(&wheels, &4.0), (2.0, 2.0));
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<Differential<A, B, C>, ParameterError>))]
#[describe(
    tag = "differential",
    chosen = "to",
    text = "A weighted sum of two motions.",
    check = Self::further
)]
pub struct Differential<A, B, C>
where
    A: VectorDomain<Vector = f64>,
    B: VectorDomain<Vector = f64>,
    C: VectorDomain<Vector = f64>,
{
    /// Weights of the first and the second port, finite and not both zero.
    #[field(finite)]
    weights: [f64; 2],
    #[builder(default, setter(skip))]
    domains: PhantomData<(A, B, C)>,
}

impl<A, B, C> KinematicMap for Differential<A, B, C>
where
    A: VectorDomain<Vector = f64>,
    B: VectorDomain<Vector = f64>,
    C: VectorDomain<Vector = f64>,
{
    type From = (A, B);
    type To = C;
    type Psi = Matrix1x2<f64>;
    #[inline(always)]
    fn at(&self, (first, second): &(Motion<A>, Motion<B>)) -> (f64, Matrix1x2<f64>) {
        let [a, b] = self.weights;
        (first.pose * a + second.pose * b, Matrix1x2::new(a, b))
    }
}

impl<A, B, C> Differential<A, B, C>
where
    A: VectorDomain<Vector = f64>,
    B: VectorDomain<Vector = f64>,
    C: VectorDomain<Vector = f64>,
{
    fn further(&self) -> Result<(), ParameterError> {
        Self::require(self.weights != [0.0; 2], "weights", 0.0, "must not both be zero")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;
    use stiction_core::Line;

    #[test]
    fn weights_are_checked() {
        for bad in [[0.0, 0.0], [f64::NAN, 1.0], [1.0, f64::INFINITY]] {
            let built = Differential::<Line, Line, Line>::builder().weights(bad).build();
            assert_refused(built, "weights");
        }
    }
}
