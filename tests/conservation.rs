//! Energy, momentum, power: nothing is made or lost in the wiring, and no law gives what it never got.

use std::panic::{AssertUnwindSafe, catch_unwind};

use nalgebra::{Matrix1x2, Matrix2x3, Quaternion, SMatrix, Vector2, Vector3};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use stiction::core::coupling::from_fns;
use stiction::core::impedance::from_fn;
use stiction::mechanics::inertia;
use stiction::prelude::*;
use stiction::testing::{Motions, assert_adjoint, assert_passive, random_mechanism};

/// Seeds of failures land in `tests/proptest-regressions`.
fn config(cases: u32) -> ProptestConfig {
    let file =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/proptest-regressions/conservation.txt");
    ProptestConfig {
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(file))),
        ..ProptestConfig::with_cases(cases)
    }
}

/// Whether the assertion panics: a control.
fn fails(assertion: impl FnOnce()) -> bool {
    catch_unwind(AssertUnwindSafe(assertion)).is_err()
}

fn x3(x: f64, y: f64, z: f64) -> Vector3<f64> {
    Vector3::new(x, y, z)
}

fn tilted() -> Quaternion<f64> {
    Quaternion::new(0.7, 0.1, -0.5, 0.3)
}

fn frame() -> Pose {
    Pose { position: x3(0.3, -0.2, 0.5), orientation: tilted() }
}

// --- adjointness -------------------------------------------------------------------------------

/// The distance of a point from the origin: a row matrix that depends on the pose.
#[derive(Debug)]
struct Distance;
impl KinematicMap for Distance {
    type From = Plane;
    type To = Line;
    type Psi = Matrix1x2<f64>;
    fn at(&self, point: &Motion<Plane>) -> (f64, Matrix1x2<f64>) {
        (point.pose.norm(), point.pose.transpose() / point.pose.norm())
    }
}

/// A matrix over ports of different domains.
#[derive(Debug)]
struct Mixed;
impl KinematicMap for Mixed {
    type From = (Line, Plane);
    type To = Plane;
    type Psi = Matrix2x3<f64>;
    fn at(&self, (a, b): &(Motion<Line>, Motion<Plane>)) -> (Vector2<f64>, Matrix2x3<f64>) {
        let psi = Matrix2x3::new(1.0, a.pose, b.pose.x, -3.0, 0.5, b.pose.y);
        (b.pose, psi)
    }
}

/// Three ports, and a wrench at the end of it.
#[derive(Debug)]
struct Spatial;
impl KinematicMap for Spatial {
    type From = (Shaft, Shaft, Space);
    type To = SpatialFrame;
    type Psi = SMatrix<f64, 6, 5>;
    fn at(
        &self,
        (a, b, c): &(Motion<Shaft>, Motion<Shaft>, Motion<Space>),
    ) -> (Pose, SMatrix<f64, 6, 5>) {
        let psi = SMatrix::from_fn(|i, j| (1.0 + i as f64) * a.pose.sin() + j as f64 * b.pose);
        (Pose::at(c.pose), psi)
    }
}

#[test]
fn every_map_is_adjoint() {
    assert_adjoint(&Direct::<Line>::new());
    assert_adjoint(&Direct::<Shaft>::new());
    assert_adjoint(&Direct::<Plane>::new());
    assert_adjoint(&Direct::<Space>::new());
    assert_adjoint(&Direct::<PlanarFrame>::new());
    assert_adjoint(&Direct::<SpatialFrame>::new());
    assert_adjoint(&Distance);
    assert_adjoint(&Mixed);
    assert_adjoint(&Spatial);
    assert_adjoint(&Between::<Line>::new());
    assert_adjoint(&Between::<Shaft>::new());
    assert_adjoint(&Between::<Plane>::new());
    assert_adjoint(&Between::<Space>::new());
    assert_adjoint(&Along::<Plane>::builder().direction(Vector2::new(3.0, -1.0)).build().unwrap());
    assert_adjoint(&Along::<Space>::builder().direction(x3(1.0, 2.0, -1.0)).build().unwrap());
    assert_adjoint(&Transmission::<Shaft, Line>::builder().ratio(-0.3).build().unwrap());
    assert_adjoint(&Transmission::<Line, Shaft>::builder().ratio(7.0).build().unwrap());
    let differential = Differential::<Shaft, Line, Shaft>::builder().weights([0.5, -2.0]);
    assert_adjoint(&differential.build().unwrap());
    let point = BodyPoint::builder().point(x3(0.2, 0.5, -0.7)).build().unwrap();
    assert_adjoint(&point);
    let sphere = SphereOnPlane::builder().radius(0.3).normal(x3(1.0, 1.0, 3.0)).build().unwrap();
    assert_adjoint(&sphere);
    assert_adjoint(&SphereOnPlane::tilted(0.3, x3(1.0, 0.0, 2.0), tilted()).unwrap());
    let in_frame = InFrame::builder().origin(x3(0.1, 0.2, 0.3)).orientation(tilted());
    assert_adjoint(&in_frame.map(point.clone()).build().unwrap());
    let points = PointsBetween::builder().first(x3(0.1, 0.2, 0.3)).second(x3(-1.0, 0.4, 0.0));
    let points = points.build().unwrap();
    assert_adjoint(&points);
    assert_adjoint(&InFrame::builder().orientation(tilted()).map(points.clone()).build().unwrap());
    for reaction in [Reaction::AtParentPoint, Reaction::AtChildPoint] {
        let map = RelativeFrame::builder().parent(frame()).child(frame()).reaction(reaction);
        assert_adjoint(&map.build().unwrap());
    }
    assert_adjoint(&HingeAngle::builder().parent(frame()).child(frame()).build().unwrap());
    let planar = PlanarPoint::builder().point(Vector2::new(0.4, -0.9)).build().unwrap();
    assert_adjoint(&planar);
    assert_adjoint(&ArmPoint::<1>::builder().lengths([0.7]).build().unwrap());
    assert_adjoint(&ArmPoint::<2>::builder().lengths([0.7, 0.4]).build().unwrap());
    let lengths = [0.7, 0.4, -0.2, 0.0, 1.5];
    let arm = ArmPoint::<5>::builder().lengths(lengths).base(Vector2::new(1.0, 2.0));
    assert_adjoint(&arm.build().unwrap());
    let boxed: Box<dyn Coupling<From = (SpatialFrame, SpatialFrame), To = Space>> =
        Box::new(points);
    assert_adjoint(&boxed);
}

