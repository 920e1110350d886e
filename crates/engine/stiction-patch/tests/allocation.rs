//! A patch changes its shape and load without allocating while a simulation runs.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use nalgebra::vector;
use stiction_core::{Impedance, Motion, PlanarPose, PlanarTwist, Stage};
use stiction_friction::Loaded;
use stiction_patch::{
    Grid, LimitSurface, Polygon, PressureExponent, SoftFingertip, StickSlipPatch, Surface, steady,
};

/// Returns the allocations of the second call; the first may reserve memory.
fn allocations(mut change: impl FnMut()) -> u64 {
    change();
    allocation_counter::measure(change).count_total
}

#[test]
fn new_pressures_allocate_nothing() {
    let grid = Grid::new(21, 0.02).unwrap();
    let mut patch = Surface::Line.patch(grid).unwrap();
    let corners = [vector![-0.01, -0.01], vector![0.01, -0.005], vector![0.0, 0.01]];
    let triangle = Polygon::new(&corners).unwrap();
    let law = SoftFingertip::builder().exponent(PressureExponent::PerLoad(2.0)).build().unwrap();
    let count = allocations(|| {
        patch.set_pressure(|x, y| 1.0 + 30.0 * x - 40.0 * y).unwrap();
        patch.set_pressure(|x, y| triangle.coverage(x, y, grid.spacing())).unwrap();
        for load in [0.2, 10.0, 1.0] {
            law.press(&mut patch, load).unwrap();
        }
        assert!(patch.radius() > 1e-3 && patch.viscous_factor() > 1e-6);
    });
    assert_eq!(count, 0);
}

#[test]
fn a_new_table_allocates_nothing() {
    let grid = Grid::new(21, 0.02).unwrap();
    let patches = [Surface::Square, Surface::Line].map(|surface| surface.patch(grid).unwrap());
    let mut surface = LimitSurface::new(&patches[0], 10).unwrap();
    let twist = PlanarTwist { linear: vector![0.002, 0.001], angular: 0.3 };
    let count = allocations(|| {
        for patch in &patches {
            surface.update(patch).unwrap();
            let radius = patch.radius();
            assert!(surface.normalized(radius, &twist).z < 0.0);
            assert!(steady::coulomb(patch, &twist).torque < 0.0);
        }
    });
    assert_eq!(count, 0);
}

#[test]
fn a_patch_that_sticks_and_slides_allocates_nothing() {
    let patch = Loaded::new(
        StickSlipPatch::builder()
            .patch(Surface::Square.patch(Grid::new(21, 0.02).unwrap()).unwrap())
            .friction(0.5)
            .stiffness(1e4)
            .torsional_stiffness(0.5)
            .damping(20.0)
            .torsional_damping(2e-3)
            .build()
            .unwrap(),
        4.0,
    )
    .unwrap();
    let count = allocations(|| {
        for speed in [1e-3, 1.0] {
            let flow = PlanarTwist { linear: vector![speed, 0.0], angular: 50.0 * speed };
            let motion = Motion::new(PlanarPose::default(), flow);
            let mut rate = [0.0; 3];
            let wrench = patch.respond(&Stage::first(0.0, 1e-3), &motion, &[0.0; 3], &mut rate);
            assert!(wrench.force.x < 0.0 && (rate[0] == speed) == (speed < 0.1));
        }
    });
    assert_eq!(count, 0);
}
