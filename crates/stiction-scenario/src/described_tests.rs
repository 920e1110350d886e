//! The tables of components and the entries of scenario files say the same.

use serde_json::Value as Json;
use stiction_core::{Describe, Description, Field, Form, Line, Parameter, Plane, Shaft, Spelling};
use stiction_friction::{
    AmendedLuGre, BristleRate, DahlFriction, ElastoPlasticFriction, GsatFriction, LuGreFriction,
    RateDependentGsat, Relaxation, StribeckCurve, StribeckShape, ThresholdFriction,
};
use stiction_mechanics::{
    Along, AxialSpring, BodyPoint, ConstantVelocity, Differential, Footprint, PenaltyHinge,
    PlanarBody, PlanarPoint, PointMass, PointsBetween, Sinusoid, SpringDamper, Transmission,
    profiles::{Chirp, Ramp, Sine, SmoothStep, Square},
};

use crate::Scenario;

/// Keys of a file that belong to where a component stands, not to itself.
const OF_THE_PLACE: [&str; 5] = ["type", "frame", "domain", "to", "normal_force"];

/// What files say in another way on purpose: frequencies in Hz.
const OTHERWISE: [&str; 2] = ["sine", "chirp"];

fn tables() -> [&'static Description; 26] {
    [
        GsatFriction::<Line>::DESCRIPTION,
        RateDependentGsat::<Line>::DESCRIPTION,
        LuGreFriction::<Line>::DESCRIPTION,
        AmendedLuGre::DESCRIPTION,
        DahlFriction::<Line>::DESCRIPTION,
        ElastoPlasticFriction::<Line>::DESCRIPTION,
        ThresholdFriction::<Line>::DESCRIPTION,
        SpringDamper::<Line>::DESCRIPTION,
        AxialSpring::<Plane>::DESCRIPTION,
        PenaltyHinge::DESCRIPTION,
        PointMass::<Line>::DESCRIPTION,
        PlanarBody::DESCRIPTION,
        Along::<Plane>::DESCRIPTION,
        BodyPoint::DESCRIPTION,
        PlanarPoint::DESCRIPTION,
        PointsBetween::DESCRIPTION,
        Footprint::DESCRIPTION,
        Transmission::<Line, Shaft>::DESCRIPTION,
        Differential::<Line, Line, Line>::DESCRIPTION,
        ConstantVelocity::<Line>::DESCRIPTION,
        Sinusoid::<Line>::DESCRIPTION,
        Ramp::<Line>::DESCRIPTION,
        SmoothStep::<Line>::DESCRIPTION,
        Sine::<Line>::DESCRIPTION,
        Square::<Line>::DESCRIPTION,
        Chirp::<Line>::DESCRIPTION,
    ]
}

/// All entries of the schema with a tag.
fn entries<'a>(schema: &'a Json, tag: &str) -> Vec<&'a Json> {
    let kinds = ["Law", "Map", "Body", "Drive", "Function"];
    let all = kinds.iter().flat_map(|kind| schema["$defs"][kind]["oneOf"].as_array().unwrap());
    all.filter(|entry| entry["properties"]["type"]["const"] == tag).collect()
}

/// Keys of a field in a file, and whether one of them must be given.
fn keys(field: &Field) -> (Vec<&'static str>, bool) {
    match (field.form)() {
        // One of several, which a schema of plain keys cannot require.
        Form::Choice(choice) if choice.spelling == Spelling::Key => {
            (choice.variants.iter().map(|variant| variant.name).collect(), false)
        }
        _ => (vec![field.name], field.default.is_none()),
    }
}

#[test]
fn files_have_the_parameters_of_the_tables() {
    let schema = Scenario::json_schema();
    for table in tables() {
        let found = entries(&schema, table.tag);
        let [entry] = found[..] else { panic!("{} entries of {}", found.len(), table.name) };
        let list = |names: Vec<&str>| {
            let own = |name: &&str| !OF_THE_PLACE.contains(name);
            let mut names: Vec<String> = names.into_iter().filter(own).map(str::to_owned).collect();
            names.sort();
            names
        };
        let keys: Vec<_> = table.fields.iter().map(keys).collect();
        let known = list(keys.iter().flat_map(|(names, _)| names.clone()).collect());
        let required = keys.iter().filter(|(_, required)| *required);
        let required = list(required.flat_map(|(names, _)| names.clone()).collect());
        let properties = entry["properties"].as_object().unwrap().keys().map(String::as_str);
        let (in_file, needed) = (
            list(properties.collect()),
            list(
                entry["required"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|key| key.as_str().unwrap())
                    .collect(),
            ),
        );
        if OTHERWISE.contains(&table.tag) {
            assert!(known.iter().all(|name| in_file.contains(name)), "{}", table.name);
            assert!((&in_file, &needed) != (&known, &required), "{}: no exception", table.name);
        } else {
            assert_eq!((in_file, needed), (known, required), "{}", table.name);
        }
    }
}

/// Names of the variants that a schema knows.
#[test]
fn files_have_the_variants_of_the_tables() {
    let schema = Scenario::json_schema();
    for (kind, form) in [
        ("Relaxation", Relaxation::form()),
        ("BristleRate", BristleRate::form()),
        ("StribeckShape", StribeckShape::form()),
    ] {
        let Form::Choice(choice) = form else { panic!("{kind}: {form:?}") };
        let variants = choice.variants;
        let entry = schema["$defs"][kind].to_string();
        for variant in variants {
            assert!(entry.contains(&format!("\"{}\"", variant.name)), "{kind}: {}", variant.name);
        }
    }
    let curve = schema["$defs"]["StribeckCurve"]["properties"].as_object().unwrap();
    for field in StribeckCurve::DESCRIPTION.fields {
        assert!(curve.contains_key(field.name), "{}", field.name);
    }
}

/// A table is fit for a page: every parameter has words, numbers have units or none by nature.
#[test]
fn every_parameter_is_told_in_words() {
    for table in tables() {
        assert!(table.text.ends_with('.') && !table.text.contains('`'), "{}", table.text);
        for field in table.fields {
            assert!(field.text.len() > field.name.len(), "{} {}", table.name, field.name);
            assert!(field.text.ends_with('.'), "{}: {}", table.name, field.text);
            assert!(!field.symbol.contains(' '), "{}: {}", table.name, field.symbol);
        }
    }
}
