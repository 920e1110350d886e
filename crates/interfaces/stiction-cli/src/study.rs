//! A sweep for programs that run its members in their own way: on other machines, under another language.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use stiction::record::Recorder;
use stiction::scenario::{Scenario, ScenarioError, ScenarioFile, Sweep};
use stiction::study::{
    Design, DesignError, Ensemble, EnsembleError, Gathering, Member, MemberError, Outcome as Ended,
    Results,
};

use crate::Outcome;
use crate::command::sweep::warnings::{Known, Warnings};
use crate::command::sweep::{self, KEPT, Where, design, identity};
pub use crate::recording::Doubts;
use crate::source::{Loaded, borrowed, stem};
use crate::staging;
use crate::trajectory::Format;
use crate::units;

/// Why a sweep cannot be run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StudyError {
    /// The scenario, its `[sweep]` or a value of it is refused.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// The design is refused.
    #[error(transparent)]
    Design(#[from] DesignError),
    /// The members cannot be run or kept.
    #[error(transparent)]
    Ensemble(#[from] EnsembleError),
    /// Something else, in the words of the command.
    #[error("{0}")]
    Refused(String),
}

impl From<Box<dyn std::error::Error + Send + Sync>> for StudyError {
    fn from(error: Box<dyn std::error::Error + Send + Sync>) -> Self {
        let error = match error.downcast::<ScenarioError>() {
            Ok(error) => return Self::Scenario(*error),
            Err(other) => other,
        };
        let error = match error.downcast::<DesignError>() {
            Ok(error) => return Self::Design(*error),
            Err(other) => other,
        };
        match error.downcast::<EnsembleError>() {
            Ok(error) => Self::Ensemble(*error),
            Err(other) => Self::Refused(stiction::study::with_causes(other.as_ref())),
        }
    }
}

/// The measures that a program itself takes of the record of every member, beside those of the `[sweep]`.
#[derive(Clone, Debug, Default)]
pub struct Own {
    /// Names of the numbers.
    pub names: Vec<String>,
    /// Changes when the numbers mean something else: kept members of another version are refused.
    pub version: String,
}

/// How results are kept.
#[derive(Clone, Copy, Debug, Default)]
pub struct Keeping {
    /// Forget the members that an earlier run has kept.
    pub restart: bool,
    /// Run those again that failed in it.
    pub retry_failed: bool,
    /// The table of members as a Parquet file, if this was built with the feature.
    pub parquet: bool,
}

/// How a member ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Ran {
    /// What it gave.
    pub outcome: Ended,
    /// What speaks against it.
    pub doubts: Doubts,
}

/// The sweep of a scenario, as `stiction sweep` runs it: the same members, the same bits, the same folder of
/// results, which either may begin and the other end.
#[derive(Debug)]
pub struct Study {
    loaded: Loaded,
    ensemble: Ensemble<Vec<f64>>,
    own: Own,
}

/// The members of a study that have ended, and the folder in which they are kept.
#[derive(Debug)]
pub struct Gathered {
    gathering: Gathering,
    known: Known,
    folder: Option<PathBuf>,
    format: Format,
}

/// Computes measures from the record of a member and the units of its columns.
type Measuring<'a> = &'a (dyn Fn(Recorder, &[String]) -> Result<Vec<f64>, MemberError> + Sync);

impl Study {
    /// Reads and judges the sweep of a scenario file, with values set by their paths as by `--set`; number of
    /// members and seed replace those of the file.
    ///
    /// # Errors
    /// [`StudyError`] for what is no scenario, has no sweep, or has one that cannot be run.
    pub fn new(
        file: ScenarioFile,
        settings: Vec<(String, String)>,
        (members, seed): (Option<usize>, Option<u64>),
        own: Own,
    ) -> Result<Self, StudyError> {
        let loaded = loaded(file, settings)?;
        let sweep = sweep::sweep_of(&loaded)?;
        design_of(sweep, &own, members, seed)?;
        let members = members.map(|members| ("sweep.members", members.to_string()));
        let seed = seed.map(|seed| ("sweep.seed", seed.to_string()));
        let given = members.into_iter().chain(seed).map(|(key, value)| (key.to_owned(), value));
        let loaded = loaded.with(given.collect())?;
        let sweep = sweep::sweep_of(&loaded)?;
        let design = design_of(sweep, &own, None, None)?;
        design::check(&loaded, &design)?;
        let mut version = identity::identity(&loaded.scenario)?;
        if !own.names.is_empty() {
            version += &format!(" {}", own.version);
        }
        let ensemble = ensemble(sweep, &own, design).version(version);
        Ok(Self { loaded, ensemble, own })
    }

