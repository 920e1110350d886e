//! Elliptic and pyramidal friction cones of 1, 3, 4 and 6 dimensions.

use serde_json::Value;
use stiction::core::Wrench;
use stiction::friction::cone::x_normal::{force_from_x_normal, from_x_normal, to_x_normal};
use stiction::friction::cone::{ContactDimension, ContactFriction, EllipticCone, PyramidalCone};
use stiction::nalgebra::{Matrix6xX, Vector3, Vector6};

use super::json;

/// Tolerance relative to the largest component of the wrench, as stated with the data.
const TOLERANCE: f64 = 1e-12;
/// Rounding of coefficients below 1.
const ROUNDING: f64 = 1e-15;

fn numbers(value: &Value) -> Vec<f64> {
    serde_json::from_value(value.clone()).unwrap()
}

fn rows(value: &Value) -> Vec<Vec<f64>> {
    serde_json::from_value(value.clone()).unwrap()
}

/// Returns (n, t1, t2, torsion, roll 1, roll 2) with as many entries as the dimension of the cone.
fn wrench(value: &Value) -> Wrench {
    let mut components = Vector6::zeros();
    for (component, given) in components.iter_mut().zip(numbers(value)) {
        *component = given;
    }
    from_x_normal(&components)
}

fn friction(form: &Value) -> ContactFriction {
    let dimension = usize::try_from(form["condim"].as_u64().unwrap()).unwrap();
    let mut mu = numbers(&form["mu"]);
    mu.resize(5, 0.0);
    ContactFriction::builder()
        .dimension(ContactDimension::try_from(dimension).unwrap())
        .sliding([mu[0], mu[1]])
        .torsional(mu[2])
        .rolling([mu[3], mu[4]])
        .build()
        .unwrap()
}

fn cones() -> Vec<Value> {
    let cones = json("cones/condim_cones.json")["cones"].as_array().unwrap().clone();
    assert_eq!(cones.len(), 4);
    cones
}

fn of<'a>(form: &'a Value, list: &str) -> &'a Vec<Value> {
    form[list].as_array().unwrap()
}

/// Returns the largest difference, relative to the largest component of `scale`.
fn off(found: &Wrench, expected: &Wrench, scale: &Wrench) -> f64 {
    (to_x_normal(found) - to_x_normal(expected)).amax() / to_x_normal(scale).amax()
}

#[test]
fn rows_and_edges() {
    for form in cones() {
        let (ellipse, pyramid) =
            (EllipticCone::new(friction(&form)), PyramidalCone::new(friction(&form)));
        assert_eq!(Some(ellipse.rows() as u64), form["rows_elliptic"].as_u64());
        assert_eq!(Some(pyramid.rows() as u64), form["rows_pyramidal"].as_u64());
        let edges: Vec<f64> = rows(&form["E_pyramidal"]).into_iter().flatten().collect();
        assert_eq!(pyramid.edges_x_normal(), Matrix6xX::from_row_slice(&edges));
    }
}

#[test]
fn margins_and_nearest_wrenches() {
    let mut count = 0;
    for form in cones() {
        let (ellipse, pyramid) =
            (EllipticCone::new(friction(&form)), PyramidalCone::new(friction(&form)));
        for case in of(&form, "projections") {
            let given = wrench(&case["f"]);
            for (found, name) in [
                (ellipse.margin(&given), "margin_elliptic"),
                (pyramid.margin(&given), "margin_pyramidal"),
            ] {
                let expected = case[name].as_f64().unwrap();
                assert!((found - expected).abs() <= TOLERANCE * expected.abs().max(1.0), "{case}");
            }
            for (nearest, name) in
                [(ellipse.project(&given), "elliptic"), (pyramid.project(&given), "pyramidal")]
            {
                let off = off(&nearest, &wrench(&case[name]), &given);
                assert!(off <= TOLERANCE, "{name} {case}: off by {off:e}");
            }
            count += 1;
        }
    }
    assert_eq!(count, 21);
}

#[test]
fn a_feasible_encoding_where_the_clamped_one_is_none() {
    let mut wrong = 0;
    for form in cones() {
        let cone = PyramidalCone::new(friction(&form));
        for case in of(&form, "encode") {
            let given = wrench(&case["f"]);
            let found = cone.encode(&given).unwrap();
            let expected = numbers(&case["feasible_encode"]);
            assert_eq!(found.len(), expected.len());
            for (found, expected) in found.iter().zip(&expected) {
                assert!(*found >= 0.0 && (found - expected).abs() <= ROUNDING, "{case}");
            }
            assert!(off(&cone.decode(&found).unwrap(), &given, &given) <= ROUNDING);

            // MuJoCo decodes alike, but its encoding clamps.
            let clamped = numbers(&case["mujoco_c_encode"]);
            let decoded = cone.decode(&clamped).unwrap();
            assert!(off(&decoded, &wrench(&case["decode_of_it"]), &given) <= ROUNDING);
            let another = off(&decoded, &given, &given) > 0.1;
            wrong += usize::from(another || clamped.iter().any(|&c| c < 0.0));
        }
    }
    assert_eq!(wrong, 6);
}

#[test]
fn axes_of_the_contact_frame() {
    let frame = &json("cones/condim_cones.json")["frame"];
    let given = Vector6::from_row_slice(&numbers(&frame["w_x"]));
    let expected = numbers(&frame["w_z"]);
    let found = from_x_normal(&given);
    assert_eq!(found.force.as_slice(), &expected[..3]);
    assert_eq!(found.torque.as_slice(), &expected[3..]);
    assert_eq!(to_x_normal(&found), given);
    for (axis, row) in rows(&frame["P_x2z"]).iter().enumerate() {
        for (column, entry) in row.iter().enumerate() {
            let mut unit = Vector3::zeros();
            unit[column] = 1.0;
            assert_eq!(force_from_x_normal(&unit)[axis], *entry);
        }
    }
}
