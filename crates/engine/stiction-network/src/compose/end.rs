//! Ends of a connection: one enum for all ports, whatever their domains.
//!
//! A connection is made of typed ports, so that the compiler can compare domains. When it has, the
//! types have done their work: each [`Port`](crate::Port) becomes an [`End`], and the later steps (the
//! checks, the order, the layout, the names in messages) know nothing else. When the network is built,
//! an end that leads to a node becomes the offset of a motion in the state; any other is *outside*, and
//! has its motion from itself.
//!
//! ```text
//! NodePort<Line>        -> End::Node { address, port }   -> offset in the state
//! Ground<Line>          -> End::Ground(scalars of pose)   \
//! Prescribed<Line, Belt> -> End::Prescribed(drive)         > stays as it is
//! ```

use core::any::Any;
use std::sync::Arc;

use stiction_core::{AnyDomain, Input, Stage};

/// Address of a component: network, pool of its type, place in the order of insertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address {
    pub network: u32,
    pub pool: u32,
    pub slot: u32,
}

/// One end of a connection.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "a drive has none")]
pub enum End {
    /// A port of an admittance.
    Node { address: Address, port: usize, domain: &'static AnyDomain, component: fn() -> String },
    /// A fixed pose, as its scalars.
    Ground(Arc<[f64]>),
    /// A prescribed motion.
    Prescribed(Arc<dyn AnyDrive>),
}

/// One end of a connection in the state vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ResolvedEnd {
    /// Offset of the motion of the port.
    Node(u32),
    /// A fixed pose.
    Ground,
    /// A prescribed motion.
    Prescribed,
}

impl End {
    /// Returns the text that tells apart two ends of one type that lead to no node.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Node { .. } => String::new(),
            Self::Ground(pose) => format!("{pose:?}"),
            Self::Prescribed(drive) => drive.describe(),
        }
    }

    /// Returns the inputs of its motion.
    pub(crate) fn inputs(&self) -> Vec<&Input> {
        match self {
            Self::Prescribed(drive) => drive.inputs(),
            Self::Node { .. } | Self::Ground(_) => vec![],
        }
    }

    /// Returns the shortest period of its motion [s], if it is prescribed and has one.
    pub(crate) fn shortest_period(&self) -> Option<f64> {
        match self {
            Self::Prescribed(drive) => drive.shortest_period(),
            Self::Node { .. } | Self::Ground(_) => None,
        }
    }

    /// Returns whether this end is the same as the `other`, or both lead to a node.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Node { .. }, Self::Node { .. }) => true,
            (Self::Ground(a), Self::Ground(b)) => {
                a.iter().map(|scalar| scalar.to_bits()).eq(b.iter().map(|scalar| scalar.to_bits()))
            }
            (Self::Prescribed(a), Self::Prescribed(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }
}

/// A [`Drive`](stiction_core::Drive) whose domain is no longer in its type: its motion comes as scalars.
pub trait AnyDrive: Send + Sync {
    /// Writes the motion at the stage, in the order of [`Flat`](stiction_core::Flat).
    fn motion(&self, stage: &Stage, motion: &mut [f64]);
    fn next_jump(&self, after: f64) -> Option<f64>;
    fn inputs(&self) -> Vec<&Input>;
    fn shortest_period(&self) -> Option<f64>;
    fn describe(&self) -> String;
    /// Returns the full name of the type of its port.
    fn type_name(&self) -> &'static str;
    /// Returns the drive itself.
    fn as_any(&self) -> &dyn Any;
}

/// Finds the offset of a port in the state vector.
pub(crate) type Resolver<'a> = &'a dyn Fn(&Address, usize) -> u32;

/// Returns the text that tells apart connections of one type that lead to the same nodes.
pub(crate) fn text_of<'a>(ends: impl IntoIterator<Item = Option<&'a End>>) -> String {
    let text = |end: Option<&End>| end.map(End::text).unwrap_or_default();
    ends.into_iter().map(text).collect::<Vec<_>>().join(" ")
}
