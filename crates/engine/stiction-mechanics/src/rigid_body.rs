//! A rigid body in space.
//!
//! ```text
//! pdot = v                     vdot = f / m + g
//! qdot = 1/2 (0, w) (x) q      wdot = R J^-1 R^T (tau - w x (R J R^T w))
//! ```
//! Kikuuwe and Yamamoto 2010, eqs. 25 and 26, whose frames are not printed: here `w` is in the world
//! frame and `J` constant in the body frame, so the `J` of (26) is `R J R^T`. Port: the
//! frame at the centre of mass; the wrench is in world coordinates, its torque about that centre.
//!
//! | parameter | symbol | unit | range |
//! |---|---|---|---|
//! | mass | m | kg | > 0 |
//! | inertia | J | kg m^2, body frame, about the centre of mass | symmetric, positive definite, no principal moment above the sum of the others |
//! | gravity | g | m/s^2 | finite, default 0 |
//! | renormalise | | | default true |
//!
//! # Limits
//! `R` is taken from `q` as it is, never normalised in the right-hand side. The length of `q` drifts
//! with the error of the integrator (4e-12 in one second of simulation I at T = 1e-4);
//! [`Body::constraint`] sets it back to one after a step unless `renormalise(false)` asks for the
//! paper's scheme. `q` and `-q` are the same orientation; an integration never jumps between them.

mod entry;
mod rotor;

use nalgebra::{Matrix3, UnitQuaternion, Vector3};
use stiction_core::kernel::{self, PoseIn, RateIn, TwistIn, WrenchIn};
use stiction_core::{
    Body, Constraint, Describe, Motion, MotionIn, Numbers, ParameterError, Pose, Powers, Real,
    Seen, Shape, SpatialFrame, Stage, Twist, Validate, Wrench,
};
use typed_builder::TypedBuilder;

use crate::{inertia, rotation};
pub(crate) use entry::Rigid;
use rotor::Rotor;

/// A rigid body; its port is the frame at the centre of mass (eqs. 25, 26).
///
/// ```
/// use nalgebra::Vector3;
/// use stiction_mechanics::RigidBody;
/// // The sphere of simulation I.
/// let sphere = RigidBody::sphere(0.3, 0.2)?.with_gravity(Vector3::new(0.0, 0.0, -9.8))?;
/// assert_eq!(sphere.inertia()[(0, 0)], 0.4 * 0.3 * 0.2 * 0.2);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct RigidBody {
    mass: f64,
    inverse_mass: f64,
    gravity: Vector3<f64>,
    rotor: Rotor,
    renormalise: bool,
}

/// Parameters of a [`RigidBody`]; what [`RigidBody::builder`] builds from.
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<RigidBody, ParameterError>))]
#[describe(check = Self::further)]
pub struct RigidBodyParameters {
    /// Mass \[kg\], > 0.
    #[field(positive)]
    mass: f64,
    /// Inertia tensor about the centre of mass in the body frame \[kg m^2\]: finite, symmetric,
    /// positive definite, each principal moment at most the sum of the other two.
    #[field(finite)]
    inertia: Matrix3<f64>,
    /// Acceleration of free fall \[m/s^2\], finite, default zero.
    #[builder(default)]
    #[field(finite)]
    gravity: Vector3<f64>,
    /// Whether the quaternion is set back to unit length after every step (default); the paper
    /// does not.
    #[builder(default = true)]
    renormalise: bool,
}

impl RigidBodyParameters {
    fn further(&self) -> Result<(), ParameterError> {
        let reciprocal = (1.0 / self.mass).is_finite();
        Self::require(reciprocal, "mass", self.mass, "must have a reciprocal")?;
        inertia::check::<Self>(&self.inertia)
    }
}

impl From<&RigidBody> for RigidBodyParameters {
    fn from(body: &RigidBody) -> Self {
        let &RigidBody { mass, gravity, renormalise, .. } = body;
        Self { mass, inertia: body.inertia(), gravity, renormalise }
    }
}

impl From<RigidBodyParameters> for Result<RigidBody, ParameterError> {
    fn from(parameters: RigidBodyParameters) -> Self {
        parameters.validate()?;
        let RigidBodyParameters { mass, inertia, gravity, renormalise } = parameters;
        let rotor = Rotor::of(&inertia);
        Ok(RigidBody { mass, inverse_mass: 1.0 / mass, gravity, rotor, renormalise })
    }
}

