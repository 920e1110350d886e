//! `modelDescription.xml`, which an importer reads before it loads the library.

mod fmi2;
mod fmi3;

use std::collections::BTreeSet;

use crate::model::{Model, Role, Variable};
use crate::units::{BASE, base_units};
use crate::xml::Element;

/// A version of the standard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fmi {
    /// 2.0.
    V2,
    /// 3.0.
    #[default]
    V3,
}

impl Model {
    /// Returns the description, `modelDescription.xml`. `identifier` is the name of the libraries in the archive
    /// without their extension: letters, digits and `_`.
    #[must_use]
    pub fn describe(&self, version: Fmi, identifier: &str) -> String {
        match version {
            Fmi::V2 => fmi2::description(self, identifier),
            Fmi::V3 => fmi3::description(self, identifier),
        }
        .document()
    }
}

/// Returns what both versions of the standard have: the head, the kinds of simulation that are supported, units,
/// messages, variables. `token` is the name of the attribute with the token.
fn document(
    model: &Model,
    [version, token]: [&'static str; 2],
    [exchange, simulation]: [Element; 2],
    variables: impl Iterator<Item = Element>,
    structure: Element,
) -> Element {
    let category =
        |(name, text)| Element::new("Category").with("name", name).with("description", text);
    let experiment = Element::new("DefaultExperiment")
        .with("startTime", 0)
        .with("stopTime", number(model.scenario.solver.until))
        .with("stepSize", number(model.scenario.solver.step));
    Element::new("fmiModelDescription")
        .with("fmiVersion", version)
        .with("modelName", &model.title)
        .with(token, &model.token)
        .with("generationTool", crate::LIBRARY)
        .with("variableNamingConvention", "flat")
        .children(model.hindrance.is_none().then_some(exchange))
        .children([
            simulation,
            unit_definitions(model),
            Element::new("LogCategories").children(LOG_CATEGORIES.map(category)),
            experiment,
            Element::new("ModelVariables").children(variables),
            structure,
        ])
}

/// Returns the units of all variables, in base units if they are known.
fn unit_definitions(model: &Model) -> Element {
    let units: BTreeSet<&str> = model.variables.iter().map(|variable| &*variable.unit).collect();
    let unit = |name: &str| {
        let exponents = |exponents| {
            let powers = BASE.into_iter().zip(exponents).filter(|(_, power)| *power != 0);
            powers
                .fold(Element::new("BaseUnit"), |element, (unit, power)| element.with(unit, power))
        };
        Element::new("Unit").with("name", name).children(base_units(name).map(exponents))
    };
    let named = units.into_iter().filter(|name| !name.is_empty());
    Element::new("UnitDefinitions").children(named.map(unit))
}

/// Categories of messages: failures are always logged, doubts about the step if logging is on.
pub(crate) const LOG_CATEGORIES: [(&str, &str); 2] = [
    ("logStatusError", "A call that was refused or failed"),
    ("logStatusWarning", "Doubts about the step of the scenario"),
];

/// Returns the value references of the wanted variables.
fn places(model: &Model, wanted: impl Fn(&Variable) -> bool) -> Vec<usize> {
    let all = model.variables.iter().enumerate();
    all.filter(|(_, one)| wanted(one)).map(|(place, _)| place).collect()
}

/// Returns whether the variable is computed at the initialization.
const fn is_unknown(variable: &Variable) -> bool {
    variable.is_output() || matches!(variable.role, Role::State(_) | Role::Rate(_))
}

/// Returns causality, variability, and the kind of initial value of a computed local variable.
const fn classification(role: Role) -> [&'static str; 3] {
    match role {
        Role::Time => ["independent", "continuous", ""],
        Role::Input(_) => ["input", "continuous", ""],
        Role::Output(..) => ["output", "continuous", ""],
        Role::Sticking(_) => ["output", "discrete", ""],
        Role::Parameter => ["parameter", "fixed", ""],
        Role::State(_) | Role::Rate(_) => ["local", "continuous", "calculated"],
    }
}

/// Adds the name and the kind of a variable.
fn classified(element: Element, reference: usize, variable: &Variable) -> Element {
    let [causality, variability, initial] = classification(variable.role);
    element
        .with("name", &variable.name)
        .with("valueReference", reference)
        .with_some("description", &variable.text)
        .with("causality", causality)
        .with("variability", variability)
        .with_some("initial", initial)
}

/// Adds the unit and the numbers of a variable; `rate_of` is the state whose rate it is.
fn quantified(element: Element, variable: &Variable, rate_of: Option<usize>) -> Element {
    let numbers = [
        ("derivative", rate_of.map(|state| state.to_string())),
        ("nominal", variable.nominal.map(number)),
        ("start", variable.start.map(number)),
    ];
    let element = element.with_some("unit", &variable.unit);
    numbers
        .into_iter()
        .fold(element, |element, (name, value)| element.with_some(name, &value.unwrap_or_default()))
}

/// Returns the value reference of the state whose rate a variable is.
fn state_of(model: &Model, role: Role) -> Option<usize> {
    let Role::Rate(index) = role else { return None };
    model.variables.iter().position(|one| one.role == Role::State(index))
}

/// Returns the shortest text with the same bits, as XML writes numbers.
fn number(value: f64) -> String {
    format!("{value:?}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{BLOCK, file};

    #[test]
    fn what_is_no_equation_is_described_for_co_simulation_only() {
        let ball = "schema_version = 1\nsolver = { step = 1e-3, until = 1.0 }\n\
                    bodies.ball = { type = \"rigid_body\", mass = 1.0, inertia = [1.0, 1.0, 1.0] }\n";
        let model = Model::of(file(ball)).unwrap();
        for version in [Fmi::V2, Fmi::V3] {
            let text = model.describe(version, "ball");
            assert!(text.contains("<CoSimulation") && !text.contains("<ModelExchange"), "{text}");
            assert!(!text.contains("der("), "{text}");
        }
    }

    #[test]
    fn a_description_has_every_variable() {
        let model = Model::of(file(BLOCK)).unwrap();
        let place =
            |name: &str| model.variables.iter().position(|variable| variable.name == name).unwrap();
        let (state, rate) = (place("state.block.x"), place("der(state.block.x)"));
        let token = &model.token;
        let second = [
            "fmiVersion=\"2.0\"",
            &format!("guid=\"{token}\""),
            "modelIdentifier=\"block\"",
            "canSerializeFMUstate=\"true\"",
            "<BaseUnit kg=\"1\" m=\"1\" s=\"-2\"/>",
            "stepSize=\"0.0001\"",
            "name=\"push\" valueReference=\"1\"",
            "<Real unit=\"N\" start=\"3.0\"/>",
            "name=\"friction.sticks\"",
            "<Boolean/>",
            "name=\"connections.friction.law.limit\"",
            "<ModelExchange modelIdentifier=\"block\" completedIntegratorStepNotNeeded=\"false\"",
            "<Real unit=\"m\" nominal=\"1e-5\"/>",
        ];
        let third = [
            "fmiVersion=\"3.0\"",
            "fixedInternalStepSize=\"0.0001\"",
            "hasEventMode=\"false\"",
            "<Float64 name=\"push\" valueReference=\"1\" description=\"Set from outside: connections.push.law.effort\" \
             causality=\"input\" variability=\"continuous\" unit=\"N\" start=\"3.0\"/>",
            "<Boolean name=\"friction.sticks\"",
            "<InitialUnknown valueReference=\"2\"/>",
            &format!("initial=\"calculated\" unit=\"m/s\" derivative=\"{state}\""),
            &format!("<ContinuousStateDerivative valueReference=\"{rate}\"/>"),
            &format!("<InitialUnknown valueReference=\"{rate}\"/>"),
        ];
        for (version, all) in [(Fmi::V2, &second[..]), (Fmi::V3, &third)] {
            let text = model.describe(version, "block");
            for expected in all {
                assert!(text.contains(expected), "{expected} in {text}");
            }
        }
        let outputs = model.variables.iter().filter(|variable| variable.is_output()).count();
        let text = model.describe(Fmi::V3, "block");
        assert_eq!(text.matches("<Output ").count(), outputs);
    }
}
