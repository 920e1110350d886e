//! A body that slides on a plane, in steps of any length.
//!
//! Backward Euler for velocity and friction, in which stick is exact: a body that friction can hold has the
//! velocity zero at the end of the step, and the pose does not change. Each step is
//!
//! ```text
//! p_n = m g h − p_z                                    normal impulse; separated if ≤ 0
//! stick:  v⁺ = 0, if the impulse that does it is in the ellipsoid Σ (p_i/e_i)² ≤ (μ p_n)²
//! slip:   p on the ellipsoid, against the slip of the contact point (18)-(21), (25)-(28)
//! v⁺ = v + (p_t + p_x, p_o + p_y)/m
//! ω⁺ = ω + (p_r + p_ztau + (p_t p_xtau + p_o p_ytau)/p_n)/I
//! a⁺ = q⁺ + ((p_ytau − q_z p_t), (−p_xtau − q_z p_o))/p_n         contact point (15), (16)
//! ```
//!
//! | symbol | setter | unit | range |
//! |---|---|---|---|
//! | m | `mass` | kg | > 0 |
//! | I | `inertia` | kg m², about the vertical through the centre of mass | > 0 |
//! | g | `gravity` | m/s², downwards | > 0, 9.80665 by default |
//! | μ | `friction` | 1 | ≥ 0 |
//! | `e_t`, `e_o`, `e_r` | `semi_axes` | 1, 1, m | > 0, of the friction ellipsoid along the world's x and y and about the vertical |
//! | `q_z` | `height` | m, of the centre of mass above the support | ≥ 0 |
//! | | `support` | [`SupportHull`] | optional, to see whether the body topples |
//!
//! The axes of the ellipsoid are those of the world: anisotropy is a matter of the support (its
//! grain), not of the slider.
//!
//! A step goes through three structs. The first has the motion without friction, the second the friction:
//!
//! ```text
//! state, load ──> Free (v, ω and contact point without friction, p_n)
//!                   │
//!                   ├─ p_n ≤ 0 ────────────────> separated        ┐
//!                   ├─ stick impulse inside ───> stick, p         ├─> Contact ──> new state, report
//!                   └─ otherwise ──────────────> slip             ┘
//!
//! slip:  p = −μ p_n E z with |z| = 1 and (σ I + A) z + b J z = c, see `ellipsoid_kernel`
//! ```
//! E has the semi-axes on its diagonal. With the lever d from the centre of mass to the contact point without
//! friction, `c` is the slip there, `E (v_t − ω d_y, v_o + ω d_x, ω)`, and `A` is how much of it friction takes away.
//!
//! Source: Xie and Chakraborty, *Dynamic Model of Planar Sliding*, (7), (15)-(28). **Their (12) has the
//! wrong sign and (24) to (27) lack the moment `(p_t p_xtau + p_o p_ytau)/p_n`**, which the line for
//! ω⁺ has: with (13) and (14), the friction force at the contact point has about the centre of mass
//! the moment `−λ_t (a_y − q_y) + λ_o (a_x − q_x) = (λ_t λ_xtau + λ_o λ_ytau)/λ_n`. The four
//! equations also have a root with σ < 0, which reverses the velocity in the step in which the body
//! stops; complementarity (7) excludes it, and the stick test comes first.
//!
//! Limits: of first order in the length of the step, while it slides. The vertical is a principal axis
//! of inertia. A body that topples or separates leaves the model: the step says so, and what it
//! computes is the motion of a body that is kept upright.

mod report;

use core::fmt::Debug;

use nalgebra::{Matrix3, Vector2, Vector3};
use stiction_core::{
    ContactMode, Describe, Motion, ParameterError, PlanarFrame, PlanarPose, PlanarTwist, Validate,
    Wrench,
};
use stiction_friction::ellipsoid_kernel::{SkewTerm, Slip, Usable, slip_diagonal, slip_full};
use typed_builder::TypedBuilder;

pub use report::{EquivalentContactPoint, StepReport};

use crate::{AppliedLoad, SlidingError, SupportHull};

/// Standard acceleration of free fall \[m/s²\] (3rd General Conference on Weights and Measures, 1901).
pub const STANDARD_GRAVITY: f64 = 9.80665;

