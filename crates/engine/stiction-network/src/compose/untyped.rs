//! Ports whose domains are known at run time only, for mechanisms that are described by data.

use core::any::TypeId;

use stiction_core::{AnyDomain, Domain};

use crate::compose::end::End;
use crate::compose::port::{AnyPort, Ground, Port, type_name};

/// A port of a domain that is known at run time only: a reader of files has many of them in one list.
///
/// [`NetworkBuilder::connect_boxed`](crate::NetworkBuilder::connect_boxed) takes them.
#[derive(Clone)]
pub struct UntypedPort {
    pub(crate) end: End,
    /// Full name of its type.
    pub(crate) type_name: &'static str,
    domain: &'static AnyDomain,
    ground: fn() -> Self,
}

impl UntypedPort {
    /// Returns its domain.
    #[must_use]
    pub fn domain(&self) -> TypeId {
        self.domain.id()
    }

    /// Returns the domain in messages, [`Domain::NAME`].
    #[must_use]
    pub const fn domain_name(&self) -> &'static str {
        self.domain.name
    }

    /// Returns the ground at the origin of the same domain.
    #[must_use]
    pub fn ground(&self) -> Self {
        (self.ground)()
    }
}

impl<D: Domain> From<AnyPort<D>> for UntypedPort {
    fn from(port: AnyPort<D>) -> Self {
        let end = port.into_end();
        Self {
            type_name: type_name::<D>(&end),
            end,
            domain: AnyDomain::get::<D>(),
            ground: || AnyPort::from(Ground::<D>::default()).into(),
        }
    }
}

impl core::fmt::Debug for UntypedPort {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("UntypedPort").field("domain", &self.domain.name).finish_non_exhaustive()
    }
}
