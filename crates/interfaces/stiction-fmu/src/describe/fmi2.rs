//! The description of FMI 2.0 (section 2.2 of the standard).

use super::{classified, document, is_unknown, places, quantified, state_of};
use crate::model::{Model, Role, Variable};
use crate::xml::Element;

pub(super) fn description(model: &Model, identifier: &str) -> Element {
    let exchange = Element::new("ModelExchange")
        .with("modelIdentifier", identifier)
        // Friction may begin or cease to stick in a step of the solver.
        .with(
            "completedIntegratorStepNotNeeded",
            !model.variables.iter().any(Variable::is_boolean),
        );
    let simulation = Element::new("CoSimulation")
        .with("modelIdentifier", identifier)
        .with("canHandleVariableCommunicationStepSize", true)
        .with("canInterpolateInputs", false)
        .with("maxOutputDerivativeOrder", 0)
        .with("canRunAsynchronuously", false);
    let variables = model.variables.iter().enumerate().map(|(i, variable)| {
        // Variables are counted from 1 here.
        let of = state_of(model, variable.role).map(|state| state + 1);
        let value = Element::new(if variable.is_boolean() { "Boolean" } else { "Real" });
        let scalar = classified(Element::new("ScalarVariable"), i, variable);
        scalar.children([quantified(value, variable, of)])
    });
    let unknowns = |name, places: Vec<usize>| {
        let unknown = |place| Element::new("Unknown").with("index", place + 1);
        Element::new(name).children(places.into_iter().map(unknown))
    };
    let outputs = unknowns("Outputs", places(model, Variable::is_output));
    let rates = places(model, |one| matches!(one.role, Role::Rate(_)));
    let rates = (!rates.is_empty()).then(|| unknowns("Derivatives", rates));
    let initial = unknowns("InitialUnknowns", places(model, is_unknown));
    let structure =
        Element::new("ModelStructure").children([outputs]).children(rates).children([initial]);
    let head = ["2.0", "guid"];
    document(model, head, [exchange, simulation].map(capable), variables, structure)
        .with("numberOfEventIndicators", 0)
}

/// Adds what both kinds can do.
fn capable(element: Element) -> Element {
    element
        .with("canBeInstantiatedOnlyOncePerProcess", false)
        .with("canGetAndSetFMUstate", true)
        .with("canSerializeFMUstate", true)
        .with("providesDirectionalDerivative", false)
}