    /// Returns a study that was judged elsewhere, to run its members here. The file has the contents of the files that
    /// it names ([`ScenarioFile::with_file`]), and the settings are all [`settings`](Self::settings).
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn elsewhere(
        file: ScenarioFile,
        settings: Vec<(String, String)>,
        own: Own,
    ) -> Result<Self, StudyError> {
        let loaded = loaded(file, settings)?;
        let sweep = sweep::sweep_of(&loaded)?;
        let design = design_of(sweep, &own, None, None)?;
        let ensemble = ensemble(sweep, &own, design);
        Ok(Self { loaded, ensemble, own })
    }

    /// The scenario file as it was read.
    #[must_use]
    pub const fn file(&self) -> &ScenarioFile {
        &self.loaded.file
    }

    /// Returns what is set in it: path and value, in this order.
    #[must_use]
    pub fn settings(&self) -> &[(String, String)] {
        &self.loaded.settings
    }

    /// Name, as the scenario has it, and contents of every file that it names.
    ///
    /// # Errors
    /// [`StudyError::Refused`] for one that cannot be read.
    pub fn files(&self) -> Result<Vec<(String, Vec<u8>)>, StudyError> {
        let read = |name: PathBuf| {
            let path = self.loaded.scenario.folder.join(&name);
            let bytes = stiction::scenario::read_file(&path);
            let bytes = bytes.map_err(|error| format!("{}: {error}", path.display()))?;
            Ok((name.to_string_lossy().into_owned(), bytes))
        };
        Ok(self.loaded.scenario.named_files().into_iter().map(read).collect::<Outcome<_>>()?)
    }

    /// The members: their parameters and seeds.
    #[must_use]
    pub fn design(&self) -> &Design {
        self.ensemble.design()
    }

    /// Names of what is measured, those of the program itself last.
    pub fn measures(&self) -> impl Iterator<Item = &str> {
        let sweep = self.loaded.scenario.sweep.iter();
        let of_sweep = sweep.flat_map(|sweep| sweep.measures.keys());
        of_sweep.chain(&self.own.names).map(String::as_str)
    }

    /// Returns what the program measures itself.
    #[must_use]
    pub const fn own(&self) -> &Own {
        &self.own
    }

    /// Returns the names of the measures with their units; a unit is empty where a measure has none or it is not known.
    #[must_use]
    pub fn units(&self) -> Vec<(String, String)> {
        let mut units = units::of_measures(&self.loaded.scenario);
        self.measures()
            .map(|name| (name.to_owned(), units.remove(name).unwrap_or_default()))
            .collect()
    }

    /// The title, or the name of the file.
    #[must_use]
    pub fn title(&self) -> String {
        self.loaded.title()
    }

    /// Where `stiction sweep` would put the results.
    #[must_use]
    pub fn usual_folder(&self) -> PathBuf {
        Path::new("out").join(format!("{}-sweep", stem(self.loaded.file.path())))
    }

    /// Takes the members that are kept in a folder, and keeps others there; without a folder nothing is kept.
    ///
    /// # Errors
    /// [`StudyError`] for a folder that cannot be written, and for kept members that are of another sweep or that
    /// another run adds to.
    pub fn gather(&self, folder: Option<&Path>, keeping: Keeping) -> Result<Gathered, StudyError> {
        let Keeping { restart, retry_failed, parquet } = keeping;
        let format = if parquet { Format::Parquet } else { Format::Csv };
        format.check()?;
        let mut ensemble = self.ensemble.clone();
        if let Some(folder) = folder {
            staging::check(folder, &sweep::FILES, &self.loaded.inputs())?;
            ensemble = ensemble.keep_in(folder.join(KEPT));
        }
        if restart {
            ensemble = ensemble.restart();
        }
        if retry_failed {
            ensemble = ensemble.retry_failed();
        }
        let gathering = ensemble.gather()?;
        let folder = folder.map(Path::to_owned);
        Ok(Gathered { gathering, known: Known::default(), folder, format })
    }

    /// Runs one member and keeps nothing. `own` is called with its record if the study measures something
    /// itself; all columns that the scenario records are in it.
    ///
    /// # Errors
    /// [`EnsembleError::NoSuchMember`], and [`EnsembleError::Stopped`] once `stop` is set.
    pub fn run_one(
        &self,
        index: usize,
        stop: &Arc<AtomicBool>,
        own: Measuring<'_>,
    ) -> Result<Ran, StudyError> {
        let known = Known::default();
        let ensemble = self.ensemble.clone().stop_on(Arc::clone(stop));
        let outcome = ensemble.run_one(index, |member| self.simulate(member, &known, stop, own))?;
        Ok(Ran { outcome, doubts: known.take(index).unwrap_or_default() })
    }

