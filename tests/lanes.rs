//! Copies of a mechanism evaluated side by side have the bits of copies evaluated one at a time.

use nalgebra::{Matrix1x2, Matrix3, Quaternion, Vector2, Vector3};
use proptest::prelude::*;
use stiction::core::{
    Admittance, Constraint, Coupling, Drive, KinematicMap, LinearIn, MotionIn, Projection, Real,
    kernel,
};
use stiction::friction::{BristleRate, Relaxation, StribeckShape};
use stiction::mechanics::{InFrame, PlanarPoint};
use stiction::network::{AnyPort, Lanes, NetworkError, NodePort, Port, Ports, UntypedPort};
use stiction::patch::{
    BristleModel, BristleParameters, Grid, LimitSurface, Mount, ReducedPatch, ReducedShape, Surface,
};
use stiction::prelude::*;

/// Composes a mechanism of types, or of boxes as a file does.
#[derive(Debug)]
pub(crate) struct Composer {
    pub(crate) net: NetworkBuilder,
    boxed: bool,
}

impl Composer {
    pub(crate) fn new(boxed: bool) -> Self {
        Self { net: NetworkBuilder::new(), boxed }
    }
    pub(crate) fn add<A: Admittance>(
        &mut self,
        body: A,
        start: Motion<A::Domain>,
    ) -> Result<Handle<A>, NetworkError> {
        self.net.add(body, start)
    }
    pub(crate) fn connect<I: Impedance, C: Coupling<To = I::Domain, From = P::Domains>, P>(
        &mut self,
        law: I,
        map: C,
        ports: P,
    ) -> Result<(), NetworkError>
    where
        P: Ports + Listed,
    {
        if self.boxed {
            self.net.connect_boxed::<I::Domain>(Box::new(law), Box::new(map), &ports.listed())?;
        } else {
            self.net.connect(law, map, ports)?;
        }
        Ok(())
    }
}

/// Evaluations other than of types and one at a time: in boxes or not, and in several numbers of lanes.
pub(crate) const OTHER_WAYS: [(bool, Lanes); 3] =
    [(false, Lanes::Four), (true, Lanes::One), (true, Lanes::Four)];

/// Ports that can form a list.
pub(crate) trait Listed {
    fn listed(self) -> Vec<UntypedPort>;
}
impl<D: Domain> Listed for NodePort<D> {
    fn listed(self) -> Vec<UntypedPort> {
        vec![AnyPort::from(self).into()]
    }
}
impl<D: Domain> Listed for Ground<D> {
    fn listed(self) -> Vec<UntypedPort> {
        vec![AnyPort::from(self).into()]
    }
}
impl<D: Domain, M: Drive<D>> Listed for Prescribed<D, M> {
    fn listed(self) -> Vec<UntypedPort> {
        vec![AnyPort::from(self).into()]
    }
}
impl<A: Port + Listed, B: Port + Listed> Listed for (A, B) {
    fn listed(self) -> Vec<UntypedPort> {
        [self.0.listed(), self.1.listed()].concat()
    }
}
impl<P: Port + Listed, const N: usize> Listed for [P; N] {
    fn listed(self) -> Vec<UntypedPort> {
        self.into_iter().flat_map(Listed::listed).collect()
    }
}

/// Numbers from 0 to 1, one stream for each seed.
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }
    fn next(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.next()
    }
    fn vector(&mut self, size: f64) -> Vector3<f64> {
        Vector3::from_fn(|_, _| self.between(-size, size))
    }
}

/// A mechanism that may have many copies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    /// A rolling sphere whose quaternion is normalised, or not.
    Sphere(bool),
    Joint(Relaxation),
    /// A point in space with gsat friction.
    Bead,
    /// A point in a plane with LuGre friction of a given steady deflection.
    LuGrePuck,
    /// A slider on a moving belt.
    Belt,
    LuGreJoint(StribeckShape, BristleRate),
    /// A puck on a shared ground or on its own, which lanes do not serve.
    Puck(bool),
    Slider {
        table: bool,
        model: BristleModel,
        world: bool,
    },
    /// Two masses, which lanes do not serve.
    Pair,
    /// A body in flight, with principal axes of inertia along its own or not.
    Brick {
        skewed: bool,
    },
    /// A box on this number of corners, each with its own contact.
    Corners(usize),
    /// A box on three corners on a plane that is not level, seen from its frame.
    Slope,
    /// A planar body with two springs of one type to fixed points, a force on a point and two pads, one of them fixed
    /// in the world.
    Tied,
}

