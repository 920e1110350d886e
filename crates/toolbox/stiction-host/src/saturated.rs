//! An element of the gsat family with the host's effective mass in its equation.
//!
//! With the velocity after the step `v⁺ = v₀ − h A f` (v₀ without this element's own force, A its own
//! block), the trial force `f* = K e + Z v⁺` of eq. 19 depends on f. The slip `u = Z⁻¹ (f* − f)` is then
//!
//! ```text
//! u = b − W f,   b = v₀ + Z⁻¹ K e,   W = Z⁻¹ + h A
//! ```
//! and "f is the admissible force that dissipates most" (`u` is normal to the set at f) says that f is the
//! nearest admissible force to `W⁻¹ b` in the metric W: the saturation of the law, in another metric.
//! For one axis it is `sat((K e + Z v₀)/(1 + h Z a))`. With the viscous part D of a law, f = p + D u, the
//! same holds for p in the metric `(W⁻¹ + D)⁻¹`.

use std::sync::OnceLock;

use nalgebra::{SMatrix, SVector, Vector3};
use stiction_core::{ParameterError, Stage, Validate};
use stiction_friction::{
    Coefficient, Disc, Ellipsoid, Full, Gain, LimitSet, Relaxation, StribeckCurve,
    saturated_by_speed,
};

use crate::block::{Answer, Triple, loaded, padded};

/// Which forces are admissible: `(own + per_load · load) C(1)`, times a curve over the sliding speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Limit {
    own: f64,
    pub(crate) per_load: f64,
    curve: Option<StribeckCurve>,
}

impl Limit {
    /// Creates a limit that is this force under any load.
    pub(crate) const fn own(force: f64) -> Self {
        Self { own: force, per_load: 0.0, curve: None }
    }

    /// Creates a limit by a curve of forces under any load.
    pub(crate) const fn curve(curve: StribeckCurve) -> Self {
        Self { own: 1.0, per_load: 0.0, curve: Some(curve) }
    }

    /// Creates a limit in proportion to the load.
    pub(crate) fn per_load<L: Validate>(coefficient: &Coefficient) -> Result<Self, ParameterError> {
        match coefficient {
            Coefficient::Constant(factor) => Ok(Self { own: 0.0, per_load: *factor, curve: None }),
            Coefficient::Stribeck(curve) => {
                Ok(Self { own: 0.0, per_load: 1.0, curve: Some(*curve) })
            }
            other => Err(ParameterError::new(
                L::COMPONENT,
                "coefficient",
                other.at_rest(&Stage::at(0.0)),
                "must be a number or a curve: what changes with time, the host tells as a load",
            )),
        }
    }

    /// Returns the factor on the curve, or on the set if there is no curve.
    fn scale(&self, load: f64) -> f64 {
        self.own + self.per_load * load
    }

