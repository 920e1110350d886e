//! Linearized friction cones: sizes and errors of the section, rays and faces.

use std::f64::consts::PI;

use serde_json::Value;
use stiction::friction::cone::{ConeScale, LinearizedCone};
use stiction::nalgebra::Vector3;

use super::{json, records};

/// Tolerance of numbers of order 1, computed in a few operations.
const TOLERANCE: f64 = 1e-15;

fn scale(name: &str) -> ConeScale {
    match name {
        "inner" => ConeScale::Inner,
        "outer" => ConeScale::Outer,
        "area" => ConeScale::EqualArea,
        "perimeter" => ConeScale::EqualPerimeter,
        "meanradius" => ConeScale::EqualMeanRadius,
        "minimax" => ConeScale::Minimax,
        _ => panic!("scale {name}"),
    }
}

#[test]
fn factors_and_errors_of_every_scale() {
    let rows = records("cones/lincone_scaling.csv");
    assert_eq!(rows.len(), 96);
    for row in &rows {
        let (scale, sides) = (scale(row.word("scale")), row.word("n").parse().unwrap());
        let error = scale.section_error(sides);
        for (found, name) in [
            (scale.vertex_factor(sides), "mu_v_over_mu"),
            (scale.face_factor(sides), "mu_f_over_mu"),
            (error.min, "err_min"),
            (error.max, "err_max"),
            (error.mean, "err_mean"),
            (error.rms, "err_rms"),
            (scale.area_ratio(sides), "area_ratio"),
        ] {
            let off = (found - row.number(name)).abs();
            assert!(off <= TOLERANCE, "{name} of {scale:?} {sides}: off by {off:e}");
        }
    }
}

#[test]
fn least_number_of_sides() {
    let rows = records("cones/lincone_nmin.csv");
    assert_eq!(rows.len(), 6);
    for row in &rows {
        let error = row.number("max_rel_error");
        for (scale, name) in [
            (ConeScale::Inner, "n_inner"),
            (ConeScale::Outer, "n_outer"),
            (ConeScale::Minimax, "n_minimax"),
        ] {
            let expected: usize = row.word(name).parse().unwrap();
            let largest = |sides| scale.section_error(sides).largest();
            assert!(largest(expected) <= error, "{name} {error}");
            assert!(expected == 3 || largest(expected - 1) > error, "{name} {error}");
        }
    }
}

fn vectors(value: &Value) -> Vec<Vector3<f64>> {
    serde_json::from_value::<Vec<[f64; 3]>>(value.clone())
        .unwrap()
        .into_iter()
        .map(Vector3::from)
        .collect()
}

fn assert_rows(found: impl Iterator<Item = Vector3<f64>>, expected: &Value, what: &str) {
    let (found, expected): (Vec<_>, _) = (found.collect(), vectors(expected));
    assert_eq!(found.len(), expected.len(), "{what}");
    for (found, expected) in found.iter().zip(&expected) {
        assert!((found - expected).amax() <= TOLERANCE, "{what}: {found} for {expected}");
    }
}

#[test]
fn rays_and_faces() {
    let data = json("cones/lincone_forms.json");
    let cones = data["cones"].as_array().unwrap();
    assert_eq!(cones.len(), 7);
    for form in cones {
        let number = |name: &str| form[name].as_f64().unwrap();
        let (numerator, denominator) =
            form["phi0_over_pi"].as_str().unwrap().split_once('/').unwrap();
        let fraction: [f64; 2] = [numerator, denominator].map(|part| part.parse().unwrap());
        let cone = LinearizedCone::builder()
            .friction(number("mu"))
            .sides(form["n"].as_u64().unwrap().try_into().unwrap())
            .scale(scale(form["scale"].as_str().unwrap()))
            .phase(PI * fraction[0] / fraction[1])
            .build()
            .unwrap();
        assert!((cone.vertex_coefficient() - number("mu_v")).abs() <= TOLERANCE);
        assert!((cone.face_coefficient() - number("mu_f")).abs() <= TOLERANCE);
        assert_rows(cone.rays(), &form["rays"], "rays");
        assert_rows(cone.faces(), &form["faces"], "faces");
    }
}
