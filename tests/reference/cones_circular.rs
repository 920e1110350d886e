//! The circular friction cone: projection, margins, polar and dual cone.

use stiction::friction::cone::CircularCone;
use stiction::nalgebra::Vector3;

use super::{Record, records};

/// Tolerance relative to the largest component of the force; the reference is exact to 2.2e-16.
const TOLERANCE: f64 = 1e-15;

fn cone(row: &Record) -> CircularCone {
    CircularCone::new(row.number("mu")).unwrap()
}

fn force(row: &Record) -> Vector3<f64> {
    Vector3::new(row.number("fx"), row.number("fy"), row.number("fz"))
}

/// Asserts that numbers are equal within the tolerance, or both NaN.
#[track_caller]
fn assert_near(found: f64, expected: f64, tolerance: f64, row: &Record) {
    let same = found == expected || (found.is_nan() && expected.is_nan());
    let near = (found - expected).abs() <= tolerance;
    let input = (row.number("mu"), force(row));
    assert!(same || near, "{found:e} for {expected:e} of {input:?}");
}

#[test]
fn the_nearest_force() {
    let rows = records("cones/coulomb_cone.csv");
    assert_eq!(rows.len(), 126);
    for row in &rows {
        let (nearest, tolerance) = (cone(row).project(&force(row)), TOLERANCE * force(row).amax());
        for (found, name) in nearest.iter().zip(["px", "py", "pz"]) {
            assert_near(*found, row.number(name), tolerance, row);
        }
    }
}

#[test]
fn two_margins() {
    for row in &records("cones/coulomb_cone.csv") {
        let (cone, f) = (cone(row), force(row));
        let largest = f.amax().max(cone.friction() * f.z.abs());
        assert_near(cone.gap(&f), row.number("gap"), TOLERANCE * largest, row);
        assert_near(cone.signed_distance(&f), row.number("sdist"), TOLERANCE * f.amax(), row);
    }
}

#[test]
fn membership_in_the_cone_its_polar_and_its_dual() {
    for row in &records("cones/coulomb_cone.csv") {
        let (cone, f) = (cone(row), force(row));
        let holds = |name: &str| row.word(name) == "1";
        assert_eq!(cone.contains(&f), holds("in_K"), "{:?}", (cone, f));
        assert_eq!(cone.in_polar(&f), holds("in_polar"), "{:?}", (cone, f));
        assert_eq!(cone.in_dual(&f), holds("in_dual"), "{:?}", (cone, f));
        let region = match (cone.contains(&f), cone.in_polar(&f)) {
            (true, _) => "inside",
            (false, true) => "polar",
            (false, false) => "side",
        };
        assert_eq!(region, row.word("region"), "{:?}", (cone, f));
    }
}
