//! What it costs to saturate: projections onto limit sets, by set and metric.
//!
//! `cargo bench -p stiction-friction`. A sample projects 1024 random trial forces of twice the size of
//! the set, of which about an eighth is admissible; the figure is for one of them.

use divan::{Bencher, black_box, counter::ItemsCount};
use nalgebra::{SVector, Vector2};
use stiction_friction::{Diagonal, Disc, Ellipsoid, Gain, LimitSet, RegularPolygon};

const FORCES: usize = 1024;

fn main() {
    divan::main();
}

/// Trial forces in all directions, the same in every run.
fn trials<const N: usize>() -> Vec<SVector<f64, N>> {
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut uniform = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    };
    (0..FORCES).map(|_| SVector::from_fn(|_, _| 2.0 * uniform())).collect()
}

fn project<const N: usize, S, G>(bencher: Bencher<'_, '_>, set: &S, gain: &G)
where
    S: LimitSet<SVector<f64, N>>,
    G: Gain<SVector<f64, N>>,
{
    let trials = trials::<N>();
    bencher.counter(ItemsCount::new(FORCES)).bench_local(|| {
        let mut sum = SVector::<f64, N>::zeros();
        for &trial in black_box(&trials) {
            sum += set.saturated(1.0, black_box(gain), trial).unwrap_or(trial);
        }
        sum
    });
}

fn diagonal<const N: usize>() -> Diagonal<SVector<f64, N>> {
    Diagonal::new(SVector::from_fn(|i, _| 1.0 + i as f64)).expect("positive")
}

#[divan::bench]
fn disc(bencher: Bencher<'_, '_>) {
    project::<2, _, _>(bencher, &Disc::new(1.0).expect("valid"), &2.0);
}

#[divan::bench(args = [4, 8, 16, 64, 512, 4096])]
fn regular_polygon(bencher: Bencher<'_, '_>, sides: usize) {
    let polygon = RegularPolygon::new(sides, 1.0, 0.1).expect("valid");
    project::<2, _, _>(bencher, &polygon, &2.0);
}

#[divan::bench(args = [4, 8, 16, 64, 512, 4096])]
fn regular_polygon_diagonal_metric(bencher: Bencher<'_, '_>, sides: usize) {
    let polygon = RegularPolygon::new(sides, 1.0, 0.1).expect("valid");
    project::<2, _, _>(bencher, &polygon, &diagonal());
}

#[divan::bench(consts = [2, 3, 5])]
fn ellipsoid<const N: usize>(bencher: Bencher<'_, '_>) {
    let semi_axes = SVector::<f64, N>::from_fn(|i, _| 1.0 / (1.0 + i as f64));
    project::<N, _, _>(bencher, &Ellipsoid::new(semi_axes).expect("valid"), &2.0);
}

#[divan::bench(consts = [2, 3, 5])]
fn ellipsoid_diagonal_metric<const N: usize>(bencher: Bencher<'_, '_>) {
    let semi_axes = SVector::<f64, N>::from_fn(|i, _| 1.0 / (1.0 + i as f64));
    project::<N, _, _>(bencher, &Ellipsoid::new(semi_axes).expect("valid"), &diagonal());
}

/// The yardstick: shortening a vector of the plane, written out.
#[divan::bench]
fn disc_by_hand(bencher: Bencher<'_, '_>) {
    let trials = trials::<2>();
    bencher.counter(ItemsCount::new(FORCES)).bench_local(|| {
        let mut sum = Vector2::zeros();
        for &trial in black_box(&trials) {
            let size = trial.x.hypot(trial.y);
            sum += if size <= 1.0 { trial } else { trial / size };
        }
        sum
    });
}
