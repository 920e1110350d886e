//! Typed handles of components.

use core::fmt;
use core::marker::PhantomData;

use stiction_core::{Admittance, Domain, Shaft, short_type_name};

use crate::compose::end::Address;
use crate::compose::port::NodePort;

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        pub struct $name<C: ?Sized> {
            pub(crate) address: Address,
            component: PhantomData<fn(&C)>,
        }
        impl<C: ?Sized> $name<C> {
            pub(crate) const fn new(address: Address) -> Self {
                Self { address, component: PhantomData }
            }
        }
        impl<C: ?Sized> Clone for $name<C> {
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<C: ?Sized> Copy for $name<C> {}
        impl<C: ?Sized> PartialEq for $name<C> {
            fn eq(&self, other: &Self) -> bool {
                self.address == other.address
            }
        }
        impl<C: ?Sized> Eq for $name<C> {}
        impl<C: ?Sized> fmt::Debug for $name<C> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}<{}> #{}", stringify!($name), short_type_name::<C>(), self.address.slot)
            }
        }
    };
}

handle!(
    /// An admittance of a network.
    Handle
);
handle!(
    /// An impedance of a network, with its connection; one that was [connected in a
    /// box](crate::NetworkBuilder::connect_boxed) is a `Wire<dyn Impedance<Domain = D>>`.
    Wire
);

/// An input of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputHandle {
    pub(crate) network: u32,
    /// Place in [`Inputs::declared`](stiction_core::Inputs::declared).
    pub(crate) place: usize,
}

impl<A: Admittance> Handle<A> {
    /// Returns the (first) port of the component.
    #[must_use]
    pub fn port(self) -> NodePort<A::Domain> {
        self.port_at(0)
    }

    /// Returns port `index` of the component; connecting to one that does not exist is an error.
    #[must_use]
    pub fn port_at(self, index: usize) -> NodePort<A::Domain> {
        self.port_as(index)
    }

    /// Port `index` of the component, which is of [a domain of its own](stiction_core::UnlikePorts::domain): the free base of a
    /// tree, a joint that slides. Connecting it as another domain is an error.
    #[must_use]
    pub fn port_as<D: Domain>(self, index: usize) -> NodePort<D> {
        NodePort::new(self.address, index, short_type_name::<A>)
    }
}

impl<A: Admittance<Domain = Shaft>> Handle<A> {
    /// Returns joint `index` of an arm, counted from the base.
    #[must_use]
    pub fn joint(self, index: usize) -> NodePort<Shaft> {
        self.port_at(index)
    }
}
