//! One run of an ensemble.

use rand_pcg::Pcg64Dxsm;

use crate::{Design, UnknownName, stream};

/// One run: its parameters, its number and its own random numbers.
///
/// ```
/// use stiction_study::{Design, RandomVariable, rand::RngExt};
///
/// let design = Design::random(100, 42, [RandomVariable::uniform("mu", 0.2, 0.6)])?;
/// let member = design.member(17).unwrap();
/// let kick: f64 = member.rng().random();
/// // The number does not depend on how many members there are, nor on where they run.
/// let fewer = Design::random(20, 42, [RandomVariable::uniform("mu", 0.2, 0.6)])?;
/// assert_eq!(fewer.member(17).unwrap().rng().random::<f64>(), kick);
/// assert_eq!(
///     member.value("nu").unwrap_err().to_string(),
///     "no parameter is named \"nu\", did you mean \"mu\"; there are \"mu\""
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Member<'a> {
    design: &'a Design,
    index: usize,
}

impl<'a> Member<'a> {
    pub(crate) const fn new(design: &'a Design, index: usize) -> Self {
        Self { design, index }
    }

    /// Returns the place in the design, from 0.
    #[must_use]
    pub const fn index(&self) -> usize {
        self.index
    }

    /// Returns the value of a parameter.
    ///
    /// # Errors
    /// [`UnknownName`], which suggests the name that was probably meant.
    pub fn value(&self, name: &str) -> Result<f64, UnknownName> {
        Ok(self.values()[self.design.position(name)?])
    }

    /// Returns the values of all parameters, in the order of [`Design::names`].
    #[must_use]
    pub fn values(&self) -> &'a [f64] {
        self.design.row_of(self.index)
    }

    /// Returns the seed of this member, for another generator.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        stream::member_seed(self.design.seed(), self.index as u64)
    }

    /// Returns the random numbers of this member. They depend only on the seed of the design and the index, not on
    /// the order of the runs or the number of threads. Every call starts them anew.
    #[must_use]
    pub fn rng(&self) -> Pcg64Dxsm {
        stream::member_stream(self.design.seed(), self.index as u64)
    }
}
