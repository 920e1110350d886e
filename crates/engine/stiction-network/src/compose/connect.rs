//! Connections: a law, a map and ports become a wire of a pool.

use core::any::{Any, TypeId};

use stiction_core::boxed::BoxedCoupling;
use stiction_core::{
    AnyCoupling, AnyDomain, AnyImpedance, AnyLaw, Coupling, Direct, Domain, Impedance, PortDomains,
};

use crate::compose::builder::{NetworkBuilder, pool_of};
use crate::compose::end::{Address, End};
use crate::compose::fit::check_fit;
use crate::compose::handle::Wire;
use crate::compose::port::TypeNames;
use crate::compose::ports::{Ports, type_name};
use crate::compose::start::check_domain;
use crate::compose::untyped::UntypedPort;
use crate::error::NetworkError;
use crate::pool::{BoxedWire, BoxedWires, NodePool, WirePool, Wires};

impl NetworkBuilder {
    /// Connects an impedance to ports through a coupling; its internal state starts at zero.
    ///
    /// # Errors
    /// [`NetworkError::Foreign`] if a port belongs to another network,
    /// [`NetworkError::NoSuchPort`] if a component has fewer ports,
    /// [`NetworkError::PortDomain`] if a port is of [another domain](stiction_core::UnlikePorts::domain),
    /// [`NetworkError::Misfit`] if the law cannot stand behind the map: see [`Coupling::fit`] and
    /// [`Coupling::flow_is_pose_rate`].
    pub fn connect<I, C, P>(
        &mut self,
        law: I,
        coupling: C,
        ports: P,
    ) -> Result<Wire<I>, NetworkError>
    where
        I: Impedance,
        C: Coupling<To = I::Domain, From = P::Domains>,
        P: Ports,
    {
        self.connect_ends(law, coupling, &ports.into_ends())
    }

    /// Connects as [`Self::connect`] does, without the types of the ports: compiled once for a law and a map, whatever
    /// the ports.
    fn connect_ends<I, C>(
        &mut self,
        law: I,
        coupling: C,
        ends: &[End],
    ) -> Result<Wire<I>, NetworkError>
    where
        I: Impedance,
        C: Coupling<To = I::Domain>,
    {
        let kind = WireKind {
            pool: TypeId::of::<Wires<I, C>>(),
            port_names: port_names::<C::From>(ends),
            make: &|type_name| Box::new(Wires::<I, C>::new(type_name)),
        };
        let (address, wires) = self.pool_of_wires(&law, &coupling, ends, &kind)?;
        if let Some(wires) = wires.downcast_mut::<Wires<I, C>>() {
            wires.add(law, coupling, ends);
        }
        Ok(Wire::new(address))
    }

    /// Connects as [`Self::connect`] does, for components known at run time only: a law and a map in boxes, between
    /// ports in a list. The mechanism moves with the bits that it has when it is composed of types.
    ///
    /// ```
    /// use stiction_core::{AnyLaw, Direct, Line, impedance::from_fn};
    /// use stiction_network::{AnyPort, Ground, NetworkBuilder, UntypedPort};
    ///
    /// let law: AnyLaw<Line> = Box::new(from_fn::<Line, _>(|_, motion| -8.0 * motion.pose));
    /// let wall = UntypedPort::from(AnyPort::from(Ground::<Line>::at(0.5)));
    /// NetworkBuilder::new().connect_boxed(law, Box::new(Direct::<Line>::new()), &[wall])?;
    /// # Ok::<(), stiction_network::NetworkError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Self::connect`]; [`NetworkError::Misfit`] too if the map is one of other ports or to another domain.
    pub fn connect_boxed<D: Domain>(
        &mut self,
        law: AnyLaw<D>,
        coupling: Box<dyn BoxedCoupling>,
        ports: &[UntypedPort],
    ) -> Result<Wire<dyn Impedance<Domain = D>>, NetworkError> {
        let is_direct = (&*coupling as &dyn Any).is::<Direct<D>>();
        let wire = BoxedWire { law: law.erased(), map: coupling };
        Ok(Wire::new(self.connect_wire(wire, is_direct, ports)?))
    }

