use super::*;
use crate::StribeckShape;
use crate::testing::{curve, rate_dependent};
use stiction_core::{Bristle, Line};

const BETA: f64 = 0.04;

fn law<D: VectorDomain>(curve: StribeckCurve, viscosity: Viscosity) -> ThermalGsat<D> {
    let law = ThermalGsat::builder().stiffness(1e4).damping(40.0).curve(curve);
    let law = law.viscous_damping(30.0).viscosity(viscosity);
    law.heat_capacity(2.0).heat_loss(0.5).build().unwrap()
}

fn exponential() -> Viscosity {
    Viscosity::Exponential { coefficient: BETA }
}

/// Returns Lambert's W of `y ≥ 0`: the root of `w e^w = y`, by bisection.
fn lambert(y: f64) -> f64 {
    let (mut low, mut high) = (0.0, y.max(1.0));
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if middle * f64::exp(middle) < y { low = middle } else { high = middle }
    }
    low
}

/// Returns the temperature after a time at a speed, with the work done on the law, the heat lost and what the bristle
/// holds.
fn run(
    law: &ThermalGsat<Line>,
    velocity: impl Fn(f64) -> f64,
    step: f64,
    steps: usize,
) -> [f64; 4] {
    let (mut internal, mut rate) = ([0.0; 2], [0.0; 2]);
    let (mut work, mut lost) = (0.0, 0.0);
    for k in 0..steps {
        let time = k as f64 * step;
        let motion = Motion::new(0.0, velocity(time));
        let effort = law.respond(&Stage::first(time, step), &motion, &internal, &mut rate);
        work += -effort * motion.flow * step;
        lost += 0.5 * internal[1] * step;
        // Euler's scheme stores more in the bristle than the power at the start of the step: the difference is no heat.
        work += 0.5 * 1e4 * (rate[0] * step).powi(2);
        internal = [internal[0] + step * rate[0], internal[1] + step * rate[1]];
    }
    [internal[1], work, lost, 0.5 * 1e4 * internal[0] * internal[0]]
}

#[test]
fn steady_temperature_in_closed_form() {
    let law = law::<Line>(StribeckCurve::constant(1.0).unwrap(), exponential());
    let speed = 0.8;
    // 20 time constants of C/G = 4 s.
    let [rise, ..] = run(&law, |_| speed, 1e-3, 80_000);
    let (a, b) = (1.0 * speed / 0.5, 30.0 * speed * speed / 0.5);
    let expected = a + lambert(BETA * b * (-BETA * a).exp()) / BETA;
    // e^-20 of it, and more: the friction falls, so that it settles faster.
    assert!((rise - expected).abs() < 1e-8 * expected, "{rise} {expected}");
    // The control does not thin: its temperature is that of the cold friction.
    let thick = Viscosity::Exponential { coefficient: 0.0 };
    let stays =
        run(&self::law(StribeckCurve::constant(1.0).unwrap(), thick), |_| speed, 1e-3, 80_000);
    assert!((stays[0] - (a + b)).abs() < 1e-7 * (a + b) && rise < 0.7 * stays[0]);
}

/// All the work done on it is in the bristle, in the joint, or has been lost to the surroundings.
#[test]
fn every_joule_is_somewhere() {
    for viscosity in [exponential(), Viscosity::Vogel { activation: 900.0, distance: 150.0 }] {
        let law = law::<Line>(curve([1.0, 1.5], 0.1, StribeckShape::Gaussian), viscosity);
        let [rise, work, lost, stored] = run(&law, |t| (3.0 * t).sin(), 1e-4, 100_000);
        let heat = 2.0 * rise + lost;
        assert!(heat > 10.0, "{heat}");
        // The rounding of 1e5 sums.
        let balance = work - stored - heat;
        assert!(balance.abs() < 1e5 * f64::EPSILON * work, "{balance} of {work}");
    }
}

/// Cold it is the law without a temperature, to the bit; warm that with a thinner lubricant.
#[test]
fn at_every_temperature_it_is_a_law_of_that_lubricant() {
    let warm = law::<Line>(curve([1.0, 1.5], 0.1, StribeckShape::Gaussian), exponential());
    assert_eq!([0, 1].map(|index| warm.memory().deflects_along(index)), [Some(0), None]);
    for rise in [0.0, 25.0] {
        let m = (-BETA * rise).exp();
        let curve = curve([1.0, 1.5], 0.1 / m, StribeckShape::Gaussian);
        let law = rate_dependent::<Line>([1e4, 40.0, 30.0 * m], curve);
        for (v, e) in [(1e-3, 1e-5), (0.2, 1e-4), (-0.7, 3e-4), (0.0, 2e-4)] {
            let mut rate = [0.0; 2];
            let stage = Stage::first(0.0, 1e-3);
            let force = -warm.respond(&stage, &Motion::new(0.0, v), &[e, rise], &mut rate);
            assert_eq!((force, rate[0]), law.friction(1e-3, v, e), "{rise} {v} {e}");
        }
    }
}
