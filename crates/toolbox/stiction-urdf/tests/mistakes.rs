//! What is wrong with a file is told with its line.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use stiction_core::Shaft;
use stiction_urdf::{Place, Robot};

/// An arm of two links; every line of it is on a line of its own.
const GOOD: &str = r#"<robot name="arm">
<link name="base"/>
<joint name="shoulder" type="revolute">
<parent link="base"/>
<child link="upper"/>
<origin xyz="0 0 0.3" rpy="0 0 0"/>
<axis xyz="0 1 0"/>
<limit lower="-1" upper="2" effort="30" velocity="4"/>
<dynamics damping="0.2" friction="0.5"/>
</joint>
<link name="upper">
<visual><geometry><mesh filename="upper.stl"/></geometry></visual>
<visual><origin xyz="0.1 0 0"/><geometry><cylinder radius="0.03" length="0.2"/></geometry></visual>
<inertial>
<origin xyz="0.1 0 0"/>
<mass value="2"/>
<inertia ixx="0.01" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/>
</inertial>
</link>
<joint name="elbow" type="fixed">
<parent link="upper"/>
<child link="fore"/>
</joint>
<link name="fore"/>
</robot>"#;

#[test]
fn an_arm_is_read() {
    let robot = Robot::read(GOOD).unwrap();
    assert_eq!((robot.name(), robot.base(), robot.links().len()), ("arm", "base", 2));
    let [shoulder] = robot.joints() else { panic!() };
    assert_eq!((shoulder.name(), shoulder.damping(), shoulder.friction()), ("shoulder", 0.2, 0.5));
    let limit = shoulder.limit().unwrap();
    assert_eq!((limit.travel, limit.effort, limit.velocity), (Some((-1.0, 2.0)), 30.0, 4.0));
    assert_eq!(shoulder.dry_friction::<Shaft>(500.0, 1.0).unwrap().unwrap().limit(), 0.5);
    assert_eq!(shoulder.damper::<Shaft>().unwrap().unwrap().damping(), 0.2);
    assert_eq!(shoulder.stops::<Shaft>(1e3, 0.0).unwrap().unwrap().upper(), 2.0);
    assert!(shoulder.dry_friction::<Shaft>(0.0, 1.0).is_err());
    let [note] = robot.notes() else { panic!("{:?}", robot.notes()) };
    assert_eq!((note.line, &*note.text), (12, "the mesh of `upper` is left out"));
    assert_eq!(robot.links()[0].shapes().len(), 1);
    assert!(robot.tree(&Place::default()).is_ok());
}

