//! Degenerate input: without friction, without load, not finite, no polygon, no cone.

use nalgebra::{Matrix2, Vector2, Vector3};
use stiction_core::Vector;
use stiction_friction::cone::{CircularCone, ConeScale, ContactDimension, LinearizedCone};
use stiction_friction::{Disc, Ellipsoid, Full, LimitSet, RegularPolygon, gsat};
use stiction_stability::{ConeRows, ContactPoints, PlacedContact, Placement, Stance};

use super::records;

/// Outcome of an input.
enum Outcome {
    Holds(bool),
    Numbers(Vec<f64>),
    /// NaN: shows that the input has no result.
    Undefined,
    Refused,
}
use Outcome::{Holds, Numbers, Refused, Undefined};

/// Tolerance of each component, relative to it.
const TOLERANCE: f64 = 1e-15;

fn contains(friction: f64, force: [f64; 3]) -> Outcome {
    Holds(CircularCone::new(friction).unwrap().contains(&force.into()))
}

fn project(friction: f64, force: [f64; 3]) -> Outcome {
    numbers(CircularCone::new(friction).unwrap().project(&force.into()))
}

fn numbers(vector: Vector3<f64>) -> Outcome {
    if vector.iter().all(|value| value.is_nan()) {
        Undefined
    } else {
        Numbers(vector.as_slice().to_vec())
    }
}

fn refused<T, E>(result: Result<T, E>) -> Outcome {
    if result.is_err() { Refused } else { Holds(true) }
}

/// Projects a force that no cone may contain.
fn never_inside(force: [f64; 3]) -> Outcome {
    let circular = CircularCone::new(0.5).unwrap();
    let linearized = LinearizedCone::builder().friction(0.5).sides(5).build().unwrap();
    let force = Vector3::from(force);
    if circular.contains(&force) || linearized.contains(&force) {
        return Holds(true);
    }
    assert!(linearized.project(&force).iter().all(|value| value.is_nan()));
    numbers(circular.project(&force))
}

fn sides(sides: usize) -> Outcome {
    let cone = LinearizedCone::builder().friction(0.5).sides(sides);
    let factor = ConeScale::Inner.face_factor(sides);
    if factor.is_nan() { refused(cone.build()) } else { Numbers(vec![factor]) }
}

fn ray() -> LinearizedCone {
    LinearizedCone::builder().friction(0.0).sides(4).build().unwrap()
}

fn pair(vector: Vector2<f64>) -> Outcome {
    Numbers(vector.as_slice().to_vec())
}

/// Returns the force that saturation leaves at a normal force.
fn saturate<V: Vector, S: LimitSet<V>>(set: &S, normal_force: f64, force: V) -> Outcome {
    match set.at(normal_force) {
        Ok(section) => {
            let projected = section.project(&1.0, force);
            Numbers((0..V::LEN).map(|axis| projected.axis(axis)).collect())
        }
        Err(_) => Refused,
    }
}

/// Returns the wrench cone of `count` contacts at points of level ground.
fn points(count: usize) -> Outcome {
    let cone = LinearizedCone::builder().friction(0.5).sides(4).build().unwrap();
    let stance = (0..count).fold(Stance::new(), |stance, k| {
        let place = Placement::level(Vector3::new(k as f64, 0.0, 0.0)).unwrap();
        stance.with_contact(PlacedContact::new(place, ContactPoints::point(), cone))
    });
    // Allowed if the table has an error: equations of components that it cannot transmit come along.
    let cone = stance.wrench_cone().unwrap();
    match cone.rows() {
        ConeRows::Solid { .. } => Holds(true),
        ConeRows::Flat { .. } => Refused,
    }
}

