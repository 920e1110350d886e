//! How the length of a stage enters the friction of Kikuuwe: the choice of `Z` in
//! `f* = Z v + K e`.
//!
//! The deflection of a sliding element relaxes at the rate `K/Z`. A `Z` that grows with the stage
//! keeps this stable for any stiffness; what it adds to the physical `B` acts in stick as numerical
//! damping, and that costs order.

use stiction_core::kernel::Own;
use stiction_core::{Describe, Numbers, Real};

/// Choice of the stage damping `Z` \[N s/m\] of a stage of length τ, step `T`.
///
/// | | Z | order in smooth motion (RK4) | slip is stable |
/// |---|---|---|---|
/// | [`Implicit`](Self::Implicit) | B + τK | 1: a stuck contact acts as if damped by B + 0.75 TK | for every KT/B |
/// | [`OrderPreserving`](Self::OrderPreserving) | max(B, κτK) | 4 while `κKT` ≤ B, else 1 | for every KT/B |
/// | [`Constant`](Self::Constant) | `max(B, stage_damping)` | 4, for a contact with damping Z | while KT/Z < 2.785 |
///
/// Every law is of order 1 across a transition between stick and slip, wherever it falls in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Describe)]
#[non_exhaustive]
pub enum Relaxation {
    /// `Z = B + τK`: backward Euler over the stage (Kikuuwe and Yamamoto, eq. 19).
    #[default]
    Implicit,
    /// `Z = max(B, κτK)`: exactly the classical Runge-Kutta scheme of (17) while `κKT ≤ B`, and
    /// stable beyond.
    OrderPreserving {
        /// `κ`, 0.7 to 1.
        #[field(within(0.7, 1.0, "must be from 0.7 to 1"))]
        kappa: f64,
    },
    /// `Z = max(B, stage_damping)` at every stage; 0.4 KT is a good value when `B` is smaller.
    Constant {
        /// Smallest `Z` \[N s/m\], ≥ 0.
        #[field(non_negative)]
        stage_damping: f64,
    },
}

impl Relaxation {
    /// Returns `Z` \[N s/m\] for the stiffness `K` \[N/m\], the damping `B` \[N s/m\] and the stage length
    /// `tau` \[s\].
    #[inline(always)]
    #[must_use]
    pub fn stage_damping(self, stiffness: f64, damping: f64, tau: f64) -> f64 {
        self.kernel(&mut Own, stiffness, damping, tau)
    }

    /// Returns [`Self::stage_damping`] of one element or several.
    #[inline(always)]
    pub(crate) fn kernel<R: Real>(
        self,
        numbers: &mut impl Numbers<R>,
        stiffness: R,
        damping: R,
        tau: f64,
    ) -> R {
        let tau = stiffness.same(tau);
        let least = match self {
            Self::Implicit => {
                numbers.form(0);
                return damping + tau * stiffness;
            }
            Self::OrderPreserving { kappa } => {
                numbers.form(1);
                let [kappa] = numbers.read([kappa]);
                kappa * tau * stiffness
            }
            Self::Constant { stage_damping } => {
                numbers.form(2);
                let [stage_damping] = numbers.read([stage_damping]);
                stage_damping
            }
        };
        R::select(damping.below(least), least, damping)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stage_damping_of_each_choice() {
        let (k, b) = (1e4, 10.0);
        assert_eq!(Relaxation::default().stage_damping(k, b, 1e-3), 20.0);
        let preserving = Relaxation::OrderPreserving { kappa: 0.75 };
        assert_eq!(preserving.stage_damping(k, b, 1e-3), 10.0);
        assert_eq!(preserving.stage_damping(k, b, 2e-3), 15.0);
        let constant = Relaxation::Constant { stage_damping: 12.0 };
        assert_eq!(constant.stage_damping(k, b, 1.0), 12.0);
        assert_eq!(constant.stage_damping(k, 13.0, 1.0), 13.0);
    }

    #[test]
    fn slip_relaxes_stably_for_any_stiffness() {
        for exponent in -10..=50 {
            let stiffness = 10.0_f64.powf(0.1 * f64::from(exponent)); // K T/B
            for relaxation in [
                Relaxation::Implicit,
                Relaxation::OrderPreserving { kappa: 0.7 },
                Relaxation::OrderPreserving { kappa: 1.0 },
            ] {
                // Without friction force (F = 0) the deflection decays by ε = −K e/Z.
                let rate =
                    |e: f64, tau| -stiffness * e / relaxation.stage_damping(stiffness, 1.0, tau);
                let k1 = rate(1.0, 0.5);
                let k2 = rate(1.0 + 0.5 * k1, 0.5);
                let k3 = rate(1.0 + 0.5 * k2, 1.0);
                let k4 = rate(1.0 + k3, 1.0);
                let factor = 1.0 + (k1 + 2.0 * k2 + 2.0 * k3 + k4) / 6.0;
                assert!(factor.abs() < 1.0, "{relaxation:?} {stiffness} {factor}");
            }
        }
    }
}
