//! Ports of any domain.

use stiction_core::{Domain, Line, PlanarFrame, Plane, Shaft, Space, SpatialFrame};
use stiction_network::AnyPort;

/// A port whose domain is known at run time only.
#[derive(Clone, Debug)]
pub(crate) enum DomainPort {
    Line(AnyPort<Line>),
    Shaft(AnyPort<Shaft>),
    Plane(AnyPort<Plane>),
    Space(AnyPort<Space>),
    PlanarFrame(AnyPort<PlanarFrame>),
    SpatialFrame(AnyPort<SpatialFrame>),
}

impl DomainPort {
    /// The domain in messages.
    pub(crate) const fn domain(&self) -> &'static str {
        match self {
            Self::Line(_) => Line::NAME,
            Self::Shaft(_) => Shaft::NAME,
            Self::Plane(_) => Plane::NAME,
            Self::Space(_) => Space::NAME,
            Self::PlanarFrame(_) => PlanarFrame::NAME,
            Self::SpatialFrame(_) => SpatialFrame::NAME,
        }
    }
}

macro_rules! port_of {
    ($($name:ident),+) => {$(
        impl From<AnyPort<$name>> for DomainPort {
            fn from(port: AnyPort<$name>) -> Self {
                Self::$name(port)
            }
        }
    )+};
}
port_of!(Line, Shaft, Plane, Space, PlanarFrame, SpatialFrame);
