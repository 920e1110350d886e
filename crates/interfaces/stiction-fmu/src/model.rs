//! The model that an importer sees of a scenario: variables, step and token.

use std::collections::{BTreeMap, HashMap, HashSet};

use stiction_network::{Network, Simulation, StateVariable};
use stiction_scenario::channel::unit_of;
use stiction_scenario::{Channels, Scenario, ScenarioFile};

use crate::error::ExportError;
use crate::parameters::{parameters, parts};
use crate::token::token;

/// Role of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The time \[s\].
    Time,
    /// An input, with its index among those of the mechanism.
    Input(usize),
    /// A column, with its group and the index in it.
    Output(usize, usize),
    /// Whether the connection of a group of columns sticks.
    Sticking(usize),
    /// A number of the file.
    Parameter,
    /// A variable of the state of the mechanism.
    State(usize),
    /// Rate in continuous time of a variable of the state.
    Rate(usize),
}

impl Role {
    /// Returns the name of the role in messages.
    const fn name(&self) -> &'static str {
        match self {
            Self::Time => "the time",
            Self::Input(_) => "an input",
            Self::Output(..) => "a column",
            Self::Sticking(_) => "whether a connection sticks",
            Self::Parameter => "a number of the file",
            Self::State(_) => "a state",
            Self::Rate(_) => "the rate of a state",
        }
    }
}

/// A variable; its index in the list of all is its value reference.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its role.
    pub role: Role,
    /// Its unit; empty if it has none or the unit is not known.
    pub unit: String,
    /// Nominal value of a continuous state.
    pub nominal: Option<f64>,
    /// Start value of a variable that can be set.
    pub start: Option<f64>,
    /// Its description.
    pub text: String,
}

impl Variable {
    /// Makes a variable without a nominal value and a start value.
    pub(crate) const fn new(name: String, role: Role, unit: String, text: String) -> Self {
        Self { name, role, unit, nominal: None, start: None, text }
    }
    /// Returns whether it is a Boolean; all others are numbers.
    #[must_use]
    pub const fn is_boolean(&self) -> bool {
        matches!(self.role, Role::Sticking(_))
    }
    /// Returns whether the mechanism computes it.
    #[must_use]
    pub const fn is_output(&self) -> bool {
        matches!(self.role, Role::Output(..) | Role::Sticking(_))
    }
}

/// A scenario as an importer sees it.
#[derive(Clone, Debug)]
pub struct Model {
    pub(crate) file: ScenarioFile,
    pub(crate) scenario: Scenario,
    /// Title of the scenario, or the name of its file.
    pub title: String,
    /// All variables, by value reference.
    pub variables: Vec<Variable>,
    /// Why it supports co-simulation only; none if it supports model exchange too.
    pub hindrance: Option<String>,
    /// Paths of the numbers of the file that are not parameters, and why.
    pub refused: Vec<(String, &'static str)>,
    /// GUID or instantiation token, a digest of the scenario, the variables and the version of this crate.
    pub token: String,
}

/// A mechanism that can be stepped, and all its columns.
pub(crate) type Built = (Simulation, Vec<Channels>);

/// Builds a scenario with all its columns, whichever it records.
pub(crate) fn build(scenario: &Scenario) -> Result<Built, ExportError> {
    let (sim, outputs) = scenario.simulation_with_outputs()?;
    Ok((sim, outputs.channels().to_vec()))
}

impl Model {
    /// Describes a scenario.
    ///
    /// # Errors
    /// A scenario that is refused, with file and line; an input with the name of another variable.
    pub fn of(file: ScenarioFile) -> Result<Self, ExportError> {
        Self::of_with_mechanism(file).map(|(model, _)| model)
    }

    /// Returns the model with another text of its scenario.
    pub(crate) fn with_text(mut self, text: String) -> Result<Self, ExportError> {
        self.file = ScenarioFile::from_bytes(self.file.path(), text.into_bytes())?;
        self.token = token_of(&self.file, &self.variables);
        Ok(self)
    }

