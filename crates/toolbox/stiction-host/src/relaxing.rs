//! A bristle that always relaxes, `LuGre`'s and Dahl's, with the host's effective mass in its equation.
//!
//! Backward Euler over the step h, at the velocity after it, of speed `s = |v⁺|`:
//!
//! ```text
//! ė = (v⁺ − λ(s) e)/(1 + h λ(s)),   f = K (e + h ė) + B ė + D v⁺,   v⁺ = v₀ − h A f
//! ```
//! For a given s the force is `κ e + c v⁺` with `c = Z/(1 + h λ) + D`, `κ = K − Z λ/(1 + h λ)`,
//! `Z = B + h K`, so that `v⁺ = (1 + c h A)⁻¹ (v₀ − κ h A e)`; one equation for s remains, with a
//! root between 0 and a speed that no λ makes larger; a bracket finds it.
//!
//! The elastic force `K e` never leaves `g(s)`; `B ė` comes on top while the bristle bends.

use nalgebra::{SMatrix, SVector, Vector3};
use stiction_friction::{BristleRate, SteadyState};

use crate::block::Answer;
use crate::bracket::root;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Relaxing {
    pub(crate) stiffness: f64,
    pub(crate) damping: f64,
    pub(crate) viscous_damping: f64,
    pub(crate) steady_state: SteadyState,
}

impl Relaxing {
    /// Returns the deflection after a step in which the host moved by `displacement`.
    pub(crate) fn followed(
        &self,
        step: f64,
        deflection: Vector3<f64>,
        displacement: Vector3<f64>,
    ) -> Vector3<f64> {
        let velocity = displacement / step;
        let lambda = self.steady_state.relaxation_rate(self.stiffness, velocity.norm());
        deflection + BristleRate::Implicit.rate(velocity, deflection, lambda, step) * step
    }
}

/// An element during one step.
#[derive(Clone, Debug)]
pub(crate) struct RelaxingBlock<const N: usize> {
    law: Relaxing,
    step: f64,
    deflection: SVector<f64, N>,
    /// `h A`.
    own_response: SMatrix<f64, N, N>,
    /// No speed after the step is larger than this and the speed before the element's force.
    reach: f64,
}

impl<const N: usize> RelaxingBlock<N> {
    pub(crate) fn new(
        law: &Relaxing,
        step: f64,
        deflection: SVector<f64, N>,
        own_response: &SMatrix<f64, N, N>,
    ) -> Option<Self> {
        // Checked with the stiffness of a bristle that does not relax.
        (SMatrix::identity() + own_response * (law.damping + step * law.stiffness)).cholesky()?;
        // κ lies between −B/h, at infinite λ, and K.
        let most = law.stiffness.max(law.damping / step);
        let reach = own_response.norm() * most * deflection.norm();
        Some(Self { law: law.clone(), step, deflection, own_response: *own_response, reach })
    }

    /// Returns the force and velocity if the speed were `speed`.
    fn at(&self, velocity: SVector<f64, N>, speed: f64) -> (SVector<f64, N>, SVector<f64, N>) {
        let Relaxing { stiffness, damping, viscous_damping, .. } = self.law;
        let lambda = self.law.steady_state.relaxation_rate(stiffness, speed);
        let relaxed = (damping + self.step * stiffness) / (1.0 + self.step * lambda);
        let (slope, spring) = (relaxed + viscous_damping, stiffness - relaxed * lambda);
        let constant = self.deflection * spring;
        let free = velocity - self.own_response * constant;
        let after = (SMatrix::identity() + self.own_response * slope)
            .cholesky()
            .map_or_else(|| free * f64::NAN, |factor| factor.solve(&free));
        (constant + after * slope, after)
    }

    /// Returns the force at the velocity without the element's own.
    pub(crate) fn answer(&self, velocity: SVector<f64, N>) -> Answer<N> {
        let excess = |speed: f64| self.at(velocity, speed).1.norm() - speed;
        let speed = root(0.0, velocity.norm() + self.reach, excess);
        Answer { force: self.at(velocity, speed).0, slides: false }
    }
}
