//! A figure or table, and the outcome of recomputing it.

use stiction::output::TextTable;
use stiction::plot::Figure;

use crate::PaperError;
use crate::experiments::Check;

/// Paper of a figure or table.
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
    /// Returns authors and title.
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

    /// Returns a few words for a table.
    #[must_use]
    pub const fn short(self) -> &'static str {
        match self {
            Self::Kikuuwe => "Kikuuwe and Yamamoto",
            Self::PlanarLuGre => "Waltersson and Karayiannidis",
            Self::PlanarSliding => "Xie and Chakraborty",
            Self::Cones => "Caron; lecture notes",
        }
    }

    /// Returns which of its results can be compared.
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

/// Part of a paper that an experiment is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// This many figures and tables that show computed results.
    Computed(usize),
    /// A statement or equations of the text.
    Text,
    /// An addition of ours, not in the paper.
    Added,
}

impl Subject {
    /// Returns the number of figures and tables.
    #[must_use]
    pub const fn figures(self) -> usize {
        match self {
            Self::Computed(count) => count,
            Self::Text | Self::Added => 0,
        }
    }
}

/// Extent of the computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thoroughness {
    /// A few seconds for an experiment: shorter runs, fewer cases, the same tolerances.
    Quick,
    /// As published.
    Full,
}

impl Thoroughness {
    /// Returns a description for the head of a report.
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
    /// Name on the command line, such as `kikuuwe-fig4`.
    pub id: &'static str,
    /// Paper of the figure.
    pub paper: Paper,
    /// Name in the paper, such as "Fig. 4".
    pub figure: &'static str,
    /// Title.
    pub title: &'static str,
    /// Part of the paper.
    pub subject: Subject,
    pub(crate) run: fn(Thoroughness) -> Result<Findings, PaperError>,
}

impl Experiment {
    /// Runs the experiment.
    ///
    /// # Errors
    /// An error of the simulations.
    pub fn run(&self, effort: Thoroughness) -> Result<Findings, PaperError> {
        (self.run)(effort)
    }
}

/// Outcome of an experiment.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// Description in a few sentences.
    pub text: String,
    /// Assumption made because the paper does not print a value.
    pub assumed: Option<String>,
    /// Comparisons.
    pub checks: Vec<Check>,
    /// Recomputed figures.
    pub figures: Vec<Figure>,
    /// Tables.
    pub tables: Vec<TextTable>,
    /// Results that could not be compared, and why.
    pub not_compared: Option<String>,
}

impl Findings {
    /// Creates an outcome that has only a text.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
    /// States an assumption made because the paper does not print a value.
    #[must_use]
    pub fn assumed(mut self, inputs: impl Into<String>) -> Self {
        self.assumed = Some(inputs.into());
        self
    }
    /// Adds a comparison.
    #[must_use]
    pub fn check(mut self, check: Check) -> Self {
        self.checks.push(check);
        self
    }
    /// Adds a figure.
    #[must_use]
    pub fn figure(mut self, figure: Figure) -> Self {
        self.figures.push(figure);
        self
    }
    /// Adds a table.
    #[must_use]
    pub fn table(mut self, table: TextTable) -> Self {
        self.tables.push(table);
        self
    }
    /// States which results could not be compared, and why.
    #[must_use]
    pub fn not_compared(mut self, why: impl Into<String>) -> Self {
        self.not_compared = Some(why.into());
        self
    }
    /// Adds several comparisons.
    #[must_use]
    pub fn checks(mut self, checks: impl IntoIterator<Item = Check>) -> Self {
        self.checks.extend(checks);
        self
    }
    /// Returns whether every number out of its tolerance has an explanation.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.checks.iter().all(Check::passed)
    }
    /// Returns whether any number has a verdict.
    #[must_use]
    pub fn compares(&self) -> bool {
        self.checks.iter().any(Check::compares)
    }
}
