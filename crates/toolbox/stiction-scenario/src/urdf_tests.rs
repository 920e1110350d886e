//! Robots from URDF files in scenarios.

use std::path::Path;

use crate::{Scenario, ScenarioFile};

const ROBOT: &str = include_str!("../tests/robot.urdf");

fn scenario(more: &str, urdf: &str) -> Result<Scenario, String> {
    let text = format!(
        "schema_version = 1\nsolver = {{ step = 1e-4, until = 0.5 }}\n\
         [bodies.arm]\ntype = \"urdf\"\nfile = \"arm.urdf\"\n{more}"
    );
    let file = ScenarioFile::from_bytes("robots/s.toml", text.into()).unwrap();
    file.with_file("arm.urdf", urdf.into()).scenario().map_err(|error| error.to_string())
}

fn columns(scenario: &Scenario) -> Vec<String> {
    scenario.mechanism().unwrap().columns()
}

#[test]
fn a_robot_brings_its_friction_along() {
    let arm = scenario("", ROBOT).unwrap();
    let all = columns(&arm);
    for column in [
        "arm.shoulder.angle",
        "arm.lift.vx",
        "arm.wrist.friction.torque",
        "arm.shoulder.damping.torque",
    ] {
        assert!(all.iter().any(|known| known == column), "{column} {all:?}");
    }
    assert!(!all.iter().any(|column| column.starts_with("arm.lift.damping")), "{all:?}");
    assert_eq!(arm.named_files(), [Path::new("arm.urdf")]);
    // The weight of 30 N m at the shoulder exceeds its 6 N m of friction; the lift with 30 N holds its 14.7 N.
    let (mut sim, outputs) = arm.simulation_with_outputs().unwrap();
    sim.run_until(0.5).unwrap();
    let read = |name: &str| outputs.read(name, &sim).unwrap();
    assert!(read("arm.shoulder.angle") > 0.3, "{}", read("arm.shoulder.angle"));
    // Without laws on the joints all of them fall.
    let free = scenario("dynamics = false\n", ROBOT).unwrap();
    assert!(!columns(&free).iter().any(|column| column.contains("friction")));
    let one = scenario("without = [\"shoulder\"]\n", ROBOT).unwrap();
    let one = columns(&one);
    assert!(!one.iter().any(|column| column.starts_with("arm.shoulder.friction")));
    assert!(one.iter().any(|column| column.starts_with("arm.wrist.friction")));
    let stopped = scenario("stops = { stiffness = 1e3 }\n", ROBOT).unwrap();
    let stops: Vec<_> = columns(&stopped)
        .into_iter()
        .filter(|column| column.contains(".stops."))
        .filter(|column| column.ends_with("torque") || column.ends_with("force"))
        .collect();
    // The wrist has no limits.
    assert_eq!(stops, ["arm.shoulder.stops.torque", "arm.lift.stops.force"]);
}

#[test]
fn mistakes_name_the_file_and_the_line() {
    let refused = |more: &str, urdf: &str| scenario(more, urdf).unwrap_err();
    let bad = ROBOT.replace("<mass value=\"2\"/>", "<mass value=\"-2\"/>");
    let found = refused("", &bad);
    assert!(
        found.contains("robots/s.toml:5:") && found.contains("robots/arm.urdf:17: `upper`"),
        "{found}"
    );
    let found = refused("without = [\"sholder\"]\n", ROBOT);
    assert!(found.contains("s.toml:6:") && found.contains("did you mean `shoulder`?"), "{found}");
    let twice = "[connections.rub]\nports = \"arm.shoulder\"\n\
                 law = { type = \"lugre\", stiffness = 1e4, damping = 1.0, steady_force = 1.0 }\n";
    let found = refused(twice, ROBOT);
    assert!(found.contains("bodies.arm.without = [\"shoulder\"]"), "{found}");
    // The control: the scenario sets the friction of a joint that is left out.
    assert!(scenario(&format!("without = [\"shoulder\"]\n{twice}"), ROBOT).is_ok());
}

