//! Steady friction against sliding speed: the Stribeck curve.
//!
//! From the break-away level `Fs` at rest the friction falls to the Coulomb level `Fc`, over speeds
//! of the order of `vs` (s ≥ 0 is the speed):
//!
//! ```text
//! Rational      F(s) = Fc + (Fs − Fc)/(1 + s/vs)
//! Gaussian      F(s) = Fc + (Fs − Fc) exp(−(s/vs)²)
//! Exponential   F(s) = Fc + (Fs − Fc) exp(−(s/vs)^γ)
//! ```
//!
//! | symbol | setter | unit | range |
//! |---|---|---|---|
//! | Fc, `μ_C` | `coulomb` | that of the curve | > 0 |
//! | Fs, `μ_S` | `breakaway` | that of the curve | ≥ Fc |
//! | vs | `stribeck_speed` | m/s or rad/s | > 0 |
//! | γ | [`StribeckShape::Exponential`] | 1 | > 0 |
//!
//! The level is a force \[N\], a torque \[N m\], a friction coefficient \[1\] or a deflection \[m\]:
//! the law that takes the curve says which. The viscous part `D s` belongs to the law.
//!
//! Sources: Waltersson and Karayiannidis, eq. 2 (exponential with γ); Canudas de Wit et al. 1995
//! (Gaussian); the rational form allows a closed solution in
//! [`RateDependentGsat`](crate::RateDependentGsat).

use stiction_core::kernel::Own;
use stiction_core::{BreakawayDamping, Describe, Numbers, ParameterError, Real, Validate};
use typed_builder::TypedBuilder;

/// How the friction falls from the break-away level to the Coulomb level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Describe)]
#[non_exhaustive]
pub enum StribeckShape {
    /// `1/(1 + s/vs)`.
    Rational,
    /// `exp(−(s/vs)²)`.
    #[default]
    Gaussian,
    /// `exp(−(s/vs)^γ)`; γ = 2 is the Gaussian.
    Exponential {
        /// `γ`, > 0; 0.5 to 2 in the literature.
        #[field(positive)]
        exponent: f64,
    },
}

/// A friction level that depends on the sliding speed.
///
/// ```
/// use stiction_friction::{StribeckCurve, StribeckShape};
///
/// let curve = StribeckCurve::builder()
///     .coulomb(1.0)
///     .breakaway(1.5)
///     .stribeck_speed(0.01)
///     .shape(StribeckShape::Rational)
///     .build()?;
/// assert_eq!(curve.value(0.0), 1.5);
/// assert_eq!(curve.value(0.01), 1.25);
/// assert_eq!(StribeckCurve::constant(0.5)?.value(0.3), 0.5);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<StribeckCurve, ParameterError>))]
#[describe(check = Self::further, number = Self::constant)]
pub struct StribeckCurve {
    /// Level `Fc` at high speed, > 0.
    #[field(positive)]
    coulomb: f64,
    /// Level `Fs` at rest, ≥ `Fc`, > 0.
    #[field(positive)]
    breakaway: f64,
    /// Speed scale `vs` \[m/s\], > 0.
    #[field(positive)]
    stribeck_speed: f64,
    /// How the level falls.
    #[builder(default)]
    shape: StribeckShape,
}

impl StribeckCurve {
    /// Creates a curve that has the same level, > 0, at every speed.
    ///
    /// # Errors
    /// A level that is not finite and positive; it is called `coulomb`.
    pub fn constant(level: f64) -> Result<Self, ParameterError> {
        Self::builder()
            .coulomb(level)
            .breakaway(level)
            .stribeck_speed(1.0)
            .shape(StribeckShape::Rational)
            .build()
    }

    /// Returns the level at the speed `s ≥ 0` \[m/s\].
    #[inline]
    #[must_use]
    pub fn value(&self, speed: f64) -> f64 {
        self.kernel(&mut Own, speed)
    }

    /// Returns [`Self::value`] for one law or several.
    #[inline(always)]
    pub fn kernel<R: Real>(&self, numbers: &mut impl Numbers<R>, speed: R) -> R {
        self.side_by_side(numbers).value(speed)
    }

    /// Returns the curves of one law or several.
    #[inline(always)]
    pub(crate) fn side_by_side<R: Real>(&self, numbers: &mut impl Numbers<R>) -> CurvesIn<R> {
        let levels = numbers.read([self.coulomb, self.breakaway, self.stribeck_speed]);
        let shape = match self.shape {
            StribeckShape::Rational => {
                numbers.form(0);
                ShapesIn::Rational
            }
            StribeckShape::Gaussian => {
                numbers.form(1);
                ShapesIn::Gaussian
            }
            StribeckShape::Exponential { exponent } => {
                numbers.form(2);
                let [exponent] = numbers.read([exponent]);
                ShapesIn::Exponential(exponent)
            }
        };
        CurvesIn { levels, shape }
    }

