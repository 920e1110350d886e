//! `stiction sweep`: many runs of a scenario with other parameters.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use stiction::output::count;
use stiction::scenario::Registry;
use stiction::study::EnsembleError;
use stiction::study::sweep::{Gathered, KEPT, Keeping, OwnMeasures, Study, StudyError, Swept};

use crate::Outcome;
use crate::interrupt::Writing;
use crate::source::{Source, folder};
use crate::staging::{self, Staging};
use crate::terminal::Terminal;
use crate::trajectory::Format;

mod shard;

use shard::Shard;

/// Runs a scenario many times over the parameters of its `[sweep]`, on all cores.
///
/// A sweep that was stopped continues where it was. Members that fail are reported and left out of the
/// statistics. Results: members.csv, statistics.csv, summary.json, plot.svg, page.html.
#[derive(Args)]
#[command(after_help = "\
Examples:
  stiction sweep belt.toml
  stiction sweep belt.toml --members 1000 --seed 2 --jobs 4 --out out/large
  stiction sweep belt.toml --set solver.until=20 --restart
  stiction sweep belt.toml --shard 3/8      part 3 of 8, on any machine; see `stiction help merge`")]
pub(crate) struct Options {
    #[command(flatten)]
    source: Source,
    /// Folder for the results [default: out/<name of the file>-sweep]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Number of members of a random or Latin hypercube design
    #[arg(long, value_name = "N")]
    members: Option<usize>,
    /// Seed of a random or Latin hypercube design
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Number of members that run at the same time; 0 for all cores
    #[arg(long, value_name = "N", default_value_t = 0)]
    jobs: usize,
    /// Run only one part of the members, and keep them for `stiction merge`
    #[arg(long, value_name = "PART/PARTS")]
    shard: Option<Shard>,
    /// Forget the members of a sweep that was stopped
    #[arg(long)]
    restart: bool,
    /// Format of the table of members
    #[arg(long, value_enum, default_value = "csv")]
    format: Format,
}

pub(crate) fn run(options: &Options, registry: &Registry, terminal: &Terminal) -> Outcome<()> {
    let case = options.source.load(vec![], registry)?;
    let out = options.out.clone().unwrap_or_else(|| {
        let mut out = folder(&case, None).into_os_string();
        out.push("-sweep");
        let out = PathBuf::from(out);
        options.shard.map_or(out.clone(), |shard| out.join(shard.folder()))
    });
    let study = Study::new(case, (options.members, options.seed), OwnMeasures::default())?;
    let keeping = Keeping {
        restart: options.restart,
        parquet: options.format == Format::Parquet,
        only: options.shard.map(|shard| shard.members(study.design().len())),
        ..Keeping::default()
    };
    let gathered = gather(&study, &out, keeping)?;
    let swept = ended(&study, gathered, Some(options.jobs), &out, terminal)?;
    match options.shard {
        Some(shard) => part(&study, &swept, shard, &out, terminal),
        None => finish(&study, &swept, &out, terminal),
    }
}

/// Reads the members kept in a folder, which is made if need be.
pub(crate) fn gather(study: &Study, out: &Path, keeping: Keeping) -> Outcome<Gathered> {
    staging::note(out);
    let _writing = Writing::begin();
    study.gather(Some(out), keeping).map_err(|error| explain(error, out))
}

/// Runs missing members, if that is allowed, and reports their warnings.
pub(crate) fn ended(
    study: &Study,
    gathered: Gathered,
    jobs: Option<usize>,
    out: &Path,
    terminal: &Terminal,
) -> Outcome<Swept> {
    let nothing = |_, _: &[String]| Ok(vec![]);
    let ran = jobs.map_or(Ok(()), |jobs| {
        let manner = (jobs, !terminal.is_quiet());
        study.run_missing(&gathered, manner, &Arc::default(), &nothing)
    });
    let swept = ran.and_then(|()| study.end(gathered)).map_err(|error| explain(error, out))?;
    swept.warnings.iter().for_each(|line| terminal.warn(line));
    Ok(swept)
}

/// Keeps the scenario of a part; its members are kept already.
fn part(
    study: &Study,
    swept: &Swept,
    shard: Shard,
    folder: &Path,
    terminal: &Terminal,
) -> Outcome<()> {
    let staging = Staging::create(folder)?;
    staging.write(|out| Ok(out.write_text("scenario.toml", &study.case().kept_text()?)?))?;
    staging.commit(&[])?;
    let members = count(swept.results.len(), "member", "members");
    let failed = swept.results.failures().count();
    terminal.say(format!(
        "{}: part {shard}, {members} of {}, {failed} failed\nkept in {} for `stiction merge`",
        study.case().title(),
        study.design().len(),
        folder.display(),
    ))
}

/// Writes the results and prints a summary.
pub(crate) fn finish(
    study: &Study,
    swept: &Swept,
    folder: &Path,
    terminal: &Terminal,
) -> Outcome<()> {
    let left_out = {
        let _writing = Writing::begin();
        study.write(swept)?
    };
    if left_out > 0 {
        terminal.say(format!("{left_out} more panels not drawn"))?;
    }
    let results = &swept.results;
    if results.resumed() > 0 {
        let resumed = count(results.resumed(), "member", "members");
        terminal.say(format!(
            "{resumed} of an earlier run; of its warnings, only those about the start are known"
        ))?;
    }
    let members = count(results.len(), "member", "members");
    let failed = results.failures().count();
    terminal.say(format!("{}: {members}, {failed} failed", study.case().title()))?;
    terminal.say(format!("{}\n\n{}", swept.statistics(), swept.sensitivity()))?;
    terminal.say(format!("results in {}", folder.display()))?;
    if failed == results.len() {
        return Err("all members failed".into());
    }
    Ok(())
}

/// Adds the option that would help to the error of a study.
pub(crate) fn explain(
    error: StudyError,
    folder: &Path,
) -> Box<dyn std::error::Error + Send + Sync> {
    let kept = folder.join(KEPT);
    let error = match error {
        StudyError::Ensemble(error) => error,
        StudyError::Output(error) => return staging::elsewhere(error),
        other => return other.into(),
    };
    let text = match error {
        EnsembleError::OtherEnsemble { path, what, .. } if path != kept => format!(
            "`{}` has members of another sweep ({what} differs): only parts of one sweep can be put \
             together",
            path.display()
        ),
        missing @ EnsembleError::Missing { .. } => {
            format!("{missing}: name the folders of all parts, or run them here with --run-missing")
        }
        EnsembleError::OtherEnsemble { what, .. } => format!(
            "`{}` has members of another sweep ({what} differs): choose another folder with --out, \
             or forget them with --restart",
            kept.display()
        ),
        EnsembleError::Damaged { path, line, reason } if path == kept => format!(
            "the kept members in `{}` are damaged, line {line}: {reason} (forget them with --restart, \
             or put back a copy)",
            kept.display()
        ),
        other => return other.into(),
    };
    text.into()
}
