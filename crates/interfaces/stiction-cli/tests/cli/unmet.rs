//! Conditions stated in the book are reported if they are not met, with the numbers of users who ran into them.

use super::*;

fn warnings(place: &Place, arguments: &[&str]) -> Vec<String> {
    let Ended { code, out, err } = place.stiction(arguments);
    assert_eq!(code, Some(0), "{out}{err}");
    err.lines().filter_map(|line| line.strip_prefix("warning: ")).map(str::to_owned).collect()
}

fn column(place: &Place, folder: &str, name: &str, what: &str) -> f64 {
    place.json(&format!("{folder}/summary.json"))["columns"][name][what].as_f64().unwrap()
}

#[test]
fn friction_that_falls_faster_than_its_damping_grows_is_warned_of() {
    let place = Place::new();
    let file = scenarios().join("static_dynamic.toml");
    let file = file.to_str().unwrap();
    assert_eq!(warnings(&place, &["check", file]), [""; 0]);
    let too_little = "connections.friction.law.damping=0.1";
    let [said] = &warnings(&place, &["check", file, "--set", too_little])[..] else { panic!() };
    assert!(said.contains("friction: the damping of 0.1000 is less than 3.8599"), "{said}");
    // A coefficient under a load gives the equivalent: 10 N times (0.6 - 0.4) sqrt(2/e)/0.01 = 171.5 N s/m.
    place.write(
        "loaded.toml",
        &BLOCK.replace(
            "LAW",
            "type = \"coulomb\"\nstiffness = 1e5\ndamping = 170.0\n\
        normal_force = 10.0\nfriction = { coulomb = 0.4, breakaway = 0.6, stribeck_speed = 0.01 }",
        ),
    );
    let [said] = &warnings(&place, &["check", "loaded.toml"])[..] else { panic!() };
    assert!(said.contains("170.0000 is less than 171.5"), "{said}");
    let enough = "connections.f.law.damping=172";
    assert_eq!(warnings(&place, &["check", "loaded.toml", "--set", enough]), [""; 0]);
}

/// A block of 1 kg on friction.
const BLOCK: &str = r#"
schema_version = 1
title = "A block"
solver = { step = 1e-4, until = 0.2 }
[bodies.block]
type = "point_mass"
mass = 1.0
[connections.f]
ports = "block"
[connections.f.law]
LAW
"#;

const GSAT: &str = "type = \"gsat\"\nstiffness = 1e4\ndamping = 200.0\nlimit = 0.5";

#[test]
fn a_drive_that_is_faster_than_the_step_is_warned_of() {
    let place = Place::new();
    // A belt that oscillates once per step.
    let belt = "[drives.belt]\ntype = \"sinusoid\"\ndomain = \"line\"\namplitude = 2e-4\nangular_frequency = 62831.853\n";
    let on_belt = BLOCK.replace("LAW", GSAT).replace(
        "ports = \"block\"",
        "ports = [\"belt\", \"block\"]\nmap = { type = \"between\" }",
    );
    place.write("belt.toml", &(on_belt + belt));
    let [said] = &warnings(&place, &["check", "belt.toml"])[..] else { panic!() };
    assert!(said.starts_with("f: the step of 1e-4 s does not resolve an oscillation"), "{said}");
    assert!(said.contains("the steps see another one in its place"), "{said}");
    let Ended { out, .. } = place.stiction(&["check", "belt.toml"]);
    assert!(out.contains("largest step that resolves the mechanism at the start: 2e-6 s"), "{out}");
}

/// A normal force that oscillates 40 times in a step: half the step and a quarter do not see it either.
#[test]
fn a_refinement_that_cannot_judge_says_so() {
    let place = Place::new();
    let law = "type = \"coulomb\"\nstiffness = 1e4\ndamping = 50.0\nfriction = 0.5\n\
               normal_force = { type = \"sine\", mean = 2.0, amplitude = 1.5, angular_frequency = 25132.7 }";
    let push = "[connections.p]\nports = \"block\"\nlaw = { type = \"effort\", effort = 0.6 }\n";
    place.write("trembles.toml", &(BLOCK.replace("LAW", law) + push));
    let run = |step: &str| {
        let arguments =
            ["run", "trembles.toml", "--out", "out", "--refine", "--json", "--step", step];
        let Ended { out, .. } = place.stiction(&arguments);
        let report: serde_json::Value = serde_json::from_str(&out).unwrap();
        report["refinement"]["block.x"]["error"].clone()
    };
    assert!(run("1e-3").is_null());
    // The control: with steps that resolve it, there is an estimate.
    assert!(run("2e-6").is_number());
}

