//! Scenarios as FMUs: components for co-simulation, and for model exchange if the scenario is an ordinary
//! differential equation, in Simulink, Dymola, OpenModelica, FMPy and other tools that support the Functional
//! Mock-up Interface, versions 2.0 and 3.0.
//!
//! An FMU is an archive with a description, the scenario with the files that it names, and a shared library
//! for each platform. The library is the same for all scenarios: this crate, built once by
//! `cargo build --release -p stiction-fmu`. So nobody compiles anything to export a scenario; the command is
//! `stiction fmu`.
//!
//! ```no_run
//! use stiction_fmu::{Fmi, Library, Package};
//! use stiction_scenario::ScenarioFile;
//!
//! let library = Library::load("target/release/libstiction_fmu.so")?;
//! let file = ScenarioFile::load("block.toml")?;
//! let package = Package::new(&file, &[], vec![library], Fmi::V3)?;
//! std::fs::write("block.fmu", package.bytes()?)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | what |
//! |---|---|
//! | `model`, `parameters`, `units` | the model that an importer sees: variables, their units and texts |
//! | `describe`, `xml` | `modelDescription.xml` of both versions |
//! | `package`, `platform` | the archive; the platform of a library |
//! | `instance`, `phase`, `saved` | a mechanism that an importer steps; the order of calls; its stored state |
//! | `abi` | the C functions of both versions: the only unsafe code |
//! | `token` | the digest that ties a description to a library and a scenario |

pub mod abi;
mod describe;
mod error;
mod instance;
mod model;
mod package;
mod parameters;
mod phase;
mod platform;
mod saved;
#[cfg(test)]
mod testing;
mod token;
mod units;
mod xml;

pub use describe::Fmi;
pub use error::ExportError;
pub use model::{Model, Role, Variable};
pub use package::Package;
pub use platform::{Library, Platform};

/// Name and version of the library, as embedded in it.
pub const LIBRARY: &str = concat!("stiction-fmu ", env!("CARGO_PKG_VERSION"));
