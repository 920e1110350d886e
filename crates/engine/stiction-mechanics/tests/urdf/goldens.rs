//! Trees of links against the numbers of an independent library; origin in `tests/data/README.md`.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs::read_to_string;

use nalgebra::{DMatrix, Matrix3, Quaternion, Vector3, Vector6};
use serde::Deserialize;
use stiction_core::{Flat, Motion, Pose, SpatialFrame, Twist, Wrench};
use stiction_mechanics::urdf::{Place, Robot};
use stiction_mechanics::{Articulation, Inertial, TreeLink};

#[derive(Deserialize)]
struct Goldens {
    floating: bool,
    joints: Vec<String>,
    nqs: Vec<usize>,
    frame: String,
    states: Vec<Golden>,
    /// Difference between two methods of the library that they come from, which shows the condition of the tree.
    aba_against_crba: f64,
}

#[derive(Deserialize)]
struct Golden {
    q: Vec<f64>,
    v: Vec<f64>,
    tau: Vec<f64>,
    wrench: [f64; 6],
    a: Vec<f64>,
    kinetic: f64,
    potential: f64,
    frame_position: [f64; 3],
    frame_rotation: [[f64; 3]; 3],
    frame_velocity: [f64; 6],
    jacobian: Vec<Vec<f64>>,
}

fn read(name: &str) -> (Robot, Goldens) {
    let goldens = serde_json::from_str(&crate::text(&format!("{name}.json"))).unwrap();
    (crate::robot(name), goldens)
}

/// A state of the goldens as one of the tree.
struct Translated {
    state: Vec<f64>,
    efforts: Vec<f64>,
    on_base: Wrench,
    /// Column of the goldens for each speed of the tree: joints, then the base.
    columns: Vec<usize>,
    /// Base axes to world axes.
    turn: Matrix3<f64>,
}

fn translated(tree: &Articulation, goldens: &Goldens, golden: &Golden) -> Translated {
    let count = tree.joint_names().len();
    let (mut state, mut efforts, mut columns) =
        (vec![0.0; 2 * count], vec![0.0; count], vec![0; count]);
    let (mut turn, mut on_base) = (Matrix3::identity(), Wrench::default());
    let (mut q, mut v) = (0, 0);
    for (name, len) in goldens.joints.iter().zip(&goldens.nqs) {
        let (at, of) = (&golden.q[q..q + len], v);
        q += len;
        if name == "root_joint" {
            let orientation = Quaternion::new(at[6], at[3], at[4], at[5]);
            turn = nalgebra::UnitQuaternion::new_unchecked(orientation)
                .to_rotation_matrix()
                .into_inner();
            let world = |from: &[f64], first: usize| {
                turn * Vector3::from_column_slice(&from[first..first + 3])
            };
            let pose = Pose { position: Vector3::new(at[0], at[1], at[2]), orientation };
            let flow = Twist { linear: world(&golden.v, of), angular: world(&golden.v, of + 3) };
            let mut base = [0.0; 13];
            Motion::<SpatialFrame> { pose, flow }.store(&mut base);
            state.extend(base);
            on_base = Wrench { force: world(&golden.tau, of), torque: world(&golden.tau, of + 3) };
            columns.extend(of..of + 6);
            v += 6;
        } else {
            let k = tree.joint(name).unwrap();
            state[2 * k] = if *len == 2 { at[1].atan2(at[0]) } else { at[0] };
            state[2 * k + 1] = golden.v[of];
            efforts[k] = golden.tau[of];
            columns[k] = of;
            v += 1;
        }
    }
    Translated { state, efforts, on_base, columns, turn }
}

