//! Parameters of friction read off a log directly, without a simulation.
//!
//! Two experiments measure friction without a model of the machine, if they are slow enough:
//!
//! - **Steady velocities.** At constant velocity the driving torque is the friction: [`Steady`]
//!   finds the stretches, [`Stribeck`] fits `F(v) = Fc + (Fs − Fc) exp(−(|v|/vs)^γ) + D |v|` to their mean torques,
//!   each direction by itself.
//! - **Slow reversals.** After each turning point of the position the torque rises by the stiffness, and levels off at the
//!   break-away torque: [`Reversals`] measures both, and tells a sharp break-away from a gradual one.
//!
//! Units are those of a joint (rad, rad/s, N m); on a line read m, m/s, N. The torque is the driving one: along the
//! velocity in sliding. A log of the friction torque, which opposes the velocity, is noticed and its sign changed.
//!
//! ```
//! use stiction_study::fit::curve::{Steady, Stribeck, TorqueRecord};
//! // Six speeds in both directions, 200 rows each; the noise is a hum.
//! let (mut time, mut velocity, mut torque) = (vec![], vec![], vec![]);
//! for speed in [0.05, 0.1, 0.2, 0.4, 0.8, 1.6, -0.05, -0.1, -0.2, -0.4, -0.8, -1.6_f64] {
//!     for _ in 0..200 {
//!         let row = time.len() as f64;
//!         let friction = 1.0 + 0.5 * (-(speed / 0.15).powi(2)).exp() + 0.2 * speed.abs();
//!         time.push(0.01 * row);
//!         velocity.push(speed);
//!         torque.push(friction * speed.signum() + 0.01 * (0.7 * row * row).sin());
//!     }
//! }
//! let record = TorqueRecord::new(time, Some(velocity), torque, None)?;
//! let found = Stribeck::default().of(&Steady::default().stretches(&record)?)?;
//! let coulomb = found.forward.unwrap().coulomb;
//! assert!((coulomb.value().unwrap() - 1.0).abs() < 0.01);
//! # Ok::<(), stiction_study::fit::curve::CurveError>(())
//! ```

use serde::Serialize;

mod doubts;
mod encoder;
#[cfg(test)]
mod encoder_tests;
mod error;
mod noise;
mod onset;
#[cfg(test)]
mod plateau_tests;
mod quantity;
mod record;
mod reversals;
mod separable;
mod steady;
mod stribeck;
mod swept;
#[cfg(test)]
mod tests;

use error::require;

pub use error::CurveError;
pub use onset::{Onset, OnsetKind};
pub use quantity::{Quantity, Untold};
pub use record::{TorqueColumns, TorqueRecord};
pub use reversals::{Reversal, Reversals, Side, Turns};
pub use steady::{LeftOut, Steady, Stretch, Stretches};
pub use stribeck::{Curve, Exponent, FrictionCurve, Stribeck};

/// One of the two directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Positive velocity.
    Forward,
    /// Negative velocity.
    Backward,
}

impl Direction {
    /// Returns +1 or −1.
    #[must_use]
    pub const fn sign(self) -> f64 {
        match self {
            Self::Forward => 1.0,
            Self::Backward => -1.0,
        }
    }

    /// Returns the direction of a velocity.
    pub(crate) fn of(velocity: f64) -> Self {
        if velocity < 0.0 { Self::Backward } else { Self::Forward }
    }
}

impl core::fmt::Display for Direction {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Forward => "forward",
            Self::Backward => "backward",
        })
    }
}