pub(crate) const KINDS: [Kind; 25] = [
    Kind::Sphere(true),
    Kind::Bead,
    Kind::LuGrePuck,
    Kind::Belt,
    // Without stage damping the lanes need the plain form.
    Kind::Joint(Relaxation::Constant { stage_damping: 0.0 }),
    Kind::Joint(Relaxation::Implicit),
    Kind::Joint(Relaxation::OrderPreserving { kappa: 0.8 }),
    Kind::Joint(Relaxation::Constant { stage_damping: 4.0 }),
    Kind::LuGreJoint(StribeckShape::Rational, BristleRate::Explicit),
    Kind::LuGreJoint(StribeckShape::Gaussian, BristleRate::Implicit),
    Kind::LuGreJoint(StribeckShape::Exponential { exponent: 1.5 }, BristleRate::OrderPreserving),
    Kind::Puck(true),
    Kind::Puck(false),
    Kind::Slider { table: false, model: BristleModel::LuGre, world: false },
    Kind::Slider { table: false, model: BristleModel::ElastoPlastic, world: true },
    Kind::Slider { table: true, model: BristleModel::LuGre, world: true },
    Kind::Slider { table: true, model: BristleModel::ElastoPlastic, world: false },
    Kind::Pair,
    Kind::Brick { skewed: false },
    Kind::Brick { skewed: true },
    Kind::Corners(2),
    Kind::Corners(4),
    Kind::Slope,
    Kind::Tied,
    Kind::Sphere(false),
];

fn sphere(net: &mut Composer, numbers: &mut Numbers, renormalise: bool) {
    let (mass, radius) = (numbers.between(0.1, 2.0), numbers.between(0.05, 0.4));
    let body = RigidBody::sphere(mass, radius).unwrap();
    let body = body.with_gravity(Vector3::new(0.0, 0.3, -9.8)).unwrap();
    let body = body.with_renormalise(renormalise);
    // Some are in the air, some at rest, some sliding.
    let height = radius + numbers.between(-2e-4, 1e-4);
    let still = numbers.next() < 0.2;
    let size = if still { 0.0 } else { 1.0 };
    let turn = Quaternion::new(1.0, numbers.next(), 0.1, numbers.next()).normalize();
    let start = Motion {
        pose: Pose { position: Vector3::new(0.0, numbers.next(), height), orientation: turn },
        flow: Twist { linear: numbers.vector(size), angular: numbers.vector(4.0 * size) },
    };
    let body = net.add(body, start).unwrap();
    let contact = CoulombContact::builder().stiffness(1e5).damping(numbers.between(0.0, 9.0));
    let contact = contact.friction(numbers.between(0.0, 0.5)).build().unwrap();
    let map = SphereOnPlane::builder().radius(radius).build().unwrap();
    net.connect(contact, map, body.port()).unwrap();
}

fn shaft(net: &mut Composer, numbers: &mut Numbers) -> Handle<PointMass<Shaft>> {
    let inertia = PointMass::<Shaft>::builder().mass(numbers.between(0.5, 2.0));
    let inertia = inertia.gravity(numbers.between(-3.0, 3.0)).build().unwrap();
    let start = Motion { pose: numbers.next(), flow: numbers.between(-1.0, 1.0) };
    net.add(inertia, start).unwrap()
}

fn joint(net: &mut Composer, numbers: &mut Numbers, relaxation: Relaxation) {
    let undamped = relaxation == Relaxation::Constant { stage_damping: 0.0 };
    let damping = if undamped { 0.0 } else { 1.0 };
    let law = GsatFriction::builder().stiffness(numbers.between(1e3, 1e4)).damping(damping);
    let law = law.limit(numbers.between(0.0, 2.0)).relaxation(relaxation).build().unwrap();
    let shaft = shaft(net, numbers);
    net.connect(law, Direct::new(), shaft.port()).unwrap();
}

