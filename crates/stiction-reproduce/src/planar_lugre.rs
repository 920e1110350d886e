//! Waltersson and Karayiannidis, *Planar Friction Modelling with LuGre Dynamics and Limit
//! Surfaces*.
//!
//! The figures of the paper are pictures without numbers. What is compared are the numbers and
//! statements of its text and tables, theory, and an independent implementation in double precision
//! that was checked against the program of its authors.

use crate::{Experiment, Paper};

mod boxes;
mod drift;
mod in_hand;
mod in_hand_figure;
mod model;
mod object;
mod profile;
mod reference;
mod resolution;
mod steady;
mod surfaces;
mod timing;

/// All of them.
pub(crate) fn all() -> Vec<Experiment> {
    let of =
        |id, figure, title, run| Experiment { id, paper: Paper::PlanarLuGre, figure, title, run };
    vec![
        of("planar-lugre-drawings", "Figs. 1-4, 12", "pads, bristles, a rim", surfaces::drawings),
        of(
            "planar-lugre-fig5",
            "Fig. 5",
            "a round pad is moved as prescribed",
            profile::distributed,
        ),
        of(
            "planar-lugre-fig6",
            "Fig. 6",
            "a disc drifts, distributed",
            drift::distributed_tangential,
        ),
        of("planar-lugre-fig7", "Fig. 7", "when a bristle yields", surfaces::alignment),
        of("planar-lugre-fig8", "Fig. 8", "surfaces in cells", surfaces::discretized),
        of("planar-lugre-fig9", "Figs. 9, 36", "how many cells are enough", resolution::cells),
        of("planar-lugre-fig10", "Fig. 10", "steps of steady friction", steady::steps),
        of(
            "planar-lugre-fig11",
            "Fig. 11",
            "a centre of rotation in a cell",
            steady::cell_of_rotation,
        ),
        of("planar-lugre-fig13", "Fig. 13", "the ellipsoid on a round pad", profile::ellipsoid),
        of("planar-lugre-fig14", "Fig. 14", "limit curves", steady::limit_curves),
        of("planar-lugre-fig15", "Fig. 15", "a limit surface", steady::limit_surface),
        of("planar-lugre-fig16", "Fig. 16", "rotation without force", steady::center_without_force),
        of(
            "planar-lugre-fig17",
            "Fig. 17",
            "the limit surface on a round pad",
            profile::limit_surface,
        ),
        of("planar-lugre-fig18", "Fig. 18", "where a limit surface is sampled", steady::samples),
        of("planar-lugre-fig19", "Fig. 19", "a line with a gradient", profile::gradient_line),
        of("planar-lugre-fig20", "Fig. 20", "two bars", profile::nonconvex1),
        of("planar-lugre-fig21", "Fig. 21", "a bar and an upright", profile::nonconvex2),
        of("planar-lugre-fig22", "Fig. 22", "ellipsoid and limit surface", boxes::run),
        of("planar-lugre-fig23", "Fig. 23", "a disc drifts, reduced", drift::reduced_tangential),
        of(
            "planar-lugre-fig24",
            "Fig. 24",
            "under a swinging load, distributed",
            drift::distributed_normal,
        ),
        of(
            "planar-lugre-fig25",
            "Fig. 25",
            "under a swinging load, reduced",
            drift::reduced_normal,
        ),
        of("planar-lugre-fig26", "Fig. 26", "a plate in a gripper", in_hand::views),
        of("planar-lugre-fig27", "Figs. 27, 28", "a plate pivots", in_hand::case1),
        of("planar-lugre-fig29", "Figs. 29, 32", "a plate slips and turns", in_hand::case2),
        of("planar-lugre-fig30", "Fig. 30", "a plate held by a square", in_hand::square),
        of("planar-lugre-fig31", "Fig. 31", "a plate held by a line", in_hand::gradient_line),
        of("planar-lugre-fig33", "Fig. 33", "fingertips that grow", surfaces::fingertips),
        of("planar-lugre-fig34", "Figs. 34, 35", "a plate held by fingertips", in_hand::fingertips),
        of("planar-lugre-fig37", "Fig. 37", "how many samples are enough", resolution::samples),
        of("planar-lugre-table1", "Table I", "parameters", surfaces::parameters),
        of(
            "planar-lugre-table2",
            "Table II",
            "speed of the distributed model",
            timing::distributed,
        ),
        of("planar-lugre-table3", "Table III", "settings", surfaces::settings),
        of("planar-lugre-table4", "Table IV", "two seconds in the hand", timing::in_hand),
        of("planar-lugre-table5", "Table V", "speed of the reduced model", timing::reduced),
        of("planar-lugre-table6", "Table VI", "speed of sampling", timing::samples),
    ]
}
