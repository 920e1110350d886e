use super::*;
use nalgebra::vector;
use proptest::prelude::*;

const NO_LOAD: Wrench =
    Wrench { force: Vector3::new(0.0, 0.0, 0.0), torque: Vector3::new(0.0, 0.0, 0.0) };

fn block() -> PlanarSlider {
    slider([1.0, 1.0, 0.01], 0.08)
}

fn slider(semi_axes: [f64; 3], height: f64) -> PlanarSlider {
    PlanarSlider::builder()
        .mass(0.5)
        .inertia(2.0833e-4)
        .gravity(9.8)
        .friction(0.31)
        .semi_axes(semi_axes)
        .height(height)
        .support(SupportHull::square(0.05).unwrap())
        .build()
        .unwrap()
}

fn moving(v: [f64; 3]) -> Motion<PlanarFrame> {
    let twist = PlanarTwist { linear: vector![v[0], v[1]], angular: v[2] };
    Motion::new(PlanarPose::default(), twist)
}

#[test]
fn straight_sliding_by_hand() {
    // 0.01 s under 4.9 N: friction takes 0.31 · 0.049 = 0.01519 N s of 0.5 · 0.4.
    let mut state = moving([0.4, 0.0, 0.0]);
    let report = block().step(&mut state, 0.01, &NO_LOAD).unwrap();
    assert_eq!(report.status, ContactMode::Slip);
    assert!((report.impulse - vector![-0.01519, 0.0, 0.0]).norm() < 1e-16);
    assert!((state.flow.linear.x - (0.4 - 0.03038)).abs() < 1e-15);
    assert!((report.multiplier - state.flow.linear.x).abs() < 1e-15);
    let point = report.contact_point.unwrap();
    assert!((point.offset - vector![0.31 * 0.08, 0.0]).norm() < 1e-15);
    assert!((point.hull_margin.unwrap() - (0.025 - 0.0248)).abs() < 1e-15);
    assert!(!report.topples());
}

#[test]
fn a_step_in_which_it_stops() {
    let mut state = moving([0.02, 0.01, 0.1]);
    state.pose = PlanarPose { position: vector![1.0, 2.0], angle: 3.0 };
    let before = state.pose;
    let report = block().step(&mut state, 0.01, &NO_LOAD).unwrap();
    assert_eq!((state.flow, state.pose), (PlanarTwist::default(), before));
    assert_eq!((report.status, report.multiplier), (ContactMode::Stick, 0.0));
    assert!((report.impulse - vector![-0.01, -0.005, -2.0833e-5]).norm() < 1e-17);
}

#[test]
fn a_body_that_is_lifted_flies_by() {
    for lift in [4.9, 6.0] {
        let load = Wrench { force: vector![1.0, 0.0, lift], torque: vector![0.3, 0.2, 1e-3] };
        let mut state = moving([0.4, 0.0, 2.0]);
        let report = block().step(&mut state, 0.01, &load).unwrap();
        assert_eq!(report.status, ContactMode::Separated);
        assert_eq!((report.contact_point, report.hull_margin()), (None, None));
        assert_eq!((report.impulse, report.normal_impulse), (Vector3::zeros(), 0.0));
        assert!((state.flow.linear.x - 0.42).abs() < 1e-15);
        assert!((state.flow.angular - (2.0 + 1e-5 / 2.0833e-4)).abs() < 1e-14);
    }
}

/// A push high up moves the contact point over the border; it is reported where it is.
#[test]
fn toppling_is_reported_not_clamped() {
    let push = |height| {
        let push = crate::Push::in_body_axes(vector![1.4, 0.0, 0.0], vector![-0.025, 0.0], height);
        block().step(&mut moving([0.0; 3]), 0.01, &push.unwrap()).unwrap()
    };
    let (low, high) = (push(0.08), push(0.2));
    assert_eq!((low.status, high.status), (ContactMode::Stick, ContactMode::Stick));
    // Held by 1.4 N of friction: the point is z_c F/N ahead.
    let offset = high.contact_point.unwrap().offset.x;
    assert!((offset - 0.2 * 1.4 / 4.9).abs() < 1e-15);
    assert!((high.hull_margin().unwrap() - (0.025 - offset)).abs() < 1e-15);
    assert!(high.topples() && !low.topples());
}

