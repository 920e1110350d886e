//! The command `stiction`: scenarios of mechanisms with friction, run, swept, compared and drawn.
//!
//! Add components of your own in a command of your own:
//!
//! ```no_run
//! use stiction::core::{Describe, Impedance, Line, Motion, ParameterError, Register, Stage};
//! # use typed_builder::TypedBuilder;
//!
//! /// Friction in proportion to the square of the speed.
//! #[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
//! #[builder(build_method(into = Result<Drag, ParameterError>))]
//! #[describe(tag = "drag", crate = stiction::core)]
//! struct Drag {
//!     /// Force `c` per square of the speed \[N s²/m²\], ≥ 0.
//!     #[field(non_negative)]
//!     coefficient: f64,
//! }
//!
//! impl Impedance for Drag {
//!     type Domain = Line;
//!     fn respond(&self, _: &Stage, motion: &Motion<Line>, _: &[f64], _: &mut [f64]) -> f64 {
//!         -self.coefficient * motion.flow * motion.flow.abs()
//!     }
//! }
//!
//! fn main() -> std::process::ExitCode {
//!     let mut registry = stiction::scenario::library();
//!     registry.law::<Drag>();
//!     stiction_cli::run(&registry)
//! }
//! ```
//! It runs, checks, sweeps and draws `law = { type = "drag", coefficient = 2.0 }`, and `laws` and `schema` list
//! it.
//!
//! | module | what |
//! |---|---|
//! | `arguments` | arguments of the command line |
//! | `command` | one module for each command |
//! | `source` | a scenario file with the settings of the command line |
//! | `recording`, `refined`, `figure` | tables and plots of a run |
//! | `trajectory`, `staging` | tables in files; files that are put in place when all are written |
//! | `graph`, `contents` | the picture of a mechanism, and its parts |
//! | `interrupt` | Ctrl-C and signals |
//! | `terminal` | output as text and as JSON |

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;
use stiction::scenario::Registry;

mod arguments;
mod command;
mod contents;
mod figure;
mod frames;
mod graph;
mod interrupt;
mod numbers;
#[cfg(feature = "parquet")]
mod parquet_file;
mod recording;
mod refined;
mod source;
mod staging;
mod terminal;
mod trajectory;

use arguments::{Arguments, Command};
use terminal::Terminal;

/// The result of a command; any error is printed with its causes.
type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// Runs the command with the arguments of the process and the components of a registry, and prints its output;
/// returns the exit status of the process.
///
/// Handles Ctrl-C and termination signals from then on: call it once, in `main`.
#[must_use]
pub fn run(registry: &Registry) -> ExitCode {
    run_with(registry, std::env::args_os()).into()
}

/// As [`run`], for given arguments, the first of which is the name of the command. Returns the exit status, for a
/// front end in another language.
///
/// Arguments that cannot be understood, or that only ask for help, end the process here.
#[must_use]
pub fn run_with(registry: &Registry, arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let Arguments { quiet, command } = Arguments::parse_from(arguments);
    let terminal = Terminal::new(quiet, command.reports());
    interrupt::listen();
    let outcome = match &command {
        Command::Run(options) => command::run::run(options, registry, &terminal),
        Command::Sweep(options) => command::sweep::run(options, registry, &terminal),
        Command::Merge(options) => command::merge::run(options, registry, &terminal),
        Command::Compare(options) => command::compare::run(options, &terminal),
        Command::Fit(options) => command::fit::run(options, registry, &terminal),
        Command::Curve(options) => command::curve::run(options, &terminal),
        Command::Graph(options) => command::graph::run(options, registry, &terminal),
        Command::Check(options) => command::check::run(options, registry, &terminal),
        Command::Fmu(options) => command::fmu::run(options, registry, &terminal),
        Command::New(options) => command::new::run(options, &terminal),
        Command::Schema => command::schema::run(registry, &terminal),
        Command::Laws(options) => command::laws::run(options, registry, &terminal),
        Command::Completions(options) => command::completions::run(options, &terminal),
    };
    interrupt::remove_empty();
    // The signal handler reports the interruption itself.
    if outcome.is_err() && interrupt::is_requested() {
        return interrupt::EXIT_CODE;
    }
    u8::from(!terminal.end(&outcome))
}