/// Returns the outcome of a row.
fn outcome(id: &str) -> Outcome {
    match id {
        "mu0_in" => contains(0.0, [0.0, 0.0, 1.0]),
        "mu0_out" => contains(0.0, [1e-300, 0.0, 1.0]),
        "mu0_proj" => project(0.0, [1.0, 2.0, 3.0]),
        "mu0_proj_neg" => project(0.0, [1.0, 2.0, -3.0]),
        "mu0_pyr" => numbers(ray().project(&Vector3::new(1.0, 2.0, 3.0))),
        "mu0_faces" => Holds(ray().faces().take(4).all(|row| row.dot(&-Vector3::z()) <= 0.0)),
        "muinf_in" => project(f64::INFINITY, [1.0, 2.0, 3.0]),
        "muinf_neg" => project(f64::INFINITY, [1.0, 2.0, -3.0]),
        "mu1e200" => project(1e200, [1.0, 0.0, -1.0]),
        "mu_neg" => refused(CircularCone::new(-0.5)),
        "mu_nan" => refused(CircularCone::new(f64::NAN)),
        "f_nan" => never_inside([0.1, f64::NAN, 1.0]),
        "f_inf" => never_inside([0.1, 0.1, f64::INFINITY]),
        "f_zero_in" => contains(0.5, [0.0; 3]),
        "n_2" => sides(2),
        "n_0" => sides(0),
        // Not a `usize`: the reader of a file has to say so.
        "n_-4" => refused("-4".parse::<usize>()),
        "n_2.5" => refused("2.5".parse::<usize>()),
        "condim2" => refused(ContactDimension::try_from(2)),
        "condim5" => refused(ContactDimension::try_from(5)),
        "N0_gsat" => saturate(&Disc::new(1.0).unwrap(), 0.0, Vector2::new(3.0, 4.0)),
        "N0_poly" => saturate(&square(), 0.0, Vector2::new(3.0, 4.0)),
        "N0_ell" => saturate(&ellipsoid([0.5, 0.4, 0.01]), 0.0, Vector3::new(3.0, 4.0, 1.0)),
        "Nneg_gsat" => saturate(&Disc::new(1.0).unwrap(), -1.0, Vector2::new(3.0, 4.0)),
        "Nneg_poly" => saturate(&square(), -1.0, Vector2::new(3.0, 4.0)),
        "Nnan_gsat" => saturate(&Disc::new(1.0).unwrap(), f64::NAN, Vector2::new(3.0, 4.0)),
        "gsat_big" => pair(gsat(1.0, Vector2::new(1e200, 1e200))),
        "gsat_tiny" => pair(gsat(1e-210, Vector2::new(1e-200, 1e-200))),
        "axis0" => {
            saturate(&Ellipsoid::new(Vector2::new(1.0, 0.0)).unwrap(), 1.0, Vector2::new(0.5, 3.0))
        }
        "axis_neg" => refused(Ellipsoid::new(Vector2::new(1.0, -0.5))),
        "W_indef" => refused(Full::inverse_of(Matrix2::new(1.0, 2.0, 2.0, 1.0))),
        "cwc_1pt" => points(1),
        "cwc_2pt" => points(2),
        other => panic!("what is {other}?"),
    }
}

fn square() -> RegularPolygon {
    RegularPolygon::new(4, 0.5, 0.0).unwrap()
}

fn ellipsoid(semi_axes: [f64; 3]) -> Ellipsoid<Vector3<f64>> {
    Ellipsoid::new(semi_axes.into()).unwrap()
}

fn agrees(outcome: &Outcome, expected: &str) -> bool {
    match outcome {
        Holds(holds) => expected == if *holds { "True" } else { "False" },
        Numbers(found) => {
            let list = expected.trim_matches(['(', ')']);
            let expected: Vec<f64> =
                list.split(' ').map_while(|number| number.parse().ok()).collect();
            let near = |(f, e): (&f64, &f64)| (f - e).abs() <= TOLERANCE * e.abs();
            found.len() == expected.len() && found.iter().zip(&expected).all(near)
        }
        // The table allows NaN if it has an error for the force.
        Undefined => expected == "NaN" || expected == "error",
        Refused => expected == "error",
    }
}

#[test]
fn every_row_of_the_table() {
    let rows = records("cones/degenerate.csv");
    assert_eq!(rows.len(), 34);
    // Cones give no margin as an angle.
    for row in rows.iter().filter(|row| row["id"] != "f_zero_angle") {
        let (id, expected) = (&*row["id"], &*row["expected"]);
        assert!(agrees(&outcome(id), expected), "{id}: not {expected}");
    }
}
