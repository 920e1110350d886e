//! The library on the tasks, through Simulation as for a user.

use std::time::Instant;

use nalgebra::{Vector2, Vector3};
use stiction::friction::{BristleRate, EllipsoidContact};
use stiction::network::Snapshot;
use stiction::patch::{
    BristleParameters, ContactPatch, Grid, LimitSurface, ReducedPatch, ReducedShape,
};
use stiction::prelude::*;

use crate::task::{Body, GRAVITY, Simulator, World, slab, sphere};

/// Contact of a body with the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Model {
    Sphere,
    /// Contacts at the corners of a box, as in rigid-body simulators.
    Corners,
    Ellipsoid,
    LimitSurface,
}

pub(crate) struct Library;

impl Simulator for Library {
    fn name(&self) -> &'static str {
        "stiction"
    }
    fn settings(&self) -> &[&'static str] {
        &["RK4", "Euler"]
    }
    fn world(
        &mut self,
        body: Body,
        count: usize,
        setting: usize,
        step: f64,
    ) -> Option<Box<dyn World>> {
        let model = if body == Body::Sphere { Model::Sphere } else { Model::Corners };
        let tableau = [Tableau::rk4, Tableau::euler][setting]();
        Some(Box::new(Composed { model, count, step, tableau, thrown: None }))
    }
}

/// A network, rebuilt if the speed changes.
pub(crate) struct Composed {
    pub(crate) model: Model,
    pub(crate) count: usize,
    pub(crate) step: f64,
    pub(crate) tableau: Tableau,
    pub(crate) thrown: Option<Thrown>,
}

pub(crate) struct Thrown {
    speed: f64,
    simulation: Simulation,
    start: Snapshot,
    /// Contact of the first body, if it is a sphere.
    contact: Option<Wire<PointContact<CoulombGsat>>>,
}

impl Composed {
    fn throw(&self, speed: f64) -> Result<Thrown, Box<dyn std::error::Error>> {
        let mut net = NetworkBuilder::new();
        let mut contact = None;
        let mut all = 0..self.count;
        match self.model {
            Model::Sphere => {
                for _ in all {
                    contact = Some(add_sphere(&mut net, speed, self.step)?);
                }
            }
            Model::Corners => all.try_for_each(|_| add_box(&mut net, self.step))?,
            Model::Ellipsoid => {
                let pad = ellipsoid(self.step)?;
                all.try_for_each(|_| add_slider(&mut net, pad.clone()))?;
            }
            Model::LimitSurface => {
                // Clones share the limit surface.
                let pad = limit_surface(self.step)?;
                all.try_for_each(|_| add_slider(&mut net, pad.clone()))?;
            }
        }
        let simulation = Simulation::new(net.build()?, self.tableau.clone(), self.step)?;
        Ok(Thrown { speed, start: simulation.snapshot(), simulation, contact })
    }

    fn thrown(&mut self, speed: f64) -> Option<&mut Thrown> {
        if self.thrown.as_ref().is_none_or(|thrown| thrown.speed != speed) {
            match self.throw(speed) {
                Ok(thrown) => self.thrown = Some(thrown),
                Err(error) => {
                    eprintln!("stiction: {error}");
                    return None;
                }
            }
        }
        self.thrown.as_mut()
    }
}

impl World for Composed {
    fn run(&mut self, speed: f64, steps: u32) -> f64 {
        let until = self.step * f64::from(steps);
        let Some(Thrown { simulation, start, .. }) = self.thrown(speed) else {
            return f64::INFINITY;
        };
        let restored = simulation.restore(start);
        let clock = Instant::now();
        let run = simulation.run_until(until);
        let time = clock.elapsed().as_secs_f64();
        if restored.is_ok() && run.is_ok() { time } else { f64::INFINITY }
    }

    fn slips(&mut self, speed: f64, steps: u32) -> Vec<f64> {
        let until = self.step * f64::from(steps);
        let mut slips = vec![];
        let Some(Thrown { simulation, start, contact: Some(contact), .. }) = self.thrown(speed)
        else {
            return slips;
        };
        let contact = *contact;
        let mut watch = |frame: &Frame<'_>| {
            if frame.time() > 0.0 {
                slips.push(frame.wire_motion(contact)?.flow.x);
            }
            Ok(())
        };
        let restored = simulation.restore(start);
        if restored.is_err() || simulation.run_observed(until, &mut watch).is_err() {
            slips.clear();
        }
        slips
    }
}

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// Returns stiffness \[N/m\] and damping \[N s/m\] of a contact for an effective mass \[kg\] and a
/// step \[s\]: as stiff as the step resolves well.
fn stick(mass: f64, step: f64) -> (f64, f64) {
    (0.25 * mass / (step * step), 0.5 * mass / step)
}

