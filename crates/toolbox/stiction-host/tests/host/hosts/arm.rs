//! A hanging arm of two uniform rods (0.5 kg, 0.3 m) in semi-implicit Euler.

use nalgebra::{Matrix2, Vector2};

const MASS: f64 = 0.5;
const LENGTH: f64 = 0.3;
const GRAVITY: f64 = 9.81;

#[derive(Clone, Debug)]
pub(crate) struct Arm {
    /// Angle of the first rod from the vertical, of the second from the first [rad].
    pub(crate) angles: Vector2<f64>,
    pub(crate) speeds: Vector2<f64>,
}

impl Arm {
    pub(crate) fn inverse_mass(&self) -> Matrix2<f64> {
        let (third, half) = (MASS * LENGTH * LENGTH / 3.0, 0.5 * MASS * LENGTH * LENGTH);
        let cos = self.angles[1].cos();
        let (own, coupled) = (third, third + half * cos);
        let first = 2.0 * third + 2.0 * half + 2.0 * half * cos;
        Matrix2::new(first, coupled, coupled, own).try_inverse().unwrap()
    }

    /// Returns the torques of gravity and of the speeds.
    fn bias(&self) -> Vector2<f64> {
        let (sin, half) = (self.angles[1].sin(), 0.5 * MASS * LENGTH * LENGTH);
        let [w1, w2] = [self.speeds[0], self.speeds[1]];
        let speeds = Vector2::new(half * sin * w2 * (2.0 * w1 + w2), -half * sin * w1 * w1);
        let hang = |lever: f64, angle: f64| -MASS * GRAVITY * lever * angle.sin();
        let second = hang(0.5 * LENGTH, self.angles.sum());
        let first = hang(1.5 * LENGTH, self.angles[0]);
        speeds + Vector2::new(first + second, second)
    }

    pub(crate) fn speeds_after(&self, step: f64, torque: Vector2<f64>) -> Vector2<f64> {
        self.speeds + self.inverse_mass() * (self.bias() + torque) * step
    }

    /// Makes a step; returns by how much the joints have turned.
    pub(crate) fn advance(&mut self, step: f64, torque: Vector2<f64>) -> Vector2<f64> {
        self.speeds = self.speeds_after(step, torque);
        let before = self.angles;
        self.angles += step * self.speeds;
        self.angles - before
    }

    /// Returns the torques that hold it against gravity.
    pub(crate) fn hanging_torque(&self) -> Vector2<f64> {
        -Self { speeds: Vector2::zeros(), ..self.clone() }.bias()
    }
}
