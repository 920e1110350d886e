//! Reading and setting variables by their value references.

use super::{Instance, Moving, finite};
use crate::error::InstanceError;
use crate::model::{Role, Variable};
use crate::phase::Phase;

impl Instance {
    /// Writes the numbers of the given value references.
    pub(crate) fn numbers(
        &mut self,
        references: &[u32],
        values: &mut [f64],
    ) -> Result<(), InstanceError> {
        self.state.phase.require(&Phase::READABLE, "reading variables")?;
        same_length(references.len(), values.len())?;
        references.iter().try_for_each(|&reference| self.of_kind(reference, false).map(drop))?;
        for (&reference, value) in references.iter().zip(values) {
            let variable = &self.model.variables[reference as usize];
            *value = match variable.role {
                Role::Time => self.state.now,
                Role::Input(place) => self.state.inputs[place],
                Role::Output(group, place) => {
                    let since = self.state.exchange.as_ref().map(|exchange| exchange.since);
                    let Moving { sim, outputs, .. } = self.moving()?;
                    let frame =
                        || since.map_or_else(|| sim.frame(), |since| sim.frame_since(since));
                    outputs.column(frame, group, place)?
                }
                Role::State(index) => self.moving()?.sim.state().values()[index],
                Role::Rate(index) => {
                    let since = self.state.exchange.as_ref().map(|exchange| exchange.since);
                    let Moving { sim, outputs, .. } = self.moving()?;
                    outputs.rate(|| sim.frame_since(since.unwrap_or(sim.time())), index)?
                }
                Role::Parameter | Role::Sticking(_) => {
                    let start = variable.start.unwrap_or_default();
                    self.state.parameters.get(&reference).copied().unwrap_or(start)
                }
            };
        }
        Ok(())
    }

    /// Writes the Booleans of the given value references: whether connections stick.
    pub(crate) fn booleans(
        &mut self,
        references: &[u32],
        values: &mut [bool],
    ) -> Result<(), InstanceError> {
        self.state.phase.require(&Phase::READABLE, "reading variables")?;
        same_length(references.len(), values.len())?;
        let groups =
            references.iter().map(|&reference| match self.of_kind(reference, true)?.role {
                Role::Sticking(group) => Ok(group),
                _ => Err(InstanceError::Reference { kind: "Boolean", reference }),
            });
        let groups: Vec<usize> = groups.collect::<Result<_, InstanceError>>()?;
        for (group, value) in groups.into_iter().zip(values) {
            *value = match &self.state.exchange {
                // It changes at events only.
                Some(exchange) => exchange.stuck(group),
                None => {
                    let Moving { sim, outputs, .. } = self.moving()?;
                    outputs.sticks(|| sim.frame(), group)?
                }
            };
        }
        Ok(())
    }

    /// Sets inputs, and before the end of the initialization parameters. All are set or none.
    pub(crate) fn set_numbers(
        &mut self,
        references: &[u32],
        values: &[f64],
    ) -> Result<(), InstanceError> {
        self.state.phase.require(&Phase::SETTABLE, "setting variables")?;
        same_length(references.len(), values.len())?;
        for (&reference, &value) in references.iter().zip(values) {
            let variable = self.of_kind(reference, false)?;
            let refuse =
                |reason| Err(InstanceError::NotSettable { name: variable.name.clone(), reason });
            match variable.role {
                Role::Input(_) => {}
                Role::Parameter if !Phase::OPEN.contains(&self.state.phase) => {
                    return refuse("a parameter is fixed from the end of the initialization on");
                }
                Role::Parameter => {}
                Role::Time => return refuse("the time is that of the communication points"),
                Role::State(_) => {
                    return refuse("it is a continuous state: all are set together");
                }
                Role::Output(..) | Role::Sticking(_) | Role::Rate(_) => {
                    return refuse("it is computed");
                }
            }
            finite(&variable.name, value)?;
        }
        for (&reference, &value) in references.iter().zip(values) {
            match self.model.variables[reference as usize].role {
                Role::Input(place) => self.state.inputs[place] = value,
                _ => {
                    self.state.parameters.insert(reference, value);
                    self.mechanism = None;
                }
            }
        }
        match &mut self.mechanism {
            Some(moving) => moving.set_inputs(&self.state.inputs),
            None => Ok(()),
        }
    }

    /// Refuses to set Booleans: all of them are computed.
    pub(crate) fn set_booleans(&mut self, references: &[u32]) -> Result<(), InstanceError> {
        self.state.phase.require(&Phase::SETTABLE, "setting variables")?;
        let Some(&reference) = references.first() else { return Ok(()) };
        let name = self.of_kind(reference, true)?.name.clone();
        Err(InstanceError::NotSettable { name, reason: "it is computed" })
    }

    fn of_kind(&self, reference: u32, is_boolean: bool) -> Result<&Variable, InstanceError> {
        let kind = if is_boolean { "Boolean" } else { "Float64 (Real)" };
        let found = self.model.variables.get(reference as usize);
        found
            .filter(|variable| variable.is_boolean() == is_boolean)
            .ok_or(InstanceError::Reference { kind, reference })
    }
}

pub(super) fn same_length(expected: usize, given: usize) -> Result<(), InstanceError> {
    if expected == given { Ok(()) } else { Err(InstanceError::Length { given, expected }) }
}
