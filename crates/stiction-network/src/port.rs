//! What an impedance can be attached to: a node, the ground, a prescribed motion.

use core::fmt;
use core::marker::PhantomData;
use std::sync::Arc;

use stiction_core::lanes::Block;
use stiction_core::{Domain, Drive, Flat, Motion, Real, Stage};

use crate::attach::{Address, Attach, End, Held, ResolvedEnd, Resolver};
use crate::pool::load;

/// One thing that an impedance can be attached to; the kinds are those of this module.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a port",
    label = "a port is needed here",
    note = "a handle names a component, and a component can have several ports: write `handle.port()` \
            (`arm.joint(k)` for a joint of an arm); `Ground` and `Prescribed` are ports too",
    note = "a connection through a map of several ports takes them as a tuple or an array: \
            `(a.port(), b.port())`"
)]
pub trait Port: Attach<At = Self::Domain> {
    /// Its domain.
    type Domain: Domain;
}

/// A port of an admittance; made by [`Handle::port`](crate::Handle::port).
pub struct NodePort<D> {
    address: Address,
    port: usize,
    component: fn() -> String,
    domain: PhantomData<fn() -> D>,
}

impl<D> NodePort<D> {
    pub(crate) const fn new(address: Address, port: usize, component: fn() -> String) -> Self {
        Self { address, port, component, domain: PhantomData }
    }
}
impl<D> Clone for NodePort<D> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<D> Copy for NodePort<D> {}
impl<D> fmt::Debug for NodePort<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "port {} of {} #{}", self.port, (self.component)(), self.address.slot)
    }
}

impl<D: Domain> Attach for NodePort<D> {
    type At = D;
    type Resolved = u32;
    fn end(&self) -> End {
        End::Node { address: self.address, port: self.port, component: self.component }
    }
    fn resolve(&self, resolver: Resolver<'_>) -> u32 {
        resolver(&self.address, self.port)
    }
    fn resolved_end(resolved: &u32) -> ResolvedEnd {
        ResolvedEnd::Node(*resolved)
    }
    fn held(&self) -> Held<'_> {
        Held::Node
    }
    fn resolved_held(_: &u32) -> Held<'_> {
        Held::Node
    }
    #[inline(always)]
    fn read(resolved: &u32, _: &Stage, x: &[f64]) -> Motion<D> {
        let offset = *resolved as usize;
        Motion::load(&x[offset..offset + Motion::<D>::LEN])
    }
    #[inline(always)]
    fn push(resolved: &u32, effort: &D::Effort, dx: &mut [f64]) {
        let offset = *resolved as usize + D::Pose::LEN;
        effort.accumulate(&mut dx[offset..offset + D::Effort::LEN]);
    }
    fn is_like(_: &u32, _: &u32) -> bool {
        true
    }
    fn moved(resolved: &u32, to: &dyn Fn(u32) -> u32) -> u32 {
        to(*resolved)
    }
    #[inline(always)]
    fn read_lanes<R: Real>(
        token: R::Token,
        resolved: &u32,
        _: &Stage,
        (x, lane): (&[Block], usize),
        motion: &mut [R],
    ) {
        let offset = *resolved as usize;
        load(token, &x[offset..offset + motion.len()], lane, motion);
    }
    #[inline(always)]
    fn push_lanes<R: Real>(
        token: R::Token,
        resolved: &u32,
        effort: &[R],
        (dx, lane): (&mut [Block], usize),
    ) {
        let offset = *resolved as usize + D::Pose::LEN;
        for (effort, sum) in effort.iter().zip(&mut dx[offset..offset + effort.len()]) {
            (R::load(token, &sum[lane..]) + *effort).store(&mut sum[lane..]);
        }
    }
    fn next_jump(_: &u32, _: f64) -> Option<f64> {
        None
    }
}
impl<D: Domain> Port for NodePort<D> {
    type Domain = D;
}

/// A fixed pose: does not move, takes any effort.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground<D: Domain> {
    pose: D::Pose,
}

