//! Ports to which an impedance can be attached: a node, the ground, a prescribed motion.

use core::any::Any;
use core::fmt;
use core::marker::PhantomData;
use std::sync::Arc;

use stiction_core::{AnyDomain, Domain, Drive, Flat, Input, PortVisitor, Stage};

use crate::compose::end::{Address, AnyDrive, End};

/// A port to which an impedance can be attached; the kinds are those of this module.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a port",
    label = "a port is needed here",
    note = "a handle names a component, and a component can have several ports: write `handle.port()` \
            (`arm.joint(k)` for a joint of an arm); `Ground` and `Prescribed` are ports too",
    note = "a connection through a map of several ports takes them as a tuple or an array: \
            `(a.port(), b.port())`"
)]
pub trait Port: Clone + Send + Sync + 'static {
    /// Its domain.
    type Domain: Domain;
    /// Returns the port without its domain. Only this crate knows what that is.
    #[doc(hidden)]
    fn into_end(self) -> End;
}

/// A port of an admittance; made by [`Handle::port`](crate::Handle::port).
#[derive(Clone, Copy)]
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

    /// Returns the address of its component, and its number among the ports.
    pub(crate) const fn place(self) -> (Address, usize) {
        (self.address, self.port)
    }
}
impl<D> fmt::Debug for NodePort<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "port {} of {} #{}", self.port, (self.component)(), self.address.slot)
    }
}
impl<D: Domain> Port for NodePort<D> {
    type Domain = D;
    fn into_end(self) -> End {
        let Self { address, port, component, .. } = self;
        End::Node { address, port, domain: AnyDomain::get::<D>(), component }
    }
}

/// A fixed pose: does not move, takes any effort.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground<D: Domain> {
    pose: D::Pose,
}

impl<D: Domain> Ground<D> {
    /// Creates a ground that is fixed in the given pose.
    pub const fn at(pose: D::Pose) -> Self {
        Self { pose }
    }
}
impl<D: Domain> Default for Ground<D> {
    /// Creates a ground that is fixed at the origin.
    fn default() -> Self {
        Self::at(D::Pose::default())
    }
}
impl<D: Domain> Port for Ground<D> {
    type Domain = D;
    fn into_end(self) -> End {
        let mut scalars = vec![0.0; D::Pose::LEN];
        self.pose.store(&mut scalars);
        End::Ground(scalars.into())
    }
}

/// A motion that is a function of time: a belt, a shaker. Takes any effort and supplies the power.
pub struct Prescribed<D, V> {
    drive: Arc<DriveIn<D, V>>,
}

impl<D: Domain, V: Drive<D>> Prescribed<D, V> {
    /// Moves as `drive` says.
    pub fn new(drive: V) -> Self {
        Self { drive: Arc::new(DriveIn { drive, domain: PhantomData }) }
    }
}
impl<D, V> Clone for Prescribed<D, V> {
    fn clone(&self) -> Self {
        Self { drive: Arc::clone(&self.drive) }
    }
}
impl<D, V> fmt::Debug for Prescribed<D, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prescribed").finish_non_exhaustive()
    }
}
impl<D: Domain, V: Drive<D>> Port for Prescribed<D, V> {
    type Domain = D;
    fn into_end(self) -> End {
        End::Prescribed(self.drive)
    }
}

/// A drive in its domain: one type can be a drive in several.
struct DriveIn<D, V> {
    drive: V,
    domain: PhantomData<fn() -> D>,
}

impl<D: Domain, V: Drive<D>> AnyDrive for DriveIn<D, V> {
    fn motion(&self, stage: &Stage, motion: &mut [f64]) {
        self.drive.motion(stage).store(motion);
    }
    fn next_jump(&self, after: f64) -> Option<f64> {
        self.drive.next_jump(after)
    }
    fn inputs(&self) -> Vec<&Input> {
        self.drive.inputs()
    }
    fn shortest_period(&self) -> Option<f64> {
        self.drive.shortest_period()
    }
    fn describe(&self) -> String {
        self.drive.describe()
    }
    fn type_name(&self) -> &'static str {
        core::any::type_name::<Prescribed<D, V>>()
    }
    fn as_any(&self) -> &dyn Any {
        &self.drive
    }
}

/// A port of a node, the ground or a prescribed motion, for mechanisms that are described by data.
///
/// With it and with boxed laws, one type of connection serves all laws and ports of a domain. The
/// mechanism moves with the same bits as one whose types are written out. A list takes ports of several domains as
/// [`UntypedPort`](crate::UntypedPort)s.
#[derive(Clone)]
pub struct AnyPort<D> {
    end: End,
    domain: PhantomData<fn() -> D>,
}

impl<D: Domain> AnyPort<D> {
    fn new(port: impl Port<Domain = D>) -> Self {
        Self { end: port.into_end(), domain: PhantomData }
    }
}
impl<D: Domain> From<NodePort<D>> for AnyPort<D> {
    fn from(port: NodePort<D>) -> Self {
        Self::new(port)
    }
}
impl<D: Domain> From<Ground<D>> for AnyPort<D> {
    fn from(ground: Ground<D>) -> Self {
        Self::new(ground)
    }
}
impl<D: Domain, V: Drive<D>> From<Prescribed<D, V>> for AnyPort<D> {
    fn from(prescribed: Prescribed<D, V>) -> Self {
        Self::new(prescribed)
    }
}
/// As the port that it was made of.
impl<D: Domain> fmt::Debug for AnyPort<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.end {
            &End::Node { address, port, component, .. } => {
                NodePort::<D>::new(address, port, component).fmt(f)
            }
            End::Ground(pose) => Ground::<D>::at(Flat::load(pose)).fmt(f),
            End::Prescribed(_) => f.debug_struct("Prescribed").finish_non_exhaustive(),
        }
    }
}
impl<D: Domain> Port for AnyPort<D> {
    type Domain = D;
    fn into_end(self) -> End {
        self.end
    }
}

/// Full names of the types of the ports that ends were, by which connections are sorted; see
/// [`stiction_core::AnyImpedance::type_name`].
pub(crate) struct TypeNames<'a> {
    pub(crate) ends: &'a [End],
    pub(crate) names: Vec<&'static str>,
}

impl PortVisitor for TypeNames<'_> {
    fn visit<D: Domain>(&mut self, port: usize) {
        self.names.push(type_name::<D>(&self.ends[port]));
    }
}

/// Returns the full name of the type of the port that an end was.
pub(crate) fn type_name<D: Domain>(end: &End) -> &'static str {
    match end {
        End::Node { .. } => core::any::type_name::<NodePort<D>>(),
        End::Ground(_) => core::any::type_name::<Ground<D>>(),
        End::Prescribed(drive) => drive.type_name(),
    }
}
