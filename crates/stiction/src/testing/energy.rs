//! Check that the powers of a component agree with its energy.

use proptest::test_runner::TestCaseError;
use stiction_core::{Admittance, AnyAdmittance, Domain, Flat, Impedance, Motion, Powers, Stage};

use super::Motions;
use super::driven::{Driven, UNWRITTEN, coefficient_count, first_unwritten};
use super::flat;
use super::numeric::derivative;
use super::passive::failure;

/// Tolerance relative to the power, to which the uncertainty of the difference is added.
const TOLERANCE: f64 = 1e-6;

/// Number of sampled moments of a motion.
const MOMENTS: usize = 100;

/// Asserts that the [`stored_power`](Impedance::stored_power) of a law is the time derivative of
/// its [`stored_energy`](Impedance::stored_energy), along random smooth motions from rest like
/// those of [`assert_passive`](super::assert_passive).
///
/// # Panics
/// If it is not; the message shows both powers and the motion. Also if the law does not write an
/// entry of `rate`.
///
/// ```should_panic
/// use stiction::prelude::*;
/// use stiction::testing::{Motions, assert_stored_power};
///
/// #[derive(Debug)]
/// struct Spring;
/// impl Impedance for Spring {
///     type Domain = Line;
///     fn respond(&self, _: &Stage, motion: &Motion<Line>, _: &[f64], _: &mut [f64]) -> f64 {
///         -7.0 * motion.pose
///     }
///     fn stored_energy(&self, motion: &Motion<Line>, _: &[f64]) -> f64 {
///         7.0 * motion.pose * motion.pose // the half is forgotten
///     }
///     fn stored_power(&self, motion: &Motion<Line>, _: &[f64], _: &[f64]) -> f64 {
///         7.0 * motion.pose * motion.flow
///     }
/// }
/// let motions = Motions { amplitude: 0.1, angular_frequency: 10.0, steps: 200 };
/// assert_stored_power(&Spring, motions);
/// ```
pub fn assert_stored_power<I: Impedance>(law: &I, motions: Motions) {
    let mut runner = super::same_cases_every_run();
    let coefficients = proptest::collection::vec(-1.0..1.0_f64, coefficient_count::<I::Domain>());
    let result = runner.run(&coefficients, |coefficients| {
        let driven = Driven::new(law, motions, &coefficients);
        let every = (3 * motions.steps).div_ceil(MOMENTS);
        let (mut wrong, mut step) = (None, 0);
        let run = driven.run(|stage, state| {
            step += 1;
            if wrong.is_none() && step % every == 0 {
                wrong = wrong_power(law, &driven, stage, state);
            }
        });
        run.map_err(|error| failure(law, &driven, &error))?;
        proptest::prop_assert!(
            wrong.is_none(),
            "{}: {} when driven at {motions:?} with the harmonics {coefficients:?}",
            law.name(),
            wrong.unwrap_or_default()
        );
        Ok(())
    });
    if let Err(failure) = result {
        super::fail(&failure.to_string());
    }
}

/// Returns a description of the error in the stored power at a moment.
fn wrong_power<I: Impedance>(
    law: &I,
    driven: &Driven<'_, I>,
    stage: &Stage,
    state: &[f64],
) -> Option<String> {
    let motion = driven.motion(stage.time, state);
    let internal = &state[..law.memory().len()];
    let mut rate = vec![0.0; internal.len()];
    driven.respond(stage, &motion, internal, &mut rate);
    let claimed = law.stored_power(&motion, internal, &rate);
    let energy = |h: f64| {
        let moved: Vec<f64> = internal.iter().zip(&rate).map(|(z, r)| z + h * r).collect();
        vec![law.stored_energy(&motion.moved(h), &moved)]
    };
    // The reach is short relative to the step, so that it stays small relative to the yielding of
    // the law.
    disagreement("stored_power", claimed, 0.1 * stage.tau, energy)
}

/// Returns a description of the difference between a stored power and the derivative of the energy.
fn disagreement(
    method: &str,
    claimed: f64,
    reach: f64,
    energy: impl Fn(f64) -> Vec<f64>,
) -> Option<String> {
    let rounding = 1e-14 * energy(0.0)[0].abs() / reach;
    let found = derivative(reach, energy)[0];
    let scale = claimed.abs().max(found.value.abs());
    let allowed = TOLERANCE * scale + found.uncertainty + rounding;
    let agrees = (claimed - found.value).abs() <= allowed;
    let value = found.value;
    (!agrees)
        .then(|| format!("it stores {claimed} W by `{method}` but {value} W by `stored_energy`"))
}

