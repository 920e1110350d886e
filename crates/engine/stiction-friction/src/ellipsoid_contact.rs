//! The friction ellipsoid at the equivalent contact point as a component that sticks without drift.
//!
//! The port is the centre of mass of a body that slides on a plane. The slip u of the contact point
//! stretches a spring per axis of the ellipsoid, `e`, and what the ellipsoid cannot hold slides:
//!
//! ```text
//! f = K e + B ė on the support,  u − ė normal to the ellipsoid Σ (f_i/e_i)² ≤ (μ N)²
//! u = (v_x − ω r_y, v_y + ω r_x, ω),  r = (τ_y, −τ_x)/N + q_z (f_t, f_o)/N
//! ```
//! By backward Euler over the stage, with `Z = B + τ K` for each axis, `f* = Z u + K e` and R = μ N,
//! this is the nearest point of the ellipsoid in the metric `Z⁻¹`, and with `f = R E z` the
//! [canonical problem](crate::ellipsoid_kernel)
//!
//! ```text
//! (σ I + A) z + b J z = c,  A_i = R e_i²/Z_i,  c = E Z⁻¹ f*₀,  b = μ q_z e_t e_o ω
//! ė = u in stick,  Z⁻¹ (f − K e) in slip
//! ```
//! The contact point moves with f, which is solved for inside the stage: that is b; `f*₀` is `f*` at
//! the contact point without friction. The solution is unique whatever b. Shortening f* until it fits
//! is right only where Z is in proportion to the squared semi-axes: it converges to another motion
//! otherwise.
//!
//! | symbol | setter | unit | range |
//! |---|---|---|---|
//! | K | `stiffness` | N/m, N/m, N m/rad | > 0 |
//! | B | `damping` | N s/m, N s/m, N m s/rad | > 0 |
//! | μ | `friction` | 1 | ≥ 0 |
//! | `e_t`, `e_o`, `e_r` | `semi_axes` | 1, 1, m | > 0, along the world's x and y and about the vertical |
//! | `q_z` | `height` | m, of the centre of mass above the support | ≥ 0, 0 by default |
//! | N, τ | `load` | N, N m | a number, a closure of the time, any signal, a [`TiltingLoad`](crate::TiltingLoad) |
//! | Z | `relaxation` | | [`Relaxation::Implicit`] |
//!
//! Internal state: the deflections e along x and y \[m\] and about the vertical \[rad\], in world axes.
//!
//! On a body in space, attach it through a `Footprint` (`stiction_mechanics`).
//!
//! Source: the ellipsoid and the contact point of Xie and Chakraborty, (3)-(7), (15)-(17); the law of
//! Kikuuwe and Yamamoto, (14)-(19), for a set that is no disc and a port that moves with the force.
//!
//! Limits: a stuck body whose contact point swings with the force while it is turned back and forth rolls
//! about that point, by `∮ r dθ` a cycle: of second order in the load and in 1/K, some 10 nm/s for
//! 1e4 N/m. A flat body, or one that is not turned, does not move at all. Converges to rigid friction
//! as 1/K. Stuck, explicit RK4 needs `K T²/m` and `Z T/m` in its region of stability; the check of the
//! network sees them per axis. Toppling and separation are for the load to say.

use core::fmt::Debug;

use nalgebra::{Vector2, Vector3};
use stiction_core::contact_state::margin;
use stiction_core::{
    ContactLaw, ContactState, Describe, Impedance, InternalVariables, Memory, Motion, NormalLoad,
    Pad, ParameterError, PlanarFrame, PlanarWrench, Pose, Stage, Validate, Varying,
};
use typed_builder::TypedBuilder;

use crate::ellipsoid_kernel::{SkewTerm, Usable, slip_diagonal, stick_diagonal};
use crate::load::state_of_contact;
use crate::{Pressing, Relaxation, SupportLoad, pressing_fault, pressing_force};

