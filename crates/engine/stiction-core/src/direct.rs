//! The coupling that couples nothing.

use core::marker::PhantomData;

use crate::{Coupling, Describe, Domain, LinearIn, Motion, MotionIn, Numbers, Real};

/// The motion of the port itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Describe)]
#[describe(tag = "direct", crate = crate)]
pub struct Direct<D> {
    #[builder(default, setter(skip))]
    domain: PhantomData<fn() -> D>,
}

impl<D> Direct<D> {
    /// Creates the only one.
    #[must_use]
    pub const fn new() -> Self {
        Self { domain: PhantomData }
    }
}

impl<D: Domain> Coupling for Direct<D> {
    type From = D;
    type To = D;
    #[inline(always)]
    fn motion(&self, from: &Motion<D>) -> Motion<D> {
        *from
    }
    #[inline(always)]
    fn efforts(&self, _: &Motion<D>, effort: &D::Effort) -> D::Effort {
        *effort
    }
    #[inline(always)]
    fn kernel<R: Real>(
        &self,
        _: &mut impl Numbers<R>,
        from: &MotionIn<D, R>,
    ) -> Option<(MotionIn<D, R>, impl LinearIn<R, D, D>)> {
        Some((*from, Identity))
    }
}

/// `Psi` of [`Direct`], with `R` for every number.
struct Identity;

impl<R: Real, D: Domain> LinearIn<R, D, D> for Identity {
    #[inline(always)]
    fn apply(&self, flow: D::FlowIn<R>) -> D::FlowIn<R> {
        flow
    }
    #[inline(always)]
    fn transpose(&self, effort: D::EffortIn<R>) -> D::EffortIn<R> {
        effort
    }
}