fn lugre_joint(net: &mut Composer, numbers: &mut Numbers, shape: StribeckShape, rate: BristleRate) {
    let curve = StribeckCurve::builder().coulomb(numbers.between(0.5, 1.0)).breakaway(1.4);
    let curve = curve.stribeck_speed(numbers.between(0.01, 0.1)).shape(shape).build().unwrap();
    let law = LuGreFriction::builder().stiffness(1e3).damping(numbers.next());
    let law = law.viscous_damping(numbers.next()).steady_state(SteadyState::Force(curve));
    let shaft = shaft(net, numbers);
    net.connect(law.bristle_rate(rate).build().unwrap(), Direct::new(), shaft.port()).unwrap();
}

fn puck(net: &mut Composer, numbers: &mut Numbers, same_ground: bool) {
    let mass = PointMass::<Plane>::builder().mass(numbers.between(0.5, 2.0)).build().unwrap();
    let flow = Vector2::new(numbers.between(-1.0, 1.0), 0.3);
    let mass = net.add(mass, Motion { pose: Vector2::new(numbers.next(), 0.0), flow }).unwrap();
    let place = if same_ground { 0.0 } else { numbers.next() };
    let ground = Ground::<Plane>::at(Vector2::new(0.1, place));
    let law = GsatFriction::builder().stiffness(1e4).damping(5.0).limit(numbers.between(1.0, 9.0));
    net.connect(law.build().unwrap(), Between::new(), (ground, mass.port())).unwrap();
}

fn bead(net: &mut Composer, numbers: &mut Numbers) {
    let mass = PointMass::<Space>::builder().mass(numbers.between(0.5, 2.0));
    let mass = mass.gravity(numbers.vector(5.0)).build().unwrap();
    let start = Motion { pose: numbers.vector(1.0), flow: numbers.vector(0.5) };
    let mass = net.add(mass, start).unwrap();
    let law = GsatFriction::builder().stiffness(1e4).damping(5.0).limit(numbers.between(1.0, 9.0));
    net.connect(law.build().unwrap(), Direct::new(), mass.port()).unwrap();
}

fn lugre_puck(net: &mut Composer, numbers: &mut Numbers) {
    let mass = PointMass::<Plane>::builder().mass(numbers.between(0.5, 2.0)).build().unwrap();
    let flow = Vector2::new(numbers.between(-1.0, 1.0), numbers.between(-1.0, 1.0));
    let mass = net.add(mass, Motion { pose: Vector2::zeros(), flow }).unwrap();
    let curve = StribeckCurve::builder().coulomb(numbers.between(5e-4, 1e-3)).breakaway(1.4e-3);
    let curve = curve.stribeck_speed(numbers.between(0.01, 0.1)).build().unwrap();
    let law = LuGreFriction::builder().stiffness(1e3).damping(numbers.next());
    let law = law.steady_state(SteadyState::Deflection(curve)).build().unwrap();
    net.connect(law, Direct::new(), mass.port()).unwrap();
}

type Belt = Prescribed<Line, ConstantVelocity<Line>>;

fn belt(net: &mut Composer, numbers: &mut Numbers, belt: Belt) {
    let mass = PointMass::<Line>::builder().mass(numbers.between(0.5, 2.0)).build().unwrap();
    let mass = net.add(mass, Motion { pose: numbers.next(), flow: 0.0 }).unwrap();
    let law = GsatFriction::builder().stiffness(1e4).damping(5.0).limit(numbers.between(1.0, 9.0));
    net.connect(law.build().unwrap(), Between::new(), (belt, mass.port())).unwrap();
}

fn patches() -> [ReducedShape; 2] {
    let pad = Surface::RasterCircle.patch(Grid::new(7, 0.02).unwrap()).unwrap();
    let table = LimitSurface::new(&pad, 6).unwrap();
    [ReducedShape::ellipsoid(&pad), ReducedShape::limit_surface(&pad, table)]
}

