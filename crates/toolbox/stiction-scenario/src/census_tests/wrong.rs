//! Mistakes in the components of [`EVERYTHING`](super::EVERYTHING), each refused with its line. Missing and unknown keys,
//! lengths and ranges are tried in all components by [`agreement`](super::agreement) and the tests of the registry.

use super::{EVERYTHING, folder, load};

/// Old text, replacement, line of the error, and parts of the message.
const WRONG: &[(&str, &str, &str, &[&str])] = &[
    // Limit sets.
    (
        "type = \"ellipsoid\"",
        "type = \"elipsoid\"",
        "type = \"elipsoid\"",
        &["unknown variant `elipsoid`, expected one of `disc`", "did you mean `ellipsoid`?"],
    ),
    (
        "semi_axes = [0.2, 0.6]",
        "semi_axes = [0.2, 0.6, 0.1]",
        "semi_axes",
        &["must be a list of 2 numbers, found 3"],
    ),
    ("semi_axes = [0.2, 0.6]", "semi_axes = [0.2, -0.6]", "semi_axes", &["semi_axes = -0.6 must"]),
    ("damping = [10.0, 20.0]", "damping = [10.0, 0.0]", "damping", &["damping = 0 must be"]),
    (
        "[[0.5, -0.2], [0.1, 0.6], [-0.4, -0.3]]",
        "[[-0.4, -0.3], [0.1, 0.6], [0.5, -0.2]]",
        "law",
        &["must turn left at every corner"],
    ),
    // Pressures.
    (
        "fingertip = { exponent = 2.0,",
        "fingertip = { exponent_per_load = 2.0,",
        "pressure",
        &["not with `exponent_per_load`"],
    ),
    ("exponent_per_load = 2.0 }", "growth = 1.0 }", "pressure", &["needs one of `exponent` and"]),
    ("\"pressure.csv\"", "\"presure.csv\"", "pressure", &["presure.csv"]),
    (
        "pressure = { ring = [0.005, 0.01]",
        "pressure = { fingertip = { exponent = 2.0 }",
        "pressure",
        &["only a pressure that does not change"],
    ),
    ("from = 5e-4\n", "from = -1.0\n", "[[connections.stand", &["must be after the one before"]),
    ("\"surface.json\"", "\"sruface.json\"", "limit_surface_file", &["sruface.json"]),
    (
        "[connections.carpet.law]\n",
        "[connections.carpet.law]\npressure = { ring = [0.0, 0.01], size = 0.02 }\n",
        "[connections.carpet.law]",
        &["needs one of `pressure` and `shapes`"],
    ),
    (
        "[connections.carpet.law]\n",
        "[connections.carpet.law]\nsamples = 5\n",
        "samples = 5",
        &["`samples` has no meaning beside `shapes`"],
    ),
    (
        "from = 0.0\ncenter_of_pressure",
        "from = 1.0\ncenter_of_pressure",
        "[[connections.carpet.law.shapes]]",
        &["must be after the one before"],
    ),
    ("radius = 0.007", "radius = -0.007", "radius", &["radius = -0.007 must be 0 or between"]),
    (
        "viscous_factor = 4e-5",
        "viscous_factor = -4e-5",
        "viscous_factor",
        &["viscous_factor = -0.00004 must be"],
    ),
    (
        "cells = 5 }, samples = 4",
        "cells = 5 }, samples = 1",
        "limit_surface",
        &["samples = 1 must"],
    ),
    (
        "{ surface = \"square\", size = 0.02, cells = 5 }, samples",
        "{ fingertip = { exponent = 2.0 }, size = 0.02 }, samples",
        "limit_surface",
        &["only a pressure that does not change"],
    ),
    // The slider.
    (
        "normal_force = 2.0\ntilting",
        "normal_force = -2.0\ntilting",
        "normal_force = -2.0",
        &["must be finite and not negative, found -2"],
    ),
    // Drives, bodies and maps.
    ("[[0.0, 0.0, 0.0], [1.0", "[[0.0, 0.0], [1.0", "hand", &["a list of 3 numbers, found 2"]),
    (
        "map = { type = \"direct\", frame = { position = [0.0, 0.0, -0.1], orientation = [0.9, 0.1, 0.0, 0.0] } }",
        "map = { type = \"direct\", frame = { position = [0.0, 0.0, -0.1], orientation = [0.0, 0.0, 0.0, 0.0] } }",
        "map = { type = \"direct\"",
        &["orientation"],
    ),
    (
        "ports = \"puck\"\nlaw = { type = \"amended_lugre\"",
        "ports = \"puck\"\nmap = { type = \"direct\", frame = {} }\nlaw = { type = \"amended_lugre\"",
        "map = ",
        &["only points in space can be seen in a frame"],
    ),
];

#[test]
fn mistakes_are_refused_with_their_line() {
    let folder = folder();
    let mut different = String::new();
    for (find, replace, place, said) in WRONG {
        if EVERYTHING.matches(find).count() != 1 {
            different += &format!("{find} is not there once\n\n");
            continue;
        }
        let text = EVERYTHING.replacen(find, replace, 1);
        let message = match load(folder.path(), &text) {
            Ok(_) => "accepted".to_owned(),
            Err(error) => error.to_string(),
        };
        let at = |(number, line): (usize, &str)| {
            message.contains(&format!("everything.toml:{}:", number + 1)) && line.contains(place)
        };
        let placed = text.lines().enumerate().any(at);
        if !(placed && said.iter().all(|part| message.contains(part))) {
            different +=
                &format!("{find} -> {replace}: expected {said:?} at {place:?}\n{message}\n\n");
        }
    }
    assert!(different.is_empty(), "{different}");
}
