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
        "arm.lift.rate",
        "arm.wrist.friction.torque",
        "arm.shoulder.damping.torque",
    ] {
        assert!(all.iter().any(|known| known == column), "{column} {all:?}");
    }
    assert!(!all.iter().any(|column| column.starts_with("arm.lift.damping")), "{all:?}");
    assert_eq!(arm.named_files().unwrap(), [Path::new("arm.urdf")]);
    // The weight of 30 N m at the shoulder is more than its 6 N m of friction; the lift of 30 N bears its 14.7 N.
    let (mut sim, outputs) = arm.simulation_with_outputs().unwrap();
    sim.run_until(0.5).unwrap();
    let read = |name: &str| outputs.read(name, &sim).unwrap();
    assert!(read("arm.shoulder.angle") > 0.3, "{}", read("arm.shoulder.angle"));
    // With nothing on the joints, all of them fall.
    let free = scenario("dynamics = false\n", ROBOT).unwrap();
    assert!(!columns(&free).iter().any(|column| column.contains("friction")));
    let one = scenario("without = [\"shoulder\"]\n", ROBOT).unwrap();
    let one = columns(&one);
    assert!(!one.iter().any(|column| column.starts_with("arm.shoulder.friction")));
    assert!(one.iter().any(|column| column.starts_with("arm.wrist.friction")));
    let stopped = scenario("stops = { stiffness = 1e3 }\n", ROBOT).unwrap();
    let stops = columns(&stopped).iter().filter(|column| column.ends_with("stops.torque")).count();
    assert_eq!(stops, 2, "the wrist turns for ever");
}

/// What a robot of a file is, in words of its own: the same mechanism, to the bit.
#[test]
fn a_robot_is_written_down_as_the_tree_that_it_is() {
    let arm = scenario("start = { angle = [0.1, 0.2, 0.3] }\nstops = { stiffness = 1e3 }\n", ROBOT)
        .unwrap();
    let network = arm.mechanism().unwrap().network;
    let written = Scenario::new("", 1e-4, 0.5).with_network(&network).unwrap();
    let text = written.to_toml().unwrap();
    assert!(
        text.contains("type = \"articulation\"") && text.contains("ports = \"arm.shoulder\""),
        "{text}"
    );
    let again = Scenario::from_toml(&text).unwrap();
    let ends = [arm, again].map(|scenario| {
        let (mut sim, _) = scenario.simulation().unwrap();
        sim.run_until(0.1).unwrap();
        sim.state().values().to_vec()
    });
    assert_eq!(ends[0], ends[1]);
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
    let found =
        refused("", "<robot xmlns:xacro=\"http://www.ros.org/wiki/xacro\"><xacro:arm/></robot>");
    assert!(found.contains("xacro robot.xacro > robot.urdf"), "{found}");
    let found = refused("without = [\"sholder\"]\n", ROBOT);
    assert!(found.contains("s.toml:6:") && found.contains("did you mean `shoulder`?"), "{found}");
    let twice = "[connections.rub]\nports = \"arm.shoulder\"\n\
                 law = { type = \"lugre\", stiffness = 1e4, damping = 1.0, steady_force = 1.0 }\n";
    let found = refused(twice, ROBOT);
    assert!(found.contains("bodies.arm.without = [\"shoulder\"]"), "{found}");
    // The control: of a joint that is left out, the scenario tells the friction.
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

/// What a file says and the robot does not have must reach whoever runs it.
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

#[test]
fn a_model_of_mujoco_is_told_from_a_mistake() {
    let found = scenario("", "<mujoco model=\"arm\"><worldbody/></mujoco>").unwrap_err();
    assert!(
        found.contains("arm.urdf:1:") && found.contains("MJCF") && found.contains("`links`"),
        "{found}"
    );
}

/// A free robot is reached at its links, through the ports of its base.
#[test]
fn links_of_a_free_robot_are_ports() {
    let band = "floating = true\n[connections.band]\nports = \"arm\"\n\
                map = { type = \"link_point\", link = \"hand\", point = [0.0, 0.0, 0.1] }\n\
                law = { type = \"spring_damper\", stiffness = 5.0 }\n";
    let held = scenario(band, ROBOT).unwrap();
    let all = columns(&held);
    assert!(all.iter().any(|column| column == "arm.base_qw.angle"), "{all:?}");
    let (mut sim, outputs) = held.simulation_with_outputs().unwrap();
    sim.watch_energy().unwrap();
    let height = |sim: &_| outputs.read("arm.base_z.angle", sim).unwrap();
    let before = height(&sim);
    sim.run_until(0.2).unwrap();
    // It falls, all of it: the band is soft.
    assert!((height(&sim) - before + 0.5 * 9.81 * 0.04).abs() < 0.1, "{}", height(&sim));
}
