//! Mechanisms that several themes use.

use nalgebra::Vector3;
use stiction::prelude::*;

/// Simulation I of Kikuuwe and Yamamoto: M = 0.3 kg, R = 0.2 m, mu = 0.1, K = 1e7 N/m.
pub(crate) struct Sphere {
    pub(crate) simulation: Simulation,
    pub(crate) body: Handle<RigidBody>,
    pub(crate) contact: Wire<CoulombContact>,
}

pub(crate) const SPHERE_MASS: f64 = 0.3;
pub(crate) const SPHERE_RADIUS: f64 = 0.2;

/// Rests on the plane at the start.
pub(crate) const FLAT: f64 = SPHERE_RADIUS - SPHERE_MASS * 9.8 / 1e7;
/// Falls from 2 mm, as in the paper.
pub(crate) const DROP: f64 = 1.01 * SPHERE_RADIUS;

pub(crate) fn sphere(height: f64, damping: f64, tableau: Tableau, step: f64) -> Sphere {
    let mut net = NetworkBuilder::new();
    let body = RigidBody::sphere(SPHERE_MASS, SPHERE_RADIUS).unwrap();
    let body = body.with_gravity(Vector3::new(0.0, 0.0, -9.8)).unwrap().with_renormalise(false);
    let start = Motion {
        pose: Pose::at(Vector3::new(0.0, 0.0, height)),
        flow: Twist { linear: Vector3::new(2.0, 0.0, 0.0), angular: Vector3::zeros() },
    };
    let body = net.add(body, start).unwrap();
    let law = CoulombContact::builder().stiffness(1e7).damping(damping).friction(0.1);
    let law = law.build().unwrap();
    let contact = SphereOnPlane::builder().radius(SPHERE_RADIUS).build().unwrap();
    let contact = net.connect(law, contact, body.port()).unwrap();
    let simulation = Simulation::new(net.build().unwrap(), tableau, step).unwrap();
    Sphere { simulation, body, contact }
}

/// The torque of simulation II on joint 0 or 1, eqs. (28c), (28d).
pub(crate) fn motor(joint: usize) -> impl Fn(&Stage) -> f64 + Clone + Send + Sync + 'static {
    move |stage: &Stage| torque(joint, stage.time < 4.0, stage.time)
}

/// The same, branching on the start of the step: exact where the jump is declared.
pub(crate) fn exact_motor(joint: usize) -> impl Fn(&Stage) -> f64 + Clone + Send + Sync + 'static {
    move |stage: &Stage| torque(joint, stage.step_start < 4.0, stage.time)
}

fn torque(joint: usize, before: bool, t: f64) -> f64 {
    let swing = if joint == 0 { (100.0 * t).sin() } else { (100.0 * t).cos() };
    if before { (0.3 * t).min(0.52) } else { 0.336 + 0.144 * swing }
}

/// Simulation II with a friction law of one's choice in both joints.
pub(crate) struct Arm<I> {
    pub(crate) simulation: Simulation,
    pub(crate) arm: Handle<PlanarArm>,
    pub(crate) friction: [Wire<I>; 2],
}

pub(crate) fn two_rods() -> PlanarArm {
    let rod = Link::uniform_rod(0.5, 0.3).unwrap();
    PlanarArm::builder().links([rod, rod]).build().unwrap()
}

pub(crate) fn two_link<I>(law: &I, tableau: Tableau, step: f64, exact_jump: bool) -> Arm<I>
where
    I: Impedance<Domain = Shaft> + Clone,
{
    let mut net = NetworkBuilder::new();
    let arm = net.add(two_rods(), [Motion::default(); 2]).unwrap();
    let mut joint = |i: usize| {
        if exact_jump {
            let motor = TimedEffort::new(exact_motor(i)).with_jumps([4.0]).unwrap();
            net.connect(motor, Direct::new(), arm.joint(i)).unwrap();
        } else {
            net.connect(TimedEffort::new(motor(i)), Direct::new(), arm.joint(i)).unwrap();
        }
        net.connect(law.clone(), Direct::new(), arm.joint(i)).unwrap()
    };
    let friction = [joint(0), joint(1)];
    let simulation = Simulation::new(net.build().unwrap(), tableau, step).unwrap();
    Arm { simulation, arm, friction }
}

/// The friction of simulations II and III: K = 5000 N m/rad, B = 1 N m s/rad, F = 0.5 N m.
pub(crate) fn joint_friction() -> GsatFriction<Shaft> {
    GsatFriction::builder().stiffness(5000.0).damping(1.0).limit(0.5).build().unwrap()
}

/// A block of 1 kg on a line, a load as a function of time and a friction law.
pub(crate) struct Block<I> {
    pub(crate) simulation: Simulation,
    pub(crate) block: Handle<PointMass<Line>>,
    pub(crate) friction: Wire<I>,
}

pub(crate) fn block<I>(
    law: I,
    load: impl Fn(&Stage) -> f64 + Send + Sync + 'static,
    tableau: Tableau,
    step: f64,
) -> Block<I>
where
    I: Impedance<Domain = Line>,
{
    let mut net = NetworkBuilder::new();
    let mass = PointMass::<Line>::builder().mass(1.0).build().unwrap();
    let block = net.add(mass, Motion::default()).unwrap();
    net.connect(TimedEffort::new(load), Direct::new(), block.port()).unwrap();
    let friction = net.connect(law, Direct::new(), block.port()).unwrap();
    let simulation = Simulation::new(net.build().unwrap(), tableau, step).unwrap();
    Block { simulation, block, friction }
}

/// LuGre in the joints of simulation II: K = 5000, B = 1, D = 0, g = F/K.
pub(crate) fn joint_lugre() -> LuGreFriction<Shaft> {
    let steady = SteadyState::Deflection(StribeckCurve::constant(0.5 / 5000.0).unwrap());
    LuGreFriction::builder().stiffness(5000.0).damping(1.0).steady_state(steady).build().unwrap()
}

/// Dahl in the joints of simulation II.
pub(crate) fn joint_dahl() -> DahlFriction<Shaft> {
    DahlFriction::builder().stiffness(5000.0).limit(0.5).build().unwrap()
}
