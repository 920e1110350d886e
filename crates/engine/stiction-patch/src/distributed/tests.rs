use super::*;
use crate::patch::{Grid, Surface};
use crate::steady;
use crate::testing::*;
use proptest::prelude::*;
use stiction_core::impedance::next_jump_of;
use stiction_core::{ContactLaw, Domain, Impedance, Memory, PlanarPose};
use stiction_friction::Loaded;

fn distributed(
    patch: ContactPatch,
    bristles: BristleParameters,
    model: BristleModel,
) -> Loaded<DistributedPatch, PlanarFrame> {
    Loaded::new(
        DistributedPatch::builder().patch(patch).bristles(bristles).model(model).build().unwrap(),
        1.0,
    )
    .unwrap()
}

fn points(points: &[(f64, f64, f64)]) -> ContactPatch {
    ContactPatch::from_points(points.iter().map(|&(x, y, w)| (Vector2::new(x, y), w))).unwrap()
}

fn respond(
    patch: &Loaded<DistributedPatch, PlanarFrame>,
    tau: f64,
    twist: &PlanarTwist,
    internal: &[f64],
) -> (PlanarWrench, Vec<f64>) {
    let mut rate = vec![f64::NAN; internal.len()];
    let wrench = patch.law().wrench(&Stage::first(0.0, tau), 1.0, twist, internal, &mut rate);
    (wrench, rate)
}

/// Returns the deflections up to twice the largest one.
fn deflections(patch: &ContactPatch, sizes: &[f64]) -> Vec<f64> {
    (0..2 * patch.len()).map(|i| 2e-6 * sizes[i % sizes.len()]).collect()
}