/// Friction of a body on a plane that sticks without drift; see the [module](self).
///
/// ```
/// use nalgebra::vector;
/// use stiction_core::{Impedance, Motion, PlanarPose, PlanarTwist, Stage};
/// use stiction_friction::EllipsoidContact;
///
/// let contact = EllipsoidContact::builder()
///     .stiffness([1e4, 1e4, 1.0])
///     .damping([70.0, 70.0, 0.007])
///     .friction(0.3)
///     .semi_axes([1.0, 1.0, 0.01])
///     .load(10.0)
///     .build()?;
/// let twist = PlanarTwist { linear: vector![3.0, 4.0], angular: 0.0 };
/// let sliding = Motion::new(PlanarPose::default(), twist);
/// let mut rate = [0.0; 3];
/// let wrench = contact.respond(&Stage::first(0.0, 1e-3), &sliding, &[0.0; 3], &mut rate);
/// assert!((wrench.force + vector![1.8, 2.4]).norm() < 1e-14);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<EllipsoidContact, ParameterError>))]
#[describe(
    tag = "ellipsoid_contact",
    text = "Friction on an ellipsoid of a body on a plane.",
    check = Self::further
)]
pub struct EllipsoidContact {
    /// Stiffness `K` of the stuck contact along x and y \[N/m\] and about the vertical \[N m/rad\],
    /// > 0.
    #[field(positive)]
    stiffness: [f64; 3],
    /// Damping `B` of the stuck contact along x and y \[N s/m\] and about the vertical \[N m s/rad\],
    /// > 0.
    #[field(positive)]
    damping: [f64; 3],
    /// Friction coefficient `μ`, ≥ 0.
    #[field(non_negative)]
    friction: f64,
    /// Semi-axes `e_t`, `e_o` \[1\] and `e_r` \[m\], > 0.
    #[field(positive)]
    semi_axes: [f64; 3],
    /// Height of the centre of mass above the support \[m\], ≥ 0; 0 by default.
    #[builder(default)]
    #[field(non_negative)]
    height: f64,
    /// Normal force \[N\], with moments where there are any; see [`SupportLoad`].
    #[builder(setter(into))]
    #[field(flat, by_ref)]
    load: SupportLoad,
    /// How the stage length enters.
    #[builder(default)]
    relaxation: Relaxation,
}

/// Response of the contact at a stage.
struct Response {
    /// Force on the support at the contact point: `f_t`, `f_o`, `f_r`.
    force: Vector3<f64>,
    rate: Vector3<f64>,
    multiplier: f64,
    pressing: Pressing,
    /// From the centre of mass to the contact point without friction.
    offset: Vector2<f64>,
}

impl EllipsoidContact {
    fn further(&self) -> Result<(), ParameterError> {
        self.stiffness.iter().try_for_each(|&k| Self::usable("stiffness", k))?;
        self.damping.iter().try_for_each(|&b| Self::usable("damping", b))?;
        Self::usable_or_zero("friction", self.friction)?;
        self.semi_axes.iter().try_for_each(|&e| Self::usable("semi_axes", e))?;
        Self::usable_or_zero("height", self.height)?;
        self.load.constant().map_or(Ok(()), |load| Self::usable_or_zero("load", load))?;
        let refused = self.load.normal_force().and_then(NormalLoad::refused);
        refused.map_or(Ok(()), |load| Self::non_negative("load", load))
    }

    #[inline]
    fn at(&self, stage: &Stage, motion: &Motion<PlanarFrame>, internal: &[f64]) -> Response {
        let pressing = self.load.pressing(stage, motion);
        let stage_damping = Vector3::from_fn(|i, _| {
            self.relaxation.stage_damping(self.stiffness[i], self.damping[i], stage.tau)
        });
        let stiffness = Vector3::from(self.stiffness);
        let deflection = Vector3::from_column_slice(&internal[..3]);
        let spring = stiffness.component_mul(&deflection);
        let normal_force = pressing_force(pressing.normal_force);
        if normal_force.is_nan() {
            return Response {
                force: Vector3::repeat(f64::NAN),
                rate: Vector3::repeat(f64::NAN),
                multiplier: f64::NAN,
                pressing,
                offset: Vector2::repeat(f64::NAN),
            };
        }
        if normal_force == 0.0 {
            return Response {
                force: Vector3::zeros(),
                rate: -spring.component_div(&stage_damping),
                multiplier: 0.0,
                pressing: Pressing::default(),
                offset: Vector2::zeros(),
            };
        }
        let moment = pressing.tilting_moment;
        let offset = Vector2::new(moment.y, -moment.x) / normal_force;
        let (v, w) = (motion.flow.linear, motion.flow.angular);
        let slip = Vector3::new(v.x - w * offset.y, v.y + w * offset.x, w);
        let e = Vector3::from(self.semi_axes);
        let limit = self.friction * normal_force;
        // In stick it is in terms of f itself, so that nothing is divided by a friction of zero (R = 0).
        let spring_rate = spring.component_div(&stage_damping);
        let drive = (slip + spring_rate).component_mul(&e);
        let curvature = e.component_mul(&e).component_div(&stage_damping) * limit;
        let b = self.friction * self.height * e.x * e.y * w;
        let stick = if limit > 0.0 { stick_diagonal(&curvature, &drive, b) } else { None };
        if let Some(z) = stick {
            let force = z.component_mul(&e) * limit;
            // This is the velocity of the contact point itself, so that p − e stays constant to the bit.
            let lever = self.height * w / normal_force;
            let rate = slip + Vector3::new(-lever * force.y, lever * force.x, 0.0);
            return Response { force, rate, multiplier: 0.0, pressing, offset };
        }
        let (force, multiplier) = match slip_diagonal(&curvature, &drive, SkewTerm::Constant(b)) {
            Ok(slip) => (slip.direction.component_mul(&e) * limit, slip.multiplier),
            Err(_) if limit == 0.0 => (Vector3::zeros(), drive.norm()),
            // A state that is not finite; the stepper reports it.
            Err(_) => (Vector3::repeat(f64::NAN), f64::NAN),
        };
        let rate = (force - spring).component_div(&stage_damping);
        Response { force, rate, multiplier, pressing, offset }
    }

