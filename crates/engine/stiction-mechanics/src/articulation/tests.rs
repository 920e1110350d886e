use super::*;
use crate::testing::*;
use approx::assert_relative_eq;
use nalgebra::{Matrix3, Quaternion, UnitQuaternion};
use proptest::prelude::*;
use stiction_core::Coupling;

/// Returns a mass with three different moments, in axes that are not those of the link.
fn inertial(seed: f64) -> Inertial {
    let center = Vector3::new(0.1 * seed.sin(), 0.08 * (2.0 * seed).cos(), -0.05);
    let turn = UnitQuaternion::from_euler_angles(seed, 0.4, -2.0 * seed).to_rotation_matrix();
    let moments = Matrix3::from_diagonal(&Vector3::new(0.02, 0.03, 0.04));
    let inertia = turn.matrix() * moments * turn.matrix().transpose();
    Inertial::new(1.0 + 0.3 * seed.cos(), center, (inertia + inertia.transpose()) * 0.5).unwrap()
}

fn origin(seed: f64) -> Pose {
    let turn = UnitQuaternion::from_euler_angles(0.7 * seed, -0.5, seed);
    let position = Vector3::new(0.2, 0.1 * seed.sin(), 0.15);
    Pose { position, orientation: turn.into_inner() }
}

/// Builds a branched tree: turning and sliding joints, one fixed link, skew axes.
fn tree(floating: bool, gravity: Vector3<f64>) -> Articulation {
    let skew = |seed: f64| Vector3::new(seed.sin(), seed.cos(), 0.5);
    let plan = [
        ("a", "base", Joint::Revolute(skew(1.0))),
        ("b", "a", Joint::Prismatic(skew(2.0))),
        ("c", "a", Joint::Revolute(skew(3.0))),
        ("flange", "c", Joint::Fixed),
        ("d", "flange", Joint::Revolute(skew(4.0))),
        ("e", "b", Joint::Revolute(skew(5.0))),
        ("f", "e", Joint::Prismatic(skew(6.0))),
    ];
    let links = plan.iter().enumerate().map(|(k, &(name, parent, joint))| {
        let seed = 1.0 + k as f64;
        let link = TreeLink::builder().name(name).parent(parent).joint(joint).origin(origin(seed));
        link.inertial(inertial(seed)).armature(0.01 * seed).build().unwrap()
    });
    let tree = Articulation::builder().links(links).gravity(gravity).floating(floating);
    tree.base_inertial(inertial(9.0)).build().unwrap()
}

const GRAVITY: Vector3<f64> = Vector3::new(0.5, -1.0, -9.81);

fn numbers(count: usize, seed: f64, size: f64) -> Vec<f64> {
    (0..count).map(|k| size * (seed + 1.7 * k as f64).sin()).collect()
}

fn effort_count(tree: &Articulation) -> usize {
    tree.joint_names().len() + if tree.floating() { 6 } else { 0 }
}

fn moved(state: &[f64], rate: &[f64], h: f64) -> Vec<f64> {
    state.iter().zip(rate).map(|(x, r)| x + h * r).collect()
}

/// Returns any state of [`tree`].
fn state(tree: &Articulation, seed: f64) -> Vec<f64> {
    let mut state = numbers(2 * tree.joint_names().len(), seed, 1.3);
    if tree.floating() {
        let [x, v, w] = [0.2, 1.1, 2.3].map(|more| Vector3::from_vec(numbers(3, seed + more, 1.0)));
        let orientation = UnitQuaternion::from_scaled_axis(w).into_inner();
        let pose = Pose { position: x, orientation };
        let flow = Twist { linear: v, angular: w };
        let first = state.len();
        state.resize(tree.len(), 0.0);
        Motion::<SpatialFrame> { pose, flow }.store(&mut state[first..]);
    }
    state
}

#[test]
fn it_stores_what_its_joints_are_given() {
    for floating in [false, true] {
        let tree = tree(floating, GRAVITY);
        for seed in [0.1, 1.3, 2.9] {
            let state = state(&tree, seed);
            let efforts = numbers(effort_count(&tree), 3.0 * seed, 4.0);
            assert_power_balance(&tree, &state, &efforts, 1e-11);
            // Along a rate that no motion has, the power is still the derivative of the energy.
            let mut rate = numbers(state.len(), seed + 0.5, 1.0);
            if floating {
                // A rate of the quaternion that keeps its length.
                let first = 2 * tree.joint_names().len() + 3;
                let along: f64 = (first..first + 4).map(|i| rate[i] * state[i]).sum();
                (first..first + 4).for_each(|i| rate[i] -= along * state[i]);
            }
            let energy = |h: f64| {
                let mut moved = moved(&state, &rate, h);
                tree.constraint().project(&tree.ports(), &mut moved);
                tree.stored_energy(&moved)
            };
            let numeric =
                (8.0 * (energy(1e-3) - energy(-1e-3)) - energy(2e-3) + energy(-2e-3)) / 12e-3;
            assert_relative_eq!(
                tree.powers(&Stage::at(0.0), &state, &rate).stored.unwrap(),
                numeric,
                max_relative = 1e-7
            );
        }
    }
}