/// Controls: maps that are wrong in one entry, in one sign, in one lever arm.
#[test]
fn maps_that_are_not_adjoint_are_found() {
    assert!(fails(|| assert_adjoint(&from_fns::<Line, Line, _, _>(
        |m| Motion { pose: 2.0 * m.pose, flow: 2.0 * m.flow },
        |_, f| 2.0 * (1.0 + 1e-9) * f,
    ))));
    assert!(fails(|| assert_adjoint(&from_fns::<(Line, Line), Line, _, _>(
        |(a, b)| Motion { pose: b.pose - a.pose, flow: b.flow - a.flow },
        |_, f| (*f, *f),
    ))));
    // The lever arm is forgotten on the way back.
    let point = BodyPoint::builder().point(x3(0.2, 0.5, -0.7)).build().unwrap();
    assert!(fails(|| assert_adjoint(&from_fns::<SpatialFrame, Space, _, _>(
        move |m| point.motion(m),
        |_, f| Wrench { force: *f, torque: Vector3::zeros() },
    ))));
    // Adjoint at each motion, but not linear in the flow.
    assert!(fails(|| assert_adjoint(&from_fns::<Line, Line, _, _>(
        |m| Motion { pose: m.pose, flow: m.flow * m.flow },
        |m, f| m.flow * f,
    ))));
}

// --- power balance -----------------------------------------------------------------------------

/// Residual over its scale. Sums of up to 30 terms of 10 operations each: 1e-13 of the largest.
/// Terms that cancel within a body (w . w x J w) do not show in the balance's own scale; they are of
/// the order of its energy per second.
fn residual(net: &Network, stage: &Stage, state: &State) -> f64 {
    let balance = net.power_balance(stage, state).unwrap();
    let scale = balance.scale + net.stored_energy(state).unwrap().abs();
    balance.residual().abs() / scale.max(1e-3)
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn power_balance_of_random_networks(mechanism in random_mechanism(), steps in 0_u32..60) {
        let (net, _) = mechanism.compose_in_order().unwrap();
        let mut sim = Simulation::new(net, Tableau::rk4(), 1e-3).unwrap();
        sim.run_until(1e-3 * f64::from(steps)).unwrap();
        for tau in [0.0, 5e-4, 1e-3, 0.1] {
            let stage = Stage::first(sim.time(), tau);
            let residual = residual(sim.network(), &stage, sim.state());
            prop_assert!(residual <= 1e-12, "{residual:e} at tau = {tau}");
        }
    }
}

/// Control: a coupling whose back map is 1e-6 wrong, and one law among many that is not affected.
#[test]
fn a_wrong_coupling_breaks_the_balance() {
    let build = |factor: f64| {
        let mut net = NetworkBuilder::new();
        let mass = PointMass::<Line>::builder().mass(2.0).build().unwrap();
        let mass = net.add(mass, Motion { pose: 0.4, flow: 1.0 }).unwrap();
        let spring = SpringDamper::<Line>::builder().stiffness(7.0).damping(0.2).build().unwrap();
        net.connect(spring.clone(), Direct::new(), mass.port()).unwrap();
        let lever = from_fns::<Line, Line, _, _>(
            |m| Motion { pose: 2.0 * m.pose, flow: 2.0 * m.flow },
            move |_, f| 2.0 * factor * f,
        );
        net.connect(spring, lever, mass.port()).unwrap();
        let net = net.build().unwrap();
        residual(&net, &Stage::at(0.0), &net.initial_state())
    };
    assert!(build(1.0) <= 1e-15);
    assert!(build(1.0 + 1e-6) >= 1e-8);
}

