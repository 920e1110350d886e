//! `stiction graph`: the mechanism as a picture.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use stiction::output::RunDirectory;
use stiction::scenario::Registry;

use crate::Outcome;
use crate::graph::{Graph, dot, svg};
use crate::source::Source;
use crate::staging;
use crate::terminal::Terminal;

/// Draws the mechanism of a scenario: bodies and drives as boxes, connections with their laws and
/// maps as rounded boxes, lines for what acts on what.
#[derive(Args)]
#[command(after_help = "\
Examples:
  stiction graph slider.toml                        # writes out/slider/graph.svg
  stiction graph slider.toml --format dot --out -   # prints text for Graphviz")]
pub(crate) struct Options {
    #[command(flatten)]
    source: Source,
    /// Format of the picture
    #[arg(long, value_enum, default_value = "svg")]
    format: Format,
    /// File to write, `-` for standard output [default: out/<name of the file>/graph.<format>]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// A picture for browsers and documents
    Svg,
    /// Text for Graphviz
    Dot,
}

pub(crate) fn run(options: &Options, registry: &Registry, terminal: &Terminal) -> Outcome<()> {
    let loaded = options.source.load(vec![], registry)?;
    let graph = Graph::of(&loaded.scenario);
    let (text, extension) = match options.format {
        Format::Svg => (svg::svg(&graph, &loaded.title()), "svg"),
        Format::Dot => (dot::dot(&graph), "dot"),
    };
    let default = || loaded.folder(None).join(format!("graph.{extension}"));
    let path = options.out.clone().unwrap_or_else(default);
    if path.as_os_str() == "-" {
        return terminal.print(text.trim_end());
    }
    let name = path.file_name().filter(|_| !path.is_dir());
    let name = name.ok_or_else(|| format!("`{}` is no file", path.display()))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    staging::check_places(folder, &[&name.to_string_lossy()], &loaded.inputs()?)?;
    RunDirectory::create(folder)?.write_text(name, &text)?;
    terminal.say(format!("wrote {}", path.display()))
}
