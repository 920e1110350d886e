//! Test loads: constant, oscillating and rotating parts, switched on smoothly.

use std::f64::consts::TAU;

use stiction_core::{Impedance, Line, Motion, Stage, Vector, VectorDomain};

/// An applied load as a function of time: a constant part, a part that swings along one direction
/// and a part that rotates in a plane, all switched on smoothly over the first cycle.
///
/// It is an impedance (a source): the mechanism under test connects it at the point of application.
#[derive(Clone, Debug, PartialEq)]
pub struct Load<D: VectorDomain> {
    constant: D::Vector,
    swing: D::Vector,
    rotating: [D::Vector; 2],
    angular_frequency: f64,
}

impl Load<Line> {
    /// Creates a constant force along a line \[N\], in cycles of 1 s.
    #[must_use]
    pub const fn along(force: f64) -> Self {
        Self { constant: force, swing: 0.0, rotating: [0.0; 2], angular_frequency: TAU }
    }
}

impl<D: VectorDomain> Load<D> {
    /// Creates a constant load \[N\] or \[N m\], in cycles of 1 s.
    #[must_use]
    pub fn constant(load: D::Vector) -> Self {
        Self {
            constant: load,
            swing: D::Vector::zero(),
            rotating: [D::Vector::zero(); 2],
            angular_frequency: TAU,
        }
    }

    /// Adds a part that swings as the sine of `angular_frequency` \[rad/s\]. A cycle should be a
    /// whole number of steps; see [`Load::with_cycle`].
    #[must_use]
    pub fn with_swing(mut self, swing: D::Vector, angular_frequency: f64) -> Self {
        self.swing = swing;
        self.angular_frequency = angular_frequency;
        self
    }

    /// Sets the length of a cycle to `steps` steps of `step` \[s\].
    #[must_use]
    pub fn with_cycle(mut self, steps: u32, step: f64) -> Self {
        self.angular_frequency = TAU / (f64::from(steps) * step);
        self
    }

    /// Adds a part that rotates from the first vector towards the second, at that frequency.
    #[must_use]
    pub const fn with_rotation(mut self, from: D::Vector, towards: D::Vector) -> Self {
        self.rotating = [from, towards];
        self
    }

    /// Returns the load times `factor`.
    #[must_use]
    pub fn scaled(&self, factor: f64) -> Self {
        Self {
            constant: self.constant * factor,
            swing: self.swing * factor,
            rotating: self.rotating.map(|vector| vector * factor),
            angular_frequency: self.angular_frequency,
        }
    }

    /// Returns the length of a cycle \[s\].
    #[must_use]
    pub fn period(&self) -> f64 {
        TAU / self.angular_frequency
    }

    /// Returns the load at a time \[s\].
    #[must_use]
    pub fn at(&self, time: f64) -> D::Vector {
        let phase = self.angular_frequency * time;
        let (sine, cosine) = phase.sin_cos();
        let [from, towards] = self.rotating;
        let full = self.constant + self.swing * sine + from * cosine + towards * sine;
        full * nalgebra_glm::smoothstep(0.0, self.period(), time)
    }
}

impl<D: VectorDomain> Impedance for Load<D> {
    type Domain = D;
    fn respond(&self, stage: &Stage, _: &Motion<D>, _: &[f64], _: &mut [f64]) -> D::Vector {
        self.at(stage.time)
    }
    fn is_source(&self) -> bool {
        true
    }
}
