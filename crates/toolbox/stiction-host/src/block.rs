//! One element during one step, whatever its law and its number of axes.
//!
//! ```text
//! before the step   law, load, h, e, h A ──> Block: W, its inverse, K e
//! in each sweep     v₀ of the element, from the forces of the others ──> answer: f, slides
//! after the step    slides:  e from the force that was found ── slid
//!                   else:    e from the motion that the host made ── followed
//! ```
//! Elements act on each other through the masses of the host. So the equation of one element is solved many times in
//! a step, for other velocities v₀ without its own force. The parts that do not depend on v₀ are computed once.
//!
//! For one axis, with K = 1000 N/m, Z = 10 N s/m and h A = 0.1 m/(N s): W = 1/Z + h A = 0.2. A deflection e = 1 mm and
//! v₀ = 0.1 m/s give the trial force (v₀ + K e/Z)/W = (0.1 + 0.1)/0.2 = 1 N. It sticks if that is admissible, and
//! slides with the limit otherwise.

use nalgebra::{SMatrix, SVector, Vector3};

use crate::law::{ElementLaw, Law};
use crate::plastic::{Plastic, PlasticBlock};
use crate::relaxing::{Relaxing, RelaxingBlock};
use crate::saturated::{Limited, SaturatedBlock};

/// Most axes that an element has.
pub(crate) const MAX_AXES: usize = 3;

/// Three numbers of which an element uses the first.
pub(crate) type Triple = [f64; MAX_AXES];

/// The force along +v that solves the equation of an element.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answer<const N: usize> {
    pub(crate) force: SVector<f64, N>,
    /// Whether the element slides; laws that always relax have no such modes and do not.
    pub(crate) slides: bool,
}

/// A [`Block`] whatever its number of axes; of its numbers as many count.
pub(crate) trait AnyBlock {
    fn axes(&self) -> usize;

    /// Solves for the force; `velocity` is that under the forces of all elements, with `old` of this one.
    fn renewed(&self, velocity: &Triple, old: &Triple) -> Renewed;

    /// Returns the deflection after the step of an element that slides under the force `force`.
    fn slid(&self, step: f64, deflection: &Triple, force: &Triple) -> Option<Triple>;

    /// Returns the element if its forces have a limit.
    fn limited(&self) -> Option<&dyn Limited>;
}

/// The new force of an element, and the sizes of its change and of itself, as powers `f W f`: they make one measure of
/// forces and torques.
pub(crate) struct Renewed {
    pub(crate) force: Triple,
    pub(crate) slides: bool,
    pub(crate) change: f64,
    pub(crate) size: f64,
}

#[derive(Clone, Debug)]
pub(crate) struct BlockIn<const N: usize> {
    /// `h A` of the element alone.
    own_response: SMatrix<f64, N, N>,
    /// `W = Z⁻¹ + h A`.
    compliance: SMatrix<f64, N, N>,
    kind: Kind<N>,
}

#[derive(Clone, Debug)]
enum Kind<const N: usize> {
    Saturated(SaturatedBlock<N>),
    Relaxing(RelaxingBlock<N>),
    Plastic(PlasticBlock),
}

#[derive(Clone, Debug)]
#[allow(
    clippy::large_enum_variant,
    reason = "a box would be allocated in every step, and a host has tens of elements"
)]
pub(crate) enum Block {
    One(BlockIn<1>),
    Two(BlockIn<2>),
    Three(BlockIn<3>),
}

impl Block {
    /// Creates the block of a law under a load; `own_response` gives the entries of `h A`. `None` if that is
    /// no effective mass.
    pub(crate) fn new(
        law: &ElementLaw,
        load: f64,
        step: f64,
        deflection: &Triple,
        own_response: impl Fn(usize, usize) -> f64,
    ) -> Option<Self> {
        let (axes, law) = (law.axes(), &law.law);
        Some(match axes {
            1 => Self::One(of(law, load, step, deflection, own_response)?),
            2 => Self::Two(of(law, load, step, deflection, own_response)?),
            _ => Self::Three(of(law, load, step, deflection, own_response)?),
        })
    }

    pub(crate) fn any(&self) -> &dyn AnyBlock {
        match self {
            Self::One(block) => block,
            Self::Two(block) => block,
            Self::Three(block) => block,
        }
    }
}

