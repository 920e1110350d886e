//! Who gives, stores and loses how much power.
//!
//! At every instant `d(stored)/dt = supplied - dissipated`, to rounding: the couplings neither
//! create nor lose power, and each component books its own, an admittance with a pump or a throttle
//! by its [`Powers`](stiction_core::Powers). The balance is formed from two
//! independent sides, the admittances' energies along their accelerations and the impedances'
//! efforts times flows, so that its residual tests the wiring: every coupling and every sum of
//! efforts. The stored power that an impedance reports cancels against the dissipated power computed from
//! it; a law that misstates its stored power is not seen here.

use crate::ode::Ode;
use stiction_core::{Impedance, Stage};

use crate::books::look::Look;
use crate::compose::handle::Wire;
use crate::compose::spans::Span;
use crate::error::NetworkError;
use crate::frame::observer::Frame;

/// Powers of one impedance \[W\].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WirePower {
    /// Effort times flow at the port of the law, before the map: all that it gives, to nodes and to drives.
    pub delivered: f64,
    /// Rate of the energy that it stores.
    pub stored: f64,
    /// Turned into heat: `-delivered - stored`; 0 for a source.
    pub dissipated: f64,
    /// Fed in from outside: `delivered + stored` of a source, else 0.
    pub supplied: f64,
    /// Fed in by the prescribed motions at its ports.
    pub driven: f64,
}

impl WirePower {
    /// Creates the powers of a wire from those that its law delivers and stores and that its efforts give to drives.
    pub(crate) fn new(is_source: bool, [delivered, stored, given]: [f64; 3]) -> Self {
        let released = -delivered - stored;
        let (supplied, dissipated) = if is_source { (-released, 0.0) } else { (0.0, released) };
        // A drive supplies to the mechanism the negative of the power that it gets.
        Self { delivered, stored, dissipated, supplied, driven: -given }
    }
}

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
    /// Returns `stored + dissipated - supplied`; zero up to rounding of [`Self::scale`].
    #[must_use]
    pub const fn residual(&self) -> f64 {
        self.stored_in_admittances + self.stored_in_impedances + self.dissipated - self.supplied
    }
}

impl Frame<'_> {
    /// Returns the powers of one impedance.
    ///
    /// # Errors
    /// [`NetworkError::Foreign`].
    pub fn wire_power<I: Impedance + ?Sized>(
        &self,
        wire: Wire<I>,
    ) -> Result<WirePower, NetworkError> {
        Ok(self.power_at(self.network.wire_span(wire)?))
    }

    fn power_at(&self, span: Span) -> WirePower {
        let (wire, look) = (self.network.wire_at(span), self.look(span));
        let internal = &self.state.values[span.range()];
        let stored = wire.law.stored_power(&look.motion, internal, &look.rate);
        // At the port of the law, before the map, and at the ports that are not nodes.
        let delivered = wire.seen.power(wire.flow(&look), &look.effort);
        let given = wire.ends.within(&self.stage, &self.state.values[wire.base..], |ends| {
            ends.outside_power(wire.ports, &look.from, &look.efforts)
        });
        let powers = [delivered, stored, given];
        WirePower::new(wire.law.is_source(), powers)
    }

    /// Returns the powers of the whole network.
    ///
    /// # Errors
    /// None: it is a `Result` as the other answers are.
    pub fn power_balance(&self) -> Result<PowerBalance, NetworkError> {
        let Self { network, state, stage, .. } = self;
        let mut rate = vec![0.0; network.dim()];
        network.rhs(stage, &state.values, &mut rate);
        let mut balance = PowerBalance::default();
        for pool in &network.nodes {
            let (mut stored, [mut supplied, mut dissipated]) = (-0.0, [0.0; 2]);
            for (node, own) in pool.states() {
                let x = &state.values[own.clone()];
                let powers = node.powers(stage, x, &rate[own.clone()]);
                stored += node.stored_power(&powers, x, &rate[own]);
                supplied += powers.supplied;
                dissipated += powers.dissipated;
            }
            balance.stored_in_admittances += stored;
            balance.supplied += supplied;
            balance.dissipated += dissipated;
            balance.scale += supplied.abs() + dissipated.abs();
        }
        balance.scale += balance.stored_in_admittances.abs();
        for (_, span) in network.placed_wires.iter() {
            let power = self.power_at(span);
            balance.stored_in_impedances += power.stored;
            balance.dissipated += power.dissipated;
            balance.supplied += power.supplied + power.driven;
            balance.scale += power.delivered.abs() + power.stored.abs() + power.driven.abs();
        }
        Ok(balance)
    }

    /// Returns the kinetic, potential and elastic energy \[J\].
    ///
    /// # Errors
    /// None: it is a `Result` as the other answers are.
    pub fn stored_energy(&self) -> Result<f64, NetworkError> {
        let Self { network, state, .. } = self;
        let mut energy = 0.0;
        for pool in &network.nodes {
            let stored = pool.states().map(|(node, own)| node.stored_energy(&state.values[own]));
            energy += stored.sum::<f64>();
        }
        let (stage, mut seen) = (state.stage(Stage::at(state.time)), Look::default());
        for (_, span) in network.placed_wires.iter() {
            let wire = network.wire_at(span);
            wire.see(&stage, &state.values, &mut seen);
            energy += wire.law.stored_energy(&seen.motion, &state.values[span.range()]);
        }
        Ok(energy)
    }
}
