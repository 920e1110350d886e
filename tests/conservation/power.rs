//! The powers of a network add up to zero.

use proptest::prelude::*;
use stiction::core::coupling::from_fns;
use stiction::prelude::*;
use stiction::testing::random_mechanism;

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