/// A body that slides on a plane; see the [module](self).
///
/// ```
/// use nalgebra::vector;
/// use stiction_core::{ContactMode, Motion, PlanarPose, PlanarTwist, Wrench};
/// use stiction_sliding::{PlanarSlider, SupportHull};
///
/// let block = PlanarSlider::builder()
///     .mass(0.5)
///     .inertia(2.0833e-4)
///     .friction(0.31)
///     .semi_axes([1.0, 1.0, 0.01])
///     .height(0.08)
///     .support(SupportHull::square(0.05)?)
///     .build()?;
/// let twist = PlanarTwist { linear: vector![0.7, 0.9], angular: 10.0 };
/// let mut state = Motion::new(PlanarPose::default(), twist);
/// let mut steps = 0;
/// while block.step(&mut state, 0.01, &Wrench::default())?.status != ContactMode::Stick {
///     steps += 1;
/// }
/// assert_eq!((steps, state.flow), (46, PlanarTwist::default()));
/// # Ok::<(), stiction_sliding::SlidingError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<PlanarSlider, ParameterError>))]
#[describe(check = Self::further)]
pub struct PlanarSlider {
    /// Mass \[kg\], > 0.
    #[field(positive)]
    mass: f64,
    /// Moment of inertia about the vertical through the centre of mass \[kg m²\], > 0.
    #[field(positive)]
    inertia: f64,
    /// Acceleration of free fall, downwards \[m/s²\], > 0.
    #[builder(default = STANDARD_GRAVITY)]
    #[field(positive)]
    gravity: f64,
    /// Friction coefficient `μ`, ≥ 0.
    #[field(non_negative)]
    friction: f64,
    /// `e_t`, `e_o` \[1\] and `e_r` \[m\], > 0: friction along the world's x and y and about the
    /// vertical is at most `μ e_i` times the normal force.
    #[field(positive)]
    semi_axes: [f64; 3],
    /// Height of the centre of mass above the support \[m\], ≥ 0.
    #[field(non_negative)]
    height: f64,
    /// Convex hull of the contact patch.
    #[builder(default, setter(strip_option))]
    #[field(opaque, by_ref)]
    support: Option<SupportHull>,
    #[builder(default = friction * height * semi_axes[0] * (semi_axes[1] / semi_axes[2]), setter(skip))]
    coupling: f64,
}

impl PlanarSlider {
    fn further(&self) -> Result<(), ParameterError> {
        Self::usable("mass", self.mass)?;
        Self::usable("inertia", self.inertia)?;
        Self::usable("gravity", self.gravity)?;
        Self::usable_or_zero("friction", self.friction)?;
        self.semi_axes.iter().try_for_each(|&e| Self::usable("semi_axes", e))?;
        Self::usable_or_zero("height", self.height)?;
        let usable = "must give a finite μ q_z e_t e_o/e_r";
        Self::require(self.coupling.is_finite(), "semi_axes", self.semi_axes[2], usable)
    }

    /// Returns `k = μ q_z e_t e_o/e_r`: how strongly friction moves the contact point of a spinning body.
    pub(crate) const fn coupling(&self) -> f64 {
        self.coupling
    }
    /// Returns the kinetic energy \[J\].
    #[must_use]
    pub fn kinetic_energy(&self, twist: &PlanarTwist) -> f64 {
        0.5 * (self.mass * twist.linear.norm_squared() + self.inertia * twist.angular.powi(2))
    }

    /// Moves the body by `duration` \[s\] under a load that is constant meanwhile: a
    /// [`Wrench`] at the centre of mass, a [`Push`](crate::Push), or several of them.
    ///
    /// # Errors
    /// A duration that is not finite and positive; a state or load that is not finite, or so large
    /// that squares overflow. The state is unchanged then.
    #[inline]
    pub fn step<L: AppliedLoad + ?Sized>(
        &self,
        state: &mut Motion<PlanarFrame>,
        duration: f64,
        load: &L,
    ) -> Result<StepReport, SlidingError> {
        // NaN fails the comparison too. Nothing is written before all numbers of the new state are known to be finite.
        let load = load.wrench(&state.pose, self.height);
        if !(duration > 0.0 && all_finite(&[duration]) && is_finite(state, &load)) {
            return Err(self.refused(state, duration, &load));
        }
        let free = Free::new(self, &state.flow, &load, duration);
        let contact = self.contact(&free)?;
        let next = free.with(self, &state.pose, &contact, duration);
        if !is_finite(&next, &load) {
            return Err(self.refused(&next, duration, &load));
        }
        *state = next;
        Ok(self.report(&next.pose, &free, &contact))
    }

