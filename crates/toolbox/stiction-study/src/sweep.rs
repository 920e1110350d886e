//! The sweep of a scenario; its members can be run on any machine.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use stiction_network::{Frame, SimulationError};
use stiction_output::Staging;
use stiction_output::record::Recorder;
use stiction_scenario::sweep::{DesignKind, Sweep};
use stiction_scenario::{Scenario, ScenarioFile};

use crate::case::{Case, named_contents};
use crate::gathering::lock;
use crate::run::{Doubts, record};
use crate::{Design, Ensemble, Gathering, Member, MemberError, Outcome};

mod design;
mod error;
mod figure;
mod identity;
mod swept;
#[cfg(test)]
mod tests;
mod units;
mod warnings;

pub use error::StudyError;
pub use swept::Swept;
use warnings::{Known, warnings};

/// File of the members that have ended, until all have.
pub const KEPT: &str = "members.partial.csv";
/// All files that a sweep may write.
const FILES: [&str; 8] = [
    "scenario.toml",
    "members.csv",
    "members.parquet",
    "statistics.csv",
    "summary.json",
    "plot.svg",
    "page.html",
    KEPT,
];

/// Measures that the calling program computes from the record of every member, besides those of the `[sweep]`.
#[derive(Clone, Debug, Default)]
pub struct OwnMeasures {
    /// Names of the numbers.
    pub names: Vec<String>,
    /// Changes when the numbers change their meaning: kept members of another version are refused.
    pub version: String,
}

/// Options of keeping results.
#[derive(Clone, Debug, Default)]
pub struct Keeping {
    /// Forget the members that an earlier run has kept.
    pub restart: bool,
    /// Run the members again that failed in it.
    pub retry_failed: bool,
    /// Write the table of members as a Parquet file too, if this was built with the feature.
    pub parquet: bool,
    /// Run these members only.
    pub only: Option<Range<usize>>,
    /// Files of members that other runs have kept.
    pub parts: Vec<PathBuf>,
    /// Run no member: all must be in `parts`.
    pub is_complete: bool,
}

/// Result of a member.
#[derive(Clone, Debug, PartialEq)]
pub struct Ran {
    /// Its outputs, or its failure.
    pub outcome: Outcome,
    /// Warnings about it.
    pub doubts: Doubts,
}

/// The sweep of a scenario, as `stiction sweep` runs it: the same members, the same bits, the same folder of results.
/// Either may continue a sweep that the other began.
#[derive(Debug)]
pub struct Study {
    case: Case,
    sweep: Sweep,
    ensemble: Ensemble<Vec<f64>>,
    own: OwnMeasures,
}

/// The members of a study that have ended, and the folder in which they are kept.
#[derive(Debug)]
pub struct Gathered {
    gathering: Gathering,
    known: Known,
    folder: Option<PathBuf>,
    is_parquet: bool,
}

/// Computes measures from the record of a member and the units of its columns.
pub type Measuring<'a> = &'a (dyn Fn(Recorder, &[String]) -> Result<Vec<f64>, MemberError> + Sync);

impl Study {
    /// Judges the sweep of a scenario; number of members and seed replace those of the file.
    ///
    /// # Errors
    /// [`StudyError`] for a scenario that has no sweep, or has one that cannot be run.
    pub fn new(
        case: Case,
        (members, seed): (Option<usize>, Option<u64>),
        own: OwnMeasures,
    ) -> Result<Self, StudyError> {
        if sweep_of(&case)?.design == DesignKind::Grid && seed.is_some() {
            let reason = "the members of a grid are all combinations: `seed` does not fit";
            return Err(StudyError::sweep(reason));
        }
        // The text kept beside the results must describe the sweep that was run.
        let members = members.map(|members| ("sweep.members", members.to_string()));
        let seed = seed.map(|seed| ("sweep.seed", seed.to_string()));
        let given = members.into_iter().chain(seed).map(|(key, value)| (key.to_owned(), value));
        let mut study = Self::unjudged(case.with(given.collect())?, own)?;
        design::check(&study.case.scenario, study.design())?;
        let mut version = identity::identity(&study.case.scenario)?;
        if !study.own.names.is_empty() {
            version += &format!(" {}", study.own.version);
        }
        study.ensemble = study.ensemble.version(version);
        Ok(study)
    }

