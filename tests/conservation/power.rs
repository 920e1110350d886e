//! The powers of a network add up to zero, and laws report the power they store correctly.

use proptest::prelude::*;
use stiction::core::coupling::from_fns;
use stiction::core::{Flat, VectorDomain};
use stiction::friction::{BristleRate, Relaxation};
use stiction::mechanics::AxialSpring;
use stiction::prelude::*;
use stiction::testing::random_mechanism;

use super::laws::{
    amended, contact, coulomb, dahl, elasto_plastic, gsat, lugre, rate_dependent, relaxations,
    under_load,
};
use super::x3;

/// Returns the residual over its scale. Sums of up to 30 terms of 10 operations each: 1e-13 of the largest. Terms that
/// cancel within a body (w . w x J w) do not show in the balance's own scale; they are of the order of its energy per
/// second.
fn residual(frame: &Frame<'_>) -> f64 {
    let balance = frame.power_balance().unwrap();
    let scale = balance.scale + frame.stored_energy().unwrap().abs();
    balance.residual().abs() / scale.max(1e-3)
}

proptest! {
    #![proptest_config(crate::config(200, "conservation"))]

    #[test]
    fn power_balance_of_random_networks(mechanism in random_mechanism(), steps in 0_u32..60) {
        let (net, _) = mechanism.compose_in_order().unwrap();
        let mut sim = Simulation::new(net, Tableau::rk4(), 1e-3).unwrap();
        sim.run_until(1e-3 * f64::from(steps)).unwrap();
        for tau in [0.0, 5e-4, 1e-3, 0.1] {
            let residual = residual(&sim.frame().at_stage(Stage::first(sim.time(), tau)));
            prop_assert!(residual <= 1e-12, "{residual:e} at tau = {tau}");
        }
    }
}

/// Control: a coupling whose back map is 1e-6 wrong, beside an unaffected law.
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
        residual(&net.frame(&net.initial_state(), Stage::at(0.0)).unwrap())
    };
    assert!(build(1.0) <= 1e-15);
    assert!(build(1.0 + 1e-6) >= 1e-8);
}

/// Returns the deviation of `stored_power` from a central difference of `stored_energy` along the motion and the rate
/// of the internal state, relative to the powers that occur.
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
        scalars[6..6 + law.memory().len()].iter().map(|z| z * excursion).collect();
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
    // Rounding of the energies over 2 h is allowed.
    let rounding = 1e-15 * energy(0.0).abs() / h;
    ((told - difference).abs() - rounding).max(0.0) / scale.max(1e-12)
}

/// A spring that reports half of its stored power.
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

proptest! {
    #![proptest_config(crate::config(64, "conservation"))]

    #[test]
    fn laws_tell_the_truth_about_their_energy(s in proptest::collection::vec(-1.0..1.0_f64, 9)) {
        let e = 3e-4;
        // A central difference of a quadratic energy is exact; the energy of the spring along a line is not quadratic:
        // h^2 of its third derivative, 1e-9 relative.
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
