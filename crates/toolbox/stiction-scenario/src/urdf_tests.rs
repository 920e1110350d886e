//! Robots from URDF files in scenarios.

use std::path::Path;

use crate::wrong_tests::assert_says;
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
    scenario.mechanism().unwrap().outputs.recorded().to_vec()
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
    assert_says(&refused("", &bad), &["robots/s.toml:5:", "robots/arm.urdf:17: `upper`"]);
    let found = refused("without = [\"sholder\"]\n", ROBOT);
    assert_says(&found, &["s.toml:6:", "did you mean `shoulder`?"]);
    let twice = "[connections.rub]\nports = \"arm.shoulder\"\n\
                 law = { type = \"lugre\", stiffness = 1e4, damping = 1.0, steady_force = 1.0 }\n";
    assert_says(&refused(twice, ROBOT), &["bodies.arm.without = [\"shoulder\"]"]);
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
    let direct = "{ type = \"direct\" }";
    let link = |name: &str| format!("{{ type = \"link_point\", link = \"{name}\" }}");
    for (ports, map, said) in [
        ("arm", direct, &["arm.shoulder, arm.lift, arm.wrist", "link_point"][..]),
        ("arm", &link("hnd"), &["no link `hnd`", "did you mean `hand`?"]),
        ("arm", &link("base"), &["no joint of `arm` moves link `base`"]),
        ("arm.shoulder", point, &["needs the body that has the link"]),
        ("arm[0]", direct, &["there is no port `arm[0]`; there are arm.shoulder"]),
    ] {
        assert_says(&connect(&format!("{ports:?}"), map).unwrap_err(), said);
    }
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
    assert_says(&instant, &["must be above 0 for joint `right_jaw`"]);
}

/// The spring between both throws a joint that starts elsewhere, so a note gives the right start.
#[test]
fn a_start_apart_from_what_a_joint_mimics_is_noted() {
    let noted = |more: &str| {
        let notes = scenario(more, &jaws("2")).unwrap().notes().unwrap();
        notes.into_iter().find(|note| note.contains("but mimics `left_jaw`"))
    };
    assert_says(&noted("").unwrap(), &["starts at 0 m and 0 m/s", "at 0.01 m and 0 m/s"]);
    assert_says(&noted("start = { angle = [0.25, 0.11] }\n").unwrap(), &["at 0.51 m"]);
    let faster = "start = { angle = [0.25, 0.51], angular_velocity = [1.0, 1.0] }\n";
    assert_says(&noted(faster).unwrap(), &["2 m/s"]);
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
    for (angle, said) in [
        ("[2.5, 0.1, 0.0]", "bodies.arm: joint `shoulder` starts at 2.5 rad"),
        ("[0.0, -0.1, 0.0]", "joint `lift` starts at -0.1 m"),
    ] {
        let found = noted(&format!("{stops}start = {{ angle = {angle} }}\n"));
        assert!(found.len() == 1 && found[0].contains(said), "{found:?}");
    }
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
    let twice = "two columns are called `arm.shoulder.friction.angle`";
    let makers = ["the body `arm`", "`arm.shoulder.friction`, which `arm` brings along"];
    assert_says(&scenario("", &clash).unwrap_err(), &[twice, makers[0], makers[1]]);
    // The control: without the friction the name is unique.
    assert!(scenario("dynamics = false\n", &clash).is_ok());
}
