//! Robots from URDF files.
//!
//! ```text
//! text ── Robot::read ──> Robot { base, links, joints, notes } ── Robot::tree ──> Articulation
//! ```
//! | element | becomes |
//! |---|---|
//! | `<link>` with `<inertial>` | a [`TreeLink`](crate::TreeLink) with an [`Inertial`](crate::Inertial), checked |
//! | `<joint>` of type `revolute`, `continuous`, `prismatic`, `fixed` | its [`Joint`](crate::Joint) |
//! | `<dynamics damping>` | [`RobotJoint::damper`]: a damper, N m s/rad or N s/m |
//! | `<dynamics friction>` | [`RobotJoint::dry_friction`]: the limit of a gsat friction, N m or N; its stiffness is yours |
//! | `<limit lower upper>` | [`RobotJoint::stops`]: two end stops; their stiffness is yours |
//! | `<limit effort velocity>` | numbers of the [`JointLimit`], nothing that acts |
//! | `<mimic>` | [`RobotJoint::mimic`]: which joint it follows; the stiffness of that coupling is yours |
//! | `<visual>` of a box, cylinder or sphere | a shape for pictures; meshes are left out with a [note](Robot::notes) |
//!
//! A file knows nothing of the stiffness of a contact that sticks, so it is a parameter here: some 1000 times
//! the friction per rad is a joint that yields by a thousandth of a rad.
//!
//! [Noted](Robot::notes) are elements that stand twice although one is read, unknown names, limits and
//! turns that look like degrees, and limits that are both zero, which exporters write for a joint without limits.
//!
//! A file that must be expanded first (xacro), joints of type `planar` and `floating`, links without a way
//! to the root, and masses or inertias that no body has are refused with the line where they stand. Links that fixed
//! joints hold together are one body: a point mass on a link is one that a body can have, and so is, with a note, an
//! inertia that no body has on a base or on a link whose body has a possible one. Files of real robots do have others:
//! [`Robot::read_as_written`] takes the numbers as they are and notes them.
//!
//! ```
//! use stiction_core::Admittance;
//! use stiction_mechanics::urdf::{Place, Robot};
//! let text = r#"<robot name="pendulum">
//!   <link name="base"/>
//!   <joint name="hinge" type="continuous">
//!     <parent link="base"/> <child link="rod"/> <axis xyz="0 1 0"/> <dynamics friction="0.2"/>
//!   </joint>
//!   <link name="rod">
//!     <inertial>
//!       <origin xyz="0 0 -0.5"/> <mass value="2"/>
//!       <inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/>
//!     </inertial>
//!   </link>
//! </robot>"#;
//! let robot = Robot::read(text)?;
//! let hinge = robot.joint("hinge").unwrap();
//! assert_eq!((hinge.friction, hinge.damping), (0.2, 0.0));
//! let tree = robot.tree(&Place::default())?;
//! assert_eq!((tree.ports().count(), tree.joint("hinge")), (1, Some(0)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod element;
mod error;
mod left_out;
mod order;
mod read;
mod robot;

pub use error::{Fault, UrdfError};
pub use robot::{JointLimit, Mimic, Note, Place, Robot, RobotJoint};
