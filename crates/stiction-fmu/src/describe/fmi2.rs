//! The description of FMI 2.0 (section 2.2 of the standard).

use super::{log_categories, number, unit_definitions};
use crate::model::{Model, Role, Variable};
use crate::xml::Element;

pub(super) fn description(model: &Model, identifier: &str) -> Element {
    let simulation = Element::new("CoSimulation")
        .with("modelIdentifier", identifier)
        .with("canHandleVariableCommunicationStepSize", true)
        .with("canInterpolateInputs", false)
        .with("maxOutputDerivativeOrder", 0)
        .with("canRunAsynchronuously", false)
        .with("canBeInstantiatedOnlyOncePerProcess", false)
        .with("canGetAndSetFMUstate", true)
        .with("canSerializeFMUstate", true)
        .with("providesDirectionalDerivative", false);
    let experiment = Element::new("DefaultExperiment")
        .with("startTime", 0)
        .with("stopTime", number(model.until))
        .with("stepSize", number(model.step));
    let variables = model.variables.iter().enumerate().map(|(i, variable)| scalar(i, variable));
    let unknowns = |name| {
        let outputs = model.variables.iter().enumerate().filter(|(_, one)| one.is_output());
        // Variables are counted from 1 here.
        let unknown = |(i, _): (usize, _)| Element::new("Unknown").with("index", i + 1);
        Element::new(name).children(outputs.map(unknown))
    };
    let structure =
        Element::new("ModelStructure").children([unknowns("Outputs"), unknowns("InitialUnknowns")]);
    Element::new("fmiModelDescription")
        .with("fmiVersion", "2.0")
        .with("modelName", &model.title)
        .with("guid", &model.token)
        .with("generationTool", crate::LIBRARY)
        .with("variableNamingConvention", "flat")
        .with("numberOfEventIndicators", 0)
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
    let kind = if variable.is_boolean() { "Boolean" } else { "Real" };
    let mut value = Element::new(kind).with_some("unit", &variable.unit);
    if let Some(start) = variable.start {
        value = value.with("start", number(start));
    }
    Element::new("ScalarVariable")
        .with("name", &variable.name)
        .with("valueReference", reference)
        .with_some("description", &variable.text)
        .with("causality", causality)
        .with("variability", variability)
        .children([value])
}
