//! Xie and Chakraborty: the three examples, the closed forms and the appendix.
//!
//! The figures of the paper are pictures without readable numbers. Compared are the numbers and
//! facts of its text, the equations of a rigid body in space with which the paper compares its
//! model, and an independent implementation in double precision.

use crate::experiments::{Experiment, Paper, Subject};

mod body;
mod closed_forms;
mod estimators;
mod examples;
mod identification;
mod printed;
mod quadratics;
mod run;
mod snapshots;
mod spatial;

/// Returns all experiments of this paper.
pub(crate) fn all() -> Vec<Experiment> {
    use Subject::{Computed, Text};
    let of = |id, figure, title, subject, run| {
        let paper = Paper::PlanarSliding;
        Experiment { id, paper, figure, title, subject, run }
    };
    vec![
        of(
            "sliding-fig2",
            "Fig. 2",
            "a square block slides to a halt",
            Computed(1),
            examples::square,
        ),
        of("sliding-fig3", "Fig. 3", "a ring slides to a halt", Computed(1), examples::ring),
        of("sliding-fig4", "Fig. 4", "a square block is pushed", Computed(1), examples::push),
        of(
            "sliding-quadratics",
            "Eqs. (25)-(28)",
            "four quadratics as printed",
            Text,
            printed::run,
        ),
        of(
            "sliding-quasi-static",
            "Eqs. (29)-(34)",
            "pushing slowly",
            Text,
            closed_forms::quasi_static,
        ),
        of(
            "sliding-translation",
            "Eqs. (35)-(42)",
            "pure translation",
            Text,
            closed_forms::translation,
        ),
        of("sliding-identify", "Appendix A", "friction from velocities", Text, identification::run),
    ]
}
