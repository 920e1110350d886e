//! The vocabulary of `stiction`: components, and the connections between them.
//!
//! A mechanism is a graph. [`Admittance`] components (force in, motion out: masses, rigid bodies,
//! arms) are its nodes; [`Impedance`] components (motion in, force out: springs, contacts, every
//! friction law) hang between them. A [`Coupling`] `Psi` turns the motions of the nodes into the
//! motion that an impedance sees, and its transpose `Phi = Psi^T` carries the effort back, so no
//! wiring can create power. This crate holds those words and nothing else: no component, no loop.
//!
//! Read in this order: [`domain`] (what flows through a port), [`admittance`], [`impedance`],
//! [`coupling`], [`any`] (the three of them as rows of numbers), [`stage`] (the generalized step of
//! Kikuuwe and Yamamoto), [`signal`] (functions of the time), [`description`] (the parameters of a
//! component, as data), [`parameter`] (checks), [`kernel`] and [`lanes`] (many copies side by side).
//!
//! # Signs and units
//! SI units, angles in rad. An impedance returns the effort that it exerts **on** its port: a
//! spring returns `-k x`, friction returns a force against the velocity.
//!
//! # Example: a component of your own
//! ```
//! use stiction_core::{Impedance, Line, Motion, Stage};
//!
//! /// Quadratic drag, `-c |v| v`.
//! #[derive(Debug)]
//! struct Drag(f64);
//!
//! impl Impedance for Drag {
//!     type Domain = Line;
//!     fn respond(&self, _: &Stage, motion: &Motion<Line>, _: &[f64], _: &mut [f64]) -> f64 {
//!         -self.0 * motion.flow.abs() * motion.flow
//!     }
//! }
//!
//! let motion = Motion::<Line> { pose: 0.0, flow: 3.0 };
//! assert_eq!(Drag(2.0).respond(&Stage::at(0.0), &motion, &[], &mut []), -18.0);
//! ```

// The derive names this crate by its full path.
extern crate self as stiction_core;

pub mod admittance;
pub mod any;
mod any_domain;
pub mod beside;
mod body;
pub mod boxed;
pub mod bristle;
pub mod constraint;
pub mod contact_law;
pub mod contact_state;
pub mod coupling;
pub mod description;
pub mod direct;
pub mod domain;
pub mod drive;
pub mod ends;
pub mod flat;
pub mod impedance;
pub mod inputs;
pub mod kernel;
pub mod lanes;
mod linear;
pub mod memory;
mod name;
mod numeric;
pub mod pair;
pub mod parameter;
mod port_domains;
mod port_list;
pub mod real;
pub mod register;
mod scalars;
pub mod shown;
pub mod signal;
pub mod stage;
pub mod start;
pub mod variable;
pub mod varying;
pub mod vector;
pub mod vectors;
pub mod view;

pub use admittance::{Admittance, Powers};
pub use any::{AnyAdmittance, AnyCoupling, AnyImpedance};
pub use any_domain::{AnyDomain, change_motions, motions_of};
pub use beside::Beside;
pub use body::Body;
pub use bristle::{Bent, Bristle};
pub use constraint::{Constraint, Projection};
pub use contact_law::{BreakawayDamping, ContactLaw};
pub use contact_state::{ContactMode, ContactState};
pub use coupling::{
    Coupling, EffortSink, KinematicMap, Linear, LinearIn, MotionSource, PortDomains, PortVisitor,
};
pub use description::{
    Choice, Describe, Description, Field, Filled, Form, Given, Parameter, Range, Spelling, Value,
    ValueError, Variant, built_of, check_fields, check_ranges, no_variant, only_key,
};
pub use direct::Direct;
pub use domain::{
    Domain, Effort, Flow, Line, Motion, PlanarFrame, PlanarPose, PlanarTwist, PlanarWrench, Plane,
    Pose, PoseOf, Shaft, Space, SpatialFrame, Twist, VectorDomain, Wrench,
};
pub use drive::Drive;
pub use flat::Flat;
pub use impedance::{AnyLaw, Impedance};
pub use inputs::Inputs;
pub use kernel::{MotionIn, Numbers, Scalars};
pub use lanes::{LaneParameters, LaneValues};
pub use memory::{InternalVariables, Memory};
pub use name::{short_type_name, without_paths};
pub use pair::Pair;
pub use parameter::{ParameterError, Validate};
pub use port_list::{PortList, UnlikePorts, WithoutInertia};
pub use real::Real;
pub use register::{LawTable, Register};
pub use shown::{Shown, ShownTime};
pub use signal::{Input, IntoLoad, NormalLoad, Signal};
pub use stage::Stage;
pub use start::Start;
pub use stiction_derive::Describe;
pub use variable::VariableName;
pub use varying::{Varying, earlier};
pub use vector::Vector;
pub use view::{Pad, Seen, Shape};
