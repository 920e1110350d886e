//! Patches in pictures: cells at their places, and which of them slip.

use nalgebra::{Vector2, vector};
use stiction_core::{
    ContactLaw, ContactMode, ContactState, Motion, Pad, PlanarFrame, PlanarPose, PlanarTwist, Stage,
};
use stiction_friction::Loaded;

use crate::testing::{coulomb, lugre_disc, sticking};
use crate::{
    BristleModel, ContactPatch, DistributedPatch, Grid, LimitSurface, Mount, ReducedPatch,
    ReducedShape, Schedule, Surface,
};

const SIZE: f64 = 0.02;

fn disc(size: f64) -> ContactPatch {
    Surface::RasterCircle.patch(Grid::new(21, size).unwrap()).unwrap()
}

fn spinning() -> Motion<PlanarFrame> {
    Motion::new(PlanarPose::default(), PlanarTwist { linear: Vector2::zeros(), angular: 2.0 })
}

/// Bristles that a disc has after it turned by a small angle φ are `φ r` long. LuGre: `λ z/|v| = σ₀ z/g`, so that half
/// of the motion slides beyond `r = g/(2 σ₀ φ)`.
#[test]
fn a_disc_that_begins_to_turn_slips_at_its_rim() {
    let law = lugre_disc(disc(SIZE));
    for (angle, limit) in [(1e-4, 0.005), (2e-4, 0.0025), (1e-5, 1.0)] {
        let bristles: Vec<f64> = law
            .law()
            .y()
            .iter()
            .map(|y| -angle * y)
            .chain(law.law().x().iter().map(|x| angle * x))
            .collect();
        let pad = law.pad(&Stage::at(0.0), &spinning(), &bristles).unwrap();
        assert_eq!(pad.points.len(), law.law().cells());
        let mut seen = [0, 0];
        for (i, [x, y]) in pad.points.iter().enumerate() {
            let slips = x.hypot(*y) > limit;
            seen[usize::from(slips)] += 1;
            let mode = if slips { ContactMode::Slip } else { ContactMode::Stick };
            assert_eq!(pad.mode(i), mode, "{angle} {x} {y}");
        }
        assert!(seen[0] > 0 && (seen[1] > 0) == (limit < 0.5 * SIZE), "{seen:?}");
        assert!((pad.shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
}

/// Unbent bristles follow any motion, however the velocities of their cells are rounded; bent by a nanometre they
/// creep.
#[test]
fn a_pad_whose_bristles_all_follow_does_not_slip() {
    let law = lugre_disc(disc(SIZE));
    let twist = PlanarTwist { linear: Vector2::new(0.01, -0.003), angular: 2.0 };
    let motion = Motion::new(PlanarPose { position: Vector2::new(0.1, 0.2), angle: 1.0 }, twist);
    let state = |bent: f64| {
        let bristles = vec![bent; 2 * law.law().cells()];
        ContactState::of(&law, &Stage::first(0.0, 1e-6), &motion, &bristles).unwrap()
    };
    assert_eq!((state(0.0).mode, state(0.0).slip_speed), (ContactMode::Stick, 0.0));
    assert!(state(1e-9).mode == ContactMode::Slip && state(1e-9).slip_speed > 0.0);
}

/// Cells without load are not seen, and at the time of its change the pad is the next one.
#[test]
fn only_what_presses_is_seen() {
    let half = |sign: f64| {
        let grid = Grid::new(21, SIZE).unwrap();
        ContactPatch::from_pressure(grid, move |x, _| if sign * x > 1e-6 { 1.0 } else { 0.0 })
    };
    let patches = Schedule::every(1.0, [half(1.0).unwrap(), half(-1.0).unwrap()]).unwrap();
    let law = DistributedPatch::builder().patch(patches).bristles(coulomb());
    let load = |t: f64| if t < 1.5 { 1.0 } else { 0.0 };
    let law = Loaded::new(law.build().unwrap(), load).unwrap();
    let pad = |time| {
        let still = Motion::at_rest(PlanarPose::default());
        law.pad(&Stage::at(time), &still, &vec![0.0; 2 * law.law().cells()]).unwrap()
    };
    assert_eq!(law.law().cells(), 20 * 21);
    assert!(pad(0.5).points.iter().all(|[x, _]| *x > 0.0) && pad(0.5).points.len() == 10 * 21);
    assert!(pad(1.2).points.iter().all(|[x, _]| *x < 0.0));
    assert_eq!((pad(1.2).mode(0), pad(1.7).mode(0)), (ContactMode::Stick, ContactMode::Separated));
}

fn place(pad: &Pad) -> (Vector2<f64>, f64) {
    let q = pad.pose.orientation;
    (pad.pose.position.xy(), 2.0 * q.k.atan2(q.w))
}

#[test]
fn a_pad_is_seen_where_it_is_mounted() {
    let own = PlanarPose { position: vector![0.1, 0.2], angle: 0.3 };
    let body = PlanarPose { position: vector![1.0, 2.0], angle: core::f64::consts::FRAC_PI_2 };
    let pad = |mount: Mount| {
        let law = DistributedPatch::builder().patch(disc(SIZE)).bristles(coulomb());
        let law = Loaded::new(law.mount(mount).build().unwrap(), 1.0).unwrap();
        law.pad(&Stage::at(0.0), &Motion::at_rest(body), &vec![0.0; 2 * law.law().cells()]).unwrap()
    };
    let (at, angle) = place(&pad(Mount::on_body(own).unwrap()));
    assert!((at - vector![0.8, 2.1]).norm() < 1e-15 && (angle - body.angle - 0.3).abs() < 1e-15);
    let (at, angle) = place(&pad(Mount::in_world(own).unwrap()));
    assert!((at - own.position).norm() < 1e-15 && (angle - 0.3).abs() < 1e-15);
}

fn reduced(shape: ReducedShape) -> Loaded<ReducedPatch, PlanarFrame> {
    let law = ReducedPatch::builder().shape(shape).bristles(coulomb()).model(BristleModel::LuGre);
    Loaded::new(law.build().unwrap(), 1.0).unwrap()
}

/// The cells of a limit surface have the size of the patch that looks itself up in it: its radius and its centre.
#[test]
fn a_reduced_patch_has_the_cells_of_its_limit_surface_at_its_own_size() {
    let surface = LimitSurface::new(&disc(SIZE), 5).unwrap();
    let small = ReducedShape::rim(vector![0.003, 0.004], 0.5 * disc(SIZE).radius(), 1e-6).unwrap();
    let law = reduced(small.with_limit_surface(surface));
    let bent = |z| law.pad(&Stage::at(0.0), &spinning(), &[0.0, 0.0, z]).unwrap();
    let pad = bent(0.0);
    let points = pad.points.iter().map(|point| Vector2::from(*point) * pad.scale);
    let again = ContactPatch::from_points(points.zip(pad.shares.iter().copied())).unwrap();
    assert_eq!(again.len(), disc(SIZE).len());
    assert!((again.center_of_pressure() - vector![0.003, 0.004]).norm() < 1e-15);
    assert!((again.plain_radius() / (0.5 * disc(SIZE).plain_radius()) - 1.0).abs() < 1e-12);
    // g/σ₀ = 1 µm at the rim: it slips from half of that on.
    let full = 1e-6 * 0.5 * disc(SIZE).radius();
    assert_eq!((pad.modes.len(), pad.mode(7)), (1, ContactMode::Stick));
    assert_eq!(
        (bent(0.45 * full).mode(0), bent(0.6 * full).mode(0)),
        (ContactMode::Stick, ContactMode::Slip)
    );
    // Without a limit surface nothing but the rim is known.
    let law = reduced(ReducedShape::ellipsoid(&disc(SIZE)));
    let pad = law.pad(&Stage::at(0.0), &spinning(), &[0.0; 3]).unwrap();
    let distance = |[x, y]: &[f64; 2]| x.hypot(*y);
    assert!(pad.points.iter().all(|at| (distance(at) / disc(SIZE).radius() - 1.0).abs() < 1e-12));
    // A point has no size.
    let law = reduced(ReducedShape::rim(Vector2::zeros(), 0.0, 0.0).unwrap());
    let pad = law.pad(&Stage::at(0.0), &spinning(), &[0.0; 3]).unwrap();
    assert!(pad.points.iter().flatten().all(|at| at.abs() < 1e-15));
}

#[test]
fn a_patch_that_sticks_says_of_all_its_cells_what_it_does() {
    let law = sticking(disc(SIZE), 0.5, [1e4, 1.0], [20.0, 2e-3], Mount::default());
    let law = Loaded::new(law, 10.0).unwrap();
    for (speed, mode) in [(1e-3, ContactMode::Stick), (1.0, ContactMode::Slip)] {
        let flow = PlanarTwist { linear: vector![speed, 0.0], angular: 0.0 };
        let motion = Motion::new(PlanarPose::default(), flow);
        let pad = law.pad(&Stage::first(0.0, 1e-3), &motion, &[0.0; 3]).unwrap();
        let state = ContactState::of(&law, &Stage::first(0.0, 1e-3), &motion, &[0.0; 3]).unwrap();
        assert_eq!((&*pad.modes, state.mode), (&[mode][..], mode));
        assert_eq!(pad.points.len(), disc(SIZE).len());
    }
}
