//! The coupling that couples nothing.

use core::marker::PhantomData;

use crate::{Coupling, Describe, Domain, LaneParameters, LaneValues, Motion, Real};

/// The motion of the port itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Describe)]
#[describe(tag = "direct", crate = crate)]
pub struct Direct<D> {
    #[builder(default, setter(skip))]
    domain: PhantomData<fn() -> D>,
}

impl<D> Direct<D> {
    /// The only one.
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
    fn lane_parameters(&self) -> Option<LaneParameters> {
        Some(LaneParameters::default())
    }
    #[inline(always)]
    fn motion_lanes<R: Real>(&self, _: &LaneValues<'_, R>, from: &[R], motion: &mut [R]) -> bool {
        motion.copy_from_slice(&from[..motion.len()]);
        true
    }
    #[inline(always)]
    fn efforts_lanes<R: Real>(
        &self,
        _: &LaneValues<'_, R>,
        _: &[R],
        effort: &[R],
        efforts: &mut [R],
    ) -> bool {
        efforts.copy_from_slice(&effort[..efforts.len()]);
        true
    }
}
