//! `stiction completions`: scripts that let a shell complete commands and options.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::Outcome;
use crate::arguments::Arguments;
use crate::terminal::Terminal;

/// Prints a completion script for a shell.
#[derive(Args)]
#[command(after_help = "\
Examples:
  stiction completions bash > ~/.local/share/bash-completion/completions/stiction
  stiction completions zsh > ~/.zfunc/_stiction
  stiction completions fish > ~/.config/fish/completions/stiction.fish")]
pub(crate) struct Options {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub(crate) fn run(options: &Options, terminal: &Terminal) -> Outcome<()> {
    let mut script = vec![];
    clap_complete::generate(options.shell, &mut Arguments::command(), "stiction", &mut script);
    terminal.print(String::from_utf8(script)?.trim_end())
}
