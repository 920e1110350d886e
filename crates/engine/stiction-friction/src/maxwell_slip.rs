//! Generalized Maxwell-slip: bristles that yield one after the other, each under a friction level that lags.
//!
//! N elements of [`gsat`](mod@crate::gsat) hang in parallel between the body and the surface. Before sliding
//! they give a hysteresis with a memory for every turning point (Masing's rules); in sliding each of them follows
//! its share of the Stribeck curve s(v) with a lag, from the level at which it broke away:
//!
//! ```text
//! f = Σ f_i + D v,   f_i = gsat(α_i r_i, Z_i v + K_i e_i),   ε_i = (f_i − K_i e_i)/Z_i
//! r_i = max(s(|v|), |f_i|/α_i)                                    while the element sticks
//! ṙ_i = C (1 − r_i/s(|v|))                                        while it slips
//! Z_i of K_i and B_i = B K_i/ΣK
//! ```
//!
//! | symbol | setter | unit | range |
//! |---|---|---|---|
//! | `K_i` | `stiffnesses` | N/m | each > 0, 1 to 1000 of them |
//! | `α_i` | `shares` | 1 | each > 0, as many, their sum 1 |
//! | s(v) | `curve` | N | [`StribeckCurve`] of all elements together |
//! | C | `attraction` | N/s | > 0; `r_i` follows within s/C seconds |
//! | B | `damping` | N s/m | ≥ 0, of all elements while stuck, default 0 |
//! | D | `viscous_damping` | N s/m | ≥ 0, default 0 |
//! | Z | `relaxation` | | [`Relaxation::Implicit`] |
//!
//! (N m/rad, N m, N m/s, N m s/rad on a [`Shaft`](stiction_core::Shaft).)
//!
//! Source: after F. Al-Bender, V. Lampaert and J. Swevers, The generalized Maxwell-slip model, IEEE Trans.
//! Automatic Control 50 (2005) 1883: an element sticks with `ḟ_i = K_i v` until `|f_i| = α_i s(v)`, and slips with
//! `ḟ_i = C (α_i sgn(v) − f_i/s(v))` until v reverses.
//!
//! **How it is that model.** With `f_i = α_i r_i sgn(v)` the equation of slip is `ṙ_i = C (1 − r_i/s)`, one scalar
//! for each element. The model keeps for each whether it sticks or slips, which is no variable of a differential
//! equation. Here an element slips if it cannot bear `α_i r_i`, and `r_i` remembers the rest: as long as
//! it sticks, the level at which it will break away is the curve itself (and no less than what it bears, so that
//! its force does not jump where the curve falls below it); from there on it lags. Elements that broke away at
//! other speeds lag by other amounts, as in the paper.
//!
//! **Difference.** At a speed below `α_i C (1 − r_i/s)/K_i` the paper lets the force of a slipping element
//! grow faster than its spring is drawn out, against the sliding: that is energy from nothing. Here such
//! an element sticks, and its force grows with `K_i v`.
//!
//! **Sticking.** An element that sticks takes up the whole motion, to the bit. Under a load that no element
//! must give way to the body does not move at all; under a larger one the weaker elements go back and forth
//! with it, and the strongest, which never slips, keeps the body from drifting.
//!
//! Internal state: the deflections `e_i` \[m\], element after element, then for each element how far its level is
//! below that of break-away at rest, `s(0) − r_i` \[N\]. All are zero at the start.
//!
//! Limits: the step must resolve the stuck elements as one spring, `ΣK T²/m < 5.2`. The level of an element that
//! sticks follows the curve within a step or two, so that it breaks away up to that much late. Outside a step
//! (`tau = 0`) it follows at the pace of one that slips.

use core::marker::PhantomData;

use stiction_core::{
    ContactLaw, ContactState, Describe, Domain, Flat, Impedance, InternalVariables, Memory, Motion,
    MotionIn, Numbers, ParameterError, Real, Scalars, Stage, Validate, VariableName, Vector,
    VectorDomain, contact_state,
};
use typed_builder::TypedBuilder;

use crate::gsat::{self, gsat_step, norm};
use crate::limit_set::length;
use crate::stribeck::CurvesIn;
use crate::{Relaxation, StribeckCurve};

