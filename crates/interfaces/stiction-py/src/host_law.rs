//! Laws of the registry as elements inside another engine.

use nalgebra::SVector;
use pyo3::prelude::*;
use stiction::core::{Describe, Field, Form, Given, Shaft, Value, ValueError};
use stiction::friction::{
    CoulombGsatParameters, DahlFriction, Diagonal, ElastoPlasticFriction, Ellipsoid, GsatFriction,
    LimitSetGsat, LuGreFriction, RateDependentGsat,
};
use stiction::host::{ElementLaw, HostError};
use stiction::scenario::Law;

use crate::error::{of_scenario, plain, refused, wrong_value};
use crate::known::registry;
use crate::values::table_of;

/// Makes the exception of an error of the engine's host.
pub(crate) fn of_host(error: HostError) -> PyErr {
    match error {
        HostError::Argument(error) => refused(error),
        other => plain("SimulationError", &other.to_string()),
    }
}

/// Reads the table of a law, and the law from it.
fn read(table: &Bound<'_, PyAny>) -> PyResult<(toml::Table, Law)> {
    let (table, _kept) = table_of(table)?;
    let law = Law::from_table(&table, registry()).map_err(of_scenario)?;
    Ok((table, law))
}

/// Builds a component from the parameters that were read.
fn built<C: Describe>(law: &Law) -> PyResult<C::Built> {
    let value = |name: &str| law.value(name).cloned().unwrap_or(Value::Absent);
    // The keys of a flat table stand beside those of the law.
    let of = |field: &Field| match (field.form)() {
        Form::Table(table) if field.is_flat && law.value(field.name).is_none() => {
            Value::Record(table.fields.iter().map(|key| value(key.name)).collect())
        }
        _ => value(field.name),
    };
    let values = C::DESCRIPTION.fields.iter().map(of).collect();
    let wrong = |error: ValueError| wrong_value(law.tag(), &error.to_string());
    C::from_values(&mut Given::new(values)).map_err(wrong)
}

/// Returns the law of a joint, whose limit grows by `share` of the torque that it transmits.
pub(crate) fn of_joint(table: &Bound<'_, PyAny>, share: f64) -> PyResult<ElementLaw> {
    let (_, law) = read(table)?;
    let element = match law.tag() {
        "gsat" => ElementLaw::try_from(&built::<GsatFriction<Shaft>>(&law)?),
        "rate_dependent_gsat" => ElementLaw::try_from(&built::<RateDependentGsat<Shaft>>(&law)?),
        "lugre" => ElementLaw::try_from(&built::<LuGreFriction<Shaft>>(&law)?),
        "dahl" => ElementLaw::try_from(&built::<DahlFriction<Shaft>>(&law)?),
        "elasto_plastic" => ElementLaw::try_from(&built::<ElastoPlasticFriction<Shaft>>(&law)?),
        other => {
            let known = "gsat, rate_dependent_gsat, lugre, dahl and elasto_plastic can";
            return Err(refused(format!("a law `{other}` cannot act in a joint; {known}")));
        }
    };
    let element = element.map_err(refused)?;
    if share == 0.0 {
        return Ok(element);
    }
    element.growing_with_load(share).map_err(refused)
}

/// Returns the law of a contact, whose normal force is the host's; with a `torsion_radius` [m] above zero it resists
/// spinning too.
pub(crate) fn of_contact(table: &Bound<'_, PyAny>, torsion_radius: f64) -> PyResult<ElementLaw> {
    let (table, law) = read(table)?;
    match law.tag() {
        "coulomb" => {
            let law = built::<CoulombGsatParameters>(&law)?;
            let element = if torsion_radius > 0.0 {
                ElementLaw::contact_with_torsion(&law, torsion_radius)
            } else {
                ElementLaw::contact(&law, 2)
            };
            element.map_err(refused)
        }
        "limit_set" => of_ellipsoid(&table),
        other => Err(refused(format!(
            "a law `{other}` cannot act in a contact; coulomb and limit_set can"
        ))),
    }
}

/// Returns the law of a patch of contacts: three axes of one kind, because the row of the spin is multiplied by the
/// radius of the patch.
pub(crate) fn of_patch(table: &Bound<'_, PyAny>) -> PyResult<ElementLaw> {
    let (_, law) = read(table)?;
    if law.tag() != "coulomb" {
        return Err(refused("a patch takes the law coulomb"));
    }
    ElementLaw::contact(&built::<CoulombGsatParameters>(&law)?, 3).map_err(refused)
}

/// Returns the law of a limit set; contacts take ellipses (two axes) and ellipsoids with the spin (three).
fn of_ellipsoid(table: &toml::Table) -> PyResult<ElementLaw> {
    let wrong = |key: &str, what: &str| refused(format!("limit_set.{key}: {what}"));
    let set = table.get("set").and_then(toml::Value::as_table);
    let set = set.filter(|set| set.get("type").and_then(toml::Value::as_str) == Some("ellipsoid"));
    let set = set.ok_or_else(|| wrong("set", "a contact takes an ellipsoid"))?;
    let numbers = |value: Option<&toml::Value>| -> Option<Vec<f64>> {
        let number =
            |value: &toml::Value| value.as_float().or(value.as_integer().map(|n| n as f64));
        match value? {
            toml::Value::Array(list) => list.iter().map(number).collect(),
            one => Some(vec![number(one)?]),
        }
    };
    let given = |key: &str| {
        let found = numbers(table.get(key));
        found.ok_or_else(|| wrong(key, "a number is needed, or one per axis"))
    };
    let coefficient = match table.get("coefficient") {
        None => 1.0,
        some => match numbers(some).as_deref() {
            Some(&[number]) => number,
            _ => return Err(wrong("coefficient", "a contact takes a number")),
        },
    };
    for key in table.keys() {
        if !["type", "set", "stiffness", "damping", "coefficient", "normal_force"].contains(&&**key)
        {
            return Err(wrong(key, "a contact in another engine does not take it"));
        }
    }
    let axes = numbers(set.get("semi_axes")).unwrap_or_default();
    let (stiffness, damping) = (given("stiffness")?, given("damping")?);
    match axes.len() {
        2 => ellipsoid::<2>(&axes, &stiffness, &damping, coefficient),
        3 => ellipsoid::<3>(&axes, &stiffness, &damping, coefficient),
        _ => Err(wrong("set.semi_axes", "two are needed, or three with that of the spin [m]")),
    }
}

fn ellipsoid<const N: usize>(
    axes: &[f64],
    stiffness: &[f64],
    damping: &[f64],
    coefficient: f64,
) -> PyResult<ElementLaw> {
    let gain = |key: &str, numbers: &[f64]| {
        let vector = match *numbers {
            // For the spin, stiffness and damping are those of a point at the radius of that axis.
            [one] => {
                SVector::from_fn(|axis, _| if axis == 2 { one * axes[2] * axes[2] } else { one })
            }
            ref several if several.len() == N => SVector::from_column_slice(several),
            _ => {
                let message = format!("limit_set.{key}: one number is needed, or one per axis");
                return Err(refused(message));
            }
        };
        Diagonal::new(vector).map_err(refused)
    };
    let set = Ellipsoid::new(SVector::<f64, N>::from_column_slice(axes)).map_err(refused)?;
    let law = LimitSetGsat::builder().set(set).coefficient(coefficient);
    let law = law.stiffness(gain("stiffness", stiffness)?).damping(gain("damping", damping)?);
    let law = law.build().map_err(refused)?;
    ElementLaw::try_from(&law).map_err(refused)
}