/// `stored_power` against a central difference of `stored_energy` along the motion and the rate of
/// the internal state, relative to the powers that occur.
fn energy_rate_error<I>(law: &I, scalars: &[f64], excursion: f64) -> f64
where
    I: Impedance<Domain: VectorDomain>,
{
    let axes = <Motion<I::Domain> as Flat>::LEN / 2;
    let vector = |from: usize, size: f64| {
        let slice: Vec<f64> = scalars[from..from + axes].iter().map(|x| size * x).collect();
        Flat::load(&slice)
    };
    let motion = Motion::<I::Domain> { pose: vector(0, excursion), flow: vector(3, 0.1) };
    let internal: Vec<f64> =
        scalars[6..6 + law.internal_len()].iter().map(|z| z * excursion).collect();
    let mut rate = vec![0.0; internal.len()];
    let effort = law.respond(&Stage::first(0.0, 1e-4), &motion, &internal, &mut rate);
    let h = 1e-5 * excursion;
    let energy = |h: f64| {
        let moved: Vec<f64> = internal.iter().zip(&rate).map(|(z, r)| z + h * r).collect();
        law.stored_energy(&Motion { pose: motion.pose + motion.flow * h, ..motion }, &moved)
    };
    let difference = (energy(h) - energy(-h)) / (2.0 * h);
    let told = law.stored_power(&motion, &internal, &rate);
    let scale =
        <I::Domain as Domain>::power(&motion.flow, &effort).abs() + difference.abs() + told.abs();
    // Rounding of the energies over 2 h.
    let rounding = 1e-15 * energy(0.0).abs() / h;
    ((told - difference).abs() - rounding).max(0.0) / scale.max(1e-12)
}

/// A spring that tells half of its stored power.
#[derive(Debug)]
struct Liar;
impl Impedance for Liar {
    type Domain = Line;
    fn respond(&self, _: &Stage, m: &Motion<Line>, _: &[f64], _: &mut [f64]) -> f64 {
        -m.pose
    }
    fn stored_energy(&self, m: &Motion<Line>, _: &[f64]) -> f64 {
        0.5 * m.pose * m.pose
    }
    fn stored_power(&self, m: &Motion<Line>, _: &[f64], _: &[f64]) -> f64 {
        0.5 * m.pose * m.flow
    }
}

const K: f64 = 1e4;
const B: f64 = 10.0;
const F: f64 = 2.0;

fn relaxations() -> [Relaxation; 3] {
    let preserving = Relaxation::OrderPreserving { kappa: 0.8 };
    [Relaxation::Implicit, preserving, Relaxation::Constant { viscosity: 15.0 }]
}

fn gsat<D: VectorDomain>(relaxation: Relaxation) -> GsatFriction<D> {
    let law = GsatFriction::builder().stiffness(K).damping(B).limit(F);
    law.relaxation(relaxation).build().unwrap()
}

fn stribeck(scale: f64) -> StribeckCurve {
    let curve = StribeckCurve::builder().coulomb(scale).breakaway(1.5 * scale);
    curve.stribeck_speed(0.02).build().unwrap()
}

fn rate_dependent<D: VectorDomain>(relaxation: Relaxation) -> RateDependentGsat<D> {
    let law = RateDependentGsat::builder().stiffness(K).damping(60.0).curve(stribeck(F));
    law.viscous_damping(0.4).relaxation(relaxation).build().unwrap()
}

fn dahl<D: VectorDomain>(rate: BristleRate) -> DahlFriction<D> {
    DahlFriction::builder().stiffness(K).limit(F).bristle_rate(rate).build().unwrap()
}

fn lugre<D: VectorDomain>(rate: BristleRate) -> LuGreFriction<D> {
    let steady = SteadyState::Force(StribeckCurve::constant(F).unwrap());
    let law = LuGreFriction::builder().stiffness(K).damping(B).viscous_damping(0.4);
    law.steady_state(steady).bristle_rate(rate).build().unwrap()
}

fn elasto_plastic<D: VectorDomain<Vector = f64>>() -> ElastoPlasticFriction<D> {
    let law = ElastoPlasticFriction::builder().stiffness(K).damping(B).limit(F);
    law.breakaway_fraction(0.7).build().unwrap()
}

fn amended(rate: BristleRate) -> AmendedLuGre {
    let law = AmendedLuGre::builder().stiffness(K / 4.0).damping(B / 4.0);
    law.friction(StribeckCurve::constant(0.5).unwrap()).bristle_rate(rate).build().unwrap()
}

fn coulomb() -> CoulombGsat {
    CoulombGsat::builder().stiffness(K).damping(B).friction(0.5).build().unwrap()
}

fn under_load<D: VectorDomain, L: LoadedFriction<D::Vector>>(law: L) -> Loaded<L, D, f64> {
    Loaded::builder().law(law).normal_force(4.0).build().unwrap()
}

fn contact() -> CoulombContact {
    CoulombContact::builder().stiffness(K).damping(B).friction(0.5).build().unwrap()
}

