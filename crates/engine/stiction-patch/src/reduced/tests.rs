use super::*;
use crate::patch::{Grid, Surface};
use crate::testing::*;
use proptest::prelude::*;
use stiction_core::impedance::next_jump_of;
use stiction_core::{Impedance, PlanarPose};
use stiction_friction::Loaded;

const SURFACES: [Surface; 4] =
    [Surface::RasterCircle, Surface::Square, Surface::GradientLine, Surface::Nonconvex2];

fn scaled_by_limit_surface(patch: &ContactPatch) -> ReducedShape {
    ReducedShape::limit_surface(patch, LimitSurface::new(patch, 20).unwrap())
}

fn reduced(
    shape: impl Into<Schedule<ReducedShape>>,
    bristles: BristleParameters,
    model: BristleModel,
    rate: BristleRate,
) -> Loaded<ReducedPatch, PlanarFrame> {
    let patch = ReducedPatch::builder().shape(shape).bristles(bristles).model(model);
    Loaded::new(patch.bristle_rate(rate).build().unwrap(), 1.0).unwrap()
}

fn respond(
    patch: &Loaded<ReducedPatch, PlanarFrame>,
    tau: f64,
    twist: &PlanarTwist,
    internal: &[f64; 3],
) -> (PlanarWrench, [f64; 3]) {
    let mut rate = [f64::NAN; 3];
    let wrench = patch.law().wrench(&Stage::first(0.0, tau), 1.0, twist, internal, &mut rate);
    (wrench, rate)
}

#[test]
fn hand_computed() {
    // Two points 1 cm from the origin: r = 1 cm, u = 1e-4 m². Turning at 0.1 rad/s: v_S = (0, 0, 1e-3),
    // the Stribeck speed, g = 1 + 0.2/e. LuGre: λ = 1e3/g; ż_τ = r² ω − λ z_τ.
    let points = [(Vector2::new(-0.01, 0.0), 1.0), (Vector2::new(0.01, 0.0), 1.0)];
    let ring = ContactPatch::from_points(points).unwrap();
    let shape = ReducedShape::ellipsoid(&ring);
    assert!((shape.radius() - 0.01).abs() < 1e-17);
    let friction = reduced(shape, stribeck(), BristleModel::LuGre, BristleRate::Explicit);
    let twist = PlanarTwist { linear: Vector2::zeros(), angular: 0.1 };
    let (wrench, rate) = respond(&friction, 0.0, &twist, &[0.0, 1e-7, 2e-9]);
    let lambda = 1e3 / (1.0 + 0.2 / core::f64::consts::E);
    assert!((rate[1] + lambda * 1e-7).abs() < 1e-17);
    assert!((rate[2] - (1e-5 - lambda * 2e-9)).abs() < 1e-19);
    let force = -(1e6 * 1e-7 + 8e2 * rate[1]);
    let torque = -(1e6 * 2e-9 + 8e2 * rate[2] + 0.2 * 1e-4 * 0.1);
    assert!((wrench.force.y - force).abs() < 1e-15);
    assert!((wrench.torque - torque).abs() < 1e-16);
}

/// Steady sliding ends on the limit surface (30): with the printed sign of (31) it would not end at
/// all, with the printed `z_max` of (32) the elasto-plastic one would end elsewhere.
#[test]
fn steady_sliding_is_on_the_limit_surface() {
    for surface in SURFACES {
        let patch = of_paper(surface);
        for shape in [ReducedShape::ellipsoid(&patch), scaled_by_limit_surface(&patch)] {
            for model in [BristleModel::LuGre, BristleModel::ElastoPlastic] {
                let friction = reduced(shape.clone(), coulomb(), model, BristleRate::Implicit);
                let twist = PlanarTwist { linear: Vector2::new(0.01, 0.02), angular: 3.0 };
                let at_origin = twist_at(&twist, &-shape.center_of_pressure());
                let mut z = [0.0; 3];
                for _ in 0..200 {
                    let (_, rate) = respond(&friction, 1e-3, &at_origin, &z);
                    z.iter_mut().zip(rate).for_each(|(z, rate)| *z += 1e-3 * rate);
                }
                let (wrench, _) = respond(&friction, 1e-3, &at_origin, &z);
                let wrench = wrench_from(&wrench, &-shape.center_of_pressure());
                let scaled = Vector3::new(0.01, 0.02, 3.0 * shape.radius());
                let h = shape.surface.as_ref().map_or(-scaled.normalize(), |surface| {
                    surface.normalized(shape.radius(), &twist)
                });
                let expected =
                    PlanarWrench { force: Vector2::new(h.x, h.y), torque: h.z * shape.radius() };
                assert!(difference(&wrench, &expected) < 1e-12, "{surface} {model:?}");
            }
        }
    }
}

