//! From a scenario to a network and its channels.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use stiction_core::Shown;
use stiction_network::{Network, NetworkBuilder, Simulation};

use crate::channel::{Channels, Outputs, unknown_column};
use crate::connection::{Connection, Ports};
use crate::error::{Fault, Inside, ScenarioError};
use crate::folder::Folder;
use crate::scenario::{Scenario, Solver, check_name, check_version};
use crate::surroundings::Surroundings;
use crate::sweep::Sweep;
use crate::work;

/// A network before it is built, and all its channels.
pub(crate) type Composed = (NetworkBuilder, Vec<Channels>);

/// The network of a scenario, and its channels.
#[derive(Debug)]
pub struct Mechanism {
    /// The network.
    pub network: Network,
    /// Bodies, connections, inputs and the energy: the columns that the scenario asks for, or all except the contact
    /// states.
    pub channels: Vec<Channels>,
    /// All columns by name, whatever the scenario asks for.
    pub outputs: Outputs,
}

impl Mechanism {
    /// Returns a simulation of the mechanism at time zero, and the columns that the scenario asks for.
    ///
    /// # Errors
    /// A step that is not finite and positive.
    pub fn simulation(self, solver: &Solver) -> Result<(Simulation, Vec<Channels>), ScenarioError> {
        let sim = Simulation::new(self.network, solver.method.into(), solver.step)?;
        Ok((sim, self.channels))
    }
}

impl Scenario {
    /// Builds the mechanism.
    ///
    /// # Errors
    /// A value that a part refuses, with its path: [`ScenarioError::Value`].
    pub fn mechanism(&self) -> Result<Mechanism, ScenarioError> {
        self.mechanism_of(self.compose().map_err(Fault::without_text)?)
    }

    pub(crate) fn mechanism_of(&self, (net, all): Composed) -> Result<Mechanism, ScenarioError> {
        let wanted: HashSet<&str> = self.record.columns.iter().map(String::as_str).collect();
        let recorded = |channels: &Channels| channels.clone().only(&wanted);
        let channels: Vec<Channels> = match &self.record.columns[..] {
            [] => {
                let of_plots = self.plots.iter().flat_map(|plot| plot.y.iter().chain([&plot.x]));
                let measures = self.sweep.iter().flat_map(|sweep| sweep.measures.values());
                let asked: Vec<_> = of_plots.chain(measures.map(|measure| &measure.of)).collect();
                all.iter().map(|channels| channels.usual(&asked)).collect()
            }
            _ => all.iter().filter_map(recorded).collect(),
        };
        let recorded = channels.iter().flat_map(|channels| channels.names().to_vec()).collect();
        Ok(Mechanism { network: net.build()?, channels, outputs: Outputs::new(all, recorded) })
    }

    /// Builds the mechanism and a simulation of it, at time zero.
    ///
    /// # Errors
    /// As [`Self::mechanism`]; a step that is not finite and positive.
    pub fn simulation(&self) -> Result<(Simulation, Vec<Channels>), ScenarioError> {
        self.mechanism()?.simulation(&self.solver)
    }

    /// Returns the simulation and all quantities that can be read between two steps, for programs that set inputs.
    ///
    /// # Errors
    /// As [`Self::simulation`].
    pub fn simulation_with_outputs(&self) -> Result<(Simulation, Outputs), ScenarioError> {
        let Mechanism { network, outputs, .. } = self.mechanism()?;
        let sim = Simulation::new(network, self.solver.method.into(), self.solver.step)?;
        Ok((sim, outputs))
    }

    /// Returns the name of the drive at an end of a connection, if one is there.
    #[must_use]
    pub fn drive_at(&self, connection: &str, end: usize) -> Option<&str> {
        let port = self.connections.get(connection)?.ports.as_slice().get(end)?;
        self.drives.contains_key(port).then_some(port)
    }

    /// Returns the time between two rows of the record \[s\].
    #[must_use]
    pub fn sampling(&self) -> f64 {
        let rows = 10_000.0;
        self.record.every.unwrap_or_else(|| (self.solver.until / rows).max(self.solver.step))
    }

