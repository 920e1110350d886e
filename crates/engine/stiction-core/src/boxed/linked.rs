//! Wires of one connected mechanism in boxes: their numbers lie in rows, wire after wire.
//!
//! ```text
//! x   ──> rows of the ports ──> columns ──Psi──> columns of motions ─┐
//! x   ──> rows of the internal states ─────────> columns ────────────┤ law, one call for eight
//! dx  <── rows of their rates <───────────────── columns <───────────┤
//! dx  <── rows of efforts <──── columns <─Psi^T─ columns of efforts <┘
//! ```

use super::Abreast;
use super::abreast::{Call, WiresAbreast};
use crate::ends::{EffortSums, WireEnds};
use crate::lanes::rows::{load_rows, to_columns, to_rows};
use crate::lanes::{Block, CAPACITY, LaneColumns, WIDTH};
use crate::{Flat, PortDomains, Real, Scalars};

/// Wires of one connected mechanism, one after the other.
#[expect(missing_debug_implementations, reason = "it has a closure")]
pub struct LinkedWires<'a> {
    /// Their ends, wire after wire, and the state. Efforts are added in this order.
    pub ends: WireEnds<'a>,
    /// Number of wires.
    pub count: usize,
    /// Where the internal variables of the first one begin in the state.
    pub own: usize,
    /// Parameters of their laws and maps.
    pub parameters: &'a LaneColumns<'a>,
    /// The rates of the state.
    pub dx: &'a mut [f64],
    /// Room for what eight laws see, and for their efforts.
    pub between: [&'a mut [Block]; 2],
    /// Room for the internal states of eight laws, and for their rates.
    pub internal: [&'a mut [Block]; 2],
}

impl WiresAbreast for LinkedWires<'_> {
    #[inline(always)]
    fn reborrowed(&mut self) -> impl WiresAbreast {
        LinkedWires {
            dx: self.dx,
            between: self.between.each_mut().map(|own| &mut **own),
            internal: self.internal.each_mut().map(|own| &mut **own),
            ..*self
        }
    }
    #[inline(always)]
    fn between(&mut self) -> [&mut [Block]; 2] {
        self.between.each_mut().map(|own| &mut **own)
    }
    #[inline(always)]
    fn vectors<R: Real>(&self, first: usize) -> usize {
        // Wires that fill no vector are left alone: lanes that repeat one would add its efforts again.
        (self.count - first) / R::COUNT
    }
    #[inline(always)]
    fn gather<F: PortDomains, R: Real>(
        &mut self,
        token: R::Token,
        first: usize,
    ) -> F::MotionsIn<R> {
        let (ports, len) = (F::DOMAINS.len(), F::Motions::LEN);
        let mut numbers = [R::splat(token, 0.0); CAPACITY];
        let numbers = &mut numbers[..len];
        // All of it is written, so the compiler keeps it in registers.
        let mut rows = [0.0; CAPACITY * WIDTH];
        let rows = &mut rows[..R::COUNT * len];
        // Plain loops, here and below: an iterator of two slices is not always inlined.
        let all = &self.ends.at[first * ports..][..R::COUNT * ports];
        for wire in 0..R::COUNT {
            let at = &all[wire * ports..][..ports];
            F::gather(&WireEnds { at, ..self.ends }).store(&mut rows[wire * len..][..len]);
        }
        load_rows(token, rows, numbers);
        Scalars::load(numbers)
    }
    #[inline(always)]
    fn respond<R: Real>(
        &mut self,
        token: R::Token,
        first: usize,
        count: usize,
        Call { law, vectors, stage }: Call<'_>,
    ) -> bool {
        let LinkedWires { ends, own, parameters, dx, between, internal, .. } = self;
        let [parameters, _] = parameters.of(first);
        let ([motion, effort], [internal, rate]) = (between, internal);
        let len = internal.len();
        let own = *own + first * len;
        // Plain loops, here and in the law: an iterator of steps costs more than a vector of a small law.
        let (mut lane, mut rows) = (0, &ends.x[own..]);
        while lane < count {
            to_columns::<R>(token, rows, internal, lane);
            (lane, rows) = (lane + R::COUNT, &rows[R::COUNT * len..]);
        }
        let applies = law.respond_abreast(
            stage,
            &mut Abreast { vectors, parameters, count, motion, internal, effort, rate },
        );
        // Nothing is written to `dx` before all lanes have answered, so that the plain form can still take over.
        if applies {
            let (mut lane, mut rows) = (0, &mut dx[own..]);
            while lane < count {
                to_rows::<R>(token, rate, lane, rows);
                (lane, rows) = (lane + R::COUNT, &mut rows[R::COUNT * len..]);
            }
        }
        applies
    }
    #[inline(always)]
    fn scatter<F: PortDomains, R: Real>(
        &mut self,
        token: R::Token,
        first: usize,
        efforts: F::EffortsIn<R>,
    ) {
        let (ports, len) = (F::DOMAINS.len(), F::Efforts::LEN);
        let mut numbers = [R::splat(token, 0.0); CAPACITY];
        let numbers = &mut numbers[..len];
        efforts.store(numbers);
        // Wire after wire, as in the plain form: several may add to one body, and the order of a sum decides its bits.
        let LinkedWires { ends, dx, .. } = self;
        let all = &ends.at[first * ports..][..R::COUNT * ports];
        for wire in 0..R::COUNT {
            let at = &all[wire * ports..][..ports];
            let mut row = [0.0; CAPACITY];
            let row = &mut row[..len];
            for i in 0..len {
                row[i] = numbers[i].lane(wire);
            }
            F::scatter(&Flat::load(row), &mut EffortSums { at, dx });
        }
    }
}
