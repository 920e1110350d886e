//! Simulation I: a sphere is thrown over a rough plane.

use nalgebra::Vector3;
use stiction::prelude::*;

use crate::PaperError;

const GRAVITY: f64 = 9.8;
const STIFFNESS: f64 = 1e7;
const SPEED: f64 = 2.0;
const FRICTION: f64 = 0.1;

/// Simulation I: a sphere thrown at 2 m/s over a plane of 1e7 N/m, with μ = 0.1 and 9.8 m/s².
#[derive(Debug)]
pub struct RollingSphere {
    /// Simulation of the mechanism.
    pub simulation: Simulation,
    /// The sphere.
    pub body: Handle<RigidBody>,
    /// Contact of the sphere with the plane.
    pub contact: Wire<PointContact<CoulombGsat>>,
}

impl RollingSphere {
    /// Mass \[kg\].
    pub const MASS: f64 = 0.3;
    /// Radius \[m\].
    pub const RADIUS: f64 = 0.2;
    /// Height of the centre of a sphere at rest on the plane \[m\].
    pub const FLAT: f64 = Self::RADIUS - Self::MASS * GRAVITY / STIFFNESS;
    /// Initial height of the centre in the paper, from which the sphere falls 2 mm \[m\].
    pub const DROP: f64 = 1.01 * Self::RADIUS;

    /// Creates the mechanism with an initial height of the centre \[m\] and a damping of the contact \[N s/m\], in
    /// steps \[s\].
    ///
    /// # Errors
    /// A negative damping, or a step that is not positive.
    #[inline] // Compiled where it is used: the first example needs neither this nor its wires.
    pub fn new(height: f64, damping: f64, tableau: Tableau, step: f64) -> Result<Self, PaperError> {
        let mut net = NetworkBuilder::new();
        let start = Motion {
            pose: Pose::at(Vector3::z() * height),
            flow: Twist { linear: Vector3::x() * SPEED, ..Twist::default() },
        };
        let body = RigidBody::sphere(Self::MASS, Self::RADIUS)?;
        let body = body.with_gravity(Vector3::z() * -GRAVITY)?.with_renormalise(false);
        let body = net.add(body, start)?;
        let law = CoulombContact::builder().stiffness(STIFFNESS).damping(damping);
        let law = law.friction(FRICTION).build()?;
        let map = SphereOnPlane::builder().radius(Self::RADIUS).build()?;
        let contact = net.connect(law, map, body.port())?;
        let simulation = Simulation::new(net.build()?, tableau, step)?;
        Ok(Self { simulation, body, contact })
    }
}
