//! Explicit Runge-Kutta schemes as data, each with the lengths `tau` that its stages announce.

use std::borrow::Cow;

use crate::ode::OdeError;

/// An explicit Runge-Kutta scheme.
///
/// Row r of the matrix says how the state of stage r is made from the rates of the stages before
/// it. `taus[r]` is the length, as a fraction of the step, that stage r announces to the components:
/// the offset of the stage that its rate leads to, and 1 for the last one (Kikuuwe and Yamamoto,
/// text after eq. 21).
#[derive(Clone, Debug, PartialEq)]
pub struct Tableau {
    name: Cow<'static, str>,
    order: u32,
    nodes: Vec<f64>,
    rows: Vec<Vec<f64>>,
    weights: Vec<f64>,
    taus: Vec<f64>,
}

impl Tableau {
    /// Creates a scheme of your own: `rows[r]` holds the r entries left of the diagonal.
    ///
    /// The taus follow from the nodes; change them with [`Tableau::with_taus`].
    ///
    /// # Errors
    /// [`OdeError::Tableau`] if there is no stage, the lengths do not match, an entry is not
    /// finite, a row does not sum to its node or the weights do not sum to 1.
    pub fn new(
        name: impl Into<Cow<'static, str>>,
        order: u32,
        nodes: &[f64],
        rows: &[&[f64]],
        weights: &[f64],
    ) -> Result<Self, OdeError> {
        let name = name.into();
        let refuse = |what: String, requirement| {
            Err(OdeError::Tableau { name: name.to_string(), what, requirement })
        };
        let stages = weights.len();
        if stages == 0 {
            return refuse("weights".into(), "must hold at least one stage");
        }
        if nodes.len() != stages || rows.len() != stages {
            return refuse("nodes, rows and weights".into(), "must have the same length");
        }
        for (r, row) in rows.iter().enumerate() {
            if row.len() != r {
                return refuse(format!("row {r}"), "must hold the entries left of the diagonal");
            }
            let sum: f64 = row.iter().sum();
            if !close(sum, nodes[r]) {
                return refuse(format!("row {r}"), "must sum to its node");
            }
        }
        if !close(weights.iter().sum(), 1.0) {
            return refuse("weights".into(), "must sum to 1");
        }
        Ok(Self::known(name, order, nodes, rows, weights))
    }

    /// Replaces the taus (fractions of the step); all zero gives the classical scheme, which friction
    /// bears only while `K T < 2.785 B`.
    ///
    /// # Errors
    /// [`OdeError::Tableau`] if their number is not that of the stages or one is negative or not
    /// finite.
    pub fn with_taus(mut self, taus: &[f64]) -> Result<Self, OdeError> {
        let valid = taus.iter().all(|tau| tau.is_finite() && *tau >= 0.0);
        if taus.len() != self.stages() || !valid {
            return Err(OdeError::Tableau {
                name: self.name.into_owned(),
                what: format!("taus {taus:?}"),
                requirement: "must be one finite non-negative fraction per stage",
            });
        }
        self.taus = taus.to_vec();
        Ok(self)
    }

    /// Creates a scheme whose entries are known to be right.
    fn known(
        name: impl Into<Cow<'static, str>>,
        order: u32,
        nodes: &[f64],
        rows: &[&[f64]],
        weights: &[f64],
    ) -> Self {
        let mut taus = nodes.get(1..).unwrap_or_default().to_vec();
        taus.push(1.0);
        Self {
            name: name.into(),
            order,
            nodes: nodes.to_vec(),
            rows: rows.iter().map(|row| row.to_vec()).collect(),
            weights: weights.to_vec(),
            taus,
        }
    }

    /// Creates the paper's generalized fourth-order scheme (eqs. 21, 13, 22): taus T/2, T/2, T, T.
    #[must_use]
    pub fn rk4() -> Self {
        Self::known(
            "rk4",
            4,
            &[0.0, 0.5, 0.5, 1.0],
            &[&[], &[0.5], &[0.0, 0.5], &[0.0, 0.0, 1.0]],
            &[1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0],
        )
    }

    /// Creates the Euler form (eq. 20): one stage, tau = T.
    #[must_use]
    pub fn euler() -> Self {
        Self::known("euler", 1, &[0.0], &[&[]], &[1.0])
    }

