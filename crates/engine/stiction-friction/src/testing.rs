//! Helpers of the unit tests of the laws.

use core::fmt::Debug;

use stiction_core::{Domain, Flat, Impedance, Motion, ParameterError, Stage, Vector, VectorDomain};

use crate::{
    AmendedLuGre, Coefficient, CoulombGsat, GsatFriction, LuGreFriction, RateDependentGsat,
    SteadyState, StribeckCurve, StribeckShape,
};

/// Returns a curve with these levels of sliding and of break-away friction.
pub(crate) fn curve(
    [coulomb, breakaway]: [f64; 2],
    stribeck_speed: f64,
    shape: StribeckShape,
) -> StribeckCurve {
    let curve = StribeckCurve::builder().coulomb(coulomb).breakaway(breakaway);
    curve.stribeck_speed(stribeck_speed).shape(shape).build().unwrap()
}

/// Returns Coulomb friction of 10 kN/m and 10 N s/m.
pub(crate) fn coulomb(friction: impl Into<Coefficient>) -> CoulombGsat {
    CoulombGsat::builder().stiffness(1e4).damping(10.0).friction(friction).build().unwrap()
}

/// Returns a law of this stiffness, damping and limit.
pub(crate) fn gsat<D: VectorDomain>([stiffness, damping, limit]: [f64; 3]) -> GsatFriction<D> {
    let law = GsatFriction::builder().stiffness(stiffness).damping(damping);
    law.limit(limit).build().unwrap()
}

/// Returns a law of this stiffness, damping and viscous friction.
pub(crate) fn rate_dependent<D: VectorDomain>(
    [stiffness, damping, viscous]: [f64; 3],
    curve: StribeckCurve,
) -> RateDependentGsat<D> {
    let law = RateDependentGsat::builder().stiffness(stiffness).damping(damping);
    law.viscous_damping(viscous).curve(curve).build().unwrap()
}

/// Returns a law of this stiffness, damping and viscous friction.
pub(crate) fn lugre<D: VectorDomain>(
    [stiffness, damping, viscous]: [f64; 3],
    steady: SteadyState,
) -> LuGreFriction<D> {
    let law = LuGreFriction::builder().stiffness(stiffness).damping(damping);
    law.viscous_damping(viscous).steady_state(steady).build().unwrap()
}

/// Returns a law of this stiffness, damping and viscous friction, all per normal force.
pub(crate) fn amended_lugre(
    [stiffness, damping, viscous]: [f64; 3],
    friction: StribeckCurve,
) -> AmendedLuGre {
    let law = AmendedLuGre::builder().stiffness(stiffness).damping(damping);
    law.viscous_damping(viscous).friction(friction).build().unwrap()
}

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
pub(crate) struct Record<E> {
    /// Smallest dissipated power, by the balance \[W\].
    pub(crate) least_dissipation: f64,
    /// Largest power put in \[W\].
    pub(crate) largest_power: f64,
    /// Force of the body on the element at the last step.
    pub(crate) force: E,
}

impl<E> Record<E> {
    /// Returns whether it never gave power, up to rounding.
    pub(crate) fn is_passive(&self) -> bool {
        self.least_dissipation >= -1e-12 * self.largest_power
    }
}

/// Integrates the law by the Euler scheme (20) along a prescribed flow of its port.
pub(crate) fn drive<D: Domain>(
    law: &impl Impedance<Domain = D>,
    step: f64,
    steps: usize,
    flow: impl Fn(f64) -> D::Flow,
) -> Record<D::Effort> {
    let mut internal = vec![0.0; law.memory().len()];
    let mut rate = internal.clone();
    let mut pose = Motion::<D>::default().pose;
    let mut force = vec![0.0; <D::Effort as Flat>::LEN];
    let [mut least_dissipation, mut largest_power] = [f64::INFINITY, 0.0_f64];
    for k in 0..steps {
        let time = k as f64 * step;
        let motion = Motion::<D>::new(pose, flow(time));
        let effort = law.respond(&Stage::first(time, step), &motion, &internal, &mut rate);
        let power = -D::power(&motion.flow, &effort);
        let dissipation = power - law.stored_power(&motion, &internal, &rate);
        least_dissipation = least_dissipation.min(dissipation);
        largest_power = largest_power.max(power.abs());
        effort.store(&mut force);
        for (z, r) in internal.iter_mut().zip(&rate) {
            *z += step * r;
        }
        pose = motion.moved(step).pose;
    }
    force.iter_mut().for_each(|scalar| *scalar = -*scalar);
    Record { least_dissipation, largest_power, force: D::Effort::load(&force) }
}

/// Moves a block of 1 kg on a law under a load by the Euler scheme, in steps of 0.1 ms; returns its place and the internal
/// state at the end of each quarter. Place and deflection take the same speed up.
pub(crate) fn block<D: VectorDomain>(
    law: &dyn Impedance<Domain = D>,
    quarter: u32,
    load: impl Fn(f64) -> D::Vector,
) -> [(D::Vector, Vec<f64>); 4] {
    let (step, mut x, mut v) = (1e-4, D::Vector::zero(), D::Vector::zero());
    let mut internal = vec![0.0; law.memory().len()];
    let mut rate = internal.clone();
    let mut steps = 0..;
    [(); 4].map(|()| {
        for k in steps.by_ref().take(quarter as usize) {
            let time = f64::from(k) * step;
            let motion = Motion::<D>::new(x, v);
            let force = law.respond(&Stage::first(time, step), &motion, &internal, &mut rate);
            internal.iter_mut().zip(&rate).for_each(|(e, rate)| *e += step * rate);
            x = x + v * step;
            v = v + (load(time) + force) * step;
        }
        (x, internal.clone())
    })
}
