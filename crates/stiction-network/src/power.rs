//! Who gives, stores and loses how much power.
//!
//! At every instant `d(stored)/dt = supplied - dissipated`, to rounding: the couplings neither
//! create nor lose power, and each component books its own, an admittance with a pump or a throttle
//! by [`Admittance::supplied_power`](stiction_core::Admittance::supplied_power) and
//! [`dissipated_power`](stiction_core::Admittance::dissipated_power). The balance is formed from two
//! independent sides, the admittances' energies along their accelerations and the impedances'
//! efforts times flows, so that its residual tests the wiring: every coupling and every sum of
//! efforts. What an impedance says that it stores cancels against what it is then said to dissipate;
//! a law that misstates its stored power is not seen here.

use stiction_core::{Impedance, Stage};
use stiction_ode::Ode;

use crate::error::NetworkError;
use crate::handle::Wire;
use crate::network::Network;
pub use crate::pool::WirePower;
use crate::state::State;

/// Powers of a whole network \[W\].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PowerBalance {
    /// Rate of the kinetic and potential energy of the admittances.
    pub stored_in_admittances: f64,
    /// Rate of the energy stored in the impedances.
    pub stored_in_impedances: f64,
    /// Fed in by sources, prescribed motions and active admittances.
    pub supplied: f64,
    /// Turned into heat, by impedances and admittances.
    pub dissipated: f64,
    /// Sum of the magnitudes of all terms: the scale of `residual`.
    pub scale: f64,
}

impl PowerBalance {
    /// `stored + dissipated - supplied`; zero up to rounding of [`Self::scale`].
    #[must_use]
    pub const fn residual(&self) -> f64 {
        self.stored_in_admittances + self.stored_in_impedances + self.dissipated - self.supplied
    }
}

impl Network {
    /// Powers of one impedance at `stage`.
    ///
    /// # Errors
    /// [`NetworkError::ForeignHandle`], [`NetworkError::ForeignState`].
    pub fn wire_power<I: Impedance>(
        &self,
        wire: Wire<I>,
        stage: &Stage,
        state: &State,
    ) -> Result<WirePower, NetworkError> {
        let (pool, span) = self.wire_span(wire, state)?;
        let (z, stage) = (&state.values[span.range()], state.stage(*stage));
        Ok(pool.power(span.place as usize, &stage, &state.values, z))
    }

    /// Powers of the whole network at `stage`.
    ///
    /// # Errors
    /// [`NetworkError::ForeignState`].
    pub fn power_balance(
        &self,
        stage: &Stage,
        state: &State,
    ) -> Result<PowerBalance, NetworkError> {
        self.check_state(state)?;
        let stage = &state.stage(*stage);
        let mut rate = vec![0.0; self.dim()];
        self.rhs(stage, &state.values, &mut rate);
        let mut balance = PowerBalance::default();
        for pool in &self.nodes {
            balance.stored_in_admittances += pool.stored_power(&state.values, &rate);
            let [supplied, dissipated] = pool.exchanged_power(stage, &state.values);
            balance.supplied += supplied;
            balance.dissipated += dissipated;
            balance.scale += supplied.abs() + dissipated.abs();
        }
        balance.scale += balance.stored_in_admittances.abs();
        for spans in &self.wire_spans {
            for span in spans.iter() {
                let pool = &self.wires[span.pool as usize];
                let z = &state.values[span.range()];
                let motions = &state.values;
                let power = pool.power(span.place as usize, stage, motions, z);
                balance.stored_in_impedances += power.stored;
                balance.dissipated += power.dissipated;
                balance.supplied += power.supplied + power.driven;
                balance.scale += power.delivered.abs() + power.stored.abs() + power.driven.abs();
            }
        }
        Ok(balance)
    }

    /// Kinetic, potential and elastic energy \[J\].
    ///
    /// # Errors
    /// [`NetworkError::ForeignState`].
    pub fn stored_energy(&self, state: &State) -> Result<f64, NetworkError> {
        self.check_state(state)?;
        let mut energy = 0.0;
        for pool in &self.nodes {
            energy += pool.stored_energy(&state.values);
        }
        let stage = state.stage(Stage::at(state.time));
        for spans in &self.wire_spans {
            for span in spans.iter() {
                let pool = &self.wires[span.pool as usize];
                let z = &state.values[span.range()];
                let motions = &state.values;
                energy += pool.stored_energy(span.place as usize, &stage, motions, z);
            }
        }
        Ok(energy)
    }
}
