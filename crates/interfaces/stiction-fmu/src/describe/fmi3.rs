//! The description of FMI 3.0 (section 2.4 of the standard).

use super::{
    classification, default_experiment, is_unknown, log_categories, number, places, state_of,
    unit_definitions,
};
use crate::model::{Model, Role, Variable};
use crate::xml::Element;

pub(super) fn description(model: &Model, identifier: &str) -> Element {
    let exchange = Element::new("ModelExchange")
        .with("modelIdentifier", identifier)
        .with("canBeInstantiatedOnlyOncePerProcess", false)
        .with("canGetAndSetFMUState", true)
        .with("canSerializeFMUState", true)
        .with("providesDirectionalDerivatives", false)
        .with("providesAdjointDerivatives", false)
        .with("providesPerElementDependencies", false)
        // Friction may begin or cease to stick in a step of the solver.
        .with("needsCompletedIntegratorStep", model.variables.iter().any(Variable::is_boolean))
        .with("providesEvaluateDiscreteStates", false);
    let exchange = model.hindrance.is_none().then_some(exchange);
    let simulation = Element::new("CoSimulation")
        .with("modelIdentifier", identifier)
        .with("canBeInstantiatedOnlyOncePerProcess", false)
        .with("canGetAndSetFMUState", true)
        .with("canSerializeFMUState", true)
        .with("providesDirectionalDerivatives", false)
        .with("providesAdjointDerivatives", false)
        .with("providesPerElementDependencies", false)
        .with("canHandleVariableCommunicationStepSize", true)
        .with("fixedInternalStepSize", number(model.step))
        .with("providesIntermediateUpdate", false)
        .with("mightReturnEarlyFromDoStep", false)
        .with("canReturnEarlyAfterIntermediateUpdate", false)
        // A stuck bristle is a state, not a mode, so there is no event to report.
        .with("hasEventMode", false);
    let variables = model
        .variables
        .iter()
        .enumerate()
        .map(|(i, variable)| scalar(i, variable, state_of(model, variable.role)));
    let unknowns = |name, places: Vec<usize>| {
        places.into_iter().map(move |place| Element::new(name).with("valueReference", place))
    };
    let rates = places(model, |one| matches!(one.role, Role::Rate(_)));
    let structure = Element::new("ModelStructure")
        .children(unknowns("Output", places(model, Variable::is_output)))
        .children(unknowns("ContinuousStateDerivative", rates))
        .children(unknowns("InitialUnknown", places(model, is_unknown)));
    Element::new("fmiModelDescription")
        .with("fmiVersion", "3.0")
        .with("modelName", &model.title)
        .with("instantiationToken", &model.token)
        .with("generationTool", crate::LIBRARY)
        .with("variableNamingConvention", "flat")
        .children(exchange)
        .children([
            simulation,
            unit_definitions(model),
            log_categories(),
            default_experiment(model),
            Element::new("ModelVariables").children(variables),
            structure,
        ])
}

fn scalar(reference: usize, variable: &Variable, rate_of: Option<usize>) -> Element {
    let [causality, variability, initial] = classification(variable.role);
    let mut element = Element::new(if variable.is_boolean() { "Boolean" } else { "Float64" })
        .with("name", &variable.name)
        .with("valueReference", reference)
        .with_some("description", &variable.text)
        .with("causality", causality)
        .with("variability", variability)
        .with_some("initial", initial)
        .with_some("unit", &variable.unit);
    if let Some(state) = rate_of {
        element = element.with("derivative", state);
    }
    if let Some(nominal) = variable.nominal {
        element = element.with("nominal", number(nominal));
    }
    match variable.start {
        Some(start) => element.with("start", number(start)),
        None => element,
    }
}
