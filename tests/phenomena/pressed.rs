//! Friction whose normal force comes from another part of the mechanism: it holds to the bit under a trembling load,
//! follows it instantly, and has the closed forms of brakes and belts.

use std::f64::consts::{PI, TAU};

use nalgebra::{Matrix1x3, Vector2};
use proptest::prelude::*;
use stiction::core::KinematicMap;
use stiction::friction::{AmendedLuGre, Friction, NormalLoad, NormalSpring, Pressed};
use stiction::mechanics::{AxialSpring, Differential, PairOf};
use stiction::prelude::*;
use stiction::testing::assert_pose_rate;

fn line(mass: f64) -> PointMass<Line> {
    PointMass::builder().mass(mass).build().unwrap()
}

fn shaft(inertia: f64) -> PointMass<Shaft> {
    PointMass::builder().mass(inertia).build().unwrap()
}

fn spring(stiffness: f64, damping: f64) -> NormalSpring {
    NormalSpring::builder().stiffness(stiffness).damping(damping).build().unwrap()
}

fn coulomb(stiffness: f64, damping: f64, friction: f64) -> CoulombGsat {
    let law = CoulombGsat::builder().stiffness(stiffness).damping(damping);
    law.friction(friction).build().unwrap()
}

// --- a shoe on a drum ---------------------------------------------------------------------------

/// Presses a shoe of 0.3 kg on a drum of 0.02 kg m², under a push \[N\] and a torque \[N m\]; returns angle of the
/// drum, deflection of the bristle, and residual of the power balance over its scale, every millisecond.
fn shoe_on_drum<L: Friction<Shaft>>(
    lining: L,
    push: impl Fn(f64) -> f64 + Send + Sync + 'static,
    torque: impl Fn(f64) -> f64 + Send + Sync + 'static,
) -> Vec<[f64; 3]> {
    let mut net = NetworkBuilder::new();
    let shoe = net.add(line(0.3), Motion::at_rest(-1e-4)).unwrap();
    let drum = net.add(shaft(0.02), Motion::default()).unwrap();
    let brake = Pressed::builder().law(lining).pressing(spring(1e6, 300.0)).build().unwrap();
    let each = PairOf::new(Direct::<Line>::new(), Direct::<Shaft>::new());
    let brake = net.connect(brake, each, (shoe.port(), drum.port())).unwrap();
    let push = TimedEffort::<Line>::new(move |stage: &Stage| -push(stage.time));
    net.connect(push, Direct::new(), shoe.port()).unwrap();
    let torque = TimedEffort::<Shaft>::new(move |stage: &Stage| torque(stage.time));
    net.connect(torque, Direct::new(), drum.port()).unwrap();
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-4).unwrap();
    (1..=500)
        .map(|k| {
            sim.run_until(1e-3 * f64::from(k)).unwrap();
            let balance = sim.frame().power_balance().unwrap();
            let [angle, bent] = [sim.motion(drum).unwrap().pose, sim.internal(brake).unwrap()[0]];
            [angle, bent, balance.residual().abs() / balance.scale]
        })
        .collect()
}

fn walked(record: &[[f64; 3]]) -> f64 {
    let mean = |part: &[[f64; 3]]| part.iter().map(|[angle, ..]| angle).sum::<f64>() / 100.0;
    (mean(&record[400..500]) - mean(&record[200..300])).abs()
}

proptest! {
    #![proptest_config(crate::config(12, "phenomena"))]

    /// A trembling load of 100 N holds a trembling torque: the anchor stays to the bit, and LuGre drifts.
    #[test]
    fn a_trembling_shoe_holds_to_the_bit(
        stiffness in 5e3..5e4_f64, damping in 0.0..20.0_f64, share in 0.4..0.75_f64,
        depth in 0.0..0.3_f64, tones in prop::array::uniform2(5.0..60.0_f64), side in any::<bool>(),
    ) {
        let sign = if side { 1.0 } else { -1.0 };
        let push = move |time: f64| 100.0 * (1.0 + depth * (TAU * tones[0] * time).sin());
        // The torque is a share of the least friction limit, with a margin for oscillations.
        let most = 0.04 * 100.0 * (1.0 - depth) * share * 0.8;
        let torque = move |time: f64| {
            let onset = (time / 0.05).min(1.0);
            let onset = onset * onset * (3.0 - 2.0 * onset);
            sign * most * onset * (0.7 + 0.3 * (TAU * 20.0 * time).sin() * (TAU * tones[1] * time).cos())
        };
        let record = shoe_on_drum(coulomb(stiffness, damping + 5.0, 0.04), push, torque);
        for [angle, bent, residual] in &record {
            prop_assert_eq!(angle, bent);
            prop_assert!(*residual < 1e-12, "{}", residual);
        }
        // Control: LuGre bristles drift.
        let lugre = AmendedLuGre::builder().stiffness(stiffness / 100.0).damping(0.05);
        let lugre = lugre.friction(StribeckCurve::constant(0.04).unwrap()).build().unwrap();
        let drifting = walked(&shoe_on_drum(lugre, push, torque));
        prop_assert!(drifting > 1e-8, "{}", drifting);
    }
}

