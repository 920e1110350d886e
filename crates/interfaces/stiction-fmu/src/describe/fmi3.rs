//! The description of FMI 3.0 (section 2.4 of the standard).

use super::{classified, document, is_unknown, number, places, quantified, state_of};
use crate::model::{Model, Role, Variable};
use crate::xml::Element;

pub(super) fn description(model: &Model, identifier: &str) -> Element {
    // What both kinds can do.
    let kind = |name| {
        Element::new(name)
            .with("modelIdentifier", identifier)
            .with("canBeInstantiatedOnlyOncePerProcess", false)
            .with("canGetAndSetFMUState", true)
            .with("canSerializeFMUState", true)
            .with("providesDirectionalDerivatives", false)
            .with("providesAdjointDerivatives", false)
            .with("providesPerElementDependencies", false)
    };
    let exchange = kind("ModelExchange")
        // Friction may begin or cease to stick in a step of the solver.
        .with("needsCompletedIntegratorStep", model.variables.iter().any(Variable::is_boolean))
        .with("providesEvaluateDiscreteStates", false);
    let simulation = kind("CoSimulation")
        .with("canHandleVariableCommunicationStepSize", true)
        .with("fixedInternalStepSize", number(model.scenario.solver.step))
        .with("providesIntermediateUpdate", false)
        .with("mightReturnEarlyFromDoStep", false)
        .with("canReturnEarlyAfterIntermediateUpdate", false)
        // A stuck bristle is a state, not a mode, so there is no event to report.
        .with("hasEventMode", false);
    let variables = model.variables.iter().enumerate().map(|(i, variable)| {
        let element = Element::new(if variable.is_boolean() { "Boolean" } else { "Float64" });
        let element = classified(element, i, variable);
        quantified(element, variable, state_of(model, variable.role))
    });
    let unknowns = |name, places: Vec<usize>| {
        places.into_iter().map(move |place| Element::new(name).with("valueReference", place))
    };
    let rates = places(model, |one| matches!(one.role, Role::Rate(_)));
    let structure = Element::new("ModelStructure")
        .children(unknowns("Output", places(model, Variable::is_output)))
        .children(unknowns("ContinuousStateDerivative", rates))
        .children(unknowns("InitialUnknown", places(model, is_unknown)));
    let head = ["3.0", "instantiationToken"];
    document(model, head, [exchange, simulation], variables, structure)
}
