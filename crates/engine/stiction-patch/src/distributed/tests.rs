use super::*;
use crate::testing::*;
use proptest::prelude::*;
use stiction_core::impedance::next_jump_of;
use stiction_core::{Impedance, PlanarPose};
use stiction_friction::Loaded;

#[test]
fn hand_computed() {
    // Two cells at x = ±1 cm with 1/4 and 3/4 of 2 N. Turning at 0.1 rad/s they move at ∓1 mm/s
    // along y: the Stribeck speed, so that g = 1 + 0.2/e. LuGre: λ = 1e6 * 1e-3/g = 1e3/g.
    let patch = points(&[(-0.01, 0.0, 1.0), (0.01, 0.0, 3.0)]);
    let patch = DistributedPatch::builder().patch(patch).bristles(stribeck());
    let patch = patch.model(BristleModel::LuGre).build().unwrap();
    let twist = PlanarTwist { linear: Vector2::zeros(), angular: 0.1 };
    let internal = [1e-7, 2e-7, 3e-7, 4e-7];
    let mut rate = [f64::NAN; 4];
    let wrench = patch.wrench(&Stage::at(0.0), 2.0, &twist, &internal, &mut rate);
    let lambda = 1e3 / (1.0 + 0.2 / core::f64::consts::E);
    let expected = [-lambda * 1e-7, -lambda * 2e-7, -1e-3 - lambda * 3e-7, 1e-3 - lambda * 4e-7];
    for (found, expected) in rate.iter().zip(&expected) {
        assert!((found - expected).abs() < 1e-17, "{rate:?}");
    }
    let push = |i: usize, v: f64| 1e6 * internal[i] + 8e2 * expected[i] + 0.2 * v;
    let (left, right) = (push(2, -1e-3), push(3, 1e-3));
    let force_x = -2.0 * (0.25 * push(0, 0.0) + 0.75 * push(1, 0.0));
    let force_y = -2.0 * (0.25 * left + 0.75 * right);
    let torque = -2.0 * 0.01 * (0.75 * right - 0.25 * left);
    let found = axes(&wrench);
    for (found, expected) in found.iter().zip([force_x, force_y, torque]) {
        assert!((found - expected).abs() < 1e-14, "{found} {expected}");
    }
}

#[test]
fn bristles_without_load_bend_too_and_keep_their_deflection() {
    let schedule = Schedule::new([
        (0.0, points(&[(0.0, 0.0, 1.0)])),
        (1.0, points(&[(0.0, 0.0, 1.0), (0.01, 0.0, 1.0)])),
    ]);
    let patch = DistributedPatch::builder().patch(schedule.unwrap()).bristles(coulomb());
    let patch = Loaded::new(patch.build().unwrap(), 2.0).unwrap();
    assert_eq!((patch.law().cells(), patch.memory().len()), (2, 4));
    assert_eq!(next_jump_of(&patch, 0.0), Some(1.0));
    let internal = [1e-7, 3e-7, 0.0, 0.0];
    let at = |time: f64| {
        let mut rate = [0.0; 4];
        let motion = Motion { pose: PlanarPose::default(), flow: PlanarTwist::default() };
        patch.respond(&Stage::at(time), &motion, &internal, &mut rate).force.x
    };
    // Only the first cell bears; then both bear half.
    assert!((at(0.5) + 0.2).abs() < 1e-15);
    assert!((at(1.0) + 0.4).abs() < 1e-15);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Below break-away an elasto-plastic patch is a spring: after a closed motion the bristles are
    /// where they were. LuGre bristles are not.
    #[test]
    fn elastic_below_break_away(
        patch in point_patch(), rate in bristle_rate(),
        coefficients in prop::array::uniform2(prop::array::uniform3(0.2..1.0_f64)),
    ) {
        // The largest excursion of a cell: 2 harmonics, twice the amplitude, on 3 axes.
        let amplitude = 0.9e-6 / (2.0 * 2.0 * 3.0);
        let left = |model| {
            let friction = Loaded::new(DistributedPatch::builder().patch(patch.clone()).bristles(stribeck())
                .model(model).bristle_rate(rate).build().unwrap(), 3.0).unwrap();
            let left = drive(&friction, 1e-4, 1000, |t| closed_motion(&coefficients, amplitude, t));
            left.iter().fold(0.0_f64, |most, z| most.max(z.abs()))
        };
        prop_assert!(left(BristleModel::ElastoPlastic) < 1e-18);
        prop_assert!(left(BristleModel::LuGre) > 1e-10);
    }
}

#[test]
fn resistance_is_what_a_small_motion_meets() {
    let patch = points(&[(0.0, 0.0, 1.0), (0.01, 0.0, 2.0), (0.005, 0.01, 2.0)]);
    let patch = DistributedPatch::builder().patch(patch).bristles(stribeck());
    let patch = patch.mount(Mount::on_body(pose(0.03, -0.02, 0.5)).unwrap()).build().unwrap();
    assert_resistance(&Loaded::new(patch, 2.0).unwrap());
}
