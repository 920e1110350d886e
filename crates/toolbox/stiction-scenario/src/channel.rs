//! Quantities of a mechanism that can be recorded, or read between two steps.

use core::fmt;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use stiction_core::{ContactState, Domain, Inputs, Memory, VariableName};
use stiction_network::{Frame, NetworkError, Simulation};

use crate::error::{Fault, ScenarioError, nearest};

type Read = dyn Fn(&Frame<'_>, &mut Vec<f64>) -> Result<(), NetworkError> + Send + Sync;

type Judge = dyn Fn(&Frame<'_>) -> Result<ContactState, NetworkError> + Send + Sync;

/// The last part of the name of a number that is 1 if friction sticks.
const STICKS: &str = "sticks";

/// Numbers that are read together: the motion of a body, the effort of a law.
#[derive(Clone)]
pub struct Channels {
    names: Vec<String>,
    units: Vec<String>,
    read: Arc<Read>,
    judge: Option<(String, Arc<Judge>)>,
    /// The numbers without the contact state.
    plain: Option<Arc<Self>>,
}

impl Channels {
    /// Makes channels; their units follow from their names.
    pub(crate) fn new(
        names: Vec<String>,
        read: impl Fn(&Frame<'_>, &mut Vec<f64>) -> Result<(), NetworkError> + Send + Sync + 'static,
    ) -> Self {
        let units = names.iter().map(|name| unit_of(name).to_owned()).collect();
        Self { names, units, read: Arc::new(read), judge: None, plain: None }
    }

    /// Sets the units of the last ones.
    pub(crate) fn with_last_units(mut self, units: impl IntoIterator<Item = String>) -> Self {
        let units: Vec<String> = units.into_iter().collect();
        let first = self.units.len().saturating_sub(units.len());
        self.units.splice(first.., units);
        self
    }

    /// Adds the contact state of a connection with friction: whether it sticks, its margin, and its slip speed with
    /// its unit.
    pub(crate) fn with_friction(
        mut self,
        connection: &str,
        unit_of_speed: &str,
        judge: impl Fn(&Frame<'_>) -> Result<ContactState, NetworkError> + Send + Sync + 'static,
    ) -> Self {
        let judge: Arc<Judge> = Arc::new(judge);
        let owned = Some((connection.to_owned(), judge.clone()));
        let plain = Some(Arc::new(Self { judge: owned.clone(), ..self.clone() }));
        for (scalar, unit) in [(STICKS, ""), ("margin", ""), ("slip_speed", unit_of_speed)] {
            self.names.push(format!("{connection}.{scalar}"));
            self.units.push(unit.to_owned());
        }
        let read = self.read;
        let read = move |frame: &Frame<'_>, out: &mut Vec<f64>| {
            read(frame, out)?;
            let state = judge(frame)?;
            out.extend([f64::from(state.sticks()), state.margin, state.slip_speed]);
            Ok(())
        };
        Self { read: Arc::new(read), judge: owned, plain, ..self }
    }

    /// Returns the channels of the inputs, such as `input.push`.
    pub(crate) fn of_inputs(inputs: &Inputs) -> Self {
        let names = inputs.declared().iter().map(|input| format!("input.{}", input.name()));
        let units = inputs.declared().iter().map(|input| input.unit().clone());
        Self::new(names.collect(), |frame, out| {
            let inputs = frame.state().inputs();
            let values = (0..inputs.declared().len())
                .filter_map(|place| inputs.value_at(place, frame.time()));
            out.extend(values);
            Ok(())
        })
        .with_last_units(units)
    }

    /// Returns the numbers with the given names; `None` if it has none of them.
    pub(crate) fn only(self, wanted: &HashSet<&str>) -> Option<Self> {
        let Self { names, units, read, judge, .. } = self;
        let places: Vec<usize> =
            (0..names.len()).filter(|&i| wanted.contains(&*names[i])).collect();
        if places.is_empty() {
            return None;
        }
        let of = |all: &[String]| places.iter().map(|&i| all[i].clone()).collect();
        let (kept, units) = (of(&names), of(&units));
        let read = move |frame: &Frame<'_>, out: &mut Vec<f64>| {
            let mut all = Vec::with_capacity(names.len());
            read(frame, &mut all)?;
            out.extend(places.iter().map(|&i| all[i]));
            Ok(())
        };
        Some(Self { names: kept, units, read: Arc::new(read), judge, plain: None })
    }

    /// Returns the numbers that are recorded by default; the contact state only if it is asked for.
    pub(crate) fn usual(&self, asked: &[&String]) -> Self {
        let Some(plain) = &self.plain else { return self.clone() };
        let is_usual = |name: &&String| plain.names.contains(name) || asked.contains(name);
        let usual: HashSet<&str> = self.names.iter().filter(is_usual).map(String::as_str).collect();
        let chosen = if usual.len() > plain.names.len() { self.clone().only(&usual) } else { None };
        chosen.unwrap_or_else(|| (**plain).clone())
    }

    /// Returns the names of the numbers: `block.x`, `friction.force`, `energy.stored`.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns their units; empty if a number has no unit or it is not known.
    #[must_use]
    pub fn units(&self) -> &[String] {
        &self.units
    }

    /// Appends the numbers of this frame to `out`.
    ///
    /// # Errors
    /// None on the network of the same scenario.
    pub fn read(&self, frame: &Frame<'_>, out: &mut Vec<f64>) -> Result<(), NetworkError> {
        (self.read)(frame, out)
    }

    /// Returns the name of a connection with friction, and its contact state in this frame.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn contact_state(
        &self,
        frame: &Frame<'_>,
    ) -> Result<Option<(&str, ContactState)>, NetworkError> {
        let Some((name, judge)) = &self.judge else { return Ok(None) };
        Ok(Some((name, judge(frame)?)))
    }

    /// Returns the index of the number that is 1 if the friction of a connection sticks, else 0, if it has friction.
    #[must_use]
    pub fn sticking(&self) -> Option<usize> {
        let (connection, _) = self.judge.as_ref()?;
        let is_sticking = |name: &String| {
            name.strip_prefix(&**connection).and_then(|rest| rest.strip_prefix('.')) == Some(STICKS)
        };
        self.names.iter().position(is_sticking)
    }
}

impl fmt::Debug for Channels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Channels").field("names", &self.names).finish_non_exhaustive()
    }
}

