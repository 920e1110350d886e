//! Keeping the state of an instance, and going on from it.

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
                        Some((snapshot, inputs.clone()))
                    }
                };
                (Some(motion), grid)
            }
        };
        Ok(Saved { token: self.model.token.clone(), state: self.state.clone(), motion, grid })
    }

    /// Goes on from a state, of this instance or of another of the same FMU, with the same bits. A state of another FMU
    /// changes nothing; a forged one leaves the instance failed.
    pub(crate) fn restore(&mut self, saved: &Saved) -> Result<(), InstanceError> {
        if saved.token != self.model.token || saved.state.inputs.len() != self.state.inputs.len() {
            return Err(InstanceError::State("it is of another FMU"));
        }
        if saved.state.exchange.is_some() != self.state.exchange.is_some() {
            return Err(InstanceError::State("it is of an instance of the other kind"));
        }
        let is_parameter = |key: &u32| {
            let variable = self.model.variables.get(*key as usize);
            variable.is_some_and(|variable| variable.role == Role::Parameter)
        };
        if !saved.state.parameters.keys().all(is_parameter) {
            return Err(InstanceError::State("it sets variables that are not parameters"));
        }
        let restored = self.take_over(saved);
        if restored.is_err() {
            self.fail();
        }
        restored
    }

    fn take_over(&mut self, saved: &Saved) -> Result<(), InstanceError> {
        // Equal numbers make equal mechanisms.
        if self.state.parameters != saved.state.parameters {
            self.mechanism = None;
        }
        self.state.parameters.clone_from(&saved.state.parameters);
        self.state.inputs.clone_from(&saved.state.inputs);
        match &saved.motion {
            None => self.mechanism = None,
            Some(motion) => {
                let Moving { sim, outputs, grid, .. } = self.moving()?;
                outputs.forget();
                *grid = None;
                if let Some((on_grid, inputs)) = &saved.grid {
                    sim.restore(on_grid)?;
                    *grid = Some((sim.mark(), inputs.clone()));
                }
                sim.restore(motion)?;
            }
        }
        self.state = saved.state.clone();
        Ok(())
    }
}
