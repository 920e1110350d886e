//! Running the members.

use std::any::Any;
use std::error::Error;
use std::marker::PhantomData;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use rayon::prelude::*;
use stiction_output::with_causes;

use crate::journal::{Identity, Journal, Kept};
use crate::progress::Progress;
use crate::{Design, EnsembleError, Gathering, Member, Outcome, Results, name};

/// Why a member failed: any error will do.
pub type MemberError = Box<dyn Error + Send + Sync>;

/// Many runs of one mechanism: a design and the names of the outputs of a run.
///
/// The members run on all cores. Results come in the order of the design and are the same to the
/// bit for any number of threads, as long as a member depends on nothing but its [`Member`]. One that
/// returns an error or panics is reported with its parameters; the others continue. (A panic still prints its
/// message, and with `panic = "abort"` it ends the program.)
///
/// # Partial results
/// With [`keep_in`](Self::keep_in) every member that has ended is appended to a file at once. A later
/// run of the same ensemble reads it and runs only what is missing, to the same table, bit by bit. A
/// file of another ensemble is refused: other parameters, values, seeds, outputs, or another
/// [`version`](Self::version) of the simulation.
///
/// `O` is what a member returns: an array if the names are given to [`new`](Self::new).
///
/// ```
/// use stiction_study::{Design, Ensemble, RandomVariable};
///
/// // How far a block slides: v²/(2μg), and how long.
/// let variables = [RandomVariable::uniform("mu", 0.3, 0.5), RandomVariable::uniform("speed", 1.9, 2.1)];
/// let design = Design::latin_hypercube(1000, 1, variables)?;
/// let results = Ensemble::new(design, ["distance", "time"]).run(|member| {
///     let (speed, deceleration) = (member.value("speed")?, 9.81 * member.value("mu")?);
///     Ok([speed * speed / (2.0 * deceleration), speed / deceleration])
/// })?;
/// assert!((results.statistics("distance")?.median() - 0.51).abs() < 0.02);
/// assert!(results.rank_correlation("mu", "distance")? < -0.7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
/// The number of outputs is checked when it compiles:
/// ```compile_fail
/// use stiction_study::{Design, Ensemble};
/// let design = Design::random(3, 1, []).unwrap();
/// Ensemble::new(design, ["distance", "time"]).run(|member| Ok([1.0]));
/// ```
#[derive(Clone, Debug)]
pub struct Ensemble<O> {
    design: Arc<Design>,
    outputs: Vec<String>,
    threads: usize,
    journal: Option<PathBuf>,
    elsewhere: Vec<PathBuf>,
    version: String,
    pub(crate) retry: bool,
    pub(crate) restart: bool,
    pub(crate) range: Option<Range<usize>>,
    pub(crate) progress: bool,
    stop: Option<Arc<AtomicBool>>,
    output: PhantomData<fn() -> O>,
}

impl<const N: usize> Ensemble<[f64; N]> {
    /// Creates runs that each give one number for every name; NaN for a number without a value.
    #[must_use]
    pub fn new(design: Design, outputs: [&str; N]) -> Self {
        Self::with(design, outputs.map(str::to_owned).into())
    }
}

impl Ensemble<Vec<f64>> {
    /// Creates an ensemble whose output names are known only at run time; a member that gives another
    /// number of outputs fails.
    #[must_use]
    pub fn with_outputs(design: Design, outputs: impl IntoIterator<Item: Into<String>>) -> Self {
        Self::with(design, outputs.into_iter().map(Into::into).collect())
    }
}

impl<O: AsRef<[f64]>> Ensemble<O> {
    fn with(design: Design, outputs: Vec<String>) -> Self {
        Self {
            design: Arc::new(design),
            outputs,
            threads: 0,
            journal: None,
            elsewhere: vec![],
            version: String::new(),
            retry: false,
            restart: false,
            range: None,
            progress: true,
            stop: None,
            output: PhantomData,
        }
    }

