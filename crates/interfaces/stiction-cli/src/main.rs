//! The command `stiction`; see [`stiction_cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    stiction_cli::run(&stiction::scenario::library())
}
