//! A rigid body as a file has it: by its shape or by its inertia.

use nalgebra::{Matrix3, Vector3};
use stiction_core::{Describe, Form, Parameter, ParameterError, Validate, Value, ValueError};

use super::RigidBody;

/// A rigid body in space.
#[derive(Describe)]
#[describe(tag = "rigid_body", builds = RigidBody, entry)]
pub(crate) struct Rigid {
    /// Mass \[kg\], > 0.
    #[field(positive)]
    mass: f64,
    /// How its mass is distributed.
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
#[describe(spelling = Type)]
enum Solid {
    /// A solid sphere.
    Sphere {
        /// Radius \[m\], > 0.
        #[field(positive)]
        radius: f64,
    },
    /// A thin spherical shell.
    HollowSphere {
        /// Radius \[m\], > 0.
        #[field(positive)]
        radius: f64,
    },
    /// A cuboid.
    Cuboid {
        /// Edges \[m\], > 0.
        #[field(positive)]
        sizes: [f64; 3],
    },
    /// A cylinder along z.
    Cylinder {
        /// Radius \[m\], > 0.
        #[field(positive)]
        radius: f64,
        /// Length \[m\], > 0.
        #[field(positive)]
        length: f64,
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
            Self::HollowSphere { radius } => RigidBody::hollow_sphere(mass, radius),
            Self::Cuboid { sizes } => RigidBody::cuboid(mass, Vector3::from(sizes)),
            Self::Cylinder { radius, length } => RigidBody::cylinder(mass, radius, length),
            Self::Rod { length, axial_inertia } => RigidBody::rod(mass, length, axial_inertia),
        }
    }
}

/// Three principal moments, or nine entries by rows.
struct Tensor(Matrix3<f64>);

impl Parameter for Tensor {
    fn form() -> Form {
        Vec::<f64>::form()
    }
    fn value(&self) -> Value {
        let moments = self.0.diagonal();
        let is_diagonal = self.0 == Matrix3::from_diagonal(&moments);
        let rows = self.0.transpose();
        (if is_diagonal { moments.as_slice() } else { rows.as_slice() }).to_vec().value()
    }
    fn of(value: Value) -> Result<Self, ValueError> {
        let entries = Vec::<f64>::of(value)?;
        match (&entries[..], entries.len()) {
            ([x, y, z], _) => Ok(Self(Matrix3::from_diagonal(&Vector3::new(*x, *y, *z)))),
            (rows, 9) => Ok(Self(Matrix3::from_row_slice(rows))),
            (_, found) => Err(ValueError::new(format!("must have 3 or 9 entries, found {found}"))),
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Three numbers of a tensor along the axes, nine of any other, in the order of a file.
    #[test]
    fn a_tensor_is_written_as_it_is_read() {
        let nine = vec![2.0, 0.25, 0.5, 0.25, 3.0, 0.0, 0.5, 0.0, 4.0];
        for numbers in [vec![2.0, 3.0, 4.0], nine] {
            let tensor = Tensor::of(numbers.value()).unwrap();
            assert_eq!(tensor.0[(2, 2)], 4.0);
            assert_eq!(tensor.value(), numbers.value());
        }
        assert!(Tensor::of(vec![1.0; 4].value()).is_err());
    }
}