/// Checked by the rates alone, whatever the step: efforts in the joints are inner forces.
#[test]
fn a_floating_tree_keeps_its_momentum() {
    let change = |gravity| {
        let tree = tree(true, gravity);
        let state = state(&tree, 0.4);
        let efforts = numbers(tree.joint_names().len(), 0.9, 5.0);
        let rate = tree.rate_under(&state, &efforts, &Wrench::default()).unwrap();
        let momentum = |h: f64| tree.momentum(&moved(&state, &rate, h)).unwrap();
        let (more, less) = (momentum(1e-5), momentum(-1e-5));
        ((more.0 - less.0).norm() + (more.1 - less.1).norm()) / 2e-5
    };
    let kept = change(Vector3::zeros());
    assert!(kept < 1e-7, "{kept}");
    // Gravity acts from outside.
    assert!(change(GRAVITY) > 1.0);
}

/// A rotor adds its inertia to the joint and nothing else.
#[test]
fn an_armature_is_felt_along_its_joint() {
    let bob = Inertial::new(2.0, Vector3::x() * 0.5, Matrix3::identity() * 0.1).unwrap();
    let link =
        || TreeLink::builder().name("rod").parent("base").joint(Joint::Revolute(Vector3::z()));
    let tree = |armature| {
        let link = link().inertial(bob).armature(armature).build().unwrap();
        Articulation::builder().links([link]).build().unwrap()
    };
    // 2 · 0.25 + 0.1 about the joint.
    assert_relative_eq!(rate_under(&tree(0.0), &[0.4, 2.0], &[3.0])[1], 5.0, max_relative = 1e-14);
    assert_relative_eq!(rate_under(&tree(0.9), &[0.4, 2.0], &[3.0])[1], 2.0, max_relative = 1e-14);
    assert_relative_eq!(tree(0.9).stored_energy(&[0.4, 2.0]), 3.0, max_relative = 1e-14);
}

fn plain(name: &str, parent: &str) -> TreeLink {
    let link = TreeLink::builder().name(name).parent(parent).joint(Joint::Revolute(Vector3::x()));
    link.inertial(inertial(1.0)).build().unwrap()
}

#[test]
fn trees_are_checked() {
    let refused = |links: &[TreeLink]| {
        Articulation::builder().links(links.to_vec()).build().unwrap_err().to_string()
    };
    let cases = [
        (vec![], "articulation: no joint moves: there must be one of them, or a base that is free"),
        (
            vec![plain("a", "base"), plain("a", "base")],
            "articulation: the name `a` is given to two links",
        ),
        (vec![plain("base", "base")], "articulation: the name `base` is given to two links"),
        (
            vec![plain("a", "nowhere")],
            "articulation: the parent `nowhere` of link `a` is not there",
        ),
        (
            vec![plain("a", "b"), plain("b", "base")],
            "articulation: link `a` must stand after its parent `b` in the list",
        ),
        (
            vec![plain("a", "b"), plain("b", "a")],
            "articulation: link `a` is carried by itself: loops cannot be built",
        ),
        (
            vec![plain("a", "a")],
            "articulation: link `a` is carried by itself: loops cannot be built",
        ),
    ];
    for (links, expected) in cases {
        assert_eq!(refused(&links), expected);
    }
    let chain = |n: usize| -> Vec<TreeLink> {
        (0..n)
            .map(|k| {
                plain(&format!("{}", k + 1), &if k == 0 { "base".into() } else { format!("{k}") })
            })
            .collect()
    };
    assert!(Articulation::builder().links(chain(300)).build().is_ok());
    let named = |floating| {
        let link = plain("a", "base");
        let link = TreeLink::builder().name("a").parent("base").joint(link.joint());
        let link = link.joint_name("base").inertial(inertial(1.0)).build().unwrap();
        let built = Articulation::builder().links([link]).base_inertial(inertial(2.0));
        built.floating(floating).build()
    };
    assert!(named(false).is_ok());
    let error = named(true).unwrap_err().to_string();
    assert_eq!(error, "articulation: joint `base` has the name of the free base");
    let massless = TreeLink::builder().name("b").parent("a").joint(Joint::Revolute(Vector3::x()));
    let massless = massless.build().unwrap();
    assert!(refused(&[plain("a", "base"), massless]).contains("joint `b` moves no inertia"));
    let gravity = Vector3::new(f64::NAN, 0.0, 0.0);
    let error = Articulation::builder().links([plain("a", "base")]).gravity(gravity).build();
    assert_eq!(error.unwrap_err().to_string(), "articulation: gravity = NaN must be finite");
}

