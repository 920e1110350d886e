//! The description of FMI 3.0 (section 2.4 of the standard).

use super::{log_categories, number, unit_definitions};
use crate::model::{Model, Role, Variable};
use crate::xml::Element;

pub(super) fn description(model: &Model, identifier: &str) -> Element {
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
        // A bristle that is stuck is a state, not a mode: nothing has to be told about.
        .with("hasEventMode", false);
    let experiment = Element::new("DefaultExperiment")
        .with("startTime", 0)
        .with("stopTime", number(model.until))
        .with("stepSize", number(model.step));
    let variables = model.variables.iter().enumerate().map(|(i, variable)| scalar(i, variable));
    let unknowns = |name| {
        let outputs = model.variables.iter().enumerate().filter(|(_, one)| one.is_output());
        outputs.map(move |(i, _)| Element::new(name).with("valueReference", i))
    };
    let structure = Element::new("ModelStructure")
        .children(unknowns("Output"))
        .children(unknowns("InitialUnknown"));
    Element::new("fmiModelDescription")
        .with("fmiVersion", "3.0")
        .with("modelName", &model.title)
        .with("instantiationToken", &model.token)
        .with("generationTool", crate::LIBRARY)
        .with("variableNamingConvention", "flat")
        .children([
            simulation,
            unit_definitions(model),
            log_categories(),
            experiment,
            Element::new("ModelVariables").children(variables),
            structure,
        ])
}

fn scalar(reference: usize, variable: &Variable) -> Element {
    let (causality, variability) = match variable.role {
        Role::Time => ("independent", "continuous"),
        Role::Input(_) => ("input", "continuous"),
        Role::Output(..) => ("output", "continuous"),
        Role::Sticking(_) => ("output", "discrete"),
        Role::Parameter => ("parameter", "fixed"),
    };
    let element = Element::new(if variable.is_boolean() { "Boolean" } else { "Float64" })
        .with("name", &variable.name)
        .with("valueReference", reference)
        .with_some("description", &variable.text)
        .with("causality", causality)
        .with("variability", variability)
        .with_some("unit", &variable.unit);
    match variable.start {
        Some(start) => element.with("start", number(start)),
        None => element,
    }
}
