//! A test stand for a component: a scenario with everything that it needs, in which bodies move it.

use stiction_core::boxed::BoxedCoupling;
use stiction_core::vectors::Lanes;
use stiction_core::{Given, Value};
use stiction_mechanics::Articulation;
use stiction_network::ode::Tableau;
use stiction_network::{Simulation, StateVariable};

use super::draw::Draws;
use super::power::{passive, transposed};
use crate::body::MakeBody;
use crate::component::Component;
use crate::domain::DomainId;
use crate::drive::MakeDrive;
use crate::entry::{Entry, Kind};
use crate::law::MakeLaw;
use crate::map::MakeMap;
use crate::mechanism::Mechanism;
use crate::registry::{Registered, shared_library};
use crate::surroundings::Surroundings;
use crate::{Connection, PortNames, Scenario, ScenarioBody, ScenarioError};

/// End and step of a run [s].
const UNTIL: f64 = 0.2;
const STEP: f64 = 0.01;

/// Laws, maps, bodies and drives, each with its stand.
pub(super) trait Tried: Registered {
    /// Adds a component of an entry to a scenario.
    fn put(entry: &Entry<Self>, tried: Component<Self>, name: &str, to: &mut Scenario);
    /// Checks the power of a component.
    fn power(_: &Entry<Self>, _: Given, _: &Scenario) -> Result<(), String> {
        Ok(())
    }
}

impl Tried for MakeLaw {
    fn put(entry: &Entry<Self>, tried: Component<Self>, name: &str, to: &mut Scenario) {
        let body = format!("b{name}");
        to.connections.insert(name.to_owned(), Connection::direct(tried, &body));
        to.bodies.insert(body, host(entry.domain));
    }
    fn power(entry: &Entry<Self>, _: Given, alone: &Scenario) -> Result<(), String> {
        passive(entry.tag(), alone)
    }
}

impl Tried for MakeMap {
    fn put(entry: &Entry<Self>, tried: Component<Self>, name: &str, to: &mut Scenario) {
        let domains = entry.make.ports();
        let ports = if entry.has("link") {
            to.bodies.insert(format!("b{name}"), at_rest(component(&chain(&domains))));
            PortNames::One(format!("b{name}"))
        } else {
            let names = (0..domains.len()).map(|port| format!("b{name}_{port}"));
            let names: Vec<_> = names.collect();
            to.bodies.extend(names.iter().cloned().zip(domains.iter().map(|d| host(*d))));
            PortNames::List(names)
        };
        let law = match entry.tag() {
            // Only friction suits a flow that is not the rate of the pose.
            "sphere_on_plane" => component(
                "{ type = \"coulomb_contact\", stiffness = 9.0, damping = 1.0, friction = 0.3 }",
            ),
            _ => partner(entry.domain),
        };
        let connection = Connection::through(tried, law, ports);
        to.connections.insert(name.to_owned(), connection);
    }
    fn power(entry: &Entry<Self>, mut given: Given, _: &Scenario) -> Result<(), String> {
        let map = (entry.build)(&mut given).map_err(|error| error.to_string())?;
        transposed(entry.tag(), &**map.downcast::<Box<dyn BoxedCoupling>>().unwrap())
    }
}

impl Tried for MakeBody {
    fn put(_: &Entry<Self>, kind: Component<Self>, name: &str, to: &mut Scenario) {
        to.bodies.insert(format!("b{name}"), at_rest(kind));
    }
}

impl Tried for MakeDrive {
    fn put(entry: &Entry<Self>, tried: Component<Self>, name: &str, to: &mut Scenario) {
        to.drives.insert(format!("d{name}"), tried);
        let (drive, body) = (format!("d{name}"), format!("b{name}"));
        let law = partner(entry.domain);
        let connection = if law.tag() == "spring_damper" {
            to.bodies.insert(body.clone(), host(entry.domain));
            let ports = PortNames::List(vec![drive, body]);
            Connection::through(component::<MakeMap>("{ type = \"between\" }"), law, ports)
        } else {
            Connection::direct(law, &drive)
        };
        to.connections.insert(name.to_owned(), connection);
    }
}

/// Reads a component from a text `{ … }`.
fn component<K: Registered>(table: &str) -> Component<K> {
    let text: toml::Table = format!("it = {table}").parse().unwrap();
    let found = Component::from_table(text["it"].as_table().unwrap(), &shared_library());
    found.unwrap_or_else(|error| panic!("{table}: {error}"))
}

/// Returns a body at rest.
fn at_rest(kind: Component<MakeBody>) -> ScenarioBody {
    ScenarioBody { kind, shape: None, start: crate::Start::default() }
}

fn host(domain: DomainId) -> ScenarioBody {
    at_rest(component(&match domain.tag {
        "shaft" => "{ type = \"rotor\", inertia = 1.3 }".to_owned(),
        "planar_frame" => "{ type = \"planar_body\", mass = 1.3, inertia = 0.7 }".to_owned(),
        "spatial_frame" => {
            "{ type = \"rigid_body\", mass = 1.3, inertia = [0.7, 0.8, 0.9] }".to_owned()
        }
        tag => format!("{{ type = \"point_mass\", domain = \"{tag}\", mass = 1.3 }}"),
    }))
}

