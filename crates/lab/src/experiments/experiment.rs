//! A figure or table, and what it gives.

use std::error::Error;

use stiction::output::TextTable;
use stiction::plot::Figure;

use crate::experiments::Check;

/// Where a figure or table is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// The architecture, and its friction law.
    Kikuuwe,
    /// The planar LuGre model, distributed and reduced.
    PlanarLuGre,
    /// Planar sliding with the equivalent contact point.
    PlanarSliding,
    /// Friction cones, and the support of bodies.
    Cones,
}

impl Paper {
    /// Authors and title.
    #[must_use]
    pub const fn heading(self) -> &'static str {
        match self {
            Self::Kikuuwe => {
                "Kikuuwe and Yamamoto: A Modular Software Architecture for Simulating \
                 Mechanical Systems Involving Coulomb Friction Integrable by the Runge-Kutta Method"
            }
            Self::PlanarLuGre => {
                "Waltersson and Karayiannidis: Planar Friction Modelling with LuGre Dynamics \
                 and Limit Surfaces"
            }
            Self::PlanarSliding => "Xie and Chakraborty: Dynamic Model of Planar Sliding",
            Self::Cones => {
                "Caron: Friction model (web page); Coulomb friction model (lecture notes, with the \
                 cones of MuJoCo)"
            }
        }
    }

    /// A few words for a table.
    #[must_use]
    pub const fn short(self) -> &'static str {
        match self {
            Self::Kikuuwe => "Kikuuwe and Yamamoto",
            Self::PlanarLuGre => "Waltersson and Karayiannidis",
            Self::PlanarSliding => "Xie and Chakraborty",
            Self::Cones => "Caron; lecture notes",
        }
    }

    /// What can be compared with it at all.
    #[must_use]
    pub const fn remark(self) -> &'static str {
        match self {
            Self::Kikuuwe => {
                "Figs. 4, 6 and 7 are pictures, whose curves cannot be read to more than two digits: \
                 the source \"paper\" means the text. The other figures are drawings."
            }
            Self::PlanarLuGre => {
                "All figures are pictures without numbers: the source \"paper\" means the text and the \
                 tables, \"reference\" an independent program that was checked against that of the \
                 authors. Figs. 1 to 4 and 12 are drawings, Tables II and IV to VI times of a machine."
            }
            Self::PlanarSliding => {
                "The figures are pictures without numbers: the source \"paper\" means the text, \
                 \"reference\" an independent program that was checked against the complementarity \
                 problem of the body in space. Fig. 1 is a drawing, Table 1 times of a machine."
            }
            Self::Cones => {
                "The figures of both are drawings. \"Reference\" is an independent program that was \
                 checked against conic solvers, exact geometry and MuJoCo."
            }
        }
    }
}

/// What of a paper an experiment is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A number of figures and tables that show what was computed.
    Computed(usize),
    /// A statement or equations of the text.
    Text,
    /// Nothing that the paper shows: added here.
    Added,
}

impl Subject {
    /// How many figures and tables that are.
    #[must_use]
    pub const fn figures(self) -> usize {
        match self {
            Self::Computed(count) => count,
            Self::Text | Self::Added => 0,
        }
    }
}

/// How much is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thoroughness {
    /// A few seconds for an experiment: shorter runs, fewer cases, the same tolerances.
    Quick,
    /// As published.
    Full,
}

impl Thoroughness {
    /// What it means, for the head of a report.
    #[must_use]
    pub const fn describe(self) -> &'static str {
        match self {
            Self::Quick => {
                "Quick: shorter runs and fewer cases than published, with the same tolerances"
            }
            Self::Full => "Full: as published",
        }
    }
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
    /// What of the paper that is.
    pub subject: Subject,
    pub(crate) run: fn(Thoroughness) -> Result<Findings, ReproduceError>,
}

impl Experiment {
    /// Computes it.
    ///
    /// # Errors
    /// Whatever goes wrong in the simulations.
    pub fn run(&self, effort: Thoroughness) -> Result<Findings, ReproduceError> {
        (self.run)(effort)
    }
}

/// What an experiment gives.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// What is shown, in a few sentences.
    pub text: String,
    /// What is assumed because the paper does not print it.
    pub assumed: Option<String>,
    /// Numbers beside others.
    pub checks: Vec<Check>,
    /// Our figures.
    pub figures: Vec<Figure>,
    /// Tables.
    pub tables: Vec<TextTable>,
    /// What could not be compared, and why.
    pub not_compared: Option<String>,
}

impl Findings {
    /// Nothing yet but a text.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
    /// With what is assumed because the paper does not print it.
    #[must_use]
    pub fn assumed(mut self, inputs: impl Into<String>) -> Self {
        self.assumed = Some(inputs.into());
        self
    }
    /// With a number beside another.
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
    /// With several of them.
    #[must_use]
    pub fn checks(mut self, checks: impl IntoIterator<Item = Check>) -> Self {
        self.checks.extend(checks);
        self
    }
    /// Whether no number is out of its tolerance without an explanation.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.checks.iter().all(Check::passed)
    }
    /// Whether a number has a verdict.
    #[must_use]
    pub fn compares(&self) -> bool {
        self.checks.iter().any(Check::compares)
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
    stiction::sliding::SlidingError,
    stiction::sliding::identify::IdentificationError,
    stiction::sliding::identify::RecordingError,
    stiction::stability::StabilityError,
    crate::PaperError,
);
