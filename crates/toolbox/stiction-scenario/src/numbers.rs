//! Numbers of a scenario by their paths, with units and ranges.

use std::collections::HashSet;

use stiction_core::{Describe, Domain, Field, Form, PlanarFrame, Range, Shaft, Spelling, Value};

use crate::body::Start;
use crate::component::Component;
use crate::connection::Connection;
use crate::domain::DomainId;
use crate::entry::Kind;
use crate::error::{Fault, Inside, ScenarioError, nearest};
use crate::scenario::Scenario;
use crate::settings::split;
use crate::turned::{does_turn, stands_on_both, turned};
use crate::value::short;

/// A number of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// Its path, `connections.friction.law.limit`.
    pub path: String,
    /// Its value; none if it is left at its default.
    pub value: Option<f64>,
    /// Its value if it is left at its default; none if it has no default that is a number.
    pub default: Option<f64>,
    /// Its unit at its place: a limit has N m on a shaft, N on a line; empty if it has none.
    pub unit: String,
    /// Accepted values; [`Range::Any`] if its description does not say.
    pub range: Range,
    /// Its description.
    pub text: String,
    /// Whether it is a whole number, which determines the structure of the mechanism.
    pub is_count: bool,
}

impl Number {
    /// Returns the keys of its path.
    #[must_use]
    pub fn keys(&self) -> Vec<String> {
        split(&self.path).unwrap_or_default()
    }
}

impl Scenario {
    /// Returns the numbers of the solver, the record, the bodies, drives and connections: those that are given, and
    /// those with a numeric default. [`Self::with_numbers`] sets each by its path.
    #[must_use]
    pub fn numbers(&self) -> Vec<Number> {
        self.walked().found
    }

    /// Returns the number at a path, `connections.friction.law.limit`, even if it is at its default.
    ///
    /// ```
    /// use stiction_core::Range;
    /// use stiction_scenario::Scenario;
    /// let scenario = Scenario::from_toml(
    ///     "schema_version = 1\nsolver = { step = 1e-3, until = 1.0 }\n\
    ///      bodies.block = { type = \"point_mass\", mass = 2.0 }",
    /// )?;
    /// let mass = scenario.number("bodies.block.mass")?;
    /// assert_eq!((mass.value, &*mass.unit, mass.range), (Some(2.0), "kg", Range::Positive));
    /// # Ok::<(), stiction_scenario::ScenarioError>(())
    /// ```
    ///
    /// # Errors
    /// A path that does not lead to a number, or that is not a valid path.
    pub fn number(&self, path: &str) -> Result<Number, ScenarioError> {
        let keys = split(path).inside(path).map_err(Fault::without_text)?;
        let Walk { found, aside, .. } = self.walked();
        let all: Vec<Number> = found.into_iter().chain(aside).collect();
        if let Some(number) = all.iter().find(|number| number.keys() == keys) {
            return Ok(number.clone());
        }
        let meant = nearest(path, all.iter().map(|number| &*number.path));
        Err(Fault::new("the scenario has no such number").hint(meant).inside(path).without_text())
    }

    fn walked(&self) -> Walk {
        let shaft = DomainId::of::<Shaft>();
        let channels = self.compose().map_or_else(|_| vec![], |(_, channels)| channels);
        let on_shafts: HashSet<&str> =
            channels.iter().filter_map(|group| on_shaft(group.names())).collect();
        let mut walk = Walk::default();
        let solver = Field { range: Range::Positive, ..plain("s", "Step [s].") };
        walk.push("solver.step".to_owned(), &solver, Some(self.solver.step));
        let until = Field { text: "End of the run [s].", ..solver };
        walk.push("solver.until".to_owned(), &until, Some(self.solver.until));
        let every = Field { text: "Time between two rows [s].", ..solver };
        walk.push("record.every".to_owned(), &every, self.record.every);
        for (name, body) in &self.bodies {
            let path = format!("bodies.{name}");
            let start = body.start.values();
            walk.table(&format!("{path}.start"), None, Start::DESCRIPTION.fields, &start);
            walk.component(&path, &body.kind, body.kind.domain == Some(shaft));
        }
        for (name, drive) in &self.drives {
            walk.component(&format!("drives.{name}"), drive, drive.domain == Some(shaft));
        }
        for (name, Connection { map, law, .. }) in &self.connections {
            walk.component(&format!("connections.{name}.map"), map, false);
            let does_turn = stands_on_both(&law.domains()) && on_shafts.contains(&**name);
            walk.component(&format!("connections.{name}.law"), law, does_turn);
        }
        walk
    }
}