/// Returns the largest difference of any number, relative to the largest number of its kind in the state.
fn largest_difference(name: &str, tree: &Articulation, goldens: &Goldens) -> f64 {
    let mut worst: f64 = 0.0;
    let mut compare = |what: &str, found: &[f64], expected: &[f64]| {
        assert_eq!(found.len(), expected.len(), "{what}");
        let size = expected.iter().fold(1.0_f64, |size, number| size.max(number.abs()));
        for (found, expected) in found.iter().zip(expected) {
            let difference = (found - expected).abs() / size;
            assert!(difference.is_finite(), "{name}: {what}");
            worst = worst.max(difference);
        }
    };
    assert_eq!(goldens.states.len(), 12);
    for golden in &goldens.states {
        let Translated { state, mut efforts, mut on_base, columns, turn } =
            translated(tree, goldens, golden);
        let link = tree.link_motion(&state, &goldens.frame).unwrap();
        compare("position", link.pose.position.as_slice(), &golden.frame_position);
        let orientation = nalgebra::UnitQuaternion::new_unchecked(link.pose.orientation);
        let rotation = orientation.to_rotation_matrix().matrix().transpose();
        compare("rotation", rotation.as_slice(), golden.frame_rotation.as_flattened());
        let velocity = [link.flow.linear.as_slice(), link.flow.angular.as_slice()].concat();
        compare("velocity", &velocity, &golden.frame_velocity);

        // Columns of the goldens in axes of the base become those of the tree.
        let jacobian = tree.jacobian(&state, &goldens.frame).unwrap();
        let count = efforts.len();
        let mut expected =
            DMatrix::from_fn(6, columns.len(), |row, column| golden.jacobian[row][columns[column]]);
        for first in (count..columns.len()).step_by(3) {
            let turned = expected.columns(first, 3) * turn.transpose();
            expected.columns_mut(first, 3).copy_from(&turned);
        }
        compare("jacobian", jacobian.as_slice(), expected.as_slice());

        let (kinetic, potential) = tree.energies(&state).unwrap();
        compare("energies", &[kinetic, potential], &[golden.kinetic, golden.potential]);

        let pushed = jacobian.tr_mul(&Vector6::from(golden.wrench));
        efforts.iter_mut().zip(&pushed).for_each(|(effort, push)| *effort += push);
        if goldens.floating {
            let push = |first| Vector3::from_column_slice(&pushed.as_slice()[first..first + 3]);
            on_base.force += push(count);
            on_base.torque += push(count + 3);
        }
        let rate = tree.rate_under(&state, &efforts, &on_base).unwrap();
        let mut accelerations: Vec<f64> = (0..count).map(|k| rate[2 * k + 1]).collect();
        let mut expected: Vec<f64> = columns.iter().map(|&column| golden.a[column]).collect();
        if goldens.floating {
            accelerations.extend(&rate[2 * count + 7..]);
            // The goldens have the rate of the velocity in axes that turn with the base.
            let of =
                |from: &[f64], first: usize| Vector3::from_column_slice(&from[first..first + 3]);
            let (a, spin) = (&expected[count..], of(&golden.v, 3));
            let linear = turn * (of(a, 0) + spin.cross(&of(&golden.v, 0)));
            let angular = turn * of(a, 3);
            expected.truncate(count);
            expected.extend(linear.iter().chain(&angular));
        }
        compare("accelerations", &accelerations, &expected);
    }
    worst
}

fn of_the_file(name: &str) -> f64 {
    let (robot, goldens) = read(name);
    let tree = robot.tree(&Place { floating: goldens.floating, ..Place::default() }).unwrap();
    largest_difference(name, &tree, &goldens)
}

#[test]
fn trees_move_as_the_goldens_do() {
    for name in ["pendulum", "arm6", "arm7_prismatic", "tree12", "floating8"] {
        let worst = of_the_file(name);
        println!("{name}: {worst:.1e}");
        assert!(worst < 1e-10, "{name}: {worst:e}");
    }
}

/// Every robot that `tools/real_robots.py` finds; its head says how this is run.
#[test]
#[ignore = "needs what `tools/real_robots.py` writes"]
fn real_robots_move_as_in_pinocchio() {
    let folder = std::env::var_os("STICTION_ROBOTS").expect("STICTION_ROBOTS names the folder");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "json"));
    files.sort();
    let (mut compared, mut refused, mut wrong) = (0, 0, vec![]);
    for file in files {
        let name = file.file_stem().unwrap().to_string_lossy();
        let goldens: Goldens = serde_json::from_str(&read_to_string(&file).unwrap()).unwrap();
        // Pinocchio accepts inertias that no body has, so the comparison must too.
        let robot = Robot::read_as_written(&read_to_string(file.with_extension("urdf")).unwrap());
        let place = Place { floating: goldens.floating, ..Place::default() };
        let tree = robot.map_err(|error| error.to_string());
        match tree.and_then(|robot| robot.tree(&place).map_err(|error| error.to_string())) {
            Ok(tree) => {
                let worst = largest_difference(&name, &tree, &goldens);
                let joints = tree.joint_names().len();
                println!(
                    "{name}: {joints} joints, {worst:.1e} of {:.1e}",
                    goldens.aba_against_crba
                );
                compared += 1;
                if worst >= (50.0 * goldens.aba_against_crba).max(1e-10) {
                    wrong.push(format!("{name}: {worst:e}"));
                }
            }
            Err(error) => {
                println!("{name} is refused: {error}");
                refused += 1;
            }
        }
    }
    println!("{compared} compared, {refused} refused");
    assert!(compared >= 8 && wrong.is_empty(), "{wrong:#?}");
}

/// Thirty links: the two methods of the library that they come from differ by 3e-13 there.
#[test]
fn a_long_chain_moves_as_the_golden_does() {
    let worst = of_the_file("chain30");
    println!("chain30: {worst:.1e}");
    assert!(worst < 1e-9, "{worst:e}");
}

/// The comparison sees a wrong tree: one gram more on the last link.
#[test]
fn another_mass_is_noticed() {
    let (robot, goldens) = read("arm6");
    let links = robot.links.iter().enumerate().map(|(index, link)| {
        let own = link.inertial().unwrap();
        let mass = own.mass() + if index == 5 { 1e-3 } else { 0.0 };
        let inertial = Inertial::new(mass, own.center(), own.inertia()).unwrap();
        let link = TreeLink::builder()
            .name(link.name())
            .parent(link.parent())
            .joint(link.joint())
            .joint_name(link.joint_name())
            .origin(link.origin())
            .inertial(inertial);
        link.build().unwrap()
    });
    let gravity = Place::default().gravity;
    let tree = Articulation::builder().links(links).gravity(gravity).build().unwrap();
    assert!(largest_difference("arm6", &tree, &goldens) > 1e-6);
}
