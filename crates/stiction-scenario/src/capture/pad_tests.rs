//! Pads of every pressure, from code to a file and back.

use std::sync::Arc;

use nalgebra::{Vector2, vector};
use stiction_core::{
    Direct, Impedance, Motion, PlanarFrame, PlanarPose, PlanarTwist, Signal, Value,
};
use stiction_mechanics::PlanarBody;
use stiction_network::{Network, NetworkBuilder};
use stiction_patch::{
    BristleParameters, ContactPatch, DistributedPatch, Grid, LimitSurface, Polygon,
    PressureExponent, ReducedPatch, ReducedShape, Schedule, SoftFingertip, StickSlipPatch,
    StickSlipPatchParameters, Surface,
};

use stiction_sliding::{Axes, EllipsoidContact, Pressing, SupportLoad, TiltingLoad};

use super::tests::{refused, same_in_steps, written};
use crate::Law;
const STEP: f64 = 1e-5;

fn bristles() -> BristleParameters {
    BristleParameters::table_one_stribeck().unwrap()
}

fn grid() -> Grid {
    Grid::new(9, 0.02).unwrap()
}

/// A plate that slides and turns on a pad.
fn plate(law: impl Impedance<Domain = PlanarFrame>) -> Network {
    let mut net = NetworkBuilder::new();
    let plate = PlanarBody::builder().mass(0.2).inertia(5e-4).build().unwrap();
    let twist = PlanarTwist { linear: vector![0.05, 0.02], angular: 3.0 };
    let plate = net.add(plate, Motion::new(PlanarPose::default(), twist)).unwrap();
    net.connect(law, Direct::new(), plate.port()).unwrap();
    net.build().unwrap()
}

/// Loads that hold for 50 steps each.
const LOADS: [f64; 3] = [1.0, 2.5, 0.4];

fn steps<T>(of: impl Fn(f64) -> T) -> Schedule<T> {
    Schedule::new((0..).map(|i| 50.0 * STEP * f64::from(i)).zip(LOADS.map(of))).unwrap()
}

fn tip(load: f64) -> ContactPatch {
    let tip = SoftFingertip::builder().exponent(PressureExponent::Constant(2.0)).build().unwrap();
    tip.patch(Grid::new(15, 0.02).unwrap(), load).unwrap()
}

fn distributed(patch: impl Into<Schedule<ContactPatch>>) -> Network {
    let pad = DistributedPatch::builder().patch(patch).bristles(bristles()).normal_force(2.0);
    plate(pad.build().unwrap())
}

/// A pad under a load that changes.
fn reduced(shape: impl Into<Schedule<ReducedShape>>) -> Network {
    let pad = ReducedPatch::builder().shape(shape).bristles(bristles());
    let loads = Signal::every(50.0 * STEP, LOADS).unwrap();
    plate(pad.normal_force(loads).build().unwrap())
}

/// Its entry in a file.
fn entry(network: &Network) -> toml::Table {
    let mut connections = written(network).connections.into_values();
    let law = connections.next().map(|connection| connection.law).expect("no pad");
    toml::Table::try_from(law).unwrap()
}

fn on_surface(patch: &ContactPatch, samples: usize) -> ReducedShape {
    ReducedShape::limit_surface(patch, LimitSurface::new(patch, samples).unwrap())
}

#[test]
fn pressures_of_every_kind() {
    let corners = [[-0.01, -0.01], [0.01, -0.004], [0.003, 0.0097]].map(Vector2::from);
    let points = (0..5_u32).map(|i| (vector![2e-3 * f64::from(i), 1e-3], f64::from(1 + i * i)));
    let rows = [[0.1, 0.2, 0.7], [0.0, 1.1, 0.0], [0.3, 0.3, 0.9]];
    let mut patches = vec![
        Polygon::new(&corners).unwrap().patch(grid()).unwrap(),
        ContactPatch::from_points(points).unwrap(),
        ContactPatch::from_rows(0.03, &rows).unwrap(),
        ContactPatch::from_pressure(grid(), |x, y| (300.0 * x).sin().powi(2) + 30.0 * y.abs())
            .unwrap(),
        ContactPatch::ring(grid(), 0.004, 0.01).unwrap(),
        tip(1.3),
    ];
    patches.extend(Surface::ALL.map(|surface| surface.patch(grid()).unwrap()));
    for patch in patches {
        same_in_steps(distributed(patch.clone()), STEP);
        same_in_steps(reduced(ReducedShape::ellipsoid(&patch)), STEP);
        same_in_steps(reduced(on_surface(&patch, 3)), STEP);
    }
}

/// The load, the pressure or both change; the first change may be at the start or before it.
#[test]
fn pressures_and_loads_that_change() {
    same_in_steps(distributed(steps(tip)), STEP);
    for start in [-1.0, 0.0, 30.0 * STEP] {
        let sizes = Schedule::new([(start - 0.1, tip(1.0)), (start, tip(2.0)), (0.1, tip(3.0))]);
        let pad = StickSlipPatch::builder().patch(sizes.unwrap()).friction(0.5).stiffness(1e3);
        let pad = pad.torsional_stiffness(0.1).damping(2.0).torsional_damping(1e-3);
        let loads = Signal::steps([(start - 0.1, 1.0), (start, 3.0), (0.1, 1.0)]).unwrap();
        same_in_steps(plate(pad.normal_force(loads).build().unwrap()), STEP);
    }
}

