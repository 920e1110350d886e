//! Friction takes energy, and gives back only stored energy.

use nalgebra::{DMatrix, DVector};
use proptest::prelude::*;
use stiction_core::{Line, Plane, Space, VectorDomain};
use stiction_friction::{
    CoulombGsat, DahlFriction, ElastoPlasticFriction, LuGreFriction, RateDependentGsat,
    SteadyState, StribeckCurve,
};
use stiction_host::ElementLaw;

use crate::cases;
use crate::hosts::mechanisms::mechanisms;
use crate::hosts::{Numbers, elements, gsat, gsat_elements, one, one_gsat, solve};

const STIFFNESS: f64 = 1e4;
const DAMPING: f64 = 20.0;

const GSAT: Numbers = [STIFFNESS, DAMPING, 1.0];

fn stribeck_law<D: VectorDomain>() -> ElementLaw {
    let curve = StribeckCurve::builder().coulomb(0.6).breakaway(1.0).stribeck_speed(0.1);
    let law = RateDependentGsat::<D>::builder().stiffness(STIFFNESS).damping(DAMPING);
    let law = law.curve(curve.build().unwrap()).viscous_damping(0.3).build().unwrap();
    ElementLaw::try_from(&law).unwrap()
}

proptest! {
    #![proptest_config(cases(64))]

    /// Driven hard enough to slip, in a host that moves as predicted: in no step does friction give
    /// back more than it had stored.
    #[test]
    fn no_step_feeds_energy_in(
        mechanism in mechanisms(0.05), drive in 1.0..30.0_f64, beat in 0.01..0.3_f64,
        step in -4.0..-2.3_f64, stribeck in any::<bool>(),
    ) {
        let (mut host, step) = (mechanism.host, 10.0_f64.powf(step));
        let mut friction = if stribeck {
            elements([stribeck_law::<Line>(), stribeck_law::<Plane>(), stribeck_law::<Space>()], &mechanism.axes)
        } else {
            gsat_elements(GSAT, &mechanism.axes)
        };
        let (mut slid, mut lost) = (0, 0.0);
        for count in 0..400 {
            let force = &mechanism.load * (drive * (beat * f64::from(count)).sin());
            let (stored, before) = (friction.stored_energy(), host.rows_at());
            let _ = host.step(&mut friction, step, &force).unwrap();
            let effort = DVector::from_column_slice(friction.efforts());
            let work = -effort.dot(&(host.rows_at() - before));
            let balance = work + stored - friction.stored_energy();
            // Rounding of positions times forces.
            let rounding = 1e-14 * effort.amax() * (1.0 + host.rows_at().amax());
            prop_assert!(balance >= -rounding, "{:e} after {} steps", balance, count);
            slid += friction.elements().filter(|element| element.slides).count();
            lost += balance;
        }
        prop_assert!(slid > 0 || lost < 1.0);
    }

    /// In a host with dampers and springs that friction does not know the motion is not the predicted one;
    /// then (½ h² K + ¼ h B) |δ|² of sticking and h |f| |δ| of sliding elements is the most that can come back.
    #[test]
    fn a_host_that_moves_otherwise_gets_no_more_than_the_bound(
        mechanism in mechanisms(0.05), drive in 1.0..30.0_f64, beat in 0.01..0.3_f64,
        damping in 0.0..50.0_f64, spring in 0.0..1e4_f64,
    ) {
        let (mut host, step) = (mechanism.host, 2e-3);
        let n = host.mass.nrows();
        host.damping = DMatrix::identity(n, n) * damping;
        host.stiffness = DMatrix::identity(n, n) * spring;
        let mut friction = gsat_elements(GSAT, &mechanism.axes);
        for count in 0..400 {
            let force = &mechanism.load * (drive * (beat * f64::from(count)).sin());
            let (stored, before) = (friction.stored_energy(), host.rows_at());
            let _ = host.step(&mut friction, step, &force).unwrap();
            let effort = DVector::from_column_slice(friction.efforts());
            let moved = host.rows_at() - before;
            let balance = -effort.dot(&moved) + stored - friction.stored_energy();
            let apart = moved / step - DVector::from_column_slice(friction.predicted_velocity());
            let mut bound = 1e-14 * effort.amax() * (1.0 + host.rows_at().amax());
            for element in friction.elements() {
                let rows = (element.first_row, element.deflection.len());
                let (delta, f) = (apart.rows(rows.0, rows.1).norm(), effort.rows(rows.0, rows.1).norm());
                bound += if element.slides {
                    step * f * delta
                } else {
                    (0.5 * step * step * STIFFNESS + 0.25 * step * DAMPING) * delta * delta
                };
            }
            prop_assert!(balance >= -bound, "{:e} {:e}", balance, bound);
        }
    }
}

/// A slide that begins would store more than the work of the step if its bristle were set by the velocity of
/// the host, e = (f - B v)/K, instead of by the law's own rate.
#[test]
fn a_sliding_bristle_set_by_the_velocity_would_feed_energy_in() {
    let mut friction = one_gsat::<Line>(GSAT);
    let step = 1e-4;
    let _ = solve(&mut friction, step, &[1.0], &[1.0]);
    let (force, velocity) = (-friction.efforts()[0], friction.predicted_velocity()[0]);
    let work = force * step * velocity;
    friction.follow_velocity(&[velocity]).unwrap();
    assert!(friction.stored_energy() < work);
    let by_velocity = (force - DAMPING * velocity) / STIFFNESS;
    assert!(0.5 * STIFFNESS * by_velocity * by_velocity > 10.0 * work);
}

/// To and fro over a closed cycle every law loses energy, close to the closed form.
#[test]
fn a_closed_cycle_costs_energy_with_every_law() {
    let (limit, amplitude) = (1.0, 0.01);
    let steady = SteadyState::Force(StribeckCurve::constant(limit).unwrap());
    let coulomb = CoulombGsat::builder().stiffness(1e5).damping(1.0).friction(0.25);
    let lugre = LuGreFriction::<Line>::builder().stiffness(1e5).damping(1.0).steady_state(steady);
    let dahl = DahlFriction::<Line>::builder().stiffness(1e5).limit(limit);
    let plastic = ElastoPlasticFriction::<Line>::builder().stiffness(1e5).damping(1.0);
    let plastic = plastic.limit(limit).breakaway_fraction(0.7);
    for law in [
        ElementLaw::try_from(&gsat::<Line>([1e5, 1.0, limit])),
        ElementLaw::contact(&coulomb.build().unwrap(), 1),
        ElementLaw::try_from(&lugre.build().unwrap()),
        ElementLaw::try_from(&dahl.build().unwrap()),
        ElementLaw::try_from(&plastic.build().unwrap()),
    ] {
        let mut friction = one(law.unwrap(), 4.0);
        let (steps, step) = (5000, 2e-3);
        let mut work = 0.0;
        // A heavy body is moved as the driver wants: a closed way, twice; the second counts.
        for count in 0..2 * steps {
            let at = |n: i32| {
                amplitude * (core::f64::consts::TAU * f64::from(n % steps) / f64::from(steps)).sin()
            };
            let way = at(count + 1) - at(count);
            let report = solve(&mut friction, step, &[1e-9], &[way / step]);
            assert!(report.converged);
            if count >= steps {
                work -= friction.efforts()[0] * way;
            }
            friction.follow(&[way]).unwrap();
        }
        // 4 F times the amplitude, less the bending at each turn: F/K = 1e-5 m of 1e-2.
        let expected = 4.0 * limit * amplitude;
        assert!((work / expected - 1.0).abs() < 5e-3, "{work} {expected}");
    }
}
