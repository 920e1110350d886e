//! Random mechanisms, well and ill conditioned.

use nalgebra::{DMatrix, DVector};
use proptest::prelude::*;

use super::LinearHost;

/// A random body on elements of 1, 2 and 3 axes.
#[derive(Clone, Debug)]
pub(crate) struct Mechanism {
    pub(crate) host: LinearHost,
    pub(crate) axes: Vec<usize>,
    pub(crate) load: DVector<f64>,
}

/// Mechanisms of 1 to 6 freedoms with masses from `thinnest` to 1 kg, on up to 4 elements: often more rows than
/// freedoms, and rows that hardly differ.
pub(crate) fn mechanisms(thinnest: f64) -> impl Strategy<Value = Mechanism> {
    let axes = prop::collection::vec(1..=3_usize, 1..5);
    (1..7_usize, axes).prop_flat_map(move |(freedoms, axes)| {
        let rows: usize = axes.iter().sum();
        let number = || -1.0..1.0_f64;
        (
            prop::collection::vec(number(), freedoms * freedoms),
            prop::collection::vec(number(), rows * freedoms),
            prop::collection::vec(number(), freedoms),
            prop::collection::vec(thinnest.ln()..0.0, freedoms),
        )
            .prop_map(move |(mix, rows, load, scales)| {
                // Masses from `thinnest` to 1 kg, coupled.
                let root = DMatrix::from_vec(freedoms, freedoms, mix) * 0.3
                    + DMatrix::identity(freedoms, freedoms);
                let scales = DVector::from_iterator(freedoms, scales.iter().map(|s| s.exp()));
                let root = DMatrix::from_diagonal(&scales.map(f64::sqrt)) * root;
                let mass = &root * root.transpose() + DMatrix::from_diagonal(&scales) * 0.1;
                let jacobian = DMatrix::from_vec(rows.len() / freedoms, freedoms, rows);
                // Loads that friction can bear: forces on the rows.
                let weights = DVector::from_fn(jacobian.nrows(), |i, _| load[i % freedoms]);
                let load = jacobian.transpose() * weights;
                Mechanism { host: LinearHost::free(mass, jacobian), axes: axes.clone(), load }
            })
    })
}
