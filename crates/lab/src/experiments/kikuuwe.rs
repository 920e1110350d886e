//! Kikuuwe and Yamamoto: simulations I to III, and the promises of the scheme.
//!
//! The figures of the paper are pictures whose scales can be read to two digits at most. Compared
//! are the numbers of its text, conserved quantities, and an independent implementation in double
//! precision.

use crate::experiments::{Experiment, Paper, Subject};

mod block;
mod hysteresis;
mod penalty;
mod sphere;
mod two_link;

/// Returns all experiments of this paper.
pub(crate) fn all() -> Vec<Experiment> {
    use Subject::{Added, Computed, Text};
    let of = |id, figure, title, subject, run| {
        let paper = Paper::Kikuuwe;
        Experiment { id, paper, figure, title, subject, run }
    };
    vec![
        of("kikuuwe-fig4", "Fig. 4", "a sphere slips until it rolls", Computed(1), sphere::run),
        of("kikuuwe-fig6", "Fig. 6", "the torques of an arm", Computed(1), two_link::torques),
        of("kikuuwe-fig7", "Fig. 7", "an arm at rest: who creeps?", Computed(1), two_link::drift),
        of("kikuuwe-sim3", "Simulation III", "the same arm held by springs", Text, penalty::run),
        of(
            "kikuuwe-stiction",
            "Section III",
            "a stuck block does not creep",
            Text,
            block::stiction,
        ),
        of(
            "kikuuwe-stability",
            "Section III",
            "which steps a stuck block bears",
            Added,
            block::stability,
        ),
        of("kikuuwe-stick-slip", "Rate dependence", "a block on a belt", Added, block::stick_slip),
        of(
            "kikuuwe-iwan",
            "Composition",
            "hysteresis of bristles in parallel",
            Added,
            hysteresis::run,
        ),
    ]
}
