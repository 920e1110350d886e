//! The plate between fingertips that comes with the library.

use std::path::Path;
use std::sync::Arc;

use nalgebra::Vector2;
use stiction_core::{Direct, Motion, PlanarPose, PlanarTwist, Signal};
use stiction_friction::{BristleRate, Loaded};
use stiction_mechanics::PlanarBody;
use stiction_network::ode::Tableau;
use stiction_network::{NetworkBuilder, Simulation};
use stiction_patch::{
    BristleParameters, Grid, LimitSurface, Mount, PressureExponent, ReducedPatch, ReducedShape,
    Schedule, SoftFingertip,
};

use crate::Scenario;

/// Returns the force of a finger of case 2, with the times from which it holds.
fn grip(folder: &Path) -> Vec<(f64, f64)> {
    let text = std::fs::read_to_string(folder.join("in_hand_grip.csv")).unwrap();
    let mut lines = text.lines();
    let column =
        lines.next().unwrap().split(',').position(|name| name.trim() == "finger_2").unwrap();
    let row = |line: &str| {
        let cells: Vec<f64> = line.split(',').map(|cell| cell.trim().parse().unwrap()).collect();
        (cells[0], cells[column])
    };
    lines.map(row).collect()
}

fn code(folder: &Path) -> Simulation {
    let grip = grip(folder);
    let tip = SoftFingertip::builder().exponent(PressureExponent::Constant(2.0)).build().unwrap();
    let grid = Grid::new(21, 0.02).unwrap();
    let surface = LimitSurface::new(&tip.patch(grid, 10.0).unwrap(), 20).unwrap();
    let surface = Arc::new(surface);
    let shape = |&(time, load): &(f64, f64)| {
        let patch = tip.patch(grid, load).unwrap();
        (time, ReducedShape::limit_surface(&patch, surface.clone()))
    };
    let pad = ReducedPatch::builder()
        .shape(Schedule::new(grip.iter().map(shape)).unwrap())
        .bristles(BristleParameters::table_one_stribeck().unwrap())
        .bristle_rate(BristleRate::OrderPreserving)
        .mount(Mount::in_world(PlanarPose::default()).unwrap());
    let mut net = NetworkBuilder::new();
    let plate = PlanarBody::builder().mass(0.2).inertia(0.000_481_666_666_666_666_7);
    let plate = plate.gravity(Vector2::new(0.0, -9.81)).build().unwrap();
    let start = PlanarPose { position: Vector2::new(0.002, 0.0), angle: 0.0 };
    let plate = net.add(plate, Motion::new(start, PlanarTwist::default())).unwrap();
    let pad = Loaded::new(pad.build().unwrap(), Signal::steps(grip).unwrap()).unwrap();
    for pad in [pad.clone(), pad] {
        net.connect(pad, Direct::new(), plate.port()).unwrap();
    }
    Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-5).unwrap()
}

#[test]
fn the_plate_between_fingertips() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples/scenarios");
    let scenario = Scenario::load(folder.join("in_hand_fingertip.toml")).unwrap();
    let mut all = [scenario.simulation().unwrap().0, code(&folder)];
    all.iter_mut().for_each(|sim| sim.run_until(2.0).unwrap());
    let state = |sim: &Simulation| sim.frame().state().values().to_vec();
    let (file, code) = (state(&all[0]), state(&all[1]));
    assert_eq!(file, code);
    // Final values of an independent implementation of Waltersson and Karayiannidis, to the 3 to 5 digits that it
    // prints.
    assert!((file[0] - 4.71e-4).abs() < 1e-5, "{}", file[0]);
    assert!((file[1] + 0.02030).abs() < 1e-5, "{}", file[1]);
    assert!((file[2] + 0.18454).abs() < 1e-4, "{}", file[2]);
}
