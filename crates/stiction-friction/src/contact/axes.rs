//! What contacts share whose friction has up to five axes: sliding along x and y, spinning about the
//! normal, rolling about x and y.

use nalgebra::SVector;
use stiction_core::Twist;

/// Evaluates an expression with the law of whatever size.
macro_rules! with_law {
    ($friction:expr, $law:ident: $size:ident => $result:expr) => {
        match $friction {
            AnyFriction::Sliding($law) => {
                const $size: usize = 2;
                $result
            }
            AnyFriction::Torsional($law) => {
                const $size: usize = 3;
                $result
            }
            AnyFriction::Rolling($law) => {
                const $size: usize = 5;
                $result
            }
        }
    };
}
pub(super) use with_law;

/// The velocities that friction acts on, in the order of the coefficients.
#[inline(always)]
pub(super) fn sliding<const N: usize>(twist: &Twist) -> SVector<f64, N> {
    let Twist { linear: v, angular: w } = twist;
    let all = [v.x, v.y, w.z, w.x, w.y];
    SVector::from_fn(|axis, _| all[axis])
}

/// The axis of the friction for a component of the twist.
pub(super) const FRICTION_AXIS: [Option<usize>; 6] =
    [Some(0), Some(1), None, Some(3), Some(4), Some(2)];

/// Implements [`Impedance`](stiction_core::Impedance) and [`Contact`](stiction_core::Contact) for a
/// contact with the fields `stiffness`, `damping` and `friction`, an `AnyFriction` of its module, which
/// imports the names that stand here.
macro_rules! axis_contact {
    ($contact:ty) => {
        impl Impedance for $contact {
            type Domain = SpatialFrame;
            fn internal_len(&self) -> usize {
                with_law!(&self.friction, _law: N => N)
            }
            fn deflects_along(&self, index: usize) -> Option<usize> {
                let axis = |component: &Option<usize>| *component == Some(index);
                FRICTION_AXIS.iter().position(axis).filter(|_| index < self.internal_len())
            }
            #[inline(always)]
            fn respond(
                &self,
                stage: &Stage,
                motion: &Motion<SpatialFrame>,
                internal: &[f64],
                rate: &mut [f64],
            ) -> Wrench {
                let (height, speed) = (motion.pose.position.z, motion.flow.linear.z);
                let normal_force =
                    -normal_penalty(self.stiffness, self.damping, height, speed);
                let mut all = [0.0; 5];
                with_law!(&self.friction, law: N => {
                    let velocity = sliding::<N>(&motion.flow);
                    let friction = law.friction(stage, normal_force, velocity, internal, rate);
                    all[..N].copy_from_slice(friction.as_slice());
                });
                let [x, y, torsion, roll_x, roll_y] = all;
                Wrench {
                    force: Vector3::new(-x, -y, normal_force),
                    torque: Vector3::new(-roll_x, -roll_y, -torsion),
                }
            }
            fn stored_energy(&self, motion: &Motion<SpatialFrame>, internal: &[f64]) -> f64 {
                let depth = motion.pose.position.z.min(0.0);
                let bristle = with_law!(&self.friction, law: N =>
                    LoadedFriction::<SVector<f64, N>>::stored_energy(law, None, internal));
                0.5 * self.stiffness * depth * depth + bristle
            }
            fn stored_power(
                &self,
                motion: &Motion<SpatialFrame>,
                internal: &[f64],
                rate: &[f64],
            ) -> f64 {
                let depth = motion.pose.position.z.min(0.0);
                let bristle = with_law!(&self.friction, law: N =>
                    LoadedFriction::<SVector<f64, N>>::stored_power(law, None, internal, rate));
                self.stiffness * depth * motion.flow.linear.z + bristle
            }
            fn stuck_stiffness(&self, tau: f64, axis: usize) -> Option<(f64, f64)> {
                let Some(axis) = FRICTION_AXIS[axis] else {
                    return Some((self.stiffness, self.damping));
                };
                with_law!(&self.friction, law: N => {
                    let law: &dyn LoadedFriction<SVector<f64, N>> = law;
                    (axis < N).then(|| law.stuck_stiffness(None, tau, axis)).flatten()
                })
            }
        }

        impl Contact for $contact {
            fn contact_state(
                &self,
                stage: &Stage,
                motion: &Motion<SpatialFrame>,
                internal: &[f64],
            ) -> ContactState {
                let (height, speed) = (motion.pose.position.z, motion.flow.linear.z);
                let normal_force =
                    -normal_penalty(self.stiffness, self.damping, height, speed);
                let normal = (height, normal_force);
                with_law!(&self.friction, law: N =>
                    contact_state(law, stage, normal, sliding::<N>(&motion.flow), internal))
            }
        }
    };
}
pub(super) use axis_contact;
