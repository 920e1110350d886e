//! `stiction fit`: parameters of a scenario from a measured log.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use stiction::output::{TextTable, count, short, with_causes};
use stiction::plot::{Figure, Page, Panel, Section};
use stiction::scenario::channel::header;
use stiction::scenario::{Registry, ScenarioFile};
use stiction::study::Case;
use stiction::study::fit::{
    Estimate, Fit, FitError, FittedParameter, Free, InputInterpolation, Log,
};

use crate::Outcome;
use crate::numbers;
use crate::source::{Source, assignment, facts, stem};
use crate::staging::{self, Staging};
use crate::terminal::Terminal;

/// Estimates parameters of a scenario from a measured log, by running it with other values.
///
/// Columns of the log with the name of a recorded column are compared with it; those with the name of an input drive
/// it. With several scenarios, each is fitted with the free parameters that it has, and a table shows which one fits
/// the log best. Results: scenario.toml with the estimates, fit.json, residuals.csv, plot.svg, page.html.
#[derive(Args)]
#[command(after_help = "\
Examples:
  stiction fit joint.toml --data log.csv --free connections.friction.law.limit
  stiction fit joint.toml --data log.csv --free bodies.joint.inertia=0.01:1 --hold 0.3
  stiction fit gsat.toml lugre.toml --data log.csv --free connections.friction.law.stiffness")]
