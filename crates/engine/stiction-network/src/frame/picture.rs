//! A moment of a mechanism as it can be drawn: shapes in their places, and where laws act and how.
//!
//! ```text
//! admittances  ── view ──>     shapes in space, and the pose of every port
//! couplings    ── acts_at ──>  places of laws;   domains ── effort_in_space ──> what acts there
//! laws         ── pad ──>      points that rub, and what each of them does
//! ```
//! A component without a place in space (a line, a shaft) has its numbers only: it is drawn as a scheme.

use stiction_core::{
    AnyAdmittance, AnyDomain, ContactMode, Pad, Pose, Seen, Stage, Wrench, motions_of,
};

use crate::books::look::{Look, WireRef};
use crate::frame::observer::Frame;

/// A mechanism at a moment, in the order of [`Network::admittances`](crate::Network::admittances) and
/// [`Network::impedances`](crate::Network::impedances).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The bodies.
    pub bodies: Vec<BodyPicture>,
    /// The laws.
    pub laws: Vec<LawPicture>,
}

impl Picture {
    /// Returns the approximate number of numbers in it.
    #[must_use]
    pub fn size(&self) -> usize {
        let of_body = |body: &BodyPicture| 7 * body.seen.len().max(body.ports.len());
        // A mode of a point takes a letter, a fifth of a number.
        let of_pad = |pad: &Pad| 8 + pad.modes.len() / 5;
        let of_law =
            |law: &LawPicture| 3 * law.places.len() + 8 + law.pad.as_ref().map_or(0, of_pad);
        self.bodies.iter().map(of_body).sum::<usize>() + self.laws.iter().map(of_law).sum::<usize>()
    }
}

/// A body at a moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BodyPicture {
    /// Its shapes.
    pub seen: Vec<Seen>,
    /// Its ports.
    pub ports: Vec<PortPicture>,
}

/// A port, or the end of a connection, at a moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PortPicture {
    /// Where it is in space, if its domain has a place there.
    pub pose: Option<Pose>,
    /// Where it is in space \[m\] if its domain has no place there but the body knows one: the joint of an arm.
    pub joint: Option<[f64; 3]>,
    /// The first number of its pose: that of a line \[m\] or a shaft \[rad\].
    pub first: f64,
    /// Name of its domain in files, `shaft`.
    pub domain: &'static str,
}

/// A law at a moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LawPicture {
    /// Where it acts, with the axes of its efforts: one place, or the two ends of a connection of two bodies.
    pub places: Vec<Pose>,
    /// Effort that it exerts there on the body, in these axes, if its domain has a place in space.
    pub effort: Option<Wrench>,
    /// The first number of its effort.
    pub first: f64,
    /// Its points in space, of a law that rubs over an area; at most 441 ([`Pad::thinned`]).
    pub pad: Option<Pad>,
    /// Mode of its friction, if it has any.
    pub mode: Option<ContactMode>,
    /// Deflection of its bristles along the components of its flow, the first of every component; zero for a
    /// component without a bristle.
    pub deflection: Vec<f64>,
    /// The ends of its connection, in the order of the ports.
    pub ends: Vec<PortPicture>,
}

impl PortPicture {
    fn of(domain: &AnyDomain, motion: &[f64]) -> Self {
        let first = motion.first().copied().unwrap_or_default();
        Self { pose: domain.in_space(motion), joint: None, first, domain: domain.tag }
    }
}

impl BodyPicture {
    fn of(node: &dyn AnyAdmittance, x: &[f64]) -> Self {
        let port = |(port, (domain, motion))| PortPicture {
            joint: node.ports().joint_at(x, port),
            ..PortPicture::of(domain, motion)
        };
        Self { seen: node.view(x), ports: node.motions(x).enumerate().map(port).collect() }
    }
}

impl LawPicture {
    /// Describes a wire without its mode, which needs a look at its surroundings.
    fn of(wire: &WireRef<'_>, stage: &Stage, look: &Look, z: &[f64]) -> Self {
        let WireRef { law, map, .. } = *wire;
        let places = map.acts_at(&look.from);
        let ends = motions_of(map.domains(), &look.from);
        // The first bristle along a component of the flow is of the first element.
        let mut deflection = vec![0.0; law.domain().flow_len];
        for (index, bent) in z.iter().enumerate().rev() {
            let axis = law.memory().deflects_along(index).and_then(|axis| deflection.get_mut(axis));
            axis.into_iter().for_each(|axis| *axis = *bent);
        }
        let pad = law.pad(stage, &look.motion, z).map(|pad| {
            // At the height where the map says that it acts.
            let seen = law.domain().in_space(&look.motion);
            let seen = seen.map_or(pad.pose.position, |seen| seen.position);
            let lift = places.first().map_or(0.0, |place| place.position.z - seen.z);
            let position = pad.pose.position + nalgebra::Vector3::new(0.0, 0.0, lift);
            let pose = Pose { position, ..pad.pose };
            pad.at(pose).thinned()
        });
        Self {
            pad,
            places,
            effort: law.domain().effort_in_space(&look.effort),
            first: look.effort.first().copied().unwrap_or_default(),
            mode: None,
            deflection,
            ends: ends.map(|(domain, motion)| PortPicture::of(domain, motion)).collect(),
        }
    }
}

impl Frame<'_> {
    /// Returns how the mechanism looks.
    #[must_use]
    pub fn picture(&self) -> Picture {
        let (network, stage, x) = (self.network, &self.stage, &self.state.values);
        let bodies = network.placed_nodes.iter().map(|(address, span)| {
            let mut body = BodyPicture::of(network.node_at(span), &x[span.range()]);
            let given = network.shapes.get(&address);
            let axes = body.ports.first().and_then(|port| port.pose);
            if let (Some(seen), Some(axes)) = (given, axes) {
                body.seen = vec![seen.clone().seen_from(&axes)];
            }
            body
        });
        let laws = network.placed_wires.iter().map(|(address, span)| {
            let (wire, z) = (network.wire_at(span), &x[span.range()]);
            let look = self.look(span);
            let contact = wire.law.contact_state(stage, &look.motion, z);
            let mode = contact.map(|found| self.resolved(found, address).mode);
            LawPicture { mode, ..LawPicture::of(&wire, stage, &look, z) }
        });
        Picture { bodies: bodies.collect(), laws: laws.collect() }
    }
}
