//! Random variations of the example scenarios, each compared with a run at an eighth of its step: counts those that
//! are wrong without a warning.
//!
//! `STICTION_VARIATIONS` is their number, 100 by default; `STICTION_VARIATIONS_WHOLE` runs all of them to the ends of
//! their scenarios; `STICTION_BINARY` runs another `stiction`, to compare two versions.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use serde_json::Value;

use super::{Place, examples::files, table};

/// A mean that is off by a larger share of the largest value of its column is wrong.
const WRONG: f64 = 0.01;
/// Steps of a run at the step of its scenario, at most; one run in ten goes to its end.
const STEPS: f64 = 3000.0;
const ONE_IN: u64 = 10;
/// Largest shares of the variations that may be wrong without a warning, refused, and warned of without need, among
/// the first hundred and the first thousand.
const AT_MOST: [f64; 3] = [0.0, 0.39, 0.19];
/// These shares if all run to their ends.
const AT_MOST_OF_WHOLE: [f64; 3] = [0.0, 0.44, 0.2];

/// Splitmix64.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / 9_007_199_254_740_992.0
    }

    fn one_of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[(self.next() * all.len() as f64) as usize]
    }
}

/// Collects the numbers of a table, with their paths.
fn numbers(value: &toml::Value, path: &str, found: &mut Vec<(String, f64)>) {
    match value {
        toml::Value::Float(number) => found.push((path.to_owned(), *number)),
        toml::Value::Table(table) => {
            for (key, value) in table {
                numbers(value, &format!("{path}.{key}"), found);
            }
        }
        toml::Value::Array(items) => {
            for (index, value) in items.iter().enumerate() {
                numbers(value, &format!("{path}[{index}]"), found);
            }
        }
        _ => {}
    }
}

/// Returns whether all run to the ends of their scenarios.
fn are_whole() -> bool {
    env::var_os("STICTION_VARIATIONS_WHOLE").is_some()
}

/// A run: a file and its settings.
struct Variation {
    file: String,
    settings: Vec<String>,
    step: f64,
}

impl Variation {
    fn new(files: &[String], seed: u64) -> Self {
        let mut chance = Chance(seed);
        let file = chance.one_of(files).clone();
        let text = fs::read_to_string(&file).unwrap();
        let table: toml::Table = text.parse().unwrap();
        let mut found = vec![];
        for section in ["bodies", "drives", "connections"] {
            if let Some(value) = table.get(section) {
                numbers(value, section, &mut found);
            }
        }
        found.retain(|(_, value)| *value != 0.0);
        let mut settings = vec![];
        for _ in 0..=(3.0 * chance.next()) as usize {
            let (path, value) = chance.one_of(&found);
            settings.push(format!("{path}={:e}", value * 10.0_f64.powf(2.0 * chance.next() - 1.0)));
        }
        let method = chance.one_of(&["rk4", "three_eighths", "heun", "euler"]);
        settings.push(format!("solver.method={method}"));
        let solver = &table["solver"];
        let [own, until] = ["step", "until"].map(|key| solver[key].as_float().unwrap());
        let is_whole = seed.is_multiple_of(ONE_IN) || are_whole();
        let until = if is_whole { until } else { until.min(STEPS * own) };
        settings.push(format!("solver.until={until:e}"));
        let step = own * f64::from(1 << (5.0 * chance.next()) as u32);
        Self { file, settings, step }
    }

    /// Returns whether a run gives a warning, and its record; `None` if it was refused.
    fn run(&self, step: f64, folder: &Path) -> Option<(bool, Record)> {
        let own = env!("CARGO_BIN_EXE_stiction").to_owned();
        let mut command = Command::new(env::var("STICTION_BINARY").unwrap_or(own));
        command.args(["--quiet", "run"]).arg(&self.file).arg("--out").arg(folder);
        command.args(self.settings.iter().flat_map(|setting| ["--set", setting]));
        let ended = command.args(["--step", &format!("{step:e}")]).output().unwrap();
        let summary = fs::read_to_string(folder.join("summary.json")).ok()?;
        if !ended.status.success() {
            return None;
        }
        let summary: Value = serde_json::from_str(&summary).unwrap();
        let is_warned = !summary["warnings"].as_array().unwrap().is_empty();
        Some((is_warned, record(&fs::read_to_string(folder.join("trajectory.csv")).unwrap())))
    }
}

/// The time average of each column, and its largest value.
type Record = Vec<(String, [f64; 2])>;

