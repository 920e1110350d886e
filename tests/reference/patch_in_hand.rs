//! An object that slips and sticks in a gripper whose grip varies (Figs. 27-32).

use nalgebra::vector;
use stiction::patch::{
    Arithmetic, BristleParameters, DistributedPatch, LimitSurface, Mount, ReducedPatch,
    ReducedShape, Schedule,
};
use stiction::prelude::*;

use super::patch_forces::patch;
use super::{Table, table};

const END: f64 = 2.0;
/// The grip is constant on intervals of this length \[s\].
const INTERVAL: f64 = 0.01;

/// One of the experiments: the object's centre of mass starts at (`start`, 0) from the pads.
struct Case {
    file: &'static str,
    start: f64,
    /// Normal force of one pad in interval i, for each grip profile \[N\].
    grips: [fn(u32) -> f64; 2],
    /// A step that leaves the damping of the stuck pads stable, `σ₁ N T/m < 2.785` with the mass m that
    /// a push at the pads moves: 6.1e-5 s for case 1 (9 N, 0.158 kg), 1.3e-4 s for case 2.
    large_step: f64,
}

const CASES: [Case; 2] = [
    Case {
        file: "planar_lugre/inhand_fig27_28_case1_circle.csv",
        start: 0.025,
        grips: [|i| 3.6 + 0.9 * wave(i), |i| if (31..50).contains(&i) { 2.9 } else { 4.0 }],
        large_step: 5e-5,
    },
    Case {
        file: "planar_lugre/inhand_fig29_32_case2_circle.csv",
        start: 0.002,
        grips: [|i| 1.73 + 0.91 * wave(i), |i| if (33..50).contains(&i) { 0.84 } else { 2.0 }],
        large_step: 1e-4,
    },
];

fn wave(interval: u32) -> f64 {
    (4.0 * std::f64::consts::PI * f64::from(interval) * INTERVAL).sin()
}

#[derive(Clone, Copy, Debug)]
enum Model {
    Distributed,
    Reduced,
}

/// How it is integrated.
#[derive(Clone, Copy)]
struct Scheme {
    step: f64,
    rate: BristleRate,
    arithmetic: Arithmetic,
}

/// The pads, as one contact with twice the force of one.
fn pads(
    model: Model,
    scheme: Scheme,
    grip: fn(u32) -> f64,
) -> Box<dyn Impedance<Domain = PlanarFrame>> {
    let load = Schedule::every(INTERVAL, (0..200).map(|i| 2.0 * grip(i))).unwrap();
    let (circle, bristles) = (patch("circle"), BristleParameters::table_one_stribeck().unwrap());
    let at_origin = Mount::in_world(PlanarPose::default()).unwrap();
    match model {
        Model::Distributed => {
            let pads =
                DistributedPatch::builder().patch(circle).bristles(bristles).mount(at_origin);
            let pads = pads.bristle_rate(scheme.rate).arithmetic(scheme.arithmetic);
            Box::new(pads.normal_force(load).build().unwrap())
        }
        Model::Reduced => {
            let surface = LimitSurface::new(&circle, 20).unwrap();
            let shape = ReducedShape::limit_surface(&circle, surface);
            let pads = ReducedPatch::builder().shape(shape).bristles(bristles).mount(at_origin);
            Box::new(pads.bristle_rate(scheme.rate).normal_force(load).build().unwrap())
        }
    }
}

