//! Descriptions of everything that files can name, for lists and help texts.

use std::collections::HashSet;

use stiction_core::{Choice, Describe, Field, Form, Parameter, Range, Shape, Spelling, Value};

use crate::appearance::{self, KEY, PLACE};
use crate::body::{MakeBody, Start};
use crate::component::{default_domain, general, text_of_choice};
use crate::domain::distinct;
use crate::drive::MakeDrive;
use crate::entry::{Entry, Kind};
use crate::law::MakeLaw;
use crate::map::MakeMap;
use crate::registry::{Registered, Registry};
use crate::turned::{stands_on_both, text_on_both};

/// A component, a kind of a parameter or a table, as a file has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Described {
    /// Sentence about its kind, `A prescribed motion or a fixed place.`; empty for a table without a `type`.
    pub kind: &'static str,
    /// Its `type`; for a table without one, the name of the table.
    pub name: String,
    /// Its description.
    pub text: &'static str,
    /// Its place in a file, or the first of several: `connections.NAME.law.pressure`.
    pub place: String,
    /// Its parameters, in their order.
    pub parameters: Vec<DescribedParameter>,
}

/// A parameter of a [`Described`] component or table.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribedParameter {
    /// Its key.
    pub name: &'static str,
    /// Kind of its value, in a few words: `number or list`.
    pub value: String,
    /// Whether it must be given.
    pub is_required: bool,
    /// Its default, if that is a number, a word or a Boolean.
    pub default: Option<String>,
    /// Its description, with its unit, on shafts too.
    pub text: String,
}

impl Registry {
    /// Returns everything that files can name: laws, bodies, maps, drives, then kinds and tables of their parameters.
    ///
    /// ```
    /// let all = stiction_scenario::library().described();
    /// let gsat = all.iter().find(|one| one.name == "gsat").unwrap();
    /// assert_eq!(gsat.parameters[0].text, "Stiffness K of the stuck contact [N/m] or [N m/rad], > 0.");
    /// ```
    #[must_use]
    pub fn described(&self) -> Vec<Described> {
        let mut found = Found::default();
        found.add_entries::<MakeLaw>(self, "connections.NAME.law");
        found.add_entries::<MakeBody>(self, "bodies.NAME");
        found.add_appearances(self);
        found.add_entries::<MakeMap>(self, "connections.NAME.map");
        found.add_entries::<MakeDrive>(self, "drives.NAME");
        found.parts.push(("bodies.NAME.start".to_owned(), Form::Table(Start::DESCRIPTION)));
        // Parts come after their owners, breadth first.
        while !found.parts.is_empty() {
            for (place, form) in core::mem::take(&mut found.parts) {
                found.add_part(place, form);
            }
        }
        found.all
    }

    /// Returns everything that files can name by this name.
    #[must_use]
    pub fn describe(&self, name: &str) -> Vec<Described> {
        self.described().into_iter().filter(|one| one.name == name).collect()
    }
}

#[derive(Default)]
struct Found {
    all: Vec<Described>,
    seen: HashSet<&'static str>,
    /// The parameters that were found last.
    parts: Vec<(String, Form)>,
}

impl Found {
    fn add_entries<K: Registered>(&mut self, registry: &Registry, place: &str) {
        let known = registry.known::<K>();
        for tag in known.tags() {
            let entries = known.of_tag(tag);
            let Some(table) = general(&entries) else { continue };
            let turns = stands_on_both(&distinct(entries.iter().map(|entry| entry.domain)));
            let text = table.named().text;
            self.add((<K as Kind>::TEXT, place), tag.to_owned(), text, (table.fields, turns));
            let key = table.named().chosen;
            if !key.is_empty() {
                self.add_domain::<K>(key, &entries);
            }
        }
    }

