//! The contact of an experiment and the models of its friction.

use std::sync::Arc;

use stiction::friction::BristleRate;
use stiction::patch::{
    Arithmetic, BristleModel, BristleParameters, ContactPatch, DistributedPatch, Grid,
    LimitSurface, Mount, PressureExponent, ReducedPatch, ReducedShape, Schedule, SoftFingertip,
    Surface,
};
use stiction::prelude::*;

use crate::PaperError;

/// Side of the grid \[m\] (Table III).
pub const SIZE: f64 = 0.02;
/// Cells along a side of the grid (Table III).
pub const CELLS: usize = 21;
/// Samples of the limit surface per right angle (Table III).
pub const SAMPLES: usize = 20;
/// Duration of constant loads \[s\].
pub const INTERVAL: f64 = 0.01;
/// Load at which the limit surface of a growing fingertip is sampled \[N\].
const SAMPLED_LOAD: f64 = 10.0;

/// Friction of a patch, by any model.
pub type PlanarFriction = Box<dyn Impedance<Domain = PlanarFrame>>;

/// Model of the friction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelKind {
    /// A bristle in every cell.
    Distributed,
    /// Three bristles and an ellipsoid.
    Ellipsoid,
    /// Three bristles and the limit surface from a table.
    LimitSurface,
}

impl ModelKind {
    /// Returns its name in figures.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Distributed => "distributed",
            Self::Ellipsoid => "ellipsoid",
            Self::LimitSurface => "reduced",
        }
    }
}

/// A pad of the paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PaperPad {
    /// A surface that does not depend on the load.
    Fixed(Surface),
    /// A surface that grows with the load, (43), (44).
    Fingertip(PressureExponent),
}

/// Pressure distribution of a pad, interval after interval.
#[derive(Clone, Debug)]
pub struct PadContact {
    /// One patch per interval, or one for all.
    patches: Vec<ContactPatch>,
    /// Patch whose limit surface is that of all, except for the size.
    sampled: Option<ContactPatch>,
    samples: usize,
}

impl PadContact {
    /// Creates the pad under the loads \[N\] of the intervals, on which only a fingertip depends.
    ///
    /// # Errors
    /// A load that is not positive.
    pub fn new(pad: PaperPad, grid: Grid, loads: &[f64]) -> Result<Self, PaperError> {
        let exponent = match pad {
            PaperPad::Fixed(surface) => return Ok(Self::fixed(surface.patch(grid)?)),
            PaperPad::Fingertip(exponent) => exponent,
        };
        let fingertip = SoftFingertip::builder().exponent(exponent).build()?;
        let patches = loads.iter().map(|&load| fingertip.patch(grid, load));
        let sampled = match exponent {
            PressureExponent::Constant(_) => Some(fingertip.patch(grid, SAMPLED_LOAD)?),
            _ => None,
        };
        Ok(Self { sampled, ..Self::of(patches.collect::<Result<_, _>>()?) })
    }

    /// Creates the contact of a pad that does not change.
    #[must_use]
    pub fn fixed(patch: ContactPatch) -> Self {
        Self { sampled: Some(patch.clone()), ..Self::of(vec![patch]) }
    }

    const fn of(patches: Vec<ContactPatch>) -> Self {
        Self { patches, sampled: None, samples: SAMPLES }
    }

    /// Sets the samples of its limit surface per right angle.
    #[must_use]
    pub fn sampled(self, samples: usize) -> Self {
        Self { samples, ..self }
    }

    /// Returns the patch at the beginning.
    #[must_use]
    pub fn first(&self) -> &ContactPatch {
        &self.patches[0]
    }

    fn shapes(&self, kind: ModelKind) -> Result<Schedule<ReducedShape>, PaperError> {
        if kind == ModelKind::Ellipsoid {
            let shapes = self.patches.iter().map(ReducedShape::ellipsoid);
            return Ok(Schedule::every(INTERVAL, shapes)?);
        }
        let sampled = self.sampled.as_ref().map_or(&*self.patches, core::slice::from_ref);
        let sample = |patch| LimitSurface::new(patch, self.samples).map(Arc::new);
        let surfaces = sampled.iter().map(sample).collect::<Result<Vec<_>, _>>()?;
        let pairs = self.patches.iter().zip(surfaces.iter().cycle());
        let shapes =
            pairs.map(|(patch, surface)| ReducedShape::limit_surface(patch, surface.clone()));
        Ok(Schedule::every(INTERVAL, shapes)?)
    }
}

/// Friction of an experiment, apart from the contact.
#[derive(Clone, Debug)]
pub struct PatchModel {
    /// Kind of model.
    pub kind: ModelKind,
    /// Yielding of the bristles.
    pub bristle: BristleModel,
    /// Stiffness, damping and friction of the bristles.
    pub parameters: BristleParameters,
    /// Explicit as in the paper, or stable at any step.
    pub rate: BristleRate,
    /// Arithmetic of the distributed model.
    pub arithmetic: Arithmetic,
    /// Normal force \[N\], interval after interval.
    pub load: Signal,
    /// Mount of the pad.
    pub mount: Mount,
}

impl PatchModel {
    /// Creates the model with set 1 of Table I under 1 N, in the form of the paper.
    ///
    /// # Errors
    /// None in practice: the numbers are in range.
    pub fn new(kind: ModelKind, bristle: BristleModel) -> Result<Self, PaperError> {
        Ok(Self {
            kind,
            bristle,
            parameters: BristleParameters::table_one_stribeck()?,
            rate: BristleRate::Explicit,
            arithmetic: Arithmetic::default(),
            load: 1.0.into(),
            mount: Mount::default(),
        })
    }

    /// Uses bristles that are stable at any step.
    #[must_use]
    pub fn order_preserving(self) -> Self {
        Self { rate: BristleRate::OrderPreserving, ..self }
    }

    /// Moves the pad by the twist of a given point \[m\] of the patch.
    ///
    /// # Errors
    /// A point that is not finite.
    pub fn moved_at(self, point: nalgebra::Vector2<f64>) -> Result<Self, PaperError> {
        let mount = Mount::on_body(PlanarPose { position: -point, angle: 0.0 })?;
        Ok(Self { mount, ..self })
    }

    /// Creates the friction law of a contact.
    ///
    /// # Errors
    /// Loads that do not fit the contact; a patch without a limit surface.
    pub fn friction(&self, contact: &PadContact) -> Result<PlanarFriction, PaperError> {
        let (parameters, load, mount) = (self.parameters, self.load.clone(), self.mount);
        if self.kind == ModelKind::Distributed {
            let patches = Schedule::every(INTERVAL, contact.patches.iter().cloned())?;
            let patch = DistributedPatch::builder().patch(patches).bristles(parameters);
            let patch = patch.model(self.bristle).bristle_rate(self.rate).mount(mount);
            let patch = patch.arithmetic(self.arithmetic).build()?;
            return Ok(Box::new(Loaded::new(patch, load)?));
        }
        let shapes = contact.shapes(self.kind)?;
        let patch = ReducedPatch::builder().shape(shapes).bristles(parameters);
        let patch = patch.model(self.bristle).bristle_rate(self.rate).mount(mount);
        Ok(Box::new(Loaded::new(patch.build()?, load)?))
    }
}
