//! A diagonal curvature: z is explicit in σ, one scalar equation is left.

use nalgebra::{Matrix3, Vector3};

use super::{
    LAST_STEP, LENGTH_TOLERANCE, SkewTerm, Slip, USABLE_DRIVE, Unsolved, first_multiplier,
};

/// Two to four are the rule, ten the most that was seen; from here on the bracket is halved.
const NEWTON_ITERATIONS: u32 = 24;

/// Halving any bracket to rounding takes less.
const MAX_ITERATIONS: u32 = 200;

/// Returns the z that sticks, for a diagonal curvature > 0 and a constant b: `(A + b J) z = c`, if
/// it is in the unit ball.
///
/// ```
/// use nalgebra::vector;
/// use stiction_friction::ellipsoid_kernel::stick_diagonal;
/// let stick = stick_diagonal(&vector![2.0, 2.0, 4.0], &vector![1.0, 0.0, 2.0], 0.0);
/// assert_eq!(stick, Some(vector![0.5, 0.0, 0.5]));
/// assert_eq!(stick_diagonal(&vector![2.0, 2.0, 4.0], &vector![3.0, 0.0, 0.0], 0.0), None);
/// ```
#[inline]
#[must_use]
pub fn stick_diagonal(
    curvature: &Vector3<f64>,
    drive: &Vector3<f64>,
    b: f64,
) -> Option<Vector3<f64>> {
    let z = At::new(curvature, drive, b, 0.0).z;
    (z.norm_squared() <= 1.0).then_some(z)
}

/// Returns the slip for a diagonal curvature ≥ 0, if the stick solution is outside the unit
/// ball.
///
/// # Errors
/// [`Unsolved`]: an argument that is not finite, or outside the range in which squares neither
/// overflow nor underflow.
///
/// ```
/// use nalgebra::vector;
/// use stiction_friction::ellipsoid_kernel::{SkewTerm, slip_diagonal};
/// // Straight sliding: σ = |c| − a, and z points along c.
/// let slip = slip_diagonal(
///     &vector![0.5, 0.5, 0.2],
///     &vector![3.0, 4.0, 0.0],
///     SkewTerm::Proportional(1.0),
/// )?;
/// assert_eq!(slip.multiplier, 4.5);
/// assert!((slip.direction - vector![0.6, 0.8, 0.0]).norm() < 1e-15);
/// # Ok::<(), Box<stiction_friction::ellipsoid_kernel::Unsolved>>(())
/// ```
#[inline]
pub fn slip_diagonal(
    curvature: &Vector3<f64>,
    drive: &Vector3<f64>,
    coupling: SkewTerm,
) -> Result<Slip, Box<Unsolved>> {
    // |z| ≤ |c|/(σ + min A), except for rounding.
    let least = curvature.x.min(curvature.y).min(curvature.z);
    let size = drive.norm();
    let (mut low, mut high) = (0.0, size * (1.0 + 1e-14) - least);
    let mut multiplier = first_multiplier(curvature, drive, coupling).clamp(low, high.max(low));
    let mut length = f64::NAN;
    let most = if USABLE_DRIVE.contains(&size) { MAX_ITERATIONS } else { 0 };
    for iterations in 1..=most {
        let (at, b_slope) = evaluate(curvature, drive, coupling, multiplier);
        let (z, z_slope) = (at.z, at.slope(b_slope));
        let square = z.norm_squared();
        length = square.sqrt();
        let excess = length - 1.0;
        let step = -excess * square / z.dot(&z_slope);
        // Checked before the bracket is used, because at the root σ is one of its ends.
        if excess.abs() <= LENGTH_TOLERANCE {
            return Ok(unit(multiplier, z, iterations));
        }
        if step.abs() <= LAST_STEP * multiplier {
            return Ok(unit(multiplier + step, z + z_slope * step, iterations));
        }
        if excess > 0.0 {
            low = multiplier;
        } else {
            high = multiplier;
        }
        if excess.is_nan() {
            break;
        }
        if high - low <= f64::EPSILON * high {
            return Ok(unit(multiplier, z, iterations));
        }
        let newton = multiplier + step;
        let useful = newton >= low && newton <= high && iterations < NEWTON_ITERATIONS;
        multiplier = if useful { newton } else { 0.5 * (low + high) };
    }
    let curvature = Matrix3::from_diagonal(curvature);
    Err(Box::new(Unsolved { curvature, drive: *drive, coupling, multiplier, length }))
}

/// Returns the solution, of unit length to rounding.
#[inline(always)]
fn unit(multiplier: f64, z: Vector3<f64>, iterations: u32) -> Slip {
    // This is 1/|z| to rounding, because |z| is 1 except for rounding.
    Slip { multiplier, direction: z * (1.5 - 0.5 * z.norm_squared()), iterations }
}

/// Returns z at σ, and the derivative of b.
#[inline(always)]
fn evaluate(
    curvature: &Vector3<f64>,
    drive: &Vector3<f64>,
    coupling: SkewTerm,
    multiplier: f64,
) -> (At, f64) {
    match coupling {
        SkewTerm::Constant(b) => (At::new(curvature, drive, b, multiplier), 0.0),
        SkewTerm::Proportional(k) => {
            let inverse = 1.0 / (multiplier + curvature.z);
            let spin = k * drive.z * inverse;
            let at = At::new(curvature, drive, spin * multiplier, multiplier);
            (at, spin * curvature.z * inverse)
        }
    }
}

/// z at σ and the terms of its derivative.
struct At {
    z: Vector3<f64>,
    /// Diagonal of `σ I + A`, and 1 over the determinant of the upper block.
    diagonal: Vector3<f64>,
    b: f64,
    inverse: f64,
}

impl At {
    #[inline(always)]
    fn new(curvature: &Vector3<f64>, drive: &Vector3<f64>, b: f64, multiplier: f64) -> Self {
        let diagonal = curvature.add_scalar(multiplier);
        let inverse = 1.0 / (diagonal.x * diagonal.y + b * b);
        let z = Vector3::new(
            (diagonal.y * drive.x - b * drive.y) * inverse,
            (diagonal.x * drive.y + b * drive.x) * inverse,
            drive.z / diagonal.z,
        );
        Self { z, diagonal, b, inverse }
    }

    /// Returns dz/dσ = −(σ I + A + b J)⁻¹ (z + b' J z).
    #[inline(always)]
    fn slope(&self, b_slope: f64) -> Vector3<f64> {
        let Self { z, diagonal, b, inverse } = self;
        let (t, o) = (z.x + b_slope * z.y, z.y - b_slope * z.x);
        Vector3::new(
            -(diagonal.y * t - b * o) * inverse,
            -(diagonal.x * o + b * t) * inverse,
            -z.z / diagonal.z,
        )
    }
}
