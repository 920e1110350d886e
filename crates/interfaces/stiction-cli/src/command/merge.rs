//! `stiction merge`: the parts of a sweep, put together.

use std::path::PathBuf;

use clap::Args;
use stiction::scenario::Registry;

use crate::Outcome;
use crate::command::sweep::{self, KEPT, Where};
use crate::source::Source;
use crate::staging;
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
    /// Run here what is missing
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
    options.format.check()?;
    let source = Source::of(options.parts[0].join("scenario.toml"));
    let loaded = source.load(vec![], registry)?;
    let files: Vec<PathBuf> = options.parts.iter().map(|part| part.join(KEPT)).collect();
    let mut inputs = loaded.inputs();
    inputs.extend(files.iter().cloned());
    staging::check(&options.out, &sweep::FILES, &inputs)?;
    let ensemble = sweep::ensemble(&loaded, options.jobs, terminal)?.with_members_of(files);
    let ensemble = if options.run_missing {
        ensemble.keep_in(options.out.join(KEPT))
    } else {
        ensemble.complete()
    };
    let place = Where { folder: &options.out, format: options.format };
    sweep::finish(&loaded, &ensemble, &place, terminal)
}
