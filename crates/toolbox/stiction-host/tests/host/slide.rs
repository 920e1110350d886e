//! Elements slide with the right force.

use nalgebra::{DMatrix, DVector};
use stiction_core::{Line, Shaft};
use stiction_friction::{CoulombGsat, RateDependentGsat, StribeckCurve, StribeckShape};
use stiction_host::{ElementLaw, HostFriction, LawId, Placed};

use crate::hosts::{LinearHost, deflection, gsat, one, solve};

const GRAVITY: f64 = 9.8;

/// Returns a block of 1 kg on four contacts on a slope.
fn block_on_four(slope: f64, stiffness: f64) -> (HostFriction, LawId, LinearHost, DVector<f64>) {
    let law = CoulombGsat::builder().stiffness(stiffness).damping(400.0).friction(0.5);
    let mut friction = HostFriction::new();
    let law = friction.add_law(ElementLaw::contact(&law.build().unwrap(), 2).unwrap());
    // x and y of the block, and its turn about the normal.
    let mass = DMatrix::from_diagonal(&DVector::from_row_slice(&[1.0, 1.0, 0.02 / 3.0]));
    let mut rows = Vec::new();
    for (x, y) in [(-0.1, -0.1), (-0.1, 0.1), (0.1, -0.1), (0.1, 0.1)] {
        rows.extend([1.0, 0.0, -y, 0.0, 1.0, x]);
    }
    let host = LinearHost::free(mass, DMatrix::from_row_slice(8, 3, &rows));
    (friction, law, host, DVector::from_row_slice(&[GRAVITY * slope.sin(), 0.0, 0.0]))
}

fn press(friction: &mut HostFriction, law: LawId, slope: f64) {
    let load = 0.25 * GRAVITY * slope.cos();
    friction.arrange((0..4).map(|key| Placed { key, law, load })).unwrap();
}

#[test]
fn a_block_slides_down_a_slope_with_the_acceleration_of_coulomb() {
    let slope = 0.7_f64.atan();
    let expected = GRAVITY * (slope.sin() - 0.5 * slope.cos());
    assert!((expected - 1.6057).abs() < 5e-5);
    // Position after 1 s against ½ a t², which semi-implicit Euler overtakes by ½ a h t; and the way of
    // the bristles until they slide.
    let error = |stiffness: f64, step: f64| {
        let (mut friction, law, mut host, pull) = block_on_four(slope, stiffness);
        let (mut before, steps) = (0.0, (1.0 / step).round() as usize);
        for count in 0..steps {
            press(&mut friction, law, slope);
            let report = host.step(&mut friction, step, &pull).unwrap();
            assert!(report.converged);
            if count == steps / 2 {
                before = host.velocity[0];
            }
        }
        let acceleration = (host.velocity[0] - before) / ((steps - 1 - steps / 2) as f64 * step);
        // Differences of speeds of 1 m/s over half a second.
        assert!((acceleration - expected).abs() < 1e-13, "{acceleration} {expected}");
        host.position[0] - 0.5 * expected
    };
    let (coarse, fine) = (error(1e6, 2e-3), error(1e6, 1e-3));
    println!("position after 1 s: {coarse:e} m, {fine:e} m from the closed form");
    assert!((coarse / fine - 2.0).abs() < 0.1, "{coarse:e} {fine:e}");
    assert!((coarse - 0.5 * expected * 2e-3).abs() < 2e-4, "{coarse:e}");
}

#[test]
fn thrown_up_the_slope_it_stops_where_it_should_and_holds() {
    let slope = 0.3_f64.atan();
    let (step, speed) = (1e-3, 1.0);
    let (mut friction, law, mut host, pull) = block_on_four(slope, 1e6);
    host.velocity[0] = -speed;
    let mut held = 0.0_f64;
    for count in 0..4000 {
        press(&mut friction, law, slope);
        let _ = host.step(&mut friction, step, &pull).unwrap();
        if count == 2000 {
            held = host.position[0];
        }
    }
    let braking = GRAVITY * (slope.sin() + 0.5 * slope.cos());
    let way = -0.5 * speed * speed / braking;
    assert!((host.position[0] - way).abs() < step * speed, "{} {way}", host.position[0]);
    assert_eq!(host.position[0].to_bits(), held.to_bits());
    assert_eq!(friction.elements().filter(|element| element.slides).count(), 0);
}