    /// Sets the number of threads; 0 (default): as many as the machine runs at once.
    #[must_use]
    pub const fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Keeps every member that has ended in this file (comma separated values), and starts from what
    /// is in it.
    ///
    /// A process may end at any moment: a member counts as done when the operating system has its row.
    /// The rows are synced to the disk together, at most once in half a second and when the run ends, so a loss of
    /// power can lose the members of half a second; they are run again. Every row that is found must have the
    /// parameters of its member to the bit. A file with another row, or with one that cannot be read, is refused with
    /// the line, [`EnsembleError::Damaged`], and left as it is. (Changed outputs are not noticed.)
    #[must_use]
    pub fn keep_in(mut self, path: impl Into<PathBuf>) -> Self {
        self.journal = Some(path.into());
        self
    }

    /// Takes the members that other runs of the same ensemble have kept in these files
    /// ([`keep_in`](Self::keep_in)): parts of it that were run elsewhere ([`only`](Self::only)). They are read
    /// and checked as your own, and left as they are.
    ///
    /// A member that is in several files must be the same there, to the bit:
    /// [`EnsembleError::Disagreement`].
    #[must_use]
    pub fn with_members_of(mut self, paths: impl IntoIterator<Item: Into<PathBuf>>) -> Self {
        self.elsewhere = paths.into_iter().map(Into::into).collect();
        self
    }

    /// Names the version of the simulation, which the file of [`keep_in`](Self::keep_in) must have
    /// too: change it with the code of a member.
    #[must_use]
    pub fn version(mut self, version: impl Into<String>) -> Self {
        self.version = version.into();
        self
    }

    /// Runs those members again that failed or panicked in the run that is resumed.
    #[must_use]
    pub const fn retry_failed(mut self) -> Self {
        self.retry = true;
        self
    }

    /// Empties the file of [`keep_in`](Self::keep_in) first, whatever it holds, and runs all members.
    /// A file that another run is writing to at this moment is left as it is:
    /// [`EnsembleError::InUse`].
    #[must_use]
    pub const fn restart(mut self) -> Self {
        self.restart = true;
        self
    }

    /// Runs these members only; with [`keep_in`](Self::keep_in) the others can follow later.
    #[must_use]
    pub const fn only(mut self, members: Range<usize>) -> Self {
        self.range = Some(members);
        self
    }

    /// Shows no progress bar. (It is shown from the first second on, if standard error is a terminal.)
    #[must_use]
    pub const fn quiet(mut self) -> Self {
        self.progress = false;
        self
    }

    /// Ends the run with [`EnsembleError::Stopped`] once this is set. No further member is started, and members that
    /// fail from then on count as not run, so a member may watch the flag too and give up.
    #[must_use]
    pub fn stop_on(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stop = Some(stop);
        self
    }