    /// Composes the network and all its channels; everything in the scenario is judged here.
    pub(crate) fn compose(&self) -> Result<Composed, Fault> {
        work::count(|done| done.compositions += 1);
        check_version(self.schema_version).inside("schema_version")?;
        self.check_names()?;
        self.check_solver()?;
        if self.bodies.is_empty() && self.drives.is_empty() {
            return Err(Fault::new("there is no body and no drive").inside("bodies"));
        }
        let mut net = NetworkBuilder::new();
        let (mut ports, mut channels, mut brought) = (Ports::default(), Columns::default(), vec![]);
        let around = Surroundings { folder: self.own_folder(), until: self.solver.until };
        for (name, body) in &self.bodies {
            let built = body.add(name, around, &mut net).inside(name).inside("bodies")?;
            ports.add(built.ports);
            ports.trees.extend(built.tree.map(|tree| (name.clone(), tree)));
            brought.extend(built.own.into_iter().map(|own| (name, own)));
            channels.add(["bodies", name], format!("the body `{name}`"), built.channels)?;
        }
        self.add_drives(&mut ports)?;
        for (name, connection) in &self.connections {
            let taken = self.bodies.contains_key(name) || self.drives.contains_key(name);
            if taken {
                let message = format!("there is a body or drive called `{name}` already");
                return Err(Fault::new(message).inside(name).inside("connections"));
            }
            let added = connection.add(name, &ports, around, &mut net);
            let added = added.inside(name).inside("connections")?;
            channels.add(["connections", name], format!("the connection `{name}`"), added)?;
        }
        for (body, (name, connection)) in brought {
            self.check_friction(&connection, around)?;
            let added = connection.add(&name, &ports, around, &mut net);
            let added = added.inside(body).inside("bodies")?;
            channels.add(
                ["bodies", body],
                format!("`{name}`, which `{body}` brings along"),
                added,
            )?;
        }
        let inputs = net.inputs().map_err(|error| Fault::new(error.to_string()))?;
        if !inputs.declared().is_empty() {
            let what = "the inputs, `input.` and the name of each".to_owned();
            channels.add(["connections", ""], what, Channels::of_inputs(&inputs))?;
        }
        channels.add(["connections", ""], "the energy".to_owned(), energy())?;
        let channels = channels.all;
        self.check_columns(&channels)?;
        self.sweep.iter().try_for_each(Sweep::check).inside("sweep")?;
        Ok((net, channels))
    }

