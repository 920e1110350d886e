//! What the network does with ports; sealed, so that the kinds of ports are those of [`crate::port`].

use core::any::Any;

use stiction_core::lanes::Block;
use stiction_core::{Domain, Effort, Flat, Motion, PortDomains, Real, Stage};

use crate::error::NetworkError;
use crate::pool::CAPACITY;

/// Where a component was put: network, pool of its type, place in the order of insertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Address {
    pub network: u32,
    pub pool: u32,
    pub slot: u32,
}

/// One end of a connection as the checks see it.
#[derive(Clone, Debug)]
pub enum End {
    /// A port of an admittance.
    Node { address: Address, port: usize, component: fn() -> String },
    /// A fixed pose.
    Ground,
    /// A prescribed motion.
    Prescribed,
}

/// One end of a connection in the state vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ResolvedEnd {
    /// Offset of the motion of the port.
    Node(u32),
    /// A fixed pose.
    Ground,
    /// A prescribed motion.
    Prescribed,
}

/// What is at an end of a connection.
#[expect(missing_debug_implementations, reason = "a drive has none")]
pub enum Held<'a> {
    /// A port of an admittance.
    Node,
    /// A fixed pose: its scalars.
    Ground(Vec<f64>),
    /// A prescribed motion, and its parameters as text.
    Prescribed(&'a dyn Any, String),
}

impl Held<'_> {
    /// What tells two ends apart that lead to no node.
    pub(crate) fn text(&self) -> String {
        match self {
            Held::Node => String::new(),
            Held::Ground(pose) => format!("{pose:?}"),
            Held::Prescribed(_, text) => text.clone(),
        }
    }
}

/// Finds the offset of a port in the state vector.
pub(crate) type Resolver<'a> = &'a dyn Fn(&Address, usize) -> u32;

/// One port.
pub trait Attach: Clone + Send + Sync + 'static {
    type At: Domain;
    type Resolved: Clone + Send + Sync + 'static;
    /// Whether the kind of port is known at run time only.
    const IS_ANY: bool = false;
    /// Full name of the kind of port; see [`stiction_core::Impedance::type_name`].
    fn type_name(&self) -> &'static str {
        core::any::type_name::<Self>()
    }
    fn end(&self) -> End;
    fn resolve(&self, resolver: Resolver<'_>) -> Self::Resolved;
    fn resolved_end(resolved: &Self::Resolved) -> ResolvedEnd;
    fn held(&self) -> Held<'_>;
    fn resolved_held(resolved: &Self::Resolved) -> Held<'_>;
    fn read(resolved: &Self::Resolved, stage: &Stage, x: &[f64]) -> Motion<Self::At>;
    fn push(resolved: &Self::Resolved, effort: &Effort<Self::At>, dx: &mut [f64]);
    /// Whether a copy can have the `other` end where this one is, but for its place in the state.
    fn is_like(resolved: &Self::Resolved, other: &Self::Resolved) -> bool;
    /// The same end somewhere else in the state.
    fn moved(resolved: &Self::Resolved, to: &dyn Fn(u32) -> u32) -> Self::Resolved;
    /// [`Self::read`] for several copies of an end; `x` has the state in columns.
    #[inline(always)]
    fn read_lanes<R: Real>(
        token: R::Token,
        resolved: &Self::Resolved,
        stage: &Stage,
        _: (&[Block], usize),
        motion: &mut [R],
    ) {
        let mut same = [0.0; CAPACITY];
        Self::read(resolved, stage, &[]).store(&mut same);
        for (number, same) in motion.iter_mut().zip(same) {
            *number = R::splat(token, same);
        }
    }
    /// [`Self::push`] for several copies of an end.
    #[inline(always)]
    fn push_lanes<R: Real>(
        token: R::Token,
        resolved: &Self::Resolved,
        effort: &[R],
        (dx, lane): (&mut [Block], usize),
    ) {
        let _ = (token, resolved, effort, dx, lane);
    }
    fn next_jump(resolved: &Self::Resolved, after: f64) -> Option<f64>;
}

/// All ports of a connection.
pub trait AttachAll: Clone + Send + Sync + 'static {
    type All: PortDomains;
    type Resolved: Clone + Send + Sync + 'static;
    /// Whether a kind of port is known at run time only.
    const IS_ANY: bool;
    /// Full name of the type, with the kinds of ports that are known at run time only.
    fn type_name(&self) -> String;
    fn ends(&self) -> Vec<End>;
    fn resolve(&self, resolver: Resolver<'_>) -> Self::Resolved;
    fn resolved_ends(resolved: &Self::Resolved) -> Vec<ResolvedEnd>;
    /// What is at the ends.
    fn held(&self) -> Vec<Held<'_>>;
    /// What is at the ends, with the names of their domains.
    fn resolved_held(resolved: &Self::Resolved) -> Vec<(&'static str, Held<'_>)>;
    fn read(
        resolved: &Self::Resolved,
        stage: &Stage,
        x: &[f64],
    ) -> <Self::All as PortDomains>::Motions;
    fn push(
        resolved: &Self::Resolved,
        efforts: &<Self::All as PortDomains>::Efforts,
        dx: &mut [f64],
    );
    /// Whether a copy can have the `other` ends where these are, but for their places in the state.
    fn are_like(resolved: &Self::Resolved, other: &Self::Resolved) -> bool;
    /// The same ends somewhere else in the state.
    fn moved(resolved: &Self::Resolved, to: &dyn Fn(u32) -> u32) -> Self::Resolved;
    /// [`Self::read`] for several copies of a connection; `x` has the state in columns.
    fn read_lanes<R: Real>(
        token: R::Token,
        resolved: &Self::Resolved,
        stage: &Stage,
        x: (&[Block], usize),
        motions: &mut [R],
    );
    /// [`Self::push`] for several copies of a connection.
    fn push_lanes<R: Real>(
        token: R::Token,
        resolved: &Self::Resolved,
        efforts: &[R],
        dx: (&mut [Block], usize),
    );
    /// Power that the efforts give to the ports that are not nodes.
    fn drive_power(
        resolved: &Self::Resolved,
        motions: &<Self::All as PortDomains>::Motions,
        efforts: &<Self::All as PortDomains>::Efforts,
    ) -> f64;
    fn next_jump(resolved: &Self::Resolved, after: f64) -> Option<f64>;
}

/// What tells connections of one type apart that lead to the same nodes.
pub(crate) fn text_of<'a>(ends: impl IntoIterator<Item = Held<'a>>) -> String {
    ends.into_iter().map(|held| held.text()).collect::<Vec<_>>().join(" ")
}

/// The earlier of two times, if any.
pub(crate) fn earlier(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (one, other) => one.or(other),
    }
}

/// Checks that every node among `ends` belongs to `network` and has the port asked for.
pub(crate) fn check_ends(
    law: &str,
    network: u32,
    ends: &[End],
    port_count: impl Fn(&Address) -> usize,
) -> Result<(), NetworkError> {
    for end in ends {
        let End::Node { address, port, component } = end else { continue };
        let name = || format!("port {port} of {} #{}", component(), address.slot);
        if address.network != network {
            return Err(NetworkError::ForeignPort {
                law: law.to_owned(),
                port: name(),
                expected: network,
                found: address.network,
            });
        }
        let count = port_count(address);
        if *port >= count {
            return Err(NetworkError::NoSuchPort { law: law.to_owned(), port: name(), count });
        }
    }
    Ok(())
}
