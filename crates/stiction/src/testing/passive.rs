//! Check that a law never returns more energy than it received.

use proptest::test_runner::TestCaseError;
use stiction_core::Impedance;
use stiction_network::ode::OdeError;

use super::driven::{Driven, coefficient_count};

/// Size of the random motions that a law is driven with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motions {
    /// Excursion on every axis, m or rad (of a frame: m along and rad about its axes): each motion reaches this from
    /// the start on average, and twice this at most. Choose a few multiples of the break-away deflection.
    pub amplitude: f64,
    /// Fundamental angular frequency \[rad/s\].
    pub angular_frequency: f64,
    /// Steps per fundamental period.
    pub steps: usize,
}

/// Asserts that, over random smooth motions from rest, the work done on the law never becomes negative: it cannot
/// return energy that it did not receive.
///
/// The law may have any domain, including a frame. `rate` is filled with NaN before a call of the law, so that an entry
/// that it does not write is found.
///
/// # Panics
/// If it does, by more than 1e-9 of the work turned over; the message shows the motion. Also if it does not write an
/// entry of `rate`.
pub fn assert_passive<I: Impedance>(law: &I, motions: Motions) {
    let mut runner = super::same_cases_every_run();
    let coefficients = proptest::collection::vec(-1.0..1.0_f64, coefficient_count::<I::Domain>());
    let result = runner.run(&coefficients, |coefficients| {
        let driven = Driven::new(law, motions, &coefficients);
        let (least, turnover) =
            work(law, &driven).map_err(|error| failure(law, &driven, &error))?;
        proptest::prop_assert!(
            least >= -1e-9 * turnover,
            "{} gives back {} J more than it was given (of {turnover} J turned over) when driven \
             at {motions:?} with the harmonics {coefficients:?}",
            law.name(),
            -least
        );
        Ok(())
    });
    if let Err(failure) = result {
        super::fail(&failure.to_string());
    }
}

/// Returns a description of the error for a law that could not be driven.
pub(super) fn failure<I: Impedance>(
    law: &I,
    driven: &Driven<'_, I>,
    error: &OdeError,
) -> TestCaseError {
    TestCaseError::fail(match driven.unwritten() {
        Some(index) => super::left_out(&law.name(), &law.memory().name(index), index),
        None => format!("{}: {error}", law.name()),
    })
}

/// Returns the smallest work done on the law during three periods of a motion, and the work turned over \[J\].
///
/// The motion has `3` harmonics of the fundamental on every axis, each with a coefficient of -1 to 1,
/// and starts from rest at the origin.
///
/// # Errors
/// If the internal state of the law blows up, or if the law does not write its rate.
pub fn least_work<I: Impedance>(
    law: &I,
    motions: Motions,
    coefficients: &[f64],
) -> Result<(f64, f64), OdeError> {
    work(law, &Driven::new(law, motions, coefficients))
}

fn work<I: Impedance>(law: &I, driven: &Driven<'_, I>) -> Result<(f64, f64), OdeError> {
    let internal = law.memory().len();
    let (mut least, mut turnover) = (0.0_f64, 0.0);
    driven.run(|_, state| {
        least = least.min(state[internal]);
        turnover = state[internal + 1];
    })?;
    Ok((least, turnover))
}