pub(crate) struct Options {
    /// Scenario files (TOML)
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Measured columns (CSV) with their names in the first line, the times in column `t`
    #[arg(long, value_name = "FILE")]
    data: PathBuf,
    /// Parameters to estimate, by path, each with an optional search range
    #[arg(long, required = true, value_delimiter = ',', value_name = "PATH[=LOW:HIGH]", value_parser = free)]
    free: Vec<Free>,
    /// Replace a value of the scenarios; may be given several times
    #[arg(long = "set", value_name = "PATH=VALUE", value_parser = assignment)]
    settings: Vec<(String, String)>,
    /// Share of the rows, at the end of the log, that are predicted and not fitted
    #[arg(long, value_name = "FRACTION", default_value_t = 0.0)]
    hold: f64,
    /// How inputs change from one row of the log to the next
    #[arg(long, value_enum, default_value = "straight")]
    inputs: Inputs,
    /// Runs of the global search [default: 8 to 64 per parameter, more for short logs]
    #[arg(long, value_name = "N")]
    members: Option<usize>,
    /// Number of its best places from which searches start [default: 3 to 16]
    #[arg(long, value_name = "N")]
    starts: Option<usize>,
    /// Seed of the global search
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of runs at the same time; 0 for all cores
    #[arg(long, value_name = "N", default_value_t = 0)]
    jobs: usize,
    /// Folder for the results [default: out/<name of the file>-fit]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// How inputs change from one row to the next.
#[derive(Clone, Copy, ValueEnum)]
enum Inputs {
    /// Linearly: samples of a smooth signal
    Straight,
    /// Constant until the next row: the output of a digital controller
    Held,
}

fn free(text: &str) -> Result<Free, String> {
    // A path may contain `=` in quotes only.
    let Ok((path, range)) = assignment(text) else { return Ok(Free::new(text.trim())) };
    let ends = range.split_once(':').and_then(|(low, high)| {
        Some((low.trim().parse::<f64>().ok()?, high.trim().parse::<f64>().ok()?))
    });
    let (low, high) =
        ends.ok_or("expected PATH or PATH=LOW:HIGH, such as bodies.block.mass=0.5:2")?;
    Ok(Free::between(path, low, high))
}

const FILES: [&str; 5] = ["scenario.toml", "fit.json", "residuals.csv", "plot.svg", "page.html"];

pub(crate) fn run(options: &Options, registry: &Registry, terminal: &Terminal) -> Outcome<()> {
    let log = Log::read(&options.data)?;
    let loaded = options
        .files
        .iter()
        .map(|file| {
            let source = Source { file: file.clone(), settings: options.settings.clone() };
            source.load(vec![], registry)
        })
        .collect::<Outcome<Vec<Case>>>()?;
    let names = distinct(&options.files)?;
    let root = options.out.clone().unwrap_or_else(|| {
        let name = if loaded.len() == 1 { format!("{}-fit", names[0]) } else { "fit".to_owned() };
        Path::new("out").join(name)
    });
    let parameters = shared_out(&options.free, &loaded)?;
    let mut estimates = vec![];
    for ((loaded, name), free) in loaded.iter().zip(&names).zip(parameters) {
        let folder = if names.len() == 1 { root.clone() } else { root.join(name) };
        let mut inputs = loaded.inputs();
        inputs.push(options.data.clone());
        staging::check(&folder, &FILES, &inputs)?;
        // The text includes the settings; without settings it also keeps its comments.
        let text = loaded.text()?.into_bytes();
        let file = ScenarioFile::from_bytes(loaded.file.path(), text)?.with_registry(registry);
        let named =
            |error: FitError| format!("{}: {}", loaded.file.path().display(), with_causes(&error));
        let fit = estimation(options, free);
        // Checked before the runs, which wrong units can make very long.
        let doubts = fit.doubts(&file, &log).map_err(named)?;
        doubts.iter().for_each(|doubt| terminal.warn(doubt));
        let estimate = fit.run(&file, &log).map_err(named)?;
        write(&folder, loaded, &options.data, &estimate, &doubts)?;
        report(loaded, &estimate, &folder, terminal)?;
        estimates.push(estimate);
    }
    if estimates.len() > 1 {
        compare(&names, &estimates, &root, terminal)?;
    }
    Ok(())
}

fn estimation(options: &Options, free: Vec<Free>) -> Fit {
    let between = match options.inputs {
        Inputs::Straight => InputInterpolation::Straight,
        Inputs::Held => InputInterpolation::Held,
    };
    let Options { hold: held, members, starts, seed, jobs: threads, .. } = *options;
    Fit { free, held, members, starts, seed, threads, between }
}

/// Returns distinct names for the results of several files.
fn distinct(files: &[PathBuf]) -> Outcome<Vec<String>> {
    let names: Vec<String> = files.iter().map(|file| stem(file)).collect();
    let twice = names.iter().enumerate().find(|(k, name)| names[..*k].contains(name));
    match twice {
        Some((_, name)) => Err(format!("two scenarios are called `{name}`: rename one").into()),
        None => Ok(names),
    }
}

/// Returns the free parameters that each scenario has; each parameter must be in one of the scenarios.
fn shared_out(free: &[Free], loaded: &[Case]) -> Outcome<Vec<Vec<Free>>> {
    if let [_] = loaded {
        return Ok(vec![free.to_vec()]);
    }
    for parameter in free {
        let mut tried = loaded.iter().map(|loaded| loaded.scenario.number(parameter.path()));
        if let Some(Err(error)) = tried.next()
            && tried.all(|other| other.is_err())
        {
            return Err(format!("in none of the scenarios: {error}").into());
        }
    }
    let own = |loaded: &Case| {
        let has = |free: &&Free| loaded.scenario.number(free.path()).is_ok();
        free.iter().filter(has).cloned().collect()
    };
    Ok(loaded.iter().map(own).collect())
}

fn report(loaded: &Case, estimate: &Estimate, folder: &Path, terminal: &Terminal) -> Outcome<()> {
    warnings(estimate).iter().for_each(|warning| terminal.warn(warning));
    let samples = count(estimate.samples, "measured number", "measured numbers");
    let agree = estimate.starts_that_agree;
    terminal.say(format!(
        "{}: {samples} in {} rows; {agree} of {} searches came to the best place\n\n{}\n\n{}\n\nresults in {}",
        loaded.title(),
        estimate.rows,
        estimate.starts,
        parameters(estimate),
        columns(estimate),
        folder.display(),
    ))
}

/// Returns the warnings about the estimates.
fn warnings(estimate: &Estimate) -> Vec<String> {
    let mut all = vec![];
    if !estimate.has_converged {
        let iterations = estimate.iterations;
        all.push(format!("the search has not come to its end after {iterations} iterations"));
    }
    if estimate.starts > 1 && estimate.starts_that_agree < 2 {
        let searches = estimate.starts;
        all.push(format!(
            "of {searches} searches one only came to the best place: there may be a better one; narrow the ranges, \
             or look again with more `--members` and `--starts`"
        ));
    }
    let at_bound = estimate.parameters.iter().filter(|parameter| parameter.is_at_bound);
    all.extend(at_bound.map(|parameter| {
        format!("`{}` is at the end of its range, and has no error", parameter.path)
    }));
    all.extend(estimate.undetermined.iter().map(ToString::to_string));
    all.extend(estimate.doubts.iter().map(ToString::to_string));
    for column in estimate.columns.iter().filter(|column| column.is_correlated) {
        let number = short(column.durbin_watson);
        all.push(format!(
            "the residuals of `{}` are correlated (Durbin-Watson {number}, noise has 2): the model does not know \
             something; errors are widened",
            column.name
        ));
    }
    all
}

fn parameters(estimate: &Estimate) -> TextTable {
    let headers = ["parameter", "unit", "estimate", "standard error", "95 % interval"];
    let mut table = TextTable::new("", &headers);
    for parameter in &estimate.parameters {
        let FittedParameter { path, unit, value, standard_error, interval, is_profiled, .. } =
            parameter;
        let not_known = || "not known".to_owned();
        let error = standard_error.map_or_else(not_known, short);
        let interval = numbers::interval(*interval).unwrap_or_else(not_known);
        let how = if *is_profiled { " (profile)" } else { "" };
        table.row([path.clone(), unit.clone(), short(*value), error, interval + how]);
    }
    table
}

fn columns(estimate: &Estimate) -> TextTable {
    let headers = ["column", "unit", "numbers", "rms residual", "rms held out", "Durbin-Watson"];
    let mut table = TextTable::new("", &headers);
    for column in &estimate.columns {
        let held = column.held_rms.map_or(String::new(), short);
        let numbers = [column.samples.to_string(), short(column.rms), held];
        let head = [column.name.clone(), column.unit.clone()].into_iter();
        table.row(head.chain(numbers).chain([short(column.durbin_watson)]));
    }
    table
}

fn correlation(estimate: &Estimate) -> TextTable {
    let paths: Vec<&str> = estimate.parameters.iter().map(|own| own.path.as_str()).collect();
    let headers: Vec<&str> = std::iter::once("correlation with").chain(paths.clone()).collect();
    let mut table = TextTable::new("", &headers);
    for (path, row) in paths.iter().zip(&estimate.correlation) {
        let numbers = row.iter().map(|number| {
            if number.is_nan() { "not known".to_owned() } else { format!("{number:.2}") }
        });
        table.row(std::iter::once((*path).to_owned()).chain(numbers));
    }
    table
}

fn write(
    folder: &Path,
    loaded: &Case,
    data: &Path,
    estimate: &Estimate,
    doubts: &[String],
) -> Outcome<()> {
    let staging = Staging::create(folder)?;
    let warnings: Vec<String> = doubts.iter().cloned().chain(warnings(estimate)).collect();
    let title = loaded.title();
    let numbers: Vec<_> = estimate.parameters.iter().map(|p| (p.path.as_str(), p.value)).collect();
    let fitted = loaded.scenario.with_numbers(&numbers)?;
    let kept = loaded.kept_text_of(&fitted, estimate.scenario.clone())?;
    let mut facts = serde_json::to_value(estimate)?;
    facts["scenario"] = self::facts(loaded);
    facts["data"] = data.display().to_string().into();
    facts["warnings"] = json!(warnings);
    let section = Section::new("Data and model")
        .note(data.display().to_string())
        .text(warnings.iter().map(|line| format!("Warning: {line}\n\n")).collect::<String>())
        .table(&parameters(estimate))
        .table(&columns(estimate))
        .figure(figure(estimate, ""))
        .table(&correlation(estimate));
    let (names, table) = residuals(estimate);
    staging.write(|out| {
        out.write_text("scenario.toml", &kept)?;
        out.write_json("fit.json", &facts)?;
        out.write_table("residuals.csv", &names, &table)?;
        out.write_text("plot.svg", &figure(estimate, &title).to_svg()?)?;
        Ok(out.write_page("page.html", &Page::new(&title).section(section).thinned(20_000))?)
    })?;
    staging.commit(&[])
}

/// Returns measured values, model and difference for every column; NaN if a value is missing.
fn residuals(estimate: &Estimate) -> (Vec<String>, Vec<Vec<f64>>) {
    let (mut names, mut table) = (vec!["t".to_owned()], vec![estimate.time.clone()]);
    for column in &estimate.columns {
        let mut model = column.model.clone();
        // A model may have failed in the rows that were held out.
        model.resize(estimate.time.len(), f64::NAN);
        let left = column.measured.iter().zip(&model).map(|(y, f)| y - f).collect();
        names.extend(
            ["measured", "model", "residual"].map(|what| format!("{} {what}", column.name)),
        );
        table.extend([column.measured.clone(), model, left]);
    }
    (names, table)
}

/// Draws data and model at the left, residuals at the right.
fn figure(estimate: &Estimate, title: &str) -> Figure {
    let mut figure = Figure::new(title).columns(2).share_x().size(1100.0, 200.0);
    let held = (estimate.held_rows > 0).then(|| estimate.time[estimate.rows]);
    let marked = |panel: Panel| match held {
        Some(time) => panel.vertical(time, "held out from here"),
        None => panel,
    };
    let (_, table) = residuals(estimate);
    for (column, three) in estimate.columns.iter().zip(table[1..].chunks(3)) {
        let unit = |what: &str| header(what, &column.unit);
        let time = &estimate.time;
        let both = Panel::new().x("time [s]").y(unit(&column.name));
        let both = both.points("measured", time, &three[0]).line("model", time, &three[1]);
        let left = Panel::new().x("time [s]").y(unit("residual")).points("", time, &three[2]);
        figure = figure.panel(marked(both)).panel(marked(left.horizontal(0.0, "")));
    }
    figure
}

/// Returns a table of how well each scenario fits the log.
fn compare(
    names: &[String],
    estimates: &[Estimate],
    root: &Path,
    terminal: &Terminal,
) -> Outcome<()> {
    let least = |of: fn(&Estimate) -> f64| estimates.iter().map(of).fold(f64::INFINITY, f64::min);
    let (aic, bic) = (least(|e| e.aic), least(|e| e.bic));
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|a, b| estimates[*a].bic.total_cmp(&estimates[*b].bic));
    let headers =
        ["scenario", "parameters", "AIC − least", "BIC − least", "rms held out", "correlated"];
    let mut table = TextTable::new("Which one the log speaks for, the best first", &headers);
    for &k in &order {
        let estimate = &estimates[k];
        let held: Vec<String> =
            estimate.columns.iter().filter_map(|c| c.held_rms).map(short).collect();
        table.row([
            names[k].clone(),
            estimate.parameters.len().to_string(),
            short(estimate.aic - aic),
            short(estimate.bic - bic),
            held.join(", "),
            if estimate.is_scaled { "yes" } else { "no" }.to_owned(),
        ]);
    }
    let facts: Vec<Value> = order
        .iter()
        .map(|&k| {
            let e = &estimates[k];
            json!({ "scenario": names[k], "parameters": e.parameters.len(), "log_likelihood": e.log_likelihood,
                "aic": e.aic, "bic": e.bic, "is_correlated": e.is_scaled,
                "held_rms": e.columns.iter().map(|c| c.held_rms).collect::<Vec<_>>() })
        })
        .collect();
    let staging = Staging::create(root)?;
    staging.write(|out| Ok(out.write_json("comparison.json", &facts)?))?;
    staging.commit(&[])?;
    if estimates.iter().any(|estimate| estimate.is_scaled) {
        terminal.warn(
            "residuals are correlated: the criteria take them for noise, and are surer than the log is; rows that \
             are held out (--hold) tell more",
        );
    }
    terminal.say(format!("\n{table}\n\ntable in {}", root.join("comparison.json").display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_parameters_may_have_a_range() {
        assert_eq!(free("bodies.b.mass"), Ok(Free::new("bodies.b.mass")));
        assert_eq!(free("bodies.b.mass=0.5:2e1"), Ok(Free::between("bodies.b.mass", 0.5, 20.0)));
        for wrong in ["bodies.b.mass=3", "bodies.b.mass=a:b"] {
            assert!(free(wrong).unwrap_err().contains("PATH=LOW:HIGH"), "{wrong}");
        }
    }
}
