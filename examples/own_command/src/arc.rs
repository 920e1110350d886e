//! A map from an angle to the distance along the arc.

use stiction::core::{Describe, KinematicMap, Line, Motion, ParameterError, Shaft};
use stiction::nalgebra::Matrix1;
use typed_builder::TypedBuilder;

/// Distance of a point along its arc about a shaft.
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<Arc, ParameterError>))]
#[describe(tag = "arc")]
pub struct Arc {
    /// Distance `r` of the point from the shaft \[m\], > 0.
    #[field(positive)]
    radius: f64,
}

impl KinematicMap for Arc {
    type From = Shaft;
    type To = Line;
    type Psi = Matrix1<f64>;
    fn at(&self, shaft: &Motion<Shaft>) -> (f64, Matrix1<f64>) {
        (self.radius * shaft.pose, Matrix1::new(self.radius))
    }
}
