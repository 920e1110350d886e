//! A box on a plane with several models of its friction.

use nalgebra::{Vector2, Vector3};
use stiction::friction::{BristleRate, EllipsoidContact};
use stiction::mechanics::PlanarPoint;
use stiction::patch::{
    BristleParameters, ContactPatch, DistributedPatch, Grid, LimitSurface, ReducedPatch,
    ReducedShape, StickSlipPatch,
};
use stiction::prelude::*;

use crate::stick::{GRAVITY, stick, torsional_radius};
use crate::{Outcome, record};

/// How the friction of the lower face is computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Model {
    /// Four corners, as in rigid-body simulators
    Corners,
    /// An ellipsoid as limit surface, one spring per axis
    Ellipsoid,
    /// The ellipsoid with a contact point that moves with the friction, which acts below the centre
    /// of mass
    EllipsoidTilting,
    /// A sticking element in every cell
    DistributedStick,
    /// One sticking element on the limit surface of the patch
    SurfaceStick,
    /// An elasto-plastic bristle in every cell
    Distributed,
    /// Three bristles on the limit surface of the patch
    Reduced,
}

/// Cells along a side of a distributed patch.
const CELLS: usize = 21;
/// Samples of a limit surface per quarter turn.
const SAMPLES: usize = 20;

impl Model {
    pub(crate) const ALL: [Self; 7] = [
        Self::Corners,
        Self::Ellipsoid,
        Self::EllipsoidTilting,
        Self::DistributedStick,
        Self::SurfaceStick,
        Self::Distributed,
        Self::Reduced,
    ];

    /// Returns its names, in tables and in a summary.
    pub(crate) fn names(self) -> [&'static str; 2] {
        match self {
            Self::Corners => ["four corners", "corners"],
            Self::Ellipsoid => ["ellipsoid", "ellipsoid"],
            Self::EllipsoidTilting => ["ellipsoid, contact point moves", "ellipsoid_tilting"],
            Self::DistributedStick => ["distributed, stick-slip", "distributed_stick"],
            Self::SurfaceStick => ["limit surface, stick-slip", "surface_stick"],
            Self::Distributed => ["distributed, elasto-plastic", "distributed"],
            Self::Reduced => ["limit surface, elasto-plastic", "reduced"],
        }
    }
}

/// A homogeneous box with a square base.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slab {
    pub(crate) mass: f64,
    pub(crate) side: f64,
    pub(crate) height: f64,
    /// Friction coefficient.
    pub(crate) mu: f64,
}

impl Slab {
    fn inertia(&self) -> f64 {
        self.mass * self.side * self.side / 6.0
    }

    /// Returns the largest friction force \[N\].
    pub(crate) fn force_limit(&self) -> f64 {
        self.mu * self.mass * GRAVITY
    }

    /// Returns the largest friction torque \[N m\] under a uniform load.
    pub(crate) fn torque_limit(&self) -> f64 {
        self.force_limit() * torsional_radius(self.side)
    }

    /// Returns the corners of the base in the frame of the box \[m\].
    fn corners(&self) -> [Vector3<f64>; 4] {
        let [a, h] = [0.5 * self.side, -0.5 * self.height];
        [[a, a], [a, -a], [-a, a], [-a, -a]].map(|[x, y]| Vector3::new(x, y, h))
    }
}

/// A run of a slab: initial motion, load at the centre of mass, and duration.
pub(crate) struct Slide<P> {
    pub(crate) slab: Slab,
    pub(crate) start: PlanarTwist,
    pub(crate) push: P,
    pub(crate) step: f64,
    pub(crate) until: f64,
}

const COLUMNS: [&str; 6] = ["x", "y", "yaw", "vx", "vy", "w"];

impl<P: Fn(&Stage) -> PlanarWrench + Send + Sync + 'static> Slide<P> {
    /// Simulates and returns the motion of the centre of mass at every step: t, x, y, yaw, vx, vy,
    /// w.
    pub(crate) fn simulate(self, model: Model) -> Outcome<Recorder> {
        if model == Model::Corners { self.on_corners() } else { self.on_a_patch(model) }
    }

    fn on_a_patch(self, model: Model) -> Outcome<Recorder> {
        let mut net = NetworkBuilder::new();
        let slab = self.slab;
        let body = PlanarBody::builder().mass(slab.mass).inertia(slab.inertia()).build()?;
        let body = net.add(body, Motion::new(PlanarPose::default(), self.start))?;
        connect_patch(&mut net, &slab, model, body, self.step)?;
        let push = TimedEffort::<PlanarFrame>::new(self.push);
        net.connect(push, Direct::new(), body.port())?;
        let sampler = Sampler::every_steps(1).channels(COLUMNS, move |frame| {
            let Motion { pose, flow } = frame.motion(body)?;
            let (p, v) = (pose.position, flow.linear);
            Ok([p.x, p.y, pose.angle, v.x, v.y, flow.angular])
        });
        record(Simulation::new(net.build()?, Tableau::rk4(), self.step)?, self.until, sampler)
    }

    fn on_corners(self) -> Outcome<Recorder> {
        let mut net = NetworkBuilder::new();
        let body = add_cornered(&mut net, &self.slab, self.start, self.step)?;
        let push = self.push;
        let push = TimedEffort::<SpatialFrame>::new(move |stage: &Stage| {
            let PlanarWrench { force, torque } = push(stage);
            Wrench { force: force.push(0.0), torque: Vector3::z() * torque }
        });
        net.connect(push, Direct::new(), body.port())?;
        let sampler = Sampler::every_steps(1).channels(COLUMNS, move |frame| {
            let Motion { pose, flow } = frame.motion(body)?;
            let (p, q, v) = (pose.position, pose.orientation, flow.linear);
            Ok([p.x, p.y, 2.0 * q.k.atan2(q.w), v.x, v.y, flow.angular.z])
        });
        record(Simulation::new(net.build()?, Tableau::rk4(), self.step)?, self.until, sampler)
    }
}