#[test]
fn without_friction_it_goes_on() {
    let ice = PlanarSlider::builder().mass(0.5).inertia(2e-4).friction(0.0);
    let ice = ice.semi_axes([1.0, 1.0, 0.01]).height(0.08).build().unwrap();
    let mut state = moving([0.4, 0.0, 2.0]);
    let tilted = Wrench { torque: vector![0.1, 0.0, 0.0], ..NO_LOAD };
    for load in [NO_LOAD, tilted] {
        let report = ice.step(&mut state, 0.01, &load).unwrap();
        assert_eq!(report.status, ContactMode::Slip);
        assert_eq!(state.flow, moving([0.4, 0.0, 2.0]).flow);
    }
    let report = ice.step(&mut moving([0.0; 3]), 0.01, &tilted).unwrap();
    assert_eq!(report.status, ContactMode::Stick);
}

#[test]
fn a_bad_step_is_an_error_and_changes_nothing() {
    let refuse = |state: Motion<PlanarFrame>, duration: f64, load: Wrench| {
        let mut after = state;
        let error = block().step(&mut after, duration, &load).unwrap_err();
        assert_eq!(format!("{after:?}"), format!("{state:?}"));
        error.to_string()
    };
    let good = moving([0.4, 0.0, 2.0]);
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(refuse(good, bad, NO_LOAD).contains("duration"));
    }
    for bad in [f64::NAN, f64::INFINITY] {
        assert!(refuse(moving([bad, 0.0, 0.0]), 0.01, NO_LOAD).contains("velocity"));
        assert!(refuse(moving([0.0, 0.0, bad]), 0.01, NO_LOAD).contains("angular velocity"));
        let load = Wrench { force: vector![0.0, 0.0, bad], ..NO_LOAD };
        assert!(refuse(good, 0.01, load).contains("applied force"));
        let load = Wrench { torque: vector![0.0, bad, 0.0], ..NO_LOAD };
        assert!(refuse(good, 0.01, load).contains("applied torque"));
        let mut state = good;
        state.pose.angle = bad;
        assert!(refuse(state, 0.01, NO_LOAD).contains("angle"));
    }
    assert!(refuse(moving([1e200, 0.0, 0.0]), 0.01, NO_LOAD).contains("no slip found"));
}

/// A random step: slider, state, load and length, with moments or without.
fn step() -> impl Strategy<Value = (PlanarSlider, Motion<PlanarFrame>, Wrench, f64)> {
    let body = (0.1..2.0_f64, 0.01..0.05_f64, 0.1..0.8_f64, 0.0..0.1_f64);
    let axes = (0.5..1.5_f64, 0.5..1.5_f64, 0.005..0.05_f64);
    let motion = prop::array::uniform3(-1.0..1.0_f64);
    let load = (prop::array::uniform3(-1.0..1.0_f64), prop::array::uniform3(-1.0..1.0_f64));
    let kind = (0.0..1.0_f64, any::<bool>());
    (body, axes, motion, load, -3.0..-1.0_f64, kind).prop_map(
        |((m, radius, mu, q_z), (et, eo, er), v, (f, t), h, (speed, moments))| {
            let slider = PlanarSlider::builder().mass(m).inertia(m * radius * radius).gravity(9.8);
            let slider = slider.friction(mu).semi_axes([et, eo, er]).height(q_z).build().unwrap();
            let speed = speed.powi(3);
            let state = moving([v[0] * speed, v[1] * speed, 20.0 * v[2] * speed]);
            let weight = 9.8 * m;
            let tilt = if moments { radius } else { 0.0 };
            let torque = vector![tilt * t[0], tilt * t[1], radius * t[2]] * (0.3 * weight);
            (
                slider,
                state,
                Wrench { force: Vector3::from(f) * (0.5 * weight), torque },
                10.0_f64.powf(h),
            )
        },
    )
}

