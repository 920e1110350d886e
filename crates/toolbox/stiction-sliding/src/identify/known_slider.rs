//! A slider whose friction is to be identified.

use nalgebra::Vector3;
use stiction_core::{Describe, ParameterError};
use typed_builder::TypedBuilder;

use crate::{PlanarSlider, STANDARD_GRAVITY};

/// A slider without its friction.
///
/// | symbol | setter | unit | range |
/// |---|---|---|---|
/// | m | `mass` | kg | > 0 |
/// | I | `inertia` | kg m², about the vertical through the centre of mass | > 0 |
/// | g | `gravity` | m/s², downwards | > 0, 9.80665 by default |
/// | `q_z` | `height` | m, of the centre of mass above the support | ≥ 0 |
#[derive(Clone, Copy, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<KnownSlider, ParameterError>))]
pub struct KnownSlider {
    /// Mass \[kg\], > 0.
    #[field(positive)]
    pub(super) mass: f64,
    /// Moment of inertia about the vertical through the centre of mass \[kg m²\], > 0.
    #[field(positive)]
    pub(super) inertia: f64,
    /// Acceleration of free fall, downwards \[m/s²\], > 0.
    #[builder(default = STANDARD_GRAVITY)]
    #[field(positive)]
    pub(super) gravity: f64,
    /// Height of the centre of mass above the support \[m\], ≥ 0.
    #[field(non_negative)]
    pub(super) height: f64,
}

impl KnownSlider {
    /// Returns the slider with the friction limits `μ e_t`, `μ e_o` \[1\] and `μ e_r` \[m\].
    ///
    /// # Errors
    /// Limits that are not finite and positive.
    pub fn with_friction(&self, limits: &Vector3<f64>) -> Result<PlanarSlider, ParameterError> {
        PlanarSlider::builder()
            .mass(self.mass)
            .inertia(self.inertia)
            .gravity(self.gravity)
            .friction(1.0)
            .semi_axes((*limits).into())
            .height(self.height)
            .build()
    }
}
