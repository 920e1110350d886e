//! Mechanisms composed at run time.
//!
//! A [`NetworkBuilder`] takes admittances with their initial motion and connects impedances to
//! their ports through couplings. [`NetworkBuilder::build`] fixes the layout of one flat state
//! vector and gives a [`Network`], which never changes again; a [`Simulation`] steps its [`State`].
//!
//! | folder | contents |
//! |---|---|
//! | `compose/` | [`builder`], [`handle`], [`port`]: the connections; the order and the layout of all components |
//! | `pool/`, `copies/` | the loops: all components of one type, one at a time or in lanes |
//! | `ode/` | [`ode`]: explicit schemes that tell every evaluation its stage; knows no mechanics |
//! | `step/` | [`simulation`], [`state`], [`snapshot`], [`continuous`]: a network in time |
//! | `books/` | `look`, [`power`] at a moment, [`energy`] (powers summed over the steps with the weights of the scheme, only while [`Simulation::watch_energy`] is on), [`culprit`], [`inventory`]: questions about one wire or body after the other |
//! | `stability/` | [`stability`]: is the step small enough |
//! | `frame/` | [`observer`], [`internal`]: views of a network at a moment |
//! | `tests/` | tests of the crate as a whole; small ones stand beside what they test |
//!
//! The [`network`] itself holds the pools, and is the right-hand side of the equations.
//!
//! ```
//! use stiction_core::{impedance::from_fn, Body, Direct, Line, Motion, Stage};
//! use stiction_network::{NetworkBuilder, Simulation};
//! use stiction_network::ode::Tableau;
//!
//! #[derive(Debug)]
//! struct Cart(f64);
//! impl Body for Cart {
//!     type Domain = Line;
//!     fn accelerate(&self, _: &Stage, motion: &Motion<Line>, force: &f64) -> (f64, f64) {
//!         (motion.flow, force / self.0)
//!     }
//!     fn energy(&self, motion: &Motion<Line>) -> f64 {
//!         0.5 * self.0 * motion.flow.powi(2)
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut net = NetworkBuilder::new();
//! let cart = net.add(Cart(2.0), Motion { pose: 1.0, flow: 0.0 })?;
//! let spring = from_fn::<Line, _>(|_, motion| -8.0 * motion.pose);
//! net.connect(spring, Direct::new(), cart.port())?;
//!
//! let mut sim = Simulation::new(net.build()?, Tableau::rk4(), 1e-3)?;
//! sim.run_until(1.0)?;
//! assert!((sim.motion(cart)?.pose - 2.0_f64.cos()).abs() < 1e-12);
//! # Ok(())
//! # }
//! ```
//!
//! # One step
//! ```text
//! Simulation::step
//!   next_jump                    a law, a drive or an input that jumps ends the step
//!   RungeKutta::step             each stage once, in order: Driven::rhs, which has the inputs, and in it Network::rhs,
//!                                for one part of the state after another:
//!     Onlooker::before             (if anybody looks on; the network is then taken as one piece, without lanes)
//!     WirePool::respond            motions of the ports ── Ψ ──> law ── Ψᵀ ──> efforts, added up in dx
//!                                  internal variables ─────────> law ────────> their rates, in dx
//!     NodePool::rates              efforts in dx ── admittance ──> rates of the motions, in dx
//!     Onlooker::evaluate           (while watch_energy is on, in place of both: the wires of a Roster one by one, and books
//!                                  their powers)
//!     Onlooker::after              (seeks a culprit after a blow-up)
//!   NodePool::project            the new state back onto its constraints: quaternions
//!   Simulation::run_steps        the step is made: its powers are added to the books, the observer is shown a Frame
//! ```
//!
//! | word | meaning |
//! |---|---|
//! | *node*, *port* | an admittance of the network, and where something is connected to it |
//! | *wire* | an impedance, the coupling Ψ before it and the ends that this leads to |
//! | *end* | the port of a node, the ground or a prescribed motion |
//! | *pool* | all nodes, or all wires, of one type, in one vector; numbered as they were inserted, in the built network by the names of their types |
//! | *slot*, *place* | the number of an item in its pool: in the order of insertion, which handles know, and in the built network |
//! | *handle*, *address* | a user's typed reference to an item, and its content: network, pool and slot |
//! | *part* | nodes and wires whose variables fit into the cache together, which a step takes as a whole |
//! | *segment* | the items of a pool in one part |
//! | *span* | where an item of the built network is: its stretch of the state, its pool and its place |
//! | *look* | the numbers that pass through one wire at a moment: motions, effort, rates, all as rows |
//! | *roster* | all nodes and wires, with where they lie, in the order in which they are evaluated; the accounts of `Audit` (`books/audit.rs`) are in this order too |
//! | *onlooker* | sees every stage of a step: books energy, shows stages, seeks a culprit |
//! | *observer* | reads a [`Frame`] at the start of a run and after each step; the recorders of `stiction-output` are observers, and see frames only |
//! | *copy* | one of many equal small mechanisms in a part |
//! | *lane*, *set* | one of the four numbers of a vector, and the eight copies that are evaluated in them |
//!
//! # Misconnections do not compile
//! A law of one domain on a port of another:
//! ```compile_fail,E0271
//! # use stiction_core::{impedance::from_fn, Direct, Line, Shaft};
//! # use stiction_network::{Ground, NetworkBuilder};
//! let mut net = NetworkBuilder::new();
//! let torque = from_fn::<Shaft, _>(|_, _| 1.0);
//! net.connect(torque, Direct::<Line>::new(), Ground::<Line>::default());
//! ```
//! A map on ports that it does not read:
//! ```compile_fail,E0271
//! # use stiction_core::{impedance::from_fn, Direct, Line, Shaft};
//! # use stiction_network::{Ground, NetworkBuilder};
//! let mut net = NetworkBuilder::new();
//! let force = from_fn::<Line, _>(|_, _| 1.0);
//! net.connect(force, Direct::<Line>::new(), Ground::<Shaft>::default());
//! ```
//! Two impedances in series without a mass between them: a wire has no port.
//! ```compile_fail,E0599
//! # use stiction_core::{impedance::from_fn, Direct, Line};
//! # use stiction_network::{Ground, NetworkBuilder};
//! let mut net = NetworkBuilder::new();
//! let force = from_fn::<Line, _>(|_, _| 1.0);
//! let wire = net.connect(force, Direct::new(), Ground::<Line>::default()).unwrap();
//! wire.port();
//! ```

