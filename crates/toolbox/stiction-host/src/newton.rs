//! The forces of many elements at once: Newton's step for all that stick, and for all that slide along the
//! border of their sets.
//!
//! With the slip `u = b − (h A + Z⁻¹) f` of the present forces, the step s of the minimum of
//! `½ f·(h A + Z⁻¹) f − f·b` is
//!
//! ```text
//! (h A + Z⁻¹) s = u                   rows of elements that stick: their slip is to vanish
//! (h A + Z⁻¹ + λ E) s = u,  n·s = 0   of those that slide: along the border f·E f = 1, n = E f/|E f|
//! ```
//! where `λ = u·f` at the border is the curvature that its bend adds (u = λ E f where all is solved). What
//! slides is brought back to the border after the step, and a step that does not lower the function is
//! taken back: with those of the sweeps no step ever raises it.

use nalgebra::{Cholesky, DMatrix, DVectorViewMut, SVector};

use crate::EffectiveMass;
use crate::block::{Block, BlockIn, Kind};
use crate::saturated::SaturatedBlock;
use crate::sweep::{Given, Solved};

/// Storage of a Newton step; kept so that a step allocates nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Newton {
    /// Rows of the elements that take part, in order.
    rows: Vec<usize>,
    /// Their slip.
    slip: Vec<f64>,
    /// The change of their forces.
    change: Vec<f64>,
    matrix: Vec<f64>,
}

impl Newton {
    /// Makes the step, as far as it is admissible. Whether it was made.
    pub(crate) fn solve<M: EffectiveMass>(
        &mut self,
        given: &Given<'_, M>,
        most_rows: usize,
        elements: &[Solved],
        force: &mut [f64],
        scratch: &mut [f64],
    ) -> bool {
        self.rows.clear();
        self.slip.clear();
        for element in taking_part(elements) {
            element.visit(Gather { given, force, scratch, newton: self });
        }
        // The sweep has already solved for an element that is alone.
        let several = taking_part(elements).nth(1).is_some();
        if !several || self.rows.len() > most_rows || !self.direction(given, elements, force) {
            return false;
        }
        let (mut share, mut place) = (1.0_f64, 0);
        for element in taking_part(elements) {
            let change = &self.change[place..];
            share = share.min(element.visit(Share { force, change, slides: element.slides }));
            place += element.axes();
        }
        place = 0;
        for element in taking_part(elements) {
            let change = &mut self.change[place..][..element.axes()];
            change.iter_mut().for_each(|change| *change *= share);
            element.visit(ToBorder { force, change, slides: element.slides });
            place += element.axes();
        }
        self.apply(given, 1.0, force, scratch);
        if self.rise(given, elements, force, scratch) > 0.0 {
            self.apply(given, -1.0, force, scratch);
            return false;
        }
        true
    }

    /// Solves for the change of force from the slip; returns whether the matrix is positive, as it must be.
    fn direction<M: EffectiveMass>(
        &mut self,
        given: &Given<'_, M>,
        elements: &[Solved],
        force: &[f64],
    ) -> bool {
        let size = self.rows.len();
        let mut matrix = core::mem::take(&mut self.matrix);
        matrix.clear();
        for &row in &self.rows {
            for &column in &self.rows {
                matrix.push(given.step * given.mass.entry(row, column));
            }
        }
        self.change.clear();
        self.change.extend(&self.slip);
        let mut place = 0;
        for element in taking_part(elements) {
            let (slides, change) = (element.slides, &mut self.change[place..]);
            let matrix = &mut matrix;
            element.visit(Own { force, change, matrix, size, place, slides });
            place += element.axes();
        }
        match Cholesky::new(DMatrix::from_vec(size, size, matrix)) {
            // The next factorization allocates anew: the masses of a real host never lead here.
            None => false,
            Some(factor) => {
                factor.solve_mut(&mut DVectorViewMut::from_slice(&mut self.change, size));
                self.matrix = factor.unpack_dirty().data.into();
                self.change.iter().all(|change| change.is_finite())
            }
        }
    }

    fn apply<M: EffectiveMass>(
        &self,
        given: &Given<'_, M>,
        sign: f64,
        force: &mut [f64],
        scratch: &mut [f64],
    ) {
        for (row, change) in self.rows.iter().zip(&self.change) {
            let change = sign * change;
            force[*row] += change;
            given.push(*row, &[change], scratch);
        }
    }

    /// Returns by how much the step that was made has raised the function: minus the mean of the slips before and
    /// after times the step, exactly, because the function is quadratic.
    fn rise<M: EffectiveMass>(
        &mut self,
        given: &Given<'_, M>,
        elements: &[Solved],
        force: &[f64],
        scratch: &[f64],
    ) -> f64 {
        let along = |step: &Self| {
            step.slip.iter().zip(&step.change).map(|(slip, change)| slip * change).sum::<f64>()
        };
        let before = along(self);
        self.rows.clear();
        self.slip.clear();
        for element in taking_part(elements) {
            element.visit(Gather { given, force, scratch, newton: self });
        }
        -0.5 * (before + along(self))
    }
}

