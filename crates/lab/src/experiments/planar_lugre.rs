//! Waltersson and Karayiannidis, *Planar Friction Modelling with LuGre Dynamics and Limit
//! Surfaces*.
//!
//! The figures of the paper are pictures without numbers. Compared are the numbers and statements
//! of its text and tables, theory, and an independent implementation in double precision that was
//! checked against the program of its authors.

use crate::experiments::{Experiment, Paper, Subject};

mod boxes;
mod drift;
mod in_hand;
mod in_hand_cases;
mod in_hand_figure;
mod profile;
mod resolution;
mod steady;
mod surfaces;
mod words;

/// Returns all experiments of this paper.
pub(crate) fn all() -> Vec<Experiment> {
    use Subject::Computed;
    let of = |id, figure, title, subject, run| {
        let paper = Paper::PlanarLuGre;
        Experiment { id, paper, figure, title, subject, run }
    };
    let [one, two] = [Computed(1), Computed(2)];
    let [normal, still] = ["under a swinging load, distributed", "rotation without force"];
    vec![
        of("planar-lugre-fig5", "Fig. 5", "a round pad is moved", one, profile::distributed),
        of("planar-lugre-fig6", "Fig. 6", "a disc drifts", one, drift::distributed_tangential),
        of("planar-lugre-fig7", "Fig. 7", "when a bristle yields", one, surfaces::alignment),
        of("planar-lugre-fig8", "Fig. 8", "surfaces in cells", one, surfaces::discretized),
        of("planar-lugre-fig9", "Figs. 9, 36", "how many cells are enough", two, resolution::cells),
        of("planar-lugre-fig10", "Fig. 10", "steps of steady friction", one, steady::steps),
        of("planar-lugre-fig11", "Fig. 11", "rotation in a cell", one, steady::cell_of_rotation),
        of(
            "planar-lugre-fig13",
            "Fig. 13",
            "the ellipsoid on a round pad",
            one,
            profile::ellipsoid,
        ),
        of("planar-lugre-fig14", "Fig. 14", "limit curves", one, steady::limit_curves),
        of("planar-lugre-fig15", "Fig. 15", "a limit surface", one, steady::limit_surface),
        of("planar-lugre-fig16", "Fig. 16", still, one, steady::center_without_force),
        of("planar-lugre-fig17", "Fig. 17", "with the limit surface", one, profile::limit_surface),
        of("planar-lugre-fig18", "Fig. 18", "where it is sampled", one, steady::samples),
        of("planar-lugre-fig19", "Fig. 19", "a line with a gradient", one, profile::gradient_line),
        of("planar-lugre-fig20", "Fig. 20", "two bars", one, profile::nonconvex1),
        of("planar-lugre-fig21", "Fig. 21", "a bar and an upright", one, profile::nonconvex2),
        of("planar-lugre-fig22", "Fig. 22", "ellipsoid and limit surface", one, boxes::run),
        of(
            "planar-lugre-fig23",
            "Fig. 23",
            "a disc drifts, reduced",
            one,
            drift::reduced_tangential,
        ),
        of("planar-lugre-fig24", "Fig. 24", normal, one, drift::distributed_normal),
        of("planar-lugre-fig25", "Fig. 25", "the same, reduced", one, drift::reduced_normal),
        of("planar-lugre-fig26", "Fig. 26", "a plate in a gripper", one, in_hand_cases::views),
        of("planar-lugre-fig27", "Figs. 27, 28", "a plate pivots", two, in_hand_cases::case1),
        of("planar-lugre-fig29", "Figs. 29, 32", "it slips and turns", two, in_hand_cases::case2),
        of("planar-lugre-fig30", "Fig. 30", "a square pad", one, in_hand_cases::square),
        of("planar-lugre-fig31", "Fig. 31", "a line", one, in_hand_cases::gradient_line),
        of("planar-lugre-fig33", "Fig. 33", "fingertips that grow", one, surfaces::fingertips),
        of("planar-lugre-fig34", "Figs. 34, 35", "soft fingertips", two, in_hand_cases::fingertips),
        of(
            "planar-lugre-fig37",
            "Fig. 37",
            "how many samples are enough",
            one,
            resolution::samples,
        ),
        of("planar-lugre-table1", "Table I", "parameters", one, surfaces::parameters),
        of("planar-lugre-table3", "Table III", "settings", one, surfaces::settings),
    ]
}
