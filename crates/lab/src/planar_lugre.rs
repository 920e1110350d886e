//! The mechanisms of Waltersson and Karayiannidis: pads ([`Pad`], [`PadContact`]) and models of their friction
//! ([`Model`]), the velocities of a pad that is moved ([`twist`]), a disc under swinging loads ([`disc`]), and
//! a plate in a gripper ([`Trial`]).

mod disc;
mod model;
mod object;
mod plate;
mod velocities;

pub use disc::{Load, disc};
pub use model::{CELLS, Friction, INTERVAL, Kind, Model, Pad, PadContact, SAMPLES, SIZE};
pub use object::Object;
pub use plate::{FINGERS, INERTIA, MASS, PLATE, Trial, end};
pub use velocities::{STEP, VELOCITIES_END, Wrenches, follow, twist};
