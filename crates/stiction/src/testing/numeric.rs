//! Derivatives by differences, with their uncertainty.

/// A derivative and a bound on its error.
#[derive(Clone, Copy, Debug)]
pub(super) struct Derivative {
    pub(super) value: f64,
    pub(super) uncertainty: f64,
}

/// Returns the derivative of `f` at 0, scalar by scalar: central differences over `±reach` and half
/// of it, extrapolated; the change by the extrapolation is taken as the uncertainty.
pub(super) fn derivative(reach: f64, f: impl Fn(f64) -> Vec<f64>) -> Vec<Derivative> {
    let difference = |h: f64| -> Vec<f64> {
        f(h).into_iter().zip(f(-h)).map(|(after, before)| (after - before) / (2.0 * h)).collect()
    };
    let (wide, narrow) = (difference(reach), difference(0.5 * reach));
    wide.into_iter()
        .zip(narrow)
        .map(|(wide, narrow)| Derivative {
            value: narrow + (narrow - wide) / 3.0,
            uncertainty: (narrow - wide).abs(),
        })
        .collect()
}
