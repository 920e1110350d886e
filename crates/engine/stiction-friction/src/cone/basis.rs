//! The axes of a contact in world coordinates: two tangents and the normal, a direct frame.

use nalgebra::{Matrix3, Rotation3, Vector3};
use stiction_core::{ParameterError, Validate};

use super::magnitude::polar;

/// Orthonormal axes (t, b, n) of a contact, `t × b = n`; n points from the environment to the body.
///
/// ```
/// use nalgebra::Vector3;
/// use stiction_friction::cone::{ContactBasis, LinearizedCone};
///
/// // A ramp of 45°.
/// let ramp = ContactBasis::from_normal(&Vector3::new(-1.0, 0.0, 1.0))?;
/// let cone = LinearizedCone::builder().friction(0.5).sides(4).build()?;
/// for ray in cone.rays_in(&ramp) {
///     assert!((ray.dot(&ramp.normal()) - 1.0).abs() < 1e-15);
/// }
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactBasis {
    /// Columns t, b, n.
    axes: Rotation3<f64>,
}

impl ContactBasis {
    /// Creates the axes from the normal (of any length): t and b are found by the formula without branches of
    /// Duff et al., *Building an orthonormal basis, revisited*, JCGT 6(1), 2017, listing 3.
    ///
    /// t turns continuously with the normal except across `n_z = 0`. The normal z gives the world
    /// axes.
    ///
    /// # Errors
    /// A normal that is zero or not finite.
    pub fn from_normal(normal: &Vector3<f64>) -> Result<Self, ParameterError> {
        let n = Self::unit("normal", normal)?;
        let sign = 1.0_f64.copysign(n.z);
        let a = -1.0 / (sign + n.z);
        let b = n.x * n.y * a;
        let tangent = Vector3::new(1.0 + sign * n.x * n.x * a, sign * b, -sign * n.x);
        let bitangent = Vector3::new(b, sign + n.y * n.y * a, -n.y);
        Ok(Self::from_columns(&tangent, &bitangent, &n))
    }

    /// Creates the axes from the normal and a direction (each of any length): t is the part of the direction
    /// that is normal to n.
    ///
    /// # Errors
    /// A normal or direction that is zero or not finite; a direction within 1e-8 rad of the normal.
    pub fn aligned(
        normal: &Vector3<f64>,
        direction: &Vector3<f64>,
    ) -> Result<Self, ParameterError> {
        let n = Self::unit("normal", normal)?;
        let wanted = Self::unit("direction", direction)?;
        let across = wanted - n * n.dot(&wanted);
        Self::require(
            across.norm() > 1e-8,
            "direction",
            across.norm(),
            "must not be parallel to the normal (sine of the angle given)",
        )?;
        // Twice: the remainder of a nearly parallel direction is not yet normal to n.
        let tangent = across.normalize();
        let tangent = (tangent - n * n.dot(&tangent)).normalize();
        Ok(Self::from_columns(&tangent, &n.cross(&tangent), &n))
    }

    /// Creates axes that are the columns t, b, n of a rotation.
    ///
    /// # Errors
    /// A matrix that is not finite, or not orthonormal to 1e-9, or not a direct frame.
    pub fn from_rotation(axes: Rotation3<f64>) -> Result<Self, ParameterError> {
        let basis = Self { axes };
        basis.validate().map(|()| basis)
    }

    /// Returns the first tangent t, the x axis of the contact.
    #[must_use]
    pub fn tangent(&self) -> Vector3<f64> {
        self.axes.matrix().column(0).into()
    }

    /// Returns the second tangent b = n × t, the y axis of the contact.
    #[must_use]
    pub fn bitangent(&self) -> Vector3<f64> {
        self.axes.matrix().column(1).into()
    }

    /// Returns the normal n, the z axis of the contact.
    #[must_use]
    pub fn normal(&self) -> Vector3<f64> {
        self.axes.matrix().column(2).into()
    }

    /// Turns contact coordinates into world coordinates; its columns are t, b, n.
    #[must_use]
    pub fn rotation(&self) -> Rotation3<f64> {
        self.axes
    }

    /// Returns world coordinates of a vector in contact coordinates.
    #[must_use]
    pub fn to_world(&self, vector: &Vector3<f64>) -> Vector3<f64> {
        self.axes * vector
    }

    fn from_columns(t: &Vector3<f64>, b: &Vector3<f64>, n: &Vector3<f64>) -> Self {
        Self { axes: Rotation3::from_matrix_unchecked(Matrix3::from_columns(&[*t, *b, *n])) }
    }

    fn unit(
        parameter: &'static str,
        vector: &Vector3<f64>,
    ) -> Result<Vector3<f64>, ParameterError> {
        Self::all_finite(parameter, vector.as_slice())?;
        let (length, direction) = polar(vector);
        Self::require(length > 0.0, parameter, length, "must not be zero")?;
        Ok(direction)
    }
}

impl Default for ContactBasis {
    /// The world axes.
    fn default() -> Self {
        Self { axes: Rotation3::identity() }
    }
}

