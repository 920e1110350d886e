//! Friction that warms its lubricant up, and falls as that thins: the first hour of a cold joint.
//!
//! The element of [`rate_dependent`](crate::rate_dependent) with a temperature. The dissipated power heats the joint,
//! which loses heat to the surroundings:
//!
//! ```text
//! F(s), D of the cold law at the speed m s, with m = η(Θ)/η(0)   (Hersey's number η s/p)
//! Z s + F(m s) + D m s = |f*|                                    where it slips
//! C Θ̇ = P − G Θ,   P = f·v − K e·ε = f·(v − ε) + (f − K e)·ε
//! ```
//!
//! | symbol | setter | unit | range |
//! |---|---|---|---|
//! | K, B, F(s), D, Z | as in [`rate_dependent`](crate::rate_dependent) | | at the temperature of the surroundings |
//! | m(Θ) | `viscosity` | 1 | [`Viscosity`] |
//! | C | `heat_capacity` | J/K | > 0 |
//! | G | `heat_loss` | W/K | ≥ 0 |
//!
//! **Energy.** P is the input of the element less the part that its bristle stores, the power that the balance of a
//! network books as dissipated; all of it becomes heat: `∫P dt = C Θ + ∫G Θ dt`. Heat is not given back, so it is
//! no stored energy.
//!
//! **Steady state** at the speed v: `f(Θ) v = G Θ`. With a constant level Fc, and β of an exponential viscosity,
//! `Θ = a + W(β b e^(−β a))/β` with `a = Fc v/G`, `b = D v²/G` and Lambert's W: that balance is
//! `Θ = a + b e^(−β Θ)`, and with `w = β (Θ − a)` it reads `w e^w = β b e^(−β a)`.
//!
//! Source: the heat balance, one capacity and a loss in proportion to the rise, is Newton's law of cooling.
//! That friction at another temperature is that at another speed is after M. D. Hersey, The laws of lubrication
//! of horizontal journal bearings, J. Wash. Acad. Sci. 4 (1914) 542: the coefficient depends on viscosity, speed and
//! pressure only through η s/p, so at the same load that of the viscosity `m η` at s is that of η at `m s`. Measured
//! of a robot's joint, with a viscous
//! part that falls exponentially and a Stribeck speed that rises with the temperature: A. C. Bittencourt and
//! S. Gunnarsson, Static friction in a robot joint, J. Dyn. Sys. Meas. Control 134 (2012) 051013.
//!
//! Internal state: the deflection `e`, one per axis, then the rise Θ of the temperature over the surroundings
//! \[K\], zero at the start.
//!
//! Limits: one temperature for the whole joint. The levels of the curve do not depend on it, only the speeds. The
//! step must resolve the cooling, `G T/C < 2.78`. As in [`rate_dependent`](crate::rate_dependent) the sliding
//! speed can jump at break-away where `B + m D < max |m F'|`.

use core::marker::PhantomData;

use stiction_core::bristle::{elastic_energy, elastic_power};
use stiction_core::{
    BreakawayDamping, ContactLaw, ContactState, Describe, Domain, Flat, Impedance,
    InternalVariables, Memory, Motion, MotionIn, Numbers, ParameterError, Real, Scalars, Stage,
    Validate, VariableName, VectorDomain, contact_state, kernel,
};
use typed_builder::TypedBuilder;

use crate::gsat::dot;
use crate::limit_set::length;
use crate::rate_dependent::step;
use crate::{Relaxation, StribeckCurve, Viscosity};

/// Coulomb, Stribeck and viscous friction with a temperature, without drift; see the [module](self).
///
/// ```
/// use stiction_core::{Impedance, Motion, Shaft, Stage};
/// use stiction_friction::{StribeckCurve, ThermalGsat, Viscosity};
///
/// let joint = ThermalGsat::<Shaft>::builder()
///     .stiffness(1e4)
///     .damping(10.0)
///     .curve(StribeckCurve::constant(2.0)?)
///     .viscous_damping(5.0)
///     .viscosity(Viscosity::Exponential { coefficient: 0.03 })
///     .heat_capacity(500.0)
///     .heat_loss(1.0)
///     .build()?;
/// // At 2 rad/s: cold, and 30 K above the surroundings.
/// let friction = |rise: f64| {
///     let (motion, mut rate) = (Motion { pose: 0.0, flow: 2.0 }, [0.0; 2]);
///     -joint.respond(&Stage::first(0.0, 1e-3), &motion, &[12.0 / 1e4, rise], &mut rate)
/// };
/// assert!(friction(0.0) > 11.9 && friction(30.0) < 7.0);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<ThermalGsat<D>, ParameterError>))]
#[describe(tag = "thermal_gsat", check = Self::further)]
pub struct ThermalGsat<D: VectorDomain> {
    /// Stiffness `K` of the stuck contact \[N/m\], > 0.
    #[field(positive)]
    stiffness: f64,
    /// Damping `B` of the stuck contact \[N s/m\], > 0.
    #[field(positive)]
    damping: f64,
    /// Friction `F(s)` \[N\] against the sliding speed, cold.
    curve: StribeckCurve,
    /// Viscous friction `D`, cold \[N s/m\], ≥ 0.
    #[builder(default)]
    #[field(non_negative)]
    viscous_damping: f64,
    /// How the lubricant thins.
    viscosity: Viscosity,
    /// Heat that raises the temperature by a kelvin, `C` \[J/K\], > 0.
    #[field(positive)]
    heat_capacity: f64,
    /// Heat lost to the surroundings per kelvin, `G` \[W/K\], ≥ 0.
    #[field(non_negative)]
    heat_loss: f64,
    /// How the stage length enters; the paper's form by default.
    #[builder(default)]
    relaxation: Relaxation,
    #[builder(default, setter(skip))]
    domain: PhantomData<fn() -> D>,
}

