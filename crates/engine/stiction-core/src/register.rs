//! Registration of component types by their descriptions: one line each, from any crate.
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

use crate::{
    Admittance, AnyImpedance, AnyLaw, Coupling, Describe, Description, Domain, Drive, Given,
    Impedance, Value, ValueError,
};

/// A table of laws, of one type or of several among which the values choose.
///
/// Every type that [`Describe`]s a law is one; one that is written by hand can build laws of several types.
pub trait LawTable {
    /// Domain of the laws.
    type Domain: Domain;
    /// The table.
    const TABLE: &'static Description;
    /// Builds the law from the values of the fields, in their order.
    ///
    /// # Errors
    /// As [`Describe::from_values`].
    fn law(given: &mut Given) -> Result<AnyLaw<Self::Domain>, ValueError>;
    /// Returns the values of the fields of a law that the table built, if the table tells them; `None` for a law of
    /// another type.
    fn values_of(law: &AnyLaw<Self::Domain>) -> Option<Vec<Value>> {
        let _ = law;
        None
    }
}

impl<C: Describe> LawTable for C
where
    C::Built: Impedance,
{
    type Domain = <C::Built as Impedance>::Domain;
    const TABLE: &'static Description = C::DESCRIPTION;
    fn law(given: &mut Given) -> Result<AnyLaw<Self::Domain>, ValueError> {
        Ok(Box::new(C::from_values(given)?))
    }
    fn values_of(law: &AnyLaw<Self::Domain>) -> Option<Vec<Value>> {
        AnyImpedance::inside(law).downcast_ref().map(C::values_of)
    }
}

/// Something that takes types of components, to be named by the tags of their tables: a reader of files.
///
/// A type whose parameters depend on its domain is added for each domain. One that has the tag and the
/// domains of another takes its place.
pub trait Register {
    /// Adds a type of law.
    fn law<C: LawTable>(&mut self);

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
