//! Robots from URDF files.
//!
//! ```text
//! text ── Robot::read ──> Robot { base, links, joints, notes } ── Robot::tree ──> Articulation
//! ```
//! | element | becomes |
//! |---|---|
//! | `<link>` with `<inertial>` | a [`TreeLink`] with an [`Inertial`](stiction_mechanics::Inertial), checked |
//! | `<joint>` of type `revolute`, `continuous`, `prismatic`, `fixed` | its [`Joint`](stiction_mechanics::Joint) |
//! | `<dynamics damping>` | [`RobotJoint::damper`]: a damper, N m s/rad or N s/m |
//! | `<dynamics friction>` | [`RobotJoint::dry_friction`]: the limit of a gsat friction, N m or N; its stiffness is yours |
//! | `<limit lower upper>` | [`RobotJoint::stops`]: two end stops; their stiffness is yours |
//! | `<limit effort velocity>` | numbers of the [`Limit`], nothing that acts |
//! | `<visual>` of a box, cylinder or sphere | a shape for pictures; meshes are left out with a [note](Robot::notes) |
//!
//! A file knows nothing of the stiffness of a contact that sticks, so it is a parameter here: some 1000 times
//! the friction per rad is a joint that yields by a thousandth of a rad.
//!
//! Limits that look like degrees are [noted](Robot::notes).
//!
//! A file that must be expanded first (xacro), joints of type `planar` and `floating`, links without a way
//! to the root, and masses or inertias that no body has are refused with the line where they stand. Files of real
//! robots do have such inertias, and joints that mimic others: [`Robot::read_as_written`] takes the numbers as they
//! are, lets a joint that mimics another move freely, and notes both.
//!
//! ```
//! use stiction_core::Admittance;
//! use stiction_urdf::{Place, Robot};
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
//! assert_eq!((hinge.friction(), hinge.damping()), (0.2, 0.0));
//! let tree = robot.tree(&Place::default())?;
//! assert_eq!((tree.port_count(), tree.joint("hinge")), (1, Some(0)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod element;
mod error;
mod order;
mod read;
mod robot;

pub use error::{Fault, UrdfError};
pub use robot::{Limit, Note, Place, Robot, RobotJoint};
pub use stiction_mechanics::{Articulation, ArticulationError, TreeLink};
