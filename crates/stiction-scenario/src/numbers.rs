//! Numbers of a scenario by their paths: what they are, what they may be, and the text with others.

use core::ops::Range as Span;
use std::collections::HashSet;

use stiction_core::{Domain, Field, Form, PlanarFrame, Range, Shaft, Spelling};
use toml::de::{DeTable, DeValue};

use crate::channel::Channels;
use crate::domain::DomainId;
use crate::error::{Fault, Inside, ScenarioError};
use crate::file::ScenarioFile;
use crate::scenario::Scenario;
use crate::settings::split;
use crate::turned::{does_turn, turned};

/// A number of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// Its value; none where it is left at its default.
    pub value: Option<f64>,
    /// Its unit where it stands: N m of a limit on a shaft, N on a line; empty if it has none.
    pub unit: String,
    /// What is accepted; [`Range::Any`] where its description does not say.
    pub range: Range,
}

impl Scenario {
    /// The number at a path of a body, a drive or a connection, `connections.friction.law.limit`.
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
    /// A path that leads to no number, or that is not a valid path.
    pub fn number(&self, path: &str) -> Result<Number, ScenarioError> {
        let keys = split(path).inside(path).map_err(Fault::without_text)?;
        let refused = |message: &str| Fault::new(message).inside(path).without_text();
        let root = toml::Value::try_from(self)?;
        let mut place = Some(&root);
        for key in &keys {
            place = place.and_then(|value| match value {
                toml::Value::Array(list) => list.get(key.parse::<usize>().ok()?),
                table => table.get(key),
            });
        }
        let value = match place {
            None => None,
            Some(toml::Value::Float(number)) => Some(*number),
            Some(toml::Value::Integer(number)) => Some(*number as f64),
            Some(_) => return Err(refused("is not a number")),
        };
        let is_on_shaft = |connection: &str| {
            self.compose().is_ok_and(|(_, channels)| on_shafts(&channels).contains(connection))
        };
        let known = self.field(&keys, &is_on_shaft);
        match (known, value) {
            (Some((unit, range)), _) => Ok(Number { value, unit, range }),
            (None, Some(_)) => Ok(Number { value, unit: String::new(), range: Range::Any }),
            (None, None) => Err(refused("there is no number of a body, drive or connection")),
        }
    }

    /// Returns what tells the unit of the number at a path as [`Self::number`] has it, of a mechanism of which all
    /// columns are known; empty if it has none.
    pub fn units<'a>(&'a self, columns: &'a [Channels]) -> impl Fn(&str) -> String + 'a {
        let on_shafts = on_shafts(columns);
        move |path| {
            let Ok(keys) = split(path) else { return String::new() };
            let known = self.field(&keys, &|connection| on_shafts.contains(connection));
            known.map_or_else(String::new, |(unit, _)| unit)
        }
    }

    /// Unit and range of what is at a path, where it is told which connections are on shafts.
    fn field(
        &self,
        keys: &[String],
        is_on_shaft: &dyn Fn(&str) -> bool,
    ) -> Option<(String, Range)> {
        let shaft = DomainId::of::<Shaft>();
        let [section, name, rest @ ..] = keys else { return None };
        let (field, turns) = match (section.as_str(), rest) {
            ("bodies", [start, key, ..]) if start == "start" => {
                return Some((unit_of_start(key)?.to_owned(), Range::Finite));
            }
            ("bodies", _) => {
                let kind = &self.bodies.get(name)?.kind;
                (within(kind.description().fields, rest)?, kind.chosen_domain() == Some(shaft))
            }
            ("drives", _) => {
                let drive = self.drives.get(name)?;
                (within(drive.description().fields, rest)?, drive.chosen_domain() == Some(shaft))
            }
            ("connections", [key, rest @ ..]) if key == "law" => {
                let law = &self.connections.get(name)?.law;
                let field = within(law.description().fields, rest)?;
                // A law of shafts alone has their units already.
                let stands_on_both = law.domains().len() > 1 && law.domains().contains(&shaft);
                let differs = stands_on_both && unit_on_shaft(&field) != field.unit;
                (field, differs && is_on_shaft(name))
            }
            _ => return None,
        };
        let unit = if turns { unit_on_shaft(&field) } else { field.unit.to_owned() };
        Some((unit, field.range))
    }
}

