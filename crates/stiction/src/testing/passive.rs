//! Does a law ever give back more than it was given?

use proptest::test_runner::TestCaseError;
use stiction_core::{Impedance, Motion, Stage, Vector, VectorDomain};
use stiction_ode::{Ode, RungeKutta, Tableau};

/// Size of the random motions that a law is driven with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motions {
    /// Largest excursion, m or rad. Choose some multiples of the break-away deflection.
    pub amplitude: f64,
    /// Fundamental angular frequency \[rad/s\].
    pub angular_frequency: f64,
    /// Steps per fundamental period.
    pub steps: usize,
}

/// Asserts that, over random smooth motions from rest, the work done on the law never becomes
/// negative: it cannot give back what it was not given.
///
/// # Panics
/// If it does, by more than 1e-9 of the work turned over; the message shows the motion.
pub fn assert_passive<I>(law: &I, motions: Motions)
where
    I: Impedance<Domain: VectorDomain>,
{
    let mut runner = super::same_cases_every_run();
    let coefficients = proptest::collection::vec(-1.0..1.0_f64, HARMONICS * axes::<I>());
    let result = runner.run(&coefficients, |coefficients| {
        let (least, turnover) = least_work(law, motions, &coefficients)
            .map_err(|error| TestCaseError::fail(error.to_string()))?;
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

const HARMONICS: usize = 3;

fn axes<I: Impedance<Domain: VectorDomain>>() -> usize {
    use stiction_core::Flat;
    <<I::Domain as VectorDomain>::Vector as Flat>::LEN
}

/// Smallest work done on the law during three periods of a motion, and the work turned over \[J\].
///
/// The motion has `3` harmonics of the fundamental on every axis, each with a coefficient of -1 to 1,
/// and starts from rest at the origin.
///
/// # Errors
/// If the internal state of the law blows up.
pub fn least_work<I>(
    law: &I,
    motions: Motions,
    coefficients: &[f64],
) -> Result<(f64, f64), stiction_ode::OdeError>
where
    I: Impedance<Domain: VectorDomain>,
{
    let driven = Driven { law, motions, coefficients };
    let step = std::f64::consts::TAU / motions.angular_frequency / motions.steps.max(1) as f64;
    let mut state = vec![0.0; driven.dim()];
    let mut stepper = RungeKutta::new(Tableau::rk4(), driven.dim());
    let internal = law.internal_len();
    let mut least = 0.0_f64;
    for k in 0..3 * motions.steps {
        stepper.step(&driven, k as f64 * step, step, &mut state)?;
        least = least.min(state[internal]);
    }
    Ok((least, state[internal + 1]))
}

/// The internal state of a driven law, then the work done on it and the work turned over.
struct Driven<'a, I> {
    law: &'a I,
    motions: Motions,
    coefficients: &'a [f64],
}

impl<I: Impedance<Domain: VectorDomain>> Driven<'_, I> {
    fn motion(&self, time: f64) -> Motion<I::Domain> {
        use stiction_core::Flat;
        let count = axes::<I>();
        let (mut pose, mut flow) = (vec![0.0; count], vec![0.0; count]);
        for (i, c) in self.coefficients.iter().take(HARMONICS * count).enumerate() {
            let frequency = self.motions.angular_frequency * (1 + i / count) as f64;
            let size = c * self.motions.amplitude / HARMONICS as f64;
            let (sine, cosine) = (frequency * time).sin_cos();
            pose[i % count] += size * (1.0 - cosine);
            flow[i % count] += size * frequency * sine;
        }
        Motion { pose: Flat::load(&pose), flow: Flat::load(&flow) }
    }
}

impl<I: Impedance<Domain: VectorDomain>> Ode for Driven<'_, I> {
    fn dim(&self) -> usize {
        self.law.internal_len() + 2
    }
    fn rhs(&self, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        let internal = self.law.internal_len();
        let motion = self.motion(stage.time);
        let effort = self.law.respond(stage, &motion, &x[..internal], &mut dx[..internal]);
        let power = -motion.flow.dot(&effort);
        dx[internal] = power;
        dx[internal + 1] = power.abs();
    }
}
