//! Arguments of the command line.

use clap::{Parser, Subcommand};

use crate::command;

/// Simulates mechanisms in which dry friction decides the outcome.
///
/// A scenario is a text file (TOML) with bodies, connections and laws. This command checks it, runs
/// it, and draws what came out. All units are SI: metres, kilograms, seconds, newtons, radians.
#[derive(Parser)]
#[command(name = "stiction", version, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Print warnings, errors and requested output only
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Run a scenario: table, trajectory, plot and an interactive page
    Run(command::run::Options),
    /// Run a scenario many times over the parameters of its `[sweep]`
    Sweep(command::sweep::Options),
    /// Put the parts of a sweep together
    Merge(command::merge::Options),
    /// Compare two runs, column by column
    Compare(command::compare::Options),
    /// Estimate parameters of a scenario from a measured log
    Fit(command::fit::Options),
    /// Read friction off a measured log: a Stribeck curve, stiffness and break-away
    Curve(command::curve::Options),
    /// Draw the mechanism of a scenario
    Graph(command::graph::Options),
    /// Check a scenario without running it
    Check(command::check::Options),
    /// Make a scenario a component (FMU) for Simulink, OpenModelica, FMPy and other tools
    Fmu(command::fmu::Options),
    /// Write a commented scenario to start from
    New(command::new::Options),
    /// Print the JSON schema of scenario files, for editors
    Schema,
    /// List what a scenario can name: laws, bodies, maps, drives, signals
    Laws(command::laws::Options),
    /// Print a completion script for a shell
    Completions(command::completions::Options),
}

impl Command {
    /// Returns the name of a command that is to print a report.
    pub(crate) const fn reports(&self) -> Option<&'static str> {
        match self {
            Self::Run(options) if options.json => Some("run"),
            Self::Check(options) if options.json => Some("check"),
            _ => None,
        }
    }
}

const EXAMPLES: &str = "\
First steps:
  stiction new slider                 write slider.toml, a block with friction
  stiction check slider.toml          what is in it, and is the step small enough?
  stiction run slider.toml            run it; open out/slider/page.html in a browser
  stiction run slider.toml --set connections.friction.law.limit=2
                                      the same with another friction limit
  stiction laws                       what else can be in a scenario
  stiction help run                   more about a command

Exit codes: 0 success, 1 failure (one message on standard error), 2 wrong usage, 130 interrupted.";

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_definitions_are_consistent() {
        super::Arguments::command().debug_assert();
    }
}
