//! Friction cones: the contact forces that friction allows.
//!
//! A contact holds while its force f lies in a cone K. All forces here are those of the environment
//! **on** the body, in contact coordinates (t, b, n): z is the normal, from the environment to the
//! body, and `f_z` \[N\] the normal force.
//!
//! | cone | section at `f_z` = 1 | for |
//! |---|---|---|
//! | [`CircularCone`] | disc of radius μ | Coulomb friction itself |
//! | [`LinearizedCone`] | regular n-gon, [`ConeScale`] says how large | linear programs |
//! | [`EllipticCone`] | ellipsoid, up to 5 axes `μ_i` | sliding, spinning and rolling friction |
//! | [`PyramidalCone`] | cross-polytope with the same vertices | the same, linear |
//!
//! | of a cone K | |
//! |---|---|
//! | `contains(f)` | whether f is in K; exact up to rounding, no tolerance |
//! | `gap`, `margin` | how much more force it takes \[N\], positive inside |
//! | `signed_distance(f)` | Euclidean distance to the boundary \[N\], positive inside |
//! | `project(f)` | nearest force of K; f itself, to the bit, inside |
//! | `encode(f)`, `decode(c)` | f as coefficients `c ≥ 0` of the rays (linear cones), and back |
//!
//! - The cones are closed and contain 0: a text with `f_z > 0` excludes a contact about to part.
//! - One coefficient μ gives an n-gon two sizes, the radius of its vertices `μ_v` and that of its
//!   faces `μ_f = μ_v cos(π/n)`. Here `friction` is always the μ of the circular cone,
//!   [`vertex_coefficient`](LinearizedCone::vertex_coefficient) is `μ_v` and
//!   [`face_coefficient`](LinearizedCone::face_coefficient) `μ_f`.
//! - A force that is not finite is in no cone, and everything measured of it is NaN.
//! - Sizes from 1e-200 to 1e200 keep their digits: forces are multiplied by a power of two before
//!   anything is squared.
//!
//! Read in this order: [`circular`], [`scale`], [`linearized`], [`basis`] (cones in world
//! coordinates), [`contact_friction`], [`elliptic`], [`pyramidal`], [`x_normal`] (`MuJoCo`'s axes).
//!
//! Sources: S. Caron, *Friction model* (circular and linearized cones, n from the environment to the
//! robot); lecture notes *Coulomb friction model* (cones of 1, 3, 4 or 6 dimensions, elliptic and
//! pyramidal; their force is the one **on** the surface, the opposite one); `MuJoCo` (the same cones,
//! x normal).
//!
//! # Example
//! ```
//! use nalgebra::Vector3;
//! use stiction_friction::cone::{CircularCone, ConeScale, LinearizedCone};
//!
//! // Eight sides that stay in the cone of μ = 0.5 leave out up to 7.6 % of the friction.
//! let cone = LinearizedCone::builder().friction(0.5).sides(8).build()?;
//! assert!((ConeScale::Inner.section_error(8).min + 0.0761).abs() < 1e-4);
//!
//! let force = Vector3::new(0.0, 4.8, 10.0);
//! assert!(CircularCone::new(0.5)?.contains(&force) && cone.contains(&force));
//! let coefficients = cone.encode(&force).expect("a force of the cone");
//! assert!(coefficients.iter().all(|&c| c >= 0.0));
//! assert!((cone.decode(&coefficients).unwrap() - force).norm() < 1e-14);
//! # Ok::<(), stiction_core::ParameterError>(())
//! ```

pub mod basis;
pub mod circular;
pub mod contact_friction;
pub mod dimension;
pub mod elliptic;
pub mod linearized;
mod magnitude;
pub mod pyramidal;
pub mod scale;
mod scaled_wrench;
mod sector;
pub mod x_normal;

#[cfg(test)]
mod condim_tests;
#[cfg(test)]
mod properties_tests;

pub use basis::ContactBasis;
pub use circular::CircularCone;
pub use contact_friction::ContactFriction;
pub use dimension::ContactDimension;
pub use elliptic::EllipticCone;
pub use linearized::LinearizedCone;
pub use pyramidal::PyramidalCone;
pub use scale::{ConeScale, SectionError};

/// A few roundings, relative: by how much a force on the boundary may seem to lie outside.
const ROUNDING: f64 = 8.0 * f64::EPSILON;
