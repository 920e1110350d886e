//! Friction in proportion to what a transmission transmits: gears, worms, screws, belts.
//!
//! Two ports. On the first one an elastic element, the stiffness of the teeth, gives the transmitted torque T;
//! on the second one, the shaft that drives, friction rubs with a limit that follows T at every stage:
//!
//! ```text
//! T   = −effort of the mesh (x_1, v_1)
//! F_d = F₀ + c_d |T|   for sliding that T resists: the shaft drives
//! F_b = F₀ + c_b |T|   for sliding that T pushes:  the shaft is driven back
//! f   = gsat of Kikuuwe on the second port, with the limit F_d or F_b of the direction of f*
//! ```
//!
//! | symbol | setter | unit | range |
//! |---|---|---|---|
//! | | `mesh` | | an impedance on a [`Line`](stiction_core::Line) or [`Shaft`](stiction_core::Shaft) that is no source: `SpringDamper`, with backlash `EndStop` |
//! | K | `stiffness` | N m/rad | > 0, of the presliding |
//! | B | `damping` | N m s/rad | ≥ 0, of the presliding |
//! | F₀ | `limit` | N m | ≥ 0: seals, bearings, preload |
//! | `c_d` | `driving` | 1 | ≥ 0 |
//! | `c_b` | `back_driven` | 1 | ≥ 0; ≥ 1 locks |
//! | Z | `relaxation` | | [`Relaxation::Implicit`] |
//!
//! **Ports.** Both are in the coordinate of the driving shaft. With the gear ratio n the first pose is the twist
//! `θ − n φ` of the motor's angle θ and the joint's φ, the second is θ (`Both` of two `Differential`s with the
//! weights `[1, −n]` and `[1, 0]`). T is then what the motor feels, and the joint feels `n T`.
//!
//! **Efficiency** depends on the way power goes. In steady motion the motor gives `T + F_d` to drive and
//! receives `T − F_b` when it is driven, so without F₀
//!
//! ```text
//! η_d = 1/(1 + c_d),   η_b = 1 − c_b
//! ```
//!
//! ([`efficiency_coefficients`]). With `c_b ≥ 1` friction bears all that the joint can push: the gear locks
//! itself, and holds **to the bit**, as a stuck element takes up the whole motion. A screw or worm of the lead
//! angle λ with the friction angle ρ = atan μ has
//!
//! ```text
//! η_d = tan λ/tan(λ + ρ),   η_b = tan(λ − ρ)/tan λ       self-locking for ρ ≥ λ
//! ```
//!
//! A nut on a screw of the mean diameter d under the load W is a block on an incline of slope λ: friction tilts what
//! the incline bears by ρ against the motion, so that raising takes the torque `(W d/2) tan(λ + ρ)` and lowering
//! `(W d/2) tan(ρ − λ)` (Shigley, eqs. 8-1 and 8-2, with `tan λ = l/π d` and `tan ρ = μ`); without friction both
//! are `±(W d/2) tan λ`, and η is the ratio of the two. It locks where lowering takes a torque (eq. 8-3).
//!
//! **Power.** The mesh is booked on the first port, friction on the second: the element delivers `−T v_1 − f v_2`
//! and stores what its mesh and its bristle store. As the limit is never negative, friction never gives power,
//! whatever T does. A limit from the load of the step before would still be passive, but would not hold: if the load
//! rises within a step by more than the margin, a locked gear slips.
//!
//! Source: Kikuuwe and Yamamoto, eqs. 19 and 23, with the interval `[−F_b, F_d]` for the ball. The loss in
//! proportion to the load and its two directions: A. Wang and S. Kim, Directional efficiency in geared
//! transmissions, ICRA 2015; with a constant part beside it A. C. Bittencourt and S. Gunnarsson, Static friction
//! in a robot joint, J. Dyn. Sys. Meas. Control 134 (2012) 051013. The screw: R. Budynas and K. Nisbett, Shigley's
//! Mechanical Engineering Design, eqs. 8-1 to 8-3 (raising and lowering torque, self-locking).
//!
//! Internal state: that of the mesh, then the deflection `e` of the presliding.
//!
//! Limits: the step must resolve the mesh as a spring and a damper. A mechanism with such an element is evaluated
//! one copy after the other, not in lanes. The housing is at rest, or its motion is in the maps.

use core::fmt::Debug;

use stiction_core::contact_state::margin;
use stiction_core::{
    BreakawayDamping, ContactLaw, ContactState, Describe, Impedance, InternalVariables, Memory,
    Motion, Pair, ParameterError, Stage, Validate, VariableName, Varying, VectorDomain,
};
use typed_builder::TypedBuilder;