    /// Returns the response of the contact over a step.
    #[inline(always)]
    fn contact(&self, free: &Free) -> Result<Contact, SlidingError> {
        let limit = self.friction * free.normal_impulse;
        if free.normal_impulse <= 0.0 {
            return Ok(Contact::SEPARATED);
        }
        let stick = free.stick_impulse(self);
        let [et, eo, er] = self.semi_axes;
        let needed = (stick.x / et).powi(2) + (stick.y / eo).powi(2) + (stick.z / er).powi(2);
        // Stick is tried first, as (7) says: if it is admissible, the equations of slip have a root with σ < 0 only.
        if needed <= limit * limit {
            let status = ContactMode::Stick;
            return Ok(Contact { status, impulse: stick, multiplier: 0.0, iterations: 0 });
        }
        let slip = self.slip(free, limit)?;
        let z = slip.direction;
        Ok(Contact {
            status: ContactMode::Slip,
            // The impulse is on the ellipsoid, because |z| = 1, and against the slip, whose direction is z.
            impulse: Vector3::new(et * z.x, eo * z.y, er * z.z) * -limit,
            multiplier: slip.multiplier,
            iterations: slip.iterations,
        })
    }

    /// Returns the slip at the contact point, whose offset `d` is due to the applied moments alone: friction
    /// adds `−q_z (p_t, p_o)/p_n`, which is the term with b.
    #[inline(always)]
    fn slip(&self, free: &Free, limit: f64) -> Result<Slip, SlidingError> {
        let [et, eo, er] = self.semi_axes;
        let (v, w, d) = (&free.velocity, free.spin, &free.offset);
        let drive = Vector3::new(et * (v.x - w * d.y), eo * (v.y + w * d.x), er * w);
        // A = μ p_n diag(e_t²/m, e_o²/m, 0) + μ p_n l lᵀ/I, where l says how each component of z turns the body.
        // Without a lever A is diagonal, and z is explicit in σ.
        let (per_mass, per_inertia) = (limit / self.mass, limit / self.inertia);
        if d.x == 0.0 && d.y == 0.0 {
            let curvature =
                Vector3::new(et * et * per_mass, eo * eo * per_mass, er * er * per_inertia);
            let coupling = SkewTerm::Proportional(self.coupling);
            return Ok(slip_diagonal(&curvature, &drive, coupling)?);
        }
        let (lever_t, lever_o) = (-et * d.y, eo * d.x);
        let lever = Vector3::new(lever_t, lever_o, er);
        let mut curvature = lever * lever.transpose() * per_inertia;
        curvature[(0, 0)] += et * et * per_mass;
        curvature[(1, 1)] += eo * eo * per_mass;
        let curvature: Matrix3<f64> = curvature;
        Ok(slip_full(&curvature, &drive, self.coupling)?)
    }

    #[inline(always)]
    fn report(&self, pose: &PlanarPose, free: &Free, contact: &Contact) -> StepReport {
        let &Contact { status, impulse, multiplier, iterations } = contact;
        let separated = status == ContactMode::Separated;
        let contact_point = (!separated).then(|| {
            // (15), (16): friction at the height q_z below the centre of mass moves the contact point as well.
            let offset = free.offset - impulse.xy() * (self.height / free.normal_impulse);
            let margin = |hull: &SupportHull| hull.margin_turned(pose.angle, &offset);
            let hull_margin = self.support.as_ref().map(margin);
            EquivalentContactPoint { position: pose.position + offset, offset, hull_margin }
        });
        let normal_impulse = if separated { 0.0 } else { free.normal_impulse };
        StepReport { status, normal_impulse, impulse, multiplier, contact_point, iterations }
    }

