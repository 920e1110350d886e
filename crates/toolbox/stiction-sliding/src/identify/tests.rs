//! Identification as a whole: the reference, exact data, noise, and controls that must fail.

mod monte_carlo;

use nalgebra::Vector3;
use proptest::prelude::*;
use stiction_core::{Motion, PlanarFrame, PlanarPose, PlanarTwist, Wrench};

use super::{
    FrictionEstimate, IdentificationError, KnownSlider, MaximumLikelihood, Recording, one_step,
    smoothed,
};

const INTERVAL: f64 = 0.01;

/// Returns the square block of the first example of the paper.
fn block() -> KnownSlider {
    let inertia = 0.5 * (0.05 * 0.05 + 0.05 * 0.05) / 12.0;
    KnownSlider::builder().mass(0.5).inertia(inertia).gravity(9.8).height(0.08).build().unwrap()
}

/// Records `steps` steps of the model from its first velocity.
fn record(
    slider: &KnownSlider,
    limits: &Vector3<f64>,
    start: [f64; 3],
    steps: usize,
    load: impl Fn(f64) -> Wrench,
) -> Recording {
    let model = slider.with_friction(limits).unwrap();
    let flow = PlanarTwist { linear: [start[0], start[1]].into(), angular: start[2] };
    let mut state = Motion::<PlanarFrame>::new(PlanarPose::default(), flow);
    let loads: Vec<_> = (0..steps).map(|k| load(k as f64 * INTERVAL)).collect();
    let mut velocities = vec![flow];
    for load in &loads {
        model.step(&mut state, INTERVAL, load).unwrap();
        velocities.push(state.flow);
    }
    Recording::new(INTERVAL, &velocities, &loads).unwrap()
}

fn still(_: f64) -> Wrench {
    Wrench::default()
}

/// Pushes in all directions, up and sideways, and tilts.
fn shaken(t: f64) -> Wrench {
    let [a, b] = [(9.0 * t).sin(), (14.0 * t).cos()];
    Wrench {
        force: Vector3::new(0.8 * a, 0.6 * b, 0.5 * a * b),
        torque: Vector3::new(0.03 * b, -0.04 * a, 2e-3 * b),
    }
}

fn relative_error(found: &FrictionEstimate, limits: &Vector3<f64>) -> f64 {
    (found.limits.component_div(limits) - Vector3::repeat(1.0)).amax()
}

#[test]
fn exact_velocities_give_exact_friction() {
    type Load = fn(f64) -> Wrench;
    let cases: [(Vector3<f64>, [f64; 3], Load); 3] = [
        (Vector3::new(0.31, 0.31, 3.1e-3), [0.7, 0.9, 10.0], still),
        (Vector3::new(0.31, 0.21, 4e-3), [0.7, 0.9, 10.0], still),
        (Vector3::new(0.31, 0.21, 4e-3), [1.4, 0.9, 12.0], shaken),
    ];
    for (limits, start, load) in cases {
        let recording = record(&block(), &limits, start, 35, load);
        let found = one_step(&block(), &recording).unwrap();
        assert!(relative_error(&found, &limits) < 1e-12, "{found:?}");
        assert!(found.standard_errors().component_div(&limits).amax() < 1e-11, "{found:?}");
        let fit = MaximumLikelihood::default().fit(&block(), &recording).unwrap();
        assert!(relative_error(&fit.friction, &limits) < 1e-12, "{:?}", fit.friction);
        assert!(fit.residuals.iter().all(|residual| residual.norm() < 1e-12));
        assert_eq!(fit.friction.steps, 35);
    }
}

/// Records a body that stops, rests, and is pushed again; with its limits.
fn stopped() -> (Vector3<f64>, Recording) {
    let limits = Vector3::new(0.3, 0.25, 3e-3);
    let push = |t: f64| {
        let on = if t < 0.9 { 0.0 } else { 1.0 };
        Wrench { force: Vector3::new(2.0, 1.5, 0.0) * on, torque: Vector3::z() * (0.02 * on) }
    };
    (limits, record(&block(), &limits, [0.7, 0.9, 10.0], 120, push))
}

#[test]
fn rest_tells_nothing_and_does_no_harm() {
    let (limits, recording) = stopped();
    let rests = recording.velocities().iter().filter(|v| **v == Vector3::zeros()).count();
    assert!(rests > 20);
    let found = one_step(&block(), &recording).unwrap();
    assert!(relative_error(&found, &limits) < 1e-12, "{found:?}");
    let fit = MaximumLikelihood::default().fit(&block(), &recording).unwrap();
    assert!(relative_error(&fit.friction, &limits) < 1e-12, "{:?}", fit.friction);
    assert_eq!(fit.friction.steps, 120 - rests);
}