    /// Returns [`Self::scale`] at break-away.
    fn at_rest(&self, scale: f64) -> f64 {
        self.curve.map_or(scale, |curve| scale * curve.breakaway())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Saturated {
    pub(crate) stiffness: Vector3<f64>,
    pub(crate) damping: Vector3<f64>,
    pub(crate) relaxation: Relaxation,
    /// Semi-axes of the set, an ellipsoid.
    pub(crate) semi_axes: Vector3<f64>,
    pub(crate) limit: Limit,
    pub(crate) viscous_damping: f64,
}

impl Saturated {
    /// Returns the law with the limit `F + share · load`.
    pub(crate) fn growing(mut self, share: f64) -> Self {
        // A curve contains its own level.
        self.limit.per_load = self.limit.curve.map_or(share, |curve| share / curve.breakaway());
        self
    }

    /// Returns `Z` of a step, along an axis.
    pub(crate) fn stage_damping(&self, axis: usize, step: f64) -> f64 {
        self.relaxation.stage_damping(self.stiffness[axis], self.damping[axis], step)
    }

    /// Returns `K |e|²/2` \[J\].
    pub(crate) fn stored_energy(&self, deflection: Vector3<f64>) -> f64 {
        0.5 * deflection.dot(&self.stiffness.component_mul(&deflection))
    }
}

/// An element during one step.
#[derive(Clone, Debug)]
pub(crate) struct SaturatedBlock<const N: usize> {
    set: Ellipsoid<SVector<f64, N>>,
    /// The set along its first axis: the set itself, if there is but one axis.
    interval: Disc,
    limit: Limit,
    viscous_damping: f64,
    /// The factor on the set.
    scale: f64,
    /// `K e`.
    spring: SVector<f64, N>,
    /// The entries of Z⁻¹.
    inverse_damping: SVector<f64, N>,
    /// `W⁻¹`.
    stiffening: SMatrix<f64, N, N>,
    /// `W⁻¹ + D`, from the first time that the element slides.
    metric: OnceLock<Option<Full<N>>>,
}

impl<const N: usize> SaturatedBlock<N> {
    /// Creates the block from the inverse of Z and from `W`; `None` if W is not positive.
    pub(crate) fn new(
        law: &Saturated,
        load: f64,
        deflection: SVector<f64, N>,
        inverse_damping: SVector<f64, N>,
        compliance: &SMatrix<f64, N, N>,
    ) -> Option<Self> {
        let stiffening = if N == 1 {
            let stiffening = 1.0 / compliance[(0, 0)];
            (stiffening > 0.0 && stiffening.is_finite()).then_some(SMatrix::repeat(stiffening))?
        } else {
            let inverse = compliance.cholesky()?.inverse();
            // The inverse of a symmetric matrix is symmetric except for rounding.
            (inverse + inverse.transpose()) * 0.5
        };
        let &Saturated { stiffness, semi_axes, limit, viscous_damping, .. } = law;
        let stiffness: SVector<f64, N> = loaded(&stiffness.into());
        Some(Self {
            set: Ellipsoid::new(loaded(&semi_axes.into())).ok()?,
            interval: Disc::new(semi_axes.x).ok()?,
            limit,
            viscous_damping,
            scale: limit.scale(load),
            spring: stiffness.component_mul(&deflection),
            inverse_damping,
            stiffening,
            metric: OnceLock::new(),
        })
    }

    /// Returns `b` without the motion: `Z⁻¹ K e`.
    fn offset(&self) -> SVector<f64, N> {
        self.inverse_damping.component_mul(&self.spring)
    }

    /// Returns the force at the velocity `v₀`, that without the element's own force.
    pub(crate) fn answer(&self, velocity: SVector<f64, N>) -> Answer<N> {
        let trial = self.stiffening * (velocity + self.offset());
        let viscous = self.viscous_damping;
        let sliding = if N == 1 {
            let gain = self.stiffening[(0, 0)] + viscous;
            saturated(&self.interval, &self.limit, self.scale, &gain, trial)
        } else if self.set.gauge(trial) <= self.limit.at_rest(self.scale) {
            None
        } else {
            match self.metric() {
                Some(gain) => saturated(&self.set, &self.limit, self.scale, &gain, trial),
                // The numbers are so large or small that there is no inverse; the friction is refused.
                None => Some([trial * f64::NAN; 2]),
            }
        };
        match sliding {
            None => Answer { force: trial, slides: false },
            Some([dry, slip]) => Answer { force: dry + slip * viscous, slides: true },
        }
    }

    /// Returns the metric, which is computed only if the element slides.
    fn metric(&self) -> Option<Full<N>> {
        let viscous = || SMatrix::identity() * self.viscous_damping;
        *self.metric.get_or_init(|| Full::new(self.stiffening + viscous()).ok())
    }

    /// Returns the deflection after the step of an element that slides: the law's own `e + h ε`,
    /// `ε = Z⁻¹ (f − K e)` (eq. 19c).
    pub(crate) fn slid(
        &self,
        step: f64,
        deflection: SVector<f64, N>,
        force: SVector<f64, N>,
    ) -> SVector<f64, N> {
        deflection + self.inverse_damping.component_mul(&(force - self.spring)) * step
    }
}

/// A [`SaturatedBlock`] whatever its number of axes, as Newton's steps see it; the numbers of the axes that it does not
/// have are zero.
pub(crate) trait Limited {
    /// Returns the entries of Z⁻¹.
    fn inverse_damping(&self) -> Triple;

    /// Returns the slip that the present velocity leaves to a force: zero if it sticks and the force is
    /// right.
    fn slip(&self, force: &Triple, velocity_after: &Triple) -> Triple;

    /// Returns the entries of E if the border of the admissible forces is `f·E f = 1`; `None` if
    /// the border depends on the speed or an axis has none.
    fn border(&self) -> Option<Vector3<f64>>;

    /// Returns the largest share of `change` that keeps a stuck force admissible, at most 1.
    fn admissible_share(&self, force: &Triple, change: &Triple) -> f64;
}

impl<const N: usize> Limited for SaturatedBlock<N> {
    fn inverse_damping(&self) -> Triple {
        padded(self.inverse_damping.as_slice())
    }

    fn slip(&self, force: &Triple, velocity_after: &Triple) -> Triple {
        let elastic = loaded::<N>(force) - self.spring;
        let slip = loaded::<N>(velocity_after) - self.inverse_damping.component_mul(&elastic);
        padded(slip.as_slice())
    }

    fn border(&self) -> Option<Vector3<f64>> {
        let semi_axes = self.set.semi_axes() * self.scale;
        let border = semi_axes.map(|semi_axis| 1.0 / (semi_axis * semi_axis));
        let smooth = self.limit.curve.is_none() && self.viscous_damping == 0.0;
        let is_there = smooth && border.iter().all(|entry| entry.is_finite());
        is_there.then(|| padded(border.as_slice()).into())
    }

    fn admissible_share(&self, force: &Triple, change: &Triple) -> f64 {
        let border = self.limit.at_rest(self.scale);
        let semi_axes = self.set.semi_axes() * border;
        let unit = |v: &Triple| {
            loaded::<N>(v).zip_map(&semi_axes, |v, a| if v == 0.0 { 0.0 } else { v / a })
        };
        let (start, step) = (unit(force), unit(change));
        if (start + step).norm_squared() <= 1.0 {
            return 1.0;
        }
        // |start + t step| = 1, the larger root, without cancellation.
        let (a, b, c) = (step.norm_squared(), start.dot(&step), start.norm_squared() - 1.0);
        if !a.is_finite() || c >= 0.0 {
            return 0.0;
        }
        let root = (b * b - a * c).sqrt();
        let share = if b > 0.0 { -c / (b + root) } else { (root - b) / a };
        share.clamp(0.0, 1.0)
    }
}

/// Returns the admissible force nearest to `trial` and the slip that belongs to it, if `trial` is not
/// admissible.
fn saturated<const N: usize, S: LimitSet<SVector<f64, N>>, G: Gain<SVector<f64, N>>>(
    set: &S,
    limit: &Limit,
    scale: f64,
    gain: &G,
    trial: SVector<f64, N>,
) -> Option<[SVector<f64, N>; 2]> {
    let dry = match &limit.curve {
        None => set.saturated(scale, gain, trial),
        Some(curve) => saturated_by_speed(set, scale, curve, gain, trial),
    }?;
    Some([dry, gain.solve(trial - dry)])
}
