//! Planar contact patches: pressure fields, friction of a pad under a twist, limit surfaces.
//!
//! A pad that slides and turns on a plane has a force and a torque that depend on each other: while
//! it spins, a small force is enough to push it. This crate knows which part of a patch bears which share of
//! the load, and the friction that follows.
//!
//! | question | answer | source |
//! |---|---|---|
//! | where does it bear which share? | [`ContactPatch`] in [`patch`], on a [`Grid`] or loose points | (19), (23), (27), (43), (44) |
//! | which friction in steady sliding? | [`steady`] | (11)-(14), (21) |
//! | the same, looked up | [`LimitSurface`] in [`limit_surface`] | (29), (33)-(42) |
//! | a bristle in every cell | [`DistributedPatch`] in [`distributed`] | (9)-(20) |
//! | three bristles in all | [`ReducedPatch`] in [`reduced`] | (22)-(42) |
//! | a patch that sticks to the bit | [`StickSlipPatch`] in [`stick_slip`] | Kikuuwe and Yamamoto (14)-(19) |
//!
//! The last three are [`Friction`](stiction_friction::Friction), which is told its normal force: given by a
//! [`Loaded`](stiction_friction::Loaded), or by the effort on another port in a
//! [`Pressed`](stiction_friction::Pressed).
//!
//! **Conventions.** SI units. Positions are in the frame of the patch, whose origin is the centre
//! of the grid; twists and wrenches are at the centre of pressure, in the axes of the patch. The
//! wrench is the one **on** the patch, per unit of normal load and friction coefficient where the
//! text says so.
//!
//! Source: Waltersson and Karayiannidis, *Planar Friction Modelling with LuGre Dynamics and Limit
//! Surfaces*; numbers in brackets are its equations.
//!
//! # Example
//! ```
//! use nalgebra::vector;
//! use stiction_core::PlanarTwist;
//! use stiction_patch::{ContactPatch, Grid, LimitSurface};
//!
//! // A pad that is pressed hardest in the middle.
//! let grid = Grid::new(21, 0.02)?;
//! let pad = ContactPatch::from_pressure(grid, |x, y| 1.0 - 3e3 * (x * x + y * y))?;
//! let surface = LimitSurface::new(&pad, 20)?;
//!
//! // Pushed along x it resists with all of the load; spun at 2 rad/s as well, with less than half.
//! let slide = PlanarTwist { linear: vector![0.01, 0.0], angular: 0.0 };
//! let slide_and_spin = PlanarTwist { angular: 2.0, ..slide };
//! let resistance = |twist| -surface.wrench(pad.radius(), twist).force.x;
//! assert!((resistance(&slide) - 1.0).abs() < 1e-12);
//! assert!((0.4..0.5).contains(&resistance(&slide_and_spin)));
//! # Ok::<(), stiction_patch::LimitSurfaceError>(())
//! ```

pub mod bristle_law;
mod cell_field;
pub mod distributed;
mod fingerprint;
pub mod kernel;
pub mod limit_surface;
pub mod mount;
#[cfg(test)]
mod pad_tests;
pub mod patch;
pub mod reduced;
pub mod schedule;
pub mod steady;
pub mod stick_slip;
#[cfg(test)]
mod testing;
pub mod written;

pub use bristle_law::{BristleModel, BristleParameters};
pub use distributed::DistributedPatch;
pub use kernel::{Arithmetic, FAST_ULPS};
pub use limit_surface::{LimitSurface, LimitSurfaceError};
pub use mount::{Mount, MountedOn, twist_at, wrench_from};
pub use patch::{
    ContactPatch, Grid, PatchError, Polygon, PressureExponent, SoftFingertip, Surface,
};
pub use reduced::{ReducedPatch, ReducedShape};
pub use schedule::Schedule;
pub use stick_slip::{StickSlipPatch, StickSlipPatchParameters};

/// Adds the laws of this crate.
pub fn register(registry: &mut impl stiction_core::Register) {
    use stiction_core::PlanarFrame;
    use stiction_friction::Loaded;
    registry.law::<Loaded<DistributedPatch, PlanarFrame>>();
    registry.law::<Loaded<ReducedPatch, PlanarFrame>>();
    registry.law::<Loaded<StickSlipPatch, PlanarFrame>>();
}
