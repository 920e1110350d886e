//! The contact of an experiment and the models of its friction.

use std::sync::Arc;

use stiction::patch::{
    BristleModel, BristleParameters, ContactPatch, DistributedPatch, Grid, LimitSurface, Mount,
    PressureExponent, ReducedPatch, ReducedShape, Schedule, SoftFingertip, Surface,
};
use stiction::prelude::*;

use crate::ReproduceError;

/// Side of the grid \[m\] (Table III).
pub(super) const SIZE: f64 = 0.02;
/// Cells along a side of the grid (Table III).
pub(super) const CELLS: usize = 21;
/// Samples of the limit surface per right angle (Table III).
pub(super) const SAMPLES: usize = 20;
/// Loads are constant for this long \[s\].
pub(super) const INTERVAL: f64 = 0.01;
/// Load for which the limit surface of a fingertip that only grows is sampled \[N\].
const SAMPLED_LOAD: f64 = 10.0;

/// Friction of a patch, by whatever model.
pub(super) type Friction = Box<dyn Impedance<Domain = PlanarFrame>>;

/// How the friction is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A bristle in every cell.
    Distributed,
    /// Three bristles and an ellipsoid.
    Ellipsoid,
    /// Three bristles and the limit surface from a table.
    LimitSurface,
}

impl Kind {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Distributed => "distributed",
            Self::Ellipsoid => "ellipsoid",
            Self::LimitSurface => "reduced",
        }
    }
}

/// A word for the bristles.
pub(super) const fn bristle_name(bristle: BristleModel) -> &'static str {
    match bristle {
        BristleModel::LuGre => "LuGre",
        _ => "elasto-plastic",
    }
}

/// A surface of the paper on a grid of the usual size.
pub(super) fn patch(surface: Surface, cells: usize) -> Result<ContactPatch, ReproduceError> {
    Ok(surface.patch(Grid::new(cells, SIZE)?)?)
}

/// A contact that bears which share of the load where.
#[derive(Clone, Debug)]
pub(super) struct Contact {
    /// One for each interval, or one for all.
    patches: Vec<ContactPatch>,
    /// The one whose limit surface is that of all, but for the size.
    sampled: Option<ContactPatch>,
    samples: usize,
}

impl Contact {
    /// The same at all times.
    pub(super) fn fixed(patch: ContactPatch) -> Self {
        Self { sampled: Some(patch.clone()), patches: vec![patch], samples: SAMPLES }
    }

    /// A fingertip under the loads \[N\] of the intervals (43), (44).
    pub(super) fn fingertip(
        exponent: PressureExponent,
        loads: &[f64],
    ) -> Result<Self, ReproduceError> {
        let fingertip = SoftFingertip::builder().exponent(exponent).build()?;
        let grid = Grid::new(CELLS, SIZE)?;
        let patches = loads.iter().map(|&load| fingertip.patch(grid, load));
        let sampled = match exponent {
            PressureExponent::Constant(_) => Some(fingertip.patch(grid, SAMPLED_LOAD)?),
            _ => None,
        };
        Ok(Self { patches: patches.collect::<Result<_, _>>()?, sampled, samples: SAMPLES })
    }

    /// Its limit surface sampled so finely.
    pub(super) fn sampled(self, samples: usize) -> Self {
        Self { samples, ..self }
    }

    /// The patch at the beginning.
    pub(super) fn first(&self) -> &ContactPatch {
        &self.patches[0]
    }

    fn shapes(&self, kind: Kind) -> Result<Schedule<ReducedShape>, ReproduceError> {
        if kind == Kind::Ellipsoid {
            let shapes = self.patches.iter().map(ReducedShape::ellipsoid);
            return Ok(Schedule::every(INTERVAL, shapes)?);
        }
        let sampled = self.sampled.as_ref().map_or(&*self.patches, core::slice::from_ref);
        let surfaces = sampled.iter().map(|patch| LimitSurface::new(patch, self.samples));
        let surfaces: Vec<_> = surfaces.map(|one| one.map(Arc::new)).collect::<Result<_, _>>()?;
        let pairs = self.patches.iter().zip(surfaces.iter().cycle());
        let shapes =
            pairs.map(|(patch, surface)| ReducedShape::limit_surface(patch, surface.clone()));
        Ok(Schedule::every(INTERVAL, shapes)?)
    }
}

/// Everything about the friction but the contact.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub(super) kind: Kind,
    pub(super) bristle: BristleModel,
    pub(super) parameters: BristleParameters,
    pub(super) rate: BristleRate,
    pub(super) load: Schedule<f64>,
    pub(super) mount: Mount,
}

impl Model {
    /// Set 1 of Table I under 1 N, in the form of the paper.
    pub(super) fn new(kind: Kind, bristle: BristleModel) -> Result<Self, ReproduceError> {
        Ok(Self {
            kind,
            bristle,
            parameters: BristleParameters::table_one_stribeck()?,
            rate: BristleRate::Explicit,
            load: Schedule::from(1.0),
            mount: Mount::default(),
        })
    }

    /// With bristles that bear any step.
    pub(super) fn order_preserving(self) -> Self {
        Self { rate: BristleRate::OrderPreserving, ..self }
    }

    /// Moved by the twist of the given point of the patch.
    pub(super) fn moved_at(self, point: nalgebra::Vector2<f64>) -> Result<Self, ReproduceError> {
        let mount = Mount::on_body(PlanarPose { position: -point, angle: 0.0 })?;
        Ok(Self { mount, ..self })
    }

    pub(super) fn friction(&self, contact: &Contact) -> Result<Friction, ReproduceError> {
        let (parameters, load, mount) = (self.parameters, self.load.clone(), self.mount);
        if self.kind == Kind::Distributed {
            let patches = Schedule::every(INTERVAL, contact.patches.iter().cloned())?;
            let patch = DistributedPatch::builder().patch(patches).bristles(parameters);
            let patch = patch.model(self.bristle).bristle_rate(self.rate).mount(mount);
            return Ok(Box::new(patch.normal_force(load).build()?));
        }
        let shapes = contact.shapes(self.kind)?;
        let patch = ReducedPatch::builder().shape(shapes).bristles(parameters);
        let patch = patch.model(self.bristle).bristle_rate(self.rate).mount(mount);
        Ok(Box::new(patch.normal_force(load).build()?))
    }
}
