//! A port whose kind is known at run time only.

use core::fmt;
use std::sync::Arc;

use stiction_core::lanes::Block;
use stiction_core::{Domain, Drive, Flat, Motion, Real, Stage};

use crate::attach::{Attach, End, Held, ResolvedEnd, Resolver};
use crate::pool::CAPACITY;
use crate::port::{Ground, NodePort, Port, Prescribed};

/// A port of a node, the ground or a prescribed motion, for mechanisms that are described by data.
///
/// With it, with boxed laws and boxed couplings, one type of connection serves a whole domain. The
/// mechanism moves with the same bits as one whose types are written out.
///
/// ```
/// use stiction_core::{Coupling, Direct, Impedance, Line, Motion, Stage};
/// use stiction_network::{AnyPort, Ground, NetworkBuilder};
/// # #[derive(Debug)]
/// # struct Spring;
/// # impl Impedance for Spring {
/// #     type Domain = Line;
/// #     fn respond(&self, _: &Stage, at: &Motion<Line>, _: &[f64], _: &mut [f64]) -> f64 { -at.pose }
/// # }
/// let law: Box<dyn Impedance<Domain = Line>> = Box::new(Spring);
/// let through: Box<dyn Coupling<From = Line, To = Line>> = Box::new(Direct::<Line>::new());
/// let mut net = NetworkBuilder::new();
/// net.connect(law, through, AnyPort::from(Ground::at(0.5)))?;
/// # Ok::<(), stiction_network::NetworkError>(())
/// ```
#[derive(Clone)]
pub struct AnyPort<D: Domain>(Kind<D>);

#[derive(Clone)]
enum Kind<D: Domain> {
    Node(NodePort<D>),
    Ground(Ground<D>),
    Prescribed { drive: Arc<dyn Drive<D>>, type_name: &'static str },
}

impl<D: Domain> From<NodePort<D>> for AnyPort<D> {
    fn from(port: NodePort<D>) -> Self {
        Self(Kind::Node(port))
    }
}
impl<D: Domain> From<Ground<D>> for AnyPort<D> {
    fn from(ground: Ground<D>) -> Self {
        Self(Kind::Ground(ground))
    }
}
impl<D: Domain, V: Drive<D>> From<Prescribed<D, V>> for AnyPort<D> {
    fn from(prescribed: Prescribed<D, V>) -> Self {
        let type_name = core::any::type_name::<Prescribed<D, V>>();
        Self(Kind::Prescribed { drive: prescribed.into_drive(), type_name })
    }
}

impl<D: Domain> fmt::Debug for AnyPort<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Node(port) => port.fmt(f),
            Kind::Ground(ground) => ground.fmt(f),
            Kind::Prescribed { .. } => f.debug_struct("Prescribed").finish_non_exhaustive(),
        }
    }
}

/// [`AnyPort`] in the state vector.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "a drive has none")]
pub enum ResolvedPort<D: Domain> {
    Node(u32),
    Ground(D::Pose),
    Prescribed(Arc<dyn Drive<D>>),
}

fn held_drive<D: Domain>(drive: &dyn Drive<D>) -> Held<'_> {
    Held::Prescribed(drive, drive.describe())
}

