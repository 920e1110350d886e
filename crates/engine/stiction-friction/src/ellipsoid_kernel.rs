//! The one equation of sliding under a friction ellipsoid.
//!
//! Scaled by the semi-axes, friction is a vector z in the unit ball: at `|z| < 1` the contact sticks,
//! at `|z| = 1` it may slip. The time stepping of `stiction_sliding` and the contact with stiction,
//! [`EllipsoidContact`](crate::EllipsoidContact), both come to
//!
//! ```text
//! (σ I + A) z + b J z = c,   J z = (z_o, −z_t, 0)      stick: σ = 0, |z| ≤ 1;  slip: σ > 0, |z| = 1
//! ```
//!
//! | symbol | name | |
//! |---|---|---|
//! | σ | multiplier | slip speed in the units of c, the multiplier of (7) |
//! | A | curvature | symmetric, positive: how much friction slows the slip down |
//! | c | drive | the slip that there would be without friction |
//! | b | [`SkewTerm`] | friction moves the contact point, which turns the slip of a spinning body |
//!
//! **Existence.** If the stick solution is outside the ball there is a slip solution: |z| falls to 0
//! as σ grows. **Uniqueness.** For a constant b |z(σ)| falls strictly, because the symmetric part of the
//! matrix is positive. For `b = k σ z_r` it does where A is diagonal and `A_tt = A_oo`; otherwise a
//! census of random problems found second solutions in one of some thousands, and the one returned
//! depends on nothing but the arguments.
//!
//! **Method.** A diagonal A leaves z explicit in σ ([`slip_diagonal`]): Newton's iteration on
//! `1/|z| = 1`, nearly affine in σ, in the bracket `0 ≤ σ ≤ |c| − min A` (because
//! `|z| ≤ |c|/(σ + min A)`), halved where Newton leaves it. Any other A leaves two unknowns, σ and
//! `z_r` ([`slip_full`]): Newton's iteration again, and if that fails a root in b between
//! `±k |c|` of `b = k σ(b) z_r(b)`, with the unique `σ(b)` of a constant b inside. That root is always
//! bracketed, so that the search cannot fail but by rounding.
//!
//! The nearest point of an ellipsoid in the limit sets is the case `b = 0`; its
//! iteration relies on a symmetric matrix, which J is not, hence a kernel of its own.
//!
//! Source: Xie and Chakraborty, *Dynamic Model of Planar Sliding*, (7), (18)-(21) and (25)-(28),
//! with (24) to (27) corrected as `stiction_sliding` says.

mod diagonal;
mod full;
mod range;
#[cfg(test)]
mod tests;

use core::fmt;

use nalgebra::{Matrix3, Vector3};

pub use diagonal::{slip_diagonal, stick_diagonal};
pub use full::slip_full;
pub use range::Usable;

/// Choice of `b` in `(σ I + A) z + b J z = c`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SkewTerm {
    /// `b = k σ z_r`, k ≥ 0: over a step, if the spin at its end depends on friction too.
    Proportional(f64),
    /// The number b: at an instant, when the spin is known.
    Constant(f64),
}

impl SkewTerm {
    /// Returns `b` if A is negligible: there `σ z_r = c_r`.
    fn without_curvature(self, drive_r: f64) -> f64 {
        match self {
            Self::Proportional(k) => k * drive_r,
            Self::Constant(b) => b,
        }
    }
}

/// A solution with `|z| = 1`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slip {
    /// `σ` ≥ 0; positive except for a contact that is just about to slip.
    pub multiplier: f64,
    /// `z`, of unit length.
    pub direction: Vector3<f64>,
    /// Evaluations of `z(σ)` that it took.
    pub iterations: u32,
}

/// A problem without a solution to rounding: the iteration did not converge.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "no slip found for the curvature {curvature:?}, drive {drive:?}, {coupling:?}: |z| = {length} at σ = {multiplier}"
)]
pub struct Unsolved {
    /// `A`.
    pub curvature: Matrix3<f64>,
    /// `c`.
    pub drive: Vector3<f64>,
    /// Choice of `b`.
    pub coupling: SkewTerm,
    /// Last `σ` that was tried.
    pub multiplier: f64,
    /// `|z|` there.
    pub length: f64,
}

/// Returns a good first σ: the solution for `A = 0`, which is explicit, less the mean curvature along
/// it.
///
/// At `A = 0`, `|z|² = (c_t² + c_o²)/(σ² + b²) + c_r²/σ² = 1` is a quadratic equation in σ².
fn first_multiplier(curvature: &Vector3<f64>, drive: &Vector3<f64>, coupling: SkewTerm) -> f64 {
    let (root, share) = without_curvature(drive, coupling.without_curvature(drive.z));
    root - 0.5 * (curvature.x + curvature.y) * (1.0 - share) - curvature.z * share
}

/// Returns σ for `A = 0` with the given b, and the share `z_r²` of turning in it.
#[must_use]
pub fn without_curvature(drive: &Vector3<f64>, b: f64) -> (f64, f64) {
    let turning = drive.z * drive.z;
    let half = 0.5 * (drive.norm_squared() - b * b);
    let product = turning * b * b;
    let root = (half * half + product).sqrt();
    // The root that is not negative, without cancellation.
    let square = if half >= 0.0 { half + root } else { product / (root - half) };
    let share = if turning > 0.0 { turning / square } else { 0.0 };
    (square.sqrt(), share)
}

/// Sizes of a drive whose squares neither overflow nor underflow.
const USABLE_DRIVE: core::ops::RangeInclusive<f64> = 1e-150..=1e150;

/// `|z| − 1` below which nothing is left but rounding.
const LENGTH_TOLERANCE: f64 = 1e-15;

/// Relative size of a step of Newton's iteration after which the next one would be below rounding.
const LAST_STEP: f64 = 1e-9;

impl fmt::Display for SkewTerm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Proportional(k) => write!(f, "b = {k} σ z_r"),
            Self::Constant(b) => write!(f, "b = {b}"),
        }
    }
}
