//! Any curvature: two unknowns, σ and `z_r`, and a bracketed root where Newton's iteration fails.

use nalgebra::{Matrix2, Matrix3, Vector2, Vector3};

use super::{
    LAST_STEP, LENGTH_TOLERANCE, SkewTerm, Slip, USABLE_DRIVE, Unsolved, first_multiplier,
};

/// Three to five are the rule; beyond, the bracketed root is as fast.
const NEWTON_ITERATIONS: u32 = 16;

/// Halving any bracket to rounding takes less.
const MAX_ITERATIONS: u32 = 200;

/// Returns the slip for any symmetric, positive semidefinite curvature with `b = k σ z_r`, if
/// the stick solution is outside the unit ball.
///
/// # Errors
/// [`Unsolved`]: an argument that is not finite, or outside the range in which squares neither
/// overflow nor underflow.
///
/// ```
/// use nalgebra::{matrix, vector};
/// use stiction_friction::ellipsoid_kernel::slip_full;
/// let a = matrix![0.5, 0.1, 0.0; 0.1, 0.4, -0.1; 0.0, -0.1, 0.3];
/// let (k, c) = (0.8, vector![1.0, -2.0, 0.5]);
/// let slip = slip_full(&a, &c, k)?;
/// let (s, z) = (slip.multiplier, slip.direction);
/// let turned = vector![z.y, -z.x, 0.0] * (k * s * z.z);
/// assert!((a * z + z * s + turned - c).norm() < 1e-15 * c.norm());
/// # Ok::<(), Box<stiction_friction::ellipsoid_kernel::Unsolved>>(())
/// ```
pub fn slip_full(
    curvature: &Matrix3<f64>,
    drive: &Vector3<f64>,
    k: f64,
) -> Result<Slip, Box<Unsolved>> {
    let coupling = SkewTerm::Proportional(k);
    let first = first_multiplier(&curvature.diagonal(), drive, coupling);
    let multiplier = if first > 0.0 { first } else { 1e-3 * drive.norm() };
    let turning = drive.z / (multiplier + curvature[(2, 2)]);
    let problem = Full { curvature, drive, k };
    problem.newton(multiplier, turning.clamp(-1.0, 1.0)).map_or_else(|| problem.bracketed(), Ok)
}

/// `σ z + A z + k σ z_r J z = c`.
struct Full<'a> {
    curvature: &'a Matrix3<f64>,
    drive: &'a Vector3<f64>,
    k: f64,
}