proptest! {
    #![proptest_config(config(64))]

    #[test]
    fn laws_tell_the_truth_about_their_energy(s in proptest::collection::vec(-1.0..1.0_f64, 9)) {
        let e = 3e-4;
        // A central difference of a quadratic energy is exact; the spring along a line is not
        // quadratic: h^2 of its third derivative, 1e-9 relative.
        macro_rules! check {
            ($($law:expr),* $(,)?) => {$(
                let error = energy_rate_error(&$law, &s, e);
                prop_assert!(error <= 1e-6, "{}: {error:e}", $law.name());
            )*};
        }
        check!(
            gsat::<Line>(Relaxation::Implicit), gsat::<Space>(relaxations()[1]),
            rate_dependent::<Plane>(Relaxation::Implicit), dahl::<Space>(BristleRate::Implicit),
            lugre::<Plane>(BristleRate::Explicit), elasto_plastic::<Shaft>(),
            under_load::<Plane, _>(coulomb()), under_load::<Plane, _>(amended(BristleRate::Explicit)),
            contact(),
            SpringDamper::<Space>::builder().stiffness(3.0).damping(0.1).rest(x3(1e-4, 0.0, 2e-4)).build().unwrap(),
            AxialSpring::<Space>::builder().stiffness(3.0).damping(0.1).length(2e-4).build().unwrap(),
        );
        if s[0].abs() > 0.1 && s[3].abs() > 0.1 {
            prop_assert!(energy_rate_error(&Liar, &s, 1.0) > 0.1);
        }
    }
}

// --- passivity ---------------------------------------------------------------------------------

/// Excursions of up to 5 break-away deflections (2e-4 m) at 10 rad/s, 1.6 ms per step: speeds of 3
/// cm/s, below the 2.785 F/(K T) = 0.35 m/s of the explicit bristles.
const DRIVE: Motions = Motions { amplitude: 1e-3, angular_frequency: 10.0, steps: 400 };

#[test]
fn every_friction_law_is_passive() {
    for relaxation in relaxations() {
        assert_passive(&gsat::<Line>(relaxation), DRIVE);
        assert_passive(&gsat::<Plane>(relaxation), DRIVE);
        assert_passive(&gsat::<Space>(relaxation), DRIVE);
        assert_passive(&rate_dependent::<Shaft>(relaxation), DRIVE);
        assert_passive(&rate_dependent::<Space>(relaxation), DRIVE);
    }
    for rate in [BristleRate::Explicit, BristleRate::Implicit, BristleRate::OrderPreserving] {
        assert_passive(&dahl::<Line>(rate), DRIVE);
        assert_passive(&dahl::<Plane>(rate), DRIVE);
        assert_passive(&lugre::<Line>(rate), DRIVE);
        assert_passive(&lugre::<Space>(rate), DRIVE);
        assert_passive(&under_load::<Plane, _>(amended(rate)), DRIVE);
    }
    assert_passive(&elasto_plastic::<Line>(), DRIVE);
    let threshold = ThresholdFriction::<Plane>::builder().limit(F).threshold_speed(1e-3);
    assert_passive(&threshold.build().unwrap(), DRIVE);
    assert_passive(&under_load::<Plane, _>(coulomb()), DRIVE);
    assert_passive(&contact(), DRIVE);
    let foot = PointContact::builder().stiffness(K).damping(B).law(coulomb()).build().unwrap();
    assert_passive(&foot, DRIVE);
    assert_passive(
        &SpringDamper::<Space>::builder().stiffness(K).damping(B).build().unwrap(),
        DRIVE,
    );
}

/// Controls: a law that pushes, a spring that hardens with the speed, friction that is reversed by a
/// negative limit (the trap of eq. 23a without its clamp).
#[test]
fn laws_that_give_energy_are_found() {
    let push = from_fn::<Plane, _>(|_, m| m.flow * 1e-3);
    assert!(fails(|| assert_passive(&push, DRIVE)));
    let late = from_fn::<Line, _>(|_, m| -(m.pose - 0.01 * m.flow));
    assert!(fails(|| assert_passive(&late, DRIVE)));
    let unclamped = from_fn::<Space, _>(|_, m| {
        let normal = if m.pose.z < 0.0 { -(K * m.pose.z + 1e3 * m.flow.z) } else { 0.0 };
        let speed = m.flow.xy().norm().max(1e-6);
        x3(-0.5 * normal * m.flow.x / speed, -0.5 * normal * m.flow.y / speed, 0.0)
    });
    assert!(fails(|| assert_passive(&unclamped, DRIVE)));
}

// --- energy and momentum over time -------------------------------------------------------------

/// Largest change of a quantity over a run, relative to `scale`.
fn drift<T>(
    make: &dyn Fn() -> (Network, T),
    step: f64,
    until: f64,
    quantity: &dyn Fn(&Frame<'_>, &T) -> f64,
) -> f64 {
    let (net, handles) = make();
    let mut sim = Simulation::new(net, Tableau::rk4(), step).unwrap();
    let (mut start, mut worst) = (None, 0.0_f64);
    sim.run_observed(until, &mut |frame: &Frame<'_>| {
        let now = quantity(frame, &handles);
        worst = worst.max((now - *start.get_or_insert(now)).abs());
        Ok::<(), SimulationError>(())
    })
    .unwrap();
    worst
}