#[test]
fn links_are_ports() {
    let connect = |ports: &str, map: &str| {
        let more = format!(
            "[connections.band]\nports = {ports}\nmap = {map}\n\
             law = {{ type = \"spring_damper\", stiffness = 5.0 }}\n"
        );
        scenario(&more, ROBOT)
    };
    let point = "{ type = \"link_point\", link = \"hand\", point = [0.0, 0.0, 0.1] }";
    let held = connect("\"arm\"", point).unwrap();
    let (sim, outputs) = held.simulation_with_outputs().unwrap();
    let [x, y, z] =
        ["x", "y", "z"].map(|axis| outputs.read(&format!("band.{axis}"), &sim).unwrap());
    let (sine, cosine) = 0.2_f64.sin_cos();
    assert!((x - 0.5 * cosine).abs() < 1e-15 && (y - 0.5 * sine).abs() < 1e-15, "{x} {y}");
    assert!((z - 0.4).abs() < 1e-15, "{z}");
    let refused = |ports: &str, map: &str| connect(ports, map).unwrap_err();
    let found = refused("\"arm\"", "{ type = \"direct\" }");
    assert!(
        found.contains("arm.shoulder, arm.lift, arm.wrist") && found.contains("link_point"),
        "{found}"
    );
    let found = refused("\"arm\"", "{ type = \"link_point\", link = \"hnd\" }");
    assert!(found.contains("no link `hnd`") && found.contains("did you mean `hand`?"), "{found}");
    let found = refused("\"arm\"", "{ type = \"link_point\", link = \"base\" }");
    assert!(found.contains("no joint of `arm` moves link `base`"), "{found}");
    let found = refused("\"arm.shoulder\"", point);
    assert!(found.contains("needs the body that has the link"), "{found}");
    let found = refused("\"arm[0]\"", "{ type = \"direct\" }");
    assert!(found.contains("there is no port `arm[0]`; there are arm.shoulder"), "{found}");
}

/// The user must hear of content of a file that the robot does not have.
#[test]
fn notes_of_a_file_name_the_body_and_the_line() {
    let limit = "<limit lower=\"";
    let at = ROBOT.find(limit).unwrap();
    let end = at + limit.len() + ROBOT[at + limit.len()..].find('"').unwrap();
    let degrees = format!("{}{limit}-170{}", &ROBOT[..at], &ROBOT[end..]);
    let line = degrees[..at].lines().count();
    let notes = scenario("", &degrees).unwrap().notes().unwrap();
    let expected = format!("bodies.arm: arm.urdf:{line}: ");
    let noted = notes.iter().find(|note| note.starts_with(&expected));
    assert!(noted.is_some_and(|note| note.contains("are these degrees?")), "{notes:?}");
    // The control: without them there is no such note.
    let notes = scenario("", ROBOT).unwrap().notes().unwrap();
    assert!(!notes.iter().any(|note| note.contains("degrees")), "{notes:?}");
}

/// A free robot is reached at its links, through the ports of its base.
#[test]
fn links_of_a_free_robot_are_ports() {
    let band = "floating = true\n[connections.band]\nports = \"arm\"\n\
                map = { type = \"link_point\", link = \"hand\", point = [0.0, 0.0, 0.1] }\n\
                law = { type = \"spring_damper\", stiffness = 5.0 }\n";
    let held = scenario(band, ROBOT).unwrap();
    let all = columns(&held);
    assert!(all.iter().any(|column| column == "arm.base.qw"), "{all:?}");
    let (mut sim, outputs) = held.simulation_with_outputs().unwrap();
    let unit = |name: &str| outputs.names().find(|(known, _)| *known == name).unwrap().1;
    let units =
        ["base.z", "base.vz", "base.qw", "base.wx"].map(|name| unit(&format!("arm.{name}")));
    assert_eq!(units, ["m", "m/s", "", "rad/s"]);
    sim.watch_energy().unwrap();
    let height = |sim: &_| outputs.read("arm.base.z", sim).unwrap();
    let before = height(&sim);
    sim.run_until(0.2).unwrap();
    // All of it falls, because the band is soft.
    assert!((height(&sim) - before + 0.5 * 9.81 * 0.04).abs() < 0.1, "{}", height(&sim));
}