#[test]
fn links_are_checked() {
    let link = || TreeLink::builder().name("a").parent("base");
    assert_refused(link().joint(Joint::Revolute(Vector3::zeros())).build(), "axis");
    for bad in NOT_FINITE {
        assert_refused(link().joint(Joint::Prismatic(Vector3::x() * bad)).build(), "axis");
    }
    let nowhere = Pose { orientation: Quaternion::new(0.0, 0.0, 0.0, 0.0), ..Pose::default() };
    assert_refused(link().joint(Joint::Fixed).origin(nowhere).build(), "origin");
    let flat = Matrix3::from_diagonal(&Vector3::new(1.0, 1.0, 2.5));
    assert_refused(Inertial::new(1.0, Vector3::zeros(), flat), "inertia");
    assert!(Inertial::as_written(0.0, Vector3::zeros(), flat).is_ok());
    assert_refused(Inertial::as_written(-1.0, Vector3::zeros(), flat), "mass");
}

/// Every port has its own domain: a joint turns or slides, and a base that is free moves in space.
#[test]
fn every_port_is_of_its_own_domain() {
    let domains = |floating| {
        let tree = tree(floating, GRAVITY);
        let any: &dyn stiction_core::AnyAdmittance = &tree;
        let slides = |k: &usize| tree.tree.joints[*k].slides;
        let count = tree.joint_names().len();
        let slide = (0..count).find(slides).unwrap();
        assert_eq!(
            (any.ports().offset(count), any.len()),
            (2 * count, 2 * count + 13 * usize::from(floating))
        );
        let names = any.ports().domains().map(|domain| domain.tag).collect::<Vec<_>>();
        (
            names[slide],
            names[0],
            names.get(count).copied(),
            tree.ports().name(count).map(str::to_owned),
        )
    };
    assert_eq!(domains(false), ("line", "shaft", None, None));
    assert_eq!(domains(true), ("line", "shaft", Some("spatial_frame"), Some("base".to_owned())));
}

/// A body that is free needs no joint: with links fixed on it, it is one rigid body.
#[test]
fn a_free_base_needs_no_joint() {
    let fixed = TreeLink::builder().name("a").parent("base").joint(Joint::Fixed);
    let links = [fixed.inertial(inertial(1.0)).build().unwrap()];
    let tree = Articulation::builder().links(links.clone()).floating(true).gravity(GRAVITY);
    let tree = tree.build().unwrap();
    let state = state(&tree, 0.2);
    assert_power_balance(&tree, &state, &numbers(6, 0.3, 2.0), 1e-11);
    let mass = tree.links()[0].inertial().unwrap().mass();
    let push = Wrench { force: GRAVITY * -mass, torque: Vector3::zeros() };
    let mut still = vec![0.0; tree.len()];
    Motion::<SpatialFrame>::default().store(&mut still);
    // Carried in its centre of mass it does not move.
    let lever = tree.links()[0].inertial().unwrap().center();
    let push = Wrench { torque: lever.cross(&push.force), ..push };
    let rate = tree.rate_under(&still, &[], &push).unwrap();
    assert!(rate.iter().all(|rate| rate.abs() < 1e-13), "{rate:?}");
    let unmoved = Articulation::builder().links(links).build();
    assert_eq!(unmoved.unwrap_err(), ArticulationError::NoJoint);
    let nothing = Articulation::builder().links([]).floating(true).build().unwrap_err();
    assert!(matches!(nothing, ArticulationError::NoInertia { .. }), "{nothing}");
}