/// Returns the connection of some columns, if it is on a shaft.
fn on_shaft(columns: &[String]) -> Option<&str> {
    let of =
        |scalar: &str| columns.iter().find_map(|name| name.strip_suffix(scalar)?.strip_suffix('.'));
    let rate = of(Shaft::FLOW_NAMES[0]);
    rate.filter(|_| of(PlanarFrame::FLOW_NAMES[0]).is_none())
}

/// Returns the field of a number that no table describes.
const fn plain(unit: &'static str, text: &'static str) -> Field {
    let form = || Form::Number;
    let (name, range) = ("", Range::Finite);
    Field { name, symbol: "", unit, range, text, form, default: None, is_flat: false }
}

/// Numbers found in the values of components, described by their tables.
#[derive(Default)]
struct Walk {
    found: Vec<Number>,
    /// Numbers that can be set, but have neither a value nor a default.
    aside: Vec<Number>,
    /// Whether all numbers go to `aside`, because one number stands for them.
    is_aside: bool,
    /// Whether the units are those of rotation.
    does_turn: bool,
}

impl Walk {
    fn push(&mut self, path: String, field: &Field, value: Option<f64>) {
        let default = field.default.and_then(|default| one_number(&default()));
        let unit = if self.does_turn { unit_on_shaft(field) } else { field.unit.to_owned() };
        let [said, meant] = [field.unit, &unit].map(|unit| format!("[{unit}]"));
        let text = field.text.replacen(&said, &meant, 1);
        let is_count = matches!((field.form)(), Form::Count);
        let is_found = !self.is_aside && (value.is_some() || default.is_some());
        let to = if is_found { &mut self.found } else { &mut self.aside };
        to.push(Number { path, value, default, unit, range: field.range, text, is_count });
    }

    fn list(&mut self, path: &str, field: &Field, numbers: &[f64]) {
        for (i, number) in numbers.iter().enumerate() {
            self.push(format!("{path}[{i}]"), &Field { default: None, ..*field }, Some(*number));
        }
    }

    /// Adds the numbers of a component.
    fn component<K: Kind>(&mut self, path: &str, of: &Component<K>, does_turn: bool) {
        self.does_turn = does_turn;
        self.table(path, None, of.table.fields, &of.values);
        self.does_turn = false;
    }

    /// Adds the numbers of a table, which is the value of the field `of`.
    fn table(
        &mut self,
        path: &str,
        of: Option<&Field>,
        fields: &'static [Field],
        values: &[Value],
    ) {
        for (field, value) in fields.iter().zip(values) {
            match ((field.form)(), value) {
                (Form::Table(part), Value::Record(values)) if field.is_flat => {
                    self.table(path, of, part.fields, values);
                }
                (form, value) => {
                    let path = format!("{path}.{}", field.name);
                    self.value(&path, &level(*field, of), form, value);
                }
            }
        }
    }

