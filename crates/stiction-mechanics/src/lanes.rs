//! What the kernels of several components share when they are evaluated in lanes: the operations of
//! nalgebra on three numbers, in its order.

use stiction_core::Real;

/// `a x b`.
#[inline(always)]
pub(crate) fn cross<R: Real>(a: [R; 3], b: [R; 3]) -> [R; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Three numbers of a longer list.
#[inline(always)]
pub(crate) fn three<R: Real>(numbers: &[R], first: usize) -> [R; 3] {
    [numbers[first], numbers[first + 1], numbers[first + 2]]
}

/// Position and velocity of a point `arm` away from the origin of a body, in world coordinates.
#[inline(always)]
pub(crate) fn point_motion<R: Real>(body: &[R], arm: [R; 3], motion: &mut [R]) {
    let turning = cross(three(body, 10), arm);
    for axis in 0..3 {
        motion[axis] = body[axis] + arm[axis];
        motion[3 + axis] = body[7 + axis] + turning[axis];
    }
}

/// Wrench at the origin of the body of a force on that point.
#[inline(always)]
pub(crate) fn point_wrench<R: Real>(arm: [R; 3], force: &[R], wrench: &mut [R]) {
    let force = three(force, 0);
    wrench[..3].copy_from_slice(&force);
    wrench[3..6].copy_from_slice(&cross(arm, force));
}
