//! Shapes whose centre of pressure, radius and viscous factor have a closed form, and how fast the
//! grid gets there.

use nalgebra::vector;

use super::*;

const SIZE: f64 = 0.02;

fn grid(side: usize) -> Grid {
    Grid::new(side, SIZE).unwrap()
}

fn close(found: f64, expected: f64) -> bool {
    (found / expected - 1.0).abs() < 1e-12
}

/// Returns the relative errors of `Σ w |ρ|` and u.
fn errors(patch: &ContactPatch, radius: f64, viscous_factor: f64) -> [f64; 2] {
    [patch.plain_radius() / radius, patch.viscous_factor() / viscous_factor]
        .map(|ratio| (ratio - 1.0).abs())
}

/// Returns the mean distance of a rectangle of the given sides from its middle.
fn mean_distance(a: f64, b: f64) -> f64 {
    let d = a.hypot(b);
    d / 6.0 + (a * a / b * ((b + d) / a).ln() + b * b / a * ((a + d) / b).ln()) / 12.0
}

#[test]
fn lines() {
    for side in [1_usize, 5, 21, 101] {
        let n = side as f64;
        for surface in [Surface::Line, Surface::LineX] {
            let line = surface.patch(grid(side)).unwrap();
            assert!(line.center_of_pressure().norm() < 1e-17);
            let radius = SIZE / 4.0 * (1.0 - 1.0 / (n * n));
            let factor = SIZE * SIZE / 12.0 * (1.0 - 1.0 / (n * n));
            assert!((line.plain_radius() - radius).abs() < 1e-16, "{surface}");
            assert!((line.viscous_factor() - factor).abs() < 1e-18, "{surface}");
        }
    }
}

#[test]
fn squares_and_rectangles_converge_with_the_square_of_the_spacing() {
    // (√2 + asinh 1)/6 of the side.
    assert!(close(mean_distance(1.0, 1.0), (2_f64.sqrt() + 1_f64.asinh()) / 6.0));
    let rectangle = |side: usize, a: f64, b: f64, turned: bool| {
        let (a, b) = (a / 2.0, b / 2.0);
        let corners = [vector![-a, -b], vector![a, -b], vector![a, b], vector![-a, b]];
        let corners = corners.map(|c| if turned { nalgebra::Rotation2::new(0.4) * c } else { c });
        Polygon::new(&corners).unwrap().patch(grid(side)).unwrap()
    };
    for (a, b, turned) in
        [(SIZE, SIZE, false), (0.015, SIZE * 8.25 / 27.0, false), (0.015, 0.006, true)]
    {
        let off = |side| {
            let patch = rectangle(side, a, b, turned);
            assert!(patch.center_of_pressure().norm() < 1e-15);
            assert!((patch.radius() / patch.plain_radius() - 1.0).abs() < 0.3 / side as f64);
            errors(&patch, mean_distance(a, b), (a * a + b * b) / 12.0)
        };
        // 9 times as many cells keep a side that is at an eighth of one where it is in its cell.
        for (coarse, fine) in off(27).into_iter().zip(off(243)) {
            let order = (coarse / fine).log(9.0);
            assert!((1.7..2.3).contains(&order), "{a} {b} {turned}: {order}");
        }
    }
}

/// The raster of a rim falls on cells at random: of order 3/2 in the mean over several grids.
#[test]
fn discs_and_rings_converge() {
    for (inner, outer) in [(0.0_f64, 0.0098_f64), (0.005, 0.0093)] {
        let area = outer.powi(2) - inner.powi(2);
        let radius = 2.0 / 3.0 * (outer.powi(3) - inner.powi(3)) / area;
        let factor = (outer.powi(2) + inner.powi(2)) / 2.0;
        let off = |sides: [usize; 8]| {
            let sum = sides.into_iter().fold([0.0; 2], |sum, side| {
                let ring = ContactPatch::ring(grid(side), inner, outer).unwrap();
                assert!(ring.center_of_pressure().norm() < 1e-16);
                let [r, u] = errors(&ring, radius, factor);
                [sum[0] + r * r, sum[1] + u * u]
            });
            sum.map(f64::sqrt)
        };
        let coarse = off([31, 33, 35, 37, 39, 41, 43, 45]);
        let fine = off([301, 317, 333, 349, 365, 381, 397, 413]);
        for (coarse, fine) in coarse.into_iter().zip(fine) {
            let order = (coarse / fine).log10();
            assert!((1.0..2.2).contains(&order), "{inner} {outer}: {order}");
        }
    }
}

#[test]
fn a_pressure_that_rises_along_x() {
    for side in [2_usize, 21, 100] {
        let patch = ContactPatch::from_pressure(grid(side), |x, _| 1.0 + 60.0 * x).unwrap();
        // Mean of x² over the cell centres.
        let square = SIZE * SIZE / 12.0 * (1.0 - 1.0 / (side * side) as f64);
        assert!((patch.center_of_pressure() - vector![60.0 * square, 0.0]).amax() < 1e-16);
        let factor = 2.0 * square - (60.0 * square).powi(2);
        assert!((patch.viscous_factor() - factor).abs() < 1e-18);
    }
}

#[test]
fn fingertips_of_every_exponent() {
    let rim = 8e-3;
    let patch = |exponent, side| {
        let law = SoftFingertip::builder().growth(rim).exponent(exponent).build().unwrap();
        law.patch(grid(side), 1.0).unwrap()
    };
    // A cone (k = 1), Hertz (k = 2), nearly a disc.
    let pi = core::f64::consts::PI;
    for (k, radius, factor, bound) in
        [(1.0, 0.5, 0.3, 1e-4), (2.0, 3.0 * pi / 16.0, 0.4, 1e-4), (1e3, 2.0 / 3.0, 0.5, 2e-3)]
    {
        for exponent in [PressureExponent::Constant(k), PressureExponent::PerLoad(k)] {
            let fine = patch(exponent, 401);
            assert!(fine.center_of_pressure().norm() < 1e-16);
            let off = errors(&fine, radius * rim, factor * rim * rim);
            assert!(off.iter().all(|&off| off < bound), "{k}: {off:?}");
        }
        // A cone and Hertz are continuous at the rim.
        let off = |side| errors(&patch(PressureExponent::Constant(k), side), radius * rim, 1.0)[0];
        if k < 10.0 {
            let order = (off(25) / off(225)).log(9.0);
            assert!(order > 1.4, "{k}: {order}");
        }
    }
}
