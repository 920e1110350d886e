//! Keeping the state of an instance, and going on from it.

use std::collections::BTreeMap;

use super::{Instance, Moving};
use crate::error::InstanceError;
use crate::model::Role;
use crate::saved::Saved;

impl Instance {
    /// Returns the present state.
    pub(crate) fn save(&mut self) -> Result<Saved, InstanceError> {
        let (motion, grid) = match &mut self.mechanism {
            None => (None, None),
            Some(moving) => {
                let motion = moving.sim.snapshot();
                let grid = match &moving.grid {
                    None => None,
                    Some((mark, inputs)) => {
                        let here = moving.sim.mark();
                        moving.sim.return_to(mark)?;
                        let snapshot = moving.sim.snapshot();
                        moving.sim.return_to(&here)?;
                        Some((snapshot, bits(inputs)))
                    }
                };
                (Some(motion), grid)
            }
        };
        Ok(Saved {
            token: self.model.token.clone(),
            phase: self.phase,
            is_set_up: self.is_set_up,
            start: self.start.to_bits(),
            stop: self.stop.map(f64::to_bits),
            now: self.now.to_bits(),
            inputs: bits(&self.inputs),
            parameters: self
                .parameters
                .iter()
                .map(|(&key, value)| (key, value.to_bits()))
                .collect(),
            motion,
            grid,
            exchange: self.exchange.clone(),
        })
    }

    /// Goes on from a state, of this instance or of another of the same FMU, with the same bits. A state of another FMU
    /// changes nothing; a forged one leaves the instance failed.
    pub(crate) fn restore(&mut self, saved: &Saved) -> Result<(), InstanceError> {
        if saved.token != self.model.token || saved.inputs.len() != self.inputs.len() {
            return Err(InstanceError::State("it is of another FMU"));
        }
        if saved.exchange.is_some() != self.exchange.is_some() {
            return Err(InstanceError::State("it is of an instance of the other kind"));
        }
        let parameters = saved.parameters.iter().map(|&(key, value)| (key, f64::from_bits(value)));
        let parameters: BTreeMap<u32, f64> = parameters.collect();
        let is_parameter = |key: &u32| {
            let variable = self.model.variables.get(*key as usize);
            variable.is_some_and(|variable| variable.role == Role::Parameter)
        };
        if !parameters.keys().all(is_parameter) {
            return Err(InstanceError::State("it sets variables that are not parameters"));
        }
        let restored = self.take_over(saved, parameters);
        if restored.is_err() {
            self.fail();
        }
        restored
    }

    fn take_over(
        &mut self,
        saved: &Saved,
        parameters: BTreeMap<u32, f64>,
    ) -> Result<(), InstanceError> {
        // Equal numbers make equal mechanisms.
        if self.parameters != parameters {
            self.mechanism = None;
        }
        self.parameters = parameters;
        self.inputs = numbers(&saved.inputs);
        match &saved.motion {
            None => self.mechanism = None,
            Some(motion) => {
                let Moving { sim, outputs, grid, .. } = self.moving()?;
                outputs.forget();
                *grid = None;
                if let Some((on_grid, inputs)) = &saved.grid {
                    sim.restore(on_grid)?;
                    *grid = Some((sim.mark(), numbers(inputs)));
                }
                sim.restore(motion)?;
            }
        }
        self.phase = saved.phase;
        self.exchange.clone_from(&saved.exchange);
        self.is_set_up = saved.is_set_up;
        self.start = f64::from_bits(saved.start);
        self.stop = saved.stop.map(f64::from_bits);
        self.now = f64::from_bits(saved.now);
        Ok(())
    }
}

fn bits(numbers: &[f64]) -> Vec<u64> {
    numbers.iter().map(|number| number.to_bits()).collect()
}
fn numbers(bits: &[u64]) -> Vec<f64> {
    bits.iter().copied().map(f64::from_bits).collect()
}