#[test]
fn hand_computed() {
    // Two cells at x = ±1 cm with 1/4 and 3/4 of 2 N. Turning at 0.1 rad/s they move at ∓1 mm/s
    // along y: the Stribeck speed, so that g = 1 + 0.2/e. LuGre: λ = 1e6 * 1e-3/g = 1e3/g.
    let patch = distributed(
        points(&[(-0.01, 0.0, 1.0), (0.01, 0.0, 3.0)]),
        stribeck(),
        BristleModel::LuGre,
    );
    let twist = PlanarTwist { linear: Vector2::zeros(), angular: 0.1 };
    let internal = [1e-7, 2e-7, 3e-7, 4e-7];
    let mut rate = [f64::NAN; 4];
    let wrench = patch.law().wrench(&Stage::at(0.0), 2.0, &twist, &internal, &mut rate);
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
fn the_load_counts_in_proportion_and_a_broken_one_shows() {
    let patch = points(&[(0.0, 0.0, 1.0), (0.01, 0.01, 1.0)]);
    let moving = Motion {
        pose: PlanarPose::default(),
        flow: PlanarTwist { linear: Vector2::new(1e-3, 0.0), angular: 0.2 },
    };
    let wrench = |load: f64| {
        let friction = Loaded::new(
            DistributedPatch::builder().patch(patch.clone()).bristles(stribeck()).build().unwrap(),
            move |_: f64| load,
        )
        .unwrap();
        let stage = Stage::at(0.0);
        let fault = friction.fault(&stage, &moving).map(|fault| (fault.component, fault.value));
        let wrench = friction.respond(&stage, &moving, &[1e-7; 4], &mut [0.0; 4]);
        assert_eq!(fault.is_some(), wrench.force.x.is_nan() && wrench.torque.is_nan());
        assert!(
            fault.is_none_or(|(name, value)| {
                name == "Loaded" && value.to_bits() == load.to_bits()
            })
        );
        wrench
    };
    let one = axes(&wrench(1.0));
    assert!(one.iter().all(|axis| axis.abs() > 1e-4), "{one:?}");
    assert_eq!(axes(&wrench(3.0)), one.map(|f| 3.0 * f));
    assert_eq!(axes(&wrench(0.0)).map(f64::abs), [0.0; 3]);
    for broken in [-3.0, f64::NAN, f64::INFINITY] {
        assert!(axes(&wrench(broken)).iter().all(|axis| axis.is_nan()), "{broken}");
    }
}

#[test]
fn bristles_without_load_bend_too_and_keep_their_deflection() {
    let schedule = Schedule::new([
        (0.0, points(&[(0.0, 0.0, 1.0)])),
        (1.0, points(&[(0.0, 0.0, 1.0), (0.01, 0.0, 1.0)])),
    ]);
    let patch = Loaded::new(
        DistributedPatch::builder().patch(schedule.unwrap()).bristles(coulomb()).build().unwrap(),
        2.0,
    )
    .unwrap();
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
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// Turning the patch, its motion and its bristles turns the wrench.
    #[test]
    fn no_direction_is_special(
        patch in point_patch(), twist in twist(0.01), angle in -3.0..3.0_f64,
        sizes in prop::array::uniform7(-0.7..0.7_f64), model in model(), rate in bristle_rate(),
    ) {
        let turn = |v: Vector2<f64>| nalgebra::Rotation2::new(angle) * v;
        let cells = patch.x().iter().zip(patch.y()).zip(patch.weight());
        let turned = cells.map(|((x, y), w)| (turn(Vector2::new(*x, *y)), *w));
        let turned = ContactPatch::from_points(turned).unwrap();
        let internal = deflections(&patch, &sizes);
        let count = patch.len();
        let mut turned_internal = internal.clone();
        for i in 0..count {
            let z = turn(Vector2::new(internal[i], internal[count + i]));
            (turned_internal[i], turned_internal[count + i]) = (z.x, z.y);
        }
        let build = |patch| Loaded::new(DistributedPatch::builder().patch(patch).bristles(stribeck())
            .model(model).bristle_rate(rate).build().unwrap(), 1.0).unwrap();
        let (wrench, _) = respond(&build(patch), 1e-4, &twist, &internal);
        let turned_twist = PlanarTwist { linear: turn(twist.linear), ..twist };
        let (found, _) = respond(&build(turned), 1e-4, &turned_twist, &turned_internal);
        let expected = PlanarWrench { force: turn(wrench.force), ..wrench };
        prop_assert!(difference(&found, &expected) < 1e-11, "{found:?} {expected:?}");
    }

    /// The wrench is a Lipschitz function of the twist, also through zero.
    #[test]
    fn the_force_is_continuous_in_the_twist(
        patch in point_patch(), to in twist(1e-3), step in twist(1e-9), from_rest in any::<bool>(),
        sizes in prop::array::uniform7(-0.7..0.7_f64), model in model(),
    ) {
        let internal = deflections(&patch, &sizes);
        let from = if from_rest { PlanarTwist::default() } else { to };
        let to = PlanarTwist {
            linear: from.linear + step.linear,
            angular: from.angular + step.angular,
        };
        let friction = distributed(patch.clone(), stribeck(), model);
        let (before, _) = respond(&friction, 0.0, &from, &internal);
        let (after, _) = respond(&friction, 0.0, &to, &internal);
        // |v| changes by at most 3e-9 in any cell; ż by (1 + 1.5 σ₀|z|/μ_C) of that, |z| < 2e-6 m.
        let bound = 3e-9 * (8e2 * (1.0 + 1.5 * 2.0) + 0.2);
        prop_assert!(difference(&before, &after) < 2.0 * bound);
        // Control: Coulomb friction jumps as the motion starts.
        let jump = steady::by_cells(&patch, &step, |_| 1.0);
        prop_assert!(difference(&jump, &PlanarWrench::default()) > 2.0 * bound);
    }

    /// In steady sliding far above the Stribeck speed it is the Coulomb friction of the cells.
    #[test]
    fn fast_sliding_is_coulomb_friction(
        patch in point_patch(), twist in twist(1.0), model in model(),
    ) {
        let fast = |x: &f64, y: &f64| {
            let v = crate::twist_at(&twist, &Vector2::new(*x, *y)).linear;
            v.norm() > 6e-3
        };
        prop_assume!(patch.x().iter().zip(patch.y()).all(|(x, y)| fast(x, y)));
        let bristles = BristleParameters::builder().stiffness(1e6).damping(8e2)
            .friction(*stribeck().friction()).build().unwrap();
        let friction = Loaded::new(DistributedPatch::builder().patch(patch.clone()).bristles(bristles)
            .model(model).bristle_rate(BristleRate::Implicit).build().unwrap(), 1.0).unwrap();
        // Implicit steps of 1 s: the deflection is steady after a few.
        let mut internal = vec![0.0; friction.memory().len()];
        for _ in 0..20 {
            let (_, rate) = respond(&friction, 1.0, &twist, &internal);
            internal.iter_mut().zip(&rate).for_each(|(z, rate)| *z += rate);
        }
        let (found, _) = respond(&friction, 1.0, &twist, &internal);
        let center = patch.center_of_pressure();
        let at_center = crate::twist_at(&twist, &center);
        let expected = steady::by_cells(&patch, &at_center, |_| 1.0);
        let expected = crate::wrench_from(&expected, &center);
        prop_assert!(difference(&found, &expected) < 1e-9, "{found:?} {expected:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Over closed motions of some break-away deflections it gives back nothing that it was not given.
    #[test]
    fn passive(
        patch in point_patch(), model in model(), rate in bristle_rate(),
        coefficients in prop::array::uniform2(prop::array::uniform3(-1.0..1.0_f64)),
    ) {
        let friction = Loaded::new(DistributedPatch::builder().patch(patch).bristles(stribeck()).model(model)
            .bristle_rate(rate).build().unwrap(), 3.0).unwrap();
        let record = drive(&friction, 2e-5, 10_000, |t| closed_motion(&coefficients, 3e-6, t));
        prop_assert!(record.least_work >= -1e-9 * record.turnover, "{record:?}");
    }

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
            let record = drive(&friction, 1e-4, 1000, |t| closed_motion(&coefficients, amplitude, t));
            record.internal.iter().fold(0.0_f64, |most, z| most.max(z.abs()))
        };
        prop_assert!(left(BristleModel::ElastoPlastic) < 1e-18);
        prop_assert!(left(BristleModel::LuGre) > 1e-10);
    }
}

/// A control of the above: friction that is reversed is found out.
#[test]
fn a_law_that_gives_energy_is_found() {
    #[derive(Debug)]
    struct Reversed(Loaded<DistributedPatch, PlanarFrame>);
    impl Impedance for Reversed {
        type Domain = PlanarFrame;
        fn memory(&self) -> Memory<'_> {
            Memory::bristles(self.0.memory().len())
        }
        fn respond(
            &self,
            stage: &Stage,
            motion: &Motion<PlanarFrame>,
            internal: &[f64],
            rate: &mut [f64],
        ) -> PlanarWrench {
            let PlanarWrench { force, torque } = self.0.respond(stage, motion, internal, rate);
            PlanarWrench { force: -force, torque }
        }
    }
    let patch = Surface::Square.patch(Grid::new(5, 0.02).unwrap()).unwrap();
    let reversed = Reversed(distributed(patch, stribeck(), BristleModel::ElastoPlastic));
    let record = drive(&reversed, 2e-5, 10_000, |t| closed_motion(&[[1.0, 0.5, 0.1]; 2], 3e-6, t));
    assert!(record.least_work < -0.1 * record.turnover, "{record:?}");
}

