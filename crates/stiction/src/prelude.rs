//! The names for a first program, in one import: to compose a mechanism with friction, to step it and to record it.
//!
//! Everything else is in the modules of [`stiction`](crate): `use stiction::friction::MaxwellSlip;`. The functions of
//! time have a separate import, `use stiction::core::signal::*;`, and so do pads, `use stiction::patch::*;`.
//! Vectors are those of `nalgebra`, which is re-exported: `use stiction::nalgebra::{self, Vector2, vector};` (the macros
//! look for a `nalgebra` in scope, hence the `self`).

pub use crate::record::{Recorder, Sampler};
pub use stiction_core::{
    Body, ContactMode, Direct, Domain, Effort, Impedance, Input, Line, Memory, Motion,
    ParameterError, PlanarFrame, PlanarPose, PlanarTwist, PlanarWrench, Plane, Pose, Shaft, Signal,
    Space, SpatialFrame, Stage, Twist, Wrench,
};
pub use stiction_friction::{
    CoulombContact, CoulombGsat, DahlFriction, GsatFriction, Loaded, LuGreFriction, PointContact,
    PyramidContact, RateDependentGsat, SteadyState, StribeckCurve, gsat_step,
};
pub use stiction_mechanics::{
    Between, BodyPoint, Both, ConstantEffort, ConstantVelocity, EndStop, PlanarArm, PlanarBody,
    PointMass, RigidBody, SphereOnPlane, SpringDamper, TimedEffort, Transmission,
};
pub use stiction_network::ode::Tableau;
pub use stiction_network::{
    Frame, Ground, Handle, Network, NetworkBuilder, Prescribed, Simulation, Wire,
};
