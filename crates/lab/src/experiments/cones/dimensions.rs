//! Contacts of 1, 3, 4 and 6 dimensions, elliptic and pyramidal.

use nalgebra::{Vector3, Vector6};
use stiction::friction::cone::x_normal::{from_x_normal, to_x_normal};
use stiction::friction::cone::{ContactDimension, ContactFriction, EllipticCone, PyramidalCone};
use stiction::output::TextTable;
use stiction::prelude::*;

use crate::experiments::Provenance::{Paper, Reference, Theory};
use crate::experiments::check::worst;
use crate::experiments::varied::varied;
use crate::experiments::{Findings, PaperError, Thoroughness};

/// Coefficients of sliding, torsion and rolling.
const MU: [f64; 5] = [0.6, 0.4, 0.02, 0.01, 0.015];

fn friction(dimension: ContactDimension) -> Result<ContactFriction, ParameterError> {
    let given = |least: ContactDimension, i: usize| if dimension >= least { MU[i] } else { 0.0 };
    use ContactDimension::{Rolling, Sliding, Torsional};
    ContactFriction::builder()
        .dimension(dimension)
        .sliding([given(Sliding, 0), given(Sliding, 1)])
        .torsional(given(Torsional, 2))
        .rolling([given(Rolling, 3), given(Rolling, 4)])
        .build()
}

/// Margins and nearest wrenches of (1, 0.9 mu), in `MuJoCo`'s order.
struct Nearest {
    dimension: ContactDimension,
    /// Elliptic, pyramidal.
    margins: [f64; 2],
    ellipse: [f64; 6],
    pyramid: [f64; 6],
}

/// Results of an independent implementation.
const NEAREST: [Nearest; 3] = [
    Nearest {
        dimension: ContactDimension::Sliding,
        margins: [-0.2727922061357857, -0.8000000000000003],
        ellipse: [1.0511418328388373, 0.4757085234325762, 0.27605562702016145, 0.0, 0.0, 0.0],
        pyramid: [1.0797783933518006, 0.4070360110803324, 0.16055401662049865, 0.0, 0.0, 0.0],
    },
    Nearest {
        dimension: ContactDimension::Torsional,
        margins: [-0.5588457268119897, -1.7000000000000002],
        ellipse: [
            1.0511478037286235,
            0.475702232807389,
            0.27604847755713974,
            0.00014676205418909558,
            0.0,
            0.0,
        ],
        pyramid: [1.0797783933518006, 0.4070360110803324, 0.16055401662049865, 0.0, 0.0, 0.0],
    },
    Nearest {
        dimension: ContactDimension::Rolling,
        margins: [-1.012461179749811, -3.500000000000001],
        ellipse: [
            1.0511500836852146,
            0.47569983082406364,
            0.27604574768694845,
            0.00014675588149346753,
            1.8457348706661714e-5,
            6.213426940206832e-5,
        ],
        pyramid: [1.0797783933518006, 0.4070360110803324, 0.16055401662049865, 0.0, 0.0, 0.0],
    },
];

/// Returns the largest differences of margins and nearest wrenches.
fn nearest() -> Result<f64, PaperError> {
    let mut all = vec![];
    for Nearest { dimension, margins, ellipse, pyramid } in NEAREST {
        let mu = friction(dimension)?;
        let given = (0..6).map(|i| match i {
            0 => 1.0,
            i if i < dimension.count() => 0.9 * MU[i - 1],
            _ => 0.0,
        });
        let given = from_x_normal(&Vector6::from_iterator(given));
        let (round, sharp) = (EllipticCone::new(mu), PyramidalCone::new(mu));
        let off = |found: &Wrench, known: [f64; 6]| {
            worst((to_x_normal(found) - Vector6::from(known)).iter().copied())
        };
        all.extend([
            round.margin(&given) - margins[0],
            sharp.margin(&given) - margins[1],
            off(&round.project(&given), ellipse),
            off(&sharp.project(&given), pyramid),
        ]);
    }
    Ok(worst(all))
}

