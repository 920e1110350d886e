use super::*;
use crate::distributed::DistributedPatch;
use crate::patch::{Grid, Surface};
use crate::testing::*;
use proptest::prelude::*;
use stiction_core::impedance::next_jump_of;
use stiction_core::{ContactLaw, Flat, Impedance, PlanarPose};
use stiction_friction::Loaded;

const SURFACES: [Surface; 4] =
    [Surface::RasterCircle, Surface::Square, Surface::GradientLine, Surface::Nonconvex2];

fn patch(surface: Surface) -> ContactPatch {
    surface.patch(Grid::new(21, 0.02).unwrap()).unwrap()
}

fn scaled_by_limit_surface(patch: &ContactPatch) -> ReducedShape {
    ReducedShape::limit_surface(patch, LimitSurface::new(patch, 20).unwrap())
}

fn reduced(
    shape: impl Into<Schedule<ReducedShape>>,
    bristles: BristleParameters,
    model: BristleModel,
    rate: BristleRate,
) -> Loaded<ReducedPatch, PlanarFrame> {
    Loaded::new(
        ReducedPatch::builder()
            .shape(shape)
            .bristles(bristles)
            .model(model)
            .bristle_rate(rate)
            .build()
            .unwrap(),
        1.0,
    )
    .unwrap()
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
        let patch = patch(surface);
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
    let patch = patch(Surface::RasterCircle);
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
    let friction = Loaded::new(
        ReducedPatch::builder()
            .shape(ReducedShape::ellipsoid(&patch(Surface::Square)))
            .bristles(stribeck())
            .mount(Mount::on_body(turned).unwrap())
            .build()
            .unwrap(),
        1.0,
    )
    .unwrap();
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
    let pose = PlanarPose { position: Vector2::new(0.03, -0.02), angle: 0.5 };
    let friction = Loaded::new(
        ReducedPatch::builder()
            .shape(ReducedShape::ellipsoid(&patch(Surface::GradientLine)))
            .bristles(stribeck())
            .mount(Mount::on_body(pose).unwrap())
            .build()
            .unwrap(),
        2.0,
    )
    .unwrap();
    for axis in 0..3 {
        let mut flow = [0.0; 3];
        flow[axis] = 1.0;
        let twist = PlanarTwist { linear: Vector2::new(flow[0], flow[1]), angular: flow[2] };
        let motion = Motion { pose: PlanarPose::default(), flow: twist };
        let mut rate = [0.0; 3];
        let damping = friction.respond(&Stage::at(0.0), &motion, &[0.0; 3], &mut rate);
        let bent = rate.map(|rate| 1e-9 * rate);
        let stiffness = friction.respond(&Stage::at(0.0), &Motion::default(), &bent, &mut [0.0; 3]);
        let (k, b) = friction.resistance(1e-4, axis).unwrap();
        assert!((axes(&stiffness)[axis] / -1e-9 / k - 1.0).abs() < 1e-12, "{axis}");
        assert!((axes(&damping)[axis] / -b - 1.0).abs() < 1e-12, "{axis}");
        let energy = friction.stored_energy(&motion, &bent);
        assert!((energy / (0.5 * k * 1e-18) - 1.0).abs() < 1e-12, "{axis}");
        let power = friction.stored_power(&motion, &bent, &rate);
        assert!((power / (k * 1e-9) - 1.0).abs() < 1e-12, "{axis}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// In pure translation all cells move alike: both models are one and the same bristle.
    #[test]
    fn pure_translation_is_that_of_the_distributed_model(
        v in prop::array::uniform4(-0.02..0.02_f64), model in model(), rate in bristle_rate(),
        surface in prop::sample::select(&SURFACES[..]),
    ) {
        let patch = patch(surface);
        let cells = Loaded::new(DistributedPatch::builder().patch(patch.clone()).bristles(stribeck()).model(model)
            .bristle_rate(rate).build().unwrap(), 1.0).unwrap();
        let friction = reduced(ReducedShape::ellipsoid(&patch), stribeck(), model, rate);
        let mut bristles = vec![0.0; cells.memory().len()];
        let (mut cells_rate, mut z) = (bristles.clone(), [0.0; 3]);
        for k in 0..2000 {
            let time = f64::from(k) * 1e-6;
            let (sine, cosine) = (3e3 * time).sin_cos();
            let linear = Vector2::new(v[0] * cosine + v[1] * sine, v[2] * cosine + v[3] * sine);
            let twist = PlanarTwist { linear, angular: 0.0 };
            let stage = Stage::first(time, 1e-6);
            let expected = cells.law().wrench(&stage, 1.0, &twist, &bristles, &mut cells_rate);
            let (found, z_rate) = respond(&friction, 1e-6, &twist, &z);
            prop_assert!(difference(&found, &expected) < 1e-11, "{found:?} {expected:?}");
            bristles.iter_mut().zip(&cells_rate).for_each(|(z, rate)| *z += 1e-6 * rate);
            z.iter_mut().zip(z_rate).for_each(|(z, rate)| *z += 1e-6 * rate);
        }
    }

    /// Checks translation on the limit surface in the directions of its table; between them h is that of a
    /// chord, 1 − cos(π/80) = 8e-4 shorter at most.
    #[test]
    fn translation_on_the_limit_surface(
        direction in 0..80_u32, model in model(), surface in prop::sample::select(&SURFACES[..]),
    ) {
        let shape = scaled_by_limit_surface(&patch(surface));
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
            reduced(scaled_by_limit_surface(&patch(surface)), stribeck(), model, BristleRate::Explicit);
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

    /// Turning the patch, its motion and its bristles turns the wrench.
    #[test]
    fn quarter_turns_are_not_special(
        twist in twist(0.01), z in prop::array::uniform3(-1.0..1.0_f64), model in model(),
    ) {
        let (along_y, along_x) = (patch(Surface::Line), patch(Surface::LineX));
        let z = [1e-6 * z[0], 1e-6 * z[1], 1e-8 * z[2]];
        let shapes = [scaled_by_limit_surface(&along_y), scaled_by_limit_surface(&along_x)];
        let [one, other] = shapes.map(|s| reduced(s, stribeck(), model, BristleRate::Implicit));
        let turned = PlanarTwist { linear: Vector2::new(twist.linear.y, -twist.linear.x), ..twist };
        let (wrench, _) = respond(&one, 1e-4, &twist, &z);
        let (found, _) = respond(&other, 1e-4, &turned, &[z[1], -z[0], z[2]]);
        let force = Vector2::new(wrench.force.y, -wrench.force.x);
        let expected = PlanarWrench { force, ..wrench };
        prop_assert!(difference(&found, &expected) < 1e-11);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn passive(
        model in model(), rate in bristle_rate(), surface in prop::sample::select(&SURFACES[..]),
        coefficients in prop::array::uniform2(prop::array::uniform3(-1.0..1.0_f64)),
    ) {
        let patch = patch(surface);
        let ellipsoid = reduced(ReducedShape::ellipsoid(&patch), stribeck(), model, rate);
        let record = drive(&ellipsoid, 2e-5, 10_000, |t| closed_motion(&coefficients, 3e-6, t));
        prop_assert!(record.least_work >= -1e-9 * record.turnover, "ellipsoid {record:?}");
        let surface = reduced(scaled_by_limit_surface(&patch), stribeck(), model, rate);
        let record = drive(&surface, 2e-5, 10_000, |t| closed_motion(&coefficients, 3e-6, t));
        prop_assert!(record.least_work >= -1e-9 * record.turnover, "limit surface {record:?}");
    }
}

#[test]
fn bad_loads_are_named() {
    for bad in [-1.0, f64::NAN, f64::INFINITY] {
        let built = ReducedPatch::builder()
            .shape(ReducedShape::ellipsoid(&patch(Surface::Square)))
            .bristles(coulomb())
            .build()
            .and_then(|pad| Loaded::new(pad, bad));
        assert_eq!(built.unwrap_err().parameter, "normal_force");
    }
}

#[test]
fn a_broken_load_shows() {
    let moving = PlanarTwist { linear: Vector2::new(1e-3, 0.0), angular: 0.2 };
    for (load, broken) in
        [(2.0, false), (0.0, false), (-1.0, true), (f64::NAN, true), (f64::INFINITY, true)]
    {
        let patch = Loaded::new(
            ReducedPatch::builder()
                .shape(ReducedShape::ellipsoid(&patch(Surface::Square)))
                .bristles(coulomb())
                .build()
                .unwrap(),
            move |_: f64| load,
        )
        .unwrap();
        for twist in [PlanarTwist::default(), moving] {
            let motion = Motion::new(PlanarPose::default(), twist);
            let stage = Stage::first(0.0, 1e-5);
            let wrench = patch.respond(&stage, &motion, &[1e-7, 0.0, 0.0], &mut [0.0; 3]);
            assert_eq!(axes(&wrench).map(f64::is_nan), [broken; 3], "{load}");
            assert_eq!(patch.fault(&stage, &motion).is_some(), broken, "{load}");
        }
    }
}

/// Kernels in lanes have the bits of the plain form (here over single numbers): of both models, of an
/// ellipsoid and of a limit surface, on the body and in the world, sliding and at rest.
#[test]
fn lanes_have_the_bits_of_the_plain_form() {
    use stiction_core::Scalars;
    use stiction_core::lanes::{Column, WIDTH};
    let pad = patch(Surface::GradientLine);
    let shapes = [ReducedShape::ellipsoid(&pad), scaled_by_limit_surface(&pad)];
    let place = PlanarPose { position: Vector2::new(0.01, -0.02), angle: 0.4 };
    let mounts = [Mount::on_body(place).unwrap(), Mount::in_world(place).unwrap()];
    let mut compared = 0;
    for (i, shape) in shapes.iter().enumerate() {
        for model in [BristleModel::LuGre, BristleModel::ElastoPlastic] {
            for rate in [BristleRate::Explicit, BristleRate::Implicit, BristleRate::OrderPreserving]
            {
                for mount in &mounts {
                    let load = 0.7 + i as f64;
                    let contact = ReducedPatch::builder().shape(shape.clone()).bristles(stribeck());
                    let contact = contact.model(model).bristle_rate(rate).mount(*mount);
                    let contact = Loaded::new(contact.build().unwrap(), load).unwrap();
                    let parameters = stiction_core::kernel::of_law(&contact).unwrap();
                    let columns: Vec<_> =
                        parameters.values().map(|value| Column([value; WIDTH])).collect();
                    for case in 0..20 {
                        let number = |k: usize| (0.3 + 1.9 * (7 * case + k) as f64).sin();
                        let size = if case == 3 { 0.0 } else { 0.1 };
                        let motion = [
                            0.1 * number(0),
                            0.1 * number(1),
                            number(2),
                            size * number(3),
                            size * number(4),
                            30.0 * size * number(5),
                        ];
                        let z = [1e-6 * number(6), 1e-6 * number(7), 1e-8 * number(8)];
                        let stage = Stage::first(0.0, if case % 2 == 0 { 1e-4 } else { 0.0 });
                        let (mut plain, mut found) = ([f64::NAN; 3], [f64::NAN; 3]);
                        let mut effort = [f64::NAN; 3];
                        let wrench =
                            contact.respond(&stage, &Motion::load(&motion), &z, &mut plain);
                        let mut expected = [0.0; 3];
                        wrench.store(&mut expected);
                        let mut values =
                            stiction_core::LaneValues::<f64>::new((), &columns, case % WIDTH);
                        let motion = Scalars::load(&motion);
                        let done = contact.kernel(&mut values, &stage, &motion, &z, &mut found);
                        done.unwrap().store(&mut effort);
                        let bits = |values: [f64; 3]| values.map(f64::to_bits);
                        assert_eq!(bits(found), bits(plain), "{model:?} {rate:?} {case}");
                        assert_eq!(bits(effort), bits(expected), "{model:?} {rate:?} {case}");
                        compared += 1;
                    }
                }
            }
        }
    }
    assert_eq!(compared, 480);
}

#[test]
fn a_shape_of_no_usable_size_is_refused() {
    let good = ReducedShape::ellipsoid(&patch(Surface::Square));
    let validate = |change: &dyn Fn(&mut ReducedShape)| {
        let mut shape = good.clone();
        change(&mut shape);
        shape.validate().map_err(|error| error.parameter)
    };
    assert_eq!(validate(&|_| {}), Ok(()));
    // A single point has none.
    assert_eq!(validate(&|shape| shape.radius = 0.0), Ok(()));
    for bad in [1e-200, -1e-3, 1e7, f64::NAN] {
        assert_eq!(validate(&|shape| shape.radius = bad), Err("radius"), "{bad}");
    }
    for bad in [-1e-9, 1e13, f64::NAN] {
        assert_eq!(validate(&|shape| shape.viscous_factor = bad), Err("viscous_factor"), "{bad}");
    }
    for bad in [1e7, -1e7, f64::NAN] {
        assert_eq!(validate(&|shape| shape.center_of_pressure.y = bad), Err("center_of_pressure"));
    }
}
