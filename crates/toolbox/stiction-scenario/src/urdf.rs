//! Robots from URDF files: an articulation, with the laws of the file on its joints.
//!
//! The entry is here and not beside the reader, because a URDF file describes more than a body: friction, damping and
//! stops of its joints are connections. It is not a feature, so that a scenario means the same to every program that
//! reads it.

use core::any::Any;
use std::path::Path;

use nalgebra::Vector3;
use stiction_core::{Describe, LawTable, Line, ParameterError, Pose, Shaft, VectorDomain, Wrench};
use stiction_friction::GsatFriction;
use stiction_mechanics::urdf::{Mimic, Note, Place, Robot, RobotJoint};
use stiction_mechanics::{Articulation, Differential, EndStop, SpringDamper};

use crate::body::{self, BuiltBody, MakeBody, Placed, ScenarioBody, Start};
use crate::connection::{Connection, ConnectionStart};
use crate::domain::DomainId;
use crate::entry::Entry;
use crate::error::{Fault, Inside, nearest};
use crate::folder::Folder;
use crate::law::Law;
use crate::map::Map;
use crate::value::Coordinates;

/// A robot as a URDF file describes it.
#[derive(Clone, Debug, PartialEq, Describe)]
#[describe(
    tag = "urdf",
    text = "A robot from a URDF file: an articulation, with friction, damping and stops on its joints.",
    builds = Urdf
)]
pub(crate) struct Urdf {
    /// The file, relative to the scenario.
    file: String,
    /// Whether masses and inertias that no body has are taken as they are written.
    #[field(default = false)]
    as_written: bool,
    /// Whether the base is free: it is then a port, moves as a rigid body, and starts as `start.base` says.
    #[field(default = false)]
    floating: bool,
    /// Frame of a base that is not free \[m\].
    #[field(default = Pose::default())]
    mount: Pose,
    /// Acceleration of free fall, world axes \[m/s²\], finite; on earth along -z by default.
    #[field(finite, default = Vector3::new(0.0, 0.0, -9.81))]
    gravity: Vector3<f64>,
    /// Whether the joints have the friction and the damping that the file gives them, and follow those that they mimic.
    #[field(default = true)]
    dynamics: bool,
    /// Joints that have none of it all the same, such as those with laws of their own in the scenario.
    #[field(default = vec![])]
    without: Vec<String>,
    /// Presliding displacement \[rad\], of a sliding joint in m, > 0: a joint yields so far before it slips, so that
    /// its stiffness is its friction through this.
    #[field(positive, default = 1e-3)]
    presliding: f64,
    /// How the bristles of that friction start, as the `start` of a connection.
    #[field(default = ConnectionStart::Unbent)]
    friction_start: ConnectionStart,
    /// Time in which a joint that sticks comes to rest \[s\], ≥ 0: its damping through its stiffness. Also that in
    /// which a joint that mimics another follows it, then > 0: a spring and a damper couple both, critically damped.
    #[field(non_negative, default = 1e-3)]
    settling: f64,
    /// Stops at the ends of the travel of each joint that has some; none by default.
    #[field(default = None)]
    stops: Option<Stops>,
}

/// Stops at the ends of a travel.
#[derive(Clone, Debug, PartialEq, Describe)]
#[describe(builds = Stops)]
pub(crate) struct Stops {
    /// Stiffness \[N m/rad, or N/m\], > 0.
    #[field(positive)]
    stiffness: f64,
    /// Damping \[N m s/rad, or N s/m\], ≥ 0.
    #[field(non_negative, default = 0.0)]
    damping: f64,
}

/// Returns the entry of robots.
pub(crate) fn entry() -> Entry<MakeBody> {
    Entry {
        table: Urdf::DESCRIPTION,
        domain: DomainId::of::<Shaft>(),
        build: |given| Ok(Box::new(Urdf::from_values(given)?)),
        #[cfg(test)]
        again: crate::entry::again::<Urdf>,
        make: MakeBody::of_others(add),
    }
}

/// Largest error of a joint that mimics another at the start \[rad, m, rad/s, m/s\], absolute and relative.
const APART: f64 = 1e-6;

/// Returns notes on the file of a robot: content that the mechanism does not have, or that looks like a mistake.
pub(crate) fn notes(body: &ScenarioBody, folder: Folder<'_>) -> Result<Vec<String>, Fault> {
    let Some(given) = robot(body) else { return Ok(vec![]) };
    let robot = given.read(folder)?;
    let of_file = |note: &Note| format!("{}:{}: {}", given.file, note.line, note.text);
    let mut notes: Vec<String> = robot.notes.iter().map(of_file).collect();
    notes.extend(given.starts_beyond_stops(&robot, &body.start));
    notes.extend(given.starts_apart(&robot, &body.start));
    Ok(notes)
}

fn robot(body: &ScenarioBody) -> Option<Box<Urdf>> {
    if body.kind.tag() != Urdf::DESCRIPTION.tag {
        return None;
    }
    body.kind.build_chosen().ok()?.1.downcast().ok()
}

