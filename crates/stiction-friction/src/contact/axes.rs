//! What contacts share whose friction has up to five axes: sliding along x and y, spinning about the
//! normal, rolling about x and y.

use core::fmt::Debug;

use nalgebra::{SVector, Vector2, Vector3, Vector5};
use stiction_core::{
    BreakawayDamping, ContactLaw, ContactState, Impedance, InternalVariables, Memory, Motion,
    SpatialFrame, Stage, Twist, Wrench,
};

use super::point::normal_penalty;
use crate::cone::ContactDimension;
use crate::load::state_of_contact;
use crate::{Diagonal, LimitSet, LimitSetGsat};

/// The friction of a contact of n axes.
pub(super) type AxisFriction<S, const N: usize> = LimitSetGsat<S, Diagonal<SVector<f64, N>>>;

/// A contact with limit sets of 2, 3 and 5 axes, of which it has one.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AxisContact<A, B, C> {
    pub(super) stiffness: f64,
    pub(super) damping: f64,
    pub(super) friction: AnyFriction<A, B, C>,
}

/// The size of a contact is a parameter, that of its arithmetic is not.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum AnyFriction<A, B, C> {
    Sliding(AxisFriction<A, 2>),
    Torsional(AxisFriction<B, 3>),
    Rolling(AxisFriction<C, 5>),
}

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

impl<A, B, C> AxisContact<A, B, C> {
    /// What it transmits besides the normal force.
    pub(super) const fn dimension(&self) -> ContactDimension {
        match self.friction {
            AnyFriction::Sliding(_) => ContactDimension::Sliding,
            AnyFriction::Torsional(_) => ContactDimension::Torsional,
            AnyFriction::Rolling(_) => ContactDimension::Rolling,
        }
    }
}

impl<A, B, C> Impedance for AxisContact<A, B, C>
where
    Self: Debug + Send + Sync + 'static,
    A: LimitSet<Vector2<f64>>,
    B: LimitSet<Vector3<f64>>,
    C: LimitSet<Vector5<f64>>,
{
    type Domain = SpatialFrame;
    fn memory(&self) -> Memory<'_> {
        Memory::bristles(with_law!(&self.friction, _law: N => N)).told_by(self)
    }
    fn contact(&self) -> Option<&dyn ContactLaw<SpatialFrame>> {
        Some(self)
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
        let normal_force = -normal_penalty(self.stiffness, self.damping, height, speed);
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
            law.energy::<SVector<f64, N>>(internal));
        0.5 * self.stiffness * depth * depth + bristle
    }
    fn stored_power(&self, motion: &Motion<SpatialFrame>, internal: &[f64], rate: &[f64]) -> f64 {
        let depth = motion.pose.position.z.min(0.0);
        let bristle = with_law!(&self.friction, law: N =>
            law.power::<SVector<f64, N>>(internal, rate));
        self.stiffness * depth * motion.flow.linear.z + bristle
    }
}
impl<A, B, C> ContactLaw<SpatialFrame> for AxisContact<A, B, C>
where
    Self: Debug + Send + Sync + 'static,
    A: LimitSet<Vector2<f64>>,
    B: LimitSet<Vector3<f64>>,
    C: LimitSet<Vector5<f64>>,
{
    fn resistance(&self, tau: f64, axis: usize) -> Option<(f64, f64)> {
        let Some(axis) = FRICTION_AXIS[axis] else {
            return Some((self.stiffness, self.damping));
        };
        with_law!(&self.friction, law: N =>
            (axis < N).then(|| law.stuck::<SVector<f64, N>>(tau, axis)))
    }
    fn breakaway(&self, _: &Stage, motion: &Motion<SpatialFrame>) -> Option<BreakawayDamping> {
        let (height, speed) = (motion.pose.position.z, motion.flow.linear.z);
        let normal_force = -normal_penalty(self.stiffness, self.damping, height, speed);
        with_law!(&self.friction, law: N => law.breakaway_of::<SVector<f64, N>>(normal_force))
    }
    fn state(
        &self,
        stage: &Stage,
        motion: &Motion<SpatialFrame>,
        internal: &[f64],
    ) -> Option<ContactState> {
        let (height, speed) = (motion.pose.position.z, motion.flow.linear.z);
        let normal_force = -normal_penalty(self.stiffness, self.damping, height, speed);
        Some(state_of_contact(height, normal_force, || {
            with_law!(&self.friction, law: N =>
                law.sliding(stage, normal_force, sliding::<N>(&motion.flow), internal))
        }))
    }
}
impl<A, B, C> InternalVariables for AxisContact<A, B, C>
where
    Self: Debug + Send + Sync + 'static,
    A: LimitSet<Vector2<f64>>,
    B: LimitSet<Vector3<f64>>,
    C: LimitSet<Vector5<f64>>,
{
    fn deflects_along(&self, index: usize, _: Option<usize>) -> Option<usize> {
        let axis = |component: &Option<usize>| *component == Some(index);
        FRICTION_AXIS.iter().position(axis).filter(|_| index < self.memory().len())
    }
}
