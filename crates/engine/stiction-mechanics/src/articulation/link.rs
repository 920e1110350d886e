//! One link of a tree, with the joint that carries it.

use nalgebra::{Matrix3, Vector3};
use stiction_core::{Describe, ParameterError, Pose, Seen, Validate};
use typed_builder::TypedBuilder;

use crate::tensor::Tensor;
use crate::{inertia, rotation};

/// Mass, centre of mass and inertia of a link.
#[derive(Clone, Copy, Debug, PartialEq, Describe)]
#[describe(builds = Inertial, check = Self::further)]
pub struct Inertial {
    /// Mass `m` \[kg\], > 0.
    #[field(positive)]
    mass: f64,
    /// Centre of mass in the axes of the link, from its origin \[m\], finite.
    #[field(finite, default = Vector3::zeros())]
    center: Vector3<f64>,
    /// Inertia about the centre of mass, axes of the link \[kg m²\]: its three principal moments, or its nine
    /// entries by rows.
    #[field(length(3, 9, "must have 3 or 9 entries"))]
    inertia: Tensor,
}

impl Inertial {
    fn further(&self) -> Result<(), ParameterError> {
        Self::all_finite("inertia", self.inertia.0.as_slice())?;
        inertia::check_of_part::<Self>(&self.inertia.0)
    }

    /// Creates an inertial with the mass \[kg\], > 0; centre of mass in the axes of the link, from its origin \[m\];
    /// inertia about the centre of mass in these axes \[kg m²\].
    ///
    /// # Errors
    /// A number that is not finite, a mass that is not positive, an inertia that no body has: it must be symmetric,
    /// with no negative principal moment and none above the sum of the others. A point has the inertia zero; the
    /// bodies that a joint moves must have some.
    pub fn new(
        mass: f64,
        center: Vector3<f64>,
        inertia: Matrix3<f64>,
    ) -> Result<Self, ParameterError> {
        Self { mass, center, inertia: Tensor(inertia) }.into()
    }

    /// Creates the inertia of a link without asking whether a body has such a mass and inertia: descriptions of
    /// real robots have links without mass, and moments that break the triangle inequality.
    ///
    /// # Errors
    /// A number that is not finite, a negative mass, an inertia that is not symmetric.
    pub fn as_written(
        mass: f64,
        center: Vector3<f64>,
        inertia: Matrix3<f64>,
    ) -> Result<Self, ParameterError> {
        Self::non_negative("mass", mass)?;
        Self::all_finite("center", center.as_slice())?;
        Self::all_finite("inertia", inertia.as_slice())?;
        let asymmetry = (inertia - inertia.transpose()).amax();
        let is_symmetric = asymmetry <= 1e-9 * inertia.amax();
        Self::require(is_symmetric, "inertia", asymmetry, "must be symmetric")?;
        Ok(Self { mass, center, inertia: Tensor(inertia) })
    }

    /// Returns the mass \[kg\].
    #[must_use]
    pub const fn mass(&self) -> f64 {
        self.mass
    }

    /// Returns the centre of mass in the axes of the link, from its origin \[m\].
    #[must_use]
    pub const fn center(&self) -> Vector3<f64> {
        self.center
    }

    /// Returns the inertia about the centre of mass, in the axes of the link \[kg m²\].
    #[must_use]
    pub const fn inertia(&self) -> Matrix3<f64> {
        self.inertia.0
    }
}

/// How a link moves on its parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Joint {
    /// Not at all: both are one body.
    Fixed,
    /// Turns about an axis in the coordinates of the link, of any length but zero. The angle \[rad\] is not
    /// wrapped, so a continuous joint is one too.
    Revolute(Vector3<f64>),
    /// Slides along such an axis; the coordinate is a length \[m\].
    Prismatic(Vector3<f64>),
}

impl Joint {
    /// Returns its axis; `None` for a fixed joint.
    #[must_use]
    pub const fn axis(&self) -> Option<Vector3<f64>> {
        match self {
            Self::Fixed => None,
            Self::Revolute(axis) | Self::Prismatic(axis) => Some(*axis),
        }
    }
}

/// A link of an [`Articulation`](crate::Articulation) and the joint that carries it.
///
/// When the coordinate of the joint is zero, the frame of the link is `origin`, in the frame of the parent.
///
/// ```
/// use nalgebra::{Matrix3, Vector3};
/// use stiction_core::Pose;
/// use stiction_mechanics::{Inertial, Joint, TreeLink};
/// let inertial = Inertial::new(2.0, Vector3::x() * 0.2, Matrix3::identity() * 0.01)?;
/// let upper = TreeLink::builder().name("upper").parent("base").joint(Joint::Revolute(Vector3::z()));
/// let upper = upper.origin(Pose::at(Vector3::z() * 0.3)).inertial(inertial).build()?;
/// assert_eq!(upper.joint_name(), "upper");
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<TreeLink, ParameterError>))]
#[describe(text = "A link and the joint that carries it.", check = Self::further)]
pub struct TreeLink {
    /// Its name, which no other link has.
    #[builder(setter(into))]
    #[field(by_ref)]
    name: String,
    /// The link that carries it, or the base.
    ///
    /// It stands before this one in the list.
    #[builder(setter(into))]
    #[field(by_ref)]
    parent: String,
    /// How it moves on its parent.
    joint: Joint,
    /// Name of the joint, which no other joint has; that of the link by default.
    #[builder(default, setter(into, strip_option(fallback_suffix = "_opt")))]
    #[field(by_ref, getter = own_joint_name)]
    joint_name: Option<String>,
    /// Frame of the joint in that of the parent \[m\].
    ///
    /// Finite, with a quaternion of any length but zero; default the frame of the parent.
    #[builder(default, setter(transform = |origin: Pose| rotation::unit(origin)))]
    origin: Pose,
    /// Its mass, if it has one of its own.
    #[builder(default, setter(strip_option(fallback_suffix = "_opt")))]
    #[field(part)]
    inertial: Option<Inertial>,
    /// Inertia that the joint feels and no link has, that of a rotor times the square of its gear ratio \[kg m², or
    /// kg\], ≥ 0.
    #[builder(default)]
    #[field(non_negative)]
    armature: f64,
    /// Its appearance, in its axes; by default a line of capsules to the joints that it carries.
    #[builder(default)]
    #[field(part, by_ref)]
    shapes: Vec<Seen>,
}

impl TreeLink {
    fn further(&self) -> Result<(), ParameterError> {
        rotation::check::<Self>("origin", &self.origin)?;
        if let Some(axis) = self.joint.axis() {
            let length = axis.norm();
            let has_direction = length.is_finite() && length > f64::MIN_POSITIVE;
            Self::require(has_direction, "axis", length, "must have a length that is not zero")?;
        }
        Ok(())
    }

    /// Returns the name of its joint.
    #[must_use]
    pub fn joint_name(&self) -> &str {
        self.joint_name.as_deref().unwrap_or(&self.name)
    }
}