/// Without the moment that (45) lacks.
#[test]
fn the_printed_moment_gives_wrong_friction_when_something_tilts() {
    let limits = Vector3::new(0.31, 0.31, 3.1e-3);
    let recording = record(&block(), &limits, [1.4, 0.9, 12.0], 60, shaken);
    let mut found: Vec<f64> = recording
        .velocities()
        .windows(2)
        .zip(recording.loads())
        .map(|(ends, load)| {
            let ends = [&ends[0], &ends[1]];
            let mut step = super::observed::Observed::new(&block(), INTERVAL, load, ends).unwrap();
            assert!((step.squares().z.sqrt() / limits.z - 1.0).abs() < 1e-9);
            let tilting = load.torque.xy() * (INTERVAL / step.normal_impulse);
            step.impulse.z += step.impulse.xy().dot(&tilting);
            step.squares().z.sqrt() / limits.z
        })
        .collect();
    let lost = found.iter().filter(|ratio| ratio.is_nan()).count();
    found.retain(|ratio| !ratio.is_nan());
    let off = super::noise::median(&mut found).unwrap();
    assert!(lost > 5 && !(0.67..1.5).contains(&off), "{lost} lost, {off}");
}

#[test]
fn what_a_motion_does_not_tell_is_named() {
    let limits = Vector3::new(0.3, 0.3, 3e-3);
    let straight = record(&block(), &limits, [0.7, 0.9, 0.0], 20, still);
    let few = |parameter, found| IdentificationError::TooFewSteps { parameter, found, needed: 3 };
    assert_eq!(one_step(&block(), &straight), Err(few("mu e_r", 0)));
    let fit = MaximumLikelihood::default().fit(&block(), &straight);
    assert_eq!(fit, Err(few("mu e_r", 0)));
    // With a place to start from the search runs, and finds that nothing depends on it.
    let from = |start| MaximumLikelihood::builder().start(start).build().unwrap();
    let fit = from(limits * 1.1).fit(&block(), &straight);
    assert_eq!(fit, Err(IdentificationError::NotIdentifiable { parameter: "mu e_r" }));
    let along_x = record(&block(), &limits, [0.7, 0.0, 0.0], 20, still);
    let fit = from(limits * 1.1).fit(&block(), &along_x);
    assert_eq!(fit, Err(IdentificationError::NotIdentifiable { parameter: "mu e_o" }));
    let short = record(&block(), &limits, [0.7, 0.9, 10.0], 8, still);
    let noise = IdentificationError::TooFewSteps { parameter: "noise", found: 8, needed: 9 };
    assert_eq!(MaximumLikelihood::default().fit(&block(), &short), Err(noise));
    let at_rest = record(&block(), &limits, [0.0; 3], 20, still);
    assert_eq!(one_step(&block(), &at_rest), Err(few("mu e_t", 0)));
    assert_eq!(smoothed(&block(), &at_rest), Err(few("mu e_t", 0)));
}

#[test]
fn too_few_iterations_are_an_error() {
    let recording = record(&block(), &Vector3::new(0.3, 0.2, 3e-3), [0.7, 0.9, 10.0], 35, still);
    let hasty = MaximumLikelihood::builder().start(Vector3::new(0.5, 0.5, 6e-3)).most_iterations(2);
    let error = hasty.build().unwrap().fit(&block(), &recording).unwrap_err();
    let stopped =
        matches!(error, IdentificationError::NotConverged { iterations: 2, step } if step > 1.0);
    assert!(stopped, "{error}");
}

#[test]
fn a_search_has_an_iteration() {
    let none = MaximumLikelihood::builder().most_iterations(0).build();
    assert_eq!(none.unwrap_err().parameter, "most_iterations");
}

proptest! {
    /// Whatever the slider, its motion and its loads: exact velocities give the friction back.
    #[test]
    fn friction_is_found_again(
        t in 0.1..0.8_f64,
        ratio in 0.3..3.0_f64,
        radius in 2e-3..2e-2_f64,
        start in prop::array::uniform3(-1.0..1.0_f64),
        push in -1.0..1.0_f64,
        height in 0.0..0.1_f64,
    ) {
        let slider = KnownSlider::builder().mass(0.5).inertia(4e-4).height(height).build().unwrap();
        let limits = Vector3::new(t, t * ratio, t * radius);
        // Neither straight nor about a point that stays.
        let away = |x: f64, least: f64| x + least.copysign(x);
        let start = [away(start[0], 0.5), away(start[1], 0.5), 8.0 * away(start[2], 0.5)];
        let load = |time: f64| {
            let Wrench { force, torque } = shaken(time);
            Wrench { force: force * push, torque: torque * push }
        };
        let recording = record(&slider, &limits, start, 12, load);
        prop_assume!(recording.velocities().iter().all(|v| v.amin() != 0.0));
        let found = one_step(&slider, &recording).unwrap();
        prop_assert!(relative_error(&found, &limits) < 1e-9, "{found:?}");
        let fit = MaximumLikelihood::default().fit(&slider, &recording).unwrap();
        prop_assert!(relative_error(&fit.friction, &limits) < 1e-9, "{:?}", fit.friction);
    }
}