    /// Adds the key by which a file chooses one of the domains of the component that was added last.
    fn add_domain<K: Kind>(&mut self, name: &'static str, entries: &[Entry<K>]) {
        let domains = distinct(entries.iter().map(|entry| entry.domain));
        let default = default_domain(&domains).map(|domain| format!("{:?}", domain.tag));
        let tags: Vec<_> = domains.iter().map(|domain| domain.tag).collect();
        self.add_key(DescribedParameter {
            name,
            value: tags.join(", "),
            is_required: default.is_none(),
            default,
            text: text_of_choice::<K>(&domains),
        });
    }

    /// Adds the appearance to the bodies that have one and no parameter of this name.
    fn add_appearances(&mut self, registry: &Registry) {
        let known = registry.known::<MakeBody>();
        for body in &mut self.all {
            let is_seen = known.of_tag(&body.name).iter().any(|entry| entry.make.is_in_space());
            if body.kind == MakeBody::TEXT
                && is_seen
                && body.parameters.iter().all(|own| own.name != KEY)
            {
                body.parameters.push(optional(KEY, Shape::form(), appearance::TEXT));
            }
        }
    }

    /// Adds a key that is read beside the table of the component that was added last.
    fn add_key(&mut self, key: DescribedParameter) {
        if let Some(last) = self.all.last_mut() {
            last.parameters.push(key);
        }
    }

    fn add_part(&mut self, place: String, form: Form) {
        match form {
            Form::List(each) | Form::Filled(each) | Form::Several(_, each) => {
                self.add_part(place, each());
            }
            Form::Table(table) if self.seen.insert(table.name) => {
                self.add(("", &place), snake(table.name), table.text, (table.fields, false));
            }
            Form::Choice(choice) if self.seen.insert(choice.name) => {
                for variant in choice.variants {
                    match (choice.spelling, variant.fields) {
                        (_, []) => {}
                        (Spelling::Look, fields) => {
                            let form = |field: &Field| (place.clone(), (field.form)());
                            self.parts.extend(fields.iter().map(form));
                        }
                        (Spelling::Type, fields) => {
                            let name = variant.name.to_owned();
                            self.add((choice.text, &place), name, variant.text, (fields, false));
                            if choice.name == Shape::NAME {
                                for (key, len, text) in PLACE {
                                    self.add_key(optional(key, Form::Array(len), text));
                                }
                            }
                        }
                    }
                }
            }
            _ => {}
        }
    }

