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
