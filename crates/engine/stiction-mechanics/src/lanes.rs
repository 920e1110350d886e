//! Operations of nalgebra on three numbers, in its order, for the kernels of several components.

use stiction_core::kernel::{TwistIn, WrenchIn};
use stiction_core::{LinearIn, Real, Space, SpatialFrame};

/// Returns `a x b`.
#[inline(always)]
pub(crate) fn cross<R: Real>(a: [R; 3], b: [R; 3]) -> [R; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Returns `a + b`.
#[inline(always)]
pub(crate) fn sum<R: Real>(a: [R; 3], b: [R; 3]) -> [R; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// `Psi` of a point `arm` away from the origin of a body, in world coordinates.
pub(crate) struct Lever<R> {
    pub(crate) arm: [R; 3],
}

impl<R: Real> LinearIn<R, SpatialFrame, Space> for Lever<R> {
    #[inline(always)]
    fn apply(&self, twist: TwistIn<R>) -> [R; 3] {
        sum(twist.linear, cross(twist.angular, self.arm))
    }
    #[inline(always)]
    fn transpose(&self, force: [R; 3]) -> WrenchIn<R> {
        WrenchIn { force, torque: cross(self.arm, force) }
    }
}