#[test]
fn rest_is_rest_and_the_slowest_motion_is_finite() {
    let patch = of_paper(Surface::RasterCircle);
    for shape in [ReducedShape::ellipsoid(&patch), scaled_by_limit_surface(&patch)] {
        for model in [BristleModel::LuGre, BristleModel::ElastoPlastic] {
            let friction = reduced(shape.clone(), stribeck(), model, BristleRate::OrderPreserving);
            for z in [[0.0; 3], [1e-6, -1e-6, 1e-8]] {
                let (_, rate) = respond(&friction, 1e-4, &PlanarTwist::default(), &z);
                assert_eq!(rate.map(f64::abs), [0.0; 3]);
                for slow in [1e-20, 1e-300, 5e-324] {
                    let creep = PlanarTwist { linear: Vector2::new(slow, 0.0), angular: slow };
                    let (wrench, rate) = respond(&friction, 1e-4, &creep, &z);
                    assert!(axes(&wrench).iter().chain(&rate).all(|x| x.is_finite()));
                }
            }
        }
    }
}

/// The first bristle of a patch that is turned by a quarter deflects along the second component.
#[test]
fn bristles_deflect_in_axes_of_their_own() {
    let turned = PlanarPose { angle: core::f64::consts::FRAC_PI_2, ..PlanarPose::default() };
    let shape = ReducedShape::ellipsoid(&of_paper(Surface::Square));
    let friction = ReducedPatch::builder().shape(shape).bristles(stribeck());
    let friction = friction.mount(Mount::on_body(turned).unwrap()).build().unwrap();
    let friction = Loaded::new(friction, 1.0).unwrap();
    let flow = PlanarTwist { linear: Vector2::new(0.0, 1e-6), angular: 0.0 };
    let motion = Motion { pose: PlanarPose::default(), flow };
    let mut rate = [f64::NAN; 3];
    friction.respond(&Stage::at(0.0), &motion, &[0.0; 3], &mut rate);
    assert!((rate[0] / 1e-6 - 1.0).abs() < 1e-12 && rate[1].abs() < 1e-18, "{rate:?}");
    assert_eq!([0, 1, 2].map(|index| friction.memory().deflects_along(index)), [None; 3]);
}

#[test]
fn a_single_point_resists_no_rotation() {
    let point = ContactPatch::from_points([(Vector2::new(0.01, 0.0), 1.0)]).unwrap();
    let friction = reduced(
        ReducedShape::ellipsoid(&point),
        stribeck(),
        BristleModel::ElastoPlastic,
        BristleRate::Explicit,
    );
    // About the point itself.
    let spin = PlanarTwist { linear: Vector2::new(0.0, -0.02), angular: 2.0 };
    let (wrench, rate) = respond(&friction, 0.0, &spin, &[0.0; 3]);
    assert!(axes(&wrench).iter().chain(&rate).all(|x| x.abs() < 1e-15), "{wrench:?} {rate:?}");
}