/// Connections on shafts, by their columns.
fn on_shafts(columns: &[Channels]) -> HashSet<&str> {
    columns.iter().filter_map(|channels| on_shaft(channels.names())).collect()
}

fn on_shaft(columns: &[String]) -> Option<&str> {
    let of =
        |scalar: &str| columns.iter().find_map(|name| name.strip_suffix(scalar)?.strip_suffix('.'));
    let rate = of(Shaft::FLOW_NAMES[0]);
    rate.filter(|_| of(PlanarFrame::FLOW_NAMES[0]).is_none())
}

/// The unit on a shaft of what has a unit on a line.
fn unit_on_shaft(field: &Field) -> String {
    match field.unit {
        // Of a torque over a normal force.
        "1" if field.text.contains("a lever arm") => "m".to_owned(),
        unit if does_turn(field) => turned(unit),
        unit => unit.to_owned(),
    }
}

fn unit_of_start(key: &str) -> Option<&'static str> {
    match key {
        "position" => Some("m"),
        "angle" => Some("rad"),
        "velocity" => Some("m/s"),
        "angular_velocity" => Some("rad/s"),
        _ => None,
    }
}

/// The field to which keys lead among some fields.
fn within(fields: &'static [Field], keys: &[String]) -> Option<Field> {
    let (first, rest) = keys.split_first()?;
    fields.iter().find_map(|field| match (field.form)() {
        Form::Table(part) if field.is_flat => within(part.fields, keys),
        Form::Choice(choice) if choice.spelling == Spelling::Key => {
            let variant = choice.variants.iter().find(|variant| variant.name == first)?;
            let inner = variant.fields.first()?;
            let unit = if inner.unit.is_empty() { bracketed(variant.text) } else { inner.unit };
            below(Field { unit, ..*inner }, (inner.form)(), rest)
        }
        form if field.name == first => below(*field, form, rest),
        _ => None,
    })
}