#[test]
fn shapes_that_change() {
    same_in_steps(reduced(steps(|load| ReducedShape::ellipsoid(&tip(load)))), STEP);
    // One surface for all sizes.
    let surface = Arc::new(LimitSurface::new(&tip(3.0), 4).unwrap());
    let shape = |load| ReducedShape::limit_surface(&tip(load), surface.clone());
    same_in_steps(reduced(steps(shape)), STEP);
    same_in_steps(reduced(steps(|load| on_surface(&tip(load), 4))), STEP);
    // Some with a surface, which are sampled differently.
    let mixed = |load: f64| match load {
        1.0 => ReducedShape::ellipsoid(&tip(load)),
        2.5 => on_surface(&tip(load), 3),
        _ => on_surface(&tip(load), 4),
    };
    same_in_steps(reduced(steps(mixed)), STEP);
}

/// What a reader of the file sees.
#[test]
fn a_pressure_stays_a_pressure_where_it_is_known() {
    let circle = Surface::RasterCircle.patch(grid()).unwrap();
    let pad = entry(&reduced(on_surface(&circle, 5)));
    assert_eq!(pad["pressure"]["surface"].as_str(), Some("circle"));
    assert_eq!(pad["samples"].as_integer(), Some(5));
    assert!(!pad.contains_key("shapes"));
    let pad = entry(&reduced(steps(|load| on_surface(&tip(load), 5))));
    assert_eq!(pad["pressure"]["pieces"].as_array().map(Vec::len), Some(3));
    let pad = entry(&reduced(ReducedShape::ellipsoid(&circle)));
    let [rim] = &pad["shapes"].as_array().unwrap()[..] else { panic!("{pad}") };
    assert_eq!(rim["radius"].as_float(), Some(circle.radius()));
}

#[test]
fn a_limit_surface_from_a_file_is_not_known() {
    let circle = Surface::RasterCircle.patch(grid()).unwrap();
    let text = LimitSurface::new(&circle, 3).unwrap().to_json().unwrap();
    let read = LimitSurface::from_json(&text).unwrap();
    let message = refused(&reduced(ReducedShape::limit_surface(&circle, read)));
    assert!(message.contains("was read from a file, without the pressure"), "{message}");
}

/// What is composed in code is what a file has: by itself, or by the law that it is.
#[test]
fn laws_composed_in_code_are_those_of_files() {
    fn law(network: &Network) -> Law {
        written(network).connections.into_values().next().expect("no law").law
    }
    let pad = DistributedPatch::builder().patch(tip(1.3)).bristles(bristles()).normal_force(2.0);
    let pad = pad.build().unwrap();
    let found = law(&plate(pad.clone()));
    assert_eq!(Law::of(&pad), Some(found.clone()));
    assert_eq!(Law::from(pad), found);
    let pad = ReducedPatch::builder().shape(on_surface(&tip(1.3), 3)).bristles(bristles());
    let pad = pad.normal_force(2.0).build().unwrap();
    let found = law(&plate(pad.clone()));
    assert_eq!(Law::of(&pad), Some(found.clone()));
    assert_eq!(Law::from(pad), found);
    let pad = StickSlipPatch::builder().patch(tip(1.3)).friction(0.5).stiffness(1e3);
    let pad = pad.torsional_stiffness(0.1).damping(2.0).torsional_damping(1e-3).normal_force(2.0);
    let pad = pad.build().unwrap();
    let found = law(&plate(pad.clone()));
    assert_eq!(Law::of(&pad), Some(found.clone()));
    assert_eq!(Law::from(StickSlipPatchParameters::from(&pad)), found);
    let load = SupportLoad::tilting(2.0, [0.1.into(), 0.2.into()], Axes::Body);
    let pad = EllipsoidContact::builder().stiffness([1e3, 1e3, 0.1]).damping([2.0, 2.0, 1e-3]);
    let pad = pad.friction(0.4).semi_axes([1.0, 1.0, 0.01]).load(load).build().unwrap();
    let found = law(&plate(pad.clone()));
    assert_eq!(Law::of(&pad), Some(found.clone()));
    assert_eq!(Law::from(pad), found);
    assert!(found.value("moment_axes").is_some_and(|axes| *axes != Value::Absent));
}

/// A load that depends on the motion is code.
#[test]
fn a_load_that_is_a_closure_is_not_known() {
    let load = TiltingLoad::new(|_, _| Pressing { normal_force: 2.0, ..Pressing::default() });
    let pad = EllipsoidContact::builder().stiffness([1e3, 1e3, 0.1]).damping([2.0, 2.0, 1e-3]);
    let pad = pad.friction(0.4).semi_axes([1.0, 1.0, 0.01]).load(load).build().unwrap();
    let message = refused(&plate(pad));
    assert!(message.contains("a closure can only be given in Rust"), "{message}");
}
