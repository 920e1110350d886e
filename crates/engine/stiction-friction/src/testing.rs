//! Helpers of the unit tests of the laws.

use core::fmt::Debug;

use stiction_core::{Impedance, Motion, ParameterError, Stage, Vector, VectorDomain};

/// Asserts that a builder call refuses `value` and names `parameter`.
#[track_caller]
pub(crate) fn assert_refuses<T: Debug>(
    parameter: &str,
    value: f64,
    build: impl Fn(f64) -> Result<T, ParameterError>,
) {
    let error = build(value).expect_err("accepted");
    assert_eq!(error.parameter, parameter, "{error}");
    assert!(error.value == value || (value.is_nan() && error.value.is_nan()), "{error}");
}

/// Asserts that a positive parameter is checked: zero, negative numbers, NaN and infinities are refused.
#[track_caller]
pub(crate) fn assert_refused<T: Debug>(
    parameter: &str,
    build: impl Fn(f64) -> Result<T, ParameterError>,
) {
    assert_refuses(parameter, 0.0, &build);
    assert_not_negative_refused(parameter, build);
}

/// Asserts as [`assert_refused`] does, but zero is accepted.
#[track_caller]
pub(crate) fn assert_refused_but_zero<T: Debug>(
    parameter: &str,
    build: impl Fn(f64) -> Result<T, ParameterError>,
) {
    assert!(build(0.0).is_ok(), "{parameter} = 0");
    assert_not_negative_refused(parameter, build);
}

#[track_caller]
fn assert_not_negative_refused<T: Debug>(
    parameter: &str,
    build: impl Fn(f64) -> Result<T, ParameterError>,
) {
    for value in [-1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_refuses(parameter, value, &build);
    }
}

/// Record of a law in a prescribed motion.
#[derive(Debug)]
pub(crate) struct Record<V> {
    /// Work done on the element \[J\].
    pub(crate) work: f64,
    /// Smallest dissipated power, by the balance \[W\].
    pub(crate) least_dissipation: f64,
    /// Largest power put in \[W\].
    pub(crate) largest_power: f64,
    /// Force of the body on the element at the last step.
    pub(crate) force: V,
    /// Energy stored at the end \[J\].
    pub(crate) stored: f64,
}

/// Integrates the law by the Euler scheme (20) along a prescribed velocity.
pub(crate) fn drive<I, D>(
    law: &I,
    step: f64,
    steps: usize,
    velocity: impl Fn(f64) -> D::Vector,
) -> Record<D::Vector>
where
    D: VectorDomain,
    I: Impedance<Domain = D>,
{
    let mut internal = vec![0.0; law.memory().len()];
    let mut rate = internal.clone();
    let mut pose = D::Vector::zero();
    let mut record = Record {
        work: 0.0,
        least_dissipation: f64::INFINITY,
        largest_power: 0.0,
        force: D::Vector::zero(),
        stored: 0.0,
    };
    for k in 0..steps {
        let time = k as f64 * step;
        let motion = Motion::<D>::new(pose, velocity(time));
        let effort = law.respond(&Stage::first(time, step), &motion, &internal, &mut rate);
        let power = -D::power(&motion.flow, &effort);
        let dissipation = power - law.stored_power(&motion, &internal, &rate);
        record.work += power * step;
        record.least_dissipation = record.least_dissipation.min(dissipation);
        record.largest_power = record.largest_power.max(power.abs());
        record.force = -effort;
        for (z, r) in internal.iter_mut().zip(&rate) {
            *z += step * r;
        }
        pose = pose + motion.flow * step;
        record.stored = law.stored_energy(&Motion::new(pose, motion.flow), &internal);
    }
    record
}

/// Asserts that the law is passive on a closed motion with these amplitudes \[m/s\] of four harmonics: its balance
/// dissipates at every step.
#[track_caller]
pub(crate) fn assert_passive<I, D>(law: &I, amplitudes: &[D::Vector; 4])
where
    D: VectorDomain,
    I: Impedance<Domain = D>,
{
    let velocity = |t: f64| {
        let turn = core::f64::consts::TAU * t;
        (0..4).fold(D::Vector::zero(), |sum, i| {
            sum + amplitudes[i] * ((i + 1) as f64 * turn + i as f64).sin()
        })
    };
    let record = drive(law, 1e-4, 10_000, velocity);
    let rounding = 1e-12 * record.largest_power;
    assert!(record.least_dissipation >= -rounding, "{record:?}");
}
