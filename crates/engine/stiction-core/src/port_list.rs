//! The ports of an admittance: how many, of which domains, and what tells them apart.

use core::fmt::Debug;

use crate::{AnyDomain, Domain};

/// The ports of an admittance.
///
/// ```
/// use stiction_core::{PortList, Shaft};
/// let joints = PortList::of::<Shaft>(3);
/// assert_eq!((joints.count(), joints.are_numbered()), (3, true));
/// assert_eq!((joints.domain(2).name, joints.name(2)), ("1-D rotation", None));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PortList<'a> {
    count: usize,
    are_numbered: bool,
    domain: &'static AnyDomain,
    told_by: Option<&'a dyn UnlikePorts>,
}

/// Ports that differ in their domains, that have names, or about which a component knows more than [`PortList`].
pub trait UnlikePorts: Debug {
    /// Returns the domain of a port; `usual` is that of the component: a tree of links has shafts and lines for its
    /// joints, and a frame in space for a base that is free. It is constant during the life of the component.
    fn domain(&self, port: usize, usual: &'static AnyDomain) -> &'static AnyDomain {
        let _ = port;
        usual
    }

    /// Returns the name of a port, if it has its own: `arm.shoulder`. None by default.
    fn name(&self, port: usize) -> Option<&str> {
        let _ = port;
        None
    }

    /// Returns where a port is in space \[m\] whose domain has no place there, the joint of an arm: for pictures.
    /// Nowhere by default.
    fn joint_at(&self, state: &[f64], port: usize) -> Option<[f64; 3]> {
        let _ = (state, port);
        None
    }

    /// Returns a port that has nothing to move in this state, so that an effort on it has no finite rate: a joint of an
    /// arm in a position in which its inertia matrix is singular. None by default. A run asks once, as it starts.
    fn without_inertia(&self, state: &[f64]) -> Option<WithoutInertia> {
        let _ = state;
        None
    }
}

/// A port of a component that has nothing to move in some state.
#[derive(Clone, Debug, PartialEq)]
pub struct WithoutInertia {
    /// Name of the port.
    pub port: String,
    /// The inertia that it moves while the ports that it carries are free and those that carry it are locked
    /// \[effort per acceleration\]: nothing but rounding.
    pub inertia: f64,
    /// The inertia that it would move if the other ports were locked.
    pub locked: f64,
}

impl<'a> PortList<'a> {
    /// Returns ports of one domain, told apart by numbers, `arm[0]`, if there are several.
    #[must_use]
    #[inline(always)]
    pub const fn of<D: Domain>(count: usize) -> Self {
        Self { count, are_numbered: count > 1, domain: AnyDomain::get::<D>(), told_by: None }
    }

    /// Returns the ports, told apart by numbers even if there is only one.
    #[must_use]
    pub const fn numbered(self) -> Self {
        Self { are_numbered: true, ..self }
    }

    /// Returns the ports, about which the component tells more.
    #[must_use]
    pub const fn told_by(self, component: &'a dyn UnlikePorts) -> Self {
        Self { told_by: Some(component), ..self }
    }

    /// Returns their number; it is constant during the life of the component.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Returns whether they are told apart by numbers, `arm[0]`, and not by the name of the component alone.
    #[must_use]
    pub const fn are_numbered(&self) -> bool {
        self.are_numbered
    }

    /// Returns the domain of a port.
    #[must_use]
    #[inline(always)]
    pub fn domain(&self, port: usize) -> &'static AnyDomain {
        self.told_by.map_or(self.domain, |component| component.domain(port, self.domain))
    }

    /// Returns the domains of all, in their order.
    #[inline(always)]
    pub fn domains(&self) -> impl ExactSizeIterator<Item = &'static AnyDomain> + use<'a> {
        let ports = *self;
        (0..ports.count).map(move |port| ports.domain(port))
    }

    /// Returns where the motion of a port begins in the state; behind the last port, where the internal state does.
    #[must_use]
    #[inline(always)]
    pub fn offset(&self, port: usize) -> usize {
        self.domains().take(port).map(AnyDomain::motion_len).sum()
    }

    /// Returns the name of a port; see [`UnlikePorts::name`].
    #[must_use]
    pub fn name(&self, port: usize) -> Option<&'a str> {
        self.told_by?.name(port)
    }

    /// Returns where a port is in space \[m\]; see [`UnlikePorts::joint_at`].
    #[must_use]
    pub fn joint_at(&self, state: &[f64], port: usize) -> Option<[f64; 3]> {
        self.told_by?.joint_at(state, port)
    }

    /// Returns a port that has nothing to move; see [`UnlikePorts::without_inertia`].
    #[must_use]
    pub fn without_inertia(&self, state: &[f64]) -> Option<WithoutInertia> {
        self.told_by?.without_inertia(state)
    }
}
