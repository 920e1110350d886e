//! The sums over the cells of a patch, in three arithmetics that agree.
//!
//! One body is written over a [`Real`] (a number or eight of them) and compiled for scalars and for
//! vectors of 8 cells. Cell i always adds to accumulator i mod 8, and the eight are added in a fixed
//! order, so the width of the machine's vectors does not show:
//!
//! | [`Arithmetic`] | runs on | result |
//! |---|---|---|
//! | `Plain` | one cell at a time | the oracle |
//! | `Exact` | SSE2, AVX2, AVX-512 or NEON, found at run time | that of `Plain` to the bit |
//! | `Fast` | the same, with fused multiply-add if there is one | within [`FAST_ULPS`] of it |
//!
//! 2^x and sin are polynomials of this crate (`elementary`), a few ulp from the true value, because
//! those of the system differ between systems and do not vectorise.

mod cell;
mod elementary;
mod rim;
#[cfg(test)]
mod tests;

pub(crate) use cell::{CellLaw, CellMotion};
pub(crate) use rim::rim_relaxation;

use cell::cell;
use fearless_simd::{Level, dispatch};
use stiction_core::lanes::{Eight, Fused};
use stiction_core::{Describe, Real};

/// Number of accumulators, and of cells in a vector.
const LANES: usize = 8;

/// Bound on the difference between [`Arithmetic::Fast`] and [`Arithmetic::Exact`], in units of
/// `f64::EPSILON/(1 − s_ba)` of the scale.
///
/// For a cell at ρ, where the patch moves with V and ω and `k = σ₀/μ_C`:
///
/// | result | scale |
/// |---|---|
/// | rate of its bristle | `R = (1 + k \|z\|) (1 + k τ s) s`, with `s = \|V\| + \|ω\| \|ρ\|` |
/// | force, per normal force | `Σ w (σ₀ \|z\| + σ₁ R)` |
/// | torque, per normal force | `Σ w \|ρ\| (σ₀ \|z\| + σ₁ R)` |
pub const FAST_ULPS: f64 = 4.0;

/// How the sums over the cells of a patch are computed.
///
/// See the [module](self).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Describe)]
#[non_exhaustive]
pub enum Arithmetic {
    /// One cell at a time: slow, to compare with.
    Plain,
    /// Several cells at a time: the same bits on every machine, and as one cell at a time.
    ///
    /// Vectorised without fused operations.
    #[default]
    Exact,
    /// With fused multiply-add where the machine has it: the fastest; the last bits depend on the machine.
    Fast,
}

/// The cells of a patch and the deflections of their bristles, all slices of one length.
#[derive(Debug)]
pub(crate) struct Cells<'a> {
    /// Position relative to the patch frame \[m\].
    pub(crate) x: &'a [f64],
    pub(crate) y: &'a [f64],
    /// Share of the normal force.
    pub(crate) weight: &'a [f64],
    /// Deflection \[m\].
    pub(crate) zx: &'a [f64],
    pub(crate) zy: &'a [f64],
    /// Rate of the deflection \[m/s\], written.
    pub(crate) zx_rate: &'a mut [f64],
    pub(crate) zy_rate: &'a mut [f64],
}

/// `Σ w t` and `Σ w ρ × t` with `t = σ₀ z + σ₁ ż`, per normal force; over σ₀ while they are summed up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Sums<R> {
    pub(crate) x: R,
    pub(crate) y: R,
    pub(crate) torque: R,
}

/// Evaluates the rates of all bristles and the wrench that they transmit.
pub(crate) fn evaluate(
    arithmetic: Arithmetic,
    law: &CellLaw,
    motion: &CellMotion,
    cells: &mut Cells<'_>,
) -> Sums<f64> {
    match arithmetic {
        Arithmetic::Plain => plain(law, motion, cells),
        Arithmetic::Exact => exact(Level::new(), law, motion, cells),
        Arithmetic::Fast => fast(Level::new(), law, motion, cells),
    }
}

