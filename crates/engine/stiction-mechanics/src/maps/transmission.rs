//! A gear, a rack and pinion, a lever.

use core::marker::PhantomData;

use nalgebra::Matrix1;
use stiction_core::{Describe, KinematicMap, Motion, ParameterError, Validate, VectorDomain};
use typed_builder::TypedBuilder;

/// Between two 1-D ports: pose and flow times a ratio; the effort comes back times the same ratio.
///
/// | from, to | element | ratio |
/// |---|---|---|
/// | Shaft, Shaft | gear | output over input speed |
/// | Shaft, Line | rack, pulley, wheel | radius \[m/rad\] |
/// | Line, Shaft | the same, driven by the rack | 1/radius \[rad/m\] |
/// | Line, Line | lever | ratio of the arms |
///
/// ```
/// use stiction_core::{Coupling, Line, Motion, Shaft};
/// use stiction_mechanics::Transmission;
/// let pulley = Transmission::<Shaft, Line>::builder().ratio(0.1).build()?;
/// let shaft = Motion { pose: 2.0, flow: 5.0 };
/// assert_eq!(pulley.motion(&shaft), Motion { pose: 0.2, flow: 0.5 });
/// assert_eq!(pulley.efforts(&shaft, &30.0), 3.0);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<Transmission<A, B>, ParameterError>))]
#[describe(
    tag = "transmission",
    chosen = "to",
    text = "A gear, a rack and pinion, a lever.",
    check = Self::further
)]
pub struct Transmission<A: VectorDomain<Vector = f64>, B: VectorDomain<Vector = f64>> {
    /// Output over input, finite and not zero; negative where the direction is reversed.
    ratio: f64,
    #[builder(default, setter(skip))]
    domains: PhantomData<fn() -> (A, B)>,
}

impl<A, B> KinematicMap for Transmission<A, B>
where
    A: VectorDomain<Vector = f64>,
    B: VectorDomain<Vector = f64>,
{
    type From = A;
    type To = B;
    type Psi = Matrix1<f64>;
    #[inline(always)]
    fn at(&self, input: &Motion<A>) -> (f64, Matrix1<f64>) {
        (input.pose * self.ratio, Matrix1::new(self.ratio))
    }
}

impl<A, B> Transmission<A, B>
where
    A: VectorDomain<Vector = f64>,
    B: VectorDomain<Vector = f64>,
{
    fn further(&self) -> Result<(), ParameterError> {
        let usable = self.ratio.is_finite() && self.ratio != 0.0;
        Self::require(usable, "ratio", self.ratio, "must be finite and not zero")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;
    use stiction_core::Line;

    #[test]
    fn ratio_is_checked() {
        for bad in [0.0, f64::NAN, f64::INFINITY] {
            assert_refused(Transmission::<Line, Line>::builder().ratio(bad).build(), "ratio");
        }
    }
}