/// Returns the elements with a limit that stick, or slide with a direction to find.
fn taking_part(elements: &[Solved]) -> impl Iterator<Item = &Solved> {
    elements.iter().filter(|element| {
        element.visit(TakesPart { slides: element.slides }).is_some_and(|takes_part| takes_part)
    })
}

/// Something done with the block of an element with a limit, whatever its number of axes.
trait Visitor {
    type Result: Default;
    fn visit<const N: usize>(self, first_row: usize, block: &SaturatedBlock<N>) -> Self::Result;
}

impl Solved {
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

struct TakesPart {
    slides: bool,
}

impl Visitor for TakesPart {
    type Result = Option<bool>;
    fn visit<const N: usize>(self, _: usize, block: &SaturatedBlock<N>) -> Option<bool> {
        Some(!self.slides || (N > 1 && block.border().is_some()))
    }
}

/// Notes the rows of an element, and the slip that its present force leaves.
struct Gather<'a, 'g, M> {
    given: &'a Given<'g, M>,
    force: &'a [f64],
    scratch: &'a [f64],
    newton: &'a mut Newton,
}

impl<M: EffectiveMass> Visitor for Gather<'_, '_, M> {
    type Result = ();
    fn visit<const N: usize>(self, first_row: usize, block: &SaturatedBlock<N>) {
        let rows = first_row..first_row + N;
        let force = vector::<N>(&self.force[rows.clone()]);
        let slip = block.slip(force, self.given.velocity::<N>(first_row, self.scratch));
        self.newton.rows.extend(rows);
        self.newton.slip.extend(&slip);
    }
}

/// Adds the own part of an element to the matrix: Z⁻¹ and the bend of its border; leaves in `change` the
/// slip that is to vanish.
struct Own<'a> {
    force: &'a [f64],
    change: &'a mut [f64],
    matrix: &'a mut [f64],
    size: usize,
    place: usize,
    slides: bool,
}

impl Visitor for Own<'_> {
    type Result = ();
    fn visit<const N: usize>(self, first_row: usize, block: &SaturatedBlock<N>) {
        /// How many times stiffer an element is across the border than along it.
        const ACROSS: f64 = 1e6;
        let diagonal = |axis: usize| (self.place + axis) * (self.size + 1);
        for axis in 0..N {
            self.matrix[diagonal(axis)] += block.inverse_damping[axis];
        }
        let Some(border) = block.border().filter(|_| self.slides) else { return };
        let force = vector::<N>(&self.force[first_row..]);
        let slip = vector::<N>(self.change);
        let normal = border.component_mul(&force).normalize();
        let along = slip - normal * normal.dot(&slip);
        self.change[..N].copy_from_slice(along.as_slice());
        let multiplier = slip.dot(&force).max(0.0);
        let across = ACROSS * (0..N).map(|axis| self.matrix[diagonal(axis)]).sum::<f64>();
        for axis in 0..N {
            self.matrix[diagonal(axis)] += multiplier * border[axis];
            for other in 0..N {
                let entry = (self.place + axis) * self.size + self.place + other;
                self.matrix[entry] += across * normal[axis] * normal[other];
            }
        }
    }
}

/// How much of the change an element admits.
struct Share<'a> {
    force: &'a [f64],
    change: &'a [f64],
    slides: bool,
}

impl Visitor for Share<'_> {
    type Result = f64;
    fn visit<const N: usize>(self, first_row: usize, block: &SaturatedBlock<N>) -> f64 {
        let (force, change) = (vector::<N>(&self.force[first_row..]), vector::<N>(self.change));
        match block.border() {
            // The border may be taken as straight no farther than that.
            Some(border) if self.slides => {
                let square = change.dot(&border.component_mul(&change));
                if square > 0.25 { 0.5 / square.sqrt() } else { 1.0 }
            }
            _ => block.admissible_share(force, change),
        }
    }
}

/// Brings the force of an element that slides back to the border.
struct ToBorder<'a> {
    force: &'a [f64],
    change: &'a mut [f64],
    slides: bool,
}

impl Visitor for ToBorder<'_> {
    type Result = ();
    fn visit<const N: usize>(self, first_row: usize, block: &SaturatedBlock<N>) {
        let Some(border) = block.border().filter(|_| self.slides) else { return };
        let force = vector::<N>(&self.force[first_row..]);
        let moved = force + vector::<N>(self.change);
        let gauge = moved.dot(&border.component_mul(&moved)).sqrt();
        self.change.copy_from_slice((moved / gauge - force).as_slice());
    }
}

fn vector<const N: usize>(values: &[f64]) -> SVector<f64, N> {
    SVector::from_column_slice(&values[..N])
}