#[test]
fn what_lets_go_of_the_drum_does_not_brake_it() {
    // The shoe is pulled off after 0.2 s, pressed again at 0.3 s.
    let push = |time: f64| if (0.2..0.3).contains(&time) { -5.0 } else { 100.0 };
    let record = shoe_on_drum(coulomb(2e4, 10.0, 0.04), push, |_| 2.0);
    let angle = |k: usize| record[k - 1][0];
    assert!(angle(200) < 2e-4);
    // It is free under 2 N m on 0.02 kg m².
    let free = angle(300) - 2.0 * angle(260) + angle(220);
    assert!((free - 100.0 * 0.04_f64.powi(2)).abs() < 1e-9, "{free}");
    // It is caught again, with 4 N m against 2.
    assert!((angle(500) - angle(499)).abs() < 1e-9 && angle(500) > angle(300));
}

// --- a brake that energises itself ----------------------------------------------------------------

/// Returns the torque at which a slowly growing load in one direction tears a lever brake loose. The actuator pushes 40
/// N at 0.3 m, the normal is at 0.12 m, the pivot `offset` off the tangent.
fn torn_loose(mu: f64, offset: f64, sense: f64) -> f64 {
    let mut net = NetworkBuilder::new();
    let drum = net.add(shaft(0.05), Motion::default()).unwrap();
    let lever = net.add(shaft(0.02), Motion::default()).unwrap();
    let sum =
        |weights| Differential::<Shaft, Shaft, Line>::builder().weights(weights).build().unwrap();
    let shoe = Both::new(sum([-0.12, 0.0]), sum([-offset, 0.15]));
    let brake = Pressed::<_, Line>::builder().law(coulomb(1e6, 1e3, mu));
    let brake = brake.pressing(spring(5e6, 5e3)).build().unwrap();
    let brake = net.connect(brake, shoe, (lever.port(), drum.port())).unwrap();
    let push = TimedEffort::<Shaft>::new(|stage: &Stage| 12.0 * (stage.time / 0.1).min(1.0));
    net.connect(push, Direct::new(), lever.port()).unwrap();
    let load = move |time: f64| sense * 10.0 * (time - 0.15).max(0.0);
    let pull = TimedEffort::<Shaft>::new(move |stage: &Stage| load(stage.time));
    net.connect(pull, Direct::new(), drum.port()).unwrap();
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-4).unwrap();
    while sim.contact_state(brake).unwrap().mode != ContactMode::Slip || sim.time() < 0.15 {
        sim.run_until(sim.time() + 1e-4).unwrap();
        assert!(sim.time() < 3.0, "holds");
    }
    sense * load(sim.time())
}

#[test]
fn a_lever_brake_is_torn_loose_where_its_closed_form_says() {
    for (mu, offset) in [(0.4, 0.1), (0.3, 0.0), (0.5, 0.15)] {
        for sense in [1.0, -1.0] {
            let expected = mu * 0.15 * 12.0 / (0.12 - sense * mu * offset);
            let found = torn_loose(mu, offset, sense);
            assert!(
                (found / expected - 1.0).abs() < 5e-3,
                "{mu} {offset} {sense}: {found} {expected}"
            );
        }
    }
}

// --- a belt on a drum ---------------------------------------------------------------------------

const RADIUS: f64 = 0.1;

/// Height of a point over a turning drum, and its path along the rim.
#[derive(Clone, Copy, Debug)]
struct Height;
#[derive(Clone, Copy, Debug)]
struct Rim;

impl KinematicMap for Height {
    type From = (Plane, Shaft);
    type To = Line;
    type Psi = Matrix1x3<f64>;
    fn at(&self, (point, _): &(Motion<Plane>, Motion<Shaft>)) -> (f64, Matrix1x3<f64>) {
        let (p, r) = (point.pose, point.pose.norm());
        (r - RADIUS, Matrix1x3::new(p.x / r, p.y / r, 0.0))
    }
}

impl KinematicMap for Rim {
    type From = (Plane, Shaft);
    type To = Line;
    type Psi = Matrix1x3<f64>;
    fn at(&self, (point, drum): &(Motion<Plane>, Motion<Shaft>)) -> (f64, Matrix1x3<f64>) {
        let (p, r2) = (point.pose, point.pose.norm_squared());
        let way = RADIUS * (p.y.atan2(p.x) - drum.pose);
        (way, Matrix1x3::new(-p.y / r2, p.x / r2, -1.0) * RADIUS)
    }
}