fn of<const N: usize>(
    law: &Law,
    load: f64,
    step: f64,
    deflection: &Triple,
    own_response: impl Fn(usize, usize) -> f64,
) -> Option<BlockIn<N>> {
    let deflection = loaded(deflection);
    // Half the sum: asymmetry of `A` is rounding.
    let response =
        SMatrix::<f64, N, N>::from_fn(|i, j| 0.5 * (own_response(i, j) + own_response(j, i)));
    if response.iter().any(|entry| !entry.is_finite()) {
        return None;
    }
    // `Z⁻¹`: the slip that a force takes from the trial force, see `saturated`.
    let softness = SVector::from_fn(|axis, _| 1.0 / law.stage_damping(axis, step));
    let compliance = response + SMatrix::from_diagonal(&softness);
    let kind = match law {
        Law::Saturated(law) => {
            Kind::Saturated(SaturatedBlock::new(law, load, deflection, softness, &compliance)?)
        }
        Law::Relaxing(law) => Kind::Relaxing(RelaxingBlock::new(law, step, deflection, &response)?),
        Law::Plastic(law) => Kind::Plastic(PlasticBlock::new(law, step, deflection, &response)?),
    };
    Some(BlockIn { own_response: response, compliance, kind })
}

impl Law {
    /// Returns `Z` of a step, along an axis.
    fn stage_damping(&self, axis: usize, step: f64) -> f64 {
        match self {
            Self::Saturated(law) => law.stage_damping(axis, step),
            Self::Relaxing(Relaxing { stiffness, damping, .. })
            | Self::Plastic(Plastic { stiffness, damping, .. }) => damping + step * stiffness,
        }
    }
}

impl<const N: usize> AnyBlock for BlockIn<N> {
    fn axes(&self) -> usize {
        N
    }

    fn renewed(&self, velocity: &Triple, old: &Triple) -> Renewed {
        let old = loaded::<N>(old);
        // The velocity without the element's own force.
        let others = loaded::<N>(velocity) + self.own_response * old;
        let Answer { force, slides } = match &self.kind {
            Kind::Saturated(block) => block.answer(others),
            Kind::Relaxing(block) => block.answer(others),
            Kind::Plastic(block) => block.answer(others),
        };
        let power = |force: SVector<f64, N>| force.dot(&(self.compliance * force));
        Renewed {
            force: padded(force.as_slice()),
            slides,
            change: power(force - old),
            size: power(force),
        }
    }

    fn slid(&self, step: f64, deflection: &Triple, force: &Triple) -> Option<Triple> {
        match &self.kind {
            Kind::Saturated(block) => {
                Some(padded(block.slid(step, loaded(deflection), loaded(force)).as_slice()))
            }
            // These laws never hold a point, so they always follow the host.
            Kind::Relaxing(_) | Kind::Plastic(_) => None,
        }
    }

    fn limited(&self) -> Option<&dyn Limited> {
        match &self.kind {
            Kind::Saturated(block) => Some(block),
            Kind::Relaxing(_) | Kind::Plastic(_) => None,
        }
    }
}

impl ElementLaw {
    /// Returns the deflection after a step in which the host moved by `way`, of an element that did not slide.
    pub(crate) fn followed(&self, step: f64, deflection: Triple, way: Triple) -> Triple {
        let [deflection, way] = [deflection, way].map(Vector3::from);
        let after = match &self.law {
            // A bristle that sticks follows the whole motion of the host, so it cannot creep.
            Law::Saturated(_) => deflection + way,
            Law::Relaxing(law) => law.followed(step, deflection, way),
            Law::Plastic(law) => Vector3::x() * law.followed(deflection.x, way.x),
        };
        after.into()
    }

    /// Returns the energy that the bristle would give back \[J\].
    pub(crate) fn stored_energy(&self, deflection: &Triple) -> f64 {
        let deflection = Vector3::from(*deflection);
        match &self.law {
            Law::Saturated(law) => law.stored_energy(deflection),
            Law::Relaxing(Relaxing { stiffness, .. }) | Law::Plastic(Plastic { stiffness, .. }) => {
                0.5 * stiffness * deflection.norm_squared()
            }
        }
    }
}

pub(crate) fn loaded<const N: usize>(values: &Triple) -> SVector<f64, N> {
    SVector::from_fn(|axis, _| values[axis])
}

/// Returns three numbers of which the first are these.
pub(crate) fn padded(values: &[f64]) -> Triple {
    let mut all = [0.0; MAX_AXES];
    all[..values.len()].copy_from_slice(values);
    all
}
