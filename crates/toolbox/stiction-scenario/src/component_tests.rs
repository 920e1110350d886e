//! The tables of components and the entries of scenario files say the same.

use std::collections::BTreeSet;

use serde_json::Value as Json;
use stiction_core::{Describe, Description, Field, Form, Line, Parameter, Shaft, Spelling};
use stiction_friction::cone::ConeScale;
use stiction_friction::{BristleRate, Disc, Relaxation, StribeckCurve, StribeckShape};
use stiction_patch::{Arithmetic, BristleModel, MountedOn};

use crate::Scenario;

/// Keys of a file that belong to where a component stands, not to itself.
const OF_THE_PLACE: [&str; 5] = ["type", "frame", "domain", "to", "normal_force"];

/// All entries of the schema with a tag.
fn entries<'a>(schema: &'a Json, tag: &str) -> Vec<&'a Json> {
    let kinds = ["Law", "Map", "Body", "Drive", "Function"];
    let all = kinds.iter().flat_map(|kind| schema["$defs"][kind]["oneOf"].as_array().unwrap());
    all.filter(|entry| entry["properties"]["type"]["const"] == tag).collect()
}

/// Keys of a field in a file, each with whether it must be given.
fn keys(field: &Field) -> Vec<(&'static str, bool)> {
    match (field.form)() {
        // One of several, which a schema of plain keys cannot require.
        Form::Choice(choice) if choice.spelling == Spelling::Key => {
            choice.variants.iter().map(|variant| (variant.name, false)).collect()
        }
        Form::Table(table) if field.is_flat => table.fields.iter().flat_map(keys).collect(),
        _ => vec![(field.name, field.default.is_none())],
    }
}

#[test]
fn files_have_the_parameters_of_the_tables() {
    let schema = Scenario::json_schema();
    let tables = crate::library().tables();
    for table in &tables {
        let tag = table.named().tag;
        // A file has the parameters of that table of a tag that has the most.
        let count = |table: &Description| table.fields.iter().flat_map(keys).count();
        let of_tag = tables.iter().filter(|other| other.named().tag == tag);
        if of_tag.map(|other| count(other)).max() != Some(count(table)) {
            continue;
        }
        let found = entries(&schema, tag);
        let [entry] = found[..] else { panic!("{} entries of {tag}", found.len()) };
        let list = |names: Vec<&str>| {
            let own = |name: &&str| !OF_THE_PLACE.contains(name);
            let mut names: Vec<String> = names.into_iter().filter(own).map(str::to_owned).collect();
            names.sort();
            names
        };
        let keys: Vec<_> = table.fields.iter().flat_map(keys).collect();
        let known = list(keys.iter().map(|(name, _)| *name).collect());
        let required = keys.iter().filter(|(_, required)| *required);
        let required = list(required.map(|(name, _)| *name).collect());
        // What a body looks like belongs to its place.
        let of_component = |(_, schema): &(_, &Json)| schema["$ref"] != "#/$defs/Shape";
        let properties = entry["properties"].as_object().unwrap().iter().filter(of_component);
        let properties = properties.map(|(name, _)| name.as_str());
        let (in_file, needed) = (
            list(properties.collect()),
            list(
                entry["required"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|key| key.as_str().unwrap())
                    .collect(),
            ),
        );
        assert_eq!((in_file, needed), (known, required), "{}", table.name);
    }
}

/// Names of the variants that a schema knows.
#[test]
fn files_have_the_variants_of_the_tables() {
    let schema = Scenario::json_schema();
    for (kind, form) in [
        ("Relaxation", Relaxation::form()),
        ("BristleRate", BristleRate::form()),
        ("StribeckShape", StribeckShape::form()),
        ("ConeScale", ConeScale::form()),
        ("BristleModel", BristleModel::form()),
        ("Arithmetic", Arithmetic::form()),
        ("MountedOn", MountedOn::form()),
        ("AdmissibleSet", Disc::form()),
    ] {
        let Form::Choice(choice) = form else { panic!("{kind}: {form:?}") };
        let entry = schema["$defs"][kind].to_string();
        for variant in choice.variants {
            let named = variant.fields.iter().map(|field| field.name);
            for name in named.filter(|name| !name.is_empty()).chain([variant.name]) {
                let is_only = choice.spelling == Spelling::Name && name != variant.name;
                assert!(is_only || entry.contains(&format!("\"{name}\"")), "{kind}: {name}");
            }
        }
    }
    let curve = schema["$defs"]["StribeckCurve"]["properties"].as_object().unwrap();
    for field in StribeckCurve::DESCRIPTION.fields {
        assert!(curve.contains_key(field.name), "{}", field.name);
    }
}

/// A table is fit for a page: every parameter has words, numbers have units or none by nature.
#[test]
fn every_parameter_is_told_in_words() {
    let seen = names_in_files();
    for part in ["Pressure", "Rim", "Fingertip", "Bristles", "StribeckCurve", "Piece"] {
        assert!(seen.contains(part), "{part} is missing in {seen:?}");
    }
}

