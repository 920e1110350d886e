//! Pressures of soft fingertips and limit surfaces of planar patches. The laboratory compares radii, viscous factors and
//! the steady friction of a line.

use nalgebra::vector;
use stiction::core::{PlanarTwist, PlanarWrench};
use stiction::patch::limit_surface::{ellipsoid, limit_curve};
use stiction::patch::{
    ContactPatch, Grid, LimitSurface, PressureExponent, SoftFingertip, Surface, steady,
};

use super::{Table, records, table};

/// Length of the grid of all patches \[m\].
const SIZE: f64 = 0.02;

fn patch(surface: Surface, side: usize) -> ContactPatch {
    surface.patch(Grid::new(side, SIZE).unwrap()).unwrap()
}

fn data(file: &str) -> Table {
    table(&format!("planar_lugre/{file}"))
}

#[test]
fn fingertips_grow_with_the_load() {
    let grid = Grid::new(21, SIZE).unwrap();
    for record in records("planar_lugre/surface_scalars_fn.csv") {
        let exponent = match record.word("surface") {
            "k2" => PressureExponent::Constant(2.0),
            "k2fn" => PressureExponent::PerLoad(2.0),
            other => panic!("no pressure {other}"),
        };
        let fingertip = SoftFingertip::builder().exponent(exponent).build().unwrap();
        let load = record.number("fn");
        let what = format!("{exponent:?} {load} N");
        let patch = fingertip.patch(grid, load).unwrap();
        for (name, i, j) in [("w_center", 10, 10), ("w_dy4", 10, 14), ("w_dx4dy4", 14, 14)] {
            let (found, expected) = (weight(&patch, i, j), record.number(name));
            let off = (found - expected).abs();
            assert!(off <= 1e-11 * expected, "{what}: {name} off by {off:e}");
        }
    }
}

/// Returns the weight of a cell; zero if the patch has no such cell.
fn weight(patch: &ContactPatch, i: usize, j: usize) -> f64 {
    let grid = patch.grid().unwrap();
    let (x, y) = (grid.center(i), grid.center(j));
    let places = patch.x().iter().zip(patch.y());
    let found = places.zip(patch.weight()).find(|(place, _)| *place == (&x, &y));
    found.map_or(0.0, |(_, weight)| *weight)
}

#[test]
fn limit_curves_of_circle_square_and_line() {
    let reference = data("fig14_limit_curves.csv");
    let [circle, square, line] =
        [Surface::RasterCircle, Surface::Square, Surface::Line].map(|s| patch(s, 101));
    let radius = circle.radius();
    let coulomb = |patch: ContactPatch| move |twist: &_| steady::coulomb(&patch, twist);
    assert_curve(&reference, "circle", 0.0, coulomb(circle));
    assert_curve(&reference, "square", 0.0, coulomb(square));
    assert_curve(&reference, "line_vx", 0.0, coulomb(line.clone()));
    assert_curve(&reference, "line_vy", core::f64::consts::FRAC_PI_2, coulomb(line));
    assert_curve(&reference, "ellipse", 0.0, |twist| ellipsoid(radius, twist));
}

fn assert_curve(
    reference: &Table,
    name: &str,
    direction: f64,
    wrench: impl Fn(&PlanarTwist) -> PlanarWrench,
) {
    let [speed, w] = ["v_t", "w"].map(|name| reference.column(name));
    let force = reference.column(&format!("{name}_ft"));
    let torque = reference.column(&format!("{name}_tau"));
    assert_eq!(force.len(), 300);
    let curve = limit_curve(direction, 0.011, force.len(), wrench);
    for (row, point) in curve.enumerate() {
        let what = format!("{name}, row {row}");
        let (twist, wrench) = (point.twist, point.wrench);
        assert!((twist.linear.norm() - speed[row]).abs() <= 1e-15, "{what}");
        assert!((twist.angular - w[row]).abs() <= 1e-15, "{what}");
        let found = vector![wrench.force.norm(), -wrench.torque];
        let off = (found - vector![force[row], torque[row]]).amax();
        assert!(off <= 1e-10, "{what}: {found:?}, off by {off:e}");
    }
}

#[test]
fn tables_of_circle_and_square() {
    for (surface, file) in [
        (Surface::RasterCircle, "limit_table_circle.csv"),
        (Surface::Square, "limit_table_square.csv"),
    ] {
        let found = LimitSurface::new(&patch(surface, 21), 20).unwrap();
        let reference = data(file);
        let [a, b] = ["i_theta", "i_phi"].map(|name| reference.column(name));
        let columns = ["hx", "hy", "htau"].map(|name| reference.column(name));
        assert_eq!(a.len(), 81 * 21);
        for row in 0..a.len() {
            let h = found.sample_at(a[row] as usize, b[row] as usize).unwrap();
            for (value, column) in h.iter().zip(&columns) {
                let off = (value - column[row]).abs();
                assert!(off <= 1e-10, "{surface} {} {}: off by {off:e}", a[row], b[row]);
            }
        }
    }
}