/// RK4: halving the step divides the error by 16 (14 with what the next order adds), down to
/// rounding: the errors must lie well above it, and well below the quantity.
fn assert_fourth_order<T>(
    name: &str,
    make: &dyn Fn() -> (Network, T),
    step: f64,
    until: f64,
    quantity: &dyn Fn(&Frame<'_>, &T) -> f64,
) {
    let (coarse, fine) =
        (drift(make, step, until, quantity), drift(make, 0.5 * step, until, quantity));
    assert!(fine > 1e-13, "{name}: {fine:e} is rounding");
    assert!(coarse / fine >= 14.0, "{name}: {coarse:e} to {fine:e}, ratio {}", coarse / fine);
}

fn energy<T>(frame: &Frame<'_>, _: &T) -> f64 {
    frame.stored_energy().unwrap()
}

fn arm(n: usize, gravity: f64) -> (Network, Handle<PlanarArm>) {
    let link = |i: usize| {
        let (m, l) = (0.5 + 0.1 * i as f64, 0.3 + 0.05 * i as f64);
        Link::builder().mass(m).length(l).center(0.4 * l).inertia(m * l * l / 10.0).build().unwrap()
    };
    let arm = PlanarArm::builder().links((0..n).map(link)).gravity(Vector2::new(0.0, -gravity));
    let start = |i: usize| Motion::<Shaft> { pose: 0.3 + 0.4 * i as f64, flow: 2.0 - i as f64 };
    let mut net = NetworkBuilder::new();
    let arm = net.add(arm.build().unwrap(), (0..n).map(start).collect::<Vec<_>>()).unwrap();
    (net.build().unwrap(), arm)
}

#[test]
fn arms_conserve_energy_at_the_order_of_the_scheme() {
    for n in [1, 2, 3, 5] {
        assert_fourth_order(
            &format!("arm of {n} under gravity"),
            &|| arm(n, 9.81),
            1e-3,
            0.5,
            &energy,
        );
        if n > 1 {
            assert_fourth_order(&format!("free arm of {n}"), &|| arm(n, 0.0), 4e-3, 1.0, &energy);
        }
    }
    // One free link turns at a constant speed; nothing is left but the rounding of 250 steps.
    assert!(drift(&|| arm(1, 0.0), 4e-3, 1.0, &energy) <= 1e-13);
}

#[test]
fn a_tumbling_body_conserves_energy_and_angular_momentum() {
    let make = || {
        let mut net = NetworkBuilder::new();
        let body = RigidBody::builder().mass(2.0).inertia(inertia::cuboid(2.0, x3(0.1, 0.4, 0.9)));
        let body = body.build().unwrap();
        let flow = Twist { linear: x3(1.0, 2.0, 3.0), angular: x3(0.4, 7.0, 0.3) };
        let pose = SpatialFrame::valid_pose(frame());
        let handle = net.add(body.clone(), Motion { pose, flow }).unwrap();
        (net.build().unwrap(), (handle, body))
    };
    assert_fourth_order("energy", &make, 4e-3, 2.0, &energy);
    for axis in 0..3 {
        assert_fourth_order("angular momentum", &make, 4e-3, 2.0, &|frame, (handle, body)| {
            body.angular_momentum(&frame.motion(*handle).unwrap())[axis]
        });
    }
}

/// Springs through maps: a map whose flow is not the rate of its pose loses energy. (The contact
/// point of a sphere is such a map, by its nature: the point changes as the sphere rolls.)
#[test]
fn springs_through_every_map_conserve_energy() {
    let make = || {
        let mut net = NetworkBuilder::new();
        let body = |net: &mut NetworkBuilder, x: f64, spin: Vector3<f64>| {
            let body = RigidBody::cuboid(1.0, x3(0.3, 0.5, 0.7)).unwrap();
            let pose = SpatialFrame::valid_pose(Pose { position: x3(x, 0.1, 1.0), ..frame() });
            let flow = Twist { linear: x3(0.0, x, 0.3), angular: spin };
            net.add(body, Motion { pose, flow }).unwrap()
        };
        let a = body(&mut net, 0.0, x3(1.0, -2.0, 0.5));
        let b = body(&mut net, 1.0, x3(-1.0, 0.3, 2.0));
        let planar = PlanarBody::builder().mass(1.0).inertia(0.05).build().unwrap();
        let planar = net.add(planar, Motion::default()).unwrap();
        let shafts = [1.0, -2.0].map(|flow| {
            let rotor = PointMass::<Shaft>::builder().mass(0.1).build().unwrap();
            net.add(rotor, Motion { pose: 0.2, flow }).unwrap()
        });
        let point = PointMass::<Space>::builder().mass(0.5).build().unwrap();
        let point =
            net.add(point, Motion { pose: x3(1.0, 2.0, 0.5), flow: x3(0.3, 0.0, 1.0) }).unwrap();
        let other = PointMass::<Space>::builder().mass(0.7).build().unwrap();
        let other = net.add(other, Motion::default()).unwrap();

        let spring = SpringDamper::<Space>::builder().stiffness(20.0).build().unwrap();
        let points = PointsBetween::builder().first(x3(0.2, 0.1, 0.3)).second(x3(-0.4, 0.2, 0.0));
        let points = points.build().unwrap();
        let axial = AxialSpring::<Space>::builder().stiffness(15.0).length(0.4).build().unwrap();
        net.connect(axial.clone(), points, (a.port(), b.port())).unwrap();
        let corner = BodyPoint::builder().point(x3(0.2, 0.3, -0.1)).build().unwrap();
        net.connect(spring.clone(), corner.clone(), a.port()).unwrap();
        let in_frame =
            InFrame::builder().map(corner).origin(x3(1.0, 0.0, 0.0)).orientation(tilted());
        net.connect(spring, in_frame.build().unwrap(), b.port()).unwrap();
        net.connect(axial, Between::new(), (point.port(), other.port())).unwrap();
        let line = SpringDamper::<Line>::builder().stiffness(12.0).rest(0.3).build().unwrap();
        let along = Along::<Space>::builder().direction(x3(1.0, 2.0, -1.0)).build().unwrap();
        net.connect(line.clone(), along, point.port()).unwrap();
        let rack = Transmission::<Shaft, Line>::builder().ratio(-0.3).build().unwrap();
        net.connect(line.clone(), rack, shafts[0].port()).unwrap();
        let weights = Differential::<Shaft, Shaft, Line>::builder().weights([0.5, -0.4]);
        net.connect(line, weights.build().unwrap(), (shafts[0].port(), shafts[1].port())).unwrap();
        let plane = SpringDamper::<Plane>::builder().stiffness(9.0).rest(Vector2::new(0.3, 0.8));
        let plane = plane.build().unwrap();
        let corner = PlanarPoint::builder().point(Vector2::new(0.2, -0.1)).build().unwrap();
        net.connect(plane.clone(), corner, planar.port()).unwrap();
        let tip = ArmPoint::<2>::builder().lengths([0.7, 0.4]).build().unwrap();
        net.connect(plane, tip, shafts.map(Handle::port)).unwrap();
        // The pose in the parent's coordinates has a rate that the reaction at the child takes in.
        let hinge = PenaltyHinge::builder().stiffness(10.0).bending_stiffness(3.0).build().unwrap();
        let relative = RelativeFrame::builder().child(Pose::at(x3(-0.5, 0.0, 0.0)));
        let relative = relative.reaction(Reaction::AtChildPoint).build().unwrap();
        net.connect(hinge, relative, (a.port(), b.port())).unwrap();
        (net.build().unwrap(), ())
    };
    assert_fourth_order("mechanism", &make, 4e-3, 1.0, &energy);
}

/// Two masses and two bodies on springs: (first quantity) linear momentum along x + 2 y - z, and
/// angular momentum about the same direction.
fn momenta(grounded: bool) -> [f64; 3] {
    type Handles = ([Handle<PointMass<Space>>; 2], [(Handle<RigidBody>, RigidBody); 2]);
    let direction = x3(1.0, 2.0, -1.0);
    let make = move || -> (Network, Handles) {
        let mut net = NetworkBuilder::new();
        let mut mass = |m: f64, pose: Vector3<f64>| {
            let mass = PointMass::<Space>::builder().mass(m).build().unwrap();
            net.add(mass, Motion { pose, flow: x3(pose.y, 1.0, -pose.x) }).unwrap()
        };
        let masses = [mass(1.0, x3(0.0, 0.3, 1.0)), mass(2.0, x3(1.0, -0.4, 0.2))];
        let mut body = |m: f64, position: Vector3<f64>| {
            let body = RigidBody::cuboid(m, x3(0.3, 0.5, 0.8)).unwrap();
            let flow = Twist { linear: x3(0.1, 0.0, 0.5), angular: x3(1.0, m, -2.0) };
            (net.add(body.clone(), Motion { pose: Pose::at(position), flow }).unwrap(), body)
        };
        let bodies = [body(1.0, x3(0.0, 0.0, 0.0)), body(3.0, x3(0.0, 1.0, 0.7))];
        let spring = SpringDamper::<Space>::builder().stiffness(30.0).build().unwrap();
        net.connect(spring.clone(), Between::new(), (masses[0].port(), masses[1].port())).unwrap();
        let axial = AxialSpring::<Space>::builder().stiffness(9.0).damping(0.3).length(0.5);
        let axial = axial.build().unwrap();
        net.connect(axial, Between::new(), (masses[0].port(), masses[1].port())).unwrap();
        let points = PointsBetween::builder().first(x3(0.2, 0.1, 0.3)).second(x3(-0.4, 0.2, 0.0));
        let points = points.build().unwrap();
        net.connect(spring.clone(), points, (bodies[0].0.port(), bodies[1].0.port())).unwrap();
        if grounded {
            net.connect(spring, Between::new(), (Ground::at(x3(2.0, 0.0, 1.0)), masses[0].port()))
                .unwrap();
        }
        (net.build().unwrap(), (masses, bodies))
    };
    let linear = move |frame: &Frame<'_>, (masses, bodies): &Handles| {
        let of_mass = |i: usize, m: f64| frame.motion(masses[i]).unwrap().flow * m;
        let of_body = |i: usize| {
            let (handle, body) = &bodies[i];
            frame.motion(*handle).unwrap().flow.linear * body.mass()
        };
        direction.dot(&(of_mass(0, 1.0) + of_mass(1, 2.0) + of_body(0) + of_body(1)))
    };
    let angular = move |frame: &Frame<'_>, (masses, bodies): &Handles| {
        let of_mass = |i: usize, m: f64| {
            let motion = frame.motion(masses[i]).unwrap();
            motion.pose.cross(&(motion.flow * m))
        };
        let of_body = |i: usize| {
            let (handle, body) = &bodies[i];
            let motion = frame.motion(*handle).unwrap();
            motion.pose.position.cross(&(motion.flow.linear * body.mass()))
                + body.angular_momentum(&motion)
        };
        direction.dot(&(of_mass(0, 1.0) + of_mass(1, 2.0) + of_body(0) + of_body(1)))
    };
    [
        drift(&make, 4e-3, 1.0, &linear),
        drift(&make, 4e-3, 1.0, &angular),
        drift(&make, 2e-3, 1.0, &angular),
    ]
}