/// Reads a table with a column of the time.
fn record(text: &str) -> Record {
    let mut columns = table(text);
    let times = columns.remove("t").unwrap();
    let duration = times[times.len() - 1] - times[0];
    let of_column = |(name, values): (String, Vec<f64>)| {
        let area = |k: usize| (times[k] - times[k - 1]) * f64::midpoint(values[k - 1], values[k]);
        let mean = (1..times.len()).map(area).sum::<f64>() / duration;
        let largest = values.iter().map(|value| value.abs()).fold(0.0, f64::max);
        (name, [mean, largest])
    };
    columns.into_iter().map(of_column).collect()
}

/// Returns the columns, except those of the energy, whose means differ or of which only one has a mean.
fn wrong_columns(coarse: &Record, fine: &Record) -> Vec<String> {
    let is_wrong = |(name, [mean, scale]): &&(String, [f64; 2])| {
        let found = coarse.iter().find(|(other, _)| other == name);
        let found = found.map_or(f64::NAN, |(_, [mean, _])| *mean);
        // Smaller values, in SI units, are rounding.
        let differ = if found.is_nan() || mean.is_nan() {
            found.is_nan() != mean.is_nan()
        } else {
            *scale > 1e-15 && (found - mean).abs() > WRONG * scale
        };
        differ && !name.starts_with("energy")
    };
    fine.iter().filter(is_wrong).map(|(name, _)| name.clone()).collect()
}

#[test]
fn few_of_many_variations_are_wrong_without_a_word() {
    let files = files();
    let number = env::var("STICTION_VARIATIONS").map_or(100_u64, |number| number.parse().unwrap());
    let place = Place::new();
    let (mut refused, mut warned, mut warned_of_right, mut unknown) = (0, 0, 0, 0);
    let mut silent = vec![];
    for seed in 0..number {
        let variation = Variation::new(&files, seed);
        let Some((is_warned, coarse)) =
            variation.run(variation.step, &place.path(&format!("{seed}")))
        else {
            println!("{seed}: refused");
            refused += 1;
            continue;
        };
        warned += usize::from(is_warned);
        let fine = variation.run(variation.step / 8.0, &place.path(&format!("{seed}-fine")));
        let Some((_, fine)) = fine else {
            unknown += 1;
            continue;
        };
        let wrong = wrong_columns(&coarse, &fine);
        println!(
            "{seed}: {}, {}",
            ["silent", "warned"][usize::from(is_warned)],
            ["wrong", "right"][usize::from(wrong.is_empty())]
        );
        warned_of_right += usize::from(is_warned && wrong.is_empty());
        if !is_warned && !wrong.is_empty() {
            let Variation { file, settings, step } = variation;
            println!("{seed}: {file} --step {step:e} {settings:?}: {wrong:?}");
            silent.push(seed);
        }
    }
    println!(
        "of {number}: {refused} refused, {warned} warned of ({warned_of_right} of them right), {unknown} of which \
         the finer run is refused, {} wrong without a word",
        silent.len()
    );
    let at_most = if are_whole() { AT_MOST_OF_WHOLE } else { AT_MOST };
    for (count, share) in [silent.len(), refused, warned_of_right].into_iter().zip(at_most) {
        assert!(count as f64 <= share * number as f64, "{count} of {number}: {share}, {silent:?}");
    }
}

#[test]
fn a_column_without_a_mean_is_wrong() {
    let column = |mean: f64| vec![("block.x".to_owned(), [mean, mean.abs()])];
    let [one, near, other, none] = [1.0, 1.005, 1.02, f64::NAN].map(column);
    for (coarse, fine) in [(&one, &other), (&none, &one), (&one, &none), (&vec![], &one)] {
        assert_eq!(wrong_columns(coarse, fine), ["block.x"], "{coarse:?} {fine:?}");
    }
    for (coarse, fine) in [(&one, &near), (&none, &none)] {
        assert!(wrong_columns(coarse, fine).is_empty(), "{coarse:?} {fine:?}");
    }
}

/// A time average does not depend on the times of the rows.
#[test]
fn a_mean_is_one_over_the_time() {
    let [few, more] = ["t,x\n0,0\n1,2\n2,4\n", "t,x\n0,0\n0.1,0.2\n0.2,0.4\n2,4\n"].map(record);
    assert!((few[0].1[0] - 2.0).abs() < 1e-15 && few[0].1[1] == 4.0);
    assert!(wrong_columns(&few, &more).is_empty());
}