impl Full<'_> {
    /// Solves by Newton's iteration on `1/|z| = 1` and the third row, `z_t` and `z_o` eliminated.
    #[inline]
    fn newton(&self, mut multiplier: f64, mut turning: f64) -> Option<Slip> {
        let Self { curvature: a, drive: c, k } = *self;
        let (att, aoo, ato) = (a[(0, 0)], a[(1, 1)], a[(0, 1)]);
        let (atr, aor, arr) = (a[(0, 2)], a[(1, 2)], a[(2, 2)]);
        let scale = c.norm();
        for iterations in 1..=NEWTON_ITERATIONS {
            let b = k * multiplier * turning;
            let (dt, d_o) = (multiplier + att, multiplier + aoo);
            let inverse = 1.0 / (dt * d_o - (ato + b) * (ato - b));
            let solve = |t: f64, o: f64| {
                ((d_o * t - (ato + b) * o) * inverse, (dt * o - (ato - b) * t) * inverse)
            };
            let (zt, zo) = solve(c.x - atr * turning, c.y - aor * turning);
            let square = zt * zt + zo * zo + turning * turning;
            let length = square.sqrt();
            let excess = length - 1.0;
            let row = (multiplier + arr) * turning + atr * zt + aor * zo - c.z;
            // Derivatives by σ and by z_r.
            let (kr, ks) = (k * turning, k * multiplier);
            let (zts, zos) = solve(-(zt + kr * zo), -(zo - kr * zt));
            let (ztr, zor) = solve(-(atr + ks * zo), -(aor - ks * zt));
            let along_s = zt * zts + zo * zos;
            let along_r = zt * ztr + zo * zor + turning;
            let row_s = turning + atr * zts + aor * zos;
            let row_r = multiplier + arr + atr * ztr + aor * zor;
            let inverse = 1.0 / (along_s * row_r - along_r * row_s);
            let shorter = -excess * square;
            let step = (shorter * row_r + along_r * row) * inverse;
            let turn = -(along_s * row + row_s * shorter) * inverse;
            let at_root = excess.abs() <= LENGTH_TOLERANCE && row.abs() <= LENGTH_TOLERANCE * scale;
            let last = step.abs().max(turn.abs() * multiplier) <= LAST_STEP * multiplier;
            if at_root || last {
                let (step, turn) = if last { (step, turn) } else { (0.0, 0.0) };
                let z = Vector3::new(
                    zt + zts * step + ztr * turn,
                    zo + zos * step + zor * turn,
                    turning + turn,
                );
                let direction = z * (1.5 - 0.5 * z.norm_squared());
                return Some(Slip { multiplier: multiplier + step, direction, iterations });
            }
            multiplier = (multiplier + step).max(0.1 * multiplier);
            turning = (turning + turn).clamp(-1.0, 1.0);
            if !(multiplier.is_finite() && turning.is_finite()) {
                return None;
            }
        }
        None
    }

    /// Returns the root in b of `b = k σ(b) z_r(b)`, which lies between ±k |c| since `σ |z_r| ≤
    /// |c|`.
    #[cold]
    #[inline(never)]
    fn bracketed(&self) -> Result<Slip, Box<Unsolved>> {
        let size = self.k * self.drive.norm();
        let (mut low, mut high) = (-size, size);
        let mut spent = NEWTON_ITERATIONS;
        let mut excess = |b: f64| -> Result<(f64, Slip), Box<Unsolved>> {
            let slip = self.with_constant(b)?;
            spent += slip.iterations;
            Ok((b - self.k * slip.multiplier * slip.direction.z, slip))
        };
        let (mut low_excess, mut found) = excess(low)?;
        let (mut high_excess, _) = excess(high)?;
        let (mut side, mut converged) = (0.0, false);
        for _ in 0..MAX_ITERATIONS {
            // Regula falsi in the Illinois form: halving the end that stays makes both ends move.
            let secant = low - low_excess * (high - low) / (high_excess - low_excess);
            let inside = secant > low && secant < high;
            let middle = if inside { secant } else { 0.5 * (low + high) };
            let (value, slip) = excess(middle)?;
            found = slip;
            let narrow = high - low <= 4.0 * f64::EPSILON * middle.abs();
            converged = narrow || value.abs() <= f64::EPSILON * size;
            if converged {
                break;
            }
            if value > 0.0 {
                (high, high_excess) = (middle, value);
                low_excess *= if side > 0.0 { 0.5 } else { 1.0 };
                side = 1.0;
            } else {
                (low, low_excess) = (middle, value);
                high_excess *= if side < 0.0 { 0.5 } else { 1.0 };
                side = -1.0;
            }
        }
        if !converged {
            let (multiplier, length) = (found.multiplier, found.direction.norm());
            return Err(self.unsolved(SkewTerm::Proportional(self.k), multiplier, length));
        }
        // A last step of Newton's iteration if it helps.
        let polished = self.newton(found.multiplier, found.direction.z);
        let near = |slip: &Slip| (slip.direction - found.direction).norm() <= 1e-6;
        let slip = polished.filter(near).unwrap_or(found);
        Ok(Slip { iterations: spent + slip.iterations, ..slip })
    }

    /// Returns the solution for a constant b; σ = 0 and |z| ≤ 1 if that sticks.
    fn with_constant(&self, b: f64) -> Result<Slip, Box<Unsolved>> {
        let (mut low, mut high) = (0.0, self.drive.norm() * (1.0 + 1e-14));
        let (mut multiplier, mut length) = (0.0, f64::NAN);
        let most = if USABLE_DRIVE.contains(&high) { MAX_ITERATIONS } else { 0 };
        for iterations in 1..=most {
            let Some((z, z_slope)) = self.at(b, multiplier) else { break };
            let square = z.norm_squared();
            length = square.sqrt();
            let excess = length - 1.0;
            let step = -excess * square / z.dot(&z_slope);
            if excess.is_nan() {
                break;
            }
            let stuck = multiplier == 0.0 && excess <= 0.0;
            if stuck || excess.abs() <= LENGTH_TOLERANCE || high - low <= f64::EPSILON * high {
                return Ok(Slip { multiplier, direction: z, iterations });
            }
            if step.abs() <= LAST_STEP * multiplier {
                let direction = z + z_slope * step;
                return Ok(Slip { multiplier: multiplier + step, direction, iterations });
            }
            if excess > 0.0 {
                low = multiplier;
            } else {
                high = multiplier;
            }
            let newton = multiplier + step;
            let useful = newton >= low && newton <= high && iterations < NEWTON_ITERATIONS;
            multiplier = if useful { newton } else { 0.5 * (low + high) };
        }
        Err(self.unsolved(SkewTerm::Constant(b), multiplier, length))
    }

    fn unsolved(&self, coupling: SkewTerm, multiplier: f64, length: f64) -> Box<Unsolved> {
        let (curvature, drive) = (*self.curvature, *self.drive);
        Box::new(Unsolved { curvature, drive, coupling, multiplier, length })
    }

    /// Returns z and dz/dσ for a constant b, `z_r` eliminated.
    fn at(&self, b: f64, multiplier: f64) -> Option<(Vector3<f64>, Vector3<f64>)> {
        let a = self.curvature;
        let side = Vector2::new(a[(0, 2)], a[(1, 2)]);
        let corner = multiplier + a[(2, 2)];
        let shift = Matrix2::new(multiplier, b, -b, multiplier);
        let block = a.fixed_view::<2, 2>(0, 0) + shift - side * side.transpose() / corner;
        let inverse = block.try_inverse()?;
        let solve = |right: &Vector3<f64>| {
            let plane = inverse * (right.xy() - side * (right.z / corner));
            Vector3::new(plane.x, plane.y, (right.z - side.dot(&plane)) / corner)
        };
        let z = solve(self.drive);
        Some((z, -solve(&z)))
    }
}

#[cfg(test)]
#[path = "full_tests.rs"]
mod tests;
