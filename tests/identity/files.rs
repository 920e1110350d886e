//! What files build: signals of several scalars, normal forces and tilting moments that change.

use stiction::prelude::*;
use stiction::scenario::Scenario;

use super::Census;

/// A plate with a contact and an effort, as a file has them.
fn plate(law: &str) -> Network {
    let text = format!(
        "schema_version = 1\ntitle = \"\"\nsolver = {{ step = 1e-3, until = 1.0 }}\n\
         [bodies]\nplate = {{ type = \"planar_body\", mass = 0.2, inertia = 5e-4 }}\n\
         [connections.one]\nports = \"plate\"\nlaw = {law}\n"
    );
    let scenario = Scenario::from_toml(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    scenario.mechanism().unwrap().network
}

fn contact(rest: &str) -> Network {
    plate(&format!(
        "{{ type = \"ellipsoid_contact\", stiffness = [1e3, 1e3, 1.0], damping = [9.0, 9.0, 0.01], \
         friction = 0.3, semi_axes = [1.0, 1.0, 0.01], height = 0.05, {rest} }}"
    ))
}

fn sine(p: &[f64]) -> String {
    format!(
        "{{ type = \"sine\", mean = {:?}, amplitude = {:?}, angular_frequency = {:?} }}",
        p[0], p[1], p[2]
    )
}

pub(super) fn all(census: &mut Census) {
    let numbers = [2.0, 0.1, 3.0, 0.01, 0.02, 4.0];
    census.parameters("Signals", &numbers, |p| {
        plate(&format!("{{ type = \"effort\", effort = [{}, {}, 0.0] }}", sine(p), sine(&p[3..])))
    });
    census.parameters("Load", &numbers[..3], |p| contact(&format!("normal_force = {}", sine(p))));
    let pulled = |p: &[f64], axes: &str| {
        let (load, moment) = (sine(p), sine(&p[3..]));
        contact(&format!(
            "normal_force = {load}, tilting_moment = [0.1, {moment}], moment_axes = \"{axes}\""
        ))
    };
    census.parameters("Tilting", &numbers, |p| pulled(p, "body"));
    census.choices("Tilting", vec![pulled(&numbers, "body"), pulled(&numbers, "world")]);
}