/// 1 kg on an incline of 45 degrees with friction 0.98: it slides by g (sin - 0.98 cos) t²/2.
#[test]
fn a_box_that_starts_slipping_slides_as_far_as_it_should() {
    let place = Place::new();
    place.write(
        "ramp.toml",
        r#"
        schema_version = 1
        title = "A box on an inclined ramp, friction 0.98"
        solver = { step = 1e-4, until = 4.0 }
        [bodies.box]
        type = "point_mass"
        domain = "space"
        mass = 1.0
        gravity = [-6.936717523440031, 0.0, -6.936717523440031]
        start = { position = [0.0, 0.0, -6.93671752344003e-05] }
        [connections.contact]
        ports = "box"
        law = { type = "coulomb_contact", stiffness = 1e5, damping = 300.0, friction = 0.98 }
    "#,
    );
    let way = |start: &str| {
        let start = format!("connections.contact.start=\"{start}\"");
        let said = warnings(&place, &["run", "ramp.toml", "--out", "out", "--set", &start]);
        (column(&place, "out", "box.x", "last"), said)
    };
    let right = -6.936717523440031 * 0.02 * 8.0;
    let (slides, said) = way("slipping");
    assert!((slides / right - 1.0).abs() < 1e-4 && said.is_empty(), "{slides} {said:?}");
    // The control: started unbent, it is off by some percent, and a warning says so.
    let (slides, said) = way("unbent");
    assert!((slides / right - 1.0).abs() > 0.04);
    assert!(said.len() == 1 && said[0].contains("hardly more than the 6.7980"), "{said:?}");
    // If the load is clearly larger, the relative error is soon small: friction of 0.5.
    let steep = "connections.contact.law.friction=0.5";
    assert_eq!(warnings(&place, &["check", "ramp.toml", "--set", steep]), [""; 0]);
}

/// A puck thrown with unbent bristles slides v^2/(2 mu g) = 0.2548 m, and 0.3 % less because of the impact of their
/// damping.
#[test]
fn bristles_that_start_unbent_at_speed_are_told_where_the_step_does_not_resolve_it() {
    let place = Place::new();
    let slides = |step: &str, file: &str| {
        let said = warnings(&place, &["run", file, "--out", step, "--step", step]);
        let thrown = said.iter().filter(|said| said.contains("start unbent at speed")).count();
        (thrown, column(&place, step, "puck.x", "last"))
    };
    place.write("puck.toml", PUCK);
    let (thrown, resolved) = slides("1e-5", "puck.toml");
    assert!(thrown == 0 && (resolved / 0.254_842 - 1.0).abs() < 5e-3, "{thrown} {resolved}");
    let (thrown, blown) = slides("5e-5", "puck.toml");
    assert!(thrown == 1 && blown < 0.99 * resolved, "{thrown} {blown}");
    // The control: without damping there is no impact.
    place.write("undamped.toml", &PUCK.replace("damping = 800.0", "damping = 0.0"));
    let said = warnings(&place, &["check", "undamped.toml", "--set", "solver.step=5e-5"]);
    assert!(!said.iter().any(|said| said.contains("start unbent at speed")), "{said:?}");
}

/// The puck without spin, with the bristles of the shipped scenarios.
const PUCK: &str = r#"
schema_version = 1
title = "A puck slides straight"
solver = { step = 1e-5, until = 0.7 }
[bodies.puck]
type = "planar_body"
mass = 0.5
inertia = 4e-4
start = { velocity = [1.0, 0.0] }
[connections.table]
ports = "puck"
[connections.table.law]
type = "distributed_patch"
pressure = { surface = "circle", size = 0.08, cells = 21 }
normal_force = 4.905
mount = { on = "body" }
bristles = { stiffness = 1e6, damping = 800.0, friction = 0.2, bristle_rate = "order_preserving" }
"#;

#[test]
fn a_blow_between_two_looks_is_warned_of() {
    let place = Place::new();
    place.write(
        "bounce.toml",
        r#"
        schema_version = 1
        title = "One bounce"
        solver = { step = 5e-4, until = 0.6 }
        [bodies.ball]
        type = "point_mass"
        domain = "space"
        mass = 1.0
        gravity = [0.0, 0.0, -9.81]
        start = { position = [0.0, 0.0, 0.5], velocity = [1.0, 0.0, 0.0] }
        [connections.floor]
        ports = "ball"
        law = { type = "coulomb_contact", stiffness = 1e6, damping = 10.0, friction = 0.5 }
    "#,
    );
    let run =
        |step: &str| warnings(&place, &["run", "bounce.toml", "--out", "out", "--step", step]);
    let [said] = &run("5e-4")[..] else { panic!() };
    assert!(
        said.starts_with("ball: the step of 5e-4 s does not resolve what happens before"),
        "{said}"
    );
    assert!((column(&place, "out", "ball.vx", "last") + 0.98).abs() > 0.3);
    // The control: a step that resolves it is not warned of.
    assert_eq!(run("1e-5"), [""; 0]);
    assert!((column(&place, "out", "ball.vx", "last") + 0.98).abs() < 0.02);
}

