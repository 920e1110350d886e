//! A contact whose friction has up to five axes: sliding along x and y, spinning about the normal,
//! rolling about x and y.

use nalgebra::{SVector, Vector3};
use stiction_core::{
    BreakawayDamping, ContactLaw, ContactState, Impedance, InternalVariables, Memory, Motion,
    SpatialFrame, Stage, Twist, Vector, Wrench,
};

use super::point::normal_penalty;
use crate::cone::ContactDimension;
use crate::load::state_of_contact;
use crate::{CrossPolytope, Diagonal, Ellipsoid, Gain, LimitSet, LimitSetGsat};

/// The admissible friction by its axes, of an elliptic or of a pyramidal cone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum AxisSet<V: Vector> {
    Elliptic(Ellipsoid<V>),
    Pyramidal(CrossPolytope<V>),
}

/// Evaluates an expression with the set of either kind.
macro_rules! of_set {
    ($either:expr, $set:ident => $result:expr) => {
        match $either {
            AxisSet::Elliptic($set) => $result,
            AxisSet::Pyramidal($set) => $result,
        }
    };
}

impl<V: Vector> AxisSet<V> {
    pub(super) fn semi_axes(&self) -> V {
        of_set!(self, set => set.semi_axes())
    }
}

impl<V: Vector> LimitSet<V> for AxisSet<V> {
    fn gauge(&self, force: V) -> f64 {
        of_set!(self, set => set.gauge(force))
    }
    fn support(&self, direction: V) -> f64 {
        of_set!(self, set => set.support(direction))
    }
    fn sliding_friction(&self) -> f64 {
        of_set!(self, set => set.sliding_friction())
    }
    #[inline(always)]
    fn saturated<G: Gain<V>>(&self, scale: f64, gain: &G, trial: V) -> Option<V> {
        of_set!(self, set => set.saturated(scale, gain, trial))
    }
}

/// The friction of a contact of n axes.
pub(super) type AxisFriction<const N: usize> =
    LimitSetGsat<AxisSet<SVector<f64, N>>, Diagonal<SVector<f64, N>>>;

/// Contact of a frame of a body with a plane, with friction on two, three or five axes that sticks
/// without drift; an [`EllipticContact`](crate::EllipticContact) builds it.
///
/// Internal state: the deflections along x and y \[m\], about the normal \[rad\], about x and y
/// \[rad\], as many as the dimension has.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameContact {
    pub(super) stiffness: f64,
    pub(super) damping: f64,
    pub(super) friction: AnyFriction,
}

/// The size of a contact is a parameter, that of its arithmetic is not.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum AnyFriction {
    Sliding(AxisFriction<2>),
    Torsional(AxisFriction<3>),
    Rolling(AxisFriction<5>),
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

/// Returns the velocities that friction acts on, in the order of the coefficients.
#[inline(always)]
pub(super) fn sliding<const N: usize>(twist: &Twist) -> SVector<f64, N> {
    let Twist { linear: v, angular: w } = twist;
    let all = [v.x, v.y, w.z, w.x, w.y];
    SVector::from_fn(|axis, _| all[axis])
}

/// The axis of the friction for a component of the twist.
pub(super) const FRICTION_AXIS: [Option<usize>; 6] =
    [Some(0), Some(1), None, Some(3), Some(4), Some(2)];

impl FrameContact {
    /// Returns the wrench that it transmits besides the normal force.
    #[must_use]
    pub const fn dimension(&self) -> ContactDimension {
        match self.friction {
            AnyFriction::Sliding(_) => ContactDimension::Sliding,
            AnyFriction::Torsional(_) => ContactDimension::Torsional,
            AnyFriction::Rolling(_) => ContactDimension::Rolling,
        }
    }

    /// Returns the contact with the pyramidal cone of the same coefficients: the normal force that the
    /// axes need adds up,
    ///
    /// ```text
    /// Σ |f_i|/(μ_i N) ≤ 1,   f = (f_x, f_y, torsion, rolling_x, rolling_y)
    /// ```
    /// It is weaker than the elliptic one between the axes, by `√2` along the diagonal of a plane, and
    /// deflects a sliding body towards an axis. (The friction cone with n sides in the plane is that of
    /// a [`PyramidContact`](crate::PyramidContact).)
    ///
    /// Source: the pyramidal cone of `MuJoCo` ([`PyramidalCone`](crate::cone::PyramidalCone)).
    ///
    /// ```
    /// use stiction_core::{Impedance, Motion, Pose, SpatialFrame, Stage, Twist};
    /// use nalgebra::Vector3;
    /// use stiction_friction::EllipticContact;
    ///
    /// let pad = EllipticContact::builder()
    ///     .stiffness(1e4).damping(10.0).friction([0.5, 0.5]).torsional_friction(0.01).build()?;
    /// let pad = pad.pyramidal();
    /// // Slides along the diagonal under 10 N: 5 N are shared by the axes.
    /// let slide = Twist { linear: Vector3::new(3.0, 3.0, 0.0), ..Twist::default() };
    /// let motion = Motion::<SpatialFrame>::new(Pose::at(Vector3::new(0.0, 0.0, -1e-3)), slide);
    /// let wrench = pad.respond(&Stage::first(0.0, 1e-4), &motion, &[0.0; 3], &mut [0.0; 3]);
    /// assert!((wrench.force - Vector3::new(-2.5, -2.5, 10.0)).norm() < 1e-14);
    /// # Ok::<(), stiction_core::ParameterError>(())
    /// ```
    #[must_use]
    pub fn pyramidal(mut self) -> Self {
        with_law!(&mut self.friction, law: _N => if let AxisSet::Elliptic(set) = law.set {
            law.set = AxisSet::Pyramidal(set.into());
        });
        self
    }

    /// Returns the normal force on the body \[N\], ≥ 0.
    #[inline(always)]
    fn normal_force(&self, motion: &Motion<SpatialFrame>) -> f64 {
        let (height, speed) = (motion.pose.position.z, motion.flow.linear.z);
        -normal_penalty(self.stiffness, self.damping, height, speed)
    }
}

impl Impedance for FrameContact {
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
        let normal_force = self.normal_force(motion);
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
impl ContactLaw<SpatialFrame> for FrameContact {
    fn resistance(&self, tau: f64, axis: usize) -> Option<(f64, f64)> {
        let Some(axis) = FRICTION_AXIS[axis] else {
            return Some((self.stiffness, self.damping));
        };
        with_law!(&self.friction, law: N =>
            (axis < N).then(|| law.stuck::<SVector<f64, N>>(tau, axis)))
    }
    fn breakaway(&self, _: &Stage, motion: &Motion<SpatialFrame>) -> Option<BreakawayDamping> {
        let normal_force = self.normal_force(motion);
        with_law!(&self.friction, law: N => law.breakaway_of::<SVector<f64, N>>(normal_force))
    }
    fn state(
        &self,
        stage: &Stage,
        motion: &Motion<SpatialFrame>,
        internal: &[f64],
    ) -> Option<ContactState> {
        let normal_force = self.normal_force(motion);
        Some(state_of_contact(motion.pose.position.z, normal_force, || {
            with_law!(&self.friction, law: N =>
                law.sliding(stage, normal_force, sliding::<N>(&motion.flow), internal))
        }))
    }
}
impl InternalVariables for FrameContact {
    fn deflects_along(&self, index: usize, _: Option<usize>) -> Option<usize> {
        let axis = |component: &Option<usize>| *component == Some(index);
        FRICTION_AXIS.iter().position(axis).filter(|_| index < self.memory().len())
    }
}

#[cfg(test)]
#[path = "frame_tests.rs"]
mod tests;
