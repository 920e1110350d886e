//! The tables of pads whose bristles stand in a table of their own.

use stiction_core::{Describe, ParameterError};
use stiction_friction::BristleRate;

use crate::bristle_law::{BristleModel, BristleParameters};
use crate::distributed::DistributedPatch;
use crate::kernel::Arithmetic;
use crate::mount::Mount;
use crate::patch::ContactPatch;
use crate::reduced::{ReducedPatch, ReducedShape};
use crate::schedule::Schedule;

/// Bristles, per normal force.
#[derive(Clone, Copy, Debug, PartialEq, Describe)]
pub struct Bristles {
    /// Their parameters.
    #[field(flat)]
    pub parameters: BristleParameters,
    /// `elasto_plastic` (holds) or `lugre` (drifts).
    #[field(default = BristleModel::default())]
    pub model: BristleModel,
    /// How the rate of a bristle is evaluated.
    #[field(default = BristleRate::default())]
    pub bristle_rate: BristleRate,
}

/// The table of a [`DistributedPatch`].
#[derive(Clone, Debug, PartialEq, Describe)]
#[describe(
    builds = DistributedPatch,
    entry,
    tag = "distributed_patch",
    text = "A pad with a bristle in every cell."
)]
pub struct DistributedPad {
    /// The pressure under it.
    #[field(part)]
    pressure: Schedule<ContactPatch>,
    /// Its bristles.
    bristles: Bristles,
    /// Where it sits.
    #[field(default = Mount::default())]
    mount: Mount,
    /// How the sums over the cells are computed.
    #[field(default = Arithmetic::default())]
    arithmetic: Arithmetic,
}

impl From<DistributedPad> for Result<DistributedPatch, ParameterError> {
    fn from(pad: DistributedPad) -> Self {
        let Bristles { parameters, model, bristle_rate } = pad.bristles;
        let built = DistributedPatch::builder().patch(pad.pressure).bristles(parameters);
        let built = built.model(model).bristle_rate(bristle_rate).arithmetic(pad.arithmetic);
        built.mount(pad.mount).build()
    }
}

impl From<&DistributedPatch> for DistributedPad {
    fn from(pad: &DistributedPatch) -> Self {
        Self {
            pressure: pad.patch().clone(),
            bristles: Bristles {
                parameters: pad.bristles(),
                model: pad.model(),
                bristle_rate: pad.bristle_rate(),
            },
            mount: pad.mount(),
            arithmetic: pad.arithmetic(),
        }
    }
}

/// The table of a [`ReducedPatch`].
#[derive(Clone, Debug, PartialEq, Describe)]
#[describe(
    builds = ReducedPatch,
    entry,
    tag = "reduced_patch",
    text = "A pad with three bristles and a limit surface. Give the pressure under it, or its shapes."
)]
pub struct ReducedPad {
    /// The shape of the pad.
    #[field(flat)]
    shape: Schedule<ReducedShape>,
    /// Its bristles.
    bristles: Bristles,
    /// Where it sits.
    #[field(default = Mount::default())]
    mount: Mount,
}

impl From<ReducedPad> for Result<ReducedPatch, ParameterError> {
    fn from(pad: ReducedPad) -> Self {
        let Bristles { parameters, model, bristle_rate } = pad.bristles;
        let built = ReducedPatch::builder().shape(pad.shape).bristles(parameters);
        built.model(model).bristle_rate(bristle_rate).mount(pad.mount).build()
    }
}

impl From<&ReducedPatch> for ReducedPad {
    fn from(pad: &ReducedPatch) -> Self {
        Self {
            shape: pad.shape().clone(),
            bristles: Bristles {
                parameters: pad.bristles(),
                model: pad.model(),
                bristle_rate: pad.bristle_rate(),
            },
            mount: pad.mount(),
        }
    }
}