/// Power and angular momentum are in balance, whatever the number of links.
#[test]
fn a_thousand_links_keep_the_balance() {
    let links = (0..1000).map(|k| {
        let parent = if k == 0 { "base".to_owned() } else { format!("{k}") };
        let axis = if usize::is_multiple_of(k, 2) { Vector3::x() } else { Vector3::y() };
        let link = TreeLink::builder().name(format!("{}", k + 1)).parent(parent);
        let link = link.joint(Joint::Revolute(axis)).origin(Pose::at(Vector3::z() * -0.05));
        let bob = Inertial::new(0.1, Vector3::z() * -0.025, Matrix3::identity() * 1e-4).unwrap();
        link.inertial(bob).build().unwrap()
    });
    let tree = Articulation::builder().links(links).gravity(GRAVITY).build().unwrap();
    let state: Vec<f64> = numbers(2000, 0.4, 0.02);
    let mut efforts = numbers(1000, 1.4, 0.1);
    efforts[0] = 400.0;
    assert_power_balance(&tree, &state, &efforts, 1e-8);
    let rate = rate_under(&tree, &state, &efforts);
    // Momentum changes by external forces only: about the joint at the top, which turns freely about x,
    // gravity and the first effort.
    let [before, after] = [-1e-6, 1e-6].map(|h| tree.momentum(&moved(&state, &rate, h)).unwrap());
    let [push, spin] = [(after.0 - before.0) / 2e-6, (after.1 - before.1) / 2e-6];
    let mut pull = efforts[0];
    for link in tree.links() {
        let motion = tree.link_motion(&state, link.name()).unwrap();
        let center = motion.pose.position
            + rotation::matrix(&motion.pose.orientation) * link.inertial().unwrap().center();
        // The joint is 0.05 m below the origin.
        pull += (center + Vector3::z() * 0.05).cross(&(GRAVITY * 0.1)).x;
    }
    let about_joint = (spin + (Vector3::z() * 0.05).cross(&push)).x;
    assert!((about_joint - pull).abs() < 1e-5 * pull.abs(), "{about_joint} {pull}");
    // The control: without the first effort it is off.
    assert!(efforts[0] > 1e-3 * pull.abs());
}

/// A free base without an orientation is reported, not simulated.
#[test]
fn a_base_without_orientation_has_no_rates() {
    let tree = tree(true, GRAVITY);
    let mut state = state(&tree, 0.3);
    let first = 2 * tree.joint_names().len() + 3;
    state[first..first + 4].fill(0.0);
    assert!(rate_under(&tree, &state, &vec![0.0; effort_count(&tree)])[1].is_nan());
}

#[test]
fn links_are_seen_between_their_joints() {
    let tree = tree(false, GRAVITY);
    let state = state(&tree, 0.3);
    let seen = Admittance::view(&tree, &state);
    let ends: Vec<Vector3<f64>> = seen
        .iter()
        .flat_map(|seen| {
            let stiction_core::Shape::Capsule { length, .. } = seen.shape else {
                panic!("{seen:?}")
            };
            let half = nalgebra_glm::quat_rotate_vec3(&seen.pose.orientation, &Vector3::z())
                * (0.5 * length);
            [seen.pose.position - half, seen.pose.position + half]
        })
        .collect();
    for link in ["a", "b", "c", "d", "e", "f"] {
        let joint = tree.link_motion(&state, link).unwrap().pose.position;
        assert!(ends.iter().any(|end| (end - joint).norm() < 1e-12), "{link}");
    }
    assert!(tree.link_motion(&state, "nowhere").is_err());
    assert!(tree.link_motion(&state[1..], "a").is_err());
}

#[test]
fn a_map_needs_its_joints() {
    let fixed = tree(false, GRAVITY);
    assert_eq!(fixed.path("f").unwrap(), [0, 1, 4, 5]);
    assert_eq!(fixed.path("flange").unwrap(), [0, 2]);
    let refused = LinkFrame::<3>::of(&fixed, "f").unwrap_err().to_string();
    assert_eq!(refused, "articulation: 4 joints carry link `f`, and the map is for 3");
    let refused = LinkFrame::<4>::of(&fixed, "g").unwrap_err().to_string();
    assert_eq!(refused, "articulation: no link `g`");
    let free = tree(true, GRAVITY);
    assert_eq!(free.path("f").unwrap(), [6, 0, 1, 4, 5]);
    assert_eq!(free.path("base").unwrap(), [6]);
    assert!(fixed.path("base").unwrap().is_empty());
    let refused = LinkFrame::<4>::of(&free, "f").unwrap_err().to_string();
    assert_eq!(refused, "articulation: the base is free, and the map is for one that is mounted");
    let refused = LinkFrame::<4>::on_free_base(&fixed, "f").unwrap_err().to_string();
    assert_eq!(refused, "articulation: the base is mounted, and the map is for one that is free");
    for bad in NOT_FINITE {
        assert!(LinkPoint::<4>::of(&fixed, "f", Vector3::x() * bad).is_err());
    }
}