/// Returns a law for the motion of a map or a drive.
fn partner(domain: DomainId) -> crate::Law {
    component(match domain.tag {
        "planar_frame" => "{ type = \"effort\", effort = [0.1, 0.2, 0.3] }",
        "spatial_frame" => "{ type = \"penalty_hinge\", stiffness = 2.0, bending_stiffness = 1.0 }",
        _ => "{ type = \"spring_damper\", stiffness = 2.0, damping = 0.3 }",
    })
}

/// Returns a chain of links on as many joints as a map has ports; the last link is a hand, and the first port may be
/// that of a free base.
fn chain(ports: &[DomainId]) -> String {
    let floating = ports[0].tag == "spatial_frame";
    let joints = ports.len() - usize::from(floating);
    let name = |link: usize| match link {
        0 => "rail".to_owned(),
        link if link == joints => "hand".to_owned(),
        link => format!("l{link}"),
    };
    let link = |link: usize| {
        let axis = [[0.0, 1.0, 0.2], [1.0, 0.0, 0.1]][link % 2];
        format!(
            "{{ name = \"{}\", parent = \"{}\", joint = {{ type = \"revolute\", axis = {axis:?} }}, \
             origin = {{ position = [0.1, 0.0, 0.3] }}, inertial = {{ mass = 1.0, inertia = [0.3, 0.4, 0.5] }} }}",
            name(link),
            name(link - 1)
        )
    };
    let mut links: Vec<_> = (1..=joints).map(link).collect();
    if joints == 0 {
        links.push(
            "{ name = \"hand\", parent = \"rail\", joint = { type = \"fixed\" } }".to_owned(),
        );
    }
    let base = "base = \"rail\", base_inertial = { mass = 1.2, inertia = [0.5, 0.6, 0.7] }";
    let links = links.join(", ");
    format!("{{ type = \"articulation\", {base}, floating = {floating}, links = [{links}] }}")
}

/// Returns the scenario of several components of one entry.
pub(super) fn scenario<K: Tried>(
    entry: &Entry<K>,
    all: &[(String, &[Value])],
    like: &Scenario,
) -> Scenario {
    let mut scenario = like.clone();
    (scenario.solver.step, scenario.solver.until) = (STEP, UNTIL);
    for (name, values) in all {
        let component = Component::of_entry(*entry, values.to_vec());
        let entries = scenario.context.known.known::<K>().of_tag(component.tag());
        let component = component.one_of(entries);
        K::put(entry, component, name, &mut scenario);
    }
    scenario
}

/// Returns the values as the component takes them, with objects in place of their names.
pub(super) fn given<K: Registered>(entry: &Entry<K>, values: &[Value], of: &Scenario) -> Given {
    let around = Surroundings { folder: of.own_folder(), until: UNTIL };
    let mut values = around.prepared(entry.table.fields, values.to_vec()).unwrap();
    if entry.has("link") {
        let chain = component::<MakeBody>(&chain(&entry.make.ports()));
        let (_, tree) = chain.build_chosen().unwrap();
        values.push(Value::made(*tree.downcast::<Articulation>().unwrap()));
    }
    Given::new(values)
}

/// A simulation of a scenario; the name of each variable determines its start.
pub(super) struct Run {
    pub(super) sim: Simulation,
    pub(super) copies: usize,
    names: Vec<String>,
}

impl Run {
    /// Starts a simulation; with `has_memory` the memory of the laws is not empty.
    pub(super) fn new(
        scenario: &Scenario,
        lanes: Lanes,
        has_memory: bool,
    ) -> Result<Self, ScenarioError> {
        let Mechanism { mut network, .. } = scenario.mechanism()?;
        network.set_lanes(lanes);
        let name =
            |variable: &StateVariable| format!("{}.{}", variable.component, variable.name.name);
        let names: Vec<String> = network.state_variables().iter().map(name).collect();
        let copies = network.copies();
        let mut sim = Simulation::new(network, Tableau::rk4(), STEP)?;
        let mut start = sim.state().values().to_vec();
        for (value, name) in start.iter_mut().zip(&names) {
            if has_memory || name.starts_with('b') {
                *value += 1.4 * Draws::new(name).unit() - 0.7;
            }
        }
        sim.set_values(&start)?;
        Ok(Self { sim, copies, names })
    }

    /// Returns the bits of the state after a few short steps, sorted by the names of the variables.
    pub(super) fn end(mut self) -> Result<Vec<(String, u64)>, ScenarioError> {
        for _ in 0..3 {
            self.sim.step()?;
        }
        let bits = self.sim.state().values().iter().map(|value| value.to_bits());
        let mut all: Vec<_> = self.names.into_iter().zip(bits).collect();
        all.sort_by(|(name, _), (other, _)| name.cmp(other));
        Ok(all)
    }
}
