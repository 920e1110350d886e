//! The mechanisms written by hand, copy after copy.

use nalgebra::Vector2;
use stiction::patch::{BristleParameters, LimitSurface};
use stiction::prelude::*;

use crate::hand_written::Rhs;

/// Shafts with gsat friction: angle, rate, deflection.
pub(crate) struct Gsat {
    pub(crate) inverse_inertia: f64,
    pub(crate) drive: f64,
    pub(crate) stiffness: f64,
    pub(crate) damping: f64,
    pub(crate) limit: f64,
}

impl Rhs for Gsat {
    fn rhs(&self, _: f64, tau: f64, x: &[f64], dx: &mut [f64]) {
        let z = self.damping + tau * self.stiffness;
        for (x, d) in x.chunks_exact(3).zip(dx.chunks_exact_mut(3)) {
            let trial = z * x[1] + self.stiffness * x[2];
            let force = trial.clamp(-self.limit, self.limit);
            d[0] = x[1];
            d[1] = self.drive - force * self.inverse_inertia;
            d[2] = if force == trial { x[1] } else { (force - self.stiffness * x[2]) / z };
        }
    }
}

/// Shafts with LuGre friction: angle, rate, deflection.
pub(crate) struct LuGre {
    pub(crate) inverse_inertia: f64,
    pub(crate) drive: f64,
    pub(crate) stiffness: f64,
    pub(crate) damping: f64,
    pub(crate) coulomb: f64,
    pub(crate) breakaway: f64,
    pub(crate) stribeck_speed: f64,
}

impl Rhs for LuGre {
    fn rhs(&self, _: f64, _: f64, x: &[f64], dx: &mut [f64]) {
        for (x, d) in x.chunks_exact(3).zip(dx.chunks_exact_mut(3)) {
            let u = x[1] / self.stribeck_speed;
            let level = self.coulomb + (self.breakaway - self.coulomb) * (-u * u).exp();
            let rate = x[1] - self.stiffness * x[1].abs() / level * x[2];
            let force = self.stiffness * x[2] + self.damping * rate;
            d[0] = x[1];
            d[1] = self.drive - force * self.inverse_inertia;
            d[2] = rate;
        }
    }
}

/// Sliders with the reduced patch at their centre: pose (3), twist (3), bristles (3).
pub(crate) struct Sliders {
    pub(crate) inverse_mass: f64,
    pub(crate) inverse_inertia: f64,
    pub(crate) load: f64,
    pub(crate) bristles: BristleParameters,
    pub(crate) lugre: bool,
    pub(crate) radius: f64,
    pub(crate) viscous_factor: f64,
    pub(crate) table: Option<LimitSurface>,
}

impl Sliders {
    /// `λ` for the rim speed, the drive and the deflection of the rim.
    fn relaxation(&self, speed: f64, drive: [f64; 3], z: [f64; 3]) -> f64 {
        let stiffness = self.bristles.stiffness();
        let curve = self.bristles.friction();
        let u = speed / curve.stribeck_speed();
        let fall = curve.breakaway() - curve.coulomb();
        let sliding = stiffness * speed / (curve.coulomb() + fall * (-u * u).exp());
        if self.lugre {
            return sliding;
        }
        let length = |v: [f64; 3]| (v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + 1e-300).sqrt();
        let (pull, size) = (length(drive), length(z));
        let fraction = self.bristles.breakaway_fraction();
        let share = (sliding / pull * size - fraction) / (1.0 - fraction);
        let sine = (core::f64::consts::FRAC_PI_2 * share.clamp(0.0, 1.0)).sin();
        let along = (drive[0] * z[0] + drive[1] * z[1] + drive[2] * z[2]) / size;
        0.5 * sliding / pull * (pull + along) * sine * sine
    }
}

impl Rhs for Sliders {
    fn rhs(&self, _: f64, _: f64, x: &[f64], dx: &mut [f64]) {
        let r = self.radius;
        let [k, b, c] =
            [self.bristles.stiffness(), self.bristles.damping(), self.bristles.viscous_damping()];
        for (x, d) in x.chunks_exact(9).zip(dx.chunks_exact_mut(9)) {
            let (sine, cosine) = x[2].sin_cos();
            let v = [cosine * x[3] + sine * x[4], cosine * x[4] - sine * x[3]];
            let scaled = [v[0], v[1], r * x[5]];
            let speed = scaled.map(|v| v * v).iter().sum::<f64>().sqrt();
            let drive = self.table.as_ref().map_or(scaled, |table| {
                let twist = PlanarTwist { linear: Vector2::from(v), angular: x[5] };
                (table.normalized(r, &twist) * -speed).into()
            });
            let lambda = self.relaxation(speed, drive, [x[6], x[7], x[8] / r]);
            let along = [drive[0], drive[1], r * drive[2]];
            let viscous = [v[0], v[1], self.viscous_factor * x[5]];
            let mut push = [0.0; 3];
            for axis in 0..3 {
                let rate = along[axis] - lambda * x[6 + axis];
                d[6 + axis] = rate;
                push[axis] = -self.load * (k * x[6 + axis] + b * rate + c * viscous[axis]);
            }
            d[..3].copy_from_slice(&x[3..6]);
            d[3] = (cosine * push[0] - sine * push[1]) * self.inverse_mass;
            d[4] = (sine * push[0] + cosine * push[1]) * self.inverse_mass;
            d[5] = push[2] * self.inverse_inertia;
        }
    }
}