    /// Adds the numbers of a value of a field, or of a part of it, which has another form.
    fn value(&mut self, path: &str, field: &Field, form: Form, value: &Value) {
        match (form, value) {
            (form, Value::Absent) if may_be_a_number(form) => {
                self.push(path.to_owned(), field, None);
            }
            (_, Value::Number(number)) => self.push(path.to_owned(), field, Some(*number)),
            (Form::Matrix, Value::Numbers(numbers)) => {
                for (row, numbers) in numbers.chunks(3).enumerate() {
                    self.list(&format!("{path}[{row}]"), field, numbers);
                }
            }
            (_, Value::Numbers(numbers)) => self.list(path, field, numbers),
            (
                Form::List(each) | Form::Filled(each) | Form::Several(_, each),
                Value::List(values),
            ) => {
                for (i, value) in values.iter().enumerate() {
                    self.value(&format!("{path}[{i}]"), field, each(), value);
                }
            }
            (Form::Table(table), Value::Record(values)) => match short(table, values) {
                Some(number) => {
                    self.push(path.to_owned(), field, Some(number));
                    let was = core::mem::replace(&mut self.is_aside, true);
                    self.table(path, Some(field), table.fields, values);
                    self.is_aside = was;
                }
                None => self.table(path, Some(field), table.fields, values),
            },
            (Form::Choice(choice), Value::Choice(index, values)) => {
                let variant = &choice.variants[*index];
                match (choice.spelling, variant.fields, &values[..]) {
                    (Spelling::Look, [only], [value]) => {
                        self.value(path, &shown_as(only, field), (only.form)(), value);
                    }
                    (_, fields, values) => self.table(path, Some(field), fields, values),
                }
            }
            _ => {}
        }
    }
}

fn may_be_a_number(form: Form) -> bool {
    match form {
        Form::Table(table) => table.of_number.is_some(),
        Form::Choice(choice) => choice.spelling == Spelling::Look,
        _ => matches!(form, Form::Number | Form::Count | Form::Vector(_)),
    }
}

/// Returns the number that a value is, if it is one.
fn one_number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => Some(*number),
        Value::Choice(_, values) => match &values[..] {
            [Value::Number(number)] => Some(*number),
            _ => None,
        },
        _ => None,
    }
}

/// Returns a field of the field `of`. The levels of a curve have the unit of the curve.
fn level(field: Field, of: Option<&Field>) -> Field {
    let is_level = field.unit.is_empty() && ["coulomb", "breakaway"].contains(&field.name);
    match of {
        Some(Field { unit, text, .. }) if is_level => Field { unit, text, ..field },
        _ => field,
    }
}

/// Returns one look of a field, completed from the field.
fn shown_as(look: &Field, field: &Field) -> Field {
    let unit = if look.unit.is_empty() { field.unit } else { look.unit };
    let text = if field.text.is_empty() { look.text } else { field.text };
    let range = if field.range == Range::Any { look.range } else { field.range };
    Field { name: field.name, unit, text, range, ..*look }
}