/// Asserts that the powers of an admittance add up, at 256 random states and efforts:
///
/// - its pose changes as its flow says;
/// - [`stored`](stiction_core::Powers::stored) of its [powers](Admittance::powers) is the time derivative of
///   [`stored_energy`](Admittance::stored_energy);
/// - the power that its ports deliver, plus the power supplied, less the power dissipated, is stored.
///
/// Then [`PowerBalance::residual`](stiction_network::PowerBalance::residual) of any network of it
/// is zero to rounding. `typical` is a state with values of typical size: motions are drawn between
/// plus and minus this state, internal variables from half to one and a half of it.
///
/// # Panics
/// If one of them does not hold, if `typical` has another length than the state, or if an entry of
/// `rate` is not written; the message shows the state.
///
/// ```
/// use stiction::prelude::*;
/// let body = RigidBody::cuboid(2.0, stiction::nalgebra::Vector3::new(0.1, 0.2, 0.3))?;
/// stiction::testing::assert_power_balance(&body, &[1.0; 13]);
/// # Ok::<(), ParameterError>(())
/// ```
pub fn assert_power_balance<A: Admittance>(component: &A, typical: &[f64]) {
    let (motions, pose) = (motions_len(component), <<A::Domain as Domain>::Pose as Flat>::LEN);
    let len = motions + component.memory().len();
    if typical.len() != len {
        let (name, found) = (name(component), typical.len());
        super::fail(&format!("{name} has {len} variables, the typical state has {found}"));
    }
    let mut runner = super::same_cases_every_run();
    let numbers = || proptest::collection::vec(-1.0..1.0_f64, len);
    let result = runner.run(&(numbers(), numbers()), |(shares, efforts)| {
        let mut state: Vec<f64> = typical.iter().zip(&shares).map(|(x, s)| x * s).collect();
        for (x, typical) in state.iter_mut().zip(typical).skip(motions) {
            *x = typical + 0.5 * *x;
        }
        for port in state[..motions].chunks_exact_mut(Motion::<A::Domain>::LEN) {
            let Motion { pose, flow } = Motion::<A::Domain>::load(port);
            Motion::<A::Domain> { pose: A::Domain::valid_pose(pose), flow }.store(port);
        }
        let mut rate = vec![UNWRITTEN; len];
        let slots = (0..motions).filter(|slot| slot % Motion::<A::Domain>::LEN >= pose);
        slots.for_each(|slot| rate[slot] = 10.0 * efforts[slot]);
        let given = rate.clone();
        component.rate(&Stage::at(0.0), &state, &mut rate);
        match wrong_balance(component, &state, &given, &rate) {
            Some(wrong) => {
                let name = name(component);
                Err(TestCaseError::fail(format!("{name}: {wrong}, in the state {state:?}")))
            }
            None => Ok(()),
        }
    });
    if let Err(failure) = result {
        super::fail(&failure.to_string());
    }
}

fn motions_len<A: Admittance>(component: &A) -> usize {
    component.ports().count() * Motion::<A::Domain>::LEN
}

fn name<A: Admittance>(component: &A) -> String {
    (component as &dyn AnyAdmittance).name()
}

/// Returns a description of the error in the powers of an admittance; `given` holds the efforts.
fn wrong_balance<A: Admittance>(
    component: &A,
    state: &[f64],
    given: &[f64],
    rate: &[f64],
) -> Option<String> {
    if let Some(index) = first_unwritten(rate) {
        return Some(format!("it leaves entry {index} of `rate` as it was"));
    }
    let (len, pose) = (Motion::<A::Domain>::LEN, <<A::Domain as Domain>::Pose as Flat>::LEN);
    let mut delivered = 0.0;
    for at in (0..motions_len(component)).step_by(len) {
        let motion = Motion::<A::Domain>::load(&state[at..]);
        let expected = flat(&A::Domain::pose_rate(&motion.pose, &motion.flow));
        for (i, (found, expected)) in rate[at..].iter().zip(expected).enumerate() {
            let agrees = (found - expected).abs() <= 1e-12 * (1.0 + expected.abs());
            if !agrees {
                let name = A::Domain::POSE_NAMES.get(i).copied().unwrap_or("pose");
                return Some(format!("{name} changes at {found} but the flow says {expected}"));
            }
        }
        delivered += A::Domain::power(&motion.flow, &Flat::load(&given[at + pose..]));
    }
    let component: &dyn AnyAdmittance = component;
    let powers = component.powers(&Stage::at(0.0), state, rate);
    let stored = component.stored_power(&powers, state, rate);
    let Powers { supplied, dissipated, .. } = powers;
    let energy = |h: f64| {
        let moved: Vec<f64> = state.iter().zip(rate).map(|(x, r)| x + h * r).collect();
        vec![component.stored_energy(&moved)]
    };
    // The fastest variable moves by a ten-thousandth of its size.
    let fastest = state.iter().zip(rate).map(|(x, r)| (r / x).abs()).filter(|r| r.is_finite());
    let reach = 1e-4 / fastest.fold(1.0, f64::max);
    disagreement("powers", stored, reach, energy).or_else(|| {
        let scale = stored.abs() + delivered.abs() + supplied.abs() + dissipated.abs();
        let balanced = (delivered + supplied - dissipated - stored).abs() <= TOLERANCE * scale;
        (!balanced).then(|| {
            format!(
                "its ports deliver {delivered} W and it takes in {supplied} W from outside, but it \
                 stores {stored} W and turns {dissipated} W into heat"
            )
        })
    })
}