#[test]
fn a_finger_without_inertia_is_named_as_such() {
    let place = Place::new();
    let urdf = r#"<?xml version="1.0"?>
        <robot name="finger">
          <link name="palm"/>
          <joint name="knuckle" type="revolute"> <parent link="palm"/> <child link="proximal"/> <axis xyz="0 1 0"/> <limit lower="-1" upper="1" effort="1" velocity="1"/> </joint>
          <link name="proximal"/>
          <joint name="middle" type="revolute"> <parent link="proximal"/> <child link="medial"/> <origin xyz="0.05 0 0"/> <axis xyz="0 1 0"/> <limit lower="-1" upper="1" effort="1" velocity="1"/> </joint>
          <link name="medial"/>
          <joint name="tip_joint" type="revolute"> <parent link="medial"/> <child link="tip"/> <origin xyz="0.03 0 0"/> <axis xyz="0 1 0"/> <limit lower="-1" upper="1" effort="1" velocity="1"/> </joint>
          <link name="tip">
            <inertial> <origin xyz="0.01 0 0"/> <mass value="0.02"/> <inertia ixx="1e-5" iyy="2e-5" izz="2e-5" ixy="0" ixz="0" iyz="0"/> </inertial>
          </link>
        </robot>"#;
    place.write("finger.urdf", urdf);
    place.write(
        "finger.toml",
        r#"
        schema_version = 1
        title = "A finger whose first two links have no mass"
        solver = { step = 1e-4, until = 0.01 }
        [bodies.finger]
        type = "urdf"
        file = "finger.urdf"
        [connections.motor]
        ports = "finger.knuckle"
        law = { type = "effort", effort = 0.01 }
    "#,
    );
    for command in ["check", "run"] {
        let refused = place.stiction(&[command, "finger.toml"]).failure();
        assert!(
            refused.contains("finger: joint `knuckle` has nothing to move in this position"),
            "{refused}"
        );
        assert!(!refused.contains("step"), "{refused}");
    }
    // The control: with a mass on the first link it moves.
    let inertial = r#"<inertial> <mass value="0.1"/>
        <inertia ixx="1e-4" iyy="1e-4" izz="1e-4" ixy="0" ixz="0" iyz="0"/> </inertial>"#;
    let heavy = ["proximal", "medial"].iter().fold(urdf.to_owned(), |urdf, link| {
        let massive = format!("<link name=\"{link}\"> {inertial} </link>");
        urdf.replace(&format!("<link name=\"{link}\"/>"), &massive)
    });
    place.write("finger.urdf", &heavy);
    place.stiction(&["check", "finger.toml"]).success();
}

/// A run warns of faults that no step mends, and so does a sweep, which does not call the steps of its members too
/// large.
#[test]
fn a_sweep_says_what_no_step_mends() {
    let place = Place::new();
    let joint = fs::read_to_string(scenarios().join("static_dynamic.toml")).unwrap();
    let sweep = "\n[sweep]\nmeasures.last = { of = \"joint.angle\", take = \"last\" }\n\
                 parameters.\"connections.friction.law.damping\" = { values = [10.0, 0.1, 0.2] }\n";
    place.write("joint.toml", &(joint + sweep));
    let [said] =
        &warnings(&place, &["sweep", "joint.toml", "--out", "joint", "--set", "solver.until=0.1"])
            [..]
    else {
        panic!()
    };
    let wanted =
        "parameters are doubtful in 2 of 3 members; in member 1: friction: the damping of 0.1000";
    assert!(said.starts_with(wanted), "{said}");
    let summary = place.json("joint/summary.json");
    assert_eq!(summary["step_too_large"], serde_json::json!([]));
    assert_eq!(summary["warnings"][0], said.as_str());

    let load = "[connections.p]\nports = \"block\"\nlaw = { type = \"effort\", effort = 0.1 }\n\
                [sweep]\nmeasures.last = { of = \"block.x\", take = \"last\" }\n\
                parameters.\"connections.p.law.effort\" = { values = [0.1, 0.49] }\n";
    place.write("block.toml", &(BLOCK.replace("LAW", GSAT) + load));
    let wanted = "parameters are doubtful in 1 of 2 members; in member 1: f: the load of 0.4900 sets in at once";
    let [said] = &warnings(&place, &["sweep", "block.toml"])[..] else { panic!() };
    assert!(said.starts_with(wanted), "{said}");
    // Also for members that ended in an earlier run.
    place.stiction(&["sweep", "block.toml", "--shard", "1/1", "--out", "kept"]);
    let [said] = &warnings(&place, &["merge", "kept", "--out", "merged"])[..] else { panic!() };
    assert!(said.starts_with(wanted), "{said}");
}
