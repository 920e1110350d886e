//! `stiction laws`: the component types that a scenario can name.

use clap::Args;
use stiction::output::TextTable;
use stiction::scenario::error::nearest;
use stiction::scenario::{Described, Registry};

use crate::Outcome;
use crate::terminal::Terminal;

/// Lists what a scenario can name with `type = "…"`: laws, bodies, maps and drives, limit sets, signals and the like,
/// and the tables in them; with a name, the parameters of that one.
#[derive(Args)]
#[command(after_help = "\
Examples:
  stiction laws
  stiction laws gsat
  stiction laws pressure")]
pub(crate) struct Options {
    /// One of the names of the list
    name: Option<String>,
}

pub(crate) fn run(options: &Options, registry: &Registry, terminal: &Terminal) -> Outcome<()> {
    let Some(name) = &options.name else {
        return terminal.print(list(&registry.described()));
    };
    let found: Vec<String> = registry.describe(name).iter().map(describe).collect();
    if found.is_empty() {
        let known = registry.described();
        let hint = nearest(name, known.iter().map(|one| one.name.as_str()));
        let hint = hint.map(|hint| format!(" ({hint})")).unwrap_or_default();
        return Err(format!("there is no `{name}`{hint}; `stiction laws` lists all names").into());
    }
    terminal.print(found.join("\n\n"))
}

/// Returns all names, by kind.
fn list(all: &[Described]) -> String {
    // Tables without a type come last.
    let (tables, typed): (Vec<_>, Vec<_>) = all.iter().partition(|one| one.kind.is_empty());
    let mut kinds: Vec<(&str, Vec<&Described>)> = vec![];
    for one in typed {
        match kinds.iter_mut().find(|(kind, _)| *kind == one.kind) {
            Some((_, same)) => same.push(one),
            None => kinds.push((one.kind, vec![one])),
        }
    }
    kinds.push(("", tables));
    let lists = kinds.iter().map(|(_, all)| {
        let head = all.first().filter(|one| !one.kind.is_empty()).map(|one| head_of(one));
        let head = head.unwrap_or_else(|| "Tables without a type".to_owned());
        let width = all.iter().map(|one| one.name.len()).max().unwrap_or(0);
        let line = |one: &&Described| format!("\n  {:width$}  {}", one.name, one_line(one.text));
        format!("{head}{}", all.iter().map(line).collect::<String>())
    });
    lists.collect::<Vec<_>>().join("\n\n")
}

fn describe(one: &Described) -> String {
    let mut table = TextTable::new("", &["parameter", "value", "default", ""]);
    for parameter in &one.parameters {
        let default = parameter.default.as_deref().unwrap_or_default();
        let default = if parameter.is_required { "required" } else { default };
        table.row([parameter.name, &parameter.value, default, &one_line(&parameter.text)]);
    }
    let head = format!("{}: {}\n({})", one.name, one_line(one.text), head_of(one));
    if table.rows.is_empty() { head } else { format!("{head}\n\n{table}") }
}

/// Returns the kind of a component, and where it can be used.
fn head_of(one: &Described) -> String {
    let kind = if one.kind.is_empty() { "A table without a type." } else { one.kind };
    format!("{} {}", one_line(kind), one.place)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