impl<D: VectorDomain> ThermalGsat<D> {
    fn further(&self) -> Result<(), ParameterError> {
        let Viscosity::Vogel { activation, distance } = self.viscosity else { return Ok(()) };
        let is_finite = (activation / distance).is_finite();
        Self::require(is_finite, "distance", distance, "must not vanish beside the activation")
    }
    /// Number of deflections, before the temperature.
    const AXES: usize = <D::Vector as Flat>::LEN;
}

impl<D: VectorDomain> Impedance for ThermalGsat<D> {
    type Domain = D;
    fn memory(&self) -> Memory<'_> {
        Memory::bristles(Self::AXES).and(1).told_by(self)
    }
    fn contact(&self) -> Option<&dyn ContactLaw<D>> {
        Some(self)
    }
    #[inline(always)]
    fn respond(
        &self,
        stage: &Stage,
        motion: &Motion<D>,
        internal: &[f64],
        rate: &mut [f64],
    ) -> D::Vector {
        let found = kernel::respond(self, stage, motion, internal, rate);
        // The kernel never declines.
        found.unwrap_or_default()
    }
    #[inline(always)]
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        stage: &Stage,
        motion: &MotionIn<D, R>,
        internal: &[R],
        rate: &mut [R],
    ) -> Option<<D as Domain>::EffortIn<R>> {
        let [stiffness, damping, viscous] =
            numbers.read([self.stiffness, self.damping, self.viscous_damping]);
        let [capacity, loss] = numbers.read([self.heat_capacity, self.heat_loss]);
        let stage_damping = self.relaxation.kernel(numbers, stiffness, damping, stage.tau);
        let curves = self.curve.side_by_side(numbers);
        let rise = internal[Self::AXES];
        let ratio = self.viscosity.kernel(numbers, rise);
        let (velocity, deflection): (_, D::FlowIn<R>) = (motion.flow, Scalars::load(internal));
        let gains = [stiffness, stage_damping, viscous * ratio];
        let [force, slip] = step(gains, curves.with_viscosity(ratio), velocity, deflection);
        slip.store(rate);
        let heat = dot(force, velocity) - stiffness * dot(deflection, slip);
        rate[Self::AXES] = (heat - loss * rise) / capacity;
        Some(Scalars::from_fn(
            #[inline(always)]
            |axis| -force.at(axis),
        ))
    }
    fn stored_energy(&self, _: &Motion<D>, internal: &[f64]) -> f64 {
        elastic_energy::<D::Vector>(self.stiffness, internal)
    }
    fn stored_power(&self, _: &Motion<D>, internal: &[f64], rate: &[f64]) -> f64 {
        elastic_power::<D::Vector>(self.stiffness, internal, rate)
    }
}

impl<D: VectorDomain> ContactLaw<D> for ThermalGsat<D> {
    /// Returns the breakaway of the cold joint: warm, it falls as much over a wider range of speeds.
    fn breakaway(&self, _: &Stage, _: &Motion<D>) -> Option<BreakawayDamping> {
        Some(self.curve.breakaway_damping(self.damping + self.viscous_damping, 1.0))
    }
    fn resistance(&self, tau: f64, _: usize) -> Option<(f64, f64)> {
        Some((self.stiffness, self.relaxation.stage_damping(self.stiffness, self.damping, tau)))
    }
    fn state(&self, stage: &Stage, motion: &Motion<D>, internal: &[f64]) -> Option<ContactState> {
        let mut rate = vec![0.0; internal.len()];
        let force = self.respond(stage, motion, internal, &mut rate);
        let slip_speed = length(motion.flow - <D::Vector as Flat>::load(&rate));
        let thinned = slip_speed * self.viscosity.ratio(internal[Self::AXES]);
        let limit = self.curve.value(thinned) + self.viscous_damping * thinned;
        let margin = contact_state::margin(length(force), limit);
        Some(ContactState::touching(slip_speed, margin))
    }
}
impl<D: VectorDomain> InternalVariables for ThermalGsat<D> {
    fn internal_name(&self, index: usize) -> VariableName {
        if index == Self::AXES {
            return VariableName::new("temperature_rise", "K");
        }
        VariableName::numbered(index)
    }
}

#[cfg(test)]
#[path = "thermal_tests.rs"]
mod tests;
