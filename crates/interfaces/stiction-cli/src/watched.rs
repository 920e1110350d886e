//! Runs with everything that can be said against them, for the command and for other programs.

use std::error::Error;

use stiction::network::{Frame, Observer, SimulationError};
use stiction::plot::Film;
use stiction::record::{Recorder, Scene};
use stiction::scenario::{Mechanism, Scenario};

use crate::recording::{Aside, Recording, record};
use crate::{Outcome, halved, unconnected};

/// How a run is made.
#[derive(Clone, Copy)]
pub(crate) struct Manner {
    /// Whether its progress is shown.
    pub(crate) progress: bool,
    /// Whether it is made once more in steps of a half.
    pub(crate) halves: bool,
}

/// Runs a scenario and warns of all that speaks against it: of what is known before at once, so that it is told if the
/// run fails. The run in steps of a half has an aside of its own.
pub(crate) fn watched(
    scenario: &Scenario,
    mechanism: Mechanism,
    manner: Manner,
    warn: &mut dyn FnMut(&str),
    aside: Aside<'_>,
    aside_of_half: Aside<'_>,
) -> Outcome<Recording> {
    let mut starts = unconnected::start_warnings(scenario);
    starts.extend(scenario.notes()?);
    starts.iter().for_each(|warning| warn(warning));
    let mut recording = record(scenario, mechanism, manner.progress, warn, aside)?;
    let gaps = recording.gaps();
    gaps.iter().for_each(|warning| warn(warning));
    if manner.halves
        && let Some(warning) = halved::warning(scenario, &recording, manner.progress, aside_of_half)
    {
        warn(&warning);
        recording.warnings.push(warning);
    }
    recording.warnings.extend(starts.into_iter().chain(gaps));
    Ok(recording)
}

/// Numbers of a film, about.
const FILM_NUMBERS: usize = 200_000;

/// Frames of a film: more are not seen.
const FILM_FRAMES: usize = 600;

/// [`watched`], with a film.
pub(crate) fn filmed(
    scenario: &Scenario,
    mechanism: Mechanism,
    manner: Manner,
    warn: &mut dyn FnMut(&str),
) -> Outcome<(Recording, Film)> {
    let mut scene: Option<Scene> = None;
    let recording = watched(
        scenario,
        mechanism,
        manner,
        warn,
        &mut |frame| {
            let begin = || {
                let frames = FILM_NUMBERS / frame.picture().len().max(1);
                Scene::every_seconds(scenario.solver.until / frames.clamp(2, FILM_FRAMES) as f64)
            };
            scene.get_or_insert_with(begin).observe(frame)
        },
        &mut |_| Ok(()),
    )?;
    Ok((recording, scene.map(Scene::into_film).unwrap_or_default()))
}

/// Runs a scenario to its end as `stiction run` does, with the same rows, to the bit, and the same warnings, and writes
/// nothing. Each step is shown to `look`, which may end the run, and so is each of the run in steps of a half.
///
/// Returns the rows, and the unit of each column.
///
/// # Errors
/// A `ScenarioError` for what cannot be built, a `NetworkError` or `SimulationError` for a motion that cannot go on.
pub fn run(
    scenario: &Scenario,
    warn: &mut dyn FnMut(&str),
    look: &dyn Fn(&Frame<'_>) -> Result<(), SimulationError>,
) -> Result<(Recorder, Vec<String>), Box<dyn Error + Send + Sync>> {
    let manner = Manner { progress: false, halves: true };
    let (mut aside, mut of_half) =
        (|frame: &Frame<'_>| look(frame), |frame: &Frame<'_>| look(frame));
    let mechanism = scenario.mechanism()?;
    let recording = watched(scenario, mechanism, manner, warn, &mut aside, &mut of_half)?;
    Ok((recording.record, recording.units))
}

#[cfg(test)]
mod tests {
    use stiction::scenario::{ScenarioFile, WorkDone, work_done};

    use super::*;

    /// A run with a setting: its text is parsed once. The mechanism is composed once, and once more if the run is made in
    /// steps of a half too.
    #[test]
    fn a_run_parses_once_and_composes_once() {
        let text = "schema_version = 1\nsolver = { step = 1e-3, until = 0.01 }\n\
            bodies.block = { type = \"point_mass\", mass = 1.0, start = { velocity = 1.0 } }\n";
        let file = ScenarioFile::from_bytes("block.toml", text.into()).unwrap();
        for (halves, compositions) in [(false, 1), (true, 2)] {
            let before = work_done();
            let (scenario, mechanism) =
                file.mechanism_with(&[("bodies.block.mass", "2.0")]).unwrap();
            let manner = Manner { progress: false, halves };
            let mut warned = vec![];
            let mut warn = |warning: &str| warned.push(warning.to_owned());
            filmed(&scenario, mechanism, manner, &mut warn).unwrap();
            let WorkDone { parses, compositions: composed } = work_done();
            let done = (parses - before.parses, composed - before.compositions);
            // The only warning is that of a start to which nothing is connected.
            assert_eq!((done, warned.len()), ((1, compositions), 1), "{warned:?}");
        }
    }
}