    /// Returns a study that was checked elsewhere, to run its members here. The file has the contents of the files
    /// that it names ([`ScenarioFile::with_file`]), and the settings are all those of its [`case`](Self::case).
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn elsewhere(
        file: ScenarioFile,
        settings: Vec<(String, String)>,
        own: OwnMeasures,
    ) -> Result<Self, StudyError> {
        Self::unjudged(Case::new(file, settings)?, own)
    }

    fn unjudged(case: Case, own: OwnMeasures) -> Result<Self, StudyError> {
        let sweep = sweep_of(&case)?.clone();
        sweep.check_windows(case.scenario.solver.until)?;
        let design = design::design(&sweep, !own.names.is_empty())?;
        let outputs = sweep.measures.keys().chain(&own.names).cloned();
        let ensemble = Ensemble::with_outputs(design, outputs);
        Ok(Self { case, sweep, ensemble, own })
    }

    /// Returns the scenario with all its settings.
    #[must_use]
    pub const fn case(&self) -> &Case {
        &self.case
    }

    /// Returns the name (as in the scenario) and contents of every file that the scenario names.
    ///
    /// # Errors
    /// [`ScenarioError::File`](stiction_scenario::ScenarioError::File) for one that cannot be read.
    pub fn files(&self) -> Result<Vec<(String, Vec<u8>)>, StudyError> {
        let files = named_contents(&self.case.scenario)?.into_iter();
        Ok(files.map(|(name, bytes)| (name.to_string_lossy().into_owned(), bytes)).collect())
    }

    /// Returns the members: their parameters and seeds.
    #[must_use]
    pub fn design(&self) -> &Design {
        self.ensemble.design()
    }

    /// Returns the measures that the program computes itself.
    #[must_use]
    pub const fn own(&self) -> &OwnMeasures {
        &self.own
    }

    /// Returns the names of the measures with their units, those of the program itself last; a unit is empty if a
    /// measure has none or it is not known.
    #[must_use]
    pub fn measures(&self) -> Vec<(String, String)> {
        let mut units = units::of_measures(&self.case.scenario);
        let names = self.sweep.measures.keys().chain(&self.own.names);
        names.map(|name| (name.clone(), units.remove(name).unwrap_or_default())).collect()
    }

    /// Reads the members that are kept in a folder, and keeps others there; without a folder nothing is kept.
    ///
    /// # Errors
    /// [`StudyError`] for a folder that cannot be written, and for kept members that are of another sweep or that
    /// another run adds to.
    pub fn gather(&self, folder: Option<&Path>, keeping: Keeping) -> Result<Gathered, StudyError> {
        let Keeping { restart, retry_failed, parquet, only, parts, is_complete } = keeping;
        if parquet && cfg!(not(feature = "parquet")) {
            let reason =
                "this program was built without Parquet: build it with `--features parquet`";
            return Err(StudyError::sweep(reason));
        }
        let mut inputs = self.case.inputs();
        inputs.extend(parts.iter().cloned());
        let mut ensemble = self.ensemble.clone().with_members_of(parts);
        if let Some(folder) = folder {
            Staging::check(folder, &FILES, &inputs)?;
            if !is_complete {
                ensemble = ensemble.keep_in(folder.join(KEPT));
            }
        }
        (ensemble.restart, ensemble.retry, ensemble.range) = (restart, retry_failed, only);
        let gathering = ensemble.gather()?;
        let folder = folder.map(Path::to_owned);
        Ok(Gathered { gathering, known: Known::default(), folder, is_parquet: parquet })
    }

    /// Runs one member and keeps nothing. `own` is called with its record if the study has measures of its own; the
    /// record has all columns that the scenario records.
    ///
    /// # Errors
    /// [`EnsembleError::NoSuchMember`](crate::EnsembleError::NoSuchMember), and [`EnsembleError::Stopped`](crate::EnsembleError::Stopped) once `stop` is set.
    pub fn run_one(
        &self,
        index: usize,
        stop: &Arc<AtomicBool>,
        own: Measuring<'_>,
    ) -> Result<Ran, StudyError> {
        let known = Known::default();
        let ensemble = self.ensemble.clone().stop_on(Arc::clone(stop));
        let outcome = ensemble.run_one(index, |member| self.simulate(member, &known, stop, own))?;
        let doubts = lock(&known).remove(&index).unwrap_or_default();
        Ok(Ran { outcome, doubts })
    }

