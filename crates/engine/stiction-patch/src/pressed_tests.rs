//! Pads whose normal force comes from another part of the mechanism.

use nalgebra::Vector2;
use stiction_core::{Impedance, Line, Motion, Pair, PlanarFrame, PlanarPose, PlanarTwist, Stage};
use stiction_friction::{Friction, Loaded, NormalSpring, Pressed};

use crate::testing::{bristles, sticking};
use crate::{
    BristleModel, ContactPatch, DistributedPatch, Mount, ReducedPatch, ReducedShape, StickSlipPatch,
};

/// Returns a patch of six points, symmetric: the centre of pressure is exactly where the body is.
fn patch() -> ContactPatch {
    let points = [(0.01, 0.004, 1.0), (-0.003, 0.012, 0.5), (0.008, -0.01, 0.7)];
    let pair = |(x, y, share)| [1.0, -1.0].map(|sign| (Vector2::new(x, y) * sign, share));
    ContactPatch::from_points(points.into_iter().flat_map(pair)).unwrap()
}

fn stick_slip(mount: Mount) -> StickSlipPatch {
    sticking(patch(), 0.5, [1e4, 1.0], [20.0, 2e-3], mount)
}

fn reduced(model: BristleModel, mount: Mount) -> ReducedPatch {
    let pad = ReducedPatch::builder().shape(ReducedShape::ellipsoid(&patch())).mount(mount);
    pad.bristles(bristles(2500.0, 5.0, 0.5)).model(model).build().unwrap()
}

fn distributed(mount: Mount) -> DistributedPatch {
    let pad = DistributedPatch::builder()
        .patch(patch())
        .bristles(bristles(2500.0, 5.0, 0.5))
        .mount(mount);
    pad.build().unwrap()
}

fn grip<L: Friction<PlanarFrame>>(law: L) -> Pressed<L, PlanarFrame> {
    let finger = NormalSpring::builder().stiffness(1e5).damping(100.0).build().unwrap();
    Pressed::builder().law(law).pressing(finger).build().unwrap()
}

/// Asserts the bits of a load that is given: `given` under 40 N, `pressed` pressed in by 0.4 mm.
#[track_caller]
fn assert_same<L: Friction<PlanarFrame>>(given: &impl Impedance<Domain = PlanarFrame>, law: L) {
    let pressed = grip(law);
    let pose = PlanarPose { position: Vector2::new(0.3, -0.1), angle: 0.4 };
    let flow = PlanarTwist { linear: Vector2::new(0.02, -0.05), angular: 3.0 };
    let internal: Vec<f64> = (0..given.memory().len()).map(|i| 1e-5 * (i as f64).sin()).collect();
    let mut rates = [internal.clone(), internal.clone()];
    let stage = Stage::first(0.0, 1e-4);
    let pair = |gap: f64| Motion::<Pair<Line, PlanarFrame>>::new((gap, pose), (0.0, flow));
    let expected = given.respond(&stage, &Motion::new(pose, flow), &internal, &mut rates[0]);
    let found = pressed.respond(&stage, &pair(-4e-4), &internal, &mut rates[1]);
    assert_eq!(found, (40.0, expected));
    assert_eq!(rates[0], rates[1]);
    assert!(expected.force.norm() > 0.1);
    // Twice as deep, twice the load; apart, none.
    let (push, _) = pressed.respond(&stage, &pair(-8e-4), &internal, &mut rates[1]);
    assert_eq!(push, 80.0);
    let apart = pressed.respond(&stage, &pair(1e-4), &internal, &mut rates[1]);
    assert_eq!((apart.0, apart.1.force.norm(), apart.1.torque.abs()), (0.0, 0.0, 0.0));
}

#[test]
fn every_pad_is_told_the_force_of_what_presses_it() {
    let pose = PlanarPose { position: Vector2::new(0.01, 0.02), angle: 0.3 };
    for mount in [Mount::on_body(pose).unwrap(), Mount::in_world(pose).unwrap()] {
        assert_same(&Loaded::new(stick_slip(mount), 40.0).unwrap(), stick_slip(mount));
        assert_same(&Loaded::new(distributed(mount), 40.0).unwrap(), distributed(mount));
        for model in [BristleModel::ElastoPlastic, BristleModel::LuGre] {
            let given = Loaded::new(reduced(model, mount), 40.0).unwrap();
            assert_same(&given, reduced(model, mount));
        }
    }
}