impl Validate for ContactBasis {
    const COMPONENT: &'static str = "ContactBasis";
    fn validate(&self) -> Result<(), ParameterError> {
        let matrix = self.axes.matrix();
        Self::all_finite("axes", matrix.as_slice())?;
        let off = (matrix.transpose() * matrix - Matrix3::identity()).amax();
        Self::require(off <= 1e-9, "axes", off, "must be orthonormal (largest deviation given)")?;
        Self::require(
            matrix.determinant() > 0.0,
            "axes",
            matrix.determinant(),
            "must be a direct frame (determinant given)",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Largest deviation from a direct orthonormal frame with this normal.
    fn defect(basis: &ContactBasis, normal: &Vector3<f64>) -> f64 {
        let (t, b, n) = (basis.tangent(), basis.bitangent(), basis.normal());
        let matrix = basis.rotation().into_inner();
        let orthonormal = (matrix.transpose() * matrix - Matrix3::identity()).amax();
        let direct = (t.cross(&b) - n).amax();
        orthonormal.max(direct).max((n - normal.normalize()).amax())
    }

    proptest! {
        #[test]
        fn every_normal_gives_a_direct_frame(
            x in -1.0..1.0_f64, y in -1.0..1.0_f64, z in -1.0..1.0_f64, tilt in -20.0..0.0_f64
        ) {
            let flat = 10.0_f64.powf(tilt);
            let normals = [
                Vector3::new(x, y, z),
                Vector3::new(flat * x, flat * y, z.signum()), // nearly vertical, both ways
                Vector3::new(x, y, flat * z),                 // nearly horizontal
            ];
            for normal in normals.iter().filter(|normal| normal.norm() > 1e-3) {
                let basis = ContactBasis::from_normal(normal).unwrap();
                prop_assert!(defect(&basis, normal) < 1e-15, "{normal}");
                let vector = Vector3::new(z, x, y);
                let there = basis.to_world(&vector);
                prop_assert!((basis.rotation().inverse() * there - vector).amax() < 1e-15);
            }
        }

        #[test]
        fn an_aligned_frame_has_its_tangent_in_the_plane_of_both(
            normal in prop::array::uniform3(-1.0..1.0_f64), angle in -7.5..0.0_f64
        ) {
            let normal = Vector3::from(normal);
            prop_assume!(normal.norm() > 1e-3);
            // A direction within 3e-8 rad of the normal.
            let across = ContactBasis::from_normal(&normal).unwrap().tangent();
            let direction = normal.normalize() + across * 10.0_f64.powf(angle);
            let basis = ContactBasis::aligned(&normal, &direction).unwrap();
            prop_assert!(defect(&basis, &normal) < 1e-15);
            prop_assert!(basis.bitangent().dot(&direction).abs() < 1e-15);
            prop_assert!(basis.tangent().dot(&direction) > 0.0);
        }
    }

    #[test]
    fn the_vertical_gives_the_world_axes() {
        assert_eq!(ContactBasis::from_normal(&Vector3::z()).unwrap(), ContactBasis::default());
        let down = ContactBasis::from_normal(&-Vector3::z()).unwrap();
        let axes = (down.tangent(), down.bitangent(), down.normal());
        assert_eq!(axes, (Vector3::x(), -Vector3::y(), -Vector3::z()));
    }

    #[test]
    fn a_normal_of_any_length() {
        let unit = ContactBasis::from_normal(&Vector3::new(0.6, 0.0, 0.8)).unwrap();
        for length in [1e-300, 1e-200, 1e200, 1e300] {
            let basis = ContactBasis::from_normal(&Vector3::new(0.6, 0.0, 0.8).scale(length));
            let turned = basis.unwrap().rotation().into_inner();
            assert!((turned - unit.rotation().into_inner()).amax() < 1e-15, "{length}");
        }
    }

    #[test]
    fn bad_axes_are_refused() {
        for bad in
            [Vector3::zeros(), Vector3::new(f64::NAN, 0.0, 1.0), Vector3::x() * f64::INFINITY]
        {
            assert_eq!(ContactBasis::from_normal(&bad).unwrap_err().parameter, "normal");
            let aligned = ContactBasis::aligned(&Vector3::z(), &bad);
            assert_eq!(aligned.unwrap_err().parameter, "direction");
        }
        let parallel = ContactBasis::aligned(&Vector3::z(), &(-3.0 * Vector3::z()));
        assert_eq!(parallel.unwrap_err().parameter, "direction");
        let stretched = Rotation3::from_matrix_unchecked(Matrix3::from_diagonal_element(1.001));
        assert_eq!(ContactBasis::from_rotation(stretched).unwrap_err().parameter, "axes");
        let mirror = Matrix3::from_diagonal(&Vector3::new(1.0, -1.0, 1.0));
        let mirrored = ContactBasis::from_rotation(Rotation3::from_matrix_unchecked(mirror));
        assert!(mirrored.is_err());
        let turn = Rotation3::from_euler_angles(0.1, -2.0, 3.0);
        assert_eq!(ContactBasis::from_rotation(turn).unwrap().rotation(), turn);
    }
}
