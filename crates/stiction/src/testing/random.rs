//! Random mechanisms of masses, rigid bodies, plates, springs, friction, contacts, pads, loads and
//! shakers.

mod loads;

use std::error::Error;

use nalgebra::{Quaternion, Vector3};
use proptest::prelude::*;
use stiction_core::{
    Direct, Domain, Motion, PlanarFrame, PlanarPose, PlanarTwist, Pose, Space, SpatialFrame, Twist,
};
use stiction_friction::{BristleRate, CoulombContact, DahlFriction, GsatFriction, PyramidContact};
use stiction_mechanics::{
    Between, BodyPoint, ConstantEffort, PlanarBody, PointMass, PointsBetween, RigidBody, Sinusoid,
    SpringDamper,
};
use stiction_network::{Ground, Handle, Network, NetworkBuilder, NodePort, Prescribed};

use loads::{Pad, connect_loaded, connect_pad, connect_signal};

/// A mechanism as a list of parts, to be composed in any order.
#[derive(Clone, Debug)]
pub struct RandomMechanism {
    masses: Vec<(f64, Motion<Space>)>,
    bodies: Vec<(f64, Vector3<f64>, Motion<SpatialFrame>)>,
    plates: Vec<(f64, f64, Motion<PlanarFrame>)>,
    wires: Vec<RandomWire>,
}

/// Handles of the nodes of a [`RandomMechanism`], in the order of the description.
#[derive(Clone, Debug, Default)]
pub struct RandomNodes {
    /// Point masses.
    pub masses: Vec<Handle<PointMass<Space>>>,
    /// Rigid bodies.
    pub bodies: Vec<Handle<RigidBody>>,
    /// Planar bodies.
    pub plates: Vec<Handle<PlanarBody>>,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Spring,
    Friction,
    Dahl,
    GroundSpring,
    Force,
    Shaker,
    BodySpring,
    Contact,
    Loaded,
    Signal,
    Pad(Pad),
}

#[derive(Clone, Debug)]
struct RandomWire {
    kind: Kind,
    ends: (usize, usize),
    stiffness: f64,
    damping: f64,
    limit: f64,
    direction: Vector3<f64>,
    point: Vector3<f64>,
}

impl RandomMechanism {
    /// Returns the number of nodes and of wires.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        (self.masses.len() + self.bodies.len() + self.plates.len(), self.wires.len())
    }

    /// Composes the mechanism, inserting nodes and wires in the given orders (permutations of
    /// `0..count`; omitted indices are omitted from the mechanism).
    ///
    /// # Errors
    /// An error of a component or of the network.
    pub fn compose(
        &self,
        nodes: &[usize],
        wires: &[usize],
    ) -> Result<(Network, RandomNodes), Box<dyn Error>> {
        let mut net = NetworkBuilder::new();
        let mut masses = vec![None; self.masses.len()];
        let mut bodies = vec![None; self.bodies.len()];
        let mut plates = vec![None; self.plates.len()];
        let (first_body, first_plate) = (self.masses.len(), self.masses.len() + self.bodies.len());
        for &node in nodes {
            if let Some((mass, motion)) = self.masses.get(node) {
                let component = PointMass::<Space>::builder().mass(*mass).build()?;
                masses[node] = Some(net.add(component, *motion)?);
            } else if let Some((mass, sizes, motion)) = self.bodies.get(node - first_body) {
                let component = RigidBody::cuboid(*mass, *sizes)?;
                bodies[node - first_body] = Some(net.add(component, *motion)?);
            } else if let Some((mass, inertia, motion)) = self.plates.get(node - first_plate) {
                let component = PlanarBody::builder().mass(*mass).inertia(*inertia).build()?;
                plates[node - first_plate] = Some(net.add(component, *motion)?);
            }
        }
        let nodes = RandomNodes {
            masses: masses.into_iter().flatten().collect(),
            bodies: bodies.into_iter().flatten().collect(),
            plates: plates.into_iter().flatten().collect(),
        };
        for wire in wires.iter().filter_map(|&wire| self.wires.get(wire)) {
            connect(&mut net, wire, &nodes)?;
        }
        Ok((net.build()?, nodes))
    }

    /// Composes the mechanism in the order of the description.
    ///
    /// # Errors
    /// As [`Self::compose`].
    pub fn compose_in_order(&self) -> Result<(Network, RandomNodes), Box<dyn Error>> {
        let (nodes, wires) = self.counts();
        self.compose(&(0..nodes).collect::<Vec<_>>(), &(0..wires).collect::<Vec<_>>())
    }
}

