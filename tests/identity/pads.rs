//! Planar pads and what presses them.

use nalgebra::{Vector2, vector};
use stiction::core::PlanarPose;
use stiction::friction::{
    Axes, BristleRate, EllipsoidContact, NormalLoad, Relaxation, SupportLoad,
};
use stiction::patch::{
    Arithmetic, BristleModel, BristleParameters, ContactPatch, DistributedPatch, Grid,
    LimitSurface, Mount, MountedOn, ReducedPatch, ReducedShape, Schedule, StickSlipPatch, Surface,
};
use stiction::prelude::*;

use super::{Census, law};

pub(super) fn all(census: &mut Census) {
    stick_slip(census);
    reduced(census);
    distributed(census);
    ellipsoid(census);
}

/// Of three points, five numbers.
fn patch(p: &[f64]) -> ContactPatch {
    let points = [(vector![p[0], p[1]], 1.0), (vector![-p[2], p[3]], p[4])];
    ContactPatch::from_points(points.into_iter().chain([(vector![0.0, -0.1], 1.0)])).unwrap()
}

const PATCH: [f64; 5] = [0.1, 0.2, 0.3, 0.4, 2.0];

fn mount(p: &[f64]) -> Mount {
    Mount::on_body(PlanarPose { position: Vector2::new(p[0], p[1]), angle: p[2] }).unwrap()
}

fn mounts() -> Vec<Mount> {
    let pose = PlanarPose::default();
    vec![Mount::on_body(pose).unwrap(), Mount::in_world(pose).unwrap()]
}

fn stick_slip_patch(p: &[f64], mount: Mount, load: impl Into<NormalLoad>) -> Network {
    let load: NormalLoad = load.into();
    let pad = StickSlipPatch::builder().patch(patch(p)).friction(p[5]).stiffness(p[6]);
    let pad = pad.torsional_stiffness(p[7]).damping(p[8]).torsional_damping(p[9]).mount(mount);
    law(Loaded::new(
        pad.relaxation(Relaxation::OrderPreserving { kappa: p[10] }).build().unwrap(),
        load,
    )
    .unwrap())
}

fn stick_slip(census: &mut Census) {
    let all = [&PATCH[..], &[0.5, 1e4, 1.0, 20.0, 2e-3, 0.7, 0.01, 0.02, 0.3, 5.0]].concat();
    census.parameters("StickSlipPatch", &all, |p| stick_slip_patch(p, mount(&p[11..]), p[14]));
    census.parameters("StickSlipPatch", &[1.0, 0.2, 2.0], |load| {
        let load = Signal::steps([(0.0, load[0]), (load[1], load[2])]).unwrap();
        stick_slip_patch(&all, mount(&all[11..]), load)
    });
    let on = |mount| stick_slip_patch(&all, mount, 1.0);
    census.choices("StickSlipPatch", mounts().into_iter().map(on).collect());
    // A patch that changes, and when.
    census.parameters("StickSlipPatch", &[0.2, 2.0], |p| {
        let mut later = PATCH;
        later[4] = p[1];
        let patches = [(0.0, patch(&PATCH)), (p[0], patch(&later))];
        let pad = StickSlipPatch::builder().patch(Schedule::new(patches).unwrap()).friction(0.5);
        let pad = pad.stiffness(1e4).torsional_stiffness(1.0).damping(20.0);
        law(Loaded::new(pad.torsional_damping(2e-3).build().unwrap(), 1.0).unwrap())
    });
}

fn bristles(p: &[f64]) -> BristleParameters {
    let curve = StribeckCurve::builder().coulomb(p[0]).breakaway(p[1]).stribeck_speed(p[2]);
    let bristles = BristleParameters::builder().friction(curve.build().unwrap()).stiffness(p[3]);
    let bristles = bristles.damping(p[4]).viscous_damping(p[5]).breakaway_fraction(p[6]);
    bristles.build().unwrap()
}

const BRISTLES: [f64; 7] = [0.5, 0.6, 1e-3, 1e5, 80.0, 0.2, 0.8];