impl RigidBody {
    /// Builds a body from its mass and inertia tensor; see [`RigidBodyParameters`].
    pub fn builder() -> RigidBodyParametersBuilder {
        RigidBodyParameters::builder()
    }

    /// Creates a homogeneous solid sphere: mass \[kg\], radius \[m\].
    ///
    /// # Errors
    /// A mass or radius that is not finite and positive.
    pub fn sphere(mass: f64, radius: f64) -> Result<Self, ParameterError> {
        Self::of_shape(mass, &[("radius", radius)], inertia::sphere(mass, radius))
    }

    /// Creates a thin spherical shell: mass \[kg\], radius \[m\].
    ///
    /// # Errors
    /// A mass or radius that is not finite and positive.
    pub fn hollow_sphere(mass: f64, radius: f64) -> Result<Self, ParameterError> {
        Self::of_shape(mass, &[("radius", radius)], inertia::hollow_sphere(mass, radius))
    }

    /// Creates a homogeneous cuboid: mass \[kg\], edges along the body axes x, y, z \[m\].
    ///
    /// # Errors
    /// A mass or edge that is not finite and positive.
    pub fn cuboid(mass: f64, sizes: Vector3<f64>) -> Result<Self, ParameterError> {
        let edges = [("sizes", sizes.x), ("sizes", sizes.y), ("sizes", sizes.z)];
        Self::of_shape(mass, &edges, inertia::cuboid(mass, sizes))
    }

    /// Creates a homogeneous cylinder along the body axis z: mass \[kg\], radius and length \[m\].
    ///
    /// # Errors
    /// A mass, radius or length that is not finite and positive.
    pub fn cylinder(mass: f64, radius: f64, length: f64) -> Result<Self, ParameterError> {
        let lengths = [("radius", radius), ("length", length)];
        Self::of_shape(mass, &lengths, inertia::cylinder(mass, radius, length))
    }

    /// Creates a homogeneous capsule along the body axis z, a cylinder with half a ball at each end: mass \[kg\],
    /// radius \[m\] and length between the middles of its ends \[m\].
    ///
    /// # Errors
    /// A mass, radius or length that is not finite and positive.
    pub fn capsule(mass: f64, radius: f64, length: f64) -> Result<Self, ParameterError> {
        let lengths = [("radius", radius), ("length", length)];
        Self::of_shape(mass, &lengths, inertia::capsule(mass, radius, length))
    }

    /// Creates a slender homogeneous rod along the body axis x: mass \[kg\], length \[m\] and the small moment
    /// of inertia about its axis \[kg m^2\].
    ///
    /// # Errors
    /// A mass, length or axial inertia that is not finite and positive, or an axial inertia above
    /// `m l^2 / 6`, which no body has.
    pub fn rod(mass: f64, length: f64, axial_inertia: f64) -> Result<Self, ParameterError> {
        let lengths = [("length", length), ("axial_inertia", axial_inertia)];
        Self::of_shape(mass, &lengths, inertia::rod(mass, length, axial_inertia))
    }

