//! Items side by side in sets: what goes into the kernel of one component after the other.
//!
//! Eight items are a *set*: one block of eight numbers for every scalar. A kernel takes several sets in one
//! call, so that what a call costs is shared by all their items:
//!
//! ```text
//!             set 0                        set 1
//! motion      | pose of 0..8 | flow of 0..8 | pose of 8..16 | flow of 8..16 | ...   Columns, stride 2
//! internal    | z of 0..8 | (others) ...    | z of 8..16 | (others) ...             Columns, larger stride
//! parameters  | stiffness of 0..8 | ...     | where starts[1] says                  shared where equal
//! ```
//!
//! A kernel that does not apply to an item refuses the lanes in which it is; they are then evaluated in
//! the plain form.

use crate::lanes::{Block, Column, WIDTH};
use crate::vectors::Vectors;
use crate::{LaneValues, Real};

/// Most sets in one call.
pub const MOST_SETS: usize = 16;

/// Items side by side, and the parameters of one of their components.
#[derive(Clone, Copy, Debug)]
pub struct Sets<'a> {
    /// Instructions to evaluate them with.
    pub vectors: Vectors,
    /// Number of the items, in at most [`MOST_SETS`]; the last set may be short.
    pub count: usize,
    /// All parameters.
    pub parameters: &'a [Column],
    /// Where those of each set begin.
    pub starts: &'a [u32],
    /// Where those of the component begin among those of the set.
    pub first: usize,
}

impl Sets<'_> {
    /// Calls `f` with the set, its first lane and the parameters for so many lanes as `R` has after the other,
    /// and notes where it refuses. The closure must be `#[inline(always)]`.
    #[inline(always)]
    pub(crate) fn each<R: Real>(
        &self,
        token: R::Token,
        mut f: impl FnMut(usize, usize, LaneValues<'_, R>) -> bool,
    ) -> Refused {
        let mut refused = Refused::default();
        for (set, start) in self.starts.iter().enumerate() {
            let parameters = &self.parameters[*start as usize + self.first..];
            let mut lane = 0;
            while lane < WIDTH && set * WIDTH + lane < self.count {
                if !f(set, lane, LaneValues::new(token, parameters, lane)) {
                    refused.0 |= Refused::bit(set, lane);
                }
                lane += R::COUNT;
            }
        }
        refused
    }
}

/// Lanes that a kernel does not apply to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Refused(u32);

impl Refused {
    const fn bit(set: usize, lane: usize) -> u32 {
        1 << (2 * set + lane / 4)
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether those from a lane of a set on are among them, or all of the set.
    #[must_use]
    pub const fn has(self, set: usize, lane: usize) -> bool {
        self.0 & Self::bit(set, lane) != 0
    }

    /// These and those.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Numbers of sets: those of a set are the first ones of its stride.
#[derive(Clone, Copy, Debug)]
pub struct Columns<'a> {
    /// From the first number of the first set on.
    pub blocks: &'a [Block],
    /// Number of blocks from one set to the next.
    pub stride: usize,
}

impl<'a> Columns<'a> {
    /// Those with so many blocks from one set to the next.
    #[must_use]
    pub const fn new(blocks: &'a [Block], stride: usize) -> Self {
        Self { blocks, stride }
    }

    /// Reads some of the lanes of a set.
    #[inline(always)]
    pub(crate) fn load<R: Real>(&self, token: R::Token, (set, lane): (usize, usize), to: &mut [R]) {
        let blocks = &self.blocks[set * self.stride..][..to.len()];
        for (number, block) in to.iter_mut().zip(blocks) {
            *number = R::load(token, &block[lane..]);
        }
    }
}

/// The same, to be written.
#[derive(Debug)]
pub struct ColumnsMut<'a> {
    /// From the first number of the first set on.
    pub blocks: &'a mut [Block],
    /// Number of blocks from one set to the next.
    pub stride: usize,
    /// Whether what is written is added to what is there.
    pub adds: bool,
}

impl<'a> ColumnsMut<'a> {
    /// Those with so many blocks from one set to the next, to be written over.
    #[must_use]
    pub const fn new(blocks: &'a mut [Block], stride: usize) -> Self {
        Self { blocks, stride, adds: false }
    }

    /// Writes some of the lanes of a set.
    #[inline(always)]
    pub(crate) fn store<R: Real>(
        &mut self,
        token: R::Token,
        (set, lane): (usize, usize),
        from: &[R],
    ) {
        let blocks = &mut self.blocks[set * self.stride..][..from.len()];
        for (number, block) in from.iter().zip(blocks) {
            let to = &mut block[lane..];
            let sum = if self.adds { R::load(token, to) + *number } else { *number };
            sum.store(to);
        }
    }
}
