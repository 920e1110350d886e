//! How the ports of an admittance move as a run starts.

use crate::{AnyDomain, Domain, Flat, Motion};

/// Initial motions of the ports of an admittance: one motion, an array or a vector of them, and those of ports of other
/// domains behind them.
#[derive(Clone, Debug)]
pub struct Start<D: Domain> {
    numbers: Vec<f64>,
    domains: Vec<&'static AnyDomain>,
    own: core::marker::PhantomData<fn() -> D>,
}

impl<D: Domain> Start<D> {
    fn of(motions: &[Motion<D>]) -> Self {
        let none = Self { numbers: vec![], domains: vec![], own: core::marker::PhantomData };
        motions.iter().fold(none, Self::and)
    }

    /// Adds the motion of the next port, which is of another domain: that of the free base of a tree.
    #[must_use]
    pub fn and<E: Domain>(mut self, motion: &Motion<E>) -> Self {
        let first = self.numbers.len();
        self.numbers.resize(first + Motion::<E>::LEN, 0.0);
        motion.store(&mut self.numbers[first..]);
        self.domains.push(AnyDomain::get::<E>());
        self
    }

    /// Returns the numbers of all motions, one after the other.
    #[must_use]
    pub fn numbers(&self) -> &[f64] {
        &self.numbers
    }

    /// Returns the domains of the motions.
    #[must_use]
    pub fn domains(&self) -> &[&'static AnyDomain] {
        &self.domains
    }
}

impl<D: Domain> From<Motion<D>> for Start<D> {
    fn from(motion: Motion<D>) -> Self {
        Self::of(&[motion])
    }
}
impl<D: Domain, const N: usize> From<[Motion<D>; N]> for Start<D> {
    fn from(motions: [Motion<D>; N]) -> Self {
        Self::of(&motions)
    }
}
impl<D: Domain> From<Vec<Motion<D>>> for Start<D> {
    fn from(motions: Vec<Motion<D>>) -> Self {
        Self::of(&motions)
    }
}