/// Returns the presliding displacement of a robot from a file.
pub(crate) fn presliding(body: &ScenarioBody) -> Option<f64> {
    Some(robot(body)?.presliding)
}

fn add(robot: Box<dyn Any>, to: Placed<'_>) -> Result<BuiltBody, Fault> {
    let given = robot.downcast::<Urdf>().map_err(|_| Fault::new("is no robot"))?;
    let robot = given.read(to.around.folder)?;
    given.check_names(&robot)?;
    let Urdf { floating, mount, gravity, .. } = *given;
    let path = || to.around.folder.path.join(&given.file);
    let tree = robot.tree(&Place { floating, mount, gravity });
    let tree =
        tree.map_err(|error| Fault::new(format!("{}: {error}", path().display())).inside("file"))?;
    let mut own = vec![];
    for joint in &robot.joints {
        let port = format!("{}.{}", to.name, joint.name);
        for (what, law) in given.laws(joint)? {
            let start =
                if what == "friction" { given.friction_start } else { ConnectionStart::Unbent };
            let connection = Connection { start, ..Connection::direct(law, &port) };
            own.push((format!("{port}.{what}"), connection));
        }
        if let (true, Some(mimic)) = (given.acts_on(joint), &joint.mimic) {
            let (map, law) = given.coupling(&robot, joint, mimic)?;
            let ports = [&*port, &*format!("{}.{}", to.name, mimic.joint)];
            own.push((format!("{port}.mimic"), Connection::through(map, law, ports)));
        }
    }
    Ok(BuiltBody { own, ..body::add::<Articulation>(Box::new(tree), to)? })
}

impl Urdf {
    fn read(&self, folder: Folder<'_>) -> Result<Robot, Fault> {
        let text = folder.text(Path::new(&self.file)).inside("file")?;
        let robot =
            if self.as_written { Robot::read_as_written(&text) } else { Robot::read(&text) };
        robot.map_err(|error| {
            let path = folder.path.join(&self.file);
            let message = format!("{}:{}: {}", path.display(), error.line, error.fault);
            Fault::new(message).inside("file")
        })
    }

    fn check_names(&self, robot: &Robot) -> Result<(), Fault> {
        for (i, name) in self.without.iter().enumerate() {
            if robot.joint(name).is_none() {
                let known: Vec<_> = robot.joints.iter().map(|joint| &*joint.name).collect();
                let message =
                    format!("no joint `{name}` moves; those that do are {}", known.join(", "));
                let fault = Fault::new(message).hint(nearest(name, known));
                return Err(fault.inside(i.to_string()).inside("without"));
            }
        }
        Ok(())
    }

    /// Returns whether a joint has the dynamics of the file.
    fn acts_on(&self, joint: &RobotJoint) -> bool {
        self.dynamics && !self.without.contains(&joint.name)
    }

    /// Returns the spring and the damper that make a joint follow another, with the map to its error.
    fn coupling(
        &self,
        robot: &Robot,
        joint: &RobotJoint,
        mimic: &Mimic,
    ) -> Result<(Map, Law), Fault> {
        let refused = |error: &dyn core::fmt::Display| {
            Fault::new(format!("joint `{}`: {error}", joint.name)).inside("file")
        };
        if self.settling == 0.0 {
            let message =
                format!("must be above 0 for joint `{}`, which mimics another", joint.name);
            return Err(Fault::new(message).inside("settling"));
        }
        let weights = [1.0, -mimic.multiplier];
        let tree = robot.tree(&Place::default()).map_err(|error| refused(&error))?;
        let mut efforts = vec![0.0; tree.joint_names().len()];
        let state = vec![0.0; 2 * efforts.len()];
        let mut accelerations = |size: f64| {
            for (name, weight) in [&*joint.name, &*mimic.joint].into_iter().zip(weights) {
                tree.joint(name).into_iter().for_each(|k| efforts[k] = size * weight);
            }
            let rate = tree.rate_under(&state, &efforts, &Wrench::default());
            let of = |rate: &[f64], name| tree.joint(name).map_or(0.0, |k| rate[2 * k + 1]);
            let along = |rate: Vec<f64>| {
                of(&rate, &joint.name) * weights[0] + of(&rate, &mimic.joint) * weights[1]
            };
            rate.map(along).map_err(|error| refused(&error))
        };
        // A unit of effort accelerates the error by the inverse of this inertia.
        let inertia = 1.0 / (accelerations(1.0)? - accelerations(0.0)?);
        let frequency = 1.0 / self.settling;
        let law = SpringDamper::builder()
            .stiffness(inertia * frequency * frequency)
            .damping(2.0 * inertia * frequency)
            .rest(mimic.offset)
            .build();
        let law: SpringDamper<Shaft> = law.map_err(|error| refused(&error))?;
        let follows = robot.joints.iter().any(|other| other.name == mimic.joint && other.slides);
        let map = match (joint.slides, follows) {
            (false, false) => difference::<Shaft, Shaft>(weights),
            (false, true) => difference::<Shaft, Line>(weights),
            (true, false) => difference::<Line, Shaft>(weights),
            (true, true) => difference::<Line, Line>(weights),
        };
        Ok((map.map_err(|error| refused(&error))?, law_of_joint::<_, SpringDamper<Line>>(law)))
    }

