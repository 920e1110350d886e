//! Running a scenario with its film and the check at half the step.

use stiction_network::{Frame, Observer};
use stiction_output::record::Scene;
use stiction_scenario::{Mechanism, Scenario};

use crate::run::{Aside, RunError, ScenarioRun, halved, record, unconnected};

/// Options of a run.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// Whether its progress is shown.
    pub progress: bool,
    /// Whether the run is repeated with half the step.
    pub halves: bool,
    /// Whether a film is taken.
    pub film: bool,
}

/// Approximate number of values in a film.
const FILM_NUMBERS: usize = 200_000;
/// Frames of a film; more would not be seen.
const FILM_FRAMES: usize = 600;

/// Runs a scenario to its end and reports all warnings; those known beforehand at once, so that they are shown if the
/// run fails. `aside` is called after each step, also after those of the run with half the step.
///
/// # Errors
/// [`RunError`].
pub fn watched(
    scenario: &Scenario,
    mechanism: Mechanism,
    manner: Manner,
    warn: &mut dyn FnMut(&str),
    aside: Aside<'_>,
) -> Result<ScenarioRun, RunError> {
    let mut starts = unconnected(scenario, true);
    starts.extend(scenario.notes()?);
    starts.iter().for_each(|warning| warn(warning));
    let mut scene: Option<Scene> = None;
    let mut shown = |frame: &Frame<'_>| {
        if manner.film {
            let begin = || {
                let frames = FILM_NUMBERS / frame.picture().size().max(1);
                Scene::every_seconds(scenario.solver.until / frames.clamp(2, FILM_FRAMES) as f64)
            };
            scene.get_or_insert_with(begin).observe(frame)?;
        }
        aside(frame)
    };
    let mut run = record(scenario, mechanism, manner.progress, warn, &mut shown)?;
    run.film = scene.map(Scene::into_film).unwrap_or_default();
    run.film.name_drives(|connection, end| scenario.drive_at(connection, end));
    let gaps = run.gaps();
    gaps.iter().for_each(|warning| warn(warning));
    if manner.halves
        && let Some(warning) = halved::warning(scenario, &run, manner.progress, aside)
    {
        warn(&warning);
        run.warnings.push(warning);
    }
    run.warnings.extend(starts.into_iter().chain(gaps));
    Ok(run)
}

#[cfg(test)]
mod tests {
    use stiction_scenario::{ScenarioFile, WorkDone, work_done};

    use super::*;

    /// A run with a setting parses its text once. The mechanism is composed once, and once more if the run is
    /// repeated with half the step.
    #[test]
    fn a_run_parses_once_and_composes_once() {
        let text = "schema_version = 1\nsolver = { step = 1e-3, until = 0.01 }\n\
            bodies.block = { type = \"point_mass\", mass = 1.0, start = { velocity = 1.0 } }\n";
        let file = ScenarioFile::from_bytes("block.toml", text.into()).unwrap();
        for (halves, compositions) in [(false, 1), (true, 2)] {
            let before = work_done();
            let (scenario, mechanism) =
                file.mechanism_with(&[("bodies.block.mass", "2.0")]).unwrap();
            let manner = Manner { progress: false, halves, film: true };
            let mut warned = vec![];
            let mut warn = |warning: &str| warned.push(warning.to_owned());
            watched(&scenario, mechanism, manner, &mut warn, &mut |_| Ok(())).unwrap();
            let WorkDone { parses, compositions: composed } = work_done();
            let done = (parses - before.parses, composed - before.compositions);
            // The only warning is about a start to which nothing is connected.
            assert_eq!((done, warned.len()), ((1, compositions), 1), "{warned:?}");
        }
    }
}
