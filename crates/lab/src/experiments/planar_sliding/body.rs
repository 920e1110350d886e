//! The bodies of the paper's examples.

use core::f64::consts::TAU;

use nalgebra::{Vector2, vector};
use stiction::prelude::*;
use stiction::sliding::{PlanarSlider, Push, SupportHull};

/// Time step of the paper \[s\].
pub(super) const STEP: f64 = 0.01;
pub(super) const FRICTION: f64 = 0.31;
pub(super) const SEMI_AXES: [f64; 3] = [1.0, 1.0, 0.01];
/// Height of the centre of mass \[m\].
pub(super) const HEIGHT: f64 = 0.08;
pub(super) const GRAVITY: f64 = 9.8;
/// Side of the square, outer and inner radius of the ring \[m\].
pub(super) const SIDE: f64 = 0.05;
pub(super) const RING: [f64; 2] = [0.1, 0.05];
/// Moment of inertia of a square block, per mass \[m²\].
pub(super) const INERTIA_PER_MASS: f64 = SIDE * SIDE / 6.0;
/// Assumption about the moments of inertia, which the paper does not print.
pub(super) const INERTIA: &str = "the moments of inertia are those of a square of 5 cm, m a²/6, chosen \
                                  so that the motions last as long as the text says; the height of the \
                                  centre of mass is that of example 1 in all.";

/// A body on a plane, with its initial motion and its load.
#[derive(Clone)]
pub(super) struct Body {
    pub(super) slider: PlanarSlider,
    pub(super) start: PlanarTwist,
    /// Height of the push \[m\], if any.
    pub(super) pushed_at: Option<f64>,
}

impl Body {
    /// Returns the body of example 1.
    pub(super) fn square() -> Result<Self, ParameterError> {
        let support = SupportHull::square(SIDE)?;
        let start = PlanarTwist { linear: vector![0.7, 0.9], angular: 10.0 };
        let slider = slider(0.5, 0.5 * INERTIA_PER_MASS, HEIGHT, support)?;
        Ok(Self { slider, start, pushed_at: None })
    }

    /// Returns the body of example 2, with a moment of inertia \[kg m²\].
    pub(super) fn ring(inertia: f64) -> Result<Self, ParameterError> {
        let support = SupportHull::ring(RING[0], RING[1])?;
        let start = PlanarTwist { linear: vector![1.3, 0.8], angular: 11.0 };
        Ok(Self { slider: slider(1.0, inertia, HEIGHT, support)?, start, pushed_at: None })
    }

    /// Returns the body of example 3, with the push at a height above the support \[m\].
    pub(super) fn pushed(height: f64) -> Result<Self, ParameterError> {
        let start = PlanarTwist { linear: vector![0.2, 0.3], angular: 0.0 };
        Ok(Self { start, pushed_at: Some(height), ..Self::square()? })
    }

    /// Returns the load in the step that starts at a time and a pose.
    pub(super) fn load(&self, time: f64, pose: &PlanarPose) -> Result<Wrench, ParameterError> {
        use stiction::sliding::AppliedLoad;
        let Some(height) = self.pushed_at else { return Ok(Wrench::default()) };
        let push = Push::in_body_axes(vector![push_force(time), 0.0, 0.0], pushed_point(), height)?;
        Ok(push.wrench(pose, self.slider.height()))
    }
}

/// Creates a body on the paper's support.
pub(super) fn slider(
    mass: f64,
    inertia: f64,
    height: f64,
    support: SupportHull,
) -> Result<PlanarSlider, ParameterError> {
    let slider = PlanarSlider::builder().mass(mass).inertia(inertia).gravity(GRAVITY);
    let slider = slider.friction(FRICTION).semi_axes(SEMI_AXES).height(height);
    slider.support(support).build()
}

/// Returns the push \[N\].
pub(super) fn push_force(time: f64) -> f64 {
    2.2 + 2.0 * (TAU * time / 0.1).cos()
}

/// Returns its point of application in body axes \[m\]: 2.5 mm below the middle of the left side.
pub(super) fn pushed_point() -> Vector2<f64> {
    vector![-0.5 * SIDE, -2.5e-3]
}