/// A shaft of 1e-3 kg m² under a steady torque: the terminal speed of viscous friction.
#[test]
fn viscous_friction_has_its_terminal_speed() {
    let law = RateDependentGsat::<Shaft>::builder().stiffness(1e4).damping(1.0);
    let law = law.curve(StribeckCurve::constant(0.2).unwrap()).viscous_damping(0.05).build();
    let mut friction = one(ElementLaw::try_from(&law.unwrap()).unwrap(), 0.0);
    let mut host = LinearHost::mass(1e-3);
    for _ in 0..2000 {
        let _ = host.step(&mut friction, 2e-3, &DVector::from_element(1, 0.5)).unwrap();
    }
    // (0.5 - 0.2)/0.05
    assert!((host.velocity[0] - 6.0).abs() < 1e-13, "{}", host.velocity[0]);
}

/// Static 0.5, dynamic 0.05 N m: it holds 0.45, lets go at 0.55, and then 0.1 is enough to keep it going.
#[test]
fn a_joint_with_a_stribeck_curve_breaks_away_and_keeps_sliding() {
    let curve = StribeckCurve::builder().coulomb(0.05).breakaway(0.5).stribeck_speed(0.01);
    let curve = curve.shape(StribeckShape::Gaussian).build().unwrap();
    let law = RateDependentGsat::<Shaft>::builder().stiffness(1e4).damping(100.0).curve(curve);
    let mut friction = one(ElementLaw::try_from(&law.build().unwrap()).unwrap(), 0.0);
    let mut host = LinearHost::mass(0.05);
    let mut run = |host: &mut LinearHost, torque: f64| {
        for _ in 0..1000 {
            let torque = DVector::from_element(1, torque);
            assert!(host.step(&mut friction, 1e-3, &torque).unwrap().converged);
        }
    };
    run(&mut host, 0.45);
    let held = host.position[0];
    run(&mut host, 0.45);
    assert_eq!(host.position[0], held);
    run(&mut host, 0.55);
    let speed = host.velocity[0];
    assert!(speed > 1.0, "{speed}");
    run(&mut host, 0.1);
    // At speeds far above 0.01 rad/s the friction is 0.05 N m.
    let gained = (host.velocity[0] - speed) / 1.0;
    assert!((gained - (0.1 - 0.05) / 0.05).abs() < 1e-12, "{gained}");
}

/// A gear that loses 0.2 N m and 10 % of the transmitted torque.
#[test]
fn a_loss_grows_with_the_transmitted_torque() {
    let law = ElementLaw::try_from(&gsat::<Shaft>([1e4, 1.0, 0.2])).unwrap();
    let mut friction = HostFriction::new();
    let law = friction.add_law(law.growing_with_load(0.1).unwrap());
    let mut loss = |load: f64| {
        friction.retract();
        friction.arrange([Placed { key: 0, law, load }]).unwrap();
        let _ = solve(&mut friction, 1e-3, &[10.0], &[100.0]);
        -friction.efforts()[0]
    };
    assert!((loss(0.0) - 0.2).abs() < 1e-15);
    assert!((loss(30.0) - 3.2).abs() < 1e-14);
    // A curve keeps its shape: F(s) (1 + 0.1 T/Fs), here far above the Stribeck speed.
    let curve = StribeckCurve::builder().coulomb(0.2).breakaway(0.4).stribeck_speed(1e-3);
    let law = RateDependentGsat::<Line>::builder().stiffness(1e4).damping(1e3);
    let law = law.curve(curve.build().unwrap()).build().unwrap();
    let law = ElementLaw::try_from(&law).unwrap().growing_with_load(0.1).unwrap();
    let mut friction = one(law, 8.0);
    let _ = solve(&mut friction, 1e-3, &[10.0], &[100.0]);
    assert!((friction.efforts()[0] + 0.2 * 3.0).abs() < 1e-14);
}

/// Without load nothing holds, and the bristle straightens by B/Z a step.
#[test]
fn a_contact_that_opens_lets_go() {
    let law = CoulombGsat::builder().stiffness(1e4).damping(10.0).friction(0.5).build().unwrap();
    let mut friction = HostFriction::new();
    let law = friction.add_law(ElementLaw::contact(&law, 1).unwrap());
    friction.arrange([Placed { key: 0, law, load: 10.0 }]).unwrap();
    let _ = solve(&mut friction, 1e-3, &[1.0], &[0.1]);
    friction.follow(&[1e-4]).unwrap();
    friction.arrange([Placed { key: 0, law, load: 0.0 }]).unwrap();
    assert!(solve(&mut friction, 1e-3, &[1.0], &[0.1]).converged);
    assert_eq!(friction.efforts()[0], 0.0);
    friction.follow(&[1e-4]).unwrap();
    // Z = 20: half of it.
    assert!((deflection(&friction) - 5e-5).abs() < 1e-19);
}
