//! Inertia prepared for the right-hand side.

use nalgebra::{Matrix3, Vector3};
use stiction_core::{Numbers, Pose, Real};

use crate::lanes::cross;
use crate::rotation;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Rotor {
    /// `J = moment` times one: no rotation, no gyroscopic torque.
    Isotropic { moment: f64, inverse: f64 },
    /// `J` diagonal: the body axes are principal axes. Separate, like the next one, so that a sphere does not
    /// carry them along.
    Principal(Box<Principal>),
    /// Everything else.
    General(Box<General>),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Principal {
    moments: [f64; 3],
    inverses: [f64; 3],
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct General {
    tensor: Symmetric<f64>,
    inverse: Symmetric<f64>,
}

/// A symmetric tensor: xx, yy, zz, xy, xz, yz.
type Symmetric<R> = [R; 6];

impl Rotor {
    /// Creates the rotor of an inertia that was checked.
    pub(super) fn of(inertia: &Matrix3<f64>) -> Self {
        let moment = inertia[(0, 0)];
        if *inertia == Matrix3::from_diagonal_element(moment) {
            return Self::Isotropic { moment, inverse: 1.0 / moment };
        }
        let tensor = (inertia + inertia.transpose()) * 0.5;
        // A singular tensor is refused by `validate`.
        let inverse = tensor.try_inverse().unwrap_or_else(Matrix3::zeros);
        let moments = tensor.diagonal();
        if tensor == Matrix3::from_diagonal(&moments) {
            let (moments, inverses) = (moments.into(), inverse.diagonal().into());
            return Self::Principal(Box::new(Principal { moments, inverses }));
        }
        Self::general(&tensor, &((inverse + inverse.transpose()) * 0.5))
    }

    /// Creates the rotor of a symmetric tensor and its inverse.
    pub(super) fn general(tensor: &Matrix3<f64>, inverse: &Matrix3<f64>) -> Self {
        let unique = |m: &Matrix3<f64>| [m.m11, m.m22, m.m33, m.m12, m.m13, m.m23];
        Self::General(Box::new(General { tensor: unique(tensor), inverse: unique(inverse) }))
    }

    /// Returns the inertia tensor.
    pub(super) fn tensor(&self) -> Matrix3<f64> {
        match self {
            Self::Isotropic { moment, .. } => Matrix3::from_diagonal_element(*moment),
            Self::Principal(principal) => Matrix3::from_diagonal(&principal.moments.into()),
            Self::General(general) => {
                let [xx, yy, zz, xy, xz, yz] = general.tensor;
                Matrix3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz)
            }
        }
    }

    /// Returns the rate of the angular velocity, of one body or several.
    #[inline(always)]
    pub(super) fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        q: [R; 4],
        angular: [R; 3],
        torque: [R; 3],
    ) -> [R; 3] {
        match self {
            Self::Isotropic { inverse, .. } => {
                numbers.form(0);
                let [inverse] = numbers.read([*inverse]);
                scaled([inverse; 3], torque)
            }
            Self::Principal(own) => {
                numbers.form(1);
                let (moments, inverses) = (numbers.read(own.moments), numbers.read(own.inverses));
                principal_axes(q, angular, torque, moments, inverses)
            }
            Self::General(own) => {
                numbers.form(2);
                let (tensor, inverse) = (numbers.read(own.tensor), numbers.read(own.inverse));
                any_axes(q, angular, torque, tensor, inverse)
            }
        }
    }

    /// Returns the kinetic energy.
    pub(super) fn energy(&self, pose: &Pose, angular: &Vector3<f64>) -> f64 {
        0.5 * match self {
            Self::Isotropic { moment, .. } => moment * angular.norm_squared(),
            Self::Principal(principal) => {
                let angular = rotation::matrix(&pose.orientation).tr_mul(angular);
                angular.dot(&Vector3::from(principal.moments).component_mul(&angular))
            }
            Self::General(_) => {
                let angular = rotation::matrix(&pose.orientation).tr_mul(angular);
                angular.dot(&(self.tensor() * angular))
            }
        }
    }
}

#[inline(always)]
fn principal_axes<R: Real>(
    q: [R; 4],
    angular: [R; 3],
    torque: [R; 3],
    moments: [R; 3],
    inverses: [R; 3],
) -> [R; 3] {
    #[inline(always)]
    fn with<R: Real>(diagonal: [R; 3]) -> impl Fn([R; 3]) -> [R; 3] {
        #[inline(always)]
        move |v| scaled(diagonal, v)
    }
    euler(q, angular, torque, with(moments), with(inverses))
}

#[inline(always)]
fn any_axes<R: Real>(
    q: [R; 4],
    angular: [R; 3],
    torque: [R; 3],
    tensor: Symmetric<R>,
    inverse: Symmetric<R>,
) -> [R; 3] {
    #[inline(always)]
    fn with<R: Real>([xx, yy, zz, xy, xz, yz]: Symmetric<R>) -> impl Fn([R; 3]) -> [R; 3] {
        #[inline(always)]
        move |v| rotation::product([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]], v)
    }
    euler(q, angular, torque, with(tensor), with(inverse))
}

/// Returns the rate of the angular velocity (26), with `J` and its inverse in body coordinates, where they are
/// constant: `R (a x b) = R a x R b`.
#[inline(always)]
fn euler<R: Real>(
    q: [R; 4],
    angular: [R; 3],
    torque: [R; 3],
    momentum: impl Fn([R; 3]) -> [R; 3],
    inverse: impl Fn([R; 3]) -> [R; 3],
) -> [R; 3] {
    let body_to_world = rotation::matrix_lanes(q);
    let world_to_body = rotation::transposed(body_to_world);
    let angular = rotation::product(world_to_body, angular);
    let gyroscopic = cross(angular, momentum(angular));
    let [x, y, z] = rotation::product(world_to_body, torque);
    let torque = [x - gyroscopic[0], y - gyroscopic[1], z - gyroscopic[2]];
    rotation::product(body_to_world, inverse(torque))
}

#[inline(always)]
fn scaled<R: Real>(by: [R; 3], v: [R; 3]) -> [R; 3] {
    [by[0] * v[0], by[1] * v[1], by[2] * v[2]]
}
