//! Connections: a law, what it connects, and through which map.

use core::any::Any;
use std::sync::Arc;

use stiction_core::{
    Admittance, AnyLaw, Domain, Effort, Flat, Motion, PortDomains, Shaft, VariableName,
};
use stiction_mechanics::{Articulation, MOST_PORTS_OF_A_LINK};
use stiction_network::{Frame, NetworkBuilder, NetworkError, UntypedPort, UntypedPorts, Wire};

use crate::channel::{Channels, Rubbing};
use crate::described::Known;
use crate::error::{Fault, Inside, nearest};
use crate::law::Law;
use crate::map::{AnyMap, Map};
use crate::surroundings::Surroundings;
use crate::text::{Fields, Node};

/// A law between ports.
#[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Connection {
    /// What it connects: the name of a body, an arm's joint `arm[0]` or `arm.shoulder`, a drive, or `ground`.
    pub ports: PortNames,
    /// How their motion becomes that of the law.
    #[serde(default, skip_serializing_if = "is_direct")]
    pub map: Map,
    /// What it does.
    pub law: Law,
}

fn is_direct(map: &Map) -> bool {
    *map == Map::default()
}

/// One name or a list of names.
#[derive(
    Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(untagged)]
pub enum PortNames {
    /// One port.
    One(String),
    /// Several.
    List(#[schemars(length(min = 1, max = 6))] Vec<String>),
}

impl PortNames {
    /// All of them.
    #[must_use]
    pub fn as_slice(&self) -> &[String] {
        match self {
            Self::One(name) => core::slice::from_ref(name),
            Self::List(names) => names,
        }
    }
}
impl From<&str> for PortNames {
    fn from(name: &str) -> Self {
        Self::One(name.to_owned())
    }
}
impl<const N: usize> From<[&str; N]> for PortNames {
    fn from(names: [&str; N]) -> Self {
        Self::List(names.map(str::to_owned).to_vec())
    }
}

impl Connection {
    /// The law directly on one port.
    pub fn direct(law: impl Into<Law>, port: &str) -> Self {
        Self { ports: port.into(), map: Map::default(), law: law.into() }
    }

    /// The law on ports through a map.
    pub fn through(map: impl Into<Map>, law: impl Into<Law>, ports: impl Into<PortNames>) -> Self {
        Self { ports: ports.into(), map: map.into(), law: law.into() }
    }

    pub(crate) fn read(node: Node<'_>, known: &Known) -> Result<Self, Fault> {
        let mut fields = Fields::of("connection", node)?;
        let ports = fields.require("ports")?;
        let span = ports.span();
        let ports = crate::text::read(ports).map_err(|_: Fault| {
            Fault::new("`ports` must be the name of a body or drive, or a list of names").at(span)
        })?;
        let map = match fields.take("map") {
            Some(node) => Map::read(node, known)?,
            None => Map::direct(known),
        };
        let law = Law::read(fields.require("law")?, known)?;
        fields.finish()?;
        Ok(Self { ports, map, law })
    }

    /// Adds it to the network; says what can be recorded of it.
    pub(crate) fn add(
        &self,
        name: &str,
        known: &Ports,
        around: Surroundings<'_>,
        net: &mut NetworkBuilder,
    ) -> Result<Channels, Fault> {
        let (ports, tree) = match self.tree(known) {
            Some((body, tree)) => (self.joints_of_link(body, tree, known)?, Some(tree)),
            None => (self.find_ports(&known.named).inside("ports")?, None),
        };
        let (entry, map) = self.map.build(&ports, tree).inside("map")?;
        (entry.make.connect)(map, &ports, Site { name, law: &self.law, around, net })
    }

    /// Whether it is friction with bristles on this shaft alone.
    pub(crate) fn rubs_on(&self, port: &str, around: Surroundings<'_>) -> bool {
        let has_bristles =
            |law: AnyLaw<Shaft>| (0..law.internal_len()).any(|i| law.deflects_along(i).is_some());
        let is_there = self.ports.as_slice() == [port] && is_direct(&self.map);
        is_there && self.law.build(around).is_ok_and(has_bristles)
    }

    /// The body that it connects as a whole, if its links are ports.
    fn tree<'a>(&self, known: &'a Ports) -> Option<(&'a str, &'a Articulation)> {
        let [name] = self.ports.as_slice() else { return None };
        let (name, tree) = known.trees.iter().find(|(body, _)| body == name)?;
        Some((name, tree))
    }

    /// The joints that carry the link to which the map leads.
    fn joints_of_link(
        &self,
        body: &str,
        tree: &Articulation,
        known: &Ports,
    ) -> Result<Vec<UntypedPort>, Fault> {
        let Some(link) = self.map.link() else {
            let joints = tree.joint_names().map(|joint| format!("{body}.{joint}"));
            let joints = joints.collect::<Vec<_>>().join(", ");
            let message = format!(
                "`{body}` has a port for each joint, {joints}, and for each link by a `map`: \
                 {{ type = \"link_point\", link = … }}"
            );
            return Err(Fault::new(message).inside("ports"));
        };
        let refused = |message: String| Fault::new(message).inside("link").inside("map");
        let path = tree.path(link).map_err(|error| {
            let names = tree.links().iter().map(stiction_mechanics::TreeLink::name);
            refused(error.to_string()).hint(nearest(link, names))
        })?;
        if path.len() > MOST_PORTS_OF_A_LINK {
            let message = format!(
                "{} ports move link `{link}`, a file reaches {MOST_PORTS_OF_A_LINK}: joints between it and the base, and seven of a \
                 base that is free",
                path.len()
            );
            return Err(refused(message));
        }
        if path.is_empty() {
            return Err(refused(format!("no joint of `{body}` moves link `{link}`")));
        }
        let port = |&port: &usize| {
            let name = format!("{body}.{}", tree.port_name(port).unwrap_or_default());
            let found = known.named.iter().find(|(port, _)| *port == name);
            found.map(|(_, port)| port.clone()).ok_or_else(|| refused(format!("no port `{name}`")))
        };
        path.iter().map(port).collect()
    }