    /// Returns the derivative of [`Self::value`] at the speed `s ≥ 0` \[level per m/s\]; ≤ 0, and −∞ at rest for
    /// an exponent below 1.
    #[inline]
    #[must_use]
    pub fn derivative(&self, speed: f64) -> f64 {
        let fall = self.breakaway - self.coulomb;
        if fall == 0.0 {
            return 0.0;
        }
        let u = speed / self.stribeck_speed;
        let slope = match self.shape {
            StribeckShape::Rational => 1.0 / ((1.0 + u) * (1.0 + u)),
            StribeckShape::Gaussian => 2.0 * u * (-u * u).exp(),
            StribeckShape::Exponential { exponent } => {
                exponent * u.powf(exponent - 1.0) * (-u.powf(exponent)).exp()
            }
        };
        -fall * slope / self.stribeck_speed
    }

    /// Returns the largest fall per speed, `max |F'|` \[level per m/s\].
    ///
    /// `(Fs − Fc)/vs` (rational, at rest), `√(2/e) = 0.858` of that (Gaussian, at `vs/√2`), infinite
    /// for an exponent below 1.
    #[must_use]
    pub fn max_slope(&self) -> f64 {
        let fall = self.breakaway - self.coulomb;
        if fall == 0.0 {
            return 0.0;
        }
        let share = match self.shape {
            StribeckShape::Rational => 1.0,
            StribeckShape::Gaussian => (2.0 / core::f64::consts::E).sqrt(),
            StribeckShape::Exponential { exponent } if exponent < 1.0 => f64::INFINITY,
            StribeckShape::Exponential { exponent } => {
                // The steepest point is at (s/vs)^γ = (γ − 1)/γ.
                let x = (exponent - 1.0) / exponent;
                exponent * x.powf(x) * (-x).exp()
            }
        };
        fall * share / self.stribeck_speed
    }

    /// Returns the damping at break-away of a law whose damping is `B`, viscous part included, and whose
    /// friction falls along the curve times `load`.
    pub(crate) fn breakaway_damping(&self, damping: f64, load: f64) -> BreakawayDamping {
        // Zero load times an infinite slope counts as zero.
        let least = if load > 0.0 { load * self.max_slope() } else { 0.0 };
        BreakawayDamping { damping, least }
    }
}

/// The curves of one law or several, all of one shape.
#[derive(Clone, Copy)]
pub(crate) struct CurvesIn<R> {
    /// Coulomb and break-away level, speed scale.
    levels: [R; 3],
    shape: ShapesIn<R>,
}

#[derive(Clone, Copy)]
enum ShapesIn<R> {
    Rational,
    Gaussian,
    /// With these exponents.
    Exponential(R),
}

impl<R: Real> CurvesIn<R> {
    /// Returns the levels at rest.
    #[inline(always)]
    pub(crate) const fn breakaway(&self) -> R {
        self.levels[1]
    }

    #[inline(always)]
    pub(crate) fn value(&self, speed: R) -> R {
        let [coulomb, breakaway, stribeck_speed] = self.levels;
        let u = speed / stribeck_speed;
        let share = match self.shape {
            ShapesIn::Rational => u.same(1.0) / (u.same(1.0) + u),
            ShapesIn::Gaussian => (-u * u).map(f64::exp),
            ShapesIn::Exponential(exponent) => {
                let power = |lane| u.lane(lane).powf(exponent.lane(lane));
                (-R::from_fn(u.token(), power)).map(f64::exp)
            }
        };
        coulomb + (breakaway - coulomb) * share
    }

    /// Returns the curves of a lubricant that is `ratio` times as viscous: functions of the speed times that
    /// ratio.
    #[inline(always)]
    pub(crate) fn with_viscosity(self, ratio: R) -> Self {
        let [coulomb, breakaway, stribeck_speed] = self.levels;
        Self { levels: [coulomb, breakaway, stribeck_speed / ratio], ..self }
    }

    /// Returns the curve of a lane.
    #[inline(always)]
    pub(crate) fn lane(&self, lane: usize) -> StribeckCurve {
        let [coulomb, breakaway, stribeck_speed] = self.levels.map(|level| level.lane(lane));
        let shape = match self.shape {
            ShapesIn::Rational => StribeckShape::Rational,
            ShapesIn::Gaussian => StribeckShape::Gaussian,
            ShapesIn::Exponential(exponent) => {
                StribeckShape::Exponential { exponent: exponent.lane(lane) }
            }
        };
        StribeckCurve { coulomb, breakaway, stribeck_speed, shape }
    }
}