#[test]
fn energy_of_a_spring_below_break_away() {
    let patch = distributed(
        Surface::Square.patch(Grid::new(9, 0.02).unwrap()).unwrap(),
        coulomb(),
        BristleModel::ElastoPlastic,
    );
    let moving = Motion {
        pose: PlanarPose::default(),
        flow: PlanarTwist { linear: Vector2::new(1e-3, 2e-3), angular: 0.3 },
    };
    let internal = vec![1e-7; patch.memory().len()];
    let mut rate = internal.clone();
    let wrench = patch.respond(&Stage::at(0.0), &moving, &internal, &mut rate);
    // ½ σ₀ N |z|² with |z|² = 2e-14.
    assert!((patch.stored_energy(&moving, &internal) - 1e-8).abs() < 1e-22);
    // All power but that of the damping is stored.
    let power = -PlanarFrame::power(&moving.flow, &wrench);
    let inertia = patch.law().patch().values()[0].viscous_factor();
    let damped = 8e2 * (moving.flow.linear.norm_squared() + inertia * 0.3 * 0.3);
    let stored = patch.stored_power(&moving, &internal, &rate);
    assert!((power - stored - damped).abs() < 1e-15 * power, "{power} {stored} {damped}");
}

#[test]
fn resistance_is_what_a_small_motion_meets() {
    let pose = PlanarPose { position: Vector2::new(0.03, -0.02), angle: 0.5 };
    let patch = Loaded::new(
        DistributedPatch::builder()
            .patch(points(&[(0.0, 0.0, 1.0), (0.01, 0.0, 2.0), (0.005, 0.01, 2.0)]))
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
        let mut rate = vec![0.0; 6];
        let damping = patch.respond(&Stage::at(0.0), &motion, &[0.0; 6], &mut rate);
        let bent: Vec<f64> = rate.iter().map(|rate| 1e-9 * rate).collect();
        let rest = Motion::default();
        let stiffness = patch.respond(&Stage::at(0.0), &rest, &bent, &mut rate);
        let (k, b) = patch.resistance(1e-4, axis).unwrap();
        assert!((axes(&stiffness)[axis] / -1e-9 / k - 1.0).abs() < 1e-12, "{axis}");
        assert!((axes(&damping)[axis] / -b - 1.0).abs() < 1e-12, "{axis}");
    }
}

#[test]
fn arithmetics_agree() {
    let patch = Surface::RasterCircle.patch(Grid::new(21, 0.02).unwrap()).unwrap();
    let sizes = [0.3, -0.6, 0.1, 0.5, -0.2, 0.45, -0.35];
    let internal = deflections(&patch, &sizes);
    let twist = PlanarTwist { linear: Vector2::new(2e-3, -1e-3), angular: 0.4 };
    let wrench = |arithmetic| {
        let friction = DistributedPatch::builder().patch(patch.clone()).bristles(stribeck());
        let friction = Loaded::new(friction.arithmetic(arithmetic).build().unwrap(), 1.0).unwrap();
        respond(&friction, 0.0, &twist, &internal)
    };
    assert_eq!(wrench(Arithmetic::Exact), wrench(Arithmetic::Plain));
    let (fast, plain) = (wrench(Arithmetic::Fast).0, wrench(Arithmetic::Plain).0);
    assert!(difference(&fast, &plain) < 1e-13);
}