#[test]
fn mistakes_are_told_with_their_line() {
    let cases = [
        (
            r#"<axis xyz="0 1 0"/>"#,
            r#"<axis xyz="0 1"/>"#,
            "line 7: `xyz` = `0 1` must be three finite numbers",
        ),
        (
            r#"<axis xyz="0 1 0"/>"#,
            r#"<axis xyz="0 0 0"/>"#,
            "line 3: `shoulder`: TreeLink: axis = 0 must have a length that is not zero",
        ),
        (
            r#"type="revolute""#,
            r#"type="planar""#,
            "line 3: joint `shoulder` is of type `planar`: must be revolute, continuous, prismatic or fixed",
        ),
        (r#"<mass value="2"/>"#, "", "line 14: `<inertial>` needs a `<mass>`"),
        (
            r#"<mass value="2"/>"#,
            r#"<mass value="-2"/>"#,
            "line 14: `upper`: Inertial: mass = -2 must be finite and positive",
        ),
        (
            r#"<mass value="2"/>"#,
            r#"<mass value="two"/>"#,
            "line 16: `value` = `two` must be a finite number",
        ),
        (
            r#"ixx="0.01""#,
            r#"ixx="0.5""#,
            "line 14: `upper`: Inertial: inertia = 0.45999999999999996 must have no principal moment above the sum of the other two (the excess)",
        ),
        (
            r#"<child link="fore"/>"#,
            r#"<child link="hand"/>"#,
            "line 22: joint `elbow`: there is no link `hand`",
        ),
        (
            r#"<child link="fore"/>"#,
            r#"<child link="upper"/>"#,
            "line 20: joint `elbow`: link `upper` is already carried by another joint",
        ),
        (r#"<child link="fore"/>"#, "", "line 20: `<joint>` needs a `<child>`"),
        (
            r#"<link name="fore"/>"#,
            r#"<link name="fore"/><link name="odd"/>"#,
            "line 24: link `odd` is a second root beside `base`: every link but one must be the child of a joint",
        ),
        (
            r#"<link name="fore"/>"#,
            r#"<link name="fore"/><link name="fore"/>"#,
            "line 24: there are two of link `fore`",
        ),
        (
            r#"<parent link="base"/>"#,
            r#"<parent link="fore"/>"#,
            "line 11: link `upper` carries itself: its joints are a loop",
        ),
        (
            r#"<axis xyz="0 1 0"/>"#,
            r#"<axis xyz="0 1 0"/><mimic joint="elbow"/>"#,
            "line 7: joint `shoulder` mimics `elbow`: it must be another joint that moves",
        ),
        (
            r#"damping="0.2""#,
            r#"damping="-0.2""#,
            "line 9: `damping` = `-0.2` must be a number that is not negative",
        ),
        (
            r#"<link name="base"/>"#,
            r#"<xacro:arm name="base"/>"#,
            "line 2: this is a xacro file, not yet URDF: expand it with `xacro robot.xacro > robot.urdf`",
        ),
        (
            r#"<parent link="upper"/>"#,
            r#"<parent link="uper"/>"#,
            "line 21: joint `elbow`: there is no link `uper`",
        ),
        (
            r#"<mass value="2"/>"#,
            r#"<mass value="NaN"/>"#,
            "line 16: `value` = `NaN` must be a finite number",
        ),
        (
            r#"<mass value="2"/>"#,
            r#"<mass value="0"/>"#,
            "line 14: `upper`: Inertial: mass = 0 must be finite and positive",
        ),
        (
            r#"xyz="0.1 0 0"/>
<mass"#,
            r#"xyz="0.1 0 inf"/>
<mass"#,
            "line 15: `xyz` = `0.1 0 inf` must be three finite numbers",
        ),
        (
            r#"lower="-1" upper="2""#,
            r#"lower="2" upper="-1""#,
            "line 8: joint `shoulder`: `lower` = 2 must not be above `upper` = -1",
        ),
        (
            r#"effort="30""#,
            r#"effort="-30""#,
            "line 8: `effort` = `-30` must be a number that is not negative",
        ),
        (
            r#"<joint name="elbow" type="fixed">"#,
            r#"<joint name="elbow" type="continuous">"#,
            "line 20: joint `elbow` moves no mass: a link that it carries needs an `<inertial>`",
        ),
        (
            r#"<joint name="elbow" type="fixed">"#,
            r#"<joint name="shoulder" type="fixed">"#,
            "line 20: there are two of joint `shoulder`",
        ),
        (
            r#"<joint name="elbow" type="fixed">"#,
            r#"<joint name="elbow">"#,
            "line 20: `<joint>` needs the attribute `type`",
        ),
        (r#"<link name="fore"/>"#, "<link/>", "line 24: `<link>` needs the attribute `name`"),
        (
            r#"<joint name="elbow" type="fixed">"#,
            r#"<joint name="" type="fixed">"#,
            "line 20: `name` = `` must be a name that is not empty",
        ),
        (
            r#"<link name="base"/>"#,
            r#"<link name=" "/>"#,
            "line 2: `name` = ` ` must be a name that is not empty",
        ),
        (
            r#"<mass value="2"/>"#,
            r#"<mass value="2 kg"/>"#,
            "line 16: `value` = `2 kg` must be a finite number",
        ),
        (
            r#"<mass value="2"/>"#,
            r#"<mass value="inf"/>"#,
            "line 16: `value` = `inf` must be a finite number",
        ),
        (r#"<mass value="2"/>"#, "", "line 14: `<inertial>` needs a `<mass>`"),
        (
            r#"xyz="0 0 0.3""#,
            r#"xyz="0,0,0.3""#,
            "line 6: `xyz` = `0,0,0.3` must be three finite numbers",
        ),
        (
            r#"rpy="0 0 0""#,
            r#"rpy="0 0 nan""#,
            "line 6: `rpy` = `0 0 nan` must be three finite numbers",
        ),
        (r#"radius="0.03""#, "", "line 13: `<cylinder>` needs the attribute `radius`"),
        (
            r#"damping="0.2""#,
            r#"damping="-0.2""#,
            "line 9: `damping` = `-0.2` must be a number that is not negative",
        ),
        (
            r#"<parent link="upper"/>"#,
            "<parent/>",
            "line 21: `<parent>` needs the attribute `link`",
        ),
        (r#"lower="-1""#, r#"lower="low""#, "line 8: `lower` = `low` must be a finite number"),
        (
            r#"velocity="4""#,
            r#"velocity="-4""#,
            "line 8: `velocity` = `-4` must be a number that is not negative",
        ),
        ("</joint>", "</link>", "line 10: expected 'joint' tag, not 'link' at 10:1"),
        ("</robot>", "", "line 1: the root node was opened but never closed"),
    ];
    for (good, bad, expected) in cases {
        let text = GOOD.replacen(good, bad, 1);
        assert_ne!(text, GOOD, "{good}");
        let refused = Robot::read(&text).unwrap_err().to_string();
        assert_eq!(refused, expected);
    }
    assert!(cases.len() >= 40);
    let declared =
        GOOD.replacen("<robot ", "<robot xmlns:xacro=\"http://www.ros.org/wiki/xacro\" ", 1);
    assert!(Robot::read(&declared).is_ok(), "an expanded file keeps the name space");
    let template = declared.replacen("<link name=\"base\"/>", "<xacro:base/>", 1);
    assert!(Robot::read(&template).unwrap_err().to_string().contains("xacro"));
    assert_eq!(
        Robot::read("<sdf/>").unwrap_err().to_string(),
        "line 1: the file must be a `<robot>`, found `<sdf>`"
    );
    let mujoco = Robot::read("<mujoco model=\"arm\"/>").unwrap_err().to_string();
    assert!(mujoco.starts_with("line 1: this is an MJCF file"), "{mujoco}");
    assert_eq!(Robot::read("<robot/>").unwrap_err().to_string(), "line 1: the robot has no link");
}

/// Limits that look like degrees are noted; those of a joint that turns a little more than once are not.
#[test]
fn degrees_are_noted() {
    let with = |limits: &str| {
        let text = GOOD.replacen(r#"lower="-1" upper="2""#, limits, 1);
        let notes = Robot::read(&text).unwrap().notes().to_vec();
        notes.into_iter().find(|note| note.line == 8).map(|note| note.text)
    };
    let noted = with(r#"lower="-170" upper="170""#).unwrap();
    assert_eq!(noted, "`shoulder` turns from -170 to 170 rad: are these degrees?");
    assert_eq!(with(r#"lower="-6.28" upper="6.28""#), None);
}

/// A link that is only a frame, written down with zeros.
#[test]
fn zeros_are_no_mass() {
    let zeros = r#"<link name="fore"><inertial><mass value="0"/><inertia ixx="0" iyy="0" izz="0"/></inertial></link>"#;
    let robot = Robot::read(&GOOD.replacen(r#"<link name="fore"/>"#, zeros, 1)).unwrap();
    assert_eq!(robot.links()[1].inertial(), None);
}

#[test]
fn what_no_body_has_is_taken_as_it_is_written() {
    let text = GOOD.replacen(r#"ixx="0.01""#, r#"ixx="0.5""#, 1);
    let robot = Robot::read_as_written(&text).unwrap();
    let lines: Vec<u32> = robot.notes().iter().map(|note| note.line).collect();
    assert_eq!(lines, [12, 14]);
    assert_eq!(robot.links()[0].inertial().unwrap().inertia()[(0, 0)], 0.5);
    // What is no mechanism at all is refused even so.
    let negative = GOOD.replacen(r#"<mass value="2"/>"#, r#"<mass value="-2"/>"#, 1);
    assert!(Robot::read_as_written(&negative).is_err());
}

fn notes(good: &str, bad: &str) -> Vec<(u32, String)> {
    let text = GOOD.replacen(good, bad, 1);
    assert_ne!(text, GOOD, "{good}");
    let notes = Robot::read(&text).unwrap().notes().to_vec();
    // The mesh of the file is left out in any case.
    let others = notes.into_iter().filter(|note| !note.text.starts_with("the mesh"));
    others.map(|note| (note.line, note.text)).collect()
}

/// What stands twice where one is read, and what nobody knows, is told: not one of them in silence.
#[test]
fn what_is_not_read_is_noted() {
    let dynamics = r#"<dynamics damping="0.2" friction="0.5"/>"#;
    let cases = [
        (
            dynamics,
            r#"<dynamics damping="0.2"/><dynamics friction="0.5"/>"#,
            9,
            "`<joint>` has a second `<dynamics>`",
        ),
        (
            r#"<mass value="2"/>"#,
            r#"<mass value="2"/><mass value="50"/>"#,
            16,
            "`<inertial>` has a second `<mass>`",
        ),
        (
            r#"<link name="fore"/>"#,
            r#"<link name="fore"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial><inertial/></link>"#,
            24,
            "`<link>` has a second `<inertial>`",
        ),
        (
            dynamics,
            r#"<dynamics damping="0.2" fricton="0.5"/>"#,
            9,
            "the attribute `fricton` of `<dynamics>` is not read: is `friction` meant?",
        ),
        (
            dynamics,
            r#"<dynamic damping="0.2"/>"#,
            9,
            "the element `<dynamic>` in `<joint>` is not read: is `dynamics` meant?",
        ),
        (
            r#"<link name="fore"/>"#,
            r#"<link name="fore"><inertia_l/></link>"#,
            24,
            "the element `<inertia_l>` in `<link>` is not read: is `inertial` meant?",
        ),
        (
            r#"<link name="fore"/>"#,
            r#"<link name="fore"/><lnk name="hand"/>"#,
            24,
            "the element `<lnk>` in `<robot>` is not read: is `link` meant?",
        ),
        (r#"rpy="0 0 0""#, r#"ryp="0 0 1""#, 6, "the attribute `ryp` of `<origin>` is not read"),
        (r#"rpy="0 0 0""#, r#"rpy="0 0 90""#, 6, "`rpy` turns by 90 rad: are these degrees?"),
        (
            r#"lower="-1" upper="2""#,
            r#"lower="0" upper="0""#,
            8,
            "the limits 0 and 0 of `shoulder` are left out",
        ),
        (
            r#"type="revolute""#,
            r#"type="continuous""#,
            8,
            "the limits -1 and 2 of `shoulder` are left out: it turns for ever",
        ),
    ];
    for (good, bad, line, text) in cases {
        let found = notes(good, bad);
        let is_there = found.iter().any(|(at, said)| *at == line && said.starts_with(text));
        assert!(is_there && found.len() == 1, "{bad}: {found:?}");
    }
    // The control: what others extend the format by is theirs, and is not noted.
    for harmless in [
        "<gazebo reference=\"fore\"><mu1>1</mu1></gazebo>",
        "<transmission name=\"t\"/>",
        "<material name=\"red\"/>",
    ] {
        let with = format!("<link name=\"fore\"/>{harmless}");
        assert_eq!(notes(r#"<link name="fore"/>"#, &with), []);
    }
}

/// Zeros of exporters are no travel; a travel of some length is one.
#[test]
fn limits_that_are_both_zero_are_none() {
    let travel = |limits: &str| {
        let robot = Robot::read(&GOOD.replacen(r#"lower="-1" upper="2""#, limits, 1)).unwrap();
        let shoulder = robot.joint("shoulder").unwrap();
        (shoulder.limit().unwrap().travel, shoulder.stops::<Shaft>(1e3, 1.0).unwrap().is_some())
    };
    assert_eq!(travel(r#"lower="0" upper="0""#), (None, false));
    assert_eq!(travel(""), (None, false));
    assert_eq!(travel(r#"lower="0" upper="0.1""#), (Some((0.0, 0.1)), true));
    assert_eq!(travel(r#"lower="-0.1""#), (Some((-0.1, 0.0)), true));
}

/// A link on a fixed joint is a part of a body: what counts is the body.
#[test]
fn parts_of_a_body_may_be_points_or_impossible_alone() {
    let with = |inertial: &str| {
        let fore = format!("<link name=\"fore\"><inertial>{inertial}</inertial></link>");
        GOOD.replacen(r#"<link name="fore"/>"#, &fore, 1)
    };
    let tensor = |x: f64, y: f64, z: f64| format!("<inertia ixx=\"{x}\" iyy=\"{y}\" izz=\"{z}\"/>");
    let read = |inertial: &str| Robot::read(&with(inertial));
    // A point and a thin rod are bodies: nothing to say.
    for (x, y, z) in [(0.0, 0.0, 0.0), (0.0, 0.001, 0.001)] {
        let robot = read(&format!("<mass value=\"0.1\"/>{}", tensor(x, y, z))).unwrap();
        assert_eq!(robot.notes().len(), 1, "{:?}", robot.notes());
        assert_eq!(robot.links()[1].inertial().unwrap().mass(), 0.1);
    }
    // Impossible alone; together with the upper arm it is possible.
    for inertial in [
        format!("<mass value=\"0.1\"/>{}", tensor(1e-4, 1e-4, 1e-3)),
        format!("<mass value=\"0\"/>{}", tensor(1e-4, 1e-4, 1e-4)),
    ] {
        let robot = read(&inertial).unwrap();
        let noted = robot
            .notes()
            .iter()
            .any(|note| note.text.starts_with("`fore` is taken as it is written"));
        assert!(noted, "{:?}", robot.notes());
    }
    // The controls: a negative mass, and one that spoils the whole body.
    for inertial in [
        format!("<mass value=\"-0.1\"/>{}", tensor(0.1, 0.1, 0.1)),
        format!("<mass value=\"0.1\"/>{}", tensor(0.01, 0.01, 5.0)),
    ] {
        let refused = read(&inertial).unwrap_err().to_string();
        assert!(refused.starts_with("line 24: `fore`: Inertial: "), "{refused}");
    }
    // Numbers of three digits are rounded; more than that is no rounding.
    let plate = |z: &str| {
        Robot::read(&GOOD.replacen(
            r#"ixx="0.01" iyy="0.02" izz="0.02""#,
            &format!("ixx=\"0.01\" iyy=\"0.02\" izz=\"{z}\""),
            1,
        ))
    };
    assert!(plate("0.0301").unwrap().notes().iter().any(|note| note.line == 14));
    assert!(plate("0.032").is_err());
    // A base that is not free moves nothing.
    let based = GOOD.replacen(
        r#"<link name="base"/>"#,
        &format!(
            "<link name=\"base\"><inertial><mass value=\"1\"/>{}</inertial></link>",
            tensor(1.0, 1.0, 5.0)
        ),
        1,
    );
    let robot = Robot::read(&based).unwrap();
    assert!(robot.tree(&Place::default()).is_ok());
    let free = robot.tree(&Place { floating: true, ..Place::default() }).unwrap_err().to_string();
    assert!(free.contains("inertia = 3 must have no principal moment"), "{free}");
}

#[test]
fn a_joint_that_mimics_another_says_which() {
    let follower = r#"<link name="fore"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>"#;
    let text = GOOD.replacen(r#"<link name="fore"/>"#, follower, 1);
    let text = text.replacen(
        r#"name="elbow" type="fixed">"#,
        r#"name="elbow" type="continuous"><mimic joint="shoulder" multiplier="-2" offset="0.1"/>"#,
        1,
    );
    let robot = Robot::read(&text).unwrap();
    let mimic = robot.joint("elbow").unwrap().mimic().unwrap();
    assert_eq!((&*mimic.joint, mimic.multiplier, mimic.offset), ("shoulder", -2.0, 0.1));
    assert_eq!(robot.joint("shoulder").unwrap().mimic(), None);
    let itself =
        Robot::read(&text.replacen("mimic joint=\"shoulder\"", "mimic joint=\"elbow\"", 1))
            .unwrap_err();
    assert!(itself.to_string().contains("must be another joint that moves"), "{itself}");
}
