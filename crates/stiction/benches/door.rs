//! Two ways to compose a mechanism.

use stiction::core::{AnyLaw, Coupling};
use stiction::network::{AnyPort, NodePort, Ports, UntypedPort};
use stiction::prelude::*;

/// How a mechanism is composed: of types, or in boxes, as what a file names is.
#[derive(Clone, Copy)]
pub(crate) enum Door {
    Typed,
    Boxed,
}

impl Door {
    /// Connects a law; `listed` are the same ports.
    pub(crate) fn connect<I, C, P>(
        self,
        net: &mut NetworkBuilder,
        law: I,
        map: C,
        ports: P,
        listed: &[UntypedPort],
    ) where
        I: Impedance,
        C: Coupling<To = I::Domain, From = P::Domains>,
        P: Ports,
    {
        let connected = match self {
            Self::Typed => net.connect(law, map, ports).map(drop),
            Self::Boxed => {
                let law: AnyLaw<I::Domain> = Box::new(law);
                net.connect_boxed(law, Box::new(map), listed).map(drop)
            }
        };
        connected.expect("connected");
    }
}

/// Returns a port as a file has it.
pub(crate) fn untyped<D: Domain>(port: NodePort<D>) -> UntypedPort {
    AnyPort::from(port).into()
}
