//! Connections: a law, its ports, and the map between.
//!
//! The domain of a law is a type, but a file has only names. It is found from the ports, step by step:
//!
//! ```text
//! ports = ["block", "ground"]   find_ports ──>  ports of a domain; the ground takes that of the first one
//! map   = { type = … }          Map::build ──>  a map of these ports, and the domain D that it leads to
//! law   = { type = "gsat", … }  Law::of(D) ──>  the entry of the tag for D, with `connect::<D>`
//!                               connect    ──>  an AnyLaw<D>, a wire, and its columns
//! ```
//! If `ports` names a whole arm, the map names one of its links, and the ports are the joints that carry it.

use std::collections::HashMap;
use std::sync::Arc;

use stiction_core::{AnyLaw, Describe, Shaft, contact_state};
use stiction_mechanics::{Articulation, MOST_JOINTS_TO_A_LINK};
use stiction_network::{BristleStart, NetworkBuilder, UntypedPort};
use toml::de::DeValue;

use crate::channel::Channels;
use crate::connect::Site;
use crate::entry::Known;
use crate::error::{Fault, Inside, nearest};
use crate::fields::Fields;
use crate::law::{Law, MakeLaw};
use crate::map::{MakeMap, Map};
use crate::node::Node;
use crate::surroundings::Surroundings;
use crate::value::serialize_as_described;

/// A law between ports.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Connection {
    /// Its ports: the name of a body, an arm's joint `arm[0]` or `arm.shoulder`, a drive, or `ground`.
    pub ports: PortNames,
    /// Map from their motion to that of the law.
    #[serde(skip_serializing_if = "is_direct")]
    pub map: Map,
    /// Its law.
    pub law: Law,
    /// Start of its bristles.
    #[serde(skip_serializing_if = "is_unbent")]
    pub start: ConnectionStart,
}

/// How the bristles of a connection are bent as a run starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Describe)]
#[non_exhaustive]
pub enum ConnectionStart {
    /// Not at all: a load that is there from the start sets in at once.
    #[default]
    Unbent,
    /// So that they bear the load of the start, with the bodies at rest; a load that they cannot bear is refused.
    Loaded,
    /// As far as they hold, in the direction of a load that may be more than they can bear.
    Slipping,
}

serialize_as_described!(ConnectionStart);

impl From<ConnectionStart> for BristleStart {
    fn from(start: ConnectionStart) -> Self {
        match start {
            ConnectionStart::Unbent => Self::Unbent,
            ConnectionStart::Loaded => Self::Loaded,
            ConnectionStart::Slipping => Self::Slipping,
        }
    }
}

fn is_unbent(start: &ConnectionStart) -> bool {
    *start == ConnectionStart::Unbent
}

fn is_direct(map: &Map) -> bool {
    *map == Map::default()
}

/// One name or a list of names.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(untagged)]
pub enum PortNames {
    /// One port.
    One(String),
    /// Several.
    List(Vec<String>),
}