/// Returns the unit of a field on a shaft.
fn unit_on_shaft(field: &Field) -> String {
    match field.unit {
        // The lever arm of a torque over a normal force.
        "1" if field.text.contains("a lever arm") => "m".to_owned(),
        unit if does_turn(field) => turned(unit),
        unit => unit.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text_with_numbers::GUIDED;

    #[test]
    fn numbers_have_value_unit_and_range() {
        let scenario = Scenario::from_toml(GUIDED).unwrap();
        let of = |path: &str| scenario.number(path).unwrap();
        let mass = of("bodies.block.mass");
        assert_eq!((mass.value, &*mass.unit, mass.range), (Some(1.0), "kg", Range::Positive));
        assert_eq!(of("connections.friction.law.curve.coulomb").value, Some(1.0));
        assert_eq!(of("connections.friction.law.stiffness").range, Range::Positive);
        let start = of("bodies.block.start.velocity");
        assert_eq!((start.value, &*start.unit), (None, "m/s"));
        for wrong in ["bodies.blok.mass", "bodies.block.type", "bodies", "a..b"] {
            assert!(scenario.number(wrong).is_err(), "{wrong}");
        }
        let refused = scenario.number("bodies.blok.mass").unwrap_err().to_string();
        assert!(refused.contains("did you mean `bodies.block.mass`?"), "{refused}");
    }

    /// A number given at its default is listed like one that is not given.
    #[test]
    fn numbers_at_their_defaults_are_listed() {
        let numbers = Scenario::from_toml(GUIDED).unwrap().numbers();
        let viscous = "connections.friction.law.viscous_damping";
        let found = numbers.iter().find(|number| number.path == viscous).unwrap();
        assert_eq!((found.value, found.default), (None, Some(0.0)));
        let written = GUIDED.replace("damping = 10.0", "damping = 10.0, viscous_damping = 0.0");
        assert_eq!(Scenario::from_toml(&written).unwrap().numbers(), numbers);
    }

    /// A rotor and a mass have equal laws: a force on the line is a torque on the shaft.
    #[test]
    fn units_are_those_of_the_domain() {
        let law = "type = \"rate_dependent_gsat\", stiffness = 1e3, damping = 1.0, viscous_damping = 0.1, \
                   curve = { coulomb = 1.0, breakaway = 1.5, stribeck_speed = 0.1 }";
        let brake = "type = \"coulomb\", stiffness = 1e3, damping = 1.0, normal_force = 2.0, \
                     friction = { coulomb = 0.3, breakaway = 0.4, stribeck_speed = 0.1 }";
        let shoe = "type = \"amended_lugre\", stiffness = 1e3, damping = 1.0, friction = 0.3, normal_force = 2.0";
        let lugre = "type = \"lugre\", stiffness = 1e3, damping = 1.0";
        let text = |body: &str| {
            format!(
                "schema_version = 1\nsolver = {{ step = 1e-3, until = 1.0 }}\n{body}\n\
                 connections.rub = {{ ports = \"b\", law = {{ {law} }} }}\n\
                 connections.brake = {{ ports = \"b\", law = {{ {brake} }} }}\n\
                 connections.shoe = {{ ports = \"b\", law = {{ {shoe} }} }}\n\
                 connections.force = {{ ports = \"b\", law = {{ {lugre}, steady_force = 1.0 }} }}\n\
                 connections.bend = {{ ports = \"b\", law = {{ {lugre}, steady_deflection = {{ coulomb = 1e-3, breakaway = 2e-3, stribeck_speed = 0.1 }} }} }}\n"
            )
        };
        let line = Scenario::from_toml(&text("bodies.b = { type = \"point_mass\", mass = 1.0 }"));
        let shaft = Scenario::from_toml(&text("bodies.b = { type = \"rotor\", inertia = 1.0 }"));
        let both = [line.unwrap(), shaft.unwrap()];
        let units = [
            ("connections.rub.law.stiffness", ["N/m", "N m/rad"]),
            ("connections.rub.law.damping", ["N s/m", "N m s/rad"]),
            ("connections.rub.law.viscous_damping", ["N s/m", "N m s/rad"]),
            ("connections.rub.law.curve.coulomb", ["N", "N m"]),
            ("connections.rub.law.curve.breakaway", ["N", "N m"]),
            ("connections.rub.law.curve.stribeck_speed", ["m/s", "rad/s"]),
            // A normal force is a force on a shaft too, and its coefficient has a lever arm.
            ("connections.brake.law.normal_force", ["N", "N"]),
            ("connections.brake.law.friction.coulomb", ["1", "m"]),
            ("connections.brake.law.friction.stribeck_speed", ["m/s", "rad/s"]),
            ("connections.shoe.law.friction", ["1", "m"]),
            ("connections.shoe.law.stiffness", ["1/m", "m/rad"]),
            ("connections.force.law.steady_force", ["N", "N m"]),
            ("connections.bend.law.steady_deflection.breakaway", ["m", "rad"]),
        ];
        for (path, expected) in units {
            let found = [0, 1].map(|i| both[i].number(path).unwrap().unit);
            assert_eq!(found, expected, "{path}");
        }
    }
}