use crate::Relaxation;
use crate::gsat::gsat_step;
use crate::pressed::ports;

/// Friction in proportion to what a transmission transmits; see the [module](self).
///
/// ```
/// use stiction_core::{Impedance, Motion, Shaft, Stage};
/// use stiction_friction::gear_friction::{GearFriction, efficiency_coefficients};
/// # use stiction_core::impedance::from_fn;
/// # let teeth = from_fn::<Shaft, _>(|_, motion| -1000.0 * motion.pose);
/// // teeth of 1000 N m/rad; 90 % of the power goes forward, and 80 % back.
/// let [driving, back_driven] = efficiency_coefficients(0.9, 0.8);
/// let gear = GearFriction::builder().mesh(teeth).stiffness(500.0).damping(0.1).limit(0.01);
/// let gear = gear.driving(driving).back_driven(back_driven).build()?;
///
/// // Twisted by 1 mrad, 1 N m; at 50 rad/s forward friction takes a ninth of it, and backward a fifth.
/// let friction = |rate| {
///     let motion = Motion::new((1e-3, 0.0), (0.0, rate));
///     gear.respond(&Stage::first(0.0, 1e-4), &motion, &[0.0], &mut [0.0]).1
/// };
/// assert!((friction(50.0) + 0.01 + 1.0 / 9.0).abs() < 1e-12);
/// assert!((friction(-50.0) - 0.01 - 0.2).abs() < 1e-12);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<GearFriction<P>, ParameterError>))]
#[describe(check = Self::further)]
pub struct GearFriction<P>
where
    P: Impedance,
    P::Domain: VectorDomain<Vector = f64>,
{
    /// The law that gives the transmitted torque: its effort on the first port, negated.
    #[field(part, by_ref)]
    mesh: P,
    /// Stiffness `K` of the presliding \[N m/rad\], > 0.
    #[field(positive)]
    stiffness: f64,
    /// Damping `B` of the presliding \[N m s/rad\], ≥ 0.
    #[field(non_negative)]
    damping: f64,
    /// Friction `F₀` without load \[N m\], ≥ 0.
    #[builder(default)]
    #[field(non_negative)]
    limit: f64,
    /// Friction per transmitted torque where the shaft drives, `c_d` \[1\], ≥ 0.
    #[field(non_negative)]
    driving: f64,
    /// Friction per transmitted torque where it is driven back, `c_b` \[1\], ≥ 0; from 1 on it locks.
    #[field(non_negative)]
    back_driven: f64,
    /// How the stage length enters; the paper's form by default.
    #[builder(default)]
    relaxation: Relaxation,
}

/// Returns the coefficients `[c_d, c_b]` of a transmission with these efficiencies \[1\]: `1/η_d − 1` and `1 − η_b`.
///
/// `η_d` is above 0 and at most 1, `η_b` at most 1. For a transmission that locks, `η_b` is zero or negative: the
/// share of the load that the motor must add to turn it back. Other values give coefficients that
/// [`GearFriction`] refuses.
#[must_use]
pub fn efficiency_coefficients(driving: f64, back_driven: f64) -> [f64; 2] {
    [1.0 / driving - 1.0, 1.0 - back_driven]
}

impl<P, D> GearFriction<P>
where
    D: VectorDomain<Vector = f64>,
    P: Impedance<Domain = D>,
{
    fn further(&self) -> Result<(), ParameterError> {
        let requirement = "must be no source: what it transmits is to come from its twist";
        Self::require(!self.mesh.is_source(), "mesh", f64::NAN, requirement)
    }

    /// Returns the torque that is transmitted at a stage \[N m\]: above zero if it resists a positive motion of
    /// the driving shaft.
    pub fn transmitted(&self, stage: &Stage, motion: &Motion<Pair<D, D>>, internal: &[f64]) -> f64 {
        let own = &internal[..self.mesh.memory().len()];
        let mut rate = vec![0.0; own.len()];
        -self.mesh.respond(stage, &ports(motion).0, own, &mut rate)
    }

    /// Returns the friction along +v \[N m\] and rate of the deflection, while the torque `transmitted` is.
    #[inline(always)]
    fn friction(&self, tau: f64, transmitted: f64, velocity: f64, deflection: f64) -> (f64, f64) {
        let stage_damping = self.relaxation.stage_damping(self.stiffness, self.damping, tau);
        let trial = stage_damping * velocity + self.stiffness * deflection;
        let limit = self.limit_against(trial, transmitted);
        gsat_step(self.stiffness, stage_damping, limit, velocity, deflection)
    }

    /// Returns the largest friction if it is along `force` \[N m\].
    #[inline(always)]
    fn limit_against(&self, force: f64, transmitted: f64) -> f64 {
        // Friction that resists a sliding along the sense of the transmitted torque is driven against it.
        let drives = (force < 0.0) == (transmitted < 0.0);
        let share = if drives { self.driving } else { self.back_driven };
        self.limit + share * transmitted.abs()
    }

    fn bristle_energy(&self, deflection: f64) -> f64 {
        0.5 * self.stiffness * deflection * deflection
    }
}

