//! Patches whose numbers one can work out by hand.

use nalgebra::vector;

use super::*;

fn grid(side: usize) -> Grid {
    Grid::new(side, 0.02).unwrap()
}

fn message<T>(result: Result<T, PatchError>) -> String {
    result.err().expect("must be refused").to_string()
}

#[test]
fn three_by_three_cells() {
    let grid = Grid::new(3, 0.03).unwrap();
    // Pressure 3 at the lower left, 1 at the right of the middle row.
    let patch = ContactPatch::from_pressure(grid, |x, y| match (x < -0.005, y < -0.005) {
        (true, true) => 3.0,
        _ if x > 0.005 && y.abs() < 0.005 => 1.0,
        _ => 0.0,
    })
    .unwrap();
    assert_eq!(patch.len(), 2);
    let close = |found: f64, expected: f64| (found - expected).abs() < 1e-17;
    assert!(close(patch.x()[0], -0.01) && close(patch.x()[1], 0.01));
    assert!(close(patch.y()[0], -0.01) && close(patch.y()[1], 0.0));
    assert_eq!(patch.weight(), [0.75, 0.25]);
    let center = patch.center_of_pressure();
    assert!(close(center.x, -0.005) && close(center.y, -0.0075));
    // The cells are √5/4 cm and 3 √5/4 cm from there.
    let mean = (0.75 * 0.25 + 0.25 * 0.75) * 0.01 * 5_f64.sqrt();
    assert!(close(patch.plain_radius(), mean));
    assert!(close(patch.viscous_factor(), (0.75 / 16.0 + 0.25 * 9.0 / 16.0) * 5e-4));
}

#[test]
fn cells_come_row_by_row_in_ascending_order() {
    let patch = ContactPatch::from_pressure(grid(4), |x, y| (x + y).max(0.0)).unwrap();
    let places: Vec<_> = patch.y().iter().zip(patch.x()).collect();
    assert!(places.is_sorted_by(|a, b| a < b));
    assert_eq!(patch.len(), 6);
}

#[test]
fn the_scale_of_the_pressure_counts_only_at_the_end_of_the_numbers() {
    let tiny = ContactPatch::from_pressure(Grid::new(1, 1.0).unwrap(), |_, _| 5e-324);
    assert_eq!(tiny.unwrap_err(), PatchError::Total { total: 5e-324 });
    let small = ContactPatch::from_pressure(grid(5), |_, _| 2_f64.powi(-1000)).unwrap();
    assert_eq!(small, ContactPatch::from_pressure(grid(5), |_, _| 2.0).unwrap());
}

#[test]
fn the_pressures_give_the_same_patch_to_the_bit() {
    let corners = [[-0.01, -0.01], [0.01, -0.004], [0.003, 0.0097]].map(Vector2::from);
    let uneven = |x: f64, y: f64| 0.1 + (300.0 * x).sin().abs() + 7.0 * y.abs();
    let patches = [
        Polygon::new(&corners).unwrap().patch(grid(20)).unwrap(),
        ContactPatch::from_pressure(grid(21), uneven).unwrap(),
    ];
    for patch in &patches {
        let side = patch.grid().unwrap().side();
        let rows: Vec<_> = patch.pressures().chunks(side).rev().collect();
        assert_eq!(ContactPatch::from_rows(0.02, &rows).unwrap(), *patch);
        // The weights do not: they add up to 1 only nearly.
        let total: f64 = patch.weight().iter().sum();
        assert!((total - 1.0).abs() < 1e-14);
    }
    let points = (0..7_u32).map(|i| (Vector2::new(f64::from(i), 0.3), 0.1 + f64::from(i * i)));
    // The second is too little to count.
    let points = points.chain([(Vector2::new(9.0, 9.0), 5e-324)]);
    let loose = ContactPatch::from_points(points).unwrap();
    let places = loose.x().iter().zip(loose.y()).map(|(x, y)| Vector2::new(*x, *y));
    let again = ContactPatch::from_points(places.zip(loose.pressures().iter().copied()));
    assert_eq!((again.unwrap(), loose.len()), (loose, 7));
}

#[test]
fn surfaces_are_found_by_name() {
    assert!(Surface::ALL.iter().all(|surface| surface.to_string().parse() == Ok(*surface)));
}

#[test]
fn a_single_cell_has_no_bars() {
    for surface in Surface::ALL {
        let single = surface.patch(grid(1));
        match surface {
            Surface::Nonconvex1 | Surface::Nonconvex2 => {
                assert_eq!(single.unwrap_err(), PatchError::NoLoad);
            }
            _ => assert_eq!(single.unwrap().weight(), [1.0]),
        }
    }
}

#[test]
fn rings_that_are_none_are_refused() {
    for (inner, outer, text) in [
        (f64::NAN, 5e-3, "ring: inner = NaN must be finite and not negative"),
        (5e-3, 5e-3, "ring: outer = 0.005 must be finite and above the inner radius"),
        (5e-3, 0.011, "ring: outer = 0.011 must be at most half the size of the grid"),
    ] {
        assert_eq!(message(ContactPatch::ring(grid(21), inner, outer)), text);
    }
    // Between the centre and the next cells.
    let thin = ContactPatch::ring(grid(21), 1e-4, 2e-4);
    assert_eq!(thin.unwrap_err(), PatchError::NoLoad);
}

#[test]
fn fingertips_are_checked() {
    let law = SoftFingertip::builder();
    let fingertip = law.exponent(PressureExponent::PerLoad(2.0)).build().unwrap();
    for bad in [0.0, -2.0, f64::NAN] {
        let growth = SoftFingertip::builder().growth(bad);
        let growth = growth.exponent(PressureExponent::Constant(2.0)).build();
        assert_eq!(growth.unwrap_err().parameter, "growth");
    }
    // No cell centre within the radius: an even grid has none in the middle.
    assert_eq!(fingertip.patch(grid(20), 1e-6).unwrap_err(), PatchError::NoLoad);
}

#[test]
fn points_far_away_are_refused() {
    let far = message(ContactPatch::from_points([(vector![-2e6, 0.0], 1.0)]));
    assert_eq!(far, "point: x = -2000000 must be finite and at most 1000 km");
}

#[test]
fn points_share_the_load() {
    let places = [vector![0.0, 0.3], vector![0.0, -0.1], vector![9.0, 9.0]];
    let patch = ContactPatch::from_points(places.into_iter().zip([1.0, 3.0, 0.0])).unwrap();
    assert_eq!((patch.len(), patch.grid()), (2, None));
    assert_eq!(patch.weight(), [0.25, 0.75]);
    assert!(patch.center_of_pressure().norm() < 1e-16);
    assert_eq!(patch.radius(), patch.plain_radius());
    assert!((patch.radius() - 0.15).abs() < 1e-16);
    assert!((patch.viscous_factor() - (0.25 * 0.09 + 0.75 * 0.01)).abs() < 1e-17);
}

/// However many characters a number takes.
#[test]
fn a_table_is_read_to_its_end() {
    let row = format!("{}\n", ["1.000000000000000000000000000000000000000"; 64].join(","));
    let patch = ContactPatch::from_csv(0.02, row.repeat(64).as_bytes()).unwrap();
    assert_eq!(patch.len(), 64 * 64);
}

#[test]
fn a_table_is_text() {
    let not_text = ContactPatch::from_csv(0.02, &[0xff, 0xfe][..]);
    assert!(message(not_text).starts_with("cannot read the pressures: "));
}
