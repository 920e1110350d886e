//! Linear and second-order cone programs, solved by Clarabel.
//!
//! ```text
//! minimise ½ xᵀ P x + q·x  subject to  rows·x = b,  parts of x in cones
//! ```

use clarabel::{
    algebra::CscMatrix,
    solver::{DefaultSettings, DefaultSolver, IPSolver, SolverStatus, SupportedConeT},
};

use crate::StabilityError;

/// A part of a row or of the cost: coefficient times variable.
pub(crate) type Term = (usize, f64);

/// A program under construction.
pub(crate) struct Program {
    /// Name of the unknown, for messages.
    name: &'static str,
    variables: usize,
    linear: Vec<Term>,
    quadratic: Vec<(usize, usize, f64)>,
    equalities: Vec<(Vec<Term>, f64)>,
    /// Variables that form a cone together.
    members: Vec<(Cone, Vec<usize>)>,
}

/// A cone of the space of some variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cone {
    /// All ≥ 0.
    Orthant,
    /// The first ≥ the length of the others.
    SecondOrder,
}

/// How a program ended.
pub(crate) enum Outcome {
    /// The values of the variables.
    Solved(Vec<f64>),
    /// The constraints contradict each other.
    Infeasible,
    /// The cost falls without end along some direction, if there is a feasible point at all.
    Unbounded,
}

impl Program {
    pub(crate) fn new(name: &'static str) -> Self {
        let (linear, quadratic) = (vec![], vec![]);
        Self { name, variables: 0, linear, quadratic, equalities: vec![], members: vec![] }
    }

    /// Adds variables that are free, and returns their numbers.
    pub(crate) fn free(&mut self, count: usize) -> Vec<usize> {
        self.variables += count;
        (self.variables - count..self.variables).collect()
    }

    /// Adds variables that form a cone together.
    pub(crate) fn in_cone(&mut self, cone: Cone, count: usize) -> Vec<usize> {
        let members = self.free(count);
        self.members.push((cone, members.clone()));
        members
    }

    /// Requires that the terms add up to a value.
    pub(crate) fn equal(&mut self, terms: Vec<Term>, value: f64) {
        self.equalities.push((terms, value));
    }

    /// Leaves only the question whether there is a feasible point.
    pub(crate) fn forget_cost(&mut self) {
        self.linear.clear();
        self.quadratic.clear();
    }

    /// Returns the error of a program that was not solved.
    pub(crate) fn failure(&self, status: String) -> StabilityError {
        StabilityError::Solver { program: self.name, status }
    }

    /// Adds coefficient × variable to the cost.
    pub(crate) fn cost(&mut self, variable: usize, coefficient: f64) {
        self.linear.push((variable, coefficient));
    }

    /// Adds coefficient × a × b to the cost, with a ≤ b.
    pub(crate) fn quadratic_cost(&mut self, a: usize, b: usize, coefficient: f64) {
        // P is symmetric and given by its upper triangle; the diagonal counts once in ½ xᵀ P x.
        let entry = if a == b { 2.0 * coefficient } else { coefficient };
        self.quadratic.push((a, b, entry));
    }

    pub(crate) fn solve(&self) -> Result<Outcome, StabilityError> {
        let [first, second, third] = settings();
        let solved = self.solve_with(first).or_else(|_| self.solve_with(second));
        solved.or_else(|_| self.solve_with(third))
    }

    fn solve_with(&self, settings: DefaultSettings<f64>) -> Result<Outcome, StabilityError> {
        let (matrix, bounds, cones) = self.constraints();
        let mut linear = vec![0.0; self.variables];
        self.linear.iter().for_each(|&(variable, coefficient)| linear[variable] += coefficient);
        let quadratic = csc(self.variables, self.variables, self.quadratic.iter().copied());
        let mut solver =
            DefaultSolver::new(&quadratic, &linear, &matrix, &bounds, &cones, settings)
                .map_err(|error| self.failure(error.to_string()))?;
        solver.solve();
        match solver.solution.status {
            SolverStatus::Solved | SolverStatus::AlmostSolved => {
                Ok(Outcome::Solved(solver.solution.x))
            }
            SolverStatus::PrimalInfeasible | SolverStatus::AlmostPrimalInfeasible => {
                Ok(Outcome::Infeasible)
            }
            SolverStatus::DualInfeasible | SolverStatus::AlmostDualInfeasible => {
                Ok(Outcome::Unbounded)
            }
            status => Err(self.failure(format!("{status:?}"))),
        }
    }

    /// Returns the constraints in Clarabel's form: A x + s = b with the slack s in cones.
    fn constraints(&self) -> (CscMatrix<f64>, Vec<f64>, Vec<SupportedConeT<f64>>) {
        let (mut entries, mut bounds) = (vec![], vec![]);
        for (terms, value) in &self.equalities {
            entries.extend(terms.iter().map(|&(variable, x)| (bounds.len(), variable, x)));
            bounds.push(*value);
        }
        let mut cones = vec![SupportedConeT::ZeroConeT(bounds.len())];
        for (cone, members) in &self.members {
            for &variable in members {
                entries.push((bounds.len(), variable, -1.0));
                bounds.push(0.0);
            }
            cones.push(match cone {
                Cone::Orthant => SupportedConeT::NonnegativeConeT(members.len()),
                Cone::SecondOrder => SupportedConeT::SecondOrderConeT(members.len()),
            });
        }
        (csc(bounds.len(), self.variables, entries.into_iter()), bounds, cones)
    }
}

fn csc(
    rows: usize,
    columns: usize,
    entries: impl Iterator<Item = (usize, usize, f64)>,
) -> CscMatrix<f64> {
    let (mut at, mut value) = ((vec![], vec![]), vec![]);
    for (row, column, x) in entries {
        at.0.push(row);
        at.1.push(column);
        value.push(x);
    }
    CscMatrix::new_from_triplets(rows, columns, at.0, at.1, value)
}

/// Returns the settings of Clarabel, to be tried in this order: most programs are solved to 1e-11; where
/// rounding prevents that, shorter steps get some further, and 1e-8 is still accepted.
fn settings() -> [DefaultSettings<f64>; 3] {
    let all = [(1e-11, 1e-9, 0.99), (1e-10, 1e-8, 0.9), (1e-9, 1e-8, 0.7)];
    all.map(|(wanted, accepted, step)| DefaultSettings {
        verbose: false,
        // The threads of a solver could change the last bits.
        max_threads: 1,
        max_step_fraction: step,
        tol_gap_abs: wanted,
        tol_gap_rel: wanted,
        tol_feas: wanted,
        reduced_tol_gap_abs: accepted,
        reduced_tol_gap_rel: accepted,
        reduced_tol_feas: accepted,
        ..DefaultSettings::default()
    })
}