/// Returns two jaws of 0.1 kg; the right one mimics the left one with a multiplier.
fn jaws(multiplier: &str) -> String {
    let jaw = |name: &str, more: &str| {
        format!(
            "<joint name=\"{name}_jaw\" type=\"prismatic\"><parent link=\"palm\"/><child link=\"{name}\"/>\
             <axis xyz=\"0 1 0\"/>{more}</joint><link name=\"{name}\"><inertial><mass value=\"0.1\"/>\
             <inertia ixx=\"1e-5\" iyy=\"1e-5\" izz=\"1e-5\"/></inertial></link>"
        )
    };
    let mimic = format!("<mimic joint=\"left_jaw\" multiplier=\"{multiplier}\" offset=\"0.01\"/>");
    let (left, right) = (jaw("left", "<dynamics damping=\"5\"/>"), jaw("right", &mimic));
    format!("<robot name=\"jaws\"><link name=\"palm\"/>{left}{right}</robot>")
}

/// 2 N on the left one move m (1 + k²) against 5 N s/m: v = 0.4 (1 − exp(−5 t/(0.1 (1 + k²)))).
#[test]
fn a_joint_that_mimics_another_follows_it() {
    let push = "start = { angle = [0.0, 0.01] }\n[connections.push]\nports = \"arm.left_jaw\"\n\
                law = { type = \"effort\", effort = 2.0 }\n";
    for (multiplier, k) in [("1", 1.0_f64), ("-1", -1.0), ("0.5", 0.5), ("2", 2.0)] {
        let held = scenario(push, &jaws(multiplier)).unwrap();
        let (mut sim, outputs) = held.simulation_with_outputs().unwrap();
        sim.watch_energy().unwrap();
        sim.run_until(0.05).unwrap();
        let read = |name: &str| outputs.read(name, &sim).unwrap();
        let expected = 0.4 * (1.0 - (-5.0 * 0.05 / (0.1 * (1.0 + k * k))).exp());
        let left = read("arm.left_jaw.vx");
        // The spring settles in 1 ms, 2 % of the run.
        assert!((left / expected - 1.0).abs() < 0.03, "{multiplier}: {left} {expected}");
        let gap = read("arm.right_jaw.x") - k * read("arm.left_jaw.x") - 0.01;
        assert!(gap.abs() < 1e-4, "{multiplier}: {gap}");
    }
    // The control: with another law in its place it does not follow.
    let free = scenario(&format!("without = [\"right_jaw\"]\n{push}"), &jaws("1")).unwrap();
    let (mut sim, outputs) = free.simulation_with_outputs().unwrap();
    sim.run_until(0.05).unwrap();
    assert_eq!(outputs.read("arm.right_jaw.x", &sim).unwrap(), 0.01);
    let instant = scenario("settling = 0.0\n", &jaws("1")).unwrap_err();
    assert!(instant.contains("must be above 0 for joint `right_jaw`"), "{instant}");
}

/// The spring between both throws a joint that starts elsewhere, so a note gives the right start.
#[test]
fn a_start_apart_from_what_a_joint_mimics_is_noted() {
    let noted = |more: &str| {
        let notes = scenario(more, &jaws("2")).unwrap().notes().unwrap();
        notes.into_iter().find(|note| note.contains("but mimics `left_jaw`"))
    };
    let unsaid = noted("").unwrap();
    assert!(
        unsaid.contains("starts at 0 m and 0 m/s") && unsaid.contains("at 0.01 m and 0 m/s"),
        "{unsaid}"
    );
    let elsewhere = noted("start = { angle = [0.25, 0.11] }\n").unwrap();
    assert!(elsewhere.contains("at 0.51 m"), "{elsewhere}");
    let faster = "start = { angle = [0.25, 0.51], angular_velocity = [1.0, 1.0] }\n";
    assert!(noted(faster).is_some_and(|note| note.contains("2 m/s")));
    // The controls: the right start, and joints that mimic nothing.
    assert_eq!(noted("start = { angle = [0.25, 0.51], angular_velocity = [1.0, 2.0] }\n"), None);
    assert_eq!(noted("without = [\"right_jaw\"]\n"), None);
}

/// An arm that its friction holds against its weight sinks by F/K, or not at all if it starts loaded.
#[test]
fn friction_of_a_robot_can_start_loaded() {
    let sinks = |start: &str| {
        let text = "<robot name=\"r\"><link name=\"base\"/><joint name=\"hinge\" type=\"continuous\"><parent link=\"base\"/>\
                    <child link=\"rod\"/><axis xyz=\"0 1 0\"/><dynamics friction=\"20\"/></joint><link name=\"rod\">\
                    <inertial><origin xyz=\"0.5 0 0\"/><mass value=\"2\"/><inertia ixx=\"0.04\" iyy=\"0.04\" izz=\"0.04\"/>\
                    </inertial></link></robot>";
        let (mut sim, outputs) = scenario(start, text).unwrap().simulation_with_outputs().unwrap();
        sim.run_until(1.0).unwrap();
        outputs.read("arm.hinge.angle", &sim).unwrap()
    };
    let bent = 9.81 / (20.0 / 1e-3);
    assert!((sinks("") / bent - 1.0).abs() < 1e-3, "{} {bent}", sinks(""));
    let loaded = sinks("friction_start = \"loaded\"\n");
    assert!(loaded.abs() < 1e-6 * bent, "{loaded} {bent}");
}

