//! From a network that was composed in code back to a scenario.

mod names;

use std::collections::{BTreeMap, HashMap};

use stiction_core::{Domain, Flat, SpatialFrame};
use stiction_network::{Connected, ConnectedEnd, Network, Placed, PlacedLaw};

use crate::appearance::{Appearance, knows_its_shape};
use crate::body::Body;
use crate::connection::{Connection, PortNames};
use crate::described::Known;
use crate::drive::Drive;
use crate::error::ScenarioError;
use crate::law::Law;
use crate::map::Map;
use crate::scenario::Scenario;
use names::Names;

/// What a component is in a file, or why it cannot be in one; `None` for an unknown type.
type Found<T> = Option<Result<T, String>>;

impl Scenario {
    /// The scenario with the mechanism of a network, which was composed in code or elsewhere; saved
    /// and loaded, it moves with the same bits.
    ///
    /// Bodies, connections, grounds and drives replace those of this scenario; the start is that of
    /// [`Network::initial_state`]. Names stay where a file can have them (letters, digits, `_` and
    /// `-`); what has no name is called by its type and a number, as `point_mass_1`.
    ///
    /// ```
    /// use stiction_core::{Direct, Line, Motion};
    /// use stiction_friction::GsatFriction;
    /// use stiction_mechanics::PointMass;
    /// use stiction_network::NetworkBuilder;
    /// use stiction_scenario::Scenario;
    ///
    /// let mut net = NetworkBuilder::new();
    /// let mass = PointMass::<Line>::builder().mass(1.0).build()?;
    /// let block = net.add(mass, Motion::new(0.0, 0.1))?;
    /// net.name(block, "block")?;
    /// let friction = GsatFriction::builder().stiffness(1e5).damping(400.0).limit(5.0).build()?;
    /// net.connect(friction, Direct::new(), block.port())?;
    ///
    /// let scenario = Scenario::new("A sliding block", 1e-4, 1.0).with_network(&net.build()?)?;
    /// assert!(scenario.to_toml()?.contains("[bodies.block]\ntype = \"point_mass\"\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ScenarioError::NotInFiles`] for the first component that a file cannot have, such as a law
    /// of your own or a closure.
    pub fn with_network(mut self, network: &Network) -> Result<Self, ScenarioError> {
        let (nodes, wires) = (network.admittances(), network.impedances());
        let (mut names, known) = (Names::default(), &self.context.known);
        let bodies = bodies(network, &nodes, known, &mut names)?;
        let given: Vec<_> = wires.iter().map(|wire| names.given(wire.name)).collect();
        let mut drives = Drives::default();
        self.connections = BTreeMap::new();
        for (wire, given) in wires.iter().zip(given) {
            let law = Law::find(known, wire.law, |_| true).map(Law::without_code);
            let law = accept(law, "law", wire.name, &wire.type_name)?;
            let map = Map::find(known, wire.coupling, |_| true).map(Ok);
            let map = accept(map, "map", wire.name, &wire.coupling_name)?;
            let whole = map.link().and_then(|_| body_of(wire, &bodies));
            let ports = match whole {
                Some(body) => PortNames::One(body.to_owned()),
                None => drives.ports(wire, known, &bodies, &mut names)?,
            };
            let name = given.unwrap_or_else(|| names.numbered(law.tag()));
            let start = wire.start.into();
            self.connections.insert(name, Connection { ports, map, law, start });
        }
        self.bodies = bodies.into_iter().map(|(name, body, _)| (name, body)).collect();
        self.drives = drives.drives;
        self.check_same(network)?;
        Ok(self)
    }

    /// Whatever has parameters that a file does not have is found here.
    fn check_same(&self, network: &Network) -> Result<(), ScenarioError> {
        let difference = network.difference(&self.mechanism()?.network);
        difference.map_or(Ok(()), |difference| {
            let reason = format!("the mechanism of a file would differ: {difference}");
            Err(ScenarioError::NotInFiles { component: "the network".to_owned(), reason })
        })
    }
}

