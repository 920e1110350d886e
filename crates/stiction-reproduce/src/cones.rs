//! Friction cones: S. Caron's page *Friction model*, and lecture notes *Coulomb friction model* with the
//! cones of `MuJoCo`.
//!
//! Neither has numbers but those of a table; their figures are drawings. What is compared beside them
//! is what they state in words and formulas, tried by simulation where it is about motion, and an
//! independent implementation that was checked against conic solvers, exact geometry and `MuJoCo`.

use nalgebra::Vector3;

use crate::{Experiment, Paper};

mod block;
mod dimensions;
mod drawing;
mod laws;
mod linearized;
mod notes;
mod slope;
mod stances;

/// All of them.
pub(crate) fn all() -> Vec<Experiment> {
    let of = |id, figure, title, run| Experiment { id, paper: Paper::Cones, figure, title, run };
    vec![
        of("cones-mass", "Caron, a mass on a surface", "stays while in the cone", slope::run),
        of("cones-linearized", "Caron, three cones", "pyramids around and inside", linearized::run),
        of("cones-stability", "Caron, contact stability", "where a body may be", stances::run),
        of("cones-laws", "Notes, models 1 and 2", "static and dynamic friction", laws::run),
        of("cones-pyramid", "Notes, friction cone", "its angle, and a pyramid in it", notes::run),
        of(
            "cones-condim",
            "Notes, table and basis",
            "contacts of 1, 3, 4 and 6 dimensions",
            dimensions::run,
        ),
    ]
}

/// Directions and sizes without a pattern that matters, each component from -1 to 1.
fn varied(k: u32) -> Vector3<f64> {
    let at = f64::from(k) + 0.5;
    Vector3::new(0.754_877_666, 0.569_840_291, 0.362_119_711)
        .map(|step| 2.0 * (at * step).fract() - 1.0)
}