    fn add(
        &mut self,
        (kind, place): (&'static str, &str),
        name: String,
        text: &'static str,
        (fields, turns): (&'static [Field], bool),
    ) {
        let fields = all(fields);
        let part = |field: &&Field| (format!("{place}.{}", field.name), (field.form)());
        self.parts.extend(fields.iter().map(part));
        let parameters = fields.into_iter().map(|field| DescribedParameter {
            name: field.name,
            value: value_of((field.form)(), field.range),
            is_required: field.default.is_none(),
            default: field.default.and_then(|default| plain((field.form)(), &default())),
            text: text_on_both(field, turns),
        });
        let parameters = parameters.collect();
        self.all.push(Described { kind, name, text, place: place.to_owned(), parameters });
    }
}

/// Returns a parameter without a default that may be left out.
fn optional(name: &'static str, form: Form, text: &str) -> DescribedParameter {
    let value = value_of(form, Range::Any);
    DescribedParameter { name, value, is_required: false, default: None, text: text.to_owned() }
}

/// Returns the fields of a table and of its flat parts.
fn all(fields: &'static [Field]) -> Vec<&'static Field> {
    let each = |field: &'static Field| match (field.form)() {
        Form::Table(part) if field.is_flat => all(part.fields),
        _ => vec![field],
    };
    fields.iter().flat_map(each).collect()
}

fn value_of(form: Form, range: Range) -> String {
    match form {
        Form::Number => "number".to_owned(),
        Form::Count => "integer".to_owned(),
        Form::Flag => "true or false".to_owned(),
        Form::Text => "text".to_owned(),
        Form::Opaque => "nothing".to_owned(),
        Form::Vector(_) => "number or list".to_owned(),
        Form::Array(len) | Form::Several(len, _) => format!("list of {len}"),
        Form::Matrix => "list of 3".to_owned(),
        Form::List(_) | Form::Filled(_) => match range {
            Range::Length(least, most, _) if most < usize::MAX => {
                format!("list of {least} to {most}")
            }
            Range::Length(least, ..) if least > 1 => format!("list of {least} or more"),
            _ => "list".to_owned(),
        },
        Form::Table(table) => {
            let number = if table.of_number.is_some() { "number or " } else { "" };
            format!("{number}table {}", snake(table.name))
        }
        Form::Choice(choice) => of_choice(choice).join(", "),
    }
}

fn of_choice(choice: &Choice) -> Vec<String> {
    let mut said = vec![];
    for variant in choice.variants {
        let one = match (choice.spelling, variant.fields) {
            (Spelling::Type, []) => vec![variant.name.to_owned()],
            (Spelling::Type, _) => vec![format!("{{ type = \"{}\", … }}", variant.name)],
            (Spelling::Look, [Field { form, .. }]) => match form() {
                Form::Opaque => vec![],
                Form::Choice(inner) if inner.spelling == Spelling::Look => of_choice(inner),
                Form::Choice(inner) => vec![snake(inner.name)],
                form => vec![value_of(form, Range::Any)],
            },
            (Spelling::Look, _) => vec!["table".to_owned()],
        };
        said.extend(one.into_iter().filter(|word| !said.contains(word)).collect::<Vec<_>>());
    }
    said
}

/// Returns a default in words, if it is simple.
fn plain(form: Form, value: &Value) -> Option<String> {
    match (form, value) {
        (Form::Count, Value::Number(number)) => Some(format!("{number}")),
        (_, Value::Number(number)) => Some(format!("{number:?}")),
        (_, Value::Numbers(numbers)) => Some(format!("{numbers:?}")),
        (_, Value::Flag(flag)) => Some(flag.to_string()),
        (Form::Choice(choice), Value::Choice(index, values)) if values.is_empty() => {
            Some(format!("{:?}", choice.variants[*index].name))
        }
        _ => None,
    }
}

/// Converts `TreeLink` to `tree_link`.
pub(crate) fn snake(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Scenario, library};

    #[test]
    fn everything_has_a_name_words_and_values() {
        let all = library().described();
        let parameters = || all.iter().flat_map(|one| &one.parameters);
        assert!(all.len() > 100 && parameters().all(|parameter| !parameter.value.is_empty()));
        // A table is listed once, however many components have it.
        let count = |name: &str| all.iter().filter(|one| one.name == name).count();
        assert_eq!((count("stribeck_curve"), count("fingertip"), count("start")), (1, 1, 1));
        // A shape is a distribution of mass, or an appearance.
        assert_eq!((count("sphere"), count("glue")), (2, 0));
    }

    /// Also those that are in no table: of domains, of appearances and where they are.
    #[test]
    fn keys_of_components_are_those_of_the_schema() {
        let (all, schema) = (library().described(), Scenario::json_schema());
        let kinds = [MakeLaw::NAME, MakeBody::NAME, MakeMap::NAME, MakeDrive::NAME, Shape::NAME];
        let kinds =
            kinds.iter().flat_map(|kind| schema["$defs"][kind]["oneOf"].as_array().unwrap());
        let mut compared = 0;
        for kind in kinds {
            let tag = kind["properties"]["type"]["const"].as_str().unwrap();
            let keys = kind["properties"].as_object().unwrap().keys();
            let keys: HashSet<_> = keys.map(String::as_str).filter(|key| *key != "type").collect();
            let of = |one: &Described| one.parameters.iter().map(|own| own.name).collect();
            let described: Vec<HashSet<_>> =
                all.iter().filter(|one| one.name == tag).map(of).collect();
            assert!(described.contains(&keys), "{tag} has {keys:?}, described are {described:?}");
            compared += 1;
        }
        assert!(compared > 60, "{compared}");
    }
}
