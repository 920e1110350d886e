//! What a step of friction costs: the distributed and the reduced model, with an experiment each, and
//! the patch that sticks.
//!
//! `cargo bench -p stiction-patch --bench patches`. The setting of Tables II and V: a square patch that
//! slides and turns, σ₀ = 1e5 1/m, σ₁ = 20 s/m, explicit Euler with 1e-4 s; an item is an evaluation
//! with the update of the bristles. The in-hand runs are 2 s of case 2 (Table IV), generalized RK4
//! with 1e-4 s.

use divan::{Bencher, black_box, counter::ItemsCount};
use nalgebra::vector;
use stiction_core::{Direct, Impedance, Motion, PlanarFrame, PlanarPose, PlanarTwist, Stage};
use stiction_friction::{BristleRate, StribeckCurve};
use stiction_mechanics::PlanarBody;
use stiction_network::{NetworkBuilder, Simulation};
use stiction_ode::Tableau;
use stiction_patch::{
    Arithmetic, BristleModel, BristleParameters, ContactPatch, DistributedPatch, Grid,
    LimitSurface, Mount, ReducedPatch, ReducedShape, Schedule, StickSlipPatch, Surface,
};

const SIDES: [usize; 9] = [5, 9, 13, 17, 21, 25, 29, 33, 101];
const STEP: f64 = 1e-4;

fn main() {
    divan::main();
}

fn patch(surface: Surface, side: usize) -> ContactPatch {
    surface.patch(Grid::new(side, 0.02).expect("valid")).expect("loaded")
}

fn bristles() -> BristleParameters {
    let friction = StribeckCurve::builder().coulomb(1.0).breakaway(1.2).stribeck_speed(1e-3);
    BristleParameters::builder()
        .stiffness(1e5)
        .damping(20.0)
        .viscous_damping(0.2)
        .friction(friction.build().expect("valid"))
        .build()
        .expect("valid")
}

fn distributed(
    bencher: Bencher<'_, '_>,
    side: usize,
    model: BristleModel,
    arithmetic: Arithmetic,
    rate: BristleRate,
) {
    let friction = DistributedPatch::builder()
        .patch(patch(Surface::Square, side))
        .bristles(bristles())
        .model(model)
        .arithmetic(arithmetic)
        .bristle_rate(rate)
        .normal_force(1.0)
        .build()
        .expect("valid");
    let twist = PlanarTwist { linear: vector![0.1, -0.05], angular: 1.59 };
    let mut internal = vec![0.0; friction.internal_len()];
    let mut rate = internal.clone();
    bencher.counter(ItemsCount::new(1_usize)).bench_local(|| {
        let stage = Stage::first(0.0, STEP);
        let wrench = friction.wrench(&stage, 1.0, black_box(&twist), &internal, &mut rate);
        internal.iter_mut().zip(&rate).for_each(|(z, rate)| *z += STEP * rate);
        wrench
    });
}

/// Distributed, explicit bristles: Table II.
#[divan::bench_group]
mod cells {
    use super::*;

    #[divan::bench(args = SIDES)]
    fn elasto_plastic_fast(bencher: Bencher<'_, '_>, side: usize) {
        let model = BristleModel::ElastoPlastic;
        distributed(bencher, side, model, Arithmetic::Fast, BristleRate::Explicit);
    }

    #[divan::bench(args = SIDES)]
    fn elasto_plastic_exact(bencher: Bencher<'_, '_>, side: usize) {
        let model = BristleModel::ElastoPlastic;
        distributed(bencher, side, model, Arithmetic::Exact, BristleRate::Explicit);
    }

    #[divan::bench(args = [21, 101])]
    fn elasto_plastic_plain(bencher: Bencher<'_, '_>, side: usize) {
        let model = BristleModel::ElastoPlastic;
        distributed(bencher, side, model, Arithmetic::Plain, BristleRate::Explicit);
    }

    #[divan::bench(args = [21, 101])]
    fn elasto_plastic_fast_order_preserving(bencher: Bencher<'_, '_>, side: usize) {
        let model = BristleModel::ElastoPlastic;
        distributed(bencher, side, model, Arithmetic::Fast, BristleRate::OrderPreserving);
    }

    #[divan::bench(args = SIDES)]
    fn lugre_fast(bencher: Bencher<'_, '_>, side: usize) {
        distributed(bencher, side, BristleModel::LuGre, Arithmetic::Fast, BristleRate::Explicit);
    }

    #[divan::bench(args = SIDES)]
    fn lugre_exact(bencher: Bencher<'_, '_>, side: usize) {
        distributed(bencher, side, BristleModel::LuGre, Arithmetic::Exact, BristleRate::Explicit);
    }
}

/// Steps per item of the reduced model, whose evaluation is too short to be timed alone.
const BATCH: usize = 100;

fn reduced(bencher: Bencher<'_, '_>, shape: ReducedShape, model: BristleModel) {
    let friction = ReducedPatch::builder()
        .shape(shape)
        .bristles(bristles())
        .model(model)
        .normal_force(1.0)
        .build()
        .expect("valid");
    let (mut internal, mut rate) = ([0.0; 3], [0.0; 3]);
    bencher.counter(ItemsCount::new(BATCH)).bench_local(|| {
        let mut torque = 0.0;
        for k in 0..BATCH {
            // Not the same motion every time.
            let angular = 1.59 + 0.01 * k as f64;
            let twist = PlanarTwist { linear: vector![0.1, -0.05], angular: black_box(angular) };
            let stage = Stage::first(0.0, STEP);
            torque += friction.wrench(&stage, 1.0, &twist, &internal, &mut rate).torque;
            internal.iter_mut().zip(&rate).for_each(|(z, rate)| *z += STEP * rate);
        }
        torque
    });
}