proptest! {
    #[test]
    fn maps_have_a_link_where_the_tree_has_it(
        joints in [scalar_motion(), scalar_motion(), scalar_motion(), scalar_motion()],
        seed in 0.0..6.0_f64, point in vector3(0.5),
    ) {
        for floating in [false, true] {
            let tree = tree(floating, GRAVITY);
            let mut state = state(&tree, seed);
            let path = tree.path("f").unwrap();
            for (joint, motion) in path[usize::from(floating)..].iter().zip(&joints) {
                (state[2 * joint], state[2 * joint + 1]) = (motion.pose, motion.flow);
            }
            let (found, at) = if floating {
                // The ports of the base come first; the base itself is a link.
                let base = Motion::<SpatialFrame>::load(&state[2 * tree.joint_names().len()..]);
                let own = LinkFrame::<0>::on_free_base(&tree, "base").unwrap().motion(&(base, []));
                prop_assert_eq!(own.pose.position, base.pose.position);
                prop_assert_eq!(own.flow.angular, base.flow.angular);
                let frame = LinkFrame::<4>::on_free_base(&tree, "f").unwrap();
                let at = LinkPoint::<4>::on_free_base(&tree, "f", point).unwrap();
                (frame.motion(&(base, joints)), at.motion(&(base, joints)).pose)
            } else {
                let frame = LinkFrame::<4>::of(&tree, "f").unwrap();
                let at = LinkPoint::<4>::of(&tree, "f", point).unwrap();
                (frame.motion(&joints), at.motion(&joints).pose)
            };
            let expected = tree.link_motion(&state, "f").unwrap();
            prop_assert!((found.pose.position - expected.pose.position).norm() < 1e-13);
            prop_assert!((found.flow.linear - expected.flow.linear).norm() < 1e-12);
            prop_assert!((found.flow.angular - expected.flow.angular).norm() < 1e-12);
            let [q, p] = [found.pose, expected.pose].map(|pose| rotation::matrix(&pose.orientation));
            prop_assert!((q - p).norm() < 1e-13);
            prop_assert!((at - expected.pose.position - p * point).norm() < 1e-13);
        }
    }
}

/// Builds a finger of three parallel joints with mass on the last link alone, which moves in three ways: along its
/// plane and turning. Straight, two of the joints move it alike.
fn finger(armature: f64) -> Articulation {
    let joint = |name: &str, parent: &str, along: f64| {
        TreeLink::builder()
            .name(name)
            .parent(parent)
            .joint(Joint::Revolute(Vector3::y()))
            .origin(Pose::at(Vector3::new(along, 0.0, 0.0)))
            .armature(armature)
    };
    let tip = Inertial::new(0.02, Vector3::x() * 0.01, Matrix3::identity() * 2e-5).unwrap();
    let links = [
        joint("proximal", "base", 0.0).build().unwrap(),
        joint("medial", "proximal", 0.05).build().unwrap(),
        joint("tip", "medial", 0.03).inertial(tip).build().unwrap(),
    ];
    Articulation::builder().links(links).build().unwrap()
}

#[test]
fn a_joint_that_moves_nothing_in_a_position_is_named_with_what_it_moves() {
    let at = |bent: f64| [0.3, 0.0, bent, 0.0, 0.4, 0.0];
    let found = finger(0.0).without_inertia(&at(0.0)).unwrap();
    assert_eq!(found.port, finger(0.0).joint_names().next().unwrap());
    assert!(found.inertia.abs() < 1e-12 * found.locked && found.locked > 1e-5, "{found:?}");
    // Bent it moves, as do the joints of the other trees in any position.
    assert_eq!(finger(0.0).without_inertia(&at(0.7)), None);
    assert_eq!(finger(1e-6).without_inertia(&at(0.0)), None);
    for floating in [false, true] {
        let tree = tree(floating, GRAVITY);
        for seed in [0.3, 1.9, 4.2] {
            assert_eq!(tree.without_inertia(&state(&tree, seed)), None);
        }
    }
}

/// The inertia that a joint moves while the others are free is the reciprocal of its acceleration per unit of effort.
#[test]
fn the_inertia_of_a_joint_is_what_an_effort_on_it_accelerates() {
    let (tree, work) = (finger(1e-5), &mut [WORK; 4]);
    let x = [0.3, 0.0, 0.7, 0.0, 0.4, 0.0];
    let (base, ..) = tree.setting(&x);
    let inertias = kernel::inertias(&tree.tree, &base, &x, work);
    let accelerated = tree.rate_under(&x, &[1.0, 0.0, 0.0], &Wrench::default()).unwrap()[1];
    assert_relative_eq!(inertias[0][0], accelerated.recip(), max_relative = 1e-12);
    assert!(inertias.iter().all(|[free, locked]| free <= locked));
}
