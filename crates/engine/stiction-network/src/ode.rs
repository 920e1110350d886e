//! Explicit time integration that tells every evaluation its stage.
//!
//! The generalized Runge-Kutta of Kikuuwe and Yamamoto (eqs. 21, 13, 22) is an explicit scheme
//! whose right-hand side is handed, besides time and state, the length `tau` over which its result
//! will be used. This module knows no mechanics: an [`Ode`] is a function, a [`Tableau`] is data
//! with its own taus, a [`RungeKutta`] makes one step, an [`Integrator`] makes many and ends
//! exactly at the requested time.
//!
//! ```
//! use stiction_core::Stage;
//! use stiction_network::ode::{Integrator, Ode, Tableau};
//!
//! struct Decay;
//! impl Ode for Decay {
//!     fn dim(&self) -> usize { 1 }
//!     fn rhs(&self, _: &Stage, x: &[f64], dx: &mut [f64]) { dx[0] = -x[0]; }
//! }
//!
//! # fn main() -> Result<(), stiction_network::ode::OdeError> {
//! let mut x = [1.0];
//! let mut integrator = Integrator::new(Tableau::rk4(), Decay.dim(), 0.01, 0.0)?;
//! integrator.run_until(&Decay, &mut x, 1.0)?;
//! assert_eq!(integrator.time(), 1.0);
//! assert!((x[0] - (-1.0_f64).exp()).abs() < 1e-10);
//! # Ok(())
//! # }
//! ```

mod equations;
mod error;
mod integrator;
mod parts;
mod runge_kutta;
mod tableau;
#[cfg(test)]
mod tests;

pub use equations::Ode;
pub use error::OdeError;
pub use integrator::{Clock, Integrator};
pub(crate) use parts::{Parts, for_parts, threads};
pub use runge_kutta::RungeKutta;
pub use tableau::Tableau;
