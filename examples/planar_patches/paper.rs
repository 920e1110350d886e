//! Times of the paper, taken by its authors on an Intel i7-1185G7.

/// Table II: cells along a side, evaluations of the distributed model per second.
pub(crate) const DISTRIBUTED: [(usize, f64); 9] = [
    (5, 1.6e5),
    (9, 3.9e4),
    (13, 2.8e4),
    (17, 1.7e4),
    (21, 1.1e4),
    (25, 7.7e3),
    (29, 5.7e3),
    (33, 4.5e3),
    (101, 4.3e2),
];

/// Table V: cells along a side, evaluations of the reduced model per second.
pub(crate) const REDUCED: [(usize, f64); 8] = [
    (5, 8.7e5),
    (9, 8.5e5),
    (13, 7.7e5),
    (17, 8.6e5),
    (21, 8.7e5),
    (25, 8.6e5),
    (29, 8.6e5),
    (33, 8.6e5),
];

/// Table V: cells along a side, time to sample a limit surface \[s\].
pub(crate) const TABLE_BY_CELLS: [(usize, f64); 8] = [
    (5, 2.4e-2),
    (9, 5.4e-2),
    (13, 1.0e-1),
    (17, 1.8e-1),
    (21, 2.6e-1),
    (25, 3.7e-1),
    (29, 4.9e-1),
    (33, 6.3e-1),
];

/// Table VI: samples per quarter turn, time to sample a limit surface \[s\].
pub(crate) const TABLE_BY_SAMPLES: [(usize, f64); 8] = [
    (5, 2.2e-2),
    (9, 5.8e-2),
    (13, 1.1e-1),
    (17, 1.9e-1),
    (21, 2.9e-1),
    (25, 3.9e-1),
    (29, 5.3e-1),
    (33, 7.0e-1),
];

/// Table IV: surface, times for two seconds in the hand \[s\], distributed and reduced.
pub(crate) const IN_HAND: [(&str, [f64; 2]); 3] =
    [("circle", [217.98, 3.47]), ("k2", [237.06, 3.49]), ("k2fn", [238.95, 70.23])];

/// The value of the paper, if it has one.
pub(crate) fn of(table: &[(usize, f64)], key: usize) -> Option<f64> {
    table.iter().find(|row| row.0 == key).map(|row| row.1)
}
