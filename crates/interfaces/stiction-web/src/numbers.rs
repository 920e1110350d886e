//! The numbers of a scenario text, each with its place: a slider changes the text itself, so that comments stay and
//! the shared text is the one on view.

use serde::Serialize;
use stiction::scenario::{Number, Scenario, ScenarioFile};

/// A number of a text.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct TextNumber {
    /// Its path, as `--set` takes it: `bodies.arm.links[0].mass`.
    pub(crate) path: String,
    /// Its path as keys.
    pub(crate) keys: Vec<String>,
    /// Its description.
    pub(crate) text: String,
    /// Its value.
    pub(crate) value: f64,
    /// Whether it is a whole number.
    pub(crate) is_integer: bool,
    /// Start of its place in the text, in units of UTF-16, which a browser counts.
    pub(crate) from: usize,
    /// End of its place.
    pub(crate) to: usize,
}

/// Returns the numbers that stand in the text of a scenario, in order.
pub(crate) fn numbers(file: &ScenarioFile, scenario: &Scenario) -> Vec<TextNumber> {
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
    let one = |(value, place, number): (f64, core::ops::Range<usize>, Number)| TextNumber {
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
