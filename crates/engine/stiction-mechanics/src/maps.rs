//! Kinematic maps: which motion an impedance sees of the nodes that it hangs on.
//!
//! Each gives the pose and `Psi`; the library applies `Psi^T` to the effort
//! ([`KinematicMap`](stiction_core::KinematicMap)). Tests of the library check of every map
//! `<Psi u, e> = <u, Psi^T e>`, and that `Psi u` is the time derivative of the pose (except where
//! [`SphereOnPlane`], [`Footprint`] and [`Reaction::AtParentPoint`] say otherwise). The port itself, [`Direct`], is
//! part of the vocabulary.

mod along;
mod arm_point;
mod between;
mod body_point;
mod crank_slider;
mod differential;
mod footprint;
mod hinge_angle;
mod in_frame;
mod paired;
mod planar_point;
mod points_between;
mod relative_frame;
mod sphere_on_plane;
mod transmission;

pub use stiction_core::Direct;

pub use along::{Along, AxisProjection};
pub use arm_point::ArmPoint;
pub use between::{Between, Difference};
pub use body_point::{BodyPoint, LeverArm};
pub use crank_slider::{CrankRatio, CrankSlider};
pub use differential::Differential;
pub use footprint::{Footprint, FootprintMotion};
pub(crate) use hinge_angle::HingeAxes;
pub use hinge_angle::{HingeAngle, RelativeSpin};
pub use in_frame::{Framed, InFrame};
pub use paired::{Both, PairOf};
pub use planar_point::{PlanarLeverArm, PlanarPoint};
pub use points_between::{LeverArms, PointsBetween};
pub use relative_frame::{Reaction, RelativeFrame, RelativeMotion};
pub use sphere_on_plane::SphereOnPlane;
pub use transmission::Transmission;
