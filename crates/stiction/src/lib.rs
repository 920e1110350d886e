//! Simulate mechanisms in which dry friction decides the outcome.
//!
//! Compose a mechanism from [admittance](core::Admittance) components (force in, motion out) and
//! [impedance](core::Impedance) components (motion in, force out), and step it with the generalized
//! Runge-Kutta of Kikuuwe and Yamamoto, under which friction holds without drift. Every friction
//! law is an impedance: to swap Coulomb for LuGre is to change one line.
//!
//! ```
//! use stiction::prelude::*;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut net = NetworkBuilder::new();
//! let block = net.add(PointMass::<Line>::builder().mass(1.0).build()?, Motion::default())?;
//! net.connect(ConstantEffort::builder().effort(3.0).build()?, Direct::new(), block.port())?;
//! let law = GsatFriction::builder().stiffness(1e5).damping(400.0).limit(5.0).build()?;
//! let friction = net.connect(law, Direct::new(), block.port())?;
//!
//! let mut sim = Simulation::new(net.build()?, Tableau::rk4(), 1e-4)?;
//! sim.run_until(1.0)?; // pushed by 3 N against a limit of 5 N: it leans into the bristle...
//! let settled = sim.motion(block)?.pose;
//! sim.run_until(60.0)?; // ...and stays
//! assert_eq!(sim.motion(block)?.pose, settled);
//! assert!((sim.effort(friction)? + 3.0).abs() < 1e-12);
//! # Ok(())
//! # }
//! ```
//!
//! # Where to look
//! | module | what |
//! |---|---|
//! | [`prelude`] | the names for a first program, in one import |
//! | [`core`] | the vocabulary: domains, components, couplings, stages; start here to write a component |
//! | [`friction`] | friction laws and contacts |
//! | [`mechanics`] | bodies, arms, springs, joints, sources, kinematic maps |
//! | [`network`] | composition, handles, power balance, snapshots |
//! | [`ode`] | tableaux and steppers |
//! | `patch` | planar contact patches: pressure fields, distributed and reduced friction, limit surfaces |
//! | `sliding` | a body that slides on a plane: exact stopping, the equivalent contact point, toppling |
//! | `host` | friction for other engines, which compute everything else |
//! | `study` | many runs: sweeps and samples of parameters on all cores, resumable, with statistics; `study::fit`: numbers of a scenario from a measured log, with their errors |
//! | `stability` | wrench cones, support areas and contact forces of a body in contact |
//! | `urdf` | robots from URDF files |
//! | `scenario` | mechanisms as data: in scenario files and in code |
//! | [`record`] | recorders and the progress bar |
//! | [`output`] | tables, summaries, figures and pages in a directory |
//! | `plot` | figures and films as SVG, interactive pages |
//!
//! # Features
//! On by default are `host`, `patch` and `sliding`, the modules of those names, and `lanes`: copies of a mechanism,
//! and laws of a connected one, side by side in vector registers, with the same bits.
//! - `files`: pressures and recordings from CSV files; limit surfaces and summaries in JSON.
//! - `fit`: `study::fit`, with `scenario`.
//! - `image`: pressure fields of patches from PNG images.
//! - `progress`: `record::Progress`, a bar for long runs.
//! - `rayon`: steps large networks on several threads, with the same bits.
//! - `scenario`: the `scenario` module.
//! - `serde`: `Snapshot` in any format of serde.
//! - `plot`: the `plot` module, figures and films as SVG; `page`: pages to explore in a browser too.
//! - `stability`: the `stability` module, which brings a conic solver.
//! - `study`: the `study` module; `parquet`: its tables as Parquet files too.
//! - `urdf`: the `urdf` module, which reads XML.
//! - `testing`: the `testing` module, property tests of stiction for your own mechanisms.

pub use stiction_core as core;
pub use stiction_friction as friction;
#[cfg(feature = "host")]
pub use stiction_host as host;
pub use stiction_mechanics as mechanics;
#[cfg(feature = "urdf")]
pub use stiction_mechanics::urdf;
pub use stiction_network as network;
pub use stiction_network::ode;
pub use stiction_output as output;
#[cfg(feature = "plot")]
pub use stiction_output::plot;
#[cfg(feature = "patch")]
pub use stiction_patch as patch;
#[cfg(feature = "scenario")]
pub use stiction_scenario as scenario;
#[cfg(feature = "sliding")]
pub use stiction_sliding as sliding;
#[cfg(feature = "stability")]
pub use stiction_stability as stability;
#[cfg(feature = "study")]
pub use stiction_study as study;

pub use nalgebra;

pub mod prelude;
pub mod record;
#[cfg(feature = "testing")]
pub mod testing;

/// The code in the README compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
