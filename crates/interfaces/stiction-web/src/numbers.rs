//! The numbers of a scenario text, each with the place where it stands: a slider changes the text itself, so that
//! comments stay and what is shared is what is seen.

use serde::Serialize;
use stiction::scenario::{Number as Given, Scenario, ScenarioFile};

/// A number of a text.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Number {
    /// Its path, as `--set` takes it: `bodies.arm.links[0].mass`.
    pub path: String,
    /// Its path as keys.
    pub keys: Vec<String>,
    /// What it is, in words.
    pub text: String,
    /// Its value.
    pub value: f64,
    /// Whether it is a whole number.
    pub is_integer: bool,
    /// Its place in the text, from, in units of UTF-16 as a browser counts them.
    pub from: usize,
    /// And to.
    pub to: usize,
}

/// Returns the numbers of a scenario that stand in its text, in the order in which they do.
#[must_use]
pub fn numbers(file: &ScenarioFile, scenario: &Scenario) -> Vec<Number> {
    let all = scenario.numbers();
    let paths: Vec<&str> = all.iter().map(|number| &*number.path).collect();
    let places = file.places(&paths);
    let mut found: Vec<_> = all
        .into_iter()
        .zip(places)
        .filter_map(|(number, place)| Some((number.value?, place?, number)))
        .collect();
    found.sort_by_key(|(_, place, _)| place.start);
    // One walk through the text for all of them.
    let (mut byte, mut unit) = (0, 0);
    let mut units_until = |place: usize| {
        unit += file.text().get(byte..place).unwrap_or_default().encode_utf16().count();
        byte = place;
        unit
    };
    let one = |(value, place, number): (f64, core::ops::Range<usize>, Given)| Number {
        keys: number.keys(),
        path: number.path,
        text: number.text,
        value,
        is_integer: number.is_count,
        from: units_until(place.start),
        to: units_until(place.end),
    };
    found.into_iter().map(one).collect()
}
