//! A patch sticks and slides without allocating.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use nalgebra::vector;
use stiction_core::{Impedance, Motion, PlanarPose, PlanarTwist, Stage};
use stiction_friction::Loaded;
use stiction_patch::{Grid, StickSlipPatch, Surface};

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
    let both = || {
        for speed in [1e-3, 1.0] {
            let flow = PlanarTwist { linear: vector![speed, 0.0], angular: 50.0 * speed };
            let motion = Motion::new(PlanarPose::default(), flow);
            let mut rate = [0.0; 3];
            let wrench = patch.respond(&Stage::first(0.0, 1e-3), &motion, &[0.0; 3], &mut rate);
            assert!(wrench.force.x < 0.0 && (rate[0] == speed) == (speed < 0.1));
        }
    };
    // The first time may reserve memory.
    both();
    assert_eq!(allocation_counter::measure(both).count_total, 0);
}