    /// Runs the members that are missing on `threads` threads (0: all cores), until `stop` is set, with a bar if
    /// `progress` is to be shown.
    ///
    /// # Errors
    /// [`EnsembleError::Stopped`](crate::EnsembleError::Stopped), or members that cannot be kept. Members that have
    /// ended by then are kept.
    pub fn run_missing(
        &self,
        gathered: &Gathered,
        (threads, progress): (usize, bool),
        stop: &Arc<AtomicBool>,
        own: Measuring<'_>,
    ) -> Result<(), StudyError> {
        let mut ensemble = self.ensemble.clone().threads(threads).stop_on(Arc::clone(stop));
        ensemble.progress = progress;
        let simulate = |member: &Member<'_>| self.simulate(member, &gathered.known, stop, own);
        Ok(ensemble.run_missing(&gathered.gathering, simulate)?)
    }

    /// Returns the table of all members and the warnings about them.
    ///
    /// # Errors
    /// [`EnsembleError::Missing`](crate::EnsembleError::Missing).
    pub fn end(&self, gathered: Gathered) -> Result<Swept, StudyError> {
        let Gathered { gathering, known, folder, is_parquet } = gathered;
        let results = gathering.results()?;
        let (warnings, step_too_large) = warnings(&self.case.scenario, &results, &known)?;
        Ok(Swept { results, warnings, step_too_large, folder, is_parquet })
    }

    fn simulate(
        &self,
        member: &Member<'_>,
        known: &Known,
        stop: &AtomicBool,
        own: Measuring<'_>,
    ) -> Result<Vec<f64>, MemberError> {
        let mut scenario = design::member(&self.case.scenario, member)?;
        scenario.plots.clear();
        scenario.record.columns = self.columns(&scenario);
        let aside = &mut |frame: &Frame<'_>| match stop.load(Ordering::Relaxed) {
            true => {
                let (time, source) = (frame.time(), "interrupted".into());
                Err(SimulationError::Observer { time, source })
            }
            false => Ok(()),
        };
        let run = record(&scenario, scenario.mechanism()?, false, &mut |_| {}, aside)?;
        lock(known).insert(member.index(), Doubts::of_run(&run));
        let times = run.record.time();
        let measures = self.sweep.measures.values();
        let values = measures.map(|m| Ok(m.of_rows(times, run.record.column(&m.of)?)));
        let mut values = values.collect::<Result<Vec<f64>, MemberError>>()?;
        if !self.own.names.is_empty() {
            values.extend(own(run.record, &run.units)?);
        }
        Ok(values)
    }

    /// Returns the columns to record of a member: the measured ones and, if the program has measures of its own,
    /// those that the scenario records (by default all).
    fn columns(&self, scenario: &Scenario) -> Vec<String> {
        let mut columns = vec![];
        if !self.own.names.is_empty() {
            columns.clone_from(&scenario.record.columns);
            if columns.is_empty() {
                return columns;
            }
        }
        for measure in self.sweep.measures.values() {
            if measure.of != "t" && !columns.contains(&measure.of) {
                columns.push(measure.of.clone());
            }
        }
        columns
    }
}

impl Gathered {
    /// Returns the members without their warnings.
    #[must_use]
    pub const fn members(&self) -> &Gathering {
        &self.gathering
    }

    /// Adds members that were run elsewhere; when this returns, they are in the file if there is a folder.
    ///
    /// # Errors
    /// A member that does not exist, and a file that cannot be written.
    pub fn add(&self, members: Vec<(usize, Ran)>) -> Result<(), StudyError> {
        for (index, ran) in &members {
            lock(&self.known).insert(*index, ran.doubts.clone());
        }
        let outcomes = members.into_iter().map(|(index, ran)| (index, ran.outcome));
        Ok(self.gathering.add(outcomes)?)
    }
}

/// Returns the design of the sweep of a scenario, with all its parameters.
///
/// # Errors
/// [`StudyError`] for a sweep that cannot be run. Windows of measures that end after the run are not judged.
pub fn judged_design(case: &Case) -> Result<Design, StudyError> {
    let sweep = sweep_of(case)?;
    let design = design::design(sweep, false)?;
    design::check(&case.scenario, &design)?;
    Ok(design)
}

fn sweep_of(case: &Case) -> Result<&Sweep, StudyError> {
    let missing = || {
        StudyError::sweep(format!(
            "{} has no [sweep]: write what varies into [sweep.parameters] and what is measured into [sweep.measures], as \
             `stiction new belt --template belt` does",
            case.file.path().display()
        ))
    };
    case.scenario.sweep.as_ref().ok_or_else(missing)
}