#[test]
fn springs_between_bodies_conserve_momentum() {
    let [linear, coarse, fine] = momenta(false);
    // 250 steps of four stages with terms of 30 N s: 1e-15 each, at worst all of one sign.
    assert!(linear <= 1e-12, "{linear:e}");
    assert!(coarse / fine >= 14.0 && fine > 1e-13 && fine < 1e-6, "{coarse:e} {fine:e}");
    let [linear, _, angular] = momenta(true);
    assert!(linear > 0.1 && angular > 0.1, "the control holds on to the ground");
}

/// Two masses of 1 kg on one law: their accelerations are opposite to the bit.
#[test]
fn actio_is_reactio_through_between() {
    let mut runner = proptest::test_runner::TestRunner::new(config(100));
    let inputs = proptest::collection::vec(-1.0..1.0_f64, 12);
    runner
        .run(&inputs, |x| {
            let mut net = NetworkBuilder::new();
            let mut mass = |from: usize| {
                let mass = PointMass::<Space>::builder().mass(1.0).build().unwrap();
                let (pose, flow) = (
                    Vector3::from_row_slice(&x[from..from + 3]),
                    Vector3::from_row_slice(&x[from + 3..from + 6]),
                );
                net.add(mass, Motion { pose, flow }).unwrap()
            };
            let (a, b) = (mass(0), mass(6));
            let spring = SpringDamper::<Space>::builder().stiffness(30.0).damping(1.0);
            net.connect(spring.build().unwrap(), Between::new(), (a.port(), b.port())).unwrap();
            net.connect(gsat::<Space>(Relaxation::Implicit), Between::new(), (a.port(), b.port()))
                .unwrap();
            let net = net.build().unwrap();
            let mut rate = vec![0.0; net.dim()];
            net.rhs(&Stage::first(0.0, 1e-3), net.initial_state().values(), &mut rate);
            for axis in 3..6 {
                prop_assert_eq!(rate[axis], -rate[6 + axis]);
                prop_assert!(rate[axis] != 0.0);
            }
            Ok(())
        })
        .unwrap();
}