impl<P, D> Impedance for GearFriction<P>
where
    D: VectorDomain<Vector = f64>,
    P: Impedance<Domain = D>,
{
    type Domain = Pair<D, D>;
    fn memory(&self) -> Memory<'_> {
        Memory::others(self.mesh.memory().len() + 1).told_by(self)
    }
    fn signals<'a>(&'a self, visit: &mut dyn FnMut(&'a dyn Varying)) {
        self.mesh.signals(visit);
    }
    fn contact(&self) -> Option<&dyn ContactLaw<Pair<D, D>>> {
        Some(self)
    }
    #[inline(always)]
    fn respond(
        &self,
        stage: &Stage,
        motion: &Motion<Pair<D, D>>,
        internal: &[f64],
        rate: &mut [f64],
    ) -> (f64, f64) {
        let (twist, shaft) = ports(motion);
        let own = self.mesh.memory().len();
        let torque = self.mesh.respond(stage, &twist, &internal[..own], &mut rate[..own]);
        let (friction, slip) = self.friction(stage.tau, -torque, shaft.flow, internal[own]);
        rate[own] = slip;
        (torque, -friction)
    }
    fn stored_energy(&self, motion: &Motion<Pair<D, D>>, internal: &[f64]) -> f64 {
        let (twist, own) = (ports(motion).0, self.mesh.memory().len());
        self.mesh.stored_energy(&twist, &internal[..own]) + self.bristle_energy(internal[own])
    }
    fn stored_power(&self, motion: &Motion<Pair<D, D>>, internal: &[f64], rate: &[f64]) -> f64 {
        let (twist, own) = (ports(motion).0, self.mesh.memory().len());
        self.mesh.stored_power(&twist, &internal[..own], &rate[..own])
            + self.stiffness * internal[own] * rate[own]
    }
}
impl<P, D> ContactLaw<Pair<D, D>> for GearFriction<P>
where
    D: VectorDomain<Vector = f64>,
    P: Impedance<Domain = D>,
{
    /// Returns the state of the friction; the mesh is another matter.
    fn state(
        &self,
        stage: &Stage,
        motion: &Motion<Pair<D, D>>,
        internal: &[f64],
    ) -> Option<ContactState> {
        let (velocity, deflection) = (motion.flow.1, internal[self.mesh.memory().len()]);
        let transmitted = self.transmitted(stage, motion, internal);
        let (force, rate) = self.friction(stage.tau, transmitted, velocity, deflection);
        let margin = margin(force.abs(), self.limit_against(force, transmitted));
        Some(ContactState::touching((velocity - rate).abs(), margin))
    }
    fn breakaway(&self, stage: &Stage, motion: &Motion<Pair<D, D>>) -> Option<BreakawayDamping> {
        self.mesh.contact()?.breakaway(stage, &ports(motion).0)
    }
    fn fault(&self, stage: &Stage, motion: &Motion<Pair<D, D>>) -> Option<ParameterError> {
        self.mesh.contact()?.fault(stage, &ports(motion).0)
    }
    fn resistance(&self, tau: f64, axis: usize) -> Option<(f64, f64)> {
        match axis {
            0 => self.mesh.contact()?.resistance(tau, 0),
            _ => {
                let damping = self.relaxation.stage_damping(self.stiffness, self.damping, tau);
                Some((self.stiffness, damping))
            }
        }
    }
}
impl<P, D> InternalVariables for GearFriction<P>
where
    D: VectorDomain<Vector = f64>,
    P: Impedance<Domain = D>,
{
    fn internal_name(&self, index: usize) -> VariableName {
        let mesh = self.mesh.memory();
        let own = || VariableName::numbered(index - mesh.len());
        if index < mesh.len() { mesh.name(index) } else { own() }
    }
    /// Returns the axis of the flow: first that of the twist, then that of the driving shaft.
    fn deflects_along(&self, index: usize, _: Option<usize>) -> Option<usize> {
        let mesh = self.mesh.memory();
        if index < mesh.len() { mesh.deflects_along(index) } else { Some(1) }
    }
}

#[cfg(test)]
#[path = "gear_friction_tests.rs"]
mod tests;
