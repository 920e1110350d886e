//! A mechanism as a solver of others sees it: rates in continuous time.
//!
//! The schemes of this library tell every law the length of a stage. A solver that knows a mechanism only as
//! `dx/dt = f(t, x)`, one of an importer of FMUs say, has no such length. It is given the rates at
//! τ = 0, where each law is that of continuous time:
//!
//! ```
//! use stiction_core::{Body, Direct, Line, Motion, Stage, impedance::from_fn};
//! use stiction_network::{NetworkBuilder, Simulation};
//! use stiction_network::ode::Tableau;
//! # #[derive(Debug)]
//! # struct Cart(f64);
//! # impl Body for Cart {
//! #     type Domain = Line;
//! #     fn accelerate(&self, _: &Stage, motion: &Motion<Line>, force: &f64) -> (f64, f64) {
//! #         (motion.flow, force / self.0)
//! #     }
//! #     fn energy(&self, motion: &Motion<Line>) -> f64 { 0.5 * self.0 * motion.flow.powi(2) }
//! # }
//! let mut net = NetworkBuilder::new();
//! let cart = net.add(Cart(2.0), Motion::default())?;
//! net.connect(from_fn::<Line, _>(|_, motion| -8.0 * motion.pose), Direct::new(), cart.port())?;
//! let mut sim = Simulation::new(net.build()?, Tableau::rk4(), 1e-3)?;
//!
//! assert!(sim.network().obstacles(sim.state())?.is_empty());
//! let mut rates = [0.0; 2];
//! sim.set_time(0.25)?;
//! sim.set_values(&[0.5, 3.0])?;
//! sim.frame_since(0.0).rates(&mut rates)?;
//! assert_eq!(rates, [3.0, -2.0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Jumps
//! From one jump of a signal to the next the solver must see one branch, also where it looks beyond the end:
//! so it says since when it goes without a break, and ends where [`Simulation::next_jump`] says.

use crate::ode::{Clock, Ode};
use stiction_core::{Stage, VariableName};

use crate::error::{NetworkError, SimulationError};
use crate::frame::observer::Frame;
use crate::network::Network;
use crate::step::driven::Driven;
use crate::step::simulation::Simulation;
use crate::step::state::State;

/// The largest nominal value of a deflection \[m\] or \[rad\].
const LARGEST_DEFLECTION: f64 = 1e-3;

/// A variable of the state.
#[derive(Clone, Debug, PartialEq)]
pub struct StateVariable {
    /// Name of the component that it belongs to.
    pub component: String,
    /// Name of the variable; the unit of a motion is empty, because its name tells it.
    pub name: VariableName,
    /// Size that is small for it, for absolute tolerances: for the deflection of a bristle the one under 1 N
    /// (1 N m), at most 1 mm (1 mrad); 1 for everything else.
    pub nominal: f64,
}

/// Reason why a mechanism is not an ordinary differential equation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Obstacle {
    /// A body whose state is pulled back onto a constraint after every step.
    #[error(
        "`{component}` is pulled back onto a constraint after every step ({variable}), which a solver of others does not do"
    )]
    Projected {
        /// Its name.
        component: String,
        /// The first variable that is pulled back.
        variable: String,
    },
    /// A component that has no finite rate, or effort, without the length of a stage.
    #[error("in continuous time, {what}")]
    NotFinite {
        /// The error, which names the rate or effort.
        what: String,
    },
}

impl Network {
    /// Returns all variables of the state, in its order.
    #[must_use]
    pub fn state_variables(&self) -> Vec<StateVariable> {
        let describe = |index| {
            let (component, name) = self.describe_variable(index);
            StateVariable { component, name: VariableName::new(name, ""), nominal: 1.0 }
        };
        let mut all: Vec<StateVariable> = (0..self.dim()).map(describe).collect();
        for (_, span) in self.placed_wires.iter() {
            let law = self.wire_at(span).law;
            for (index, variable) in all[span.range()].iter_mut().enumerate() {
                variable.name = law.memory().name(index);
                let Some((flow, stiffness)) = law.bristle(index) else { continue };
                let bent = stiffness.map_or(LARGEST_DEFLECTION, |stiffness| 1.0 / stiffness);
                variable.nominal = bent.min(LARGEST_DEFLECTION);
                if variable.name.unit.is_empty() {
                    let turns = flow == "rate" || flow.starts_with('w');
                    variable.name.unit = if turns { "rad" } else { "m" }.into();
                }
            }
        }
        all
    }

