//! The figures and tables of the papers behind `stiction`, recomputed and compared.
//!
//! An [`Experiment`] is one or more figures or tables, a statement of the text, or something added here ([`Subject`]).
//! It runs at two efforts: [`Thoroughness::Full`] as published, [`Thoroughness::Quick`] with fewer repetitions, the same tolerances
//! and at most a few seconds. A comparison is a [`Check`], which says where the expected number is from ([`Provenance`]):
//! the papers print few numbers, so most come from independent programs. A reason is given for every result that cannot
//! be compared, and for every statement of a paper that does not hold here ([`CheckResult::NotMet`]).
//!
//! ```
//! use stiction_lab::experiments::{self, Thoroughness};
//! let experiment = experiments::all().into_iter().find(|e| e.id == "kikuuwe-stability").unwrap();
//! let outcome = experiment.run(Thoroughness::Quick)?;
//! assert!(outcome.passed());
//! # Ok::<(), stiction_lab::PaperError>(())
//! ```

mod check;
mod cones;
mod experiment;
mod kikuuwe;
mod markdown;
mod planar_lugre;
mod planar_sliding;
mod report;
mod table;
mod tally;
mod varied;

pub use check::{Check, CheckResult, Provenance};
pub use experiment::{Experiment, Findings, Paper, Subject, Thoroughness};
pub use markdown::text;
pub use report::{Finished, page};

use crate::PaperError;

/// Returns all experiments, by paper and figure.
#[must_use]
pub fn all() -> Vec<Experiment> {
    [kikuuwe::all(), planar_lugre::all(), planar_sliding::all(), cones::all()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = all().iter().map(|experiment| experiment.id).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    /// Three figures; 32 and two tables; three; two of a page and a table of notes. The others are drawings, or times.
    #[test]
    fn every_figure_and_table_is_counted_once() {
        let figures = |paper: Paper| -> usize {
            let of_paper = all().into_iter().filter(|one| one.paper == paper);
            of_paper.map(|one| one.subject.figures()).sum()
        };
        let papers = [Paper::Kikuuwe, Paper::PlanarLuGre, Paper::PlanarSliding, Paper::Cones];
        assert_eq!(papers.map(figures), [3, 34, 3, 3]);
    }

    #[test]
    fn everything_is_within_its_tolerance() {
        let finished = Finished::run_all(all(), Thoroughness::Quick, |one| {
            println!("{} {:.2} s", one.experiment.id, one.duration.as_secs_f64());
        });
        let failed = finished.iter().filter(|one| !one.passed());
        let failed: Vec<_> = failed.map(|one| one.experiment.id).collect();
        assert!(failed.is_empty(), "{failed:?}\n{}", text(&finished));
        assert!(finished.iter().all(|one| one.outcome.as_ref().is_ok_and(Findings::compares)));
        assert!(page(&finished).to_html().is_ok());
    }
}