    /// Returns its folder, with the files that were supplied.
    pub(crate) fn own_folder(&self) -> Folder<'_> {
        Folder { path: &self.folder, kept: &self.context.kept }
    }

    /// Refuses friction on a joint to which a robot brings friction already.
    fn check_friction(&self, brought: &Connection, around: Surroundings<'_>) -> Result<(), Fault> {
        let [port] = brought.ports.as_slice() else { return Ok(()) };
        if !brought.rubs_on(port, around) {
            return Ok(());
        }
        let mut connections = self.connections.iter();
        connections.find(|(_, own)| own.rubs_on(port, around)).map_or(Ok(()), |(name, _)| {
            let (body, joint) = port.split_once('.').unwrap_or((port, ""));
            let message = format!(
                "joint `{joint}` has the friction of its URDF file already: \
                 leave that out by `bodies.{body}.without = [\"{joint}\"]`"
            );
            Err(Fault::new(message).inside("law").inside(name).inside("connections"))
        })
    }

    fn check_names(&self) -> Result<(), Fault> {
        fn check<T>(what: &str, named: &BTreeMap<String, T>) -> Result<(), Fault> {
            named.keys().try_for_each(|name| check_name(name).inside(name).inside(what))
        }
        check("bodies", &self.bodies)?;
        check("drives", &self.drives)?;
        check("connections", &self.connections)
    }

    fn check_solver(&self) -> Result<(), Fault> {
        let positive = |value: f64, key: &str| {
            let message = format!("must be finite and positive, found {}", Shown(value));
            let usable = value.is_finite() && value > 0.0;
            if usable { Ok(()) } else { Err(Fault::new(message).inside(key)) }
        };
        positive(self.solver.step, "step").inside("solver")?;
        positive(self.solver.until, "until").inside("solver")?;
        let Solver { step, until, .. } = self.solver;
        // A run would refuse it too, but only once it begins.
        if until - step >= until {
            let (step, until) = (Shown(step), Shown(until));
            let message = format!("{step} s is below the resolution of time at t = {until} s");
            return Err(Fault::new(message).inside("step").inside("solver"));
        }
        self.record.every.map_or(Ok(()), |every| positive(every, "every")).inside("record")
    }

    fn add_drives(&self, ports: &mut Ports) -> Result<(), Fault> {
        for (name, drive) in &self.drives {
            let port = if self.bodies.contains_key(name) {
                Err(Fault::new(format!("there is a body called `{name}` already")))
            } else {
                drive.port()
            };
            ports.add([(name.clone(), port.inside(name).inside("drives")?)]);
        }
        Ok(())
    }

    fn check_columns(&self, channels: &[Channels]) -> Result<(), Fault> {
        let mut known: Vec<String> = vec!["t".to_owned()];
        known.extend(channels.iter().flat_map(|channels| channels.names().iter().cloned()));
        let found: HashSet<&String> = known.iter().collect();
        let check = |name: &String| {
            if found.contains(name) { Ok(()) } else { Err(unknown_column(name, &known)) }
        };
        for (i, name) in self.record.columns.iter().enumerate() {
            check(name).inside(i.to_string()).inside("columns").inside("record")?;
        }
        let recorded: HashSet<&String> = self.record.columns.iter().collect();
        let check = |name: &String| {
            check(name)?;
            if recorded.is_empty() || name == "t" || recorded.contains(name) {
                return Ok(());
            }
            Err(Fault::new(format!("`{name}` is not among the recorded columns")))
        };
        for (i, plot) in self.plots.iter().enumerate() {
            let place = |fault: Fault| fault.inside(i.to_string()).inside("plots");
            check(&plot.x).inside("x").map_err(place)?;
            for (j, name) in plot.y.iter().enumerate() {
                check(name).inside(j.to_string()).inside("y").map_err(place)?;
            }
        }
        for (name, measure) in self.sweep.iter().flat_map(|sweep| &sweep.measures) {
            check(&measure.of).inside("of").inside(name).inside("measures").inside("sweep")?;
        }
        Ok(())
    }
}

/// All columns, and their makers.
#[derive(Default)]
struct Columns {
    all: Vec<Channels>,
    /// The maker of each column.
    makers: HashMap<String, Arc<str>>,
}

impl Columns {
    /// Adds the columns of a maker, which is at these keys of the file; refuses duplicate names.
    fn add(&mut self, keys: [&str; 2], maker: String, channels: Channels) -> Result<(), Fault> {
        let own: Arc<str> = maker.into();
        for name in channels.names() {
            if let Some(other) = self.makers.insert(name.clone(), Arc::clone(&own)) {
                let makers = if other == own {
                    format!("both of {own}")
                } else {
                    format!("one of {other}, one of {own}")
                };
                let message = format!("two columns are called `{name}`, {makers}: rename one");
                let keys = keys.into_iter().filter(|key| !key.is_empty()).rev();
                return Err(keys.fold(Fault::new(message), Fault::inside));
            }
        }
        self.all.push(channels);
        Ok(())
    }
}

/// Returns the channels of the energy and of the residual of the power balance.
fn energy() -> Channels {
    let names = ["stored", "supplied_power", "dissipated_power", "power_residual"];
    let names = names.map(|name| format!("energy.{name}")).to_vec();
    Channels::new(names, |frame, out| {
        let balance = frame.power_balance()?;
        out.push(frame.stored_energy()?);
        out.extend([balance.supplied, balance.dissipated, balance.residual()]);
        Ok(())
    })
}