impl PortNames {
    fn read(node: &Node<'_>) -> Option<Self> {
        let name = |node: &Node<'_>| match node.get_ref() {
            DeValue::String(name) => Some(name.to_string()),
            _ => None,
        };
        match node.get_ref() {
            DeValue::Array(names) => names.iter().map(name).collect::<Option<_>>().map(Self::List),
            _ => name(node).map(Self::One),
        }
    }

    /// Returns all names.
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
    /// Puts a law directly on one port.
    pub fn direct(law: impl Into<Law>, port: &str) -> Self {
        Self::through(Map::default(), law, port)
    }

    /// Puts a law on ports through a map.
    pub fn through(map: impl Into<Map>, law: impl Into<Law>, ports: impl Into<PortNames>) -> Self {
        Self {
            ports: ports.into(),
            map: map.into(),
            law: law.into(),
            start: ConnectionStart::Unbent,
        }
    }

    pub(crate) fn read(
        node: Node<'_>,
        laws: Known<'_, MakeLaw>,
        maps: Known<'_, MakeMap>,
    ) -> Result<Self, Fault> {
        let mut fields = Fields::of("connection", node)?;
        let ports = fields.require("ports")?;
        let ports = PortNames::read(&ports).ok_or_else(|| {
            let message = "`ports` must be the name of a body or drive, or a list of names";
            Fault::new(message).at(ports.span())
        })?;
        let map = match fields.take("map") {
            Some(node) => Map::read(node, maps).inside("map")?,
            None => Map::direct(maps.of_tag(Map::default().tag())),
        };
        let law = Law::read(fields.require("law")?, laws).inside("law")?;
        let start = fields.read("start")?.unwrap_or_default();
        fields.finish()?;
        Ok(Self { ports, map, law, start })
    }

    /// Adds it to the network; returns its channels.
    pub(crate) fn add(
        &self,
        name: &str,
        known: &Ports,
        around: Surroundings<'_>,
        net: &mut NetworkBuilder,
    ) -> Result<Channels, Fault> {
        let (ports, tree) = match self.tree(known) {
            Some((body, tree)) => (self.ports_of_link(body, tree)?, Some(&*tree.tree)),
            None => (self.find_ports(known).inside("ports")?, None),
        };
        let (domain, map) = self.map.build(&ports, tree).inside("map")?;
        let (MakeLaw { connect }, law) = self.law.build_in(domain, around).inside("law")?;
        connect((law, map), &ports, Site { name, start: self.start.into(), net })
    }

    /// Returns whether it is friction on this shaft alone.
    pub(crate) fn rubs_on(&self, port: &str, around: Surroundings<'_>) -> bool {
        let is_there = self.ports.as_slice() == [port] && is_direct(&self.map);
        is_there
            && self
                .law
                // The type of the closure requires a law of shafts; any other gives an error.
                .build(around)
                .is_ok_and(|law: AnyLaw<Shaft>| contact_state::is_friction(&law))
    }

    /// Returns the body that it connects as a whole, if its links are ports.
    fn tree<'a>(&self, known: &'a Ports) -> Option<(&'a str, &'a TreePorts)> {
        let [name] = self.ports.as_slice() else { return None };
        let (name, tree) = known.trees.get_key_value(name)?;
        Some((name, tree))
    }

    /// Returns the joints that carry the link to which the map leads.
    fn ports_of_link(
        &self,
        body: &str,
        TreePorts { tree, ports }: &TreePorts,
    ) -> Result<Vec<UntypedPort>, Fault> {
        let Some(link) = self.map.link() else {
            let base = tree.floating().then_some(tree.base());
            let joints = tree.joint_names().chain(base).map(|port| format!("{body}.{port}"));
            let joints = joints.collect::<Vec<_>>().join(", ");
            let message = format!(
                "`{body}` has the ports {joints}, and one for each link by a `map`: \
                 {{ type = \"link_point\", link = … }}"
            );
            return Err(Fault::new(message).inside("ports"));
        };
        let refused = |message: String| Fault::new(message).inside("link").inside("map");
        // From the base outwards, which is the order in which the map of a link reads its ports.
        let path = tree.path(link).map_err(|error| {
            let names = tree.links().iter().map(|known| known.name().as_str());
            refused(error.to_string()).hint(nearest(link, names))
        })?;
        let joints = path.iter().filter(|&&port| Some(port) != tree.base_port()).count();
        let [mounted, free] = MOST_JOINTS_TO_A_LINK;
        let (most, base) = if tree.floating() { (free, "free") } else { (mounted, "mounted") };
        if joints > most {
            let message = format!(
                "{joints} joints carry link `{link}`, of a base that is {base} a file reaches {most}"
            );
            return Err(refused(message));
        }
        if path.is_empty() {
            return Err(refused(format!("no joint of `{body}` moves link `{link}`")));
        }
        Ok(path.into_iter().map(|port| ports[port].clone()).collect())
    }

    fn find_ports(&self, known: &Ports) -> Result<Vec<UntypedPort>, Fault> {
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
            let unknown = || {
                let message = format!("there is no port `{name}`");
                let all = known.named.iter().map(|(port, _)| port.as_str()).collect::<Vec<_>>();
                let list = format!("; there are {}, ground", all.join(", "));
                Fault::new(message + &list).hint(nearest(name, all))
            };
            known.find(name).map(|port| Some(port.clone())).ok_or_else(unknown)
        };
        // The ground has any domain, so another port must be found first.
        let found = names.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        let Some(first) = found.iter().flatten().next().cloned() else {
            return Err(Fault::new("must name a body or a drive"));
        };
        Ok(found.into_iter().map(|port| port.unwrap_or_else(|| first.ground())).collect())
    }
}

/// Ports that connections can name.
#[derive(Default)]
pub(crate) struct Ports {
    /// Ports of bodies, and drives.
    named: Vec<(String, UntypedPort)>,
    /// Index of each in `named`.
    places: HashMap<String, usize>,
    /// Bodies whose links are ports.
    pub(crate) trees: HashMap<String, TreePorts>,
}

/// A tree whose links are ports too, with the ports that its maps read: they treat a sliding joint as a shaft.
pub(crate) struct TreePorts {
    pub(crate) tree: Arc<Articulation>,
    pub(crate) ports: Vec<UntypedPort>,
}

impl Ports {
    pub(crate) fn add(&mut self, ports: impl IntoIterator<Item = (String, UntypedPort)>) {
        for (name, port) in ports {
            // The first of a name is found; the mechanism refuses duplicate names.
            self.places.entry(name.clone()).or_insert(self.named.len());
            self.named.push((name, port));
        }
    }

    fn find(&self, name: &str) -> Option<&UntypedPort> {
        let place = self.places.get(name)?;
        self.named.get(*place).map(|(_, port)| port)
    }
}