fn reduced(census: &mut Census) {
    let all = [&BRISTLES[..], &[0.01, 0.02, 0.3, 5.0, 0.1, 0.2, 0.03, 1e-4]].concat();
    census.parameters("ReducedPatch", &all, |p| {
        let shape = ReducedShape::rim(Vector2::new(p[11], p[12]), p[13], p[14]).unwrap();
        let pad = ReducedPatch::builder().shape(shape).bristles(bristles(p)).mount(mount(&p[7..]));
        law(Loaded::new(pad.build().unwrap(), p[10]).unwrap())
    });
    let shape = || ReducedShape::rim(Vector2::zeros(), 0.03, 1e-4).unwrap();
    let with = |model, rate, mount| {
        let pad = ReducedPatch::builder().shape(shape()).bristles(bristles(&BRISTLES));
        let pad = pad.model(model).bristle_rate(rate).mount(mount);
        law(Loaded::new(pad.build().unwrap(), 1.0).unwrap())
    };
    use BristleModel::{ElastoPlastic, LuGre};
    use BristleRate::{Explicit, Implicit};
    let [body, world] = [mounts()[0], mounts()[1]];
    census.choices(
        "ReducedPatch",
        vec![
            with(LuGre, Explicit, body),
            with(ElastoPlastic, Explicit, body),
            with(LuGre, Implicit, body),
            with(LuGre, Explicit, world),
        ],
    );
    census.parameters("ReducedPatch", &PATCH, |p| {
        let surface = LimitSurface::new(&patch(p), 3).unwrap();
        let pad = ReducedPatch::builder().shape(shape().with_limit_surface(surface));
        law(Loaded::new(pad.bristles(bristles(&BRISTLES)).build().unwrap(), 1.0).unwrap())
    });
    assert_eq!(body.on(), MountedOn::Body);
}

fn distributed(census: &mut Census) {
    let all = [&BRISTLES[..], &[0.01, 0.02, 0.3, 5.0], &PATCH].concat();
    census.parameters("DistributedPatch", &all, |p| {
        let pad = DistributedPatch::builder().patch(patch(&p[11..])).bristles(bristles(p));
        law(Loaded::new(pad.mount(mount(&p[7..])).build().unwrap(), p[10]).unwrap())
    });
    let pads = [Arithmetic::default(), Arithmetic::Plain].map(|arithmetic| {
        let pad = DistributedPatch::builder().patch(patch(&PATCH)).bristles(bristles(&BRISTLES));
        law(Loaded::new(pad.arithmetic(arithmetic).build().unwrap(), 1.0).unwrap())
    });
    census.choices("DistributedPatch", pads.into());
    // Buffers of a patch do not count, only what the pad works with.
    let fresh = Surface::Circle.patch(Grid::new(5, 0.02).unwrap()).unwrap();
    let mut refilled = fresh.clone();
    refilled.set_pressure(|x, _| 1.0 + x).unwrap();
    refilled.set_pressure(|x, y| if x.hypot(y) <= 0.01 { 1.0 } else { 0.0 }).unwrap();
    assert_eq!(fresh, refilled);
    let pad = |patch| {
        let pad = DistributedPatch::builder().patch(patch).bristles(bristles(&BRISTLES));
        law(Loaded::new(pad.build().unwrap(), 1.0).unwrap())
    };
    assert_eq!(pad(fresh).difference(&pad(refilled)), None);
}

fn ellipsoid(census: &mut Census) {
    let all = [1e4, 2e4, 1.0, 10.0, 20.0, 0.1, 0.5, 1.0, 0.9, 0.01, 0.1, 5.0, 0.1, 0.2];
    census.parameters("EllipsoidContact", &all, |p| {
        let contact = EllipsoidContact::builder()
            .stiffness([p[0], p[1], p[2]])
            .damping([p[3], p[4], p[5]])
            .friction(p[6])
            .semi_axes([p[7], p[8], p[9]])
            .height(p[10])
            .load(SupportLoad::tilting(p[11], [p[12].into(), p[13].into()], Axes::World));
        law(contact.build().unwrap())
    });
}
