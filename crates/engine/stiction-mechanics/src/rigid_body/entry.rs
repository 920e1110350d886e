//! A rigid body as a file has it: by its shape or by its inertia.

use nalgebra::Vector3;
use stiction_core::{Describe, ParameterError, Validate};

use super::RigidBody;
use crate::tensor::Tensor;

/// A rigid body in space.
#[derive(Describe)]
#[describe(tag = "rigid_body", builds = RigidBody, entry)]
pub(crate) struct Rigid {
    /// Mass \[kg\], > 0.
    #[field(positive)]
    mass: f64,
    /// How its mass is distributed.
    #[field(key)]
    distribution: Distribution,
    /// Acceleration of free fall \[m/s²\], finite.
    #[field(finite, default = Vector3::zeros())]
    gravity: Vector3<f64>,
    /// Whether the quaternion is pulled back to unit length after a step.
    #[field(default = true)]
    renormalise: bool,
}

/// How a mass is distributed.
#[derive(Describe)]
#[describe(spelling = Key)]
enum Distribution {
    /// Shape of a homogeneous body.
    Shape(Solid),
    /// Inertia about the centre of mass, body axes \[kg m²\]: its three principal moments, or its nine
    /// entries by rows.
    Inertia(#[field(length(3, 9, "must have 3 or 9 entries"))] Tensor),
}

/// A homogeneous body.
#[derive(Describe)]
enum Solid {
    /// A sphere about the origin.
    Sphere {
        /// Radius \[m\], > 0.
        #[field(positive)]
        radius: f64,
    },
    /// A cuboid about the origin.
    Cuboid {
        /// Edges along x, y and z \[m\], > 0.
        #[field(positive)]
        sizes: [f64; 3],
    },
    /// A cylinder about the origin, along z.
    Cylinder {
        /// Radius \[m\], > 0.
        #[field(positive)]
        radius: f64,
        /// Length \[m\], > 0.
        #[field(positive)]
        length: f64,
    },
    /// A cylinder with round ends about the origin, along z.
    Capsule {
        /// Radius \[m\], > 0.
        #[field(positive)]
        radius: f64,
        /// Length between the middles of its ends \[m\], > 0.
        #[field(positive)]
        length: f64,
    },
    /// A thin spherical shell.
    HollowSphere {
        /// Radius \[m\], > 0.
        #[field(positive)]
        radius: f64,
    },
    /// A slender rod along x.
    Rod {
        /// Length \[m\], > 0.
        #[field(positive)]
        length: f64,
        /// Moment of inertia about its axis \[kg m²\], > 0.
        #[field(positive)]
        axial_inertia: f64,
    },
}

impl Solid {
    fn body(&self, mass: f64) -> Result<RigidBody, ParameterError> {
        match *self {
            Self::Sphere { radius } => RigidBody::sphere(mass, radius),
            Self::Cuboid { sizes } => RigidBody::cuboid(mass, sizes.into()),
            Self::Cylinder { radius, length } => RigidBody::cylinder(mass, radius, length),
            Self::Capsule { radius, length } => RigidBody::capsule(mass, radius, length),
            Self::HollowSphere { radius } => RigidBody::hollow_sphere(mass, radius),
            Self::Rod { length, axial_inertia } => RigidBody::rod(mass, length, axial_inertia),
        }
    }
}

impl From<Rigid> for Result<RigidBody, ParameterError> {
    fn from(given: Rigid) -> Self {
        given.validate()?;
        let body = match &given.distribution {
            Distribution::Shape(solid) => solid.body(given.mass)?,
            Distribution::Inertia(Tensor(inertia)) => {
                RigidBody::builder().mass(given.mass).inertia(*inertia).build()?
            }
        };
        Ok(body.with_gravity(given.gravity)?.with_renormalise(given.renormalise))
    }
}

impl From<&RigidBody> for Rigid {
    fn from(body: &RigidBody) -> Self {
        Self {
            mass: body.mass(),
            distribution: Distribution::Inertia(Tensor(body.inertia())),
            gravity: body.gravity(),
            renormalise: body.renormalise(),
        }
    }
}