    fn of_shape(
        mass: f64,
        lengths: &[(&'static str, f64)],
        inertia: Matrix3<f64>,
    ) -> Result<Self, ParameterError> {
        RigidBodyParameters::positive("mass", mass)?;
        lengths
            .iter()
            .try_for_each(|&(name, length)| RigidBodyParameters::positive(name, length))?;
        Self::builder().mass(mass).inertia(inertia).build()
    }

    /// Sets the acceleration of free fall \[m/s^2\].
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn with_gravity(self, gravity: Vector3<f64>) -> Result<Self, ParameterError> {
        RigidBodyParameters::all_finite("gravity", gravity.as_slice())?;
        Ok(Self { gravity, ..self })
    }

    /// Sets whether the quaternion is [renormalised](Body::constraint).
    #[must_use]
    pub fn with_renormalise(self, renormalise: bool) -> Self {
        Self { renormalise, ..self }
    }

    /// Returns the mass \[kg\].
    #[must_use]
    pub const fn mass(&self) -> f64 {
        self.mass
    }

    /// Returns the inertia tensor about the centre of mass in the body frame \[kg m^2\].
    #[must_use]
    pub fn inertia(&self) -> Matrix3<f64> {
        self.rotor.tensor()
    }

    /// Returns the acceleration of free fall \[m/s^2\].
    #[must_use]
    pub const fn gravity(&self) -> Vector3<f64> {
        self.gravity
    }

    /// Returns whether the quaternion is set back to length one after a step.
    #[must_use]
    pub const fn renormalise(&self) -> bool {
        self.renormalise
    }

    /// Returns the angular momentum about the centre of mass, world coordinates \[kg m^2/s\].
    #[must_use]
    pub fn angular_momentum(&self, motion: &Motion<SpatialFrame>) -> Vector3<f64> {
        let body_to_world = rotation::matrix(&motion.pose.orientation);
        body_to_world * (self.inertia() * body_to_world.tr_mul(&motion.flow.angular))
    }
}

/// Relative difference up to which moments of inertia count as the same in a picture.
const ALIKE: f64 = 1e-9;

impl Body for RigidBody {
    type Domain = SpatialFrame;
    #[inline(always)]
    fn accelerate(
        &self,
        stage: &Stage,
        motion: &Motion<SpatialFrame>,
        wrench: &Wrench,
    ) -> (Pose, Twist) {
        kernel::accelerate(self, stage, motion, wrench).unwrap_or_default()
    }

    #[inline(always)]
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        _: &Stage,
        motion: &MotionIn<SpatialFrame, R>,
        wrench: WrenchIn<R>,
    ) -> Option<RateIn<SpatialFrame, R>> {
        numbers.form(self.renormalise.into());
        let [x, y, z] = self.gravity.into();
        let [inverse_mass, gravity @ ..] = numbers.read([self.inverse_mass, x, y, z]);
        let (TwistIn { linear, angular }, q) = (motion.flow, motion.pose.orientation);
        let mut falling = wrench.force;
        for axis in 0..3 {
            falling[axis] = falling[axis] * inverse_mass + gravity[axis];
        }
        let spin_up = self.rotor.kernel(numbers, q, angular, wrench.torque);
        let velocity = PoseIn { position: linear, orientation: rotation::rate_lanes(angular, q) };
        Some((velocity, TwistIn { linear: falling, angular: spin_up }))
    }

    /// Shows the uniform solid of its mass and inertia: a ball if all axes are alike, else a cuboid along the
    /// principal axes, with the edges `√(6 (J_j + J_k − J_i)/m)`.
    fn view(&self) -> Vec<Seen> {
        let axes = self.inertia().symmetric_eigen();
        let moments = axes.eigenvalues;
        let edge = |i: usize| 6.0 * (moments.sum() - 2.0 * moments[i]).max(0.0) / self.mass;
        let sizes = core::array::from_fn(|i| edge(i).sqrt());
        if moments.max() - moments.min() <= ALIKE * moments.max() {
            let radius = (2.5 * moments.max() / self.mass).sqrt();
            return vec![Seen::there(Shape::Sphere { radius })];
        }
        let mut turn = axes.eigenvectors;
        if turn.determinant() < 0.0 {
            turn.column_mut(2).neg_mut();
        }
        let turn = UnitQuaternion::from_matrix(&turn);
        let pose = Pose { orientation: turn.into_inner(), ..Pose::default() };
        vec![Seen { shape: Shape::Cuboid { sizes }, pose }]
    }

    #[inline(always)]
    fn energy(&self, motion: &Motion<SpatialFrame>) -> f64 {
        let Twist { linear, angular } = motion.flow;
        self.mass * (0.5 * linear.norm_squared() - self.gravity.dot(&motion.pose.position))
            + self.rotor.energy(&motion.pose, &angular)
    }

    fn powers(
        &self,
        _: &Stage,
        motion: &Motion<SpatialFrame>,
        rate: &Motion<SpatialFrame>,
    ) -> Powers {
        let Twist { linear, angular } = motion.flow;
        // The rate of R J R^T does no work: w . (w x J w) = 0.
        let body_to_world = rotation::matrix(&motion.pose.orientation);
        let spin_up = body_to_world * (self.inertia() * body_to_world.tr_mul(&rate.flow.angular));
        let falling = linear.dot(&rate.flow.linear) - self.gravity.dot(&rate.pose.position);
        Powers::storing(self.mass * falling + angular.dot(&spin_up))
    }

    fn constraint(&self) -> Constraint<'_> {
        if self.renormalise { Constraint::UnitQuaternions } else { Constraint::None }
    }
}

#[cfg(test)]
mod tests;
