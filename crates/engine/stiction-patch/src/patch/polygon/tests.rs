//! Polygons whose covered areas one can work out by hand.

use nalgebra::{Rotation2, vector};
use proptest::prelude::*;

use super::*;
use crate::patch::Surface;

fn rectangle(width: f64, height: f64) -> Vec<Vector2<f64>> {
    let (x, y) = (width / 2.0, height / 2.0);
    vec![vector![-x, -y], vector![x, -y], vector![x, y], vector![-x, y]]
}

/// Returns an L of three unit squares, with the corner at the origin.
fn angle_bracket() -> Polygon {
    let corners = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]];
    Polygon::new(&corners.map(Vector2::from)).unwrap()
}

#[test]
fn whole_half_and_empty_cells() {
    let bracket = angle_bracket();
    assert_eq!(bracket.area(), 3.0);
    assert_eq!(bracket.coverage(0.5, 0.5, 1.0), 1.0);
    assert_eq!(bracket.coverage(1.5, 1.5, 1.0), 0.0);
    assert_eq!(bracket.coverage(1.0, 1.0, 2.0), 0.75);
    assert_eq!(bracket.coverage(1.0, 1.0, 1.0), 0.75);
    assert_eq!(bracket.coverage(5.0, 0.5, 1.0), 0.0);
    assert_eq!(bracket.coverage(0.0, 0.5, 1.0), 0.5);
    let triangle =
        Polygon::new(&[vector![0.0, 0.0], vector![1.0, 0.0], vector![0.0, 1.0]]).unwrap();
    assert_eq!(triangle.coverage(0.5, 0.5, 1.0), 0.5);
    // The corner cut off at x + y = 1 of the cell from 0.25 to 0.75.
    assert_eq!(triangle.coverage(0.5, 0.5, 0.5), 0.5);
    // The cell from 0.5 to 1: nothing but a point. From 0.4 to 0.8: a triangle with legs of 0.2.
    assert_eq!(triangle.coverage(0.75, 0.75, 0.5), 0.0);
    assert!((triangle.coverage(0.6, 0.6, 0.4) - 0.02 / 0.16).abs() < 1e-15);
}

#[test]
fn the_whole_grid_is_the_square() {
    let grid = Grid::new(21, 0.02).unwrap();
    let patch = Polygon::new(&rectangle(0.02, 0.02)).unwrap().patch(grid).unwrap();
    let square = Surface::Square.patch(grid).unwrap();
    assert_eq!(patch.len(), 441);
    assert!((patch.radius() / square.radius() - 1.0).abs() < 1e-12);
}

#[test]
fn either_way_round_is_the_same() {
    let mut corners = angle_bracket().vertices().to_vec();
    corners.reverse();
    let reversed = Polygon::new(&corners).unwrap();
    assert_eq!(reversed.area(), 3.0);
    assert_eq!(reversed.coverage(1.0, 1.0, 1.0), 0.75);
}

#[test]
fn sides_that_touch_are_refused() {
    let touches = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 0.0], [0.0, 1.0]].map(Vector2::from);
    let refused = Polygon::new(&touches).unwrap_err().to_string();
    assert_eq!(refused, "Polygon: side = 1 must not cross or touch another side");
    let outside = angle_bracket().patch(Grid::new(21, 0.02).unwrap()).unwrap_err();
    assert_eq!(outside.to_string(), "Polygon: vertices = 2 must be on the grid");
}

/// Yields stars around a point of the grid, usually not convex.
fn stars() -> impl Strategy<Value = Polygon> {
    let radii = prop::collection::vec(1e-3..4e-3_f64, 3..9);
    (radii, -4e-3..4e-3_f64, -4e-3..4e-3_f64, 0.0..6.0_f64).prop_map(|(radii, x, y, angle)| {
        let step = core::f64::consts::TAU / radii.len() as f64;
        let corner = |(k, &radius): (usize, &f64)| {
            vector![x, y] + Rotation2::new(angle + step * k as f64) * vector![radius, 0.0]
        };
        let corners: Vec<_> = radii.iter().enumerate().map(corner).collect();
        Polygon::new(&corners).unwrap()
    })
}

proptest! {
    #[test]
    fn the_cells_cover_the_area_and_its_centroid(star in stars(), side in 1_usize..30) {
        let grid = Grid::new(side, 0.02).unwrap();
        let cell = grid.spacing() * grid.spacing();
        let covered = |(i, j)| star.coverage(grid.center(i), grid.center(j), grid.spacing());
        let area: f64 = grid.cells().map(covered).sum::<f64>() * cell;
        prop_assert!((area / star.area() - 1.0).abs() < 1e-12);
        // Every cell is off by less than half a spacing.
        let corners = star.vertices();
        let mut centroid = Vector2::zeros();
        for k in 1..corners.len() - 1 {
            let (a, b) = (corners[k] - corners[0], corners[k + 1] - corners[0]);
            centroid += (a + b) / 3.0 * (0.5 * a.perp(&b) / star.area());
        }
        centroid += corners[0];
        let center = star.patch(grid).unwrap().center_of_pressure();
        prop_assert!((center - centroid).amax() < 0.5 * grid.spacing());
    }
}
