use super::*;
use crate::testing::{assert_refused, assert_refused_but_zero};
use proptest::prelude::*;
use stiction_core::Shaft;
use stiction_core::impedance::{FromFn, from_fn};

/// Teeth of 200 N m/rad with a damper.
#[derive(Clone, Debug, PartialEq)]
struct Teeth;

impl Impedance for Teeth {
    type Domain = Shaft;
    fn respond(&self, _: &Stage, motion: &Motion<Shaft>, _: &[f64], _: &mut [f64]) -> f64 {
        -200.0 * motion.pose - 0.05 * motion.flow
    }
}

fn gear(driving: f64, back_driven: f64) -> GearFriction<Teeth> {
    let gear = GearFriction::builder().mesh(Teeth).stiffness(1e3).damping(0.5).limit(0.02);
    gear.driving(driving).back_driven(back_driven).build().unwrap()
}

/// Returns the friction on the shaft, along its motion, under a twist.
fn sliding(gear: &GearFriction<Teeth>, twist: f64, rate: f64) -> f64 {
    let motion = Motion::new((twist, 0.0), (0.0, rate));
    -gear.respond(&Stage::first(0.0, 1e-4), &motion, &[0.0], &mut [0.0]).1
}

#[test]
fn limits_of_the_four_quadrants() {
    let gear = gear(0.1, 0.3);
    // T = 2 N m at a twist of 10 mrad.
    for (twist, rate, expected) in [
        (0.01, 5.0, 0.02 + 0.2),
        (0.01, -5.0, -0.02 - 0.6),
        (-0.01, -5.0, -0.02 - 0.2),
        (-0.01, 5.0, 0.02 + 0.6),
        (0.0, 5.0, 0.02),
    ] {
        assert!((sliding(&gear, twist, rate) - expected).abs() < 1e-14, "{twist} {rate}");
    }
}

/// Raising and lowering torque of a square thread from its equilibrium, in forces: a second path.
#[test]
fn a_screw_against_the_equilibrium_of_its_thread() {
    for (lead, friction) in [(0.05, 0.02), (0.05, 0.1), (0.3, 0.15), (0.7, 0.3)] {
        let [l, mu] = [f64::tan(lead), f64::tan(friction)];
        // Torque over the mean radius per axial force, up and down, and without friction.
        let (raise, lower, ideal) = ((mu + l) / (1.0 - mu * l), (mu - l) / (1.0 + mu * l), l);
        let [driving, back_driven] =
            efficiency_coefficients(l / (lead + friction).tan(), (lead - friction).tan() / l);
        assert!((1.0 + driving - raise / ideal).abs() < 1e-12 * raise / ideal);
        // Lowering takes `lower` from the motor, friction less what the load gives.
        assert!((back_driven - 1.0 - lower / ideal).abs() < 1e-12 * (1.0 + raise / ideal));
        assert_eq!(back_driven >= 1.0, friction >= lead);
    }
}

/// Returns a motor on one side of the gear and a load on the other, by the Euler scheme. The friction is asked for
/// with the torque of this stage, or with that of the step before. Returns how far the anchor went after the
/// first tenth of a second.
fn loaded_worm(gear: &GearFriction<Teeth>, load: impl Fn(f64) -> f64, late: bool) -> f64 {
    let (step, [motor, joint]) = (1e-4, [1e-3, 1e-2]);
    let (mut x, mut v, mut deflection, mut before) = ([0.0; 2], [0.0; 2], 0.0, 0.0);
    let mut start = None;
    for k in 0..20_000 {
        let time = f64::from(k) * step;
        let twist = Motion::<Shaft>::new(x[0] - x[1], v[0] - v[1]);
        let torque = -Teeth.respond(&Stage::first(time, step), &twist, &[], &mut []);
        let told = if late { before } else { torque };
        let (friction, slip) = gear.friction(step, told, v[0], deflection);
        before = torque;
        deflection += step * slip;
        let speeds = [
            v[0] - step * (torque + friction) / motor,
            v[1] + step * (torque - load(time)) / joint,
        ];
        x = [x[0] + step * speeds[0], x[1] + step * speeds[1]];
        // The deflection and the angle take the same speed up, that before the step.
        x[0] = x[0] - step * speeds[0] + step * v[0];
        v = speeds;
        if k == 1000 {
            start = Some(x[0] - deflection);
        }
    }
    (x[0] - deflection - start.unwrap_or(f64::NAN)).abs()
}

/// A limit from the step before slips under a load of 2 N m that comes at once: while the teeth take it up, the
/// torque grows by up to 28 mN m a step, more than the margin of 1 %. The limit of the stage holds to the bit: the
/// motor's inertia needs 4 mN m.
#[test]
fn a_torque_that_is_told_late_does_not_hold() {
    let gear = GearFriction::builder().mesh(Teeth).stiffness(1e4).damping(0.5);
    let gear = gear.driving(2.0).back_driven(1.01).build().unwrap();
    let slips = |late| loaded_worm(&gear, |time| if time > 0.15 { 2.0 } else { 0.0 }, late);
    let rounding = 2e4 * f64::EPSILON * 1e-2;
    assert!(slips(false) < rounding, "{}", slips(false));
    assert!(slips(true) > 1e-8, "{}", slips(true));
}

proptest! {
    #[test]
    fn odd(x in -0.01..0.01_f64, v in -2.0..2.0_f64, e in -1e-3..1e-3_f64) {
        let gear = gear(0.2, 0.6);
        let at = |sign: f64| {
            let motion = Motion::new((sign * x, 0.0), (0.0, sign * v));
            let mut rate = [0.0];
            let effort = gear.respond(&Stage::first(0.0, 1e-4), &motion, &[sign * e], &mut rate);
            (sign * effort.0, sign * effort.1, sign * rate[0])
        };
        prop_assert_eq!(at(1.0), at(-1.0));
    }
}

#[test]
fn bad_parameters_are_named() {
    let build = |k, b, f, driving, back| {
        let gear = GearFriction::builder().mesh(Teeth).stiffness(k).damping(b).limit(f);
        gear.driving(driving).back_driven(back).build()
    };
    assert_refused("stiffness", |x| build(x, 1.0, 1.0, 1.0, 1.0));
    assert_refused_but_zero("damping", |x| build(1.0, x, 1.0, 1.0, 1.0));
    assert_refused_but_zero("limit", |x| build(1.0, 1.0, x, 1.0, 1.0));
    assert_refused_but_zero("driving", |x| build(1.0, 1.0, 1.0, x, 1.0));
    assert_refused_but_zero("back_driven", |x| build(1.0, 1.0, 1.0, 1.0, x));
    let source: FromFn<Shaft, _> = from_fn(|_: &Stage, _: &Motion<Shaft>| 1.0);
    let gear = GearFriction::builder().mesh(source.as_source()).stiffness(1.0).damping(0.0);
    let error = gear.driving(0.1).back_driven(0.1).build().unwrap_err();
    assert_eq!(error.parameter, "mesh");
}
