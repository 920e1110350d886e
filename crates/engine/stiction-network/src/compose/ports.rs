//! The ports of one connection: one, a pair, a triple, an array.

use stiction_core::PortDomains;

use crate::compose::end::End;
use crate::compose::port::Port;

/// The ports that an impedance is attached to: one, a pair, a triple, an array of one kind, or one before an array.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a port, nor a tuple or an array of ports",
    label = "a port is needed here",
    note = "a handle names a component, and a component can have several ports: write `handle.port()` \
            (`arm.joint(k)` for a joint of an arm); `Ground` and `Prescribed` are ports too"
)]
pub trait Ports: Clone + Send + Sync + 'static {
    /// Their domains.
    type Domains: PortDomains;
    /// Returns the ports without their domains. Only this crate knows what that is.
    #[doc(hidden)]
    fn into_ends(self) -> Vec<End>;
}

impl<P: Port> Ports for P {
    type Domains = P::Domain;
    fn into_ends(self) -> Vec<End> {
        vec![self.into_end()]
    }
}

macro_rules! port_tuple {
    ($($name:ident $port:ident),+) => {
        impl<$($name: Port),+> Ports for ($($name,)+) {
            type Domains = ($($name::Domain,)+);
            fn into_ends(self) -> Vec<End> {
                let ($($port,)+) = self;
                vec![$($port.into_end()),+]
            }
        }
    };
}
port_tuple!(A a, B b);
port_tuple!(A a, B b, C c);

impl<P: Port, const K: usize> Ports for [P; K] {
    type Domains = [P::Domain; K];
    fn into_ends(self) -> Vec<End> {
        self.into_iter().map(Port::into_end).collect()
    }
}

impl<P: Port, Q: Port, const K: usize> Ports for (P, [Q; K]) {
    type Domains = (P::Domain, [Q::Domain; K]);
    fn into_ends(self) -> Vec<End> {
        let (first, others) = self;
        core::iter::once(first.into_end()).chain(others.into_iter().map(Port::into_end)).collect()
    }
}

/// Returns the name of the type of ports, by the names of the types of all of them and that of their domains.
pub(crate) fn type_name(domains: &str, names: &[&'static str]) -> String {
    // As the domains are put together, so are the ports.
    match names {
        [first, rest @ ..] if domains.starts_with('[') && rest.iter().all(|name| name == first) => {
            format!("[{first}; {}]", names.len())
        }
        _ if domains.starts_with('(') => format!("({})", names.join(", ")),
        _ => names.join(", "),
    }
}