fn slider(
    net: &mut Composer,
    numbers: &mut Numbers,
    shape: &ReducedShape,
    model: BristleModel,
    world: bool,
) {
    let body = PlanarBody::builder().mass(numbers.between(0.5, 2.0)).inertia(0.01);
    let pose = PlanarPose { position: Vector2::new(0.0, numbers.next()), angle: numbers.next() };
    // Some stay at rest, where the limit surface has no direction to look up.
    let size = if numbers.next() < 0.2 { 0.0 } else { 1.0 };
    let linear = Vector2::new(numbers.between(-0.1, 0.1), 0.02) * size;
    let flow = PlanarTwist { linear, angular: numbers.between(-3.0, 3.0) * size };
    let body = net.add(body.build().unwrap(), Motion { pose, flow }).unwrap();
    let place = PlanarPose { position: Vector2::new(0.01, -0.02), angle: 0.4 };
    let mount = if world { Mount::in_world(place) } else { Mount::on_body(place) };
    let patch = ReducedPatch::builder()
        .shape(shape.clone())
        .bristles(BristleParameters::table_one_stribeck().unwrap())
        .model(model)
        .bristle_rate(BristleRate::OrderPreserving)
        .mount(mount.unwrap());
    let pad = Loaded::new(patch.build().unwrap(), numbers.between(0.0, 5.0)).unwrap();
    net.connect(pad, Direct::new(), body.port()).unwrap();
}

fn pair(net: &mut Composer, numbers: &mut Numbers) {
    let mut mass = || {
        let mass = PointMass::<Line>::builder().mass(numbers.between(1.0, 2.0)).build().unwrap();
        net.add(mass, Motion { pose: 0.0, flow: numbers.next() }).unwrap()
    };
    let ends = (mass().port(), mass().port());
    let spring = SpringDamper::<Line>::builder().stiffness(100.0).damping(1.0).build().unwrap();
    net.connect(spring, Between::new(), ends).unwrap();
}

fn cuboid(numbers: &mut Numbers, skewed: bool) -> RigidBody {
    let size = Vector3::from_fn(|_, _| numbers.between(0.2, 0.4));
    let body = RigidBody::cuboid(numbers.between(0.5, 2.0), size).unwrap();
    let inertia =
        body.inertia() + 1e-3 * if skewed { Matrix3::repeat(1.0) } else { Matrix3::zeros() };
    let body = RigidBody::builder().mass(body.mass()).inertia(inertia);
    body.gravity(Vector3::new(0.0, 0.1, -9.8)).build().unwrap()
}

fn brick(net: &mut Composer, numbers: &mut Numbers, skewed: bool) {
    let flow = Twist { linear: numbers.vector(1.0), angular: numbers.vector(3.0) };
    net.add(cuboid(numbers, skewed), Motion { flow, ..Motion::default() }).unwrap();
}

fn corners(net: &mut Composer, numbers: &mut Numbers, count: usize, slope: bool) {
    let turn = Quaternion::new(1.0, 0.01 * numbers.next(), 0.0, numbers.next()).normalize();
    let start = Motion {
        pose: Pose { position: Vector3::z() * 0.1, orientation: turn },
        flow: Twist { linear: numbers.vector(0.3), angular: numbers.vector(1.0) },
    };
    let body = net.add(cuboid(numbers, false), start).unwrap();
    for (x, y) in [(0.1, 0.1), (0.1, -0.1), (-0.1, 0.1), (-0.1, -0.1)].into_iter().take(count) {
        let contact = CoulombContact::builder().stiffness(1e5).damping(numbers.between(0.0, 90.0));
        let contact = contact.friction(numbers.between(0.0, 0.5)).build().unwrap();
        let point = Vector3::new(x, y, -0.1 - 1e-4 * numbers.next());
        let corner = BodyPoint::builder().point(point).build().unwrap();
        if slope {
            let orientation = Quaternion::new(1.0, 0.0, 0.05, 0.0);
            let origin = Vector3::z() * 1e-3;
            let corner = InFrame::builder().map(corner).origin(origin).orientation(orientation);
            net.connect(contact, corner.build().unwrap(), body.port()).unwrap();
        } else {
            net.connect(contact, corner, body.port()).unwrap();
        }
    }
}

