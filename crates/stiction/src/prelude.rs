//! What a mechanism needs, in one import: the names that one writes, and no modules.
//!
//! The functions of time have an import of their own beside it, `use stiction::core::signal::*;`,
//! and so have pads, `use stiction::patch::*;`. Kernels and what is rarely needed are in the modules of
//! [`stiction`](crate). Vectors are those of `nalgebra`, which comes along:
//! `use stiction::nalgebra::{self, Vector2, vector};` (the macros look for a `nalgebra` in scope, hence
//! the `self`).

#[cfg(feature = "progress")]
pub use crate::record::Progress;
pub use crate::record::{CsvFile, Recorder, Refinement, Sampler, refine};
pub use stiction_core::{
    Admittance, Body, ContactLaw, ContactMode, ContactState, Coupling, Describe, Direct, Domain,
    Drive, Effort, Flat, Flow, Impedance, Input, InternalVariables, KinematicMap, Line, Linear,
    LinearIn, Memory, Motion, MotionIn, Numbers, Pair, ParameterError, PlanarFrame, PlanarPose,
    PlanarTwist, PlanarWrench, Plane, PortDomains, Pose, PoseOf, Real, Shaft, Signal, Space,
    SpatialFrame, Stage, Twist, Validate, VariableName, Vector, VectorDomain, Wrench,
    short_type_name,
};
pub use stiction_friction::cone::{
    CircularCone, ConeScale, ContactBasis, ContactDimension, ContactFriction, EllipticCone,
    LinearizedCone, PyramidalCone,
};
pub use stiction_friction::{
    AmendedLuGre, AxisGain, BristleRate, Coefficient, ConvexPolygon, CoulombContact,
    CoulombContactParameters, CoulombGsat, CoulombGsatParameters, CrossPolytope, DahlFriction,
    Diagonal, DirectionalGsat, Disc, ElastoPlasticFriction, Ellipsoid, EllipticContact,
    EllipticContactParameters, Friction, FromPort, Full, Gain, GearFriction, GsatFriction,
    LimitSet, LimitSetGsat, Loaded, LuGreFriction, MaxwellSlip, NormalLoad, NormalSpring,
    PointContact, PointSupports, Pressed, PyramidContact, PyramidContactParameters,
    PyramidalContact, RateDependentGsat, RegularPolygon, Relaxation, Section, SteadyState,
    StribeckCurve, StribeckShape, SupportSet, ThermalGsat, ThresholdFriction, Viscosity, gsat_step,
    saturated_by_speed, saturation_step,
};
pub use stiction_mechanics::{
    Along, ArmPoint, Articulation, ArticulationError, AxialSpring, Between, BodyPoint, Both,
    ConstantEffort, ConstantVelocity, CrankSlider, Differential, Each, EndStop, FollowerForce,
    Footprint, Guided, HingeAngle, InFrame, Inertial, Joint, Link, LinkFrame, LinkPoint,
    PenaltyHinge, Pendulum, PlanarArm, PlanarBody, PlanarPoint, PointMass, PointsBetween, Reaction,
    RelativeFrame, RigidBody, RigidBodyParameters, Sinusoid, SphereOnPlane,
    SphereOnPlaneParameters, SpringDamper, TimedEffort, Transmission, TreeLink, Waypoints,
};
pub use stiction_network::{
    AnyPort, BristleStart, Culprit, CulpritKind, Elements, EnergyBalance, Finding, Frame, Ground,
    Handle, HasInternal, InputHandle, Lanes, Network, NetworkBuilder, NetworkError, NodePort,
    Observer, Port, Ports, PowerBalance, Prescribed, Simulation, SimulationError, Snapshot,
    StabilityWarning, Start, State, StepDoubt, StepStability, StepWatch, Wire, WirePower,
};
pub use stiction_ode::{Ode, OdeError, Tableau};
