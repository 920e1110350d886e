//! Every component survives a file, writes all its parameters, refuses numbers outside their ranges and works with
//! extreme ones, has equal bits in lanes, and neither creates nor loses power wrongly.

use std::collections::BTreeSet;

use stiction_core::vectors::Lanes;
use stiction_core::{Stage, Value};
use stiction_network::Network;
use stiction_network::ode::Ode;

use super::draw::{Draws, Slot, names, visit};
use super::stand::{Run, Tried, given, scenario};
use crate::body::MakeBody;
use crate::drive::MakeDrive;
use crate::entry::{Entry, Kind};
use crate::text::Text;
use crate::{Scenario, ScenarioError};

/// Number of values of every component that are tested; more if they miss some of its fields.
const KEPT: usize = 8;
const MORE: usize = 60;

/// Number of values whose copies are evaluated side by side.
const SIDE_BY_SIDE: usize = 4;

/// Number of rejected draws after which a component is given up.
const REFUSED: usize = 3000;

/// Laws whose tables cannot read values back, because the values determine the type that is built.
const OF_SEVERAL_TYPES: [&str; 3] = ["effort", "limit_set", "limit_set_contact"];

/// Laws that feed power in.
pub(super) const SOURCES: [&str; 1] = ["effort"];

/// Fields that have no effect beside some values of others, and why.
const INERT: &[(&str, &str)] = &[
    ("body urdf shaft without", "a robot without dynamics, and one that has none on that joint"),
    ("body urdf shaft presliding", "a robot without dynamics"),
    ("body urdf shaft friction_start", "a robot without dynamics"),
    ("body urdf shaft settling", "a robot without dynamics"),
    ("law elliptic_contact spatial_frame torsional_stiffness", "without torsional friction"),
    ("law elliptic_contact spatial_frame torsional_damping", "without torsional friction"),
    ("law elliptic_contact spatial_frame rolling_stiffness", "without rolling friction"),
    ("law elliptic_contact spatial_frame rolling_damping", "without rolling friction"),
    ("law ellipsoid_contact planar_frame moment_axes", "without a moment"),
    ("Function.samples time", "points in place of a file"),
    ("Function.samples column", "points in place of a file"),
    ("Fingertip interval", "a force that does not change"),
    ("Fingertip sampled_load", "without a limit surface"),
    ("Pressure points", "the share of a single point"),
    ("PressurePiece from", "the first piece also holds before it"),
    ("Rim from", "the first shape also holds before it"),
];

/// A field that built components do not have: it says whether a file with a mistake is read.
const OF_READING: &str = "body urdf shaft as_written";

/// The faults that were found, and the fields that were changed.
#[derive(Default)]
pub(super) struct Report {
    pub(super) faults: Vec<String>,
    /// Fields that made a difference, followed by all fields.
    varied: BTreeSet<String>,
    known: BTreeSet<String>,
    /// Number of components whose copies were evaluated side by side.
    pub(super) abreast: usize,
}

impl Report {
    /// Tests values of a component in the registry of a scenario.
    pub(super) fn look<K: Tried>(&mut self, entry: &Entry<K>, like: &Scenario) {
        let mut trial = Trial::new(entry, like);
        let mut own = BTreeSet::new();
        names(&trial.name, entry.table.fields, &mut own);
        self.known.extend(own.iter().cloned());
        let count = if entry.table.fields.is_empty() { 1 } else { KEPT };
        let mut kept = vec![];
        while kept.len() < count {
            match trial.draw(|_| true) {
                Ok(values) => kept.push(values),
                Err(refused) => {
                    let message = format!("only {} draws fit: {refused}", kept.len());
                    return self.fail(&trial.name, message);
                }
            }
        }
        let mut judged = 0;
        for values in &kept {
            self.tell_apart(&mut trial, values);
            self.leave_ranges(&mut trial, values);
            judged += usize::from(!trial.changes(values));
            let found = trial.comes_back(values).and_then(|()| trial.power(values));
            found.unwrap_or_else(|message| self.fail(&trial.name, message));
        }
        if judged == 0 && K::WHAT != MakeDrive::WHAT && !SOURCES.contains(&entry.tag()) {
            self.fail(&trial.name, "no draw has a power that can be judged".to_owned());
        }
        for _ in 0..MORE {
            let missing: BTreeSet<&String> = own.difference(&self.varied).collect();
            let Ok(values) = trial.draw(|key| missing.contains(key)) else { break };
            self.tell_apart(&mut trial, &values);
            let found = trial.comes_back(&values);
            found.unwrap_or_else(|message| self.fail(&trial.name, message));
        }
        // A step ends at a jump of a signal, for all copies; and a friction may fall below zero.
        kept.sort_by_key(|values| trial.changes(values));
        let mut finite = 0;
        for values in &kept {
            if finite > 0 && trial.changes(values) {
                return;
            }
            match trial.side_by_side(values) {
                Err(message) if message.contains("is not finite") => continue,
                Err(message) => self.fail(&trial.name, message),
                Ok(is_abreast) => self.abreast += usize::from(is_abreast),
            }
            finite += 1;
            if finite == SIDE_BY_SIDE {
                return;
            }
        }
        if finite == 0 {
            self.fail(&trial.name, "is never finite".to_owned());
        }
    }