    /// Returns the vector from below the centre of mass to the equivalent contact point, in world axes \[m\] (15),
    /// (16); `None` if the body is not pressed on the support.
    #[must_use]
    pub fn contact_point(
        &self,
        stage: &Stage,
        motion: &Motion<PlanarFrame>,
        internal: &[f64],
    ) -> Option<Vector2<f64>> {
        let found = self.at(stage, motion, internal);
        let normal_force = found.pressing.normal_force;
        let shift = |_| found.offset + found.force.xy() * (self.height / normal_force);
        (normal_force > 0.0).then_some(()).map(shift)
    }
}

impl Debug for EllipsoidContact {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("EllipsoidContact")
            .field("stiffness", &self.stiffness)
            .field("damping", &self.damping)
            .field("friction", &self.friction)
            .field("semi_axes", &self.semi_axes)
            .field("height", &self.height)
            .field("constant_load", &self.load.constant())
            .field("relaxation", &self.relaxation)
            .field("load", &self.load)
            .finish()
    }
}

impl Impedance for EllipsoidContact {
    type Domain = PlanarFrame;
    fn memory(&self) -> Memory<'_> {
        Memory::others(3).told_by(self)
    }
    fn signals<'a>(&'a self, visit: &mut dyn FnMut(&'a dyn Varying)) {
        self.load.signals().for_each(|signal| visit(signal));
    }
    fn contact(&self) -> Option<&dyn ContactLaw<PlanarFrame>> {
        Some(self)
    }
    #[inline]
    fn respond(
        &self,
        stage: &Stage,
        motion: &Motion<PlanarFrame>,
        internal: &[f64],
        rate: &mut [f64],
    ) -> PlanarWrench {
        let found = self.at(stage, motion, internal);
        rate[..3].copy_from_slice(found.rate.as_slice());
        // The part of the contact point's offset that friction makes is along the force.
        let force = -found.force.xy();
        PlanarWrench { force, torque: found.offset.perp(&force) - found.force.z }
    }
    fn stored_energy(&self, _: &Motion<PlanarFrame>, internal: &[f64]) -> f64 {
        (0..3).map(|i| 0.5 * self.stiffness[i] * internal[i] * internal[i]).sum()
    }
    fn stored_power(&self, _: &Motion<PlanarFrame>, internal: &[f64], rate: &[f64]) -> f64 {
        (0..3).map(|i| self.stiffness[i] * internal[i] * rate[i]).sum()
    }
}
impl ContactLaw<PlanarFrame> for EllipsoidContact {
    fn fault(&self, stage: &Stage, motion: &Motion<PlanarFrame>) -> Option<ParameterError> {
        let pressing = self.load.pressing(stage, motion);
        let moment = || Self::all_finite("tilting_moment", pressing.tilting_moment.as_slice());
        pressing_fault::<Self>("load", pressing.normal_force).or_else(|| moment().err())
    }
    fn resistance(&self, tau: f64, axis: usize) -> Option<(f64, f64)> {
        let (stiffness, damping) = (self.stiffness[axis], self.damping[axis]);
        Some((stiffness, self.relaxation.stage_damping(stiffness, damping, tau)))
    }
    /// Returns the rim about the contact point that bears the same torque: of the radius `e_r` over the mean of
    /// `e_t` and `e_o`.
    fn pad(&self, stage: &Stage, motion: &Motion<PlanarFrame>, internal: &[f64]) -> Option<Pad> {
        let mode = self.state(stage, motion, internal)?.mode;
        let center = self.contact_point(stage, motion, internal).unwrap_or_default();
        let [along, across, about] = self.semi_axes;
        let pose = Pose::at((motion.pose.position + center).push(0.0));
        let radius = about / f64::midpoint(along, across);
        Some(Pad::rim(Vector2::zeros(), radius, mode).at(pose))
    }
    /// Returns the state; its gap is 0.
    fn state(
        &self,
        stage: &Stage,
        motion: &Motion<PlanarFrame>,
        internal: &[f64],
    ) -> Option<ContactState> {
        let found = self.at(stage, motion, internal);
        let given = found.pressing.normal_force;
        // A load of zero may come out below zero by rounding.
        let normal_force = if given <= 0.0 { 0.0 } else { given };
        Some(state_of_contact(0.0, normal_force, || {
            let e = Vector3::from(self.semi_axes);
            let limit = self.friction * normal_force;
            let borne = found.force.component_div(&e).norm();
            ContactState::touching(found.multiplier / e.x, margin(borne, limit))
        }))
    }
}
impl InternalVariables for EllipsoidContact {
    /// The contact point follows its load and its height: only its angle is that of the body.
    fn deflects_along(&self, index: usize, _: Option<usize>) -> Option<usize> {
        (index == 2).then_some(2)
    }
}

#[cfg(test)]
mod tests;