/// Returns the unit of a column by its name, `block.vx`; empty if it has no unit or the name does not determine it.
#[must_use]
pub fn unit_of(column: &str) -> &'static str {
    let Some((owner, scalar)) = column.rsplit_once('.') else {
        return if column == "t" { "s" } else { "" };
    };
    match scalar {
        _ if owner == "input" => "",
        "x" | "y" | "z" | "position" => "m",
        "angle" => "rad",
        "rate" | "wx" | "wy" | "wz" => "rad/s",
        "vx" | "vy" | "vz" | "velocity" => "m/s",
        "force" | "fx" | "fy" | "fz" => "N",
        "torque" | "tx" | "ty" | "tz" => "N m",
        "stored" if owner == "energy" => "J",
        _ if owner == "energy" => "W",
        _ => "",
    }
}

/// Returns name and unit of an internal variable of a law in `D`. A bristle deflects by what the flow adds up to, unless
/// the law gives another unit.
#[must_use]
pub fn internal_variable<D: Domain>(memory: &Memory<'_>, index: usize) -> VariableName {
    let mut variable = memory.name(index);
    let flow = memory.deflects_along(index).and_then(|axis| D::FLOW_NAMES.get(axis));
    if let (Some(flow), true) = (flow, variable.unit.is_empty()) {
        let unit = unit_of(&format!("law.{flow}"));
        variable.unit = unit.strip_suffix("/s").unwrap_or_default().into();
    }
    variable
}

/// Returns the header of a column of a table: its name, and in brackets its unit if it has one.
///
/// ```
/// use stiction_scenario::channel::{header, name_and_unit};
/// assert_eq!(header("block.x", "m"), "block.x [m]");
/// assert_eq!(header("foot.internal[0]", ""), "foot.internal[0]");
/// assert_eq!(name_and_unit("block.x [m]"), ("block.x", Some("m")));
/// assert_eq!(name_and_unit("foot.internal[0]"), ("foot.internal[0]", None));
/// ```
#[must_use]
pub fn header(name: &str, unit: &str) -> String {
    if unit.is_empty() { name.to_owned() } else { format!("{name} [{unit}]") }
}

/// Reads the header of a column of a table as its name and its unit, which may be missing; see [`header`].
#[must_use]
pub fn name_and_unit(header: &str) -> (&str, Option<&str>) {
    let header = header.trim();
    let parts = header.strip_suffix(']').and_then(|head| head.rsplit_once(" ["));
    parts.map_or((header, None), |(name, unit)| (name.trim(), Some(unit.trim())))
}

