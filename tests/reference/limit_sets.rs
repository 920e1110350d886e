//! Saturation as a projection, for each set and metric against values of 50 digits.

use serde_json::Value;
use stiction::friction::cone::{ConeScale, LinearizedCone};
use stiction::friction::{Disc, Ellipsoid, Full, LimitSet, PointSupports, RegularPolygon};
use stiction::nalgebra::{SMatrix, SVector, Vector2, Vector3};

use super::json;

/// Accuracy of the data relative to the trial force; that of the patch was found by iteration.
const TOLERANCE: f64 = 1e-12;
const PATCH_TOLERANCE: f64 = 1e-8;

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

fn vector<const N: usize>(value: &Value) -> SVector<f64, N> {
    assert_eq!(value.as_array().unwrap().len(), N);
    SVector::from_fn(|i, _| number(&value[i]))
}

/// Compares the projected force and its slip with a row.
fn check<const N: usize>(case: &Value, set: &impl LimitSet<SVector<f64, N>>, tolerance: f64) {
    let weights = SMatrix::<f64, N, N>::from_fn(|i, k| number(&case["W"][i][k]));
    let (trial, normal_force) = (vector::<N>(&case["f_star"]), number(&case["N"]));
    let section = set.at(normal_force).unwrap();
    let force = section.project(&Full::inverse_of(weights).unwrap(), trial);
    let scale = tolerance * trial.norm();
    assert!((force - vector::<N>(&case["f"])).amax() <= scale, "{case}: {force}");
    let slip = weights * (trial - force);
    let largest = weights.amax();
    assert!((slip - vector::<N>(&case["slip_u"])).amax() <= scale * largest, "{case}: {slip}");
    let power = force.dot(&slip);
    let expected = number(&case["power_f_dot_u"]);
    assert!((power - expected).abs() <= scale * largest * trial.norm(), "{case}: {power}");
    if weights == SMatrix::<f64, N, N>::identity() {
        assert!((section.project(&1.0, trial) - force).amax() <= scale, "{case}: Euclidean");
    }
    let sliding = case["sliding"].as_bool().unwrap();
    assert_eq!(force != trial, sliding, "{case}");
}

fn polygon(parameters: &Value) -> RegularPolygon {
    let (numerator, denominator) =
        parameters["phi0_over_pi"].as_str().unwrap().split_once('/').unwrap();
    let [numerator, denominator] = [numerator, denominator].map(|n| n.parse::<f64>().unwrap());
    let scale = match parameters["scale"].as_str().unwrap() {
        "inner" => ConeScale::Inner,
        "outer" => ConeScale::Outer,
        other => panic!("{other} is not in the data"),
    };
    let cone = LinearizedCone::builder().friction(number(&parameters["mu"])).scale(scale);
    let cone = cone.sides(number(&parameters["n"]) as usize);
    let phase = std::f64::consts::PI * numerator / denominator;
    cone.phase(phase).build().unwrap().section().unwrap()
}

fn patch(parameters: &Value) -> PointSupports {
    let (places, friction) = (&parameters["points"], &parameters["mu_N_i_over_N"]);
    let points: Vec<_> = (0..places.as_array().unwrap().len())
        .map(|i| (vector::<2>(&places[i]), number(&friction[i])))
        .collect();
    PointSupports::new(&points).unwrap()
}

#[test]
fn return_map() {
    let data = json("cones/return_map_half.json");
    let cases = data["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 34);
    for case in cases {
        let parameters = &case["params"];
        let mu = |i: usize| number(&parameters["mu"][i]);
        match case["set"].as_str().unwrap() {
            "disc" => check::<2>(case, &Disc::new(number(&parameters["mu"])).unwrap(), TOLERANCE),
            "polygon" => check::<2>(case, &polygon(parameters), TOLERANCE),
            "ellipsoid_tor" => {
                let axes = ["e_t", "e_o", "e_r"].map(|axis| number(&parameters[axis]));
                let axes = Vector3::from(axes) * number(&parameters["mu"]);
                check::<3>(case, &Ellipsoid::new(axes).unwrap(), TOLERANCE);
            }
            "condim6_elliptic_section" => {
                let axes = SVector::<f64, 5>::from_fn(|i, _| mu(i));
                check::<5>(case, &Ellipsoid::new(axes).unwrap(), TOLERANCE);
            }
            "patch" => check::<3>(case, &patch(parameters), PATCH_TOLERANCE),
            other => panic!("what is {other}?"),
        }
    }
}

/// Control: with another metric than that of the data most results differ.
#[test]
fn the_metric_matters() {
    let data = json("cones/return_map_half.json");
    let (mut coupled, mut different) = (0, 0);
    for case in data["cases"].as_array().unwrap() {
        let weights = &case["W"];
        if case["set"] == "polygon" && number(&weights[0][1]) != 0.0 {
            let set = polygon(&case["params"]);
            let section = set.at(number(&case["N"])).unwrap();
            let euclidean: Vector2<f64> = section.project(&1.0, vector(&case["f_star"]));
            coupled += 1;
            different += usize::from((euclidean - vector::<2>(&case["f"])).norm() > 1e-2);
        }
    }
    assert!(coupled >= 4 && different >= 2, "{different} of {coupled}");
}
