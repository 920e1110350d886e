//! The elasto-plastic bristle of one axis, with the host's effective mass in its equation.
//!
//! With the plastic share α at the deflection z⁺ **after** the step,
//!
//! ```text
//! z⁺ = z + h v⁺ (1 − α(z⁺, v⁺) |z⁺|/z_max),   f = K z⁺ + B (z⁺ − z)/h + D v⁺,   v⁺ = v₀ − h a f
//! ```
//! The dynamics give v⁺ for every z⁺, and it falls as z⁺ rises; the way that the bristle then goes falls
//! too, while z⁺ − z rises. So there is one solution, between z and `z_max`, and a bracket finds it. (With α
//! at the deflection before the step a fast slider would bend its bristle far beyond `z_max` in one step.)

use nalgebra::{SMatrix, SVector};
use stiction_friction::elasto_plastic::plastic_share;

use crate::block::Answer;
use crate::bracket::root;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Plastic {
    pub(crate) stiffness: f64,
    pub(crate) damping: f64,
    pub(crate) viscous_damping: f64,
    pub(crate) limit: f64,
    pub(crate) breakaway_fraction: f64,
}

impl Plastic {
    /// Returns the deflection after a step in which the host moved by `displacement`: the whole of it, to
    /// the bit, if the bristle is elastic.
    pub(crate) fn followed(&self, deflection: f64, displacement: f64) -> f64 {
        let elastic = deflection + displacement;
        if self.share(elastic, displacement) == 0.0 {
            elastic
        } else {
            self.bent(deflection, |_| displacement)
        }
    }

    fn most(&self) -> f64 {
        self.limit / self.stiffness
    }

    fn share(&self, deflection: f64, way: f64) -> f64 {
        plastic_share(deflection, way, self.breakaway_fraction * self.most(), self.most())
    }

    /// Returns the z⁺ that belongs to a motion \[m\] which may depend, falling, on z⁺.
    fn bent(&self, from: f64, motion: impl Fn(f64) -> f64) -> f64 {
        let (start, most) = (motion(from), self.most());
        if start == 0.0 {
            return from;
        }
        // The motion is mirrored, so that it is forward.
        let sign = start.signum();
        let missing = |z: f64| {
            let elastic = 1.0 - self.share(z, 1.0) * z.abs() / most;
            sign * from + sign * motion(sign * z) * elastic - z
        };
        let from = sign * from;
        sign * root(from.min(most), from.max(most), missing)
    }
}

/// An element during one step.
#[derive(Clone, Debug)]
pub(crate) struct PlasticBlock {
    law: Plastic,
    step: f64,
    deflection: f64,
    /// `h a`.
    own_response: f64,
}

impl PlasticBlock {
    pub(crate) fn new<const N: usize>(
        law: &Plastic,
        step: f64,
        deflection: SVector<f64, N>,
        own_response: &SMatrix<f64, N, N>,
    ) -> Option<Self> {
        let own_response = own_response[(0, 0)];
        (own_response >= 0.0).then_some(())?;
        Some(Self { law: law.clone(), step, deflection: deflection[0], own_response })
    }

    /// Returns the force at the velocity without the element's own.
    pub(crate) fn answer<const N: usize>(&self, velocity: SVector<f64, N>) -> Answer<N> {
        let Plastic { stiffness, damping, viscous_damping, .. } = self.law;
        let bristle = |z: f64| stiffness * z + damping * (z - self.deflection) / self.step;
        let after = |z: f64| {
            (velocity[0] - self.own_response * bristle(z))
                / (1.0 + self.own_response * viscous_damping)
        };
        let z = self.law.bent(self.deflection, |z| self.step * after(z));
        let force = bristle(z) + viscous_damping * after(z);
        Answer { force: SVector::repeat(force), slides: false }
    }
}
