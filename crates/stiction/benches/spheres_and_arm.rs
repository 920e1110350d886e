//! The mechanisms of the paper, written by hand.

use crate::hand_written::Rhs;

/// Spheres on a plane, 15 variables each: p, q, v, w, e (simulation I).
pub(crate) struct Spheres {
    pub(crate) inverse_mass: f64,
    pub(crate) inverse_inertia: f64,
    pub(crate) radius: f64,
    pub(crate) stiffness: f64,
    pub(crate) damping: f64,
    pub(crate) friction: f64,
    pub(crate) gravity: f64,
}

impl Rhs for Spheres {
    fn rhs(&self, _: f64, tau: f64, x: &[f64], dx: &mut [f64]) {
        let z = self.damping + tau * self.stiffness;
        for (x, d) in x.chunks_exact(15).zip(dx.chunks_exact_mut(15)) {
            let (vx, vy, vz) = (x[7], x[8], x[9]);
            let (wx, wy, wz) = (x[10], x[11], x[12]);
            let (cx, cy) = (vx - wy * self.radius, vy + wx * self.radius);
            let depth = x[2] - self.radius;
            let fz = if depth < 0.0 {
                (self.stiffness * depth + self.damping * vz).min(0.0)
            } else {
                0.0
            };
            let (tx, ty) = (z * cx + self.stiffness * x[13], z * cy + self.stiffness * x[14]);
            let (norm, limit) = ((tx * tx + ty * ty).sqrt(), -self.friction * fz);
            let (fx, fy, ex, ey) = if norm <= limit {
                (tx, ty, cx, cy)
            } else {
                let scale = limit / norm;
                let (fx, fy) = (tx * scale, ty * scale);
                (fx, fy, (fx - self.stiffness * x[13]) / z, (fy - self.stiffness * x[14]) / z)
            };
            d[0] = vx;
            d[1] = vy;
            d[2] = vz;
            let (qw, qx, qy, qz) = (x[3], x[4], x[5], x[6]);
            d[3] = 0.5 * (-wx * qx - wy * qy - wz * qz);
            d[4] = 0.5 * (wx * qw + wy * qz - wz * qy);
            d[5] = 0.5 * (wy * qw + wz * qx - wx * qz);
            d[6] = 0.5 * (wz * qw + wx * qy - wy * qx);
            d[7] = -fx * self.inverse_mass;
            d[8] = -fy * self.inverse_mass;
            d[9] = -fz * self.inverse_mass - self.gravity;
            // (0, 0, -R) x (-fx, -fy, -fz)
            d[10] = -self.radius * fy * self.inverse_inertia;
            d[11] = self.radius * fx * self.inverse_inertia;
            d[12] = 0.0;
            d[13] = ex;
            d[14] = ey;
        }
    }
}

/// The two-link arm with friction in both joints (simulation II): theta, omega, e of each joint.
pub(crate) struct Arm {
    pub(crate) a: f64,
    pub(crate) b: f64,
    pub(crate) d: f64,
    pub(crate) stiffness: f64,
    pub(crate) damping: f64,
    pub(crate) limit: f64,
}

impl Rhs for Arm {
    fn rhs(&self, t: f64, tau: f64, x: &[f64], dx: &mut [f64]) {
        let z = self.damping + tau * self.stiffness;
        let gsat = |v: f64, e: f64| {
            let trial = z * v + self.stiffness * e;
            let f = trial.clamp(-self.limit, self.limit);
            (f, if f == trial { v } else { (f - self.stiffness * e) / z })
        };
        let (w0, w1) = (x[1], x[3]);
        let ((f0, e0), (f1, e1)) = (gsat(w0, x[4]), gsat(w1, x[5]));
        let (m0, m1) = if t < 4.0 {
            ((0.3 * t).min(0.52), (0.3 * t).min(0.52))
        } else {
            (0.336 + 0.144 * (100.0 * t).sin(), 0.336 + 0.144 * (100.0 * t).cos())
        };
        let (s, c) = x[2].sin_cos();
        let (h00, h01, h11) = (self.a + 2.0 * self.b * c, self.d + self.b * c, self.d);
        let (t0, t1) =
            (m0 - f0 + self.b * s * (2.0 * w0 * w1 + w1 * w1), m1 - f1 - self.b * s * w0 * w0);
        let det = h00 * h11 - h01 * h01;
        dx[0] = w0;
        dx[1] = (h11 * t0 - h01 * t1) / det;
        dx[2] = w1;
        dx[3] = (h00 * t1 - h01 * t0) / det;
        dx[4] = e0;
        dx[5] = e1;
    }
}