/// Counts, over `count` cases, the combinations of the edges with coefficients ≥ 0 (`K_p`) that are not in the
/// elliptic cone, and the wrenches on which this cone and its formula disagree.
fn members(dimension: ContactDimension, count: u32) -> Result<[usize; 2], PaperError> {
    let mu = friction(dimension)?;
    let (round, sharp) = (EllipticCone::new(mu), PyramidalCone::new(mu));
    let edges = sharp.edges_x_normal();
    let mut wrong = [0; 2];
    for k in 0..count {
        let share = |i: usize| varied(k + count * i as u32).x.max(0.0);
        let combined: Vector6<f64> =
            edges.column_iter().enumerate().map(|(i, e)| e * share(i)).sum();
        // Rounding decides on the border.
        let inside = combined.component_mul(&Vector6::new(1.0 + 1e-12, 1.0, 1.0, 1.0, 1.0, 1.0));
        wrong[0] += usize::from(!round.contains(&from_x_normal(&inside)));
        let (a, b) = (varied(k), varied(k + count));
        let scaled = [a.x, a.y, a.z, b.x, b.y];
        let of = |i: usize| {
            if i == 0 {
                0.9
            } else if i < dimension.count() {
                scaled[i - 1] * MU[i - 1]
            } else {
                0.0
            }
        };
        let given = Vector6::from_fn(|i, _| of(i));
        let squares: f64 = (1..dimension.count()).map(|i| (given[i] / MU[i - 1]).powi(2)).sum();
        let holds = given[0] * given[0] >= squares;
        wrong[1] += usize::from(round.contains(&from_x_normal(&given)) != holds);
    }
    Ok(wrong)
}

/// Returns the largest difference of the edges from normal ± `μ_i` `e_i`, in `MuJoCo`'s order, and of the axes of its
/// contact frame (normal first) from ours (normal last).
fn basis() -> Result<[f64; 2], PaperError> {
    let mut off = vec![];
    for dimension in ContactDimension::ALL {
        let edges = PyramidalCone::new(friction(dimension)?).edges_x_normal();
        for (k, edge) in edges.column_iter().enumerate() {
            let mut known = Vector6::ith(0, 1.0);
            if dimension != ContactDimension::Frictionless {
                known[1 + k / 2] = if k % 2 == 0 { MU[k / 2] } else { -MU[k / 2] };
            }
            off.extend((edge - known).iter());
        }
    }
    let turned = from_x_normal(&Vector6::new(1.0, 2.0, 3.0, 4.0, 5.0, 6.0));
    let force = turned.force - Vector3::new(2.0, 3.0, 1.0);
    let torque = turned.torque - Vector3::new(5.0, 6.0, 4.0);
    Ok([worst(off), worst(force.iter().chain(&torque).copied())])
}

pub(super) fn run(effort: Thoroughness) -> Result<Findings, PaperError> {
    let count = if effort == Thoroughness::Full { 100_000 } else { 10_000 };
    let names = [
        "frictionless contact",
        "normal and tangential",
        "and torsion",
        "opposes motion in all relative degrees of freedom",
    ];
    let headers = ["condition", "rows, elliptic", "rows, pyramidal", "faces, pyramidal", "contact"];
    let mut table = TextTable::new("Contact dimensions", &headers);
    let mut outcome = Findings::new(
        "The table of the notes: how many numbers an elliptic and a pyramidal contact have. For the \
         elliptic one these are the components of the wrench, K_e = {f_1 >= 0, f_1^2 >= sum f_i^2 / \
         mu_{i-1}^2} (as printed the two sides have the same f); for the pyramidal one coefficients \
         >= 0 of its 2 (n-1) edges normal +- mu_i e_i (not 2n-1). The pyramid lies in the ellipse. \
         Margins and nearest wrenches are those of an independent implementation.",
    );
    let published = [(1, 1, None), (3, 4, Some(4)), (4, 6, Some(8)), (6, 10, Some(32))];
    let (mut outside, mut denied) = (0, 0);
    let [edges, axes] = basis()?;
    for ((dimension, name), (ellipse, pyramid, faces)) in
        ContactDimension::ALL.into_iter().zip(names).zip(published)
    {
        let mu = friction(dimension)?;
        let (round, sharp) = (EllipticCone::new(mu), PyramidalCone::new(mu));
        let n = dimension.count();
        let cells = [n, round.rows(), sharp.rows(), sharp.faces().len()];
        table.row(cells.map(|cell| cell.to_string()).into_iter().chain([name.to_owned()]));
        outcome = outcome
            .check(Paper.count(format!("condition {n}, elliptic"), round.rows(), ellipse))
            .check(Paper.count(format!("condition {n}, pyramidal"), sharp.rows(), pyramid));
        if let Some(faces) = faces {
            let quantity = format!("condition {n}, faces: 2^(n-1)");
            outcome = outcome.check(Reference.count(quantity, sharp.faces().len(), faces));
        }
        let [one, two] = members(dimension, count)?;
        outside += one;
        denied += two;
    }
    Ok(outcome
        .check(Theory.below("edges less normal +- mu_i e_i", edges, 0.0))
        .check(Theory.below("x normal: (n, t1, t2) less (t1, t2, n)", axes, 0.0))
        .check(Theory.count("combinations of the edges outside the elliptic cone", outside, 0))
        .check(Theory.count("wrenches for which the formula of K_e disagrees", denied, 0))
        .check(Reference.below("margins and nearest wrenches [N, N m]", nearest()?, 1e-12))
        .table(table)
        .not_compared("the basis for friction cones and the frames of the notes: drawings by hand"))
}
