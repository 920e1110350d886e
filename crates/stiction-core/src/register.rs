//! What takes types of components by their descriptions: one line each, from whatever crate.
//!
//! ```
//! use stiction_core::{Describe, Impedance, Line, Motion, ParameterError, Register, Stage};
//! use typed_builder::TypedBuilder;
//!
//! /// Friction in proportion to the square of the speed.
//! #[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
//! #[builder(build_method(into = Result<Drag, ParameterError>))]
//! #[describe(tag = "drag")]
//! pub struct Drag {
//!     /// Force `c` per square of the speed \[N s²/m²\], ≥ 0.
//!     #[field(non_negative)]
//!     coefficient: f64,
//! }
//! impl Impedance for Drag {
//!     type Domain = Line;
//!     fn respond(&self, _: &Stage, motion: &Motion<Line>, _: &[f64], _: &mut [f64]) -> f64 {
//!         -self.coefficient * motion.flow * motion.flow.abs()
//!     }
//! }
//!
//! /// The components of a crate.
//! pub fn register(components: &mut impl Register) {
//!     components.law::<Drag>();
//! }
//! ```

use crate::{Admittance, Coupling, Describe, Domain, Drive, Impedance};

/// Something that takes types of components, to be named by the tags of their tables: a reader of files.
///
/// A type whose parameters depend on its domain is added for each domain. One that has the tag and the
/// domains of another takes its place.
pub trait Register {
    /// Adds a type of law.
    fn law<C: Describe>(&mut self)
    where
        C::Built: Impedance;

    /// Adds a type of law of which some are built as a plainer one, and are told from that too.
    fn law_or_plainer<C, P>(&mut self)
    where
        C: Describe,
        C::Built: Impedance<Domain = P::Domain> + for<'a> From<&'a P>,
        P: Impedance + TryFrom<C::Built, Error = C::Built>;

    /// Adds a type of map, between ports of any domains.
    fn map<C: Describe>(&mut self)
    where
        C::Built: Coupling;

    /// Adds a type of body.
    fn body<C: Describe>(&mut self)
    where
        C::Built: Admittance;

    /// Adds a type of prescribed motion of a port of the domain `D`.
    fn drive<D: Domain, C: Describe>(&mut self)
    where
        C::Built: Drive<D>;
}
