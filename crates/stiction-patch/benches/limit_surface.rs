//! What pressure fields and limit surfaces cost.
//!
//! `cargo bench -p stiction-patch --bench limit_surface`. The authors' program takes 189 ms for the
//! table with 21 x 21 cells and 20 samples per right angle.

use std::hint::black_box;

use divan::{Bencher, counter::ItemsCount};
use nalgebra::vector;
use stiction_core::PlanarTwist;
use stiction_patch::{
    ContactPatch, Grid, LimitSurface, PressureExponent, SoftFingertip, Surface, steady,
};

fn main() {
    divan::main();
}

fn patch(surface: Surface, side: usize) -> ContactPatch {
    Grid::new(side, 0.02)
        .map_err(Into::into)
        .and_then(|grid| surface.patch(grid))
        .expect("a surface of the paper")
}

fn update(bencher: Bencher<'_, '_>, patch: &ContactPatch, samples: usize) {
    let mut surface = LimitSurface::new(patch, samples).expect("a patch with an extent");
    bencher.bench_local(|| surface.update(black_box(patch)));
}

/// The table by cells along a side, with 20 samples per right angle.
#[divan::bench(args = [5, 9, 13, 17, 21, 25, 29, 33, 101])]
fn table_by_cells(bencher: Bencher<'_, '_>, side: usize) {
    update(bencher, &patch(Surface::Square, side), 20);
}

/// The table by samples per right angle, with 21 x 21 cells.
#[divan::bench(args = [5, 9, 13, 17, 21, 25, 29, 33])]
fn table_by_samples(bencher: Bencher<'_, '_>, samples: usize) {
    update(bencher, &patch(Surface::Square, 21), samples);
}

/// The table of the circle of the figures, 21 x 21 cells and 20 samples per right angle.
#[divan::bench]
fn table_of_the_circle(bencher: Bencher<'_, '_>) {
    update(bencher, &patch(Surface::RasterCircle, 21), 20);
}

/// Twists with centres of rotation in the patch and beside it, in all directions.
fn twists() -> Vec<PlanarTwist> {
    let wave = |k: usize, rate: f64| (k as f64 * rate).sin();
    let twist = |k| PlanarTwist {
        linear: vector![wave(k, 0.013), wave(k, 0.017)] * 0.01,
        angular: wave(k, 0.019),
    };
    (0..1024).map(twist).collect()
}

/// One look-up.
#[divan::bench]
fn look_up(bencher: Bencher<'_, '_>) {
    let patch = patch(Surface::RasterCircle, 21);
    let surface = LimitSurface::new(&patch, 20).expect("a patch with an extent");
    let (radius, twists) = (patch.radius(), twists());
    bencher.counter(ItemsCount::new(twists.len())).bench_local(|| {
        let look_up = |twist| surface.normalized(radius, twist).sum();
        black_box(&twists).iter().map(look_up).sum::<f64>()
    });
}

/// The same, summed up over the cells.
#[divan::bench]
fn steady_state(bencher: Bencher<'_, '_>) {
    let (patch, twists) = (patch(Surface::RasterCircle, 21), twists());
    bencher.counter(ItemsCount::new(twists.len())).bench_local(|| {
        let friction = |twist| steady::coulomb(&patch, twist).torque;
        black_box(&twists).iter().map(friction).sum::<f64>()
    });
}

/// A fingertip under a new load: weights, radius and viscous factor.
#[divan::bench]
fn press(bencher: Bencher<'_, '_>) {
    let mut patch = patch(Surface::RasterCircle, 21);
    let fingertip = SoftFingertip::builder().exponent(PressureExponent::Constant(2.0));
    let fingertip = fingertip.build().expect("a valid exponent");
    bencher.bench_local(|| {
        fingertip.press(&mut patch, black_box(2.0)).expect("a load");
        (patch.radius(), patch.viscous_factor())
    });
}
