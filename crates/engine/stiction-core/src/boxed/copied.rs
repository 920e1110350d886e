//! One wire of each copy of a mechanism in boxes: the state lies in columns, so nothing is turned.
//!
//! ```text
//! set of eight copies   x   column of a port ──Psi──> columns of motions ─┐
//!                       x   columns of the internal states ───────────────┤ law, one call for eight
//!                       dx  columns of their rates <──────────────────────┤
//!                       dx  += columns of efforts <──Psi^T── columns <────┘
//! ```

use core::ops::Range;

use super::Abreast;
use super::abreast::{Call, WiresAbreast};
use crate::lanes::{Block, CAPACITY, LaneColumns, WIDTH, load_columns};
use crate::{Flat, PortDomains, Real, Scalars};

/// One wire of each copy, in sets of eight copies that follow each other.
#[derive(Debug)]
pub struct CopiedWires<'a> {
    /// Where the motions of the ports begin among the columns of a set; beyond them for a port that is no node.
    pub at: &'a [u32],
    /// The motions of all ports, of which those of the ports that are no nodes are read.
    pub fixed: &'a [Block],
    /// Number of copies.
    pub count: usize,
    /// The internal variables among the columns of a set.
    pub own: Range<usize>,
    /// Parameters of their laws and maps.
    pub parameters: &'a LaneColumns<'a>,
    /// Number of columns of a set.
    pub columns: usize,
    /// The state, set after set; lanes without a copy repeat the last one.
    pub x: &'a [Block],
    /// Its rates.
    pub dx: &'a mut [Block],
    /// Room for what eight laws see, and for their efforts.
    pub between: [&'a mut [Block]; 2],
}

impl CopiedWires<'_> {
    /// Returns the columns of the set of a copy.
    #[inline(always)]
    const fn set(&self, copy: usize) -> Range<usize> {
        let start = copy / WIDTH * self.columns;
        start..start + self.columns
    }
}

impl WiresAbreast for CopiedWires<'_> {
    #[inline(always)]
    fn reborrowed(&mut self) -> impl WiresAbreast {
        CopiedWires {
            own: self.own.clone(),
            dx: self.dx,
            between: self.between.each_mut().map(|own| &mut **own),
            ..*self
        }
    }
    #[inline(always)]
    fn between(&mut self) -> [&mut [Block]; 2] {
        self.between.each_mut().map(|own| &mut **own)
    }
    #[inline(always)]
    fn vectors<R: Real>(&self, first: usize) -> usize {
        self.count.saturating_sub(first).div_ceil(R::COUNT)
    }
    #[inline(always)]
    fn gather<F: PortDomains, R: Real>(
        &mut self,
        token: R::Token,
        first: usize,
    ) -> F::MotionsIn<R> {
        let (x, lane) = (&self.x[self.set(first)], first % WIDTH);
        let mut numbers = [R::splat(token, 0.0); CAPACITY];
        let mut done = 0;
        for (at, port) in self.at.iter().zip(F::DOMAINS) {
            let (at, to) = (*at as usize, done + port.motion_len());
            let columns = if at < x.len() { &x[at..] } else { &self.fixed[done..] };
            load_columns(token, &columns[..to - done], lane, &mut numbers[done..to]);
            done = to;
        }
        Scalars::load(&numbers[..done])
    }
    #[inline(always)]
    fn respond<R: Real>(
        &mut self,
        _: R::Token,
        first: usize,
        count: usize,
        Call { law, vectors, stage }: Call<'_>,
    ) -> bool {
        let set = self.set(first);
        let internal = &self.x[set.clone()][self.own.clone()];
        let rate = &mut self.dx[set][self.own.clone()];
        let [parameters, _] = self.parameters.of(first);
        let [motion, effort] = &mut self.between;
        law.respond_abreast(
            stage,
            &mut Abreast { vectors, parameters, count, motion, internal, effort, rate },
        )
    }
    #[inline(always)]
    fn scatter<F: PortDomains, R: Real>(
        &mut self,
        token: R::Token,
        first: usize,
        efforts: F::EffortsIn<R>,
    ) {
        let (set, lane) = (self.set(first), first % WIDTH);
        let mut numbers = [R::splat(token, 0.0); CAPACITY];
        efforts.store(&mut numbers[..F::Efforts::LEN]);
        let dx = &mut self.dx[set];
        let mut done = 0;
        for (at, port) in self.at.iter().zip(F::DOMAINS) {
            let (at, to) = (*at as usize, done + port.flow_len);
            if at < dx.len() {
                let sums = &mut dx[at + port.pose_len..][..port.flow_len];
                for (sum, number) in sums.iter_mut().zip(&numbers[done..to]) {
                    (R::load(token, &sum[lane..]) + *number).store(&mut sum[lane..]);
                }
            }
            done = to;
        }
    }
}