/// Adds a box that rests on its corners, pressed in by its weight.
fn add_cornered(
    net: &mut NetworkBuilder,
    slab: &Slab,
    start: PlanarTwist,
    step: f64,
) -> Outcome<Handle<RigidBody>> {
    let (stiffness, damping) = stick(slab.mass, step);
    let height = 0.5 * slab.height - slab.mass * GRAVITY / stiffness;
    let start = Motion {
        pose: Pose::at(Vector3::z() * height),
        flow: Twist { linear: start.linear.push(0.0), angular: Vector3::z() * start.angular },
    };
    let body = RigidBody::cuboid(slab.mass, Vector3::new(slab.side, slab.side, slab.height))?;
    let body = net.add(body.with_gravity(Vector3::z() * -GRAVITY)?, start)?;
    let corner = CoulombContact::builder().stiffness(0.25 * stiffness).damping(0.25 * damping);
    let corner = corner.friction(slab.mu).build()?;
    for point in slab.corners() {
        net.connect(corner.clone(), BodyPoint::builder().point(point).build()?, body.port())?;
    }
    Ok(body)
}

/// Connects a patch model to a body in the plane.
fn connect_patch(
    net: &mut NetworkBuilder,
    slab: &Slab,
    model: Model,
    body: Handle<PlanarBody>,
    step: f64,
) -> Outcome<()> {
    let weight = slab.mass * GRAVITY;
    let patch = ContactPatch::from_pressure(Grid::new(CELLS, slab.side)?, |_, _| 1.0)?;
    match model {
        Model::Corners => {}
        Model::Ellipsoid | Model::EllipsoidTilting => {
            let height = if model == Model::Ellipsoid { 0.0 } else { 0.5 * slab.height };
            net.connect(ellipsoid(slab, height, step)?, Direct::new(), body.port())?;
        }
        Model::SurfaceStick => {
            let ([k, b], [kr, br]) = springs(slab, step);
            let friction = StickSlipPatch::builder().patch(patch).friction(slab.mu);
            let friction = friction.stiffness(k).torsional_stiffness(kr);
            let friction = friction.damping(b).torsional_damping(br);
            net.connect(Loaded::new(friction.build()?, weight)?, Direct::new(), body.port())?;
        }
        Model::DistributedStick => {
            let (stiffness, damping) = stick(slab.mass, step);
            for ((&x, &y), &share) in patch.x().iter().zip(patch.y()).zip(patch.weight()) {
                let law = CoulombGsat::builder().stiffness(share * stiffness);
                let law = law.damping(share * damping).friction(slab.mu).build()?;
                let law = Loaded::<_, Plane>::builder().law(law).normal_force(share * weight);
                let point = PlanarPoint::builder().point(Vector2::new(x, y)).build()?;
                net.connect(law.build()?, point, body.port())?;
            }
        }
        Model::Distributed => {
            let friction = DistributedPatch::builder().patch(patch).bristles(bristles(slab, step)?);
            let friction = friction.bristle_rate(BristleRate::OrderPreserving);
            net.connect(Loaded::new(friction.build()?, weight)?, Direct::new(), body.port())?;
        }
        Model::Reduced => {
            let surface = LimitSurface::new(&patch, SAMPLES)?;
            let shape = ReducedShape::limit_surface(&patch, surface);
            let friction = ReducedPatch::builder().shape(shape).bristles(bristles(slab, step)?);
            let friction = friction.bristle_rate(BristleRate::OrderPreserving);
            net.connect(Loaded::new(friction.build()?, weight)?, Direct::new(), body.port())?;
        }
    }
    Ok(())
}

/// Returns the friction ellipsoid of the base, for a centre of mass at `height` \[m\].
fn ellipsoid(slab: &Slab, height: f64, step: f64) -> Outcome<EllipsoidContact> {
    let ([k, b], [kr, br]) = springs(slab, step);
    let contact = EllipsoidContact::builder().stiffness([k, k, kr]).damping([b, b, br]);
    let contact = contact.friction(slab.mu).height(height);
    let contact = contact.semi_axes([1.0, 1.0, torsional_radius(slab.side)]);
    Ok(contact.load(slab.mass * GRAVITY).build()?)
}

/// Returns stiffness and damping along the plane and about the vertical.
fn springs(slab: &Slab, step: f64) -> ([f64; 2], [f64; 2]) {
    (stick(slab.mass, step).into(), stick(slab.inertia(), step).into())
}

/// Returns bristles whose total stiffness follows the rule of `stick`; the paper's parameters are
/// for steps of 1e-5 s.
fn bristles(slab: &Slab, step: f64) -> Outcome<BristleParameters> {
    let weight = slab.mass * GRAVITY;
    let (stiffness, damping) = stick(slab.mass, step);
    let bristles = BristleParameters::builder().stiffness(stiffness / weight);
    let bristles = bristles.damping(damping / weight);
    Ok(bristles.friction(StribeckCurve::constant(slab.mu)?).build()?)
}