    /// Returns the reason why a step was refused.
    #[cold]
    #[inline(never)]
    fn refused(&self, state: &Motion<PlanarFrame>, duration: f64, load: &Wrench) -> SlidingError {
        if let Err(error) = Self::positive("duration", duration) {
            return error.into();
        }
        let Motion { pose, flow } = state;
        let named = [
            ("position", pose.position.as_slice()),
            ("angle", &[pose.angle]),
            ("velocity", flow.linear.as_slice()),
            ("angular velocity", &[flow.angular]),
            ("applied force", load.force.as_slice()),
            ("applied torque", load.torque.as_slice()),
        ];
        let bad = |values: &[f64]| values.iter().copied().find(|value| !value.is_finite());
        let first = named.iter().find_map(|(name, values)| bad(values).map(|value| (*name, value)));
        // All of them are finite, so the square of one has overflowed.
        let (variable, value) = first.unwrap_or(("velocity", f64::NAN));
        SlidingError::NotFinite { component: Self::COMPONENT, variable, value }
    }
}

/// A step without friction.
struct Free {
    normal_impulse: f64,
    velocity: Vector2<f64>,
    spin: f64,
    /// From the centre of mass to the contact point, without friction.
    offset: Vector2<f64>,
}

impl Free {
    #[inline(always)]
    fn new(slider: &PlanarSlider, twist: &PlanarTwist, load: &Wrench, duration: f64) -> Self {
        let normal_force = slider.mass * slider.gravity - load.force.z;
        let (per_mass, per_inertia) = (duration / slider.mass, duration / slider.inertia);
        // (15), (16) without friction. Zero moments are exactly no lever, also if the normal force is zero.
        let offset = if load.torque.x == 0.0 && load.torque.y == 0.0 {
            Vector2::zeros()
        } else {
            Vector2::new(load.torque.y, -load.torque.x) / normal_force
        };
        Self {
            normal_impulse: normal_force * duration,
            velocity: twist.linear + load.force.xy() * per_mass,
            spin: twist.angular + load.torque.z * per_inertia,
            offset,
        }
    }

    /// Returns the impulse at the contact point that stops the body.
    #[inline(always)]
    fn stick_impulse(&self, slider: &PlanarSlider) -> Vector3<f64> {
        let p = self.velocity * -slider.mass;
        // At the contact point, which has a lever: its force turns the body too, and p_r makes up for the rest.
        let turning = self.offset.x * p.y - self.offset.y * p.x;
        Vector3::new(p.x, p.y, -slider.inertia * self.spin - turning)
    }

    /// Returns the motion at the end of a step with friction.
    #[inline(always)]
    fn with(
        &self,
        slider: &PlanarSlider,
        pose: &PlanarPose,
        contact: &Contact,
        duration: f64,
    ) -> Motion<PlanarFrame> {
        if contact.status == ContactMode::Stick {
            // The sum of velocity and impulse would leave rounding.
            return Motion::at_rest(*pose);
        }
        let p = &contact.impulse;
        let linear = self.velocity + p.xy() / slider.mass;
        // A body that has separated has no normal force, and its offset is no lever.
        let turning = if contact.status == ContactMode::Separated {
            0.0
        } else {
            p.z + self.offset.x * p.y - self.offset.y * p.x
        };
        let angular = self.spin + turning / slider.inertia;
        let position = pose.position + linear * duration;
        let pose = PlanarPose { position, angle: pose.angle + angular * duration };
        Motion::new(pose, PlanarTwist { linear, angular })
    }
}

/// Response of the contact over a step.
struct Contact {
    status: ContactMode,
    /// `p_t`, `p_o`, `p_r`.
    impulse: Vector3<f64>,
    multiplier: f64,
    iterations: u32,
}

impl Contact {
    const SEPARATED: Self = Self {
        status: ContactMode::Separated,
        impulse: Vector3::new(0.0, 0.0, 0.0),
        multiplier: 0.0,
        iterations: 0,
    };
}

#[inline(always)]
fn is_finite(state: &Motion<PlanarFrame>, load: &Wrench) -> bool {
    let Motion { pose, flow } = state;
    let (f, t) = (&load.force, &load.torque);
    all_finite(&[pose.position.x, pose.position.y, pose.angle])
        && all_finite(&[flow.linear.x, flow.linear.y, flow.angular])
        && all_finite(&[f.x, f.y, f.z, t.x, t.y, t.z])
}

/// Checks all in one comparison: zero times anything else is NaN.
#[inline(always)]
fn all_finite<const N: usize>(values: &[f64; N]) -> bool {
    values.iter().fold(0.0, |sum, value| sum + value * 0.0) == 0.0
}

#[cfg(test)]
mod tests;