/// Pose of the centre of mass at the end of every interval: x, y, θ.
fn run(
    case: &Case,
    profile: usize,
    model: Model,
    scheme: Scheme,
) -> Result<[Vec<f64>; 3], SimulationError> {
    let (mass, width, height) = (0.2, 0.15, 0.08);
    let mut net = NetworkBuilder::new();
    let object = PlanarBody::builder()
        .mass(mass)
        .inertia(mass * (width * width + height * height) / 12.0)
        .gravity(vector![0.0, -9.81])
        .build()
        .unwrap();
    let start = PlanarPose { position: vector![case.start, 0.0], angle: 0.0 };
    let object = net.add(object, Motion::at_rest(start)).unwrap();
    let pads = pads(model, scheme, case.grips[profile]);
    net.connect(pads, Direct::new(), object.port()).unwrap();
    let mut simulation =
        Simulation::new(net.build().unwrap(), Tableau::rk4(), scheme.step).unwrap();
    let mut poses = [vec![], vec![], vec![]];
    for i in 1..=(END / INTERVAL).round() as u32 {
        simulation.run_until(f64::from(i) * INTERVAL)?;
        let pose = simulation.motion(object).unwrap().pose;
        let values = [pose.position.x, pose.position.y, pose.angle];
        poses.iter_mut().zip(values).for_each(|(column, value)| column.push(value));
    }
    Ok(poses)
}

fn reference(case: &Case, profile: usize, model: Model) -> [Vec<f64>; 3] {
    let file: Table = table(case.file);
    let word = match model {
        Model::Distributed => "dist",
        Model::Reduced => "red",
    };
    ["px", "py", "th"].map(|axis| file.column(&format!("{word}{}_{axis}", profile + 1)))
}

fn largest_difference(found: &[f64], expected: &[f64]) -> f64 {
    assert_eq!(found.len(), expected.len());
    found.iter().zip(expected).map(|(f, e)| (f - e).abs()).fold(0.0, f64::max)
}

/// The whole series within 1e-7 m and 1e-6 rad of the reference, with its scheme and step.
fn same_scheme(model: Model) {
    let scheme = Scheme { step: 2e-6, rate: BristleRate::Explicit, arithmetic: Arithmetic::Fast };
    for (case, profile) in [(&CASES[0], 0), (&CASES[1], 1)] {
        let found = run(case, profile, model, scheme).unwrap();
        let expected = reference(case, profile, model);
        for (axis, tolerance) in [1e-7, 1e-7, 1e-6].into_iter().enumerate() {
            let off = largest_difference(&found[axis], &expected[axis]);
            assert!(off <= tolerance, "{} {model:?}: axis {axis} off by {off:e}", case.file);
        }
    }
}

#[test]
fn distributed_by_the_scheme_of_the_reference() {
    same_scheme(Model::Distributed);
}

#[test]
fn reduced_by_the_scheme_of_the_reference() {
    same_scheme(Model::Reduced);
}

/// Up to fifty times the step of the reference: explicit bristles would be far beyond their stability
/// limit, `σ₀ |v| T/g < 2.785`.
#[test]
fn order_preserving_bristles_at_a_large_step() {
    for case in &CASES {
        let scheme = Scheme {
            step: case.large_step,
            rate: BristleRate::OrderPreserving,
            arithmetic: Arithmetic::Exact,
        };
        for (profile, model) in [
            (0, Model::Distributed),
            (1, Model::Distributed),
            (0, Model::Reduced),
            (1, Model::Reduced),
        ] {
            let found = run(case, profile, model, scheme).unwrap();
            let expected = reference(case, profile, model);
            for (axis, tolerance) in [1e-5, 1e-5, 1e-4].into_iter().enumerate() {
                let off = largest_difference(&found[axis][199..], &expected[axis][199..]);
                assert!(off <= tolerance, "{} {model:?}: axis {axis} off by {off:e}", case.file);
            }
        }
    }
}

/// That is what the other form is for: explicit bristles chatter, and the object falls through.
#[test]
fn explicit_bristles_fail_at_a_large_step() {
    let (case, arithmetic) = (&CASES[1], Arithmetic::Exact);
    let scheme = Scheme { step: case.large_step, rate: BristleRate::Explicit, arithmetic };
    for model in [Model::Distributed, Model::Reduced] {
        let expected = reference(case, 0, model);
        let off = run(case, 0, model, scheme)
            .map_or(f64::INFINITY, |found| largest_difference(&found[1], &expected[1]));
        assert!(off > 1e-4, "{model:?}: off by {off:e} m only");
    }
}
