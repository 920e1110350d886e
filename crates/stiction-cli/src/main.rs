//! The command `stiction`: scenarios of mechanisms with friction, run, swept, compared and drawn.
//!
//! | module | what |
//! |---|---|
//! | `arguments` | what can be typed |
//! | `command` | one module for each command |
//! | `source` | a scenario file with the settings of the command line |
//! | `recording`, `figure`, `units` | a run, its table, its plots |
//! | `trajectory`, `staging` | tables in files; files that take their places when all are written |
//! | `unconnected` | bodies and drives to which nothing is connected |
//! | `graph`, `kind` | the picture of a mechanism, what its parts are |
//! | `interrupt` | what Ctrl-C does |
//! | `schema` | the JSON schema of scenario files |
//! | `terminal` | what is printed |

use std::process::ExitCode;

use clap::Parser;

mod arguments;
mod command;
mod figure;
mod graph;
mod interrupt;
mod kind;
mod numbers;
#[cfg(feature = "parquet")]
mod parquet_file;
mod recording;
mod schema;
mod source;
mod staging;
mod terminal;
mod trajectory;
mod unconnected;
mod units;

use arguments::{Arguments, Command};
use terminal::Terminal;

/// What a command comes to; any error will do, it is printed with its causes.
type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

fn main() -> ExitCode {
    let Arguments { quiet, command } = Arguments::parse();
    let terminal = Terminal::new(quiet);
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
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        // It says so where it is noticed.
        Err(_) if interrupt::is_requested() => ExitCode::from(interrupt::EXIT_CODE),
        Err(error) => {
            terminal.error(error.as_ref());
            ExitCode::FAILURE
        }
    }
}
