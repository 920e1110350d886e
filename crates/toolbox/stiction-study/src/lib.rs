//! Many runs of one mechanism: sweeps, Monte-Carlo studies; and parameters from measured logs.
//!
//! A [`Design`] lists the members, each a row of named parameters with its own random numbers. An [`Ensemble`] runs
//! them on all cores, keeps finished members in a file and resumes from it. The [`Results`] are a table in the order
//! of the design, with statistics.
//!
//! | to | use |
//! |---|---|
//! | try every combination | [`Design::grid`] of [`Axis`] |
//! | sample | [`Design::random`], [`Design::latin_hypercube`] of [`RandomVariable`] |
//! | run a list of your own | [`Design::rows`] |
//! | survive the night | [`Ensemble::keep_in`] |
//! | run members on other machines | [`Ensemble::gather`], [`Ensemble::run_one`] |
//! | see what matters | [`Results::statistics`], [`Results::rank_correlation`] |
//! | continue elsewhere | [`Results::write_csv`], `write_parquet` (feature `parquet`) |
//! | run the sweep of a scenario file | `sweep` (feature `scenario`) |
//! | find numbers of a scenario from a log | `fit` (feature `fit`) |
//!
//! # Example
//! A block on a belt, held back by a spring: how far does it slip, over friction and speed?
//! ```
//! use stiction_study::{Design, Ensemble, RandomVariable};
//! # use stiction_core::*;
//! # use stiction_friction::*;
//! # use stiction_mechanics::*;
//! # use stiction_network::*;
//! # use stiction_network::ode::Tableau;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let variables =
//!     [RandomVariable::log_uniform("speed", 0.02, 0.2), RandomVariable::uniform("breakaway", 1.1, 2.0)];
//! let design = Design::latin_hypercube(200, 1, variables)?;
//! let results = Ensemble::new(design, ["force at 1 s [N]"]).run(|member| {
//!     let (speed, breakaway) = (member.value("speed")?, member.value("breakaway")?);
//!     let curve = StribeckCurve::builder().coulomb(1.0).breakaway(breakaway);
//!     let curve = curve.stribeck_speed(0.01).build()?;
//!     let law = RateDependentGsat::builder().stiffness(1e5).damping(400.0).curve(curve);
//!     let mut net = NetworkBuilder::new();
//!     let mass = PointMass::<Line>::builder().mass(1.0).build()?;
//!     let block = net.add(mass, Motion::new(0.0, speed))?;
//!     let spring = SpringDamper::builder().stiffness(100.0).build()?;
//!     let spring = net.connect(spring, Direct::new(), block.port())?;
//!     let belt = Prescribed::new(ConstantVelocity::<Line>::builder().velocity(speed).build()?);
//!     net.connect(law.build()?, Between::new(), (belt, block.port()))?;
//!     let mut sim = Simulation::new(net.build()?, Tableau::rk4(), 5e-4)?;
//!     sim.run_until(1.0)?;
//!     Ok([-sim.effort(spring)?])
//! })?;
//! assert_eq!(results.failures().count(), 0);
//! println!("{results}"); // mean, spread and range
//! println!("sensitivity {:.2}", results.rank_correlation("breakaway", "force at 1 s [N]")?);
//! # let folder = tempfile::tempdir()?;
//! results.write_csv(folder.path().join("members.csv"))?;
//! # Ok(())
//! # }
//! ```

mod axis;
#[cfg(feature = "scenario")]
mod case;
mod design;
mod ensemble;
mod error;
#[cfg(feature = "fit")]
pub mod fit;
mod gathering;
mod hash;
mod journal;
mod member;
mod name;
#[cfg(feature = "parquet")]
mod parquet_file;
mod progress;
mod results;
#[cfg(feature = "scenario")]
pub mod run;
mod statistics;
mod stream;
#[cfg(feature = "scenario")]
pub mod sweep;
mod table;
#[cfg(test)]
mod testing;
mod variable;

/// The random number library whose traits [`Member::rng`] implements.
pub use rand;

pub use axis::Axis;
#[cfg(feature = "scenario")]
pub use case::Case;
pub use design::Design;
pub use ensemble::{Ensemble, MemberError};
pub use error::{DesignError, EnsembleError};
pub use gathering::Gathering;
pub use hash::fingerprint;
pub use member::Member;
pub use name::UnknownName;
pub use results::{Failure, Outcome, Results};
pub use statistics::Statistics;
pub use variable::RandomVariable;