    fn fail(&mut self, name: &str, message: String) {
        self.faults.push(format!("{name}: {message}"));
    }

    /// Adds another report.
    pub(super) fn add(&mut self, other: Self) {
        self.faults.extend(other.faults);
        self.varied.extend(other.varied);
        self.known.extend(other.known);
        self.abreast += other.abreast;
    }

    /// Returns the fields that were never changed.
    pub(super) fn constant(&self) -> Vec<&String> {
        self.known.difference(&self.varied).filter(|key| *key != OF_READING).collect()
    }

    /// Changes each value alone, a number by a billionth.
    fn tell_apart<K: Tried>(&mut self, trial: &mut Trial<'_, K>, values: &[Value]) {
        let plain = network(&trial.alone(values)).unwrap();
        let (mut slots, mut count) = (vec![], 0);
        trial.visit(&mut values.to_vec(), &mut |slot, value, _| {
            let parts = slot.numbers(value).max(1);
            slots.extend((0..parts).map(|part| (count, part, slot.way.to_vec())));
            count += 1;
        });
        for (index, part, way) in slots {
            let (mut other, mut at, mut is_other) = (values.to_vec(), 0, false);
            trial.visit(&mut other, &mut |slot, value, draws| {
                if at == index {
                    is_other = draws.change(slot, part, 1e-9, value);
                }
                at += 1;
            });
            let key = way.last().map_or("", String::as_str);
            if !is_other || key == OF_READING {
                continue;
            }
            let Ok(changed) = network(&trial.alone(&other)) else { continue };
            if plain.difference(&changed).is_some() {
                self.varied.extend(way);
            } else if !INERT.iter().any(|(inert, _)| *inert == key) {
                self.fail(&trial.name, format!("hides {key}: {values:?} {other:?}"));
            }
        }
    }
}

/// Numbers at which formulas divide by nothing, lose all digits or overflow.
const EXTREME: [f64; 4] = [0.0, -1.0, 1e-320, HUGE];

/// With this number products overflow, and infinity less infinity is no number: the first step then says so.
const HUGE: f64 = 1e308;

impl Report {
    /// Sets each number alone to some outside its range, which must be refused with its name, and to extreme ones inside,
    /// with which a law, map or drive has rates that are numbers. Bodies are left out there, as one of several links without
    /// mass has none, and functions of time, which may let a normal force fall below zero.
    fn leave_ranges<K: Tried>(&mut self, trial: &mut Trial<'_, K>, values: &[Value]) {
        let is_judged = K::WHAT != MakeBody::WHAT && !trial.changes(values);
        if let Some(said) = no_number(&trial.alone(values)).filter(|_| is_judged) {
            return self.fail(&trial.name, format!("{said} with {values:?}"));
        }
        let mut slots = vec![];
        trial.visit(&mut values.to_vec(), &mut |slot, value, _| {
            let count = match value {
                Value::Number(_) => 1,
                Value::Numbers(numbers) => numbers.len(),
                _ => 0,
            };
            slots.push((slot.name(), slot.refused(), count));
        });
        for (index, (name, refused, count)) in slots.into_iter().enumerate() {
            let extreme = if refused.is_empty() { &[][..] } else { &EXTREME };
            let outside = refused.iter().map(|bad| (*bad, true));
            let tried = outside.chain(extreme.iter().map(|bad| (*bad, refused.contains(bad))));
            let places = (0..count).flat_map(|place| tried.clone().map(move |bad| (place, bad)));
            for (place, (bad, is_outside)) in places {
                let (mut other, mut at) = (values.to_vec(), 0);
                trial.visit(&mut other, &mut |_, value, _| {
                    match value {
                        Value::Number(number) if at == index => *number = bad,
                        Value::Numbers(numbers) if at == index => numbers[place] = bad,
                        _ => {}
                    }
                    at += 1;
                });
                let alone = trial.alone(&other);
                let fault = match alone.mechanism() {
                    Err(error) => (is_outside && !error.to_string().contains(name))
                        .then(|| format!("refuses {name} = {bad} so: {error}")),
                    Ok(_) if is_outside => Some(format!("takes {name} = {bad}")),
                    Ok(_) if !is_judged || bad == HUGE => None,
                    Ok(_) => no_number(&alone).map(|said| format!("{said} with {name} = {bad:e}")),
                };
                fault.into_iter().for_each(|fault| self.fail(&trial.name, fault));
            }
        }
    }
}

