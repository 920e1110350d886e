//! One port relative to another.

use core::marker::PhantomData;

use stiction_core::{
    Describe, Domain, KinematicMap, Linear, LinearIn, Motion, MotionIn, Numbers, Real, Scalars,
    VectorDomain,
};

/// The second port relative to the first: `x_2 - x_1`. The effort acts on the second, its opposite
/// on the first.
///
/// ```
/// use stiction_core::{Coupling, Line, Motion};
/// use stiction_mechanics::Between;
/// let carts = [(1.0, 0.5), (4.0, 0.0)].map(|(pose, flow)| Motion::<Line> { pose, flow });
/// let gap = Between::new().motion(&(carts[0], carts[1]));
/// assert_eq!((gap.pose, gap.flow), (3.0, -0.5));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Describe)]
#[describe(
    tag = "between",
    text = "The second port relative to the first, for points and shafts: the effort acts on the \
            second, its opposite on the first."
)]
pub struct Between<D> {
    #[builder(default, setter(skip))]
    domain: PhantomData<fn() -> D>,
}

impl<D: VectorDomain> Between<D> {
    /// Creates a map to the second port relative to the first.
    #[must_use]
    pub const fn new() -> Self {
        Self { domain: PhantomData }
    }
}

/// `Psi` of [`Between`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Difference;

impl<D: VectorDomain> Linear<(D, D), D> for Difference {
    #[inline(always)]
    fn apply(&self, flows: &(D::Vector, D::Vector)) -> D::Vector {
        flows.1 - flows.0
    }
    #[inline(always)]
    fn transpose(&self, effort: &D::Vector) -> (D::Vector, D::Vector) {
        (-*effort, *effort)
    }
}

impl<D: VectorDomain> KinematicMap for Between<D> {
    type From = (D, D);
    type To = D;
    type Psi = Difference;
    #[inline(always)]
    fn at(&self, (first, second): &(Motion<D>, Motion<D>)) -> (D::Vector, Difference) {
        (second.pose - first.pose, Difference)
    }
    #[inline(always)]
    fn kernel<R: Real>(
        &self,
        _: &mut impl Numbers<R>,
        (first, second): &(MotionIn<D, R>, MotionIn<D, R>),
    ) -> Option<(<D as Domain>::PoseIn<R>, impl LinearIn<R, (D, D), D>)> {
        Some((difference(second.pose, first.pose), Difference))
    }
}

/// Returns `a − b`, axis by axis.
#[inline(always)]
fn difference<R: Real, S: Scalars<R>>(a: S, b: S) -> S {
    S::from_fn(
        #[inline(always)]
        |axis| a.at(axis) - b.at(axis),
    )
}

impl<R: Real, D: VectorDomain> LinearIn<R, (D, D), D> for Difference {
    #[inline(always)]
    fn apply(&self, (first, second): (D::FlowIn<R>, D::FlowIn<R>)) -> D::FlowIn<R> {
        difference(second, first)
    }
    #[inline(always)]
    fn transpose(&self, effort: D::EffortIn<R>) -> (D::EffortIn<R>, D::EffortIn<R>) {
        let opposite = Scalars::from_fn(
            #[inline(always)]
            |axis| -effort.at(axis),
        );
        (opposite, effort)
    }
}
