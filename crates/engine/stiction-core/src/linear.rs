//! The linear part of a map and its transpose.

use nalgebra::{SMatrix, SVector};

use crate::{Domain, Flat, PortDomains, Real};

/// A linear map `Psi` with its transpose: `<Psi u, e> = <u, Psi^T e>`.
pub trait Linear<From: PortDomains, To: Domain> {
    /// Returns `Psi u`.
    fn apply(&self, flows: &From::Flows) -> To::Flow;
    /// Returns `Psi^T e`.
    fn transpose(&self, effort: &To::Effort) -> From::Efforts;
}

/// [`Linear`] with `R` for every number.
pub trait LinearIn<R: Real, From: PortDomains, To: Domain> {
    /// Returns `Psi u`.
    fn apply(&self, flows: From::FlowsIn<R>) -> To::FlowIn<R>;
    /// Returns `Psi^T e`.
    fn transpose(&self, effort: To::EffortIn<R>) -> From::EffortsIn<R>;
}

/// The `Psi` of a map without a kernel: a type without values, which only gives `None` a type.
pub(crate) enum NoPsi {}

impl<R: Real, From: PortDomains, To: Domain> LinearIn<R, From, To> for NoPsi {
    fn apply(&self, _: From::FlowsIn<R>) -> To::FlowIn<R> {
        match *self {}
    }
    fn transpose(&self, _: To::EffortIn<R>) -> From::EffortsIn<R> {
        match *self {}
    }
}

/// A matrix on the scalars of the flows, in the order of [`Flat`] (rows: the port of the impedance,
/// columns: the ports of the nodes, one after the other).
impl<From: PortDomains, To: Domain, const R: usize, const C: usize> Linear<From, To>
    for SMatrix<f64, R, C>
{
    #[inline]
    fn apply(&self, flows: &From::Flows) -> To::Flow {
        // A wrong shape does not compile.
        const {
            assert!(
                R == <To::Flow as Flat>::LEN && C == <From::Flows as Flat>::LEN,
                "shape of Psi"
            );
        };
        let mut u = SVector::<f64, C>::zeros();
        flows.store(u.as_mut_slice());
        To::Flow::load((self * u).as_slice())
    }
    #[inline]
    fn transpose(&self, effort: &To::Effort) -> From::Efforts {
        let mut e = SVector::<f64, R>::zeros();
        effort.store(e.as_mut_slice());
        From::Efforts::load(self.tr_mul(&e).as_slice())
    }
}

/// Two matrices side by side: the first for the flow of a port, the second for those of the K after it.
impl<A: Domain, B: Domain, To: Domain, const R: usize, const C: usize, const K: usize>
    Linear<(A, [B; K]), To> for (SMatrix<f64, R, C>, SMatrix<f64, R, K>)
{
    #[inline]
    fn apply(&self, (first, others): &(A::Flow, [B::Flow; K])) -> To::Flow {
        const {
            assert!(
                R == <To::Flow as Flat>::LEN && C == A::Flow::LEN && B::Flow::LEN == 1,
                "shape of Psi"
            );
        };
        let (mut u, mut w) = (SVector::<f64, C>::zeros(), SVector::<f64, K>::zeros());
        first.store(u.as_mut_slice());
        others.store(w.as_mut_slice());
        let mut flow = self.0 * u;
        // Column after column, as a single matrix adds them.
        flow.gemv(1.0, &self.1, &w, 1.0);
        To::Flow::load(flow.as_slice())
    }
    #[inline]
    fn transpose(&self, effort: &To::Effort) -> (A::Effort, [B::Effort; K]) {
        let mut e = SVector::<f64, R>::zeros();
        effort.store(e.as_mut_slice());
        let (first, others) = (self.0.tr_mul(&e), self.1.tr_mul(&e));
        (A::Effort::load(first.as_slice()), Flat::load(others.as_slice()))
    }
}