fn exact(level: Level, law: &CellLaw, motion: &CellMotion, cells: &mut Cells<'_>) -> Sums<f64> {
    dispatch!(level, simd => packed::<Eight<_>>(simd, law, motion, cells))
}

fn fast(level: Level, law: &CellLaw, motion: &CellMotion, cells: &mut Cells<'_>) -> Sums<f64> {
    dispatch!(level, simd => packed::<Fused<_>>(simd, law, motion, cells))
}

/// Evaluates as the oracle does: the same operations, one cell after the other.
fn plain(law: &CellLaw, motion: &CellMotion, cells: &mut Cells<'_>) -> Sums<f64> {
    let mut sums = [Sums { x: 0.0, y: 0.0, torque: 0.0 }; LANES];
    for i in 0..cells.x.len() {
        let sum = &mut sums[i % LANES];
        let position = [cells.x[i], cells.y[i]];
        let deflection = [cells.zx[i], cells.zy[i]];
        let rate = cell(law, motion, position, cells.weight[i], deflection, sum);
        [cells.zx_rate[i], cells.zy_rate[i]] = rate;
    }
    total(law, sums.map(|s| s.x), sums.map(|s| s.y), sums.map(|s| s.torque))
}

/// Evaluates eight cells at a time; those missing in the last block have no weight.
#[inline(always)]
fn packed<R: Real>(
    token: R::Token,
    law: &CellLaw,
    motion: &CellMotion,
    cells: &mut Cells<'_>,
) -> Sums<f64> {
    let zero = R::splat(token, 0.0);
    let mut sums = Sums { x: zero, y: zero, torque: zero };
    let (x, x_rest) = cells.x.as_chunks::<LANES>();
    let (y, y_rest) = cells.y.as_chunks::<LANES>();
    let (weight, weight_rest) = cells.weight.as_chunks::<LANES>();
    let (zx, zx_rest) = cells.zx.as_chunks::<LANES>();
    let (zy, zy_rest) = cells.zy.as_chunks::<LANES>();
    let (zx_rate, zx_rate_rest) = cells.zx_rate.as_chunks_mut::<LANES>();
    let (zy_rate, zy_rate_rest) = cells.zy_rate.as_chunks_mut::<LANES>();
    let load = |block: &[f64; LANES]| R::load(token, block);
    let inputs = x.iter().zip(y).zip(weight).zip(zx).zip(zy);
    for (((((x, y), w), zx), zy), (x_rate, y_rate)) in inputs.zip(zx_rate.iter_mut().zip(zy_rate)) {
        let position = [load(x), load(y)];
        let rate = cell(law, motion, position, load(w), [load(zx), load(zy)], &mut sums);
        rate[0].store(x_rate);
        rate[1].store(y_rate);
    }
    let rest = x_rest.len();
    if rest > 0 {
        let padded = |part: &[f64]| {
            let mut block = [0.0; LANES];
            block[..rest].copy_from_slice(part);
            load(&block)
        };
        let position = [padded(x_rest), padded(y_rest)];
        let deflection = [padded(zx_rest), padded(zy_rest)];
        let rate = cell(law, motion, position, padded(weight_rest), deflection, &mut sums);
        zx_rate_rest.copy_from_slice(&numbers(rate[0])[..rest]);
        zy_rate_rest.copy_from_slice(&numbers(rate[1])[..rest]);
    }
    total(law, numbers(sums.x), numbers(sums.y), numbers(sums.torque))
}

/// Returns the numbers of eight lanes.
#[inline(always)]
fn numbers<R: Real>(lanes: R) -> [f64; LANES] {
    let mut numbers = [0.0; LANES];
    lanes.store(&mut numbers);
    numbers
}

/// Adds the accumulators in pairs.
#[inline(always)]
fn total(law: &CellLaw, x: [f64; LANES], y: [f64; LANES], torque: [f64; LANES]) -> Sums<f64> {
    let sum = |a: [f64; LANES]| {
        law.stiffness * (((a[0] + a[4]) + (a[2] + a[6])) + ((a[1] + a[5]) + (a[3] + a[7])))
    };
    Sums { x: sum(x), y: sum(y), torque: sum(torque) }
}