/// Returns the text in the first brackets.
fn bracketed(text: &'static str) -> &'static str {
    let inside = text.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
    inside.map_or("", |(inside, _)| inside.trim_end_matches('\\'))
}

/// The field to which keys lead below a field of a form. The levels of a curve have the unit of the curve.
fn below(field: Field, form: Form, keys: &[String]) -> Option<Field> {
    let found = below_as_described(field, form, keys)?;
    let is_level = found.unit.is_empty() && ["coulomb", "breakaway"].contains(&found.name);
    let Field { unit, text, .. } = field;
    Some(if is_level { Field { unit, text, ..found } } else { found })
}

fn below_as_described(field: Field, form: Form, keys: &[String]) -> Option<Field> {
    let Some((first, rest)) = keys.split_first() else {
        return Some(of_number(field, form));
    };
    match form {
        Form::Table(part) => within(part.fields, keys),
        Form::List(each) | Form::Filled(each) | Form::Several(_, each) => {
            first.parse::<usize>().ok()?;
            below(field, each(), rest)
        }
        Form::Vector(_) | Form::Array(_) => {
            first.parse::<usize>().ok()?;
            rest.is_empty().then_some(field)
        }
        Form::Choice(choice) => choice.variants.iter().find_map(|variant| {
            let inner = variant.fields.iter().find(|inner| inner.name.is_empty());
            match inner {
                Some(inner) if variant.name == first && choice.spelling == Spelling::Name => {
                    below(*inner, (inner.form)(), rest)
                }
                Some(inner) if choice.spelling == Spelling::Look => {
                    below(*inner, (inner.form)(), keys)
                }
                _ => within(variant.fields, keys),
            }
        }),
        _ => None,
    }
}

/// Where one number stands for a choice, the range may be that of the choice's own number.
fn of_number(field: Field, form: Form) -> Field {
    let Form::Choice(choice) = form else { return field };
    if field.range != Range::Any {
        return field;
    }
    let inner = choice.variants.iter().flat_map(|variant| variant.fields);
    let number =
        inner.into_iter().find(|f| f.name.is_empty() && matches!((f.form)(), Form::Number));
    number.map_or(field, |number| Field { range: number.range, ..field })
}

impl ScenarioFile {
    /// Its text with other numbers, and with the comments that it has.
    ///
    /// ```
    /// use stiction_scenario::ScenarioFile;
    /// let text = "schema_version = 1 # today\nsolver = { step = 1e-3, until = 1.0 }\n\
    ///             bodies.block = { type = \"point_mass\", mass = 2.0 } # weighed\n";
    /// let file = ScenarioFile::from_bytes("block.toml", text.into())?;
    /// let other = file.text_with_numbers(&[("bodies.block.mass", 2.5)])?;
    /// assert_eq!(other, text.replace("2.0", "2.5"));
    /// # Ok::<(), stiction_scenario::ScenarioError>(())
    /// ```
    /// A number that the text does not have, a parameter at its default, makes a text of its own of the scenario;
    /// comments are lost then.
    ///
    /// # Errors
    /// As [`scenario_with`](Self::scenario_with).
    pub fn text_with_numbers(&self, numbers: &[(&str, f64)]) -> Result<String, ScenarioError> {
        let written: Vec<_> =
            numbers.iter().map(|(path, value)| (*path, format!("{value:?}"))).collect();
        let settings: Vec<_> = written.iter().map(|(path, text)| (*path, text.as_str())).collect();
        let scenario = self.scenario_with(&settings)?;
        let mut text = self.text().to_owned();
        let keys = |path: &str| split(path).map_err(Fault::without_text);
        let mut places = vec![];
        for (path, number) in &settings {
            match number_span(&text, &keys(path)?) {
                Some(span) => places.push((span, *number)),
                None => return scenario.to_toml(),
            }
        }
        // From the end, so that the places before stay where they are.
        places.sort_by_key(|(span, _)| core::cmp::Reverse(span.start));
        for (span, number) in places {
            text.replace_range(span, number);
        }
        Ok(text)
    }
}

/// Where the number at some keys stands in a text.
fn number_span(text: &str, keys: &[String]) -> Option<Span<usize>> {
    let root = DeTable::parse(text).ok()?;
    let mut found = None;
    let mut value = DeValue::Table(root.into_inner());
    for key in keys {
        let node = match value {
            DeValue::Table(table) => {
                table.into_iter().find(|(name, _)| name.get_ref() == key).map(|(_, node)| node)
            }
            DeValue::Array(list) => list.into_iter().nth(key.parse().ok()?),
            _ => None,
        }?;
        found = Some(node.span());
        value = node.into_inner();
    }
    matches!(value, DeValue::Float(_) | DeValue::Integer(_)).then_some(found).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "schema_version = 1\nsolver = { step = 1e-3, until = 1.0 }\n\
        # the block\nbodies.block = { type = \"point_mass\", mass = 1 }\n\
        [connections.friction] # of the guide\nports = \"block\"\n\
        law = { type = \"rate_dependent_gsat\", stiffness = 1e5, damping = 10.0, curve = { coulomb = 1.0, breakaway = 1.5, stribeck_speed = 1e-3 } } # measured\n";

    fn file() -> ScenarioFile {
        ScenarioFile::from_bytes("s.toml", TEXT.into()).unwrap()
    }

    #[test]
    fn numbers_have_value_unit_and_range() {
        let scenario = file().scenario().unwrap();
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
    }

    /// A rotor and a mass with the same law: what is a force on the line is a torque on the shaft.
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
            // What presses is a force on a shaft too, and its coefficient has a lever arm.
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
            // Of the columns alone.
            for (scenario, expected) in both.iter().zip(expected) {
                let outputs = scenario.mechanism().unwrap().outputs;
                assert_eq!(scenario.units(outputs.channels())(path), expected, "{path}");
            }
        }
    }

    #[test]
    fn comments_stay_where_numbers_change() {
        let paths = [
            ("connections.friction.law.curve.breakaway", 1.25),
            ("bodies.block.mass", 0.75),
            ("connections.friction.law.stiffness", 2e6),
        ];
        let text = file().text_with_numbers(&paths).unwrap();
        let by_hand = TEXT
            .replace("breakaway = 1.5", "breakaway = 1.25")
            .replace("mass = 1 ", "mass = 0.75 ")
            .replace("1e5", "2000000.0");
        assert_eq!(text, by_hand);
        // What is not in the text is added.
        let text = file().text_with_numbers(&[("bodies.block.start.velocity", 0.5)]).unwrap();
        assert!(text.contains("velocity = 0.5"), "{text}");
        assert!(file().text_with_numbers(&[("bodies.block.mass", -1.0)]).is_err());
    }
}
