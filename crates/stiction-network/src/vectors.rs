//! Which vector instructions a network evaluates several components with.

use fearless_simd::Level;
#[cfg(target_arch = "x86_64")]
use fearless_simd::{Avx2, Avx512, Simd};
use stiction_core::Real;
#[cfg(target_arch = "x86_64")]
use stiction_core::lanes::{Eight, Four};

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

/// Vector instructions for a number of lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Vectors {
    #[cfg(target_arch = "x86_64")]
    Four(Avx2),
    #[cfg(target_arch = "x86_64")]
    Eight(Avx512),
}

/// Something that can be done for several items side by side.
pub(crate) trait InLanes {
    fn run<R: Real>(self, token: R::Token);
}

impl Vectors {
    #[inline(always)]
    pub(crate) fn run(self, work: impl InLanes) {
        match self {
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

/// The vector instructions that a network uses, widest first.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Machine {
    eight: Option<Vectors>,
    four: Option<Vectors>,
}

impl Machine {
    /// What this machine has for no more than the given number of lanes.
    pub(crate) fn up_to(lanes: Lanes) -> Self {
        let level = Level::new();
        #[cfg(target_arch = "x86_64")]
        {
            let eight = level.as_avx512().filter(|_| lanes >= Lanes::Eight).map(Vectors::Eight);
            let four = level.as_avx2().filter(|_| lanes >= Lanes::Four).map(Vectors::Four);
            Self { eight, four }
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            let _ = (lanes, level);
            Self::default()
        }
    }

    pub(crate) const fn lanes(self) -> Lanes {
        match (self.eight, self.four) {
            (Some(_), _) => Lanes::Eight,
            (None, Some(_)) => Lanes::Four,
            (None, None) => Lanes::One,
        }
    }

    /// For so many copies.
    #[inline(always)]
    pub(crate) fn for_copies(self, copies: usize) -> Option<Vectors> {
        self.eight.filter(|_| copies > 4).or(self.four).or(self.eight)
    }
}
