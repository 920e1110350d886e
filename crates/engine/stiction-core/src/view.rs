//! Looks of a mechanism: shapes of its parts, and the places where laws act.
//!
//! Nothing here takes part in the motion. A body gives its shapes ([`Admittance::view`]), a map the places where the
//! law behind it acts ([`Coupling::acts_at`]), a law that rubs over an area the modes of its points
//! ([`ContactLaw::pad`]), and a domain how its poses and efforts lie in space ([`Domain::in_space`]). A component
//! that says nothing is drawn as a mark at its place, or in a scheme of masses and springs if it has no place.
//!
//! [`Admittance::view`]: crate::Admittance::view
//! [`Coupling::acts_at`]: crate::Coupling::acts_at
//! [`ContactLaw::pad`]: crate::ContactLaw::pad
//! [`Domain::in_space`]: crate::Domain::in_space

mod pad;

use nalgebra::Quaternion;

pub use pad::{Pad, bristle_mode};

use crate::{Describe, Form, Parameter, ParameterError, Pose, Validate, Value, check_fields};

/// A solid or a figure, in axes of its own.
#[derive(Clone, Debug, PartialEq, Describe)]
#[describe(crate = crate)]
pub enum Shape {
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
    /// A flat figure in the plane of x and y.
    Polygon {
        /// Corners one after the other \[m\], at least 3.
        #[field(length(3, 10_000, "must be 3 to 10000 corners"))]
        corners: Vec<[f64; 2]>,
    },
    /// A line through points: a link, a cable.
    Line {
        /// Points one after the other \[m\].
        #[field(length(2, 10_000, "must be 2 to 10000 points"))]
        points: Vec<[f64; 3]>,
    },
    /// Points by themselves.
    Points {
        /// Points \[m\].
        #[field(length(1, 10_000, "must be 1 to 10000 points"))]
        points: Vec<[f64; 3]>,
    },
}

impl Shape {
    /// Name in messages, and of the key by which a file gives one.
    pub const NAME: &'static str = "Shape";

    /// Returns the kind of this name, with the values of its fields in their order; nothing for another name or
    /// other values.
    #[must_use]
    pub fn of_kind(name: &str, values: Vec<Value>) -> Option<Self> {
        let Form::Choice(choice) = Self::form() else { return None };
        let index = choice.variants.iter().position(|variant| variant.name == name)?;
        Self::of(Value::Choice(index, values)).ok()
    }
}

impl Validate for Shape {
    const COMPONENT: &'static str = Self::NAME;

    fn validate(&self) -> Result<(), ParameterError> {
        let (Value::Choice(index, values), Form::Choice(choice)) = (self.value(), Self::form())
        else {
            return Ok(());
        };
        check_fields(Self::NAME, choice.variants[index].fields, &values)?;
        match self {
            Self::Polygon { corners } => {
                corners.iter().try_for_each(|at| Self::all_finite("corners", at))
            }
            Self::Line { points } | Self::Points { points } => {
                points.iter().try_for_each(|at| Self::all_finite("points", at))
            }
            _ => Ok(()),
        }
    }
}

/// A shape in its place.
#[derive(Clone, Debug, PartialEq, Describe)]
#[describe(crate = crate)]
pub struct Seen {
    /// The shape.
    pub shape: Shape,
    /// Where its axes are.
    #[field(default = Pose::default())]
    pub pose: Pose,
}

impl From<Shape> for Seen {
    fn from(shape: Shape) -> Self {
        Self::there(shape)
    }
}

impl Seen {
    /// Places a shape in the axes that it is told in.
    #[must_use]
    pub fn there(shape: Shape) -> Self {
        Self { shape, pose: Pose::default() }
    }

    /// Checks the numbers.
    ///
    /// # Errors
    /// A length that is not positive, a number that is not finite, an orientation without a direction.
    pub fn check(&self) -> Result<(), ParameterError> {
        self.shape.validate()?;
        Shape::all_finite("position", self.pose.position.as_slice())?;
        let length = self.pose.orientation.norm();
        let is_one = length.is_finite() && length > 0.0;
        Shape::require(is_one, "orientation", length, "must have a finite length above zero")
    }

    /// Returns the shape in the frame in which its present axes are at the pose `axes`.
    #[must_use]
    pub fn seen_from(self, axes: &Pose) -> Self {
        let turned = axes.orientation * Quaternion::from_imag(self.pose.position);
        let arm = (turned * axes.orientation.conjugate()).imag();
        let orientation = axes.orientation * self.pose.orientation;
        Self { pose: Pose { position: axes.position + arm, orientation }, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Domain, PlanarFrame, PlanarPose, Plane, Shaft};
    use nalgebra::{Vector2, Vector3};

    #[test]
    fn axes_are_put_one_on_the_other() {
        let pose =
            PlanarPose { position: Vector2::new(1.0, 2.0), angle: core::f64::consts::FRAC_PI_2 };
        let axes = PlanarFrame::in_space(&pose).unwrap();
        let place = Pose::at(Vector3::new(3.0, 0.0, 1.0));
        let seen = Seen { shape: Shape::Sphere { radius: 1.0 }, pose: place }.seen_from(&axes);
        assert!((seen.pose.position - Vector3::new(1.0, 5.0, 1.0)).norm() < 1e-15);
        let twice = seen.clone().seen_from(&axes);
        // A quarter turn twice is half a turn, and the first place is turned with it.
        assert!((twice.pose.position - Vector3::new(-4.0, 3.0, 1.0)).norm() < 1e-14);
        assert!((twice.pose.orientation.coords.norm() - 1.0).abs() < 1e-15);
        assert!(twice.pose.orientation.w.abs() < 1e-15);
    }

    #[test]
    fn a_shape_is_known_by_its_kind_and_its_numbers_are_checked() {
        let can = Shape::Cylinder { radius: 0.1, length: 0.2 };
        let Value::Choice(_, values) = can.value() else { panic!("{can:?}") };
        assert_eq!(Shape::of_kind("cylinder", values.clone()), Some(can.clone()));
        assert_eq!(Shape::of_kind("tube", values), None);
        assert_eq!(Seen::there(can).check(), Ok(()));

        let refused = |shape| Seen::there(shape).check().unwrap_err().to_string();
        let flat = refused(Shape::Cuboid { sizes: [0.1, 0.0, 0.1] });
        assert_eq!(flat, "Shape: sizes = 0 must be finite and positive");
        let line = refused(Shape::Polygon { corners: vec![[0.0; 2]; 2] });
        assert!(line.contains("corners = 2 must be 3 to"), "{line}");
        let nowhere = refused(Shape::Line { points: vec![[0.0; 3], [f64::NAN; 3]] });
        assert!(nowhere.contains("points = NaN must be finite"), "{nowhere}");
        let pose = Pose { orientation: Quaternion::new(0.0, 0.0, 0.0, 0.0), ..Pose::default() };
        let seen = Seen { shape: Shape::Sphere { radius: 1.0 }, pose };
        assert!(seen.check().unwrap_err().to_string().contains("orientation = 0"));
    }

    #[test]
    fn only_what_has_a_place_is_in_space() {
        assert_eq!(Shaft::in_space(&0.3), None);
        let point = Plane::in_space(&Vector2::new(0.3, 0.4)).unwrap();
        assert_eq!(point.position, Vector3::new(0.3, 0.4, 0.0));
        let force = Plane::effort_in_space(&Vector2::new(5.0, 6.0)).unwrap();
        assert_eq!((force.force, force.torque), (Vector3::new(5.0, 6.0, 0.0), Vector3::zeros()));
    }
}