mod books;
mod compose;
mod copies;
pub mod error;
mod frame;
pub mod network;
pub mod ode;
mod pool;
pub mod stability;
mod step;
#[cfg(test)]
mod tests;

pub use books::{culprit, energy, inventory, power};
pub use compose::{builder, handle, port, ports};
pub use frame::{internal, observer};
pub use step::{continuous, simulation, snapshot, state};

pub use builder::NetworkBuilder;
pub use compose::untyped::UntypedPort;
pub use continuous::{Obstacle, StateVariable};
pub use culprit::{Culprit, CulpritKind};
pub use energy::EnergyBalance;
pub use error::{NetworkError, SimulationError};
pub use frame::picture::{BodyPicture, LawPicture, Picture, PortPicture};
pub use handle::{Handle, InputHandle, Wire};
pub use internal::HasInternal;
pub use inventory::{Connected, Part};
pub use network::Network;
pub use observer::{Frame, Observer};
pub use port::{AnyPort, Ground, NodePort, Port, Prescribed};
pub use ports::Ports;
pub use power::{PowerBalance, WirePower};
pub use simulation::Simulation;
pub use snapshot::Snapshot;
pub use stability::{
    BristleStart, Elements, Finding, JumpsAtBreakaway, StabilityWarning, StepDoubt, StepStability,
    StepWatch, SuddenLoad, ThrownBristles, TooFast, UnresolvedEvent,
};
pub use state::{Mark, State};
pub use stiction_core::Start;
pub use stiction_core::vectors::Lanes;
