//! Every figure and table of the papers behind `stiction`, recomputed, with the published numbers
//! beside ours.
//!
//! An [`Experiment`] is one figure or table. It runs at two efforts: [`Effort::Full`] as published,
//! [`Effort::Quick`] with fewer repetitions, the same tolerances and at most a few seconds. What is
//! compared is a [`Check`]; what cannot be compared says why.
//!
//! ```
//! use stiction_reproduce::{Effort, experiments};
//! let experiment = experiments().into_iter().find(|e| e.id == "kikuuwe-stability").unwrap();
//! let outcome = experiment.run(Effort::Quick)?;
//! assert!(outcome.passed());
//! # Ok::<(), stiction_reproduce::ReproduceError>(())
//! ```

mod check;
mod cones;
mod experiment;
mod kikuuwe;
mod planar_lugre;
mod planar_sliding;
mod report;

pub use check::Check;
pub use experiment::{Effort, Experiment, Outcome, Paper, ReproduceError};
pub use report::{Finished, page, text};

/// All experiments, paper after paper, figure after figure.
#[must_use]
pub fn experiments() -> Vec<Experiment> {
    [kikuuwe::all(), planar_lugre::all(), planar_sliding::all(), cones::all()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = experiments().iter().map(|experiment| experiment.id).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn everything_is_within_its_tolerance() {
        let finished = experiments().into_iter().map(|one| Finished::run(one, Effort::Quick));
        let finished: Vec<_> = finished.collect();
        let failed = finished.iter().filter(|one| !one.passed());
        let failed: Vec<_> = failed.map(|one| one.experiment.id).collect();
        assert!(failed.is_empty(), "{failed:?}\n{}", text(&finished));
        for one in &finished {
            println!("{} {:.2} s", one.experiment.id, one.duration.as_secs_f64());
        }
        assert!(page(&finished).to_html().is_ok());
    }
}
