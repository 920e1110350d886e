//! Instances in loops with each other; the book has the numbers.

use super::tests::{read, set, started};

const HEAD: &str = "schema_version = 1\nsolver = { step = 1e-4, until = 2.0 }\n";
const CART: &str = r#"bodies.cart = { type = "point_mass", mass = 1.0 }
connections.motor = { ports = "cart", law = { type = "effort", effort = { type = "sine", amplitude = 8.0, frequency = 1.0 } } }
connections.friction = { ports = "cart", law = { type = "gsat", stiffness = 1e5, damping = 400.0, limit = 2.0 } }
"#;
const LOAD: &str = r#"bodies.load = { type = "point_mass", mass = 2.0 }
connections.air = { ports = "load", law = { type = "spring_damper", damping = 2.0 } }
"#;

fn joint(ports: &str, stiffness: f64, damping: f64) -> String {
    format!(
        "connections.joint = {{ ports = {ports}, map = {{ type = \"between\" }}, law = {{ type = \"spring_damper\", stiffness = {stiffness:?}, damping = {damping:?} }} }}\n"
    )
}

/// Returns the error of two coupled units relative to the motion of the load in one mechanism; infinite if they
/// blow up. The cart with the joint has the position of the load as an input, the load the force of the joint.
fn coupled_is_off(stiffness: f64, damping: f64, interval: f64) -> f64 {
    let whole = format!("{HEAD}{CART}{LOAD}{}", joint("[\"cart\", \"load\"]", stiffness, damping));
    let one = format!(
        "{HEAD}{CART}drives.load = {{ type = \"guided\", position = {{ type = \"input\", name = \"load\", unit = \"m\" }} }}\n{}",
        joint("[\"cart\", \"load\"]", stiffness, damping)
    );
    let other = format!(
        "{HEAD}{LOAD}connections.joint = {{ ports = \"load\", law = {{ type = \"effort\", effort = {{ type = \"input\", name = \"force\", unit = \"N\" }} }} }}\n"
    );
    let [mut whole, mut cart, mut load] = [whole, one, other].map(|text| started(&text));
    let (mut worst, mut motion) = (0.0_f64, 0.0_f64);
    let count = (2.0 / interval).round() as u32;
    for k in 0..count {
        let (position, force) = (read(&mut load, "load.x"), read(&mut cart, "joint.force"));
        if !(position.is_finite() && position.abs() < 1e3) {
            return f64::INFINITY;
        }
        set(&mut cart, "load", position).unwrap();
        // The effort of a `between` acts on the second port, the load.
        set(&mut load, "force", force).unwrap();
        let [now, end] = [k, k + 1].map(|k| f64::from(k) * interval);
        for unit in [&mut whole, &mut cart, &mut load] {
            if unit.step(now, end - now).is_err() {
                return f64::INFINITY;
            }
        }
        let expected = read(&mut whole, "load.x");
        worst = worst.max((read(&mut load, "load.x") - expected).abs());
        motion = motion.max(expected.abs());
    }
    worst / motion
}

#[test]
fn a_mechanism_is_cut_at_a_soft_joint_and_never_inside_a_contact() {
    // The good cut: a soft spring between the machine and its load. Being late by H it acts as a damper of -k H, a
    // twentieth of that of the load at 1 ms; the error is of first order in H.
    let [coarse, fine] = [1e-3, 0.5e-3].map(|interval| coupled_is_off(100.0, 0.0, interval));
    assert!(coarse < 0.05, "{coarse}");
    assert!((1.7..2.3).contains(&(coarse / fine)), "{coarse} {fine}");
    // A damper at the cut: an input that holds has no velocity, so it brakes against the ground, however short the
    // interval.
    let [coarse, fine] = [1e-3, 0.5e-3].map(|interval| coupled_is_off(100.0, 1.0, interval));
    assert!(fine > 0.8 * coarse && coarse > 0.03, "{coarse} {fine}");
    // The bad cut: through a joint as stiff as a contact. Now it is fifty times the damper of the load.
    assert_eq!(coupled_is_off(1e5, 0.0, 1e-3), f64::INFINITY);
}
