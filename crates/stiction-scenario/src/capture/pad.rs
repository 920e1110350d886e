//! Pads back to their entries in a file.

use core::any::Any;

use nalgebra::Vector2;
use stiction_patch::{
    Arithmetic, BristleModel, BristleParameters, ContactPatch, DistributedPatch, Mount, MountedOn,
    ReducedPatch, Schedule, StickSlipPatch, Surface,
};
use stiction_sliding::EllipsoidContact;

use super::law::{coefficient, level, rate, relaxation};
use super::signal::LoadInFiles;
use super::{Found, known, unknown_choice};
use crate::curve::RateChoice;
use crate::law::Law;
use crate::pad::{Bristles, DistributedPad, EllipsoidPad, Model, On, Place, StickSlipPad, Sums};
use crate::pressure::Pressure;
use crate::signal::Load;
use crate::tilting::Axes;

pub(super) fn of(law: &dyn Any) -> Found<Law> {
    under::<f64>(law).or_else(|| under::<Load>(law))
}

/// Pads under one type of normal force.
fn under<N: LoadInFiles>(law: &dyn Any) -> Found<Law> {
    if law.is::<ReducedPatch<N>>() {
        // A limit surface and a radius come from many pressures.
        return Some(Err("it no longer knows the pressure that it was made from".to_owned()));
    }
    known::<DistributedPatch<N>, DistributedPad, _>(law)
        .or_else(|| known::<StickSlipPatch<N>, StickSlipPad, _>(law))
        .or_else(|| known::<EllipsoidContact<N>, EllipsoidPad, _>(law))
}

impl<N: LoadInFiles> TryFrom<&DistributedPatch<N>> for DistributedPad {
    type Error = String;
    fn try_from(pad: &DistributedPatch<N>) -> Result<Self, String> {
        Ok(Self {
            pressure: scheduled(pad.patch())?,
            bristles: bristles(&pad.bristles(), pad.model(), rate(pad.bristle_rate())?)?,
            normal_force: pad.normal_force().signal()?,
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

impl<N: LoadInFiles> TryFrom<&StickSlipPatch<N>> for StickSlipPad {
    type Error = String;
    fn try_from(pad: &StickSlipPatch<N>) -> Result<Self, String> {
        let [stiffness, torsional_stiffness] = pad.stiffness();
        let [damping, torsional_damping] = pad.damping();
        Ok(Self {
            pressure: scheduled(pad.patch())?,
            friction: coefficient(pad.friction())?,
            stiffness,
            torsional_stiffness,
            damping,
            torsional_damping,
            normal_force: pad.normal_force().signal()?,
            relaxation: relaxation(pad.relaxation())?,
            mount: place(&pad.mount())?,
        })
    }
}

impl<N: LoadInFiles> TryFrom<&EllipsoidContact<N>> for EllipsoidPad {
    type Error = String;
    fn try_from(pad: &EllipsoidContact<N>) -> Result<Self, String> {
        Ok(Self {
            stiffness: pad.stiffness(),
            damping: pad.damping(),
            friction: pad.friction(),
            semi_axes: pad.semi_axes(),
            height: pad.height(),
            normal_force: pad.load().signal()?,
            tilting_moment: None,
            moment_axes: Axes::World,
            relaxation: relaxation(pad.relaxation())?,
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

fn scheduled(patch: &Schedule<ContactPatch>) -> Result<Pressure, String> {
    let patch = patch.single().ok_or("its pressure changes with the time")?;
    pressure(patch).ok_or_else(|| {
        "its pressure comes from a function, a table or a polygon: only that of a named surface, \
         a ring or a few points can be told from its cells"
            .to_owned()
    })
}

/// What gives the same cells with the same weights, to the bit.
fn pressure(patch: &ContactPatch) -> Option<Pressure> {
    let empty = Pressure::default();
    let cells = || patch.x().iter().zip(patch.y());
    let Some(grid) = patch.grid().copied() else {
        let points: Vec<_> =
            cells().zip(patch.weight()).map(|((x, y), share)| [*x, *y, *share]).collect();
        let given = points.iter().map(|[x, y, share]| (Vector2::new(*x, *y), *share));
        let same = ContactPatch::from_points(given).is_ok_and(|again| again == *patch);
        return same.then_some(Pressure { points: Some(points), ..empty });
    };
    let on_grid = Pressure { cells: Some(grid.side()), size: Some(grid.size()), ..empty };
    let is =
        |again: Result<ContactPatch, _>| again.is_ok_and(|again: ContactPatch| again == *patch);
    let surface = Surface::ALL.into_iter().find(|surface| is(surface.patch(grid)));
    if let Some(surface) = surface {
        return Some(Pressure { surface: Some(surface.name().to_owned()), ..on_grid });
    }
    let distances = || cells().map(|(x, y)| x.hypot(*y));
    let inner = distances().fold(f64::INFINITY, f64::min);
    let outer = distances().fold(0.0, f64::max);
    is(ContactPatch::ring(grid, inner, outer))
        .then_some(Pressure { ring: Some([inner, outer]), ..on_grid })
}