fn add_sphere(
    net: &mut NetworkBuilder,
    speed: f64,
    step: f64,
) -> Outcome<Wire<PointContact<CoulombGsat>>> {
    let (stiffness, damping) = stick(sphere::MASS, step);
    // The inertia of a sphere that starts to roll, felt at its lowest point, is 2/7 of its mass.
    let (along, viscous) = stick(2.0 / 7.0 * sphere::MASS, step);
    let start = Motion {
        pose: Pose::at(Vector3::z() * (sphere::RADIUS - sphere::MASS * GRAVITY / stiffness)),
        flow: Twist { linear: Vector3::x() * speed, ..Twist::default() },
    };
    let ball = RigidBody::sphere(sphere::MASS, sphere::RADIUS)?;
    let ball = net.add(ball.with_gravity(Vector3::z() * -GRAVITY)?, start)?;
    let contact = CoulombContact::builder().stiffness(stiffness).damping(damping);
    let contact = contact.friction(sphere::FRICTION).tangential_stiffness(along);
    let contact = contact.tangential_damping(viscous).build()?;
    let point = SphereOnPlane::builder().radius(sphere::RADIUS).build()?;
    Ok(net.connect(contact, point, ball.port())?)
}

fn velocity() -> Vector2<f64> {
    Vector2::from(slab::VELOCITY)
}

fn add_box(net: &mut NetworkBuilder, step: f64) -> Outcome<()> {
    let (stiffness, damping) = stick(slab::MASS, step);
    let height = 0.5 * slab::HEIGHT - slab::MASS * GRAVITY / stiffness;
    let start = Motion {
        pose: Pose::at(Vector3::z() * height),
        flow: Twist { linear: velocity().push(0.0), angular: Vector3::z() * slab::SPIN },
    };
    let size = Vector3::new(slab::SIDE, slab::SIDE, slab::HEIGHT);
    let body = RigidBody::cuboid(slab::MASS, size)?.with_gravity(Vector3::z() * -GRAVITY)?;
    let body = net.add(body, start)?;
    let corner = CoulombContact::builder().stiffness(0.25 * stiffness).damping(0.25 * damping);
    let corner = corner.friction(slab::FRICTION).build()?;
    for [x, y] in [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]] {
        let point = 0.5 * Vector3::new(x * slab::SIDE, y * slab::SIDE, -slab::HEIGHT);
        net.connect(corner.clone(), BodyPoint::builder().point(point).build()?, body.port())?;
    }
    Ok(())
}

fn inertia() -> f64 {
    slab::MASS * slab::SIDE * slab::SIDE / 6.0
}

fn add_slider(
    net: &mut NetworkBuilder,
    friction: impl Impedance<Domain = PlanarFrame>,
) -> Outcome<()> {
    let body = PlanarBody::builder().mass(slab::MASS).inertia(inertia()).build()?;
    let flow = PlanarTwist { linear: velocity(), angular: slab::SPIN };
    let body = net.add(body, Motion::new(PlanarPose::default(), flow))?;
    net.connect(friction, Direct::new(), body.port())?;
    Ok(())
}

fn ellipsoid(step: f64) -> Outcome<EllipsoidContact> {
    let ([k, b], [kr, br]): ([f64; 2], [f64; 2]) =
        (stick(slab::MASS, step).into(), stick(inertia(), step).into());
    // Torque limit of a uniformly loaded square over its force limit.
    let radius = slab::SIDE * (2.0_f64.sqrt() + 1.0_f64.asinh()) / 6.0;
    let contact = EllipsoidContact::builder().stiffness([k, k, kr]).damping([b, b, br]);
    let contact = contact.friction(slab::FRICTION).height(0.5 * slab::HEIGHT);
    Ok(contact.semi_axes([1.0, 1.0, radius]).load(slab::MASS * GRAVITY).build()?)
}

fn limit_surface(step: f64) -> Outcome<Loaded<ReducedPatch, PlanarFrame>> {
    let patch = ContactPatch::from_pressure(Grid::new(21, slab::SIDE)?, |_, _| 1.0)?;
    let surface = LimitSurface::new(&patch, 20)?;
    let weight = slab::MASS * GRAVITY;
    let (stiffness, damping) = stick(slab::MASS, step);
    let bristles = BristleParameters::builder().stiffness(stiffness / weight);
    let bristles = bristles.damping(damping / weight);
    let bristles = bristles.friction(StribeckCurve::constant(slab::FRICTION)?).build()?;
    let friction = ReducedPatch::builder().shape(ReducedShape::limit_surface(&patch, surface));
    let friction = friction.bristles(bristles).bristle_rate(BristleRate::OrderPreserving);
    Ok(Loaded::new(friction.build()?, weight)?)
}
