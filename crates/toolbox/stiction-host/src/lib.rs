//! Friction that sticks, for engines that compute everything else.
//!
//! A host (`MuJoCo`, Drake, Pinocchio, Rapier, a solver of your own) knows its masses and the velocity that
//! it would have after a step without friction. This crate finds the friction of a step of the host's own
//! length, some milliseconds, and keeps the bristles that make it hold without creep:
//!
//! ```text
//! f = sat((K e + Z v_free)/(1 + h Z a)),   Z = B + h K         one element, one axis
//! e ← e + (the motion that the host made)                     where it sticks
//! ```
//! `a = J M⁻¹ Jᵀ` is the inverse of the effective mass. The friction is implicit in it, so that no
//! stiffness is too large for the step; and the bristle follows the host instead of a prediction of it, so
//! that it cannot creep. Derivation and limits: the book, page "In other engines".
//!
//! Read in this order: [`ElementLaw`] (the laws), [`EffectiveMass`] (the input from the host), [`HostFriction`]
//! (the three calls of a step), [`Report`] (the quality of a solution).
//!
//! # Signs and units
//! SI, angles in rad. Rows, velocities and displacements are those of the body relative to what it rubs
//! on; efforts are those **on** the body, against the motion.
//!
//! # Example: a block on a slope, at 2 ms
//! ```
//! use stiction_core::Line;
//! use stiction_friction::CoulombGsat;
//! use stiction_host::{Dense, ElementLaw, HostFriction, Placed};
//!
//! let (mass, step, slope) = (1.0, 2e-3, 0.3_f64);
//! let (normal_force, pull) = (mass * 9.8 * slope.cos(), mass * 9.8 * slope.sin());
//!
//! let mut friction = HostFriction::new();
//! let law = CoulombGsat::builder().stiffness(1e6).damping(100.0).friction(0.5).build()?;
//! let law = friction.add_law(ElementLaw::contact(&law, 1)?);
//!
//! let (mut position, mut velocity) = (0.0, 0.0);
//! for _ in 0..5000 {
//!     friction.arrange([Placed { key: 0, law, load: normal_force }])?;
//!     let free = velocity + step * pull / mass;
//!     let report = friction.solve(step, &Dense::new(1, &[1.0 / mass])?, &[free])?;
//!     assert!(report.converged);
//!
//!     // The host's own step.
//!     velocity += step * (pull + friction.efforts()[0]) / mass;
//!     position += step * velocity;
//!
//!     friction.follow_velocity(&[velocity])?;
//! }
//! assert!((position - pull / 1e6).abs() < 1e-15); // where the spring bears the load, and there it stays
//! assert!(velocity.abs() < 1e-15);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod block;
mod bracket;
pub mod effective_mass;
mod error;
pub mod friction;
pub mod law;
mod newton;
mod patch;
mod plastic;
mod relaxing;
mod saturated;
mod settings;
mod sweep;

pub use effective_mass::{Dense, EffectiveMass, Factored};
pub use error::HostError;
pub use friction::{ElementState, HostFriction, LawId, Placed};
pub use law::ElementLaw;
pub use patch::{Patch, PatchPoint};
pub use settings::{Report, Settings};
