//! Ports whose domains are known at run time only, for mechanisms that are described by data.

use core::any::TypeId;

use stiction_core::{Domain, PortDomains, PortVisitor};

use crate::end::End;
use crate::port::{AnyPort, Ground, sealed::IntoEnd};
use crate::ports::{Ports, sealed::IntoEnds};

/// A port of a domain that is known at run time only: a reader of files has many of them in one list.
///
/// ```
/// use stiction_core::{Line, Shaft};
/// use stiction_network::{AnyPort, Ground, UntypedPort, UntypedPorts};
///
/// let wall = UntypedPort::from(AnyPort::from(Ground::<Line>::at(0.5)));
/// assert_eq!(wall.domain_name(), "1-D translation");
/// let ports = [wall.ground(), wall];
/// assert!(UntypedPorts::<(Line, Line)>::new(&ports).is_some());
/// assert!(UntypedPorts::<(Line, Shaft)>::new(&ports).is_none());
/// ```
#[derive(Clone)]
pub struct UntypedPort {
    end: End,
    domain: TypeId,
    domain_name: &'static str,
    ground: fn() -> Self,
}

impl UntypedPort {
    /// Its domain.
    #[must_use]
    pub const fn domain(&self) -> TypeId {
        self.domain
    }

    /// The domain in messages, [`Domain::NAME`].
    #[must_use]
    pub const fn domain_name(&self) -> &'static str {
        self.domain_name
    }

    /// The ground at the origin of the same domain.
    #[must_use]
    pub fn ground(&self) -> Self {
        (self.ground)()
    }
}

impl<D: Domain> From<AnyPort<D>> for UntypedPort {
    fn from(port: AnyPort<D>) -> Self {
        Self {
            end: port.into_end(),
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

/// Such ports, whose number and domains are those of `F`: what a map of `F` can be connected to.
pub struct UntypedPorts<F: PortDomains>(F::Each<End>);

impl<F: PortDomains> UntypedPorts<F> {
    /// The ports, if they fit.
    #[must_use]
    pub fn new(ports: &[UntypedPort]) -> Option<Self> {
        let mut domains = Domains(vec![]);
        F::visit(&mut domains);
        let fit = domains.0.iter().eq(ports.iter().map(|port| &port.domain));
        fit.then(|| Self(F::each(|port| ports[port].end.clone())))
    }
}

impl<F: PortDomains> Clone for UntypedPorts<F> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

struct Domains(Vec<TypeId>);

impl PortVisitor for Domains {
    fn visit<D: Domain>(&mut self, _: usize) {
        self.0.push(TypeId::of::<D>());
    }
}

impl<F: PortDomains> core::fmt::Debug for UntypedPorts<F> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let names: Vec<_> = F::DOMAINS.iter().map(|domain| domain.name).collect();
        f.debug_tuple("UntypedPorts").field(&names).finish()
    }
}

impl<F: PortDomains> Ports for UntypedPorts<F> {
    type Domains = F;
}
impl<F: PortDomains> IntoEnds for UntypedPorts<F> {
    type All = F;
    fn into_ends(self) -> F::Each<End> {
        self.0
    }
}