fn connect(
    net: &mut NetworkBuilder,
    wire: &RandomWire,
    nodes: &RandomNodes,
) -> Result<(), Box<dyn Error>> {
    let RandomWire { stiffness, damping, limit, direction, point, .. } = *wire;
    let mass = |i: usize| -> Option<NodePort<Space>> {
        nodes.masses.get(i % nodes.masses.len().max(1)).map(|handle| handle.port())
    };
    let body = |i: usize| -> Option<NodePort<SpatialFrame>> {
        nodes.bodies.get(i % nodes.bodies.len().max(1)).map(|handle| handle.port())
    };
    let plate = |i: usize| -> Option<NodePort<PlanarFrame>> {
        nodes.plates.get(i % nodes.plates.len().max(1)).map(|handle| handle.port())
    };
    let (i, j) = wire.ends;
    let spring = SpringDamper::<Space>::builder().stiffness(stiffness).damping(damping).build()?;
    let gsat = GsatFriction::<Space>::builder()
        .stiffness(stiffness)
        .damping(damping)
        .limit(limit)
        .build()?;
    match wire.kind {
        Kind::Spring | Kind::Friction | Kind::Dahl => {
            let (Some(a), Some(b)) = (mass(i), mass(j)) else { return Ok(()) };
            if let Kind::Spring = wire.kind {
                net.connect(spring, Between::new(), (a, b))?;
            } else if let Kind::Friction = wire.kind {
                net.connect(gsat, Between::new(), (a, b))?;
            } else {
                // As printed, a weak Dahl element is unstable above 2.785 F/(K T), here 0.1 m/s.
                let dahl = DahlFriction::builder()
                    .stiffness(stiffness)
                    .limit(limit)
                    .bristle_rate(BristleRate::Implicit)
                    .build()?;
                net.connect(dahl, Between::new(), (a, b))?;
            }
        }
        Kind::GroundSpring => {
            let Some(a) = mass(i) else { return Ok(()) };
            net.connect(spring, Between::new(), (Ground::at(point), a))?;
        }
        Kind::Force => {
            let Some(a) = mass(i) else { return Ok(()) };
            let force = ConstantEffort::<Space>::builder().effort(direction * limit).build()?;
            net.connect(force, Direct::new(), a)?;
        }
        Kind::Shaker => {
            let Some(a) = mass(i) else { return Ok(()) };
            let shaker = Sinusoid::<Space>::builder().amplitude(direction).angular_frequency(3.0);
            net.connect(gsat, Between::new(), (Prescribed::new(shaker.build()?), a))?;
        }
        Kind::Loaded | Kind::Signal => {
            let Some(a) = mass(i) else { return Ok(()) };
            if let Kind::Loaded = wire.kind {
                connect_loaded(net, wire, a)?;
            } else {
                connect_signal(net, wire, a)?;
            }
        }
        Kind::Pad(pad) => {
            let Some(a) = plate(i) else { return Ok(()) };
            connect_pad(net, wire, a, pad)?;
        }
        Kind::BodySpring => {
            let (Some(a), Some(b)) = (body(i), body(j)) else { return Ok(()) };
            let points = PointsBetween::builder().first(point).second(direction * 0.25).build()?;
            net.connect(spring, points, (a, b))?;
        }
        Kind::Contact => {
            let Some(a) = body(i) else { return Ok(()) };
            let corner = BodyPoint::builder().point(point).build()?;
            if limit < 1.0 {
                let contact = CoulombContact::builder().stiffness(stiffness).damping(damping);
                net.connect(contact.friction(0.1 + limit).build()?, corner, a)?;
            } else {
                let contact = PyramidContact::builder().stiffness(stiffness).damping(damping);
                net.connect(contact.friction(limit - 0.9).sides(5).build()?, corner, a)?;
            }
        }
    }
    Ok(())
}

