//! A law of drag in a medium.

use stiction::core::{Describe, Impedance, Line, Motion, ParameterError, Stage};
use typed_builder::TypedBuilder;

/// Drag in proportion to the square of the speed.
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<Drag, ParameterError>))]
#[describe(tag = "drag")]
pub struct Drag {
    /// Force `c` per square of the speed \[N s²/m²\], ≥ 0.
    #[field(non_negative)]
    coefficient: f64,
    /// Velocity of the medium \[m/s\], finite; at rest by default.
    #[builder(default)]
    #[field(finite)]
    wind: f64,
}

impl Impedance for Drag {
    type Domain = Line;
    fn respond(&self, _: &Stage, motion: &Motion<Line>, _: &[f64], _: &mut [f64]) -> f64 {
        let speed = motion.flow - self.wind;
        -self.coefficient * speed * speed.abs()
    }
}