/// Generalized Maxwell-slip friction; see the [module](self).
///
/// ```
/// use stiction_core::Line;
/// use stiction_friction::{MaxwellSlip, StribeckCurve};
///
/// let slide = MaxwellSlip::<Line>::builder()
///     .stiffnesses([4e4, 2e4, 1e4])
///     .shares([0.2, 0.3, 0.5])
///     .curve(StribeckCurve::builder().coulomb(1.0).breakaway(1.4).stribeck_speed(0.01).build()?)
///     .attraction(50.0)
///     .build()?;
/// assert_eq!(slide.stiffnesses().len(), 3);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<MaxwellSlip<D>, ParameterError>))]
#[describe(tag = "maxwell_slip", check = Self::further)]
pub struct MaxwellSlip<D: VectorDomain> {
    /// Stiffness `K_i` of each element \[N/m\], > 0.
    #[builder(setter(transform = |stiffnesses: impl IntoIterator<Item = f64>| {
        stiffnesses.into_iter().collect::<Vec<_>>()
    }))]
    #[field(by_ref, length(1, Self::MAX_ELEMENTS, "must be 1 to 1000"))]
    stiffnesses: Vec<f64>,
    /// Share `α_i` of each element in the friction level \[1\], > 0; their sum is 1.
    #[builder(setter(transform = |shares: impl IntoIterator<Item = f64>| {
        shares.into_iter().collect::<Vec<_>>()
    }))]
    #[field(by_ref, length(1, Self::MAX_ELEMENTS, "must be 1 to 1000"))]
    shares: Vec<f64>,
    /// Steady friction `s(v)` of all elements together \[N\].
    curve: StribeckCurve,
    /// How fast the level follows the curve, `C` \[N/s\], > 0.
    #[field(positive)]
    attraction: f64,
    /// Damping `B` of all elements while they stick \[N s/m\], ≥ 0.
    #[builder(default)]
    #[field(non_negative)]
    damping: f64,
    /// Viscous friction `D` \[N s/m\], ≥ 0.
    #[builder(default)]
    #[field(non_negative)]
    viscous_damping: f64,
    /// How the stage length enters; the paper's form by default.
    #[builder(default)]
    relaxation: Relaxation,
    #[builder(default, setter(skip))]
    domain: PhantomData<fn() -> D>,
}

impl<D: VectorDomain> MaxwellSlip<D> {
    /// The largest number of elements.
    pub const MAX_ELEMENTS: usize = 1000;

    fn further(&self) -> Result<(), ParameterError> {
        let (count, shares) = (self.stiffnesses.len(), &self.shares);
        self.stiffnesses.iter().try_for_each(|k| Self::positive("stiffnesses", *k))?;
        shares.iter().try_for_each(|share| Self::positive("shares", *share))?;
        let one_each = "must be as many as there are stiffnesses";
        Self::require(shares.len() == count, "shares", shares.len() as f64, one_each)?;
        let sum: f64 = shares.iter().sum();
        // Decimal fractions, a thousand of them, add up to 1 except for rounding.
        Self::require((sum - 1.0).abs() <= 1e-9, "shares", sum, "must add up to 1")
    }

    /// Returns the whole force along +v, with the rates of all variables, where `element` is one step of an element
    /// (stiffness, Z, limit, velocity, deflection): it may decline.
    #[inline(always)]
    fn elements<R: Real, S: Scalars<R>>(
        &self,
        numbers: &mut impl Numbers<R>,
        tau: f64,
        velocity: S,
        (internal, rate): (&[R], &mut [R]),
        element: impl Fn([R; 3], S, S) -> Option<[S; 2]>,
    ) -> Option<S> {
        let [attraction, damping, viscous, stiffness_of_all] = numbers.read([
            self.attraction,
            self.damping,
            self.viscous_damping,
            self.stiffnesses.iter().sum(),
        ]);
        let curve = self.curve.side_by_side(numbers);
        let levels = Levels::at(curve, attraction, norm(velocity), tau);
        let first_lag = self.stiffnesses.len() * S::LEN;
        let mut force = gsat::scaled(velocity, viscous);
        numbers.form(self.stiffnesses.len() as u64);
        let mut declined = false;
        for (i, (stiffness, share)) in self.stiffnesses.iter().zip(&self.shares).enumerate() {
            let [stiffness, share] = numbers.read([*stiffness, *share]);
            let own = damping * (stiffness / stiffness_of_all);
            let stage_damping = self.relaxation.kernel(numbers, stiffness, own, tau);
            let deflection = S::load(&internal[i * S::LEN..]);
            let level = levels.at_rest - internal[first_lag + i];
            let trial = norm(gsat::trial(stiffness, stage_damping, velocity, deflection));
            rate[first_lag + i] = levels.lag_rate(level, share, trial);
            let gains = [stiffness, stage_damping, share * level];
            // An element that declines must not keep the numbers of the others from being asked for.
            let Some([bears, slip]) = element(gains, velocity, deflection) else {
                declined = true;
                continue;
            };
            slip.store(&mut rate[i * S::LEN..]);
            force = S::from_fn(
                #[inline(always)]
                |axis| force.at(axis) + bears.at(axis),
            );
        }
        (!declined).then_some(force)
    }

    /// Returns the deflections, element by element.
    fn deflections<'a>(&self, internal: &'a [f64]) -> impl Iterator<Item = D::Vector> + use<'a, D> {
        let deflections = &internal[..self.first_lag()];
        deflections.chunks_exact(<D::Vector as Flat>::LEN).map(<D::Vector as Flat>::load)
    }

    /// Returns the index of the lag of the first element's level.
    fn first_lag(&self) -> usize {
        self.stiffnesses.len() * <D::Vector as Flat>::LEN
    }
}

/// Targets of the levels of the elements at a speed.
#[derive(Clone, Copy)]
struct Levels<R> {
    /// `s(0)`.
    at_rest: R,
    /// `s(|v|)`.
    here: R,
    /// Length of the stage, and the time within which the levels of slipping and of sticking elements follow.
    times: [R; 3],
}

