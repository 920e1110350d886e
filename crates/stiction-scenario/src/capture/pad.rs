//! Pads back to their entries in a file.

use core::any::Any;

use stiction_patch::{
    Arithmetic, BristleModel, BristleParameters, ContactPatch, DistributedPatch, Mount, MountedOn,
    ReducedPatch, ReducedShape, Schedule, StickSlipPatch, Surface,
};

use super::law::{coefficient, level, rate, relaxation};
use super::signal::{load, pieces};
use super::{Found, known, unknown_choice};
use crate::curve::RateChoice;
use crate::law::Law;
use crate::pad::{
    Bristles, DistributedPad, Model, On, Place, ReducedPad, Rim,
    SampledSurface, StickSlipPad, Sums,
};
use crate::pressure::{Pressure, PressurePiece};

pub(super) fn of(law: &dyn Any) -> Found<Law> {
    known::<DistributedPatch, DistributedPad, _>(law)
        .or_else(|| known::<ReducedPatch, ReducedPad, _>(law))
        .or_else(|| known::<StickSlipPatch, StickSlipPad, _>(law))
}

impl TryFrom<&DistributedPatch> for DistributedPad {
    type Error = String;
    fn try_from(pad: &DistributedPatch) -> Result<Self, String> {
        Ok(Self {
            pressure: scheduled(pad.patch()),
            bristles: bristles(&pad.bristles(), pad.model(), rate(pad.bristle_rate())?)?,
            normal_force: load(pad.normal_force())?,
            mount: place(&pad.mount())?,
            arithmetic: match pad.arithmetic() {
                Arithmetic::Plain => Sums::Plain,
                Arithmetic::Exact => Sums::Exact,
                Arithmetic::Fast => Sums::Fast,
                _ => return unknown_choice("arithmetic"),
            },
        })
    }
}

impl TryFrom<&ReducedPatch> for ReducedPad {
    type Error = String;
    fn try_from(pad: &ReducedPatch) -> Result<Self, String> {
        let (pressure, samples) = sampled(pad.shape()).unzip();
        Ok(Self {
            shapes: if pressure.is_some() { None } else { Some(rims(pad.shape())?) },
            pressure,
            samples,
            limit_surface_file: None,
            bristles: bristles(&pad.bristles(), pad.model(), rate(pad.bristle_rate())?)?,
            normal_force: load(pad.normal_force())?,
            mount: place(&pad.mount())?,
        })
    }
}

impl TryFrom<&StickSlipPatch> for StickSlipPad {
    type Error = String;
    fn try_from(pad: &StickSlipPatch) -> Result<Self, String> {
        let [stiffness, torsional_stiffness] = pad.stiffness();
        let [damping, torsional_damping] = pad.damping();
        Ok(Self {
            pressure: scheduled(pad.patch()),
            friction: coefficient(pad.friction())?,
            stiffness,
            torsional_stiffness,
            damping,
            torsional_damping,
            normal_force: load(pad.normal_force())?,
            relaxation: relaxation(pad.relaxation())?,
            mount: place(&pad.mount())?,
        })
    }
}

fn bristles(
    given: &BristleParameters,
    model: BristleModel,
    bristle_rate: RateChoice,
) -> Result<Bristles, String> {
    Ok(Bristles {
        stiffness: given.stiffness(),
        damping: given.damping(),
        viscous_damping: given.viscous_damping(),
        friction: level(given.friction())?,
        breakaway_fraction: given.breakaway_fraction(),
        model: match model {
            BristleModel::ElastoPlastic => Model::ElastoPlastic,
            BristleModel::LuGre => Model::LuGre,
            _ => return unknown_choice("model of bristles"),
        },
        bristle_rate,
    })
}

fn place(mount: &Mount) -> Result<Place, String> {
    let pose = mount.pose();
    Ok(Place {
        on: match mount.on() {
            MountedOn::Body => On::Body,
            MountedOn::World => On::World,
            _ => return unknown_choice("mount"),
        },
        pose: [pose.position.x, pose.position.y, pose.angle],
    })
}

/// One pressure, or one after another.
fn scheduled(patches: &Schedule<ContactPatch>) -> Pressure {
    if let Some(patch) = patches.single() {
        return pressure(patch);
    }
    let piece =
        |(from, patch): (f64, &ContactPatch)| PressurePiece { from, pressure: pressure(patch) };
    Pressure { pieces: Some(pieces(patches).map(piece).collect()), ..Pressure::default() }
}

/// What gives the same cells with the same weights, to the bit.
fn pressure(patch: &ContactPatch) -> Pressure {
    let empty = Pressure::default();
    let cells = || patch.x().iter().zip(patch.y());
    let Some(grid) = patch.grid().copied() else {
        let points = cells().zip(patch.pressures()).map(|((x, y), share)| [*x, *y, *share]);
        return Pressure { points: Some(points.collect()), ..empty };
    };
    let on_grid = Pressure { cells: Some(grid.side()), size: Some(grid.size()), ..empty.clone() };
    let is =
        |again: Result<ContactPatch, _>| again.is_ok_and(|again: ContactPatch| again == *patch);
    let surface = Surface::ALL.into_iter().find(|surface| is(surface.patch(grid)));
    if let Some(surface) = surface {
        return Pressure { surface: Some(surface.name().to_owned()), ..on_grid };
    }
    let distances = || cells().map(|(x, y)| x.hypot(*y));
    let inner = distances().fold(f64::INFINITY, f64::min);
    let outer = distances().fold(0.0, f64::max);
    if is(ContactPatch::ring(grid, inner, outer)) {
        return Pressure { ring: Some([inner, outer]), ..on_grid };
    }
    let rows = patch.pressures().chunks(grid.side()).rev().map(<[f64]>::to_vec).collect();
    Pressure { size: Some(grid.size()), rows: Some(rows), ..empty }
}

/// The pressures and the number of samples that all limit surfaces and shapes come from.
fn sampled(shapes: &Schedule<ReducedShape>) -> Option<(Pressure, usize)> {
    let samples = shapes.values().first()?.surface()?.samples();
    let of = |shape: &ReducedShape| {
        let surface = shape.surface()?;
        let patch = surface.sampled_patch()?;
        let same = ReducedShape::limit_surface(patch, surface.clone()) == *shape;
        (same && surface.samples() == samples).then(|| patch.clone())
    };
    let patches = shapes.try_map(|shape| of(shape).ok_or(())).ok()?;
    Some((scheduled(&patches), samples))
}

/// What is known of the shapes without their pressures.
fn rims(shapes: &Schedule<ReducedShape>) -> Result<Vec<Rim>, String> {
    let rim = |(from, shape): (f64, &ReducedShape)| {
        let limit_surface = shape.surface().map(|surface| {
            let unknown = "one of its limit surfaces was read from a file, without the pressure";
            let patch = surface.sampled_patch().ok_or(unknown)?;
            Ok::<_, String>(SampledSurface {
                pressure: pressure(patch),
                samples: surface.samples(),
            })
        });
        Ok(Rim {
            from,
            center_of_pressure: shape.center_of_pressure().into(),
            radius: shape.radius(),
            viscous_factor: shape.viscous_factor(),
            limit_surface: limit_surface.transpose()?,
        })
    };
    pieces(shapes).map(rim).collect()
}