fn tied(net: &mut Composer, numbers: &mut Numbers, shape: &ReducedShape) {
    let body = PlanarBody::builder().mass(numbers.between(0.5, 2.0)).inertia(0.01);
    let pose = PlanarPose { position: Vector2::new(0.0, numbers.next()), angle: numbers.next() };
    let flow = PlanarTwist { linear: Vector2::x() * numbers.next(), angular: numbers.next() };
    let body = net.add(body.build().unwrap(), Motion { pose, flow }).unwrap();
    let mut point = || {
        let point = Vector2::new(numbers.next(), numbers.next());
        PlanarPoint::builder().point(point).build().unwrap()
    };
    let (points, pulled) = ([point(), point()], point());
    for point in points {
        let spring = SpringDamper::<Plane>::builder().stiffness(90.0).damping(numbers.next());
        let spring = spring.rest(Vector2::new(numbers.next(), 0.3)).build().unwrap();
        net.connect(spring, point, body.port()).unwrap();
    }
    let force = Vector2::new(numbers.next(), -0.4);
    let force = ConstantEffort::<Plane>::builder().effort(force).build().unwrap();
    net.connect(force, pulled, body.port()).unwrap();
    let place = PlanarPose { position: Vector2::new(0.01, -0.02), angle: 0.4 };
    let load = numbers.between(0.0, 5.0);
    for mount in [Mount::on_body(place), Mount::in_world(place)] {
        let pad = ReducedPatch::builder().shape(shape.clone()).mount(mount.unwrap());
        let pad = pad.bristles(BristleParameters::table_one_stribeck().unwrap());
        let pad = pad.bristle_rate(BristleRate::OrderPreserving);
        let pad = Loaded::new(pad.build().unwrap(), load).unwrap();
        net.connect(pad, Direct::new(), body.port()).unwrap();
    }
}

pub(crate) fn network(kinds: &[(Kind, usize)], seed: u64) -> Network {
    composed(kinds, seed, false)
}

fn composed(kinds: &[(Kind, usize)], seed: u64, boxed: bool) -> Network {
    let (mut net, mut numbers) = (Composer::new(boxed), Numbers::new(seed));
    let shapes = patches();
    let moving = Prescribed::new(ConstantVelocity::builder().velocity(0.2).build().unwrap());
    for &(kind, count) in kinds {
        for _ in 0..count {
            match kind {
                Kind::Sphere(unit) => sphere(&mut net, &mut numbers, unit),
                Kind::Bead => bead(&mut net, &mut numbers),
                Kind::LuGrePuck => lugre_puck(&mut net, &mut numbers),
                Kind::Belt => belt(&mut net, &mut numbers, moving.clone()),
                Kind::Joint(relaxation) => joint(&mut net, &mut numbers, relaxation),
                Kind::LuGreJoint(shape, rate) => lugre_joint(&mut net, &mut numbers, shape, rate),
                Kind::Puck(same) => puck(&mut net, &mut numbers, same),
                Kind::Slider { table, model, world } => {
                    slider(&mut net, &mut numbers, &shapes[usize::from(table)], model, world);
                }
                Kind::Pair => pair(&mut net, &mut numbers),
                Kind::Brick { skewed } => brick(&mut net, &mut numbers, skewed),
                Kind::Corners(count) => corners(&mut net, &mut numbers, count, false),
                Kind::Slope => corners(&mut net, &mut numbers, 3, true),
                Kind::Tied => tied(&mut net, &mut numbers, &shapes[0]),
            }
        }
    }
    net.net.build().unwrap()
}

/// Returns the bits of the state after `steps` steps.
fn run(mut net: Network, lanes: Lanes, tableau: Tableau, steps: usize) -> Vec<u64> {
    net.set_lanes(lanes);
    let mut sim = Simulation::new(net, tableau, 1e-4).unwrap();
    sim.run_until(1e-4 * steps as f64).unwrap();
    sim.state().values().iter().map(|value| value.to_bits()).collect()
}

