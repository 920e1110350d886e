//! A figure or table, and what it gives.

use std::error::Error;

use stiction::output::TextTable;
use stiction::plot::Figure;

use crate::Check;

/// Where a figure or table is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// Kikuuwe and Yamamoto, A Modular Software Architecture for Simulating Mechanical Systems
    /// Involving Coulomb Friction Integrable by the Runge-Kutta Method.
    Kikuuwe,
    /// The planar LuGre model, distributed and reduced.
    PlanarLuGre,
    /// Planar sliding with the equivalent contact point.
    PlanarSliding,
    /// Friction cones, and the support of bodies.
    Cones,
}

impl Paper {
    /// A heading.
    #[must_use]
    pub const fn heading(self) -> &'static str {
        match self {
            Self::Kikuuwe => "Friction integrable by Runge-Kutta (Kikuuwe and Yamamoto)",
            Self::PlanarLuGre => "Planar LuGre friction, distributed and reduced",
            Self::PlanarSliding => "Planar sliding with the equivalent contact point",
            Self::Cones => "Friction cones",
        }
    }
}

/// How much is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// A few seconds for an experiment: shorter runs, fewer cases, the same tolerances.
    Quick,
    /// As published.
    Full,
}

/// One figure or table of a paper.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// A name for the command line: `kikuuwe-fig4`.
    pub id: &'static str,
    /// Where it is from.
    pub paper: Paper,
    /// "Fig. 4".
    pub figure: &'static str,
    /// What it shows.
    pub title: &'static str,
    pub(crate) run: fn(Effort) -> Result<Outcome, ReproduceError>,
}

impl Experiment {
    /// Computes it.
    ///
    /// # Errors
    /// Whatever goes wrong in the simulations.
    pub fn run(&self, effort: Effort) -> Result<Outcome, ReproduceError> {
        (self.run)(effort)
    }
}

/// What an experiment gives.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// What is shown, in a few sentences.
    pub text: String,
    /// Numbers beside the published ones.
    pub checks: Vec<Check>,
    /// Our figures.
    pub figures: Vec<Figure>,
    /// Tables.
    pub tables: Vec<TextTable>,
    /// What could not be compared, and why.
    pub not_compared: Option<String>,
}

impl Outcome {
    /// Nothing yet but a text.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
    /// With a number beside the published one.
    #[must_use]
    pub fn check(mut self, check: Check) -> Self {
        self.checks.push(check);
        self
    }
    /// With a figure.
    #[must_use]
    pub fn figure(mut self, figure: Figure) -> Self {
        self.figures.push(figure);
        self
    }
    /// With a table.
    #[must_use]
    pub fn table(mut self, table: TextTable) -> Self {
        self.tables.push(table);
        self
    }
    /// With what could not be compared, and why.
    #[must_use]
    pub fn not_compared(mut self, why: impl Into<String>) -> Self {
        self.not_compared = Some(why.into());
        self
    }
    /// Whether all numbers are within their tolerances.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.checks.iter().all(|check| check.passed)
    }
}

/// An experiment that could not be computed.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct ReproduceError(Box<dyn Error + Send + Sync>);

macro_rules! from {
    ($($error:ty),+ $(,)?) => {$(
        impl From<$error> for ReproduceError {
            fn from(error: $error) -> Self {
                Self(error.into())
            }
        }
    )+};
}
from!(
    String,
    stiction::core::ParameterError,
    stiction::network::NetworkError,
    stiction::network::SimulationError,
    stiction::ode::OdeError,
    stiction::patch::LimitSurfaceError,
    stiction::patch::PatchError,
    stiction::record::UnknownColumn,
    stiction::scenario::ScenarioError,
);