impl<R: Real> Levels<R> {
    #[inline(always)]
    fn at(curve: CurvesIn<R>, attraction: R, speed: R, tau: f64) -> Self {
        let here = curve.value(speed);
        let slipping = here / attraction;
        // "At once" means within the stage; the law in continuous time has no stage.
        let sticking = if tau > 0.0 { here.same(0.0) } else { slipping };
        let times = [here.same(tau), slipping, sticking];
        Self { at_rest: curve.breakaway(), here, times }
    }

    /// Returns the rate of `s(0) − r_i`, where `trial` is the force that the element would have to bear to stick:
    /// backward Euler over the stage, which no attraction makes unstable.
    #[inline(always)]
    fn lag_rate(&self, level: R, share: R, trial: R) -> R {
        let (sticks, borne) = (trial.at_most(share * level), trial / share);
        let breakaway = R::select(self.here.below(borne), borne, self.here);
        let goal = R::select(sticks, breakaway, self.here);
        let [tau, slipping, sticking] = self.times;
        (level - goal) / (tau + R::select(sticks, sticking, slipping))
    }
}

impl<D: VectorDomain> Impedance for MaxwellSlip<D> {
    type Domain = D;
    fn memory(&self) -> Memory<'_> {
        Memory::bristles(self.first_lag()).and(self.stiffnesses.len()).told_by(self)
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
        let numbers = &mut stiction_core::kernel::Own;
        let velocity = motion.flow.components();
        let state = (internal, rate);
        let force = self.elements(numbers, stage.tau, velocity, state, |[k, z, limit], v, e| {
            let (v, e) = (D::Vector::of_components(v), D::Vector::of_components(e));
            let (force, slip) = gsat_step(k, z, limit, v, e);
            Some([force.components(), slip.components()])
        });
        force.map_or_else(D::Vector::zero, |force| -D::Vector::of_components(force))
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
        let element = |[stiffness, stage_damping, limit]: [R; 3], v, e| {
            gsat::kernel(stiffness, stage_damping, limit, v, e)
        };
        let force = self.elements(numbers, stage.tau, motion.flow, (internal, rate), element)?;
        Some(Scalars::from_fn(
            #[inline(always)]
            |axis| -force.at(axis),
        ))
    }
    fn stored_energy(&self, _: &Motion<D>, internal: &[f64]) -> f64 {
        let energy = |(k, e): (&f64, D::Vector)| 0.5 * k * e.dot(&e);
        self.stiffnesses.iter().zip(self.deflections(internal)).map(energy).sum()
    }
    fn stored_power(&self, _: &Motion<D>, internal: &[f64], rate: &[f64]) -> f64 {
        let states = self.deflections(internal).zip(self.deflections(rate));
        self.stiffnesses.iter().zip(states).map(|(k, (e, slip))| k * e.dot(&slip)).sum()
    }
}
impl<D: VectorDomain> ContactLaw<D> for MaxwellSlip<D> {
    /// Returns the state: the law holds while one element does. Where all slip, the speed is their mean by their
    /// shares; the margin is that of all together under their levels.
    fn state(&self, stage: &Stage, motion: &Motion<D>, internal: &[f64]) -> Option<ContactState> {
        let mut rate = vec![0.0; internal.len()];
        let force = -self.respond(stage, motion, internal, &mut rate);
        let dry = force - motion.flow * self.viscous_damping;
        let slips = self.deflections(&rate).map(|rate| length(motion.flow - rate));
        let slips: Vec<f64> = slips.collect();
        let mean = slips.iter().zip(&self.shares).map(|(slip, share)| share * slip).sum();
        let slip_speed = if slips.contains(&0.0) { 0.0 } else { mean };
        let level = |lag: &f64| self.curve.value(0.0) - lag;
        let levels = internal[self.first_lag()..].iter().map(level);
        let limit = levels.zip(&self.shares).map(|(level, share)| share * level).sum();
        let margin = contact_state::margin(length(dry), limit);
        Some(ContactState::touching(slip_speed, margin))
    }
    fn resistance(&self, tau: f64, _: usize) -> Option<(f64, f64)> {
        let sum: f64 = self.stiffnesses.iter().sum();
        let of = |k: &f64| self.relaxation.stage_damping(*k, self.damping * (k / sum), tau);
        Some((sum, self.stiffnesses.iter().map(of).sum::<f64>() + self.viscous_damping))
    }
}
impl<D: VectorDomain> InternalVariables for MaxwellSlip<D> {
    fn internal_name(&self, index: usize) -> VariableName {
        let Some(element) = index.checked_sub(self.first_lag()) else {
            return VariableName::numbered(index);
        };
        let unit = if D::EFFORT_NAMES == ["torque"] { "N m" } else { "N" };
        VariableName::new(format!("level_lag[{element}]"), unit)
    }
    fn deflects_along(&self, index: usize, _: Option<usize>) -> Option<usize> {
        (index < self.first_lag()).then_some(index % <D::Vector as Flat>::LEN)
    }
}

#[cfg(test)]
#[path = "maxwell_slip_tests.rs"]
mod tests;