/// Returns the largest residual of (25) to (28) with the corrected (24), each over the largest of its terms; and
/// of the printed (24).
fn residuals(
    slider: &PlanarSlider,
    before: &PlanarTwist,
    load: &Wrench,
    h: f64,
    report: &StepReport,
) -> [f64; 2] {
    let (m, i) = (slider.mass(), slider.inertia());
    let [px, py, _] = <[f64; 3]>::from(load.force * h);
    let [pxt, pyt, pzt] = <[f64; 3]>::from(load.torque * h);
    let (n, s) = (report.normal_impulse, report.multiplier);
    let [pt, po, pr] = <[f64; 3]>::from(report.impulse);
    let limit = slider.friction() * n;
    let [et, eo, er] = slider.semi_axes();
    let q_z = slider.height();
    let with_spin = |turning: f64| {
        let spin = [before.angular, (pr + pzt) / i, turning / i];
        let w: f64 = spin.iter().sum();
        let x = [before.linear.x, pt / m, px / m, pxt * w / n, po * q_z * w / n];
        let y = [before.linear.y, po / m, py / m, pyt * w / n, -pt * q_z * w / n];
        // Rounding is that of the terms that cancel.
        let weighed = |e: f64, u: &[f64], p: f64| {
            let left = limit * e * e * u.iter().sum::<f64>() + p * s;
            let scale: f64 = u.iter().map(|u| u.abs()).sum();
            left.abs() / (limit * e * e * scale + (p * s).abs())
        };
        let share = (pt / et).powi(2) + (po / eo).powi(2) + (pr / er).powi(2);
        let ball = (share / (limit * limit) - 1.0).abs();
        weighed(et, &x, pt).max(weighed(eo, &y, po)).max(weighed(er, &spin, pr)).max(ball)
    };
    [with_spin((pt * pxt + po * pyt) / n), with_spin(0.0)]
}

/// The four corrected quadratics on 10^5 random steps: zero to rounding, never a negative σ. The
/// control: the printed (24) is off wherever something tilts.
#[test]
fn residuals_of_the_corrected_equations() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let (mut slips, mut tilted, mut worst, mut printed_off) = (0, 0, 0.0_f64, 0);
    for _ in 0..100_000 {
        let (slider, state, load, h) = step().new_tree(&mut runner).unwrap().current();
        let mut after = state;
        let report = slider.step(&mut after, h, &load).unwrap();
        assert!(report.multiplier >= 0.0, "{report:?}");
        if report.status != ContactMode::Slip {
            continue;
        }
        slips += 1;
        let [corrected, printed] = residuals(&slider, &state.flow, &load, h, &report);
        worst = worst.max(corrected);
        assert!(corrected <= 1e-12, "{corrected:e} {slider:?} {state:?} {load:?} {h}");
        if load.torque.x != 0.0 {
            tilted += 1;
            printed_off += i32::from(printed > 1e-6);
        }
    }
    println!("{slips} slips, residual {worst:e}; printed (24) off in {printed_off} of {tilted}");
    assert!(slips > 50_000 && 100 * printed_off > 95 * tilted);
}