impl<D: Domain> Attach for AnyPort<D> {
    type At = D;
    type Resolved = ResolvedPort<D>;
    const IS_ANY: bool = true;
    fn type_name(&self) -> &'static str {
        match &self.0 {
            Kind::Node(port) => port.type_name(),
            Kind::Ground(ground) => ground.type_name(),
            Kind::Prescribed { type_name, .. } => type_name,
        }
    }
    fn end(&self) -> End {
        match &self.0 {
            Kind::Node(port) => port.end(),
            Kind::Ground(ground) => ground.end(),
            Kind::Prescribed { .. } => End::Prescribed,
        }
    }
    fn resolve(&self, resolver: Resolver<'_>) -> ResolvedPort<D> {
        match &self.0 {
            Kind::Node(port) => ResolvedPort::Node(port.resolve(resolver)),
            Kind::Ground(ground) => ResolvedPort::Ground(ground.resolve(resolver)),
            Kind::Prescribed { drive, .. } => ResolvedPort::Prescribed(Arc::clone(drive)),
        }
    }
    fn resolved_end(resolved: &ResolvedPort<D>) -> ResolvedEnd {
        match resolved {
            ResolvedPort::Node(offset) => ResolvedEnd::Node(*offset),
            ResolvedPort::Ground(_) => ResolvedEnd::Ground,
            ResolvedPort::Prescribed(_) => ResolvedEnd::Prescribed,
        }
    }
    fn held(&self) -> Held<'_> {
        match &self.0 {
            Kind::Node(_) => Held::Node,
            Kind::Ground(ground) => Attach::held(ground),
            Kind::Prescribed { drive, .. } => held_drive(&**drive),
        }
    }
    fn resolved_held(resolved: &ResolvedPort<D>) -> Held<'_> {
        match resolved {
            ResolvedPort::Node(_) => Held::Node,
            ResolvedPort::Ground(pose) => <Ground<D> as Attach>::resolved_held(pose),
            ResolvedPort::Prescribed(drive) => held_drive(&**drive),
        }
    }
    fn read(resolved: &ResolvedPort<D>, stage: &Stage, x: &[f64]) -> Motion<D> {
        match resolved {
            ResolvedPort::Node(offset) => NodePort::read(offset, stage, x),
            ResolvedPort::Ground(pose) => Ground::read(pose, stage, x),
            ResolvedPort::Prescribed(drive) => drive.motion(stage),
        }
    }
    fn push(resolved: &ResolvedPort<D>, effort: &D::Effort, dx: &mut [f64]) {
        if let ResolvedPort::Node(offset) = resolved {
            NodePort::<D>::push(offset, effort, dx);
        }
    }
    fn is_like(resolved: &ResolvedPort<D>, other: &ResolvedPort<D>) -> bool {
        match (resolved, other) {
            (ResolvedPort::Node(a), ResolvedPort::Node(b)) => NodePort::<D>::is_like(a, b),
            (ResolvedPort::Ground(a), ResolvedPort::Ground(b)) => Ground::<D>::is_like(a, b),
            (ResolvedPort::Prescribed(a), ResolvedPort::Prescribed(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }
    fn moved(resolved: &ResolvedPort<D>, to: &dyn Fn(u32) -> u32) -> ResolvedPort<D> {
        match resolved {
            ResolvedPort::Node(offset) => ResolvedPort::Node(to(*offset)),
            other => other.clone(),
        }
    }
    fn read_lanes<R: Real>(
        token: R::Token,
        resolved: &ResolvedPort<D>,
        stage: &Stage,
        x: (&[Block], usize),
        motion: &mut [R],
    ) {
        match resolved {
            ResolvedPort::Node(offset) => {
                NodePort::<D>::read_lanes(token, offset, stage, x, motion);
            }
            ResolvedPort::Ground(pose) => Ground::<D>::read_lanes(token, pose, stage, x, motion),
            ResolvedPort::Prescribed(drive) => {
                let mut same = [0.0; CAPACITY];
                drive.motion(stage).store(&mut same);
                for (number, same) in motion.iter_mut().zip(same) {
                    *number = R::splat(token, same);
                }
            }
        }
    }
    fn push_lanes<R: Real>(
        token: R::Token,
        resolved: &ResolvedPort<D>,
        effort: &[R],
        dx: (&mut [Block], usize),
    ) {
        if let ResolvedPort::Node(offset) = resolved {
            NodePort::<D>::push_lanes(token, offset, effort, dx);
        }
    }
    fn next_jump(resolved: &ResolvedPort<D>, after: f64) -> Option<f64> {
        match resolved {
            ResolvedPort::Prescribed(drive) => drive.next_jump(after),
            ResolvedPort::Node(_) | ResolvedPort::Ground(_) => None,
        }
    }
}
impl<D: Domain> Port for AnyPort<D> {
    type Domain = D;
}
