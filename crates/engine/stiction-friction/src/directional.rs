//! Friction that is not the same in both directions: a seal with one lip, a hypoid gear, a spindle under a preload.
//!
//! The element of [`rate_dependent`](crate::rate_dependent) on a line or a shaft, with a friction curve and a
//! viscous part for each direction of sliding. With `f* = Z v + K e`, and the curve and the damping of the
//! direction in which f* points,
//!
//! ```text
//! |f*| ≤ Fs:  stick, f = f*, ε = v
//! else:       Z s + F(s) + D s = |f*|,  f = f* − Z s sgn f*,  ε = v − s sgn f*
//! ```
//!
//! The direction is that of the force, so nothing is chosen by a speed near zero: between `−Fs` of the way
//! back and `Fs` of the way forth every load is held, and the anchor `p − e` does not move at all.
//!
//! | symbol | setter | unit | range |
//! |---|---|---|---|
//! | K | `stiffness` | N/m | > 0 |
//! | B | `damping` | N s/m | > 0 |
//! | F₊(s) | `forward` | N | [`StribeckCurve`]; sliding along +v |
//! | F₋(s) | `backward` | N | [`StribeckCurve`]; sliding along −v |
//! | D₊, D₋ | `forward_viscous_damping`, `backward_viscous_damping` | N s/m | ≥ 0, default 0 |
//! | Z | `relaxation` | | [`Relaxation::Implicit`] |
//!
//! (N m, N m s/rad, N m/rad on a [`Shaft`](stiction_core::Shaft).)
//!
//! Source: after Kikuuwe and Yamamoto, eqs. 14 to 19, where the set of admissible forces is the interval
//! `[−F₋, F₊]` instead of a ball. The second line: with ε the element bears `f = K e + Z ε`, and with
//! `ε = v − s sgn f*` that is `f* − Z s sgn f*`; it slides at s if this is the friction `(F(s) + D s) sgn f*`.
//! That the levels of machines differ with the direction is told by B. Armstrong-Hélouvry, P. Dupont and C. Canudas de
//! Wit, A survey of models, analysis tools and compensation methods for the control of machines with friction,
//! Automatica 30 (1994) 1083.
//!
//! Limits: a level is above zero, so this is no freewheel. Where `B + D < max |F'|` of a direction the sliding
//! speed can jump at break-away, as in [`rate_dependent`](crate::rate_dependent).

use core::marker::PhantomData;

use stiction_core::{
    Bent, BreakawayDamping, Bristle, Describe, Numbers, ParameterError, Real, Scalars, VectorDomain,
};
use typed_builder::TypedBuilder;

use crate::rate_dependent::sliding_speed;
use crate::{Relaxation, StribeckCurve};

/// Friction with another level in the other direction, without drift; see the [module](self).
///
/// Internal state: the deflection `e` \[m\] or \[rad\].
///
/// ```
/// use stiction_core::{Bristle, Shaft};
/// use stiction_friction::{DirectionalGsat, StribeckCurve};
///
/// let seal = DirectionalGsat::<Shaft>::builder()
///     .stiffness(1e3)
///     .damping(1.0)
///     .forward(StribeckCurve::constant(0.4)?)
///     .backward(StribeckCurve::constant(0.9)?)
///     .build()?;
/// let torque = |rate| seal.friction(1e-3, rate, 0.0).0;
/// assert!((torque(3.0) - 0.4).abs() < 1e-12 && (torque(-3.0) + 0.9).abs() < 1e-12);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<DirectionalGsat<D>, ParameterError>))]
#[describe(tag = "directional_gsat")]
pub struct DirectionalGsat<D: VectorDomain<Vector = f64>> {
    /// Stiffness `K` of the stuck contact \[N/m\], > 0.
    #[field(positive)]
    stiffness: f64,
    /// Damping `B` of the stuck contact \[N s/m\], > 0.
    #[field(positive)]
    damping: f64,
    /// Friction \[N\] against the speed of sliding along the positive direction.
    forward: StribeckCurve,
    /// Friction \[N\] against the speed of sliding the other way.
    backward: StribeckCurve,
    /// Viscous friction `D₊` along the positive direction \[N s/m\], ≥ 0.
    #[builder(default)]
    #[field(non_negative)]
    forward_viscous_damping: f64,
    /// Viscous friction `D₋` the other way \[N s/m\], ≥ 0.
    #[builder(default)]
    #[field(non_negative)]
    backward_viscous_damping: f64,
    /// How the stage length enters; the paper's form by default.
    #[builder(default)]
    relaxation: Relaxation,
    #[builder(default, setter(skip))]
    domain: PhantomData<fn() -> D>,
}

