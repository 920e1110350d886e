//! The numbers of a scenario as parameters, and its parts in words.

use std::collections::BTreeMap;

use stiction_core::Description;
use stiction_scenario::{Number, Scenario};

use crate::model::{Role, Variable};
use crate::units::base_units;

/// Returns the numbers of bodies, drives and connections as parameters, and the paths of the given ones that cannot be
/// set, with the reason.
pub(crate) fn parameters(
    scenario: &Scenario,
    inputs: &BTreeMap<String, Vec<String>>,
) -> (Vec<Variable>, Vec<(String, &'static str)>) {
    let (mut parameters, mut refused) = (vec![], vec![]);
    let is_start = |path: &str| {
        let place = path.strip_suffix(".start");
        place.is_some_and(|place| inputs.values().flatten().any(|input| input == place))
    };
    for Number { path, value, default, unit, text, is_count, .. } in scenario.numbers() {
        let reason = if path.starts_with("solver.") {
            "the description tells it to the importer; export again with --set"
        } else if is_start(&path) {
            "it is the start value of an input"
        } else if is_count {
            "a whole number shapes the mechanism; export again with --set"
        } else {
            if !path.starts_with("record.") {
                // The unit "1" is written as no unit.
                let is_known = base_units(&unit).is_some() && unit != "1";
                let unit = if is_known { unit } else { String::new() };
                let parameter = Variable::new(path, Role::Parameter, unit, one_line(&text));
                parameters.push(Variable { start: value.or(default), ..parameter });
            }
            continue;
        };
        if value.is_some() {
            refused.push((path, reason));
        }
    }
    (parameters, refused)
}

/// Returns the type of every body, drive and law, with its description, by name.
pub(crate) fn parts(scenario: &Scenario) -> BTreeMap<String, String> {
    let says = |name: &String, part: &'static Description| {
        let Description { tag, text, .. } = part.named();
        (name.clone(), format!("{tag}: {}", one_line(text)))
    };
    let bodies = scenario.bodies.iter().map(|(name, body)| says(name, body.kind.description()));
    let drives = scenario.drives.iter().map(|(name, drive)| says(name, drive.description()));
    let laws = scenario.connections.iter().map(|(name, one)| says(name, one.law.description()));
    bodies.chain(drives).chain(laws).collect()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::file;

    const TEXT: &str = r#"
        schema_version = 1
        solver = { step = 1e-3, until = 1 }
        [bodies.block]
        type = "point_mass"
        mass = 2
        start = { velocity = 0.5 }
        [bodies.arm]
        type = "planar_arm"
        links = [{ length = 1.0, mass = 2.0, center = 0.5, inertia = 0.1 }]
        [bodies.pad]
        type = "planar_body"
        mass = 1.0
        inertia = 0.1
        [connections.push]
        ports = "block"
        law = { type = "effort", effort = { type = "sum", of = [{ type = "input", name = "push", start = 1.0 }, 0.5] } }
        [connections.friction]
        ports = "block"
        law = { type = "gsat", stiffness = 1e5, damping = 400.0, limit = 5 }
        [connections.joint]
        ports = "arm[0]"
        law = { type = "gsat", stiffness = 1e5, damping = 400.0, limit = 5 }
        [connections.sole]
        ports = "pad"
        [connections.sole.law]
        type = "reduced_patch"
        pressure = { surface = "circle", size = 0.02, cells = 21 }
        samples = 20
        mount = { on = "world" }
        normal_force = 1
        bristles = { stiffness = 2e5, damping = 100.0, friction = { coulomb = 0.8, breakaway = 0.9, stribeck_speed = 1e-2 }, bristle_rate = "order_preserving" }
    "#;

    #[test]
    fn every_number_is_a_parameter_with_its_text_and_unit() {
        let scenario = file(TEXT).scenario().unwrap();
        let (parameters, _) = parameters(&scenario, &scenario.inputs());
        let of = |path: &str| {
            let found = parameters.iter().find(|one| one.name == path);
            found.unwrap_or_else(|| panic!("no {path}"))
        };
        let mass = of("bodies.block.mass");
        assert_eq!((mass.start, &*mass.unit), (Some(2.0), "kg"));
        assert!(mass.text.starts_with("Mass [kg]"), "{}", mass.text);
        let limit = of("connections.friction.law.limit");
        assert_eq!((limit.start, &*limit.unit), (Some(5.0), "N"));
        assert!(limit.text.contains("sliding friction"), "{}", limit.text);
        // On a shaft the law has other units.
        assert_eq!(of("connections.joint.law.limit").unit, "N m");
        assert_eq!(of("bodies.arm.links[0].length").start, Some(1.0));
        assert_eq!(of("bodies.block.start.velocity").start, Some(0.5));
        assert_eq!(of("connections.push.law.effort.of[1]").start, Some(0.5));
        assert_eq!(of("connections.sole.law.normal_force").start, Some(1.0));
        let parts = parts(&scenario);
        assert!(parts["friction"].starts_with("gsat: Coulomb friction"));
        assert!(parts["block"].starts_with("point_mass: "));
    }

    #[test]
    fn what_shapes_the_mechanism_is_refused_with_a_reason() {
        let scenario = file(TEXT).scenario().unwrap();
        let inputs = scenario.inputs();
        assert_eq!(inputs["push"], ["connections.push.law.effort.of[0]"]);
        let (parameters, refused) = parameters(&scenario, &inputs);
        let of = |path: &str| {
            let found = refused.iter().find(|(refused, _)| refused == path);
            found.unwrap_or_else(|| panic!("no {path}")).1
        };
        assert!(of("connections.sole.law.samples").contains("--set"));
        assert!(of("solver.step").contains("--set") && of("solver.until").contains("--set"));
        assert!(of("connections.push.law.effort.of[0].start").contains("start value"));
        let is_both = |one: &&Variable| refused.iter().any(|(path, _)| *path == one.name);
        assert_eq!(parameters.iter().filter(is_both).count(), 0);
    }
}