/// Every number that a record of a mechanism can have, readable by name between two steps.
///
/// ```
/// use stiction_scenario::Scenario;
/// let scenario = Scenario::from_toml(
///     r#"
///     schema_version = 1
///     solver = { step = 1e-3, until = 1.0 }
///     bodies.cart = { type = "point_mass", mass = 2.0 }
///     connections.push = { ports = "cart", law = { type = "effort", effort = { type = "input", name = "force", unit = "N" } } }
///     record.columns = ["cart.x"]
///     "#,
/// )?;
/// let (mut sim, outputs) = scenario.simulation_with_outputs()?;
/// let force = sim.input("force")?;
/// while outputs.read("cart.vx", &sim)? < 1.0 {
///     sim.set_input(force, 4.0)?;
///     sim.run_until(sim.time() + 0.01)?;
/// }
/// assert_eq!(outputs.read("input.force", &sim)?, 4.0);
/// assert!((sim.time() - 0.5).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Outputs {
    channels: Vec<Channels>,
    recorded: Vec<String>,
    /// Index of the channels and index in them, by name.
    places: HashMap<String, (usize, usize)>,
}

impl Outputs {
    pub(crate) fn new(channels: Vec<Channels>, recorded: Vec<String>) -> Self {
        let named = |(i, channels): (usize, &Channels)| -> Vec<_> {
            let places = channels.names().iter().enumerate();
            places.map(|(j, name)| (name.clone(), (i, j))).collect()
        };
        let places = channels.iter().enumerate().flat_map(named).collect();
        Self { channels, recorded, places }
    }

    /// Returns the names of the columns that the scenario records.
    #[must_use]
    pub fn recorded(&self) -> &[String] {
        &self.recorded
    }

    /// Returns all numbers, including those that are recorded only on request.
    #[must_use]
    pub fn channels(&self) -> &[Channels] {
        &self.channels
    }

    /// Returns all names with their units, in the order of the columns of a record.
    pub fn names(&self) -> impl Iterator<Item = (&str, &str)> {
        let names = self.channels.iter().flat_map(|channels| &channels.names);
        let units = self.channels.iter().flat_map(|channels| &channels.units);
        names.map(String::as_str).zip(units.map(String::as_str))
    }

    /// Returns the present value of a number.
    ///
    /// # Errors
    /// An unknown name; a simulation of another mechanism.
    pub fn read(&self, name: &str, simulation: &Simulation) -> Result<f64, ScenarioError> {
        let unknown = || {
            let known: Vec<String> = self.names().map(|(name, _)| name.to_owned()).collect();
            unknown_column(name, &known).without_text()
        };
        let &(channels, place) = self.places.get(name).ok_or_else(unknown)?;
        let mut numbers = vec![];
        self.channels[channels].read(&simulation.frame(), &mut numbers)?;
        let missing = || Fault::new(format!("`{name}` has no value")).without_text();
        numbers.get(place).copied().ok_or_else(missing)
    }

    /// Appends the present values of all numbers to `out`, in the order of [`Self::names`].
    ///
    /// # Errors
    /// A simulation of another mechanism.
    pub fn read_all(
        &self,
        simulation: &Simulation,
        out: &mut Vec<f64>,
    ) -> Result<(), NetworkError> {
        let frame = simulation.frame();
        self.channels.iter().try_for_each(|channels| channels.read(&frame, out))
    }

    /// Returns the present contact state of every connection with friction, by name.
    ///
    /// # Errors
    /// A simulation of another mechanism.
    pub fn contact_states(
        &self,
        simulation: &Simulation,
    ) -> Result<Vec<(&str, ContactState)>, NetworkError> {
        let frame = simulation.frame();
        let all = self.channels.iter().map(|channels| channels.contact_state(&frame));
        all.filter_map(Result::transpose).collect()
    }
}

/// Returns the fault of an unknown name, with the columns of the component that it names, or with all.
pub(crate) fn unknown_column(name: &str, known: &[String]) -> Fault {
    const FEW: usize = 40;
    let component = name.split('.').next();
    let is_near = |column: &&str| column.split('.').next() == component;
    let all = || known.iter().map(String::as_str);
    let near: Vec<&str> = all().filter(is_near).collect();
    let shown = if near.is_empty() { all().collect() } else { near };
    let more = if shown.len() > FEW { ", …" } else { "" };
    let few = shown[..shown.len().min(FEW)].join(", ");
    Fault::new(format!("there is no column `{name}`; there are {few}{more}"))
        .hint(nearest(name, shown))
}
