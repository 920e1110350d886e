//! One cell: the rate of its bristle, and its part of the sums.

use core::f64::consts::LOG2_E;

use stiction_core::Real;
use stiction_friction::{BristleRate, StribeckCurve, StribeckShape};

use super::Sums;
use super::elementary::{exp2, sine_of_quarter_turns};
use crate::bristle_law::{BristleModel, BristleParameters};

/// The bristle law with precomputed factors for the loop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CellLaw {
    pub(super) model: BristleModel,
    rate: BristleRate,
    level: Level,
    pub(super) stiffness: f64,
    half_stiffness: f64,
    /// `σ₁/σ₀` \[s\].
    damping_time: f64,
    /// `σ₀/(1 − s_ba)`.
    plastic_slope: f64,
    /// `−s_ba/(1 − s_ba)`.
    plastic_start: f64,
}

/// The steady coefficient g, by its cost.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Level {
    Constant(f64),
    /// `coulomb + fall 2^(steepness s²)` with `steepness = −1/(v_s² ln 2)`.
    Gaussian {
        coulomb: f64,
        fall: f64,
        steepness: f64,
    },
    /// Any other shape, one cell at a time.
    Curve(StribeckCurve),
}

impl Level {
    fn new(curve: &StribeckCurve) -> Self {
        let coulomb = curve.coulomb();
        let fall = curve.breakaway() - coulomb;
        let steepness = -LOG2_E / (curve.stribeck_speed() * curve.stribeck_speed());
        let gaussian = match curve.shape() {
            StribeckShape::Gaussian => true,
            StribeckShape::Exponential { exponent } => exponent == 2.0,
            _ => false,
        };
        if fall == 0.0 {
            Self::Constant(coulomb)
        } else if gaussian && steepness.is_finite() {
            Self::Gaussian { coulomb, fall, steepness }
        } else {
            Self::Curve(*curve)
        }
    }

    #[inline(always)]
    fn value<R: Real>(&self, speed: R, speed_squared: R) -> R {
        match self {
            Self::Constant(coefficient) => speed.same(*coefficient),
            Self::Gaussian { coulomb, fall, steepness } => {
                let share = exp2(speed_squared * speed.same(*steepness));
                share.mul_add(speed.same(*fall), speed.same(*coulomb))
            }
            Self::Curve(curve) => speed.map(|s| curve.value(s)),
        }
    }
}

impl CellLaw {
    pub(crate) fn new(
        bristles: &BristleParameters,
        model: BristleModel,
        rate: BristleRate,
    ) -> Self {
        let (stiffness, fraction) = (bristles.stiffness(), bristles.breakaway_fraction());
        Self {
            model,
            rate,
            level: Level::new(bristles.friction()),
            stiffness,
            half_stiffness: 0.5 * stiffness,
            damping_time: bristles.damping() / stiffness,
            plastic_slope: stiffness / (1.0 - fraction),
            plastic_start: -fraction / (1.0 - fraction),
        }
    }

    /// Returns g(s).
    #[inline(always)]
    pub(super) fn level<R: Real>(&self, speed: R) -> R {
        self.level.value(speed, speed * speed)
    }

    /// Returns how far a bristle is between break-away (0) and sliding (1), for `|z|/g` \[m\].
    #[inline(always)]
    pub(super) fn plastic_part<R: Real>(&self, size: R) -> R {
        size.mul_add(size.same(self.plastic_slope), size.same(self.plastic_start))
            .no_less_than(0.0)
            .no_more_than(1.0)
    }
}

/// Motion of the patch: velocity of its frame \[m/s\], angular velocity \[rad/s\], in patch axes, and
/// the length of the stage \[s\].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CellMotion {
    pub(crate) vx: f64,
    pub(crate) vy: f64,
    pub(crate) angular: f64,
    pub(crate) tau: f64,
}

/// Returns the rate of the bristle (10), (15); adds its friction over σ₀ to `sums` (19), (20).
#[inline(always)]
pub(super) fn cell<R: Real>(
    law: &CellLaw,
    motion: &CellMotion,
    [x, y]: [R; 2],
    weight: R,
    [zx, zy]: [R; 2],
    sums: &mut Sums<R>,
) -> [R; 2] {
    let angular = x.same(motion.angular);
    let vx = y.neg_mul_add(angular, x.same(motion.vx));
    let vy = x.mul_add(angular, x.same(motion.vy));
    let lambda = relaxation(law, [vx, vy], [zx, zy]);
    let mut rate_x = lambda.neg_mul_add(zx, vx);
    let mut rate_y = lambda.neg_mul_add(zy, vy);
    if let Some(factor) = law.rate.factor(lambda, motion.tau) {
        rate_x = rate_x * factor;
        rate_y = rate_y * factor;
    }
    let damping_time = x.same(law.damping_time);
    let push_x = weight * rate_x.mul_add(damping_time, zx);
    let push_y = weight * rate_y.mul_add(damping_time, zy);
    sums.x = sums.x + push_x;
    sums.y = sums.y + push_y;
    sums.torque = y.neg_mul_add(push_x, x.mul_add(push_y, sums.torque));
    [rate_x, rate_y]
}

/// Returns `λ` (10), (15). The elasto-plastic rate is rearranged to have a single division:
///
/// ```text
/// λ = ½ σ₀ (s |z| + v·z)/(g |z|) sin²(π t/2),  t = (|z| σ₀/g − s_ba)/(1 − s_ba) clamped to [0, 1]
/// ```
#[inline(always)]
fn relaxation<R: Real>(law: &CellLaw, [vx, vy]: [R; 2], [zx, zy]: [R; 2]) -> R {
    let speed_squared = vx.mul_add(vx, vy * vy);
    let speed = speed_squared.sqrt();
    let g = law.level.value(speed, speed_squared);
    if law.model == BristleModel::LuGre {
        return speed * vx.same(law.stiffness) / g;
    }
    // This is not zero, so that an unloaded bristle does not divide by it.
    let size_squared = zx.mul_add(zx, zy.mul_add(zy, vx.same(1e-300)));
    let size = size_squared.sqrt();
    let reciprocal = vx.same(1.0) / (g * size);
    let sine = sine_of_quarter_turns(law.plastic_part(size_squared * reciprocal));
    let aligned = speed.mul_add(size, vx.mul_add(zx, vy * zy));
    aligned * (reciprocal * vx.same(law.half_stiffness)) * (sine * sine)
}
