//! Properties of every pressure field.

use nalgebra::{Rotation2, vector};
use proptest::prelude::*;

use super::*;

/// Yields fields on small grids, with cells without load.
pub(crate) fn patches() -> impl Strategy<Value = ContactPatch> {
    (2_usize..9).prop_flat_map(|side| {
        let pressure = prop_oneof![Just(0.0), 0.1..10.0_f64];
        prop::collection::vec(pressure, side * side).prop_filter_map("no load", move |field| {
            let mut pressures = field.into_iter();
            let grid = Grid::new(side, 0.02).unwrap();
            ContactPatch::from_pressure(grid, |_, _| pressures.next().unwrap()).ok()
        })
    })
}

/// Returns the pressure field turned by a right angle, counter-clockwise.
pub(crate) fn turned(patch: &ContactPatch) -> ContactPatch {
    let (grid, pressures) = (*patch.grid().unwrap(), patch.pressures());
    let side = grid.side();
    ContactPatch::from_cells(grid, |i, j| pressures[(side - 1 - i) * side + j]).unwrap()
}

proptest! {
    #[test]
    fn weights_add_up_and_the_center_is_among_the_cells(patch in patches()) {
        let total: f64 = patch.weight().iter().sum();
        prop_assert!((total - 1.0).abs() < 1e-14);
        prop_assert!(patch.weight().iter().all(|&weight| weight > 0.0));
        let center = patch.center_of_pressure();
        for (places, center) in [(patch.x(), center.x), (patch.y(), center.y)] {
            let low = places.iter().fold(f64::INFINITY, |low, &x| low.min(x));
            let high = places.iter().fold(f64::NEG_INFINITY, |high, &x| high.max(x));
            prop_assert!((low - 1e-17..=high + 1e-17).contains(&center));
        }
    }

    #[test]
    fn a_turned_patch_has_the_same_radii(patch in patches()) {
        let turned = turned(&patch);
        let center = Rotation2::new(core::f64::consts::FRAC_PI_2) * patch.center_of_pressure();
        prop_assert!((turned.center_of_pressure() - center).amax() < 1e-17);
        prop_assert!((turned.radius() - patch.radius()).abs() < 1e-16);
        prop_assert!((turned.plain_radius() - patch.plain_radius()).abs() < 1e-16);
        prop_assert!((turned.viscous_factor() - patch.viscous_factor()).abs() < 1e-18);
    }

    #[test]
    fn moved_points_have_the_same_radii(
        patch in patches(),
        angle in -3.0..3.0_f64,
        (x, y) in (-0.1..0.1_f64, -0.1..0.1_f64),
    ) {
        let places = patch.x().iter().zip(patch.y()).zip(patch.weight());
        let moved = places.map(|((px, py), weight)| {
            (Rotation2::new(angle) * vector![*px, *py] + vector![x, y], *weight)
        });
        let moved = ContactPatch::from_points(moved).unwrap();
        prop_assert!((moved.radius() - patch.plain_radius()).abs() < 1e-15);
        prop_assert!((moved.viscous_factor() - patch.viscous_factor()).abs() < 1e-16);
    }

    #[test]
    fn only_the_shape_of_the_pressure_counts(patch in patches(), scale in 1e-6..1e6_f64) {
        let mut pressures = patch.pressures().iter();
        let next = |_, _| scale * pressures.next().unwrap();
        let scaled = ContactPatch::from_pressure(*patch.grid().unwrap(), next).unwrap();
        prop_assert_eq!(scaled.len(), patch.len());
        let off = scaled.weight().iter().zip(patch.weight()).map(|(a, b)| (a - b).abs());
        prop_assert!(off.fold(0.0, f64::max) < 1e-15);
    }
}