    /// Runs the members that are missing on `threads` threads (0: all cores), until `stop` is set.
    ///
    /// # Errors
    /// [`EnsembleError::Stopped`], or members that cannot be kept. What has ended by then is kept.
    pub fn run_missing(
        &self,
        gathered: &Gathered,
        threads: usize,
        stop: &Arc<AtomicBool>,
        own: Measuring<'_>,
    ) -> Result<(), StudyError> {
        let ensemble = self.ensemble.clone().threads(threads).stop_on(Arc::clone(stop));
        let simulate = |member: &Member<'_>| self.simulate(member, &gathered.known, stop, own);
        Ok(ensemble.run_missing(&gathered.gathering, simulate)?)
    }

    /// The table of all members and what is to be said about them; written to the folder, if there is one, as
    /// `stiction sweep` writes it.
    ///
    /// # Errors
    /// [`EnsembleError::Missing`], and results that cannot be written.
    pub fn finish(&self, gathered: Gathered) -> Result<(Results, Vec<String>), StudyError> {
        let Gathered { gathering, known, folder, format } = gathered;
        let results = gathering.results()?;
        let found = Warnings::of(&self.loaded, &results, known)?;
        if let Some(folder) = &folder {
            let place = Where { folder, format };
            sweep::write(&place, &self.loaded, sweep::sweep_of(&self.loaded)?, &results, &found)?;
            sweep::forget(&folder.join(KEPT), folder)?;
        }
        Ok((results, found.lines))
    }

    fn simulate(
        &self,
        member: &Member<'_>,
        known: &Known,
        stop: &AtomicBool,
        own: Measuring<'_>,
    ) -> Result<Vec<f64>, MemberError> {
        let sweep = sweep::sweep_of(&self.loaded)?;
        let mut scenario = sweep::member_scenario(&self.loaded, sweep, member)?;
        if !self.own.names.is_empty() {
            scenario.record.columns = self.columns(&scenario);
        }
        let (mut values, recording) =
            sweep::measured_of(&scenario, sweep, member, known, Some(stop))?;
        if !self.own.names.is_empty() {
            values.extend(own(recording.record, &recording.units)?);
        }
        Ok(values)
    }

    /// Returns what is recorded for a measure of your own: what the scenario records, and what is measured besides.
    fn columns(&self, member: &Scenario) -> Vec<String> {
        let mut columns = self.loaded.scenario.record.columns.clone();
        if !columns.is_empty() {
            let more = member.record.columns.iter().filter(|name| !columns.contains(name));
            let more: Vec<String> = more.cloned().collect();
            columns.extend(more);
        }
        columns
    }
}

impl Gathered {
    /// Indices of the members that have not been run, in their order.
    #[must_use]
    pub fn missing(&self) -> Vec<usize> {
        self.gathering.missing()
    }

    /// Number of members that are there.
    #[must_use]
    pub fn present(&self) -> usize {
        self.gathering.len()
    }

    /// Number of members that an earlier run has kept.
    #[must_use]
    pub const fn resumed(&self) -> usize {
        self.gathering.resumed()
    }

    /// Adds members that were run elsewhere; when this returns, they are in the file if there is a folder.
    ///
    /// # Errors
    /// A member that there is not, and a file that cannot be written.
    pub fn add(&self, members: Vec<(usize, Ran)>) -> Result<(), StudyError> {
        for (index, ran) in &members {
            self.known.add(*index, ran.doubts.clone());
        }
        let outcomes = members.into_iter().map(|(index, ran)| (index, ran.outcome));
        Ok(self.gathering.add(outcomes)?)
    }
}

fn loaded(file: ScenarioFile, settings: Vec<(String, String)>) -> Result<Loaded, StudyError> {
    if !settings.is_empty() {
        // A mistake in the file itself has its own line.
        file.scenario()?;
    }
    let scenario = file.scenario_with(&borrowed(&settings))?;
    Ok(Loaded { file, settings, scenario })
}

fn design_of(
    sweep: &Sweep,
    own: &Own,
    members: Option<usize>,
    seed: Option<u64>,
) -> Outcome<Design> {
    let design = if own.names.is_empty() { design::design } else { design::drawn };
    design(sweep, members, seed)
}

fn ensemble(sweep: &Sweep, own: &Own, design: Design) -> Ensemble<Vec<f64>> {
    let outputs = sweep.measures.keys().chain(&own.names).cloned();
    Ensemble::with_outputs(design, outputs).quiet()
}

#[cfg(test)]
#[path = "study_tests.rs"]
mod tests;
