//! Bodies and other things that forces move.

use core::any::Any;
use std::sync::Arc;

use stiction_core::{
    Admittance, AnyDomain, Describe, Domain, Flat, Line, Motion, PlanarFrame, Pose, Shaft,
    SpatialFrame, Twist,
};
use stiction_mechanics::Articulation;
use stiction_network::{
    AnyPort, Frame, Handle, NetworkBuilder, NetworkError, Start as Motions, UntypedPort,
};

use crate::appearance::{self, Appearance, KEY};
use crate::channel::Channels;
use crate::component::Component;
use crate::connection::{Connection, TreePorts};
use crate::domain::DomainId;
use crate::drive::{check_count, upright};
use crate::entry::{Entry, Kind, Known};
use crate::error::{Fault, Inside};
use crate::fields::Fields;
use crate::node::Node;
use crate::surroundings::Surroundings;
use crate::value::{Coordinates, serialize_as_described};

/// A body and its start.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct ScenarioBody {
    /// Its component.
    #[serde(flatten)]
    pub kind: Component<MakeBody>,
    /// Its shape, if it is in space and its type does not determine one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<Appearance>,
    /// Its motion at time zero.
    #[serde(skip_serializing_if = "Start::is_rest")]
    pub start: Start,
}

/// Adds a body, built from its values, to a network.
pub(crate) type Add = fn(Box<dyn Any>, Placed<'_>) -> Result<BuiltBody, Fault>;

/// Properties of an entry that only bodies have.
#[derive(Clone, Copy, Debug)]
pub struct MakeBody {
    add: Add,
    is_in_space: fn() -> bool,
}

impl Kind for MakeBody {
    const WHAT: &'static str = "body";
    const NAME: &'static str = "Body";
    const TEXT: &'static str = "A body and how it starts.";
}

impl Entry<MakeBody> {
    /// Returns the entry of a type.
    #[must_use]
    pub fn of_body<C: Describe>() -> Self
    where
        C::Built: Admittance,
    {
        Self {
            table: C::DESCRIPTION,
            domain: DomainId::of::<<C::Built as Admittance>::Domain>(),
            build: |given| Ok(Box::new(C::from_values(given)?)),
            #[cfg(test)]
            again: crate::entry::again::<C>,
            make: MakeBody { add: add::<C::Built>, is_in_space: is_in_space::<C::Built> },
        }
    }
}

fn is_in_space<A: Admittance>() -> bool {
    let at_zero = vec![0.0; Motion::<A::Domain>::LEN];
    <A::Domain as Domain>::in_space(&Motion::<A::Domain>::load(&at_zero).pose).is_some()
}

impl MakeBody {
    /// Returns whether it has a place in space, so that it can have a shape.
    pub(crate) fn is_in_space(&self) -> bool {
        (self.is_in_space)()
    }

    /// Makes it for a body that is not itself part of a network: others are added in its place.
    pub(crate) fn of_others(add: Add) -> Self {
        Self { add, is_in_space: || false }
    }
}

/// The motion at time zero; what is not given is zero.
#[derive(Clone, Debug, Default, PartialEq, Describe)]
pub struct Start {
    /// Position at time zero \[m\].
    #[field(default = None)]
    pub position: Option<Coordinates>,
    /// Angle at time zero \[rad\]; a list for an arm.
    #[field(default = None)]
    pub angle: Option<Coordinates>,
    /// Orientation (w, x, y, z) at time zero, of any length but zero.
    #[field(default = None)]
    pub orientation: Option<[f64; 4]>,
    /// Velocity at time zero \[m/s\].
    #[field(default = None)]
    pub velocity: Option<Coordinates>,
    /// Angular velocity at time zero \[rad/s\]; a list for an arm.
    #[field(default = None)]
    pub angular_velocity: Option<Coordinates>,
    /// Motion of the base of an articulation, if that is free.
    #[field(default = None)]
    pub base: Option<BaseStart>,
    /// State at time zero beyond the motion.
    #[field(default = None, length(1, usize::MAX, "must be at least 1"))]
    pub internal: Option<Vec<f64>>,
}

/// The motion of a free base at time zero, in the axes of the world; what is not given is zero.
#[derive(Clone, Debug, PartialEq, Describe)]
pub struct BaseStart {
    /// Position at time zero \[m\].
    #[field(default = [0.0; 3])]
    pub position: [f64; 3],
    /// Orientation (w, x, y, z) at time zero, of any length but zero.
    #[field(default = UPRIGHT)]
    pub orientation: [f64; 4],
    /// Velocity at time zero \[m/s\].
    #[field(default = [0.0; 3])]
    pub velocity: [f64; 3],
    /// Angular velocity at time zero \[rad/s\].
    #[field(default = [0.0; 3])]
    pub angular_velocity: [f64; 3],
}

serialize_as_described!(Start, BaseStart);

/// The orientation of the world.
const UPRIGHT: [f64; 4] = [1.0, 0.0, 0.0, 0.0];

/// At rest in the axes of the world.
impl Default for BaseStart {
    fn default() -> Self {
        let [position, velocity, angular_velocity] = [[0.0; 3]; 3];
        Self { position, orientation: UPRIGHT, velocity, angular_velocity }
    }
}

impl BaseStart {
    fn motion(&self) -> Result<Motion<SpatialFrame>, Fault> {
        let [w, x, y, z] = self.orientation;
        let orientation = nalgebra::Quaternion::new(w, x, y, z);
        let pose = upright::<SpatialFrame>(Pose { position: self.position.into(), orientation });
        let flow = Twist { linear: self.velocity.into(), angular: self.angular_velocity.into() };
        Ok(Motion { pose: pose.inside("orientation")?, flow })
    }
}

/// Returns the endings that distinguish the ports of a body: nothing, `[0]`, `.shoulder`.
fn endings<A: Admittance>(body: &A) -> Vec<String> {
    let ports = body.ports();
    let ending = |port| match ports.name(port) {
        Some(name) => format!(".{name}"),
        None if ports.are_numbered() => format!("[{port}]"),
        None => String::new(),
    };
    (0..ports.count()).map(ending).collect()
}

/// Returns the keys of a motion with the number of scalars of each, in the order of [`Flat`].
fn keys<D: Domain>() -> Vec<(&'static str, usize)> {
    let id = DomainId::of::<D>();
    if id == DomainId::of::<Shaft>() {
        vec![("angle", 1), ("angular_velocity", 1)]
    } else if id == DomainId::of::<PlanarFrame>() {
        vec![("position", 2), ("angle", 1), ("velocity", 2), ("angular_velocity", 1)]
    } else if id == DomainId::of::<SpatialFrame>() {
        vec![("position", 3), ("orientation", 4), ("velocity", 3), ("angular_velocity", 3)]
    } else {
        vec![("position", D::Pose::LEN), ("velocity", D::Flow::LEN)]
    }
}

impl Start {
    /// Returns whether nothing is given.
    #[must_use]
    pub fn is_rest(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the given values by their keys.
    fn given(&self) -> [(&'static str, Option<&[f64]>); 5] {
        [
            ("position", self.position.as_ref().map(Coordinates::as_slice)),
            ("angle", self.angle.as_ref().map(Coordinates::as_slice)),
            ("orientation", self.orientation.as_ref().map(<[f64; 4]>::as_slice)),
            ("velocity", self.velocity.as_ref().map(Coordinates::as_slice)),
            ("angular_velocity", self.angular_velocity.as_ref().map(Coordinates::as_slice)),
        ]
    }

    /// Returns the motions of the `count` ports of a body.
    fn motions<D: Domain>(&self, body: &str, count: usize) -> Result<Vec<Motion<D>>, Fault> {
        let keys = keys::<D>();
        let given = self.given().into_iter().filter_map(|(key, given)| Some((key, given?)));
        let mut motions = vec![vec![]; count];
        for (key, scalars) in given.clone() {
            let Some((_, len)) = keys.iter().find(|(known, _)| *known == key) else {
                let known: Vec<_> = keys.iter().map(|(key, _)| format!("`{key}`")).collect();
                let (body, known) = (body.replace('_', " "), known.join(" and "));
                return Err(
                    Fault::new(format!("a {body} has no `{key}`, only {known}")).inside(key)
                );
            };
            check_count(*len, count, scalars.len()).inside(key)?;
        }
        for (key, len) in keys {
            let scalars = given.clone().find(|(known, _)| *known == key).map(|(_, given)| given);
            let rest = |i: usize| if key == "orientation" && i == 0 { 1.0 } else { 0.0 };
            for (port, motion) in motions.iter_mut().enumerate() {
                let scalar = |i| scalars.map_or_else(|| rest(i), |given| given[port * len + i]);
                motion.extend((0..len).map(scalar));
            }
        }
        let motion = |scalars: &Vec<f64>| {
            let Motion { pose, flow } = Motion::<D>::load(scalars);
            Ok(Motion { pose: upright::<D>(pose).inside("orientation")?, flow })
        };
        motions.iter().map(motion).collect()
    }
}

/// A body as it was composed in code, at rest.
impl<C: Describe> From<C> for ScenarioBody
where
    C::Built: Admittance,
{
    fn from(body: C) -> Self {
        let kind = Component::of_entry(Entry::of_body::<C>(), body.values());
        Self { kind, shape: None, start: Start::default() }
    }
}

/// A body in a network: its ports with their names, and its channels.
pub(crate) struct BuiltBody {
    pub(crate) ports: Vec<(String, UntypedPort)>,
    pub(crate) channels: Channels,
    /// The tree of a body whose links are ports.
    pub(crate) tree: Option<TreePorts>,
    /// Connections that it brings along, with their names.
    pub(crate) own: Vec<(String, Connection)>,
}

impl ScenarioBody {
    /// Reads a body: `start` beside the parameters of its kind.
    pub(crate) fn read(node: Node<'_>, known: Known<'_, MakeBody>) -> Result<Self, Fault> {
        let mut fields = Fields::of("body", node)?;
        let start = fields.read("start")?.unwrap_or_default();
        // Some types have a parameter of this name, which their component reads.
        let entries = fields.word("type").map(|tag| known.of_tag(tag));
        let knows_its_shape = |entry: &Entry<MakeBody>| entry.has(appearance::KEY);
        let shape = match entries {
            Some(entries) if !entries.is_empty() && !entries.iter().any(knows_its_shape) => {
                fields.take(KEY).map(Appearance::read).transpose().inside(KEY)?
            }
            _ => None,
        };
        Ok(Self { kind: Component::read(fields.rest(), known)?, shape, start })
    }

    pub(crate) fn add(
        &self,
        name: &str,
        around: Surroundings<'_>,
        net: &mut NetworkBuilder,
    ) -> Result<BuiltBody, Fault> {
        let (entry, body) = self.kind.build_chosen()?;
        (entry.make.add)(body, Placed { body: self, name, around, net })
    }
}

/// Network to which a body is added, with its context.
pub(crate) struct Placed<'a> {
    body: &'a ScenarioBody,
    pub(crate) name: &'a str,
    pub(crate) around: Surroundings<'a>,
    net: &'a mut NetworkBuilder,
}

pub(crate) fn add<A: Admittance>(body: Box<dyn Any>, to: Placed<'_>) -> Result<BuiltBody, Fault> {
    let body = body.downcast::<A>().map_err(|_| Fault::new("is another body"))?;
    let Placed { body: ScenarioBody { kind, shape, start }, name, net, .. } = to;
    let port_names: Vec<_> =
        endings(&*body).into_iter().map(|ending| format!("{name}{ending}")).collect();
    let domains: Vec<_> = body.ports().domains().collect();
    let internal: Vec<_> = body.memory().names().collect();
    let tree = (&*body as &dyn Any).downcast_ref::<Articulation>().cloned().map(Arc::new);
    let free = tree.as_deref().and_then(Articulation::base_port);
    let listed = free.unwrap_or(domains.len());
    let mut motions =
        Motions::from(start.motions::<A::Domain>(kind.tag(), listed).inside("start")?);
    match (free, &start.base) {
        (Some(_), base) => {
            let base = base.clone().unwrap_or_default();
            motions = motions.and(&base.motion().inside("base").inside("start")?);
        }
        (None, Some(_)) => {
            return Err(Fault::new("only an articulation with `floating = true` has one")
                .inside("base")
                .inside("start"));
        }
        (None, None) => {}
    }
    let refused = |error: NetworkError| Fault::new(error.to_string()).inside("start");
    let handle = net.add(*body, motions).map_err(refused)?;
    net.name(handle, name).map_err(refused)?;
    if let Some(given) = &start.internal {
        let refused = |error: NetworkError| match free {
            // Files of older versions write a free base like this.
            Some(_) => Fault::new(
                "`internal` says nothing about a free base, which starts with `base = { position = [x, y, z], orientation = \
                 [w, x, y, z], velocity = …, angular_velocity = … }`",
            ),
            None => Fault::new(error.to_string()),
        };
        let set = net.set_internal(handle, given).map_err(refused);
        set.inside("internal").inside("start")?;
    }
    if let Some(shape) = shape {
        shape.check().inside(KEY)?;
        let refused = |error: NetworkError| Fault::new(error.to_string()).inside(KEY);
        net.shape(handle, shape.0.clone()).map_err(refused)?;
    } else if let Some(shape) = appearance::own_shape(kind) {
        net.shape(handle, shape).map_err(refused)?;
    }
    let names = port_names.iter().zip(&domains).flat_map(|(port, domain)| {
        (0..domain.motion_len()).map(move |i| format!("{port}.{}", domain.motion_name(i)))
    });
    let names = names.chain(internal.iter().map(|variable| format!("{name}.{}", variable.name)));
    let units = internal.iter().map(|variable| variable.unit.clone().into_owned());
    let channels = Channels::new(names.collect(), move |frame: &Frame<'_>, out| {
        out.extend_from_slice(frame.variables(handle)?);
        Ok(())
    })
    .with_last_units(units);
    let tree = tree.map(|tree| {
        let of_base = |port| (Some(port) == free).then(|| port_of::<A, SpatialFrame>(handle, port));
        let port = |port| of_base(port).unwrap_or_else(|| port_of::<A, Shaft>(handle, port));
        TreePorts { ports: (0..domains.len()).map(port).collect(), tree }
    });
    let ports = port_names.into_iter().zip(domains).enumerate();
    let ports = ports.map(|(i, (name, domain))| (name, known_port(handle, i, domain))).collect();
    Ok(BuiltBody { ports, channels, tree, own: vec![] })
}

fn port_of<A: Admittance, D: Domain>(handle: Handle<A>, port: usize) -> UntypedPort {
    AnyPort::from(handle.port_as::<D>(port)).into()
}

/// Returns a port with its domain: that of the body, or one of those of the parts of a tree.
fn known_port<A: Admittance>(handle: Handle<A>, port: usize, domain: &AnyDomain) -> UntypedPort {
    let is = |known: DomainId| known.id == domain.id();
    if is(DomainId::of::<Line>()) {
        port_of::<A, Line>(handle, port)
    } else if is(DomainId::of::<SpatialFrame>()) {
        port_of::<A, SpatialFrame>(handle, port)
    } else {
        port_of::<A, A::Domain>(handle, port)
    }
}
