//! Equations of motion of a planar arm in absolute angles, for arrays of a fixed length N.
//!
//! `n <= N` is the number of links; the call for an exact size passes the same constant twice, so
//! that the loops have a length known to the compiler. Symbols as on the page of the arm.

use nalgebra::Vector2;

use super::Link;

/// Coefficients of a link in the equations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Coefficients {
    /// `A_ii` \[kg m^2\].
    pub(super) diagonal: f64,
    /// `l_i` \[m\].
    pub(super) length: f64,
    /// `h_i` \[kg m\].
    pub(super) first_moment: f64,
}

impl Coefficients {
    /// A decoupled unit inertia.
    const PADDING: Self = Self { diagonal: 1.0, length: 0.0, first_moment: 0.0 };

    /// Makes the links of the kernel, padded to the length that it will be used with.
    pub(super) fn of(links: &[Link]) -> Vec<Self> {
        let len = match links.len() {
            n @ 0..=8 => n,
            9..=16 => 16,
            n => n.max(32),
        };
        let mut coefficients = vec![Self::PADDING; len];
        let mut mass_beyond = 0.0;
        for (i, link) in links.iter().enumerate().rev() {
            let (m, l, c) = (link.mass(), link.length(), link.center());
            coefficients[i] = Self {
                diagonal: link.inertia() + m * c * c + l * l * mass_beyond,
                length: l,
                first_moment: m * c + l * mass_beyond,
            };
            mass_beyond += m;
        }
        coefficients
    }
}

/// Sines and cosines, of each joint and along the arm, and absolute speeds.
struct Arm<'a, const N: usize> {
    coefficients: &'a [Coefficients; N],
    gravity: &'a Vector2<f64>,
    heavy: bool,
    /// (cos, sin) of `theta_i`.
    joint: [(f64, f64); N],
    /// (cos, sin) of `phi_i`; without gravity of `phi_i - theta_0`.
    link: [(f64, f64); N],
    speed: [f64; N],
}

impl<'a, const N: usize> Arm<'a, N> {
    #[inline(always)]
    fn new(
        coefficients: &'a [Coefficients],
        gravity: &'a Vector2<f64>,
        n: usize,
        state: &[f64],
    ) -> Option<Self> {
        let coefficients = coefficients.first_chunk::<N>()?;
        let heavy = gravity.x != 0.0 || gravity.y != 0.0;
        let (mut joint, mut link, mut speed) = ([(1.0, 0.0); N], [(1.0, 0.0); N], [0.0; N]);
        let (mut along, mut w) = ((1.0, 0.0), 0.0);
        for (i, port) in state.get(..2 * n)?.chunks_exact(2).enumerate() {
            // Without gravity the equations do not change when the whole arm is turned.
            if i > 0 || heavy {
                let (sine, cosine) = port[0].sin_cos();
                joint[i] = (cosine, sine);
                let (c, s) = along;
                along = (c * cosine - s * sine, s * cosine + c * sine);
            }
            w += port[1];
            (link[i], speed[i]) = (along, w);
        }
        Some(Self { coefficients, gravity, heavy, joint, link, speed })
    }

    /// Returns `(A_ij cos(phi_i - phi_j), A_ij sin(phi_i - phi_j))` for i > j.
    #[inline(always)]
    fn coupling(&self, i: usize, j: usize) -> (f64, f64) {
        let constant = self.coefficients[j].length * self.coefficients[i].first_moment;
        let (cosine, sine) = if i == j + 1 {
            self.joint[i]
        } else {
            let ((ci, si), (cj, sj)) = (self.link[i], self.link[j]);
            (ci * cj + si * sj, si * cj - ci * sj)
        };
        (constant * cosine, constant * sine)
    }

    /// Returns the torque of gravity in the direction of `phi_i` \[N m\].
    #[inline(always)]
    fn weight(&self, i: usize) -> f64 {
        let (cosine, sine) = self.link[i];
        if self.heavy {
            let across = self.gravity.y * cosine - self.gravity.x * sine;
            self.coefficients[i].first_moment * across
        } else {
            0.0
        }
    }
}

