//! Ports whose domains are known at run time only, for mechanisms that are described by data.

use core::any::TypeId;

use stiction_core::Domain;

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
    domain: TypeId,
    domain_name: &'static str,
    ground: fn() -> Self,
}

impl UntypedPort {
    /// Returns its domain.
    #[must_use]
    pub const fn domain(&self) -> TypeId {
        self.domain
    }

    /// Returns the domain in messages, [`Domain::NAME`].
    #[must_use]
    pub const fn domain_name(&self) -> &'static str {
        self.domain_name
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
            domain: TypeId::of::<D>(),
            domain_name: D::NAME,
            ground: || AnyPort::from(Ground::<D>::default()).into(),
        }
    }
}

impl core::fmt::Debug for UntypedPort {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("UntypedPort").field("domain", &self.domain_name).finish_non_exhaustive()
    }
}