fn vector(size: f64) -> impl Strategy<Value = Vector3<f64>> {
    proptest::array::uniform3(-size..size).prop_map(Vector3::from)
}

fn motion() -> impl Strategy<Value = Motion<Space>> {
    (vector(1.0), vector(1.0)).prop_map(|(pose, flow)| Motion { pose, flow })
}

fn body_motion() -> impl Strategy<Value = Motion<SpatialFrame>> {
    (vector(1.0), proptest::array::uniform4(-1.0..1.0_f64), vector(1.0), vector(1.0)).prop_map(
        |(position, [w, x, y, z], linear, angular)| {
            let pose = Pose { position, orientation: Quaternion::new(w, x, y, z) };
            Motion { pose: SpatialFrame::valid_pose(pose), flow: Twist { linear, angular } }
        },
    )
}

fn wire() -> impl Strategy<Value = RandomWire> {
    let kind = proptest::sample::select(vec![
        Kind::Spring,
        Kind::Friction,
        Kind::Dahl,
        Kind::GroundSpring,
        Kind::Force,
        Kind::Shaker,
        Kind::BodySpring,
        Kind::Contact,
        Kind::Loaded,
        Kind::Signal,
        Kind::Pad(Pad::StickSlip),
        Kind::Pad(Pad::Reduced),
        Kind::Pad(Pad::Distributed),
        Kind::Pad(Pad::Ellipsoid),
    ]);
    let ends = (0_usize..64, 0_usize..64);
    let numbers = (1.0..200.0_f64, 0.1..5.0_f64, 0.01..2.0_f64);
    (kind, ends, numbers, vector(1.0), vector(0.25)).prop_map(
        |(kind, ends, (stiffness, damping, limit), direction, point)| RandomWire {
            kind,
            ends,
            stiffness,
            damping,
            limit,
            direction,
            point,
        },
    )
}

fn plate_motion() -> impl Strategy<Value = Motion<PlanarFrame>> {
    let planar = || (vector(1.0), -1.0..1.0_f64).prop_map(|(v, angle)| (v.xy(), angle));
    (planar(), planar()).prop_map(|((position, angle), (linear, angular))| {
        let (pose, flow) = (PlanarPose { position, angle }, PlanarTwist { linear, angular });
        Motion { pose, flow }
    })
}

/// Generates mechanisms of up to 5 masses, 2 rigid bodies, 2 plates and 36 wires, soft enough for
/// steps of 1 ms.
pub fn random_mechanism() -> impl Strategy<Value = RandomMechanism> {
    let masses = proptest::collection::vec((0.2..5.0_f64, motion()), 1..6);
    // Lever arms are up to 0.43 m and moments of inertia at least 0.04 kg m^2: even 24 wires on one
    // body turn it no faster than a step of 1 ms resolves.
    let sizes = proptest::array::uniform3(0.5..1.0_f64).prop_map(Vector3::from);
    let bodies = proptest::collection::vec((1.0..5.0_f64, sizes, body_motion()), 0..3);
    let plates = proptest::collection::vec((1.0..5.0_f64, 0.1..1.0_f64, plate_motion()), 0..3);
    let wires = proptest::collection::vec(wire(), 0..36);
    (masses, bodies, plates, wires).prop_map(|(masses, bodies, plates, wires)| RandomMechanism {
        masses,
        bodies,
        plates,
        wires,
    })
}