impl<D: Domain> Ground<D> {
    /// Fixed in the given pose.
    pub const fn at(pose: D::Pose) -> Self {
        Self { pose }
    }
}
impl<D: Domain> Default for Ground<D> {
    /// Fixed at the origin.
    fn default() -> Self {
        Self::at(D::Pose::default())
    }
}
impl<D: Domain> Attach for Ground<D> {
    type At = D;
    type Resolved = D::Pose;
    fn end(&self) -> End {
        End::Ground
    }
    fn resolve(&self, _: Resolver<'_>) -> D::Pose {
        self.pose
    }
    fn resolved_end(_: &D::Pose) -> ResolvedEnd {
        ResolvedEnd::Ground
    }
    fn held(&self) -> Held<'_> {
        Self::resolved_held(&self.pose)
    }
    fn resolved_held(resolved: &D::Pose) -> Held<'_> {
        Held::Ground(scalars::<D>(resolved))
    }
    fn is_like(resolved: &D::Pose, other: &D::Pose) -> bool {
        let bits =
            |pose: &D::Pose| scalars::<D>(pose).into_iter().map(f64::to_bits).collect::<Vec<_>>();
        bits(resolved) == bits(other)
    }
    fn moved(resolved: &D::Pose, _: &dyn Fn(u32) -> u32) -> D::Pose {
        *resolved
    }
    #[inline(always)]
    fn read(resolved: &D::Pose, _: &Stage, _: &[f64]) -> Motion<D> {
        Motion::at_rest(*resolved)
    }
    #[inline(always)]
    fn push(_: &D::Pose, _: &D::Effort, _: &mut [f64]) {}
    fn next_jump(_: &D::Pose, _: f64) -> Option<f64> {
        None
    }
}
impl<D: Domain> Port for Ground<D> {
    type Domain = D;
}

fn scalars<D: Domain>(pose: &D::Pose) -> Vec<f64> {
    let mut scalars = vec![0.0; D::Pose::LEN];
    pose.store(&mut scalars);
    scalars
}

/// A motion that is a function of time: a belt, a shaker. Takes any effort and supplies the power.
pub struct Prescribed<D, V> {
    drive: Arc<V>,
    domain: PhantomData<fn() -> D>,
}

impl<D: Domain, V: Drive<D>> Prescribed<D, V> {
    /// Moves as `drive` says.
    pub fn new(drive: V) -> Self {
        Self { drive: Arc::new(drive), domain: PhantomData }
    }

    pub(crate) fn into_drive(self) -> Arc<V> {
        self.drive
    }
}
impl<D, V> Clone for Prescribed<D, V> {
    fn clone(&self) -> Self {
        Self { drive: Arc::clone(&self.drive), domain: PhantomData }
    }
}
impl<D, V> fmt::Debug for Prescribed<D, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prescribed").finish_non_exhaustive()
    }
}
impl<D: Domain, V: Drive<D>> Attach for Prescribed<D, V> {
    type At = D;
    type Resolved = Arc<V>;
    fn end(&self) -> End {
        End::Prescribed
    }
    fn resolve(&self, _: Resolver<'_>) -> Arc<V> {
        Arc::clone(&self.drive)
    }
    fn resolved_end(_: &Arc<V>) -> ResolvedEnd {
        ResolvedEnd::Prescribed
    }
    fn held(&self) -> Held<'_> {
        Self::resolved_held(&self.drive)
    }
    fn resolved_held(resolved: &Arc<V>) -> Held<'_> {
        Held::Prescribed(&**resolved, resolved.describe())
    }
    fn is_like(resolved: &Arc<V>, other: &Arc<V>) -> bool {
        Arc::ptr_eq(resolved, other)
    }
    fn moved(resolved: &Arc<V>, _: &dyn Fn(u32) -> u32) -> Arc<V> {
        Arc::clone(resolved)
    }
    #[inline(always)]
    fn read(resolved: &Arc<V>, stage: &Stage, _: &[f64]) -> Motion<D> {
        resolved.motion(stage)
    }
    #[inline(always)]
    fn push(_: &Arc<V>, _: &D::Effort, _: &mut [f64]) {}
    fn next_jump(resolved: &Arc<V>, after: f64) -> Option<f64> {
        resolved.next_jump(after)
    }
}
impl<D: Domain, V: Drive<D>> Port for Prescribed<D, V> {
    type Domain = D;
}
