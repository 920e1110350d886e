//! What a mechanism needs, in one import: the names that one writes, and no modules.
//!
//! The profiles of time have an import of their own beside it, `use stiction::mechanics::profiles::*;`,
//! and so have pads, `use stiction::patch::*;`. Kernels and what is rarely needed are in the modules of
//! [`stiction`](crate). Vectors are those of `nalgebra`, which comes along:
//! `use stiction::nalgebra::{self, Vector2, vector};` (the macros look for a `nalgebra` in scope, hence
//! the `self`).

pub use crate::record::{CsvFile, Progress, Recorder, Sampler};
pub use stiction_core::{
    Admittance, Body, Contact, ContactMode, ContactState, Coupling, Direct, Domain, Drive, Effort,
    Flat, Flow, Impedance, KinematicMap, LaneParameters, LaneValues, Line, Linear, Motion,
    ParameterError, PlanarFrame, PlanarPose, PlanarTwist, PlanarWrench, Plane, PortDomains, Pose,
    PoseOf, Real, Shaft, Space, SpatialFrame, Stage, Twist, Validate, Vector, VectorDomain, Wrench,
    checked_build, parameter_getters, short_type_name,
};
pub use stiction_friction::cone::{
    CircularCone, ConeScale, ContactBasis, ContactDimension, ContactFriction, EllipticCone,
    LinearizedCone, PyramidalCone,
};
pub use stiction_friction::{
    AmendedLuGre, AxisGain, BristleRate, Coefficient, ConvexPolygon, CoulombContact,
    CoulombContactParameters, CoulombGsat, CoulombGsatParameters, DahlFriction, Diagonal, Disc,
    ElastoPlasticFriction, Ellipsoid, EllipticContact, EllipticContactParameters, Full, Gain,
    GsatFriction, LimitSet, LimitSetGsat, Loaded, LoadedFriction, LuGreFriction, NormalLoad,
    PointContact, PointSupports, PyramidContact, PyramidContactParameters, RateDependentGsat,
    RegularPolygon, Relaxation, Section, Sliding, SteadyState, StickSlip, StribeckCurve,
    StribeckShape, ThresholdFriction, gsat_step, saturated_by_speed, saturation_step,
};
pub use stiction_mechanics::{
    Along, ArmPoint, AxialSpring, Between, BodyPoint, ConstantEffort, ConstantVelocity,
    Differential, FollowerForce, Footprint, HingeAngle, InFrame, Link, PenaltyHinge, PlanarArm,
    PlanarBody, PlanarPoint, PointMass, PointsBetween, Reaction, RelativeFrame, RigidBody,
    RigidBodyParameters, Sinusoid, SphereOnPlane, SphereOnPlaneParameters, SpringDamper,
    TimedEffort, Transmission, Waypoints,
};
pub use stiction_network::{
    AnyPort, Connected, ConnectedEnd, Culprit, CulpritKind, Frame, Ground, Handle, Lanes, Network,
    NetworkBuilder, NetworkError, NodePort, Observer, Placed, PlacedLaw, Port, Ports, PowerBalance,
    Prescribed, Simulation, SimulationError, Snapshot, StabilityWarning, Start, State, Wire,
    WirePower,
};
pub use stiction_ode::{Ode, OdeError, Tableau};
