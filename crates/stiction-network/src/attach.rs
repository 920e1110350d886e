//! What the network does with ports; sealed, so that the kinds of ports are those of [`crate::port`].

use stiction_core::{Domain, Effort, Motion, PortDomains, Stage};

use crate::error::NetworkError;
use crate::port::Port;

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

/// Finds the offset of a port in the state vector.
pub(crate) type Resolver<'a> = &'a dyn Fn(&Address, usize) -> u32;

/// One port.
pub trait Attach: Clone + Send + Sync + 'static {
    type At: Domain;
    type Resolved: Clone + Send + Sync + 'static;
    const IS_NODE: bool;
    fn end(&self) -> End;
    fn resolve(&self, resolver: Resolver<'_>) -> Self::Resolved;
    fn resolved_end(resolved: &Self::Resolved) -> ResolvedEnd;
    fn read(resolved: &Self::Resolved, stage: &Stage, x: &[f64]) -> Motion<Self::At>;
    fn push(resolved: &Self::Resolved, effort: &Effort<Self::At>, dx: &mut [f64]);
    fn next_jump(resolved: &Self::Resolved, after: f64) -> Option<f64>;
}

/// All ports of a connection.
pub trait AttachAll: Clone + Send + Sync + 'static {
    type All: PortDomains;
    type Resolved: Clone + Send + Sync + 'static;
    fn ends(&self) -> Vec<End>;
    fn resolve(&self, resolver: Resolver<'_>) -> Self::Resolved;
    fn resolved_ends(resolved: &Self::Resolved) -> Vec<ResolvedEnd>;
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
    /// Power that the efforts give to the ports that are not nodes.
    fn drive_power(
        motions: &<Self::All as PortDomains>::Motions,
        efforts: &<Self::All as PortDomains>::Efforts,
    ) -> f64;
    fn next_jump(resolved: &Self::Resolved, after: f64) -> Option<f64>;
}

impl<P: Port> AttachAll for P {
    type All = P::Domain;
    type Resolved = P::Resolved;
    fn ends(&self) -> Vec<End> {
        vec![self.end()]
    }
    fn resolve(&self, resolver: Resolver<'_>) -> P::Resolved {
        Attach::resolve(self, resolver)
    }
    fn resolved_ends(resolved: &P::Resolved) -> Vec<ResolvedEnd> {
        vec![P::resolved_end(resolved)]
    }
    #[inline(always)]
    fn read(resolved: &P::Resolved, stage: &Stage, x: &[f64]) -> Motion<P::Domain> {
        <P as Attach>::read(resolved, stage, x)
    }
    #[inline(always)]
    fn push(resolved: &P::Resolved, efforts: &Effort<P::Domain>, dx: &mut [f64]) {
        <P as Attach>::push(resolved, efforts, dx);
    }
    fn drive_power(motions: &Motion<P::Domain>, efforts: &Effort<P::Domain>) -> f64 {
        if P::IS_NODE { 0.0 } else { P::Domain::power(&motions.flow, efforts) }
    }
    fn next_jump(resolved: &P::Resolved, after: f64) -> Option<f64> {
        <P as Attach>::next_jump(resolved, after)
    }
}

/// The earlier of two times, if any.
pub(crate) fn earlier(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (one, other) => one.or(other),
    }
}

macro_rules! port_tuple {
    ($($name:ident $index:tt),+) => {
            impl<$($name: Port),+> AttachAll for ($($name,)+) {
            type All = ($($name::Domain,)+);
            type Resolved = ($($name::Resolved,)+);
            fn ends(&self) -> Vec<End> {
                vec![$(self.$index.end()),+]
            }
            fn resolve(&self, resolver: Resolver<'_>) -> Self::Resolved {
                ($(Attach::resolve(&self.$index, resolver),)+)
            }
            fn resolved_ends(resolved: &Self::Resolved) -> Vec<ResolvedEnd> {
                vec![$($name::resolved_end(&resolved.$index)),+]
            }
            #[inline(always)]
            fn read(
                resolved: &Self::Resolved,
                stage: &Stage,
                x: &[f64],
            ) -> <Self::All as PortDomains>::Motions {
                ($(<$name as Attach>::read(&resolved.$index, stage, x),)+)
            }
            #[inline(always)]
            fn push(
                resolved: &Self::Resolved,
                efforts: &<Self::All as PortDomains>::Efforts,
                dx: &mut [f64],
            ) {
                $(<$name as Attach>::push(&resolved.$index, &efforts.$index, dx);)+
            }
            fn drive_power(
                motions: &<Self::All as PortDomains>::Motions,
                efforts: &<Self::All as PortDomains>::Efforts,
            ) -> f64 {
                let mut power = 0.0;
                $(if !$name::IS_NODE {
                    power += $name::Domain::power(&motions.$index.flow, &efforts.$index);
                })+
                power
            }
            fn next_jump(resolved: &Self::Resolved, after: f64) -> Option<f64> {
                let mut jump = None;
                $(jump = earlier(jump, <$name as Attach>::next_jump(&resolved.$index, after));)+
                jump
            }
        }
    };
}
port_tuple!(A 0, B 1);
port_tuple!(A 0, B 1, C 2);

impl<P: Port, const K: usize> AttachAll for [P; K] {
    type All = [P::Domain; K];
    type Resolved = [P::Resolved; K];
    fn ends(&self) -> Vec<End> {
        self.iter().map(Attach::end).collect()
    }
    fn resolve(&self, resolver: Resolver<'_>) -> Self::Resolved {
        core::array::from_fn(|i| Attach::resolve(&self[i], resolver))
    }
    fn resolved_ends(resolved: &Self::Resolved) -> Vec<ResolvedEnd> {
        resolved.iter().map(P::resolved_end).collect()
    }
    #[inline(always)]
    fn read(resolved: &Self::Resolved, stage: &Stage, x: &[f64]) -> [Motion<P::Domain>; K] {
        core::array::from_fn(|i| <P as Attach>::read(&resolved[i], stage, x))
    }
    #[inline(always)]
    fn push(resolved: &Self::Resolved, efforts: &[Effort<P::Domain>; K], dx: &mut [f64]) {
        for (resolved, effort) in resolved.iter().zip(efforts) {
            <P as Attach>::push(resolved, effort, dx);
        }
    }
    fn drive_power(motions: &[Motion<P::Domain>; K], efforts: &[Effort<P::Domain>; K]) -> f64 {
        let pairs = motions.iter().zip(efforts);
        pairs.map(|(motion, effort)| <P as AttachAll>::drive_power(motion, effort)).sum()
    }
    fn next_jump(resolved: &Self::Resolved, after: f64) -> Option<f64> {
        resolved.iter().fold(None, |jump, r| earlier(jump, <P as Attach>::next_jump(r, after)))
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
