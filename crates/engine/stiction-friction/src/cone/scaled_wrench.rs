//! A wrench as its normal force and the five components that friction limits.

use nalgebra::Vector6;
use stiction_core::Wrench;

use super::magnitude;
use super::x_normal::{from_x_normal, to_x_normal};

/// Normal force and other components of a wrench, multiplied by a power of two.
pub(super) struct ScaledWrench {
    /// Normal force.
    pub(super) normal: f64,
    /// Forces along the tangents, moment about the normal, moments about the tangents: the order of
    /// the coefficients.
    pub(super) rest: [f64; 5],
    /// The power of two; it makes squares of the components safe.
    pub(super) scale: f64,
}

impl ScaledWrench {
    /// Scales a wrench; `None` unless it is finite.
    pub(super) fn new(wrench: &Wrench) -> Option<Self> {
        let components = to_x_normal(wrench);
        let scale = magnitude::scale(components.as_slice())?;
        let rest = core::array::from_fn(|i| components[i + 1] * scale);
        Some(Self { normal: components[0] * scale, rest, scale })
    }

    /// Returns the wrench that it stands for.
    pub(super) fn wrench(&self) -> Wrench {
        let [t1, t2, torsion, roll1, roll2] = self.rest;
        let components = Vector6::new(self.normal, t1, t2, torsion, roll1, roll2);
        from_x_normal(&(components / self.scale))
    }
}

/// Returns a wrench of NaN.
pub(super) fn undefined() -> Wrench {
    from_x_normal(&Vector6::repeat(f64::NAN))
}
