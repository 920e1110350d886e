//! Scenarios: mechanisms with friction as data, in code and in files.
//!
//! A [`Scenario`] names bodies, drives, connections and laws. Written in code or in a TOML file, it
//! gives the same network: bodies, laws and maps are those of the library, and the mechanism moves
//! with the same bits as one composed with [`NetworkBuilder`](stiction_network::NetworkBuilder).
//!
//! ```
//! use stiction_scenario::Scenario;
//!
//! let scenario = Scenario::from_toml(r#"
//!     schema_version = 1
//!     title = "A block that is pushed and held"
//!     solver = { step = 1e-4, until = 1.0 }
//!
//!     [bodies.block]
//!     type = "point_mass"
//!     mass = 1.0
//!
//!     [connections.push]
//!     ports = "block"
//!     law = { type = "effort", effort = { type = "sine", mean = 3.0, amplitude = 1.0, frequency = 10.0 } }
//!
//!     [connections.friction]
//!     ports = "block"
//!     law = { type = "gsat", stiffness = 1e5, damping = 400.0, limit = 5.0 }
//! "#)?;
//! let (mut sim, _) = scenario.simulation()?;
//! sim.run_until(scenario.solver.until)?;
//! // A file that is written from it is the same scenario.
//! assert_eq!(Scenario::from_toml(&scenario.to_toml()?)?, scenario);
//! # Ok::<(), stiction_scenario::ScenarioError>(())
//! ```
//!
//! Errors in a file are reported with the line, the expectation and a suggestion:
//!
//! ```
//! use stiction_scenario::Scenario;
//! let error = Scenario::from_toml("schema_version = 1\nsolver = { stepp = 1e-4, until = 1.0 }");
//! let message = error.unwrap_err().to_string();
//! assert!(message.contains(":2:12: unknown field `stepp`"), "{message}");
//! assert!(message.contains("did you mean `step`?"), "{message}");
//! ```

// Layers of modules from the bottom to the top; each uses only those above it in this list:
//
// text        error, digits, node, text, folder     a text as a tree with places, faults with lines
// values      value, fields, points, settings       values of parameters: read, written, set, carried
// components  entry, component, connect             one type, one of it as values, its law on ports
// kinds       law, map, drive, connection, body, urdf
// whole       registry, scenario, mechanism         components that files can name, a file, its network
// doors       reading, file, saving, numbers, with_numbers, schema, describe, alone, notes, sticking, timed
mod alone;
mod appearance;
pub mod body;
#[cfg(test)]
mod census_tests;
pub mod channel;
#[cfg(test)]
mod code_tests;
pub mod component;
#[cfg(test)]
mod component_tests;
mod connect;
pub mod connection;
#[cfg(test)]
mod contact_state_tests;
mod describe;
mod digits;
pub mod domain;
pub mod drive;
pub mod entry;
pub mod error;
mod fields;
mod file;
mod folder;
#[cfg(test)]
mod inputs_tests;
#[cfg(test)]
mod judged_tests;
pub mod law;
pub mod map;
pub mod mechanism;
mod named_files;
mod node;
mod notes;
mod numbers;
#[cfg(test)]
mod own_domain_tests;
mod points;
mod reading;
#[cfg(test)]
mod reading_tests;
pub mod registry;
#[cfg(test)]
mod registry_tests;
mod saving;
pub mod scenario;
mod schema;
mod settings;
mod sticking;
mod surroundings;
pub mod sweep;
mod table;
mod text;
mod text_with_numbers;
mod timed;
mod turned;
mod urdf;
pub mod value;
mod with_numbers;
mod work;
#[cfg(test)]
mod wrong_tests;

pub use appearance::Appearance;
pub use body::{ScenarioBody, Start};
pub use channel::{Channels, Outputs};
pub use component::Component;
pub use connection::{Connection, ConnectionStart, PortNames};
pub use describe::{Described, DescribedParameter};
pub use drive::ScenarioDrive;
pub use error::{ScenarioError, TextError};
pub use file::ScenarioFile;
pub use folder::{read_file, read_to_end};
pub use law::Law;
pub use map::Map;
pub use mechanism::Mechanism;
pub use numbers::Number;
pub use registry::{Registry, library};
pub use scenario::{Method, Plot, Record, SCHEMA_VERSION, Scenario, Solver};
pub use sweep::{Measure, Sweep};
#[doc(hidden)]
pub use work::{WorkDone, work_done};
