//! The command `stiction`: scenarios of mechanisms with friction, run, swept, compared and drawn.
//!
//! | module | what |
//! |---|---|
//! | `arguments` | what can be typed |
//! | `command` | one module for each command |
//! | `source` | a scenario file with the settings of the command line |
//! | `recording`, `extent`, `figure`, `units` | a run, its table, its plots |
//! | `trajectory`, `staging` | tables in files; files that take their places when all are written |
//! | `graph`, `kind`, `contents` | the picture of a mechanism, what its parts are |
//! | `claim` | a folder that one run at a time writes to |
//! | `interrupt` | what Ctrl-C and signals do |
//! | `unconnected` | bodies and drives to which nothing is connected |
//! | `refined` | what finer steps change |
//! | `schema` | the JSON schema of scenario files |
//! | `terminal`, `report` | what is printed, as text and as JSON |

use std::process::ExitCode;

use clap::Parser;

mod arguments;
mod claim;
mod command;
mod contents;
mod extent;
mod figure;
mod graph;
mod interrupt;
mod kind;
mod numbers;
#[cfg(feature = "parquet")]
mod parquet_file;
mod patience;
mod recording;
mod refined;
mod report;
mod schema;
mod source;
mod staging;
mod terminal;
mod trajectory;
mod unconnected;
mod units;

use arguments::{Arguments, Command};
use report::Report;
use terminal::Terminal;

/// What a command comes to; any error will do, it is printed with its causes.
type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

fn main() -> ExitCode {
    let Arguments { quiet, command } = Arguments::parse();
    let terminal = Terminal::new(quiet, command.reports().map(Report::new));
    interrupt::listen();
    let outcome = match &command {
        Command::Run(options) => command::run::run(options, &terminal),
        Command::Sweep(options) => command::sweep::run(options, &terminal),
        Command::Compare(options) => command::compare::run(options, &terminal),
        Command::Graph(options) => command::graph::run(options, &terminal),
        Command::Check(options) => command::check::run(options, &terminal),
        Command::New(options) => command::new::run(options, &terminal),
        Command::Reproduce(options) => command::reproduce::run(options, &terminal),
        Command::Schema => command::schema::run(&terminal),
        Command::Laws(options) => command::laws::run(options, &terminal),
        Command::Completions(options) => command::completions::run(options, &terminal),
    };
    // It says so where it is noticed.
    if outcome.is_err() && interrupt::is_requested() {
        return ExitCode::from(interrupt::EXIT_CODE);
    }
    if terminal.end(&outcome) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