/// Returns the tension at the anchored end of a belt of `links` links, pulled by 1 N at the other end and
/// wrapped by `wrap` over a drum that turns under it.
fn tension(links: usize, wrap: f64, mu: f64, speed: f64) -> f64 {
    let mut net = NetworkBuilder::new();
    let turning = ConstantVelocity::<Shaft>::builder().velocity(speed).build().unwrap();
    let turn = wrap / links as f64;
    let point = |k: f64| Vector2::new((turn * k).cos(), (turn * k).sin()) * RADIUS;
    let link = |length: f64| {
        let spring = AxialSpring::<Plane>::builder().stiffness(1e6).damping(20.0);
        spring.length(length).build().unwrap()
    };
    let contact = Pressed::<_, Line>::builder().law(coulomb(1e6, 20.0, mu));
    let contact = contact.pressing(spring(1e6, 20.0)).build().unwrap();
    let length = 2.0 * RADIUS * (0.5 * turn).sin();
    let mut before = None;
    for k in 0..links {
        let mass = PointMass::<Plane>::builder().mass(0.01).build().unwrap();
        let mass = net.add(mass, Motion::at_rest(point(k as f64))).unwrap();
        // The belt comes to rest, so a damper on its points does not affect the tension.
        let damper = SpringDamper::<Plane>::builder().stiffness(0.0).damping(50.0);
        net.connect(damper.build().unwrap(), Direct::new(), mass.port()).unwrap();
        let drum = Prescribed::new(turning.clone());
        net.connect(contact.clone(), Both::new(Height, Rim), (mass.port(), drum)).unwrap();
        match before {
            // The slack end is pulled as by one more link.
            None => {
                let pull = (point(-1.0) - point(0.0)).normalize();
                let pull = ConstantEffort::<Plane>::builder().effort(pull).build().unwrap();
                net.connect(pull, Direct::new(), mass.port()).unwrap();
            }
            Some(before) => {
                net.connect(link(length), Between::new(), (before, mass.port())).unwrap();
            }
        }
        before = Some(mass.port());
    }
    let [last, next] = [links as f64 - 1.0, links as f64].map(point);
    let far = last + (next - last).normalize();
    let anchor = ConstantVelocity::<Plane>::builder().start(far).velocity(Vector2::zeros());
    let ends = (before.unwrap(), Prescribed::new(anchor.build().unwrap()));
    let held = net.connect(link(1.0), Between::new(), ends).unwrap();
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 4e-5).unwrap();
    sim.run_until(0.3).unwrap();
    sim.effort(held).unwrap().norm()
}

#[test]
fn a_belt_on_a_drum_has_the_tension_of_the_capstan() {
    for (wrap, mu) in [(PI, 0.4), (0.5 * PI, 0.2)] {
        let (links, ratio) = (24, f64::exp(mu * wrap));
        let half = mu * (0.5 * wrap / links as f64).tan();
        let polygon = ((1.0 + half) / (1.0 - half)).powi(links);
        // Discretisation errors with the turn per link δ: μφ δ²/12 and (μφ)³ / (12 n²).
        assert!((polygon / ratio - 1.0).abs() < 3e-3);
        // The drum drags the belt away from the anchor, and towards it.
        let found = [-5.0, 5.0].map(|speed| tension(links as usize, wrap, mu, speed));
        assert!((found[0] / polygon - 1.0).abs() < 2e-3, "{} {polygon} {ratio}", found[0]);
        assert!((found[1] * polygon - 1.0).abs() < 2e-3, "{} {polygon} {ratio}", found[1]);
    }
}

#[test]
fn the_maps_of_the_belt_are_what_they_say() {
    assert_pose_rate(&Both::new(Height, Rim));
}

// --- every kind of time function ------------------------------------------------------------------

#[test]
fn every_function_of_the_time_is_a_normal_force() {
    use stiction::core::signal::{Interpolation as Joined, Ramp, Samples};
    fn limit(normal_force: impl Into<NormalLoad>) -> f64 {
        let normal_force: NormalLoad = normal_force.into();
        let law = Loaded::<_, Line>::builder().law(coulomb(1e4, 10.0, 0.5));
        let law = law.normal_force(normal_force).build().unwrap();
        -law.respond(&Stage::first(1.0, 1e-3), &Motion::new(0.0, 9.0), &[0.0], &mut [0.0])
    }
    let ramp = || Ramp::builder().to(4.0).duration(2.0).build().unwrap();
    let points = [(0.0, 1.0), (2.0, 3.0)];
    assert_eq!(limit(2.0), 1.0);
    assert_eq!(limit(|t: f64| 2.0 * t), 1.0);
    assert_eq!(limit(ramp()), 1.0);
    assert_eq!(limit(Signal::from(ramp())), 1.0);
    assert_eq!(limit(Samples::new(points, Joined::Lines).unwrap()), 1.0);
    assert_eq!(limit(Samples::new(points, Joined::Steps).unwrap()), 0.5);
    assert_eq!(limit(Signal::steps(points).unwrap()), 0.5);
    assert_eq!(limit(Signal::closure(|stage| 2.0 * stage.time)), 1.0);
}
