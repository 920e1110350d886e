//! Coulomb friction `μ N` that sticks without drift, under a load that varies.
//!
//! The law of [`gsat`](mod@crate::gsat) with the limit `F = μ N`:
//!
//! ```text
//! f = gsat(μ N, Z v + K e),  ε = (f − K e)/Z,  Z = B + τ K   (23b,c), (24)
//! ```
//!
//! | symbol | setter | unit | range |
//! |---|---|---|---|
//! | μ | `friction` | 1 | ≥ 0 |
//! | K | `stiffness` | N/m | > 0 |
//! | B | `damping` | N s/m | ≥ 0 |
//! | Z | `relaxation` | | [`Relaxation::Implicit`] |
//!
//! Source: Kikuuwe and Yamamoto, eqs. 23, 24. Without load (`N = 0`) the force is zero and the
//! deflection decays by `ε = −K e/Z` (it is not reset).
//!
//! Limits: stiffness and damping do not depend on the load.

use stiction_core::{ParameterError, Stage, Validate, Vector, checked_build};
use typed_builder::TypedBuilder;

use crate::bristle::{elastic_energy, elastic_power};
use crate::{LoadedFriction, Relaxation, gsat_step};

/// Coulomb friction with the limit `μ N` (Kikuuwe and Yamamoto, eqs. 23b, 23c).
///
/// Internal state: the deflection `e` \[m\], one per axis of the tangent space.
///
/// ```
/// use stiction_core::Stage;
/// use stiction_friction::{CoulombGsat, LoadedFriction};
///
/// let law = CoulombGsat::builder().stiffness(1e5).damping(10.0).friction(0.3).build()?;
/// let mut rate = [0.0];
/// assert_eq!(law.friction(&Stage::first(0.0, 1e-3), 10.0, 1.0, &[0.0], &mut rate), 3.0);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, TypedBuilder)]
#[builder(build_method(into = Result<CoulombGsat, ParameterError>))]
pub struct CoulombGsat {
    /// Stiffness `K` of the stuck contact \[N/m\], > 0.
    stiffness: f64,
    /// Damping `B` of the stuck contact \[N s/m\], ≥ 0.
    damping: f64,
    /// Friction coefficient `μ` \[1\], ≥ 0.
    friction: f64,
    /// How the stage length enters; the paper's form by default.
    #[builder(default)]
    relaxation: Relaxation,
}

impl CoulombGsat {
    /// For laws that have checked the same parameters themselves.
    pub(crate) const fn unchecked(
        stiffness: f64,
        damping: f64,
        friction: f64,
        relaxation: Relaxation,
    ) -> Self {
        Self { stiffness, damping, friction, relaxation }
    }
}

impl Validate for CoulombGsat {
    const COMPONENT: &'static str = "CoulombGsat";
    fn validate(&self) -> Result<(), ParameterError> {
        Self::positive("stiffness", self.stiffness)?;
        Self::non_negative("damping", self.damping)?;
        Self::non_negative("friction", self.friction)?;
        self.relaxation.check::<Self>()
    }
}
checked_build!(CoulombGsat);

impl<V: Vector> LoadedFriction<V> for CoulombGsat {
    #[inline(always)]
    fn friction(
        &self,
        stage: &Stage,
        normal_force: f64,
        velocity: V,
        internal: &[f64],
        rate: &mut [f64],
    ) -> V {
        let viscosity = self.relaxation.viscosity(self.stiffness, self.damping, stage.tau);
        let limit = self.friction * normal_force;
        let (force, e_rate) =
            gsat_step(self.stiffness, viscosity, limit, velocity, V::load(internal));
        e_rate.store(rate);
        force
    }
    fn stored_energy(&self, _: Option<f64>, internal: &[f64]) -> f64 {
        elastic_energy::<V>(self.stiffness, internal)
    }
    fn stored_power(&self, _: Option<f64>, internal: &[f64], rate: &[f64]) -> f64 {
        elastic_power::<V>(self.stiffness, internal, rate)
    }
    fn stuck_stiffness(&self, _: Option<f64>, tau: f64) -> Option<(f64, f64)> {
        Some((self.stiffness, self.relaxation.viscosity(self.stiffness, self.damping, tau)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GsatFriction;
    use crate::testing::{assert_refused, assert_refused_but_zero};
    use nalgebra::Vector2;
    use proptest::prelude::*;
    use stiction_core::Plane;

    fn law() -> CoulombGsat {
        CoulombGsat::builder().stiffness(1e4).damping(10.0).friction(0.5).build().unwrap()
    }

    #[test]
    fn without_load_the_deflection_decays() {
        let mut rate = [0.0];
        let force = law().friction(&Stage::first(0.0, 1e-3), 0.0, 1.0, &[1e-4], &mut rate);
        assert_eq!((force, rate), (0.0, [-0.05]));
    }

    proptest! {
        #[test]
        fn under_a_constant_load_it_is_the_law_with_that_limit(
            v in prop::array::uniform2(-0.5..0.5_f64), e in prop::array::uniform2(-3e-4..3e-4_f64)
        ) {
            let (v, stage) = (Vector2::from(v), Stage::first(0.0, 1e-4));
            let mut rate = [0.0; 2];
            let force = law().friction(&stage, 4.0, v, &e, &mut rate);
            let same =
                GsatFriction::<Plane>::builder().stiffness(1e4).damping(10.0).limit(2.0).build();
            let expected = same.unwrap().friction(1e-4, v, Vector2::from(e));
            prop_assert_eq!((force, Vector2::from(rate)), expected);
        }
    }

    #[test]
    fn bad_parameters_are_named() {
        let build = |k, b, mu| CoulombGsat::builder().stiffness(k).damping(b).friction(mu).build();
        assert_refused("stiffness", |x| build(x, 1.0, 1.0));
        assert_refused_but_zero("damping", |x| build(1.0, x, 1.0));
        assert_refused_but_zero("friction", |x| build(1.0, 1.0, x));
    }
}
