//! How the viscosity of a lubricant falls as it warms up.
//!
//! The ratio m of the viscosity to that at the temperature of the surroundings, for the rise Θ above it:
//!
//! ```text
//! Exponential   m = exp(−β Θ)                        Reynolds 1886
//! Vogel         m = exp(b/(δ + Θ) − b/δ)             Vogel 1921, η = a exp(b/(T − c)), δ = T_s − c
//! ```
//!
//! | symbol | | unit | range |
//! |---|---|---|---|
//! | β | [`Viscosity::Exponential`] | 1/K | ≥ 0; 0.02 to 0.05 for oils and greases about 40 °C |
//! | b | [`Viscosity::Vogel`] | K | ≥ 0; about 600 to 1200 |
//! | δ | [`Viscosity::Vogel`] | K | > 0; the surroundings less c, about 100 to 200 |
//!
//! Both have the slope `−β` at Θ = 0 where `β = b/δ²`. The exponential falls for ever; Vogel's law flattens, and
//! fits oils over 100 K and more.
//!
//! Sources: O. Reynolds, Phil. Trans. R. Soc. 177 (1886) 157; H. Vogel, Phys. Z. 22 (1921) 645. (The numbers are
//! those of usual mineral oils.)

use stiction_core::kernel::Own;
use stiction_core::{Describe, Numbers, Real};

/// Viscosity against the temperature.
#[derive(Clone, Copy, Debug, PartialEq, Describe)]
#[non_exhaustive]
pub enum Viscosity {
    /// `exp(−β Θ)`.
    Exponential {
        /// Share of the viscosity that a kelvin takes away, `β` \[1/K\], ≥ 0.
        #[field(non_negative)]
        coefficient: f64,
    },
    /// `exp(b/(δ + Θ) − b/δ)`.
    Vogel {
        /// Vogel's `b` \[K\], ≥ 0.
        #[field(non_negative)]
        activation: f64,
        /// How far the surroundings are above the temperature at which the lubricant would be solid, `δ` \[K\],
        /// > 0.
        #[field(positive)]
        distance: f64,
    },
}

impl Viscosity {
    /// Returns the viscosity over that of the surroundings \[1\], at the rise Θ of the temperature \[K\]; not a number
    /// where Vogel's law has none, `Θ ≤ −δ`.
    #[inline]
    #[must_use]
    pub fn ratio(&self, rise: f64) -> f64 {
        self.kernel(&mut Own, rise)
    }

    /// Returns [`Self::ratio`] of one lubricant or several.
    #[inline(always)]
    pub(crate) fn kernel<R: Real>(&self, numbers: &mut impl Numbers<R>, rise: R) -> R {
        match *self {
            Self::Exponential { coefficient } => {
                numbers.form(0);
                let [coefficient] = numbers.read([coefficient]);
                (-(coefficient * rise)).map(f64::exp)
            }
            Self::Vogel { activation, distance } => {
                numbers.form(1);
                let [activation, distance] = numbers.read([activation, distance]);
                let above = distance + rise;
                let solid = above.at_most(above.same(0.0));
                let exponent = activation / above - activation / distance;
                R::select(solid, above.same(f64::NAN), exponent.map(f64::exp))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        let reynolds = Viscosity::Exponential { coefficient: 0.03 };
        assert_eq!(reynolds.ratio(0.0), 1.0);
        assert!((reynolds.ratio(20.0) - (-0.6_f64).exp()).abs() < 1e-15);
        let vogel = Viscosity::Vogel { activation: 900.0, distance: 150.0 };
        assert_eq!(vogel.ratio(0.0), 1.0);
        assert!((vogel.ratio(30.0) - (900.0_f64 / 180.0 - 6.0).exp()).abs() < 1e-15);
        assert!(vogel.ratio(-150.0).is_nan() && vogel.ratio(-200.0).is_nan());
    }

    /// The slope of both at the surroundings is −β with β = b/δ².
    #[test]
    fn the_two_agree_near_the_surroundings() {
        let (reynolds, vogel) = (
            Viscosity::Exponential { coefficient: 0.04 },
            Viscosity::Vogel { activation: 900.0, distance: 150.0 },
        );
        // The second derivatives differ by 2 b/δ³ = 5e-4 per K².
        assert!((reynolds.ratio(0.1) - vogel.ratio(0.1)).abs() < 5e-4 * 0.01);
        assert!(vogel.ratio(50.0) > 1.1 * reynolds.ratio(50.0));
    }
}
