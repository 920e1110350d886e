//! A body: a pendulum.

use stiction::core::{Body, Describe, Motion, ParameterError, Powers, Shaft, Stage};
use typed_builder::TypedBuilder;

/// A point mass on a rod, angle 0 hanging down.
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<Pendulum, ParameterError>))]
#[describe(tag = "pendulum")]
pub struct Pendulum {
    /// Mass `m` \[kg\], > 0.
    #[field(positive)]
    mass: f64,
    /// Length `l` of the rod \[m\], > 0.
    #[field(positive)]
    length: f64,
}

const GRAVITY: f64 = 9.81;

impl Body for Pendulum {
    type Domain = Shaft;
    fn accelerate(&self, _: &Stage, motion: &Motion<Shaft>, torque: &f64) -> (f64, f64) {
        let weight = self.mass * GRAVITY * self.length * motion.pose.sin();
        (motion.flow, (torque - weight) / (self.mass * self.length * self.length))
    }
    fn energy(&self, motion: &Motion<Shaft>) -> f64 {
        let speed = self.length * motion.flow;
        let height = self.length * (1.0 - motion.pose.cos());
        self.mass * (0.5 * speed * speed + GRAVITY * height)
    }
    fn powers(&self, _: &Stage, motion: &Motion<Shaft>, rate: &Motion<Shaft>) -> Powers {
        let turning =
            self.length * motion.flow * rate.flow + GRAVITY * motion.pose.sin() * rate.pose;
        Powers::storing(self.mass * self.length * turning)
    }
}