    /// Creates Heun's second-order scheme (trapezoid): taus T, T.
    #[must_use]
    pub fn heun() -> Self {
        Self::known("heun", 2, &[0.0, 1.0], &[&[], &[1.0]], &[0.5, 0.5])
    }

    /// Creates Kutta's 3/8 rule, of order four: taus T/3, 2T/3, T, T.
    #[must_use]
    pub fn three_eighths() -> Self {
        const THIRD: f64 = 1.0 / 3.0;
        Self::known(
            "three-eighths",
            4,
            &[0.0, THIRD, 2.0 * THIRD, 1.0],
            &[&[], &[THIRD], &[-THIRD, 1.0], &[1.0, -1.0, 1.0]],
            &[0.125, 0.375, 0.375, 0.125],
        )
    }

    /// Returns all schemes that come with the library.
    #[must_use]
    pub fn all() -> Vec<Self> {
        vec![Self::euler(), Self::heun(), Self::rk4(), Self::three_eighths()]
    }

    /// Returns the name of the scheme.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
    /// Returns the order of convergence on smooth right-hand sides that ignore tau.
    #[must_use]
    pub const fn order(&self) -> u32 {
        self.order
    }
    /// Returns the number of stages.
    #[must_use]
    pub const fn stages(&self) -> usize {
        self.weights.len()
    }
    /// Returns the offsets of the stages in time, fractions of the step.
    #[must_use]
    pub fn nodes(&self) -> &[f64] {
        &self.nodes
    }
    /// Returns the entries left of the diagonal of row `stage`, if there is such a stage.
    #[must_use]
    pub fn row(&self, stage: usize) -> Option<&[f64]> {
        self.rows.get(stage).map(Vec::as_slice)
    }
    /// Returns the weights of the rates in the step.
    #[must_use]
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }
    /// Returns the lengths that the stages announce, `T_r / T`.
    #[must_use]
    pub fn taus(&self) -> &[f64] {
        &self.taus
    }
}

/// Returns whether two numbers are equal up to rounding; false for NaN.
fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_schemes_pass_their_own_check_with_the_papers_taus() {
        for known in Tableau::all() {
            let rows: Vec<&[f64]> = (0..known.stages()).filter_map(|r| known.row(r)).collect();
            let name = known.name().to_owned();
            let checked =
                Tableau::new(name, known.order(), known.nodes(), &rows, known.weights()).unwrap();
            assert_eq!(checked, known);
        }
        assert_eq!(Tableau::rk4().taus(), [0.5, 0.5, 1.0, 1.0]);
        assert_eq!(Tableau::euler().taus(), [1.0]);
    }

    #[test]
    fn taus_of_ones_own_are_kept_and_change_nothing_else() {
        let taus = [0.0, 0.25, 0.0, 2.0];
        let own = Tableau::rk4().with_taus(&taus).unwrap();
        assert_eq!(own.taus(), taus);
        assert_ne!(own, Tableau::rk4());
        assert_eq!(own.with_taus(Tableau::rk4().taus()).unwrap(), Tableau::rk4());
    }

    #[test]
    fn schemes_that_are_none_are_refused() {
        let refused = |nodes: &[f64], rows: &[&[f64]], weights: &[f64]| {
            Tableau::new("own", 1, nodes, rows, weights).unwrap_err().to_string()
        };
        assert_eq!(refused(&[], &[], &[]), "tableau own: weights must hold at least one stage");
        let lengths = "tableau own: nodes, rows and weights must have the same length";
        assert_eq!(refused(&[0.0], &[&[], &[0.5]], &[0.5, 0.5]), lengths);
        assert_eq!(refused(&[0.0, 0.5], &[&[]], &[0.5, 0.5]), lengths);
        let diagonal = "tableau own: row 1 must hold the entries left of the diagonal";
        assert_eq!(refused(&[0.0, 0.5], &[&[], &[0.5, 0.0]], &[0.0, 1.0]), diagonal);
        for node in [0.5, f64::NAN] {
            let found = refused(&[0.0, node], &[&[], &[0.6]], &[0.0, 1.0]);
            assert_eq!(found, "tableau own: row 1 must sum to its node");
        }
        // Sums are compared up to rounding, from both sides.
        for off in [-2e-12, 2e-12] {
            assert!(refused(&[0.0], &[&[]], &[1.0 + off]).contains("must sum to 1"));
            assert!(Tableau::new("own", 1, &[0.0], &[&[]], &[1.0 + 0.25 * off]).is_ok());
        }
    }
}
