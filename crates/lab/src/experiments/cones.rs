//! Friction cones: S. Caron's page *Friction model*, and lecture notes *Coulomb friction model* with the
//! cones of `MuJoCo`.
//!
//! Apart from one table, the figures are drawings without numbers. Compared are statements in words and formulas, tried
//! by simulation if they are about motion, and the results of an independent implementation that was checked against
//! conic solvers, exact geometry and `MuJoCo`.

use crate::experiments::{Experiment, Paper, Subject};

mod block;
mod dimensions;
mod drawing;
mod laws;
mod linearized;
mod notes;
mod slope;
mod stances;

/// Returns all experiments of this source.
pub(crate) fn all() -> Vec<Experiment> {
    use Subject::{Added, Computed, Text};
    let of = |id, figure, title, subject, run| {
        let paper = Paper::Cones;
        Experiment { id, paper, figure, title, subject, run }
    };
    let [mass, three] = ["stays while in the cone", "pyramids around and inside"];
    vec![
        of("cones-mass", "Caron, a mass on a surface", mass, Computed(1), slope::run),
        of("cones-linearized", "Caron, three cones", three, Computed(1), linearized::run),
        of("cones-stability", "Contact stability", "where a body may be", Added, stances::run),
        of("cones-laws", "Notes, models 1 and 2", "static and dynamic friction", Text, laws::run),
        of(
            "cones-pyramid",
            "Notes, friction cone",
            "its angle, and a pyramid in it",
            Text,
            notes::run,
        ),
        of(
            "cones-condim",
            "Notes, table and basis",
            "contacts of 1, 3, 4 and 6 dimensions",
            Computed(1),
            dimensions::run,
        ),
    ]
}