// --- the penalty version of an arm --------------------------------------------------------------

/// Largest difference of the joint angles over 0.5 s between a swinging arm of two rods and the same
/// as rigid bodies on penalty hinges of stiffness `kt`.
fn penalty_error(kt: f64) -> f64 {
    let (mass, length, step) = (0.5, 0.3, 1e-4);
    let rod = Link::uniform_rod(mass, length).unwrap();
    let mut net = NetworkBuilder::new();
    let arm = PlanarArm::builder().links([rod, rod]).gravity(Vector2::new(0.0, -9.81));
    let arm = net.add(arm.build().unwrap(), [Motion::default(); 2]).unwrap();
    let mut exact = Simulation::new(net.build().unwrap(), Tableau::rk4(), step).unwrap();

    let mut net = NetworkBuilder::new();
    let mut link = |x: f64| {
        let rod = RigidBody::rod(mass, length, 1e-4).unwrap().with_gravity(x3(0.0, -9.81, 0.0));
        net.add(rod.unwrap(), Motion::at_rest(Pose::at(x3(x, 0.0, 0.0)))).unwrap()
    };
    let links = [link(0.5 * length), link(1.5 * length)];
    let hinge = PenaltyHinge::builder().stiffness(kt).damping((kt * mass / 4.0).sqrt());
    let hinge = hinge.bending_stiffness(100.0).bending_damping(0.05).build().unwrap();
    let (base, tip) = (Pose::at(x3(-0.5 * length, 0.0, 0.0)), Pose::at(x3(0.5 * length, 0.0, 0.0)));
    let map = |parent| RelativeFrame::builder().parent(parent).child(base).build().unwrap();
    let ground = Ground::<SpatialFrame>::default();
    net.connect(hinge.clone(), map(Pose::default()), (ground, links[0].port())).unwrap();
    net.connect(hinge, map(tip), (links[0].port(), links[1].port())).unwrap();
    let mut penalty = Simulation::new(net.build().unwrap(), Tableau::rk4(), step).unwrap();
    let heading = |sim: &Simulation, link: Handle<RigidBody>| {
        let q = sim.motion(link).unwrap().pose.orientation;
        2.0 * q.k.atan2(q.w)
    };
    let mut worst = 0.0_f64;
    for k in 1..=50 {
        exact.run_until(0.01 * f64::from(k)).unwrap();
        penalty.run_until(0.01 * f64::from(k)).unwrap();
        let joints = exact.motions(arm).unwrap();
        let absolute = [joints[0].pose, joints[0].pose + joints[1].pose];
        for (link, angle) in links.into_iter().zip(absolute) {
            let turn = (heading(&penalty, link) - angle).rem_euclid(std::f64::consts::TAU);
            worst = worst.max(turn.min(std::f64::consts::TAU - turn));
        }
    }
    worst
}

