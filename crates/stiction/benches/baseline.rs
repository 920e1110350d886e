//! Recorded instruction counts, and the accepted growth.

use std::fmt;
use std::path::Path;

use crate::work::Case;

/// Largest accepted count, relative to the recorded one.
const MOST: f64 = 1.05;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/benchmarks/instructions.csv");

/// Instructions per step and copy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counts {
    pub(crate) composed: f64,
    pub(crate) by_hand: Option<f64>,
}

impl Counts {
    pub(crate) fn ratio(&self) -> Option<f64> {
        self.by_hand.map(|by_hand| self.composed / by_hand)
    }
}

/// Compiler and machine, on which counts depend.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Machine {
    pub(crate) compiler: String,
    /// Architecture and vector instructions.
    pub(crate) vectors: String,
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.compiler, self.vectors)
    }
}

/// The recorded counts.
pub(crate) struct Baseline {
    machine: Machine,
    rows: Vec<(String, Counts)>,
}

impl Baseline {
    pub(crate) fn read() -> Result<Self, String> {
        let text = std::fs::read_to_string(Path::new(FILE))
            .map_err(|error| format!("cannot read {FILE}: {error}; --record writes it"))?;
        Self::parse(&text).ok_or_else(|| format!("{FILE} is not as --record writes it"))
    }

    fn parse(text: &str) -> Option<Self> {
        let named = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name));
            line.map(|value| value.trim().to_owned())
        };
        let machine = Machine { compiler: named("# compiler:")?, vectors: named("# machine:")? };
        let mut rows = vec![];
        for line in text.lines().filter(|line| !line.starts_with('#')).skip(1) {
            let cells: Vec<&str> = line.split(',').collect();
            let [case, library, by_hand] = cells[..] else { return None };
            let by_hand = if by_hand.is_empty() { None } else { Some(by_hand.parse().ok()?) };
            rows.push((case.to_owned(), Counts { composed: library.parse().ok()?, by_hand }));
        }
        Some(Self { machine, rows })
    }

    /// Prints the counts that have grown; returns whether none has grown too much.
    pub(crate) fn check<'a>(
        &self,
        machine: &Machine,
        found: impl Iterator<Item = (&'a Case, Counts)>,
    ) -> bool {
        let same = *machine == self.machine;
        let same_vectors = machine.vectors == self.machine.vectors;
        if !same {
            println!("\nrecorded with another compiler or machine ({}):", self.machine);
            println!("quotients by hand-written code are compared, not counts");
        }
        let (mut compared, mut failed) = (0, 0);
        for (&Case { key: case, copies, .. }, counts) in found {
            if !same_vectors && copies > 1 {
                println!("{case}: not compared, other vector instructions");
                continue;
            }
            let Some((_, old)) = self.rows.iter().find(|(name, _)| name == case) else {
                println!("{case}: not recorded; record it with --record");
                failed += 1;
                continue;
            };
            let change = if same {
                Some(counts.composed / old.composed)
            } else {
                counts.ratio().zip(old.ratio()).map(|(new, old)| new / old)
            };
            let Some(change) = change else { continue };
            compared += 1;
            // NaN fails, because it cannot be compared.
            if change.is_nan() || change > MOST {
                println!("{case}: {:+.1} %, MORE than is allowed", 100.0 * (change - 1.0));
                failed += 1;
            } else if change < 1.0 / MOST {
                println!("{case}: {:+.1} %; --record keeps it so", 100.0 * (change - 1.0));
            }
        }
        let allowed = 100.0 * (MOST - 1.0);
        println!(
            "\n{compared} compared, {failed} grown by more than {allowed:.0} % or not recorded"
        );
        compared > 0 && failed == 0
    }
}

/// Writes the counts.
pub(crate) fn write<'a>(
    machine: &Machine,
    found: impl Iterator<Item = (&'a str, Counts)>,
) -> Result<(), String> {
    let mut text = format!(
        "# Written by docs/benchmarks/instructions --record; instructions per step and copy.\n\
         # compiler: {}\n# machine: {}\ncase,library,by_hand\n",
        machine.compiler, machine.vectors
    );
    for (case, counts) in found {
        let by_hand = counts.by_hand.map_or(String::new(), |count| format!("{count:.1}"));
        text += &format!("{case},{:.1},{by_hand}\n", counts.composed);
    }
    std::fs::write(FILE, text).map_err(|error| format!("cannot write {FILE}: {error}"))
}