    fn find_ports(&self, known: &[(String, UntypedPort)]) -> Result<Vec<UntypedPort>, Fault> {
        let names = self.ports.as_slice();
        if let Some((_, twice)) =
            names.iter().enumerate().find(|(i, name)| names[..*i].contains(*name))
        {
            return Err(Fault::new(format!("`{twice}` is named twice")));
        }
        let find = |name: &String| {
            if name == "ground" {
                return Ok(None);
            }
            let found = known.iter().find(|(port, _)| port == name);
            let unknown = || {
                let message = format!("there is no port `{name}`");
                let all = known.iter().map(|(port, _)| port.as_str()).collect::<Vec<_>>();
                let list = format!("; there are {}, ground", all.join(", "));
                Fault::new(message + &list).hint(nearest(name, all))
            };
            found.map(|(_, port)| Some(port.clone())).ok_or_else(unknown)
        };
        let found = names.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        let Some(first) = found.iter().flatten().next().cloned() else {
            return Err(Fault::new("must name a body or a drive"));
        };
        Ok(found.into_iter().map(|port| port.unwrap_or_else(|| first.ground())).collect())
    }
}

/// What connections can name.
#[derive(Default)]
pub(crate) struct Ports {
    /// Ports of bodies, and drives.
    pub(crate) named: Vec<(String, UntypedPort)>,
    /// Bodies whose links are ports.
    pub(crate) trees: Vec<(String, Arc<Articulation>)>,
}

/// Where a connection is made.
pub(crate) struct Site<'a> {
    name: &'a str,
    law: &'a Law,
    around: Surroundings<'a>,
    net: &'a mut NetworkBuilder,
}

/// Connects a law through a map, an [`AnyMap`]; says what can be recorded of it.
pub(crate) type Connect = fn(Box<dyn Any>, &[UntypedPort], Site<'_>) -> Result<Channels, Fault>;

/// The same for a map from ports of `F` to a law of `T`.
pub(crate) fn connect<F: PortDomains, T: Domain>(
    map: Box<dyn Any>,
    ports: &[UntypedPort],
    site: Site<'_>,
) -> Result<Channels, Fault> {
    let misfit = || Fault::new("is a map of other ports").inside("map");
    let map = *map.downcast::<AnyMap<F, T>>().map_err(|_| misfit())?;
    let ports = UntypedPorts::<F>::new(ports).ok_or_else(misfit)?;
    let law: AnyLaw<T> = site.law.build(site.around).inside("law")?;
    // A thousand bristles are of no use in a table.
    let shown = if law.internal_len() <= 6 { law.internal_len() } else { 0 };
    let internal: Vec<_> = (0..shown).map(|i| law.internal_name(i)).collect();
    let wire = site.net.connect(law, map, ports).map_err(refused)?;
    site.net.name_wire(wire, site.name).map_err(refused)?;
    Ok(channels(site.name, wire, &internal)
        .with_rubbing(site.name, move |frame| rubbing(frame, wire)))
}

fn refused(error: NetworkError) -> Fault {
    let message = match error {
        NetworkError::InseparablePort { port, all, .. } => format!(
            "`{port}` is a part of one motion, {}, on which a law stands through a link: `ports` the name of the body, \
             `map = {{ type = \"link_point\", link = … }}` or `link_frame`",
            all.join(", ")
        ),
        error => error.to_string(),
    };
    Fault::new(message).inside("ports")
}

/// What the friction of a law does, if it has any.
fn rubbing<D: Domain>(
    frame: &Frame<'_>,
    wire: Wire<AnyLaw<D>>,
) -> Result<Option<Rubbing>, NetworkError> {
    let Some(mode) = frame.friction_mode(wire)? else { return Ok(None) };
    let contact = match frame.contact_state(wire) {
        Err(NetworkError::NoContactState { .. }) => None,
        found => Some(found?),
    };
    Ok(Some(Rubbing { mode, contact }))
}

/// The motion that a law sees, its effort and its internal state.
fn channels<D: Domain>(name: &str, wire: Wire<AnyLaw<D>>, internal: &[VariableName]) -> Channels {
    let motion = D::POSE_NAMES.iter().chain(D::FLOW_NAMES);
    let names = motion.chain(D::EFFORT_NAMES).map(|scalar| format!("{name}.{scalar}"));
    let shown = internal.len();
    let names = names.chain(internal.iter().map(|variable| format!("{name}.{}", variable.name)));
    let units = internal.iter().map(|variable| variable.unit.clone().into_owned());
    Channels::new(names.collect(), move |frame, out| {
        let motion = frame.wire_motion(wire)?;
        let effort = frame.effort(wire)?;
        let start = out.len();
        let (motion_len, effort_len) = (Motion::<D>::LEN, Effort::<D>::LEN);
        out.resize(start + motion_len + effort_len, 0.0);
        motion.store(&mut out[start..]);
        effort.store(&mut out[start + motion_len..]);
        out.extend(&frame.internal(wire)?[..shown]);
        Ok(())
    })
    .with_last_units(units)
}