impl<D: VectorDomain<Vector = f64>> DirectionalGsat<D> {
    /// Returns whether the sliding speed is a continuous function of the load at break-away in both directions, for
    /// every step; see
    /// [`RateDependentGsat::is_breakaway_continuous`](crate::RateDependentGsat::is_breakaway_continuous).
    #[must_use]
    pub fn is_breakaway_continuous(&self) -> bool {
        self.breakaway_damping().is_enough()
    }

    /// Returns the breakaway damping of the direction that needs more.
    fn breakaway_damping(&self) -> BreakawayDamping {
        let of = |curve: &StribeckCurve, viscous: f64| {
            curve.breakaway_damping(self.damping + viscous, 1.0)
        };
        of(&self.forward, self.forward_viscous_damping)
            .worse(of(&self.backward, self.backward_viscous_damping))
    }
}

/// Returns the one number of a port of one dimension.
#[inline(always)]
fn alone<R: Real, S: Scalars<R>>(number: R) -> S {
    S::from_fn(
        #[inline(always)]
        |_| number,
    )
}

impl<D: VectorDomain<Vector = f64>> Bristle for DirectionalGsat<D> {
    type Domain = D;
    fn stiffness(&self) -> f64 {
        self.stiffness
    }
    #[inline(always)]
    fn kernel<R: Real, S: Scalars<R>>(
        &self,
        numbers: &mut impl Numbers<R>,
        tau: f64,
        velocity: S,
        deflection: S,
    ) -> Option<[S; 2]> {
        let [stiffness, damping] = numbers.read([self.stiffness, self.damping]);
        let viscous = numbers.read([self.forward_viscous_damping, self.backward_viscous_damping]);
        let stage_damping = self.relaxation.kernel(numbers, stiffness, damping, tau);
        let forward = self.forward.side_by_side(numbers);
        let backward = self.backward.side_by_side(numbers);
        let velocity = velocity.first();
        let trial = velocity * stage_damping + deflection.first() * stiffness;
        let back = trial.below(trial.same(0.0));
        let holds = R::select(back, backward.breakaway(), forward.breakaway());
        let sticks = trial.abs().at_most(holds);
        if R::all(sticks) {
            return Some([trial, velocity].map(alone));
        }
        // In stick there is nothing to solve.
        let speed = R::from_fn(
            trial.token(),
            #[inline(always)]
            |lane| {
                let drive = trial.lane(lane);
                let (curve, viscous) = if drive < 0.0 {
                    (backward.lane(lane), viscous[1].lane(lane))
                } else {
                    (forward.lane(lane), viscous[0].lane(lane))
                };
                if drive.abs() <= curve.breakaway() {
                    return 0.0;
                }
                sliding_speed(&curve, stage_damping.lane(lane) + viscous, drive.abs())
            },
        );
        let slip = R::select(back, -speed, speed);
        let force = R::select(sticks, trial, trial - slip * stage_damping);
        Some([force, R::select(sticks, velocity, velocity - slip)].map(alone))
    }
    fn stuck_damping(&self, tau: f64) -> f64 {
        self.relaxation.stage_damping(self.stiffness, self.damping, tau)
    }
    fn breakaway(&self) -> Option<BreakawayDamping> {
        Some(self.breakaway_damping())
    }
    fn borne(&self, bent: &Bent<f64>) -> (f64, f64) {
        let (curve, viscous) = if bent.force < 0.0 {
            (&self.backward, self.backward_viscous_damping)
        } else {
            (&self.forward, self.forward_viscous_damping)
        };
        (bent.force.abs(), curve.value(bent.slip_speed) + viscous * bent.slip_speed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{self, block, lugre, rate_dependent};
    use crate::{RateDependentGsat, SteadyState, StribeckShape};
    use proptest::prelude::*;
    use stiction_core::{Impedance, Line};

    fn curve(coulomb: f64, breakaway: f64) -> StribeckCurve {
        testing::curve([coulomb, breakaway], 0.01, StribeckShape::Gaussian)
    }

    fn law() -> DirectionalGsat<Line> {
        let law = DirectionalGsat::builder().stiffness(1e5).damping(400.0).forward(curve(1.0, 1.5));
        let law = law.backward(curve(3.0, 3.5)).forward_viscous_damping(0.4);
        law.backward_viscous_damping(2.0).build().unwrap()
    }

    /// Returns the law of one direction.
    fn alike(backward: bool) -> RateDependentGsat<Line> {
        let (curve, viscous) =
            if backward { (curve(3.0, 3.5), 2.0) } else { (curve(1.0, 1.5), 0.4) };
        rate_dependent([1e5, 400.0, viscous], curve)
    }

    proptest! {
        /// A second path: in each direction it is the law that is the same in both.
        #[test]
        fn each_direction_is_a_law_of_its_own(v in -0.5..0.5_f64, e in -6e-5..6e-5_f64, tau in 0.0..1e-3_f64) {
            let z = 400.0 + tau * 1e5;
            let other = alike(z * v + 1e5 * e < 0.0);
            let (one, same) = (law().friction(tau, v, e), other.friction(tau, v, e));
            // The rounding of f*, up to 250 N, and of it over Z.
            prop_assert!((one.0 - same.0).abs() < 250.0 * 4.0 * f64::EPSILON);
            prop_assert!((one.1 - same.1).abs() < 4.0 * f64::EPSILON);
        }
    }

    /// A block of 1 kg under a load that trembles between 0 and 1.4 N forward, which the forward limit bears
    /// (1.5 N), is where it was to the last bit of its anchor. LuGre with the same level creeps; and with the
    /// load turned to twice the size the other way, where 3.5 N hold, it still stands.
    #[test]
    fn holds_to_the_bit_what_each_direction_bears() {
        let held = |law: &dyn Impedance<Domain = Line>, mean: f64, swing: f64| -> f64 {
            // It swells over a second, so that nothing rings.
            let load = |time: f64| (mean + swing * (20.0 * time).sin()) * time.min(1.0);
            let anchors = block(law, 10_000, load).map(|(x, e)| x - e[0]);
            anchors[3] - anchors[1]
        };
        // The sums of x and e differ by their rounding alone: 4e4 of them, of numbers below 1e-4.
        let rounding = 4e4 * f64::EPSILON * 1e-4;
        assert!(held(&law(), 0.7, 0.7).abs() < rounding);
        assert!(held(&law(), -1.7, 1.7).abs() < rounding);
        let lugre = lugre([1e5, 400.0, 0.0], SteadyState::Force(curve(1.0, 1.5)));
        assert!(held(&lugre, 0.7, 0.7) > 1e-6, "the control does not creep");
        // The forward limit cannot bear a force that the backward one can.
        assert!(held(&law(), 1.7, 1.7) > 1e-2);
    }

    #[test]
    fn the_damping_may_be_too_small_for_a_continuous_breakaway() {
        assert!(law().is_breakaway_continuous());
        let steep = DirectionalGsat::<Line>::builder().stiffness(1e5).damping(1.0);
        let steep = steep.forward(curve(1.0, 1.0)).backward(curve(1.0, 1.5)).build().unwrap();
        assert!(!steep.is_breakaway_continuous());
    }
}
