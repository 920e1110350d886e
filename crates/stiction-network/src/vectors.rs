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
    Eight(Avx512, Avx2),
}

/// Something that can be done for several items side by side.
pub(crate) trait InLanes {
    /// Number of items.
    fn items(&self) -> usize;
    /// With at most as many lanes as there are items.
    fn side_by_side<R: Real>(self, token: R::Token);
    fn one_by_one(self);
}

impl Vectors {
    /// The widest of this machine, but for no more than the given number of lanes.
    pub(crate) fn up_to(lanes: Lanes) -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            let level = Level::new();
            let (four, eight) = (level.as_avx2(), level.as_avx512());
            match (lanes, four, eight) {
                (Lanes::Eight, Some(four), Some(eight)) => return Self::Eight(eight, four),
                (Lanes::Four | Lanes::Eight, Some(four), _) => return Self::Four(four),
                _ => {}
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
            Self::Eight(..) => Lanes::Eight,
        }
    }

    #[inline(always)]
    pub(crate) fn run(self, work: impl InLanes) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Eight(simd, _) if work.items() >= 8 => simd.vectorize(
                #[inline(always)]
                || work.side_by_side::<Eight<Avx512>>(simd),
            ),
            #[cfg(target_arch = "x86_64")]
            Self::Four(simd) | Self::Eight(_, simd) if work.items() >= 4 => simd.vectorize(
                #[inline(always)]
                || work.side_by_side::<Four<Avx2>>(simd),
            ),
            _ => work.one_by_one(),
        }
    }
}
