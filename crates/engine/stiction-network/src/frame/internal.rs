//! The internal state of components: read, set and named by handle.

use stiction_core::{Admittance, Impedance, Memory, VariableName, short_type_name};

use crate::compose::builder::NetworkBuilder;
use crate::compose::handle::{Handle, Wire};
use crate::compose::start::check_numbers;
use crate::error::NetworkError;
use crate::frame::observer::Frame;
use crate::network::Network;
use crate::step::simulation::Simulation;
use crate::step::state::State;

/// Handles of components that may have internal state: the [`Handle`] of an admittance, the [`Wire`] of an impedance.
pub trait HasInternal: Copy {
    /// Returns where its variables end in the state, and the internal ones, which are the last.
    #[doc(hidden)]
    fn memory(self, of: &Network) -> Result<(usize, Memory<'_>), NetworkError>;
    /// Returns the name of the type in messages.
    #[doc(hidden)]
    fn component() -> String;
}

impl<A: Admittance> HasInternal for Handle<A> {
    fn memory(self, of: &Network) -> Result<(usize, Memory<'_>), NetworkError> {
        let span = of.node_span(self)?;
        Ok((span.range().end, of.node_at(span).memory()))
    }
    fn component() -> String {
        short_type_name::<A>()
    }
}

impl<I: Impedance + ?Sized> HasInternal for Wire<I> {
    fn memory(self, of: &Network) -> Result<(usize, Memory<'_>), NetworkError> {
        let span = of.wire_span(self)?;
        Ok((span.range().end, of.wire_at(span).law.memory()))
    }
    fn component() -> String {
        short_type_name::<I>()
    }
}

impl Network {
    /// Returns the names and units of the internal variables of an impedance or an admittance.
    ///
    /// # Errors
    /// [`NetworkError::Foreign`].
    pub fn internal_names<C: HasInternal>(
        &self,
        component: C,
    ) -> Result<Vec<VariableName>, NetworkError> {
        Ok(component.memory(self)?.1.names().collect())
    }

    /// Sets the internal state of an impedance or of an admittance.
    ///
    /// # Errors
    /// [`NetworkError::Foreign`], [`NetworkError::VariableCount`]. The state is then as it was.
    pub fn set_internal<C: HasInternal>(
        &self,
        component: C,
        state: &mut State,
        internal: &[f64],
    ) -> Result<(), NetworkError> {
        self.check_state(state)?;
        let (end, memory) = component.memory(self)?;
        let variables = end - memory.len()..end;
        if internal.len() != variables.len() {
            let state = format!("internal state of {}", C::component());
            let (expected, found) = (variables.len(), internal.len());
            return Err(NetworkError::VariableCount { state, expected, found });
        }
        state.values[variables].copy_from_slice(internal);
        Ok(())
    }
}

impl Simulation {
    /// Returns what [`Frame::internal`] returns.
    ///
    /// # Errors
    /// [`NetworkError::Foreign`].
    pub fn internal<C: HasInternal>(&self, component: C) -> Result<&[f64], NetworkError> {
        self.frame().internal(component)
    }
}

impl<'a> Frame<'a> {
    /// Returns all variables of an admittance: the motions of its ports one after the other, each of its
    /// [domain](stiction_core::UnlikePorts::domain), then the internal ones.
    ///
    /// # Errors
    /// [`NetworkError::Foreign`].
    pub fn variables<A: Admittance>(&self, handle: Handle<A>) -> Result<&'a [f64], NetworkError> {
        Ok(&self.state.values[self.network.node_span(handle)?.range()])
    }

    /// Returns the internal state of an impedance (the deflection of a bristle) or of an admittance (the pressure
    /// in a cylinder).
    ///
    /// # Errors
    /// [`NetworkError::Foreign`].
    pub fn internal<C: HasInternal>(&self, component: C) -> Result<&'a [f64], NetworkError> {
        let (end, memory) = component.memory(self.network)?;
        Ok(&self.state.values[end - memory.len()..end])
    }
}

impl NetworkBuilder {
    /// Sets the internal state with which an admittance starts; it is zero otherwise.
    ///
    /// # Errors
    /// [`NetworkError::Foreign`] if it belongs to another network,
    /// [`NetworkError::VariableCount`] unless there is a value for every internal variable,
    /// [`NetworkError::Start`] if one is not finite. The start is then as it was.
    pub fn set_internal<A: Admittance>(
        &mut self,
        handle: Handle<A>,
        internal: &[f64],
    ) -> Result<(), NetworkError> {
        let (node, start) = self.start_of(handle)?;
        let motions = node.ports().offset(node.ports().count());
        if motions + internal.len() != start.len() {
            let state = format!("internal state of {}", node.name());
            let (expected, found) = (start.len() - motions, internal.len());
            return Err(NetworkError::VariableCount { state, expected, found });
        }
        let state = [&start[..motions], internal].concat();
        check_numbers(node, &state)?;
        *start = state;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::components::Mass;
    use stiction_core::{InternalVariables, Line, Motion, Stage};

    /// A piston under a pressure.
    #[derive(Clone, Debug)]
    struct Cylinder;

    impl Admittance for Cylinder {
        type Domain = Line;
        fn memory(&self) -> Memory<'_> {
            Memory::others(1).told_by(self)
        }
        fn rate(&self, _: &Stage, _: &[f64], rate: &mut [f64]) {
            rate.fill(0.0);
        }
        fn stored_energy(&self, _: &[f64]) -> f64 {
            0.0
        }
    }
    impl InternalVariables for Cylinder {
        fn internal_name(&self, _: usize) -> VariableName {
            VariableName::new("pressure", "Pa")
        }
    }

    fn pressed() -> (NetworkBuilder, Handle<Cylinder>) {
        let mut net = NetworkBuilder::new();
        net.add(Mass(1.0), Motion::new(0.0, 1.0)).unwrap();
        let press = net.add(Cylinder, Motion::default()).unwrap();
        (net, press)
    }

    #[test]
    fn the_internal_state_of_an_admittance_is_set_read_and_named() {
        let (mut net, press) = pressed();
        let (_, stranger) = pressed();
        let error = net.set_internal(press, &[1.0, 2.0]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the length of the internal state of Cylinder must be 1, not 2"
        );
        let error = net.set_internal(press, &[f64::NAN]).unwrap_err();
        assert_eq!(error.to_string(), "Cylinder: initial pressure = NaN must be finite");
        let error = net.set_internal(stranger, &[1.0]).unwrap_err();
        assert!(matches!(error, NetworkError::Foreign { .. }));
        net.set_internal(press, &[2e6]).unwrap();
        let network = net.build().unwrap();
        let mut state = network.initial_state();
        let frame = network.frame(&state, Stage::at(0.0)).unwrap();
        assert_eq!(frame.internal(press).unwrap(), [2e6]);
        assert_eq!(frame.motion(press).unwrap(), Motion::default());
        assert!(frame.internal(stranger).is_err());
        network.set_internal(press, &mut state, &[5e6]).unwrap();
        assert!(network.set_internal(press, &mut state, &[]).is_err());
        let names = network.internal_names(press).unwrap();
        assert_eq!(names.iter().map(ToString::to_string).collect::<Vec<_>>(), ["pressure [Pa]"]);
        let index = state.values().iter().position(|&value| value == 5e6).unwrap();
        assert_eq!(network.describe_variable(index).1, "pressure");
    }
}
