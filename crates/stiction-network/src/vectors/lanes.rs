//! How many lanes, and what can be done in them.

use stiction_core::Real;

/// How many copies of one mechanism, or laws of a connected one, a network evaluates side by side.
///
/// The results are the same to the bit. A machine without the instructions for a choice uses the next
/// narrower one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Lanes {
    /// One at a time.
    One,
    /// Four, with AVX2.
    Four,
    /// Eight, with AVX-512.
    #[default]
    Eight,
}

/// Something that can be done for several items side by side.
pub(crate) trait InLanes {
    fn run<R: Real>(self, token: R::Token);
}
