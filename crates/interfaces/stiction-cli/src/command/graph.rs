//! `stiction graph`: the mechanism as a picture.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use stiction::scenario::Registry;

use crate::Outcome;
use crate::graph::Graph;
use crate::source::{Source, folder};
use crate::staging;
use crate::terminal::Terminal;

/// Draws the mechanism of a scenario as text for Mermaid or Graphviz: bodies, drives and the ground as boxes,
/// connections with their laws and maps as rounded boxes, lines for what acts on what.
#[derive(Args)]
#[command(after_help = "\
Examples:
  stiction graph slider.toml                        # writes out/slider/graph.mmd
  stiction graph slider.toml --format dot --out -   # prints text for Graphviz")]
pub(crate) struct Options {
    #[command(flatten)]
    source: Source,
    /// Format of the text
    #[arg(long, value_enum, default_value = "mermaid")]
    format: Format,
    /// File to write, `-` for standard output [default: out/<name of the file>/graph.mmd or graph.dot]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// Text that Mermaid draws, in GitHub and mdBook too
    Mermaid,
    /// Text that Graphviz draws
    Dot,
}

pub(crate) fn run(options: &Options, registry: &Registry, terminal: &Terminal) -> Outcome<()> {
    let loaded = options.source.load(vec![], registry)?;
    let graph = Graph::of(&loaded.scenario);
    let (text, extension) = match options.format {
        Format::Mermaid => (graph.mermaid(&loaded.title()), "mmd"),
        Format::Dot => (graph.dot(), "dot"),
    };
    let default = || folder(&loaded, None).join(format!("graph.{extension}"));
    let path = options.out.clone().unwrap_or_else(default);
    if path.as_os_str() == "-" {
        return terminal.print(text.trim_end());
    }
    staging::write_file(&path, text.as_bytes(), &loaded.inputs())?;
    terminal.say(format!("wrote {}", path.display()))
}
