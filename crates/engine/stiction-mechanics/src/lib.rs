//! Masses, rigid bodies, arms, springs, joints, sources, and the maps between them.
//!
//! Everything of a mechanism but its friction. Components are built with checked builders; a bad
//! parameter is a [`ParameterError`](stiction_core::ParameterError) that names it. SI units, angles
//! in rad, z up, angular velocity in the world frame, quaternions (w, x, y, z).
//!
//! # Nodes: effort in, motion out
//!
//! | component | ports | equation |
//! |---|---|---|
//! | [`PointMass`] | one, of any vector domain | `vdot = f / m + g` (Kikuuwe and Yamamoto, eq. 7) |
//! | [`PlanarBody`] | [`PlanarFrame`](stiction_core::PlanarFrame) | the same and `wdot = tau / J` |
//! | [`RigidBody`] | [`SpatialFrame`](stiction_core::SpatialFrame) | Newton and Euler (25, 26); tensors in [`inertia`] |
//! | [`Pendulum`] | [`Shaft`](stiction_core::Shaft) | `wdot = (tau - m g l sin phi) / J` |
//! | [`PlanarArm`] of [`Link`]s | one [`Shaft`](stiction_core::Shaft) per joint, 1 to 32 | `H wdot + c = tau` (8) |
//! | [`Articulation`] of [`TreeLink`]s | one [`Shaft`](stiction_core::Shaft) per joint, a `Line` if it slides, and a `SpatialFrame` for a free base | a tree in space, fixed or floating |
//!
//! # Wires: motion in, effort out
//!
//! | component | domain | effort on its port |
//! |---|---|---|
//! | [`SpringDamper`] | any vector domain | `-k (x - x0) - b v` (10) |
//! | [`AxialSpring`] | point in a plane or in space | along the line between two points |
//! | [`EndStop`] | Line or Shaft | a stop at each end of a travel |
//! | [`PenaltyHinge`] | [`SpatialFrame`](stiction_core::SpatialFrame) | a hinge by stiff springs (29) |
//! | [`ConstantEffort`] | any | a constant load |
//! | [`FollowerForce`] | frame in a plane or in space | a push that turns with the body |
//! | [`TimedEffort`] | any | a function of time: [signals](stiction_core::signal), or a closure |
//!
//! # Maps: where a wire is attached
//!
//! | map | from | to |
//! |---|---|---|
//! | [`Direct`] | a port | itself |
//! | [`Between`] | two ports of a vector domain | second relative to first |
//! | [`Along`] | Plane or Space | Line: component along a direction |
//! | [`Transmission`] | Shaft or Line | Shaft or Line: gear, rack, lever |
//! | [`CrankSlider`] | Shaft | Line: the slider of a crank |
//! | [`Differential`] | two Shafts or Lines | their weighted sum |
//! | [`BodyPoint`], [`SphereOnPlane`] | `SpatialFrame` | Space: a point of the body |
//! | [`InFrame`] | as the map inside | Space: the same point in contact coordinates |
//! | [`PointsBetween`] | two `SpatialFrame`s | Space: point relative to point, in axes of the first |
//! | [`RelativeFrame`] | two `SpatialFrame`s | `SpatialFrame`: child in parent coordinates |
//! | [`HingeAngle`] | two `SpatialFrame`s | Shaft: angle about the parent's z axis |
//! | [`PlanarPoint`] | `PlanarFrame` | Plane: a point of the body |
//! | [`ArmPoint`] | K Shafts | Plane: the tip of an arm |
//! | [`LinkPoint`], [`LinkFrame`] | K Shafts, behind a `SpatialFrame` if the base is free | Space, `SpatialFrame`: a link of an [`Articulation`] |
//! | [`Both`], [`PairOf`] | the ports of two maps | their [`Pair`](stiction_core::Pair): pressed and rubbed |
//!
//! # Prescribed motion
//! [`ConstantVelocity`] (a belt), [`Sinusoid`] (a shaker), [`Waypoints`] and [`Guided`] (by
//! signals); see [`drives`].
//!
//! # Robots from files
//! With the feature `urdf`, the module of that name makes an [`Articulation`] of a URDF file.
//!
//! # Example: the force on a pulley's shaft
//! ```
//! use stiction_core::{Coupling, Impedance, Line, Motion, Shaft, Stage};
//! use stiction_mechanics::{SpringDamper, Transmission};
//!
//! let pulley = Transmission::<Shaft, Line>::builder().ratio(0.1).build()?;
//! let rope = SpringDamper::<Line>::builder().stiffness(200.0).damping(1.0).build()?;
//!
//! let shaft = Motion { pose: 0.5, flow: 0.0 };
//! let end = pulley.motion(&shaft);
//! let force = rope.respond(&Stage::at(0.0), &end, &[], &mut []);
//! assert_eq!((force, pulley.efforts(&shaft, &force)), (-10.0, -1.0));
//! # Ok::<(), stiction_core::ParameterError>(())
//! ```
//! In practice a network (crate `stiction`) does the last three lines, for every wire, four times a
//! step.

pub mod articulation;
pub mod axial_spring;
pub mod constant_effort;
pub mod drives;
pub mod effort_signal;
pub mod end_stop;
pub mod follower_force;
pub mod inertia;
mod lanes;
pub mod maps;
pub mod penalty_hinge;
pub mod pendulum;
pub mod planar_arm;
pub mod planar_body;
pub mod point_mass;
mod registered;
pub mod rigid_body;
mod rotation;
pub mod spring_damper;
mod tensor;
#[cfg(test)]
mod testing;
pub mod timed_effort;
#[cfg(feature = "urdf")]
pub mod urdf;

pub use articulation::{
    Articulation, ArticulationError, Inertial, Joint, LinkFrame, LinkPoint, TreeLink,
};
pub use axial_spring::AxialSpring;
pub use constant_effort::ConstantEffort;
pub use drives::{ConstantVelocity, Guided, Sinusoid, Waypoints};
pub use effort_signal::EffortSignal;
pub use end_stop::EndStop;
pub use follower_force::{FollowerForce, TurningFrame};
pub use maps::{
    Along, ArmPoint, Between, BodyPoint, Both, CrankSlider, Differential, Direct, Footprint,
    Framed, HingeAngle, InFrame, PairOf, PlanarPoint, PointsBetween, Reaction, RelativeFrame,
    SphereOnPlane, Transmission,
};
pub use penalty_hinge::PenaltyHinge;
pub use pendulum::Pendulum;
pub use planar_arm::{Link, PlanarArm};
pub use planar_body::PlanarBody;
pub use point_mass::PointMass;
pub use registered::{MOST_JOINTS_TO_A_LINK, register};
pub use rigid_body::{RigidBody, RigidBodyParameters};
pub use spring_damper::SpringDamper;
pub use timed_effort::TimedEffort;

use stiction_core::Flat;

/// Returns the scalars of a value, in the order of [`Flat`].
fn scalars<T: Flat>(value: &T) -> Vec<f64> {
    let mut scalars = vec![0.0; T::LEN];
    value.store(&mut scalars);
    scalars
}
