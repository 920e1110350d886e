//! Which vector instructions a network steps its copies with.

#[cfg(target_arch = "x86_64")]
use fearless_simd::{Avx2, Avx512, Level, Simd};
use stiction_core::Real;
#[cfg(target_arch = "x86_64")]
use stiction_core::{Eight, Four};

/// How many components of one type a network evaluates side by side.
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

/// The vector instructions in use; without any, one at a time.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Vectors {
    None,
    #[cfg(target_arch = "x86_64")]
    Four(Avx2),
    #[cfg(target_arch = "x86_64")]
    Eight(Avx512),
}

/// Something to do in lanes.
pub(crate) trait InLanes {
    fn run<R: Real>(self, token: R::Token);
}

impl Vectors {
    /// The widest of this machine, but for more than the given number of lanes.
    pub(crate) fn up_to(lanes: Lanes) -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            let level = Level::new();
            if let (Lanes::Eight, Some(simd)) = (lanes, level.as_avx512()) {
                return Self::Eight(simd);
            }
            if let (Lanes::Four | Lanes::Eight, Some(simd)) = (lanes, level.as_avx2()) {
                return Self::Four(simd);
            }
        }
        let _ = lanes;
        Self::None
    }

    pub(crate) const fn lanes(self) -> Lanes {
        match self {
            Self::None => Lanes::One,
            #[cfg(target_arch = "x86_64")]
            Self::Four(_) => Lanes::Four,
            #[cfg(target_arch = "x86_64")]
            Self::Eight(_) => Lanes::Eight,
        }
    }

    /// Runs the work with these instructions; does nothing without any.
    #[inline]
    pub(crate) fn run(self, work: impl InLanes) {
        match self {
            Self::None => {}
            #[cfg(target_arch = "x86_64")]
            Self::Four(simd) => simd.vectorize(
                #[inline(always)]
                || work.run::<Four<Avx2>>(simd),
            ),
            #[cfg(target_arch = "x86_64")]
            Self::Eight(simd) => simd.vectorize(
                #[inline(always)]
                || work.run::<Eight<Avx512>>(simd),
            ),
        }
    }
}