    /// Returns the model as [`Self::of`] does, with the mechanism of the file, which is built on the way.
    pub(crate) fn of_with_mechanism(file: ScenarioFile) -> Result<(Self, Built), ExportError> {
        let scenario = file.scenario()?;
        let title = match scenario.title.trim() {
            "" => file.path().file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            title => title.to_owned(),
        };
        let built = build(&scenario)?;
        let sim = &built.0;
        let hindrance = sim.network().obstacles(sim.state())?.first().map(ToString::to_string);
        let (mut variables, refused) = variables(&scenario, &built);
        if hindrance.is_none() {
            variables.extend(states(sim.network()));
        }
        check_names(&variables)?;
        let token = token_of(&file, &variables);
        let model = Self { file, scenario, title, variables, hindrance, refused, token };
        Ok((model, built))
    }
}

fn variables(
    scenario: &Scenario,
    (sim, channels): &Built,
) -> (Vec<Variable>, Vec<(String, &'static str)>) {
    let (parts, places) = (parts(scenario), scenario.inputs());
    let [name, unit, text] = ["time", "s", "Time"].map(str::to_owned);
    let mut all = vec![Variable::new(name, Role::Time, unit, text)];
    let inputs = sim.state().inputs();
    for (place, input) in inputs.declared().iter().enumerate() {
        let places = places.get(input.name()).map(|places| places.join(", "));
        let text = format!("Set from outside: {}", places.unwrap_or_default());
        let (name, unit) = (input.name().clone(), input.unit().clone());
        let input = Variable {
            start: Some(input.start()),
            ..Variable::new(name, Role::Input(place), unit, text)
        };
        all.push(input);
    }
    let inputs: HashSet<&str> = inputs.declared().iter().map(|input| &**input.name()).collect();
    for (group, columns) in channels.iter().enumerate() {
        let says = |name: &str| text_of_column(name, &parts);
        for (place, (name, unit)) in columns.names().iter().zip(columns.units()).enumerate() {
            let does_stick = columns.sticking() == Some(place);
            let (role, text) = if does_stick {
                let text = "Whether its friction sticks, and the step holds it";
                (Role::Sticking(group), text.to_owned())
            } else {
                (Role::Output(group, place), says(name))
            };
            // An input is listed already, by its own name.
            let input = name.strip_prefix("input.");
            if !input.is_some_and(|input| inputs.contains(input)) {
                all.push(Variable::new(name.clone(), role, unit.clone(), text));
            }
        }
    }
    let (parameters, refused) = parameters(scenario, &places);
    all.extend(parameters);
    (all, refused)
}

fn check_names(all: &[Variable]) -> Result<(), ExportError> {
    let mut roles = HashMap::new();
    for Variable { name, role, .. } in all {
        if let Some(other) = roles.insert(name, role) {
            let makers = [other.name(), role.name()];
            return Err(ExportError::SameName { name: name.clone(), makers });
        }
    }
    Ok(())
}

/// Returns the continuous states, followed by their rates.
fn states(network: &Network) -> Vec<Variable> {
    let variables = network.state_variables();
    let unit_of_motion = |name: &str| {
        // The second joint of an arm has `angle[1]`.
        let scalar = name.split('[').next().unwrap_or_default();
        unit_of(&format!("body.{scalar}"))
    };
    let state = |(index, one): (usize, &StateVariable)| {
        let unit = match &*one.name.unit {
            "" => unit_of_motion(&one.name.name),
            "1" => "",
            unit => unit,
        };
        let name = format!("state.{}.{}", one.component, one.name.name);
        let text = format!("Continuous state of {}: {}", one.component, one.name.name);
        let state = Variable::new(name, Role::State(index), unit.to_owned(), text);
        Variable { nominal: Some(one.nominal), ..state }
    };
    let states: Vec<Variable> = variables.iter().enumerate().map(state).collect();
    let rate = |(index, state): (usize, &Variable)| {
        let text = format!("Rate of {} in continuous time", state.name);
        let name = format!("der({})", state.name);
        Variable::new(name, Role::Rate(index), per_second(&state.unit), text)
    };
    let rates: Vec<Variable> = states.iter().enumerate().map(rate).collect();
    [states, rates].concat()
}

fn per_second(unit: &str) -> String {
    match unit {
        speed if speed.ends_with("/s") => format!("{speed}²"),
        plain if !plain.is_empty() && !plain.contains('/') => format!("{plain}/s"),
        _ => String::new(),
    }
}

/// Returns the type of the owner of a column.
fn text_of_column(name: &str, parts: &BTreeMap<String, String>) -> String {
    match name {
        "energy.stored" => return "Energy that is stored in the mechanism".to_owned(),
        "energy.supplied_power" => return "Power that loads and drives supply".to_owned(),
        "energy.dissipated_power" => return "Power that becomes heat".to_owned(),
        "energy.power_residual" => return "The remainder of the balance of powers".to_owned(),
        _ => {}
    }
    let owner = name.rsplit_once('.').map_or("", |(owner, _)| owner);
    let part = owner.split('[').next().unwrap_or_default();
    parts.get(part).cloned().unwrap_or_default()
}

fn token_of(file: &ScenarioFile, variables: &[Variable]) -> String {
    let mut described = vec![crate::LIBRARY.to_owned(), file.text().to_owned()];
    described.extend(variables.iter().map(|variable| format!("{variable:?}")));
    token(described.iter().map(String::as_bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{BLOCK, file};

    fn names(model: &Model, wanted: impl Fn(&Role) -> bool) -> Vec<&str> {
        let wanted = model.variables.iter().filter(|variable| wanted(&variable.role));
        wanted.map(|variable| variable.name.as_str()).collect()
    }

    #[test]
    fn inputs_columns_and_numbers_are_variables() {
        let model = Model::of(file(BLOCK)).unwrap();
        assert_eq!(model.variables[0].name, "time");
        assert_eq!(names(&model, |role| matches!(role, Role::Input(_))), ["push"]);
        let outputs = names(&model, |role| matches!(role, Role::Output(..)));
        assert!(outputs.starts_with(&["block.x", "block.vx"]), "{outputs:?}");
        assert!(!outputs.contains(&"input.push"));
        // All columns are outputs, whichever the scenario records.
        assert!(outputs.contains(&"friction.force"));
        assert_eq!(names(&model, |role| matches!(role, Role::Sticking(_))), ["friction.sticks"]);
        let of = |name: &str| model.variables.iter().find(|one| one.name == name).unwrap();
        assert_eq!((of("push").unit.as_str(), of("push").start), ("N", Some(3.0)));
        assert_eq!(of("block.vx").unit, "m/s");
        assert!(of("friction.force").text.starts_with("gsat: Coulomb"));
        assert_eq!(of("connections.friction.law.limit").unit, "N");
        // The contact state has several variables; only `sticks` is a Boolean.
        for (name, unit) in [("friction.margin", ""), ("friction.slip_speed", "m/s")] {
            assert!(matches!(of(name).role, Role::Output(..)) && of(name).unit == unit, "{name}");
        }
    }

    #[test]
    fn a_token_changes_with_the_scenario() {
        let token = |text: &str| Model::of(file(text)).unwrap().token;
        assert_eq!(token(BLOCK), token(BLOCK));
        assert_ne!(token(BLOCK), token(&BLOCK.replace("5.0", "5.5")));
    }

    #[test]
    fn an_input_called_time_is_refused() {
        let text = BLOCK.replace("\"push\", unit", "\"time\", unit");
        let message = Model::of(file(&text)).unwrap_err().to_string();
        assert!(message.contains("`time`, the time and an input: rename one"), "{message}");
    }
}