/// Replaces the torques in the flow slots of `rate` by accelerations, and writes the speeds.
#[inline(always)]
pub(super) fn rate<const N: usize>(
    coefficients: &[Coefficients],
    gravity: &Vector2<f64>,
    n: usize,
    state: &[f64],
    rate: &mut [f64],
) {
    let Some(arm) = Arm::<N>::new(coefficients, gravity, n, state) else { return };
    let Some(rate) = rate.get_mut(..2 * n) else { return };
    let mut matrix = [[0.0; N]; N];
    let mut torque = [0.0; N];
    let mut outer = 0.0;
    for (i, joint) in rate.chunks_exact(2).enumerate().rev() {
        torque[i] = joint[1] - outer + arm.weight(i);
        outer = joint[1];
    }
    for i in 0..N {
        for j in 0..i {
            let (cosine, sine) = arm.coupling(i, j);
            matrix[i][j] = cosine;
            torque[i] -= sine * arm.speed[j] * arm.speed[j];
            torque[j] += sine * arm.speed[i] * arm.speed[i];
        }
        matrix[i][i] = arm.coefficients[i].diagonal;
    }
    let acceleration = solve(matrix, torque);
    let mut inner = 0.0;
    for (i, (joint, out)) in state.chunks_exact(2).zip(rate.chunks_exact_mut(2)).enumerate() {
        out[0] = joint[1];
        out[1] = acceleration[i] - inner;
        inner = acceleration[i];
    }
}

/// Solves for a symmetric positive definite matrix given by its lower triangle, by elimination.
#[inline(always)]
#[allow(clippy::needless_range_loop, reason = "triangles of one matrix, row against row")]
fn solve<const N: usize>(mut matrix: [[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    if N == 2 {
        // One division instead of two, for the most common arm.
        let ((a, b, d), (x, y)) =
            ((matrix[0][0], matrix[1][0], matrix[1][1]), (right[0], right[1]));
        let inverse = 1.0 / (a * d - b * b);
        (right[0], right[1]) = ((d * x - b * y) * inverse, (a * y - b * x) * inverse);
        return right;
    }
    let mut inverse_pivot = [0.0; N];
    for k in 0..N {
        inverse_pivot[k] = 1.0 / matrix[k][k];
        for i in k + 1..N {
            let factor = matrix[i][k] * inverse_pivot[k];
            for j in k + 1..=i {
                matrix[i][j] -= factor * matrix[j][k];
            }
            right[i] -= factor * right[k];
        }
    }
    for k in (0..N).rev() {
        for i in k + 1..N {
            right[k] -= matrix[i][k] * right[i];
        }
        right[k] *= inverse_pivot[k];
    }
    right
}

/// Returns the kinetic energy and potential energy of gravity, zero where every link lies in the first joint.
#[inline(always)]
pub(super) fn energy<const N: usize>(
    coefficients: &[Coefficients],
    gravity: &Vector2<f64>,
    n: usize,
    state: &[f64],
) -> f64 {
    let Some(arm) = Arm::<N>::new(coefficients, gravity, n, state) else { return f64::NAN };
    let mut energy = 0.0;
    for i in 0..n {
        let mut momentum = 0.5 * arm.coefficients[i].diagonal * arm.speed[i];
        for j in 0..i {
            momentum += arm.coupling(i, j).0 * arm.speed[j];
        }
        let height = gravity.x * arm.link[i].0 + gravity.y * arm.link[i].1;
        energy += momentum * arm.speed[i] - arm.coefficients[i].first_moment * height;
    }
    energy
}

/// Returns the derivative of [`energy`] along any `rate`.
#[inline(always)]
pub(super) fn power<const N: usize>(
    coefficients: &[Coefficients],
    gravity: &Vector2<f64>,
    n: usize,
    state: &[f64],
    rate: &[f64],
) -> f64 {
    let Some(arm) = Arm::<N>::new(coefficients, gravity, n, state) else { return f64::NAN };
    let (mut turn, mut acceleration) = ([0.0; N], [0.0; N]);
    let (mut t, mut a) = (0.0, 0.0);
    for (i, joint) in rate.chunks_exact(2).take(n).enumerate() {
        t += joint[0];
        a += joint[1];
        (turn[i], acceleration[i]) = (t, a);
    }
    let (w, mut power) = (&arm.speed, 0.0);
    for i in 0..n {
        power += arm.coefficients[i].diagonal * w[i] * acceleration[i] - arm.weight(i) * turn[i];
        for j in 0..i {
            let (cosine, sine) = arm.coupling(i, j);
            power += cosine * (w[i] * acceleration[j] + w[j] * acceleration[i])
                - sine * (turn[i] - turn[j]) * w[i] * w[j];
        }
    }
    power
}