fn assert_same(kinds: &[(Kind, usize)], seed: u64, tableau: &Tableau, steps: usize) {
    let expected = run(network(kinds, seed), Lanes::One, tableau.clone(), steps);
    for (boxed, lanes) in OTHER_WAYS {
        let found = run(composed(kinds, seed, boxed), lanes, tableau.clone(), steps);
        assert!(found == expected, "{kinds:?} in {lanes:?} lanes, boxed: {boxed}");
    }
}

#[test]
fn any_number_of_copies_of_every_kind() {
    for kind in KINDS {
        for count in (1..=20).chain(29..=42) {
            assert_same(&[(kind, count)], 7 + count as u64, &Tableau::rk4(), 60);
        }
    }
}

#[test]
fn what_is_alike_but_for_its_numbers_goes_into_lanes() {
    let in_lanes = |kinds: &[(Kind, usize)]| network(kinds, 1).copies();
    if network(&[], 1).lanes() == Lanes::One {
        return;
    }
    for kind in KINDS {
        let alone = matches!(kind, Kind::Pair | Kind::Puck(false));
        let kind = |count| [(kind, count)];
        assert_eq!(in_lanes(&kind(3)), 0);
        assert_eq!(in_lanes(&kind(40)), if alone { 0 } else { 40 }, "{:?}", kind(40));
        assert_eq!(in_lanes(&kind(1000)), if alone { 0 } else { 1000 }, "{:?}", kind(1000));
        let boxed = composed(&kind(40), 1, true);
        assert_eq!(boxed.copies(), if alone { 0 } else { 40 }, "boxed {:?}", kind(40));
    }
    // Copies are found beside others, of one type or several, unless two differ by more than numbers.
    let joint = Kind::Joint(Relaxation::Implicit);
    assert_eq!(in_lanes(&[(Kind::Sphere(true), 9), (Kind::Pair, 5), (joint, 27)]), 36);
    assert_eq!(in_lanes(&[(Kind::Sphere(true), 9), (Kind::Sphere(false), 9)]), 0);
    let mut off = network(&[(joint, 40)], 1);
    off.set_lanes(Lanes::One);
    assert_eq!(off.copies(), 0);
}

/// A law whose lanes differ from its plain form in the last bit.
#[derive(Clone, Debug)]
struct Spring {
    lanes_are_wrong: bool,
}

impl Impedance for Spring {
    type Domain = Line;
    fn respond(&self, _: &Stage, motion: &Motion<Line>, _: &[f64], _: &mut [f64]) -> f64 {
        -3.0 * motion.pose
    }
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl kernel::Numbers<R>,
        _: &Stage,
        motion: &MotionIn<Line, R>,
        _: &[R],
        _: &mut [R],
    ) -> Option<[R; 1]> {
        numbers.form(self.lanes_are_wrong.into());
        let ([x], wrong) = (motion.pose, if self.lanes_are_wrong { f64::EPSILON } else { 0.0 });
        Some([x.same(-3.0 - 4.0 * wrong) * x])
    }
}

#[test]
fn a_wrong_kernel_is_noticed() {
    let run = |lanes_are_wrong: bool, boxed: bool, lanes: Lanes| {
        let mut net = Composer::new(boxed);
        for copy in 0..40 {
            let mass = PointMass::<Line>::builder().mass(1.0).build().unwrap();
            let mass = net.add(mass, Motion { pose: f64::from(copy) + 0.1, flow: 0.0 }).unwrap();
            net.connect(Spring { lanes_are_wrong }, Direct::new(), mass.port()).unwrap();
        }
        run(net.net.build().unwrap(), lanes, Tableau::rk4(), 50)
    };
    let has_lanes = NetworkBuilder::new().build().unwrap().lanes() > Lanes::One;
    for boxed in [false, true] {
        assert!(run(false, boxed, Lanes::One) == run(false, boxed, Lanes::Four));
        assert_eq!(run(true, boxed, Lanes::One) != run(true, boxed, Lanes::Four), has_lanes);
    }
}

