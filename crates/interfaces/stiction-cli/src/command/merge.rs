//! `stiction merge`: merges the parts of a sweep.

use std::path::PathBuf;

use clap::Args;
use stiction::scenario::Registry;
use stiction::study::sweep::{KEPT, Keeping, OwnMeasures, Study};

use crate::Outcome;
use crate::command::sweep;
use crate::source::Source;
use crate::terminal::Terminal;
use crate::trajectory::Format;

/// Puts the parts of a sweep together that `sweep --shard` has run, to the same results as one run.
///
/// All parts must be of one sweep: scenario, members, seed. A member that is in none of them is an error,
/// unless it may be run here.
#[derive(Args)]
#[command(after_help = "\
Examples:
  stiction sweep belt.toml --shard 1/2 --out out/a    on one machine
  stiction sweep belt.toml --shard 2/2 --out out/b    on another
  stiction merge out/a out/b --out out/belt-sweep")]
pub(crate) struct Options {
    /// Folders of the parts
    #[arg(required = true, value_name = "DIR")]
    parts: Vec<PathBuf>,
    /// Folder for the results
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Run missing members here
    #[arg(long)]
    run_missing: bool,
    /// Number of members that run at the same time; 0 for all cores
    #[arg(long, value_name = "N", default_value_t = 0)]
    jobs: usize,
    /// Format of the table of members
    #[arg(long, value_enum, default_value = "csv")]
    format: Format,
}

pub(crate) fn run(options: &Options, registry: &Registry, terminal: &Terminal) -> Outcome<()> {
    let source = Source { file: options.parts[0].join("scenario.toml"), settings: vec![] };
    let study = Study::new(source.load(vec![], registry)?, (None, None), OwnMeasures::default())?;
    let keeping = Keeping {
        parquet: options.format == Format::Parquet,
        parts: options.parts.iter().map(|part| part.join(KEPT)).collect(),
        is_complete: !options.run_missing,
        ..Keeping::default()
    };
    let gathered = sweep::gather(&study, &options.out, keeping)?;
    let jobs = options.run_missing.then_some(options.jobs);
    let swept = sweep::ended(&study, gathered, jobs, &options.out, terminal)?;
    sweep::finish(&study, &swept, &options.out, terminal)
}
