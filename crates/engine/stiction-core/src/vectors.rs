//! Vector instructions of the machine, and work that is done in them.

#[cfg(all(target_arch = "x86_64", feature = "lanes"))]
#[path = "vectors/x86.rs"]
mod instructions;
#[cfg(not(all(target_arch = "x86_64", feature = "lanes")))]
#[path = "vectors/none.rs"]
mod instructions;

pub use instructions::Vectors;

use crate::Real;

/// How many copies of one mechanism, or laws of a connected one, a network evaluates side by side.
///
/// The results are the same to the bit. A machine without the instructions evaluates one at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Lanes {
    /// One at a time.
    One,
    /// Four, with AVX2.
    #[default]
    Four,
}

/// Something that can be done for several items side by side.
pub trait InLanes {
    /// Does it; `R` is a vector register.
    fn run<R: Real>(self, token: R::Token);
}
