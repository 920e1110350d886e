//! Two ways to compose a mechanism.

use stiction::core::{AnyLaw, Coupling};
use stiction::network::{AnyPort, NodePort, Ports, UntypedPort};
use stiction::prelude::*;

/// Way to compose a mechanism: of types, or of boxes like the components of a file.
#[derive(Clone, Copy)]
pub(crate) enum Door {
    Typed,
    Boxed,
}

impl Door {
    /// Connects a law; `listed` has the ports as a list.
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

/// Returns a port as files use it.
pub(crate) fn untyped<D: Domain>(port: NodePort<D>) -> UntypedPort {
    AnyPort::from(port).into()
}