/// Returns which rate of a mechanism is not a number, if one is: at the start, and in motion.
fn no_number(scenario: &Scenario) -> Option<String> {
    for has_memory in [false, true] {
        let run = match Run::new(scenario, Lanes::One, has_memory) {
            Ok(run) => run,
            Err(error) => return Some(error.to_string()),
        };
        let network = run.sim.network();
        for x in [network.initial_state().values(), run.sim.state().values()] {
            for tau in [1e-4, 1.0] {
                let mut rates = vec![0.0; x.len()];
                network.rhs(&Stage::first(0.0, tau), x, &mut rates);
                if let Some(at) = rates.iter().position(|rate| rate.is_nan()) {
                    let (component, variable) = network.describe_variable(at);
                    return Some(format!("the rate of {component}.{variable} is not a number"));
                }
            }
        }
    }
    None
}

fn network(scenario: &Scenario) -> Result<Network, ScenarioError> {
    Ok(scenario.mechanism()?.network)
}

fn said(error: ScenarioError) -> String {
    error.to_string()
}

/// A component under test.
struct Trial<'a, K> {
    entry: &'a Entry<K>,
    name: String,
    draws: Draws,
    like: &'a Scenario,
}

impl<'a, K: Tried> Trial<'a, K> {
    fn new(entry: &'a Entry<K>, like: &'a Scenario) -> Self {
        let ports = entry.make.ports().into_iter().map(|port| format!(" {}", port.tag));
        let ports: String = ports.collect();
        let name = format!("{} {} {}{ports}", K::WHAT, entry.tag(), entry.domain.tag);
        Self { entry, draws: Draws::new(&name), name, like }
    }

