//! The forces of all elements that stick, at once.

use nalgebra::{Cholesky, DMatrix, DVectorViewMut, SVector};

use crate::EffectiveMass;
use crate::block::{Block, BlockIn, Kind};
use crate::saturated::SaturatedBlock;
use crate::sweep::{Given, Solved};

/// What a direct solution needs; kept so that a step allocates nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Direct {
    /// Rows of the elements that stick, in order.
    rows: Vec<usize>,
    /// `Z⁻¹` of these rows.
    softness: Vec<f64>,
    /// The slip that is to vanish, then the change of force that makes it vanish.
    change: Vec<f64>,
    /// `h A + Z⁻¹` among these rows.
    matrix: Vec<f64>,
}

impl Direct {
    /// Sets the forces of all that stick to the minimum over them, as far as they remain admissible.
    /// Whether there was anything to do.
    pub(crate) fn solve<M: EffectiveMass>(
        &mut self,
        given: &Given<'_, M>,
        most_rows: usize,
        elements: &[Solved],
        force: &mut [f64],
        scratch: &mut [f64],
    ) -> bool {
        self.rows.clear();
        self.softness.clear();
        self.change.clear();
        for element in sticking(elements) {
            element.visit(Gather { given, force, scratch, direct: self });
        }
        // What sticks alone the sweep has solved for.
        let several = sticking(elements).nth(1).is_some();
        if !several || self.rows.len() > most_rows || !self.factorize(given) {
            return false;
        }
        let (mut share, mut first) = (1.0_f64, 0);
        for element in sticking(elements) {
            share = share.min(element.visit(Share { force, change: &self.change[first..] }));
            first += element.axes();
        }
        for (row, change) in self.rows.iter().zip(&self.change) {
            let change = share * change;
            force[*row] += change;
            given.push(*row, &[change], scratch);
        }
        share > 0.0
    }

    /// From the slip to the change of force; whether the matrix is positive, as it must be.
    fn factorize<M: EffectiveMass>(&mut self, given: &Given<'_, M>) -> bool {
        let size = self.rows.len();
        let mut entries = core::mem::take(&mut self.matrix);
        entries.clear();
        for (place, &row) in self.rows.iter().enumerate() {
            for &column in &self.rows {
                entries.push(given.step * given.mass.entry(row, column));
            }
            entries[place * (size + 1)] += self.softness[place];
        }
        match Cholesky::new(DMatrix::from_vec(size, size, entries)) {
            // The next one allocates anew: this does not happen to a host's own masses.
            None => false,
            Some(factor) => {
                factor.solve_mut(&mut DVectorViewMut::from_slice(&mut self.change, size));
                self.matrix = factor.unpack_dirty().data.into();
                self.change.iter().all(|change| change.is_finite())
            }
        }
    }
}

/// The elements that stick by a limit.
fn sticking(elements: &[Solved]) -> impl Iterator<Item = &Solved> {
    elements.iter().filter(|element| !element.slides && element.is_saturated())
}

/// Something done with the block of an element that sticks, whatever its number of axes.
trait Visitor {
    type Result: Default;
    fn visit<const N: usize>(self, first_row: usize, block: &SaturatedBlock<N>) -> Self::Result;
}

impl Solved {
    fn is_saturated(&self) -> bool {
        match &self.block {
            Block::One(block) => matches!(block.kind, Kind::Saturated(_)),
            Block::Two(block) => matches!(block.kind, Kind::Saturated(_)),
            Block::Three(block) => matches!(block.kind, Kind::Saturated(_)),
        }
    }

    fn axes(&self) -> usize {
        match self.block {
            Block::One(_) => 1,
            Block::Two(_) => 2,
            Block::Three(_) => 3,
        }
    }

    fn visit<V: Visitor>(&self, visitor: V) -> V::Result {
        fn of<const N: usize, V: Visitor>(block: &BlockIn<N>, row: usize, v: V) -> V::Result {
            match &block.kind {
                Kind::Saturated(block) => v.visit(row, block),
                _ => V::Result::default(),
            }
        }
        match &self.block {
            Block::One(block) => of(block, self.first_row, visitor),
            Block::Two(block) => of(block, self.first_row, visitor),
            Block::Three(block) => of(block, self.first_row, visitor),
        }
    }
}

/// Notes the rows of an element, and the slip that its present force leaves.
struct Gather<'a, 'g, M> {
    given: &'a Given<'g, M>,
    force: &'a [f64],
    scratch: &'a [f64],
    direct: &'a mut Direct,
}

impl<M: EffectiveMass> Visitor for Gather<'_, '_, M> {
    type Result = ();
    fn visit<const N: usize>(self, first_row: usize, block: &SaturatedBlock<N>) {
        let rows = first_row..first_row + N;
        let force = SVector::<f64, N>::from_column_slice(&self.force[rows.clone()]);
        let slip = block.slip(force, self.given.velocity::<N>(first_row, self.scratch));
        self.direct.rows.extend(rows);
        self.direct.softness.extend(&block.inverse_damping);
        self.direct.change.extend(&slip);
    }
}

/// How much of the change an element admits.
struct Share<'a> {
    force: &'a [f64],
    change: &'a [f64],
}

impl Visitor for Share<'_> {
    type Result = f64;
    fn visit<const N: usize>(self, first_row: usize, block: &SaturatedBlock<N>) -> f64 {
        let force = SVector::<f64, N>::from_column_slice(&self.force[first_row..first_row + N]);
        let change = SVector::<f64, N>::from_column_slice(&self.change[..N]);
        block.admissible_share(force, change)
    }
}
