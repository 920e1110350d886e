//! Contacts of two moving bodies, with known answers.

use stiction_scenario::Scenario;

/// Returns the last row of a run, by the names of its columns.
fn last(text: &str) -> impl Fn(&str) -> f64 + use<> {
    let scenario = Scenario::from_toml(text).unwrap_or_else(|error| panic!("{error}"));
    let (mut sim, channels) = scenario.simulation().unwrap();
    sim.watch_energy().unwrap();
    sim.run_until(scenario.solver.until).unwrap();
    let (mut names, mut row) = (vec![], vec![]);
    for group in channels {
        names.extend_from_slice(group.names());
        group.read(&sim.frame(), &mut row).unwrap();
    }
    move |name| {
        row[names.iter().position(|known| known == name).unwrap_or_else(|| panic!("{name}"))]
    }
}

/// Returns a coin 0.2 m from the axis of a heavy spinning disc, with friction 0.2, pressed in by its weight.
fn turntable(speed: f64, until: f64) -> String {
    format!(
        r#"
schema_version = 1
title = "A coin on a turntable"
solver = {{ step = 1e-4, until = {until} }}
[bodies.table]
type = "rigid_body"
mass = 1e5
shape = {{ type = "cylinder", radius = 0.5, length = 0.1 }}
start = {{ angular_velocity = [0.0, 0.0, {speed}] }}
[bodies.coin]
type = "rigid_body"
mass = 0.01
shape = {{ type = "cylinder", radius = 0.01, length = 0.002 }}
gravity = [0.0, 0.0, -9.81]
start = {{ position = [0.2, 0.0, -9.81e-7], velocity = [0.0, {}, 0.0], angular_velocity = [0.0, 0.0, {speed}] }}
[connections.contact]
ports = ["table", "coin"]
map = {{ type = "relative_frame" }}
law = {{ type = "elliptic_contact", stiffness = 1e5, damping = 50.0, friction = [0.2, 0.2], torsional_friction = 0.00133 }}
"#,
        0.2 * speed
    )
}

/// It follows the table up to sqrt(mu g/r) = 3.132 rad/s, and not beyond.
#[test]
fn a_coin_goes_round_with_a_turntable_up_to_the_limit_of_its_friction() {
    for (speed, goes_round) in [(2.0, true), (3.1, true), (3.17, false)] {
        let text = turntable(speed, 1.0);
        let at = last(&text);
        let (x, y) = (at("coin.x"), at("coin.y"));
        let radius = x.hypot(y);
        let behind = (y.atan2(x) - speed).rem_euclid(std::f64::consts::TAU);
        let behind = behind.min(std::f64::consts::TAU - behind);
        if goes_round {
            // The bristle bends by m w^2 r/K, and swings in by about that once.
            let bent = 0.01 * speed * speed * 0.2 / 1e5;
            assert!((radius - 0.2).abs() < 4.0 * bent + 1e-8, "{speed}: {radius}");
            assert!(behind * 0.2 < 4.0 * bent + 1e-8, "{speed}: {behind}");
        } else {
            assert!(radius > 0.201, "{speed}: {radius}");
        }
    }
}

/// Started loaded, its bristle bears the centripetal force, and it does not move outwards; started unbent, it moves
/// by m w^2 r/K, and near the limit by more, because it overshoots and slips.
#[test]
fn a_coin_that_starts_loaded_stays_where_it_lies_on_the_turntable() {
    for speed in [2.0, -3.1_f64] {
        let bent = 0.01 * speed * speed * 0.2 / 1e5;
        let goes_out = |start: &str| {
            let at = last(&(turntable(speed, 0.5) + start));
            (at("coin.x") - at("table.x")).hypot(at("coin.y") - at("table.y")) - 0.2
        };
        let (loaded, unbent) = (goes_out("start = \"loaded\"\n"), goes_out(""));
        assert!(loaded.abs() < 1e-3 * bent, "{speed}: {loaded:e} of {bent:e}");
        assert!(unbent > 0.99 * bent, "{speed}: {unbent:e} of {bent:e}");
    }
}

/// Returns a body of 1 kg at 0.4 m on a plank of 2 kg that turns about its middle.
fn seesaw(shape: &str, contacts: &str) -> String {
    format!(
        r#"
schema_version = 1
title = "A seesaw"
solver = {{ step = 1e-4, until = 0.2 }}
[bodies.plank]
type = "rigid_body"
mass = 2.0
shape = {{ type = "cuboid", sizes = [1.0, 0.3, 0.02] }}
[bodies.box]
type = "rigid_body"
mass = 1.0
gravity = [0.0, 0.0, -9.81]
shape = {shape}
start = {{ position = [0.4, 0.0, 0.06] }}
[connections.pivot]
ports = "plank"
map = {{ type = "body_point", point = [0.0, 0.0, 0.0] }}
law = {{ type = "spring_damper", stiffness = 1e5, damping = 100.0 }}
{contacts}
"#
    )
}

/// J alpha = m g x with J = 2 (1 + 0.02^2)/12 + 0.4^2 + 0.06^2 + the box's own: 2.34 rad/s after 0.2 s, less what the
/// pivot's height takes; the separate value of the whole motion is 2.40 if the box may roll, 2.37 if it may not.
#[test]
fn a_seesaw_tips_under_a_box() {
    let corner = |name: &str, x: f64, y: f64| {
        format!(
            r#"
[connections.{name}]
ports = ["plank", "box"]
map = {{ type = "relative_frame", parent = {{ position = [0.0, 0.0, 0.01] }}, child = {{ position = [{x}, {y}, -0.05] }} }}
law = {{ type = "elliptic_contact", stiffness = 2e4, damping = 50.0, friction = [0.5, 0.5] }}
"#
        )
    };
    let corners = [("a", 0.05, 0.05), ("b", 0.05, -0.05), ("c", -0.05, 0.05), ("d", -0.05, -0.05)];
    let corners: String = corners.iter().map(|(name, x, y)| corner(name, *x, *y)).collect();
    let boxed = seesaw("{ type = \"cuboid\", sizes = [0.1, 0.1, 0.1] }", &corners);
    let speed = last(&boxed)("plank.wy");
    assert!((speed - 2.385).abs() < 0.03, "{speed}");

    let point = "
[connections.c]
ports = [\"plank\", \"box\"]
map = { type = \"points_between\", first = [0.0, 0.0, 0.01], second = [0.0, 0.0, -0.05] }
law = { type = \"coulomb_contact\", stiffness = 2e4, damping = 50.0, friction = 0.5 }
";
    let speed = last(&seesaw("{ type = \"sphere\", radius = 0.05 }", point))("plank.wy");
    assert!((speed - 2.385).abs() < 0.06, "{speed}");

    // The form of a paper's hinge is refused, with advice.
    let map = "map = { type = \"relative_frame\",";
    let old = boxed.replace(map, &format!("{map} reaction_at_child = false,"));
    let refused = Scenario::from_toml(&old).and_then(|old| old.mechanism().map(drop)).unwrap_err();
    assert!(refused.to_string().contains("penalty_hinge"), "{refused}");
    assert!(refused.to_string().contains("map"), "{refused}");
}