/// Reduced: Table V.
#[divan::bench_group]
mod three_bristles {
    use super::*;

    fn limit_surface() -> ReducedShape {
        let patch = patch(Surface::Square, 21);
        ReducedShape::limit_surface(&patch, LimitSurface::new(&patch, 20).expect("extended"))
    }

    #[divan::bench]
    fn elasto_plastic(bencher: Bencher<'_, '_>) {
        reduced(bencher, limit_surface(), BristleModel::ElastoPlastic);
    }

    #[divan::bench]
    fn lugre(bencher: Bencher<'_, '_>) {
        reduced(bencher, limit_surface(), BristleModel::LuGre);
    }

    #[divan::bench]
    fn elasto_plastic_ellipsoid(bencher: Bencher<'_, '_>) {
        let shape = ReducedShape::ellipsoid(&patch(Surface::Square, 21));
        reduced(bencher, shape, BristleModel::ElastoPlastic);
    }
}

/// On the limit surface of all cells; it takes another time to stick than to slide.
#[divan::bench_group]
mod stick_slip {
    use super::*;

    fn stick_slip(bencher: Bencher<'_, '_>, side: usize, size: f64) {
        let friction = StickSlipPatch::builder()
            .patch(patch(Surface::Square, side))
            .friction(1.0)
            .stiffness(1e5)
            .torsional_stiffness(5.0)
            .damping(20.0)
            .torsional_damping(1e-3)
            .normal_force(1.0)
            .build()
            .expect("valid");
        bencher.counter(ItemsCount::new(BATCH)).bench_local(|| {
            let (mut torque, mut internal, mut rate) = (0.0, [0.0; 3], [0.0; 3]);
            for k in 0..BATCH {
                let angular = size * (1.59 + 0.01 * k as f64);
                let linear = vector![0.1, -0.05] * size;
                let flow = PlanarTwist { linear, angular: black_box(angular) };
                let motion = Motion::<PlanarFrame>::new(PlanarPose::default(), flow);
                torque += friction
                    .respond(&Stage::first(0.0, STEP), &motion, &internal, &mut rate)
                    .torque;
                internal.iter_mut().zip(&rate).for_each(|(e, rate)| *e += STEP * rate);
            }
            torque
        });
    }

    #[divan::bench(args = SIDES)]
    fn slides(bencher: Bencher<'_, '_>, side: usize) {
        stick_slip(bencher, side, 1.0);
    }

    #[divan::bench(args = SIDES)]
    fn sticks(bencher: Bencher<'_, '_>, side: usize) {
        stick_slip(bencher, side, 1e-4);
    }
}

/// 2 s of an object that slips and sticks in a gripper.
fn in_hand(pads: impl Impedance<Domain = PlanarFrame>) -> f64 {
    let mut net = NetworkBuilder::new();
    let object = PlanarBody::builder().mass(0.2).inertia(4.8167e-4).gravity(vector![0.0, -9.81]);
    let start = PlanarPose { position: vector![0.002, 0.0], angle: 0.0 };
    let object = net.add(object.build().expect("valid"), Motion::at_rest(start)).expect("valid");
    net.connect(pads, Direct::new(), object.port()).expect("valid");
    let network = net.build().expect("complete");
    let mut simulation = Simulation::new(network, Tableau::rk4(), STEP).expect("valid");
    simulation.run_until(2.0).expect("stable");
    simulation.motion(object).expect("exists").pose.angle
}

fn grip() -> Schedule<f64> {
    let wave = |i: u32| (0.04 * std::f64::consts::PI * f64::from(i)).sin();
    Schedule::every(0.01, (0..200).map(|i| 2.0 * (1.73 + 0.91 * wave(i)))).expect("valid")
}

fn at_origin() -> Mount {
    Mount::in_world(PlanarPose::default()).expect("finite")
}

fn paper_bristles() -> BristleParameters {
    BristleParameters::table_one_stribeck().expect("valid")
}

#[divan::bench(sample_count = 5, args = ["exact", "fast"])]
fn in_hand_2_s_distributed(bencher: Bencher<'_, '_>, arithmetic: &str) {
    let arithmetic = if arithmetic == "fast" { Arithmetic::Fast } else { Arithmetic::Exact };
    bencher.bench_local(|| {
        let pads = DistributedPatch::builder()
            .patch(patch(Surface::RasterCircle, 21))
            .bristles(paper_bristles())
            .arithmetic(arithmetic)
            .bristle_rate(BristleRate::OrderPreserving)
            .normal_force(grip())
            .mount(at_origin());
        in_hand(pads.build().expect("valid"))
    });
}

#[divan::bench(sample_count = 5)]
fn in_hand_2_s_reduced(bencher: Bencher<'_, '_>) {
    bencher.bench_local(|| {
        let circle = patch(Surface::RasterCircle, 21);
        let surface = LimitSurface::new(&circle, 20).expect("extended");
        let pads = ReducedPatch::builder()
            .shape(ReducedShape::limit_surface(&circle, surface))
            .bristles(paper_bristles())
            .bristle_rate(BristleRate::OrderPreserving)
            .normal_force(grip())
            .mount(at_origin());
        in_hand(pads.build().expect("valid"))
    });
}
