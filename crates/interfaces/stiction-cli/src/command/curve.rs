//! `stiction curve`: parameters of friction read off a log, without a simulation.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use stiction::output::{TextTable, count, short};
use stiction::plot::{Page, Section};
use stiction::study::fit::Log;
use stiction::study::fit::curve::{
    Curve, CurveError, Direction, Exponent, FrictionCurve, Onset, OnsetKind, Quantity, Reversal,
    Reversals, Side, Steady, Stretch, Stretches, Stribeck, TorqueColumns, TorqueRecord, Turns,
};

use crate::Outcome;
use crate::numbers::interval;
use crate::source::stem;
use crate::staging::{self, Staging};
use crate::terminal::Terminal;

mod figure;

/// Reads parameters of friction off a measured log, without a simulation.
///
/// The Stribeck curve is fitted to the stretches of steady velocity, each direction by itself; stiffness and
/// break-away torque to the torque after turning points of the position. The torque is the driving one. Results:
/// curve.csv, reversals.csv (with --position), summary.json, plot.svg, page.html.
#[derive(Args)]
#[command(after_help = "\
Examples:
  stiction curve sweep.csv --velocity joint.rate --torque torque
  stiction curve sweep.csv --time time_s --velocity v --torque tau --exponent free
  stiction curve reversals.csv --position joint.angle --torque torque")]