    /// Returns notes on joints that start beyond their stops, which then throw them back.
    fn starts_beyond_stops(&self, robot: &Robot, start: &Start) -> Vec<String> {
        let angles = listed(start.angle.as_ref());
        let beyond = |(place, joint): (usize, &RobotJoint)| {
            let (lower, upper) = joint.limit.and_then(|limit| limit.travel)?;
            let (at, unit) = (angles.get(place).copied().unwrap_or(0.0), unit_of(joint));
            let name = &joint.name;
            (at < lower || at > upper).then(|| {
                format!(
                    "joint `{name}` starts at {at} {unit}, beyond its stops at {lower} and {upper} {unit}: \
                     give a `start.angle` between them"
                )
            })
        };
        let joints = robot.joints.iter().enumerate();
        if self.stops.is_some() { joints.filter_map(beyond).collect() } else { vec![] }
    }

    /// Returns notes on joints whose position or speed at the start differs from that of the joint that they mimic: the
    /// spring between then throws both.
    fn starts_apart(&self, robot: &Robot, start: &Start) -> Vec<String> {
        let (angles, speeds) =
            (listed(start.angle.as_ref()), listed(start.angular_velocity.as_ref()));
        let place = |name: &str| robot.joints.iter().position(|joint| joint.name == name);
        let apart = |joint: &RobotJoint| {
            let mimic = joint.mimic.as_ref().filter(|_| self.acts_on(joint))?;
            let (own, other) = (place(&joint.name)?, place(&mimic.joint)?);
            let at = |of: &[f64], place: usize| of.get(place).copied().unwrap_or(0.0);
            let angle = mimic.multiplier * at(angles, other) + mimic.offset;
            let speed = mimic.multiplier * at(speeds, other);
            let is_there =
                |found: f64, wanted: f64| (found - wanted).abs() <= APART * wanted.abs().max(1.0);
            if is_there(at(angles, own), angle) && is_there(at(speeds, own), speed) {
                return None;
            }
            let (name, unit, other) = (&joint.name, unit_of(joint), &mimic.joint);
            Some(format!(
                "joint `{name}` starts at {} {unit} and {} {unit}/s, but mimics `{other}`, with which it is at \
                 {angle} {unit} and {speed} {unit}/s: give a `start.angle` and `start.angular_velocity` that fit",
                at(angles, own),
                at(speeds, own),
            ))
        };
        robot.joints.iter().filter_map(apart).collect()
    }

    /// Returns the laws on a joint, each with the ending of its name.
    fn laws(&self, joint: &RobotJoint) -> Result<Vec<(&'static str, Law)>, Fault> {
        let refused = |error: ParameterError| {
            Fault::new(format!("joint `{}`: {error}", joint.name)).inside("file")
        };
        let mut laws = vec![];
        if self.acts_on(joint) {
            let stiffness = joint.friction / self.presliding;
            let friction = joint.dry_friction::<Shaft>(stiffness, stiffness * self.settling);
            laws.extend(
                friction
                    .map_err(refused)?
                    .map(|law| ("friction", law_of_joint::<_, GsatFriction<Line>>(law))),
            );
            let damper = joint.damper::<Shaft>().map_err(refused)?;
            laws.extend(damper.map(|law| ("damping", law_of_joint::<_, SpringDamper<Line>>(law))));
        }
        if let Some(Stops { stiffness, damping }) = self.stops {
            let stops = joint.stops::<Shaft>(stiffness, damping).map_err(refused)?;
            laws.extend(stops.map(|law| ("stops", law_of_joint::<_, EndStop<Line>>(law))));
        }
        Ok(laws)
    }
}

/// Returns the map to the error of a joint that mimics another.
fn difference<A, B>(weights: [f64; 2]) -> Result<Map, ParameterError>
where
    A: VectorDomain<Vector = f64>,
    B: VectorDomain<Vector = f64>,
{
    Differential::<A, B, A>::builder().weights(weights).build().map(Map::from)
}

/// Returns a law on a revolute joint as one that also fits a sliding joint; the joint decides which is built.
fn law_of_joint<T: LawTable + Into<Law>, S: LawTable>(law: T) -> Law {
    law.into().one_of(vec![Entry::of_law::<T>(), Entry::of_law::<S>()])
}

fn listed(given: Option<&Coordinates>) -> &[f64] {
    given.map(Coordinates::as_slice).unwrap_or_default()
}

/// Returns the unit of the coordinate of a joint.
fn unit_of(joint: &RobotJoint) -> &'static str {
    if joint.slides { "m" } else { "rad" }
}

#[cfg(test)]
#[path = "urdf_tests.rs"]
mod tests;