proptest! {
    /// The impulses give the momentum, the moments balance at the contact point, and the
    /// friction dissipates.
    #[test]
    fn balances((slider, state, load, h) in step()) {
        let mut after = state;
        let report = slider.step(&mut after, h, &load).unwrap();
        let p = report.impulse;
        let momentum = (after.flow.linear - state.flow.linear) * slider.mass();
        let given = load.force.xy() * h + p.xy();
        prop_assert!((momentum - given).norm() <= 1e-14 * (momentum.norm() + given.norm() + slider.mass()));
        let Some(point) = report.contact_point else { return Ok(()) };
        let turning = slider.inertia() * (after.flow.angular - state.flow.angular);
        // The friction force at the contact point, about the centre of mass (11).
        let expected = load.torque.z * h + p.z + point.offset.perp(&p.xy());
        prop_assert!((turning - expected).abs() <= 1e-14 * (turning.abs() + slider.inertia() * 20.0 + expected.abs()));
        // Tilting moments (13), (14) are zero.
        let n = report.normal_impulse;
        let about_x = load.torque.x * h + n * point.offset.y + p.y * slider.height();
        let about_y = load.torque.y * h - n * point.offset.x - p.x * slider.height();
        prop_assert!(about_x.abs().max(about_y.abs()) <= 1e-15);
        // Friction acts against the slip, with the power σ R.
        let (v, w, a) = (after.flow.linear, after.flow.angular, point.offset);
        let work = p.x * (v.x - w * a.y) + p.y * (v.y + w * a.x) + p.z * w;
        let lost = report.multiplier * slider.friction() * n;
        prop_assert!((work + lost).abs() <= 1e-12 * (lost + n));
        prop_assert!(lost >= 0.0);
    }

    /// Left alone it never gains energy; with moments that tilt it neither: they do no work.
    #[test]
    fn energy_does_not_grow((slider, state, load, h) in step()) {
        let alone = Wrench { force: vector![0.0, 0.0, load.force.z], torque: vector![load.torque.x, load.torque.y, 0.0] };
        let mut after = state;
        slider.step(&mut after, h, &alone).unwrap();
        let energy = |state: &Motion<PlanarFrame>| slider.kinetic_energy(&state.flow);
        prop_assert!(energy(&after) <= energy(&state) * (1.0 + 1e-14));
    }

    /// Turning the axes of the world by a right angle, support and all, changes nothing; by any angle
    /// for an isotropic support; and an anisotropic one notices.
    #[test]
    fn the_frame_does_not_matter((slider, state, load, h) in step(), angle in 0.1..1.4_f64) {
        let turn = |v: Vector2<f64>, (c, s): (f64, f64)| vector![c * v.x - s * v.y, s * v.x + c * v.y];
        let turned = |axes: [f64; 3], by: (f64, f64), heading: f64| {
            let k = slider.friction * slider.height * axes[0] * axes[1] / axes[2];
            let other = PlanarSlider { semi_axes: axes, coupling: k, ..slider.clone() };
            let mut state = Motion::<PlanarFrame> {
                pose: PlanarPose { position: turn(state.pose.position, by), angle: heading },
                flow: PlanarTwist { linear: turn(state.flow.linear, by), ..state.flow },
            };
            let vector = |v: &Vector3<f64>| turn(v.xy(), by).push(v.z);
            let load = Wrench { force: vector(&load.force), torque: vector(&load.torque) };
            other.step(&mut state, h, &load).unwrap();
            (turn(state.flow.linear, (by.0, -by.1)), state.flow.angular)
        };
        let difference = |a: (Vector2<f64>, f64), b: (Vector2<f64>, f64)| {
            (a.0 - b.0).norm() / (a.0.norm() + 1.0) + (a.1 - b.1).abs() / (a.1.abs() + 20.0)
        };
        let [et, eo, er] = slider.semi_axes();
        let at = |axes, angle: f64| turned(axes, (angle.cos(), angle.sin()), angle);
        let straight = turned([et, eo, er], (1.0, 0.0), 0.0);
        let quarter = turned([eo, et, er], (0.0, 1.0), core::f64::consts::FRAC_PI_2);
        prop_assert!(difference(straight, quarter) <= 1e-11);
        let isotropic = [et, et, er];
        prop_assert!(difference(at(isotropic, 0.0), at(isotropic, angle)) <= 1e-10);
    }

    /// A body that is held does not move at all, in any number of steps.
    #[test]
    fn stick_stays_stick(
        (slider, _, _, _) in step(), share in 0.1..0.99_f64, frequency in 1.0..100.0_f64,
    ) {
        let [et, eo, er] = slider.semi_axes();
        let limit = slider.friction() * slider.mass() * slider.gravity() * share / 3.0_f64.sqrt();
        let start = PlanarPose { position: vector![0.3, -0.7], angle: 2.0 };
        let mut state = Motion::<PlanarFrame>::at_rest(start);
        for k in 0..200 {
            let (sine, cosine) = (frequency * 0.01 * f64::from(k)).sin_cos();
            let force = vector![et * sine, eo * cosine, 0.0] * limit;
            let load = Wrench { force, torque: vector![0.0, 0.0, er * limit * sine] };
            let report = slider.step(&mut state, 0.01, &load).unwrap();
            prop_assert_eq!(report.status, ContactMode::Stick);
        }
        prop_assert_eq!(state, Motion::at_rest(start));
        // The control: above the limit it moves.
        let load = Wrench { force: vector![2.0 * et * limit * 3.0_f64.sqrt() / share, 0.0, 0.0], ..NO_LOAD };
        prop_assert_eq!(slider.step(&mut state, 0.01, &load).unwrap().status, ContactMode::Slip);
    }
}