pub(crate) struct Options {
    /// Measured columns (CSV) with their names in the first line
    data: PathBuf,
    /// Column of the times [s]
    #[arg(long, value_name = "NAME", default_value = "t")]
    time: String,
    /// Column of the velocities [rad/s or m/s]
    #[arg(long, value_name = "NAME", required_unless_present = "position")]
    velocity: Option<String>,
    /// Column of the torques [N m or N] that drive
    #[arg(long, value_name = "NAME")]
    torque: String,
    /// Column of the positions [rad or m], for stiffness and break-away torque
    #[arg(long, value_name = "NAME")]
    position: Option<String>,
    /// Directions to fit
    #[arg(long, value_enum, default_value = "both")]
    direction: Which,
    /// Exponent of the fall of the friction, or `free` to estimate it
    #[arg(long, value_name = "NUMBER", default_value = "2", value_parser = exponent)]
    exponent: Exponent,
    /// Shortest stretch of steady velocity [s] [default: a hundredth of the log]
    #[arg(long, value_name = "SECONDS")]
    shortest: Option<f64>,
    /// Time to leave out at the start of every stretch [s]
    #[arg(long, value_name = "SECONDS", default_value_t = 0.0)]
    settle: f64,
    /// Share by which the velocity of a stretch may change
    #[arg(long, value_name = "SHARE", default_value_t = 0.05)]
    tolerance: f64,
    /// Speed below which it stands still [rad/s or m/s]
    #[arg(long, value_name = "SPEED", default_value_t = 0.0)]
    least_speed: f64,
    /// Inertia whose torque is subtracted [kg m²]
    #[arg(long, value_name = "INERTIA", default_value_t = 0.0)]
    inertia: f64,
    /// Share of the range of the position after which a turn counts
    #[arg(long, value_name = "SHARE", default_value_t = 0.2)]
    swing: f64,
    /// Folder for the results [default: out/<name of the file>-curve]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Directions that are fitted.
#[derive(Clone, Copy, ValueEnum)]
enum Which {
    /// Each by itself
    Both,
    /// Positive velocities only
    Forward,
    /// Negative velocities only
    Backward,
}

fn exponent(text: &str) -> Result<Exponent, String> {
    match text.trim() {
        "free" => Ok(Exponent::Free),
        number => {
            let number = number.parse::<f64>().ok().filter(|number| number.is_finite());
            number.map(Exponent::Given).ok_or_else(|| "expected a number or `free`".to_owned())
        }
    }
}

const FILES: [&str; 5] = ["curve.csv", "reversals.csv", "summary.json", "plot.svg", "page.html"];

/// Units of a log: of a joint that turns, unless one of its columns has the unit of a line.
#[derive(Clone, Copy)]
struct Units {
    way: &'static str,
    speed: &'static str,
    torque: &'static str,
    stiffness: &'static str,
    damping: &'static str,
}

const TURNS: Units =
    Units { way: "rad", speed: "rad/s", torque: "N m", stiffness: "N m/rad", damping: "N m s/rad" };
const MOVES: Units =
    Units { way: "m", speed: "m/s", torque: "N", stiffness: "N/m", damping: "N s/m" };

impl Units {
    fn of(options: &Options, log: &Log) -> Self {
        let columns = [Some(&options.torque), options.velocity.as_ref(), options.position.as_ref()];
        let mut units = columns.into_iter().flatten().filter_map(|name| log.unit_of(name));
        if units.any(|unit| ["N", "m/s", "m"].contains(&unit)) { MOVES } else { TURNS }
    }
}

/// Results of the evaluation.
struct Found {
    units: Units,
    record: TorqueRecord,
    steady: Option<(Stretches, FrictionCurve)>,
    turns: Option<Turns>,
}

pub(crate) fn run(options: &Options, terminal: &Terminal) -> Outcome<()> {
    let log = Log::read_timed(&options.data, &options.time)?;
    let default = || Path::new("out").join(format!("{}-curve", stem(&options.data)));
    let out = options.out.clone().unwrap_or_else(default);
    staging::check(&out, &FILES, std::slice::from_ref(&options.data))?;
    let found = found(options, &log)?;
    let warnings = warnings(&found);
    write(&out, options, &found, &warnings)?;
    warnings.iter().for_each(|warning| terminal.warn(warning));
    for table in tables(&found) {
        terminal.say(format!("{table}\n"))?;
    }
    if let Some((stretches, _)) = &found.steady {
        terminal.say(format!("left out: {}", stretches.left_out))?;
    }
    terminal.say(format!("results in {}", out.display()))
}

fn found(options: &Options, log: &Log) -> Outcome<Found> {
    let named = |error: CurveError| match error {
        // It has the file and the line.
        CurveError::Log(error) => error.to_string(),
        error => format!("{}: {error}", options.data.display()),
    };

    let columns = TorqueColumns {
        torque: &options.torque,
        velocity: options.velocity.as_deref(),
        position: options.position.as_deref(),
    };
    let record = TorqueRecord::of(log, columns).map_err(named)?;
    let steady =
        options.velocity.as_ref().map(|_| steady(options, &record)).transpose().map_err(named)?;
    let turns = options.position.as_ref();
    let turns =
        turns.map(|_| Reversals { swing: options.swing }.of(&record)).transpose().map_err(named)?;
    Ok(Found { units: Units::of(options, log), record, steady, turns })
}

fn steady(
    options: &Options,
    record: &TorqueRecord,
) -> Result<(Stretches, FrictionCurve), CurveError> {
    let Options { shortest, settle, tolerance, inertia, least_speed, exponent, .. } = *options;
    let steady = Steady { shortest, settle, tolerance, inertia, least_speed };
    let stretches = steady.stretches(record)?;
    let only = match options.direction {
        Which::Both => None,
        Which::Forward => Some(Direction::Forward),
        Which::Backward => Some(Direction::Backward),
    };
    let curve = Stribeck { exponent, only }.of(&stretches)?;
    Ok((stretches, curve))
}

/// Returns the warnings about the estimates.
fn warnings(found: &Found) -> Vec<String> {
    let mut all = vec![];
    if found.record.gaps() > 0 {
        let gaps = count(found.record.gaps(), "row was", "rows were");
        all.push(format!("{gaps} left out: something was not measured"));
    }
    let is_turned = found.steady.as_ref().is_some_and(|(stretches, _)| stretches.is_turned)
        || found.turns.as_ref().is_some_and(|turns| turns.is_turned);
    if is_turned {
        all.push(
            "the torque is against the motion: it is taken for that of friction, and turned"
                .to_owned(),
        );
    }
    all.extend(found.turns.iter().flat_map(Turns::doubts));
    all.extend(found.turns.iter().flat_map(untold));
    let Some((_, curve)) = &found.steady else { return all };
    all.extend(curve.doubts());
    for own in curve.curves() {
        if own.is_scaled {
            all.push(format!(
                "{}: χ² is {} for {} degrees of freedom: the curve is not of this form, or what was measured changed; \
                 errors are widened",
                own.direction,
                short(own.chi_square),
                own.degrees_of_freedom
            ));
        }
        for (name, _, quantity) in parameters(own, found.units) {
            if let Quantity::Unknown { reason, .. } = quantity {
                all.push(format!("{}: {name} cannot be told: {reason}", own.direction));
            }
        }
    }
    all
}

/// Returns why no break-away torque is known for a direction: from all its turning points, or else from its first
/// one.
fn untold(turns: &Turns) -> Vec<String> {
    let sides = [(Direction::Forward, &turns.forward), (Direction::Backward, &turns.backward)];
    let reason = |(direction, side): (Direction, &Option<Side>)| {
        let mut own = turns.reversals.iter().filter(|own| own.direction == direction);
        let onset = side.as_ref().map(|side| &side.onset).or(own.next().map(|own| &own.onset))?;
        let Quantity::Unknown { reason, interval: [low, _], .. } = &onset.breakaway else {
            return None;
        };
        let held = low.map_or(String::new(), |low| format!("; it is not below {}", short(low)));
        Some(format!("{direction}: breakaway cannot be told: {reason}{held}"))
    };
    sides.into_iter().filter_map(reason).collect()
}

/// Returns the parameters of a curve with their names and units.
fn parameters(curve: &Curve, units: Units) -> [(&'static str, &'static str, &Quantity); 5] {
    [
        ("coulomb", units.torque, &curve.coulomb),
        ("breakaway", units.torque, &curve.breakaway),
        ("stribeck_speed", units.speed, &curve.stribeck_speed),
        ("exponent", "", &curve.exponent),
        ("viscous_damping", units.damping, &curve.viscous_damping),
    ]
}

fn cells(quantity: &Quantity) -> [String; 3] {
    let interval = || interval(quantity.interval()).unwrap_or_default();
    match quantity {
        Quantity::Given { value, .. } => [short(*value), "given".to_owned(), String::new()],
        Quantity::Known { value, standard_error, .. } => {
            [short(*value), short(*standard_error), interval()]
        }
        _ => ["cannot be told".to_owned(), String::new(), interval()],
    }
}

/// Returns the tables of the curve and of the turning points.
fn tables(found: &Found) -> Vec<TextTable> {
    let units = found.units;
    let curve = found.steady.iter().map(|(stretches, curve)| curve_table(stretches, curve, units));
    let sides = found.turns.iter().map(|turns| sides_table(turns, units));
    curve.chain(sides).collect()
}

fn curve_table(stretches: &Stretches, curve: &FrictionCurve, units: Units) -> TextTable {
    let number = stretches.stretches.len();
    let what = if stretches.is_swept {
        format!("{} of a slow sweep", count(number, "piece", "pieces"))
    } else {
        format!("{} of steady velocity", count(number, "stretch", "stretches"))
    };
    let title = format!("{what}; the noise has a memory of {} rows", short(stretches.memory));
    let headers = ["direction", "parameter", "unit", "estimate", "standard error", "95 % interval"];
    let mut table = TextTable::new(title, &headers);
    for own in curve.curves() {
        for (name, unit, quantity) in parameters(own, units) {
            let head = [own.direction.to_string(), name.to_owned(), unit.to_owned()];
            table.row(head.into_iter().chain(cells(quantity)));
        }
        let fit = format!("{} of {}", short(own.chi_square), own.degrees_of_freedom);
        let rest = [String::new(), fit, String::new(), String::new()];
        let head = [own.direction.to_string(), "χ², of degrees of freedom".to_owned()];
        table.row(head.into_iter().chain(rest));
    }
    table
}

fn sides_table(turns: &Turns, units: Units) -> TextTable {
    let mut number = count(turns.reversals.len(), "turning point", "turning points");
    let used: usize = sides(turns).map(|side| side.reversals).sum();
    if used > 0 && used < turns.reversals.len() {
        number += &format!(", {} without a level left out", turns.reversals.len() - used);
    }
    let headers = [
        "direction",
        "turns",
        "onset",
        "parameter",
        "unit",
        "estimate",
        "standard error",
        "95 % interval",
    ];
    let mut table = TextTable::new(number, &headers);
    for side in sides(turns) {
        let (direction, onset) = (side.direction.to_string(), side.onset.kind.to_string());
        for (name, unit, quantity) in onset_parameters(&side.onset, units) {
            let head = [direction.clone(), side.reversals.to_string(), onset.clone()];
            let names = [name.to_owned(), unit.to_owned()];
            table.row(head.into_iter().chain(names).chain(cells(quantity)));
        }
    }
    if sides(turns).next().is_none() {
        table.row(["after none of them the torque levels off"]);
    }
    table
}

fn sides(turns: &Turns) -> impl Iterator<Item = &Side> {
    [&turns.forward, &turns.backward].into_iter().flatten()
}

fn onset_parameters(onset: &Onset, units: Units) -> Vec<(&'static str, &'static str, &Quantity)> {
    let mut all = vec![
        ("stiffness", units.stiffness, &onset.stiffness),
        ("breakaway", units.torque, &onset.breakaway),
    ];
    all.extend(onset.roundness.iter().map(|roundness| ("roundness", "", roundness)));
    all
}

fn write(out: &Path, options: &Options, found: &Found, warnings: &[String]) -> Outcome<()> {
    let staging = Staging::create(out)?;
    let title = format!("Friction of {}", stem(&options.data));
    let text: String = warnings.iter().map(|line| format!("Warning: {line}\n\n")).collect();
    let mut section =
        Section::new("Friction read off a log").note(options.data.display().to_string()).text(text);
    for table in tables(found) {
        section = section.table(&table);
    }
    if let Some((stretches, _)) = &found.steady {
        section = section.text(format!("Left out: {}.", stretches.left_out));
    }
    let facts = facts(options, found, warnings)?;
    let figure = figure::figure(found.steady.as_ref(), found.turns.as_ref(), found.units, "");
    let page = Page::new(&title).section(section.figure(figure)).thinned(20_000);
    staging.write(|out| {
        if let Some((stretches, curve)) = &found.steady {
            let (names, columns) = stretch_columns(stretches, curve);
            out.write_table("curve.csv", &names, &columns)?;
        }
        if let Some(turns) = &found.turns {
            let (names, columns) = turn_columns(turns);
            out.write_table("reversals.csv", &names, &columns)?;
        }
        let figure =
            figure::figure(found.steady.as_ref(), found.turns.as_ref(), found.units, &title);
        out.write_json("summary.json", &facts)?;
        out.write_text("plot.svg", &figure.to_svg()?)?;
        Ok(out.write_page("page.html", &page)?)
    })?;
    staging.commit(&FILES)
}

fn facts(options: &Options, found: &Found, warnings: &[String]) -> Outcome<Value> {
    let mut facts = json!({
        "data": options.data.display().to_string(),
        "warnings": warnings,
        "rows": found.record.time().len(),
        "rows_left_out": found.record.gaps(),
    });
    if let Some((stretches, curve)) = &found.steady {
        facts["steady"] = serde_json::to_value(stretches)?;
        facts["curve"] = serde_json::to_value(curve)?;
    }
    if let Some(turns) = &found.turns {
        facts["turns"] = serde_json::to_value(turns)?;
    }
    Ok(facts)
}

/// Returns a row for every stretch; the curve is NaN in a direction that was not fitted.
fn stretch_columns(
    stretches: &Stretches,
    curve: &FrictionCurve,
) -> (Vec<&'static str>, Vec<Vec<f64>>) {
    let fitted = |own: &Stretch| {
        let fitted = curve.curves().find(|curve| curve.direction == own.direction());
        fitted.map_or(f64::NAN, |curve| curve.direction.sign() * curve.value(own.velocity.abs()))
    };
    columns(
        &stretches.stretches,
        [
            ("from", &|own| own.from),
            ("to", &|own| own.to),
            ("rows", &|own| own.rows as f64),
            ("velocity", &|own| own.velocity),
            ("acceleration", &|own| own.acceleration),
            ("torque", &|own| own.torque),
            ("standard_error", &|own| own.standard_error),
            ("standard_error_if_white", &|own| own.standard_error_if_white),
            ("curve", &fitted),
        ],
    )
}

/// Returns a row for every turning point; NaN if a value is not known. The roundness of a sharp break-away is 0.
fn turn_columns(turns: &Turns) -> (Vec<&'static str>, Vec<Vec<f64>>) {
    let value = |quantity: &Quantity| quantity.value().unwrap_or(f64::NAN);
    let error = |quantity: &Quantity| quantity.standard_error().unwrap_or(f64::NAN);
    let roundness = |own: &Reversal| match (own.onset.kind, &own.onset.roundness) {
        (OnsetKind::Sharp, _) => 0.0,
        (OnsetKind::Gradual, Some(roundness)) => value(roundness),
        _ => f64::NAN,
    };
    columns(
        &turns.reversals,
        [
            ("t", &|own| own.time),
            ("position", &|own| own.position),
            ("direction", &|own| own.direction.sign()),
            ("travel", &|own| own.travel),
            ("rows", &|own| own.rows as f64),
            ("stiffness", &|own| value(&own.onset.stiffness)),
            ("stiffness_error", &|own| error(&own.onset.stiffness)),
            ("breakaway", &|own| value(&own.onset.breakaway)),
            ("breakaway_error", &|own| error(&own.onset.breakaway)),
            ("roundness", &roundness),
        ],
    )
}

/// A number of a row, with the name of its column.
type Named<'a, T> = (&'static str, &'a dyn Fn(&T) -> f64);

/// Returns the names of the columns, and for each the numbers of the rows.
fn columns<T, const N: usize>(
    rows: &[T],
    of: [Named<'_, T>; N],
) -> (Vec<&'static str>, Vec<Vec<f64>>) {
    of.into_iter().map(|(name, of)| (name, rows.iter().map(of).collect())).unzip()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exponent_is_a_number_or_free() {
        assert_eq!(exponent("free"), Ok(Exponent::Free));
        assert_eq!(exponent(" 1.5"), Ok(Exponent::Given(1.5)));
        for wrong in ["", "two", "inf", "nan"] {
            assert_eq!(exponent(wrong).unwrap_err(), "expected a number or `free`", "{wrong}");
        }
    }
}
