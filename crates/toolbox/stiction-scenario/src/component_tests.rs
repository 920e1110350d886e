//! The tables of components and the entries of scenario files agree.

use std::collections::BTreeSet;

use stiction_core::{Describe, Domain, Field, Form, Line, Shaft};

use crate::Scenario;

/// A table is fit for a page: every parameter has a text, and every number a unit unless it has no dimension.
#[test]
fn every_parameter_is_told_in_words() {
    let seen = names_in_files();
    for part in ["Pressure", "Rim", "Fingertip", "Bristles", "StribeckCurve", "Piece"] {
        assert!(seen.contains(part), "{part} is missing in {seen:?}");
    }
}

/// Returns the tables, choices and variants that files can name.
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
    // `Loaded` belongs to another law each time.
    if !seen.insert(name) && fields.iter().all(|field| !field.is_flat) {
        return;
    }
    assert!(text.ends_with('.') && !text.contains(['`', '*']), "{name}: {text}");
    assert!(!text.contains("]("), "{name}: {text}");
    for field in fields {
        // A part without a name is described by its owner.
        if !field.name.is_empty() {
            assert!(field.text.len() > field.name.len(), "{name} {}", field.name);
            assert!(field.text.ends_with('.'), "{name}: {}", field.text);
            assert!(!field.symbol.contains(' '), "{name}: {}", field.symbol);
            assert!(!field.text.contains("]("), "{name}: {}", field.text);
        }
        told((field.form)(), seen);
    }
}

/// A component of a user under a name of the library, for one domain.
mod own {
    use stiction_core::{Impedance, Motion, ParameterError, Register, Stage};
    use typed_builder::TypedBuilder;

    use super::*;
    use crate::{Registry, library};

    /// A torque against the angular velocity.
    #[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
    #[builder(build_method(into = Result<Coulomb, ParameterError>))]
    #[describe(tag = "coulomb")]
    struct Coulomb {
        /// Torque per angular velocity \[N m s/rad\], ≥ 0.
        #[field(non_negative)]
        coefficient: f64,
    }
    impl Impedance for Coulomb {
        type Domain = Shaft;
        fn respond(&self, _: &Stage, motion: &Motion<Shaft>, _: &[f64], _: &mut [f64]) -> f64 {
            motion.flow * -self.coefficient
        }
    }

    /// Reads a file with that law on a body.
    fn read(registry: &Registry, body: &str) -> Result<Scenario, String> {
        let text = format!(
            "schema_version = 1\nsolver = {{ step = 0.1, until = 1.0 }}\nbodies.b = {{ {body} }}\n\
             connections.d = {{ ports = \"b\", law = {{ type = \"coulomb\", coefficient = 2.0 }} }}\n"
        );
        let file = crate::ScenarioFile::from_bytes("own.toml", text.into()).unwrap();
        file.with_registry(registry).scenario().map_err(|error| error.to_string())
    }

    #[test]
    fn a_law_takes_the_place_of_one_of_the_library() {
        let mut registry = library();
        let rotor = "type = \"rotor\", inertia = 1.0";
        assert!(read(&registry, rotor).is_err());
        registry.law::<Coulomb>();
        assert!(read(&registry, rotor).is_ok());
        let schema = Scenario::json_schema_with(&registry);
        let laws = schema["$defs"]["Law"]["oneOf"].as_array().unwrap();
        let is_own = |law: &&serde_json::Value| law["properties"]["type"]["const"] == "coulomb";
        let own: Vec<_> = laws.iter().filter(is_own).collect();
        assert!(own.len() == 1 && own[0]["properties"]["coefficient"].is_object(), "{own:?}");
        // One tag has one list of parameters: that of the library on a line is another.
        let said = read(&registry, "type = \"point_mass\", mass = 1.0").unwrap_err();
        let expected = format!("`coulomb` has other parameters for a {}", Line::NAME);
        assert!(said.contains("own.toml:4:") && said.contains(&expected), "{said}");
    }
}