/// The tables, choices and variants that files can name.
pub(crate) fn names_in_files() -> BTreeSet<&'static str> {
    let mut seen = BTreeSet::new();
    let tables = crate::library().tables().into_iter();
    tables.for_each(|table| told(Form::Table(table), &mut seen));
    seen
}

fn told(form: Form, seen: &mut BTreeSet<&'static str>) {
    let (name, text, fields): (_, _, Vec<&Field>) = match form {
        Form::List(each) | Form::Filled(each) | Form::Several(_, each) => {
            return told(each(), seen);
        }
        Form::Table(table) => (table.name, table.text, table.fields.iter().collect()),
        Form::Choice(choice) => {
            let fields = choice.variants.iter().flat_map(|variant| variant.fields);
            seen.extend(choice.variants.iter().map(|variant| variant.name));
            (choice.name, choice.text, fields.collect())
        }
        _ => return,
    };
    // `Loaded` is of another law each time.
    if !seen.insert(name) && fields.iter().all(|field| !field.is_flat) {
        return;
    }
    assert!(text.ends_with('.') && !text.contains(['`', '*']), "{name}: {text}");
    assert!(!text.contains("]("), "{name}: {text}");
    for field in fields {
        // What has no name is told by what has it.
        if !field.name.is_empty() {
            assert!(field.text.len() > field.name.len(), "{name} {}", field.name);
            assert!(field.text.ends_with('.'), "{name}: {}", field.text);
            assert!(!field.symbol.contains(' '), "{name}: {}", field.symbol);
            assert!(!field.text.contains("]("), "{name}: {}", field.text);
        }
        told((field.form)(), seen);
    }
}

/// What a file is read by stands in the schema: a vector may be a list wherever some domain has one.
#[test]
fn the_schema_has_the_most_general_table() {
    let schema = Scenario::json_schema();
    let [spring] = entries(&schema, "spring_damper")[..] else { panic!() };
    let rest = spring["properties"]["rest"].to_string();
    assert!(rest.contains("\"array\"") && rest.contains("[m] or [rad]"), "{rest}");
    let [gsat] = entries(&schema, "gsat")[..] else { panic!() };
    let limit = gsat["properties"]["limit"].to_string();
    assert!(limit.contains("[N] or [N m]"), "{limit}");
}

/// What a user registers: under a name of its own, under one of the library, for two domains.
mod own {
    use stiction_core::{
        Domain, Effort, Impedance, Motion, ParameterError, Register, Stage, VectorDomain,
    };
    use typed_builder::TypedBuilder;

    use super::*;
    use crate::{Registry, library};

    macro_rules! damper {
        ($name:ident, $tag:literal, $parameter:ident) => {
            /// A force against the velocity.
            #[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
            #[builder(build_method(into = Result<$name<D>, ParameterError>))]
            #[describe(tag = $tag)]
            struct $name<D: VectorDomain> {
                /// Force per velocity \[N s/m\], ≥ 0.
                #[field(non_negative)]
                $parameter: f64,
                #[builder(default, setter(skip))]
                domain: core::marker::PhantomData<fn() -> D>,
            }
            impl<D: VectorDomain> Impedance for $name<D> {
                type Domain = D;
                fn respond(
                    &self,
                    _: &Stage,
                    motion: &Motion<D>,
                    _: &[f64],
                    _: &mut [f64],
                ) -> Effort<D> {
                    motion.flow * -self.$parameter
                }
            }
        };
    }
    damper!(Drag, "drag", coefficient);
    damper!(OtherDrag, "drag", strength);
    damper!(Coulomb, "coulomb", coefficient);

    fn read(registry: &Registry, law: &str) -> Result<Scenario, String> {
        let text = format!(
            "schema_version = 1\nsolver = {{ step = 0.1, until = 1.0 }}\n\
             bodies.b = {{ type = \"point_mass\", mass = 1.0 }}\n\
             connections.d = {{ ports = \"b\", law = {law} }}\n"
        );
        let file = crate::ScenarioFile::from_bytes("own.toml", text.into()).unwrap();
        file.with_registry(registry).scenario().map_err(|error| error.to_string())
    }

    #[test]
    fn a_law_takes_the_place_of_one_of_the_library() {
        let mut registry = library();
        let law = "{ type = \"coulomb\", coefficient = 2.0 }";
        assert!(read(&registry, law).is_err());
        registry.law::<Coulomb<Line>>();
        assert!(read(&registry, law).is_ok());
        let schema = Scenario::json_schema_with(&registry);
        let [entry] = entries(&schema, "coulomb")[..] else { panic!() };
        assert!(entry["properties"]["coefficient"].is_object());
    }

    #[test]
    fn one_tag_has_one_list_of_parameters() {
        let mut registry = library();
        registry.law::<Drag<Line>>();
        registry.law::<OtherDrag<Shaft>>();
        let said = read(&registry, "{ type = \"drag\", strength = 2.0 }").unwrap_err();
        let expected = format!("`drag` has other parameters for a {}", Line::NAME);
        assert!(said.contains("own.toml:4:") && said.contains(&expected), "{said}");
    }
}
