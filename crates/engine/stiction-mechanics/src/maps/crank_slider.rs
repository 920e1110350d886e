//! A crank with a connecting rod: how far the slider is.

use stiction_core::{
    Describe, KinematicMap, Line, Linear, Motion, ParameterError, Shaft, Validate,
};
use typed_builder::TypedBuilder;

/// The slider of a crank: at the crank angle φ it is at `x = r cos φ + sqrt(l² − (r sin φ − e)²)` from the
/// shaft, and moves with `dx/dφ` times the rate. Rod pivot and slider have no mass of their own here.
///
/// ```
/// use stiction_core::{Coupling, Motion};
/// use stiction_mechanics::CrankSlider;
/// let pump = CrankSlider::builder().crank(0.03).rod(0.1).build()?;
/// let top = pump.motion(&Motion { pose: 0.0, flow: 100.0 });
/// assert_eq!((top.pose, top.flow), (0.13, 0.0)); // the dead centre
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<CrankSlider, ParameterError>))]
#[describe(tag = "crank_slider", text = "The slider of a crank.", check = Self::further)]
pub struct CrankSlider {
    /// Radius `r` of the crank \[m\], > 0.
    #[field(positive)]
    crank: f64,
    /// Length `l` of the connecting rod \[m\], > 0, longer than `crank` and |`offset`| together, so that the
    /// crank can turn round.
    #[field(positive)]
    rod: f64,
    /// Distance `e` of the slider's line from the shaft, towards φ = π/2 \[m\], finite, default zero.
    #[builder(default)]
    #[field(finite)]
    offset: f64,
}

/// `Psi` of [`CrankSlider`]: `dx/dφ` \[m\].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrankRatio(f64);

impl Linear<Shaft, Line> for CrankRatio {
    #[inline(always)]
    fn apply(&self, rate: &f64) -> f64 {
        self.0 * rate
    }
    #[inline(always)]
    fn transpose(&self, force: &f64) -> f64 {
        self.0 * force
    }
}

impl KinematicMap for CrankSlider {
    type From = Shaft;
    type To = Line;
    type Psi = CrankRatio;
    #[inline(always)]
    fn at(&self, shaft: &Motion<Shaft>) -> (f64, CrankRatio) {
        let (sine, cosine) = shaft.pose.sin_cos();
        let across = self.crank * sine - self.offset;
        let along = (self.rod * self.rod - across * across).sqrt();
        let ratio = -self.crank * (sine + cosine * across / along);
        (self.crank * cosine + along, CrankRatio(ratio))
    }
}

impl CrankSlider {
    fn further(&self) -> Result<(), ParameterError> {
        let turns = self.rod > self.crank + self.offset.abs();
        Self::require(turns, "rod", self.rod, "must be longer than `crank` and `offset` together")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;
    use core::f64::consts::{FRAC_PI_2, PI};
    use stiction_core::Coupling;

    fn build(crank: f64, rod: f64, offset: f64) -> Result<CrankSlider, ParameterError> {
        CrankSlider::builder().crank(crank).rod(rod).offset(offset).build()
    }

    /// A triangle of 3, 4 and 5: the crank stands across.
    #[test]
    fn by_hand() {
        let slider = build(3.0, 5.0, 0.0).unwrap();
        let across = slider.motion(&Motion { pose: FRAC_PI_2, flow: 2.0 });
        assert!((across.pose - 4.0).abs() < 1e-15 && (across.flow + 6.0).abs() < 1e-15);
        let bottom = slider.motion(&Motion { pose: PI, flow: 2.0 });
        assert!((bottom.pose - 2.0).abs() < 1e-15 && bottom.flow.abs() < 1e-14);
        // With the offset the crank stands across where the rod lies along the line.
        let offset = build(1.0, 5.0, 1.0).unwrap().motion(&Motion { pose: FRAC_PI_2, flow: 2.0 });
        assert_eq!((offset.pose, offset.flow), (6.123_233_995_736_766e-17 + 5.0, -2.0));
    }

    #[test]
    fn the_rod_reaches_the_slider() {
        for offset in [0.9, -0.9] {
            assert_refused(build(0.1, 1.0, offset), "rod");
        }
    }
}