    fn connect_wire(
        &mut self,
        wire: BoxedWire,
        is_direct: bool,
        ports: &[UntypedPort],
    ) -> Result<Address, NetworkError> {
        let BoxedWire { law, map } = &wire;
        let misfit = |reason| NetworkError::Misfit { law: law.name(), map: map.name(), reason };
        if !map.domains().iter().map(AnyDomain::id).eq(ports.iter().map(UntypedPort::domain)) {
            return Err(misfit("is a map of other ports"));
        }
        if ports.is_empty() {
            return Err(misfit("reads no port"));
        }
        if map.attached().id() != law.domain().id() {
            return Err(misfit("leads to a port of another domain than that of the law"));
        }
        let ends: Vec<_> = ports.iter().map(|port| port.end.clone()).collect();
        let kind = WireKind {
            pool: TypeId::of::<BoxedWires>(),
            port_names: ports.iter().map(|port| port.type_name).collect(),
            make: &|type_name| Box::new(BoxedWires::new(type_name, &wire, is_direct)),
        };
        let (address, wires) = self.pool_of_wires(&**law, &**map, &ends, &kind)?;
        if let Some(wires) = wires.downcast_mut::<BoxedWires>() {
            wires.add(wire, &ends);
        }
        Ok(address)
    }

    /// Returns the address of a connection, if it can be made, and the pool to which it is to be added.
    fn pool_of_wires(
        &mut self,
        law: &dyn AnyImpedance,
        map: &dyn AnyCoupling,
        ends: &[End],
        kind: &WireKind<'_>,
    ) -> Result<(Address, &mut dyn Any), NetworkError> {
        check_ends(law, map, self.id, ends, &self.nodes)?;
        check_fit(law, map)?;
        let names = &kind.port_names[..];
        let ports = || type_name(map.domains_name(), names);
        let inside = [&[law.type_name(), map.type_name()], names].concat();
        let make = || {
            let [law, map] = [law.type_name(), map.type_name()];
            (kind.make)(format!("({law}, {map}, {})", ports()))
        };
        let pool = pool_of(&mut self.index, (kind.pool, inside), &mut self.wires, &make);
        let address = self.address(pool, self.wires[pool].len());
        Ok((address, &mut *self.wires[pool]))
    }
}

/// The types of a connection: all code that is compiled for each kind of connection.
struct WireKind<'a> {
    pool: TypeId,
    /// Full names of the types of the ports.
    port_names: Vec<&'static str>,
    /// Makes the pool, of the full name of its types.
    make: &'a dyn Fn(String) -> Box<dyn WirePool>,
}

fn port_names<F: PortDomains>(ends: &[End]) -> Vec<&'static str> {
    let mut names = TypeNames { ends, names: vec![] };
    F::visit(&mut names);
    names.names
}

/// Checks that every node among `ends` belongs to `network` and has the port asked for, of the domain asked for.
fn check_ends(
    law: &dyn AnyImpedance,
    map: &dyn AnyCoupling,
    network: u32,
    ends: &[End],
    nodes: &[Box<dyn NodePool>],
) -> Result<(), NetworkError> {
    for end in ends {
        let End::Node { address, port, domain, component } = end else { continue };
        let name = || format!("port {port} of {} #{}", component(), address.slot);
        if address.network != network {
            let what = format!("cannot connect {} to {}: the port", law.name(), name());
            return Err(NetworkError::Foreign { what, expected: network, found: address.network });
        }
        let node = nodes[address.pool as usize].item(address.slot as usize);
        let count = node.ports().count();
        if *port >= count {
            return Err(NetworkError::NoSuchPort { port: name(), count });
        }
        check_domain(node, *port, domain, map.reads_joints())?;
    }
    Ok(())
}