/// What a file has for a component, or which component it has not and why.
fn accept<T>(
    found: Found<T>,
    what: &str,
    name: Option<&str>,
    type_name: &str,
) -> Result<T, ScenarioError> {
    let unknown = || {
        let reason = format!(
            "files have no such {what}: only types of the library, without closures, can be written"
        );
        Err(reason)
    };
    found.unwrap_or_else(unknown).map_err(|reason| {
        let component = match name {
            Some(name) => format!("{what} {type_name} of `{name}`"),
            None => format!("{what} {type_name}"),
        };
        ScenarioError::NotInFiles { component, reason }
    })
}

/// The bodies with their names, in the order of the admittances, and whether their ports have numbers.
fn bodies(
    network: &Network,
    nodes: &[Placed<'_>],
    known: &Known,
    names: &mut Names,
) -> Result<Vec<(String, Body, Vec<String>)>, ScenarioError> {
    let initial = network.initial_state();
    let given: Vec<_> = nodes.iter().map(|node| names.given(node.name)).collect();
    let bodies = nodes.iter().zip(given).map(|(node, given)| {
        let start = &initial.values()[node.variables.clone()];
        let found = Body::find(known, node.component, start).map(Ok);
        let (mut body, endings) = accept(found, "body", node.name, &node.type_name)?;
        if !knows_its_shape(body.kind.description().fields) {
            body.shape = node.shape.cloned().map(Appearance);
        }
        Ok((given.unwrap_or_else(|| names.numbered(body.kind.tag())), body, endings))
    });
    bodies.collect()
}

/// The body to which a wire to one of its links is connected.
fn body_of<'a>(wire: &PlacedLaw<'_>, bodies: &'a [(String, Body, Vec<String>)]) -> Option<&'a str> {
    wire.ends.iter().find_map(|end| match end.to {
        Connected::Admittance { index, .. } => bodies.get(index).map(|(name, ..)| &**name),
        _ => None,
    })
}

/// Drives that were met, and their names.
#[derive(Default)]
struct Drives {
    drives: BTreeMap<String, Drive>,
    /// By their text, which tells zeros apart.
    known: HashMap<String, String>,
}

impl Drives {
    fn name(&mut self, drive: Drive, names: &mut Names) -> String {
        let name = self.known.entry(format!("{drive:?}")).or_insert_with(|| {
            let name = names.numbered(drive.tag());
            self.drives.insert(name.clone(), drive);
            name
        });
        name.clone()
    }

    /// Names of what a connection leads to.
    fn ports(
        &mut self,
        wire: &PlacedLaw<'_>,
        known: &Known,
        bodies: &[(String, Body, Vec<String>)],
        names: &mut Names,
    ) -> Result<PortNames, ScenarioError> {
        // `ground` in a file has the domain of the first port that is something else.
        let first = wire.ends.iter().find(|end| !is_origin(end)).map(|end| end.domain);
        let mut ports = vec![];
        for end in &wire.ends {
            ports.push(match &end.to {
                Connected::Admittance { index, port } => {
                    let (name, _, endings) = &bodies[*index];
                    format!("{name}{}", endings[*port])
                }
                Connected::Ground { .. } if is_origin(end) && first == Some(end.domain) => {
                    "ground".to_owned()
                }
                Connected::Ground { pose } => {
                    let fixed = Drive::fixed_at(known, end.domain, pose).map(Ok);
                    let drive = accept(fixed, "place", wire.name, &wire.type_name)?;
                    self.name(drive, names)
                }
                Connected::Prescribed { drive } => {
                    let found = Drive::find(known, *drive, |entry| entry.domain.name == end.domain);
                    let drive = accept(found.map(Ok), "drive", wire.name, &wire.type_name)?;
                    self.name(drive, names)
                }
            });
        }
        Ok(if ports.len() == 1 { PortNames::One(ports.remove(0)) } else { PortNames::List(ports) })
    }
}

/// Whether an end is the ground at the origin.
fn is_origin(end: &ConnectedEnd<'_>) -> bool {
    let Connected::Ground { pose } = &end.to else { return false };
    let mut origin = vec![0.0_f64; pose.len()];
    if end.domain == SpatialFrame::NAME {
        <SpatialFrame as Domain>::Pose::default().store(&mut origin);
    }
    pose.iter().zip(&origin).all(|(a, b)| a.to_bits() == b.to_bits())
}

#[cfg(test)]
mod mechanism_tests;
#[cfg(test)]
mod pad_tests;
#[cfg(test)]
mod tests;