#[test]
fn penalty_hinges_approach_the_joint_as_one_over_their_stiffness() {
    let errors = [1e4, 1e5, 1e6].map(penalty_error);
    println!("penalty hinges 1e4, 1e5, 1e6: {errors:?}");
    // Gaps of load/kt: some ten newtons over 1e6 N/m on links of 0.3 m, 3e-5 rad, which the swing of
    // a double pendulum has amplified tenfold after half a second.
    assert!(errors[2] > 1e-7 && errors[2] < 1e-3, "{errors:?}");
    for pair in errors.windows(2) {
        assert!((6.0..16.0).contains(&(pair[0] / pair[1])), "{errors:?}");
    }
}

// --- work and energy ---------------------------------------------------------------------------

/// A block on a spring under a swinging load that makes it stick and slip: the error of
/// `integral of (supplied - dissipated) = change of the stored energy`, over the work turned over.
fn work_error(step: f64, relaxation: Relaxation) -> f64 {
    let mut net = NetworkBuilder::new();
    let mass = PointMass::<Line>::builder().mass(1.0).build().unwrap();
    let mass = net.add(mass, Motion { pose: 0.0, flow: 0.1 }).unwrap();
    let load = TimedEffort::new(|stage: &Stage| 3.0 * (4.0 * stage.time).sin());
    net.connect(load, Direct::new(), mass.port()).unwrap();
    let spring = SpringDamper::<Line>::builder().stiffness(20.0).damping(0.1).build().unwrap();
    let shaker =
        Sinusoid::<Line>::builder().amplitude(0.02).angular_frequency(9.0).build().unwrap();
    net.connect(spring, Between::new(), (Prescribed::new(shaker), mass.port())).unwrap();
    let law = GsatFriction::<Line>::builder().stiffness(5e3).damping(60.0).limit(1.0);
    let law = law.relaxation(relaxation).build().unwrap();
    net.connect(law, Direct::new(), mass.port()).unwrap();
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), step).unwrap();
    let start = sim.network().stored_energy(sim.state()).unwrap();
    let (mut work, mut turnover, mut last): (f64, f64, Option<(f64, f64, f64)>) = (0.0, 0.0, None);
    sim.run_observed(4.0, &mut |frame: &Frame<'_>| {
        let balance = frame.power_balance()?;
        let net = balance.supplied - balance.dissipated;
        let size = balance.supplied.abs() + balance.dissipated.abs();
        if let Some((time, before, size_before)) = last {
            work += 0.5 * (frame.time() - time) * (net + before);
            turnover += 0.5 * (frame.time() - time) * (size + size_before);
        }
        last = Some((frame.time(), net, size));
        Ok::<(), SimulationError>(())
    })
    .unwrap();
    let change = sim.network().stored_energy(sim.state()).unwrap() - start;
    assert!(turnover > 1.0, "{turnover} J turned over");
    (work - change).abs() / turnover
}

#[test]
fn work_is_the_change_of_energy_over_a_whole_run() {
    // Trapezoids over transitions between stick and slip, where the power bends: first order with a
    // small constant. Implicit adds its numerical damping, of first order too.
    for (relaxation, bound) in [(Relaxation::Implicit, 2e-6), (relaxations()[1], 1e-7)] {
        let (coarse, fine) = (work_error(4e-4, relaxation), work_error(1e-4, relaxation));
        println!("work-energy {relaxation:?}: {coarse:e} {fine:e}");
        assert!(coarse <= bound, "{relaxation:?} {coarse:e}");
        assert!(fine <= 0.4 * coarse, "{relaxation:?} {coarse:e} {fine:e}");
    }
}
