//! A task repeated many times, by the library and by hand.

use stiction::ode::RungeKutta;
use stiction::prelude::*;

use crate::hand_written::{Rhs, Rk4};

/// Step of the mechanisms \[s\].
pub(crate) const STEP: f64 = 1e-4;

/// One implementation of a task.
pub(crate) trait Work {
    /// Makes this number of further steps.
    fn run(&mut self, steps: u32);
    /// Returns the results so far, sorted because the two ways order them differently.
    fn result(&self) -> Vec<f64>;
}

pub(crate) type Make = fn() -> Box<dyn Work>;

/// A task in two implementations.
pub(crate) struct Case {
    /// Name in baselines and goals.
    pub(crate) key: &'static str,
    /// Description.
    pub(crate) title: &'static str,
    /// Number of copies; figures are for one.
    pub(crate) copies: usize,
    pub(crate) composed: Make,
    pub(crate) by_hand: Option<Make>,
}

fn sorted(values: &[f64]) -> Vec<f64> {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    values
}

/// Hand-written mechanism.
pub(crate) struct ByHand<F> {
    rhs: F,
    rk4: Rk4,
    x: Vec<f64>,
    done: u64,
}

impl<F: Rhs + 'static> ByHand<F> {
    pub(crate) fn boxed(rhs: F, x: Vec<f64>) -> Box<dyn Work> {
        Box::new(Self { rhs, rk4: Rk4::new(x.len()), x, done: 0 })
    }
}

impl<F: Rhs> Work for ByHand<F> {
    fn run(&mut self, steps: u32) {
        for _ in 0..steps {
            self.rk4.step(&self.rhs, self.done as f64 * STEP, STEP, &mut self.x);
            self.done += 1;
        }
    }
    fn result(&self) -> Vec<f64> {
        sorted(&self.x)
    }
}

/// Mechanism composed of components.
pub(crate) struct Composed {
    network: Network,
    stepper: RungeKutta,
    x: Vec<f64>,
    done: u64,
}

impl Composed {
    pub(crate) fn boxed(network: Network) -> Box<dyn Work> {
        let x = network.initial_state().values().to_vec();
        Box::new(Self { stepper: RungeKutta::new(Tableau::rk4(), x.len()), network, x, done: 0 })
    }
}

impl Work for Composed {
    fn run(&mut self, steps: u32) {
        for _ in 0..steps {
            let time = self.done as f64 * STEP;
            self.stepper.step(&self.network, time, STEP, &mut self.x).expect("finite");
            self.done += 1;
        }
    }
    fn result(&self) -> Vec<f64> {
        sorted(&self.x)
    }
}