/// A mass on a circle of radius 1, whose kernel never applies, so that the plain form serves.
#[derive(Debug)]
struct Runner;

impl Body for Runner {
    type Domain = Plane;
    fn accelerate(
        &self,
        _: &Stage,
        motion: &Motion<Plane>,
        force: &Vector2<f64>,
    ) -> (Vector2<f64>, Vector2<f64>) {
        (motion.flow, *force)
    }
    fn kernel<R: Real>(
        &self,
        _: &mut impl kernel::Numbers<R>,
        _: &Stage,
        _: &MotionIn<Plane, R>,
        _: [R; 2],
    ) -> Option<([R; 2], [R; 2])> {
        None
    }
    fn energy(&self, motion: &Motion<Plane>) -> f64 {
        0.5 * motion.flow.norm_squared()
    }
    fn constraint(&self) -> Constraint<'_> {
        Constraint::Own(self)
    }
}

impl Projection for Runner {
    fn project(&self, state: &mut [f64]) {
        let pose = Vector2::new(state[0], state[1]).normalize();
        state[..2].copy_from_slice(pose.as_slice());
    }
}

/// Height of a point above a line, whose kernel never applies either.
#[derive(Debug)]
struct Height;

impl KinematicMap for Height {
    type From = Plane;
    type To = Line;
    type Psi = Matrix1x2<f64>;
    fn at(&self, from: &Motion<Plane>) -> (f64, Matrix1x2<f64>) {
        (from.pose.y, Matrix1x2::new(0.0, 1.0))
    }
    fn kernel<R: Real>(
        &self,
        _: &mut impl kernel::Numbers<R>,
        _: &MotionIn<Plane, R>,
    ) -> Option<([R; 1], impl LinearIn<R, Plane, Line>)> {
        None::<(_, Up)>
    }
}

/// `Psi` of [`Height`].
struct Up;

impl<R: Real> LinearIn<R, Plane, Line> for Up {
    fn apply(&self, [_, y]: [R; 2]) -> [R; 1] {
        [y]
    }
    fn transpose(&self, [force]: [R; 1]) -> [R; 2] {
        [force.same(0.0), force]
    }
}

#[test]
fn where_no_kernel_applies_the_plain_form_serves() {
    let run = |lanes: Lanes| {
        let mut net = NetworkBuilder::new();
        for copy in 0..43 {
            let flow = Vector2::new(0.3, 0.1 * f64::from(copy));
            let runner = net.add(Runner, Motion { pose: Vector2::x(), flow }).unwrap();
            for _ in 0..3 {
                let law = Spring { lanes_are_wrong: false };
                net.connect(law, Height, runner.port()).unwrap();
            }
        }
        let net = net.build().unwrap();
        assert_eq!(net.copies(), if net.lanes() == Lanes::One { 0 } else { 43 });
        run(net, lanes, Tableau::rk4(), 50)
    };
    assert!(run(Lanes::One) == run(Lanes::Four));
}

#[test]
fn every_scheme() {
    for tableau in Tableau::all() {
        assert_same(
            &[(Kind::Sphere(true), 13), (Kind::Joint(Relaxation::Implicit), 30)],
            3,
            &tableau,
            60,
        );
    }
}

/// The runs go from the first touch to rolling, and from slip to rest.
#[test]
fn long_runs() {
    let table = Kind::Slider { table: true, model: BristleModel::ElastoPlastic, world: false };
    assert_same(
        &[(Kind::Sphere(true), 9), (Kind::Joint(Relaxation::Implicit), 25), (table, 9)],
        11,
        &Tableau::rk4(),
        6000,
    );
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(crate::cases(60)) })]

    #[test]
    fn mixtures(
        kinds in prop::collection::vec((prop::sample::select(&KINDS[..]), 1..50_usize), 1..5),
        seed in any::<u64>(), steps in 1..80_usize,
    ) {
        assert_same(&kinds, seed, &Tableau::rk4(), steps);
    }
}
