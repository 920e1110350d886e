//! A body that slides on a plane: exact stopping, the equivalent contact point, toppling.
//!
//! The pressure of a patch acts at one point, its centre, and wherever the balance of moments puts
//! that point, it decides how the body turns: the higher the centre of mass, the farther the point
//! moves ahead. This crate computes motion and point together, without any knowledge of the
//! pressure, in some 100 ns a step.
//!
//! | question | answer | source |
//! |---|---|---|
//! | how does it slide, stop, stay, tip over? | [`PlanarSlider`], step by step | (7), (15)-(28) |
//! | which friction acts at an instant? | [`PlanarSlider::sliding_wrench`], explicit | (9)-(21) |
//! | and without turning? | [`translation()`], explicit | (35)-(42) |
//! | how does it follow a pusher? | [`QuasiStaticPush`], at any height | (29)-(34) |
//! | in a network of other components? | [`EllipsoidContact`](stiction_friction::EllipsoidContact), which sticks without drift | (3)-(7) |
//! | for a body in space? | the same through a `Footprint` (`stiction_mechanics`) | |
//! | what is the friction of a recorded slide? | [`identify`] | (43)-(45) |
//!
//! Read in this order: [`planar_slider`], [`support_hull`], [`sliding_wrench`],
//! [`ellipsoid_kernel`](stiction_friction::ellipsoid_kernel) (the equation behind all of it).
//!
//! **The law.** Friction force and moment at the contact point are in the ellipsoid
//! `Σ (f_i/e_i)² ≤ (μ N)²` and, in slip, against the slip in the sense of most dissipation (3)-(7). The
//! semi-axes `e_t`, `e_o` \[1\] and `e_r` \[m\] are along the world's x and y and about the vertical: an
//! anisotropic support does not turn with the slider. Only the products `μ e_i` matter.
//!
//! **Conventions.** SI units, angles in rad, z up. Poses and twists are those of the centre of mass;
//! wrenches act on the body, at the centre of mass, in world axes, unless a name says otherwise. The
//! contact point is given from below the centre of mass, at the height of the support.
//!
//! # Corrections of the source
//! Xie and Chakraborty, *Dynamic Model of Planar Sliding*; numbers in brackets are its equations. The
//! printed equations differ from what is computed here in these places:
//!
//! | equation | printed | here |
//! |---|---|---|
//! | (12) | `+[λ_xtau (a_x − q_x) + λ_ytau (a_y − q_y)]/(q_z − a_z)` | the opposite, `(λ_t λ_xtau + λ_o λ_ytau)/λ_n` |
//! | (24), (25)-(27), (45) | `I Δω = p_r + p_ztau` | `+ (p_t p_xtau + p_o p_ytau)/p_n` |
//! | (26) | text after `p_o σ` | ends there |
//! | (29)-(34) | | right for a push at the height of the support only |
//! | (38) | numerators `(m v + p)²` | `e_i² (m v + p)²` |
//! | (39) | `m σ + e² μ p_n = \|m v + p\|` | `= e \|m v + p\|` |
//! | (40), (41) | `e² μ p_n` | `e μ p_n` |
//! | (43) | `e_t² μ` | `(e_t μ)²`; better `(μ e_i)² = p_i (p·u)/(p_n² u_i)` |
//! | after (2) | r from the contact point to the centre of mass | the opposite |
//! | 4.3 | σ > 0 | complementarity (7): the stick test comes first |
//!
//! # Limits
//! The body stays upright on the plane: where [`StepReport`] says that it topples or separates, the
//! motion is that of a body held upright. The vertical is a principal axis of inertia. Friction does not
//! depend on the speed. Bad input is an error; so is a step for which no friction is found, with its
//! data, of which a census of a million random steps, much harder than any example, has none.
//!
//! # Example
//! ```
//! use nalgebra::vector;
//! use stiction_core::{ContactMode, Motion, PlanarPose, PlanarTwist, Wrench};
//! use stiction_sliding::{PlanarSlider, SupportHull};
//!
//! let block = PlanarSlider::builder()
//!     .mass(0.5)
//!     .inertia(2.0833e-4)
//!     .friction(0.31)
//!     .semi_axes([1.0, 1.0, 0.01])
//!     .height(0.08)
//!     .support(SupportHull::square(0.05)?)
//!     .build()?;
//!
//! let twist = PlanarTwist { linear: vector![0.7, 0.9], angular: 10.0 };
//! let mut state = Motion::new(PlanarPose::default(), twist);
//! loop {
//!     let report = block.step(&mut state, 1e-3, &Wrench::default())?;
//!     assert!(!report.topples());
//!     if report.status == ContactMode::Stick {
//!         break;
//!     }
//! }
//! println!("it stops at {} m, turned by {} rad", state.pose.position, state.pose.angle);
//! assert!((state.pose.position - vector![0.167, 0.146]).norm() < 1e-3);
//! # Ok::<(), stiction_sliding::SlidingError>(())
//! ```

pub mod applied_load;
mod error;
pub mod identify;
pub mod planar_slider;
pub mod quasi_static;
pub mod sliding_wrench;
pub mod support_hull;
pub mod translation;

pub use applied_load::{AppliedLoad, Push};
pub use error::SlidingError;
pub use planar_slider::{EquivalentContactPoint, PlanarSlider, STANDARD_GRAVITY, StepReport};
pub use quasi_static::{QuasiStaticMotion, QuasiStaticPush};
pub use sliding_wrench::SlidingWrench;
pub use support_hull::SupportHull;
pub use translation::{TranslationStep, translation};
