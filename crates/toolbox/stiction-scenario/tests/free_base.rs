//! A tree with a free base: its start, laws on the base, and feet that hold it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use stiction_scenario::Scenario;

fn walker() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../examples/scenarios/walker.toml");
    std::fs::read_to_string(path).unwrap()
}

const FEET: [&str; 4] = ["front_left", "front_right", "hind_left", "hind_right"];

/// Returns at two times the anchors of the feet, position and speed of the base along the incline, and the friction
/// of each foot over its normal force.
fn stands(text: &str, times: [f64; 2]) -> [Vec<f64>; 2] {
    let scenario = Scenario::from_toml(text).unwrap();
    let (mut sim, outputs) = scenario.simulation_with_outputs().unwrap();
    times.map(|time| {
        sim.run_until(time).unwrap();
        let mut found = vec![];
        for foot in FEET {
            // The anchor is the position of the foot less its deflection.
            let own = outputs
                .recorded()
                .iter()
                .filter(|name| name.starts_with(&format!("{foot}_ground.")));
            let own: Vec<_> = own.collect();
            let [.., x, y] = own[..] else { unreachable!("{own:?}") };
            for (axis, deflection) in [("x", x), ("y", y)] {
                let at = outputs.read(&format!("{foot}_ground.{axis}"), &sim).unwrap();
                found.push(at - outputs.read(deflection, &sim).unwrap());
            }
        }
        found.push(outputs.read("walker.base.x", &sim).unwrap());
        found.push(outputs.read("walker.base.vx", &sim).unwrap());
        found.extend(FEET.map(|foot| {
            let force = |axis| outputs.read(&format!("{foot}_ground.f{axis}"), &sim).unwrap();
            force("x").hypot(force("y")) / force("z")
        }));
        found
    })
}

fn largest_change([before, after]: &[Vec<f64>; 2]) -> f64 {
    before.iter().zip(after).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// A trembling walker stays in its place below the friction of its feet, and slides away above it.
#[test]
fn a_walker_stands_on_an_incline_and_slides_on_a_steeper_one() {
    let text = walker();
    let held = stands(&text, [0.5, 1.5]);
    let feet = held.clone().map(|found| found[..8].to_vec());
    // A place is a position less a deflection that is summed over 10^4 steps, each rounded to 3e-17 m: in steps of one
    // sign that is 3e-13, and 3e-15 at random.
    assert!(largest_change(&feet) < 1e-13, "{held:?}");
    // The base only trembles about its place.
    assert!((held[1][8] - held[0][8]).abs() < 1e-3, "{held:?}");
    let steep = text.replace("[4.3872, 0.0, -8.7743]", "[5.6257, 0.0, -8.0367]");
    assert_ne!(steep, text);
    let slid = stands(&steep, [0.5, 1.5]);
    // It gains speed, and the force of each foot is at its limit.
    assert!(slid[1][9] - slid[0][9] > 0.5, "{slid:?}");
    for (shares, is_at_limit) in [(&held[1][10..], false), (&slid[1][10..], true)] {
        assert_eq!(shares.len(), 4);
        let differs = |share: &f64| (share / 0.6 - 1.0).abs() > 1e-9;
        assert!(shares.iter().all(|share| differs(share) != is_at_limit), "{shares:?}");
    }
}

#[test]
fn a_free_base_starts_as_the_file_says() {
    let base = "base = { position = [0.0, 0.0, 0.351] }";
    let with = |other: &str| {
        assert!(walker().contains(base));
        Scenario::from_toml(&walker().replace(base, other))
            .and_then(|scenario| scenario.mechanism())
    };
    let motion = "position = [0.1, 0.0, 0.3], orientation = [1.6, 0.0, 1.2, 0.0], angular_velocity = [0.0, 0.5, 0.0]";
    let start = with(&format!("base = {{ {motion} }}")).unwrap().network.initial_state();
    // It is behind eight joints: a pose and its rate.
    let expected = [0.1, 0.0, 0.3, 0.8, 0.0, 0.6, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5, 0.0];
    assert_eq!(start.values()[16..29], expected);
    let refused = |other: &str| with(other).unwrap_err().to_string();
    let found = refused("base = { position = [1.0, 2.0] }");
    assert!(found.contains("position"), "{found}");
    let found = refused("base = { orientation = [0.0, 0.0, 0.0, 0.0] }");
    assert!(found.contains("must have a length"), "{found}");
    // Files of older versions write a free base like this.
    let found =
        refused("internal = [0.0, 0.0, 0.3, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]");
    assert!(found.contains("starts with `base = {"), "{found}");
    let mounted = walker().replace("floating = true", "floating = false");
    let found =
        Scenario::from_toml(&mounted).and_then(|scenario| scenario.mechanism()).unwrap_err();
    assert!(
        found.to_string().contains("only an articulation with `floating = true` has one"),
        "{found}"
    );
}

/// The base is a port like a rigid body, and its numbers have the units of one; a joint is a port by its name.
#[test]
fn a_law_stands_on_the_base_itself() {
    let with = |ports: &str, law: &str| {
        let law = format!("[connections.push]\nports = \"{ports}\"\nlaw = {{ type = {law} }}");
        Scenario::from_toml(&format!("{}\n{law}\n", walker()))
            .and_then(|scenario| scenario.simulation_with_outputs())
    };
    let push = "\"effort\", effort = [0.0, 0.0, 1.0, 0.0, 0.0, 0.0]";
    let (_, outputs) = with("walker.base", push).unwrap();
    let of_base = outputs.names().filter(|(name, _)| name.starts_with("walker.base."));
    let units: Vec<_> = of_base.map(|(_, unit)| unit).collect();
    assert_eq!(units[..3], ["m"; 3]);
    assert_eq!(units[7..], ["m/s", "m/s", "m/s", "rad/s", "rad/s", "rad/s"]);
    let gsat = "\"gsat\", stiffness = 10.0, damping = 1.0, limit = 1.0";
    assert!(with("walker.front_left_hip", gsat).is_ok());
    let found = with("walker.base", gsat).unwrap_err().to_string();
    assert!(found.contains("frame in space"), "{found}");
}