/// A pendulum of a rod with a point mass fixed at its end: T = 2 π √(I/(m g l)), I = 0.54 + 0.1 kg m².
#[test]
fn a_point_mass_on_a_fixed_joint_is_a_part_of_its_body() {
    let rod = "<robot name=\"r\"><link name=\"base\"/><joint name=\"hinge\" type=\"revolute\"><parent link=\"base\"/>\
               <child link=\"rod\"/><axis xyz=\"0 1 0\"/><limit lower=\"0\" upper=\"0\"/></joint><link name=\"rod\">\
               <inertial><origin xyz=\"0 0 -0.5\"/><mass value=\"2\"/><inertia ixx=\"0.04\" iyy=\"0.04\" izz=\"0.001\"/>\
               </inertial></link><joint name=\"flange\" type=\"fixed\"><parent link=\"rod\"/><child link=\"tip\"/>\
               <origin xyz=\"0 0 -1\"/></joint><link name=\"tip\"><inertial><mass value=\"0.1\"/>\
               <inertia ixx=\"0\" iyy=\"0\" izz=\"0\"/></inertial></link></robot>";
    let swing = "start = { angle = [0.01] }\nstops = { stiffness = 1e3 }\n";
    let (mut sim, outputs) = scenario(swing, rod).unwrap().simulation_with_outputs().unwrap();
    let quarter = 0.25 * core::f64::consts::TAU * (0.64_f64 / (9.81 * 1.1)).sqrt();
    sim.run_until(quarter).unwrap();
    // At 0.01 rad the period is longer by 6e-6 of it.
    assert!(outputs.read("arm.hinge.angle", &sim).unwrap().abs() < 1e-6);
}

#[test]
fn a_start_beyond_the_stops_is_noted() {
    let noted = |more: &str| {
        let notes = scenario(more, ROBOT).unwrap().notes().unwrap();
        notes.into_iter().filter(|note| note.contains("beyond its stops")).collect::<Vec<_>>()
    };
    let stops = "stops = { stiffness = 1e3 }\n";
    let found = noted(&format!("{stops}start = {{ angle = [2.5, 0.1, 0.0] }}\n"));
    assert!(
        found.len() == 1 && found[0].contains("bodies.arm: joint `shoulder` starts at 2.5 rad"),
        "{found:?}"
    );
    let found = noted(&format!("{stops}start = {{ angle = [0.0, -0.1, 0.0] }}\n"));
    assert!(found.len() == 1 && found[0].contains("joint `lift` starts at -0.1 m"), "{found:?}");
    // The default start is zero.
    let narrow = ROBOT.replacen("lower=\"-1\"", "lower=\"0.5\"", 1);
    let notes = scenario(stops, &narrow).unwrap().notes().unwrap();
    assert!(
        notes.iter().any(|note| note.contains("starts at 0 rad, beyond its stops at 0.5")),
        "{notes:?}"
    );
    // The controls: a start inside, and joints without stops.
    assert!(noted(stops).is_empty() && noted("start = { angle = [2.5, 0.1, 0.0] }\n").is_empty());
}

/// Joints `x` and `x.friction`: the friction of the one has the name of the other.
#[test]
fn names_of_a_robot_that_would_be_columns_of_another_are_refused() {
    let clash = ROBOT.replace("\"wrist\"", "\"shoulder.friction\"");
    let found = scenario("", &clash).unwrap_err();
    assert!(
        found.contains("two columns are called `arm.shoulder.friction.angle`")
            && found.contains("the body `arm`")
            && found.contains("`arm.shoulder.friction`, which `arm` brings along"),
        "{found}"
    );
    // The control: without the friction the name is unique.
    assert!(scenario("dynamics = false\n", &clash).is_ok());
}