impl StribeckCurve {
    fn further(&self) -> Result<(), ParameterError> {
        let usable = (1.0 / self.coulomb).is_finite();
        Self::require(usable, "coulomb", self.coulomb, "must have a reciprocal")?;
        Self::require(
            self.breakaway >= self.coulomb,
            "breakaway",
            self.breakaway,
            "must be at least the coulomb level",
        )?;
        let usable = (1.0 / self.stribeck_speed).is_finite();
        Self::require(usable, "stribeck_speed", self.stribeck_speed, "must have a reciprocal")
    }
}
#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{self, assert_refused, assert_refuses};

    const SHAPES: [StribeckShape; 5] = [
        StribeckShape::Rational,
        StribeckShape::Gaussian,
        StribeckShape::Exponential { exponent: 1.0 },
        StribeckShape::Exponential { exponent: 1.5 },
        StribeckShape::Exponential { exponent: 2.0 },
    ];

    fn curve(shape: StribeckShape) -> StribeckCurve {
        testing::curve([1.0, 1.5], 0.01, shape)
    }

    #[test]
    fn levels_at_rest_and_at_speed() {
        for shape in SHAPES {
            let curve = curve(shape);
            assert_eq!(curve.value(0.0), 1.5);
            assert!((curve.value(1e9) - 1.0).abs() < 1e-10);
        }
        let e = core::f64::consts::E;
        assert!((curve(StribeckShape::Gaussian).value(0.01) - (1.0 + 0.5 / e)).abs() < 1e-15);
    }

    #[test]
    fn derivative_is_that_of_the_value() {
        for shape in SHAPES {
            let curve = curve(shape);
            for s in [0.001, 0.005, 0.01, 0.03] {
                let h = 1e-6;
                let difference = (curve.value(s + h) - curve.value(s - h)) / (2.0 * h);
                // The second difference is below 1e-6 of F'''; F''' vs² is of the order of F'.
                assert!((curve.derivative(s) - difference).abs() < 1e-6 * 50.0, "{shape:?} {s}");
            }
        }
    }

    #[test]
    fn no_point_is_steeper_than_the_maximum_and_one_reaches_it() {
        for shape in SHAPES {
            let curve = curve(shape);
            let steepest =
                (0..=20_000).map(|i| -curve.derivative(i as f64 * 1e-6)).fold(0.0, f64::max);
            // The grid misses the maximum of a parabola by (h/vs)² at most.
            assert!(steepest <= curve.max_slope() * (1.0 + 1e-15), "{shape:?}");
            assert!(steepest >= curve.max_slope() * (1.0 - 1e-6), "{shape:?}");
        }
        assert!((curve(StribeckShape::Gaussian).max_slope() - 0.858 * 50.0).abs() < 0.02);
        let steep = StribeckShape::Exponential { exponent: 0.5 };
        assert_eq!(curve(steep).max_slope(), f64::INFINITY);
        assert_eq!(curve(steep).derivative(0.0), f64::NEG_INFINITY);
        assert_eq!(StribeckCurve::constant(2.0).unwrap().max_slope(), 0.0);
    }

    #[test]
    fn breakaway_is_not_below_coulomb() {
        let curve = StribeckCurve::builder().coulomb(1.0).stribeck_speed(0.01);
        assert_refuses("breakaway", 0.9, |x| curve.clone().breakaway(x).build());
        assert_refused("coulomb", StribeckCurve::constant);
    }

    /// By hand: at `s = 2 vs` the share that is left is 1/3, exp(-4), exp(-2^γ).
    #[test]
    fn values_computed_by_hand() {
        let share = |shape| (curve(shape).value(0.02) - 1.0) / 0.5;
        assert!((share(StribeckShape::Rational) - 1.0 / 3.0).abs() < 1e-15);
        assert!((share(StribeckShape::Gaussian) - (-4.0_f64).exp()).abs() < 1e-15);
        let exponent = 0.5;
        let expected = (-(2.0_f64).sqrt()).exp();
        assert!((share(StribeckShape::Exponential { exponent }) - expected).abs() < 1e-15);
        // (Fs - Fc)/vs at rest, for every fall.
        let steepest = 0.5 / 0.01;
        assert_eq!(curve(StribeckShape::Rational).derivative(0.0), -steepest);
        assert_eq!(curve(StribeckShape::Rational).max_slope(), steepest);
        // γ exp(-1 + 1/γ) (1 - 1/γ)^(1 - 1/γ) times that, steepest where s^γ = 1 - 1/γ.
        let third = 1.0_f64 / 3.0;
        let expected = 1.5 * third.powf(third) * (-third).exp() * steepest;
        let found = curve(StribeckShape::Exponential { exponent: 1.5 }).max_slope();
        assert!((found - expected).abs() < 1e-13 * expected, "{found} {expected}");
    }
}