    fn visit(
        &mut self,
        values: &mut [Value],
        see: &mut dyn FnMut(&Slot<'_>, &mut Value, &mut Draws),
    ) {
        let Self { entry, name, draws, .. } = self;
        let see = &mut |slot: &Slot<'_>, value: &mut Value| see(slot, value, draws);
        visit(name, entry.table.fields, values, &mut vec![], see);
    }

    fn alone(&self, values: &[Value]) -> Scenario {
        scenario(self.entry, &[("c".to_owned(), values)], self.like)
    }

    /// Draws valid values with a wanted field, or returns why the last ones were rejected.
    fn draw(&mut self, mut wants: impl FnMut(&String) -> bool) -> Result<Vec<Value>, String> {
        let fields = self.entry.table.fields;
        let mut refused = "none is wanted".to_owned();
        for _ in 0..REFUSED {
            let mut values = self.draws.all(&self.name, fields, 0);
            // A holder adds parameters to another component; without these a file means the other.
            let mut own = fields.iter().zip(&values).filter(|(field, _)| !field.is_flat);
            let is_other = own.any(|(_, value)| *value == Value::Absent);
            let mut is_wanted = fields.is_empty();
            self.visit(&mut values, &mut |slot, value, _| {
                is_wanted |= *value != Value::Absent && slot.way.last().is_some_and(&mut wants);
            });
            if !is_wanted || self.entry.table.tag.is_empty() && is_other {
                continue;
            }
            match self.alone(&values).mechanism() {
                Ok(_) => return Ok(values),
                Err(error) => refused = error.to_string(),
            }
        }
        Err(refused)
    }

    /// Returns whether something changes with time, which may feed power in.
    fn changes(&mut self, values: &[Value]) -> bool {
        let mut changes = false;
        self.visit(&mut values.to_vec(), &mut |slot, _, _| {
            changes |= slot.way.iter().any(|key| key.starts_with("Function."));
        });
        changes
    }

    fn power(&mut self, values: &[Value]) -> Result<(), String> {
        if self.changes(values) {
            return Ok(());
        }
        let alone = self.alone(values);
        K::power(self.entry, given(self.entry, values, &alone), &alone)
    }

    /// Writes a component, reads it, and compares its values.
    fn comes_back(&self, values: &[Value]) -> Result<(), String> {
        let (entry, written) = (self.entry, self.alone(values));
        let text = written.to_toml().map_err(said)?;
        let shown = Text { file: None, text: &text };
        let (folder, context) = (self.like.folder.clone(), self.like.context.clone());
        let read = Scenario::parse(shown, folder, context).map_err(said)?;
        if read != written || read.to_toml().map_err(said)? != text {
            return Err(format!("is read as something else:\n{text}"));
        }
        let plain = network(&written).map_err(said)?;
        let differs = |other: &Scenario| {
            let found = plain.difference(&network(other).map_err(said)?);
            found.map_or(Ok(()), |found| Err(format!("does not come back: {found}\n{text}")))
        };
        differs(&read)?;
        let again = |values: &[Value]| {
            (entry.again)(&mut given(entry, values, &written)).map_err(|error| error.to_string())
        };
        let Some(told) = again(values)? else {
            let is_known = OF_SEVERAL_TYPES.contains(&entry.tag());
            return if is_known { Ok(()) } else { Err("does not tell its values".to_owned()) };
        };
        // A limit surface from a file has no values.
        if format!("{told:?}").contains("Opaque") {
            return Ok(());
        }
        differs(&self.alone(&told))?;
        let twice = again(&told)?.unwrap_or_default();
        // Texts distinguish −0 from 0; comparison of numbers does not.
        let is_same = format!("{twice:?}") == format!("{told:?}");
        if is_same { Ok(()) } else { Err(format!("changes as it comes back: {told:?} {twice:?}")) }
    }

    /// Compares copies with other numbers in one network with each of them in a separate network; returns whether some
    /// were evaluated side by side.
    fn side_by_side(&mut self, values: &[Value]) -> Result<bool, String> {
        // Bodies with two variables are evaluated side by side from 32 on; one remains.
        let count = if self.entry.make.ports().len() > 2 { 9 } else { 33 };
        let copies: Vec<_> =
            (0..count).map(|copy| (format!("c{copy}"), self.varied(copy, values))).collect();
        let all: Vec<_> = copies.iter().map(|(name, values)| (name.clone(), &values[..])).collect();
        let run = |all: &[(String, &[Value])], lanes| {
            Run::new(&scenario(self.entry, all, self.like), lanes, true)
        };
        let mut each = vec![];
        for one in all.chunks(1) {
            each.extend(run(one, Lanes::One).and_then(Run::end).map_err(said)?);
        }
        each.sort_by(|(name, _), (other, _)| name.cmp(other));
        let mut is_abreast = false;
        for lanes in [Lanes::One, Lanes::Four] {
            let run = run(&all, lanes).map_err(said)?;
            is_abreast |= run.copies > 0;
            let end = run.end().map_err(said)?;
            if each != end {
                let pair = each.iter().zip(&end).find(|(one, other)| one != other);
                return Err(format!("has other bits in lanes, {lanes:?}: {pair:?} of {values:?}"));
            }
        }
        Ok(is_abreast)
    }

    /// Returns the values with other numbers, by a few percent.
    fn varied(&mut self, copy: usize, values: &[Value]) -> Vec<Value> {
        for _ in 0..20 {
            let mut other = values.to_vec();
            self.visit(&mut other, &mut |slot, value, draws| {
                for part in 0..slot.numbers(value) {
                    let share = 0.1 * draws.unit() - 0.05;
                    draws.change(slot, part, share, value);
                }
                // Inputs of one name have one start.
                if let (true, Value::Text(name)) = (slot.is_name(), value) {
                    *name += &format!("_{copy}");
                }
            });
            if self.alone(&other).mechanism().is_ok() {
                return other;
            }
        }
        values.to_vec()
    }
}
