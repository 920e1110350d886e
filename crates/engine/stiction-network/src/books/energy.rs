//! The energy balance of a run as an estimate of its error.
//!
//! Beside the state, the power that every component books is integrated with the weights of the scheme
//! ([`power`](crate::power)). If the components then store more than they were given, the surplus came from
//! nowhere: no passive mechanism has it, so the step made it.
//!
//! ```text
//! surplus = stored(t) - stored(0) - integral of (supplied - dissipated)
//! ```
//! It is compared with the *turnover*: the largest change of stored energy, all components together, and
//! the energy supplied and dissipated; at least the largest kinetic energy. A spring that the step cannot
//! follow makes nearly all of its energy itself, so its surplus is the whole turnover; a stuck element just
//! inside of its stable steps shows up to 0.4, one that is well resolved 0.01, a smooth motion far less. A
//! negative surplus is energy that the scheme lost: stiff vibrations that it damps.
//!
//! # When the energy is small
//! Two errors do not fall with the energy, and are no fault of the step.
//!
//! - **Onset.** A motion that starts from rest under a force that grows as `t^(q-1)` has the speed `t^q`. The
//!   first step makes an error in proportion to the kinetic energy that it gives, whatever the order of the
//!   scheme (Euler: all of it), but after n steps there is `n^(2q)` times as much energy: the share falls
//!   below a half within a few steps (Euler: q at most). A step that is too large makes energy anew in each step. So a run ends
//!   when the share has been too large in eight steps one after the other.
//! - **Rounding.** A step rounds every variable x by up to `eps |x|/2`, and the stored energy by
//!   `|dE/dx| eps |x|/2`: small against the energy of a large motion, but not against that of a trembling about a
//!   rest far from the origin. In N steps that is at most N times as much, because increments below the last
//!   digit are all lost to one side. The stored energy is rounded itself, which `64 eps` of it allows for. A
//!   surplus below the two together says nothing.
//!
//! Energy that jumps with the pose of a prescribed motion, at a declared jump, is booked as supplied.
//!
//! ```
//! # use stiction_core::{Body, Line, Motion, Stage};
//! # use stiction_network::{NetworkBuilder, Simulation, SimulationError};
//! # use stiction_network::ode::Tableau;
//! /// A mass of 1 kg on a spring of 100 N/m.
//! #[derive(Debug)]
//! struct Oscillator;
//! impl Body for Oscillator {
//!     type Domain = Line;
//!     fn accelerate(&self, _: &Stage, motion: &Motion<Line>, force: &f64) -> (f64, f64) {
//!         (motion.flow, force - 100.0 * motion.pose)
//!     }
//!     fn energy(&self, motion: &Motion<Line>) -> f64 {
//!         0.5 * motion.flow.powi(2) + 50.0 * motion.pose.powi(2)
//!     }
//! }
//! let oscillator = |step: f64| {
//!     let mut net = NetworkBuilder::new();
//!     net.add(Oscillator, Motion::new(0.1, 0.0))?;
//!     Simulation::new(net.build()?, Tableau::rk4(), step)
//! };
//! let mut fine = oscillator(1e-3)?;
//! fine.watch_energy()?;
//! fine.run_until(1.0)?;
//! assert!(fine.energy().is_some_and(|energy| energy.share().abs() < 1e-9));
//!
//! let mut coarse = oscillator(0.3)?; // omega T = 3: the spring is too stiff for the step
//! coarse.watch_energy()?;
//! assert!(matches!(coarse.run_until(10.0), Err(SimulationError::EnergyFromNowhere { .. })));
//! # Ok::<(), SimulationError>(())
//! ```

use core::fmt;

/// Where the energy of a run came from and where it went \[J\].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct EnergyBalance {
    /// Time over which the energy was watched \[s\].
    pub duration: f64,
    /// Fed in by sources, prescribed motions and active admittances, net.
    pub supplied: f64,
    /// Turned into heat.
    pub dissipated: f64,
    /// Change of the stored energy.
    pub stored: f64,
    /// `stored - supplied + dissipated`, of the connections that are counted: energy from nowhere;
    /// negative if the scheme lost some.
    pub surplus: f64,
    /// Rounding of `surplus`.
    pub rounding: f64,
    /// Scale of `surplus`: the largest change of stored energy so far plus the energy supplied and
    /// dissipated; or the largest kinetic energy, if that is more: a body that tumbles or swings freely
    /// turns nothing over.
    pub turnover: f64,
    /// Connections whose stored energy is not counted, because the flow that they see is not the rate of
    /// their pose: the balance says nothing about them.
    pub uncounted: usize,
}

/// A run ends with an error when the surplus is a larger share of the turnover.
pub const SURPLUS_LIMIT: f64 = 0.5;

impl EnergyBalance {
    /// Returns the surplus as a share of the turnover; 0 if it is rounding.
    #[must_use]
    pub fn share(&self) -> f64 {
        if self.surplus.abs() <= self.rounding { 0.0 } else { self.surplus / self.turnover }
    }

    /// Returns whether the balance says anything: false if an energy or a power is NaN or overflows.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.surplus.is_finite() && self.turnover.is_finite()
    }
}

impl fmt::Display for EnergyBalance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { surplus, turnover, rounding, uncounted, .. } = self;
        if !self.is_known() {
            f.write_str("an energy or a power is not finite: the balance says nothing")?;
        } else if surplus.abs() <= *rounding {
            write!(f, "energy adds up to rounding, {turnover:.3e} J were turned over")?;
        } else {
            write!(f, "energy is off by {surplus:.1e} J of {turnover:.3e} J")?;
        }
        match uncounted {
            0 => Ok(()),
            1 => f.write_str(", without one connection whose flow is not the rate of its pose"),
            count => {
                write!(f, ", without {count} connections whose flow is not the rate of their pose")
            }
        }
    }
}
