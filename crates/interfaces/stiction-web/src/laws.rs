//! A scenario with another friction law, which the page shows side by side with the first one.
//!
//! The numbers are carried over by their meaning: stiffness, damping, and the force at which it slides.

use toml::{Table, Value};

use crate::fault::PlayError;
use stiction::scenario::ScenarioFile;

/// Laws that can replace each other.
const EXCHANGED: [&str; 6] =
    ["gsat", "rate_dependent_gsat", "lugre", "dahl", "elasto_plastic", "threshold"];

/// Defaults for a law without bristles: its deflection at the limit \[m or rad\],
const GIVES: f64 = 1e-5;
/// and the relaxation time of its bristle \[s\].
const RELAXES: f64 = 4e-3;
/// Speed below which a law with a threshold creeps \[m/s or rad/s\].
const THRESHOLD: f64 = 1e-3;

/// Returns the text with the law `tag` in place of every friction that can be exchanged. A law written in braces is
/// replaced alone; otherwise the whole text is written anew.
pub(crate) fn swapped(file: &ScenarioFile, tag: &str) -> Result<String, PlayError> {
    // Refuses a text that is not a scenario first.
    file.scenario()?;
    let text = file.text();
    let table: Table = text.parse().unwrap_or_default();
    let connections = table.get("connections").and_then(Value::as_table);
    let laws = connections.into_iter().flatten().filter_map(|(name, connection)| {
        let law = connection.get("law")?.as_table()?;
        let own = law.get("type")?.as_str()?;
        let figures = EXCHANGED.contains(&own).then(|| figures(law))??;
        Some((format!("connections.{name}.law"), written(tag, figures)))
    });
    let laws: Vec<(String, String)> = laws.collect();
    if laws.is_empty() {
        return Err(PlayError::NoSuchLaw);
    }
    let (paths, laws): (Vec<&str>, Vec<&str>) =
        laws.iter().map(|(path, law)| (&**path, &**law)).unzip();
    let places = file.places(&paths).into_iter().zip(&laws);
    let mut places: Vec<_> = places.filter_map(|(place, law)| Some((place?, *law))).collect();
    if places.len() < laws.len() {
        let settings: Vec<_> = paths.into_iter().zip(laws).collect();
        return Ok(file.scenario_with(&settings)?.to_toml()?);
    }
    places.sort_by_key(|(place, _)| core::cmp::Reverse(place.start));
    let mut changed = text.to_owned();
    for (place, law) in places {
        changed.replace_range(place, law);
    }
    Ok(changed)
}

/// Returns stiffness, damping and the force at which a law slides.
fn figures(law: &Table) -> Option<[f64; 3]> {
    let number = |value: &Value| value.as_float().or(value.as_integer().map(|whole| whole as f64));
    let of = |key: &str| law.get(key).and_then(number);
    let of_curve = |key: &str| law.get(key).and_then(|curve| curve.get("coulomb")).and_then(number);
    let limit = of("limit").or_else(|| of("steady_force")).or_else(|| of("curve"));
    let limit = limit.or_else(|| of_curve("curve")).or_else(|| of_curve("steady_force"))?;
    let stiffness = of("stiffness").unwrap_or(limit / GIVES);
    Some([stiffness, of("damping").unwrap_or(RELAXES * stiffness), limit])
}

fn written(tag: &str, [stiffness, damping, limit]: [f64; 3]) -> String {
    let rest = match tag {
        "lugre" => {
            format!("stiffness = {stiffness:?}, damping = {damping:?}, steady_force = {limit:?}")
        }
        "dahl" => format!("stiffness = {stiffness:?}, limit = {limit:?}"),
        "threshold" => format!("limit = {limit:?}, threshold_speed = {THRESHOLD:?}"),
        _ => format!("stiffness = {stiffness:?}, damping = {damping:?}, limit = {limit:?}"),
    };
    format!("{{ type = \"{tag}\", {rest} }}")
}