    /// Runs all members.
    ///
    /// # Errors
    /// [`EnsembleError`] for names that are refused, a range beyond the design, a file of another
    /// ensemble, one that was changed or that cannot be written, and threads that cannot be started. The
    /// members that have ended by then are in the file. Members that fail are not an error.
    pub fn run<F>(&self, simulate: F) -> Result<Results, EnsembleError>
    where
        F: Fn(&Member<'_>) -> Result<O, MemberError> + Sync,
    {
        let gathering = self.gather()?;
        self.run_missing(&gathering, simulate)?;
        gathering.results()
    }

    /// Reads the members that earlier runs have kept, for running the others elsewhere, for instance on other
    /// machines. Their outcomes are [added](Gathering::add), and kept like those of [`run`](Self::run).
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn gather(&self) -> Result<Gathering, EnsembleError> {
        if let Some((name, requirement)) = name::refused(&self.outputs, self.design.names()) {
            return Err(EnsembleError::Output { name, requirement });
        }
        let members = self.design.len();
        let range = self.range.clone().unwrap_or(0..members);
        if range.end > members {
            let Range { start: from, end: to } = range;
            return Err(EnsembleError::NoSuchMember { from, to, members });
        }
        let open = |path: &PathBuf| Journal::open(path, &self.identity(), self.restart);
        let (journal, kept) = self.journal.as_ref().map(open).transpose()?.unzip();
        let mut kept: Kept = kept.unwrap_or_default();
        for path in &self.elsewhere {
            self.add_kept(path, &mut kept)?;
        }
        kept.retain(|k, done| range.contains(k) && !(self.retry && done.message().is_some()));
        Ok(Gathering {
            design: Arc::clone(&self.design),
            outputs: self.outputs.clone(),
            range,
            journal,
            resumed: kept.len(),
            members: Mutex::new(kept),
        })
    }

    /// Runs the members that are missing, on all cores, and adds each as it ends.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn run_missing<F>(&self, gathering: &Gathering, simulate: F) -> Result<(), EnsembleError>
    where
        F: Fn(&Member<'_>) -> Result<O, MemberError> + Sync,
    {
        let missing = gathering.missing();
        if missing.is_empty() {
            return Ok(());
        }
        let progress = self.progress.then(|| Progress::new(missing.len()));
        let one = |index: usize| {
            if self.is_stopped() {
                return Err(EnsembleError::Stopped);
            }
            let outcome = self.run_one(index, &simulate)?;
            progress.iter().for_each(|progress| progress.advance(&outcome));
            gathering.add([(index, outcome)])
        };
        // The members take long and unequal times, so each is a task of its own.
        let all = || missing.par_iter().with_max_len(1).try_for_each(|index| one(*index));
        // Threads beyond the number of members would idle.
        let ran = pool(self.threads.min(missing.len()))?.install(all);
        progress.iter().for_each(|progress| progress.bar.finish_and_clear());
        ran
    }

    /// Runs one member and returns how it ended; keeps nothing. The outcome does not depend on when and where it is
    /// run.
    ///
    /// # Errors
    /// [`EnsembleError::NoSuchMember`]; [`EnsembleError::Stopped`] if the run was to [end](Self::stop_on).
    pub fn run_one<F>(&self, index: usize, simulate: F) -> Result<Outcome, EnsembleError>
    where
        F: Fn(&Member<'_>) -> Result<O, MemberError>,
    {
        let Some(member) = self.design.member(index) else {
            let (from, to, members) = (index, index.saturating_add(1), self.design.len());
            return Err(EnsembleError::NoSuchMember { from, to, members });
        };
        // The caller judges what a panic leaves behind in shared state.
        let outcome = match catch_unwind(AssertUnwindSafe(|| simulate(&member))) {
            Ok(Ok(outputs)) => Outcome::of(outputs.as_ref(), self.outputs.len()),
            Ok(Err(error)) => Outcome::Failed(without_line_breaks(&with_causes(error.as_ref()))),
            Err(payload) => Outcome::Panicked(panic_message(payload.as_ref())),
        };
        // It may have failed because it saw the flag.
        if self.is_stopped() && outcome.message().is_some() {
            return Err(EnsembleError::Stopped);
        }
        Ok(outcome)
    }

    /// Returns the design.
    #[must_use]
    pub fn design(&self) -> &Design {
        &self.design
    }

    fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    fn identity(&self) -> Identity<'_> {
        Identity { design: &self.design, outputs: &self.outputs, version: &self.version }
    }

    /// Adds the members of a file of another run.
    fn add_kept(&self, path: &Path, kept: &mut Kept) -> Result<(), EnsembleError> {
        for (member, outcome) in self.identity().read(path)? {
            match kept.get(&member) {
                Some(known) if !known.is_same(&outcome) => {
                    return Err(EnsembleError::Disagreement { path: path.to_path_buf(), member });
                }
                _ => kept.insert(member, outcome),
            };
        }
        Ok(())
    }
}

/// Returns a pool of this number of threads; 0 for as many as the machine runs at once.
pub(crate) fn pool(threads: usize) -> Result<rayon::ThreadPool, EnsembleError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|source| EnsembleError::Threads { threads, source: source.into() })
}

fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    without_line_breaks(text.unwrap_or("a panic without a message"))
}

fn without_line_breaks(text: &str) -> String {
    text.split(['\n', '\r']).map(str::trim).filter(|s| !s.is_empty()).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
#[path = "ensemble_tests.rs"]
pub(crate) mod tests;
