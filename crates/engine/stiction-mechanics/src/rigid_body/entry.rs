//! A rigid body as a file has it: by its shape or by its inertia.

use std::sync::LazyLock;

use nalgebra::Vector3;
use stiction_core::{
    Choice, Describe, Form, Parameter, ParameterError, Shape, Spelling, Validate, Value,
    ValueError, Variant, no_variant,
};

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

/// A homogeneous body: a shape that has a volume, or one of those that are thin.
enum Solid {
    Full(Shape),
    Thin(Thin),
}

/// A homogeneous body without thickness.
#[derive(Describe)]
enum Thin {
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

/// The shapes that have a volume: they are described where shapes are.
const FULL: [&str; 4] = ["sphere", "cuboid", "cylinder", "capsule"];

/// Returns the kinds of a choice.
fn kinds_of<T: Parameter>() -> &'static [Variant] {
    match T::form() {
        Form::Choice(choice) => choice.variants,
        _ => &[],
    }
}

impl Parameter for Solid {
    fn form() -> Form {
        static CHOICE: LazyLock<Choice> = LazyLock::new(|| {
            let named = |name| kinds_of::<Shape>().iter().find(|kind| kind.name == name);
            let full = FULL.into_iter().filter_map(named);
            let kind = |&Variant { name, text, fields }: &Variant| Variant { name, text, fields };
            let variants: Vec<_> = full.chain(kinds_of::<Thin>()).map(kind).collect();
            let (text, variants) = ("A homogeneous body.", Vec::leak(variants));
            Choice { name: "Solid", text, spelling: Spelling::Type, variants }
        });
        Form::Choice(&CHOICE)
    }
    fn value(&self) -> Value {
        // The full bodies come first, in an order of their own.
        match self {
            Self::Full(shape) => {
                match (FULL.iter().position(|name| *name == shape.kind()), shape.value()) {
                    (Some(index), Value::Choice(_, values)) => Value::Choice(index, values),
                    (_, other) => other,
                }
            }
            Self::Thin(thin) => match thin.value() {
                Value::Choice(index, values) => Value::Choice(FULL.len() + index, values),
                other => other,
            },
        }
    }
    fn of(value: Value) -> Result<Self, ValueError> {
        let Value::Choice(index, values) = value else { return no_variant(&value) };
        match index.checked_sub(FULL.len()) {
            Some(index) => Thin::of(Value::Choice(index, values)).map(Self::Thin),
            None => {
                let shape = Shape::of_kind(FULL[index], values);
                let unknown = || ValueError::new(format!("must be a {}", FULL[index]));
                shape.map(Self::Full).ok_or_else(unknown)
            }
        }
    }
}

impl Solid {
    fn body(&self, mass: f64) -> Result<RigidBody, ParameterError> {
        match self {
            &Self::Full(Shape::Sphere { radius }) => RigidBody::sphere(mass, radius),
            &Self::Full(Shape::Cuboid { sizes }) => RigidBody::cuboid(mass, sizes.into()),
            &Self::Full(Shape::Cylinder { radius, length }) => {
                RigidBody::cylinder(mass, radius, length)
            }
            &Self::Full(Shape::Capsule { radius, length }) => {
                RigidBody::capsule(mass, radius, length)
            }
            // No reader gives any other shape: the others have no volume.
            Self::Full(_) => {
                let words = "must be a shape that has a volume";
                Err(ParameterError::new(Rigid::COMPONENT, "shape", f64::NAN, words))
            }
            &Self::Thin(Thin::HollowSphere { radius }) => RigidBody::hollow_sphere(mass, radius),
            &Self::Thin(Thin::Rod { length, axial_inertia }) => {
                RigidBody::rod(mass, length, axial_inertia)
            }
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

    /// Every kind, and the shapes among them as they are where shapes are drawn.
    #[test]
    fn a_solid_is_written_as_it_is_read() {
        let names: Vec<_> = kinds_of::<Solid>().iter().map(|kind| kind.name).collect();
        assert_eq!(names, ["sphere", "cuboid", "cylinder", "capsule", "hollow_sphere", "rod"]);
        for solid in [
            Solid::Full(Shape::Sphere { radius: 0.1 }),
            Solid::Full(Shape::Cuboid { sizes: [0.1, 0.2, 0.3] }),
            Solid::Full(Shape::Cylinder { radius: 0.1, length: 0.2 }),
            Solid::Full(Shape::Capsule { radius: 0.1, length: 0.2 }),
            Solid::Thin(Thin::HollowSphere { radius: 0.1 }),
            Solid::Thin(Thin::Rod { length: 0.3, axial_inertia: 1e-4 }),
        ] {
            let value = solid.value();
            let body = Solid::of(value.clone()).unwrap().body(2.0).unwrap();
            assert_eq!(Solid::of(value.clone()).unwrap().value(), value);
            assert_eq!(body, solid.body(2.0).unwrap());
        }
        let flat = Solid::Full(Shape::Polygon { corners: vec![[0.0; 2]; 3] });
        assert!(flat.body(2.0).unwrap_err().to_string().contains("a shape that has a volume"));
        assert!(Solid::of(Value::Choice(6, vec![])).is_err());
    }
}