    /// Returns the obstacles to the mechanism in a state being an ordinary differential equation; empty if it is one.
    ///
    /// A body that is projected is found by projecting a state off all constraints.
    ///
    /// # Errors
    /// [`NetworkError::Foreign`].
    pub fn obstacles(&self, state: &State) -> Result<Vec<Obstacle>, NetworkError> {
        /// Share of a value, and of 1, by which a state is moved off.
        const OFF: f64 = 1e-3;
        let frame = self.frame(state, Stage::at(state.time))?;
        let off: Vec<f64> = state.values.iter().map(|x| x + OFF * (1.0 + x.abs())).collect();
        let mut projected = off.clone();
        Ode::project(self, &mut projected);
        let mut found: Vec<Obstacle> = vec![];
        for index in (0..off.len()).filter(|&index| off[index] != projected[index]) {
            let (component, variable) = self.describe_variable(index);
            let is_known = |other: &Obstacle| matches!(other, Obstacle::Projected { component: known, .. } if *known == component);
            if !found.iter().any(is_known) {
                found.push(Obstacle::Projected { component, variable });
            }
        }
        if let Err(error) = frame.rates(&mut vec![0.0; self.dim()]) {
            found.push(Obstacle::NotFinite { what: error.to_string() });
        }
        Ok(found)
    }
}

impl Frame<'_> {
    /// Returns the rates of all variables of the state, as the components give them at the stage of this frame.
    ///
    /// # Errors
    /// [`SimulationError::Culprit`] or [`SimulationError::Rate`] if one is not finite,
    /// [`NetworkError::VariableCount`] unless there is a place for each.
    pub fn rates(&self, rates: &mut [f64]) -> Result<(), SimulationError> {
        let (network, x) = (self.network, &self.state.values);
        network.check_count(rates.len())?;
        network.rhs(&self.stage, x, rates);
        let Some(index) = rates.iter().position(|rate| !rate.is_finite()) else { return Ok(()) };
        if let Some(culprit) = network.examine(&self.stage, x).culprit() {
            return Err(Box::new(culprit).into());
        }
        let (component, variable) = network.describe_variable(index);
        Err(SimulationError::Rate { component, variable, time: self.stage.time })
    }
}

impl Simulation {
    /// Puts the clock to a time \[s\], where a new grid of steps starts; the variables stay.
    ///
    /// # Errors
    /// [`OdeError`](crate::ode::OdeError) unless it is finite; nothing changes then.
    pub fn set_time(&mut self, time: f64) -> Result<(), SimulationError> {
        self.start_anew(Clock::starting_at(time))
    }

    /// Replaces all variables of the state; the time stays, and a new grid of steps starts.
    ///
    /// # Errors
    /// [`NetworkError::VariableCount`]; [`NetworkError::Start`] if a value is not finite. Nothing changes then.
    pub fn set_values(&mut self, values: &[f64]) -> Result<(), SimulationError> {
        self.network().check_count(values.len())?;
        self.network().check_finite(values)?;
        self.state.values.copy_from_slice(values);
        self.start_anew(Clock::starting_at(self.time()))
    }

    /// Returns the present moment in continuous time, τ = 0, of a motion that goes without a break since `since`
    /// \[s\]: signals that jump are on the branch that they were on then.
    #[must_use]
    pub fn frame_since(&self, since: f64) -> Frame<'_> {
        let stage = self.state().stage(Stage::at(self.time()).of_step_from(since));
        Frame { network: self.network(), state: self.state(), stage, unresolved: None }
    }

    /// Returns the first time after `after` at which a signal jumps, or an input arrives \[s\].
    #[must_use]
    pub fn next_jump(&self, after: f64) -> Option<f64> {
        Driven::new(self.network(), self.state().inputs()).next_jump(after)
    }
}
