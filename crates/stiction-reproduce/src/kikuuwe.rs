//! Kikuuwe and Yamamoto: simulations I to III, and what the scheme promises.
//!
//! The figures of the paper are pictures without a scale that could be read to more than two digits.
//! What is compared beside them are the numbers of its text, conserved quantities, and an
//! independent implementation in double precision.

use crate::{Experiment, Paper};

mod block;
mod hysteresis;
mod sphere;
mod two_link;

/// All of them.
pub(crate) fn all() -> Vec<Experiment> {
    let of = |id, figure, title, run| Experiment { id, paper: Paper::Kikuuwe, figure, title, run };
    vec![
        of("kikuuwe-fig4", "Fig. 4", "a sphere slips until it rolls", sphere::run),
        of("kikuuwe-fig6", "Fig. 6", "the torques of simulations II and III", two_link::torques),
        of("kikuuwe-fig7", "Fig. 7", "an arm at rest: who creeps?", two_link::drift),
        of("kikuuwe-sim3", "Simulation III", "the same arm held by springs", two_link::penalty),
        of("kikuuwe-stiction", "Section III", "a stuck block does not creep", block::stiction),
        of("kikuuwe-stability", "Section III", "which steps a stuck block bears", block::stability),
        of("kikuuwe-stick-slip", "Rate dependence", "a block on a belt", block::stick_slip),
        of("kikuuwe-iwan", "Composition", "hysteresis of bristles in parallel", hysteresis::run),
    ]
}