#[test]
fn a_shape_that_changes_keeps_the_bristles() {
    let shapes = [0.02, 0.01].map(|size| {
        ReducedShape::ellipsoid(&Surface::Square.patch(Grid::new(21, size).unwrap()).unwrap())
    });
    let friction = reduced(
        Schedule::every(1.0, shapes.clone()).unwrap(),
        coulomb(),
        BristleModel::ElastoPlastic,
        BristleRate::Explicit,
    );
    assert_eq!(next_jump_of(&friction, 0.0), Some(1.0));
    let rate = |time: f64| {
        let twist = PlanarTwist { linear: Vector2::zeros(), angular: 1.0 };
        let mut rate = [0.0; 3];
        let z = [1e-7, 0.0, 0.0];
        let wrench = friction.law().wrench(&Stage::at(time), 1.0, &twist, &z, &mut rate);
        assert!((wrench.force.x + 0.1).abs() < 1e-14);
        rate[2]
    };
    for (time, shape) in [0.5, 1.5].into_iter().zip(&shapes) {
        assert!((rate(time) / (shape.radius() * shape.radius()) - 1.0).abs() < 1e-14);
    }
}

/// The torque is about the frame of the patch, the bristles sit at the centre of pressure.
#[test]
fn energy_and_stiffness_of_a_patch_off_the_axis() {
    let shape = ReducedShape::ellipsoid(&of_paper(Surface::GradientLine));
    let patch = ReducedPatch::builder().shape(shape).bristles(stribeck());
    let patch = patch.mount(Mount::on_body(pose(0.03, -0.02, 0.5)).unwrap()).build().unwrap();
    assert_resistance(&Loaded::new(patch, 2.0).unwrap());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Checks translation on the limit surface in the directions of its table; between them h is that of a
    /// chord, 1 − cos(π/80) = 8e-4 shorter at most.
    #[test]
    fn translation_on_the_limit_surface(
        direction in 0..80_u32, model in model(), surface in prop::sample::select(&SURFACES[..]),
    ) {
        let shape = scaled_by_limit_surface(&of_paper(surface));
        let friction = reduced(shape.clone(), coulomb(), model, BristleRate::Explicit);
        let ellipsoid = ReducedShape { surface: None, ..shape };
        let ellipsoid = reduced(ellipsoid, coulomb(), model, BristleRate::Explicit);
        let off = |direction: f64| {
            let (sine, cosine) = (direction * core::f64::consts::TAU / 80.0).sin_cos();
            let twist = PlanarTwist { linear: Vector2::new(cosine, sine) * 1e-2, angular: 0.0 };
            let z = [5e-7 * cosine, 5e-7 * sine, 0.0];
            let (found, _) = respond(&friction, 0.0, &twist, &z);
            let (expected, _) = respond(&ellipsoid, 0.0, &twist, &z);
            difference(&found, &expected) / expected.force.norm()
        };
        prop_assert!(off(f64::from(direction)) < 1e-11);
        prop_assert!(off(f64::from(direction) + 0.5) < 2e-3);
    }

    /// The wrench is continuous in the twist, also where the table changes its half of the sphere.
    #[test]
    fn the_force_is_continuous_in_the_twist(
        to in twist(1e-3), step in twist(1e-9), start in 0..3_u8, model in model(),
        z in prop::array::uniform3(-1.0..1.0_f64), surface in prop::sample::select(&SURFACES[..]),
    ) {
        let friction =
            reduced(scaled_by_limit_surface(&of_paper(surface)), stribeck(), model, BristleRate::Explicit);
        let from = match start {
            0 => PlanarTwist::default(),
            1 => PlanarTwist { angular: 0.0, ..to },
            _ => to,
        };
        let after = PlanarTwist {
            linear: from.linear + step.linear,
            angular: from.angular + step.angular,
        };
        let z = [1e-6 * z[0], 1e-6 * z[1], 1e-8 * z[2]];
        let (one, _) = respond(&friction, 0.0, &from, &z);
        let (other, _) = respond(&friction, 0.0, &after, &z);
        // |v_S| changes by 3e-9; h has a slope of up to 3 per radian on these surfaces, and
        // |z| < 3e-6 m.
        let bound = 3e-9 * (8e2 * (1.0 + 3.0 + 1.5 * 3.0 + 3.0 * 3.0) + 0.2);
        prop_assert!(difference(&one, &other) < 3.0 * bound, "{}", difference(&one, &other));
    }
}

#[test]
fn a_shape_far_away_is_refused() {
    let far = ReducedShape::rim(Vector2::new(0.0, 1e7), 0.01, 0.0);
    assert_eq!(far.unwrap_err().parameter, "center_of_pressure");
}
