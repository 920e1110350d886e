//! The mechanisms of Waltersson and Karayiannidis: pads ([`PaperPad`], [`PadContact`]) and models of their friction
//! ([`PatchModel`]), the velocities of a pad that is moved ([`twist`]), a disc under swinging loads ([`disc`]), and
//! a plate in a gripper ([`Trial`]).

mod disc;
mod model;
mod object;
mod plate;
mod velocities;

pub use disc::{DiscLoad, disc};
pub use model::{
    CELLS, INTERVAL, ModelKind, PadContact, PaperPad, PatchModel, PlanarFriction, SAMPLES, SIZE,
};
pub use object::Object;
pub use plate::{FINGERS, INERTIA, MASS, PLATE, Trial, end};
pub use velocities::{STEP, Wrenches, follow, twist};
