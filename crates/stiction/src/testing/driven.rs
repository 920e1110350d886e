//! A law driven by a prescribed motion, with the work done on it.

use std::f64::consts::TAU;
use std::sync::atomic::{AtomicUsize, Ordering};

use stiction_core::{Domain, Effort, Flat, Impedance, Motion, PoseOf, Stage};
use stiction_network::ode::{Ode, OdeError, RungeKutta, Tableau};

use super::Motions;

/// Harmonics on every axis of a motion.
const HARMONICS: usize = 3;

/// Returns the number of coefficients of a motion in a domain.
pub(super) const fn coefficient_count<D: Domain>() -> usize {
    HARMONICS * <D::Flow as Flat>::LEN
}

/// Initial content of `rate`: a NaN whose bits no arithmetic produces.
pub(super) const UNWRITTEN: f64 = f64::from_bits(0x7ff8_5717_c710_4e0d);

/// Returns the first entry that a component did not write.
pub(super) fn first_unwritten(rate: &[f64]) -> Option<usize> {
    rate.iter().position(|value| value.to_bits() == UNWRITTEN.to_bits())
}

/// A law moved from rest at the origin by harmonics of a fundamental.
///
/// Its state consists of the internal state of the law, the work done on it, the work turned over,
/// and the pose.
pub(super) struct Driven<'a, I> {
    law: &'a I,
    motions: Motions,
    coefficients: &'a [f64],
    /// First entry of `rate` that the law did not write, or `usize::MAX`.
    unwritten: AtomicUsize,
}

impl<'a, I: Impedance> Driven<'a, I> {
    pub(super) const fn new(law: &'a I, motions: Motions, coefficients: &'a [f64]) -> Self {
        Self { law, motions, coefficients, unwritten: AtomicUsize::new(usize::MAX) }
    }

    /// Returns the internal variable whose rate the law omitted, if any.
    pub(super) fn unwritten(&self) -> Option<usize> {
        Some(self.unwritten.load(Ordering::Relaxed)).filter(|&index| index < usize::MAX)
    }

    /// Runs three periods of the motion and passes the state after every step to `see`.
    pub(super) fn run(&self, mut see: impl FnMut(&Stage, &[f64])) -> Result<(), OdeError> {
        let step = TAU / self.motions.angular_frequency / self.motions.steps.max(1) as f64;
        let mut state = vec![0.0; self.dim()];
        PoseOf::<I::Domain>::default().store(&mut state[self.law.memory().len() + 2..]);
        let mut stepper = RungeKutta::new(Tableau::rk4(), self.dim());
        for k in 0..3 * self.motions.steps {
            stepper.step(self, k as f64 * step, step, &mut state)?;
            see(&Stage::first((k + 1) as f64 * step, step), &state);
        }
        Ok(())
    }

    /// Returns the motion at a time and state.
    pub(super) fn motion(&self, time: f64, state: &[f64]) -> Motion<I::Domain> {
        let count = <<I::Domain as Domain>::Flow as Flat>::LEN;
        let mut flow = vec![0.0; count];
        let used = coefficient_count::<I::Domain>();
        for (i, c) in self.coefficients.iter().take(used).enumerate() {
            let frequency = self.motions.angular_frequency * (1 + i / count) as f64;
            let size = c * self.motions.amplitude / HARMONICS as f64;
            flow[i % count] += size * frequency * (frequency * time).sin();
        }
        let pose = I::Domain::valid_pose(Flat::load(&state[self.law.memory().len() + 2..]));
        Motion { pose, flow: Flat::load(&flow) }
    }

    /// Returns the effort of the law and writes the rate of its internal state to `rate`.
    pub(super) fn respond(
        &self,
        stage: &Stage,
        motion: &Motion<I::Domain>,
        internal: &[f64],
        rate: &mut [f64],
    ) -> Effort<I::Domain> {
        rate.fill(UNWRITTEN);
        let effort = self.law.respond(stage, motion, internal, rate);
        if let Some(index) = first_unwritten(rate) {
            self.unwritten.fetch_min(index, Ordering::Relaxed);
        }
        effort
    }
}

impl<I: Impedance> Ode for Driven<'_, I> {
    fn dim(&self) -> usize {
        self.law.memory().len() + 2 + <PoseOf<I::Domain> as Flat>::LEN
    }
    fn rhs(&self, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        let internal = self.law.memory().len();
        let motion = self.motion(stage.time, x);
        let (rate, rest) = dx.split_at_mut(internal);
        let effort = self.respond(stage, &motion, &x[..internal], rate);
        let power = -I::Domain::power(&motion.flow, &effort);
        rest[0] = power;
        rest[1] = power.abs();
        I::Domain::pose_rate(&motion.pose, &motion.flow).store(&mut rest[2..]);
    }
}
